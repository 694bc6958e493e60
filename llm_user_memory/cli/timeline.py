"""The command `timeline`: from when to when facts were true."""

import sys
from collections.abc import Set

import click

from ..learn import former_facts
from ..store import timeline as store_timeline
from ..store.profile import versions
from ..store.timeline import Period
from ..text.controls import visible
from . import complete
from .base import ADD_ONE, day, json_option, memory, opened_memory, where
from .exits import NOTHING
from .output import echo, echo_json, for_profile, is_terminal, say, wrapped

_INDENT = 25
"""The columns before a fact: its two dates, and the text between them."""


@memory.command()
@click.argument("words", required=False, default="", shell_complete=complete.facts)
@json_option
def timeline(words: str, as_json: bool) -> None:
    """
    Show from when to when facts were true

    The fact that replaced another is shown below it. With WORDS, show only facts that match, and
    those that they replaced. A fact begins when you said it, and ends when you said what replaced
    it, or on the last day that the fact itself names. Forgotten facts are not shown.
    """
    with opened_memory() as store:
        profile = versions.read(store).text
        found = store_timeline.periods(store.db, profile)
        kept_here = frozenset(former_facts.kept_here(store, profile))
    if words:
        found = store_timeline.matching(found, words)
    if as_json:
        echo_json([_as_json(period, kept_here) for period in found])
    elif not found:
        every = f"No fact matches “{words}”. `llm memory timeline` lists them all."
        say(for_profile(every if words else f"No fact is known yet. {ADD_ONE}"), err=True)
    else:
        for period in found:
            _print(period, is_kept_here=period.fact in kept_here)
    if words and not found:
        sys.exit(NOTHING)


def _print(period: Period, *, is_kept_here: bool) -> None:
    since = day(period.since) if period.since else "?"
    until = day(period.until) if period.until else ""
    dates = f"{since:>10} - {until:<10}".ljust(_INDENT)
    for number, line in enumerate(_lines(period.fact)):
        echo(" " * _INDENT if number else dates, nl=False)
        echo(line, bold=True)
    below = [f"“{period.quote}”" if period.quote else "a line of yours"]
    if period.followed_by:
        below.append(f"then: {period.followed_by}")
    if period.ended_by:
        below.append(f"“{period.ended_by}”")
    if is_kept_here:
        below.append("what says it stays on this machine (llm memory mark --any)")
    for text in below:
        for line in _lines(text):
            echo(" " * _INDENT + line)


def _lines(text: str) -> list[str]:
    """Return the text in lines that fit beside the dates, or in one line if not on a terminal."""
    if not is_terminal():
        return [text]
    return [line[_INDENT:] for line in wrapped(visible(text), _INDENT)]


def _as_json(period: Period, kept_here: Set[str]) -> dict[str, object]:
    return {
        "fact": period.fact,
        "from": period.since,
        "until": period.until,
        "followed_by": period.followed_by or None,
        "quote": period.quote or None,
        "ended_by": period.ended_by or None,
        "conversation": where(period.source, period.thread_id) if period.thread_id else None,
        "archived": period.is_archived,
        "kept_here": period.fact in kept_here,
    }
