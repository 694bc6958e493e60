"""A file's signature, by which a change of the file is told without reading it.

The watcher loads this: it imports nothing that is large.
"""

import os
from pathlib import Path

Signature = tuple[int, int, int]
"""A file's inode, size and time of change in nanoseconds."""


def of(path: Path | str, absent: type[OSError] = OSError) -> Signature | None:
    """Return the signature of a file, None where looking at it fails with an error of `absent`.

    Raises the other OSErrors.
    """
    try:
        about = os.stat(path)  # noqa: PTH116 - a Path for each of many files is dear
    except absent:
        return None
    return about.st_ino, about.st_size, about.st_mtime_ns
