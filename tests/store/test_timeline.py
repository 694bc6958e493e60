"""`timeline`: from when to when facts were true."""

from collections import Counter

import pytest
from support.learning import addition, current_profile, learn, record_merge
from support.llm_log import START

from llm_user_memory.egress import CLOUD
from llm_user_memory.learn import manual
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit
from llm_user_memory.store import timeline
from llm_user_memory.store.profile import versions
from llm_user_memory.store.state import Store
from llm_user_memory.store.timeline import Period

pytestmark = pytest.mark.once

DAY = 86400.0


def periods(store: Store) -> list[Period]:
    return timeline.periods(store.db, current_profile(store))


def told(store: Store) -> list[tuple[str, float | None, float | None, str]]:
    """The facts in order: (text, since, until, what followed it)."""
    return [(one.fact, one.since, one.until, one.followed_by) for one in periods(store)]


def learn_move(store: Store, old: str, new: str, day: int) -> None:
    said = f"We left {old} for {new}"
    edit = Edit("replace", "Interests", f"Lives in {old}", f"Lives in {new}", said)
    learn(store, said, edit, turn=f"move {day}", at=START + day * DAY)


def test_a_fact_is_true_from_when_it_was_said_until_another_replaced_it(store: Store) -> None:
    learn(store, "I live in Bonn", addition("Lives in Bonn", "I live in Bonn"), turn="bonn")
    learn_move(store, "Bonn", "Rome", 1)
    assert told(store) == [
        ("Lives in Bonn", START, START + DAY, "Lives in Rome"),
        ("Lives in Rome", START + DAY, None, ""),
    ]
    bonn, rome = periods(store)
    assert (bonn.quote, bonn.ended_by) == ("I live in Bonn", "We left Bonn for Rome")
    assert (bonn.thread_id, rome.thread_id) == ("thread of bonn", "thread of move 1")


def test_a_line_of_the_users_own_is_true_since_its_first_version(store: Store) -> None:
    made = versions.change(store, lambda _: f"{EMPTY}- Rows\n", "add")
    versions.change(store, lambda text: f"{text}- Sings\n", "add")
    rows, sings = periods(store)
    assert made and (rows.fact, rows.since, rows.quote) == ("Rows", made.created, "")
    assert sings.since and rows.since and sings.since > rows.since


def test_a_fact_has_the_words_and_the_part_of_the_profile(store: Store) -> None:
    learn(store, "I keep bees", addition("Keeps bees", "I keep bees"))
    text = current_profile(store).replace("- Keeps bees\n", "")
    versions.change(
        store, lambda _: f"{text}\n## Archive: Interests\n- keeps BEES.\n- Rows\n", "edit"
    )
    assert [(one.fact, one.is_archived, one.quote) for one in periods(store)] == [
        ("keeps BEES.", True, "I keep bees"),
        ("Rows", True, ""),
    ]


def test_an_end_that_was_undone_is_none(store: Store) -> None:
    learn(store, "I live in Bonn", addition("Lives in Bonn", "I live in Bonn"), turn="bonn")
    learn_move(store, "Bonn", "Rome", 1)
    manual.undo(store)
    assert told(store) == [("Lives in Bonn", START, None, "")]
    assert periods(store)[0].ended_by == ""


def test_a_fact_that_became_true_again_has_a_period_for_each_time(store: Store) -> None:
    learn(store, "I live in Bonn", addition("Lives in Bonn", "I live in Bonn"), turn="bonn")
    learn_move(store, "Bonn", "Rome", 1)
    learn_move(store, "Rome", "Bonn", 2)
    assert told(store) == [
        ("Lives in Bonn", START, START + DAY, "Lives in Rome"),
        ("Lives in Rome", START + DAY, START + 2 * DAY, "Lives in Bonn"),
        ("Lives in Bonn", START + 2 * DAY, None, ""),
    ]
    manual.undo(store)
    assert told(store) == [
        ("Lives in Bonn", START, START + DAY, "Lives in Rome"),
        ("Lives in Rome", START + DAY, None, ""),
    ]


def test_only_the_last_end_of_a_fact_is_undone(store: Store) -> None:
    learn(store, "I live in Bonn", addition("Lives in Bonn", "I live in Bonn"), turn="bonn")
    learn_move(store, "Bonn", "Rome", 1)
    learn_move(store, "Rome", "Bonn", 2)
    learn_move(store, "Bonn", "Oslo", 3)
    manual.undo(store)
    assert told(store) == [
        ("Lives in Bonn", START, START + DAY, "Lives in Rome"),
        ("Lives in Rome", START + DAY, START + 2 * DAY, "Lives in Bonn"),
        ("Lives in Bonn", START + 2 * DAY, None, ""),
    ]


def test_a_fact_that_was_over_and_is_true_again_is_told_twice(store: Store) -> None:
    learn(store, "I keep bees", addition("Keeps bees", "I keep bees"), turn="bees")
    over = Edit("remove", "Interests", "Keeps bees", quote="I do not keep bees any more")
    learn(store, "I do not keep bees any more", over, turn="none", at=START + DAY)
    learn(
        store,
        "I keep bees again",
        addition("Keeps bees", "I keep bees again"),
        turn="again",
        at=START + 2 * DAY,
    )
    assert told(store) == [
        ("Keeps bees", START, START + DAY, ""),
        ("Keeps bees", START + 2 * DAY, None, ""),
    ]


def test_what_was_forgotten_is_not_told_of(store: Store) -> None:
    learn(store, "I live in Bonn", addition("Lives in Bonn", "I live in Bonn"), turn="bonn")
    learn_move(store, "Bonn", "Rome", 1)
    learn_move(store, "Rome", "Oslo", 2)
    manual.forget(store, ["Lives in Oslo"])
    assert told(store) == [
        ("Lives in Bonn", START, START + DAY, "Lives in Rome"),
        ("Lives in Rome", START + DAY, START + 2 * DAY, ""),
    ]
    assert periods(store)[1].ended_by == ""


def test_a_merge_ends_all_its_facts(store: Store) -> None:
    learn(store, "I keep bees", addition("Keeps bees", "I keep bees"), turn="bees")
    learn(store, "I keep hens", addition("Keeps hens", "I keep hens"), turn="hens")
    record_merge(store, "Keeps bees|Keeps hens", "Keeps bees and hens")
    ended = {one.fact: one.followed_by for one in periods(store) if one.until}
    assert ended == dict.fromkeys(["Keeps bees", "Keeps hens"], "Keeps bees and hens")


def test_a_fact_ends_with_the_last_day_of_its_own_words(store: Store) -> None:
    fact = "In Rome until 2024-02-29"
    learn(store, f"I am {fact}", addition(fact, f"I am {fact}"))
    [period] = periods(store)
    assert period.until and (period.until - START) < 0 and period.followed_by == ""


def test_what_has_no_words_matches_no_fact(store: Store) -> None:
    learn(store, "I keep bees", addition("Keeps bees", "I keep bees"))
    assert timeline.matching(periods(store), "bees") == periods(store)
    assert timeline.matching(periods(store), "🎉") == []


def test_each_text_is_folded_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A profile has thousands of facts, and folding is most of what they cost."""
    for number in range(5):
        said = f"I know song {number}"
        learn(store, said, addition(f"Knows song {number}", said), turn=said)
    folded = Counter[str]()
    original = timeline.fold
    monkeypatch.setattr(timeline, "fold", lambda text: folded.update([text]) or original(text))
    assert len(periods(store)) == 5
    assert set(folded.values()) == {1}


def test_a_former_fact_that_says_what_was_forgotten_is_left_out(store: Store) -> None:
    once = "I take insulin twice a day"
    learn(store, once, addition("Takes insulin twice a day", once), turn="once")
    now = "I no longer take insulin twice a day, I take insulin at night"
    edit = Edit("replace", "Interests", "Takes insulin twice a day", "Takes insulin", now)
    learn(store, now, edit, turn="now", at=START + DAY)
    assert [period.fact for period in periods(store)] == [
        "Takes insulin twice a day",
        "Takes insulin",
    ]
    manual.forget(store, ["Takes insulin"])
    assert periods(store) == []
    manual.add(store, [("Interests", "Takes insulin twice a day")])
    manual.forget(store, ["Takes insulin"])
    assert [period.fact for period in periods(store)] == ["Takes insulin twice a day"]


def test_a_former_fact_that_says_a_local_one_stays_here(store: Store) -> None:
    """It was said to a model elsewhere, before the user marked what is left of it."""
    fact, said = "Takes insulin in the evening", "I take insulin in the evening"
    learn(store, said, addition(fact, said))
    learn(store, "I row", addition("Rows", "I row"), turn="rows")
    over = "I no longer take insulin in the evening"
    end = Edit("remove", "Interests", fact, quote=over)
    learn(store, over, end, turn="later", at=START + 100)
    store.db.execute("update edits set place = 'elsewhere'")
    manual.add(store, [("Interests", "Takes insulin #local")])
    profile = current_profile(store)
    found = timeline.periods(store.db, profile)
    assert [period.fact for period in found] == ["Rows", fact, "Takes insulin"]
    told = timeline.shareable(store.db, found, profile, CLOUD)
    assert [period.fact for period in told] == ["Rows"]
