"""The command `note`: it writes, edits and takes back notes."""

import sys
from contextlib import suppress
from datetime import date
from pathlib import Path

import click

from .. import notes
from ..daemon import control as daemon
from ..errors import MemoryPluginError, NotesError
from ..recall.index import refresh
from ..settings import Folder, read_settings
from ..store.profile import file as profile_file
from .base import current_profile, editor_lock, memory
from .output import echo


@memory.command()
@click.argument("text", nargs=-1)
@click.option(
    "day",
    "--edit",
    is_flag=False,
    flag_value="today",
    metavar="[DATE]",
    help="Open the note of a day in your editor",
)
@click.option("undoing", "--undo", is_flag=True, help="Remove the entry that was added last")
@click.option("--secret", is_flag=True, help="Write it even if it looks like a secret")
def note(text: tuple[str, ...], day: str | None, undoing: bool, secret: bool) -> None:
    """
    Write a note, so that it can be found later

    The command adds TEXT, or standard input, to today's note under the current time.
    Notes are Markdown files, one for each day, in memory/notes. You may edit them.

    \b
        llm memory note 'Ana recommends the Rioja'
        git log -1 | llm memory note
        llm memory note --edit               # or --edit yesterday, --edit 2026-11-01

    --undo removes and prints the entry that you or a model added last, unless you have
    changed it since. Run it again to remove the entry before that.

    A text that looks like a secret is refused without --secret. With it, the file has the
    text as it is, and no search by a model finds that part of it.
    """
    folder = current_profile().folder
    if sum((bool(text), day is not None, undoing)) > 1:
        raise NotesError(
            "TEXT, --edit and --undo are three things to do.", untouched="Nothing was changed."
        )
    if undoing:
        taken = notes.undo(folder)
        echo(f"Taken back, of {taken.day} {taken.heading}:", err=True)
        echo(taken.text)
    elif day is not None:
        _edit(folder, notes.parse_day(day))
    else:
        written = " ".join(text) or _read_stdin()
        _refuse_secret(written, secret)
        added = notes.add(folder, written)
        echo(f"Noted: {notes.path(folder, added.day)}", err=True)
    _request_indexing(folder)


def _refuse_secret(text: str, is_meant: bool) -> None:
    from ..text import redact

    if not is_meant and len(text) <= notes.LONGEST and redact.holds_secret(text):
        raise NotesError(
            "That looks like a secret, and notes are plain files.",
            untouched="Nothing was written.",
            remedy="If it must be noted, add --secret.",
        )


def _read_stdin() -> str:
    if sys.stdin.isatty():
        raise NotesError(
            "There is nothing to note.",
            untouched="Nothing was written.",
            remedy="Give the text: `llm memory note 'Ana recommends the Rioja'`.",
        )
    return sys.stdin.buffer.read(4 * notes.LONGEST + 4).decode(errors="replace")


def _edit(folder: Folder, day: date) -> None:
    """Let the user edit a copy, so that entries added meanwhile are not overwritten."""
    folder.create()
    with editor_lock(folder, "Something of memory's is"):
        before = notes.text_of(folder, day)
        begun = notes.title(day) if before is None else before
        after = _edit_copy(folder.profile_folder / f"note-{day}.edit.md", begun)
        if after == begun:
            echo("Nothing was changed.", err=True)
        else:
            notes.save(folder, day, begun, after)


def _edit_copy(copy: Path, text: str) -> str:
    """Return the text after editing. On an unexpected error the copy is kept for the user."""
    profile_file.write_private(copy, text.encode())
    try:
        click.edit(filename=str(copy))
    except click.ClickException:
        copy.unlink(missing_ok=True)
        raise
    edited = copy.read_bytes().decode(errors="replace")
    copy.unlink()
    return edited


def _request_indexing(folder: Folder) -> None:
    """Create the index if needed, and wake the daemon, which keeps it up to date."""
    with suppress(MemoryPluginError):  # the note is saved, whether or not it is indexed now
        if read_settings().search == "sqlite":
            refresh.create(folder)
            daemon.wake(folder)
