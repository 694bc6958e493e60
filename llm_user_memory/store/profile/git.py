"""What git knows of a merge of the profile: its common ancestor and the texts of both sides.

Git merges lines. A fact that one side moved to another section and the other deleted is in its
result, also where that has no conflict. So the product merges the texts that both sides had.
"""

import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from ...errors import ProfileError
from ...profile.document import lines_of
from ...settings import Folder
from . import file as profile_file

# Seconds to wait for git, which runs only when a save may be its own.
_GIT = 5.0


class Merge(NamedTuple):
    """A merge by git. `base` is the text of the common ancestor, None if there is none."""

    base: str | None
    ours: str
    theirs: str


def unfinished(folder: Folder, ours: str, theirs: str) -> Merge:
    """Return the merge whose conflicts are in the profile; the arguments are the sides read there.

    Outside of the conflict markers git has merged the two sides already. So the texts that both
    had are taken from git, unless the user has edited the file since.
    """
    base, here, there = (_blob(folder, f":{stage}:") for stage in (1, 2, 3))
    if here is not None and there is not None:
        known = Merge(base, here, there)
        if _is_unedited(known, ours, theirs):
            return known
    return Merge(base, ours, theirs)


def is_committed(folder: Folder, text: str) -> bool:
    """Tell whether the text is that of git's last commit.

    A text that is committed before it was ever read here mostly came by a pull. Ask once a save:
    it may run git.
    """
    return _is_in_repository(folder) and _blob(folder, "HEAD:") == text


def finished(folder: Folder, text: str) -> Merge | None:
    """Return the merge that resulted in the committed text without a conflict, None if none did.

    A merge in which a person settled a conflict is not returned.
    """
    sides = "HEAD^1", "HEAD^2"
    if (theirs := _blob(folder, f"{sides[1]}:")) is None:
        return None
    ours = _blob(folder, f"{sides[0]}:")
    ancestor = _first_line(_run(folder, "merge-base", *sides))
    tree = _first_line(_run(folder, "merge-tree", "--write-tree", *sides))
    if ours is None or not ancestor or not tree or _blob(folder, f"{tree}:") != text:
        return None
    return Merge(_blob(folder, f"{ancestor}:") or "", ours, theirs)


def is_pulled(folder: Folder, before: str) -> bool:
    """Tell whether git replaced `before` by the committed text, as a pull without a conflict does.

    Then no editor was open since before `before`.
    """
    if _blob(folder, "HEAD@{1}:") != before:
        return False
    done = _first_line(_run(folder, "log", "--walk-reflogs", "-1", "--format=%gs"))
    return not done.startswith("commit")


def commits_with(folder: Folder, texts: Sequence[str]) -> int:
    """Return how many commits, of all branches and reflogs, add or remove one of the texts."""
    if not _is_in_repository(folder):
        return 0
    name = profile_file.file_of(folder).name
    options = ("--all", "--reflog", "--format=%H", "--no-ext-diff", "--no-textconv")
    found = set[bytes]()
    for text in texts:
        found.update((_run(folder, "log", *options, f"-S{text}", "--", f"./{name}") or b"").split())
    return len(found)


def _is_in_repository(folder: Folder) -> bool:
    return any((above / ".git").exists() for above in profile_file.file_of(folder).parents)


def _is_unedited(merge: Merge, ours: str, theirs: str) -> bool:
    """Whether the sides that were read from the file can be what git made of a merge."""
    old, here, there = (set(lines_of(text or "")) for text in merge)
    in_ours, in_theirs = set(lines_of(ours)), set(lines_of(theirs))
    return (
        # A line that a side moved may be in the other side only.
        here & there <= in_ours | in_theirs <= here | there
        and here - old <= in_ours
        and there - old <= in_theirs
    )


def _blob(folder: Folder, place: str) -> str | None:
    """The profile's text in a commit, tree or stage of the index, None if it is not there."""
    name = profile_file.file_of(folder).name
    content = _run(folder, "cat-file", "blob", f"{place}./{name}")
    if content is None:
        return None
    try:
        return profile_file.decoded(content, "A text of git")
    except ProfileError:
        return None


def _first_line(output: bytes | None) -> str:
    return (output or b"").decode().partition("\n")[0]


def _run(folder: Folder, *words: str) -> bytes | None:
    """The output of a command of git, None if it failed and has none."""
    command = ["git", "-C", str(profile_file.file_of(folder).parent), *words]
    with suppress(OSError, subprocess.SubprocessError):
        ran = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_GIT, check=False
        )
        # `merge-tree` tells by its exit code that another file has a conflict.
        return ran.stdout if ran.returncode == 0 or ran.stdout else None
    return None
