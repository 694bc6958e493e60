-- Users, their sessions and messages, keys, limits. Run as the role that owns the tables.
--
-- Every table of users' data has `user_id` first in its key, row-level security forced, and one
-- policy: a row is there only for the user whom the transaction named. Queries do not name the
-- user; inserts take it from the default. Nobody named: no row.

create table users (
    user_id text not null default current_setting('llm_memory.user_id', true)
        check (length(user_id) between 1 and 200),
    language regconfig not null default 'pg_catalog.simple',
    created_at timestamptz not null default now(),
    primary key (user_id)
);

create table sessions (
    user_id text not null default current_setting('llm_memory.user_id', true),
    session_id text not null check (length(session_id) between 1 and 200),
    channel text not null default '' check (length(channel) <= 200),
    started_at timestamptz not null,
    last_at timestamptz not null,
    messages bigint not null default 0,
    primary key (user_id, session_id),
    foreign key (user_id) references users on delete cascade
);
create index on sessions (user_id, last_at desc, session_id);

create table messages (
    user_id text not null default current_setting('llm_memory.user_id', true),
    seq bigint generated always as identity,
    id text not null check (length(id) between 1 and 200),
    session_id text not null,
    role text not null,
    typed boolean not null default false,
    content text not null,
    said_at timestamptz not null,
    metadata jsonb not null default '{}',
    primary key (user_id, seq),
    unique (user_id, id),
    foreign key (user_id, session_id) references sessions on delete cascade
);
create index on messages (user_id, said_at, seq);
create index on messages (user_id, session_id, said_at, seq);

-- The answers to writes that had an idempotency key, to be given again.
create table idempotency (
    user_id text not null default current_setting('llm_memory.user_id', true),
    key text not null,
    request bytea not null,
    status smallint,
    answer text,
    at timestamptz not null default now(),
    primary key (user_id, key),
    foreign key (user_id) references users on delete cascade
);
create index on idempotency (user_id, at);

-- What a user used on a day, in UTC.
create table usage (
    user_id text not null default current_setting('llm_memory.user_id', true),
    day date not null default (now() at time zone 'utc')::date,
    bytes bigint not null default 0,
    messages bigint not null default 0,
    tokens bigint not null default 0,
    primary key (user_id, day),
    foreign key (user_id) references users on delete cascade
);

do $$
declare name text;
begin
    foreach name in array array['users', 'sessions', 'messages', 'idempotency', 'usage'] loop
        execute format('alter table %I enable row level security, force row level security', name);
        execute format(
            'create policy own on %I using (user_id = current_setting(''llm_memory.user_id'', true)) '
            'with check (user_id = current_setting(''llm_memory.user_id'', true))', name);
        execute format(
            'grant select, insert, update, delete on %I to llm_memory_app', name);
    end loop;
end $$;

-- Keys belong to no user. The application reads one by its id and can do nothing else with them.
create table keys (
    id text primary key,
    name text not null,
    hash bytea not null,
    scopes text[] not null,
    for_user text,
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz
);

create function find_key(wanted text)
returns table (name text, hash bytea, scopes text[], for_user text)
language sql stable security definer set search_path = llm_memory, pg_temp as $$
    select k.name, k.hash, k.scopes, k.for_user from keys k
    where k.id = wanted and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
$$;
revoke all on function find_key(text) from public;
grant execute on function find_key(text) to llm_memory_app;

-- Who changed or took out what, without contents; `subject` is the hash of the user's id. The
-- application adds rows and cannot read them.
create table audit (
    at timestamptz not null default now(),
    key_id text not null,
    subject bytea not null,
    action text not null,
    number bigint not null
);
create index on audit (at);
grant insert on audit to llm_memory_app;
