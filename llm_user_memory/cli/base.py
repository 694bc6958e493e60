"""The click group of the commands, and functions that they share."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeVar
from unicodedata import east_asian_width

import click

from ..errors import BusyError, MemoryPluginError, ProfileError, StateError, WrongCallError
from ..inject.folders import chosen, user_folder
from ..settings import read_settings
from ..store import profiles, state
from ..store.profiles import Choice
from ..store.state import Store
from .exits import told

_NO_FILE = (FileNotFoundError, NotADirectoryError, IsADirectoryError)

# The largest --limit. SQLite accepts no number of 2 ** 63 or more.
_MOST = 1_000_000_000

# Characters. Shells cut the help of what they complete to the terminal's width themselves.
_WIDEST_HELP = 200

MAX_DAYS = 100_000
"""The largest --days: longer than any log, and within the calendar's range."""

ADD_ONE = "`llm memory add 'Lives in Oslo'` adds one."
"""The advice that is printed if there are no facts."""

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class Date(click.DateTime):
    """A date that the user gives, in one of some formats; what is none is said in plain words."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        try:
            found: datetime = super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r} is no date: write one such as 2026-11-01.", param, ctx)
        return found


class Number(click.IntRange):
    """A whole number that the user gives, within limits; what is none is said in plain words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            found: int = super().convert(value, param, ctx)
        except click.BadParameter:
            limits = f"from {self.min} to {self.max}" if self.max else f"from {self.min} on"
            self.fail(f"{value!r} is not a whole number {limits}.", param, ctx)
        return found


class Command(click.Command):
    """A command whose errors print one message and give an exit code: see `exits`.

    An argument that is given and empty, as of a variable that is not set, is a wrong call. `empty`
    is the message for it.
    """

    def __init__(self, *args: Any, empty: str = "", **options: Any) -> None:
        super().__init__(*args, **options)
        self.empty = empty

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # click sets `resilient_parsing` for shell completion.
        if not (ctx.resilient_parsing or all(map(str.strip, args))):
            self._refuse_empty(ctx, list(args))
        return super().parse_args(ctx, args)

    def _refuse_empty(self, ctx: click.Context, args: list[str]) -> None:
        given, _, _ = self.make_parser(ctx).parse_args(args)
        for argument in self.params:
            # What is passed on to another program, as by `private`, may be empty.
            if not isinstance(argument, click.Argument) or argument.type is click.UNPROCESSED:
                continue
            words = given.get(argument.name)
            words = words if isinstance(words, tuple | list) else (words,)
            if any(isinstance(word, str) and not word.strip() for word in words):
                name = (argument.metavar or (argument.name or "").upper()).strip("[].")
                raise click.UsageError(self.empty or f"{name} is empty. Nothing was done.", ctx)

    def get_short_help_str(self, limit: int = _WIDEST_HELP) -> str:
        """Return the first paragraph of the help; click's default cuts completions after 45."""
        return super().get_short_help_str(limit)

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        with told():
            return super().make_context(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        with told():
            return super().invoke(ctx)


class Group(Command, click.Group):
    """A group of such commands, which may also be called without a subcommand."""

    command_class = Command


@click.group(cls=Group)
def memory() -> None:
    """Collect the commands. Users see the plugin's group, which loads them from this one."""


json_option = click.option("as_json", "--json", is_flag=True, help="Print JSON")


def current_profile() -> Choice:
    """Return the profile of the command, and what chose it.

    Raises what `profiles.choose` raises, and WrongCallError for an invalid name.
    """
    name = click.get_current_context().meta.get("llm_user_memory.profile")
    if name is not None:
        return Choice(profiles.folder_of(user_folder().path, name), "--profile")
    return chosen(read_settings())


def capped(most: int) -> Callable[[click.Context, click.Parameter, int | None], int | None]:
    """Return the callback of an option that limits its number to `most`."""
    return lambda _context, _option, number: None if number is None else min(number, most)


def limit_option(noun: str) -> Callable[[Decorated], Decorated]:
    """Return the option --limit, the most items to list."""
    return click.option(
        "-n",
        "--limit",
        type=Number(1),
        default=20,
        show_default="20",
        callback=capped(_MOST),
        help=f"List at most this many {noun}",
    )


def existing_profile() -> Choice:
    """Return the profile of the command, as `current_profile` does; it must have been used before.

    Raises WrongCallError if it has no folder, so that a mistyped name creates none.
    """
    choice = current_profile()
    if not profiles.is_there(choice.folder):
        raise _unused(choice)
    return choice


def examined_profile() -> Choice:
    """Return the profile to examine, as `existing_profile` does.

    It is the default one where its state.db cannot tell whether a project may choose another: then
    that is what there is to examine.
    """
    try:
        return existing_profile()
    except (BusyError, StateError):
        return Choice(user_folder())


def _unused(choice: Choice) -> WrongCallError:
    from ..text.plurals import listed  # imported here because only this error needs them
    from . import near

    name, by = choice.folder.name, choice.by
    known = [each.name or profiles.DEFAULT for each in profiles.every(choice.folder.path)]
    known = known or [profiles.DEFAULT]
    what = f"There is no profile “{name}”" + (f", which {by} names." if by != "--profile" else ".")
    if found := near(name, known):
        remedy = f"Did you mean {' or '.join(f'“{one}”' for one in found)}?"
    else:
        remedy = f"You have {listed(known)}."
    return WrongCallError(
        what,
        untouched="Nothing was created.",
        remedy=f"{remedy} A profile begins with what you type for it, or with `llm memory add`.",
    )


@contextmanager
def opened_memory(*, creates: bool = False) -> Iterator[Store]:
    """Open the memory folder of the command's profile; with `creates`, create it if needed.

    The default profile is created in any case. Raises WrongCallError for another one that was
    never used.
    """
    choice = current_profile() if creates else existing_profile()
    with state.opened(choice.folder) as store:
        yield store


def file_error(file: Path, verb: str, error: OSError, *, untouched: str) -> MemoryPluginError:
    """Return the error for a file argument that cannot be "read" or "written" (`verb`).

    It is a WrongCallError if the file does not exist or is a folder.
    """
    kind = WrongCallError if isinstance(error, _NO_FILE) else ProfileError
    return kind(f"{file} cannot be {verb}: {error.strerror}.", untouched=untouched)


def moment(seconds: float) -> str:
    """Return a time as text, in local time and to the minute."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def day(seconds: float) -> str:
    """Return the local day of a time."""
    return moment(seconds).partition(" ")[0]


def where(source: str, thread_id: str) -> str:
    """Return the command that shows a conversation, or its name if it is not in LLM's log."""
    from ..store import updates  # imported here because few commands call this function

    return updates.where(source, thread_id)


def span(seconds: float) -> str:
    """Return a duration as text, in its largest unit."""
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{max(seconds, 0):.0f} s"


def truncated(text: str, columns: int) -> str:
    """Return the text, cut with "…" to at most this many columns of a terminal."""
    wide = [2 if east_asian_width(letter) in "WF" else 1 for letter in text]
    if sum(wide) <= columns:
        return text
    end = sum(width < columns for width in accumulate(wide))
    return f"{text[:end].rstrip()}…"
