"""Prints and asks: the only module of the package that writes to the terminal, but for notices.

Whatever is printed is made visible (`text.controls`), because stored text is anybody's. Only what
`styled` returns has escape sequences, our own; joined with other text it loses that mark, so that
a mistake shows an escape sequence and never sends one.
"""

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any

import click

from ..text.controls import escaped_in_json, visible


class Styled(str):
    """Text that was made visible, with colours of ours."""

    __slots__ = ()


def styled(text: str, **style: Any) -> Styled:
    """Return text in a style of `click.style`, as a part for `echo`."""
    return Styled(click.style(visible(text), **style))


def echo(*parts: object, err: bool = False, nl: bool = True, **style: Any) -> None:
    """Print the parts one after the other, on stderr with `err`; `style` is that of all of them."""
    made = (part if isinstance(part, Styled) else visible(str(part)) for part in parts)
    line = "".join(made)
    click.echo(click.style(line, **style) if style else line, err=err, nl=nl)


def echo_own(text: str) -> None:
    """Print a file or path of the user's: as it is for a program, visible for a person."""
    click.echo(
        visible(text) if sys.stdout.isatty() else text.encode(errors="surrogateescape"), nl=False
    )


def echo_json(value: Any) -> None:
    """Print a value as indented JSON that has no control characters but newlines."""
    click.echo(escaped_in_json(json.dumps(value, indent=2, ensure_ascii=False)))


def confirm(question: str, *, abort: bool = False) -> bool:
    """Ask a question on stderr; with `abort` the command ends if the answer is no."""
    return click.confirm(visible(question), err=True, abort=abort)


def ask(question: str, default: str) -> str:
    """Ask for a text on stderr; an empty answer is `default`, which is shown."""
    shown = f"{visible(question)} [{visible(default)}]"
    return str(click.prompt(shown, default=default, show_default=False, err=True))


def choose(question: str, letters: str) -> str:
    """Ask for one of the letters on stderr."""
    choice = click.Choice(list(letters))
    return str(click.prompt(visible(question), type=choice, show_choices=False, err=True))


def progress(
    items: Iterable[Any] | None = None,
    *,
    label: str,
    show: Callable[[Any], str] | None = None,
    **options: Any,
) -> Any:
    """Return a progress bar of click on stderr; `show` returns what it says of an item."""
    said = None if show is None else lambda item: visible(show(item))
    return click.progressbar(
        items, label=visible(label), item_show_func=said, file=sys.stderr, **options
    )
