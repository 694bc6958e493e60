"""Computes the changes that installing and uninstalling make. Only reads files."""

import errno
import os
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import ShellFileError
from ..settings import Folder
from ..store.exposure import exposed
from .change import Change, hindrance, read, refusal
from .lines import Shell, our_lines, with_line, without_legacy, without_line
from .rc_paths import candidate_files, copied_file, rc_files, shipped_file


def plan_install(
    folder: Folder, shells: Iterable[Shell], environ: Mapping[str, str], home: Path, platform: str
) -> list[Change]:
    """Return the changes that install the function for `shells`, in the order to apply them.

    They also remove functions of version 0.1. A file that already has the line is in the list as
    "unchanged". `platform` is `sys.platform`. Raises ShellFileError if any file cannot be changed.
    """
    if set(str(folder.path)) & set("\0\n\r"):
        raise ShellFileError(
            f"The memory folder {str(folder.path)!r} cannot be named in one line.",
            untouched="Nothing was changed.",
            remedy="Set LLM_USER_PATH to another folder.",
        )
    copies: list[Change] = []
    edits: list[_Edit] = []
    for shell in dict.fromkeys(shells):
        path = copied_file(folder, shell)
        _refuse_exposed(path, folder)
        copies.append(_copy_change(folder, shell, _shipped(shell)))
        add_line = rc_files(shell, environ, home, platform)
        for file in dict.fromkeys([*add_line, *candidate_files(shell, environ, home)]):
            edits.append(_Edit(file, shell, path, home, add_line=file in add_line))
    return [*copies, *_rc_changes(edits)]


def plan_uninstall(
    folder: Folder, shells: Iterable[Shell], environ: Mapping[str, str], home: Path
) -> list[Change]:
    """Return the changes that remove the function from `shells`, in the order to apply them.

    They cover every file that may have our line or a function of version 0.1. The list is empty if
    nothing is installed. Raises ShellFileError if any file cannot be changed.
    """
    copies: list[Change] = []
    edits: list[_Edit] = []
    for shell in dict.fromkeys(shells):
        copies.append(_copy_change(folder, shell, None))
        files = candidate_files(shell, environ, home)
        edits += [_Edit(file, shell, None, home) for file in files]
    return [*_rc_changes(edits), *(copy for copy in copies if copy.kind != "unchanged")]


@dataclass(frozen=True)
class _Edit:
    """An edit of an rc file: our line should read `path`, or is removed if `path` is None.

    Without `add_line` an existing line is corrected, and no new line is added. Calling the edit
    returns the new contents.
    """

    file: Path
    shell: Shell
    path: Path | None
    home: Path
    add_line: bool = False

    def __call__(self, content: bytes | None) -> bytes | None:
        if self.path is None:
            rest = content and without_line(content, self.shell)
            return rest and without_legacy(rest)
        rest = content and without_legacy(content)
        if self.add_line or our_lines(rest or b"", self.shell):
            return with_line(rest, self.shell, self.path, self.home)
        return rest


def _refuse_exposed(copy: Path, folder: Folder) -> None:
    """Raise ShellFileError if another user could change what each new shell would run."""
    if part := exposed(copy, folder.path.parent):
        raise ShellFileError(
            f"Other users may write {part}, and could have your shell run what they like.",
            untouched="Nothing was changed.",
            remedy="Set LLM_USER_PATH to a folder that only you may write.",
        )


def _rc_changes(edits: Iterable[_Edit]) -> list[Change]:
    """Combine the edits into one change per file. Several names and shells may share a file."""
    changes: dict[Path, Change] = {}
    for edit in edits:
        real = Path(os.path.realpath(edit.file))
        current = changes.get(real) or _unchanged(edit, real)
        if current:
            changes[real] = replace(current, after=edit(current.after))
    for change in changes.values():
        _refuse_read_only(change)
    return [
        change
        for change in changes.values()
        if change.kind != "unchanged" or change.legacy_left or change.lines
    ]


def _unchanged(edit: _Edit, real: Path) -> Change | None:
    """A change without effect, to start with. None for an optional file that cannot be read."""
    target = real if edit.file.is_symlink() else edit.file
    try:
        content = read(edit.file)
        if content is None and target != edit.file and not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, f"it is a link to {target}, which cannot be")
    except OSError as error:
        if not edit.add_line:
            return None
        change = Change(edit.file, target, None, edit(None))
        reason = f"{edit.file} cannot be changed: {error.strerror}."
        raise refusal(change, reason, "Nothing was changed.") from error
    return Change(edit.file, target, content, content)


def _refuse_read_only(change: Change) -> None:
    if change.kind == "unchanged":
        return
    folder = next(path for path in change.target.parents if path.exists())
    if not folder.is_dir():
        reason = f"{change.file} cannot be changed: {folder} is no folder."
        raise refusal(change, reason, "Nothing was changed.")
    for path in (change.target, folder):
        if path.exists() and not _writable(path):
            reason = f"{change.file} cannot be changed: {path} is read-only."
            raise refusal(change, reason, "Nothing was changed.")
    if change.after is not None and change.before is not None and (why := hindrance(change.target)):
        raise refusal(change, f"{change.file} cannot be changed: {why}.", "Nothing was changed.")


def _writable(path: Path) -> bool:
    """Whether the mode allows writing. It counts for root too, who could write to any file."""
    mode = path.stat().st_mode
    return os.access(path, os.W_OK) and (stat.S_ISDIR(mode) or bool(mode & 0o222))


def _copy_change(folder: Folder, shell: Shell, after: bytes | None) -> Change:
    copy = copied_file(folder, shell)
    try:
        return Change(copy, copy, read(copy), after, memory=folder)
    except OSError as error:
        raise ShellFileError(
            f"{copy} cannot be read: {error.strerror}.",
            untouched="Nothing was changed.",
            remedy="Remove it, and run the command again.",
        ) from error


def _shipped(shell: Shell) -> bytes:
    file = shipped_file(shell)
    try:
        return file.read_bytes()
    except OSError as error:
        raise ShellFileError(
            f"{file}, a part of llm-user-memory, cannot be read: {error.strerror}.",
            untouched="Nothing was changed.",
            remedy="Install llm-user-memory again.",
        ) from error
