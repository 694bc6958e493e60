-- Where a user is, what they archived themselves, and when the next of their facts is over.

-- An IANA name or an offset: where the days of what they say begin.
alter table users add zone text not null default 'UTC' check (length(zone) between 1 and 100);

-- The user put it where it is, into the archive or out of it, and nothing else moves it.
alter table facts add placed boolean not null default false;

-- One row for each user: `due_at` is when the next of their facts is over, `infinity` if none will
-- be; `budget` is the one that the profile was last kept within. Whoever takes it moves `due_at`
-- ahead, so that it is due again if they do not come back.
create table archiving_jobs (
    user_id text not null default current_setting('llm_memory.user_id', true),
    due_at timestamptz not null default now(),
    budget bigint not null default -1,
    primary key (user_id),
    foreign key (user_id) references users on delete cascade
);
-- By time alone, as those of the other queues: who is due is asked of all users at once, every
-- second, and without the user first it is one look at the beginning of the index.
create index on archiving_jobs (due_at);

alter table archiving_jobs enable row level security, force row level security;
create policy own on archiving_jobs using (user_id = current_setting('llm_memory.user_id', true))
    with check (user_id = current_setting('llm_memory.user_id', true));
grant select, insert, update, delete on archiving_jobs to llm_memory_app;

-- The queue is of all users. The application sees it through these functions alone: which user is
-- due, and nothing that was said.
create policy queue on archiving_jobs to llm_memory_owner using (true) with check (true);

create function claim_archiving(lease interval) returns table (user_id text)
language sql volatile security definer set search_path = llm_memory, pg_temp as $$
    update archiving_jobs j set due_at = now() + lease
    from (
        select q.user_id from archiving_jobs q where q.due_at <= now()
        order by q.due_at limit 1 for update skip locked
    ) due
    where j.user_id = due.user_id
    returning j.user_id
$$;
revoke all on function claim_archiving(interval) from public;
grant execute on function claim_archiving(interval) to llm_memory_app;

create function require_archiving(wanted bigint) returns void
language sql volatile security definer set search_path = llm_memory, pg_temp as $$
    insert into archiving_jobs as j (user_id) select u.user_id from users u
    where not exists (
        select from archiving_jobs o where o.user_id = u.user_id and o.budget = wanted)
    on conflict (user_id) do update set due_at = least(j.due_at, now())
$$;
revoke all on function require_archiving(bigint) from public;
grant execute on function require_archiving(bigint) to llm_memory_app;
