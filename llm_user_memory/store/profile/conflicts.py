"""What a synchronised memory folder brings: saves that other machines made at the same time.

Syncthing leaves them beside the profile, git between its marks in it. Each is a save of the
user's, but of a machine that may know neither our newest facts nor what we forgot: so nothing
is taken for deleted that the other machine may never have seen.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ...errors import ProfileError
from ...profile.document import (
    STANDARD_SECTIONS,
    Edit,
    Fact,
    apply_edit,
    facts,
    lines_of,
    without_facts,
)
from ...profile.merge import common, merge
from ...settings import Folder
from . import file as profile_file
from . import merge_base
from .history import Version
from .merge_base import fact_key, fact_keys

# Bytes: with what it is merged into it must still be a profile.
_LARGEST = profile_file.LARGEST // 4

# Each mark ends what the one before it began: ours, what both began as, theirs.
_MARK = re.compile(r"(<{7}|\|{7}|={7}|>{7})(?:[ \t].*)?\r?\n?$")
_FOLLOWS = {"": "<", "<": "|=", "|": "=", "=": ">"}


class Copy(NamedTuple):
    """A conflict copy that Syncthing left, its text, and when it was saved."""

    path: Path
    text: str
    at: float

    def remove(self) -> None:
        """Remove the file, if it still is what was read; one that stays is known next time."""
        with suppress(OSError):
            if self.path.read_bytes() == self.text.encode():
                self.path.unlink()


def paths(folder: Folder) -> list[Path]:
    """Return the conflict copies beside the profile, the oldest first, unreadable ones too.

    Syncthing names them `profile.sync-conflict-20261121-123456-ABCDEFG.md`, older versions
    of it without the machine that the save came from.
    """
    profile = profile_file.file_of(folder)
    stem, ending = re.escape(profile.stem), re.escape(profile.suffix)
    name = re.compile(rf"{stem}\.sync-conflict-\d{{8}}-\d{{6}}(?:-\w+)?{ending}")
    with suppress(OSError):
        return sorted(path for path in profile.parent.iterdir() if name.fullmatch(path.name))
    return []


def copies(folder: Folder) -> list[Copy]:
    """Return the conflict copies that are profiles; what else is named like one is left alone."""
    return list(_read(paths(folder)))


def sides(text: str) -> tuple[str, str] | None:
    """Return what git found on either side of a conflict, None where its marks are not whole."""
    ours: list[str] = []
    theirs: list[str] = []
    last = ""
    for line in lines_of(text):
        mark = (found := _MARK.match(line)) and found[1][0]
        if mark and mark in _FOLLOWS[last]:
            last = "" if mark == ">" else mark
        elif mark and mark in "<|>":
            return None
        else:
            ours += [line] if last in ("", "<") else []
            theirs += [line] if last in ("", "=") else []
    return None if last or ours == theirs == lines_of(text) else ("".join(ours), "".join(theirs))


def combined(recent: Sequence[Version], side: str, ours: str) -> tuple[str, str]:
    """Return (what the other machine's text began as, both texts merged).

    No fact of either is lost, unless it was in the first and one of the two has dropped it;
    and what one has dropped does not come back.
    """
    known = merge_base.for_remote_save(recent, side)
    base = known.text if known else common(side, ours)
    before, here, there = map(fact_keys, (base, ours, side))
    kept = ((here | there) - before) | (here & there)
    merged = _limited(merge(base, side, ours), kept, ours, side)
    for fact in [*facts(ours), *facts(side)]:
        if fact_key(fact) in kept - fact_keys(merged):
            # Where a code fence was left open nothing can be added; the text is on record.
            with suppress(ProfileError):
                home = fact.section or STANDARD_SECTIONS[0]
                merged = apply_edit(merged, Edit("add", home, new=fact.text))
    return base, merged


def _read(found: Sequence[Path]) -> Iterator[Copy]:
    for path in found:
        with suppress(OSError, ProfileError):
            if path.is_file():
                with path.open("rb") as file:
                    content = file.read(profile_file.LARGEST + 1)
                text = profile_file.decoded(content, path)
                if sides(text) is None and len(content) <= _LARGEST:
                    yield Copy(path, text, path.stat().st_mtime)


def _limited(merged: str, kept: set[str], *sides: str) -> str:
    """The merged text with no other facts, and none more often than a side has it."""
    left: Counter[str] = Counter()
    for side in sides:
        left |= Counter(key for key in map(fact_key, facts(side)) if key in kept)
    surplus: list[Fact] = []
    for fact in facts(merged):
        left[fact_key(fact)] -= 1
        if left[fact_key(fact)] < 0:
            surplus.append(fact)
    return without_facts(merged, surplus)
