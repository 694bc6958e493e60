"""What a caller passed while nothing may be learned: it is not learned later either.

It is told by its sentences, and not by its conversation or its messages: a program may pass the
last messages alone the next time, or under another name, one message as two, or a text that grew.
Of sentences that say nothing, such as "Thanks." or "Hi Claude.", nothing is recorded.
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import NamedTuple

from ...logs import Turn
from ...profile.line_marks import LOCAL, marks_local, read
from ...settings import Folder
from ...store import backfilled, consent, refused_sentences
from ...store.state import Store
from ...store.updates import SAID
from ...text.trivial import is_greeting, is_trivial
from ...text.words import fold, sentences
from .. import pauses, schedule
from .from_messages import dated

# Seconds.
_LONGEST_CONVERSATION = 86400.0


_WHOLE: Mapping[str, int] = MappingProxyType({})


class Refusal(NamedTuple):
    """Why a part of a prompt may not be learned from, and the rest of the prompt, "" for none.

    What is learned from the rest waits for the user, as the part may tell how the rest is meant:
    "Just kidding.", or "Translate this:".
    """

    reason: str
    rest: str


class _Sentence(NamedTuple):
    """A sentence: where it is in its prompt, a hash of its letters and digits, and its time.

    `number` counts such sentences so far, so that without times the same words count that are said
    once more. `at` is 0 without a time.
    """

    start: int
    end: int
    hash: str
    number: int
    at: float

    @property
    def names(self) -> list[str]:
        """The names of the sentence as it is passed: of its time, also rounded, or its number."""
        if self.at:
            return [f"{self.hash}:{self.at}", f"{self.hash}:{int(self.at)}s"]
        return [f"{self.hash}:{self.number}"]

    def recorded(self, now: float) -> list[str]:
        """Return the names to record: it may be passed next without its time, or with it."""
        other = f"{self.hash}:{self.number}" if self.at else refused_sentences.until(self.hash, now)
        return [*self.names, other]

    def reason(self, store: Store, known: Mapping[str, str]) -> str:
        """Return why it may not be learned from, "" if it may; `known` has reasons by names."""
        found = next((known[name] for name in self.names if name in known), "")
        if not found and self.at:
            return refused_sentences.reason_until(store.db, self.hash, self.at)
        return found


def record(
    store: Store,
    turns: Sequence[Turn],
    when: float | None,
    reason: str,
    begins: Mapping[str, int] = _WHOLE,
) -> None:
    """Record for every profile that turns were passed while `reason` forbids to learn.

    What was learned from was passed before, and so was what stands before `begins` in a turn. In a
    pause this is also known of what was said before it, by its own time or by `when`, which may be
    the beginning of a conversation of some hours. Only hashes of their words are stored. Raises
    StateError.
    """
    since, why, now = 0.0, consent.LEARNING_OFF, time.time()
    if reason == schedule.PAUSED:
        consent.adjust_to_clock(store.db, now)
        pause = consent.pause_in_force(store.db, now)
        since, why = pause[0] if pause else 0.0, consent.PAUSED
    undated = float("inf")
    if when is not None and not backfilled.of_thread(store.db, turns[0].thread_id):
        undated = when + _LONGEST_CONVERSATION  # a known conversation may go on at any time
    passed = [
        (turn._replace(id=f"{SAID}:passed:{said[-1].names[0]}"), said)
        for turn, whole in _with_sentences(turns)
        if (said := [each for each in whole if each.start >= begins.get(turn.id, 0)])
        and (turn.started or undated) >= since
        and not backfilled.is_learned(store.db, turn.id)
    ]
    if passed:
        names = [name for _, said in passed for each in said for name in each.recorded(now)]
        folder = Folder(store.folder.path)
        pauses.refuse(folder, dated([turn for turn, _ in passed], when), names, why)


def among(
    store: Store, turns: Sequence[Turn], begins: Mapping[str, int] = _WHOLE
) -> dict[str, Refusal]:
    """Return what was recorded of these turns, as the caller passes them, by their ids.

    What stands before `begins` in a turn was passed before, and is no part of the rest.
    """
    if not refused_sentences.has_any(store.db):
        return {}
    passed = list(_with_sentences(turns))
    names = [name for _, said in passed for each in said for name in each.names]
    known = refused_sentences.reasons(store.db, names)
    found = {}
    for turn, said in passed:
        begin = begins.get(turn.id, 0)
        new = [each for each in said if each.start >= begin]
        why = {each: reason for each in new if (reason := each.reason(store, known))}
        if why:
            rest = _without(turn.prompt, begin, [*why]) if len(why) < len(new) else ""
            found[turn.id] = Refusal([*why.values()][-1], rest)
    return found


def _without(prompt: str, begin: int, refused: Sequence[_Sentence]) -> str:
    """The prompt from `begin` on without these sentences; "" if it says nothing any more."""
    left, end = "", begin
    for each in refused:
        left, end = f"{left}{prompt[end : each.start].rstrip()}\n", each.end
    left = f"{left}{prompt[end:]}".strip()
    if not _plain(left):
        return ""
    return left if marks_local(left) or not marks_local(prompt) else f"{left} #{LOCAL}"


def _with_sentences(turns: Sequence[Turn]) -> Iterator[tuple[Turn, list[_Sentence]]]:
    """Each turn, with the sentences of its prompt that have a letter or digit."""
    seen = Counter[str]()
    for turn in turns:
        found, end = list[_Sentence](), 0
        for sentence in sentences(turn.prompt):
            start = turn.prompt.index(sentence, end)
            end = start + len(sentence)
            said = read(sentence, is_whole=False).text
            if not (is_greeting(said) or is_trivial(said)) and (words := _plain(said)):
                name = sha256(words.encode(errors="replace")).hexdigest()[:24]
                seen[name] += 1
                found.append(_Sentence(start, end, name, seen[name], turn.started))
        yield turn, found


def _plain(text: str) -> str:
    """The letters and digits of a text."""
    return "".join(filter(str.isalnum, fold(text)))
