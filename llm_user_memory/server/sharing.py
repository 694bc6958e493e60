"""Asking about several users at once: who may, and a call for each of them.

Row-level security stays the boundary: each user is read in a transaction of their own.
"""

from collections.abc import Sequence
from dataclasses import replace

from .calls import Call
from .keys import Key
from .problems import Problem


def require_allowed(key: Key, user: str, shared: Sequence[str], *, by_tool: bool) -> None:
    """Raise Problem if the key may not ask about these users beside its own.

    A key for any user may ask about all. Not by a tool, whose arguments a model makes up: that
    needs a key that names them.
    """
    is_for_any = key.for_user is None and not by_tool
    if not is_for_any and not set(shared) <= key.shared | {user}:
        raise Problem("wrong-user", "The key does not share the memory of these users.")


def calls(call: Call, shared: Sequence[str]) -> list[Call]:
    """Return the call itself, and the same about each of the other users."""
    others = [user for user in dict.fromkeys(shared) if user != call.user_id]
    return [call, *(replace(call, user_id=user) for user in others)]
