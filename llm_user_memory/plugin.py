"""LLM's plugin hooks. Every `llm` call loads this module.

At import it therefore loads only modules that LLM has loaded already. The rest of the package is
imported when a prompt or an `llm memory` command needs it. No exception leaves a hook.
"""

import contextlib
import functools
import os
import sys
from collections.abc import Callable, Iterator
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

    _call_safely(load, None)


@llm.hookimpl
def register_embedding_models(register: Callable[..., None]) -> None:
    def load() -> None:
        from .recall import local

        local.register(register)

    _call_safely(load, None)


@llm.hookimpl
def register_commands(cli: click.Group) -> None:
    # Removed at once, so that programs started by llm do not inherit them.
    given = os.environ.pop("LLM_MEMORY_INJECT", None)
    line = os.environ.pop("LLM_MEMORY_COMMAND_LINE", None)
    setting = (given or "").strip().lower()
    injecting = setting not in ("", "0", "false", "no", "off")
    cli.add_command(_MemoryGroup(injecting))
    if os.environ.get("_LLM_COMPLETE") == "fish_source":
        _call_safely(_mend_fish, None)
    _explain_old_function(cli, may_be_typed=given is None)
    for name in ("prompt", "chat"):
        _add_memory_to(cli, name, line, injecting=injecting)


def _mend_fish() -> None:
    from .cli.complete import mend_fish

    mend_fish()


def memory_loader(argument: str) -> list[llm.Fragment]:
    """
    Add your profile to the prompt, and learn from the prompt

    Example usage:

      llm -f memory:auto 'What should I work on today?'

    The shell function of "llm memory install-shell" adds memory:auto to every
    prompt that you type. "memory:work" adds the profile named work instead.
    """

    def load() -> list[llm.Fragment]:
        from .inject import context

        found = context.inject(argument, click.get_current_context(silent=True))
        for line in found.lines:
            _print_notice(line)
        return list(found.fragments)

    return _call_safely(load, [])


def _profile_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
    from .cli.complete import profiles

    return profiles(ctx, param, incomplete)


class _MemoryGroup(click.Group):
    """Manage what LLM remembers about you

    Facts about you are learned from what you type, kept in a profile, and added to
    your prompts. "llm memory show" prints the profile, "llm memory status" shows
    whether memory works.
    """

    def __init__(self, injecting: bool) -> None:
        profile = click.Option(
            ["--profile"],
            metavar="NAME",
            shell_complete=_profile_names,
            help='Another set of facts, e.g. work: see "llm memory profiles"',
        )
        super().__init__(
            "memory",
            help=self.__doc__,
            params=[profile],
            invoke_without_command=True,
            callback=self._alone,
        )
        self.injecting = injecting

    @staticmethod
    @click.pass_context
    def _alone(ctx: click.Context, profile: str | None) -> None:  # noqa: ARG004
        """Print what is known in brief, or to a program the help, if there is no command."""
        if ctx.invoked_subcommand is not None:
            return
        from .cli import print_overview

        if not print_overview(ctx):
            click.echo(ctx.get_help())

    def invoke(self, ctx: click.Context) -> Any:
        # `status` reports whether this shell has the function, and the variable is removed by then.
        ctx.meta["llm_user_memory.injecting"] = self.injecting
        ctx.meta["llm_user_memory.profile"] = ctx.params["profile"]
        with _ended():
            return super().invoke(ctx)

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        with _ended():
            return super().make_context(*args, **options)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        from .cli import COMMANDS

        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - the signature is click's
        cmd_name: str,
    ) -> click.Command | None:
        from .cli import load

        return load(cmd_name)

    # click's own versions of these would import every command.

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        from .cli import format_commands

        format_commands(formatter)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not ctx.resilient_parsing and name[:1] != "-" and self.get_command(ctx, name) is None:
            from .cli import unknown

            ctx.fail(unknown(name))
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        from .cli import completions

        return [*completions(incomplete), *click.Command.shell_complete(self, ctx, incomplete)]


@contextlib.contextmanager
def _ended() -> Iterator[None]:
    """Handle Ctrl-C and output errors as our commands do, while these are loaded or listed."""
    try:
        yield
    except (KeyboardInterrupt, OSError) as error:
        from .cli.exits import end

        end(error)


class _Fragments(tuple[str, ...]):
    """The user's fragments and the added ones. True only if the user gave fragments.

    Without fragments, LLM reads the prompt from the terminal. It must still do so if memory alone
    added some. `added` counts the added ones.
    """

    added = 0

    def __bool__(self) -> bool:
        return len(self) > self.added


# The shell function of llm-user-memory 0.1 inserts this before the arguments of every command.
_OLD_FUNCTION = ["-f", "memory:auto", "memory"]
# Arguments after it that `prompt` accepts: those of `llm memory` and `llm memory --help`.
_WITHOUT_ERROR: tuple[list[str], ...] = ([], ["--help"])

_REPLACE = """\
The shell function of llm-user-memory 0.1 is still in this shell: it
makes a prompt of each command.
Run `command llm memory install-shell`, which replaces it, and open a new shell."""


def _explain_old_function(cli: click.Group, *, may_be_typed: bool) -> None:
    """Let `prompt` print what to run if the old function made a prompt of `llm memory ...`.

    The current function sets a variable; if it is set, the old function is not in use, and
    `may_be_typed` is false.
    """
    command = cli.commands.get("prompt")
    if command is None:
        return
    parse = command.parse_args

    def parse_or_explain(ctx: click.Context, args: list[str]) -> list[str]:
        is_old = args[:3] == _OLD_FUNCTION and not ctx.resilient_parsing
        is_alone = is_old and may_be_typed and args[3:] in _WITHOUT_ERROR
        if is_alone and _call_safely(_is_from_old_function, False):
            raise click.UsageError(_REPLACE, ctx)
        try:
            return parse(ctx, args)
        except click.UsageError as error:
            if not is_old:
                raise
            raise click.UsageError(f"{error.format_message()}\n{_REPLACE}", error.ctx) from error

    command.parse_args = parse_or_explain  # type: ignore[method-assign]


def _is_from_old_function() -> bool:
    # The user may have typed a prompt of the word memory. Only the rc files tell.
    from .shell.report import has_old_function

    return bool(sys.stdin and sys.stdin.isatty()) and has_old_function(os.environ)


def _add_memory_to(cli: click.Group, name: str, line: str | None, *, injecting: bool) -> None:
    """Make LLM's command `name` look at its arguments after parsing them.

    If `injecting`, memory:auto is added to its fragments. `line` is what was typed into the shell.

    The parser is wrapped and not the callback. A wrapped callback would appear in the traceback
    of every error, and would also run when another plugin invokes the command.
    """
    command = cli.commands.get(name)
    if command is None:
        return
    parse = command.parse_args

    def parse_with_memory(ctx: click.Context, args: list[str]) -> list[str]:
        rest = parse(ctx, args)
        typed = ctx.parent is not None and ctx.parent.command is cli
        if typed and not ctx.resilient_parsing:  # click sets it for shell completion
            if injecting or _names_memory(ctx):
                _call_safely(functools.partial(_begin, ctx, line), None)
            if injecting:
                _call_safely(functools.partial(_add_fragments, ctx), None)
        return rest

    command.parse_args = parse_with_memory  # type: ignore[method-assign]


def _names_memory(ctx: click.Context) -> bool:
    """Whether one of our fragments or tools is named in the arguments."""
    given = (ctx.params.get(name) or () for name in ("fragments", "system_fragments", "tools"))
    return any(str(name).startswith(("memory:", "Memory")) for each in given for name in each)


def _begin(ctx: click.Context, line: str | None) -> None:
    from .inject import command_line, context

    if line is not None:
        ctx.meta[command_line.KEY] = line
    context.begin(ctx)


def _add_fragments(ctx: click.Context) -> None:
    from .inject import context

    for name, fragment in context.additions(ctx):
        if name in ctx.params:  # another plugin may have replaced the command
            before = ctx.params[name]
            ctx.params[name] = _Fragments((*before, fragment))
            ctx.params[name].added = 1 + getattr(before, "added", 0)


def _call_safely(call: Callable[[], _T], fallback: _T) -> _T:
    """Return the result of `call`. If it fails, print one line and return `fallback`."""
    try:
        return call()
    except Exception as error:  # noqa: BLE001 - memory must never make llm fail
        _print_notice(f"memory: this prompt goes without it. {str(error) or type(error).__name__}")
        return fallback


def _print_notice(line: str) -> None:
    # One line, even if a path in the message contains line breaks.
    line = " ".join(line.split())
    if not line.isprintable():
        from .text.controls import visible  # imported here because few lines need it

        line = visible(line)
    from .settings import is_plain

    with contextlib.suppress(OSError):
        click.echo(line if is_plain() else click.style(line, dim=True), err=True)
