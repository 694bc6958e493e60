-- Whose rows these are does not matter here, and the owner is bound by the policies, too.
alter table forgotten no force row level security;
alter table users no force row level security;

-- Two facts may have been said in the same words, and each is added again by itself.
update forgotten set fact = fingerprint where fact is null;
alter table forgotten
    alter fact set not null, drop constraint forgotten_pkey, add primary key (user_id, fingerprint, fact);

-- From where on the answers of a session are withheld, as a message before them said a fact that was
-- forgotten. They are until that fact is added again, also if the message is deleted, or the session.
create table withheld (
    user_id text not null default current_setting('llm_memory.user_id', true),
    session_id text not null,
    fact bytea not null,
    seq bigint not null,
    said_at timestamptz not null,
    primary key (user_id, session_id, fact),
    foreign key (user_id) references users on delete cascade
);
-- What was forgotten before this table is compared with all messages once, when they are asked for.
alter table users add is_withheld_known boolean not null default true;
update users set is_withheld_known = false where user_id in (select user_id from forgotten);
alter table sessions drop withheld_since;

alter table forgotten force row level security;
alter table users force row level security;
alter table withheld enable row level security, force row level security;
create policy own on withheld using (user_id = current_setting('llm_memory.user_id', true))
    with check (user_id = current_setting('llm_memory.user_id', true));
grant select, insert, update, delete on withheld to llm_memory_app;
