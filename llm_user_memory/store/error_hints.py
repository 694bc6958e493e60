"""One-sentence hints for error messages: what to run if a file cannot be used or written."""

import os
import shlex
from contextlib import suppress
from glob import escape
from itertools import count
from pathlib import Path

_LIMIT = "a quota or a limit on the size of files (`ulimit -f`)"

# Bytes of free space on the disk, below which writes to state.db soon fail.
_ROOM = 1_000_000


def set_aside_hint(path: Path) -> str:
    """Return the commands that move a file to a new folder, so that it is created again."""
    names = (f"broken-{number}" for number in count(1))
    # Not Path.exists, which raises in a folder that may not be entered.
    away = next(away for name in names if not os.path.lexists(away := path.parent / name))
    return f"Set it aside with `mkdir {_quoted(away)} && mv {_quoted(path)} {_quoted(away)}`"


def write_access_hint(path: Path) -> str:
    """Return how to make a file writable, "" if it seems to be. The file need not exist."""
    folder = next((there for there in path.parents if there.exists()), path.parent)
    with suppress(OSError):
        disk = os.statvfs(folder)
        if disk.f_flag & os.ST_RDONLY:
            return f"It is on a disk that is read-only: `df -h {_quoted(folder)}` names it."
        if disk.f_bavail * disk.f_frsize < _ROOM:
            return f"Make room on its disk: `df -h {_quoted(folder)}` names it."
    # SQLite gives a journal the permissions that its database had when the journal was created.
    files = sorted(folder.glob(f"{escape(path.name)}*"))
    locked = [
        _quoted(there) for there in (folder, *files) if not os.access(there, os.R_OK | os.W_OK)
    ]
    return f"Give yourself the right to write: `chmod u+rwX {' '.join(locked)}`." if locked else ""


def is_odd(path: Path) -> bool:
    """Tell whether a folder, a pipe, a device or a link to nothing is where a file should be."""
    # Not Path.is_file, which raises in a folder that may not be entered.
    return os.path.lexists(path) and not os.path.isfile(path)  # noqa: PTH113


def remedy_of_the_moment(path: Path, error: Exception) -> str:
    """Return what to do if SQLite cannot use a database at the moment, "" if that is unknown."""
    said, disk = str(error).lower(), f"`df -h {_quoted(path.parent)}` names"
    if "locked" in said:
        return f"`lsof {_quoted(path)}` tells which program holds it."
    if "full" in said:
        return f"Make room on its disk: {disk} it. If it has room, {_LIMIT} is reached."
    if hint := write_access_hint(path):
        return hint
    if "i/o" in said:
        return f"Its disk may be full or failing ({disk} it), or {_LIMIT} is reached."
    return ""


def _quoted(path: Path) -> str:
    return shlex.quote(str(path))
