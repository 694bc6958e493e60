"""A file's signature. Comparing two signatures detects a change of the file without reading it.

The watcher loads this module, so it imports nothing large.
"""

import os
from pathlib import Path

Signature = tuple[int, int, int]
"""A file's inode, its size in bytes, and its modification time in nanoseconds."""


def of(path: Path | str, absent: type[OSError] = OSError) -> Signature | None:
    """Return the signature of a file, None if `stat` raises an `absent` error.

    Raises every other OSError.
    """
    try:
        about = os.stat(path)  # noqa: PTH116 - creating a Path for each of many files is slow
    except absent:
        return None
    return about.st_ino, about.st_size, about.st_mtime_ns
