-- Sessions are learned from by users in turns; failures are counted apart from claims of which nobody
-- reported anything, and a session that has too many of these is put aside.

-- Failures that were reported, in a row. Until now each claim counted as one.
alter table jobs rename attempts to failures;
update jobs set failures = case
    when error is null then 0 when claim is null then failures else greatest(failures - 1, 1) end;

alter table jobs
    -- Claims in a row that ended without a report: their process was killed, perhaps by the session.
    add lost int not null default 0,
    -- When it was put aside; only the operator takes it up again.
    add aside_at timestamptz;
drop index jobs_due_at_idx;
create index on jobs (user_id, due_at, session_id) where aside_at is null;
create index on jobs (user_id) where claim is not null;
-- By no user: whether one of those that may have killed their process is learned from now.
create index on jobs (lost) where lost > 0 and claim is not null;

-- One row for each user who ever had a job: `turn_at` is when one of them can be claimed next, the
-- end of the claim while one is, `infinity` if none waits. It is not before `served_at`, when the
-- user's last turn was: so whoever had a turn waits behind all who are due.
create table turns (
    user_id text not null default current_setting('llm_memory.user_id', true),
    served_at timestamptz not null default '-infinity',
    turn_at timestamptz not null default 'infinity',
    primary key (user_id),
    foreign key (user_id) references users on delete cascade
);
-- By time alone, as those of the other queues.
create index on turns (turn_at);

alter table turns enable row level security, force row level security;
create policy own on turns using (user_id = current_setting('llm_memory.user_id', true))
    with check (user_id = current_setting('llm_memory.user_id', true));
grant select, insert, update, delete on turns to llm_memory_app;
create policy queue on turns to llm_memory_owner using (true) with check (true);

-- Set when it is a user's turn, from their jobs. The row is held first, so that what others who
-- held it have changed is seen.
create function set_turn(of_user text) returns void
language plpgsql volatile set search_path = llm_memory, pg_temp as $$
begin
    perform from turns where user_id = of_user for no key update;
    update turns t set turn_at = coalesce(
        (select j.claimed_until from jobs j where j.user_id = of_user and j.claim is not null
         order by j.claimed_until limit 1),
        (select greatest(t.served_at, j.due_at) from jobs j
         where j.user_id = of_user and j.aside_at is null order by j.due_at limit 1),
        'infinity')
    where t.user_id = of_user;
end $$;
revoke all on function set_turn(text) from public;
grant execute on function set_turn(text) to llm_memory_app;

insert into turns (user_id) select distinct user_id from jobs;
do $$ begin perform set_turn(user_id) from turns; end $$;

-- Whatever changes jobs, sessions that are deleted too, sets the turns of their users.
create function set_turns() returns trigger
language plpgsql volatile set search_path = llm_memory, pg_temp as $$
declare
    each text;
begin
    for each in select distinct user_id from changed order by user_id loop
        if tg_op = 'INSERT' then
            insert into turns (user_id) values (each) on conflict do nothing;
        end if;
        perform set_turn(each);
    end loop;
    return null;
end $$;
revoke all on function set_turns() from public;
create trigger turns_of_new after insert on jobs referencing new table as changed
    for each statement execute function set_turns();
create trigger turns_of_changed after update on jobs referencing new table as changed
    for each statement execute function set_turns();
create trigger turns_of_deleted after delete on jobs referencing old table as changed
    for each statement execute function set_turns();

-- Take the job of the user whose turn it is, their earliest, and none while another one of theirs is
-- claimed. Claims of the user that nobody reported of end: the job waits for `pause`, and twice as
-- long each time, or is put aside after `most` of them. A job that had such a claim may be what kills
-- processes: only one of them is claimed at a time, so that two are never taken for each other.
drop function claim_job(interval);
create function claim_job(lease interval, pause interval, most int)
returns table (user_id text, session_id text, generation bigint, claim text)
language plpgsql volatile security definer set search_path = llm_memory, pg_temp as $$
#variable_conflict use_column
declare
    mine text;
begin
    loop
        select t.user_id into mine from turns t where t.turn_at <= now()
            order by t.turn_at limit 1 for no key update skip locked;
        if not found then
            return;
        end if;
        -- This is after now(): nobody has two turns in one call.
        update turns t set served_at = clock_timestamp() where t.user_id = mine;

        with ended as (
            update jobs j set claim = null, claimed_until = null, lost = j.lost + 1,
                error = 'its process ended',
                due_at = greatest(j.due_at, now() + pause * 2 ^ least(j.lost, 10)),
                aside_at = case when j.lost + 1 >= most then now() end
            from (
                select q.session_id from jobs q
                where q.user_id = mine and q.claim is not null and q.claimed_until <= now()
                for update skip locked
            ) gone
            where j.user_id = mine and j.session_id = gone.session_id
            returning j.aside_at
        )
        insert into audit (key_id, subject, action, number)
        select 'worker', subject_of(mine), 'put session aside', count(*)
        from ended where aside_at is not null having count(*) > 0;

        return query
            update jobs j set claim = gen_random_uuid()::text, claimed_until = now() + lease
            from (
                select q.session_id from jobs q
                where q.user_id = mine and q.aside_at is null and q.due_at <= now()
                    and not exists (
                        select from jobs o where o.user_id = mine and o.claim is not null)
                    and (q.lost = 0 or not exists (
                        select from jobs o where o.lost > 0 and o.claim is not null))
                order by q.due_at, q.session_id limit 1 for update skip locked
            ) due
            where j.user_id = mine and j.session_id = due.session_id
            returning j.user_id, j.session_id, j.generation, j.claim;
        if found then
            return;
        end if;
        perform set_turn(mine);
    end loop;
end $$;
revoke all on function claim_job(interval, interval, int) from public;
grant execute on function claim_job(interval, interval, int) to llm_memory_app;

-- The queue of users with passages to embed: a claim is no failure there either, and one of which
-- nobody reported anything is, so that what ends its process waits longer each time. What is added
-- meanwhile makes no second claim.
alter table embedding_jobs rename attempts to failures;
update embedding_jobs set failures = 0 where error is null;
alter table embedding_jobs
    add claimed_until timestamptz,
    -- Passages up to this number have vectors of `model`: nobody looks for one among them.
    add embedded_to bigint not null default 0;
create index on embedding_jobs (claimed_until) where claimed_until is not null;

drop function claim_embedding(interval);
create function claim_embedding(lease interval, pause interval, longest interval)
returns table (user_id text, generation bigint)
language sql volatile security definer set search_path = llm_memory, pg_temp as $$
    with ended as (
        update embedding_jobs j set claimed_until = null, failures = j.failures + 1,
            error = 'its process ended',
            due_at = now() + least(pause * 2 ^ least(j.failures, 16), longest)
        from (
            select q.user_id from embedding_jobs q where q.claimed_until <= now()
            for update skip locked
        ) gone
        where j.user_id = gone.user_id
    )
    update embedding_jobs j set claimed_until = now() + lease
    from (
        select q.user_id from embedding_jobs q where q.due_at <= now() and q.claimed_until is null
        order by q.due_at limit 1 for update skip locked
    ) due
    where j.user_id = due.user_id
    returning j.user_id, j.generation
$$;
revoke all on function claim_embedding(interval, interval, interval) from public;
grant execute on function claim_embedding(interval, interval, interval) to llm_memory_app;

-- A process that starts makes them due at once, but for those that may have ended the one before.
create or replace function require_embeddings(wanted text) returns void
language sql volatile security definer set search_path = llm_memory, pg_temp as $$
    insert into embedding_jobs as j (user_id) select u.user_id from users u
    where not exists (
        select from embedding_jobs o
        where o.user_id = u.user_id and o.model = wanted and o.due_at = 'infinity')
    on conflict (user_id) do update set due_at = least(j.due_at, now()), failures = 0
    where j.error is distinct from 'its process ended'
$$;

drop function queue_state();
create function queue_state()
returns table (
    jobs_waiting bigint, jobs_due bigint, jobs_failing bigint, jobs_aside bigint,
    jobs_oldest_due_seconds float
)
language sql stable security definer set search_path = llm_memory, pg_temp as $$
    select count(*) filter (where aside_at is null),
        count(*) filter (where aside_at is null and due_at <= now()),
        count(*) filter (where aside_at is null and error is not null),
        count(aside_at),
        coalesce(extract(epoch from now() - min(due_at)
            filter (where aside_at is null and due_at <= now())), 0)::float
    from jobs
$$;
revoke all on function queue_state() from public;
grant execute on function queue_state() to llm_memory_app;
