"""The command `note`: it writes, lists, edits and takes back notes."""

import shlex
import sys
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import click

from .. import notes
from ..daemon import control as daemon
from ..errors import MemoryPluginError, NotesError, WrongCallError
from ..profile.comparison import changed_lines
from ..recall.index import refresh
from ..settings import Folder, read_settings
from ..text import entries
from ..text.controls import visible
from ..text.plurals import counted
from ..text.words import storable
from . import editor
from .base import (
    current_profile,
    existing_profile,
    json_option,
    limit_option,
    memory,
    truncated,
)
from .changes import tell
from .output import echo, echo_json, for_profile, say

# The columns of an entry's text in the list.
_COLUMNS = 60

# The most bytes of the longest note, and of the line end after it: a character has up to four.
_MOST_BYTES = 4 * notes.LONGEST + 4


@memory.command()
@click.argument("text", nargs=-1)
@click.option("of", "--date", metavar="DAY", help="Add TEXT to the note of this day, or list it")
@click.option("listing", "--list", is_flag=True, help="List the entries, newest first")
@limit_option("entries")
@json_option
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
def note(
    text: tuple[str, ...],
    of: str | None,
    listing: bool,
    limit: int,
    as_json: bool,
    day: str | None,
    undoing: bool,
    secret: bool,
) -> None:
    """
    Write a note, so that it can be found later

    The command adds TEXT, or standard input, to today's note under the current time, or
    under the heading that TEXT begins with ("# Standup" on a line of its own). Notes are
    Markdown files, one for each day, in memory/notes. You may edit them.

    \b
        llm memory note 'Ana recommends the Rioja'
        git log -1 | llm memory note
        llm memory note --date yesterday 'Called the bank'
        llm memory note --list
        llm memory note --list --date 2026-11-01
        llm memory note --edit yesterday     # --edit alone opens the note of today

    --undo removes and prints the entry that you or a model added last, unless you have
    changed it since. Run it again to remove the entry before that.

    A text that looks like a secret is refused without --secret. With it, the file has the
    text as it is, and no search by a model finds that part of it. What you wrote in your
    editor is saved, and you are told if it looks like a secret.
    """
    folder = (existing_profile() if listing or undoing else current_profile()).folder
    _refuse_mixture(text, of, day, listing=listing, undoing=undoing)
    wanted = notes.parse_day(of) if of else None
    notes.merge_late(folder)
    if listing:
        _list(folder, wanted, limit, as_json=as_json)
        return
    if undoing:
        _undo(folder, as_json=as_json)
    elif day is not None:
        _edit(folder, notes.parse_day(day), secret, as_json=as_json)
    else:
        _add(folder, " ".join(text) or _read_stdin(), wanted, secret, as_json=as_json)
    _request_indexing(folder)


def _refuse_mixture(
    text: tuple[str, ...], of: str | None, day: str | None, *, listing: bool, undoing: bool
) -> None:
    if sum((bool(text), day is not None, undoing, listing)) > 1:
        raise WrongCallError(
            "TEXT, --list, --edit and --undo are different things to do.",
            untouched="Nothing was changed.",
        )
    if of and (undoing or day is not None):
        raise WrongCallError(
            "--date is for TEXT and --list.",
            untouched="Nothing was changed.",
            remedy="`--edit DATE` opens the note of a day.",
        )


def _list(folder: Folder, day: date | None, limit: int, *, as_json: bool) -> None:
    every = notes.every(folder, day)
    found = every[:limit]
    if as_json:
        echo_json([_as_json(entry) for entry in found])
        return
    if not found:
        say(for_profile("There are no notes. `llm memory note TEXT` writes one."), err=True)
    for entry in found:
        text = truncated(" ".join(entry.text.split()), _COLUMNS)
        echo(f"{entry.day}  {entry.heading}  ", nl=False, bold=True)
        echo(text)
    if len(every) > len(found):
        echo(f"... and {len(every) - len(found):,} more (-n {len(every)})", err=True)


def _undo(folder: Folder, *, as_json: bool) -> None:
    taken = notes.undo(folder)
    back = _noting_again(taken)
    if as_json:
        tell("The note was removed.", back=back, as_json=True, **_as_json(taken))
        return
    echo(f"Removed from the notes of {taken.day}, {taken.heading}:", err=True)
    echo(taken.text)
    if back:
        tell("", back=back, again="notes it again")


def _noting_again(taken: notes.Entry) -> str:
    """The command that notes a line of the user's again, "" if it would not be the same."""
    text = taken.text
    if entries.author(taken.heading) or "\n" in text or visible(text) != text or "`" in text:
        return ""
    from ..text import redact

    if redact.holds_secret(text):
        return ""
    return f"llm memory note --date {taken.day} {shlex.quote(text)}"


def _add(folder: Folder, text: str, day: date | None, is_meant: bool, *, as_json: bool) -> None:
    if storable(text) != text:
        raise NotesError(
            "That is not UTF-8 text.",
            untouched="Nothing was written.",
            remedy="Convert it: `iconv -t UTF-8` does, with -f for the encoding that it has.",
        )
    _refuse_secret(text, is_meant)
    added = notes.add(folder, text, of=day)
    where = notes.path(folder, added.day)
    back = "llm memory note --undo"
    tell(f"Noted in {where}.", back=back, as_json=as_json, path=str(where), **_as_json(added))


def _as_json(entry: notes.Entry) -> dict[str, Any]:
    by = entries.author(entry.heading)
    author = by.name if by else ""
    return {
        "date": entry.day.isoformat(),
        "heading": entry.heading,
        "text": entry.text,
        "author": author,
    }


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
        raise WrongCallError(
            "There is nothing to note.",
            untouched="Nothing was written.",
            remedy="Give the text: `llm memory note 'Ana recommends the Rioja'`.",
        )
    # Without its empty lines and the like, what was read of a longer text might do as a note.
    content = sys.stdin.buffer.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise notes.too_long()
    return content.decode("utf-8-sig", errors="surrogateescape")


def _edit(folder: Folder, day: date, is_meant: bool, *, as_json: bool) -> None:
    """Let the user edit a copy, so that entries added meanwhile are not overwritten."""
    folder.create()
    with editor.lock(folder, "Something of memory's is"):
        before = notes.text_of(folder, day, "surrogateescape")
        begun = notes.title(day) if before is None else before
        copy = folder.profile_folder / f"note-{day}.edit.md"
        editor.set_aside(copy, begun.encode(errors="surrogateescape").__eq__)
        after = _edited(copy, begun, day)
        with editor.removed_once_saved(copy):
            if after != begun:
                notes.save(folder, day, begun, after)
        _tell_edited(folder, day, begun, after, as_json=as_json)
        gained = after != begun and _has_gained_secret(storable(begun), storable(after))
        if gained and not is_meant:
            again = for_profile(f"`llm memory note --edit {day}` opens it again.")
            say(
                "What you wrote looks like a secret, and notes are plain files. It was saved "
                f"as it is; no search by a model finds that part. {again}",
                err=True,
            )


def _tell_edited(folder: Folder, day: date, before: str, after: str, *, as_json: bool) -> None:
    """Tell how many lines were changed, but not which: one may be a secret."""
    where = notes.path(folder, day)
    what = "Nothing was changed."
    if is_changed := after != before:
        removed, added = map(len, changed_lines(before, after))
        what = f"Saved {where}: {counted(added, 'line')} added, {counted(removed, 'line')} removed."
        if not as_json:
            what += for_profile(f" `llm memory note --edit {day}` opens it again.")
    tell(what, as_json=as_json, changed=is_changed, path=str(where), date=day.isoformat())


def _has_gained_secret(before: str, after: str) -> bool:
    """Tell whether added lines make the text look like it has a secret."""
    from ..text import redact

    had = set(before.splitlines())
    added = "\n".join(line for line in after.splitlines() if line not in had)
    if redact.holds_secret(added[-notes.LONGEST :]):
        return True
    # The words that make a text look like a secret may be in a line that was there before.
    was, is_now = before[-notes.LONGEST :], after[-notes.LONGEST :]
    return not redact.secrets_in(is_now) <= redact.secrets_in(was)


def _edited(copy: Path, text: str, day: date) -> str:
    """Let the user edit a copy, and return its text. The copy stays until the text is saved."""

    def failed(what: str) -> NotesError:
        return NotesError(what, untouched="The notes are as they were.")

    saving = f"To save it, copy it from there: `llm memory note --edit {day}` opens the note again."
    content = text.encode(errors="surrogateescape")
    return editor.edited(copy, content, failed, saving).decode(errors="surrogateescape")


def _request_indexing(folder: Folder) -> None:
    """Create the index if needed, and wake the daemon, which keeps it up to date."""
    with suppress(MemoryPluginError):  # the note is saved even if it cannot be indexed now
        if read_settings().search == "sqlite":
            refresh.create(folder)
            daemon.wake(folder)
