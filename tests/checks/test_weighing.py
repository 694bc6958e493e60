"""`weighing`: facts that are taken in spite of an objection to them, and those that wait."""

from datetime import datetime

import pytest
from support import judging

from llm_user_memory.checks import objections, weighing
from llm_user_memory.checks.guard import CheckContext, check
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.checks.refusals import (
    MAYBE_FOR_ONCE,
    MAYBE_MISREAD,
    MAYBE_SO,
    NEEDS_REVIEW,
    SAYS_MORE,
    UNRELATED,
)
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit, apply_edit
from llm_user_memory.text.words import fold

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 11, 24, 12).timestamp()

# What was typed, and a fact most of whose words it has.
SURELY_SAID = [
    ("mio padre è allergico al lattice e io alla lana", "È allergico alla lana"),
    (
        "what oil for a 1984 sewing machine, mine is a green Bernina with a knee lift",
        "Has a green Bernina sewing machine from 1984",
    ),
]

# What was typed, a fact, and why it waits although much of it was said.
NOT_OUTWEIGHED = [
    # A hedge, another thing of the same kind, and what would hurt.
    ("perhaps i live in Sligo", "Lives in Sligo", MAYBE_SO),
    ("i play the flute in the town band", "Plays the clarinet in the town band", SAYS_MORE),
    ("i work at the hospital in Turku", "Works as a nurse at the hospital in Turku", SAYS_MORE),
    ("i take pills every morning", "Has diabetes and takes pills every morning", SAYS_MORE),
    # What is asked for in front of the user, another name, and no word of theirs.
    ("the short version of this first", "Wants the short version first", MAYBE_FOR_ONCE),
    ("vivo em Petro há anos", "Vive em Petrópolis", MAYBE_MISREAD),
    ("which process uses port 8080", "Is a vegan nurse", UNRELATED),
    # Too little of it.
    ("leeds, no car, a small budget", "Lives in Leeds without a car", SAYS_MORE),
]


@pytest.mark.parametrize(("typed", "fact"), SURELY_SAID)
def test_a_fact_with_an_objection_is_taken_if_much_of_it_was_said(
    monkeypatch: pytest.MonkeyPatch, typed: str, fact: str
) -> None:
    assert judging.refusal(fact, typed, said_at=SAID_AT) == ""
    monkeypatch.setattr(weighing, "_LEAST", 100.0)
    assert judging.refusal(fact, typed, said_at=SAID_AT) in NEEDS_REVIEW


@pytest.mark.parametrize(("typed", "fact", "refusal"), NOT_OUTWEIGHED)
def test_some_objections_hold_whatever_was_said(typed: str, fact: str, refusal: str) -> None:
    assert judging.refusal(fact, typed, said_at=SAID_AT) == refusal


def test_a_known_fact_is_not_replaced_by_one_with_an_objection() -> None:
    old, (typed, new) = "Has a sewing machine from 1961", SURELY_SAID[1]
    profile = apply_edit(EMPTY, Edit("add", "Interests", new=old))
    edit = Edit("replace", "Interests", old, new, typed)
    said = [TypedText("turn", typed, SAID_AT)]
    after, verdicts = check([edit], profile, said, CheckContext({fold(old): "I said so"}))
    assert after == profile
    assert [verdict.needs_review for verdict in verdicts] == [True]


def test_what_would_hurt_has_no_weight() -> None:
    """Most are not outweighed: weights were fitted only for what people said nearly always."""
    held = {
        each
        for each in vars(objections).values()
        if isinstance(each, objections.Objection) and each not in weighing.WEIGHTS
    }
    assert held >= {
        objections.IN_DOUBT,
        objections.NO_SHARED_WORD,
        objections.REVERSED_CLAUSE,
        objections.ONLY_MENTIONED,
        objections.MORE_WORDS,
        objections.UNSAID,
        objections.UNSURE_FORM,
        objections.ROLE,
        objections.TAKEN_BACK,
    }
