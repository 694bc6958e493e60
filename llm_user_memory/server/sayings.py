"""Reads the texts of the named user's passages, and finds names in them for `recall.persons`."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..recall import persons
from .asking import Asker

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# The channel by a query for each row, as a join may be planned badly for a user of whom PostgreSQL
# has no statistics yet, and then takes the product of what the user has in each table.
_MESSAGES = """
select m.seq, m.id, m.typed, m.content,
    coalesce((select s.channel from sessions s where s.session_id = m.session_id), '') as channel
from messages m where m.seq = any(%s)
"""


class Said:
    """The messages of passages, by number, read at once; those that were deleted are not there."""

    def __init__(self, db: "Connection[DictRow]", numbers: Iterable[int]) -> None:
        wanted = list(set(numbers))
        rows = db.execute(_MESSAGES, [wanted]).fetchall() if wanted else []
        self._rows = {row["seq"]: row for row in rows}

    def message(self, number: int) -> dict[str, Any] | None:
        """Return the `id`, `typed`, `content` and `channel` of a message."""
        return self._rows.get(number)

    def text(self, number: int, start: int, length: int) -> str | None:
        """Return what a passage of a message says."""
        row = self._rows.get(number)
        return None if row is None else row["content"][start : start + length]


def texts(db: "Connection[DictRow]", numbers: Sequence[int]) -> dict[int, str]:
    """Return what passages say, by their numbers, of those that are there."""
    rows = db.execute(
        "select n, message_seq, start, length from passages where n = any(%s)", [list(numbers)]
    ).fetchall()
    return _texts(db, rows)


def _texts(db: "Connection[DictRow]", rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    said = Said(db, (row["message_seq"] for row in rows))
    found = {row["n"]: said.text(row["message_seq"], row["start"], row["length"]) for row in rows}
    return {number: text for number, text in found.items() if text is not None}


class Sayings:
    """What the user's messages say, for the names in a question; sessions get numbers."""

    def __init__(self, db: "Connection[DictRow]", asker: Asker) -> None:
        self._db, self._asker = db, asker
        self._numbers: dict[str, int] = {}
        self._rows: dict[int, dict[str, Any]] = {}

    def number(self, session: str) -> int:
        """Return the number of a session."""
        return self._numbers.setdefault(session, len(self._numbers))

    def own_names(self) -> Collection[str]:
        return persons.own_names(fact.text for fact in self._asker.facts)

    def speakers(self, _name: str) -> Collection[str]:
        return ()

    def mentions(self, name: str, most: int) -> Sequence[int]:
        rows = self._db.execute(
            "select n, message_seq, session_id, start, length, role from passages "
            "where strpos(letters, %s) > 0 order by n limit %s",
            ("".join(self._asker.letters(name)), most),
        ).fetchall()
        self._rows |= {row["n"]: row for row in rows}
        return [row["n"] for row in rows]

    def texts(self, passages: Sequence[int]) -> Mapping[int, str]:
        return _texts(self._db, [self._rows[number] for number in passages])

    def roles(self, passages: Sequence[int]) -> Iterable[tuple[int, str]]:
        rows = (self._rows[number] for number in passages)
        return [(self.number(row["session_id"]), row["role"]) for row in rows]
