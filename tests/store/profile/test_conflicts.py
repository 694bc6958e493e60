"""A memory folder that several machines sync: what they save at the same time is merged."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.learning import addition, current_profile, learn
from support.product import Product
from support.torture import example_count

from llm_user_memory.learn import manual
from llm_user_memory.profile.document import EMPTY, facts
from llm_user_memory.profile.edits import Edit, apply_edit, without_facts
from llm_user_memory.profile.split import split
from llm_user_memory.store import forgotten
from llm_user_memory.store.profile import conflicts, history, versions
from llm_user_memory.store.profile import file as profile_file
from llm_user_memory.store.profile.history import Version
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once

COPY = "profile.sync-conflict-20261121-123456-ABCDEFG.md"


def _profile(*listed: str) -> str:
    text = EMPTY
    for fact in listed:
        text = apply_edit(text, Edit("add", "Interests", new=fact))
    return text


def _facts(text: str) -> list[str]:
    return [fact.text for fact in facts(text)]


# The marks of git

SIDES = {
    "one conflict": (
        "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other branch\nd\n",
        ("a\nb\nd\n", "a\nc\nd\n"),
    ),
    "with what both began as": (
        "<<<<<<< HEAD\nb\n||||||| 1234567\na\n=======\nc\n>>>>>>> 89abcde\n",
        ("b\n", "c\n"),
    ),
    "two conflicts": (
        "<<<<<<< a\n1\n=======\n2\n>>>>>>> b\nx\n<<<<<<< a\n3\n=======\n4\n>>>>>>> b",
        ("1\nx\n3\n", "2\nx\n4\n"),
    ),
    "one side empty": ("a\n<<<<<<< a\n=======\nb\n>>>>>>> b\n", ("a\n", "a\nb\n")),
    "lines of Windows": (
        "<<<<<<< a\r\nb\r\n=======\r\nc\r\n>>>>>>> b\r\n",
        ("b\r\n", "c\r\n"),
    ),
    "a heading underlined in it": (
        "T\n=======\n<<<<<<< a\nb\n=======\nT\n=======\n>>>>>>> b\n",
        ("T\n=======\nb\n", "T\n=======\nT\n=======\n"),
    ),
}
NO_SIDES = {
    "nothing": "",
    "a profile": EMPTY,
    "a heading underlined": "Title\n=======\ntext\n",
    "never ended": "<<<<<<< a\nb\n=======\nc\n",
    "never divided": "<<<<<<< a\nb\n>>>>>>> b\n",
    "ended before it began": ">>>>>>> a\nb\n<<<<<<< c\n",
    "one in the other": "<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> b\n=======\n>>>>>>> a\n",
    "not at the beginning of a line": " <<<<<<< a\n =======\n >>>>>>> b\n",
    "longer": "<<<<<<<< a\n========\n>>>>>>>> b\n",
}


@pytest.mark.parametrize(("text", "found"), SIDES.values(), ids=SIDES)
def test_both_sides_of_a_conflict_are_read(text: str, found: tuple[str, str]) -> None:
    assert conflicts.sides(text) == found


@pytest.mark.parametrize("text", NO_SIDES.values(), ids=NO_SIDES)
def test_what_is_no_whole_conflict_is_text(text: str) -> None:
    assert conflicts.sides(text) is None


# What is merged: what is on record here, what the other machine saved, what comes of it

OLD = ["Rows", "Sails"]
JOINED: dict[str, tuple[list[list[str]], list[str], list[str]]] = {
    "both learned": ([OLD, [*OLD, "Keeps bees"]], [*OLD, "Dives"], [*OLD, "Keeps bees", "Dives"]),
    "they saw none of several versions": (
        [OLD, [*OLD, "Keeps bees"], [*OLD, "Keeps bees", "Knits"]],
        [*OLD, "Dives"],
        [*OLD, "Keeps bees", "Knits", "Dives"],
    ),
    "they deleted what they knew": (
        [OLD, [*OLD, "Keeps bees"]],
        ["Rows", "Dives"],
        ["Rows", "Keeps bees", "Dives"],
    ),
    "they deleted what was changed here": (
        [OLD, ["Rows", "Sails on lakes"]],
        ["Rows", "Dives"],
        ["Rows", "Sails on lakes", "Dives"],
    ),
    "they deleted what was changed here into something short": (
        [[*OLD, "Lives in an old house by the sea"], [*OLD, "Codes"]],
        OLD,
        [*OLD, "Codes"],
    ),
    "deleted here, kept there": ([OLD, ["Rows"]], [*OLD, "Dives"], ["Rows", "Dives"]),
    "two profiles that never met": (
        [["Keeps bees", "Knits", "Bakes"]],
        ["Dives", "Climbs"],
        ["Keeps bees", "Knits", "Bakes", "Dives", "Climbs"],
    ),
    "two that never met and agree in one": (
        [["Keeps bees", "Knits", "Bakes"]],
        ["Bakes", "Dives", "Climbs"],
        ["Keeps bees", "Knits", "Bakes", "Dives", "Climbs"],
    ),
    "both learned the same": (
        [OLD, [*OLD, "Keeps bees"]],
        ["Keeps bees", *OLD],
        [*OLD, "Keeps bees"],
    ),
    "an emptied one": ([OLD], [], OLD),
}


def _history(texts: Sequence[str]) -> list[Version]:
    """The newest first, as they are on record."""
    made = [Version(n, n, "user", "saved", None, None, text) for n, text in enumerate(texts, 1)]
    return made[::-1]


@pytest.mark.parametrize(
    "name",
    [
        "profile.sync-conflict-20261121-123456.md",
        "profile (Ana's conflicted copy 2026-11-21).md",
        "profile (conflicted copy 2026-11-21 123456).md",
        "profile_conflict-20261121-123456.md",
        "profile (In Konflikt stehende Kopie von Ana 2026-11-21).md",
        "profile (Copie en conflit de Ana 2026-11-21).md",
        "profile (конфликтующая копия с Ana 2026-11-21).md",
        "profile (Ana 的冲突副本 2026-11-21).md",
        "profile (SFConflict ana@example.com 2026-11-21-12-34-56).md",
    ],
)
def test_what_another_machine_saved_is_known_by_the_name_of_its_copy(
    store: Store, name: str
) -> None:
    """The sync program made their file the profile, and ours the copy: nothing was deleted."""
    versions.change(store, lambda _: _profile(*OLD), "load")
    versions.change(store, lambda _: _profile(*OLD, "Dives"), "load")
    store.folder.profile.rename(store.folder.profile.with_name(name))
    store.folder.profile.write_text(_profile(*OLD, "Knits"))
    assert sorted(_facts(current_profile(store))) == sorted([*OLD, "Dives", "Knits"])
    assert not forgotten.load(store.db).moments
    assert not store.folder.profile.with_name(name).exists()


@pytest.mark.parametrize("name", ["profile 2.md", "profile (1).md", "profile-LAPTOP.md"])
def test_what_may_be_a_copy_of_the_user_s_is_left_and_named(product: Product, name: str) -> None:
    product.run("memory", "add", "Rows")
    product.folder.profile.with_name(name).write_text(_profile("Rows"))
    product.folder.profile.with_name(name).chmod(0o600)
    assert name not in product.run("memory", "doctor").out
    product.folder.profile.with_name(name).write_text(_profile("Rows", "Dives"))
    said = " ".join(product.run("memory", "doctor").out.split())
    assert f"{name} has facts that the profile lacks." in said
    assert "Dives" not in product.run("memory", "show").out
    assert product.folder.profile.with_name(name).exists()


@pytest.mark.parametrize(("ours", "theirs", "wanted"), JOINED.values(), ids=JOINED)
def test_a_copy_is_merged(
    store: Store,
    ours: list[list[str]],
    theirs: list[str],
    wanted: list[str],
) -> None:
    for listed in ours:
        versions.change(store, lambda _, listed=listed: _profile(*listed), "load")
    store.folder.profile.with_name(COPY).write_text(_profile(*theirs))
    text = current_profile(store)
    assert sorted(_facts(text)) == sorted(wanted)
    assert store.folder.profile.read_text() == text == current_profile(store)
    assert not store.folder.profile.with_name(COPY).exists()
    assert _profile(*theirs) in [version.text for version in history.newest(store.db, 99)]


@pytest.mark.parametrize(("ours", "theirs", "wanted"), JOINED.values(), ids=JOINED)
def test_a_conflict_of_git_is_merged(
    store: Store,
    ours: list[list[str]],
    theirs: list[str],
    wanted: list[str],
) -> None:
    for listed in ours:
        versions.change(store, lambda _, listed=listed: _profile(*listed), "load")
    marked = f"<<<<<<< HEAD\n{_profile(*ours[-1])}=======\n{_profile(*theirs)}>>>>>>> other\n"
    store.folder.profile.write_text(marked)
    text = current_profile(store)
    assert sorted(_facts(text)) == sorted(wanted)
    assert store.folder.profile.read_text() == text == current_profile(store)


_some = st.lists(st.sampled_from("abcdefghij"), unique=True, max_size=6)


@pytest.mark.slow
@settings(max_examples=example_count(200), deadline=None)
@given(st.lists(_some, min_size=1, max_size=4), _some)
def test_no_fact_of_either_is_lost_but_what_one_of_them_dropped(
    ours: list[list[str]], theirs: list[str]
) -> None:
    names = {letter: f"{letter * 9} fact" for letter in "abcdefghij"}
    texts = [_profile(*(names[letter] for letter in listed)) for listed in ours]
    side = _profile(*(names[letter] for letter in theirs))
    base, merged = conflicts.combined(_history(texts), side, texts[-1])
    before, here, there, left = (set(_facts(text)) for text in (base, texts[-1], side, merged))
    assert left == ((here | there) - before) | (here & there)
    assert len(_facts(merged)) == len(left)


# What a synchronised folder may hold


@pytest.mark.slow
def test_what_the_other_machine_never_saw_is_not_forgotten(store: Store) -> None:
    versions.change(store, lambda _: _profile(*OLD), "load")
    for number in range(30):  # more than are looked through
        learn(store, "I keep bees", addition(f"Keeps {number} bees", "I keep bees"))
    store.folder.profile.with_name(COPY).write_text(_profile(*OLD, "Dives"))
    known = _facts(store.folder.profile.read_text())
    assert sorted(_facts(current_profile(store))) == sorted([*known, "Dives"])
    assert not forgotten.load(store.db).moments


def test_what_the_user_deleted_there_is_forgotten_here(store: Store) -> None:
    versions.change(store, lambda _: _profile(*OLD), "load")
    store.folder.profile.with_name(COPY).write_text(_profile("Rows"))
    assert _facts(current_profile(store)) == ["Rows"]
    assert forgotten.load(store.db).fact("Sails") and not forgotten.load(store.db).fact("Rows")


def test_what_was_forgotten_here_is_not_brought_back(store: Store) -> None:
    versions.change(store, lambda _: _profile("Sails"), "load")
    versions.change(store, lambda _: _profile("Rows"), "forget", forget=["Sails"])
    store.folder.profile.with_name(COPY).write_text(_profile("Sails", "Dives", "Climbs", "Knits"))
    assert "Sails" not in _facts(current_profile(store))
    assert forgotten.load(store.db).fact("Sails")


def test_where_the_copy_is_ours_the_profile_is_the_other_machines(store: Store) -> None:
    current_profile(store)
    store.folder.profile.write_text(_profile(*OLD))
    current_profile(store)
    store.folder.profile.write_text(_profile(*OLD, "Keeps bees"))  # of the user's own, here
    current_profile(store)
    store.folder.profile.rename(store.folder.profile.with_name(COPY))
    store.folder.profile.write_text(_profile(*OLD, "Dives"))
    assert sorted(_facts(current_profile(store))) == ["Dives", "Keeps bees", *OLD]
    assert (
        not forgotten.load(store.db).moments and not store.folder.profile.with_name(COPY).exists()
    )


def test_beside_a_copy_that_cannot_be_removed_the_users_saves_count(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conflicts.Copy, "remove", lambda _: None)
    versions.change(store, lambda _: _profile(*OLD), "load")
    store.folder.profile.with_name(COPY).write_text(_profile(*OLD, "Dives"))
    assert "Dives" in _facts(current_profile(store))
    for saved in (_profile(*OLD), _profile("Rows"), _profile("Rows", "Knits")):
        store.folder.profile.write_text(saved)
        assert current_profile(store) == store.folder.profile.read_text() == saved
    assert forgotten.load(store.db).fact("Dives")


def test_an_earlier_text_brings_back_nothing_that_was_forgotten_in_a_synchronised_folder(
    store: Store,
) -> None:
    """It may be the file of a machine that knows nothing since; `undo` and `add` bring it back."""
    versions.change(store, lambda _: _profile(*OLD, "Dives"), "load")
    store.folder.path.joinpath(".stfolder").mkdir()
    manual.forget(store, ["Dives"])
    manual.add(store, [("Interests", "Keeps bees")])
    store.folder.profile.write_text(_profile(*OLD, "Dives"))
    assert "Dives" not in _facts(current_profile(store))
    assert set(OLD) <= set(_facts(current_profile(store)))


def test_a_copy_that_goes_after_a_crash_takes_nothing_with_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> bool:
        raise KeyError("between record and file")

    versions.change(store, lambda _: _profile(*OLD), "load")
    versions.change(store, lambda _: _profile(*OLD, "Keeps bees"), "add")
    store.folder.profile.rename(store.folder.profile.with_name(COPY))
    store.folder.profile.write_text(_profile(*OLD, "Dives"))
    with monkeypatch.context() as patched, pytest.raises(KeyError):
        patched.setattr(profile_file, "put_in_place", killed)
        current_profile(store)
    store.folder.profile.with_name(COPY).unlink()
    assert sorted(_facts(current_profile(store))) == sorted([*OLD, "Keeps bees", "Dives"])
    assert not forgotten.load(store.db).moments


def test_an_editor_left_open_while_a_copy_was_merged_deletes_nothing_of_it(store: Store) -> None:
    versions.change(store, lambda _: _profile(*OLD), "load")
    opened = [*OLD, "Keeps bees"]
    versions.change(store, lambda _: _profile(*opened), "add")
    store.folder.profile.with_name(COPY).write_text(_profile(*OLD, "Dives"))
    current_profile(store)
    store.folder.profile.write_text(_profile(*opened, "Plays the organ"))
    assert sorted(_facts(current_profile(store))) == sorted([*opened, "Plays the organ", "Dives"])


def test_undo_goes_back_to_what_was_here(store: Store) -> None:
    versions.change(store, lambda _: _profile(*OLD), "load")
    versions.change(store, lambda _: _profile(*OLD, "Keeps bees"), "add")
    store.folder.profile.with_name(COPY).write_text(_profile(*OLD, "Dives"))
    merged = versions.read(store)
    earlier = history.before(store.db, merged)
    assert earlier is not None and earlier.text == _profile(*OLD, "Keeps bees")


def test_a_conflict_is_merged_at_the_first_look_too(store: Store) -> None:
    marked = f"<<<<<<< a\n{_profile('Rows')}=======\n{_profile('Dives')}>>>>>>> b\n"
    store.folder.profile.write_text(marked)
    store.folder.profile.with_name(COPY).write_text(_profile("Sails"))
    current_profile(store)
    assert sorted(_facts(current_profile(store))) == ["Dives", "Rows", "Sails"]


def test_a_profile_behind_a_link_has_its_copies_there(store: Store) -> None:
    elsewhere = store.folder.path.parent / "dotfiles"
    elsewhere.mkdir()
    (elsewhere / "me.md").write_text(_profile("Rows"))
    (elsewhere / "me.sync-conflict-20261121-123456-ABCDEFG.md").write_text(_profile("Dives"))
    store.folder.profile.symlink_to(elsewhere / "me.md")
    current_profile(store)
    assert sorted(_facts(current_profile(store))) == ["Dives", "Rows"]
    assert [path.name for path in elsewhere.iterdir()] == ["me.md"]


def test_archived_facts_of_both_machines_are_kept(store: Store) -> None:
    archive = "\n## Archive: Interests\n- Keeps bees\n- Plays chess\n"
    versions.change(store, lambda _: _profile(*OLD) + archive, "load")
    current_profile(store)
    here = _profile(*OLD) + archive + "- Sings\n"
    versions.change(store, lambda _: here, "edit")
    there = _profile(*OLD, "Dives") + archive.replace("bees", "bees and hens") + "- Skis\n"
    store.folder.profile.with_name(COPY).write_text(there)
    merged = current_profile(store)
    active, archived = split(merged)
    assert {*_facts(active)} == {*OLD, "Dives"}
    assert {*_facts(archived)} == {"Keeps bees and hens", "Plays chess", "Sings", "Skis"}
    assert conflicts.paths(store.folder) == []


NO_COPIES = {
    COPY: b"caf\xe9",
    "profile.sync-conflict-20261121-123456-ABCDEFH.md": b"x" * (profile_file.LARGEST + 1),
    "profile.sync-conflict-20261121-123456-ABCDEFI.md": b"<<<<<<< a\n=======\nb\n>>>>>>> c\n",
    "profile.sync-conflict-20261121-123456-ABCDEFJ.md": b"a\0b",
    "profile.sync-conflict-20261121-123456-ABCDEFK.md": b"- a\n" * 100_000,
    "profile.sync-conflict.md": b"- Dives\n",
    "profile.sync-conflict-20261121-123456-ABCDEFG.md.bak": b"- Dives\n",
    "notes.sync-conflict-20261121-123456-ABCDEFG.md": b"- Dives\n",
}


@pytest.mark.parametrize(("name", "content"), NO_COPIES.items(), ids=NO_COPIES)
def test_what_is_no_profile_is_left_alone(store: Store, name: str, content: bytes) -> None:
    versions.change(store, lambda _: _profile(*OLD), "load")
    file = store.folder.profile.with_name(name)
    file.write_bytes(content)
    assert current_profile(store) == _profile(*OLD)
    assert file.read_bytes() == content


def test_a_folder_that_is_named_like_a_copy_is_left_alone(store: Store) -> None:
    store.folder.profile.with_name(COPY).mkdir()
    assert current_profile(store) == EMPTY
    assert conflicts.paths(store.folder) == [store.folder.profile.with_name(COPY)]


# The whole product


@pytest.mark.product
def test_what_two_machines_learned_at_once_goes_into_the_next_prompt(product: Product) -> None:
    product.answer(updates={"bees": 'ADD Interests | Keeps bees | "I keep bees"'})
    product.run("memory", "load", "-", stdin=_profile(*OLD))
    product.type("I keep bees")
    product.wait_for_fact("Keeps bees")
    product.wait_until_settled()
    gone = [fact for fact in facts(_profile(*OLD)) if fact.text == "Rows"]
    theirs = without_facts(_profile(*OLD, "Dives"), gone)
    product.folder.profile.with_name(COPY).write_text(theirs)
    assert "Dives" in product.run("memory", "show").out
    product.type("Hello")
    asked = product.prompts()[-1]
    for fact, is_told in {"Keeps bees": True, "Dives": True, "Rows": False}.items():
        assert (f"- {fact}" in f"{asked}") is is_told, fact
    assert not product.folder.profile.with_name(COPY).exists()
    assert "Keeps bees" in product.run("memory", "why", "bees").out
