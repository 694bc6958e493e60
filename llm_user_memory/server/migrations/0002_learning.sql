-- What is learned: facts with where they come from, what waits for review, what was forgotten, and
-- the queue of sessions to learn from.

alter table users add salt bytea not null default uuid_send(gen_random_uuid());

alter table sessions
    add learned_seq bigint not null default 0,
    add summary text,
    add summarised_at timestamptz;

create table facts (
    user_id text not null default current_setting('llm_memory.user_id', true),
    id text not null default replace(gen_random_uuid()::text, '-', ''),
    place bigint generated always as identity,
    section text not null,
    text text not null,
    own boolean not null,
    pinned boolean not null default false,
    state text not null default 'active' check (state in ('active', 'archived', 'ended')),
    said_at timestamptz not null,
    times int not null default 1,
    created_at timestamptz not null default clock_timestamp(),
    primary key (user_id, id),
    foreign key (user_id) references users on delete cascade
);
create index on facts (user_id, created_at, id);

-- What happened to a fact. `text` is what it said from then on. An event goes with its message, so
-- that nothing of a deleted message stays.
create table events (
    user_id text not null default current_setting('llm_memory.user_id', true),
    n bigint generated always as identity,
    fact_id text not null,
    op text not null check (op in ('add', 'replace', 'again', 'end', 'edit')),
    text text not null,
    quote text not null default '',
    message_seq bigint,
    at timestamptz not null,
    primary key (user_id, n),
    foreign key (user_id, fact_id) references facts on delete cascade,
    foreign key (user_id, message_seq) references messages (user_id, seq) on delete cascade
);
create index on events (user_id, fact_id, n);
create index on events (user_id, message_seq);

create table review (
    user_id text not null default current_setting('llm_memory.user_id', true),
    id text not null default replace(gen_random_uuid()::text, '-', ''),
    op text not null,
    section text not null,
    old text not null,
    new text not null,
    quote text not null,
    reason text not null,
    message_seq bigint not null,
    at timestamptz not null default now(),
    primary key (user_id, id),
    foreign key (user_id, message_seq) references messages (user_id, seq) on delete cascade
);
create index on review (user_id, at, id);
create index on review (user_id, message_seq);

-- Keyed hashes of what was forgotten; the key is the user's salt.
create table forgotten (
    user_id text not null default current_setting('llm_memory.user_id', true),
    fingerprint bytea not null,
    words int not null,
    at timestamptz not null default now(),
    primary key (user_id, fingerprint),
    foreign key (user_id) references users on delete cascade
);

-- One row for each session with messages that nothing was learned from yet. Whoever works on it
-- has a claim that ends by itself; `generation` tells whether something came meanwhile.
create table jobs (
    user_id text not null default current_setting('llm_memory.user_id', true),
    session_id text not null,
    due_at timestamptz not null,
    generation bigint not null default 0,
    attempts int not null default 0,
    claim text,
    claimed_until timestamptz,
    error text,
    primary key (user_id, session_id),
    foreign key (user_id, session_id) references sessions on delete cascade
);
create index on jobs (due_at);

do $$
declare name text;
begin
    foreach name in array array['facts', 'events', 'review', 'forgotten', 'jobs'] loop
        execute format('alter table %I enable row level security, force row level security', name);
        execute format(
            'create policy own on %I using (user_id = current_setting(''llm_memory.user_id'', true)) '
            'with check (user_id = current_setting(''llm_memory.user_id'', true))', name);
        execute format(
            'grant select, insert, update, delete on %I to llm_memory_app', name);
    end loop;
end $$;

-- The queue is of all users. The application sees it through this function alone: which user and
-- session are due, and nothing that was said.
create policy queue on jobs to llm_memory_owner using (true) with check (true);

create function claim_job(lease interval)
returns table (user_id text, session_id text, generation bigint, attempts int, claim text)
language sql volatile security definer set search_path = llm_memory, pg_temp as $$
    update jobs j
    set claim = gen_random_uuid()::text, claimed_until = now() + lease, attempts = j.attempts + 1
    from (
        select q.user_id, q.session_id from jobs q
        where q.due_at <= now() and (q.claimed_until is null or q.claimed_until < now())
        order by q.due_at limit 1 for update skip locked
    ) due
    where j.user_id = due.user_id and j.session_id = due.session_id
    returning j.user_id, j.session_id, j.generation, j.attempts, j.claim
$$;
revoke all on function claim_job(interval) from public;
grant execute on function claim_job(interval) to llm_memory_app;
