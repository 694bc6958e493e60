"""Divides a conversation into portions that each fit into one request. Pure.

A request that is too long would leave out its oldest messages, or the middle of a long one.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ..model.forms import Form
from ..model.request import LONGEST_COMPLETION, LONGEST_CONVERSATION, LONGEST_MESSAGE
from ..text import pasted

T = TypeVar("T")

# Characters of a conversation in one request: a little less than its limit, near which it would
# leave out the oldest messages. A shortened message gets a note.
_PORTION = LONGEST_CONVERSATION - 1_000
_SHORTENED_NOTE = 60

# Characters in a request to a completion model, which has each sentence on a line of its own.
_COMPLETION_PORTION = LONGEST_COMPLETION - 200


def portions(turns: Iterable[T], prompt_of: Callable[[T], str], form: Form) -> Iterator[list[T]]:
    """Yield the turns of a conversation, in order, in lists that each fit into one request.

    `prompt_of` returns what the user entered in a turn. A turn that is too long is a list of its
    own.
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
