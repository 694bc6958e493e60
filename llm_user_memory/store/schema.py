"""The tables of state.db, as a list of migrations. Data only; imports nothing."""

_TABLES = """
create table meta (key text primary key, value) without rowid;

create table versions (
    n integer primary key,
    created real not null,
    origin text not null,      -- 'user' or 'update'
    note text not null,        -- what made it: 'add', 'edit', 'learned', ...
    update_id integer references updates(id),
    restores integer references versions(n),
    text text not null,
    written integer not null default 0
);

create table updates (
    id integer primary key,
    thread_id text not null,
    model text not null,
    form text not null,
    started real not null,
    ended real,
    status text not null,      -- 'running', 'done', 'failed', 'given up' or 'stopped'
    failures integer not null, -- in a row, this one included
    error text not null default '',
    retry_at real,
    input_tokens integer,
    output_tokens integer
);
create index updates_by_thread on updates(thread_id, id);
create index updates_by_time on updates(started);
create index updates_by_status on updates(status, id);

create table edits (
    id integer primary key,
    update_id integer not null references updates(id),
    op text not null,
    section text not null,
    old text not null,
    new text not null,
    quote text not null,
    turn_id text not null,
    refusal text not null      -- '' when the edit was made
);
create index edits_by_update on edits(update_id);

create table turns (
    id text primary key,
    thread_id text not null,
    started real not null,
    ended real not null,
    typed integer,             -- how many characters at the end were typed; null: all of them
    outcome text not null,     -- 'pending', 'learned', 'skipped' or 'given up'
    reason text not null default '',
    update_id integer references updates(id)
) without rowid;
create index turns_pending on turns(thread_id) where outcome = 'pending';

create table counts (
    outcome text not null,
    reason text not null,
    turns integer not null,
    primary key (outcome, reason)
) without rowid;
create trigger turns_added after insert on turns begin
    insert into counts values (new.outcome, new.reason, 1)
        on conflict do update set turns = turns + 1;
end;
create trigger turns_moved after update of outcome, reason on turns begin
    update counts set turns = turns - 1 where outcome = old.outcome and reason = old.reason;
    insert into counts values (new.outcome, new.reason, 1)
        on conflict do update set turns = turns + 1;
end;

create table chats (
    id integer primary key,
    started real not null,
    ended real,
    thread_id text
);
create index chats_by_thread on chats(thread_id);

create table pauses (
    id integer primary key,
    started real not null,
    until real,
    ended real
);

create table forms (
    model text primary key,
    form text not null,        -- the form of request to ask in
    misses integer not null    -- answers in a row that were in no form
) without rowid;
"""

_FORGOTTEN_WAITING_REVIEWED = """
create table forgotten (
    fingerprint blob not null,
    fact blob not null,        -- the fingerprint of the fact with which it was forgotten
    words integer not null,    -- of a fact: how many it says something with; else 0
    at real not null,
    primary key (fingerprint, fact)
) without rowid;
create index forgotten_by_fact on forgotten(fact);

create table waiting (         -- edits that only the user can decide
    edit_id integer primary key references edits(id),
    settled text               -- 'taken', 'dropped' or 'declined'; null: not yet
);
create index waiting_unsettled on waiting(edit_id) where settled is null;

create table reviewed (        -- facts that the user was asked about, and kept
    fact blob primary key,     -- fingerprint
    at real not null
) without rowid;
"""

_ALLOWED = """
create table allowed (         -- which projects may choose a profile, and which one
    path text primary key,
    name text not null,
    at real not null
) without rowid;
"""

_PAST = """
create table past (            -- turns learned from other than as they were said
    id text primary key,
    thread_id text not null,
    source text not null,      -- 'logs', or the format of the file they are from
    started real not null,
    update_id integer not null references updates(id)
) without rowid;
create index past_by_thread on past(thread_id);
alter table updates add column source text not null default '';
"""

_SOURCES_NOTED = """
create table sources (         -- files and folders of Markdown that are searched
    path text primary key,
    added real not null
) without rowid;

create table noted (           -- what was added to the daily notes, for taking it back
    id integer primary key,
    day text not null,
    heading text not null,
    size integer not null,     -- of the entry, in bytes
    digest blob not null
);
"""

# Forms that were stored without a time count as so old that a better one is tried.
_FORMS_SINCE = """
alter table forms add column since real not null default 0;
"""

# Before this, each version stored its whole text, although most of it is that of the version
# before.
_PARTS = """
alter table versions rename to versions_with_text;

create table versions (
    n integer primary key,
    created real not null,
    origin text not null,      -- 'user' or 'update'
    note text not null,        -- what made it: 'add', 'edit', 'learned', ...
    update_id integer references updates(id),
    restores integer references versions(n),
    digest blob not null,      -- of the text, which is its parts in their order
    written integer not null default 0
);

create table parts (           -- of the texts, each part once
    id integer primary key,
    digest blob not null unique,
    size integer not null,     -- in bytes, before it was compressed
    content blob not null      -- see `profile.parts`: sqlar_uncompress(content, size)
);

create table version_parts (
    version integer not null references versions(n),
    place integer not null,    -- from 0
    part integer not null references parts(id),
    primary key (version, place)
) without rowid;
"""

MOVES_TEXTS = "m007_parts"
"""The migration after which `profile.texts.move` moves the texts of versions."""

_ARCHIVED = """
create table archived (        -- the facts of the profile's archive
    id integer primary key,
    fact text not null unique
);
create table archived_words (  -- the words by which they are found
    word text not null,
    id integer not null references archived(id),
    primary key (word, id)
) without rowid;
create index archived_words_by_id on archived_words(id);

create table brought (         -- facts that were imported, or that another machine saved
    fact blob primary key,     -- fingerprint
    at real not null
) without rowid;

create table restored (        -- facts that undo or restore brought back
    fact blob primary key,     -- fingerprint
    at real not null
) without rowid;

create table placed (          -- facts that the user typed, or moved to the archive or out of it
    fact blob primary key,     -- fingerprint
    at real not null
) without rowid;
"""

# The turns that were unmarked in the thread of an open chat counted as said in it.
_CHAT_TURNS = """
create table chat_turns (      -- the turns that the process of a chat session logged itself
    id text primary key,
    chat integer not null
) without rowid;
insert or ignore into chat_turns select t.id, c.id from turns t
    join chats c on c.thread_id = t.thread_id and c.started <= t.started
    and (c.ended is null or t.started <= c.ended);
"""

_PLACES = """
alter table turns add column place text not null default '';  -- where its model ran: 'here',
                           -- 'elsewhere' or 'unknown'; '' until a worker has looked
alter table turns add column withheld_from text;  -- the LLM_MEMORY_MODEL that may not be asked
alter table edits add column place text not null default '';  -- of the turn with its quote

create table local (           -- facts that stay on this machine, or did when they were last known
    fact blob primary key,     -- fingerprint
    at real not null
) without rowid;

create table told (            -- models of which nobody knows where they run, and what they heard
    fact blob not null,        -- fingerprint
    model text not null,
    primary key (fact, model)
) without rowid;
"""

_CLIENTS = """
create table clients (         -- programs that use the memory; of the default profile alone
    name text primary key,     -- as in `llm memory connect NAME`
    local integer not null,    -- whether the user said that its model runs on this machine
    connected real not null,
    settings text not null     -- JSON
) without rowid;

create table calls (           -- of tools, by clients, without what was found
    id integer primary key,
    at real not null,
    client text not null,
    tool text not null,
    outcome text not null
);
"""

_SESSIONS = """
create table sessions (        -- of other programs: where their transcripts are
    thread_id text primary key,
    client text not null,
    transcript text not null
) without rowid;
"""

_SOURCES_OF_PROGRAMS = """
alter table sources add column format text not null default '';  -- 'claude-code', ...: the
                           -- files are conversations of this program; '': they are Markdown
alter table sources add column reach text not null default '';  -- 'any': what was said there
                           -- may go to every model; '': as the rules of egress have it
"""

_SOURCES_ACCOUNTS = """
alter table sources add column account text not null default '';  -- the user's own, of an export
                           -- of several accounts; '': none was named
"""

_PROPOSALS = """
create table proposals (       -- edits that a client's model asked for with a tool
    edit_id integer primary key references edits(id),
    client text not null,
    quote text not null,       -- what the model says that the user said
    typed integer,             -- whether the user typed that to the client; null: nobody knows
    answer text not null       -- of the client's dialogue: 'accepted', 'declined' or ''
);
"""

_KEPT = """
create table kept (            -- turns of conversations that are nowhere else, without secrets
    number integer primary key,
    id text not null unique,
    thread_id text not null,
    started real not null,
    prompt text not null,
    response text not null,
    place text not null,       -- where the model ran: 'here', 'elsewhere' or 'unknown'
    revision integer not null  -- which change of this table wrote it
);
create index kept_by_thread on kept(thread_id);
create index kept_by_revision on kept(revision);
"""

_DIGESTS = """
alter table turns add column digest text not null default '';  -- of the prompt, where another
                           -- program has it and it waits: see `receipts.digest_of`
"""

_SEALS = """
insert or ignore into meta values ('marker_key', lower(hex(randomblob(16))));
insert or ignore into meta values ('sealed_since', (julianday('now') - 2440587.5) * 86400.0);
"""

_EDITS_BY_FACT = """
create index edits_by_new on edits(new);
create index edits_by_old on edits(old) where old != '';
"""

_NEEDS_USER = """
alter table updates add column needs_user integer not null default 0;  -- a failure that only the
                           -- user can end: a missing key, a profile that cannot be read
"""

_FORMERLY_LOCAL = """
create table formerly_local (  -- local facts that left the profile: see `formerly_local`
    fingerprint blob not null, -- of the fact, or of a quote of it
    fact blob not null,        -- fingerprint
    words integer not null,    -- the number of content words, 0 for a quote
    at real not null,          -- when the fact was marked
    primary key (fingerprint, fact)
) without rowid;
"""

_LIFTED = """
create table lifted (          -- what was forgotten until a version had the fact again
    version integer not null,
    fingerprint blob not null,
    fact blob not null,
    words integer not null,
    primary key (version, fingerprint, fact)
) without rowid;
"""

_PAST_PLACES = """
alter table past add column place text not null default '';  -- where its model ran; '' if unknown,
                           -- and of what another program exported
"""

_PASTED_LINES = """
alter table chat_turns add column pasted integer not null default 0;  -- whether it may be one of
                           -- several lines that were pasted: see `inject.chats`
"""

_GIVEN_PROMPTS = """
alter table turns add column is_given integer not null default 0;  -- whether another program may
                           -- have been started with its prompt: then nobody typed it there
"""

_STAYS = """
alter table turns add column stays integer not null default 0;  -- whether the user typed the mark
                           -- ` #local` in it
"""

_REFUSED_SENTENCES = """
create table refused_sentences (   -- what callers passed while nothing might be learned
    name text primary key,         -- a hash of the sentence, and when or how often it was said
    reason text not null
) without rowid;
"""

_TYPED_AHEAD = """
alter table chat_turns add column since real;  -- when it may have been typed at the earliest, if
                           -- that was while the model still answered; else null
"""

_MARKED_TURNS = """
create table marked_turns (        -- turns of callers, and of other programs, with the mark #local
    turn blob primary key          -- whose facts were marked: a keyed hash of the turn's id
) without rowid;
"""

# The record of applied migrations, in the format of sqlite-utils, which earlier versions used. It
# is not imported, because importing it takes longer than all migrations.
APPLIED = """
CREATE TABLE IF NOT EXISTS "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
CREATE UNIQUE INDEX IF NOT EXISTS "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
"""

# Append-only, because existing databases have applied them. Each name says what it adds.
MIGRATIONS = {
    "m001_versions_updates_turns_consent": _TABLES,
    "m002_forgotten_waiting_reviewed": _FORGOTTEN_WAITING_REVIEWED,
    "m003_allowed": _ALLOWED,
    "m004_past": _PAST,
    "m005_sources_noted": _SOURCES_NOTED,
    "m006_forms_since": _FORMS_SINCE,
    MOVES_TEXTS: _PARTS,
    "m008_versions_with_text_dropped": "drop table versions_with_text;",
    "m009_archived": _ARCHIVED,
    "m010_chat_turns": _CHAT_TURNS,
    "m011_places": _PLACES,
    "m012_clients_calls": _CLIENTS,
    "m013_sessions": _SESSIONS,
    "m014_sources_of_programs": _SOURCES_OF_PROGRAMS,
    "m015_proposals": _PROPOSALS,
    "m016_kept": _KEPT,
    "m017_digests": _DIGESTS,
    "m018_seals": _SEALS,
    "m019_edits_by_fact": _EDITS_BY_FACT,
    "m020_needs_user": _NEEDS_USER,
    "m021_formerly_local": _FORMERLY_LOCAL,
    "m022_lifted": _LIFTED,
    "m023_past_places": _PAST_PLACES,
    "m024_pasted_lines": _PASTED_LINES,
    "m025_sources_accounts": _SOURCES_ACCOUNTS,
    "m026_given_prompts": _GIVEN_PROMPTS,
    "m027_stays": _STAYS,
    "m028_refused_sentences": _REFUSED_SENTENCES,
    "m029_typed_ahead": _TYPED_AHEAD,
    "m030_marked_turns": _MARKED_TURNS,
}

VERSION = len(MIGRATIONS)
