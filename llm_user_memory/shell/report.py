"""Finds out which shells have the function, for `llm memory status` and `doctor`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from ..settings import Folder
from .change import read
from .lines import SHELLS, Shell, legacy_line, our_lines, reads
from .rc_paths import candidate_files, copied_file, shipped_file

CopyState = Literal["current", "outdated", "missing"]


class Installed(NamedTuple):
    """What is installed for one shell.

    `files` have a line that reads the copy in this memory folder, `elsewhere` one that reads the
    copy in another folder. `legacy` lists functions of version 0.1 as (file, line number).
    `unreadable` lists files that could not be read.
    """

    shell: Shell
    files: tuple[Path, ...]
    elsewhere: tuple[Path, ...]
    copy: CopyState
    legacy: tuple[tuple[Path, int], ...]
    unreadable: tuple[Path, ...]


def installed(folder: Folder, environ: Mapping[str, str], home: Path) -> tuple[Installed, ...]:
    """Return what is installed for each of the three shells. Never raises."""
    return tuple(_installed(folder, shell, environ, home) for shell in SHELLS)


def has_old_function(environ: Mapping[str, str]) -> bool:
    """Tell whether an rc file has the function of version 0.1. Never raises."""
    return any(
        legacy_line(_content(file))
        for shell in SHELLS
        for file in candidate_files(shell, environ, Path.home())
    )


def _content(file: Path) -> bytes:
    try:
        return read(file) or b""
    except OSError:
        return b""


def _installed(folder: Folder, shell: Shell, environ: Mapping[str, str], home: Path) -> Installed:
    contents: dict[Path, bytes] = {}
    unreadable: list[Path] = []
    for file in candidate_files(shell, environ, home):
        try:
            contents[file] = read(file) or b""
        except OSError:
            unreadable.append(file)
    path = copied_file(folder, shell)
    found = {
        file: [reads(line, shell, path, home) for line in our_lines(content, shell)]
        for file, content in contents.items()
    }
    return Installed(
        shell,
        files=tuple(file for file, ours in found.items() if any(ours)),
        elsewhere=tuple(file for file, ours in found.items() if ours and not any(ours)),
        copy=_copy_state(folder, shell),
        legacy=tuple(
            (file, number) for file, content in contents.items() if (number := legacy_line(content))
        ),
        unreadable=tuple(unreadable),
    )


def _copy_state(folder: Folder, shell: Shell) -> CopyState:
    try:
        copy = read(copied_file(folder, shell))
        if copy is None:
            return "missing"
        return "current" if copy == shipped_file(shell).read_bytes() else "outdated"
    except OSError:
        return "missing"
