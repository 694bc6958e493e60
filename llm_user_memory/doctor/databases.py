"""Checks of the databases: LLM's log, state.db, and the search index."""

import shlex
import time
from functools import partial
from pathlib import Path

from .. import logs
from ..errors import LogsError, StateError
from ..recall.index import health as recalled
from ..settings import Folder
from ..store import state
from .finding import Finding, of_error
from .mend import rebuild_state, renew_index

LOG = "log"
STATE = "state.db"
INDEX = "index"


def look_at_log(folder: Folder) -> Finding:
    """Return the finding about LLM's log."""
    path = folder.logs
    if not path.exists():
        return Finding(LOG, "ok", f"{path}, made with LLM's first answer")
    size = path.stat().st_size
    try:
        fault = logs.integrity(path)
    except LogsError as error:
        return of_error(LOG, error)
    if fault:
        what = f"LLM's log is damaged, so LLM cannot rely on it: {fault}."
        return Finding(LOG, "wrong", what, _set_aside(path))
    looked = (
        "whole" if size <= logs.LARGEST_FULL_CHECK else "of which only the newest was looked at"
    )
    return Finding(LOG, "ok", f"{path}, {size / 1_000_000:.1f} MB, {looked}")


def look_at_state(folder: Folder) -> Finding:
    """Return the finding about state.db."""
    if not folder.state.exists():
        return Finding(STATE, "ok", "made with the first prompt")
    try:
        fault = state.integrity(folder)
    except StateError as error:
        return of_error(STATE, error)
    if fault:
        return Finding(
            STATE,
            "wrong",
            f"It is damaged: {fault}. The profile is a file of its own, and not touched.",
            "Run `llm memory doctor --fix`: it is set aside, and built anew around the profile "
            "with what can be read of it.",
            partial(rebuild_state, folder),
        )
    size = folder.state.stat().st_size
    return Finding(STATE, "ok", f"whole, {size / 1_000_000:.1f} MB")


def look_at_index(folder: Folder) -> list[Finding]:
    """Return the finding about the search index; none if there is no index."""
    told = recalled.report(folder)
    if told is None:
        return []
    if fault := told["damaged"] or recalled.damage(folder):
        what = f"It is damaged: {fault}. It holds nothing that is not elsewhere, too."
        remedy = "Run `llm memory reindex`: it is made anew."
        return [Finding(INDEX, "wrong", what, remedy, partial(renew_index, folder))]
    if "passages" not in told:
        return [Finding(INDEX, "ok", "of an older version, and made anew soon")]
    said = [f"whole, {told['passages']:,} passages"]
    said += [f"{told['behind']:,} turns behind"] if told["behind"] else []
    said += [f"by meaning with {told['embedder']}"] if told["embedder"] else []
    return [Finding(INDEX, "ok", ", ".join(said))]


def _set_aside(path: Path) -> str:
    """The remedy: move the log away with its journal, which SQLite would apply to a new log."""
    names = [Path(f"{path}{end}") for end in ("", "-journal", "-wal", "-shm")]
    files = " ".join(shlex.quote(str(name)) for name in names if name.exists())
    aside = shlex.quote(f"{path}.broken-{time.strftime('%Y-%m-%d-%H%M')}")
    return (
        f"Run `mkdir {aside} && mv -- {files} {aside}`: LLM makes a new one then, and what was in "
        "this one may be read with sqlite3's command .recover."
    )
