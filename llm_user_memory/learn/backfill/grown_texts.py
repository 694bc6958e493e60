"""A text of the user's that a caller passes again when it has grown: what of it is new.

What was passed before would count as said again now, and newer than what was said since. So only
the new part is used, as if the earlier one were a turn of its own.
"""

from collections.abc import Sequence
from itertools import islice

from ...logs import Turn
from ...profile.line_marks import LOCAL, marks_local
from ...store import backfilled, origins
from ...store.state import Store
from ...store.updates import SAID
from ...text import pasted
from ...text.pasted.style import asks_a_model
from ...text.words import sentences
from .from_messages import digest

# The lines after which the text may have ended before.
_MOST_LINES = 1000


def known_parts(store: Store, turns: Sequence[Turn]) -> dict[str, int]:
    """Return how much of a text that grew was passed before, by the id of its turn.

    That is known of a text of the user's without a time or answers, from which facts were learned.
    Others may begin with a request, such as "Translate this:", that is made again and again.
    """
    if len(turns) > 1 or turns[0].started or turns[0].response:
        return {}
    forms = _shorter_forms(turns[0])
    known = backfilled.recorded(store.db, [turns[0].id, *forms])
    told = any(origins.facts_of_turn(store.db, turn_id) for turn_id in known)
    if not told or turns[0].id in known:
        return {}
    return {turns[0].id: next(end for turn_id, end in forms.items() if turn_id in known)}


def new_part(turn: Turn, begin: int) -> Turn:
    """Return the turn from `begin` on. If what stands before stays on this machine, so does it."""
    rest = turn.prompt[begin:].strip()
    if begin and marks_local(turn.prompt[:begin].strip()) and not marks_local(rest):
        rest = f"{rest} #{LOCAL}"
    return turn._replace(prompt=rest)


def may_be_anothers(turn: Turn, begin: int) -> bool:
    """Tell whether the part from `begin` on may not be the user's words, or not be meant so.

    The part that was passed before tells: "Two lines to translate:".
    """
    is_request = any(
        asks_a_model(said) or said.endswith(":") for said in sentences(turn.prompt[:begin])
    )
    return is_request or not all(piece.is_typed for piece in pasted.pieces(turn.prompt))


def _shorter_forms(turn: Turn) -> dict[str, int]:
    """Where the lines of a prompt end, by the id that the turn had if it ended there.

    The last line comes first. In a conversation without a name ids are made of its first prompt.
    """
    prompt, found = turn.prompt, dict[str, int]()
    is_unnamed = turn.thread_id == f"{SAID}:{digest(prompt)}"
    ends = (at for at in range(len(prompt) - 1, 0, -1) if prompt[at] == "\n")
    for end in islice(ends, _MOST_LINES):
        shorter = prompt[:end].rstrip()
        thread = f"{SAID}:{digest(shorter)}" if is_unnamed else turn.thread_id
        found[f"{SAID}:{digest(thread, shorter, '1')}"] = end
    return found
