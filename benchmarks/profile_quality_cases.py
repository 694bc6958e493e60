"""The conversations of the quality benchmark, and the facts that are right for each.

Whether a fact is right is decided by matching words, not by a model: see `says`. The conversations
are in profile_quality_cases.json, one per line.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from llm_user_memory.checks.guard import Verdict
from llm_user_memory.model.request import Message
from llm_user_memory.profile.document import EMPTY, facts
from llm_user_memory.profile.edits import Edit, apply_edit
from llm_user_memory.text.words import fold

CASES = Path(__file__).with_name("profile_quality_cases.json")
SPLITS = ("tune", "held")


@dataclass(frozen=True)
class Case:
    """One conversation: the profile before it, the turns, and the right changes.

    `expect` has the accepted wordings of each fact that must be added (see `says`), `also` those of
    facts that may be added. `gone` are the facts of the profile that must be removed, `may_go`
    those that may be.
    """

    id: str
    split: str
    kind: str
    said: Sequence[Message]
    profile: str = EMPTY
    expect: Sequence[Sequence[str]] = ()
    also: Sequence[str] = ()
    gone: Sequence[str] = ()
    may_go: Sequence[str] = ()

    def allows(self, edit: Edit) -> bool:
        """Tell whether the edit adds only a listed fact, and removes none that must stay."""
        may_go = {fold(fact) for fact in (*self.gone, *self.may_go)}
        stays = {fold(fact.text) for fact in facts(self.profile)} - may_go
        if fold(edit.old) in stays:
            return False
        if edit.op == "remove":
            return fold(edit.old) in may_go
        wordings = [*self.also, *(wording for wanted in self.expect for wording in wanted)]
        return any(says(edit.new, wording) for wording in wordings)

    def found(self, edits: Sequence[Edit]) -> int:
        """Return how many of the expected facts the edits add."""
        new = [edit.new for edit in edits if self.allows(edit)]
        return sum(
            any(says(fact, wording) for fact in new for wording in wanted) for wanted in self.expect
        )


@dataclass(frozen=True)
class Outcome:
    """The outcome of one conversation; without a request it has only the skipped turns."""

    case: Case
    skipped: Sequence[str]
    answer: str = ""
    proposed: Sequence[Edit] = ()
    verdicts: Sequence[Verdict] = ()
    profile: str = ""
    tokens: tuple[int | None, int | None] | None = None
    understood: bool = True

    @property
    def taken(self) -> list[Edit]:
        return [verdict.edit for verdict in self.verdicts if not verdict.refusal]

    @property
    def left(self) -> int:
        """The number of facts that should have been removed and were not."""
        still = {fold(fact.text) for fact in facts(self.profile or self.case.profile)}
        return sum(fold(fact) in still for fact in self.case.gone)

    @property
    def wrongly_skipped(self) -> list[str]:
        """The skipped turns that have an expected fact; all turns if every one was skipped."""
        expected = [wording for wanted in self.case.expect for wording in wanted]
        if expected and len(self.skipped) == len(self.case.said):
            return list(self.skipped)
        return [turn for turn in self.skipped if any(says(turn, each) for each in expected)]


def says(fact: str, wording: str) -> bool:
    """Tell whether the fact has each word of the wording, or one that begins so, in any order.

    A word with a dash in front must not occur. Case and apostrophes are ignored.
    """
    text = f" {fold(fact)}"
    return all((f" {fold(word)}" in text) is not word.startswith("-") for word in wording.split())


def load() -> list[Case]:
    """Return the conversations of the table."""
    return [_case(**described) for described in json.loads(CASES.read_text())]


def _case(said: Sequence[str | Sequence[str]], profile: Sequence[str] = (), **rest: str) -> Case:
    text = EMPTY
    for fact in profile:
        section, _, words = fact.partition(": ")
        text = apply_edit(text, Edit("add", section, new=words))
    turns = [Message(*([turn] if isinstance(turn, str) else turn)) for turn in said]
    return Case(said=turns, profile=text, **rest)
