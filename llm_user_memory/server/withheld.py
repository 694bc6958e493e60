"""What no model is given any more since its user had it forgotten: the rule of the command line.

That is each text that says it, and the answers after a message of their session that says it.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from ..text import fingerprints
from ..text.fingerprints import Forgotten
from . import known

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

USER = "user"
"""The role of what a user says; all other messages are answers, which may repeat that."""

# Whether a text says something that its user forgot, by keyed hashes of both. To look through a
# passage takes up to tens of milliseconds, and the same ones are found again and again.
_hidden: dict[bytes, bool] = {}
_MOST_KNOWN = 100_000

_ABOVE = """
select m.session_id, m.seq, m.content, m.said_at
from unnest(%s::text[], %s::bigint[]) given (session_id, seq)
join messages m on m.session_id = given.session_id and m.seq < given.seq
where m.role <> 'assistant' order by m.seq
"""


class Withheld(NamedTuple):
    """What a user forgot; `key` changes when something else is forgotten."""

    forgotten: Forgotten
    key: bytes

    def hides(self, text: str, said_at: datetime | None = None) -> bool:
        """Tell whether the text says something that the user forgot, and said no later if given."""
        if not self.forgotten.moments:
            return False
        name = blake2b(text.encode(errors="replace"), key=self.key, digest_size=16).digest()
        if (is_hidden := _hidden.get(name)) is None:
            is_hidden = fingerprints.says(self.forgotten, text)
            if len(_hidden) >= _MOST_KNOWN:
                _hidden.clear()
            _hidden[name] = is_hidden
        if not is_hidden or said_at is None:
            return is_hidden
        return fingerprints.says_since(self.forgotten, text, said_at.timestamp())

    def above(self, db: "Connection[DictRow]", messages: "Iterable[DictRow]") -> "list[DictRow]":
        """Return what was said before the answers among messages, for `without` and `first_of`.

        The result is [] if nothing was forgotten.
        """
        last: dict[str, int] = {}
        for each in messages if self.forgotten.moments else ():
            if each["role"] != USER:
                session, seq = each["session_id"], each["seq"]
                last[session] = max(seq, last.get(session, seq))
        return db.execute(_ABOVE, [list(last), list(last.values())]).fetchall() if last else []

    def without(self, messages: "Sequence[DictRow]", above: "Iterable[DictRow]") -> "list[DictRow]":
        """Return messages without those that are withheld, given what is `above` them.

        It may take seconds.
        """
        ends = self.first_of(above)
        return [
            each
            for each in messages
            if (each["role"] == USER or each["seq"] <= ends.get(each["session_id"], each["seq"]))
            and not self.hides(each["content"], each["said_at"])
        ]

    def first_of(self, above: "Iterable[DictRow]") -> dict[str, int]:
        """Return the number of the first message of each session that says what was forgotten.

        The answers after it are withheld. It may take seconds.
        """
        found: dict[str, int] = {}
        for each in above:
            session = each["session_id"]
            if session not in found and self.hides(each["content"], each["said_at"]):
                found[session] = each["seq"]
        return found


def load(db: "Connection[DictRow]") -> Withheld:
    """Return what the named user forgot."""
    return of(known.load_forgotten(db))


def of(forgotten: Forgotten) -> Withheld:
    """Return the same, given the fingerprints."""
    marks = b"".join(sorted(forgotten.moments))
    return Withheld(forgotten, blake2b(marks, key=forgotten.salt).digest())
