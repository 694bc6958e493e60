-- The users whose memory a key that is bound to one may also search.

alter table keys add shared text[] not null default '{}';

drop function find_key(text);
create function find_key(wanted text)
returns table (name text, hash bytea, scopes text[], for_user text, shared text[])
language sql stable security definer set search_path = llm_memory, pg_temp as $$
    select k.name, k.hash, k.scopes, k.for_user, k.shared from keys k
    where k.id = wanted and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
$$;
revoke all on function find_key(text) from public;
grant execute on function find_key(text) to llm_memory_app;
