"""What the named user's messages say, for the names in a question: see `recall.persons`."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..recall import persons
from .passages import Letters

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow


def read(db: "Connection[DictRow]", conditions: str, values: Sequence[Any]) -> list[dict[str, Any]]:
    """Return passages `p` that meet conditions, with their texts and what their messages are.

    A query for each table, as a join may be planned badly for a user of whom PostgreSQL has no
    statistics yet, and then takes the product of what the user has in each.
    """
    found = db.execute(
        "select n, message_seq, session_id, place, start, length, role, said_at "
        f"from passages p where {conditions}",
        values,
    ).fetchall()
    messages = db.execute(
        "select seq, id, typed, content from messages where seq = any(%s)",
        [list({row["message_seq"] for row in found})],
    ).fetchall()
    sessions = db.execute(
        "select session_id, channel from sessions where session_id = any(%s)",
        [list({row["session_id"] for row in found})],
    ).fetchall()
    of_seq = {row["seq"]: row for row in messages}
    channels = {row["session_id"]: row["channel"] for row in sessions}
    complete = []
    for row in found:
        if (message := of_seq.get(row["message_seq"])) is None:  # deleted in between
            continue
        text = message["content"][row["start"] : row["start"] + row["length"]]
        channel = channels.get(row["session_id"], "")
        more = {"id": message["id"], "typed": message["typed"], "channel": channel, "text": text}
        complete.append({**row, **more})
    return complete


def texts(db: "Connection[DictRow]", numbers: Sequence[int]) -> dict[int, str]:
    """Return what passages say, by their numbers, of those that are there."""
    return {row["n"]: row["text"] for row in read(db, "p.n = any(%s)", [list(numbers)])}


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
