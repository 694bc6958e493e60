"""Divides a conversation into portions, each of which one request holds whole. Pure.

A request leaves out the oldest messages, or the middle, of what is too long for it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ..model.forms import Form
from ..model.request import LONGEST_COMPLETION, LONGEST_CONVERSATION, LONGEST_MESSAGE
from ..text import pasted

T = TypeVar("T")

# Characters of a conversation in one request. Below the limit of the request, which leaves out
# the oldest messages where little room is left; a message that is shortened gets a note.
_PORTION = LONGEST_CONVERSATION - 1_000
_SHORTENED_NOTE = 60

# The same for a completion model; its request puts each sentence on a line.
_COMPLETION_PORTION = LONGEST_COMPLETION - 200


def portions(turns: Iterable[T], prompt_of: Callable[[T], str], form: Form) -> Iterator[list[T]]:
    """Yield the turns of a conversation, in order, in lists that one request of the form holds.

    `prompt_of` returns what was entered in a turn. A turn that alone is too long is by itself.
    """
    portion: list[T] = []
    longest = _COMPLETION_PORTION if form == "completion" else LONGEST_MESSAGE
    most = room = _COMPLETION_PORTION if form == "completion" else _PORTION
    for turn in turns:
        size = len(pasted.without_pasted(prompt_of(turn)))
        if size > longest:
            size = longest + _SHORTENED_NOTE
        if portion and size > room:
            yield portion
            portion, room = [], most
        portion.append(turn)
        room -= size
    if portion:
        yield portion
