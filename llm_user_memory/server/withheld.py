"""What no model is given any more since its user had it forgotten: the rule of the command line.

That is each text that says it, each message that it was learned from, and the answers after such
messages of their session.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from ..text import fingerprints
from ..text.fingerprints import Forgotten
from . import database, known, sessions, text_matches

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

# In the sessions of messages that facts were learned from; returns these sessions.
_KEEP_ORIGINS = """
with origins as (
    select m.session_id, m.seq, m.said_at, given.fact
    from unnest(%s::bigint[], %s::bytea[]) as given (seq, fact) join messages m using (seq)
), kept as (
    insert into withheld_messages (message_seq, fact) select seq, fact from origins
    on conflict do nothing
)
insert into withheld as w (session_id, fact, seq, said_at)
select session_id, fact, min(seq), min(said_at) from origins group by session_id, fact
on conflict (user_id, session_id, fact) do update set
    seq = least(w.seq, excluded.seq), said_at = least(w.said_at, excluded.said_at)
returning session_id
"""

ORIGINS = """
select array_agg(distinct o.message_seq) as origins from withheld_messages o
where exists (select from forgotten f where f.fact = o.fact)
"""
"""The numbers of the messages that are withheld whatever they say; null if there are none."""

_UNCOMPARED = f"select t.* from ({_MESSAGES}) t join uncompared u on u.message_seq = t.seq"

# Without waiting: what somebody else deletes meanwhile, they have compared, too.
_COMPARED = """
delete from uncompared where message_seq in (
    select message_seq from uncompared where message_seq = any(%s) for update skip locked)
"""


class Saying(NamedTuple):
    """What says a fact: words of the user, and the number of their message, None if it is gone."""

    quote: str
    message_seq: int | None = None


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


# From where on the answers of a session are withheld, for each session and fact.
_Begins = dict[tuple[str, bytes], Begin]


class Withheld(NamedTuple):
    """What a user forgot; `key` changes when something else is forgotten.

    `origins` are the numbers of the messages that it was learned from.
    """

    forgotten: Forgotten
    key: bytes
    origins: frozenset[int] = frozenset()

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
        found = self._catch_up(db, sorted(answered))
        rows = db.execute(_BEGINS, [sorted(answered)]).fetchall()
        begins = {row["session_id"]: Begin(row["seq"], row["said_at"]) for row in rows}
        for (session, _fact), begin in found.items():
            begins[session] = begin.earlier(begins.get(session, begin))
        return begins

    def _catch_up(self, db: "Connection[DictRow]", answered: Sequence[str]) -> _Begins:
        """Compare the messages of these sessions that were not yet; it may take seconds.

        It is noted, unless nothing can be written, as on a replica. Returns what it finds.
        """
        compared: list[int] = []
        said: list[DictRow] = []
        with db.cursor(name="uncompared_messages") as cursor:
            cursor.itersize = 1  # to compare one takes long, and no transaction may be idle
            query = f"{_UNCOMPARED} where t.session_id = any(%s) order by t.seq"
            for row in cursor.execute(query, [answered]):
                compared.append(row["seq"])
                if self.hides(row["text"], row["said_at"]):
                    said.append(row)
        if not compared:
            return {}
        found, saying = _saying(said, known.forgotten_facts(db))
        if not database.is_read_only(db):
            _keep(db, found)
            sessions.summarise_again(db, saying)
            db.execute(_COMPARED, [compared])
        return found

    def without(
        self, messages: "Iterable[DictRow]", begins: Mapping[str, Begin]
    ) -> "list[DictRow]":
        """Return messages without those that are withheld, given what `begins` returned.

        It may take seconds.
        """
        return [
            each
            for each in messages
            if each["seq"] not in self.origins
            and not self.hides(each["content"], each["said_at"])
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
    db: "Connection[DictRow]", said: Mapping[str, Collection[Saying]]
) -> tuple[Forgotten, list[str]]:
    """Record that facts were forgotten, given with what said each. Hold the user.

    The messages that they were learned from, and the answers after messages that say them, are
    withheld from now on. Returns the fingerprints, and the sessions with such a message.
    """
    gone: dict[bytes, Forgotten] = {}
    origins = set[tuple[int, bytes]]()
    quotes = set[str]()
    for fact, sayings in sorted(said.items()):
        of_fact = {each.quote for each in sayings if each.quote}
        prints = known.forget(db, fact, sorted(of_fact))
        name = fingerprints.of_fact(prints.salt, fact)
        gone[name] = prints.joined(gone.get(name, _NOTHING_FORGOTTEN))
        origins |= {(each.message_seq, name) for each in sayings if each.message_seq is not None}
        quotes |= of_fact
    columns = [list(column) for column in zip(*sorted(origins), strict=True)] or [[], []]
    kept = db.execute(_KEEP_ORIGINS, columns).fetchall()
    wanted = [*said, *sorted(quotes)]
    cut = text_matches.cutting_to(wanted)
    rows = text_matches.rows(db, _MESSAGES, wanted)
    found, saying = _saying(({**row, "text": cut(row["text"])} for row in rows), gone)
    _keep(db, found)
    about = dict.fromkeys([*(row["session_id"] for row in kept), *saying])
    return reduce(Forgotten.joined, gone.values()), [*about]


def add_late(db: "Connection[DictRow]", messages: "Iterable[DictRow]") -> None:
    """Have new messages compared with what was forgotten after they were said.

    They come late. What is said after it was forgotten is not withheld.
    """
    last = db.execute("select max(at) as at from forgotten").fetchone()
    if last and last["at"] is not None:
        late = sorted(each["seq"] for each in messages if each["said_at"] <= last["at"])
        db.execute("insert into uncompared (message_seq) select unnest(%s::bigint[])", [late])


def before_deleting(db: "Connection[DictRow]", numbers: Sequence[int]) -> None:
    """Compare those messages that were not yet, and are about to be deleted."""
    forgotten = load(db)
    if not forgotten.forgotten.moments:
        return
    rows = db.execute(f"{_UNCOMPARED} where t.seq = any(%s)", [list(numbers)]).fetchall()
    said = [row for row in rows if forgotten.hides(row["text"], row["said_at"])]
    _keep(db, _saying(said, known.forgotten_facts(db))[0])


def _saying(
    messages: "Iterable[DictRow]", gone: Mapping[bytes, Forgotten]
) -> tuple[_Begins, list[str]]:
    """Where messages of the user say one of the facts first, and the sessions that say one."""
    found: _Begins = {}
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
    return found, list(saying)


def _keep(db: "Connection[DictRow]", found: _Begins) -> None:
    if found:
        rows = [(session, fact, *at) for (session, fact), at in sorted(found.items())]
        db.execute(_KEEP, [list(column) for column in zip(*rows, strict=True)])


def allow_again(db: "Connection[DictRow]", text: str) -> bool:
    """Let a fact be learned again that the user wrote or accepted; tell whether it was forgotten.

    What says it is withheld no more, nor the answers after that. A fact is whole again if one of
    its forms is added that has as many words; one of its sentences is not, nor is one that says
    more: what is within that, and was forgotten, stays so when the longer one is forgotten, too.
    """
    prints = list(fingerprints.of_forms(known.load_forgotten(db).salt, text))
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
    row = db.execute(ORIGINS).fetchone()
    return of(known.load_forgotten(db), row["origins"] if row else None)


def of(forgotten: Forgotten, origins: Iterable[int] | None) -> Withheld:
    """Return the same, given the fingerprints, and what `ORIGINS` reads."""
    marks = b"".join(sorted(forgotten.moments))
    key = blake2b(marks, key=forgotten.salt).digest()
    return Withheld(forgotten, key, frozenset(origins or ()))
