"""Concurrent saves by other machines in a synchronized memory folder: finding and merging them.

Syncthing, Dropbox, Nextcloud and others leave such a save as a conflict copy beside the profile,
git as conflict markers in it. It is a save by the user, but on a machine that may know neither our
newest facts nor what was forgotten here. So a fact counts as deleted only if the other machine had
it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from ...errors import ProfileError
from ...profile.comparison import common
from ...profile.document import STANDARD_SECTIONS, Fact, facts, find_fact, lines_of
from ...profile.edits import Edit, apply_edit, without_facts
from ...profile.merge import merge
from ...settings import Folder
from .. import forgotten
from ..state import Store
from . import file as profile_file
from . import history, merge_base
from .history import CONFLICT, SAVED, Version
from .merge_base import fact_key, fact_keys

# Git's conflict markers, and which may follow which. Between them are our lines, optionally the
# lines of the common ancestor, and the other side's lines.
_MARK = re.compile(r"(<{7}|\|{7}|={7}|>{7})(?:[ \t].*)?\r?\n?$")
_FOLLOWS = {"": "<", "<": "|=", "|": "=", "=": ">"}


# What the names of conflict copies have between the profile's name and its ending. Syncthing:
# "profile.sync-conflict-20261121-123456-ABCDEFG.md", in older versions without the other machine's
# id. Nextcloud and ownCloud: "profile (conflicted copy 2026-11-21 123456).md", earlier
# "profile_conflict-20261121-123456.md". Dropbox, in its user's language: "profile (Ana's conflicted
# copy 2026-11-21).md". Seafile: "profile (SFConflict ana@example.com 2026-11-21-12-34-56).md".
_WORDS = "conflict|konflikt|conflit|conflitto|conflito|конфликт|冲突|衝突|競合"
_NAMES = (
    r"\.sync-conflict-\d{8}-\d{6}(?:-\w+)?",
    r"_conflict-\d{8}-\d{6}",
    rf" \((?=.*(?:{_WORDS}))[^/]*\d{{4}}-\d\d-\d\d[^/]*\)",
)


class Copy(NamedTuple):
    """A conflict copy of a sync program. `at` is when it was saved, in seconds since 1970."""

    path: Path
    text: str
    at: float

    def remove(self) -> None:
        """Remove the file if its content is unchanged since it was read.

        If it stays, the next merge recognizes its text as a recorded version.
        """
        with suppress(OSError):
            if self.path.read_bytes() == self.text.encode():
                self.path.unlink()


def paths(folder: Folder) -> list[Path]:
    """Return the paths of all conflict copies beside the profile, in the order of their names."""
    profile = profile_file.file_of(folder)
    stem, ending = re.escape(profile.stem), re.escape(profile.suffix)
    name = re.compile(rf"{stem}(?:{'|'.join(_NAMES)}){ending}", re.I)
    with suppress(OSError):
        beside = [path for path in profile.parent.iterdir() if path.name.startswith(profile.stem)]
        return sorted(path for path in beside if name.fullmatch(normalize("NFC", path.name)))
    return []


def lookalikes(folder: Folder) -> list[Copy]:
    """Return what may be a conflict copy, or a copy that the user made, as its name does not tell.

    OneDrive names one "profile-LAPTOP.md", iCloud "profile 2.md", Google Drive "profile (1).md".
    Only those are returned that have facts which the profile lacks.
    """
    profile, known = profile_file.file_of(folder), paths(folder)
    begins = (f"{profile.stem}-", f"{profile.stem} ")
    had = fact_keys(profile_file.read(folder) or "")
    found = list[Path]()
    with suppress(OSError):
        found = sorted(path for path in profile.parent.iterdir() if path.name.startswith(begins))
    wanted = [path for path in found if path.suffix == profile.suffix and path not in known]
    return [copy for copy in _read(wanted) if not fact_keys(copy.text) <= had]


def copies(folder: Folder) -> list[Copy]:
    """Return the conflict copies that can be merged.

    Skipped are files that are unreadable, too large, not text, or contain conflict markers.
    """
    return list(_read(paths(folder)))


def sides(text: str) -> tuple[str, str] | None:
    """Return (our text, their text) of a text with git's conflict markers.

    Returns None if there are no markers, or if they are incomplete.
    """
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


def brought_back(store: Store, last: Version, text: str, *, is_committed: bool) -> list[Fact]:
    """Return the facts of a saved text that were forgotten here, if the profile is synchronised.

    These are facts that `last`, the last version, lacks. `is_committed` is whether git has the
    text. A user who types a forgotten fact again wants it back. But a synchronised text may be from
    a machine that did not know that the fact was forgotten. Then only a command brings it back, or
    a save that restores the version before, as when a line is cut and pasted.
    """
    new = [fact for fact in facts(text) if not find_fact(last.text, fact.text)]
    if not new:
        return []
    forgotten_here = forgotten.load(store.db)
    back = [fact for fact in new if forgotten_here.fact(fact.text)]
    if not back:
        return []
    if not is_committed and not _is_synchronised(store):
        return []
    before = history.preceding(store.db, last) if last.note == SAVED else None
    return [] if before and fact_keys(before.text) == fact_keys(text) else back


def _is_synchronised(store: Store) -> bool:
    """Tell whether another machine's text was ever merged, or Syncthing manages the folder."""
    if history.has_note(store.db, CONFLICT):
        return True
    parents = profile_file.file_of(store.folder).parents
    return any((folder / ".stfolder").exists() for folder in parents)


def combined(
    recent: Sequence[Version], side: str, ours: str, base: str | None = None
) -> tuple[str, str]:
    """Merge another machine's text `side` with `ours`; returns (the merge base, the merged text).

    A fact that only one side has is kept if it is not in the merge base. If it is, the other side
    deleted it, and it is dropped. If `base` is None, it is searched among the versions `recent`,
    the newest first.
    """
    if base is None:
        known = merge_base.for_remote_save(recent, side)
        base = known.text if known else common(side, ours)
    before, here, there = map(fact_keys, (base, ours, side))
    kept = ((here | there) - before) | (here & there)
    merged = _limited(merge(base, side, ours), kept, ours, side)
    missing = kept - fact_keys(merged)
    for fact in sorted([*facts(ours), *facts(side)], key=lambda fact: not fact.local):
        if fact_key(fact) in missing:
            # Adding fails if a code block is open. The fact is not lost: the side's text is
            # recorded.
            with suppress(ProfileError):
                home = fact.section or STANDARD_SECTIONS[0]
                merged = apply_edit(merged, Edit("add", home, new=fact.written))
                missing -= fact_keys(merged)
    return base, merged


def without_repeats(merged: str, *sides: str) -> str:
    """Return a merged text without facts that it has more often than either side.

    A fact that both sides added, and only one of them marked, would be in it twice.
    """
    return _limited(merged, fact_keys(merged), *sides)


def _read(found: Sequence[Path]) -> Iterator[Copy]:
    for path in found:
        with suppress(OSError, ProfileError):
            if path.is_file():
                with path.open("rb") as file:
                    content = file.read(profile_file.LARGEST + 1)
                text = profile_file.decoded(content, path)
                if sides(text) is None and len(content) <= profile_file.MOST_MERGED:
                    yield Copy(path, text, path.stat().st_mtime)


def _limited(merged: str, kept: set[str], *sides: str) -> str:
    """The merged text, reduced to the facts in `kept`, without duplicates from merging."""
    left: Counter[str] = Counter()
    for side in sides:
        left |= Counter(key for key in map(fact_key, facts(side)) if key in kept)
    surplus: list[Fact] = []
    for fact in sorted(facts(merged), key=lambda fact: not fact.marks):
        left[fact_key(fact)] -= 1
        if left[fact_key(fact)] < 0:
            surplus.append(fact)
    return without_facts(merged, surplus)
