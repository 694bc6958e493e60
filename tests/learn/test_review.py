"""Going through old facts: which of them the user is asked about."""

import time
from typing import Literal

import pytest
from support.learning import addition, current_profile, learn

from llm_user_memory.errors import ProfileError
from llm_user_memory.learn import manual, proposing, review
from llm_user_memory.profile.document import local_texts
from llm_user_memory.profile.edits import Edit
from llm_user_memory.store import forgotten, review_queue
from llm_user_memory.store.state import Store
from llm_user_memory.text.fingerprints import is_turn_forgotten

pytestmark = pytest.mark.once


def test_what_is_over_is_not_asked_about(store: Store) -> None:
    trip, lesson = "Flies to Rome on 2025-07-01", "Learns Latin"
    learn(store, "i fly to rome on july 1", addition(trip, "i fly to rome on july 1"))
    learn(store, "i learn latin", addition(lesson, "i learn latin"), turn="two")
    assert trip in current_profile(store)
    old = review.old_facts(store.db, current_profile(store), time.time())
    assert [fact.text for fact, _at in old] == [lesson]


def test_what_a_waiting_edit_is_about_is_asked_about_once(store: Store) -> None:
    learn(store, "i learn latin", addition("Learns Latin", "i learn latin"))
    learn(store, "i row", addition("Rows", "i row"), turn="two")
    end = Edit("remove", "Interests", "Learns Latin", quote="latin was a dream")
    learn(store, "latin was a dream", end, turn="three")
    assert len(review_queue.open_edits(store.db, current_profile(store))) == 1
    old = review.old_facts(store.db, current_profile(store), time.time())
    assert [fact.text for fact, _at in old] == ["Rows"]


def test_what_was_said_again_since_is_not_old(store: Store) -> None:
    now, day = time.time(), 86400.0
    learn(store, "i learn latin", addition("Learns Latin", "i learn latin"), at=now - 400 * day)
    learn(store, "i row", addition("Rows", "i row"), turn="two", at=now - 300 * day)
    again = addition("Learns Latin", "i still learn latin")
    learn(store, "i still learn latin", again, turn="three", at=now - 200 * day)
    profile = current_profile(store)
    old = review.old_facts(store.db, profile, now)
    ages = [(fact.text, round((now - at) / day)) for fact, at in old]
    assert ages == [("Rows", 300), ("Learns Latin", 200)]
    old = review.old_facts(store.db, profile, now - 250 * day)
    assert [fact.text for fact, _at in old] == ["Rows"]


@pytest.mark.parametrize("is_there", [True, False])
def test_a_rejected_edit_withholds_no_prompt_from_which_a_fact_is(
    store: Store, is_there: bool
) -> None:
    said = "i take insulin, so what may i eat?"
    learn(store, said, addition("Takes insulin", "i take insulin"))
    learn(store, said, addition("Uses insulin every day", "i take insulin"), waits=True)
    if not is_there:
        manual.undo(store)
    [waiting] = review_queue.open_edits(store.db, current_profile(store))
    review.reject(store, waiting)
    gone = forgotten.load(store.db)
    assert gone.fact("Uses insulin every day")
    assert is_turn_forgotten(gone, "turn", said, 0.0) != is_there


def test_what_was_decided_elsewhere_is_not_decided_again(store: Store) -> None:
    """A question may wait in a second terminal while the first one is answered."""
    for fact in ("Keeps bees", "Plays the oboe"):
        learn(store, fact, addition(fact, fact), turn=fact, waits=True)
    bees, oboe = review_queue.open_edits(store.db, current_profile(store))
    review.accept(store, bees, "Keeps two hives of bees")
    review.reject(store, oboe)
    before = current_profile(store)
    for edit in (bees, oboe):
        with pytest.raises(ProfileError, match="decided elsewhere"):
            review.accept(store, edit)
        with pytest.raises(ProfileError, match="decided elsewhere"):
            review.reject(store, edit)
    assert current_profile(store) == before and "Keeps two hives of bees" in before


def test_an_old_fact_that_is_dropped_stands_nowhere_any_more(store: Store) -> None:
    learn(store, "i row", addition("Rows", "i row"))
    manual.edit(store, current_profile(store), f"{current_profile(store)}\n## Archive\n- Rows\n")
    [(fact, _at)] = review.old_facts(store.db, current_profile(store), time.time())
    assert review.drop(store, fact) and "Rows" not in current_profile(store)
    assert manual.undo(store)[1] and current_profile(store).count("- Rows") == 2


def test_an_edit_that_is_accepted_does_not_free_a_local_fact(store: Store) -> None:
    """What was typed to a model elsewhere says less than the fact that the edit replaces."""
    manual.add(store, [("Interests", "Takes insulin #local")])
    said, new = "I'm on 20 units a day now", "Takes insulin, 20 units a day"
    edit = Edit("replace", "Interests", "Takes insulin", new, said)
    learn(store, said, edit, waits=True)
    store.db.execute("update edits set place = 'elsewhere'")
    waits = review_queue.open_edits(store.db, current_profile(store))
    assert review.accept(store, next(each for each in waits if each.op == "replace"))
    assert f"- {new} #local" in current_profile(store)


@pytest.mark.parametrize("op", ["add", "replace"])
@pytest.mark.parametrize("since_mark", [-100.0, 100.0])
def test_what_was_said_before_a_mark_is_accepted_with_it(
    store: Store, op: Literal["add", "replace"], since_mark: float
) -> None:
    manual.add(store, [("Interests", "Keeps bees")])
    said, new = "I keep bees in Ely", "Keeps bees in Ely"
    edit = Edit(op, "Interests", "Keeps bees" if op == "replace" else "", new, said)
    learn(store, said, edit, at=time.time() + since_mark, waits=True)
    store.db.execute("update edits set place = 'elsewhere'")
    manual.mark(store, "Keeps bees", {"local": True})
    [waits] = review_queue.open_edits(store.db, current_profile(store))
    assert review.accept(store, waits)
    assert (f"- {new} #local" in current_profile(store)) == (since_mark < 0)


def test_what_another_program_knew_is_accepted_with_the_mark_of_what_it_says(store: Store) -> None:
    manual.add(store, [("Interests", "Keeps bees #local")])
    proposing.propose_all(store, ["Keeps bees in Ely", "Rows"], "memory", "memory.jsonl")
    for waits in review_queue.open_edits(store.db, current_profile(store)):
        assert review.accept(store, waits)
    assert local_texts(current_profile(store)) == {"Keeps bees", "Keeps bees in Ely"}
