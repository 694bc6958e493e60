"""Finding passages of the named user by words and by meaning, ranked as on the command line.

`matching` finds candidates. These and the ones around them are ranked by `recall.ranking`, and the
texts of the best are read.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, tzinfo
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from ..recall import candidates, dates, keywords, persons
from ..recall.candidates import Details
from ..recall.hits import Hit
from ..recall.index.db import LOGS
from ..recall.keywords import Keywords
from ..recall.ranking import CONTEXT_PASSAGES
from ..recall.search import first_order, reranked
from ..text.words import content_words
from . import matching
from .asking import Asker
from .calls import conditions
from .matching import Places
from .sayings import Said, Sayings, texts
from .withheld import Withheld, is_after

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

MOST = 100
"""Passages that a search finds at most."""

# Words of a question that are looked for, at most.
_MOST_WORDS = 40

# Those of other sessions at these places are left out below.
_NEAR = """
select p.n, p.session_id, p.place, p.message_seq, p.start, p.length, p.role, p.said_at, p.letters,
    ({}) is true
from passages p where p.session_id = any(%s) and p.place = any(%s)
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
        return conditions(
            ("p.said_at >= %s", self.since),
            ("p.said_at < %s", self.until),
            ("p.session_id = any(%s)", list(self.sessions) or None),
            ("p.session_id in (select session_id from sessions where channel = any(%s))",
             list(self.channels) or None),
            ("p.role = any(%s)", list(self.roles) or None),
            ("p.session_id <> %s", self.without or None),
            ("p.n <= %s", self.newest),
        )  # fmt: skip


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


class _Row(NamedTuple):
    """A row of passages; `is_wanted` tells that it meets the conditions, `message` its number."""

    number: int
    session: str
    place: int
    message: int
    start: int
    length: int
    role: str
    moment: datetime
    letters: str
    is_wanted: bool

    def details(self, sayings: Sayings, zone: tzinfo) -> Details:
        """Return what is needed to rank it."""
        location = (sayings.number(self.session), self.place)
        return location, self.role, local(self.moment, zone), self.length

    def passage(self, said: Said, zone: tzinfo) -> Passage | None:
        """Return it with its text, None if its message was deleted meanwhile."""
        message = said.message(self.message)
        if message is None:
            return None
        hit = Hit(
            passage=self.number,
            kind=LOGS,
            document=self.session,
            part=message["id"],
            heading="",
            role=self.role,
            text=message["content"][self.start : self.start + self.length],
            said_at=local(self.moment, zone),
            model="",
            shareable=True,
            ordinal=self.place,
        )
        return Passage(hit, message["channel"], message["typed"], self.moment)


def find(
    db: "Connection[DictRow]",
    asker: Asker | None,
    question: Question,
    where: Where,
    limit: int = MOST,
    *,
    for_prompt: Callable[[Sequence[Hit]], list[Hit]] | None = None,
) -> list[Passage]:
    """Return the passages, the best first; at most `limit`, and `MOST`.

    What says something that the user forgot is left out, and so are the answers after it. With
    `for_prompt` the result is what it returns of the hits.
    """
    if asker is None:
        return []
    sayings = Sayings(db, asker)
    parsed, about = _asked(question.text, sayings)
    times = dates.times(question.text, datetime.now(question.zone).date())
    matches, places = matching.by_words(db, parsed, asker.letters, where)
    near: Mapping[int, float] = {}
    if question.vector:
        near, more = matching.nearest(db, question, where)
        places = {**places, **more}
    rows = _with_context(db, places, where)
    if near:
        near = matching.nearness(db, question, list(rows))
    details = {number: row.details(sayings, question.zone) for number, row in rows.items()}
    bags = {number: row.letters for number, row in rows.items()}
    found = candidates.compared(details, bags, matches, near, about, times, asker.letters)
    order = [rows[number] for number in first_order(found, parsed) if rows[number].is_wanted]
    hidden = cache(lambda hit: asker.withheld.hides(hit.text))
    passages: list[Passage] = []
    for first in range(0, len(order), MOST):
        by_number = {
            each.hit.passage: each
            for each in _there(db, asker, order[first : first + MOST], question.zone)
        }
        hits = reranked(
            [each.hit for each in by_number.values()], found, question.text, parsed.words
        )
        if for_prompt and not first:
            given = for_prompt(hits[:limit])
            # To compare texts takes long, so first of all only those that are given are compared.
            if not any(map(hidden, given)):
                return [by_number[hit.passage]._replace(hit=hit) for hit in given]
        shown = (by_number[hit.passage]._replace(hit=hit) for hit in hits if not hidden(hit))
        passages += islice(shown, limit - len(passages))
        if len(passages) == limit:
            break
    if for_prompt:
        given = for_prompt([each.hit for each in passages])
        passages = [each for each in passages if each.hit in given]
    return passages


def without_names(db: "Connection[DictRow]", asker: Asker | None, text: str) -> str:
    """Return a question without the names of speakers, as it is embedded; "" for no user."""
    return persons.without(text, persons.whom(text, Sayings(db, asker)).names) if asker else ""


def around(
    db: "Connection[DictRow]",
    asker: Asker | None,
    hits: Sequence[Hit],
    number: int,
    where: Where,
    zone: tzinfo,
) -> dict[int, list[Hit]]:
    """Return each hit with up to `number` passages before and after it in its session, in order.

    They meet the conditions, and nothing of them was forgotten. Hits are named by passage.
    """
    if asker is None or not hits:
        return {}
    rows = _near(db, {hit.passage: (hit.document, hit.ordinal) for hit in hits}, number, where)
    wanted = [row for row in rows.values() if row.is_wanted]
    there = [each.hit for each in _there(db, asker, wanted, zone)]
    found = [hit for hit in there if not asker.withheld.hides(hit.text)]
    found.sort(key=lambda each: each.ordinal)
    return {
        hit.passage: [
            each
            for each in found
            if each.document == hit.document and abs(each.ordinal - hit.ordinal) <= number
        ]
        for hit in hits
    }


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


def _with_context(db: "Connection[DictRow]", places: Places, where: Where) -> dict[int, _Row]:
    return _near(db, places, CONTEXT_PASSAGES, where) if places else {}


def _near(db: "Connection[DictRow]", places: Places, number: int, where: Where) -> dict[int, _Row]:
    """These passages and those around them in their sessions, by number, in that order."""
    from psycopg.rows import args_row

    wanted = {
        (session, place + off)
        for session, place in places.values()
        for off in range(-number, number + 1)
    }
    conditions, values = where.sql()
    given = [list({session for session, _ in wanted}), list({place for _, place in wanted})]
    with db.cursor(row_factory=args_row(_Row)) as cursor:
        rows = cursor.execute(_NEAR.format(conditions), [*values, *given]).fetchall()
    chosen = [row for row in rows if (row.session, row.place) in wanted]
    return {row.number: row for row in sorted(chosen)}


def are_there(db: "Connection[DictRow]", forgotten: Withheld, hits: Collection[Hit]) -> bool:
    """Tell whether messages still say what these passages of them do, and may be told."""
    said = texts(db, [hit.passage for hit in hits])
    if said != {hit.passage: hit.text for hit in hits}:
        return False
    rows = db.execute(
        "select n, session_id, message_seq as seq, role, said_at from passages where n = any(%s)",
        [list(said)],
    ).fetchall()
    told = [{**row, "content": said[row["n"]]} for row in rows]
    return len(forgotten.told(db, told)) == len(said)


def _there(
    db: "Connection[DictRow]", asker: Asker, rows: Sequence[_Row], zone: tzinfo
) -> list[Passage]:
    """Those of these passages that are still there, without the messages and answers withheld."""
    said = Said(db, (row.message for row in rows))
    given = [{"session_id": row.session, "role": row.role} for row in rows]
    begins = asker.withheld.begins(db, given)
    shown = [
        row.passage(said, zone)
        for row in rows
        if row.message not in asker.withheld.origins
        and not is_after(begins, row.session, row.role, row.message, row.moment)
    ]
    return [each for each in shown if each]
