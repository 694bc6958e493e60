"""What stands in an rc file: our line, and the block of this package's ancestor.

Pure functions over bytes: an rc file may hold any, in any encoding. A line ends with \\n
alone, as it does for the shells.
"""

import os
import re
import shlex
from pathlib import Path
from typing import Literal

Shell = Literal["bash", "zsh", "fish"]
SHELLS: tuple[Shell, ...] = ("bash", "zsh", "fish")

# Each ends with status 0 when the file is gone, so that no rc file fails by it. bash's
# login files and fish's conf.d are read by scripts too, and scripts keep their plain llm.
_CODE: dict[Shell, str] = {
    "bash": "case $- in *i*) if [ -r {path} ]; then . {path}; fi ;; esac",
    "zsh": "if [ -r {path} ]; then . {path}; fi",
    "fish": "if status is-interactive; and test -r {path}; source {path}; end",
}
_TAG = " # llm-user-memory"
_CREATED = b" (file created)"
_AFTER_NEWLINES = (b"", b" (after 1 added newline)", b" (after 2 added newlines)")

_ANCESTOR = b"""\
# LLM Memory Plugin Integration
# This function automatically injects memory context into all llm commands
llm() {
    command llm -f memory:auto "$@"
}"""
_ANCESTOR_BLOCK = re.compile(rb"^" + re.escape(_ANCESTOR) + rb"(?:\n|\Z)", re.MULTILINE)
_ANCESTOR_TRACE = re.compile(
    rb"^[^\n]*# LLM Memory Plugin Integration|^[^#\n]*command llm -f memory:auto", re.MULTILINE
)


def file_name(shell: Shell) -> str:
    """Return the name of the shell's file, in the repository and in the memory folder."""
    return f"llm-memory.{shell}"


def our_line(shell: Shell, path: Path) -> bytes:
    """Return the line, without its newline, that has `shell` read the file at `path`."""
    return os.fsencode(_CODE[shell].format(path=_quoted(shell, str(path))) + _TAG)


def our_lines(content: bytes, shell: Shell) -> tuple[bytes, ...]:
    """Return the lines of ours for `shell`, as they stand in the rc file, without newlines.

    A line that was changed by hand is not ours any more.
    """
    return tuple(match["line"] for match in _OURS[shell].finditer(content))


def reads(line: bytes, shell: Shell, path: Path) -> bool:
    """Return whether `line`, one of `our_lines`, reads the file at `path`."""
    return without_note(line) == our_line(shell, path)


def without_note(line: bytes) -> bytes:
    """Return one of `our_lines` as a person would add it: without what its tag says of us."""
    code, tag, _ = line.rpartition(_TAG.encode())
    return code + tag


def with_line(content: bytes | None, shell: Shell, path: Path) -> bytes:
    """Return the rc file with exactly one line of ours, which reads `path`.

    None is a file that does not exist. A line of ours is corrected where it stands. A new
    one goes to the end, and its tag says what `without_line` has to take away with it.
    """
    line = our_line(shell, path)
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
        # Newlines that we added stay where they now end a line before one that came later.
        for _ in range(0 if after else _added_newlines(match["note"])):
            before = before.removesuffix(b"\n")
        content = before + after
    return None if created and not content else content


def without_ancestor(content: bytes) -> bytes:
    """Return the rc file without the ancestor's blocks, as it was before they were added.

    A block that differs from what the ancestor wrote in a single byte stays.
    """
    while match := _ANCESTOR_BLOCK.search(content):
        before, after = content[: match.start()], content[match.end() :]
        # The ancestor began with a newline. It stays where it now ends a line of the user's:
        # the file had no final newline then, and has got more lines since.
        if before == b"\n" or before.endswith(b"\n\n") or (before and not after):
            before = before[:-1]
        content = before + after
    return content


def ancestor_line(content: bytes) -> int | None:
    """Return the number of the first line with a trace of the ancestor, or None."""
    match = _ANCESTOR_TRACE.search(content)
    return content.count(b"\n", 0, match.start()) + 1 if match else None


def _quoted(shell: Shell, path: str) -> str:
    if shell == "fish":
        return "'" + path.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return shlex.quote(path)


def _pattern(shell: Shell) -> re.Pattern[bytes]:
    """Our line with any path, and the newlines and the note that belong to it."""
    before, between, after = re.escape(_CODE[shell]).split(re.escape("{path}"))
    path = rf"(?P<path>[^\n]*/{re.escape(file_name(shell))}'?)"
    code = f"{before}{path}{between}(?P=path){after}{re.escape(_TAG)}".encode()
    notes = b"|".join(re.escape(note) for note in (_CREATED, *_AFTER_NEWLINES[::-1]))
    return re.compile(
        rb"^(?P<line>" + code + rb"(?P<note>" + notes + rb"))\r?(?:\n|\Z)", re.MULTILINE
    )


_OURS: dict[Shell, re.Pattern[bytes]] = {shell: _pattern(shell) for shell in SHELLS}


def _newlines_needed(content: bytes) -> int:
    """How many newlines end the last line for good: one that a backslash continues needs two."""
    if not content:
        return 0
    continued = content.removesuffix(b"\n").endswith(b"\\")
    return int(not content.endswith(b"\n")) + int(continued)


def _added_newlines(note: bytes) -> int:
    return _AFTER_NEWLINES.index(note) if note in _AFTER_NEWLINES else 0
