"""What no model is given any more since its user had it forgotten: the rule of the command line.

That is each text that says it, and the answers after a message of their session that says it.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import blake2b
from math import inf
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
select m.session_id, m.seq, m.content, m.said_at from messages m
where m.session_id = any(%(sessions)s) and m.role <> 'assistant'
union all
select s.session_id, null, null, s.withheld_since from sessions s
where s.session_id = any(%(sessions)s) and s.withheld_since is not null
order by 2 nulls first
"""


class Begin(NamedTuple):
    """From where on the answers of a session are withheld: by number, or by when they were said."""

    seq: float
    said_at: datetime

    def earlier(self, other: "Begin") -> "Begin":
        """Return where the answers are withheld from on if they are after one of both."""
        return Begin(min(self.seq, other.seq), min(self.said_at, other.said_at))

    def withholds(self, seq: int, said_at: datetime) -> bool:
        """Tell whether an answer was stored, or said, after what says what was forgotten."""
        return seq > self.seq or said_at >= self.said_at


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
        """Return what was said in the sessions of answers among messages, for `without`.

        The result is [] if nothing was forgotten.
        """
        if not self.forgotten.moments:
            return []
        sessions = sorted({each["session_id"] for each in messages if each["role"] != USER})
        return db.execute(_ABOVE, {"sessions": sessions}).fetchall() if sessions else []

    def without(self, messages: "Sequence[DictRow]", above: "Iterable[DictRow]") -> "list[DictRow]":
        """Return messages without those that are withheld, given what is `above` them.

        It may take seconds.
        """
        begins = self.begins(above)
        return [
            each
            for each in messages
            if not self.hides(each["content"], each["said_at"])
            and not is_after(begins, each["session_id"], each["role"], each["seq"], each["said_at"])
        ]

    def begins(self, above: "Iterable[DictRow]") -> dict[str, Begin]:
        """Return from where on the answers of sessions are withheld. It may take seconds."""
        found: dict[str, Begin] = {}
        for each in above:
            session, seq, said_at = each["session_id"], each["seq"], each["said_at"]
            known = found.get(session)
            if known and known.seq <= (seq or 0) and known.said_at <= said_at:
                continue
            if seq is None or self.hides(each["content"], said_at):
                begin = Begin(inf if seq is None else seq, said_at)
                found[session] = known.earlier(begin) if known else begin
        return found


def is_after(
    begins: Mapping[str, Begin], session: str, role: str, seq: int, said_at: datetime
) -> bool:
    """Tell whether a message is an answer that is withheld, given `Withheld.begins`."""
    return role != USER and session in begins and begins[session].withholds(seq, said_at)


def keep_for(db: "Connection[DictRow]", numbers: Sequence[int]) -> None:
    """Keep withholding the answers after messages that are about to be deleted."""
    forgotten = load(db)
    if not forgotten.forgotten.moments:
        return
    rows = db.execute(
        "select session_id, seq, content, said_at from messages "
        "where seq = any(%s) and role <> 'assistant' order by seq",
        [list(numbers)],
    ).fetchall()
    if begins := forgotten.begins(rows):
        db.execute(
            "update sessions s set withheld_since = least(s.withheld_since, given.said_at) "
            "from unnest(%s::text[], %s::timestamptz[]) given (session_id, said_at) "
            "where s.session_id = given.session_id",
            (list(begins), [begin.said_at for begin in begins.values()]),
        )


def load(db: "Connection[DictRow]") -> Withheld:
    """Return what the named user forgot."""
    return of(known.load_forgotten(db))


def of(forgotten: Forgotten) -> Withheld:
    """Return the same, given the fingerprints."""
    marks = b"".join(sorted(forgotten.moments))
    return Withheld(forgotten, blake2b(marks, key=forgotten.salt).digest())
