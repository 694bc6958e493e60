"""What is known of a user, as rows: reading it, its text as a profile, and changing it.

The checks and the archive work on the text of a profile. Here it is made from the rows, and what
they decided is written back to the rows.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone, tzinfo
from typing import TYPE_CHECKING, Any, NamedTuple

from ..checks import refusals
from ..checks.guard import CheckContext, Verdict
from ..profile.document import STANDARD_SECTIONS, TITLE
from ..profile.line_marks import PIN
from ..profile.split import archive_of, home
from ..text import fingerprints
from ..text.fingerprints import Forgotten
from ..text.words import fold
from .zones import zone_of

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# A look at the end of the index for each fact: a fact may have been said again thousands of times.
_LAST_QUOTES = """
select given.id, (
    select e.quote from events e where e.fact_id = given.id order by e.n desc limit 1) as quote
from unnest(%s::text[]) given (id)
"""


class Known(NamedTuple):
    """One fact; `state` is "active", "archived", or "ended" for what is no longer so.

    `placed` tells that the user moved it to the archive, or out of it.
    """

    id: str
    section: str
    text: str
    own: bool
    pinned: bool
    state: str
    said_at: datetime
    times: int
    placed: bool


def load(db: "Connection[DictRow]") -> list[Known]:
    """Return the facts of the named user that hold, in their order."""
    columns = ", ".join(Known._fields)
    rows = db.execute(f"select {columns} from facts where state <> 'ended' order by place")
    return [Known(**row) for row in rows.fetchall()]


def zone(db: "Connection[DictRow]") -> tzinfo | None:
    """Return where the named user is, None if there is no such user."""
    row = db.execute("select zone from users").fetchone()
    return zone_of(row["zone"]) if row else None


def document(known: Sequence[Known]) -> str:
    """Return the facts as the text of a profile, with its archive."""
    lines = [TITLE]
    for is_archived in (False, True):
        of_state = [each for each in known if (each.state == "archived") == is_archived]
        names = dict.fromkeys([*STANDARD_SECTIONS, *(each.section for each in of_state)])
        for name in names:
            found = [each for each in of_state if each.section == name]
            if found or not is_archived:
                lines += ["", f"## {archive_of(name) if is_archived else name}"]
                lines += [f"- {each.text}{f' #{PIN}' if each.pinned else ''}" for each in found]
    return "\n".join(lines) + "\n"


def context(db: "Connection[DictRow]", known: Sequence[Known]) -> CheckContext:
    """Return what the checks need to know of the named user besides the profile."""
    rows = db.execute(_LAST_QUOTES, [[each.id for each in known if not each.own]]).fetchall()
    quotes = {row["id"]: row["quote"] or "" for row in rows}
    learned = {fold(each.text): quotes[each.id] for each in known if not each.own}
    now = datetime.now(timezone.utc)  # a time after that is of a wrong clock: all else is newer
    said_at = {fold(e.text): e.said_at.timestamp() for e in known if e.said_at <= now}
    return CheckContext(learned, load_forgotten(db), said_at)


def load_forgotten(db: "Connection[DictRow]") -> Forgotten:
    """Return the fingerprints of what the named user forgot."""
    found = db.execute("select salt from users").fetchone()
    rows = db.execute("select fingerprint, words, at from forgotten").fetchall()
    prints = ((row["fingerprint"], row["words"], row["at"]) for row in rows)
    return forgotten(found["salt"] if found else b"", prints)


def forgotten(salt: bytes, prints: Iterable[tuple[bytes, int, datetime]]) -> Forgotten:
    """Return what was forgotten, given the rows: fingerprint, number of words, and when.

    A fingerprint may be there twice, of two facts; the later moment counts.
    """
    moments: dict[bytes, float] = {}
    sizes = set[int]()
    for fingerprint, words, at in prints:
        key, moment = bytes(fingerprint), at.timestamp()
        moments[key] = max(moment, moments.get(key, moment))
        sizes.add(words)
    return Forgotten(bytes(salt), moments, frozenset(filter(None, sizes)))


def forgotten_facts(db: "Connection[DictRow]") -> dict[bytes, Forgotten]:
    """Return the fingerprints of each fact that the named user forgot, by that of its words."""
    user = db.execute("select salt from users").fetchone()
    rows = db.execute("select fact, fingerprint, words, at from forgotten").fetchall()
    of_fact: dict[bytes, list[tuple[bytes, int, datetime]]] = {}
    for row in rows:
        prints = of_fact.setdefault(bytes(row["fact"]), [])
        prints.append((row["fingerprint"], row["words"], row["at"]))
    salt = user["salt"] if user else b""
    return {fact: forgotten(salt, prints) for fact, prints in of_fact.items()}


def forget(db: "Connection[DictRow]", fact: str, quotes: Sequence[str]) -> Forgotten:
    """Record that a fact was forgotten, with the words that said it; returns just these prints.

    What was said before is told by its time, and the clock of whoever sent it may be ahead.
    """
    row = db.execute(
        "select salt, greatest(now(), (select max(said_at) from messages)) as at from users"
    ).fetchone()
    salt, at = (bytes(row["salt"]), row["at"]) if row else (b"", datetime.now(timezone.utc))
    prints = fingerprints.of_forms(salt, fact)
    prints |= {fingerprints.of_quote(salt, quote): 0 for quote in quotes if quote}
    of_fact = fingerprints.of_fact(salt, fact)
    for fingerprint, words in prints.items():
        db.execute(
            "insert into forgotten (fingerprint, words, at, fact) values (%s, %s, %s, %s) "
            "on conflict (user_id, fingerprint, fact) do update set at = excluded.at",
            (fingerprint, words, at, of_fact),
        )
    moments = dict.fromkeys(prints, at.timestamp())
    return Forgotten(salt, moments, frozenset(filter(None, prints.values())))


def apply(
    db: "Connection[DictRow]", verdicts: Sequence[Verdict], messages: Mapping[str, Any]
) -> dict[str, int]:
    """Write what the verdicts decided; returns how many facts each kind of edit changed.

    `messages` maps the turns of the verdicts to rows with `seq` and `said_at`. Call it with the
    user's row held.
    """
    done: dict[str, int] = {}
    for verdict in verdicts:
        message = messages.get(verdict.turn_id)
        kind = _apply(db, verdict, message) if message else ""
        if kind:
            done[kind] = done.get(kind, 0) + 1
    return done


def _apply(db: "Connection[DictRow]", verdict: Verdict, message: Any) -> str:
    edit = verdict.edit
    if edit.old and _says_again(verdict):
        found = _named(db, edit.old, "")
        return _repeat(db, found, verdict, message) if found else ""
    if verdict.needs_review:
        db.execute(
            "insert into review (op, section, old, new, quote, reason, message_seq) "
            "values (%s, %s, %s, %s, %s, %s, %s)",
            (edit.op, home(edit.section), edit.old, edit.new, edit.quote, verdict.refusal,
             message["seq"]),
        )  # fmt: skip
        return "review"
    if verdict.refusal:
        return ""
    if edit.op == "add":
        add(db, edit.section, edit.new, quote=edit.quote, message=message)
        return "add"
    if (found := _named(db, edit.old, edit.section)) is None:
        return ""
    if edit.op == "remove":
        db.execute("update facts set state = 'ended' where id = %s", [found.id])
        record(db, found.id, "end", found.text, edit.quote, message["seq"], message["said_at"])
        return "end"
    db.execute(
        "update facts set text = %s, own = false, placed = false, state = 'active', times = 1, "
        "said_at = %s where id = %s",
        (edit.new, message["said_at"], found.id),
    )
    record(db, found.id, "replace", edit.new, edit.quote, message["seq"], message["said_at"])
    return "replace"


def _says_again(verdict: Verdict) -> bool:
    """Whether the fact is known already, perhaps from words that were said later."""
    if verdict.refusal == refusals.OUTDATED:
        return fold(verdict.edit.new) == fold(verdict.edit.old)
    return verdict.refusal == refusals.ALREADY_KNOWN


def _repeat(db: "Connection[DictRow]", found: Known, verdict: Verdict, message: Any) -> str:
    db.execute(
        "update facts set times = times + 1, said_at = greatest(said_at, %s) where id = %s",
        (message["said_at"], found.id),
    )
    quote = verdict.edit.quote
    record(db, found.id, "again", found.text, quote, message["seq"], message["said_at"])
    return "again"


def add(
    db: "Connection[DictRow]",
    section: str,
    text: str,
    *,
    quote: str = "",
    message: Any = None,
    pinned: bool = False,
) -> str:
    """Add a fact, one of the user's own without a message; returns its id."""
    at = message["said_at"] if message else datetime.now(timezone.utc)
    row = db.execute(
        "insert into facts (section, text, own, pinned, said_at) values (%s, %s, %s, %s, %s) "
        "returning id",
        (home(section) or STANDARD_SECTIONS[0], text, message is None, pinned, at),
    ).fetchone()
    fact_id = str(row["id"]) if row else ""
    record(db, fact_id, "add", text, quote, message["seq"] if message else None, at)
    return fact_id


def record(
    db: "Connection[DictRow]",
    fact_id: str,
    op: str,
    text: str,
    quote: str = "",
    message_seq: int | None = None,
    at: datetime | None = None,
) -> None:
    """Record what happened to a fact. What waits and would add the same is decided by that."""
    if op in ("add", "replace", "edit"):
        drop_waiting(db, text)
    db.execute(
        "insert into events (fact_id, op, text, quote, message_seq, at) "
        "values (%s, %s, %s, %s, %s, %s)",
        (fact_id, op, text, quote, message_seq, at or datetime.now(timezone.utc)),
    )


def drop_waiting(db: "Connection[DictRow]", text: str) -> None:
    """Delete what waits for review and would add a fact, about which was decided."""
    waiting = db.execute("select id, new from review where op = 'add'").fetchall()
    same = [row["id"] for row in waiting if fold(row["new"]) == fold(text)]
    db.execute("delete from review where id = any(%s)", [same])


def _named(db: "Connection[DictRow]", text: str, section: str) -> Known | None:
    """The fact that an edit names: the one in its section first."""
    matching = [each for each in load(db) if fold(each.text) == fold(text)]
    return min(matching, key=lambda each: each.section != home(section), default=None)
