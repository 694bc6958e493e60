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
def register_tools(register: Callable[..., None]) -> None:
    def load() -> None:
        from .inject.toolbox import Memory

        register(Memory)

    _unfailing(load, None)


@llm.hookimpl
def register_embedding_models(register: Callable[..., None]) -> None:
    def load() -> None:
        from .recall import local

        local.register(register)

    _unfailing(load, None)


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
        from .inject import context

        found = context.injection(argument, click.get_current_context(silent=True))
        for line in found.lines:
            _tell(line)
        return list(found.fragments)

    return _unfailing(load, [])


class _MemoryGroup(click.Group):
    """Manage what LLM remembers about you

    Facts about you are learned from what you type, kept in a profile, and added to
    your prompts. "llm memory show" prints the profile, "llm memory status" shows
    whether memory works.
    """

    def __init__(self, injecting: bool) -> None:
        profile = click.Option(
            ["--profile"], metavar="NAME", help="Use this profile instead of the one in use here"
        )
        super().__init__("memory", help=self.__doc__, params=[profile])
        self.injecting = injecting

    def invoke(self, ctx: click.Context) -> Any:
        # `status` tells whether this shell has the function; the variable is gone by then.
        ctx.meta["llm_user_memory.injecting"] = self.injecting
        ctx.meta["llm_user_memory.profile"] = ctx.params["profile"]
        return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        from .cli import listing

        return listing().list_commands(ctx)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - the signature is click's
        cmd_name: str,
    ) -> click.Command | None:
        from .cli import load

        return load(cmd_name)

    # click would import every command to list them.

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from .cli import listing

        listing().format_commands(ctx, formatter)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        from .cli import completions

        return [*completions(incomplete), *click.Command.shell_complete(self, ctx, incomplete)]


class _Fragments(tuple[str, ...]):
    """The user's fragments and ours, as true as the user's alone.

    LLM waits for a prompt from the terminal where no fragment is given.
    """

    added = 0

    def __bool__(self) -> bool:
        return len(self) > self.added


def _inject_into(cli: click.Group, name: str) -> None:
    """Let the root command `name` add memory:auto to its fragments by itself.

    It does so once the arguments are parsed. Around the callback it would stand in the
    traceback of every error, and in the way of plugins that invoke the command themselves.
    """
    command = cli.commands.get(name)
    if command is None:
        return
    parse = command.parse_args

    def parse_with_memory(ctx: click.Context, args: list[str]) -> list[str]:
        rest = parse(ctx, args)
        typed = ctx.parent is not None and ctx.parent.command is cli
        if typed and not ctx.resilient_parsing:  # else it is only being completed
            _unfailing(functools.partial(_add_fragments, ctx), None)
        return rest

    command.parse_args = parse_with_memory  # type: ignore[method-assign]


def _add_fragments(ctx: click.Context) -> None:
    from .inject import context

    for name, fragment in context.additions(ctx):
        if name in ctx.params:  # else somebody replaced the command
            before = ctx.params[name]
            ctx.params[name] = _Fragments((*before, fragment))
            ctx.params[name].added = 1 + getattr(before, "added", 0)


def _unfailing(call: Callable[[], _T], fallback: _T) -> _T:
    """Return what `call` does; where it fails, say so in one line: no prompt fails for us."""
    try:
        return call()
    except Exception as error:  # noqa: BLE001 - promise 1: llm never breaks
        _tell(f"memory: this prompt goes without it. {str(error) or type(error).__name__}")
        return fallback


def _tell(line: str) -> None:
    # One line, whatever stands in a path that it names.
    with contextlib.suppress(OSError):
        click.echo(click.style(" ".join(line.split()), dim=True), err=True)
