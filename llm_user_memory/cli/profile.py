"""Commands about the profile: show, path, edit, load, add, clear, undo, history."""

import sys
from pathlib import Path

import click

from ..errors import ProfileError
from ..guard import form_problem
from ..merge import changed_lines, merge
from ..profile import EMPTY, STANDARD_SECTIONS, Edit, apply_edit, facts, find_fact, find_section
from ..settings import Folder
from ..store import profile_file, versions
from ..store.versions import Version
from .group import counted, json_option, memory, moment, opened_memory, print_json


@memory.command()
@json_option
def show(as_json: bool) -> None:
    """
    Print the profile, exactly as it is on disk

    So that this gives back what it took:

    \b
        llm memory show > profile.md
        llm memory load profile.md
    """
    with opened_memory() as (db, folder), versions.current(db, folder) as version:
        text = version.text
    if as_json:
        found = [{"section": fact.section, "text": fact.text} for fact in facts(text)]
        print_json({"path": str(folder.profile), "text": text, "facts": found})
    else:
        click.echo(text.encode(), nl=False)


@memory.command()
def path() -> None:
    """
    Print where the profile is

    The file is made if it is not there, so that this works:

    \b
        $EDITOR "$(llm memory path)"

    What you save is found by itself and is never overwritten.
    """
    with opened_memory() as (db, folder), versions.current(db, folder):
        click.echo(folder.profile)


@memory.command()
def edit() -> None:
    """
    Edit the profile in $VISUAL or $EDITOR

    What is learned while you edit is kept beside your changes; on the same line
    yours win. Nothing changes if the editor fails or nothing was saved.
    """
    with opened_memory() as (db, folder):
        with versions.current(db, folder) as before:
            pass
        edited = _edited(folder, before.text)
        if edited == before.text:
            click.echo("Nothing was changed.", err=True)
            return
        after = versions.change(db, folder, lambda now: merge(before.text, edited, now), "edit")
        _tell_change(before, after)


@memory.command()
@click.argument("file", type=click.Path(allow_dash=True, path_type=Path))
def load(file: Path) -> None:
    """
    Replace the profile by FILE, or by standard input if FILE is "-"

    The profile as it was stays one "llm memory undo" away.
    """
    text = _read(file)
    if not text.strip():
        raise ProfileError(
            f"{_name(file)} is empty.",
            untouched="The profile is as it was.",
            remedy="To empty it, run `llm memory clear`.",
        )
    with opened_memory() as (db, folder):
        with versions.current(db, folder) as before:
            pass
        _tell_change(before, versions.change(db, folder, lambda _: text, "load"))


@memory.command()
@click.argument("text")
@click.option(
    "-s",
    "--section",
    default=STANDARD_SECTIONS[0],
    show_default=True,
    help="Section to add it to; a new one is made",
)
def add(text: str, section: str) -> None:
    """
    Add one fact by hand

    \b
        llm memory add 'Writes Rust for a living'
        llm memory add 'Answers in metric units' --section Preferences
    """
    fact, section = " ".join(text.split()), " ".join(section.split())
    for words in (fact, section):
        if problem := form_problem(words):
            raise ProfileError(f"“{words}” is {problem}.", untouched="The profile is as it was.")

    def make(profile: str) -> str:
        if find_fact(profile, fact):
            return profile
        home = find_section(profile, section) or section
        return apply_edit(profile, Edit("add", home, new=fact))

    with opened_memory() as (db, folder):
        if versions.change(db, folder, make, "add") is None:
            click.echo("The profile says so already.", err=True)


@memory.command()
@click.option("-y", "--yes", is_flag=True, help="Do not ask")
def clear(yes: bool) -> None:
    """
    Empty the profile, keeping the standard sections

    "llm memory undo" brings it back.
    """
    with opened_memory() as (db, folder):
        with versions.current(db, folder) as before:
            known = len(facts(before.text))
        if not yes:
            click.confirm(f"Clear the profile ({counted(known, 'fact')})?", abort=True, err=True)
        _tell_change(before, versions.change(db, folder, lambda _: EMPTY, "clear"))


@memory.command()
def undo() -> None:
    """
    Go back to the version before

    Again, one more. An undo is a version of its own: nothing is lost, "llm memory
    history" lists them all, and the daemon never undoes it.
    """
    with opened_memory() as (db, folder):
        with versions.current(db, folder) as before:
            earlier = versions.before(db, before)
        if earlier is None:
            raise ProfileError("There is nothing to undo.", untouched="The profile is as it was.")
        text, restores = earlier.text, earlier.n
        after = versions.change(db, folder, lambda _: text, "undo", restores=restores)
        _tell_change(before, after)


@memory.command()
@click.option("-n", "--limit", default=20, show_default=True, help="How many versions to list")
@json_option
def history(limit: int, as_json: bool) -> None:
    """
    List the versions of the profile, the newest first

    With what each one added and removed, and where it came from: "learned" from a
    conversation, or a change of yours.
    """
    with opened_memory() as (db, folder):
        with versions.current(db, folder):
            pass
        found = versions.history(db, limit + 1)
    steps = [
        (version, *changed_lines(before.text if before else "", version.text))
        for version, before in zip(found, [*found[1:], None], strict=True)
    ][:limit]
    if as_json:
        print_json([_as_json(*step) for step in steps])
        return
    for version, removed, added in steps:
        click.echo(f"{version.n:>5}  {moment(version.created)}  {_origin(version)}")
        for sign, lines in (("-", removed), ("+", added)):
            for line in lines:
                if not line.startswith("#"):
                    click.echo(f"         {sign} {line.removeprefix('- ')}")


def _origin(version: Version) -> str:
    return version.note if version.restores is None else f"{version.note}, as {version.restores}"


def _as_json(version: Version, removed: list[str], added: list[str]) -> dict[str, object]:
    return {
        "version": version.n,
        "created": version.created,
        "origin": version.origin,
        "note": version.note,
        "update": version.update_id,
        "restores": version.restores,
        "removed": removed,
        "added": added,
    }


def _tell_change(before: Version, after: Version | None) -> None:
    if after is None:
        click.echo("The profile is as it was.", err=True)
        return
    removed, added = changed_lines(before.text, after.text)
    changes = f"{counted(len(added), 'line')} added, {counted(len(removed), 'line')} removed"
    if after.restores is None:
        click.echo(f"Version {after.n}: {changes}. `llm memory undo` goes back.", err=True)
    else:
        click.echo(f"Version {after.n}, as version {after.restores} was: {changes}.", err=True)


def _edited(folder: Folder, text: str) -> str:
    """Let the user edit a copy; what cannot be used of it is kept where they find it."""
    copy = folder.path / "profile.edit.md"
    copy.write_bytes(text.encode())
    copy.chmod(0o600)
    try:
        click.edit(filename=str(copy))
        edited = profile_file.decoded(copy.read_bytes(), copy)
    except click.ClickException:
        copy.unlink(missing_ok=True)
        raise
    if not edited.strip():
        raise ProfileError(
            "An empty profile is not saved.",
            untouched="The profile is as it was.",
            remedy="To empty it, run `llm memory clear`.",
        )
    copy.unlink()
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
        raise ProfileError(
            f"{file} cannot be read: {error.strerror}.", untouched="The profile is as it was."
        ) from error
    return profile_file.decoded(content, _name(file))


def _name(file: Path) -> str:
    return "Standard input" if str(file) == "-" else str(file)
