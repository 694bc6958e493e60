-- The messages that a fact was learned from that was forgotten: they may say it in other words. They are
-- withheld until that fact is added again.
create table withheld_messages (
    user_id text not null default current_setting('llm_memory.user_id', true),
    message_seq bigint not null,
    fact bytea not null,
    primary key (user_id, message_seq, fact),
    foreign key (user_id, message_seq) references messages (user_id, seq) on delete cascade
);

-- The messages that were not compared with what was forgotten after they were said, as they came late.
-- They are when their session is asked for.
create table uncompared (
    user_id text not null default current_setting('llm_memory.user_id', true),
    message_seq bigint not null,
    primary key (user_id, message_seq),
    foreign key (user_id, message_seq) references messages (user_id, seq) on delete cascade
);

-- Whose rows these are does not matter here, and the owner is bound by the policies, too.
alter table sessions no force row level security;
alter table messages no force row level security;
insert into uncompared (user_id, message_seq)
    select m.user_id, m.seq from messages m join sessions s using (user_id, session_id)
    where not s.is_withheld_known;
alter table sessions drop is_withheld_known;
alter table sessions force row level security;
alter table messages force row level security;

alter table withheld_messages enable row level security, force row level security;
create policy own on withheld_messages using (user_id = current_setting('llm_memory.user_id', true))
    with check (user_id = current_setting('llm_memory.user_id', true));
grant select, insert, delete on withheld_messages to llm_memory_app;
alter table uncompared enable row level security, force row level security;
create policy own on uncompared using (user_id = current_setting('llm_memory.user_id', true))
    with check (user_id = current_setting('llm_memory.user_id', true));
grant select, insert, update, delete on uncompared to llm_memory_app;
