-- Users whose messages have to be indexed again, after a change of their language.

create index on users (user_id) where not indexed;

-- The application sees through this function alone who is waiting: the first after a user, and
-- nothing that was said.
create function next_to_index(previous text) returns text
language sql stable security definer set search_path = llm_memory, pg_temp as $$
    select user_id from users where not indexed and user_id > previous order by user_id limit 1
$$;
revoke all on function next_to_index(text) from public;
grant execute on function next_to_index(text) to llm_memory_app;
