"""Checks of the databases: LLM's log, state.db, and the search index."""

import shlex
import time
from functools import partial
from pathlib import Path

from ..errors import LogsError, StateError
from ..logs import check
from ..recall.embedder import NONE as NO_EMBEDDER
from ..recall.index import health as recalled
from ..settings import Folder, Settings
from ..store import state
from ..text.plurals import counted
from .finding import Finding, of_error
from .repair import rebuild_state, reset_index

LOG = "log"
STATE = "state.db"
INDEX = "index"


def check_log(folder: Folder) -> Finding:
    """Return the finding about LLM's log."""
    path = folder.logs
    if not path.exists():
        return Finding(LOG, "ok", f"{path}, created with LLM's first answer")
    size = path.stat().st_size
    try:
        fault = check.integrity(path)
    except LogsError as error:
        return of_error(LOG, error)
    if fault:
        what = f"LLM's log is damaged, so LLM cannot rely on it: {fault}."
        return Finding(LOG, "wrong", what, _set_aside(path))
    checked = "intact" if size <= check.LARGEST_FULL_CHECK else "only its newest rows were checked"
    return Finding(LOG, "ok", f"{path}, {size / 1_000_000:.1f} MB, {checked}")


def check_state(folder: Folder) -> Finding:
    """Return the finding about state.db."""
    if not folder.state.exists():
        return Finding(STATE, "ok", "created with the first prompt")
    try:
        fault = state.integrity(folder)
    except StateError as error:
        return of_error(STATE, error)
    if fault:
        return Finding(
            STATE,
            "wrong",
            f"It is damaged: {fault}. The profile is a separate file, and not touched.",
            "Run `llm memory doctor --fix`: it is renamed, and rebuilt from the profile and what "
            "can still be read of it.",
            partial(rebuild_state, folder),
        )
    size = folder.state.stat().st_size
    return Finding(STATE, "ok", f"intact, {size / 1_000_000:.1f} MB")


def check_index(folder: Folder, settings: Settings) -> list[Finding]:
    """Return the finding about the search index; none if there is no index."""
    found = recalled.report(folder)
    if found is None:
        return []
    if found["unusable"]:
        return [Finding(INDEX, "wrong", found["unusable"])]
    if fault := found["damaged"] or recalled.damage(folder):
        what = f"It is damaged: {fault}. It holds nothing that is not stored elsewhere, too."
        remedy = "Run `llm memory reindex`: it is rebuilt."
        return [Finding(INDEX, "wrong", what, remedy, partial(reset_index, folder))]
    if "passages" not in found:
        return [Finding(INDEX, "ok", "of an older version, and rebuilt soon")]
    said = [f"intact, {counted(found['passages'], 'passage')}"]
    said += [f"{found['behind']:,} turns behind"] if found["behind"] else []
    if settings.embedder == NO_EMBEDDER:
        said.append("searched by words alone, as LLM_MEMORY_EMBEDDER is “none”")
    elif found["embedder"]:
        said.append(f"searched by meaning with {found['embedder']}")
    return [Finding(INDEX, "ok", ", ".join(said))]


def _set_aside(path: Path) -> str:
    """The remedy: move the log away with its journal, which SQLite would apply to a new log."""
    names = [Path(f"{path}{end}") for end in ("", "-journal", "-wal", "-shm")]
    files = " ".join(shlex.quote(str(name)) for name in names if name.exists())
    aside = shlex.quote(f"{path}.broken-{time.strftime('%Y-%m-%d-%H%M')}")
    return (
        f"Run `mkdir {aside} && mv -- {files} {aside}`: LLM creates a new one then, and sqlite3's "
        "command .recover may read what was in this one."
    )
