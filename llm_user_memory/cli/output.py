"""Prints and asks: the only module of the package that writes to the terminal, but for notices.

Whatever is printed is made visible (`text.controls`), because stored text is anybody's. Only what
`styled` returns has escape sequences, our own; joined with other text it loses that mark, so that
a mistake shows an escape sequence and never sends one. With NO_COLOR or TERM=dumb there are none.
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

# Lines of prose are not longer than this, however wide the terminal is.
_WIDEST = 100
_NARROWEST = 40

# Where text of ours names a command, rather than a path of the user's.
_COMMAND = re.compile("(?:^|(?<=`)|(?<=: ))llm memory (?!--profile )")


class Styled(str):
    """Text that was made visible, with colours of ours."""

    __slots__ = ()


def styled(text: str, **style: Any) -> Styled:
    """Return text in a style of `click.style`, as a part for `echo`."""
    return Styled(visible(text) if is_plain() else click.style(visible(text), **style))


def echo(*parts: object, err: bool = False, nl: bool = True, **style: Any) -> None:
    """Print the parts one after the other, on stderr with `err`; `style` is that of all of them."""
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

    The lines after the first are indented by two columns more.
    """
    is_read = is_terminal(sys.stderr if err else sys.stdout)
    lines = wrapped(visible(text), indent + 2, -2) if is_read else [" " * indent + text]
    for line in lines:
        echo(line, err=err, **style)


def echo_own(text: str) -> None:
    """Print a file or path of the user's: as it is for a program, visible for a person."""
    _write(visible(text) if is_terminal() else text.encode(errors="surrogateescape"), nl=False)


def echo_json(value: Any) -> None:
    """Print a value as indented JSON that has no control characters but newlines."""
    _write(escaped_in_json(json.dumps(value, indent=2, ensure_ascii=False)))


def is_terminal(stream: TextIO | None = None) -> bool:
    """Tell whether a stream, standard output unless another is given, is a terminal."""
    stream = stream or sys.stdout
    return stream is not None and stream.isatty()


def has_styles() -> bool:
    """Tell whether colours are shown on standard output."""
    return is_terminal() and not is_plain()


def width() -> int:
    """Return the number of columns for text: those of the terminal, within bounds of reading.

    A terminal that does not tell its size has 80, also for Python 3.10, which gives 0 then.
    """
    columns = shutil.get_terminal_size().columns or 80
    return max(_NARROWEST, min(columns, _WIDEST)) - 1


def wrapped(text: str, indent: int = 0, begun: int = 0) -> list[str]:
    """Wrap text to lines; a word, or a command in backticks, stays whole so that it can be copied.

    A command that is longer than a line is broken between its words. The first line is indented by
    `begun` more, for what stands there already.
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
    """Return text for stderr, made visible, and wrapped by `wrapped` if that is a terminal.

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
    """Return text of ours, its commands of `llm memory` for the profile of --profile, if given."""
    context = click.get_current_context(silent=True)
    name = context.meta.get("llm_user_memory.profile") if context else None
    return _COMMAND.sub(f"llm memory --profile {name} ", text) if name else text


def confirm(question: str, *, abort: bool = False) -> bool:
    """Ask a question on stderr; with `abort` the command ends with 1 if the answer is no."""
    with _answered(question):
        answer = click.confirm(for_stderr(question, after=" [y/N]:"), err=True)
    if abort and not answer:
        echo("Nothing was changed.", err=True)
        raise click.exceptions.Exit(1)
    return answer


def ask(question: str, default: str) -> str:
    """Ask for a text on stderr; an empty answer is `default`, which is shown."""
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
    """Return a progress bar of click on stderr; `show` returns what it says of an item."""
    said = None if show is None else lambda item: visible(show(item))
    file: Any = _Lines(sys.stderr) if is_plain() else sys.stderr
    return click.progressbar(items, label=visible(label), item_show_func=said, file=file, **options)


class _Lines:
    """A stream on which click prints the label of a bar once, as in a file, and moves no cursor."""

    def __init__(self, stream: TextIO) -> None:
        self.write = stream.write
        self.flush = stream.flush

    def isatty(self) -> bool:
        return False


@contextmanager
def _answered(question: str) -> Iterator[None]:
    """Tell an answer that nobody can give from Ctrl-C. Raises MemoryPluginError, KeyboardInterrupt.

    Click raises the same for both.
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
    try:
        click.echo(text, err=err, nl=nl)
    except OSError as error:
        raise OutputError from error
