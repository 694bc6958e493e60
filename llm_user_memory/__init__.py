"""A memory for LLM: a profile of facts about its user, each supported by the user's own words.

`Memory` and the types that its methods return are the public API, for other programs. They are
imported lazily, because every `llm` call and the daemon import this package.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api import Context, Fact, Memory, Passage, Passages, Refused, Update
    from .errors import MemoryPluginError

__version__ = "0.2.0"

__all__ = [
    "Context",
    "Fact",
    "Memory",
    "MemoryPluginError",
    "Passage",
    "Passages",
    "Refused",
    "Update",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import api

    return getattr(api, name)
