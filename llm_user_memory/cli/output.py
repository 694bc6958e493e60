"""Prints and asks. Except for notices, only this module writes to the terminal.

Control characters in all printed text are made visible (`text.controls`), because stored text may
be anybody's. Escape sequences are sent only in the text that `styled` returns, which has its own
type. Joined with other text, it loses that type, so that a mistake shows an escape sequence and
never sends it. With NO_COLOR or TERM=dumb there are none.
"""

import json
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import click

from ..errors import MemoryPluginError, OutputError
from ..settings import is_plain
from ..text.controls import escaped_in_json, visible

# The longest line of prose, even in a wider terminal.
_WIDEST = 100
_NARROWEST = 40

# A command in our own text, which is not a path of the user, and is about one profile.
_OF_ALL = "--profile|install-shell|uninstall-shell|connect|daemon|profiles"
_COMMAND = re.compile(rf"(?:^|(?<=`)|(?<=: ))llm memory (?!(?:{_OF_ALL})\b)")


class Styled(str):
    """Text without control characters except our own colours."""

    __slots__ = ()


def styled(text: str, **style: Any) -> Styled:
    """Return text in a style of `click.style`, as a part for `echo`."""
    return Styled(visible(text) if is_plain() else click.style(visible(text), **style))


def echo(*parts: object, err: bool = False, nl: bool = True, **style: Any) -> None:
    """Print the parts one after the other, on stderr with `err`. `style` applies to all of them."""
    made = (part if isinstance(part, Styled) else visible(str(part)) for part in parts)
    line = "".join(made)
    is_styled = any(style.values()) and not is_plain()
    _write(click.style(line, **style) if is_styled else line, err=err, nl=nl)


def say(text: str, *, indent: int = 0, err: bool = False, **style: Any) -> None:
    """Print prose, wrapped to the terminal by `wrapped`."""
    for line in wrapped(visible(text), indent):
        echo(line, err=err, **style)


def item(text: str, indent: int = 0, *, err: bool = False, **style: Any) -> None:
    """Print an entry of a list: on a terminal in lines of whole words, else in one line.

    Lines after the first are indented by two more columns.
    """
    is_read = is_terminal(sys.stderr if err else sys.stdout)
    lines = wrapped(visible(text), indent + 2, -2) if is_read else [" " * indent + text]
    for line in lines:
        echo(line, err=err, **style)


def echo_own(text: str) -> None:
    """Print a text or path of the user: unchanged to a program, made visible on a terminal."""
    _write(visible(text) if is_terminal() else text.encode(errors="surrogateescape"), nl=False)


def echo_json(value: Any) -> None:
    """Print a value as indented JSON that has no control characters but newlines."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    is_any = encoding.lower().startswith("utf")
    _write(escaped_in_json(json.dumps(value, indent=2, ensure_ascii=not is_any)))


def as_speaker(role: str) -> str:
    """Return the beginning of a line with words of this role: "you: "; "" for no role."""
    who = "you" if role == "user" else role
    return f"{who}: " if who else ""


def is_terminal(stream: TextIO | None = None) -> bool:
    """Tell whether a stream, standard output unless another is given, is a terminal."""
    stream = stream or sys.stdout
    return stream is not None and stream.isatty()


def has_styles() -> bool:
    """Tell whether colours are shown on standard output."""
    return is_terminal() and not is_plain()


def width() -> int:
    """Return the number of columns for text: the terminal's, within limits of legibility.

    A terminal of unknown size counts as having 80, also in Python 3.10, which returns 0 then.
    """
    columns = shutil.get_terminal_size().columns or 80
    return max(_NARROWEST, min(columns, _WIDEST)) - 1


def wrapped(text: str, indent: int = 0, begun: int = 0) -> list[str]:
    """Wrap text to lines; a word, or a command in backticks, stays whole so that it can be copied.

    A command that is longer than a line is broken between its words. The first line is shorter by
    `begun` columns, which are in use already.
    """
    room = width()

    def whole(command: re.Match[str]) -> str:
        return command[0] if len(command[0]) > room - indent else command[0].replace(" ", "\0")

    lines = textwrap.wrap(
        re.sub("`[^`\n]+`", whole, text),
        room,
        initial_indent=" " * (indent + begun),
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in lines]


def for_stderr(text: str, before: str = "", after: str = "") -> str:
    """Return text for stderr, made visible, and wrapped if stderr is a terminal.

    `before` and `after` are what click prints around it, in the first and the last line.
    """
    shown = visible(text)
    if sys.stderr is None or not sys.stderr.isatty():
        return shown
    begun = len(before)
    paragraphs = (shown + after.replace(" ", "\0")).split("\n")
    first, *rest = (
        wrapped(paragraph, begun=0 if number else begun) or [""]
        for number, paragraph in enumerate(paragraphs)
    )
    lines = [first[0][begun:], *first[1:], *(line for lines in rest for line in lines)]
    return "\n".join(lines).removesuffix(after)


def for_profile(text: str) -> str:
    """Return our own text, with the profile of --profile, if given, added to its commands.

    Commands that set up this machine for all profiles stay as they are.
    """
    context = click.get_current_context(silent=True)
    name = context.meta.get("llm_user_memory.profile") if context else None
    # By a function, as a name that is refused may be no template of `re`.
    return _COMMAND.sub(lambda _: f"llm memory --profile {name} ", text) if name else text


def confirm(question: str, *, abort: bool = False) -> bool:
    """Ask a question on stderr. With `abort`, the command ends with 1 if the answer is no."""
    with _answered(question):
        answer = click.confirm(for_stderr(question, after=" [y/N]:"), err=True)
    if abort and not answer:
        echo("Nothing was changed.", err=True)
        raise click.exceptions.Exit(1)
    return answer


def ask(question: str, default: str) -> str:
    """Ask for a text on stderr. `default` is shown, and returned for an empty answer."""
    shown = for_stderr(f"{question} [{default}]", after=":")
    with _answered(question):
        return str(click.prompt(shown, default=default, show_default=False, err=True))


def choose(question: str, letters: str) -> str:
    """Ask for one of the letters on stderr."""
    choice = click.Choice(list(letters))
    with _answered(question):
        return str(
            click.prompt(for_stderr(question, after=":"), type=choice, show_choices=False, err=True)
        )


def progress(
    items: Iterable[Any] | None = None,
    *,
    label: str,
    show: Callable[[Any], str] | None = None,
    **options: Any,
) -> Any:
    """Return a progress bar of click on stderr. `show` returns the text for an item."""
    said = None if show is None else lambda item: visible(show(item))
    file: Any = _Lines(sys.stderr) if is_plain() else sys.stderr
    return click.progressbar(items, label=visible(label), item_show_func=said, file=file, **options)


class _Lines:
    """A stream that click takes for a file, so that it prints only a bar's label, once."""

    def __init__(self, stream: TextIO) -> None:
        self.write = stream.write
        self.flush = stream.flush

    def isatty(self) -> bool:
        return False


@contextmanager
def _answered(question: str) -> Iterator[None]:
    """Distinguish a missing answer, as at the end of input, from Ctrl-C.

    Click raises the same for both. Raises MemoryPluginError or KeyboardInterrupt instead.
    """
    try:
        yield
    except click.Abort as abort:
        if isinstance(abort.__context__, KeyboardInterrupt):
            raise KeyboardInterrupt from None
        echo(err=True)
        asked = question.partition("\n")[0]
        has_yes = any("--yes" in option.opts for option in _options())
        raise MemoryPluginError(
            f"Nobody answered “{asked}”",
            untouched="Nothing was changed." if has_yes else "What was decided before is kept.",
            remedy="Where nobody can answer, add `--yes`." if has_yes else "",
        ) from None


def _options() -> list[click.Parameter]:
    context = click.get_current_context(silent=True)
    return context.command.params if context else []


def _write(text: str | bytes, err: bool = False, nl: bool = True) -> None:
    """Write text; letters that the locale of the stream lacks are written as escape sequences."""
    try:
        try:
            click.echo(text, err=err, nl=nl)
        except UnicodeEncodeError as error:
            known = error.object.encode(error.encoding, errors="backslashreplace")
            click.echo(known.decode(error.encoding), err=err, nl=False)
    except OSError as error:
        raise OutputError from error
