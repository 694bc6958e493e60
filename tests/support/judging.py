"""Checks one fact that a model draws from what was typed."""

from collections.abc import Sequence

from llm_user_memory.checks import guard
from llm_user_memory.checks.guard import CheckContext
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit


def refusal(
    fact: str,
    typed: str | Sequence[str],
    quote: str = "",
    *,
    section: str = "Interests",
    said_at: float = 0.0,
) -> str:
    """Return why a fact is not taken into an empty profile, "" if it is.

    `typed` is one turn, or several in order. The quote is all of the last one unless it is given.
    """
    turns = [typed] if isinstance(typed, str) else typed
    said = [TypedText(f"turn {number}", words, said_at) for number, words in enumerate(turns)]
    edit = Edit("add", section, new=fact, quote=quote or turns[-1])
    _profile, [verdict] = guard.check([edit], EMPTY, said, CheckContext())
    return verdict.refusal
