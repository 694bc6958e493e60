"""Kills one process of the product with SIGKILL, right before one step of its writing.

Every Python process loads this file first when its folder is on PYTHONPATH. KILL_PROCESS names the
process ("llm", "worker" or "watcher"), KILL_FOLDER the folders to which it writes, with colons
between them, and KILL_STEP, if set, the step, by its number or its name. Each step is appended to
the file KILL_LOG.

A step is an effect that another process can see: a statement that writes to state.db, a change of
a file or of a folder's names, a lock, a signal, a child process. Killing right after a step is not
needed, as that is right before the next one.
"""

import os
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

_FOLDERS = tuple(filter(None, os.environ.get("KILL_FOLDER", "").split(os.pathsep)))
_STEP = os.environ.get("KILL_STEP", "")
_LOG = os.environ.get("KILL_LOG", "")

# Audit events (`sys.addaudithook`) that are a step if one of their files is in one of the folders,
# or is known only by its descriptor; and audit events that always are a step.
_ON_FILES = {"os.rename", "os.link", "os.remove", "os.mkdir", "os.truncate", "os.chmod", "os.utime"}
_ALWAYS = {"subprocess.Popen", "os.kill", "os.killpg", "fcntl.flock", "fcntl.lockf"}
_EXCHANGES = {"renameat2", "renamex_np"}
_UNAUDITED = ("fsync", "pwrite")
_WRITABLE = os.O_WRONLY | os.O_RDWR

_steps = 0


def _is_meant() -> bool:
    words = " ".join(sys.orig_argv)
    start = "-m llm_user_memory.daemon."
    daemons = [name for name in ("worker", "watcher") if f"{start}{name} " in words]
    return os.environ.get("KILL_PROCESS") in (daemons or ["llm"])


def _step(what: str) -> None:
    global _steps
    _steps += 1
    descriptor = os.open(_LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.write(descriptor, f"{what}\n".encode())
    os.close(descriptor)
    if _STEP in (str(_steps), what):
        signal.raise_signal(signal.SIGKILL)


def _audited(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "os.mkdir" and Path(arguments[0]).exists():
        return  # `exist_ok`
    if event in _ALWAYS or (event in _ON_FILES and any(map(_is_ours, arguments[:2]))):
        _step(event)
    elif event == "open":
        path, _mode, flags = arguments
        if flags & _WRITABLE and not isinstance(path, int) and _is_ours(path):
            _step(event)
    elif event == "ctypes.dlsym" and arguments[1] in _EXCHANGES:
        _step(arguments[1])


def _is_ours(path: object) -> bool:
    if isinstance(path, int):
        return path >= 0
    return isinstance(path, str | bytes | os.PathLike) and os.fsdecode(path).startswith(_FOLDERS)


def _connect(path: Any, *arguments: Any, **options: Any) -> sqlite3.Connection:
    db = _sqlite_connect(path, *arguments, **options)
    if _is_ours(path):
        db.set_trace_callback(_executed)
    return db


def _executed(sql: str) -> None:
    sql = " ".join(sql.split())
    is_read = sql.lower().startswith(("select", "--")) or (
        sql.lower().startswith("pragma") and "=" not in sql
    )
    if not is_read:
        _step(sql[:60])


def _audit_too(name: str) -> None:
    function = getattr(os, name)

    def stepping(*arguments: Any, **options: Any) -> Any:
        _step(f"os.{name}")
        return function(*arguments, **options)

    setattr(os, name, stepping)


if _FOLDERS and _is_meant():
    for _name in _UNAUDITED:
        _audit_too(_name)
    _sqlite_connect, sqlite3.connect = sqlite3.connect, _connect
    sys.addaudithook(_audited)
