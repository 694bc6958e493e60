-- One entry for each day of a user's calendar.

create table diary (
    user_id text not null default current_setting('llm_memory.user_id', true),
    day date not null,
    text text not null,
    metadata jsonb not null,
    created_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    primary key (user_id, day),
    foreign key (user_id) references users on delete cascade
);

alter table diary enable row level security, force row level security;
create policy own on diary using (user_id = current_setting('llm_memory.user_id', true))
    with check (user_id = current_setting('llm_memory.user_id', true));
grant select, insert, update, delete on diary to llm_memory_app;
