-- One call claims one job, whatever plan PostgreSQL chooses. Joined as a subquery, the choice of the
-- job may be the inner side of a loop over jobs: it is run again for each of them, passes over what
-- it has just locked and changed, and takes the next. A materialized choice is run once.

create or replace function claim_job(lease interval, pause interval, most int)
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
            with due as materialized (
                select q.session_id from jobs q
                where q.user_id = mine and q.aside_at is null and q.due_at <= now()
                    and not exists (
                        select from jobs o where o.user_id = mine and o.claim is not null)
                    and (q.lost = 0 or not exists (
                        select from jobs o where o.lost > 0 and o.claim is not null))
                order by q.due_at, q.session_id limit 1 for update skip locked
            )
            update jobs j set claim = gen_random_uuid()::text, claimed_until = now() + lease
            from due where j.user_id = mine and j.session_id = due.session_id
            returning j.user_id, j.session_id, j.generation, j.claim;
        if found then
            return;
        end if;
        perform set_turn(mine);
    end loop;
end $$;

create or replace function claim_embedding(lease interval, pause interval, longest interval)
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
    ), due as materialized (
        select q.user_id from embedding_jobs q where q.due_at <= now() and q.claimed_until is null
        order by q.due_at limit 1 for update skip locked
    )
    update embedding_jobs j set claimed_until = now() + lease
    from due where j.user_id = due.user_id
    returning j.user_id, j.generation
$$;

create or replace function claim_archiving(lease interval) returns table (user_id text)
language sql volatile security definer set search_path = llm_memory, pg_temp as $$
    with due as materialized (
        select q.user_id from archiving_jobs q where q.due_at <= now()
        order by q.due_at limit 1 for update skip locked
    )
    update archiving_jobs j set due_at = now() + lease
    from due where j.user_id = due.user_id
    returning j.user_id
$$;
