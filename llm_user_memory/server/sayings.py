"""What the named user's messages say, for the names in a question: see `recall.persons`."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..recall import persons
from .passages import Letters

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

TEXTS = """
select p.n, m.id, m.session_id, s.channel, m.role, m.typed, m.said_at, p.place,
    substr(m.content, p.start + 1, p.length) as text
from passages p join messages m on m.user_id = p.user_id and m.seq = p.message_seq
join sessions s on s.user_id = p.user_id and s.session_id = p.session_id
"""


def texts(db: "Connection[DictRow]", numbers: Sequence[int]) -> dict[int, str]:
    """Return what passages say, by their numbers, of those that are there."""
    rows = db.execute(f"{TEXTS} where p.n = any(%s)", [list(numbers)]).fetchall()
    return {row["n"]: row["text"] for row in rows}


class Sayings:
    """What the user's messages say, for the names in a question; sessions get numbers."""

    def __init__(self, db: "Connection[DictRow]", letters: Letters) -> None:
        self._db, self._letters = db, letters
        self._numbers: dict[str, int] = {}

    def number(self, session: str) -> int:
        """Return the number of a session."""
        return self._numbers.setdefault(session, len(self._numbers))

    def own_names(self) -> Collection[str]:
        rows = self._db.execute("select text from facts where state = 'active'").fetchall()
        return persons.own_names(row["text"] for row in rows)

    def speakers(self, _name: str) -> Collection[str]:
        return ()

    def mentions(self, name: str, most: int) -> Sequence[int]:
        rows = self._db.execute(
            "select n from passages where strpos(letters, %s) > 0 order by n limit %s",
            ("".join(self._letters(name)), most),
        ).fetchall()
        return [row["n"] for row in rows]

    def texts(self, passages: Sequence[int]) -> Mapping[int, str]:
        return texts(self._db, passages)

    def roles(self, passages: Sequence[int]) -> Iterable[tuple[int, str]]:
        rows = self._db.execute(
            "select session_id, role from passages where n = any(%s)", [list(passages)]
        ).fetchall()
        return [(self.number(row["session_id"]), row["role"]) for row in rows]
