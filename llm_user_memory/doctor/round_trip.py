"""A test conversation in a temporary folder: typed, logged, learned from, and used in a prompt.

It runs the installed `llm` in a separate process, `rehearsal`, with a scripted model. It needs
neither network nor key, and none of the user's files.
"""

import json
import os
import pty
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ..learn.backfill import temporary
from .finding import Finding

PART = "round trip"

_SECONDS = 60.0
_REMEDY = "Run `llm install -U llm llm-user-memory`, and if it stays, report it."


def round_trip() -> Finding:
    """Hold the conversation, and return the finding: "ok", or which step failed."""
    started = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="llm-memory-doctor-") as folder:
            fault = _hold_conversation(Path(folder))
    except OSError as error:
        what = f"No test conversation could be held: {error}."
        return Finding(
            PART, "warning", what, f"Look at `df -h {shlex.quote(str(temporary.place()))}`."
        )
    if fault:
        return Finding(PART, "wrong", f"A test conversation failed: {fault}", _REMEDY)
    seconds = time.monotonic() - started
    what = f"a test conversation was learned from, and given to a prompt, in {seconds:.1f} s"
    return Finding(PART, "ok", what)


def _hold_conversation(folder: Path) -> str:
    """Hold the test conversation in `folder`. Return "", or what went wrong."""
    command = [sys.executable, "-m", "llm_user_memory.doctor.rehearsal", str(folder)]
    # A pseudo-terminal, because only what is typed at a terminal is learned from.
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
    """The user's environment without settings of LLM, API keys and proxies."""
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
