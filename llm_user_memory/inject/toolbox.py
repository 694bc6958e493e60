"""`llm -T Memory`: tools with which a model can use the memory while it answers.

LLM loads this module with every prompt, to know the names of all tools. The implementation is in
`tools`, which is loaded when a tool is used.
"""

from collections.abc import Callable
from inspect import cleandoc
from typing import TypeVar

import llm

_Tool = TypeVar("_Tool", bound=Callable[..., str])


def _described(tool: _Tool) -> _Tool:
    """Remove the indentation of the docstring, because LLM sends it to models as it is."""
    tool.__doc__ = cleandoc(tool.__doc__ or "")
    return tool


class Memory(llm.Toolbox):
    """What the user said before, and what is known of them."""

    def __init__(self) -> None:
        from .tools import Tools

        self._tools = Tools()

    @_described
    def search(self, query: str, limit: int = 8) -> str:
        """
        Search what the user said and noted in earlier conversations. Use it when they
        refer to something you do not know: "as I told you", "the trip", "my project".
        Give words that they may have used. Returns passages with their dates.
        """
        return self._tools.search(query, limit)

    @_described
    def profile(self) -> str:
        """
        Return the user's profile: what is known of them, as a list of facts.
        """
        return self._tools.profile()

    @_described
    def note(self, text: str) -> str:
        """
        Write a note into the user's notes of today. Only when the user asks for it.
        """
        return self._tools.note(text)

    @_described
    def remember(self, fact: str) -> str:
        """
        Ask the user to have one fact about them remembered, such as "Lives in Oslo".
        Only what they said of themselves. They decide later.
        """
        return self._tools.remember(fact)

    @_described
    def forget(self, fact: str) -> str:
        """
        Ask the user to have a fact of their profile forgotten. Give it as the profile
        has it. They decide later.
        """
        return self._tools.forget(fact)
