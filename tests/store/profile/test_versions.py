"""The profile and its versions: no crash, editor or concurrent writer loses a line."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.forked_runs import run_each
from support.learning import save_update
from support.product import LIMIT, Ran
from support.torture import example_count, sample

from llm_user_memory.doctor import files
from llm_user_memory.doctor.repair import repair
from llm_user_memory.errors import BusyError, ProfileError
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit, apply_edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import forgotten, notices, state, updates
from llm_user_memory.store.profile import commit, history, versions
from llm_user_memory.store.profile import file as profile_file
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once

NEWEST = "Takes insulin for diabetes"
BASE = EMPTY.replace("## Interests\n", "## Interests\n- Rows\n- Sails\n")


def _current_text(store: Store) -> str:
    return versions.read(store).text


def _with_fact(fact: str) -> Callable[[str], str]:
    return lambda text: apply_edit(text, Edit("add", "Interests", new=fact))


def _add(store: Store, fact: str) -> None:
    versions.change(store, _with_fact(fact), "add")


def _learn(store: Store, fact: str) -> None:
    update = updates.begin(store.db, "thread", "model", "lines", 0)
    save_update(store, _with_fact(fact), update, lambda _: None)


def _texts(db: sqlite3.Connection) -> list[str]:
    return [version.text for version in reversed(history.newest(db, 100))]


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


# Beginning


def test_the_first_look_makes_an_empty_profile(store: Store) -> None:
    assert _current_text(store) == EMPTY == store.folder.profile.read_text()
    assert [version.note for version in history.newest(store.db, 9)] == ["created"]


def test_a_profile_that_was_there_is_taken_over_as_it_is(store: Store) -> None:
    store.folder.profile.write_text("My own\r\nwords, unended")
    assert _current_text(store) == "My own\r\nwords, unended"
    assert store.folder.profile.read_bytes() == b"My own\r\nwords, unended"


ANCESTOR = """# User Profile

## Personal Information
- Name: Ada
- Location: [Not specified]

## Interests
- [No interests recorded yet]
"""


def test_the_ancestors_placeholders_go_and_its_profile_is_version_one(store: Store) -> None:
    store.folder.profile.write_text(ANCESTOR)
    store.folder.profile.chmod(0o644)
    text = _current_text(store)
    assert "- Name: Ada" in text and "[" not in text
    assert _texts(store.db) == [ANCESTOR, text]
    assert store.folder.profile.read_text() == text
    assert _mode(store.folder.profile) == 0o600


def test_nobody_else_may_read_the_folder_or_what_is_in_it(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "memory")
    folder.path.mkdir(mode=0o755)
    folder.profile.write_text("x")
    old = os.umask(0)
    try:
        with state.opened(folder) as store:
            _add(store, "Keeps bees")
    finally:
        os.umask(old)
    assert _mode(folder.path) == 0o700
    assert _mode(folder.profile) == _mode(folder.state) == 0o600


def test_a_file_that_an_editor_made_readable_for_all_is_private_again(store: Store) -> None:
    _current_text(store)
    store.folder.profile.unlink()
    store.folder.profile.write_text(BASE)
    store.folder.profile.chmod(0o644)
    _current_text(store)
    assert _mode(store.folder.profile) == 0o600


# What the user does to the file


def test_what_the_user_saves_is_a_version(store: Store) -> None:
    _current_text(store)
    store.folder.profile.write_text(BASE)
    assert _current_text(store) == BASE
    assert _texts(store.db) == [EMPTY, BASE]


def test_looking_again_changes_nothing(store: Store) -> None:
    store.folder.profile.write_text(BASE)
    _add(store, "Keeps bees")
    texts, stat = _texts(store.db), store.folder.profile.stat()
    for _ in range(3):
        _current_text(store)
    assert _texts(store.db) == texts
    assert (store.folder.profile.stat().st_mtime_ns, store.folder.profile.stat().st_ino) == (
        stat.st_mtime_ns,
        stat.st_ino,
    )


def test_a_missing_file_is_written_again(store: Store) -> None:
    _add(store, "Keeps bees")
    text = _current_text(store)
    store.folder.profile.unlink()
    assert _current_text(store) == text == store.folder.profile.read_text()
    assert len(_texts(store.db)) == 2


def test_an_emptied_file_stands(store: Store) -> None:
    store.folder.profile.write_text(BASE)
    _learn(store, "Keeps bees")
    store.folder.profile.write_text("")
    assert _current_text(store) == "" == store.folder.profile.read_text()


def test_a_deleted_newest_line_stays_deleted(store: Store) -> None:
    store.folder.profile.write_text(BASE)
    _learn(store, "Keeps bees")
    store.folder.profile.write_text(store.folder.profile.read_text().replace("- Keeps bees\n", ""))
    assert "bees" not in _current_text(store)
    _learn(store, "Writes Rust")
    assert "bees" not in _current_text(store) and "Rust" in _current_text(store)


@pytest.mark.parametrize("behind", [1, 2, 5])
def test_an_editor_opened_some_versions_ago_is_merged(store: Store, behind: int) -> None:
    store.folder.profile.write_text(BASE)
    opened = _current_text(store)
    for number in range(behind):
        _learn(store, f"Learned {number}")
    store.folder.profile.write_text(
        opened.replace("- Rows\n", "").replace("- Sails\n", "- Sails far\n")
    )
    text = _current_text(store)
    assert "Rows" not in text and "- Sails far" in text
    for number in range(behind):
        assert f"- Learned {number}\n" in text


LAYOUTS: dict[str, Callable[[str], str]] = {
    "a blank line in its place": lambda text: text.replace(f"- {NEWEST}\n", "\n"),
    "no line break at the end": lambda text: _without_newest(text).rstrip(),
    "one more": lambda text: f"{_without_newest(text)}\n",
    "other bullets": lambda text: _without_newest(text).replace("- ", "* "),
    "blank lines below headings": lambda text: _without_newest(text).replace("s\n", "s\n\n"),
    "line ends of Windows": lambda text: _without_newest(text).replace("\n", "\r\n"),
    "blanks at the ends": lambda text: _without_newest(text).replace("\n", " \n"),
}


def _without_newest(text: str) -> str:
    return text.replace(f"- {NEWEST}\n", "")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_newest_fact_is_deleted_also_where_an_editor_changes_the_layout(
    store: Store, layout: str
) -> None:
    store.folder.profile.write_text(BASE)
    _current_text(store)
    _learn(store, NEWEST)
    saved = LAYOUTS[layout](_current_text(store))
    store.folder.profile.write_bytes(saved.encode())
    assert NEWEST not in _current_text(store) and history.latest(store.db).text == saved
    assert forgotten.load(store.db).fact(NEWEST)


@pytest.mark.parametrize(("hours", "is_kept"), [(0.9, True), (1.1, False)])
@pytest.mark.parametrize("change", ["- Rows far\n", "- Rows\n- Dives\n"])
def test_a_fact_that_was_there_for_an_hour_is_deleted_whatever_else_is_saved(
    store: Store, change: str, hours: float, is_kept: bool
) -> None:
    """Before that an editor may have been open since then, and the user is told."""
    store.folder.profile.write_text(BASE)
    opened = _current_text(store)
    _learn(store, NEWEST)
    saved = opened.replace("- Rows\n", change)
    store.folder.profile.write_text(saved)
    at = time.time() + hours * 3600
    os.utime(store.folder.profile, (at, at))
    with mock.patch.object(time, "time", lambda: at):
        assert (NEWEST in _current_text(store)) == is_kept
    told = "memory: the profile.md you saved lacked 1 new fact: kept (llm memory forget removes)"
    assert (told in notices.take(store, 100)) == is_kept
    assert is_kept or notices.take(store, 100) == []


def test_an_editor_may_be_open_while_many_versions_are_made(store: Store) -> None:
    """As a backfill or an import makes them."""
    store.folder.profile.write_text(BASE)
    opened = _current_text(store)
    learned = [f"Keeps goat number {number}" for number in range(45)]
    for fact in learned:
        _learn(store, fact)
    store.folder.profile.write_text(opened.replace("- Rows\n", "- Rows far\n"))
    assert all(fact in _current_text(store) for fact in [*learned, "Rows far"])
    assert not any(forgotten.load(store.db).fact(fact) for fact in learned)


@pytest.mark.parametrize("kept", ["Rows", "Sails", "Likes to be told everything at length"])
def test_whoever_keeps_one_of_several_new_lines_deleted_the_others(store: Store, kept: str) -> None:
    _current_text(store)
    update = updates.begin(store.db, "thread", "model", "lines", 0)
    learned = ("Rows", "Sails", "Likes to be told everything at length")

    def make(text: str) -> str:
        for fact in learned:
            text = _with_fact(fact)(text)
        return text

    save_update(store, make, update, lambda _: None)
    store.folder.profile.write_text(_with_fact(kept)(EMPTY))
    assert _current_text(store) == _with_fact(kept)(EMPTY)


def test_what_the_user_took_back_in_their_editor_stays_taken_back(store: Store) -> None:
    store.folder.profile.write_text(BASE)
    _current_text(store)
    store.folder.profile.write_text(BASE.replace("- Rows\n", "- Rows\n- A slip\n"))
    _current_text(store)
    thought_better = BASE.replace("- Rows\n", "- Rows\n- As meant\n")
    store.folder.profile.write_text(thought_better)
    assert _current_text(store) == thought_better


def test_a_look_while_an_editor_writes_costs_nothing(store: Store) -> None:
    store.folder.profile.write_text(BASE)
    _current_text(store)
    store.folder.profile.write_text("")  # truncated, about to be written
    _current_text(store)
    written = BASE.replace("- Rows\n", "- Rows\n- Dives\n")
    store.folder.profile.write_text(written)
    assert _current_text(store) == written


def test_an_editor_that_goes_on_after_a_merge_is_merged_again(store: Store) -> None:
    store.folder.profile.write_text(BASE)
    buffer = _current_text(store)
    _learn(store, "Keeps bees")
    for fact in ("Dives", "Climbs"):
        buffer = _with_fact(fact)(buffer)
        store.folder.profile.write_text(buffer)
        text = _current_text(store)
        assert f"- {fact}\n" in text and "- Keeps bees\n" in text


def _facts(letters: str) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(letters), unique=True, max_size=6)


@settings(max_examples=example_count(20), deadline=None)
@given(_facts("abcdefgh"), _facts("ijklmnop"), _facts("qrstuvwx"))
def test_a_stale_save_keeps_what_both_sides_wrote(
    tmp_path_factory: pytest.TempPathFactory,
    base: list[str],
    mine: list[str],
    learned: list[str],
) -> None:
    folder = Folder(tmp_path_factory.mktemp("stale") / "memory")
    text = EMPTY
    for fact in base:
        text = _with_fact(f"base {fact}")(text)
    with state.opened(folder) as store:
        folder.profile.write_text(text)
        _current_text(store)
        for fact in learned:
            _learn(store, fact * 20)
        saved = text
        for fact in mine:
            saved = _with_fact(fact * 20)(saved)
        folder.profile.write_text(saved)
        merged = _current_text(store)
    for fact in mine:
        assert f"- {fact * 20}\n" in merged
    if mine:  # else it is a step back
        for fact in learned:
            assert f"- {fact * 20}\n" in merged


UNREADABLE = {
    "not UTF-8": b"# User Profile\n- caf\xe9\n",
    "no text": b"# User\0Profile",
    "too large": b"x" * (profile_file.LARGEST + 1),
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_that_is_no_profile_is_named_and_left_alone(store: Store, content: bytes) -> None:
    _add(store, "Keeps bees")
    texts = _texts(store.db)
    store.folder.profile.write_bytes(content)
    for deed in (lambda: _current_text(store), lambda: _add(store, "Rows")):
        with pytest.raises(ProfileError, match=r"profile\.md"):
            deed()
    assert store.folder.profile.read_bytes() == content
    assert _texts(store.db) == texts


def test_a_folder_in_its_place_is_named(store: Store) -> None:
    store.folder.profile.mkdir()
    with pytest.raises(ProfileError, match="cannot be read"):
        _current_text(store)


@pytest.mark.parametrize("text", ["x" * (profile_file.LARGEST + 1), "a\0b", "half \udc80"])
def test_what_could_not_be_read_again_is_not_written(store: Store, text: str) -> None:
    before = _current_text(store)
    with pytest.raises(ProfileError):
        versions.change(store, lambda _: text, "load")
    assert _current_text(store) == before == store.folder.profile.read_text()
    assert _texts(store.db) == [before]


def test_a_profile_behind_a_link_stays_behind_it(store: Store, tmp_path: Path) -> None:
    elsewhere = tmp_path / "dotfiles"
    elsewhere.mkdir()
    (elsewhere / "me.md").write_text(BASE)
    store.folder.profile.symlink_to(elsewhere / "me.md")
    _add(store, "Keeps bees")
    assert store.folder.profile.is_symlink()
    assert "- Keeps bees" in (elsewhere / "me.md").read_text()
    assert [entry.name for entry in elsewhere.iterdir()] == ["me.md"]


def test_a_link_to_nowhere_is_a_missing_file(store: Store, tmp_path: Path) -> None:
    store.folder.profile.symlink_to(tmp_path / "me.md")
    assert _current_text(store) == EMPTY == (tmp_path / "me.md").read_text()


def test_a_link_into_a_folder_that_is_gone_is_an_error_that_says_so(
    store: Store, tmp_path: Path
) -> None:
    store.folder.profile.symlink_to(tmp_path / "gone" / "me.md")
    with pytest.raises(ProfileError, match="what it leads to is not there"):
        _current_text(store)


# Changes


def test_a_change_that_changes_nothing_is_no_version(store: Store) -> None:
    _current_text(store)
    assert versions.change(store, lambda text: text, "edit") is None
    assert _texts(store.db) == [EMPTY]


def test_a_change_that_fails_changes_nothing(store: Store) -> None:
    def fail(_: str) -> str:
        raise ProfileError("no")

    _current_text(store)
    with pytest.raises(ProfileError):
        versions.change(store, fail, "add")
    assert _current_text(store) == EMPTY and _texts(store.db) == [EMPTY]


@pytest.mark.parametrize("fact", ["", "Keeps bees"])
def test_what_belongs_to_an_update_is_recorded_with_it_or_not_at_all(
    store: Store, fact: str
) -> None:
    def record(_: int) -> None:
        state.put(store.db, "recorded", 1)
        raise KeyError("on the way")

    before = _current_text(store)
    update = updates.begin(store.db, "thread", "model", "lines", 0)
    make = _with_fact(fact) if fact else (lambda text: text)
    with pytest.raises(KeyError):
        save_update(store, make, update, record)
    assert state.get(store.db, "recorded") is None
    assert _current_text(store) == before and _texts(store.db) == [before]
    assert [entry.name for entry in store.folder.path.glob(".*")] == []


# Undo


def _undo(store: Store) -> bool:
    earlier = history.before(store.db, versions.read(store))
    if earlier is None:
        return False
    versions.change(store, lambda _: earlier.text, "undo", restores=earlier.n)
    return True


def test_undo_goes_back_one_more_each_time(store: Store) -> None:
    for fact in "abc":
        _add(store, fact)
    back = [_current_text(store)]
    while _undo(store):
        back.append(_current_text(store))
    assert back == [*reversed(_texts(store.db)[:4])]


def test_after_an_undo_something_new_is_undone_first(store: Store) -> None:
    _add(store, "a")
    _add(store, "b")
    _undo(store)
    undone = _current_text(store)
    _add(store, "c")
    _undo(store)
    assert _current_text(store) == undone
    _undo(store)
    assert _current_text(store) == EMPTY


def test_undo_passes_over_versions_of_the_same_text(store: Store) -> None:
    _add(store, "a")
    with_a = _current_text(store)
    _add(store, "b")
    store.folder.profile.write_text(with_a)
    _current_text(store)
    _undo(store)
    assert "- b\n" in _current_text(store)


@settings(max_examples=example_count(15), deadline=None)
@given(st.lists(st.sampled_from(["add", "save", "undo", "learn", "lose"]), max_size=12))
def test_whatever_happens_undo_ends_at_the_beginning_and_every_text_is_kept(
    tmp_path_factory: pytest.TempPathFactory, deeds: list[str]
) -> None:
    folder = Folder(tmp_path_factory.mktemp("undo") / "memory")
    with state.opened(folder) as store:
        seen = [_current_text(store)]
        for number, deed in enumerate(deeds):
            if deed == "add":
                _add(store, f"fact {number}")
            elif deed == "learn":
                _learn(store, f"fact {number}")
            elif deed == "save":
                folder.profile.write_text(_with_fact(f"fact {number}")(folder.profile.read_text()))
            elif deed == "lose":
                folder.profile.unlink()
            else:
                _undo(store)
            seen.append(_current_text(store))
        for _ in range(len(deeds) + 1):
            if not _undo(store):
                break
        assert _current_text(store) == EMPTY
        assert set(seen) <= set(_texts(store.db))


# Crashes: a process of its own is killed before each of its steps, one run for each

_DEEDS = """
import os, sys
from pathlib import Path

from llm_user_memory.profile.edits import Edit, apply_edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import forgotten, notices, state, updates
from llm_user_memory.store.profile import file as profile_file, swap, versions
from llm_user_memory.store.profile.commit import NewVersion

folder, deed, way, last = Folder(Path(sys.argv[1])), sys.argv[2], sys.argv[3], int(sys.argv[4])
steps = 0

def step(what="", *_):
    global steps
    if what.lower().startswith(("select", "pragma")):
        return  # nothing is lost before these
    steps += 1
    if steps == last:
        os._exit(9)

def audit(event, given):
    if event in ("os.rename", "os.remove", "os.link", "os.chmod"):
        step()
    elif event == "open" and given[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        step()

def around(function):
    def called(*given):
        step()
        done = function(*given)
        step()
        return done
    return called

def adding(fact):
    return lambda text: apply_edit(text, Edit("add", "Interests", new=fact))

def learn(store):
    update = updates.begin(store.db, "thread", "model", "lines", 0)
    def record(_):
        updates.finish(store.db, update, ["turn"], [], 0)
    with versions.current(store) as before:
        text = adding("Keeps bees")(before.text)
        new = NewVersion(text, "learned", "update", update_id=update, record=record)
        versions.save(store, before, new)

def save(text):
    new = folder.path / "editor"
    new.write_text(text)
    new.replace(folder.profile)
    (folder.path / "saved").touch()

def saved_meanwhile(function):
    def called(*given):
        profile_file.put_in_place = function
        save(adding("Moved to Ljubljana")(folder.profile.read_text()))
        return function(*given)
    return called

with state.opened(folder) as store:
    if way == "without swap":
        swap.exchanged = lambda *_: False
    else:
        swap.exchanged = around(swap.exchanged)
    if deed == "saved meanwhile":
        profile_file.put_in_place = saved_meanwhile(profile_file.put_in_place)
    sys.addaudithook(audit)
    store.db.set_trace_callback(step)
    os.fsync = around(os.fsync)
    if deed in ("learn", "saved meanwhile"):
        learn(store)
    elif deed == "add":
        versions.change(store, adding("Added"), "add")
    else:
        versions.read(store)
    store.db.set_trace_callback(None)
print(steps, flush=True)
os._exit(0)
"""

ANY = ("Rows", "Sails")


def _nothing(store: Store) -> None:
    store.folder.profile.write_text(BASE)


def _version(store: Store) -> None:
    store.folder.profile.write_text(BASE)
    _current_text(store)


def _saved_by_a_stale_editor(store: Store) -> None:
    _version(store)
    opened = store.folder.profile.read_text()
    _learn(store, "Keeps bees")
    store.folder.profile.write_text(_with_fact("Moved to Ljubljana")(opened))


def _gone(store: Store) -> None:
    _version(store)
    store.folder.profile.unlink()


def _of_the_ancestor(store: Store) -> None:
    store.folder.profile.write_text(_with_fact("[No interests recorded]")(BASE))


def _learned_here(store: Store) -> str:
    """The profile before something was learned that no other machine knows."""
    _version(store)
    opened = store.folder.profile.read_text()
    _learn(store, "Keeps bees")
    return opened


def _a_conflict_copy(store: Store) -> None:
    theirs = _with_fact("Learned there")(_learned_here(store))
    store.folder.profile.with_name("profile.sync-conflict-20261121-123456-ABCDEFG.md").write_text(
        theirs
    )


def _the_copy_is_ours(store: Store) -> None:
    theirs = _with_fact("Learned there")(_learned_here(store))
    ours = store.folder.profile.rename(
        store.folder.profile.with_name("profile.sync-conflict-20261121-123456.md")
    )
    assert "- Keeps bees\n" in ours.read_text()
    store.folder.profile.write_text(theirs)


def _marks_of_git(store: Store) -> None:
    opened = _learned_here(store)
    marks = "<<<<<<< HEAD\n- Keeps bees\n- Sails\n=======\n- Learned there\n>>>>>>> other\n"
    store.folder.profile.write_text(opened.replace("- Sails\n", marks))


# What is done, how things stand before, what must be there after a crash, and at the end.
CRASHES: dict[str, tuple[Callable[[Store], None], Sequence[str], str]] = {
    "add": (_version, ANY, "Added"),
    "learn": (_version, ANY, "Keeps bees"),
    "saved meanwhile": (_version, ANY, "Keeps bees"),
    "look at a stale save": (
        _saved_by_a_stale_editor,
        (*ANY, "Moved to Ljubljana", "Keeps bees"),
        "Keeps bees",
    ),
    "look at a conflict copy": (_a_conflict_copy, (*ANY, "Keeps bees", "Learned there"), "Rows"),
    "look where the copy is ours": (
        _the_copy_is_ours,
        (*ANY, "Keeps bees", "Learned there"),
        "Rows",
    ),
    "look at marks of git": (_marks_of_git, ("Rows", "Keeps bees", "Learned there"), "Rows"),
    "look at a missing file": (_gone, ANY, "Rows"),
    "look for the first time": (_nothing, ANY, "Rows"),
    "look at the ancestor's": (_of_the_ancestor, ANY, "Rows"),
}


@pytest.mark.product
@pytest.mark.torture
@pytest.mark.parametrize(
    ("deed", "way"),
    [
        *sample([(deed, "with swap") for deed in CRASHES], 6),
        ("learn", "without swap"),
        ("saved meanwhile", "without swap"),
    ],
)
def test_a_crash_at_any_step_loses_nothing(tmp_path: Path, deed: str, way: str) -> None:
    prepare, kept, wanted = CRASHES[deed]
    before = Folder(tmp_path / "before" / "memory")
    before.create()
    with state.opened(before) as store:
        store.db.execute(
            "insert into turns (id, thread_id, started, ended, outcome) "
            "values ('turn', 'thread', 0, 0, 'pending')"
        )
        prepare(store)

    def run(*lasts: int) -> list[tuple[Folder, Ran]]:
        folders = [Folder(tmp_path / str(last) / "memory") for last in lasts]
        for folder in folders:
            shutil.copytree(before.path, folder.path)
        words = [(str(folder.path), deed, way) for folder in folders]
        given = [(*each, str(last)) for each, last in zip(words, lasts, strict=True)]
        return list(zip(folders, run_each(_DEEDS, given), strict=True))

    [(_, whole)] = run(0)
    assert whole.code == 0, whole.err
    crashed = run(*range(1, int(whole.out) + 1))
    assert len(crashed) > 4
    for step, (folder, how) in enumerate(crashed, 1):
        assert how.code == 9, (step, how.err)
        with state.opened(folder) as store:
            _check_after_crash(store, deed, kept, wanted, f"killed before step {step}")


def _check_after_crash(
    store: Store, deed: str, kept: Sequence[str], wanted: str, when: str
) -> None:
    found = store.folder.profile.read_text() if store.folder.profile.exists() else None
    text = _current_text(store)
    for fact in kept:
        assert f"- {fact}\n" in text, when
    assert (
        found is None or "- Moved to Ljubljana\n" not in found or "- Moved to Ljubljana\n" in text
    ), when
    assert "[" not in text and "<<" not in text, when
    assert list(store.folder.path.glob("*.sync-conflict-*")) == [], when
    assert _current_text(store) == text == store.folder.profile.read_text(), when
    assert [entry.name for entry in store.folder.path.iterdir() if "next" in entry.name] == [], when
    learned = store.db.execute("select outcome from turns").fetchone()[0] == "learned"
    if deed in ("learn", "saved meanwhile"):
        assert learned == ("- Keeps bees\n" in text), when
        assert not (store.folder.path / "saved").exists() or "- Moved to Ljubljana\n" in text, when
    numbers = [version.n for version in history.newest(store.db, 100)]
    assert numbers == list(range(len(numbers), 0, -1)), when
    if not learned and wanted in ("Added", "Keeps bees") and f"- {wanted}\n" not in text:
        _add(store, wanted)
    assert f"- {wanted}\n" in _current_text(store), when
    assert _current_text(store).count(f"- {wanted}\n") == 1, when


# The user saves while we write


def _save_before_call(folder: Folder, name: str, content: bytes) -> Callable[[], None]:
    """Let the user save once, just before the named function runs."""
    owner = profile_file if hasattr(profile_file, name) else commit
    original = getattr(owner, name)

    def called(*given: object) -> object:
        setattr(owner, name, original)
        folder.profile.write_bytes(content)
        return original(*given)

    setattr(owner, name, called)
    return lambda: setattr(owner, name, original)


@pytest.mark.parametrize("name", ["read", "prepare", "put_in_place", "mark_written"])
@pytest.mark.parametrize("deed", [_add, _learn])
def test_a_save_at_any_moment_is_not_lost(
    store: Store,
    name: str,
    deed: Callable[[Store, str], None],
) -> None:
    _version(store)
    saved = BASE.replace("- Rows\n", "- Rows daily\n")
    restore = _save_before_call(store.folder, name, saved.encode())
    try:
        deed(store, "Keeps bees")
    finally:
        restore()
    text = _current_text(store)
    assert "- Rows daily\n" in text and "- Rows\n" not in text
    assert "- Keeps bees\n" in text or name == "mark_written", "after our write it is a step back"
    assert saved in _texts(store.db)


def test_a_file_that_is_saved_all_the_time_is_given_up_and_nothing_of_it_lost(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    _version(store)
    saves: list[str] = []
    put_in_place = profile_file.put_in_place

    def saving_before(*given: Any) -> bool:
        saves.append(_with_fact(f"Saved {len(saves)} times")(store.folder.profile.read_text()))
        store.folder.profile.write_text(saves[-1])
        return put_in_place(*given)

    monkeypatch.setattr(profile_file, "put_in_place", saving_before)
    with pytest.raises(BusyError, match="saved again and again"):
        _learn(store, "Keeps bees")
    monkeypatch.undo()
    assert 1 < len(saves) < 100
    text = _current_text(store)
    assert "- Keeps bees\n" in text and f"- Saved {len(saves) - 1} times\n" in text
    assert set(saves) <= set(_texts(store.db))


def test_a_save_of_no_text_while_we_write_is_put_back_and_named(store: Store) -> None:
    _version(store)
    restore = _save_before_call(store.folder, "put_in_place", b"caf\xe9")
    try:
        with pytest.raises(ProfileError, match="UTF-8"):
            _learn(store, "Keeps bees")
    finally:
        restore()
    assert store.folder.profile.read_bytes() == b"caf\xe9"
    store.folder.profile.write_text(BASE.replace("- Rows\n", "- Rows daily\n"))
    text = _current_text(store)
    assert "- Rows daily\n" in text and "- Keeps bees\n" in text


# Many at once

_ADD = """
import sys
from pathlib import Path
from llm_user_memory.profile.edits import Edit, apply_edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import state
from llm_user_memory.store.profile import versions
folder, fact = Folder(Path(sys.argv[1])), sys.argv[2]
with state.opened(folder) as store:
    versions.change(store, lambda t: apply_edit(t, Edit("add", "Interests", new=fact)), "add")
"""


@pytest.mark.product
def test_twenty_writers_at_once_all_get_their_word_in(folder: Folder) -> None:
    facts = [f"Fact number {number}" for number in range(20)]
    processes = [
        subprocess.Popen([sys.executable, "-c", _ADD, str(folder.path), fact]) for fact in facts
    ]
    assert [process.wait(LIMIT) for process in processes] == [0] * 20
    lines = folder.profile.read_text().splitlines()
    assert sorted(line for line in lines if "Fact" in line) == sorted(f"- {f}" for f in facts)
    with state.opened(folder) as store:
        assert len(_texts(store.db)) == 21


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing tells who has it open")
def test_lines_of_who_had_the_profile_open_while_it_was_replaced_are_not_lost(store: Store) -> None:
    _version(store)
    with store.folder.profile.open("a") as slow:
        _add(store, "Keeps bees")
        _add(store, "Flies kites")
        slow.write("- Typed slowly\n")
        slow.flush()
        assert "Typed slowly" not in _current_text(store), "not before it is closed"
    text = _current_text(store)
    assert all(f"- {fact}\n" in text for fact in ("Keeps bees", "Flies kites", "Typed slowly"))
    assert store.folder.profile.read_text() == text
    assert not list(store.folder.path.glob(".profile.md.*"))
    versions.change(store, lambda text: text.replace("- Typed slowly\n", ""), "forget")
    assert "Typed slowly" not in _current_text(store), "it is not taken in twice"


def test_only_a_file_of_the_users_own_is_made_private(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "target"
    store.folder.profile.unlink(missing_ok=True)
    store.folder.profile.symlink_to(target)
    target.write_text(BASE)
    target.chmod(0o644)
    with monkeypatch.context() as patched:
        other = os.geteuid() + 1
        patched.setattr(os, "geteuid", lambda: other)
        profile_file.make_private(store.folder)
    assert target.stat().st_mode & 0o777 == 0o644
    profile_file.make_private(store.folder)
    assert target.stat().st_mode & 0o777 == 0o600
    for make in (os.mkfifo, os.mkdir):
        target.unlink()
        make(target)
        target.chmod(0o755)
        profile_file.make_private(store.folder)
        repair(files.check(store.folder))
        assert target.stat().st_mode & 0o777 == 0o755


def test_nothing_stays_beside_the_profile(store: Store) -> None:
    _version(store)
    _add(store, "Keeps bees")
    _learn(store, "Flies kites")
    assert not list(store.folder.path.glob(".profile.md.*"))


# What profile.md is made a link to while the next version is made: (its text, what follows).
OUTSIDE: dict[str, tuple[bytes | None, str]] = {
    "another profile": (BASE.replace("- Rows", "- Bakes").encode(), "- Bakes"),
    "the same text": (BASE.encode(), "- Rows"),
    "nothing yet": (None, "- Rows"),
    "no text": (b"\0\1\2", ""),
}


@pytest.mark.parametrize(("content", "line"), OUTSIDE.values(), ids=OUTSIDE)
def test_the_profile_becomes_a_link_while_a_version_is_written(
    store: Store, tmp_path: Path, content: bytes | None, line: str
) -> None:
    store.folder.profile.write_text(BASE)
    outside, aside = tmp_path / "elsewhere" / "mine.md", tmp_path / "aside"
    outside.parent.mkdir()
    if content is not None:
        outside.write_bytes(content)

    def make(text: str) -> str:
        if not store.folder.profile.is_symlink():
            store.folder.profile.rename(aside)
            store.folder.profile.symlink_to(outside)
        return apply_edit(text, Edit("add", "Interests", new="Keeps bees"))

    if line:
        versions.change(store, make, "add")
        text = _current_text(store)
        assert "- Keeps bees" in text and line in text and outside.read_text() == text
    else:
        with pytest.raises(ProfileError, match="not a text file"):
            versions.change(store, make, "add")
        assert outside.read_bytes() == content
    assert store.folder.profile.is_symlink() and aside.read_text() == BASE
    left = [path for each in (store.folder.path, outside.parent) for path in each.glob(".*.next-*")]
    assert not left or not line


# Two memory folders with one file

_ADD_MANY = """
import sys
from pathlib import Path
from llm_user_memory.profile.edits import Edit, apply_edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import state
from llm_user_memory.store.profile import versions

for number in range(25):
    fact = Edit("add", "Interests", new=f"{sys.argv[2]} {number}")
    with state.opened(Folder(Path(sys.argv[1]))) as store:
        versions.change(store, lambda text: apply_edit(text, fact), "add")
"""


def _shared(tmp_path: Path, names: Sequence[str], *, is_in_first: bool) -> list[Folder]:
    """Memory folders whose profile.md are links to one file, which may be the first one's own."""
    folders = [Folder(tmp_path / name) for name in names]
    shared = folders[0].profile if is_in_first else tmp_path / "notes" / "me.md"
    shared.parent.mkdir(mode=0o700)
    shared.write_text(BASE)
    for folder in folders:
        folder.path.mkdir(mode=0o700, exist_ok=True)
        if folder.profile != shared:
            folder.profile.symlink_to(shared)
    return folders


@pytest.mark.parametrize("is_in_first", [False, True], ids=["both links", "one link"])
def test_two_folders_with_one_file_wait_for_each_other(tmp_path: Path, is_in_first: bool) -> None:
    one, other = _shared(tmp_path, ("one", "other"), is_in_first=is_in_first)
    with state.opened(one) as first, state.opened(other) as second:
        with (
            versions.current(first),
            pytest.raises(BusyError),
            versions.current(second, patience=0),
        ):
            pass
        _add(second, "Keeps bees")
        _add(first, "Rows boats")
        assert {"- Keeps bees", "- Rows boats"} <= set(_current_text(second).splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("is_in_first", [False, True], ids=["both links", "one link"])
def test_two_folders_with_one_file_lose_nothing(tmp_path: Path, is_in_first: bool) -> None:
    folders = _shared(tmp_path, ("one", "other"), is_in_first=is_in_first)
    running = [
        subprocess.Popen([sys.executable, "-c", _ADD_MANY, str(folder.path), folder.path.name])
        for folder in folders
    ]
    assert [process.wait(LIMIT) for process in running] == [0, 0]
    lines = folders[0].profile.read_text().splitlines()
    wanted = [f"- {folder.path.name} {number}" for folder in folders for number in range(25)]
    assert sorted(set(wanted)) == sorted(line for line in lines if line in wanted)


def test_what_another_folder_left_beside_its_link_is_not_taken_for_an_own_version(
    tmp_path: Path,
) -> None:
    one, other = _shared(tmp_path, ("one", "other"), is_in_first=False)
    with state.opened(one) as first, state.opened(other) as second:
        for fact in ("Keeps bees", "Rows boats"):
            _add(first, fact)
        profile_file.prepare(other, 2, BASE)  # as a crash leaves it
        assert "- Keeps bees" in _current_text(first)
        assert profile_file.read_beside(other, 2) == BASE.encode()
        _add(second, "Sings")
        assert {"- Keeps bees", "- Rows boats", "- Sings"} <= set(_current_text(first).splitlines())
