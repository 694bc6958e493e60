-- Cursors hold numbers that are counted over all users, so they are sealed. The key follows from that
-- of the audit trail, and tells nothing of it.
create function cursor_key() returns bytea
language sql stable security definer set search_path = llm_memory, pg_temp as $$
    select sha256(secret || sha256(convert_to('cursors', 'utf8'))) from audit_secret
$$;
revoke all on function cursor_key() from public;
grant execute on function cursor_key() to llm_memory_app;
