"""What a caller passed while nothing may be learned: it is not learned later either.

It is told by its sentences, and not by its conversation or its messages: a program may pass the
last messages alone the next time, or under another name, one message as two, or a text that grew.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from ...logs import Turn
from ...settings import Folder
from ...store import backfilled, consent, refused_sentences
from ...store.state import Store
from ...store.updates import SAID
from ...text.words import fold, sentences
from .. import pauses, schedule
from .from_messages import dated

# Seconds.
_LONGEST_CONVERSATION = 86400.0


class Refusal(NamedTuple):
    """Why a part of a prompt may not be learned from, and the rest of the prompt, "" for none."""

    reason: str
    rest: str


class _Sentence(NamedTuple):
    """A sentence: where it is in its prompt, and its name.

    The name has a hash of its letters and digits, and its time. Without a time it has the number of
    such sentences so far, so that the same words count that are said once more.
    """

    start: int
    end: int
    name: str


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
        (turn._replace(id=f"{SAID}:passed:{said[-1].name}"), said)
        for turn, said in _with_sentences(turns)
        if said
        and (turn.started or undated) >= since
        and not backfilled.is_learned(store.db, turn.id)
    ]
    if passed:
        names = [each.name for _, said in passed for each in said]
        folder = Folder(store.folder.path)
        pauses.refuse(folder, dated([turn for turn, _ in passed], when), names, why)


def among(store: Store, turns: Sequence[Turn]) -> dict[str, Refusal]:
    """Return what was recorded of these turns, as the caller passes them, by their ids."""
    if not refused_sentences.has_any(store.db):
        return {}
    passed = list(_with_sentences(turns))
    known = refused_sentences.reasons(store.db, [each.name for _, said in passed for each in said])
    found = {}
    for turn, said in passed:
        refused = [each for each in said if each.name in known]
        if refused:
            found[turn.id] = Refusal(known[refused[-1].name], _without(turn.prompt, refused))
    return found


def _without(prompt: str, refused: Sequence[_Sentence]) -> str:
    """The prompt without these sentences; "" if it says nothing any more."""
    left, end = "", 0
    for each in refused:
        left, end = f"{left}{prompt[end : each.start].rstrip()}\n", each.end
    left = f"{left}{prompt[end:]}".strip()
    return left if _plain(left) else ""


def _with_sentences(turns: Sequence[Turn]) -> Iterator[tuple[Turn, list[_Sentence]]]:
    """Each turn, with the sentences of its prompt that have a letter or digit."""
    seen = Counter[str]()
    for turn in turns:
        found, end = list[_Sentence](), 0
        for sentence in sentences(turn.prompt):
            start = turn.prompt.index(sentence, end)
            end = start + len(sentence)
            if words := _plain(sentence):
                name = sha256(words.encode(errors="replace")).hexdigest()[:24]
                seen[name] += 1
                found.append(_Sentence(start, end, f"{name}:{turn.started or seen[name]}"))
        yield turn, found


def _plain(text: str) -> str:
    """The letters and digits of a text."""
    return "".join(filter(str.isalnum, fold(text)))
