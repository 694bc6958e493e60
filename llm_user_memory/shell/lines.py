"""Edits of the contents of an rc file: our line, and the function of llm-user-memory 0.1.

Pure functions on bytes, because an rc file may have any encoding. Lines end only with \\n, as in
the shells. "Legacy" means text that llm-user-memory 0.1 wrote.
"""

import os
import re
import shlex
from pathlib import Path
from typing import Literal

Shell = Literal["bash", "zsh", "fish"]
SHELLS: tuple[Shell, ...] = ("bash", "zsh", "fish")

# Each line ends with status 0 if the file is missing, so that the rc file does not fail. Scripts
# also read bash's login files and fish's conf.d, so there the line tests for an interactive shell.
_CODE: dict[Shell, str] = {
    "bash": "case $- in *i*) if [ -r {path} ]; then . {path}; fi ;; esac",
    "zsh": "if [ -r {path} ]; then . {path}; fi",
    "fish": "if status is-interactive; and test -r {path}; source {path}; end",
}
_TAG = " # llm-user-memory"
_CREATED = b" (file created)"
_AFTER_NEWLINES = (b"", b" (after 1 added newline)", b" (after 2 added newlines)")

_LEGACY = b"""\
# LLM Memory Plugin Integration
# This function automatically injects memory context into all llm commands
llm() {
    command llm -f memory:auto "$@"
}"""
_LEGACY_BLOCK = re.compile(rb"^" + re.escape(_LEGACY) + rb"(?:\n|\Z)", re.MULTILINE)
_LEGACY_TRACE = re.compile(
    rb"^[^\n]*# LLM Memory Plugin Integration|^[^#\n]*command llm -f memory:auto", re.MULTILINE
)


def file_name(shell: Shell) -> str:
    """Return the name of the file that has the shell function."""
    return f"llm-memory.{shell}"


def our_line(shell: Shell, path: Path, home: Path | None = None) -> bytes:
    """Return the line, without newline, that makes `shell` read the file at `path`.

    A path in the user's `home` begins with $HOME, so that another machine can share the rc file.
    """
    return os.fsencode(_CODE[shell].format(path=_written(shell, path, home)) + _TAG)


def our_lines(content: bytes, shell: Shell) -> tuple[bytes, ...]:
    """Return our lines for `shell` in the rc file, without newlines.

    A line that the user has changed does not count as ours.
    """
    return tuple(match["line"] for match in _OURS[shell].finditer(content))


def reads(line: bytes, shell: Shell, path: Path, home: Path | None = None) -> bool:
    """Return whether `line`, one of `our_lines`, reads the file at `path`."""
    return without_note(line) in (our_line(shell, path, home), our_line(shell, path))


def without_note(line: bytes) -> bytes:
    """Return one of `our_lines` without the note after its tag, for adding it manually."""
    code, tag, _ = line.rpartition(_TAG.encode())
    return code + tag


def with_line(content: bytes | None, shell: Shell, path: Path, home: Path | None = None) -> bytes:
    """Return the rc file with exactly one line of ours, which reads `path`.

    `content` is None if the file does not exist. An existing line of ours is corrected in place. A
    new line is added at the end, with a note of what else was added (the file or newlines), so that
    `without_line` can remove it, too.
    """
    line = our_line(shell, path, home)
    if content is None:
        return line + _CREATED + b"\n"
    first = _OURS[shell].search(content)
    if first:
        rest = _OURS[shell].sub(b"", content[first.end("line") :])
        return content[: first.start()] + line + first["note"] + rest
    newlines = _newlines_needed(content)
    return content + b"\n" * newlines + line + _AFTER_NEWLINES[newlines] + b"\n"


def without_line(content: bytes, shell: Shell) -> bytes | None:
    """Return the rc file without our lines, or None if we created it and nothing is left."""
    created = any(line.endswith(_CREATED) for line in our_lines(content, shell))
    while match := _OURS[shell].search(content):
        before, after = content[: match.start()], content[match.end() :]
        # If text was added after our line, the newlines that we added now end the line before ours.
        for _ in range(0 if after else _added_newlines(match["note"])):
            before = before.removesuffix(b"\n")
        content = before + after
    return None if created and not content else content


def without_legacy(content: bytes) -> bytes:
    """Return the rc file without the functions of version 0.1, as before they were added.

    A function that differs in any byte from the one of version 0.1 is kept.
    """
    while match := _LEGACY_BLOCK.search(content):
        before, after = content[: match.start()], content[match.end() :]
        # Version 0.1 wrote a newline first. It is kept if it now ends a line of the user, because
        # the file had no final newline then and lines were added after the function.
        if before == b"\n" or before.endswith(b"\n\n") or (before and not after):
            before = before[:-1]
        content = before + after
    return content


def legacy_line(content: bytes) -> int | None:
    """Return the number of the first line that looks like version 0.1's function, or None."""
    match = _LEGACY_TRACE.search(content)
    return content.count(b"\n", 0, match.start()) + 1 if match else None


def _written(shell: Shell, path: Path, home: Path | None) -> str:
    if home is None or home in (path, Path("/")) or not path.is_relative_to(home):
        return _quoted(shell, str(path))
    return f'"$HOME"/{_quoted(shell, str(path.relative_to(home)))}'


def _quoted(shell: Shell, path: str) -> str:
    if shell == "fish":
        return "'" + path.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return shlex.quote(path)


def _pattern(shell: Shell) -> re.Pattern[bytes]:
    """A pattern for our line with any path, its note, and its newline."""
    before, between, after = re.escape(_CODE[shell]).split(re.escape("{path}"))
    path = rf"(?P<path>[^\n]*/{re.escape(file_name(shell))}'?)"
    code = f"{before}{path}{between}(?P=path){after}{re.escape(_TAG)}".encode()
    notes = b"|".join(re.escape(note) for note in (_CREATED, *_AFTER_NEWLINES[::-1]))
    return re.compile(
        rb"^(?P<line>" + code + rb"(?P<note>" + notes + rb"))\r?(?:\n|\Z)", re.MULTILINE
    )


_OURS: dict[Shell, re.Pattern[bytes]] = {shell: _pattern(shell) for shell in SHELLS}


def _newlines_needed(content: bytes) -> int:
    """How many newlines to add to end the last line; a backslash at its end needs one more."""
    if not content:
        return 0
    continued = content.removesuffix(b"\n").endswith(b"\\")
    return int(not content.endswith(b"\n")) + int(continued)


def _added_newlines(note: bytes) -> int:
    return _AFTER_NEWLINES.index(note) if note in _AFTER_NEWLINES else 0
