"""The command `status`: it prints whether memory is on, and whether it works."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ..doctor import status as doctor_status
from ..learn.schedule import as_clause
from ..settings import Settings, read_settings
from ..shell import shell_without
from ..store import profiles
from ..text.controls import visible
from ..text.plurals import counted
from .base import day, examined_profile, json_option, memory, moment, span
from .output import echo, echo_json, for_profile, styled, wrapped

# The columns for the names of paragraphs.
_INDENT = 13

# The lines of a small terminal. What does not fit into them is printed with --all.
_LINES = 24

# The numbers of settings to try to print without --all, until they leave enough room.
_MOST_SETTINGS = (5, 3, 1, 0)

_NOT_LEARNED = {"skipped_because": "skipped", "given_up_because": "given up"}


@memory.command()
@click.option("--all", "everything", is_flag=True, help="Print all details and settings")
@json_option
@click.pass_context
def status(ctx: click.Context, everything: bool, as_json: bool) -> None:
    """
    Show whether memory is on, and whether it works

    The exit code is 0 when memory works, also while learning is paused, while an update
    that failed waits to be tried again by itself, or when the daemon has stopped because it
    was idle. The exit code is 1 when something keeps memory from working. Such problems
    are printed first, each with what to do about it. Settings are printed if they differ
    from the defaults, or with --all.
    """
    found = report(ctx)
    if as_json:
        echo_json(found)
    else:
        _print(found, everything)
    ctx.exit(0 if found["healthy"] else 1)


def report(ctx: click.Context) -> dict[str, Any]:
    """Return the report of the command's profile, as `status --json` prints it."""
    choice = examined_profile()
    settings = read_settings()
    found = doctor_status.report(choice.folder, settings, os.environ, Path.home())
    found["profile"]["chosen_by"] = choice.by
    if choice.ignored:
        found["notes"].append(
            f"{choice.ignored} chooses no profile before `llm memory profiles allow`."
        )
    found["default_model"] = doctor_status.default_model(settings)
    for remarks in ("problems", "notes"):
        found[remarks] = [for_profile(remark) for remark in found[remarks]]
    found["shell"]["active"] = bool(ctx.meta.get("llm_user_memory.injecting"))
    return found


def headline(found: dict[str, Any]) -> str:
    """Return a sentence that says whether memory is on and works."""
    if not found["healthy"]:
        return f"Memory does not work: {counted(len(found['problems']), 'problem')}."
    learning = found["learning"]
    if not learning["on"]:
        until = f" until {moment(learning['until'])}" if learning["until"] else ""
        return f"Memory works, and learns nothing: {as_clause(learning['reason'])}{until}."
    if learning["retry_at"]:
        when = _when(learning["retry_at"])
        return f"The last update failed and is tried again {when}; nothing is lost."
    shell = found["shell"]
    if not (shell["active"] or shell["installed"]):
        told = "Memory works, and is not in your shell yet: `llm memory install-shell`."
        return for_profile(told)
    return "Memory is on and works."


def _when(then: float) -> str:
    """A time in the future: "at 14:05", with the day unless it is today; "soon" for the past."""
    now = time.time()
    if then <= now:
        return "soon"
    return f"at {moment(then).removeprefix(day(now)).strip()}"


def _print(found: dict[str, Any], everything: bool) -> None:
    works = found["healthy"] and found["learning"]["on"] and not found["learning"]["retry_at"]
    echo(headline(found), bold=True, fg="green" if works else None)
    problems, notes = (
        [list(_remark(text)) for text in found[kind]] for kind in ("problems", "notes")
    )
    body = _fitting(found, len(problems[0]) if problems else 0, everything)
    room = float("inf") if everything else _LINES - len(body) - 2
    shown = 0
    for remark in problems + notes:  # the first problem is printed in any case
        room -= len(remark)
        if room < 0 and (shown or not problems):
            break
        shown += 1
    _print_remarks("!", problems[:shown], fg="red")
    for line in body:
        echo(line)
    _print_remarks("*", notes[: max(0, shown - len(problems))])
    if left := len(problems + notes) - shown:
        echo(for_profile(f"* {left} more: `llm memory status --all`"))


def _fitting(found: dict[str, Any], first_problem: int, everything: bool) -> list[str]:
    """The paragraphs, with as many settings as leave room for the first problem."""
    body: list[str] = []
    for most in _MOST_SETTINGS:
        body = list(_body(found, everything, most))
        if everything or len(body) + first_problem + 2 <= _LINES:
            break
    return body


def _body(found: dict[str, Any], everything: bool, most_settings: int) -> Iterator[str]:
    for name, lines in _paragraphs(found, everything, most_settings):
        for number, line in enumerate(lines):
            first, *rest = wrapped(visible(for_profile(line)), _INDENT)
            yield f"{'' if number else name:<{_INDENT}}{first[_INDENT:]}"
            yield from rest


def _remark(text: str) -> list[str]:
    return [line[2:] for line in wrapped(visible(text), 2)]


def _print_remarks(sign: str, remarks: list[list[str]], **style: Any) -> None:
    for first, *rest in remarks:
        echo(styled(sign, bold=True, **style), f" {first}")
        for line in rest:
            echo(f"  {line}")


def _paragraphs(
    found: dict[str, Any], everything: bool, most_settings: int
) -> Iterator[tuple[str, list[str]]]:
    if "learning" in found:
        yield "learning", [_learning(found["learning"])]
    yield "shell", _shell(found["shell"], everything)
    if "profile" in found:
        yield "knows", _profile(found["profile"])
    if "turns" in found:
        yield "waits", [_waiting(found)]
        yield "last update", [", ".join(_update(found["last_update"]))]
        if found["last_error"] and everything:
            yield "last error", _error(found["last_error"])
        if everything:
            yield "turns", _turns(found["turns"])
    if "default_model" in found:
        yield "model", [_model(found["default_model"])]
    if found.get("index"):
        yield "index", _index(found["index"], found["settings"])
    if found["clients"]:
        yield "programs", [", ".join(client["name"] for client in found["clients"])]
    yield "daemon", _daemon(found["daemon"])[: None if everything else 1]
    settings = _settings(found["settings"], found["daemon"], everything)
    if everything or len(settings) <= most_settings:
        shown = settings
    else:
        more = f"{len(settings) - most_settings} {'more' if most_settings else 'set'}"
        shown = [*settings[:most_settings], f"{more}: `llm memory status --all`"]
    if shown:
        yield "settings", shown


def _waiting(found: dict[str, Any]) -> str:
    turns, parts = found["turns"], []
    if found.get("waiting"):
        parts.append(f"{counted(found['waiting'], 'thing')} for you: `llm memory review`")
    if turns["pending"]:
        left = (turns["ready_at"] or time.time()) - time.time()
        when = ", due now" if left <= 0 else f", in {span(left)}"
        when = when if found["learning"]["on"] else ""
        parts.append(f"{counted(turns['pending'], 'turn')} to be learned from{when}")
    if turns["given_up"]:
        parts.append(f"{counted(turns['given_up'], 'turn')} given up: `llm memory update --retry`")
    return "; ".join(parts) or "nothing"


def _learning(learning: dict[str, Any]) -> str:
    if learning["on"]:
        return "on"
    until = f" until {moment(learning['until'])}" if learning["until"] else ""
    return f"off: {learning['reason']}{until}"


def _model(model: dict[str, Any]) -> str:
    where = {
        "here": "on this machine",
        "elsewhere": "not on this machine",
        "unknown": "perhaps not on this machine",
    }[model["place"]]
    if model["place"] == "here":
        told = ", so it is told local facts, too"
    elif model["told_local_facts"]:
        told = "; it is told local facts, too (LLM_MEMORY_LEARNED_LOCALLY=any)"
    elif model["place"] == "elsewhere":
        told = ", so it is told no local facts"
    else:
        told = ", so it is told no local facts of other models"
    return f"{model['name']}: {where}{told}"


def _shell(shell: dict[str, Any], everything: bool) -> list[str]:
    lines = [f"{name}: {', '.join(files)}" for name, files in shell["installed"].items()]
    if shell["active"]:
        return ["every prompt typed in this shell has memory", *(lines if everything else ())]
    if lines:
        shells = ", ".join(shell["installed"])
        other = shell_without(shell["installed"])
        told = (
            f"installed for {shells}, and not for {other}: run `llm memory install-shell`"
            if other
            else f"installed for {shells}, and not active in this shell: open a new one"
        )
        return [told, *(lines if everything else ())]
    return ["not installed: run `llm memory install-shell`, or type `llm -f memory:auto ...`"]


def _daemon(daemon: dict[str, Any]) -> list[str]:
    if not daemon["running"]:
        return ["not running; the next prompt starts it"]
    age = span(time.time() - daemon["started"])
    return [
        f"{'suspended' if daemon['suspended'] else 'running'} for {age}, pid {daemon['pid']}, "
        f"version {daemon['version']}",
        f"watching {daemon['watching']}",
    ]


def _turns(turns: dict[str, Any]) -> list[str]:
    lines = [
        f"{turns['logged']:,} logged = {turns['learned']:,} learned + {turns['skipped']:,} skipped"
        f" + {turns['pending']:,} pending + {turns['given_up']:,} given up"
    ]
    for key, outcome in _NOT_LEARNED.items():
        lines += [f"{outcome}: {number:,} {reason}" for reason, number in turns[key].items()]
    if turns["ready_at"] is not None:
        left = turns["ready_at"] - time.time()
        lines.append(f"the next update is due {'now' if left <= 0 else f'in {span(left)}'}")
    return lines


def _update(update: dict[str, Any] | None) -> list[str]:
    if update is None:
        return ["none yet"]
    edits = update["edits"]
    changes = [
        f"{verb} {counted(edits[op], 'fact')}"
        for op, verb in (("add", "added"), ("replace", "replaced"), ("remove", "removed"))
        if edits.get(op)
    ]
    cost = ""
    if update["input_tokens"] is not None:
        cost = f", {update['input_tokens']:,} + {update['output_tokens'] or 0:,} tokens"
    return [
        f"{moment(update['ended'])}, {update['model']}{cost}",
        ", ".join(changes) or "nothing to remember",
    ]


def _error(error: dict[str, Any]) -> list[str]:
    lines = [f"{moment(error['ended'])}, {error['model']}", error["error"]]
    if error["retry_at"] and error["retry_at"] > time.time():
        lines.append(f"it is tried again in {span(error['retry_at'] - time.time())}")
    return lines


def _profile(profile: dict[str, Any]) -> list[str]:
    by = f", chosen by {profile['chosen_by']}" if profile["chosen_by"] else ""
    lines = [f"“{profile['name']}”{by}"] if by or profile["name"] != profiles.DEFAULT else []
    if "facts" in profile:
        archived = f"; {counted(profile['archived'], 'fact')} archived" * bool(profile["archived"])
        size = f"{counted(profile['facts'], 'fact')}, about {profile['tokens']:,} tokens in every "
        size = f"{size}prompt" if profile["facts"] else "no facts yet"
        lines.append(f"{size}{archived} (version {profile['version']})")
    return [*lines, profile["path"]]


def _index(index: dict[str, Any], settings: dict[str, Any]) -> list[str]:
    if "passages" not in index:
        return ["rebuilt soon, or at once by `llm memory reindex`"]
    lines = [f"{counted(index['passages'], 'passage')} of what you said and noted"]
    if index["behind"]:
        lines[0] += f", {counted(index['behind'], 'turn')} behind"
    if settings["embedder"] == "none":
        lines.append("found by words alone, as LLM_MEMORY_EMBEDDER is “none”")
    elif index["embedder"]:
        left = index["without_meaning"]
        missing = f", {left:,} still to do" if left else ""
        lines.append(f"found by words, and by meaning with {index['embedder']}{missing}")
    return lines


def _settings(settings: dict[str, Any], daemon: dict[str, Any], everything: bool) -> list[str]:
    different = daemon.get("settings_that_differ", {})
    defaults = Settings()._asdict()
    lines = []
    for name, value in settings.items():
        if not everything and name not in different and value == defaults[name]:
            continue
        line = f"LLM_MEMORY_{name.upper()}={_value(value)}"
        if name in different:
            line += f"  (the daemon has {_value(different[name])})"
        lines.append(line)
    return lines


def _value(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)
