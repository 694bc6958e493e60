"""LLM's hooks, nothing else. Every `llm` call loads this module.

So it imports only what LLM has loaded already, and nothing in it can fail: the rest of the
package is imported where a prompt or a `llm memory` command needs it.
"""

import contextlib
import functools
import os
from collections.abc import Callable
from typing import Any, TypeVar

import click
import llm

_T = TypeVar("_T")


@llm.hookimpl
def register_fragment_loaders(register: Callable[..., None]) -> None:
    register("memory", memory_loader)


@llm.hookimpl
def register_commands(cli: click.Group) -> None:
    # Removed at once, so that tools and programs started by llm do not inherit it.
    wanted = os.environ.pop("LLM_MEMORY_INJECT", "").lower()
    injecting = wanted not in ("", "0", "false", "no", "off")
    cli.add_command(_MemoryGroup(injecting))
    if injecting:
        for name in ("prompt", "chat"):
            _inject_into(cli, name)


def memory_loader(argument: str) -> list[llm.Fragment]:
    """
    Add your profile to the prompt, and let it be learned from

    Example usage:

      llm -f memory:auto 'What should I work on today?'

    With the shell function of "llm memory install-shell" every prompt has it.
    "memory:work" is the profile named work, and nobody else's.
    """

    def load() -> list[llm.Fragment]:
        from . import inject

        found = inject.injection(argument, click.get_current_context(silent=True))
        for line in found.lines:
            _tell(line)
        return list(found.fragments)

    return _unfailing(load, [])


class _MemoryGroup(click.Group):
    """Know the user: the profile, and what is learned for it

    What you say in one conversation, the next one knows. "llm memory status"
    tells whether that works; "llm memory show" prints what is known.
    """

    def __init__(self, injecting: bool) -> None:
        profile = click.Option(["--profile"], metavar="NAME", help="Another profile than yours")
        super().__init__("memory", help=self.__doc__, params=[profile])
        self.injecting = injecting

    def invoke(self, ctx: click.Context) -> Any:
        # `status` tells whether this shell has the function; the variable is gone by then.
        ctx.meta["llm_user_memory.injecting"] = self.injecting
        ctx.meta["llm_user_memory.profile"] = ctx.params["profile"]
        return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return self._commands().list_commands(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self._commands().get_command(ctx, cmd_name)

    @staticmethod
    def _commands() -> click.Group:
        from .cli import memory

        return memory


def _inject_into(cli: click.Group, name: str) -> None:
    """Let the root command `name` add memory:auto to its fragments by itself."""
    command = cli.commands.get(name)
    callback = command.callback if command else None
    if command is None or callback is None:
        return

    @functools.wraps(callback)
    def with_memory(*args: Any, **params: Any) -> Any:
        ctx = click.get_current_context(silent=True)
        # Another plugin may invoke the command from one of its own, which nobody typed.
        if ctx and ctx.command is command and ctx.parent and ctx.parent.command is cli:
            params = _unfailing(functools.partial(_with_fragment, ctx, params), params)
        return callback(*args, **params)

    command.callback = with_memory


def _with_fragment(ctx: click.Context, params: dict[str, Any]) -> dict[str, Any]:
    from . import inject

    name = inject.parameter(ctx)
    if name not in params:  # none wanted, or somebody replaced the command
        return params
    return {**params, name: (*params[name], "memory:auto")}


def _unfailing(call: Callable[[], _T], fallback: _T) -> _T:
    """Return what `call` does; where it fails, say so in one line: no prompt fails for us."""
    try:
        return call()
    except Exception as error:  # noqa: BLE001 - promise 1: llm never breaks
        said = " ".join(str(error).split()) or type(error).__name__
        _tell(f"memory: this prompt goes without it. {said}")
        return fallback


def _tell(line: str) -> None:
    with contextlib.suppress(OSError):
        click.echo(click.style(line, dim=True), err=True)
