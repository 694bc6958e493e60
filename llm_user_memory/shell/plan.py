"""What installing and uninstalling would change. Reads, and writes nothing."""

import errno
import os
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import ShellFileError
from ..settings import Folder
from .change import Change, read, refusal
from .lines import Shell, our_lines, with_line, without_ancestor, without_line
from .places import candidate_files, copied_file, rc_files, shipped_file


def plan_install(
    folder: Folder, shells: Iterable[Shell], environ: Mapping[str, str], home: Path, platform: str
) -> list[Change]:
    """Return the changes that give `shells` the function, in the order to apply them.

    Blocks of the ancestor's go. A file that has its line already is in the list as
    "unchanged". `platform` is `sys.platform`. Raises ShellFileError, before anything is
    changed, if a file cannot be changed.
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
        copies.append(_copy_change(folder, shell, _shipped(shell)))
        path = copied_file(folder, shell)
        wanted = rc_files(shell, environ, home, platform)
        for file in dict.fromkeys([*wanted, *candidate_files(shell, environ, home)]):
            edits.append(_Edit(file, shell, path, wanted=file in wanted))
    return [*copies, *_rc_changes(edits)]


def plan_uninstall(
    folder: Folder, shells: Iterable[Shell], environ: Mapping[str, str], home: Path
) -> list[Change]:
    """Return the changes that take the function from `shells`, in the order to apply them.

    Every file that may have our line, or a block of the ancestor's, is looked into; the list
    is empty if there is nothing to take away. Raises ShellFileError as `plan_install` does.
    """
    copies: list[Change] = []
    edits: list[_Edit] = []
    for shell in dict.fromkeys(shells):
        copies.append(_copy_change(folder, shell, None))
        files = candidate_files(shell, environ, home)
        edits += [_Edit(file, shell, None) for file in files]
    return [*_rc_changes(edits), *(copy for copy in copies if copy.kind != "unchanged")]


@dataclass(frozen=True)
class _Edit:
    """What is to become of an rc file: a line that reads `path`, or none where that is None.

    A file that is not `wanted` gets no new line; one that it has is corrected.
    """

    file: Path
    shell: Shell
    path: Path | None
    wanted: bool = False

    def __call__(self, content: bytes | None) -> bytes | None:
        if self.path is None:
            rest = content and without_line(content, self.shell)
            return rest and without_ancestor(rest)
        rest = content and without_ancestor(content)
        if self.wanted or our_lines(rest or b"", self.shell):
            return with_line(rest, self.shell, self.path)
        return rest


def _rc_changes(edits: Iterable[_Edit]) -> list[Change]:
    """One change for each file, however many names and shells it has."""
    changes: dict[Path, Change] = {}
    for edit in edits:
        real = Path(os.path.realpath(edit.file))
        known = changes.get(real) or _untouched(edit, real)
        if known:
            changes[real] = replace(known, after=edit(known.after))
    for change in changes.values():
        _refuse_read_only(change)
    return [
        change
        for change in changes.values()
        if change.kind != "unchanged" or change.ancestor_left or change.lines
    ]


def _untouched(edit: _Edit, real: Path) -> Change | None:
    """The file as it is. None for one that no shell of the user's can read either."""
    target = real if edit.file.is_symlink() else edit.file
    try:
        content = read(edit.file)
        if content is None and target != edit.file and not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, f"it is a link to {target}, which cannot be")
    except OSError as error:
        if not edit.wanted:
            return None
        change = Change(edit.file, target, None, edit(None))
        reason = f"{edit.file} cannot be changed: {error.strerror}."
        raise refusal(change, reason, "Nothing was changed.") from error
    return Change(edit.file, target, content, content)


def _refuse_read_only(change: Change) -> None:
    if change.kind == "unchanged":
        return
    folder = next(path for path in change.target.parents if path.exists())
    for path in (change.target, folder):
        if path.exists() and not _writable(path):
            reason = f"{change.file} cannot be changed: {path} is read-only."
            raise refusal(change, reason, "Nothing was changed.")


def _writable(path: Path) -> bool:
    """Whether it is meant to be written; root could write a file that is not."""
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
