"""The commands about several profiles: `profiles`, `profiles allow` and `deny`."""

import shlex
from pathlib import Path

import click

from ..errors import ProfileError
from ..inject.folders import user_folder
from ..profile.document import facts
from ..settings import Folder
from ..store import profiles, state
from ..store.profile import file as profile_file
from ..text.plurals import counted
from .base import Group, current_profile, json_option, memory
from .changes import tell
from .output import echo, echo_json


@memory.group("profiles", cls=Group, invoke_without_command=True)
@json_option
@click.pass_context
def list_profiles(ctx: click.Context, as_json: bool) -> None:
    """
    List your profiles, and show which one is in use here

    A profile is created when something is first said, added or noted in it. It shares no
    facts with the others:

    \b
        llm -f memory:work 'We deploy on Fridays. Is that wise?'
        llm memory --profile work add 'Deploys on Fridays'
        export LLM_MEMORY_PROFILE=work

    A project can choose a profile with a file .llm-memory that holds its name. You must
    allow that once with "llm memory profiles allow". To delete a profile, delete its folder.
    """
    if ctx.invoked_subcommand is not None:
        return
    choice = current_profile()
    known = {choice.folder, *profiles.every(choice.folder.path)}
    folders = sorted(known, key=lambda folder: folder.name)
    if as_json:
        echo_json([_as_json(folder, choice.folder) for folder in folders])
        return
    for folder in folders:
        mark, by = ("*", f"  {choice.by}") if folder == choice.folder else (" ", "")
        by += "" if profiles.is_there(folder) else ", not used yet"
        name = folder.name or profiles.DEFAULT
        echo(f"{mark} {name:<16} {counted(_size(folder), 'fact'):>10}{by}".rstrip())


@list_profiles.command()
@click.argument("place", type=click.Path(exists=True, path_type=Path), required=False)
@json_option
def allow(place: Path | None, as_json: bool) -> None:
    """
    Let the .llm-memory file of a project choose the profile there

    PLACE is the folder of the project. The default is the current folder, or the nearest
    one above it that has the file. Until you allow it, the file is ignored, because a
    repository that you cloned could contain one. If the name in the file changes, you
    have to allow it again.

    \b
        echo work > .llm-memory
        llm memory profiles allow
    """
    file = _chooser(place)
    name = profiles.name_in(file)
    if not name:
        raise ProfileError(
            f"{file} names no profile.",
            untouched="Nothing was allowed.",
            remedy="Write one name into it: letters, digits, - and _.",
        )
    with state.opened(user_folder()) as store:
        profiles.allow(store.db, file, name)
    tell(
        f"In {file.parent} and below, the profile is “{name}”.",
        back=f"llm memory profiles deny {shlex.quote(str(file.parent))}",
        as_json=as_json,
        path=str(file),
        name=name,
    )


@list_profiles.command()
@click.argument("place", type=click.Path(exists=True, path_type=Path), required=False)
@json_option
def deny(place: Path | None, as_json: bool) -> None:
    """
    Stop the .llm-memory file of a project from choosing the profile

    PLACE is the folder of the project, as for "llm memory profiles allow". What was learned for
    the profile is kept.
    """
    file = _chooser(place)
    with state.opened(user_folder()) as store:
        was_allowed = profiles.deny(store.db, file)
    back = f"llm memory profiles allow {shlex.quote(str(file.parent))}" if was_allowed else ""
    what = f"{file} {'chooses no profile any more' if was_allowed else 'was not allowed'}."
    tell(what, back=back, as_json=as_json, changed=was_allowed, path=str(file))


def _chooser(place: Path | None) -> Path:
    if place is None:
        file = profiles.project_file()
    else:
        file = place.resolve() / profiles.PROJECT_FILE if place.is_dir() else place.resolve()
    if file is None or file.name != profiles.PROJECT_FILE or not file.is_file():
        raise ProfileError(
            f"There is no {profiles.PROJECT_FILE} {'here or above' if place is None else 'there'}.",
            remedy=f"`echo work > {profiles.PROJECT_FILE}` makes one, for the profile “work”.",
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
