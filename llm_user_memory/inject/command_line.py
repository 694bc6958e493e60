"""How much of a prompt the user typed into the shell, by the command line that they typed.

`llm "$(cat letter.txt)"` has a letter as its prompt, and a loop or a function of the shell may have
any text. The shell function of `install-shell` passes on the typed line, as it was before the
shell replaced anything in it. Each prompt loads this module.
"""

from bisect import bisect_left

import click

KEY = "llm_user_memory.command_line"
"""The key of the entry in click's context with the line, which is absent if none was given."""

_QUOTING = str.maketrans("", "", "\"'\\")


def typed_characters(ctx: click.Context) -> int | None:
    """Return how many characters at the end of the prompt the user typed; None for all of it.

    It is also None if that is unknown: without a line, or if the prompt is no argument. A sentence
    that the typed end only completes does not count: see `consent.typed_from`.
    """
    prompt, line = ctx.params.get("prompt"), ctx.meta.get(KEY)
    if line is None or not prompt:
        return None
    words, typed = prompt.split(), _unquoted(line)

    def is_typed_from(first: int) -> bool:
        return _unquoted(" ".join(words[first:])) in typed

    first = bisect_left(range(len(words)), True, key=is_typed_from)
    if first == 0:
        return None
    return len(prompt.split(None, first)[first]) if first < len(words) else 0


def _unquoted(text: str) -> str:
    """The text without the signs by which shells quote, and with single spaces."""
    return " ".join(text.translate(_QUOTING).split())
