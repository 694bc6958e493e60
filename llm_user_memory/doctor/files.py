"""Checks of the memory folder: owner, permissions, free space, file system, conflict copies."""

import os
import re
import shlex
import shutil
import stat
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from ..settings import Folder, foreign
from ..store.exposure import exposed_log, protect_hint
from ..store.locks import is_locked
from .finding import Finding
from .repair import make_private

PART = "folder"

# Free bytes below which there is a warning, and below which the next write may fail.
_LITTLE_SPACE = 100_000_000
_NO_SPACE = 5_000_000

_CONFLICT = re.compile(r"state(?:\.sync-conflict-|_conflict-| \().*\d.*\.db.*")

# The names in Linux of file systems on other machines.
_REMOTE = ("nfs", "cifs", "smb", "fuse.sshfs", "9p", "afs", "ceph", "vboxsf")


def check(folder: Folder) -> list[Finding]:
    """Return the findings about the folder and its files: one with "ok" if nothing is wrong."""
    path = folder.path
    shared = _shared_log_findings(folder)
    if not path.exists():
        return [*shared, _of_parent(folder)]
    if not path.is_dir():
        aside = shlex.quote(f"{path}.old")
        remedy = f"Run `mv -- {shlex.quote(str(path))} {aside}`."
        return [Finding(PART, "wrong", f"{path} is no folder.", remedy)]
    found = [
        *shared,
        *_owner_findings(folder),
        *_mode_findings(folder),
        *_space_findings(path),
        *_mount_findings(path),
        *_conflict_copies(folder),
        *_unsaved_edits(folder),
    ]
    return found or [Finding(PART, "ok", f"{path}, yours alone")]


def is_usable(folder: Folder) -> bool:
    """Return whether the folder exists, belongs to the user, and can be read and changed."""
    is_own = folder.path.is_dir() and not foreign(folder.path, folder.profile_folder, folder.state)
    return is_own and os.access(folder.path, os.R_OK | os.W_OK | os.X_OK)


def _of_parent(folder: Folder) -> Finding:
    parent = next(path for path in folder.path.parents if path.exists())
    if os.access(parent, os.W_OK | os.X_OK):
        return Finding(PART, "ok", f"{folder.path}, created with the first prompt")
    what = f"{folder.path} cannot be created: you may not write to {parent}."
    return Finding(PART, "wrong", what, f"Run `chmod u+rwx -- {shlex.quote(str(parent))}`.")


def _shared_log_findings(folder: Folder) -> list[Finding]:
    """A finding if other users could write to LLM's log, and forge the user's words."""
    part = exposed_log(folder) if folder.logs.exists() else None
    if part is None:
        return []
    what = f"Other users may write {part}, so nothing is learned from {folder.logs.name}."
    remedy = protect_hint(part, "Set LLM_USER_PATH to a folder of your own.")
    return [Finding(PART, "wrong", what, remedy)]


def _owner_findings(folder: Folder) -> list[Finding]:
    others = [path for path, about in _paths(folder).items() if about.st_uid != os.geteuid()]
    if not others:
        return []
    what = f"{_named(others)} {_are(others)} another user's."
    remedy = (
        "Set LLM_USER_PATH to a folder of your own, or, if what is in it is yours, "
        f'run `sudo chown -R "$(id -un)" {shlex.quote(str(folder.path))}`.'
    )
    return [Finding(PART, "wrong", what, remedy)]


def _mode_findings(folder: Folder) -> list[Finding]:
    """Findings about files that others can read, or that the user cannot read or write."""
    own = {path: about for path, about in _paths(folder).items() if about.st_uid == os.geteuid()}
    private = {path: 0o700 if stat.S_ISDIR(about.st_mode) else 0o600 for path, about in own.items()}
    opened = [path for path, about in own.items() if about.st_mode & 0o077]
    closed = [path for path, about in own.items() if private[path] & ~about.st_mode]
    if not opened and not closed:
        return []
    said = [f"Others can look into {_named(opened)}."] if opened else []
    said += [f"You cannot read and write {_named(closed)}."] if closed else []
    wrong = list(dict.fromkeys([*opened, *closed]))
    commands = [
        f"chmod {mode:o} -- {' '.join(shlex.quote(str(path)) for path in those)}"
        for mode in (0o700, 0o600)
        if (those := [path for path in wrong if private[path] == mode])
    ]
    remedy = f"Run `{' && '.join(commands)}`."
    modes = {path: private[path] for path in wrong}
    return [Finding(PART, "wrong", " ".join(said), remedy, partial(make_private, modes))]


def _space_findings(path: Path) -> list[Finding]:
    free = shutil.disk_usage(path).free
    if free > _LITTLE_SPACE:
        return []
    what = f"The disk has {free / 1_000_000:.0f} MB left."
    remedy = f"Make room; `df -h {shlex.quote(str(path))}` names the disk."
    return [Finding(PART, "wrong" if free < _NO_SPACE else "warning", what, remedy)]


def _mount_findings(path: Path) -> list[Finding]:
    found = []
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        what = f"{path} is on a file system that is mounted read-only."
        remedy = "Remount it as writable, or set LLM_USER_PATH to another folder."
        found.append(Finding(PART, "wrong", what, remedy))
    if kind := _remote_type(path):
        what = (
            f"{path} is on a network file system ({kind}), which gives no events and on which "
            "databases are at risk: what is new is found within five seconds."
        )
        remedy = "Set LLM_USER_PATH to a folder of this machine."
        found.append(Finding(PART, "warning", what, remedy))
    return found


def _conflict_copies(folder: Folder) -> list[Finding]:
    """A warning if a sync program left conflict copies of state.db, which must not be synced."""
    with suppress(OSError):
        if any(_CONFLICT.fullmatch(path.name) for path in folder.profile_folder.iterdir()):
            what = "Another machine writes this state.db too, but only one may."
            remedy = "Keep state.db*, *.lock and *.log out of the synchronisation."
            return [Finding(PART, "warning", what, remedy)]
    return []


def _unsaved_edits(folder: Folder) -> list[Finding]:
    """A warning if an editor has saved the copy that `edit` gave it when nobody waited for that."""
    with suppress(OSError):
        if not is_locked(folder.edit_lock):
            copies = sorted(folder.profile_folder.glob("*.edit.md"))
            if any(copy.stat().st_size for copy in copies):
                what = f"What an editor saved in {_named(copies)} may not be in your memory."
                remedy = "The next `llm memory edit`, or `note --edit`, sets it aside and names it."
                return [Finding(PART, "warning", what, remedy)]
    return []


def _remote_type(path: Path) -> str:
    """The type of the file system if it is remote, else "". Known only on Linux."""
    if sys.platform != "linux":
        return ""
    with suppress(OSError):
        return remote_type(path.resolve(), Path("/proc/self/mounts").read_text().splitlines())
    return ""


def remote_type(path: Path, mounts: Iterable[str]) -> str:
    """Return the type of the file system of `path` if it is remote, else "".

    `mounts` are the lines of /proc/mounts.
    """
    kinds = {}
    for line in mounts:
        _device, point, kind, *_ = line.split(" ")
        kinds[Path(point.replace("\\040", " "))] = kind
    kind = next((kinds[place] for place in (path, *path.parents) if place in kinds), "")
    return kind if kind.startswith(_REMOTE) else ""


def _paths(folder: Folder) -> dict[Path, os.stat_result]:
    """The folder, its files, and the file that the profile is a symbolic link to.

    Other processes run meanwhile: SQLite, for one, deletes its journals. What is gone is left out.
    """
    folders = list(dict.fromkeys([folder.path, folder.profile_folder]))
    found = {}
    for path in (*folders, *(file for parent in folders for file in _listed(parent))):
        with suppress(OSError):
            about = path.stat() if path in folders else path.lstat()
            if path in folders or stat.S_ISREG(about.st_mode):
                found[path] = about
    with suppress(OSError):
        if folder.profile.is_symlink() and folder.profile.is_file():
            target = folder.profile.resolve()
            found[target] = target.stat()
    return found


def _listed(folder: Path) -> list[Path]:
    with suppress(OSError):
        return sorted(folder.iterdir())
    return []


def _named(paths: Sequence[Path]) -> str:
    names = [path.name if path.is_file() else str(path) for path in paths[:4]]
    more = [f"{len(paths) - 4} more"] if len(paths) > 4 else []
    *first, last = [*names, *more]
    return f"{', '.join(first)} and {last}" if first else last


def _are(paths: Sequence[Path]) -> str:
    return "is" if len(paths) == 1 else "are"
