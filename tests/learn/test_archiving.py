"""`archiving`: what the records say about each fact, and when facts move. On a real state.db."""

import time
from datetime import date, timedelta

import pytest
from support.learning import addition, current_profile, learn

from llm_user_memory.learn import archiving, manual, schedule
from llm_user_memory.profile.document import EMPTY, facts
from llm_user_memory.profile.estimate import tokens
from llm_user_memory.profile.split import split
from llm_user_memory.settings import Settings
from llm_user_memory.store import archived
from llm_user_memory.store.profile import history, versions
from llm_user_memory.store.profile.commit import NewVersion
from llm_user_memory.store.state import Store

DAY = 86400.0
NOW = time.time()
ROOM = tokens(EMPTY) + 7  # for two short facts


def _settings(budget: int = ROOM) -> Settings:
    return Settings(profile_tokens=budget)


def _learn(store: Store, fact: str, days_ago: float) -> None:
    said = f"I {fact[0].lower()}{fact[1:]}"
    turn = f"{fact} {days_ago}"
    learn(store, said, addition(fact, said), turn=turn, at=NOW - days_ago * DAY)


def _kept(store: Store) -> tuple[list[str], list[str]]:
    """The facts that prompts have, and those of the archive."""
    active, stored = split(current_profile(store))
    return [fact.text for fact in facts(active)], [fact.text for fact in facts(stored)]


def _tidy(store: Store, budget: int = ROOM) -> bool:
    return archiving.tidy(store, _settings(budget)) is not None


def test_what_was_said_longest_ago_leaves_and_returns(store: Store) -> None:
    for days, fact in enumerate(("Keep bees", "Play chess", "Row boats", "Sail far")):
        _learn(store, fact, 30 - days)
    assert _tidy(store)
    assert _kept(store) == (["Row boats", "Sail far"], ["Keep bees", "Play chess"])
    assert history.newest(store.db, 1)[0].note == "archived"
    assert not _tidy(store), "nothing changed since"
    manual.forget(store, ["Sail far"])
    assert _tidy(store)
    assert _kept(store) == (["Row boats", "Play chess"], ["Keep bees"])


def test_a_larger_budget_brings_facts_back(store: Store) -> None:
    for days, fact in enumerate(("Keep bees", "Play chess", "Row boats")):
        _learn(store, fact, 30 - days)
    assert _tidy(store) and _tidy(store, 1500)
    assert _kept(store)[1] == []


OWN = {
    "typed in an editor": lambda store: versions.change(
        store, lambda text: text.replace("## Interests\n", "## Interests\n- Keeps bees\n"), "edit"
    ),
    "added": lambda store: manual.add(store, [("Interests", "Keeps bees")]),
    "saved in the file": lambda store: store.folder.profile.write_text(
        current_profile(store).replace("## Interests\n", "## Interests\n- Keeps bees\n")
    ),
}


@pytest.mark.parametrize("write", OWN.values(), ids=OWN)
def test_lines_that_the_user_typed_stay(store: Store, write: object) -> None:
    assert callable(write)
    write(store)
    for fact in ("Play chess", "Row boats"):
        _learn(store, fact, 1)
    assert _tidy(store, 1)
    assert _kept(store)[0] == ["Keeps bees"]


def test_imported_facts_may_leave(store: Store) -> None:
    manual.add(store, [("Interests", "Keeps bees")], "import")
    manual.add(store, [("Interests", "Plays chess")])
    assert _tidy(store, 1)
    assert _kept(store) == (["Plays chess"], ["Keeps bees"])


def test_a_line_that_the_user_moved_stays_where_they_put_it(store: Store) -> None:
    for days, fact in enumerate(("Keep bees", "Play chess", "Row boats")):
        _learn(store, fact, 30 - days)
    assert _tidy(store)
    assert _kept(store) == (["Play chess", "Row boats"], ["Keep bees"])
    text = current_profile(store)
    moved = text.replace("- Keep bees\n", "").replace("- Row boats\n", "- Keep bees\n")
    store.folder.profile.write_text(f"{moved}## Archive: Interests\n- Row boats\n")
    _tidy(store)
    assert _kept(store) == (["Play chess", "Keep bees"], ["Row boats"])
    _tidy(store, 1)
    assert _kept(store) == (["Keep bees"], ["Play chess", "Row boats"])
    _tidy(store, 1500)
    assert _kept(store) == (["Keep bees", "Play chess"], ["Row boats"])


def test_what_undo_brings_back_counts_as_said_that_day(store: Store) -> None:
    for days, fact in enumerate(("Keep bees", "Play chess", "Row boats")):
        _learn(store, fact, 30 - days)
    manual.forget(store, ["Keep bees"])
    manual.undo(store)
    assert _tidy(store)
    assert "Keep bees" in _kept(store)[0]


def test_a_fact_whose_time_is_over_leaves_on_the_next_day(store: Store) -> None:
    tomorrow = date.today() + timedelta(1)
    yesterday = date.today() - timedelta(1)
    said = f"interview on {tomorrow}, and I am in Rome until {yesterday}"
    learn(
        store,
        said,
        addition(f"Interview on {tomorrow}", said),
        addition(f"In Rome until {yesterday}", said),
        at=NOW - 5 * DAY,
    )
    assert _tidy(store, 1500)
    assert _kept(store) == ([f"Interview on {tomorrow}"], [f"In Rome until {yesterday}"])
    due = schedule.archiving_due(store.db)
    assert due is not None and date.fromtimestamp(due) == tomorrow + timedelta(1)


def test_the_table_of_words_follows_the_archive(store: Store) -> None:
    def found(word: str) -> set[str]:
        return set(archived.with_words(store.db, archived.words_of(word)))

    for days, fact in enumerate(("Keep bees", "Play chess", "Row boats")):
        _learn(store, fact, 30 - days)
    assert found("bees") == set()
    _tidy(store, 1)
    assert found("bee") == {"Keep bees"} and archived.count(store.db) == 3
    manual.forget(store, ["Keep bees"])
    assert found("bee") == set() and archived.count(store.db) == 2
    versions.change(
        store, lambda text: text.replace("- Play chess\n", "- Play\n  chess #pin\n"), "edit"
    )
    assert found("chess") == {"Play chess"}
    versions.change(store, lambda _: EMPTY, "clear")
    assert archived.count(store.db) == 0


def test_facts_from_another_machine_may_leave(store: Store) -> None:
    manual.add(store, [("Interests", "Plays chess")])
    before = versions.read(store)
    with versions.current(store):
        text = before.text.replace("- Plays chess\n", "- Plays chess\n- Keeps bees\n")
        versions.save(store, before, NewVersion(text, "merged", preceding=[(text, "conflict")]))
    assert _tidy(store, 1)
    assert _kept(store) == (["Plays chess"], ["Keeps bees"])


# While an editor is open, or after an undo


def _edited(store: Store, old: str, new: str) -> None:
    """Save the profile as it was read before the archive changed, with one line changed."""
    text = current_profile(store)
    assert _tidy(store)
    store.folder.profile.write_text(text.replace(old, new))


def _three(store: Store) -> None:
    for days, fact in enumerate(("Keep bees", "Play chess", "Row boats")):
        _learn(store, fact, 30 - days)


def test_a_line_deleted_in_an_open_editor_is_gone_from_the_archive_too(store: Store) -> None:
    _three(store)
    _edited(store, "- Keep bees\n", "")
    assert _kept(store) == (["Play chess", "Row boats"], [])
    assert archived.count(store.db) == 0


def test_a_line_reworded_in_an_open_editor_is_there_once(store: Store) -> None:
    _three(store)
    _edited(store, "- Keep bees\n", "- Kept bees once\n")
    assert _kept(store) == (["Kept bees once", "Play chess", "Row boats"], [])


def test_saving_another_line_places_nothing(store: Store) -> None:
    _three(store)
    _edited(store, "- Row boats\n", "- Row boats\n- Sails\n")
    assert _kept(store)[1] == ["Keep bees"]
    assert _tidy(store, 1500)
    assert _kept(store)[1] == [], "the worker moved it, not the user"


def test_undoing_the_archiving_brings_facts_back_for_good(store: Store) -> None:
    _three(store)
    assert _tidy(store)
    manual.undo(store)
    _tidy(store)
    assert "Keep bees" in _kept(store)[0] and "Play chess" in _kept(store)[1]


def test_an_own_line_stays_its_users_however_often_it_is_said(store: Store) -> None:
    manual.add(store, [("Interests", "Keeps bees")])
    learn(store, "I keep bees", addition("Keeps bees", "I keep bees"), turn="again")
    _learn(store, "Play chess", 1)
    assert _tidy(store, 1)
    assert _kept(store) == (["Keeps bees"], ["Play chess"])


def test_a_fact_that_was_forgotten_and_typed_is_its_users(store: Store) -> None:
    _learn(store, "Keep bees", 5)
    manual.forget(store, ["Keep bees"])
    manual.add(store, [("Interests", "Keep bees")])
    _tidy(store, 1)
    assert _kept(store) == (["Keep bees"], [])


def test_adding_an_archived_fact_brings_it_back(store: Store) -> None:
    _three(store)
    assert _tidy(store, 1)
    assert manual.add(store, [("Preferences", "keep bees")]) is not None
    assert _kept(store)[0] == ["Keep bees"]
    _tidy(store, 1)
    assert _kept(store)[0] == ["Keep bees"], "it was typed"


def test_nothing_moves_into_an_open_fence(store: Store) -> None:
    _three(store)
    versions.change(store, lambda text: f"{text}\n```\nnot closed\n", "edit")
    before = current_profile(store)
    _tidy(store, 1)
    assert current_profile(store) == before


@pytest.mark.once
@pytest.mark.slow
def test_thousands_return_at_once(store: Store) -> None:
    lines = [("Interests", f"Likes the song number {number}") for number in range(1500)]
    manual.add(store, lines, "import")
    assert _tidy(store, 0) or not _kept(store)[1]
    assert len(_kept(store)[0]) == 1500
