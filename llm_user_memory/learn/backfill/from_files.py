"""The candidates of a backfill that come from files of other programs."""

from collections.abc import Iterator
from pathlib import Path

from ...imports import Conversation
from ...logs import Turn
from ...store.consent import Consent
from .eligibility import Eligibility
from .staging import Staging


def stage(staged: Staging, rules: Eligibility, conversation: Conversation, path: Path) -> None:
    """Put a conversation of a file into staging."""
    candidates = [rules.candidate(turn, Consent()) for turn in _with_dates(conversation, path)]
    staged.add(conversation.id, conversation.source, conversation.title, candidates)


def _with_dates(conversation: Conversation, path: Path) -> Iterator[Turn]:
    """Yield the turns of a conversation; those without a date get that of the file."""
    for turn in conversation.turns:
        if turn.started:
            yield turn
        else:
            at = path.stat().st_mtime
            yield turn._replace(started=at, ended=at)
