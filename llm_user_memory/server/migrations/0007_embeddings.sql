-- The vectors of passages, and the queue of users who have passages without one. Needs pgvector 0.7.

-- All vectors of a user are compared with a question: under row-level security an index on them
-- may find too few. Half precision, and not compressed, so that this reads little.
create table embeddings (
    user_id text not null default current_setting('llm_memory.user_id', true),
    passage bigint not null,
    model text not null,
    vector halfvec not null,
    primary key (user_id, passage),
    foreign key (user_id, passage) references passages (user_id, n) on delete cascade
);
alter table embeddings alter vector set storage external, set (toast_tuple_target = 8160);

-- One row for each user. Whoever takes it moves `due_at` ahead, so that it is due again if they do
-- not come back; `infinity` if all passages have vectors of `model`. `generation` tells whether
-- something came meanwhile.
create table embedding_jobs (
    user_id text not null default current_setting('llm_memory.user_id', true),
    due_at timestamptz not null default now(),
    generation bigint not null default 0,
    attempts int not null default 0,
    model text not null default '',
    error text,
    primary key (user_id),
    foreign key (user_id) references users on delete cascade
);
create index on embedding_jobs (due_at);

do $$
declare name text;
begin
    foreach name in array array['embeddings', 'embedding_jobs'] loop
        execute format('alter table %I enable row level security, force row level security', name);
        execute format(
            'create policy own on %I using (user_id = current_setting(''llm_memory.user_id'', true)) '
            'with check (user_id = current_setting(''llm_memory.user_id'', true))', name);
        execute format(
            'grant select, insert, update, delete on %I to llm_memory_app', name);
    end loop;
end $$;

-- The queue is of all users. The application sees it through these functions alone: which user is
-- due, and nothing that was said.
create policy queue on embedding_jobs to llm_memory_owner using (true) with check (true);
create policy queue on users for select to llm_memory_owner using (true);

create function claim_embedding(lease interval)
returns table (user_id text, generation bigint, attempts int)
language sql volatile security definer set search_path = llm_memory, pg_temp as $$
    update embedding_jobs j set due_at = now() + lease, attempts = j.attempts + 1
    from (
        select q.user_id from embedding_jobs q where q.due_at <= now()
        order by q.due_at limit 1 for update skip locked
    ) due
    where j.user_id = due.user_id
    returning j.user_id, j.generation, j.attempts
$$;
revoke all on function claim_embedding(interval) from public;
grant execute on function claim_embedding(interval) to llm_memory_app;

create function require_embeddings(wanted text) returns void
language sql volatile security definer set search_path = llm_memory, pg_temp as $$
    insert into embedding_jobs as j (user_id) select u.user_id from users u
    where not exists (
        select from embedding_jobs o where o.user_id = u.user_id and o.model = wanted)
    on conflict (user_id) do update set due_at = least(j.due_at, now()), attempts = 0
$$;
revoke all on function require_embeddings(text) from public;
grant execute on function require_embeddings(text) to llm_memory_app;
