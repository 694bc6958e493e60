"""One file, before and after: what a plan is made of."""

import errno
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..errors import ShellFileError
from ..settings import Folder
from .lines import SHELLS, ancestor_line, our_lines, without_ancestor, without_note

Kind = Literal["created", "changed", "deleted", "unchanged"]


@dataclass(frozen=True)
class Change:
    """One file, before and after; None is a file that does not exist.

    `file` is its name as the user knows it. `target` is what is written: the same, or the
    file that it is a link to. `memory` is the memory folder if this is our copy in there,
    and None for an rc file.
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
        """The lines of ours that an rc file has afterwards."""
        return _lines(self.after)

    @property
    def added(self) -> tuple[str, ...]:
        """The lines of ours that an rc file gets."""
        return tuple(line for line in self.lines if line not in _lines(self.before))

    @property
    def removed(self) -> tuple[str, ...]:
        """The lines of ours that an rc file loses."""
        return tuple(line for line in _lines(self.before) if line not in self.lines)

    @property
    def ancestor_removed(self) -> bool:
        """Whether a block of this package's ancestor goes."""
        before = self.before or b""
        return before != without_ancestor(before)

    @property
    def ancestor_left(self) -> int | None:
        """The line, in the file as it will be, where a block of the ancestor's stays.

        It was changed by hand, so removing it is for whoever changed it.
        """
        return None if self.memory else ancestor_line(self.after or b"")


def refusal(change: Change, reason: str, untouched: str) -> ShellFileError:
    """Return the error for a change that cannot be made, with what to do by hand instead."""
    if change.memory:
        return ShellFileError(reason, untouched=untouched, remedy="Run the command again.")
    steps = [f"remove the line  {line}" for line in change.removed]
    steps += [f"add the line  {_by_hand(line)}" for line in change.added]
    if change.ancestor_removed:
        steps.append("remove the block  # LLM Memory Plugin Integration")
    remedy = f"By hand, in {change.file}:" + "".join(f"\n  {step}" for step in steps)
    return ShellFileError(reason, untouched=untouched, remedy=remedy)


def read(file: Path) -> bytes | None:
    """Return what is in `file`, or None if it does not exist. Raises OSError."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        return file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _lines(content: bytes | None) -> tuple[str, ...]:
    found = [our_lines(content or b"", shell) for shell in SHELLS]
    return tuple(os.fsdecode(line) for lines in found for line in lines)


def _by_hand(line: str) -> str:
    return os.fsdecode(without_note(os.fsencode(line)))
