"""The command `backfill`: it learns from conversations that LLM logged before."""

from pathlib import Path
from typing import Any

import click

from ..errors import LogsError
from ..learn.backfill import from_log
from ..learn.backfill.staging import Staging
from ..store.exposure import named_log
from ..store.state import Store
from .backfill_common import backfill_options, learn_from_earlier, options_of
from .base import current_profile, memory


@memory.command()
@click.option(
    "--conversation",
    "conversations",
    multiple=True,
    metavar="ID",
    help="Take only this one, even if memory was off; repeatable",
)
@click.option(
    "-d",
    "--database",
    type=click.Path(exists=True, dir_okay=False, readable=False, path_type=Path),
    help="Read this log database instead of LLM's own",
)
@backfill_options
def backfill(conversations: tuple[str, ...], database: Path | None, **given: Any) -> None:
    """
    Learn from what LLM logged before memory was in use

    The command first shows which conversations it would learn from, and estimates the
    requests and tokens. Then it asks whether to go on. --dry-run ends before the
    question, and asks no model. --preview asks the model at once, but only about N
    conversations, and keeps nothing of what it answers. --output writes what comes of it
    to a FILE, which it replaces if it wrote it itself.

    It learns from the oldest conversation first, so that newer statements replace older
    ones. Conversations that are not personal are skipped, each with a reason. You can
    press Ctrl-C at any time: the next run continues from there.

    Conversations that you have with memory on are learned from without this command.
    Conversations with memory off, or with "llm memory private", are only taken if
    --conversation names them. Conversations while learning was paused or switched off
    are never taken.

    \b
        llm memory backfill --dry-run
        llm memory backfill --days 90 -m gpt-4o-mini
    """
    options = options_of(given, conversations)
    folder = current_profile().folder
    own = folder.logs
    log = database or named_log(folder)
    if not log.exists():
        raise LogsError(
            f"There is no log at {log}.",
            untouched="Nothing was changed.",
            remedy="LLM makes it with your first prompt, unless `llm logs off` was run.",
        )

    is_other = not own.exists() or not log.samefile(own)

    def scan(staged: Staging, store: Store) -> None:
        from_log.scan(staged, store, log, conversations, is_other=is_other)

    learn_from_earlier(scan, options, str(database or "LLM's log"))
