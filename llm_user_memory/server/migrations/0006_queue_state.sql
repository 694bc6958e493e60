-- How the queue is, for metrics: numbers of all users together.

create function queue_state()
returns table (
    jobs_waiting bigint, jobs_due bigint, jobs_failing bigint, jobs_oldest_due_seconds float
)
language sql stable security definer set search_path = llm_memory, pg_temp as $$
    select count(*), count(*) filter (where due_at <= now()),
        count(*) filter (where error is not null),
        coalesce(extract(epoch from now() - min(due_at) filter (where due_at <= now())), 0)::float
    from jobs
$$;
revoke all on function queue_state() from public;
grant execute on function queue_state() to llm_memory_app;
