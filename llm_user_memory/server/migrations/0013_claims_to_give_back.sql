-- A claim to embed is known by its end, so that a process that is told to end can give it back, and
-- what comes after its end changes nothing of the next one.

drop function claim_embedding(interval, interval, interval);
create function claim_embedding(lease interval, pause interval, longest interval)
returns table (user_id text, generation bigint, claimed_until timestamptz)
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
    returning j.user_id, j.generation, j.claimed_until
$$;
revoke all on function claim_embedding(interval, interval, interval) from public;
grant execute on function claim_embedding(interval, interval, interval) to llm_memory_app;
