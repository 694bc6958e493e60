"""Deleting for good, with everything that rests on what is deleted. Call it with the user held.

Foreign keys take along what belongs to a message: its part in the events of facts, and what waits
for review. This module takes what does not name a message and was made from it.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..text import fingerprints
from ..text.fingerprints import Forgotten
from ..text.words import fold
from . import jobs, known, leftovers, sessions, withheld
from .leftovers import Said
from .schemas import Deleted
from .withheld import Saying

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

_NOTHING_KEPT = "answer = null, request = ''"

# The events that give a fact its words.
_WORDING = ("add", "replace", "edit")


def erase_messages(db: "Connection[DictRow]", numbers: Sequence[int]) -> dict[str, int]:
    """Delete messages, the summaries of their sessions, and facts that rest on them alone.

    Returns how many of each were deleted.
    """
    _take_time(db)
    about = db.execute(
        "select distinct fact_id from events where message_seq = any(%s)", [list(numbers)]
    ).fetchall()
    withheld.before_deleting(db, numbers)
    erase_answers_with(db, "messages", "seq = any(%s)", list(numbers))
    review = db.execute("delete from review where message_seq = any(%s)", [list(numbers)]).rowcount
    gone = db.execute(
        "delete from messages where seq = any(%s) returning session_id", [list(numbers)]
    ).fetchall()
    of = Counter(row["session_id"] for row in gone)
    summarised = sessions.delete_summaries(db, [*of])
    db.execute(
        "update sessions s set messages = s.messages - given.number "
        "from unnest(%s::text[], %s::bigint[]) given (session_id, number) "
        "where s.session_id = given.session_id",
        ([*of.keys()], [*of.values()]),
    )
    jobs.enqueue_summaries(db, summarised)
    facts = [row["fact_id"] for row in about]
    _erase_kept_answers(db, facts)
    unsaid = [text for fact_id in facts if (text := _restore(db, fact_id))]
    there = db.execute("select count(*) as n from facts where id = any(%s)", [facts]).fetchone()
    return {
        "messages": len(gone),
        "summaries": len(summarised),
        "review": review + _erase_changes_of(db, unsaid),
        "facts": len(facts) - (there["n"] if there else 0),
    }


def erase_fact(db: "Connection[DictRow]", fact_id: str) -> Deleted | None:
    """Forget a fact: delete it with all that it ever said, and never learn it again from that.

    Returns what was deleted, and what still says it; None if there is no such fact.
    """
    row = db.execute("select text from facts where id = %s", [fact_id]).fetchone()
    if row is None:
        return None
    said: dict[str, list[Saying]] = {row["text"]: []}
    for event in db.execute(
        "select distinct text, quote, message_seq from events where fact_id = %s", [fact_id]
    ).fetchall():
        said.setdefault(event["text"], []).append(Saying(event["quote"], event["message_seq"]))
    db.execute("delete from facts where id = %s", [fact_id])
    _erase_kept_answers(db, [fact_id])
    forgotten, about = withheld.forget(db, said)
    waiting = _erase_waiting(db, forgotten)
    summaries = _erase_summaries(db, [*said], forgotten, about)
    deleted = {"facts": 1, "review": waiting, "summaries": summaries}
    quotes = [each.quote for sayings in said.values() for each in sayings]
    return leftovers.report(db, deleted, Said([*said], quotes), forgotten)


def erase_user(db: "Connection[DictRow]") -> dict[str, int]:
    """Delete everything of the named user; returns how many rows of each table there were.

    What is written at the same time waits, and then belongs to a new user of that name.
    """
    if not db.execute("select 1 from users for update").fetchone():
        return {}
    _take_time(db)
    found = leftovers.rows(db)
    db.execute("delete from users")
    return found


def erase_answers_with(db: "Connection[DictRow]", table: str, where: str, *values: Any) -> None:
    """Delete the kept answers of requests that wrote these rows, and the hashes of their bodies.

    A request is one transaction, and each row tells by its `xmin` which one wrote it. The
    idempotency keys stay, so that a request that is sent again brings nothing back.
    """
    db.execute(
        f"update idempotency set {_NOTHING_KEPT} where answer is not null and xmin::text in "
        f"(select distinct xmin::text from {table} where {where})",
        values,
    )


def _take_time(db: "Connection[DictRow]") -> None:
    """Let the transaction's statements take as long as they need: who has said much may go, too."""
    db.execute("set local statement_timeout = 0")


def _erase_kept_answers(db: "Connection[DictRow]", facts: Sequence[str]) -> None:
    """Delete the answers with the words of facts that were kept, and hashes of what was asked.

    The idempotency keys stay, so that a request that is sent again brings nothing back.
    """
    for fact_id in facts:
        db.execute(
            f"update idempotency set {_NOTHING_KEPT} where position(%s in answer) > 0",
            [fact_id],
        )


def _restore(db: "Connection[DictRow]", fact_id: str) -> str:
    """Let a fact be what it was without the events that are gone; returns what it says no more.

    It is deleted if none are left, and if what it said before was forgotten or is another fact.
    """
    fact = db.execute("select text, own, state from facts where id = %s", [fact_id]).fetchone()
    events = db.execute(
        "select op, text, message_seq, at from events where fact_id = %s order by n", [fact_id]
    ).fetchall()
    if fact is None:
        return ""
    if not events:
        db.execute("delete from facts where id = %s", [fact_id])
        return str(fact["text"])
    last = events[-1]
    worded = [event for event in events if event["op"] in _WORDING]
    own = bool(worded) and worded[-1]["message_seq"] is None
    state = "ended" if last["op"] == "end" else fact["state"].replace("ended", "active")
    if last["text"] == fact["text"]:
        db.execute("update facts set own = %s, state = %s where id = %s", (own, state, fact_id))
        return ""
    others = [each for each in known.load(db) if each.id != fact_id]
    if any(fold(each.text) == fold(last["text"]) for each in others) or fingerprints.says(
        known.load_forgotten(db), last["text"], is_fact=True
    ):
        db.execute("delete from facts where id = %s", [fact_id])
    else:
        db.execute(
            "update facts set text = %s, own = %s, state = %s, said_at = %s, times = %s "
            "where id = %s",
            (last["text"], own, state, last["at"],
             sum(event["text"] == last["text"] for event in events), fact_id),
        )  # fmt: skip
    return str(fact["text"])


def _erase_changes_of(db: "Connection[DictRow]", gone: Sequence[str]) -> int:
    """Delete what waits for review and would change facts that are gone; returns how many."""
    texts = {fold(text) for text in gone}
    rows = db.execute("select id, old from review where old <> ''").fetchall() if texts else []
    about = [row["id"] for row in rows if fold(row["old"]) in texts]
    number: int = db.execute("delete from review where id = any(%s)", [about]).rowcount
    return number


def _erase_waiting(db: "Connection[DictRow]", forgotten: Forgotten) -> int:
    """Delete what waits for review and says what was forgotten."""
    rows = db.execute("select id, new, old, quote from review").fetchall()
    gone = [
        row["id"]
        for row in rows
        if fingerprints.says(forgotten, row["quote"])
        or any(fingerprints.says(forgotten, row[part], is_fact=True) for part in ("new", "old"))
    ]
    number: int = db.execute("delete from review where id = any(%s)", [gone]).rowcount
    return number


def _erase_summaries(
    db: "Connection[DictRow]", texts: Sequence[str], forgotten: Forgotten, about: Sequence[str]
) -> int:
    """Delete the summaries that say what was forgotten, or have all words of it.

    So are those of the sessions `about` it: a summary may say it in other words.
    """
    saying = leftovers.all_saying(db, "summaries", texts, forgotten)
    return sessions.summarise_again(db, [*{*about, *saying}])
