"""What is known beside messages: facts, summaries, knowledge, the diary; found by their words.

There are few of them compared with messages, and nothing is stored to search them: they are read,
and scored. What is deleted is therefore never found.
"""

import math
from collections.abc import Collection, Sequence
from datetime import datetime, timezone, tzinfo
from typing import TYPE_CHECKING, Any, NamedTuple

from ..recall import keywords
from ..recall.index import bag_of_words
from ..recall.index.chunks import indexed, pieces
from ..recall.search import Hit
from ..text import fingerprints
from ..text.words import content_words, fold, stem
from . import known, passages
from .finding import local

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# Each gives rows with id, text and at. A kind that is added here is searched, and asked about.
_SOURCES = {
    "fact": "select id, text, said_at as at from facts where state <> 'ended'",
    "summary": (
        "select session_id as id, summary as text, last_at as at from sessions "
        "where summary is not null"
    ),
    "knowledge": (
        "select id, concat_ws(E'\\n', nullif(title, ''), text) as text, changed_at as at "
        "from knowledge"
    ),
    "diary": "select day::text as id, text, day::timestamp at time zone 'utc' as at from diary",
}

# Of each kind, so many are read, the newest ones; of more bytes than this, only what has the
# beginning of a word of the question.
_MOST = 5_000
_MUCH = 1_000_000

# Letters of a word's stem by which texts are chosen to be read.
_BEGINNING = 4

# The least share of the question's words, by weight, that a record has.
_MIN_SHARE = 0.15


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
    question: str,
    limit: int,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[Record]:
    """Return the records that bear on a question, the best first.

    What says something that the user forgot is left out.
    """
    letters = passages.letters_of_user(db)
    asked = [word for word in keywords.parsed(question).words if content_words(word)]
    if letters is None or not asked:
        return []
    total, records = _load(db, asked, since, until)
    bags = ["".join(letters(indexed(each.text))) for each in records]
    had = [set(bag) for bag in bags]
    counts = {
        word: sum(not letters_had.isdisjoint(letters(word)) for letters_had in had)
        for word in asked
    }
    shares = keywords.matches({}, counts, dict.fromkeys(asked, 1.0), max(total, len(records), 1))
    weights = bag_of_words.weights(shares.shares, letters)
    words = [bag_of_words.count_words(bag, weights) for bag in bags]
    scores = bag_of_words.bm25_scores([[each] for each in words], weights)
    order = sorted(range(len(records)), key=lambda n: (-scores[n], -records[n].at.timestamp()))
    best = math.fsum(weights.values()) or 1.0
    forgotten = known.load_forgotten(db)
    found: dict[tuple[str, str], Record] = {}
    for n in order:
        share = math.fsum(weights[letter] for letter in words[n].times) / best
        each = records[n]._replace(share=share)
        if share < _MIN_SHARE or fingerprints.says(forgotten, each.text):
            continue
        found.setdefault((each.kind, each.id), each)
        if len(found) == limit:
            break
    return list(found.values())


def latest(
    db: "Connection[DictRow]",
    limit: int,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[Record]:
    """Return the newest summaries, knowledge and days of the diary, whatever they are about.

    What says something that the user forgot is left out.
    """
    forgotten = known.load_forgotten(db)
    found = []
    for kind in _SOURCES:
        if kind != "fact":
            query, given = _within(kind, since, until)
            rows = db.execute(f"{query} order by at desc limit {limit:d}", given).fetchall()
            found += [Record(kind, row["id"], row["text"], row["at"]) for row in rows]
    found.sort(key=lambda record: record.at, reverse=True)
    begun = [each._replace(text=next((t for _, t in pieces(each.text)), "")) for each in found]
    kept = [e for e in begun if e.text and not fingerprints.says(forgotten, e.text)]
    return kept[:limit]


def active(db: "Connection[DictRow]") -> list[Record]:
    """Return the facts of the profile, without its archive."""
    rows = db.execute(
        "select id, text, said_at as at from facts where state = 'active' order by place"
    ).fetchall()
    return [Record("fact", row["id"], row["text"], row["at"], 1.0) for row in rows]


def are_there(db: "Connection[DictRow]", kind: str, ids: Collection[str]) -> bool:
    """Tell whether there still are records of a kind with these ids."""
    rows = db.execute(
        f"select id from ({_SOURCES[kind]}) as texts where id = any(%s)", [list(ids)]
    ).fetchall()
    return {row["id"] for row in rows} == set(ids)


def _load(
    db: "Connection[DictRow]",
    asked: Sequence[str],
    since: datetime | None,
    until: datetime | None,
) -> tuple[int, list[Record]]:
    """How many records there are, and those that may bear on the question, long ones in parts."""
    begins = sorted({f"%{stem(fold(word))[:_BEGINNING]}%" for word in asked})
    number, found = 0, list[Record]()
    for kind in _SOURCES:
        all_of_it, given = _within(kind, since, until)
        given["begins"] = begins
        size = db.execute(
            f"select count(*) as n, coalesce(sum(octet_length(text)), 0) as size "
            f"from ({all_of_it}) as chosen",
            given,
        ).fetchone()
        number += size["n"] if size else 0
        many = "and lower(text) like any(%(begins)s)" if size and size["size"] > _MUCH else ""
        rows: list[Any] = db.execute(
            f"{all_of_it} {many} order by at desc limit {_MOST}", given
        ).fetchall()
        found += [
            Record(kind, row["id"], text, row["at"])
            for row in rows
            for _start, text in pieces(row["text"])
        ]
    return number, found


def _within(
    kind: str, since: datetime | None, until: datetime | None
) -> tuple[str, dict[str, Any]]:
    """The query for all of a kind within a span, and its values."""
    first, last = _of_calendar(since, until) if kind == "diary" else (since, until)
    query = (
        f"select * from ({_SOURCES[kind]}) as texts where (%(since)s::timestamptz is null "
        "or at >= %(since)s) and (%(until)s::timestamptz is null or at < %(until)s)"
    )
    return query, {"since": first, "until": last}


def _of_calendar(
    since: datetime | None, until: datetime | None
) -> tuple[datetime | None, datetime | None]:
    """The span for days of a calendar, which begin where the user is, as midnights of UTC.

    A day is in it of which a part is.
    """
    first = since and since.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=timezone.utc)
    return first, until and until.replace(tzinfo=timezone.utc)
