"""Commands about several profiles: profiles, allow, deny."""

from pathlib import Path

import click

from ..errors import ProfileError
from ..inject.folders import user_folder
from ..profile.document import facts
from ..settings import Folder
from ..store import profiles, state
from ..store.profile import file as profile_file
from .base import counted, json_option, memory, print_json, profile_in_force


@memory.command("profiles")
@json_option
def list_profiles(as_json: bool) -> None:
    """
    List your profiles, and which of them is in force here

    A profile begins with its first use, and knows nothing of the others:

    \b
        llm -f memory:work 'We deploy on Fridays. Is that wise?'
        llm memory --profile work show
        export LLM_MEMORY_PROFILE=work

    A project chooses one with a file .llm-memory that holds its name, once you have
    run "llm memory allow" there. To be rid of a profile, delete its folder.
    """
    choice = profile_in_force()
    known = {choice.folder, *profiles.every(choice.folder.path)}
    folders = sorted(known, key=lambda folder: folder.name)
    if as_json:
        print_json([_as_json(folder, choice.folder) for folder in folders])
        return
    for folder in folders:
        mark, by = ("*", f"  {choice.by}") if folder == choice.folder else (" ", "")
        name = folder.name or profiles.DEFAULT
        click.echo(f"{mark} {name:<16} {counted(_size(folder), 'fact'):>10}{by}".rstrip())


@memory.command()
@click.argument("place", type=click.Path(exists=True, path_type=Path), required=False)
def allow(place: Path | None) -> None:
    """
    Let the .llm-memory of a project choose the profile there

    Of the project that you are in, or of PLACE. Until then the file counts for
    nothing: a repository that you cloned could hold one. If it is changed to another
    name, it has to be allowed again.

    \b
        echo work > .llm-memory
        llm memory allow
    """
    file = _chooser(place)
    name = profiles.wanted_by(file)
    if not name:
        raise ProfileError(
            f"{file} names no profile.",
            untouched="Nothing was allowed.",
            remedy="Write one name into it: letters, digits, - and _.",
        )
    with state.opened(user_folder()) as store:
        profiles.allow(store.db, file, name)
    click.echo(f"In {file.parent} and below, the profile is “{name}”.")


@memory.command()
@click.argument("place", type=click.Path(exists=True, path_type=Path), required=False)
def deny(place: Path | None) -> None:
    """
    Let the .llm-memory of a project choose no longer

    Of the project that you are in, or of PLACE. What was learned stays where it is.
    """
    file = _chooser(place)
    with state.opened(user_folder()) as store:
        was_allowed = profiles.deny(store.db, file)
    click.echo(f"{file} {'chooses no profile any more' if was_allowed else 'was not allowed'}.")


def _chooser(place: Path | None) -> Path:
    if place is None:
        file = profiles.chooser()
    else:
        file = place.resolve() / profiles.CHOOSER if place.is_dir() else place.resolve()
    if file is None or file.name != profiles.CHOOSER or not file.is_file():
        raise ProfileError(
            f"There is no {profiles.CHOOSER} {'here or above' if place is None else 'there'}.",
            remedy=f"`echo work > {profiles.CHOOSER}` makes one, for the profile “work”.",
        )
    return file


def _size(folder: Folder) -> int:
    return len(facts(profile_file.read(folder) or ""))


def _as_json(folder: Folder, current: Folder) -> dict[str, object]:
    return {
        "name": folder.name or profiles.DEFAULT,
        "path": str(folder.profile),
        "facts": _size(folder),
        "current": folder == current,
    }
