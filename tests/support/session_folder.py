"""A folder that lasts as long as this process, for what its tests copy."""

import atexit
import shutil
import tempfile
from pathlib import Path


def session_folder() -> Path:
    """Make an empty folder, which is deleted when the process ends; the home may change before."""
    made = tempfile.mkdtemp(prefix="llm-user-memory-session-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)
