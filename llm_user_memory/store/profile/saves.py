"""profile.md as prompts and other programs are given it: what was just saved counts.

The user may have saved it in an editor since the last version, or a synchronised folder may have
brought the save of another machine. `versions` records and merges that, and leaves out what was
forgotten here. Prompts have it done, too, but do not wait: if it cannot be done at once, they are
given only what the file and the newest version have in common.
"""

import os
import sqlite3

from ...errors import MemoryPluginError, ProfileError
from ...settings import Folder
from ..state import Store
from . import file as profile_file
from . import parts

# Seconds that a prompt waits for another process that changes the profile.
_PATIENCE = 0.05


def given(store: Store) -> str:
    """Return the profile, "" if there is none. Raises ProfileError if it cannot be read."""
    return look(store)[0]


def look(store: Store, patience: float = _PATIENCE) -> tuple[str, bool]:
    """Return the profile, and whether the records have all of it. Raises ProfileError, as `given`.

    If they have not after `patience` seconds, it is what the file and the newest version have in
    common.
    """
    text = profile_file.read(store.folder)
    if text is None or _is_recorded(store, text):
        return text or "", True
    found = _recorded(store, patience)
    return (_in_common(store, text), False) if found is None else (found, True)


def _is_recorded(store: Store, text: str) -> bool:
    """Whether the newest version has this text, and no copy has to be merged.

    Before the first version, there is nothing to compare.
    """
    query = "select digest from versions order by n desc limit 1"
    row = store.db.execute(query).fetchone()
    if row is None:
        return True
    return bool(row["digest"] == parts.digest(text.encode())) and not _has_copy(store.folder)


def _has_copy(folder: Folder) -> bool:
    """Whether a conflict copy may be beside the profile, by what the names in `conflicts` share."""
    path = folder.profile  # functions of `os`, as they are faster, and each prompt calls this
    beside, name = os.path.split(os.path.realpath(path) if os.path.islink(path) else path)  # noqa: PTH114
    stem = os.path.splitext(name)[0]  # noqa: PTH122
    begins = (f"{stem}.sync-conflict-", f"{stem}_conflict-", f"{stem} (")
    try:
        found = [each for each in os.listdir(beside) if each.startswith(begins)]  # noqa: PTH208
    except OSError:
        return False
    return any(each.count("-") > 1 for each in found)  # in "profile (1).md" there is no date


def _recorded(store: Store, patience: float) -> str | None:
    """The profile after recording what was saved; None if that cannot be done now."""
    from . import versions  # imported here because prompts seldom follow a save

    try:
        with versions.current(store, patience) as version:
            return version.text
    except (MemoryPluginError, sqlite3.Error, OSError):
        return None


def _in_common(store: Store, text: str) -> str:
    """What a saved text has of the newest version; what is local in either of them is local."""
    from ...profile.document import facts, find_fact, local_texts
    from ...profile.edits import with_local, without_facts
    from . import history

    last = history.latest(store.db)
    known = last.text if last else ""
    try:
        new = [fact for fact in facts(text) if not find_fact(known, fact.text)]
        return with_local(without_facts(text, new), local_texts(known))
    except ProfileError:
        return ""
