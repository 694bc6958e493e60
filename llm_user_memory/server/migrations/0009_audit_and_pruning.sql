-- The audit trail names users by keyed hashes, and what is kept for a time alone is pruned.

-- The key of the hashes. Only the owner's functions read it; whoever has the trail without it cannot
-- try ids.
create table audit_secret (secret bytea not null);
insert into audit_secret
    select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

-- Empty for what is about no user, such as a key for all.
alter table audit alter subject drop not null;
update audit set subject = sha256((select secret from audit_secret) || subject);

create function subject_of(wanted text) returns bytea
language sql stable security definer set search_path = llm_memory, pg_temp as $$
    select sha256(secret || sha256(convert_to(wanted, 'utf8'))) from audit_secret
$$;
revoke all on function subject_of(text) from public;

-- The application notes what was done to the user whom the transaction named.
create function note_change(by_key text, done text, how_many bigint) returns void
language sql volatile security definer set search_path = llm_memory, pg_temp as $$
    insert into audit (key_id, subject, action, number)
    values (by_key, subject_of(current_setting('llm_memory.user_id')), done, how_many)
$$;
revoke all on function note_change(text, text, bigint) from public;
grant execute on function note_change(text, text, bigint) to llm_memory_app;
revoke insert on audit from llm_memory_app;

-- Answers to idempotency keys go after a day, also of users who write no more; what is noted, after
-- so many days, if there is a limit. Through this policy the owner sees no younger answer.
create policy prune on idempotency to llm_memory_owner using (at < now() - interval '1 day');

create function prune(audit_days int) returns void
language sql volatile security definer set search_path = llm_memory, pg_temp as $$
    delete from idempotency where at < now() - interval '1 day';
    delete from audit where audit_days > 0 and at < now() - make_interval(days => audit_days)
$$;
revoke all on function prune(int) from public;
grant execute on function prune(int) to llm_memory_app;
