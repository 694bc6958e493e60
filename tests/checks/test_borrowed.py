"""Names, numbers and dates that a fact has of another turn than the one that it quotes."""

# ruff: noqa: E501 - tables

import pytest
from support import judging

from llm_user_memory.checks import guard
from llm_user_memory.checks.guard import CheckContext
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.checks.refusals import UNRELATED
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit, apply_edit

pytestmark = pytest.mark.once

RUNS = "I've been running every morning since March."
HOME = "I live with my sister in a small flat near the river."

# The fact, the turn that has its name or number, and the turn that is quoted.
WRONG = [
    ("Works at Siemens", "Tom works at Siemens, how do I ask him for a referral?", HOME),
    ("Lives in Berlin", "My brother lives in Berlin, what should I bring him?", HOME),
    ("Moved to Berlin last year", "My brother moved to Berlin last year, any gift ideas?", HOME),
    ("Lives in a flat in Kreuzberg", "a friend lives in Kreuzberg. is it a nice area?", HOME),
    (
        "Sister is called Lena",
        "my friend Lena is called a genius at work, how to congratulate",
        HOME,
    ),
    ("Sister Lena is a nurse", "my friend Lena is a nurse, what gift", HOME),
    ("Sister is 34", "my cousin is 34 and single, where to meet people?", HOME),
    ("Is called Tom", "write a mail to Tom that he owes me money", RUNS),
    ("Married to Anna", "Anna from work is ill. what do I write her?", RUNS),
    ("Works at Google", "who founded Google?", RUNS),
    ("Is from Brazil", "what is the capital of Brazil?", RUNS),
    ("Is Portuguese", "translate 'good morning' to Portuguese", RUNS),
    ("Uses Windows 11", "my dad's laptop has Windows 11 and is slow", RUNS),
    ("Runs 12 km every morning", "my friend runs 12 km a day, is that healthy?", RUNS),
    ("Runs every morning in Graz", "my friend lives in Graz, is that a nice city?", RUNS),
    ("Vive en Sevilla", "mi primo vive en Sevilla, qué visito?", "Corro todas las mañanas."),
    ("Vit à Lyon", "ma soeur vit à Lyon et adore le thé", "Je cherche un cadeau."),
]
RIGHT = [
    ("Runs Postgres on a Hetzner server", "trying to get postgres to stop eating all my ram", "16 gigs, its a hetzner box"),
    ("Uses Rust 1.63", "rust: borrow of a moved value, what now", "we're on 1.63, thats what our yocto image is stuck with"),
    ("Moved to Lisbon in 2019", "which ferry do I take in Lisbon?", "I moved here in 2019"),
    ("Sister is 34", "my sister turned 34 today", "I live with my sister, what gift would she like?"),
    ("Has twins, Otis and Beatrix, in Year 4", "they don't swim well, well Otis does, Beatrix doesnt", "both in Year 4 (twins), I'm their dad"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("fact", "other", "quoted"), WRONG)
@pytest.mark.parametrize("is_before", [True, False])
def test_a_name_in_another_turn_does_not_make_the_quoted_one_speak_of_it(
    fact: str, other: str, quoted: str, is_before: bool
) -> None:
    turns = [other, quoted] if is_before else [quoted, other]
    assert judging.verdict(fact, turns, quoted).needs_review


@pytest.mark.parametrize(("fact", "other", "quoted"), RIGHT)
def test_what_the_user_named_before_counts(fact: str, other: str, quoted: str) -> None:
    assert judging.refusal(fact, [other, quoted]) == ""


def test_a_quote_that_is_stitched_from_two_turns_is_not_of_one() -> None:
    other = "My brother moved to Berlin last year, what should I bring him?"
    quote = "I live with my sister ... moved to Berlin last year"
    assert judging.verdict("Moved to Berlin last year", [HOME, other], quote).needs_review


@pytest.mark.parametrize("fact", ["Lives in Graz", "Is called Anna", "Is from Graz"])
def test_a_name_in_the_profile_does_not_make_the_quoted_turn_speak_of_it(fact: str) -> None:
    profile = apply_edit(EMPTY, Edit("add", "Interests", new="Sister Anna lives in Graz"))
    said = [TypedText("turn 1", RUNS)]
    edit = Edit("add", "Personal Information", new=fact, quote=RUNS)
    _profile, [verdict] = guard.check([edit], profile, said, CheckContext())
    assert verdict.refusal == UNRELATED


@pytest.mark.parametrize("fact", ["Married to Anna", "Is engaged to Anna"])
def test_a_marriage_has_to_be_said(fact: str) -> None:
    typed = f"{RUNS} Anna from work is ill. what do I write her?"
    assert judging.verdict(fact, typed, RUNS).needs_review
