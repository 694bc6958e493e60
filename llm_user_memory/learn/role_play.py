"""Finds turns in which the user may be playing a role that an earlier turn began.

An update is about the turns since the last one, and the checks see these alone. What the user says
minutes after "pretend I am a pirate" may be the pirate's words all the same.
"""

from collections.abc import Sequence
from itertools import chain

from .. import logs
from ..checks.attribution import role_states
from ..logs import Turn
from ..settings import Folder

# Of a long conversation, so many turns before the first one are read, and so much of each.
_MOST = 50
_CHARACTERS = 2_000


def turns_in_role(turns: Sequence[Turn]) -> set[str]:
    """Return the ids of the turns before which a role was begun and not ended.

    All turns are given, the oldest first.
    """
    states = role_states(turn.prompt[:_CHARACTERS] for turn in turns)
    before = chain([False], states)
    return {turn.id for turn, is_playing in zip(turns, before, strict=False) if is_playing}


def of_log(folder: Folder, thread_id: str, turns: Sequence[Turn]) -> set[str]:
    """Return those of the turns of a thread of LLM's log, by all before them. Raises LogsError."""
    if not turns:
        return set()
    first = min(turn.id for turn in turns)
    earlier = [id_ for id_ in logs.ids_of_thread(folder.logs, thread_id) if id_ < first]
    before = logs.read(folder.logs, earlier[-_MOST:]) if earlier else []
    return turns_in_role([*before, *turns]) if before else set()
