"""Checks whether other users of this machine could change or replace a file.

The watcher loads this module, so it imports the standard library only, and little of it.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

from ..settings import Folder, foreign


def exposed(path: Path, base: Path) -> Path | None:
    """Return the part of a path that another user may change, None if there is none.

    The parts are the file, its folder, and all folders above it, as far as they exist. The owner of
    a folder above `base` is trusted, as on phones and in containers it is no person. Root is always
    trusted, see `settings.foreign`. A folder with the sticky bit, such as /tmp, protects the
    folders in it, but not a database in it: others could add a journal beside the database.
    """
    named, real = path.absolute(), Path(os.path.realpath(path))
    for part in dict.fromkeys((named, *named.parents, real, *real.parents)):
        with suppress(OSError):
            about = part.stat()
            is_beside = part in (named.parent, real.parent)
            is_shared = stat.S_ISDIR(about.st_mode) and about.st_mode & stat.S_ISVTX
            is_theirs = (is_beside or part.is_relative_to(base) or part == named) and foreign(part)
            if is_theirs or ((is_beside or not is_shared) and _is_writable(about)):
                return part
    return None


def exposed_log(folder: Folder) -> Path | None:
    """Return the part of the path of LLM's log that another user may change, or None."""
    return exposed(named_log(folder), folder.path.parent)


def named_log(folder: Folder) -> Path:
    """Return the path of LLM's log, with links unresolved, as others might change their targets."""
    return folder.path.parent / "logs.db"


def protect_hint(part: Path, own: str) -> str:
    """Return how to keep others from changing a part of a path: `own` if another user owns it."""
    import shlex  # imported here because few files need the hint

    return own if foreign(part) else f"Run `chmod go-w -- {shlex.quote(str(part))}`."


def _is_writable(about: os.stat_result) -> bool:
    """Whether others may write: everybody, or a group that has other members than the user."""
    if about.st_mode & stat.S_IWOTH:
        return True
    return bool(about.st_mode & stat.S_IWGRP) and not _is_own_group(about.st_gid)


def _is_own_group(gid: int) -> bool:
    """Whether a group is the user's private group, which many systems use with a umask of 002."""
    import grp  # imported here because few files are writable for a group
    import pwd

    with suppress(KeyError):
        name, group = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(gid)
        return group.gr_name == name and set(group.gr_mem) <= {name}
    return False
