"""Finding passages of the named user by words and by meaning, ranked as on the command line.

Every word counts; how much, PostgreSQL tells by looking through the user's passages, and again for
the best of those with the rarer words. These and the ones around them are ranked by
`recall.ranking`.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Any, NamedTuple

from ..recall import candidates, dates, keywords, persons
from ..recall.candidates import Details
from ..recall.index.db import LOGS
from ..recall.keywords import Keywords
from ..recall.ranking import CONTEXT_PASSAGES, Location
from ..recall.search import Hit, first_order, reranked
from ..text import fingerprints
from ..text.words import content_words
from . import known, passages
from .passages import Letters
from .sayings import Sayings, read

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

MOST = 100
"""Passages that a search finds at most."""

# Passages that are looked at: so many by words, and so many by meaning.
_CANDIDATES = 100

# Words of a question that are looked for, at most.
_MOST_WORDS = 40

# As BM25 has them in `bag_of_words`.
_K1, _B = 1.2, 0.75

# Those of other sessions at these places are left out below.
_AROUND = """
select n, session_id, place, role, said_at, length, letters from passages
where session_id = any(%s) and place = any(%s)
"""


class Where(NamedTuple):
    """What passages have to meet; what is None or empty does not count.

    `until` is excluded. `without` is a session to leave out, `newest` the number of the last
    passage that is looked at.
    """

    since: datetime | None = None
    until: datetime | None = None
    sessions: Sequence[str] = ()
    channels: Sequence[str] = ()
    roles: Sequence[str] = ()
    without: str = ""
    newest: int | None = None

    def sql(self) -> tuple[str, list[Any]]:
        """Return the conditions on the passage `p`, and their values."""
        tests: list[tuple[str, Any]] = [
            ("p.said_at >= %s", self.since),
            ("p.said_at < %s", self.until),
            ("p.session_id = any(%s)", list(self.sessions) or None),
            ("p.session_id in (select session_id from sessions where channel = any(%s))",
             list(self.channels) or None),
            ("p.role = any(%s)", list(self.roles) or None),
            ("p.session_id <> %s", self.without or None),
            ("p.n <= %s", self.newest),
        ]  # fmt: skip
        chosen = [(sql, value) for sql, value in tests if value is not None]
        return " and ".join(sql for sql, _ in chosen) or "true", [value for _, value in chosen]


class Question(NamedTuple):
    """What is searched for: a text, and the time zone in which it was asked.

    `vector` is its embedding by `model`, as PostgreSQL reads it; "" to find by words alone.
    """

    text: str
    zone: tzinfo
    vector: str = ""
    model: str = ""


class Passage(NamedTuple):
    """A passage that was found: `hit.document` is its session, `hit.part` its message.

    `hit.day` is the day in the zone of the question.
    """

    hit: Hit
    channel: str
    typed: bool
    said_at: datetime


def find(db: "Connection[DictRow]", question: Question, where: Where) -> list[Passage]:
    """Return the passages, the best first; at most `MOST`.

    What says something that the user forgot is left out.
    """
    letters = passages.letters_of_user(db)
    if letters is None:
        return []
    sayings = Sayings(db, letters)
    parsed, about = _asked(question.text, sayings)
    times = dates.times(question.text, datetime.now(question.zone).date())
    matches = _by_words(db, parsed, letters, where)
    near = _nearest(db, question, where) if question.vector else {}
    details, bags = _details(db, {*matches.passages, *near}, sayings, question.zone)
    if near:
        near = _nearness(db, question, list(details))
    found = candidates.compared(details, bags, matches, near, about, times, letters)
    texts = _readable(db, first_order(found, parsed), where, question.zone)
    by_number = {each.hit.passage: each for each in texts}
    hits = reranked([each.hit for each in texts], found, question.text, parsed.words)
    return [by_number[hit.passage]._replace(hit=hit) for hit in hits]


def without_names(db: "Connection[DictRow]", text: str) -> str:
    """Return a question without the names of speakers, as it is embedded."""
    letters = passages.letters_of_user(db)
    return persons.without(text, persons.whom(text, Sayings(db, letters)).names) if letters else ""


def newest(db: "Connection[DictRow]") -> int:
    """Return the number of the user's last passage, 0 for none."""
    passages.letters_of_user(db)  # which makes those that are missing
    row = db.execute("select n from passages order by n desc limit 1").fetchone()
    return int(row["n"]) if row else 0


def around(
    db: "Connection[DictRow]", hit: Hit, number: int, where: Where, zone: tzinfo
) -> list[Hit]:
    """Return the hit, with up to `number` passages before and after it in its session, in order.

    They meet the conditions, and say nothing that the user forgot.
    """
    conditions, values = where.sql()
    rows = read(
        db,
        f"p.session_id = %s and p.place between %s and %s and {conditions}",
        (hit.document, hit.ordinal - number, hit.ordinal + number, *values),
    )
    rows.sort(key=lambda row: row["place"])
    forgotten = known.load_forgotten(db)
    found = [_passage(row, zone).hit for row in rows]
    return [each for each in found if not fingerprints.says(forgotten, each.text)]


def local(moment: datetime, zone: tzinfo) -> float:
    """Return a time as seconds that are, in this process's zone, the same day and hour."""
    return moment.astimezone(zone).replace(tzinfo=None).timestamp()


def _asked(text: str, sayings: Sayings) -> tuple[Keywords, persons.Persons]:
    """The words that are searched for, and whom the question is about."""
    whole = keywords.parsed(text)
    if len(whole.words) > _MOST_WORDS:
        telling = [word for word in whole.words if content_words(word)]
        whole = whole._replace(words=tuple((telling or whole.words)[:_MOST_WORDS]))
    about = persons.whom(text, sayings)
    parsed = keywords.without(whole, about.names)
    if about.names and parsed == whole:  # only for a name
        about = persons.Persons()
    return parsed, about


def _by_words(
    db: "Connection[DictRow]", parsed: Keywords, letters: Letters, where: Where
) -> keywords.Matches:
    """The best passages with the rarer words, and how common each word is among all passages."""
    of_word = {word: "".join(letters(word)) for word in parsed.words}
    of_word = {word: letter for word, letter in of_word.items() if letter}
    if not of_word:
        return keywords.Matches({}, {}, {})
    counted = ", ".join(
        f"count(*) filter (where strpos(letters, %s) > 0) as w{n}" for n in range(len(of_word))
    )
    row = db.execute(
        f"select count(*) as total, avg(octet_length(letters)) as size, {counted} from passages",
        [*of_word.values()],
    ).fetchone()
    if row is None or not row["total"]:
        return keywords.Matches({}, {}, {})
    counts = {word: row[f"w{n}"] for n, word in enumerate(of_word)}
    rarer = keywords.affordable(counts, row["total"], is_narrowed=bool(parsed.phrases))
    weights = {of_word[word]: math.log((row["total"] + 1) / (counts[word] + 0.5)) for word in rarer}
    found = _best(db, weights, float(row["size"]), _narrowed(parsed, letters), where)
    near = {number: (session, place) for number, session, place, _bag, _score in found}
    bags = {number: bag for number, _session, _place, bag, _score in found}
    spread = {word: _spread(near, bags, letter) for word, letter in of_word.items()}
    scores = {each[0]: each[4] for each in found}
    return keywords.matches(scores, counts, spread, row["total"])


def _narrowed(parsed: Keywords, letters: Letters) -> tuple[str, list[Any]]:
    """The condition that phrases stand in a passage, and what is excluded does not."""
    needed = ["".join(letters(each)) for each in parsed.phrases]
    excluded = ["".join(letters(each)) for each in parsed.excluded]
    tests = [*["strpos(p.letters, %s) > 0"] * len(needed),
             *["strpos(p.letters, %s) = 0"] * len(excluded)]  # fmt: skip
    return " and ".join(tests) or "true", [*needed, *excluded]


def _best(
    db: "Connection[DictRow]",
    weights: Mapping[str, float],
    size: float,
    narrowed: tuple[str, list[Any]],
    where: Where,
) -> list[tuple[int, str, int, str, float]]:
    """The best passages, as (number, session, place, letters, score), by BM25 of single words."""
    score = " + ".join(["(strpos(p.letters, %s) > 0)::int * %s::float8"] * len(weights))
    conditions, values = where.sql()
    rows = db.execute(
        f"select * from (select p.n, p.session_id, p.place, p.letters, ({score}) * {_K1 + 1} / "
        f"(1 + {_K1} * ({1 - _B} + {_B} * octet_length(p.letters) / %s::float8)) as score "
        f"from passages p where {conditions} and {narrowed[0]}) found "
        f"where score > 0 order by score desc, n desc limit {_CANDIDATES}",
        [*(each for pair in weights.items() for each in pair), size, *values, *narrowed[1]],
    ).fetchall()
    return [(r["n"], r["session_id"], r["place"], r["letters"], r["score"]) for r in rows]


def _spread(places: Mapping[int, tuple[str, int]], bags: Mapping[int, str], letter: str) -> float:
    """Passages near one with the word, for each of those that were found with it."""
    having = [places[number] for number, bag in bags.items() if letter in bag]
    after = {
        (session, place + more) for session, place in having
        for more in range(CONTEXT_PASSAGES + 1)
    }  # fmt: skip
    return len(after) / len(having) if having else 1.0


def _nearest(db: "Connection[DictRow]", question: Question, where: Where) -> dict[int, float]:
    """The passages that are nearest to a question, and meet the conditions."""
    # Without statistics of a new user it would compare each vector with each passage.
    db.execute("set local enable_nestloop = off")
    conditions, values = where.sql()
    rows = db.execute(
        "select p.n, -(e.vector <#> %s::halfvec) as near from embeddings e "
        "join passages p on p.user_id = e.user_id and p.n = e.passage "
        f"where e.model = %s and {conditions} order by near desc limit {_CANDIDATES}",
        (question.vector, question.model, *values),
    ).fetchall()
    return {row["n"]: row["near"] for row in rows}


def _nearness(
    db: "Connection[DictRow]", question: Question, numbers: Sequence[int]
) -> dict[int, float]:
    """How near these passages are to a question, the nearest first."""
    rows = db.execute(
        "select passage, -(vector <#> %s::halfvec) as near from embeddings "
        "where model = %s and passage = any(%s) order by near desc",
        (question.vector, question.model, numbers),
    ).fetchall()
    return {row["passage"]: row["near"] for row in rows}


def _details(
    db: "Connection[DictRow]", found: Collection[int], sayings: Sayings, zone: tzinfo
) -> tuple[dict[int, Details], dict[int, str]]:
    """What is needed of the passages and those around them to rank them, and their letters."""
    places = db.execute(
        "select session_id, place from passages where n = any(%s)", [list(found)]
    ).fetchall() if found else []  # fmt: skip
    wanted = {
        (row["session_id"], row["place"] + off)
        for row in places
        for off in range(-CONTEXT_PASSAGES, CONTEXT_PASSAGES + 1)
    }
    given = [list({session for session, _ in wanted}), list({place for _, place in wanted})]
    near = db.execute(_AROUND, given).fetchall() if wanted else []
    rows = [row for row in near if (row["session_id"], row["place"]) in wanted]
    details = {
        row["n"]: Details(
            Location(sayings.number(row["session_id"]), row["place"]),
            row["role"],
            local(row["said_at"], zone),
            row["length"],
        )
        for row in rows
    }
    return details, {row["n"]: row["letters"] for row in rows}


def _readable(
    db: "Connection[DictRow]", order: Sequence[int], where: Where, zone: tzinfo
) -> list[Passage]:
    """The first passages of these that meet the conditions and say nothing forgotten."""
    forgotten = known.load_forgotten(db)
    conditions, values = where.sql()
    found: list[Passage] = []
    for first in range(0, len(order), MOST):
        batch = order[first : first + MOST]
        rows = read(db, f"p.n = any(%s) and {conditions}", [list(batch), *values])
        by_number = {row["n"]: row for row in rows}
        shown = [_passage(by_number[number], zone) for number in batch if number in by_number]
        found += [each for each in shown if not fingerprints.says(forgotten, each.hit.text)]
        if len(found) >= MOST:
            break
    return found[:MOST]


def _passage(row: Any, zone: tzinfo) -> Passage:
    hit = Hit(
        passage=row["n"],
        kind=LOGS,
        document=row["session_id"],
        part=row["id"],
        heading="",
        role=row["role"],
        text=row["text"],
        said_at=local(row["said_at"], zone),
        model="",
        shareable=True,
        ordinal=row["place"],
    )
    return Passage(hit, row["channel"], row["typed"], row["said_at"])
