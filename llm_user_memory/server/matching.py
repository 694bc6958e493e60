"""Which passages of the named user have the words of a question, or are near it in meaning.

PostgreSQL looks through the user's passages for how common each word is, and again for the best of
those with the rarer words; it compares the vectors of all of them.
"""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..recall import keywords
from ..recall.keywords import Keywords
from ..recall.ranking import CONTEXT_PASSAGES
from .passages import Letters

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

    from .finding import Question, Where

Places = Mapping[int, tuple[str, int]]
"""The session of each passage, and its place there, by the passage's number."""

# Passages that are looked at: so many by words, and so many by meaning.
_CANDIDATES = 100

# As BM25 has them in `bag_of_words`.
_K1, _B = 1.2, 0.75


def by_words(
    db: "Connection[DictRow]", parsed: Keywords, letters: Letters, where: "Where"
) -> tuple[keywords.Matches, Places]:
    """Return the best passages with the rarer words, and where they are.

    How common each word is, is told of all passages.
    """
    of_word = {word: "".join(letters(word)) for word in parsed.words}
    of_word = {word: letter for word, letter in of_word.items() if letter}
    if not of_word:
        return keywords.Matches({}, {}, {}), {}
    counted = ", ".join(
        f"count(*) filter (where strpos(letters, %s) > 0) as w{n}" for n in range(len(of_word))
    )
    row = db.execute(
        f"select count(*) as total, avg(octet_length(letters)) as size, {counted} from passages",
        [*of_word.values()],
    ).fetchone()
    if row is None or not row["total"]:
        return keywords.Matches({}, {}, {}), {}
    counts = {word: row[f"w{n}"] for n, word in enumerate(of_word)}
    rarer = keywords.affordable(counts, row["total"], is_narrowed=bool(parsed.phrases))
    weights = {of_word[word]: math.log((row["total"] + 1) / (counts[word] + 0.5)) for word in rarer}
    found = _best(db, weights, float(row["size"]), _narrowed(parsed, letters), where)
    places = {number: (session, place) for number, session, place, _bag, _score in found}
    bags = {number: bag for number, _session, _place, bag, _score in found}
    spread = {word: _spread(places, bags, letter) for word, letter in of_word.items()}
    scores = {each[0]: each[4] for each in found}
    return keywords.matches(scores, counts, spread, row["total"]), places


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
    where: "Where",
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


def _spread(places: Places, bags: Mapping[int, str], letter: str) -> float:
    """Passages near one with the word, for each of those that were found with it."""
    having = [places[number] for number, bag in bags.items() if letter in bag]
    after = {
        (session, place + more) for session, place in having
        for more in range(CONTEXT_PASSAGES + 1)
    }  # fmt: skip
    return len(after) / len(having) if having else 1.0


def nearest(
    db: "Connection[DictRow]", question: "Question", where: "Where"
) -> tuple[dict[int, float], Places]:
    """Return the passages that are nearest to a question, and where they are."""
    # Without statistics of a new user it would compare each vector with each passage.
    db.execute("set local enable_nestloop = off")
    conditions, values = where.sql()
    rows = db.execute(
        "select p.n, p.session_id, p.place, -(e.vector <#> %s::halfvec) as near from embeddings e "
        "join passages p on p.user_id = e.user_id and p.n = e.passage "
        f"where e.model = %s and {conditions} order by near desc limit {_CANDIDATES}",
        (question.vector, question.model, *values),
    ).fetchall()
    places = {row["n"]: (row["session_id"], row["place"]) for row in rows}
    return {row["n"]: row["near"] for row in rows}, places


def nearness(
    db: "Connection[DictRow]", question: "Question", numbers: Sequence[int]
) -> dict[int, float]:
    """Return how near these passages are to a question, the nearest first."""
    rows = db.execute(
        "select passage, -(vector <#> %s::halfvec) as near from embeddings "
        "where model = %s and passage = any(%s) order by near desc",
        (question.vector, question.model, numbers),
    ).fetchall()
    return {row["passage"]: row["near"] for row in rows}
