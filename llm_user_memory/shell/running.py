"""Finds the shell that the user types in: the nearest parent process with job control.

$SHELL names the login shell, and does not change in a zsh that was started from a bash.
"""

import os
import subprocess
from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from pathlib import Path, PurePath
from typing import NamedTuple

from .lines import SHELLS, Shell

OTHERS = ("nu", "xonsh", "elvish", "pwsh", "tcsh", "csh", "ksh", "mksh", "yash", "osh")
"""Shells that are not supported, but recognized."""

_SECONDS = 2.0

# The number of parent processes to look at; wrappers such as `uv run` may be among them.
_FURTHEST = 12


class Process(NamedTuple):
    """A process: the ids of its parent, group and session, and the name of its program."""

    parent: int
    group: int
    session: int
    name: str


def interactive_shell(find: Callable[[int], Process | None] | None = None) -> Shell | None:
    """Return the supported shell in which this command was typed, None if there is none.

    `find` returns a process by its id; tests replace it.
    """
    above = _with_other_group(find or _process)
    return next((shell for name in above for shell in SHELLS if name == shell), None)


def shell_without(installed: Container[str]) -> Shell | None:
    """Return the shell in which this command was typed if it is not among the installed ones."""
    typed_in = interactive_shell()
    return typed_in if typed_in not in installed else None


def other_shell(find: Callable[[int], Process | None] | None = None) -> str:
    """Return the unsupported shell in which this command was typed, "" if there is none."""
    above = (name for name in _with_other_group(find or _process) if name in {*SHELLS, *OTHERS})
    name = next(above, "")
    return name if name in OTHERS else ""


def _with_other_group(find: Callable[[int], Process | None]) -> Iterator[str]:
    """The names of the programs above this one in its session, the nearest first.

    An interactive shell gives each job its own process group. A shell that runs a script does not,
    and is left out.
    """
    here = find(os.getpid())
    above = here
    for _ in range(_FURTHEST):
        above = find(above.parent) if here and above else None
        if here is None or above is None or above.session != here.session:
            return
        if above.group != here.group:
            yield PurePath(above.name).name.removeprefix("-")  # of a login shell


def _process(pid: int) -> Process | None:
    with suppress(OSError, ValueError, IndexError, subprocess.SubprocessError):
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists():
            # The name is in parentheses, and may contain parentheses itself.
            name, _, rest = stat.read_text().partition("(")[2].rpartition(")")
            parent = rest.split()[1]
        else:
            listed = subprocess.run(
                ["ps", "-o", "ppid=,comm=", "-p", str(pid)],
                capture_output=True,
                text=True,
                timeout=_SECONDS,
                check=True,
            )
            parent, name = listed.stdout.split(maxsplit=1)
        return Process(int(parent), os.getpgid(pid), os.getsid(pid), name.strip())
    return None
