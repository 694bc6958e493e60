"""Files that were changed or deleted since they were indexed.

A prompt does not update the index. A line of a note may have got the mark ` #local` since, or be
gone. So what the index has of such a file goes to no model before the file is read again.
"""

import json
import os
import re
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path

from . import db as index_db
from .db import EXPORTS, PROGRAMS

# A `file_states.State`, of which only the first fields are needed: prompts load this module.
_STATE = "select state from documents where kind = ? and key = ?"


def test_of(db: sqlite3.Connection) -> Callable[[str, str], bool]:
    """Return a function that tells whether the file of a document, by kind and key, is stale.

    A conversation of another program grows, so its file is stale only if it is gone. A file on a
    disk that is not there is not.
    """

    @cache
    def is_stale(kind: str, key: str) -> bool:
        if kind in EXPORTS:  # a conversation in it is a document of its own
            key = key.partition(index_db.within("", f"{kind}:"))[0]
        row = db.execute(_STATE, (kind, key)).fetchone()
        if row is None or not row["state"]:
            return False
        size, changed, inode, _digest, root = json.loads(row["state"])[:5]
        try:
            about = os.stat(_path_of(key))  # noqa: PTH116 - Path takes no bytes
        except (FileNotFoundError, NotADirectoryError):
            return is_there(root)
        except OSError:
            return False
        now = (about.st_size, about.st_mtime_ns, about.st_ino)
        return kind not in PROGRAMS and now != (size, changed, inode)

    @cache
    def is_there(root: str) -> bool:
        from . import file_scan  # imported here because few files are gone

        devices = json.loads(index_db.get(db, index_db.ROOTS) or "{}")
        return bool(devices.get(root) == file_scan.device_of(Path(root)))

    return is_stale


def _path_of(key: str) -> bytes:
    """The path of the file of a document's key: see `file_scan.FoundFile.key`."""
    path = os.fsencode(key)
    if b"\\x" not in path or os.path.lexists(path):
        return path
    return re.sub(rb"\\x([89a-f][0-9a-f])", lambda found: bytes([int(found[1], 16)]), path)
