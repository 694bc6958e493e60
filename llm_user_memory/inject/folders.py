"""The memory folder and the profile in use, for prompts and commands.

A module of its own, so that commands need not load `context`.
"""

from typing import TYPE_CHECKING

import llm

from ..errors import FolderError, WrongCallError
from ..settings import Folder, Settings
from ..store import profiles
from ..store.profiles import Choice

if TYPE_CHECKING:
    import click

# The key of the entry in click's context with the profile in use, which lasts for one command.
_CHOICE_KEY = "llm_user_memory.choice"

# Seconds that a prompt waits for a lock, before it goes on without memory.
PATIENCE = 0.05


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


def chosen(settings: Settings) -> Choice:
    """Return the profile in use in the current folder, and what chose it. Raises WrongCallError."""
    return profiles.choose(user_folder().path, settings, PATIENCE)


def in_use(ctx: "click.Context | None", settings: Settings) -> Choice:
    """Return the profile in use in the running command, looked up once.

    It is the one that the user names with a fragment, as in "llm -f memory:work", else the `chosen`
    one. Raises WrongCallError.
    """
    if ctx is None:
        return chosen(settings)
    if _CHOICE_KEY not in ctx.meta:
        ctx.meta[_CHOICE_KEY] = named(ctx) or chosen(settings)
    choice: Choice = ctx.meta[_CHOICE_KEY]
    return choice


def use(ctx: "click.Context | None", choice: Choice) -> None:
    """Make a profile the one in use in the running command, as a template's fragment does."""
    if ctx:
        ctx.meta[_CHOICE_KEY] = choice


def named(ctx: "click.Context") -> Choice | None:
    """Return the profile that the first fragment names which names one, None for none."""
    for place in ("fragments", "system_fragments"):
        for fragment in ctx.params.get(place) or ():
            name = fragment.removeprefix("memory:")
            if name == "auto" or name == fragment or name.partition(":")[0] in profiles.RESERVED:
                continue
            try:
                return Choice(profiles.folder_of(user_folder().path, name))
            except WrongCallError:  # loading the fragment tells the user
                continue
    return None
