"""A planned change of one file: its contents before and after."""

import errno
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..errors import ShellFileError
from ..settings import Folder, plain_file
from ..store.error_hints import write_access_hint
from .lines import SHELLS, legacy_line, our_lines, without_legacy, without_note

# Bytes. Rc files are much smaller, and their contents are searched several times.
_LARGEST = 20_000_000

Kind = Literal["created", "changed", "deleted", "unchanged"]


@dataclass(frozen=True)
class Change:
    """The contents of a file before and after a change; None means that the file does not exist.

    `file` is the path that the user knows. `target` is the file to write, with a symbolic link
    resolved. `memory` is the memory folder if the file is its copy of the shell function, None for
    an rc file.
    """

    file: Path
    target: Path
    before: bytes | None
    after: bytes | None
    memory: Folder | None = None

    @property
    def kind(self) -> Kind:
        if self.before == self.after:
            return "unchanged"
        if self.before is None:
            return "created"
        return "deleted" if self.after is None else "changed"

    @property
    def lines(self) -> tuple[str, ...]:
        """Our lines in the rc file after the change."""
        return _lines(self.after)

    @property
    def added(self) -> tuple[str, ...]:
        """Our lines that the change adds."""
        return tuple(line for line in self.lines if line not in _lines(self.before))

    @property
    def removed(self) -> tuple[str, ...]:
        """Our lines that the change removes."""
        return tuple(line for line in _lines(self.before) if line not in self.lines)

    @property
    def legacy_removed(self) -> bool:
        """Whether the change removes the function of llm-user-memory 0.1."""
        before = self.before or b""
        return before != without_legacy(before)

    @property
    def legacy_left(self) -> int | None:
        """The number of the line, after the change, where a function of version 0.1 remains.

        The user has changed that function, so only they can remove it. None if there is none.
        """
        return None if self.memory else legacy_line(self.after or b"")


def refusal(change: Change, reason: str, untouched: str) -> ShellFileError:
    """Return the error for a change that failed, with how to make the change manually."""
    if change.memory:
        remedy = write_access_hint(change.target) or "Run the command again."
        return ShellFileError(reason, untouched=untouched, remedy=remedy)
    steps = [f"remove the line  {line}" for line in change.removed]
    steps += [f"add the line  {_manual_line(line)}" for line in change.added]
    if change.legacy_removed:
        steps.append("remove the block  # LLM Memory Plugin Integration")
    remedy = f"To change {change.file} manually:" + "".join(f"\n  {step}" for step in steps)
    return ShellFileError(reason, untouched=untouched, remedy=remedy)


def read(file: Path) -> bytes | None:
    """Return the contents of `file`, or None if it does not exist. Raises OSError."""
    try:
        opened = plain_file(file)
    except (FileNotFoundError, NotADirectoryError):
        return None
    with opened as content:
        if os.fstat(content.fileno()).st_size > _LARGEST:
            raise OSError(errno.EFBIG, f"it is larger than {_LARGEST // 1_000_000} MB")
        return content.read()


def hindrance(file: Path) -> str:
    """Return why replacing an existing file would lose something, "" if it would not."""
    about = file.stat()
    if about.st_uid != os.geteuid() != 0:
        return "it is another user's"
    if about.st_nlink > 1:
        return "it has a second name, a hard link, which would keep the old contents"
    return ""


def _lines(content: bytes | None) -> tuple[str, ...]:
    found = [our_lines(content or b"", shell) for shell in SHELLS]
    return tuple(os.fsdecode(line) for lines in found for line in lines)


def _manual_line(line: str) -> str:
    return os.fsdecode(without_note(os.fsencode(line)))
