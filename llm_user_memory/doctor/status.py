"""The report of `llm memory status`: whether memory is on, and whether it works. Does not print."""

import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import notes, shell
from ..daemon import control as daemon
from ..errors import MemoryPluginError
from ..learn import schedule
from ..model import installed, location
from ..profile import render
from ..profile.document import facts
from ..profile.estimate import tokens
from ..profile.split import split
from ..recall.index import health as recalled
from ..recall.index.files import told_of_cut
from ..settings import Folder, Settings
from ..shell import Shell
from ..store import ledger, model_places, profiles, review_queue, state, updates
from ..store.profile import file as profile_file
from ..store.profile import versions
from ..store.state import Store
from ..text.plurals import counted
from . import clients

# Seconds after which an overdue conversation is a problem. Until then, a worker may be busy with
# another conversation, for as long as the watcher allows.
OVERDUE = 900.0

# The part of a remark about what the daemon has to poll.
EVENTS = "events"


@dataclass(frozen=True)
class Remark:
    """A problem that keeps memory from working, or a note about the installation.

    `part` names the part of the installation, `remedy` is a sentence with the command to run, and
    `shell` is the shell, if the remark is about one.
    """

    part: str
    what: str
    remedy: str = ""
    shell: Shell | None = None

    def __str__(self) -> str:
        return " ".join(filter(None, (self.what, self.remedy)))


def report(
    folder: Folder, settings: Settings, environ: Mapping[str, str], home: Path
) -> dict[str, Any]:
    """Return the report, with the keys that are documented for `status --json`.

    `problems` lists what keeps memory from working, as sentences with their remedies; `healthy` is
    whether that list is empty. `notes` lists other remarks. Errors are not raised, but reported as
    problems.
    """
    found = report_without_state(folder, settings, environ, home)
    add_state_report(found, folder, settings)
    add_clients(found, folder, environ, home)
    found["healthy"] = not found["problems"]
    for remarks in ("problems", "notes"):
        found[remarks] = [str(remark) for remark in found[remarks]]
    return found


def add_clients(
    found: dict[str, Any], folder: Folder, environ: Mapping[str, str], home: Path
) -> None:
    """Add the connected programs, and notes on those whose configuration no longer works."""
    found["clients"], wrong = clients.report(folder, environ, home)
    found["notes"] += [Remark("programs", what, remedy) for _, what, remedy in wrong]


def report_without_state(
    folder: Folder, settings: Settings, environ: Mapping[str, str], home: Path
) -> dict[str, Any]:
    """Return the part of the report that does not need state.db.

    `problems` and `notes` are lists of Remark here.
    """
    found: dict[str, Any] = {"healthy": True, "problems": [], "notes": []}
    found["shell"] = _shell(folder, environ, home, found["notes"])
    try:
        found["daemon"] = _daemon(folder, settings, found)
    except OSError as error:
        found["daemon"] = {"running": False}
        closed = f"{folder.path} cannot be looked into: {error.strerror}."
        found["problems"].append(Remark("folder", closed, "Run `llm memory doctor`."))
    found["settings"] = _as_dict(settings)
    found["notes"] += [Remark("settings", _told(*each)) for each in settings.problems]
    if (folder.path.parent / "logs-off").exists():
        off = "LLM logs nothing, so nothing can be learned."
        found["problems"].append(Remark("log", off, "Run `llm logs on`."))
    return found


def _told(variable: str, value: str, expected: str, instead: str) -> str:
    return f"{variable} is “{value}”, which is not {expected}; {instead}."


def default_model(settings: Settings) -> dict[str, Any]:
    """Return LLM's default model: its name, where it runs, and what it may be told."""
    name = installed.default_model()
    try:
        place = location.of_names([name])[name]
    except MemoryPluginError:  # a plugin of LLM cannot be loaded
        place = "unknown"
    local = place == "here" or settings.learned_locally == "any"
    return {"name": name, "place": place, "told_local_facts": local}


def add_state_report(found: dict[str, Any], folder: Folder, settings: Settings) -> None:
    """Add the part of the report that needs state.db to that of `report_without_state`."""
    try:
        with state.opened(folder) as store:
            _add_from_store(found, store, settings)
    except MemoryPluginError as error:
        found["problems"].append(_remark("state.db", error))
    found.setdefault("profile", {"path": str(folder.profile)})
    found["profile"]["name"] = folder.name or profiles.DEFAULT


def _remark(part: str, error: MemoryPluginError) -> Remark:
    return Remark(part, " ".join(filter(None, (error.what, error.untouched))), error.remedy)


def _add_from_store(found: dict[str, Any], store: Store, settings: Settings) -> None:
    now = time.time()
    try:
        ledger.ingest(store, now)
    except MemoryPluginError as error:
        found["problems"].append(_remark("log", error))
    reason, until = schedule.hindrance(store, settings, now)
    found["learning"] = {"on": not reason, "reason": reason, "until": until, "retry_at": None}
    found["turns"] = _turns(store.db)
    pending = ledger.pending(store.db, settings.update_interval, now, model=settings.model)
    found["turns"]["ready_at"] = pending[0].ready_at if pending else None
    if pending and not reason and now - pending[0].ready_at > OVERDUE:
        late = now - pending[0].ready_at
        since = (
            counted(round(late / 3600), "hour")
            if late >= 2 * 3600
            else counted(round(late / 60), "minute")
        )
        found["problems"].append(
            Remark(
                "learning",
                f"A conversation has been ready to be learned from for {since}.",
                "Run `llm memory update` and see what it says, and `llm memory daemon log`.",
            )
        )
    _add_withheld(found, store, settings)
    found["index"] = _index(found, store.folder, settings)
    found["last_update"] = _update(store.db, updates.newest(store.db, "done"))
    _add_error(found, store.db)
    _add_profile(found, store, settings.profile_tokens)


def _add_withheld(found: dict[str, Any], store: Store, settings: Settings) -> None:
    """Add the number of conversations that may not be shown to the model that learns."""
    withheld = model_places.withheld(store.db, settings.model)
    found["turns"]["withheld"] = withheld
    if withheld:
        verb = "waits" if withheld == 1 else "wait"
        found["notes"].append(
            Remark(
                "learning",
                f"{counted(withheld, 'conversation')} that may not leave this machine {verb}: "
                f"{settings.model or 'the model'} may be elsewhere.",
                "Set LLM_MEMORY_MODEL to a model on this machine, or "
                "LLM_MEMORY_LEARNED_LOCALLY=any.",
            )
        )


def _index(found: dict[str, Any], folder: Folder, settings: Settings) -> dict[str, Any] | None:
    if settings.search != "sqlite" or not (about := recalled.report(folder)):
        return None
    if about["damaged"]:
        what = f"The index of what was said is damaged: {about['damaged']}"
        found["problems"].append(Remark("index", what, "Run `llm memory reindex`."))
    if about["unusable"]:
        found["problems"].append(Remark("index", about["unusable"]))
    if cut := about.get("cut"):
        found["notes"].append(Remark("index", told_of_cut(cut), "Split what is larger."))
    return about


def _turns(db: sqlite3.Connection) -> dict[str, Any]:
    totals = ledger.totals(db)
    totals["given_up"] = totals.pop("given up")
    reasons = {
        outcome: {reason: turns for was, reason, turns in ledger.counts(db) if was == outcome}
        for outcome in ("skipped", "given up")
    }
    return {
        **totals,
        "skipped_because": reasons["skipped"],
        "given_up_because": reasons["given up"],
    }


def _update(db: sqlite3.Connection, update: updates.Update | None) -> dict[str, Any] | None:
    if update is None:
        return None
    return {
        "ended": update.ended,
        "conversation": update.thread_id,
        "model": update.model,
        "input_tokens": update.input_tokens,
        "output_tokens": update.output_tokens,
        "edits": updates.edit_counts(db, update.id),
    }


def _add_error(found: dict[str, Any], db: sqlite3.Connection) -> None:
    """Add the last failed update, and a remark unless an update succeeded since.

    It is a problem if only the user can end it. Else it is tried again by itself, at `retry_at`.
    """
    failed = updates.newest(db, "failed", "given up", automatic_only=True)
    found["last_error"] = failed and {
        "ended": failed.ended,
        "conversation": failed.thread_id,
        "model": failed.model,
        "error": failed.error,
        "retry_at": failed.retry_at,
    }
    done = updates.newest(db, "done", automatic_only=True)
    if failed and (done is None or failed.id > done.id):
        if failed.retry_at is None:
            then = "`llm memory update --retry` tries again."
        else:
            then = "It is tried again later by itself; `llm memory update` tries now."
        what = f"The last update failed: {failed.error.rstrip('.')}."
        resolves = failed.retry_at is not None and not failed.needs_user
        found["notes" if resolves else "problems"].append(Remark("updates", what, then))
        found["learning"]["retry_at"] = failed.retry_at if resolves else None


def _add_profile(found: dict[str, Any], store: Store, budget: int) -> None:
    try:
        version = versions.read(store)
    except MemoryPluginError as error:
        found["profile"] = {"path": str(store.folder.profile)}
        found["problems"].append(_remark("profile", error))
        return
    text = version.text
    edits = review_queue.open_edits(store.db, text)
    found["waiting"] = len(edits) + notes.number_waiting(store)
    if found["waiting"]:
        verb = "waits" if found["waiting"] == 1 else "wait"
        found["notes"].append(
            Remark(
                "review",
                f"{counted(found['waiting'], 'thing')} {verb} for you to decide:",
                "`llm memory review`.",
            )
        )
    active, archived = split(text)
    found["profile"] = {
        "path": str(store.folder.profile),
        "version": version.n,
        "facts": len(facts(active)),
        "archived": len(facts(archived)),
        "characters": len(active),
        "tokens": tokens(active),
    }
    _add_size(found, text)
    if render.is_too_large(active):
        what = "It goes into no prompt, and nothing is learned."
        found["problems"].append(Remark("profile", what, render.TOO_LARGE))
    elif 0 < budget < tokens(active):
        found["notes"].append(
            Remark(
                "profile",
                f"Prompts have about {tokens(active):,} tokens of profile, more than "
                f"LLM_MEMORY_PROFILE_TOKENS, {budget:,}: lines that you wrote or pinned are never "
                "archived, and learned facts make room with the next conversation.",
            )
        )


def _add_size(found: dict[str, Any], text: str) -> None:
    """Add a remark if the profile has four fifths of its largest size or more."""
    size, most = profile_file.size_of(text), profile_file.LARGEST
    if profile_file.is_full(text):
        what = "Nothing more is learned, and no model is asked."
        found["problems"].append(Remark("profile", what, profile_file.FULL))
    elif size >= most * 0.8:
        what = (
            f"The profile and its archive have {size / 1_000_000:.1f} MB. Nothing is learned any "
            f"more at {most / 1_000_000:.1f} MB."
        )
        found["notes"].append(
            Remark("profile", what, "Remove lines of the archive with `llm memory edit`.")
        )


def _shell(
    folder: Folder, environ: Mapping[str, str], home: Path, notes: list[Remark]
) -> dict[str, Any]:
    installed = shell.installed(folder, environ, home)
    for found in installed:
        if found.files and found.copy != "current":
            notes.append(
                Remark(
                    "shell",
                    f"The {found.shell} function is {found.copy}.",
                    f"Run `llm memory install-shell --shell {found.shell}`.",
                    found.shell,
                )
            )
        notes.extend(
            Remark(
                "shell",
                f"{file} has the function of llm-user-memory 0.1 at line {line}, which breaks "
                "other commands of llm.",
                "Run `command llm memory install-shell`.",
            )
            for file, line in found.legacy
        )
    return {
        "installed": {
            found.shell: [str(file) for file in found.files] for found in installed if found.files
        }
    }


def _daemon(folder: Folder, settings: Settings, report: dict[str, Any]) -> dict[str, Any]:
    found = daemon.running(folder)
    if found is None:
        return {"running": False}
    is_suspended = daemon.is_suspended(found.pid)
    if is_suspended:
        what = f"The daemon (pid {found.pid}) is suspended, so that nothing is learned."
        report["problems"].append(Remark("daemon", what, "Run `llm memory daemon restart`."))
    here = _as_dict(settings)
    different = {
        name: value for name, value in found.settings.items() if here.get(name, value) != value
    }
    if not found.is_current:
        report["notes"].append(
            Remark(
                "daemon",
                "The daemon has an older version or other settings or keys than this shell; the "
                "next prompt here replaces it.",
            )
        )
    if found.polled:
        report["notes"].append(_polling(found.polled))
    return {
        "running": True,
        "pid": found.pid,
        "started": found.started,
        "version": found.version,
        "watching": found.watching,
        "polled": list(found.polled),
        "suspended": is_suspended,
        "current": found.is_current,
        "settings_that_differ": different,
    }


def _polling(paths: Sequence[str]) -> Remark:
    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    return Remark(
        EVENTS,
        f"The system does not tell the daemon of all changes in {paths[0]}{more}, so it looks by "
        "itself: at LLM's log every 5 seconds, at what is indexed every minute or less often.",
        "`llm memory daemon log` says why; Linux has the limits fs.inotify.max_user_watches and "
        "fs.inotify.max_user_instances.",
    )


def _as_dict(settings: Settings) -> dict[str, Any]:
    plain = settings._asdict()
    del plain["problems"]
    return plain
