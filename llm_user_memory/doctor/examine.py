"""Runs all checks in order, from the shell function to the last update. Repairs nothing.

The remarks of the module `status` are used, and sorted by part.
"""

import shlex
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from ..errors import ProfileError
from ..learn import schedule
from ..settings import Folder, Settings
from ..shell import shell_without
from ..store.profile import conflicts
from ..store.profile import file as profile_file
from ..text.plurals import counted
from . import clients, databases, files, processes, status
from .finding import Finding, of_error, of_remark
from .repair import restart_daemon, update_shell_function
from .status import Remark

_REMEDIES = {
    schedule.PAUSED: "Run `llm memory resume`.",
    schedule.SWITCHED_OFF: "Run `unset LLM_MEMORY_DISABLED LLM_MEMORY_UPDATES`.",
    schedule.LIMIT_REACHED: "See `llm memory cost`; LLM_MEMORY_DAILY_LIMIT sets it.",
}


def examine(
    folder: Folder, settings: Settings, environ: Mapping[str, str], home: Path, *, active: bool
) -> list[Finding]:
    """Return the findings about each part, in order.

    `active` tells whether this shell has the shell function. Problems are returned, never raised.
    `round_trip` tests whether the parts work together.
    """
    found = status.report_without_state(folder, settings, environ, home)
    findings = [
        *_shell(folder, environ, home, found, active),
        *_settings(found),
        *files.check(folder),
    ]
    if files.is_usable(folder):
        findings += _memory_findings(folder, settings, found)
        findings += _clients(folder, environ, home)
    return findings


def _clients(folder: Folder, environ: Mapping[str, str], home: Path) -> list[Finding]:
    connected, wrong = clients.report(folder, environ, home)
    findings = [
        Finding(
            "programs",
            "warning",
            what,
            remedy,
            partial(clients.connect_again, folder, name, environ, home),
        )
        for name, what, remedy in wrong
    ]
    if connected and not findings:
        names = ", ".join(client["name"] for client in connected)
        findings.append(Finding("programs", "ok", f"connected: {names}"))
    return findings


def _shell(
    folder: Folder, environ: Mapping[str, str], home: Path, found: dict[str, Any], active: bool
) -> list[Finding]:
    findings = [
        of_remark(
            "shell",
            "warning",
            remark,
            partial(update_shell_function, folder, remark.shell, environ, home)
            if remark.shell
            else None,
        )
        for remark in _remarks(found, "notes", "shell")
    ]
    return findings or [_shell_function(found["shell"]["installed"], active)]


def _shell_function(installed: Mapping[str, list[str]], active: bool) -> Finding:
    if active:
        return Finding("shell", "ok", "every prompt typed in this shell has memory")
    if not installed:
        what = "The function is not installed: only `llm -f memory:auto ...` has memory."
        return Finding("shell", "warning", what, "Run `llm memory install-shell`.")
    if other := shell_without(installed):
        what = f"The function is not installed for {other}, in which this was typed."
        return Finding("shell", "warning", what, "Run `llm memory install-shell`.")
    file = next(iter(installed.values()))[0]
    what = "The function is installed, and not active in this shell."
    return Finding(
        "shell", "warning", what, f"Open a new one, or run `source {shlex.quote(file)}`."
    )


def _settings(found: dict[str, Any]) -> list[Finding]:
    findings = []
    for remark in _remarks(found, "notes", "settings"):
        remedy = f"Run `unset {remark.what.split()[0]}`, or set it to what it takes."
        findings.append(Finding("settings", "warning", remark.what, remedy))
    return findings or [Finding("settings", "ok", "every value is understood")]


def _memory_findings(folder: Folder, settings: Settings, found: dict[str, Any]) -> list[Finding]:
    """The findings about the contents of the memory folder, and about LLM's log beside it."""
    log = [*_problems(found, "log"), databases.check_log(folder)]
    state_finding = databases.check_state(folder)
    is_sound = state_finding.state == "ok" and folder.state.exists()
    if is_sound:
        status.add_state_report(found, folder, settings)
    if log[-1].state == "ok":  # otherwise, other problems with the log are only consequences
        log = _problems(found, "log") or log
    return [
        *log,
        *(_problems(found, "state.db") or [state_finding]),
        *_profile(folder, found),
        *(databases.check_index(folder, settings) if settings.search == "sqlite" else []),
        *_daemon(folder, found),
        processes.check_worker(folder),
        *(_learning(folder, found) if "learning" in found else []),
    ]


def _profile(folder: Folder, found: dict[str, Any]) -> list[Finding]:
    if problems := _problems(found, "profile"):
        return [_with_remedy(folder, problem) for problem in problems]
    if "version" in found.get("profile", {}):
        about = found["profile"]
        number = counted(about["facts"], "fact")
        what = f"version {about['version']}, {number}, about {about['tokens']:,} tokens"
        notes = [
            of_remark("profile", "warning", note) for note in _remarks(found, "notes", "profile")
        ]
        notes += [
            Finding("profile", "warning", f"{path.name} cannot be merged.", "Look into it.")
            for path in conflicts.paths(folder)
        ]
        notes += [_of_lookalike(copy.path) for copy in conflicts.lookalikes(folder)]
        return notes or [Finding("profile", "ok", what)]
    try:
        text = profile_file.read(folder)
    except ProfileError as error:
        return [_with_remedy(folder, of_error("profile", error))]
    return [Finding("profile", "ok", "not there yet" if text is None else "can be read")]


def _of_lookalike(path: Path) -> Finding:
    what = f"{path.name} has facts that the profile lacks. It may be a conflict copy of OneDrive, "
    what += "iCloud or Google Drive, which are not merged."
    remedy = f"Look into it; `llm memory import {shlex.quote(str(path))}` adds its facts."
    return Finding("profile", "warning", what, remedy)


def _with_remedy(folder: Folder, problem: Finding) -> Finding:
    """Add a remedy if there is none: the file is not text, and only the user can correct it."""
    if problem.remedy:
        return problem
    profile = shlex.quote(str(folder.profile))
    aside = shlex.quote(f"{folder.profile}.unreadable")
    remedy = f"Correct it, or run `mv -- {profile} {aside}`: its last version is restored then."
    return replace(problem, remedy=remedy)


def _daemon(folder: Folder, found: dict[str, Any]) -> list[Finding]:
    findings = [
        processes.of_outdated_daemon(folder, remark)
        for remark in _remarks(found, "notes", "daemon")
    ]
    findings += [
        of_remark(processes.DAEMON, "warning", remark)
        for remark in _remarks(found, "notes", status.EVENTS)
    ]
    findings += processes.last_logged_error(folder)
    how = processes.check_daemon(folder, found["daemon"])
    return findings if findings and how.state == "ok" else [how, *findings]


def _learning(folder: Folder, found: dict[str, Any]) -> list[Finding]:
    findings = [
        replace(problem, repair=partial(restart_daemon, folder))
        for problem in _problems(found, "learning")
    ]
    learning, turns = found["learning"], found["turns"]
    if not learning["on"]:
        what = f"Nothing is learned: {learning['reason']}."
        findings.append(Finding("learning", "warning", what, _REMEDIES[learning["reason"]]))
    learned = counted(turns["learned"], "turn")
    pending = f"on, {learned} learned from, {turns['pending']:,} pending"
    return [
        *(findings or [Finding("learning", "ok", pending)]),
        *(_problems(found, "updates") or _last_update(found)),
    ]


def _last_update(found: dict[str, Any]) -> list[Finding]:
    if failed := _remarks(found, "notes", "updates"):
        return [of_remark("updates", "warning", remark) for remark in failed]
    went = "the last one went well" if found["last_update"] else "none yet"
    return [Finding("updates", "ok", went)]


def _problems(found: dict[str, Any], part: str) -> list[Finding]:
    return [of_remark(part, "wrong", remark) for remark in _remarks(found, "problems", part)]


def _remarks(found: dict[str, Any], kind: str, part: str) -> list[Remark]:
    return [remark for remark in found[kind] if remark.part == part]
