-- Passages of messages, by which they are searched, and the vectors of passages.

-- Whether all of the user's messages have passages. Those of earlier versions get them with the
-- first search.
alter table users add indexed boolean not null default false;
alter table users alter indexed set default true;

-- A part of a message, of at most 1,000 characters. `letters` has one character for each word, the
-- same for all forms of a word. Functions that search tsvector are not leakproof, so that under
-- row-level security no index on one can be used; looking through a user's own passages is what is
-- left, and is fastest in this form.
create table passages (
    user_id text not null default current_setting('llm_memory.user_id', true),
    n bigint generated always as identity,
    message_seq bigint not null,
    session_id text not null,
    place int not null,
    start int not null,
    length int not null,
    role text not null,
    said_at timestamptz not null,
    letters text collate "C" not null,
    primary key (user_id, n),
    foreign key (user_id, message_seq) references messages (user_id, seq) on delete cascade
);
create index on passages (user_id, session_id, place);
create index on passages (user_id, message_seq);

do $$
declare name text;
begin
    foreach name in array array['passages'] loop
        execute format('alter table %I enable row level security, force row level security', name);
        execute format(
            'create policy own on %I using (user_id = current_setting(''llm_memory.user_id'', true)) '
            'with check (user_id = current_setting(''llm_memory.user_id'', true))', name);
        execute format(
            'grant select, insert, update, delete on %I to llm_memory_app', name);
    end loop;
end $$;
