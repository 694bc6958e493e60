"""A temporary folder for the lifetime of this process, for files that its tests copy."""

import atexit
import shutil
import tempfile
from pathlib import Path


def session_folder() -> Path:
    """Make an empty folder that is deleted when the process ends, even if the home has changed."""
    made = tempfile.mkdtemp(prefix="llm-user-memory-session-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)
