"""Checks whether the user typed what a client's model quoted when it proposed a fact.

A quote counts as typed only if it is in a turn with a receipt (`store.receipts`). It counts as not
typed only if all turns of the session are known, and it cannot be from another session.
"""

import sqlite3
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..imports import Conversation
from ..logs import Turn
from ..store import forgotten, ledger, proposals, receipts, updates
from ..store.proposals import Quote
from ..store.receipts import Receipt, Session
from ..store.state import Store

if TYPE_CHECKING:
    from ..checks.quotes import TypedText

# Seconds that a model may work at most between a prompt and the proposal that follows from it.
_LONGEST_RUN = 86400.0


def prove_quotes(
    store: Store,
    session: Session,
    found: Conversation | None,
    typed: Mapping[Receipt, Turn],
    *,
    is_run: bool,
) -> None:
    """Record which quotes of a session's client were typed, as far as this is known.

    `found` is the session's transcript, `typed` has its turns by their receipts, and `is_run` tells
    whether an agent ran the session. Call it in a transaction, after recording these turns.
    """
    if not proposals.unproven(store.db, session.client):
        return
    from ..checks.quotes import find_quote  # it loads the checks

    recorded = _recorded(store.db, session.thread_id)
    begun = min([session.receipts[0].at, *recorded.values()])

    turns = found.turns if found and not is_run else ()
    proven = _with_receipt(store, turns, typed.values())
    unsure = [turn for turn in turns if turn.id in recorded and turn not in proven]
    certain = [*_parts(proven), *_quoted(store.db, recorded)]
    possible = _parts(unsure)
    is_known = found is not None and _is_whole(session, found, typed, recorded)
    others = _other_prompts(store, session) if is_known else []
    for quote in proposals.unproven(store.db, session.client, begun):
        if find_quote(quote.words, certain):
            proposals.record_typed(store.db, quote.edit_id, is_typed=True)
        elif is_known and not find_quote(quote.words, possible) and _is_alone(others, quote):
            proposals.record_typed(store.db, quote.edit_id, is_typed=False)


def _recorded(db: sqlite3.Connection, thread_id: str) -> dict[str, float]:
    """The turns of a session that are in the ledger, each with the time when it began."""
    query = "select id, started from turns where thread_id = ?"
    return {row["id"]: row["started"] for row in db.execute(query, (thread_id,))}


def _with_receipt(store: Store, turns: Sequence[Turn], now: Iterable[Turn]) -> list[Turn]:
    """The typed turns whose words are those of a receipt, even if it was deleted since."""
    salt = forgotten.salt(store.db)
    digests = ledger.digests(store.db, [turn.id for turn in turns])
    before = (t for t in turns if digests.get(t.id) == receipts.digest_of(t.prompt, salt))
    allowed = {turn.id for turn in now} | {turn.id for turn in before}
    given = ledger.given_turns(store.db, allowed)
    return [turn for turn in turns if turn.id in allowed - given]


def _is_whole(
    session: Session,
    found: Conversation,
    typed: Mapping[Receipt, Turn],
    recorded: Collection[str],
) -> bool:
    """Whether the transcript has all turns of the receipts, including deleted ones."""
    has = {turn.id for turn in found.turns}
    return all(receipt in typed for receipt in session.receipts) and has.issuperset(recorded)


def _other_prompts(store: Store, session: Session) -> list[float]:
    """The times of the prompts in other sessions of the same client."""
    waiting = (
        receipt.at
        for each in receipts.sessions(store.folder, time.time())
        if each.client == session.client and each.id != session.id
        for receipt in each.receipts
    )
    query = "select started from turns where thread_id != ? and thread_id between ? and ?"
    bounds = (f"{session.client}:", f"{session.client};")  # the next character after ":"
    read = store.db.execute(query, (session.thread_id, *bounds))
    return [*waiting, *(row["started"] for row in read)]


def _is_alone(others: Iterable[float], quote: Quote) -> bool:
    """Whether the quote cannot be from another session of the client."""
    return not any(quote.at - _LONGEST_RUN <= at <= quote.at for at in others)


def _quoted(db: sqlite3.Connection, turn_ids: Collection[str]) -> list["TypedText"]:
    """The quotes of facts that were learned from these turns."""
    from ..checks.quotes import TypedText

    return [TypedText("", words) for words in updates.learned_quotes(db, turn_ids)]


def _parts(turns: Iterable[Turn]) -> list["TypedText"]:
    from ..checks.quotes import TypedText
    from ..text import pasted

    return [TypedText(turn.id, part) for turn in turns for part in pasted.typed_parts(turn.prompt)]
