"""What `llm memory` prints without a command on a terminal: an overview, and what to do next."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import click

from ..profile.document import facts
from ..profile.split import split
from ..store.profile import file as profile_file
from ..text.plurals import counted
from .base import existing_profile
from .output import echo, for_profile, say, styled
from .status import headline, report

# The number of facts that are shown, from the end, where the newest ones are.
_MOST_FACTS = 5

_NEXT = 3


def show(ctx: click.Context) -> None:
    """Print the overview of the command's profile."""
    found = report(ctx)
    active, archived = split(profile_file.read(existing_profile().folder) or "")
    known = facts(active)
    echo(headline(found), bold=True)
    echo()
    if known:
        by_section = Counter(fact.section for fact in known)
        listed = ", ".join(f"{section} ({n})" for section, n in by_section.items())
        more = f", and {counted(len(facts(archived)), 'fact')} in the archive" * bool(archived)
        few = " The last of them:" if len(known) > _MOST_FACTS else ""
        say(f"It knows {counted(len(known), 'fact')}: {listed}{more}.{few}")
        for fact in known[-_MOST_FACTS:]:
            say(f"- {fact.written}", indent=2)
    else:
        say("It knows nothing about you yet.")
    echo("\nNext:")
    wanted = list(dict.fromkeys(_next(found, is_empty=not known)))[:_NEXT]
    named = [(for_profile(command), what) for command, what in wanted]
    widest = max(len(command) for command, _ in named)
    for command, what in named:
        echo(styled(f"  {command:<{widest}}", bold=True), f"  {what}")
    echo("\nllm memory --help lists all commands.")


def _next(found: dict[str, Any], *, is_empty: bool) -> Iterator[tuple[str, str]]:
    """The commands to suggest, the most urgent first; always at least three."""
    if not found["healthy"]:
        yield "llm memory doctor", "see what is wrong, and what repairs it"
    if not (found["shell"]["active"] or found["shell"]["installed"]):
        yield "llm memory install-shell", "add memory to every prompt that you type"
    if not found.get("learning", {}).get("on", True):
        yield "llm memory resume", "learn again after a pause"
    if found.get("learning", {}).get("retry_at"):
        yield "llm memory update", "make the update that failed again now"
    if found.get("waiting"):
        yield "llm memory review", f"decide about {counted(found['waiting'], 'thing')}"
    if is_empty:
        yield "llm memory backfill", "learn from earlier conversations"
        yield "llm memory add '...'", "say something yourself"
    yield "llm memory show", "read all that it knows"
    yield "llm memory search WORDS", "find what was said"
    yield "llm memory status", "see whether all of it works"
