"""What the user has just saved is known before a version records it, and then just the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.learning import learn

from llm_user_memory.profile.edits import Edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import forgotten, formerly_local, state
from llm_user_memory.store.profile import unrecorded, versions
from llm_user_memory.store.state import Store

LINES = (
    "- Takes insulin every evening #local",
    "- Takes insulin every evening",
    "- Keeps bees",
    "- Plays the lute #local",
    "- Plays the oboe in a quartet",
    "- Manages a condition #local",
)


def _text(lines: list[str]) -> str:
    return "\n".join(["# User Profile", "", "## Interests", *lines, ""])


def _recorded(store: Store) -> tuple[set[bytes], set[bytes]]:
    kept = forgotten.load(store.db), formerly_local.load(store.db)
    return set(kept[0].moments), set(kept[1].moments)


@given(st.lists(st.sampled_from(LINES), unique=True), st.lists(st.sampled_from(LINES), unique=True))
@settings(max_examples=60)
def test_a_save_means_what_will_be_recorded(
    tmp_path_factory: pytest.TempPathFactory, before: list[str], after: list[str]
) -> None:
    with state.opened(Folder(tmp_path_factory.mktemp("home") / "memory")) as store:
        store.folder.profile.write_text(_text(before))
        versions.read(store)
        assert not any(known.moments for known in unrecorded.fingerprints(store))
        store.folder.profile.write_text(_text(after))
        found = tuple(set(known.moments) for known in unrecorded.fingerprints(store))
        assert _recorded(store) == (set(), set())
        versions.read(store)
        assert found == _recorded(store)
        assert not any(known.moments for known in unrecorded.fingerprints(store))


def test_the_quotes_and_turns_of_a_deleted_fact_are_known_too(store: Store) -> None:
    edit = Edit("add", "Interests", new="Keeps bees", quote="I keep bees")
    assert [verdict.refusal for verdict in learn(store, "I keep bees", edit)] == [""]
    text = versions.read(store).text
    store.folder.profile.write_text(text.replace("- Keeps bees\n", ""))
    gone, _local = unrecorded.fingerprints(store)
    assert gone.turn("turn") and gone.fact("Keeps bees")
    assert gone.since("", "I keep bees") is not None


def test_a_profile_that_cannot_be_read_means_nothing(store: Store) -> None:
    store.folder.profile.write_text(_text(["- Keeps bees"]))
    versions.read(store)
    store.folder.profile.write_bytes(b"\xff\0")
    assert not any(known.moments for known in unrecorded.fingerprints(store))
    store.folder.profile.unlink()
    assert not any(known.moments for known in unrecorded.fingerprints(store))
