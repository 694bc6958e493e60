"""What is known beside messages: facts, summaries, knowledge, the diary; found by their words.

There are few of them compared with messages, and nothing is stored to search them: they are read,
and scored. What is deleted is therefore never found.
"""

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timezone, tzinfo
from typing import TYPE_CHECKING, Any, NamedTuple

from ..recall import keywords
from ..recall.hits import Hit
from ..recall.index import bag_of_words
from ..recall.index.chunks import indexed, pieces
from ..text.words import content_words, fold, stem
from .asking import Asker
from .finding import Where, local
from .withheld import Withheld

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# Each gives rows with id, text and at, and of which session and channel it is, null for none. A
# kind that is added here is searched, and asked about.
_SOURCES = {
    "fact": (
        "select id, text, said_at as at, null as session, null as channel from facts "
        "where state <> 'ended'"
    ),
    "summary": (
        "select session_id as id, summary as text, last_at as at, session_id as session, channel "
        "from sessions where summary is not null"
    ),
    "knowledge": (
        "select id, concat_ws(E'\\n', nullif(title, ''), text) as text, changed_at as at, "
        "null as session, channel from knowledge"
    ),
    "diary": (
        "select day::text as id, text, day::timestamp at time zone 'utc' as at, "
        "null as session, null as channel from diary"
    ),
}

# Of each kind, so many are read, the newest ones, and so many bytes. If there are more bytes, what
# has more words of the question, or their beginnings, is read first, and what has none is not.
_MOST = 5_000
_MUCH = 1_000_000

# Letters of a word's stem by which texts are chosen to be read.
_BEGINNING = 4

# The least share of the question's words, by weight, that a record has.
_MIN_SHARE = 0.15


# The values of the queries below, of which each has one of the last two. They are numbered, as
# psycopg parses such a long query again in each search if its values have names.
_SINCE, _UNTIL, _FIRST, _LAST, _SESSIONS, _CHANNELS, _WITHOUT, _BEGINS = (
    f"${number}" for number in range(1, 9)
)
_LIMIT = _BEGINS


def _within(kind: str) -> str:
    """The query for all of a kind that meets the conditions."""
    since, until = (_FIRST, _LAST) if kind == "diary" else (_SINCE, _UNTIL)
    return (
        f"select * from ({_SOURCES[kind]}) as texts "
        f"where ({since}::timestamptz is null or at >= {since}) "
        f"and ({until}::timestamptz is null or at < {until}) "
        f"and ({_SESSIONS}::text[] is null or session = any({_SESSIONS})) "
        f"and ({_CHANNELS}::text[] is null or channel = any({_CHANNELS})) "
        f"and ({_WITHOUT}::text is null or session is distinct from {_WITHOUT})"
    )


def _few(kind: str) -> str:
    """The query for as much of a kind within a span as is read."""
    size = f"(select size from sizes where kind = '{kind}')"
    return (
        "select id, text, at from ("
        "select id, text, at, words, "
        "sum(octet_length(text)) over (order by words desc, at desc, id) as read "
        f"from ({_within(kind)}) as within "
        "cross join lateral (select lower(text) as folded offset 0) as once "
        f"cross join lateral (select case when {size} > {_MUCH} then "
        f"(select count(*) from unnest({_BEGINS}::text[]) as begin where folded like begin) "
        "end as words) as counted "
        f"where words is null or words > 0) as ordered where read <= {_MUCH}"
    )


def _newest(kinds: Iterable[str], chosen: Callable[[str], str], most: str) -> str:
    """The query for the newest of the chosen records of each kind, in the order of the kinds."""
    return " union all ".join(
        f"(select '{kind}' as kind, {place} as place, id, text, at "
        f"from ({chosen(kind)}) as chosen order by at desc limit {most})"
        for place, kind in enumerate(kinds)
    )


_SIZES = " union all ".join(
    f"select '{kind}' as kind, count(*) as number, coalesce(sum(octet_length(text)), 0) as size "
    f"from ({_within(kind)}) as counted"
    for kind in _SOURCES
)

# One statement each, as all kinds are asked for in every search.
_BEARING = (
    f"with sizes as materialized ({_SIZES}) "
    "select kind, id, text, at, (select sum(number)::bigint from sizes) as number "
    f"from ({_newest(_SOURCES, _few, str(_MOST))}) as found order by place, at desc"
)
_LATEST = (
    "select kind, id, text, at from "
    f"({_newest([kind for kind in _SOURCES if kind != 'fact'], _within, _LIMIT)}) as found "
    "order by at desc, place"
)


class Record(NamedTuple):
    """Something that is known: its kind, its id, its text, and of when it is.

    `share` is how much of the question, by weight, it has: 0 to 1.
    """

    kind: str
    id: str
    text: str
    at: datetime
    share: float = 0.0

    def hit(self, zone: tzinfo) -> Hit:
        """Return it as what an answer may cite."""
        return Hit(
            passage=0,
            kind=self.kind,
            document=self.id,
            part=self.id,
            heading="",
            role=self.kind,
            text=self.text,
            said_at=local(self.at, zone),
            model="",
            shareable=True,
            ordinal=0,
        )


def find(
    db: "Connection[DictRow]",
    asker: Asker | None,
    question: str,
    limit: int,
    where: Where,
) -> list[Record]:
    """Return the records that bear on a question, the best first; roles are not looked at.

    Only summaries are of a session, and only they and knowledge of a channel. What says something
    that the user forgot is left out.
    """
    asked = [word for word in keywords.parsed(question).words if content_words(word)]
    if asker is None or not asked:
        return []
    letters = asker.letters
    total, records = _load(db, asked, where)
    bags = ["".join(letters(indexed(each.text))) for each in records]
    had = [set(bag) for bag in bags]
    of_word = {word: letters(word) for word in asked}
    counts = {
        word: sum(not letters_had.isdisjoint(wanted) for letters_had in had)
        for word, wanted in of_word.items()
    }
    shares = keywords.matches({}, counts, dict.fromkeys(asked, 1.0), max(total, len(records), 1))
    weights = bag_of_words.weights(shares.shares, letters)
    scores = bag_of_words.bm25_scores(bags, weights)
    having = (n for n, score in enumerate(scores) if score)
    order = sorted(having, key=lambda n: (-scores[n], -records[n].at.timestamp()))
    best = math.fsum(weights.values()) or 1.0
    found: dict[tuple[str, str], Record] = {}
    for n in order:
        share = math.fsum(weights[letter] for letter in weights.keys() & had[n]) / best
        each = records[n]
        if share < _MIN_SHARE or _is_hidden(asker.withheld, each.kind, each.text):
            continue
        found.setdefault((each.kind, each.id), each._replace(share=share))
        if len(found) == limit:
            break
    return list(found.values())


def latest(
    db: "Connection[DictRow]",
    asker: Asker | None,
    limit: int,
    where: Where,
) -> list[Record]:
    """Return the newest summaries, knowledge and days of the diary, whatever they are about.

    What says something that the user forgot is left out.
    """
    if asker is None:
        return []
    found = [Record(*row) for row in _rows(db, _LATEST, where, limit)]
    begun = [each._replace(text=next((t for _, t in pieces(each.text)), "")) for each in found]
    kept = [e for e in begun if e.text and not asker.withheld.hides(e.text)]
    return kept[:limit]


def active(asker: Asker | None) -> list[Record]:
    """Return the facts of the profile, without its archive."""
    return [Record("fact", *fact, 1.0) for fact in (asker.facts if asker else ())]


def are_there(
    db: "Connection[DictRow]", forgotten: Withheld, kind: str, hits: Collection[Hit]
) -> bool:
    """Tell whether records of a kind still say what these hits of them do, and may be told."""
    ids = {hit.part for hit in hits}
    rows = db.execute(
        f"select id, text from ({_SOURCES[kind]}) as texts where id = any(%s)", [list(ids)]
    ).fetchall()
    texts = {row["id"]: row["text"] for row in rows}
    return all(
        hit.text in texts.get(hit.part, "") and not _is_hidden(forgotten, kind, hit.text)
        for hit in hits
    )


def _is_hidden(forgotten: Withheld, kind: str, text: str) -> bool:
    """Whether a record says what was forgotten, and is no fact that holds, which is in use."""
    return kind != "fact" and forgotten.hides(text)


def _load(
    db: "Connection[DictRow]", asked: Sequence[str], where: Where
) -> tuple[int, list[Record]]:
    """How many records there are, and those that may bear on the question, long ones in parts."""
    stems = {stem(fold(word)) for word in asked}
    begins = sorted({f"%{each}%" for whole in stems for each in (whole, whole[:_BEGINNING])})
    rows = _rows(db, _BEARING, where, begins)
    found = [
        Record(kind, each, piece, at)
        for kind, each, text, at, _number in rows
        for _start, piece in pieces(text)
    ]
    return rows[0][-1] if rows else 0, found


def _rows(
    db: "Connection[DictRow]", query: str, where: Where, more: object
) -> list[tuple[Any, ...]]:
    """The rows of a query with the conditions, and one more value."""
    from psycopg import RawCursor
    from psycopg.rows import tuple_row

    values = (
        where.since,
        where.until,
        *_of_calendar(where.since, where.until),
        list(where.sessions) or None,
        list(where.channels) or None,
        where.without or None,
        more,
    )
    with RawCursor(db, row_factory=tuple_row) as cursor:
        found: list[tuple[Any, ...]] = cursor.execute(query, values).fetchall()
    return found


def _of_calendar(
    since: datetime | None, until: datetime | None
) -> tuple[datetime | None, datetime | None]:
    """The span for days of a calendar, which begin where the user is, as midnights of UTC.

    A day is in it of which a part is.
    """
    first = since and since.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=timezone.utc)
    return first, until and until.replace(tzinfo=timezone.utc)
