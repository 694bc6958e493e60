"""What a caller passed while nothing may be learned: it is not learned later either.

A message is told by its words, and not by its conversation: a program may pass the last messages
alone the next time, or under another name, or a text that has grown.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from ...logs import Turn
from ...settings import Folder
from ...store import backfilled, consent, ledger
from ...store.state import Store
from ...store.updates import SAID
from .. import pauses, schedule
from .from_messages import dated

# Seconds.
_LONGEST_CONVERSATION = 86400.0


class Refusal(NamedTuple):
    """Why the beginning of a prompt may not be learned from, and where that ends."""

    reason: str
    end: int


def record(store: Store, turns: Sequence[Turn], when: float | None, reason: str) -> None:
    """Record for every profile that turns were passed while `reason` forbids to learn.

    What was learned from was passed before. In a pause this is also known of what was said before
    it, by its own time or by `when`, which may be the beginning of a conversation of some hours.
    Only hashes of their words are stored. Raises StateError.
    """
    since, why = 0.0, consent.LEARNING_OFF
    if reason == schedule.PAUSED:
        now = time.time()
        consent.adjust_to_clock(store.db, now)
        pause = consent.pause_in_force(store.db, now)
        since, why = pause[0] if pause else 0.0, consent.PAUSED
    undated = float("inf") if when is None else when + _LONGEST_CONVERSATION
    passed = [
        turn._replace(id=list(beginnings)[-1], thread_id="")
        for turn, beginnings in _with_beginnings(turns)
        if beginnings
        and (turn.started or undated) >= since
        and not backfilled.is_learned(store.db, turn.id)
    ]
    if passed:
        pauses.refuse(Folder(store.folder.path), dated(passed, when), why)


def among(store: Store, turns: Sequence[Turn]) -> dict[str, Refusal]:
    """Return what was recorded of these turns, as the caller passes them, by their ids."""
    ends = {turn.id: beginnings for turn, beginnings in _with_beginnings(turns)}
    known = ledger.reasons(store.db, [each for found in ends.values() for each in found])
    return {
        turn_id: Refusal(known[each], end)
        for turn_id, found in ends.items()
        for each, end in found.items()  # the longest is the last
        if each in known
    }


def _with_beginnings(turns: Sequence[Turn]) -> Iterator[tuple[Turn, dict[str, int]]]:
    """Each turn, with an id for each beginning of its prompt that ends with a line, and its end.

    The same words at another time, or once more without a time, have another id.
    """
    seen = Counter[str]()
    for turn in turns:
        found: dict[str, int] = {}
        words, end = sha256(), 0
        for line in turn.prompt.splitlines(keepends=True):
            end += len(line)
            if not (plain := " ".join(line.split()).casefold()):
                continue
            words.update(f"{plain}\n".encode(errors="replace"))
            name = words.hexdigest()[:24]
            seen[name] += 1
            found[f"{SAID}:passed:{name}:{turn.started or seen[name]}"] = end
        yield turn, found
