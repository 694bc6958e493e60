"""`manual`: facts that the user adds, many at once."""

from collections.abc import Callable

import pytest
from support.learning import addition, current_profile, learn, remove_line

from llm_user_memory.checks import fact_format
from llm_user_memory.egress import CLOUD
from llm_user_memory.errors import ProfileError
from llm_user_memory.learn import manual, proposing
from llm_user_memory.profile import document
from llm_user_memory.profile.document import facts
from llm_user_memory.profile.edits import Edit
from llm_user_memory.purge import state as purge_state
from llm_user_memory.store import forgotten, review_queue
from llm_user_memory.store.profile import versions
from llm_user_memory.store.profile.history import Version
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once


def test_each_fact_is_added_once_in_the_section_that_it_was_given_for(store: Store) -> None:
    manual.add(store, [("Interests", "Keeps bees"), ("", "Is called Ana")])
    manual.add(
        store,
        [
            ("Music", "Plays the harp"),
            ("interests", "keeps bees."),
            ("music", "Plays the oboe"),
            ("Interests", "Rows"),
            ("Music", "plays the HARP"),
        ],
    )
    added = [(fact.section, fact.text) for fact in facts(versions.read(store).text)]
    assert sorted(added) == [
        ("Interests", "Keeps bees"),
        ("Interests", "Rows"),
        ("Music", "Plays the harp"),
        ("Music", "Plays the oboe"),
        ("Personal Information", "Is called Ana"),
    ]


def test_a_thousand_facts_are_no_thousand_readings_of_the_profile(store: Store) -> None:
    before = document._parse.cache_info().misses
    manual.add(store, [("Interests", f"Likes the song number {n}") for n in range(1000)], "import")
    assert document._parse.cache_info().misses - before < 50
    assert len(facts(versions.read(store).text)) == 1000


def _delete_in_an_editor(store: Store) -> None:
    remove_line(store.folder, "Keeps bees")
    versions.read(store)


DELETIONS: dict[str, Callable[[Store], object]] = {
    "forget": lambda store: manual.forget(store, ["Keeps bees"]),
    "in an editor": _delete_in_an_editor,
    "with `edit`": lambda store: manual.edit(
        store, (now := versions.read(store).text), now.replace("- Keeps bees\n", "")
    ),
}
RETURNS: dict[str, Callable[[Store], object]] = {
    "undone": manual.undo,
    "undone with what came after": lambda store: manual.restore(store, 2),
    "added again": lambda store: manual.add(store, [("Interests", "Keeps bees")]),
}


@pytest.mark.slow
@pytest.mark.parametrize("delete", DELETIONS.values(), ids=DELETIONS)
@pytest.mark.parametrize("bring_back", RETURNS.values(), ids=RETURNS)
def test_what_was_forgotten_is_so_again_when_its_return_is_taken_back(
    store: Store, delete: Callable[[Store], object], bring_back: Callable[[Store], object]
) -> None:
    learn(store, "I keep bees", addition("Keeps bees", "I keep bees"))
    learn(store, "I row", addition("Rows", "I row"), turn="another")
    delete(store)
    without = versions.read(store).n
    assert forgotten.load(store.db).fact("Keeps bees")
    bring_back(store)
    assert "Keeps bees" in current_profile(store)
    assert not forgotten.load(store.db).fact("Keeps bees")
    manual.restore(store, without)  # as the message of `undo` says
    fingerprints = forgotten.load(store.db)
    assert fingerprints.fact("Keeps bees") and fingerprints.turn("turn")
    assert not fingerprints.fact("Rows")
    [verdict] = learn(store, "I keep bees", addition("Keeps bees", "I keep bees"))
    assert verdict.refusal and "Keeps bees" not in current_profile(store)


ABSENT: dict[str, Callable[[Store], object]] = {
    "forgotten as a former fact": lambda store: manual.forget_former(store, "Keeps bees"),
    "rejected in review": lambda store: forgotten.block(
        store.db, "Keeps bees", "I keep bees", "turn", 1.0
    ),
    "forgotten, and undone twice over": lambda store: (
        manual.add(store, [("Interests", "Keeps bees")]),
        manual.forget(store, ["Keeps bees"]),
        manual.restore(store, versions.read(store).n - 1),
        manual.undo(store),
    ),
    "its history cleared": lambda store: (
        learn(store, "I keep bees", addition("Keeps bees", "I keep bees")),
        manual.forget(store, ["Keeps bees"]),
        purge_state.clear_history(store),
    ),
}


@pytest.mark.parametrize("forget", ABSENT.values(), ids=ABSENT)
@pytest.mark.parametrize("go_back", ["undo", "restore"])
def test_what_was_forgotten_and_is_in_no_version_is_so_again_too(
    store: Store, forget: Callable[[Store], object], go_back: str
) -> None:
    versions.read(store)
    forget(store)
    without = versions.read(store).n
    marks = set(map(tuple, store.db.execute("select fingerprint, fact, words from forgotten")))
    manual.add(store, [("Interests", "Keeps bees")])
    assert not forgotten.load(store.db).fact("Keeps bees")
    manual.undo(store) if go_back == "undo" else manual.restore(store, without)
    assert "Keeps bees" not in current_profile(store)
    assert forgotten.load(store.db).fact("Keeps bees")
    rows = store.db.execute("select fingerprint, fact, words from forgotten")
    assert set(map(tuple, rows)) == marks


def test_a_version_that_is_kept_lets_its_facts_be_learned_for_good(store: Store) -> None:
    manual.forget_former(store, "Keeps bees")
    manual.add(store, [("Interests", "Keeps bees")])
    manual.add(store, [("Interests", "Rows")])
    manual.undo(store)
    assert "Keeps bees" in current_profile(store)
    assert not forgotten.load(store.db).fact("Keeps bees")


def test_what_undo_takes_out_alone_may_be_learned_again(store: Store) -> None:
    """Also where a save in an editor was merged: its text does not have what was learned."""
    open_in_editor = current_profile(store)
    learn(store, "I keep bees", addition("Keeps bees", "I keep bees"))
    store.folder.profile.write_text(
        open_in_editor.replace("## Interests\n", "## Interests\n- Rows\n")
    )
    assert [fact.text for fact in facts(current_profile(store))] == ["Rows", "Keeps bees"]
    manual.undo(store)
    assert [fact.text for fact in facts(current_profile(store))] == ["Rows"]
    assert not forgotten.load(store.db).fact("Keeps bees")


@pytest.mark.parametrize("back", [manual.undo, lambda store: manual.restore(store, 2)])
def test_going_back_keeps_what_is_saved_in_that_moment(
    store: Store, back: Callable[[Store], tuple[Version, Version | None]]
) -> None:
    """An editor knows no lock: it saves after the version to go back from was read."""
    manual.add(store, [("Interests", "Keeps bees")])
    manual.add(store, [("Interests", "Rows")])
    file, last = store.folder.profile, versions.read(store)
    written = last.text.replace("## Preferences\n", "## Preferences\n- Is tall\n")

    def save_once(statement: str) -> None:
        if " n < 3" in statement or "n = 2" in statement:
            store.db.set_trace_callback(None)
            file.write_text(written)

    store.db.set_trace_callback(save_once)
    _, after = back(store)
    assert after and file.read_text() == after.text
    assert [fact.text for fact in facts(after.text)] == ["Keeps bees", "Is tall"]


@pytest.mark.parametrize("mark", ["pin", "local"])
def test_a_fact_that_stands_there_twice_is_marked_everywhere(store: Store, mark: str) -> None:
    text = versions.read(store).text.replace("## Interests\n", "## Interests\n- Keeps bees\n")
    versions.change(store, lambda _: f"{text}- keeps bees.\n\n## Archive: Work\n- Rows\n", "edit")
    before = versions.read(store).text
    manual.mark(store, "keeps bees", {mark: True})
    marked = [fact.text for fact in facts(versions.read(store).text) if mark in fact.marks]
    assert marked == ["Keeps bees", "keeps bees."]
    manual.mark(store, "bees", {mark: False})
    assert versions.read(store).text == before


def test_a_fact_that_returns_from_the_archive_has_the_marks_that_it_is_added_with(
    store: Store,
) -> None:
    stored = "\n## Archive: Interests\n- Takes insulin\n- Rows #pin\n"
    versions.change(store, lambda text: text + stored, "edit")
    manual.add(store, [("Interests", "Takes insulin #local"), ("Interests", "Rows")])
    found = [(fact.section, fact.written) for fact in facts(versions.read(store).text)]
    assert found == [("Interests", "Takes insulin #local"), ("Interests", "Rows #pin")]


@pytest.mark.parametrize("mark", ["local", "pin"])
def test_a_known_fact_gets_the_marks_that_it_is_added_with(store: Store, mark: str) -> None:
    manual.add(store, [("Personal Information", "Lives in Oslo")])
    assert manual.add(store, [("Interests", f"lives in Oslo #{mark}")])
    assert versions.read(store).text.count(f"- Lives in Oslo #{mark}\n") == 1
    assert manual.add(store, [("", "Lives in Oslo")]) is None
    assert manual.add(store, [("", f"Lives in Oslo #{mark}")]) is None


def test_of_a_list_only_a_local_mark_is_news_of_a_known_fact() -> None:
    """It was given in another home, from which the list comes."""
    known = "# User Profile\n\n## Interests\n- Keeps bees\n- Rows #local\n- Sings\n"
    listed = [("Interests", f"{fact} #local") for fact in ("Keeps bees", "Rows")]
    listed += [("Interests", "Sings #pin"), ("Interests", "Rows")]
    assert manual.unknown(known, listed) == [("Interests", "Keeps bees #local")]


@pytest.mark.parametrize("listed", [["Rows", "rows. #local"], ["Rows #local", "Rows"]])
def test_a_fact_that_is_added_twice_has_the_marks_of_both(store: Store, listed: list[str]) -> None:
    manual.add(store, [("Interests", fact) for fact in listed])
    assert [fact.written for fact in facts(versions.read(store).text)] == ["Rows #local"]


def test_marks_do_not_count_to_the_length(store: Store) -> None:
    longest = "a" * 100 + " " + "b" * (fact_format.LONGEST_FACT - 101)
    manual.add(store, [("Interests", f"{longest} #pin #local")])
    [fact] = facts(versions.read(store).text)
    assert (fact.text, fact.pinned, fact.local) == (longest, True, True)
    with pytest.raises(ProfileError, match="longer than 200"):
        manual.add(store, [("Interests", f"{longest}c #pin")])


@pytest.mark.parametrize("mark", [" #pin", "#pin", " ﹟local", " #local #pin"])
def test_a_model_s_tool_sets_no_mark(store: Store, mark: str) -> None:
    edit = Edit("add", "Interests", new=f"Keeps bees{mark}")
    assert proposing.propose(store, edit, asked_by=CLOUD, model="m", thread="") == ""
    [waiting] = review_queue.open_edits(store.db, "")
    assert waiting.new == "Keeps bees"


@pytest.mark.parametrize("write", ["load", "edit", "the file"])
def test_a_byte_order_mark_hides_no_heading(store: Store, write: str) -> None:
    text = "\ufeff## Health #local\n- Takes insulin\n"
    if write == "load":
        manual.load(store, text)
    elif write == "edit":
        manual.edit(store, versions.read(store).text, text)
    else:
        store.folder.profile.write_text(text)
    assert document.local_texts(versions.read(store).text) == {"Takes insulin"}


@pytest.mark.parametrize("write", ["load", "edit"])
def test_lines_of_very_old_systems_are_lines(store: Store, write: str) -> None:
    text = "## Health\r- Takes insulin #local\r- Rows\r"
    if write == "load":
        manual.load(store, text)
    else:
        manual.edit(store, versions.read(store).text, text)
    after = versions.read(store).text
    assert after == text.replace("\r", "\n") and document.local_texts(after) == {"Takes insulin"}
