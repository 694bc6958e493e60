"""The commands that write the profile: `edit`, `load`, `add`, `clear`."""

import sys
from pathlib import Path

import click

from ..errors import BusyError, ProfileError
from ..learn import manual
from ..profile.document import EMPTY, STANDARD_SECTIONS, facts
from ..settings import Folder
from ..store.profile import file as profile_file
from ..store.profile import history, versions
from ..store.state import Store
from ..text.plurals import counted
from . import complete, editor, output_file
from .base import file_error, json_option, memory, opened_memory
from .changes import tell_versions
from .output import confirm
from .purge import clear_history


@memory.command()
@json_option
def edit(as_json: bool) -> None:
    """
    Edit the profile in $VISUAL or $EDITOR

    Facts that are learned while you edit are merged with your changes. Where both
    change the same line, your change wins. Nothing changes if the editor fails or if
    you save nothing. What you wrote before it failed is kept, and you are told where.
    """
    with opened_memory(creates=True) as store, editor.lock(store.folder, "The profile is"):
        before = versions.read(store)
        editor.set_aside(store.folder.edited, lambda content: _is_version(store, content))
        edited = _edited(store.folder, before.text)
        with editor.removed_once_saved(store.folder.edited):
            after = manual.edit(store, before.text, edited) if edited != before.text else None
    tell_versions(before, after, as_json=as_json)


@memory.command()
@click.argument("file", type=click.Path(allow_dash=True, readable=False, path_type=Path))
@json_option
def load(file: Path, as_json: bool) -> None:
    """
    Replace the profile with a file, or standard input

    FILE is "-" for standard input. "llm memory undo" brings the previous profile back. The text of
    an earlier version keeps the marks " #local" that its facts were given since.
    """
    text = output_file.without_mark(_read(file))
    if not text.strip("\ufeff").strip():
        raise ProfileError(
            f"{_name(file)} is empty.",
            untouched="The profile is as it was.",
            remedy="To empty it, run `llm memory clear`.",
        )
    with opened_memory(creates=True) as store:
        before = versions.read(store)
        after = manual.load(store, text)
    tell_versions(before, after, as_json=as_json)


@memory.command()
@click.argument("text")
@click.option(
    "-s",
    "--section",
    shell_complete=complete.sections,
    default=STANDARD_SECTIONS[0],
    show_default=True,
    help="Add the fact to this section, creating it if needed",
)
@json_option
def add(text: str, section: str, as_json: bool) -> None:
    """
    Add one fact to the profile

    \b
        llm memory add 'Writes Rust for a living'
        llm memory add 'Answers in metric units' --section Preferences
    """
    with opened_memory(creates=True) as store:
        before = versions.read(store)
        after = manual.add(store, [(section, text)])
    tell_versions(before, after, as_json=as_json, unchanged="The profile says so already.")


@memory.command()
@click.option(
    "--history", "delete_history", is_flag=True, help="Also delete every version and quote"
)
@click.option("-y", "--yes", is_flag=True, help="Do not ask for confirmation")
@json_option
def clear(delete_history: bool, yes: bool, as_json: bool) -> None:
    """
    Empty the profile and keep its standard sections

    "llm memory undo" brings the profile back, so the command does not ask. --history also deletes
    every version and every recorded edit with its quote, and overwrites their place in the file.
    That cannot be undone, so the command asks first. Forgotten facts stay forgotten, and no turn is
    learned twice.

    LLM's log keeps the profiles that went into your prompts. "llm memory forget
    --purge TEXT" erases a fact there.
    """
    with opened_memory() as store:
        before = versions.read(store)
        if delete_history and not yes:
            older = counted(history.count(store.db), "version")
            known = counted(len(facts(before.text)), "fact")
            confirm(
                f"Clear the profile ({known}) and delete its history: {older}, and every quote?\n"
                "That cannot be undone.",
                abort=True,
            )

        def emptied(text: str) -> str:
            if delete_history and not yes and text != before.text:
                raise BusyError(
                    "The profile was changed while the question waited.",
                    untouched="Nothing was deleted.",
                    remedy="Run it again.",
                )
            return EMPTY

        after = versions.change(store, emptied, "clear")
        if delete_history:
            clear_history(store, as_json=as_json)
        else:
            unchanged = "The profile is empty already."
            tell_versions(before, after, as_json=as_json, unchanged=unchanged)


def _is_version(store: Store, content: bytes) -> bool:
    return history.has_text(store.db, content.decode(errors="replace"))


def _edited(folder: Folder, text: str) -> str:
    """Let the user edit a copy, and return its text. The copy stays until the text is saved."""
    copy = folder.edited

    def failed(what: str) -> ProfileError:
        return ProfileError(what, untouched="The profile is as it was.")

    saving = "`llm memory load {}` makes it the profile."
    content = editor.edited(copy, text.encode(), failed, saving)
    with editor.kept_unless_saved(copy):
        edited = profile_file.decoded(content, copy)
    manual.refuse_empty(edited)
    return edited


def _read(file: Path) -> str:
    limit = profile_file.LARGEST + 1
    try:
        if str(file) == "-":
            content = sys.stdin.buffer.read(limit)
        else:
            with file.open("rb") as opened:
                content = opened.read(limit)
    except OSError as error:
        raise file_error(file, "read", error, untouched="The profile is as it was.") from error
    return profile_file.decoded(content, _name(file))


def _name(file: Path) -> str:
    return "Standard input" if str(file) == "-" else str(file)
