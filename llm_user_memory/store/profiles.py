"""Which profile: its name, who chose it, and the projects that may choose.

A project chooses with a file `.llm-memory` that holds a name. It counts only after the user has
allowed this file to choose this name: a cloned repository must not.
"""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ..errors import ProfileError, StateError
from ..settings import Folder, Settings
from . import state

DEFAULT = "default"
"""What the profile without a name is called where one must be given."""

PROJECT_FILE = ".llm-memory"
"""The file of a project that chooses a profile for it."""

# What the loader `memory:` is given for something else than a profile.
RESERVED = frozenset({"auto", "notes", "profile", "recall", "search"})

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")

# Bytes of a project's file that are read; comments may stand above the name.
_LONGEST = 1000


class Choice(NamedTuple):
    """The profile in force, and who chose it: a variable's or file's name, "" for nobody.

    `ignored` is the project's file that would choose another one if it were allowed to.
    """

    folder: Folder
    by: str = ""
    ignored: Path | None = None


def folder_of(path: Path, name: str) -> Folder:
    """Return the folder of a profile by its name. Raises ProfileError if that is no name."""
    known = name.strip().lower()
    if known == DEFAULT:
        return Folder(path)
    if known in RESERVED or not _NAME.fullmatch(known):
        raise ProfileError(
            f"“{name}” cannot be the name of a profile.",
            remedy="Use letters, digits, - and _, at most 40.",
        )
    return Folder(path, known)


def is_name(argument: str) -> bool:
    """Tell whether `memory:ARGUMENT` asks for a profile by name."""
    return argument not in RESERVED and _NAME.fullmatch(argument) is not None


def choose(path: Path, settings: Settings, patience: float) -> Choice:
    """Return the profile of who works here: the variable's, the project's, or the default.

    Raises ProfileError when the variable holds no name.
    """
    if settings.profile:
        return Choice(folder_of(path, settings.profile), "LLM_MEMORY_PROFILE")
    ignored = None
    for file in _project_files():
        name = name_in(file)
        if name and _is_allowed(Folder(path), file, name, patience):
            return Choice(folder_of(path, name), str(file), ignored)
        ignored = ignored or file
    return Choice(Folder(path), ignored=ignored)


def every(path: Path) -> list[Folder]:
    """Return the profiles that there are, the default first."""
    folders = [Folder(path)]
    with suppress(OSError):
        names = sorted(found.name for found in folders[0].profiles.iterdir())
        folders += [Folder(path, name) for name in names if is_name(name)]
    return [folder for folder in folders if folder.state.exists()]


def project_file() -> Path | None:
    """Return the nearest project's file, allowed or not, None where there is none."""
    return next(_project_files(), None)


def name_in(file: Path) -> str:
    """Return the name that a project's file holds, "" if it holds none."""
    with suppress(OSError, ProfileError), file.open("rb") as opened:
        lines = opened.read(_LONGEST).decode(errors="replace").splitlines()
        names = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
        if len(names) == 1:
            return folder_of(Path(), names[0]).name or DEFAULT
    return ""


def allow(db: sqlite3.Connection, file: Path, name: str) -> None:
    """Let a project's file choose this name, in the state.db of the default profile."""
    values = (str(file), name, time.time())
    db.execute("insert or replace into allowed values (?, ?, ?)", values)


def deny(db: sqlite3.Connection, file: Path) -> bool:
    """Let a project's file choose no more; tell whether it could."""
    return db.execute("delete from allowed where path = ?", (str(file),)).rowcount > 0


def _project_files() -> Iterator[Path]:
    """The files of the projects that we are in, the nearest first."""
    with suppress(OSError):  # the working folder may be gone
        here = Path.cwd()
        for folder in (here, *here.parents):
            if (file := folder / PROJECT_FILE).is_file():
                yield file


def _is_allowed(default: Folder, file: Path, name: str, patience: float) -> bool:
    with suppress(StateError), state.opened(default, patience, migrate=False) as store:
        query = "select 1 from allowed where path = ? and name = ?"
        return store.db.execute(query, (str(file), name)).fetchone() is not None
    return False
