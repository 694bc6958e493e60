-- Whose rows these are does not matter here, and the owner is bound by the policies, too.
alter table forgotten no force row level security;
alter table sessions no force row level security;
alter table jobs no force row level security;

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
-- Of deleted messages it is not known which of the facts they said, so each counts.
insert into withheld (user_id, session_id, fact, seq, said_at)
    select distinct user_id, s.session_id, f.fact, 9223372036854775807, s.withheld_since
    from sessions s join forgotten f using (user_id) where s.withheld_since is not null;
-- The words of what was forgotten before are not known. A session is compared with it when it is asked
-- for, and its summary is made again.
alter table sessions drop withheld_since, add is_withheld_known boolean not null default true;
insert into jobs (user_id, session_id, due_at)
    select s.user_id, s.session_id, now() from sessions s
    where s.summary is not null and s.messages > 0
        and exists (select from forgotten f where f.user_id = s.user_id)
    on conflict do nothing;
update sessions set is_withheld_known = false, summary = null, summarised_at = null
    where user_id in (select user_id from forgotten);

alter table forgotten force row level security;
alter table sessions force row level security;
alter table jobs force row level security;
alter table withheld enable row level security, force row level security;
create policy own on withheld using (user_id = current_setting('llm_memory.user_id', true))
    with check (user_id = current_setting('llm_memory.user_id', true));
grant select, insert, update, delete on withheld to llm_memory_app;
