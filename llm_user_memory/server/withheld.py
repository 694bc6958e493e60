"""What no model is given any more since its user had it forgotten: the rule of the command line.

That is each text that says it, and the answers after a message of their session that says it.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from hashlib import blake2b
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from ..text import fingerprints
from ..text.fingerprints import Forgotten
from . import known, sessions, text_matches

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

    from .calls import Call

_NOTHING_FORGOTTEN = Forgotten()

USER = "user"
"""The role of what a user says; all other messages are answers, which may repeat that."""

# Whether a text says something that its user forgot, by keyed hashes of both. To look through a
# passage takes up to tens of milliseconds, and the same ones are found again and again.
_hidden: dict[bytes, bool] = {}
_MOST_KNOWN = 100_000

_MESSAGES = "select session_id, role, seq, said_at, content as text, seq as place from messages"

_KEEP = """
insert into withheld as w (session_id, fact, seq, said_at)
select * from unnest(%s::text[], %s::bytea[], %s::bigint[], %s::timestamptz[])
on conflict (user_id, session_id, fact) do update set
    seq = least(w.seq, excluded.seq), said_at = least(w.said_at, excluded.said_at)
"""

_BEGINS = """
select w.session_id, min(w.seq) as seq, min(w.said_at) as said_at from withheld w
where w.session_id = any(%s) and exists (select from forgotten f where f.fact = w.fact)
group by w.session_id
"""

_UNKNOWN = "select session_id from sessions where session_id = any(%s) and not is_withheld_known"


# Not those to which a message was added meanwhile, which may have come late.
_COMPARED = """
update sessions s set is_withheld_known = true where s.session_id = any(%s)
and not exists (select from messages m where m.session_id = s.session_id and m.seq > %s)
"""


class Begin(NamedTuple):
    """From where on the answers of a session are withheld: by number, or by when they were said."""

    seq: int
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

    def begins(
        self, db: "Connection[DictRow]", messages: "Iterable[Mapping[str, Any]]"
    ) -> dict[str, Begin]:
        """Return from where on answers are withheld in the sessions of those among messages."""
        answered = {each["session_id"] for each in messages if each["role"] != USER}
        if not answered or not self.forgotten.moments:
            return {}
        self._catch_up(db, sorted(answered))
        rows = db.execute(_BEGINS, [sorted(answered)]).fetchall()
        return {row["session_id"]: Begin(row["seq"], row["said_at"]) for row in rows}

    def _catch_up(self, db: "Connection[DictRow]", answered: Sequence[str]) -> None:
        """Compare those of the sessions that were not yet, which may take seconds."""
        rows = db.execute(_UNKNOWN, [answered]).fetchall()
        if not rows:
            return
        behind, newest = [row["session_id"] for row in rows], 0
        said: list[DictRow] = []
        with db.cursor(name="messages_of_sessions") as cursor:
            cursor.itersize = 1  # to compare one takes long, and no transaction may be idle
            for row in cursor.execute(f"{_MESSAGES} where session_id = any(%s)", [behind]):
                newest = max(newest, row["seq"])
                if self.hides(row["text"], row["said_at"]):
                    said.append(row)
        sessions.summarise_again(db, _keep(db, said, known.forgotten_facts(db)))
        db.execute(_COMPARED, [behind, newest])

    def without(
        self, messages: "Iterable[DictRow]", begins: Mapping[str, Begin]
    ) -> "list[DictRow]":
        """Return messages without those that are withheld, given what `begins` returned.

        It may take seconds.
        """
        return [
            each
            for each in messages
            if not self.hides(each["content"], each["said_at"])
            and not is_after(begins, each["session_id"], each["role"], each["seq"], each["said_at"])
        ]

    def told(self, db: "Connection[DictRow]", messages: "Sequence[DictRow]") -> "list[DictRow]":
        """Return messages without those that are withheld. It may take seconds."""
        return self.without(messages, self.begins(db, messages))


def is_after(
    begins: Mapping[str, Begin], session: str, role: str, seq: int, said_at: datetime
) -> bool:
    """Tell whether a message is an answer that is withheld, given `Withheld.begins`."""
    return role != USER and session in begins and begins[session].withholds(seq, said_at)


def forget(
    db: "Connection[DictRow]", said: Mapping[str, Sequence[str]]
) -> tuple[Forgotten, list[str]]:
    """Record that facts were forgotten, given with the quotes that said each. Hold the user.

    The answers after messages that say them are withheld from now on. Returns the fingerprints, and
    the sessions with such a message.
    """
    gone: dict[bytes, Forgotten] = {}
    for fact, quotes in sorted(said.items()):
        prints = known.forget(db, fact, quotes)
        name = fingerprints.of_fact(prints.salt, fact)
        gone[name] = prints.joined(gone.get(name, _NOTHING_FORGOTTEN))
    wanted = [*said, *chain.from_iterable(said.values())]
    found = _keep(db, text_matches.rows(db, _MESSAGES, wanted), gone)
    return reduce(Forgotten.joined, gone.values()), found


def add_late(db: "Connection[DictRow]", messages: "Iterable[DictRow]") -> None:
    """Have sessions compared with what was forgotten of which messages were said before that.

    They come late. What is said afterwards is not withheld.
    """
    last = db.execute("select max(at) as at from forgotten").fetchone()
    if last and last["at"] is not None:
        late = {each["session_id"] for each in messages if each["said_at"] <= last["at"]}
        db.execute(
            "update sessions set is_withheld_known = false where session_id = any(%s)",
            [sorted(late)],
        )


def before_deleting(db: "Connection[DictRow]", numbers: Sequence[int]) -> None:
    """Compare messages that are about to be deleted, of sessions that were not compared yet."""
    forgotten = load(db)
    if not forgotten.forgotten.moments:
        return
    rows = db.execute(
        f"select t.* from ({_MESSAGES}) as t join sessions s using (session_id) "
        "where t.seq = any(%s) and not s.is_withheld_known",
        [list(numbers)],
    ).fetchall()
    said = [row for row in rows if forgotten.hides(row["text"], row["said_at"])]
    _keep(db, said, known.forgotten_facts(db))


def _keep(
    db: "Connection[DictRow]", messages: "Iterable[DictRow]", gone: Mapping[bytes, Forgotten]
) -> list[str]:
    """Note which of the facts these messages say; returns the sessions with one that says one."""
    found: dict[tuple[str, bytes], Begin] = {}
    saying: dict[str, None] = {}
    for row in messages:
        session, at = row["session_id"], Begin(row["seq"], row["said_at"])
        for fact, prints in gone.items():
            earlier = found.get((session, fact))
            if row["role"] == "assistant":
                is_known = session in saying
            else:
                is_known = earlier is not None and earlier.earlier(at) == earlier
            said_at = row["said_at"].timestamp()
            if is_known or not fingerprints.says_since(prints, row["text"], said_at):
                continue
            saying[session] = None
            if row["role"] != "assistant":
                found[session, fact] = earlier.earlier(at) if earlier else at
    if found:
        rows = [(session, fact, *at) for (session, fact), at in sorted(found.items())]
        db.execute(_KEEP, [list(column) for column in zip(*rows, strict=True)])
    return list(saying)


def allow_again(db: "Connection[DictRow]", prints: Sequence[bytes]) -> bool:
    """Let a fact with these fingerprints be learned again; tell whether it was forgotten.

    What says it is withheld no more, nor the answers after that. A fact is whole again if one of
    its forms is added that has as many words; one of its sentences is not.
    """
    allowed: int = db.execute(
        "delete from forgotten where fingerprint = any(%(prints)s) or fact in ("
        "select f.fact from forgotten f join forgotten w on w.fact = f.fact "
        "where w.fingerprint = w.fact and f.words >= w.words and f.fingerprint = any(%(prints)s))",
        {"prints": prints},
    ).rowcount
    return allowed > 0


def for_caller(
    call: "Call", db: "Connection[DictRow]", rows: "Sequence[DictRow]"
) -> "list[DictRow]":
    """Return rows with a `text`, for a model without those that say what its user forgot."""
    if not call.by_model:
        return [*rows]
    forgotten = load(db)
    return [row for row in rows if not forgotten.hides(f"{row.get('title', '')}\n{row['text']}")]


def load(db: "Connection[DictRow]") -> Withheld:
    """Return what the named user forgot."""
    return of(known.load_forgotten(db))


def of(forgotten: Forgotten) -> Withheld:
    """Return the same, given the fingerprints."""
    marks = b"".join(sorted(forgotten.moments))
    return Withheld(forgotten, blake2b(marks, key=forgotten.salt).digest())
