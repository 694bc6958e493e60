"""The texts of the turn that holds a quote, and of the turns before and after it. Pure."""

from collections.abc import Sequence

from .quotes import TypedText
from .subjects import speaks_by_pronoun


def whole_turn(said: TypedText, typed: Sequence[TypedText]) -> str:
    """Return the surely typed text of the quote's turn, with the part that holds the quote."""
    return "\n".join(
        part.text
        for part in typed
        if part.turn_id == said.turn_id and (not part.in_doubt or part == said)
    )


def spoken_of_before(said: TypedText, turn: str, typed: Sequence[TypedText]) -> str:
    """Return the text of the earlier turns, if this one may say "she" of somebody there; or ""."""
    return " . ".join(turns_before(said, typed)) if speaks_by_pronoun(turn) else ""


def turns_before(said: TypedText, typed: Sequence[TypedText]) -> list[str]:
    """Return the surely typed parts of the turns before the quote's."""
    return [part.text for part in typed[: _start(said, typed)] if not part.in_doubt]


def other_turns(said: TypedText, typed: Sequence[TypedText]) -> list[str]:
    """Return the surely typed parts of all turns but the quote's."""
    return [part.text for part in typed if part.turn_id != said.turn_id and not part.in_doubt]


def from_turn_on(said: TypedText, typed: Sequence[TypedText]) -> str:
    """Return the surely typed text from the quote's turn on."""
    return "\n".join(part.text for part in typed[_start(said, typed) :] if not part.in_doubt)


def _start(said: TypedText, typed: Sequence[TypedText]) -> int:
    """The index of the first part of the quote's turn."""
    return next(number for number, part in enumerate(typed) if part.turn_id == said.turn_id)
