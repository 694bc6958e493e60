"""Lets the watcher of a forked `llm` start its workers as forks; see `launcher`.

A worker is a Python process that imports LLM, compiles some hundred regular expressions, and then
works for a tenth of that time. This is for Linux only, where a fork can set the command line that
`ps` shows.
"""

import os
import sys

if (
    sys.platform == "linux"
    and "TESTS_LAUNCHER" in os.environ
    and sys.orig_argv[1:3] == ["-m", "llm_user_memory.daemon.watcher"]
):
    import subprocess
    from pathlib import Path
    from typing import Any

    _Popen = subprocess.Popen

    def _start(command: Any, *rest: Any, **options: Any) -> Any:
        if command[1:3] != ["-m", "llm_user_memory.daemon.worker"]:
            return _Popen(command, *rest, **options)
        sys.path.append(str(Path(__file__).parents[2]))
        try:
            from support import launcher
        finally:
            sys.path.pop()
        return launcher.start_module(os.environ["TESTS_LAUNCHER"], command)

    subprocess.Popen = _start  # type: ignore[misc, assignment]
