-- What the program's maker or the user states to be known. Nothing is learned from it, and nothing
-- that is learned changes it.

create table knowledge (
    user_id text not null default current_setting('llm_memory.user_id', true),
    id text not null check (length(id) between 1 and 200),
    title text not null,
    text text not null,
    channel text not null,
    tags text[] not null,
    created_at timestamptz not null default clock_timestamp(),
    changed_at timestamptz not null default clock_timestamp(),
    primary key (user_id, id),
    foreign key (user_id) references users on delete cascade
);
create index on knowledge (user_id, created_at, id);

alter table knowledge enable row level security, force row level security;
create policy own on knowledge using (user_id = current_setting('llm_memory.user_id', true))
    with check (user_id = current_setting('llm_memory.user_id', true));
grant select, insert, update, delete on knowledge to llm_memory_app;
