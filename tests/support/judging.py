"""Checks one fact that a model draws from what was typed."""

from collections.abc import Sequence

from llm_user_memory.checks import guard
from llm_user_memory.checks.guard import CheckContext, Verdict
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit, apply_edit
from llm_user_memory.text import pasted
from llm_user_memory.text.words import fold


def refusal(
    fact: str,
    typed: str | Sequence[str],
    quote: str = "",
    *,
    section: str = "Interests",
    said_at: float = 0.0,
) -> str:
    """Return why a fact is not taken into an empty profile, "" if it is: see `verdict`."""
    return verdict(fact, typed, quote, section=section, said_at=said_at).refusal


def verdict(
    fact: str,
    typed: str | Sequence[str],
    quote: str = "",
    *,
    section: str = "Interests",
    said_at: float = 0.0,
) -> Verdict:
    """Return the verdict on a fact that is added to an empty profile.

    `typed` is one turn, or several in order, of which pasted text does not count. The quote is all
    of the last one unless it is given.
    """
    turns = [typed] if isinstance(typed, str) else typed
    said = [
        TypedText(f"turn {number}", words, said_at, in_doubt)
        for number, turn in enumerate(turns)
        for words, in_doubt in pasted.quotable_parts(turn)
    ]
    edit = Edit("add", section, new=fact, quote=quote or turns[-1])
    _profile, [judged] = guard.check([edit], EMPTY, said, CheckContext())
    return judged


def after(edit: Edit, fact: str, said: Sequence[TypedText], *, learned: bool) -> str:
    """Return a profile of one fact after an edit: the fact was `learned`, or is the user's own."""
    before = apply_edit(EMPTY, Edit("add", edit.section, new=fact))
    context = CheckContext({fold(fact): "I said so"} if learned else {})
    return guard.check([edit], before, said, context)[0]
