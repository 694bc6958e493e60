"""The memory folder and the profile in use, for prompts and commands.

A module of its own, so that commands need not load `context`.
"""

import click
import llm

from ..errors import FolderError
from ..settings import Folder, Settings
from ..store import profiles
from ..store.profiles import Choice

# Seconds that a prompt waits for a lock, before it goes on without memory.
PATIENCE = 0.05

# The key of the entry in click's context with the profile of the running command.
_CHOICE_KEY = "llm_user_memory.choice"

_PREFIX = "memory:"


def user_folder() -> Folder:
    """Return the memory folder in LLM's user directory, for the default profile.

    Raises FolderError if LLM cannot create that directory, or a relative path leads nowhere.
    """
    try:
        return Folder(llm.user_dir().absolute() / "memory")
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        raise FolderError(
            f"LLM's own folder cannot be made ({error.strerror}{where}).",
            untouched="Nothing was changed.",
            remedy="Set LLM_USER_PATH to a folder of your own.",
        ) from error


def chosen(settings: Settings, *, migrate: bool = True) -> Choice:
    """Return the profile in use in the current folder, and what chose it.

    Raises what `profiles.choose` raises.
    """
    return profiles.choose(user_folder().path, settings, PATIENCE, migrate=migrate)


def of_command(ctx: click.Context | None, settings: Settings) -> Choice:
    """Return the profile of the running command, looked up once.

    It is that of the fragment memory:NAME, if the user gave one, and else the one in use in the
    current folder. All that the command is given is of this profile: what is recalled, and what
    tools return. Raises what `profiles.choose` raises.
    """
    if ctx is None:
        return chosen(settings)
    if _CHOICE_KEY not in ctx.meta:
        name = named(ctx)
        ctx.meta[_CHOICE_KEY] = of_name(name) if name else chosen(settings)
    choice: Choice = ctx.meta[_CHOICE_KEY]
    return choice


def record_of_command(ctx: click.Context | None, choice: Choice) -> None:
    """Record the profile of the running command, where a fragment of a template names it."""
    if ctx is not None:
        ctx.meta[_CHOICE_KEY] = choice


def of_name(name: str) -> Choice:
    """Return the profile with this name. Raises WrongCallError if it is not valid."""
    return Choice(profiles.folder_of(user_folder().path, name))


def named(ctx: click.Context) -> str:
    """Return the name of the profile in the command's fragments, "" if they name none.

    The first one counts, in the order in which LLM loads them; memory:auto names none.
    """
    given = (*(ctx.params.get("fragments") or ()), *(ctx.params.get("system_fragments") or ()))
    for fragment in given:
        name = str(fragment).removeprefix(_PREFIX)
        if str(fragment) == f"{_PREFIX}auto":
            return ""
        if str(fragment).startswith(_PREFIX) and profiles.is_name(name.strip().lower()):
            return name
    return ""
