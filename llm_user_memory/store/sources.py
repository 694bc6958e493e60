"""The files and folders that the user added to search."""

import errno
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ..errors import RecallError, WrongCallError
from ..settings import Folder
from .state import Store


class Source(NamedTuple):
    """A file or folder that is searched. `path` is absolute.

    `format` is the program whose conversations it contains, a key of `imports.FORMATS`, "" for
    Markdown. `reach` is "any" if the user allowed its content to go to every model.
    `account` is the user's account in an export of several: see `imports.accounts`.
    """

    path: Path
    format: str = ""
    reach: str = ""
    account: str = ""


def of_kinds(db: sqlite3.Connection) -> list[Source]:
    """Return all sources, sorted by their paths."""
    rows = db.execute("select path, format, reach, account from sources order by path")
    return [Source(Path(path), *others) for path, *others in rows]


def every(db: sqlite3.Connection) -> list[Path]:
    """Return the absolute paths of all sources, sorted."""
    return [Path(row["path"]) for row in db.execute("select path from sources order by path")]


def wanted(store: Store, path: Path, format: str = "") -> Path:
    """Return the absolute path of a file or folder that may be added.

    Raises WrongCallError if it does not exist. Raises RecallError if it is a file that is neither
    Markdown nor of a `format`, is in the memory folder (which is searched anyway), or is the root.
    """
    found = absolute(path)
    found = Path(*found.parts[:1], *(part for part in found.parts[1:] if part != "."))
    if ".." in found.parts:
        found = found.resolve()
    if is_missing(found):
        raise WrongCallError(f"{found} is not there.", untouched="Nothing was added.")
    if problem := _problem(found, store.folder, format):
        raise RecallError(problem, untouched="Nothing was added.")
    return found


def is_broad(path: Path) -> bool:
    """Tell whether a folder is the home folder, one above it, or one of the system.

    Such a folder has much more in it than notes, so the user is asked before it is added.
    """
    real, home = path.resolve(), Path.home().resolve()
    if real == home or real in home.parents:
        return True
    if home in real.parents:
        return False
    system, shared = (
        {Path(name).resolve() for name in names.split()} for names in (_SYSTEM, _SHARED)
    )
    return real in shared or bool(system & {real, *real.parents})


def add(
    store: Store, path: Path, format: str = "", reach: str = "", account: str = ""
) -> Path | None:
    """Add a file or folder; returns its absolute path, None if it was there with the same values.

    `format`, `reach` and `account` are those of `Source`. Raises as `wanted` does.
    """
    found = wanted(store, path, format)
    added = store.db.execute(
        "insert into sources (path, added, format, reach, account) values (?, ?, ?, ?, ?) "
        "on conflict (path) do update set "
        "format = excluded.format, reach = excluded.reach, account = excluded.account "
        "where (format, reach, account) != (excluded.format, excluded.reach, excluded.account)",
        (str(found), time.time(), format, reach, account),
    )
    return found if added.rowcount else None


def remove(db: sqlite3.Connection, path: Path) -> Path:
    """Remove a file or folder that was added; returns its path as it is stored.

    Relative paths and paths with symbolic links are accepted. Raises RecallError if it was not
    added.
    """
    known, whole = every(db), absolute(path)
    for found in (whole, whole.resolve()):
        if found in known:
            db.execute("delete from sources where path = ?", (str(found),))
            return found
    raise RecallError(
        f"{path} is no source.",
        untouched="Nothing was changed.",
        remedy="`llm memory sources` lists them.",
    )


def absolute(path: Path) -> Path:
    """Return the absolute path of a file or folder that a user named.

    Raises WrongCallError if it is of a user that the system does not know, or has a null character.
    """
    try:
        found = path.expanduser().absolute()
    except (RuntimeError, ValueError):  # there is no such user
        found = Path("\0")
    if "\0" in str(found):
        raise WrongCallError(f"{path} is not there.", untouched="Nothing was changed.")
    return found


def is_missing(path: Path) -> bool:
    """Tell whether there is no such file or folder, also if the name is too long for any."""
    with suppress(UnicodeEncodeError):  # `_problem` reports it
        try:
            return not path.exists()
        except OSError as error:
            if error.errno != errno.ENAMETOOLONG:
                raise
            return True
    return False


def _problem(path: Path, folder: Folder, format: str) -> str:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return f"The name of {str(path)!r} is no text."
    real = path.resolve()
    if real == Path("/"):
        return f"{path} is more than can be searched: add the folders in it that hold notes."
    memory = folder.path.resolve()
    if real == memory or memory in real.parents:
        return f"{path} is memory's own: your notes and your profile are searched anyway."
    if not format and not path.is_dir() and path.suffix.lower() not in SUFFIXES:
        return f"{path} is no Markdown, nor conversations of a program that can be read."
    return ""


# System folders with everything in them, and folders that may contain home folders.
_SYSTEM = "/bin /boot /etc /lib /lib32 /lib64 /proc /sbin /sys /usr /System /Library /Applications"
_SHARED = "/dev /home /media /mnt /opt /private /root /run /srv /tmp /var /Users /Volumes"

SUFFIXES = (".md", ".markdown")
"""The suffixes of Markdown files, in lower case."""

PROGRAM_SUFFIXES = (".jsonl", ".json", ".zip")
"""The suffixes of files with conversations of other programs."""
