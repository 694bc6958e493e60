"""The commands about the shell function: `install-shell`, `uninstall-shell`."""

import os
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import click

from .. import shell as rc
from ..errors import MemoryPluginError
from ..inject.folders import user_folder
from ..settings import Folder
from ..shell import SHELLS, Change, Shell
from ..text.plurals import listed
from .base import json_option, memory
from .changes import tell
from .output import echo, item, say

_PRIVACY = """\
From now on, what leaves this machine because of memory is: with every prompt
you type, your profile and the archived facts that bear on it, to the model
that the prompt goes to; and after a conversation, what you and the model said
in it and the profile, to the same model (or to LLM_MEMORY_MODEL), to be asked
what the profile should now say. What you said to a model that certainly runs on
this machine is told to such models alone.
The profile and its history are files in
{folder}
`llm memory pause` stops learning."""

shell_option = click.option(
    "shells",
    "--shell",
    help="bash, zsh or fish, or several with commas, instead of yours",
    callback=lambda _ctx, _param, value: _shells(value),
)


@memory.command("install-shell")
@shell_option
@json_option
def install_shell(shells: list[Shell], as_json: bool) -> None:
    """
    Add memory to every prompt that you type

    The command adds one line to your shell's start-up file, and shows it. The line
    loads a small function that marks each call of llm as typed by a person. Other
    commands and scripts work exactly as before. Without --shell it does so for the shell
    that runs it, and for your login shell.
    """
    folder = user_folder()
    changes = rc.plan_install(folder, shells, os.environ, Path.home(), sys.platform)
    for change in changes:
        rc.apply(change)
    is_changed = any(change.kind != "unchanged" for change in changes)
    back = f"llm memory uninstall-shell --shell {','.join(shells)}"
    without = rc.shells_without(os.environ, at_terminal=_at_terminal())
    if as_json:
        what = f"Memory is in every new {listed(shells)}."
        files_changed = _as_json(changes)
        values: dict[str, Any] = {"shells": shells, "without": without, "files": files_changed}
        tell(what, back=back if is_changed else "", as_json=True, changed=is_changed, **values)
        return
    files = [change for change in changes if change.memory is None]
    for change in files:
        _print_change(change)
    if not is_changed:
        echo("Everything was in place already.")
    echo(f"\nIt works in every new {listed(shells)}. In one that is open, run:")
    for change in files:
        if change.lines:
            echo(f"  source {shlex.quote(str(change.file))}")
    for other in without:
        say(f"There is no function for {other}: type `llm -f memory:auto ...` there.")
    echo("\n" + _PRIVACY.format(folder=folder.path))
    tell("", back=back)


@memory.command("uninstall-shell")
@shell_option
@json_option
def uninstall_shell(shells: list[Shell], as_json: bool) -> None:
    """
    Remove the shell function

    Your start-up file becomes what it was before, byte for byte. The profile stays, and
    "llm -f memory:auto ..." still works. Without --shell it is removed from the shell that
    runs this, and from your login shell.
    """
    folder = user_folder()
    changes = rc.plan_uninstall(folder, shells, os.environ, Path.home())
    for change in changes:
        rc.apply(change)
    if not as_json:
        for change in changes:
            if change.memory is None:
                _print_change(change)
    others = _others_with_it(folder, shells)
    if others and not as_json:
        command = f"llm memory uninstall-shell --shell {','.join(others)}"
        say(f"It is still in {listed(others)}: `{command}` takes it out of there, too.")
    if not changes:
        tell("There was nothing to take away.", as_json=as_json, changed=False)
        return
    if not as_json:
        for shell in shells:
            forgotten_by = "functions -e llm" if shell == "fish" else "unset -f llm"
            say(f"A {shell} that is open keeps it until you run `{forgotten_by}` there.")
    what = f"Memory is out of {listed(shells)}."
    back = f"llm memory install-shell --shell {','.join(shells)}"
    tell(what, back=back, as_json=as_json, shells=shells, files=_as_json(changes))


def _others_with_it(folder: Folder, shells: Sequence[Shell]) -> list[Shell]:
    """The other shells whose start-up files have the function."""
    found: list[Shell] = []
    for shell in SHELLS:
        with suppress(MemoryPluginError):  # files that cannot be read are left out
            changes = rc.plan_uninstall(folder, [shell], os.environ, Path.home())
            if shell not in shells and any(change.memory is None for change in changes):
                found.append(shell)
    return found


def _shells(value: str | None) -> list[Shell]:
    if value is None:
        return rc.shells_in_use(os.environ, at_terminal=_at_terminal())
    names = [name.strip() for name in value.split(",") if name.strip()]
    for name in names:
        if name not in SHELLS:
            raise click.BadParameter(f"{name!r} is not one of {', '.join(SHELLS)}.")
    return cast(list[Shell], names)


def _at_terminal() -> bool:
    return any(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _as_json(changes: list[Change]) -> list[dict[str, object]]:
    return [
        {"file": str(change.file), "kind": change.kind, "lines": list(change.lines)}
        for change in changes
    ]


def _print_change(change: Change) -> None:
    link = f" (a link to {change.target})" if change.target != change.file else ""
    echo(f"{change.file}{link}: {change.kind}")
    for line in change.removed:
        item(f"- {line}", 2)
    for line in change.added or change.lines:
        item(f"+ {line}" if line in change.added else f"  {line}", 2)
    if change.legacy_removed:
        echo("  - the function of llm-user-memory 0.1")
    if change.legacy_left:
        echo(
            f"  The function of llm-user-memory 0.1 at line {change.legacy_left} was edited "
            "and is still there. It breaks other commands of llm: please remove it.",
            err=True,
        )
