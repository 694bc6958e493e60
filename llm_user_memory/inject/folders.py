"""The memory folder and the profile in use, for prompts and commands.

A module of its own, so that commands need not load `context`.
"""

import llm

from ..errors import FolderError
from ..settings import Folder, Settings
from ..store import profiles
from ..store.profiles import Choice

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


def chosen(settings: Settings, *, migrate: bool = True) -> Choice:
    """Return the profile in use in the current folder, and what chose it.

    Raises what `profiles.choose` raises.
    """
    return profiles.choose(user_folder().path, settings, PATIENCE, migrate=migrate)
