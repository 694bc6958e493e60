"""The candidates of a backfill that come from files of other programs."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ...imports import Conversation
from ...imports.agents import begins_a_run
from ...logs import Turn
from ...store.consent import Consent
from .. import role_play
from .eligibility import AGENT, Eligibility
from .receipted import Receipts
from .staging import Staging

# Programs that both people and agents use, and whose files do not tell which of them typed.
_RUNNING_AGENTS = frozenset({"claude-code", "codex", "gptme"})


def stage(
    staged: Staging,
    rules: Eligibility,
    receipts: Receipts,
    conversation: Conversation,
    path: Path,
) -> None:
    """Put a conversation from a file of another program into staging. Raises StateError."""
    receipts.enter_waiting(conversation, is_alone=path.is_file())
    refusal = AGENT if _is_agents(rules, conversation) else ""
    seen = rules.places(conversation.turns)
    is_programs = conversation.source in _RUNNING_AGENTS
    started_with = rules.given_turns(conversation.turns) if is_programs else set()
    turns = list(_with_dates(conversation, path))
    refusals = receipts.refusals(conversation, turns)
    in_doubt = started_with | role_play.turns_in_role(turns)
    candidates = []
    for turn, dated in zip(conversation.turns, turns, strict=True):
        given = Consent(refusal or refusals.get(turn.id, ""))
        if not given.refusal and not turn.started:
            given = rules.of_undated(dated.started)
        candidate = rules.candidate(dated, given, place=seen.get(turn.id, ""))
        candidates.append(replace(candidate, in_doubt=turn.id in in_doubt))
    staged.add(conversation.id, conversation.source, conversation.title, candidates)


def _is_agents(rules: Eligibility, conversation: Conversation) -> bool:
    """Whether it is an agent's run, by how it begins, or by what a hook saw of it."""
    if conversation.source not in _RUNNING_AGENTS:
        return False
    is_run = begins_a_run(conversation.turns[0].prompt)
    return is_run or rules.has_agents_turn([turn.id for turn in conversation.turns])


def _with_dates(conversation: Conversation, path: Path) -> Iterator[Turn]:
    """Yield the turns of a conversation; those without a date get that of the file.

    None is later than now: else nothing that the user says could be newer.
    """
    now = time.time()
    for turn in conversation.turns:
        at = min(turn.started or path.stat().st_mtime, now)
        yield turn if at == turn.started else turn._replace(started=at, ended=at)
