"""The command that learns from what LLM logged before: backfill."""

from pathlib import Path
from typing import Any

import click

from ..errors import LogsError
from ..learn.backfill import from_log
from ..learn.backfill.staging import Spool
from ..store.state import Store
from .backfill_common import learn_from_past
from .backfill_options import options_of, past_options
from .base import memory, profile_in_force


@memory.command()
@click.option(
    "--conversation",
    "conversations",
    multiple=True,
    metavar="ID",
    help="Only this one, also if memory was off; can be given several times",
)
@click.option(
    "-d",
    "--database",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Another log database than LLM's own",
)
@past_options
def backfill(conversations: tuple[str, ...], database: Path | None, **given: Any) -> None:
    """
    Learn from the conversations that LLM logged before memory was in use

    Says first which ones, and about how many requests and tokens that takes, and asks.
    The oldest come first, so that what you said later counts. What is not personal is
    skipped, with the reason. Ctrl-C at any moment: the next run goes on there.

    What you say with memory on is learned by itself. What was said with memory off, or
    with "llm memory private", is taken by --conversation alone; with learning paused or
    switched off, never.

    \b
        llm memory backfill --dry-run
        llm memory backfill --days 90 -m gpt-4o-mini
    """
    own = profile_in_force().folder.logs
    log = database or own
    if not log.exists():
        raise LogsError(f"There is no log at {log}.", untouched="Nothing was changed.")

    is_other = not own.exists() or not log.samefile(own)

    def scan(spool: Spool, store: Store) -> None:
        from_log.scan(spool, store, log, conversations, is_other=is_other)

    learn_from_past(scan, options_of(given, conversations), str(database or "LLM's log"))
