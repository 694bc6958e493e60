"""Divides messages into passages, which are searched, and gives each word its character.

A passage is a part of a message and says where it stands; its text stays in the message. It is made
in the transaction that adds the message, and goes with it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..recall.index import bag_of_words, stems
from ..recall.index.chunks import indexed, pieces
from . import database, embeddings
from .calls import Context

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

SIMPLE = "simple"
"""The language of a user who named none: words are stemmed as on the command line."""

_BATCH = 1_000
_MOST_CACHED = 100_000

_INSERT = """
insert into passages (message_seq, session_id, place, start, length, role, said_at, letters)
select message_seq, session_id, place, start, length, role, said_at, letters
from unnest(%s::bigint[], %s::text[], %s::int[], %s::int[], %s::int[], %s::text[],
        %s::timestamptz[], %s::text[])
    with ordinality as given (
        message_seq, session_id, place, start, length, role, said_at, letters, number)
order by number
returning n
"""

_LAST = """
select s as session_id,
    (select place from passages p where p.session_id = s order by place desc limit 1) as place
from unnest(%s::text[]) s
"""

_MISSING = """
select m.seq, m.session_id, m.role, m.content, m.said_at from messages m
where m.seq > %s and not exists (select from passages p where p.message_seq = m.seq)
order by m.seq limit %s
"""

# The character of each word, by language.
_letters: dict[str, dict[str, str]] = {}

Letters = Callable[[str], list[str]]


def share_user(db: "Connection[DictRow]") -> str | None:
    """Hold the named user's row together with others who add; returns the language.

    None if the next search makes the passages of all messages. As long as it is held, nobody holds
    the row exclusively, so that no deletion and no change of the language is half done.
    """
    row = db.execute("select language::text, indexed from users for share").fetchone()
    return str(row["language"]) if row and row["indexed"] else None


def add(
    db: "Connection[DictRow]", messages: Sequence[Mapping[str, Any]], language: str
) -> int | None:
    """Make the passages of messages that were just added, in their order.

    Returns the number of the first, None if there are none.

    The rows have `seq`, `session_id`, `role`, `content` and `said_at`. Whoever calls this holds the
    rows of their sessions, so that the places in a session are counted by one at a time.
    """
    return _make(db, messages, letters_in(db, language))


def catch_up(db: "Connection[DictRow]", language: str) -> None:
    """Make the passages of the named user's messages that have none."""
    database.hold_user(db)
    _catch_up(db, letters_in(db, language))


class Indexer:
    """Makes the passages of users who wait for that, by their ids, over and over."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._user = ""

    def work_once(self) -> bool:
        """Make those of the user whose turn it is; return whether there was one.

        Raises what psycopg does; the next call goes on with the next user.
        """
        with self._context.pool.connection() as db:
            row = db.execute("select next_to_index(%s) as id", [self._user]).fetchone()
        is_around, self._user = bool(self._user), (row and row["id"]) or ""
        if not self._user:
            return is_around
        with database.transaction(self._context.pool, self._user) as db:
            database.hold_user(db)
            waiting = db.execute("select language::text from users where not indexed").fetchone()
            if waiting:
                _catch_up(db, letters_in(db, waiting["language"]))
        return True


def set_language(db: "Connection[DictRow]", language: str) -> bool:
    """Set the language of the named user, who is held; returns whether there is such a language.

    The passages are made again in the background, or by the next search: once for many changes.
    """
    known = db.execute(
        "select 1 from pg_ts_config c where c.cfgname = %s and pg_ts_config_is_visible(c.oid)",
        [language],
    ).fetchone()
    if known is None:
        return False
    changed = db.execute(
        "update users set language = %(language)s::text::regconfig, indexed = false "
        "where language::text <> %(language)s",
        {"language": language},
    ).rowcount
    if changed:
        db.execute("delete from passages")
    return True


def letters_in(db: "Connection[DictRow]", language: str) -> Letters:
    """Return the function that gives the character of each word of a text in a language."""
    dictionary = f"{language}_stem"
    if language not in _letters:
        known = db.execute(
            "select 1 from pg_ts_dict where dictname = %s and pg_ts_dict_is_visible(oid)",
            [dictionary],
        ).fetchone() if language != SIMPLE else None  # fmt: skip
        if known is None:
            return bag_of_words.letters
    cache = _letters.setdefault(language, {})

    def stems_of(words: Collection[str]) -> dict[str, str]:
        rows = db.execute(
            "select word, (ts_lexize(%s::text::regdictionary, word))[1] as stem "
            "from unnest(%s::text[]) word",
            (dictionary, list(words)),
        ).fetchall()
        # Of a word that is too common to be indexed there is no stem.
        return {row["word"]: row["stem"] or row["word"] for row in rows}

    def letters(text: str) -> list[str]:
        return bag_of_words.letters_of(stems.words(text.lower()), stems_of, cache, _MOST_CACHED)

    return letters


def _catch_up(db: "Connection[DictRow]", letters: Letters) -> None:
    """Make the passages of all messages that have none. Call it with the user held."""
    last, first = 0, None
    while rows := db.execute(_MISSING, (last, _BATCH)).fetchall():
        made = _make(db, rows, letters)
        first = made if first is None else first
        last = rows[-1]["seq"]
    db.execute("update users set indexed = true")
    if last:
        embeddings.enqueue(db, first)


def _make(
    db: "Connection[DictRow]", messages: Sequence[Mapping[str, Any]], letters: Letters
) -> int | None:
    """Make the passages of messages; returns the number of the first, None if there are none."""
    names = sorted({each["session_id"] for each in messages})
    after = {
        row["session_id"]: -1 if row["place"] is None else row["place"]
        for row in db.execute(_LAST, [names]).fetchall()
    }
    rows = []
    for each in messages:
        session = each["session_id"]
        for start, text in pieces(each["content"]):
            after[session] += 1
            rows.append((
                each["seq"], session, after[session], start, len(text), each["role"],
                each["said_at"], "".join(letters(indexed(text))),
            ))  # fmt: skip
    if not rows:
        return None
    made = db.execute(_INSERT, [list(column) for column in zip(*rows, strict=True)]).fetchall()
    first: int = min(row["n"] for row in made)
    return first
