"""Profiles: valid names, which profile is in use, and which projects may choose one.

A project chooses a profile with a file `.llm-memory` that contains its name. The file has no
effect until the user allows this file to choose this name. Otherwise a cloned repository could
choose a profile.
"""

import os
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ..errors import WrongCallError
from ..settings import Folder, Settings, plain_file
from . import state

DEFAULT = "default"
"""The name by which the user refers to the default profile, which has no name."""

PROJECT_FILE = ".llm-memory"
"""The name of the file with which a project chooses a profile."""

# Arguments of the fragment loader `memory:` that do not name a profile.
RESERVED = frozenset({"archive", "auto", "notes", "profile", "recall", "search"})

_NAME = r"[a-z0-9][a-z0-9_-]{0,39}"

# The number of bytes that are read of a project's file, which may have comments above the name.
_LONGEST = 1000


class Choice(NamedTuple):
    """The profile in use. `by` is what chose it: the name of a variable, the path of a file, or "".

    `ignored` is a project's file that has no effect because the user has not allowed it.
    """

    folder: Folder
    by: str = ""
    ignored: Path | None = None


def folder_of(path: Path, name: str) -> Folder:
    """Return the folder of the profile with this name. Raises WrongCallError if it is not valid."""
    known = name.strip().lower()
    if known == DEFAULT:
        return Folder(path)
    if known in RESERVED or not re.fullmatch(_NAME, known):
        raise WrongCallError(
            f"“{name}” cannot be the name of a profile.",
            remedy="Use letters, digits, - and _, at most 40.",
        )
    return Folder(path, known)


def is_name(argument: str) -> bool:
    """Tell whether the fragment `memory:ARGUMENT` refers to a profile."""
    return argument not in RESERVED and re.fullmatch(_NAME, argument) is not None


def choose(
    path: Path, settings: Settings, patience: float, *, migrate: bool = True, here: str = ""
) -> Choice:
    """Return the profile for the working folder: LLM_MEMORY_PROFILE's, a project's, or the default.

    In nested projects, the innermost project that is allowed decides. `patience` is how many
    seconds to wait for state.db, and `migrate` tells whether one of an earlier version may be
    migrated. `here` is the working folder if it is not that of this process.

    Raises WrongCallError when the variable's value is no valid name. Raises StateError or BusyError
    when state.db cannot tell whether a project may choose: the default profile would be a guess,
    and its facts are not meant for that project.
    """
    if settings.profile:
        return Choice(folder_of(path, settings.profile), "LLM_MEMORY_PROFILE")
    ignored = None
    for file in _project_files(here or _working_folder()):
        name = name_in(file)
        if name and _is_allowed(Folder(path), file, name, patience, migrate=migrate):
            return Choice(folder_of(path, name), str(file), ignored)
        ignored = ignored or file
    return Choice(Folder(path), ignored=ignored)


def every(path: Path) -> list[Folder]:
    """Return the folders of all profiles that have a state.db, the default first."""
    folders = [Folder(path)]
    with suppress(OSError):
        names = sorted(found.name for found in folders[0].profiles.iterdir())
        folders += [Folder(path, name) for name in names if is_name(name)]
    return [folder for folder in folders if folder.state.exists()]


def is_there(folder: Folder) -> bool:
    """Tell whether a profile was used before. The default profile always counts as used."""
    try:
        return not folder.name or bool(os.lstat(folder.profile_folder))
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:  # opening it tells what is wrong
        return True


def project_file() -> Path | None:
    """Return the file of the innermost project, allowed or not, None if there is none."""
    return next(_project_files(_working_folder()), None)


def name_in(file: Path) -> str:
    """Return the profile's name in a project's file, "" unless it has exactly one valid name."""
    with suppress(OSError, WrongCallError), plain_file(file) as opened:
        lines = (opened.read(_LONGEST) or b"").decode(errors="replace").splitlines()
        names = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
        if len(names) == 1:
            return folder_of(Path(), names[0]).name or DEFAULT
    return ""


def allow(db: sqlite3.Connection, file: Path, name: str) -> None:
    """Allow a project's file to choose this name. `db` is the default profile's state.db."""
    values = (str(file), name, time.time())
    db.execute("insert or replace into allowed values (?, ?, ?)", values)


def deny(db: sqlite3.Connection, file: Path) -> bool:
    """Revoke the permission of `allow`; tell whether there was one."""
    return db.execute("delete from allowed where path = ?", (str(file),)).rowcount > 0


def _working_folder() -> str:
    """The working folder; if it was deleted, the path that the shell has for it, "" for none."""
    try:
        return str(Path.cwd())
    except OSError:
        return os.environ.get("PWD", "")


def _project_files(here: str) -> Iterator[Path]:
    """The project files of a folder and those above it, the innermost first.

    The folder itself may be gone, as after another branch was checked out.
    """
    if not here:
        return
    inner = Path(os.path.realpath(here))
    for folder in (inner, *inner.parents):
        file = folder / PROJECT_FILE
        if os.path.isfile(file):  # noqa: PTH113 - Path.is_file raises for some broken links
            yield file


def _is_allowed(default: Folder, file: Path, name: str, patience: float, *, migrate: bool) -> bool:
    if not os.path.exists(default.state):  # noqa: PTH110 - Path.exists raises in a closed folder
        return False
    with state.opened(default, patience, migrate=migrate) as store:
        query = "select 1 from allowed where path = ? and name = ?"
        return store.db.execute(query, (str(file), name)).fetchone() is not None
