"""Selects the old conversations that are worth a request, and says why others are not. No I/O.

When in doubt, a conversation that a person held is selected, and one that a script may have held is
not: prompts of scripts tell nothing about the user.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from ...store.ledger import NOTHING_TO_LEARN
from ...text.words import fold
from .staging import Thread

LEAST = 50
"""The least number of characters that must have been typed in a conversation."""

LEARNED = "learned from already"
NOT_ASKED_FOR = "not in the time asked for"
TOO_SHORT = f"under {LEAST} characters typed"
MOSTLY_PASTED = "hardly more than pasted text"
BY_PROGRAM = "made by a program"
REPEATED = "the same prompt again and again"
NOBODY_THERE = "a model left to itself"

# So many conversations of one prompt that begin with the same words count as a script's.
_REPETITIONS = 5
_FIRST_WORDS = 8

# With more model calls than this for each prompt, a conversation counts as an agent's.
_CALLS_PER_PROMPT = 10

# The least share of the prompts that must be typed and not pasted, and the number of typed
# characters that is enough in any case.
_TYPED_SHARE = 0.1
_MUCH_TYPED = 4 * LEAST


@dataclass(frozen=True)
class Criteria:
    """Which conversations the user asked for.

    `since` and `until` are seconds since 1970, `conversations` ids (none: all of them). `again`
    includes conversations that were learned from already. `limit` is the most to select.
    """

    since: float = 0.0
    until: float = float("inf")
    conversations: Collection[str] = ()
    again: bool = False
    limit: int | None = None


@dataclass
class Selection:
    """The conversations to learn from, the oldest first, and the number skipped, by reason.

    `left` is the number of further conversations that the limit excluded.
    """

    taken: list[Thread] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    left: int = 0


def _no_reason(_thread: Thread) -> str:
    return ""


def select(
    threads: Iterable[Thread],
    criteria: Criteria,
    hindrance: Callable[[Thread], str] = _no_reason,
) -> Selection:
    """Return which of the threads, given the oldest first, to learn from.

    `hindrance` returns why a conversation worth a request still cannot be asked about, or "".
    """
    threads = list(threads)
    beginnings = Counter(filter(None, map(_beginning, threads)))
    selection = Selection()
    for thread in threads:
        if criteria.conversations and thread.id not in criteria.conversations:
            continue
        if reason := _reason(thread, criteria, beginnings) or hindrance(thread):
            selection.skipped[reason] += 1
        elif criteria.limit is not None and len(selection.taken) >= criteria.limit:
            selection.left += 1
        else:
            selection.taken.append(thread)
    return selection


def _reason(thread: Thread, criteria: Criteria, beginnings: Counter[str]) -> str:
    """Why a conversation is skipped, or ""."""
    if not criteria.since <= thread.ended or thread.started >= criteria.until:
        return NOT_ASKED_FOR
    if not thread.prompts:
        return thread.refusals[0] if thread.refusals else TOO_SHORT
    if thread.learned and not thread.new and not criteria.again:
        return LEARNED
    if thread.id in criteria.conversations:  # the user knows what it is
        return "" if thread.typed_chars else NOTHING_TO_LEARN
    if thread.by_program:
        return BY_PROGRAM
    if beginnings[_beginning(thread)] >= _REPETITIONS:
        return REPEATED
    if thread.turns > _CALLS_PER_PROMPT * thread.prompts:
        return NOBODY_THERE
    enough = min(_MUCH_TYPED, _TYPED_SHARE * thread.prompt_chars)
    if thread.prompt_chars >= LEAST and thread.typed_chars < enough:
        return MOSTLY_PASTED
    return TOO_SHORT if thread.typed_chars < LEAST else ""


def _beginning(thread: Thread) -> str:
    """The first words of a conversation of one prompt, each number as 0; "" for a longer one."""
    if thread.prompts != 1:
        return ""
    words = [re.sub(r"\d+", "0", word) for word in fold(thread.opening).split()]
    return " ".join(words[:_FIRST_WORDS])
