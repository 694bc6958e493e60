"""A throw-away conversation in a temporary folder, all the way: said, logged, learned, known.

It runs the `llm` that is installed, in a process of its own, with a model that answers itself:
no network, no key, and nothing of the user's is touched. See `rehearsal`.
"""

import json
import os
import pty
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from .finding import Finding

PART = "round trip"

_SECONDS = 60.0
_REMEDY = "Run `llm install -U llm llm-user-memory`, and if it stays, report it."


def round_trip() -> Finding:
    """Hold the conversation, and return how far it came."""
    started = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="llm-memory-doctor-") as folder:
            fault = _held(Path(folder))
    except OSError as error:
        what = f"No throw-away conversation could be held: {error}."
        return Finding(PART, "warning", what, f"Look at `df -h {tempfile.gettempdir()}`.")
    if fault:
        return Finding(PART, "wrong", f"A throw-away conversation failed: {fault}", _REMEDY)
    seconds = time.monotonic() - started
    return Finding(PART, "ok", f"what was said came back in the next prompt, in {seconds:.1f} s")


def _held(folder: Path) -> str:
    """Hold it; returns "", or what went wrong."""
    command = [sys.executable, "-m", "llm_user_memory.doctor.rehearsal", str(folder)]
    # Only what is typed at a terminal is learned from.
    master, terminal = pty.openpty()
    try:
        ended = subprocess.run(
            command,
            env=_environment(folder),
            cwd=folder,
            stdin=terminal,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            start_new_session=True,
        )
    except subprocess.TimeoutExpired:
        return f"it did not end within {_SECONDS:.0f} seconds."
    finally:
        os.close(terminal)
        os.close(master)
    try:
        return str(json.loads(ended.stdout)["fault"])
    except (ValueError, KeyError, TypeError):
        last = (ended.stderr.strip() or f"exit code {ended.returncode}").splitlines()[-1]
        return last[:300]


def _environment(folder: Path) -> dict[str, str]:
    """The user's, but for what says how LLM is to work for them, and for their keys."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("LLM_") and not name.upper().endswith(("_API_KEY", "_PROXY"))
    }
    return {
        **kept,
        "LLM_USER_PATH": str(folder / "llm"),
        "LLM_LOAD_PLUGINS": "llm-user-memory",
        "LLM_MEMORY_INJECT": "auto",
        "LLM_MEMORY_PLACEMENT": "prompt",
    }
