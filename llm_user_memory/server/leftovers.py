"""What is left of something that was deleted: texts that still say it, and rows, which is an error.

The texts are those that people wrote, and facts that rest on other words. They are deleted only by
requests of their own, so the answer to a deletion names them.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from psycopg import sql

from ..text import fingerprints
from ..text.fingerprints import Forgotten
from ..text.words import content_words, sentences, stem
from . import text_matches
from .schemas import Deleted

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# Of each table, so many of what still says it are named.
_MOST_LEFT = 100

# Of messages that are deleted, so many sentences are looked for, of at most so many characters:
# each takes a look through all texts of the user.
_MOST_SENTENCES = 20
_LONGEST_SENTENCE = 300

_TEXTS = {
    "messages": "select id, content as text, seq as place from messages",
    "facts": (
        "select fact_id as id, concat_ws(E'\\n', text, quote) as text, n as place from events"
    ),
    "summaries": (
        "select session_id as id, summary as text, last_at as place from sessions "
        "where summary is not null"
    ),
    "knowledge": (
        "select id, concat_ws(E'\\n', title, text) as text, created_at as place from knowledge"
    ),
    "diary": "select day::text as id, text, day as place from diary",
}

_NOTHING_FORGOTTEN = Forgotten()


class Said(NamedTuple):
    """The words of what is deleted: of facts, and what else is looked for."""

    facts: Collection[str] = ()
    others: Collection[str] = ()


def said_by(db: "Connection[DictRow]", numbers: Sequence[int]) -> Said:
    """Return what messages say: the facts that rest on them, their quotes, and their sentences."""
    given = [list(numbers)]
    rows = db.execute(
        "select distinct op, text, quote from events where message_seq = any(%s)", given
    ).fetchall()
    contents = db.execute(
        "select content from messages where seq = any(%s) order by typed desc, seq limit %s",
        (*given, _MOST_SENTENCES),
    ).fetchall()
    said = (
        each for row in contents for each in sentences(row["content"][: _LONGEST_SENTENCE * 10])
    )
    telling = [s for s in said if len(s) <= _LONGEST_SENTENCE and len(set(content_words(s))) > 1]
    quotes = [row["quote"] for row in rows if row["quote"]]
    facts = {row["text"] for row in rows if row["op"] != "end"}  # which says that it is not so
    return Said(facts, [*quotes, *telling[:_MOST_SENTENCES]])


def report(
    db: "Connection[DictRow]",
    deleted: dict[str, int],
    said: Said,
    forgotten: Forgotten = _NOTHING_FORGOTTEN,
    rows: Sequence[str] = (),
) -> Deleted:
    """Return what was deleted, and what still says it, the newest first.

    A fact is named, too, if it tells of the same: it has a name that a deleted fact has, or all of
    its words but the first. `rows` names tables that still have something of it.
    """
    left = {
        table: all_saying(db, table, [*sorted(said.facts), *said.others], forgotten, _MOST_LEFT)
        for table in _TEXTS
    }
    left["facts"] = [*dict.fromkeys([*left["facts"], *_telling(db, said.facts)])]
    told = {table: ids[:_MOST_LEFT] for table, ids in left.items()}
    return Deleted.model_validate({
        "deleted": deleted,
        "left": told.pop("messages"),
        "left_rows": rows,
        **{f"left_{table}": ids for table, ids in told.items()},
    })  # fmt: skip


def says(
    text: str,
    wanted: Iterable[str],
    forgotten: Forgotten = _NOTHING_FORGOTTEN,
    cut: Callable[[str], str] = str,
) -> bool:
    """Tell whether a text has all words of one of these, or says what was forgotten.

    `cut` leaves of it what may say that.
    """
    words, roots = fingerprints.meaning(text), fingerprints.roots(text)
    has_all = any(
        fingerprints.meaning(each)
        and (fingerprints.meaning(each) <= words or fingerprints.roots(each) <= roots)
        for each in wanted
    )
    return has_all or fingerprints.says(forgotten, cut(text))


def rows_of(db: "Connection[DictRow]", numbers: Sequence[int]) -> list[str]:
    """Return the tables that still have something of these messages, which were deleted."""
    found = []
    for name in ("messages", *_tables_with(db, "message_seq")):
        column = sql.Identifier("seq" if name == "messages" else "message_seq")
        query = sql.SQL("select 1 from {} where {} = any(%s) limit 1")
        if db.execute(query.format(sql.Identifier(name), column), [list(numbers)]).fetchone():
            found.append(name)
    return found


def rows(db: "Connection[DictRow]") -> dict[str, int]:
    """Return how many rows of the named user each table has, without those that have none.

    The tables are those of the database, and not a list that a new one could miss.
    """
    found = {}
    for name in _tables_with(db, "user_id"):
        query = sql.SQL("select count(*) as n from {}").format(sql.Identifier(name))
        row = db.execute(query).fetchone()
        if row and row["n"]:
            found[name] = row["n"]
    return found


def _tables_with(db: "Connection[DictRow]", column: str) -> list[str]:
    """The tables that have a column, and that the application may read."""
    rows = db.execute(
        "select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid "
        "where c.relnamespace = 'llm_memory'::regnamespace and c.relkind in ('r', 'p') "
        "and a.attname = %s and has_table_privilege(c.oid, 'select') order by 1",
        [column],
    ).fetchall()
    return [row["name"] for row in rows]


def all_saying(
    db: "Connection[DictRow]",
    table: str,
    wanted: Sequence[str],
    forgotten: Forgotten,
    most: int | None = None,
) -> list[str]:
    """Return the ids of the texts of a table that say something wanted, the newest first."""
    found: dict[str, None] = {}
    cut = text_matches.cutting_to(wanted)
    for row in text_matches.rows(db, _TEXTS[table], wanted, newest_first=True):
        if row["id"] not in found and says(row["text"], wanted, forgotten, cut):
            found[row["id"]] = None
            if len(found) == most:
                break
    return list(found)


def _telling(db: "Connection[DictRow]", facts: Iterable[str]) -> list[str]:
    """The facts that tell of the same as these."""
    groups = [group for fact in facts for group in _subjects(fact)]
    begins = sorted({f"%{_escaped(word[:5])}%" for group in groups for word in group})
    if not begins:
        return []
    rows = db.execute(
        f"select id, text from ({_TEXTS['facts']}) as texts where lower(text) like any(%s) "
        "order by place desc limit 2000",
        [begins],
    ).fetchall()
    words = [(row["id"], {stem(word) for word in content_words(row["text"])}) for row in rows]
    return [fact_id for fact_id, had in words if any(group <= had for group in groups)]


def _subjects(fact: str) -> list[frozenset[str]]:
    """What a fact tells of, as stems: each of its names; without one, all words but the first."""
    after = [word for word in fact.split()[1:] if word[:1].isupper()]
    if names := [stem(word) for word in content_words(" ".join(after))]:
        return [frozenset([name]) for name in names]
    rest = frozenset(stem(word) for word in content_words(fact)[1:])
    return [rest] if rest else []


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
