"""The memory folder and the profile in use, for prompts and commands.

A module of its own, so that commands need not load `context`.
"""

import llm

from ..settings import Folder, Settings
from ..store import profiles
from ..store.profiles import Choice

# Seconds that a prompt waits for a lock, before it goes on without memory.
PATIENCE = 0.05


def user_folder() -> Folder:
    """Return the memory folder in LLM's user directory, for the default profile."""
    return Folder(llm.user_dir().absolute() / "memory")


def chosen(settings: Settings) -> Choice:
    """Return the profile in use in the current folder, and what chose it. Raises WrongCallError."""
    return profiles.choose(user_folder().path, settings, PATIENCE)
