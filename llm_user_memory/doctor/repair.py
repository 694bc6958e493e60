"""The repairs of `llm memory doctor --fix`. Each is safe, and carries out a finding's remedy."""

import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from .. import shell
from ..daemon import control as daemon
from ..errors import MemoryPluginError
from ..recall.index import db as index_db
from ..recall.index import refresh
from ..settings import Folder
from ..shell import Shell
from ..text.plurals import counted
from .finding import Finding
from .rebuild import rebuild


def repair(findings: Iterable[Finding]) -> tuple[list[str], list[str]]:
    """Carry out the repairs of findings. Return sentences: what was done, and what failed."""
    done, failed = [], []
    for finding in findings:
        if finding.repair is None:
            continue
        try:
            done.append(finding.repair())
        except MemoryPluginError as error:
            failed.append(str(error))
        except OSError as error:
            failed.append(f"{error.filename}: {error.strerror}.")
    return done, failed


def make_private(modes: Mapping[Path, int]) -> str:
    """Set the permissions of files and folders."""
    for path, mode in modes.items():
        with suppress(FileNotFoundError):
            path.chmod(mode)
    verb = "is" if len(modes) == 1 else "are"
    return f"{counted(len(modes), 'file')} {verb} yours alone to read and write."


def update_shell_function(
    folder: Folder, name: Shell, environ: Mapping[str, str], home: Path
) -> str:
    """Write the file with the shell function again. The user's rc files are not changed."""
    for change in shell.plan_install(folder, [name], environ, home, sys.platform):
        if change.memory:
            shell.apply(change)
    return f"The {name} function was updated, for every new shell."


def restart_daemon(folder: Folder) -> str:
    """Replace the running daemon by one with this version and environment."""
    daemon.stop(folder)
    return f"The daemon was restarted (pid {daemon.start(folder)[0].pid})."


def replace_unidentified_daemon(folder: Folder) -> str:
    """Replace a daemon whose pid is unknown. It ends when its lock file is deleted."""
    folder.daemon_lock.unlink(missing_ok=True)
    return f"The daemon was restarted (pid {daemon.start(folder)[0].pid})."


def reset_index(folder: Folder) -> str:
    """Delete a damaged index, so that the daemon builds it again."""
    with refresh.locked_index(folder):
        index_db.delete(folder)
        with index_db.opened(folder):
            pass
    daemon.wake(folder)
    return "The index was deleted, and the daemon rebuilds it."


def rebuild_state(folder: Folder) -> str:
    """Replace a damaged state.db by a new one, while no daemon runs. See `rebuild`."""
    daemon.stop(folder)
    done = rebuild(folder)
    daemon.wake(folder)
    return done
