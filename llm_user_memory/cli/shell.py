"""The commands about the shell function: `install-shell`, `uninstall-shell`."""

import os
import shlex
import sys
from pathlib import Path
from typing import cast

import click

from .. import shell as rc
from ..inject.folders import user_folder
from ..shell import SHELLS, Change, Shell
from .base import memory
from .output import echo

_PRIVACY = """\
From now on, what leaves this machine because of memory is: with every prompt
you type, your profile, to the model that the prompt goes to; and after a
conversation, what you and the model said in it and the profile, to the same
model (or to LLM_MEMORY_MODEL), to be asked what the profile should now say.
The profile and its history are files in
{folder}
`llm memory pause` stops learning."""

shell_option = click.option(
    "shells",
    "--shell",
    help="bash, zsh, fish, or several separated by commas; the default is your login shell",
    callback=lambda _ctx, _param, value: _shells(value),
)


@memory.command("install-shell")
@shell_option
def install_shell(shells: list[Shell]) -> None:
    """
    Add memory to every prompt that you type in your shell

    The command adds one line to your shell's start-up file, and shows it. The line
    loads a small function that marks each call of llm as typed by a person. Other
    commands and scripts work exactly as before.
    """
    folder = user_folder()
    changes = rc.plan_install(folder, shells, os.environ, Path.home(), sys.platform)
    for change in changes:
        rc.apply(change)
    files = [change for change in changes if change.memory is None]
    for change in files:
        _print_change(change)
    if all(change.kind == "unchanged" for change in changes):
        echo("Everything was in place already.")
    echo("\nIt works in every new shell. In this one, run:")
    for change in files:
        if change.lines:
            echo(f"  source {shlex.quote(str(change.file))}")
    echo("\n" + _PRIVACY.format(folder=folder.path))


@memory.command("uninstall-shell")
@shell_option
def uninstall_shell(shells: list[Shell]) -> None:
    """
    Remove the shell function

    Your start-up file becomes what it was before, byte for byte. The profile stays, and
    "llm -f memory:auto ..." still works.
    """
    folder = user_folder()
    changes = rc.plan_uninstall(folder, shells, os.environ, Path.home())
    for change in changes:
        rc.apply(change)
    for change in changes:
        if change.memory is None:
            _print_change(change)
    if not changes:
        echo("There was nothing to take away.")
    else:
        echo("Shells that are open keep it until `unset -f llm` (fish: `functions -e llm`).")


def _shells(value: str | None) -> list[Shell]:
    if value is None:
        return [rc.login_shell(os.environ)]
    names = [name.strip() for name in value.split(",") if name.strip()]
    for name in names:
        if name not in SHELLS:
            raise click.BadParameter(f"{name!r} is not one of {', '.join(SHELLS)}.")
    return cast(list[Shell], names)


def _print_change(change: Change) -> None:
    link = f" (a link to {change.target})" if change.target != change.file else ""
    echo(f"{change.file}{link}: {change.kind}")
    for line in change.removed:
        echo(f"  - {line}")
    for line in change.added or change.lines:
        echo(f"  {'+' if line in change.added else ' '} {line}")
    if change.legacy_removed:
        echo("  - the function of llm-user-memory 0.1")
    if change.legacy_left:
        echo(
            f"  The function of llm-user-memory 0.1 at line {change.legacy_left} was changed by "
            "hand and is still there. It breaks other commands of llm: please remove it.",
            err=True,
        )
