"""Where the memory folder is, and which profile is in force: what prompts and commands both ask.

Commands that only read load this and not what injects.
"""

import llm

from ..settings import Folder, Settings
from ..store import profiles
from ..store.profiles import Choice

# Seconds; a prompt goes on without us rather than wait longer for a lock.
PATIENCE = 0.05


def user_folder() -> Folder:
    """Return the memory folder under LLM's own user directory, as the default profile has it."""
    return Folder(llm.user_dir().absolute() / "memory")


def chosen(settings: Settings) -> Choice:
    """Return the profile of who works here. Raises ProfileError."""
    return profiles.choose(user_folder().path, settings, PATIENCE)
