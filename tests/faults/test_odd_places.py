"""Planted links, an open umask, large files, folders that hold too much, a full disk."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from llm.cli import cli
from support import mounts
from support.llm_log import Log
from support.quiet_home import memory_without_daemon, no_daemon

from llm_user_memory import notes
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index import files
from llm_user_memory.settings import Folder
from llm_user_memory.store import sources, state

pytestmark = [pytest.mark.once, pytest.mark.slow]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    """The memory folder of the commands; no daemon starts there."""
    with memory_without_daemon(tmp_path, monkeypatch) as made:
        (tmp_path / "home").mkdir()
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        Log(made.logs)
        yield made


def memory(*words: str, code: int = 0) -> Result:
    ran = CliRunner().invoke(cli, ["memory", *words])
    assert ran.exit_code == code, (words, ran.output, ran.exception)
    return ran


def _unwrapped(ran: Result) -> str:
    """Return what was printed, whatever the width that the paths in it left."""
    return " ".join(ran.output.split())


@pytest.mark.parametrize("command", [["edit"], ["note", "--edit"]])
def test_an_editors_copy_is_never_written_through_a_link(
    folder: Folder, tmp_path: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\necho '- Keeps bees' >> \"$1\"\n")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    monkeypatch.delenv("VISUAL", raising=False)
    victim = tmp_path / "victim"
    victim.write_text("precious")
    victim.chmod(0o644)
    memory("show")
    for name in ("profile.edit.md", f"note-{notes.parse_day('today')}.edit.md"):
        (folder.path / name).symlink_to(victim)
    memory(*command)
    assert victim.read_text() == "precious"
    assert stat.S_IMODE(victim.stat().st_mode) == 0o644
    assert "Keeps bees" in folder.profile.read_text() + "".join(
        note.read_text() for note in folder.notes.glob("*.md")
    )


def test_whatever_the_umask_only_the_owner_may_enter_and_read(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELL", "/bin/bash")
    before = os.umask(0)
    try:
        for words in (
            ["add", "Keeps bees"], ["note", "Bees swarm"], ["search", "bees"], ["reindex"],
            ["install-shell", "--shell", "bash"], ["install-shell", "--shell", "fish"],
            ["--profile", "work", "add", "Rows"], ["--profile", "work", "note", "Rowing"],
            ["--profile", "work", "search", "rowing"], ["undo"], ["pause"], ["resume"],
        ):  # fmt: skip
            memory(*words)
        with state.opened(Folder(tmp_path / "llm" / "memory", "third")):
            pass
    finally:
        os.umask(before)
    for path in [folder.path, *folder.path.rglob("*")]:
        mode = stat.S_IMODE(path.stat().st_mode)
        assert not mode & 0o077, (path, oct(mode))
    for path in (tmp_path / "home").rglob("*"):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o022, path


def test_the_beginning_of_a_large_note_is_found_and_the_rest_is_told(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST", 50_000)  # two megabytes take half a minute
    memory("note", "Bees swarm in May")
    [note] = folder.notes.glob("*.md")
    note.write_text(note.read_text() + "filler é\n" * (files.LARGEST // 10) + "\nxylophone\n")
    apart = tmp_path / "home" / "large.md"
    apart.write_text("A zither\n" + "x" * (files.LARGEST + 5))
    memory("sources", "add", str(apart))
    assert "swarm" in memory("search", "bees").output
    assert "zither" in memory("search", "zither").output
    searched = _unwrapped(memory("search", "xylophone", code=1))
    assert "Only the first" in searched and str(note) in searched
    told = _unwrapped(memory("status"))
    assert "2 MB are searched" in told and str(note) in told and str(apart) in told
    note.write_text("# Day\n\n## 10:00\n\nBees\n")
    memory("search", "bees")
    assert str(note) not in memory("status").output


@pytest.mark.parametrize("place", ["/etc", "/usr/share", "~", "/home", "/tmp"])
def test_a_folder_of_the_system_is_no_source_without_a_yes(folder: Folder, place: str) -> None:
    ran = memory("sources", "add", place, code=1)
    assert "Search all of it?" in _unwrapped(ran) and "Nothing was changed" in _unwrapped(ran)
    assert "--yes" in ran.output
    with state.opened(folder) as store:
        assert sources.every(store.db) == []


def test_after_a_yes_it_is_one_and_a_folder_of_notes_needs_none(
    folder: Folder, tmp_path: Path
) -> None:
    (tmp_path / "home" / "one.md").write_text("A zither\n")
    assert not sources.is_broad(folder.path / "notes")
    ran = memory("sources", "add", "~", "--yes")
    assert "1 file of Markdown, less than 0.1 MB" in _unwrapped(ran)
    memory("sources", "remove", "~")
    note = str(tmp_path / "home" / "one.md")
    assert "1 file of Markdown" in _unwrapped(memory("sources", "add", note))
    assert memory("sources", "add", "/", "--yes", code=1).output


def test_many_files_are_asked_about(folder: Folder, tmp_path: Path) -> None:
    many = tmp_path / "home" / "many"
    many.mkdir()
    for number in range(10_001):
        (many / f"{number}.md").touch()
    assert folder.path.exists()
    assert "10,001 files of Markdown" in _unwrapped(memory("sources", "add", str(many), code=1))


SAID_BY_A_FULL_DISK = ["database or disk is full", "disk I/O error", "unable to open database file"]


@pytest.mark.parametrize("said", SAID_BY_A_FULL_DISK)
def test_what_the_disk_says_is_no_damage(folder: Folder, said: str) -> None:
    memory("note", "Bees swarm")
    memory("search", "bees")
    inode = folder.index_db.stat().st_ino
    with pytest.raises(index_db.Unavailable) as raised, index_db.opened(folder):
        raise sqlite3.OperationalError(said)
    assert "Nothing was deleted" in str(raised.value) and "reindex" not in str(raised.value)
    with pytest.raises(index_db.Unavailable), index_db.existing(folder):
        raise sqlite3.OperationalError(said)
    assert folder.index_db.stat().st_ino == inode


@pytest.mark.skipif(not mounts.can_mount(), reason="needs the right to mount")
def test_a_full_disk_is_told_and_nothing_is_deleted(folder: Folder) -> None:
    with mounts.small_file_system(folder.path, kilobytes=1000), no_daemon(folder):
        memory("note", "Bees swarm")
        memory("search", "bees")
        memory("note", "Bees dance " * 300)
        mounts.fill(folder.path)
        kept = folder.index_db.read_bytes()
        for words in (["search", "bees"], ["reindex"], ["sources", "list"], ["status"], ["doctor"]):
            ran = CliRunner().invoke(cli, ["memory", *words])
            assert ran.exception is None or isinstance(ran.exception, SystemExit), words
            assert "damaged" not in ran.output, (words, ran.output)
        assert folder.index_db.read_bytes()[:100] == kept[:100]
        assert "full" in memory("reindex", code=1).output
