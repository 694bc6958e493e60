"""Which conversations of the past are worth a request, and why the others are not. No I/O.

In doubt a conversation is taken where a person was there, and left where nobody may have been:
scripts call `llm` too, and what they say is about nobody.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from ...store.ledger import NOTHING_SAID
from ...text.words import fold
from .staging import Thread

LEAST = 50
"""Characters that a person must have said in a conversation, in all."""

LEARNED = "learned from already"
NOT_ASKED_FOR = "not in the time asked for"
TOO_SHORT = f"under {LEAST} characters typed"
MOSTLY_PASTED = "hardly more than pasted text"
BY_PROGRAM = "made by a program"
REPEATED = "the same prompt again and again"
NOBODY_THERE = "a model left to itself"

# So many conversations that begin in the same way were begun by a script.
_SAME = 5
_SAME_WORDS = 8

# So many calls of a model for each prompt are not a person's conversation.
_ROUNDS = 10

# What was said must be so large a part of what was typed, where it is little.
_SAID_SHARE = 0.1
_LITTLE = 4 * LEAST


@dataclass(frozen=True)
class Wanted:
    """What the user asked for: a time (seconds since 1970), conversations by id, or all.

    `again` also takes what was learned from.
    """

    since: float = 0.0
    until: float = float("inf")
    conversations: Collection[str] = ()
    again: bool = False
    limit: int | None = None


@dataclass
class Selection:
    """The conversations to learn from, the oldest first; how many were skipped, by reason.

    `left` is how many more there are beyond the limit.
    """

    taken: list[Thread] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    left: int = 0


def _nothing(_thread: Thread) -> str:
    return ""


def select(
    threads: Iterable[Thread], wanted: Wanted, hindrance: Callable[[Thread], str] = _nothing
) -> Selection:
    """Return what to learn from; `threads` come in order.

    `hindrance` may say why even a conversation that is worth it cannot be asked about.
    """
    threads = list(threads)
    shapes = Counter(filter(None, map(_shape, threads)))
    selection = Selection()
    for thread in threads:
        if wanted.conversations and thread.id not in wanted.conversations:
            continue
        if reason := _reason(thread, wanted, shapes) or hindrance(thread):
            selection.skipped[reason] += 1
        elif wanted.limit is not None and len(selection.taken) >= wanted.limit:
            selection.left += 1
        else:
            selection.taken.append(thread)
    return selection


def _reason(thread: Thread, wanted: Wanted, shapes: Counter[str]) -> str:
    """Why a conversation is skipped, or ""."""
    if not wanted.since <= thread.ended or thread.started >= wanted.until:
        return NOT_ASKED_FOR
    if not thread.asked:
        return thread.refusals[0] if thread.refusals else TOO_SHORT
    if thread.learned and not thread.new and not wanted.again:
        return LEARNED
    if thread.id in wanted.conversations:  # the user knows what it is
        return "" if thread.said else NOTHING_SAID
    if thread.by_program:
        return BY_PROGRAM
    if shapes[_shape(thread)] >= _SAME:
        return REPEATED
    if thread.turns > _ROUNDS * thread.asked:
        return NOBODY_THERE
    if thread.typed >= LEAST and thread.said < min(_LITTLE, _SAID_SHARE * thread.typed):
        return MOSTLY_PASTED
    return TOO_SHORT if thread.said < LEAST else ""


def _shape(thread: Thread) -> str:
    """How a conversation of one prompt begins, numbers and names of files left out."""
    if thread.asked != 1:
        return ""
    words = [re.sub(r"\d+", "0", word) for word in fold(thread.opening).split()]
    return " ".join(words[:_SAME_WORDS])
