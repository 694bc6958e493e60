"""The command `status`: it prints whether memory is on, and whether it works."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ..doctor import status as doctor_status
from ..settings import read_settings
from ..store import profiles
from .base import counted, current_profile, json_option, memory, moment, span
from .output import echo, echo_json, styled

_NOT_LEARNED = {"skipped_because": "skipped", "given_up_because": "given up"}


@memory.command()
@json_option
@click.pass_context
def status(ctx: click.Context, as_json: bool) -> None:
    """
    Show whether memory is on, and whether it works

    The exit code is 0 when memory works, also while learning is paused or the daemon has
    stopped because it was idle. The exit code is 1 when something keeps memory from
    working. Such problems are printed first, each with what to do about it.
    """
    choice = current_profile()
    found = doctor_status.report(choice.folder, read_settings(), os.environ, Path.home())
    found["profile"]["chosen_by"] = choice.by
    if choice.ignored:
        found["notes"].append(
            f"{choice.ignored} chooses no profile before `llm memory profiles allow`."
        )
    found["default_model"] = doctor_status.default_model()
    found["shell"]["active"] = bool(ctx.meta.get("llm_user_memory.injecting"))
    if as_json:
        echo_json(found)
    else:
        _print(found)
    ctx.exit(0 if found["healthy"] else 1)


def _print(found: dict[str, Any]) -> None:
    for problem in found["problems"]:
        echo(styled("! ", fg="red", bold=True), problem)
    if found["problems"]:
        echo()
    for name, lines in _paragraphs(found):
        for number, line in enumerate(lines):
            echo(f"{'' if number else name:<12} {line}")
    for note in found["notes"]:
        echo(f"\n{note}")


def _paragraphs(found: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    if "learning" in found:
        yield "learning", [_learning(found["learning"])]
    yield "shell", _shell(found["shell"])
    yield "daemon", _daemon(found["daemon"])
    if "turns" in found:
        yield "turns", _turns(found["turns"])
        yield "last update", _update(found["last_update"])
        if found["last_error"]:
            yield "last error", _error(found["last_error"])
    if "default_model" in found:
        yield "model", [_model(found["default_model"])]
    if "profile" in found:
        yield "profile", _profile(found["profile"])
    if found.get("index"):
        yield "index", _index(found["index"])
    if found["clients"]:
        yield "programs", [", ".join(client["name"] for client in found["clients"])]
    yield "settings", _settings(found["settings"], found["daemon"])


def _learning(learning: dict[str, Any]) -> str:
    if learning["on"]:
        return "on"
    until = f" until {moment(learning['until'])}" if learning["until"] else ""
    return f"off: {learning['reason']}{until}"


def _model(model: dict[str, Any]) -> str:
    where = {
        "here": "on this machine, so it is told local facts, too",
        "elsewhere": "not on this machine, so it is told no local facts",
        "unknown": "perhaps not on this machine, so it is told no local facts of other models",
    }
    return f"{model['name']}: {where[model['place']]}"


def _shell(shell: dict[str, Any]) -> list[str]:
    lines = [f"{name}: {', '.join(files)}" for name, files in shell["installed"].items()]
    if shell["active"]:
        return ["every prompt typed in this shell has memory", *lines]
    if lines:
        return ["installed, and not active in this shell: open a new one", *lines]
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
    if "facts" not in profile:
        return [*lines, profile["path"]]
    return [
        *lines,
        profile["path"],
        f"version {profile['version']}, {counted(profile['facts'], 'fact')}, "
        f"about {profile['tokens']:,} tokens in every prompt"
        + (f"; {counted(profile['archived'], 'fact')} archived" if profile["archived"] else ""),
    ]


def _index(index: dict[str, Any]) -> list[str]:
    if "passages" not in index:
        return ["rebuilt soon, or at once by `llm memory reindex`"]
    lines = [f"{counted(index['passages'], 'passage')} of what you said and noted"]
    if index["behind"]:
        lines[0] += f", {counted(index['behind'], 'turn')} behind"
    if index["embedder"]:
        left = index["without_meaning"]
        missing = f", {left:,} still to do" if left else ""
        lines.append(f"found by words, and by meaning with {index['embedder']}{missing}")
    return lines


def _settings(settings: dict[str, Any], daemon: dict[str, Any]) -> list[str]:
    different = daemon.get("settings_that_differ", {})
    lines = []
    for name, value in settings.items():
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
