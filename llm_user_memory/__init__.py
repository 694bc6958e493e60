"""A memory for LLM: it knows its user, with the user's own words behind every fact.

`Memory` and what its methods return are for other programs; they are imported when they are
named, as every `llm` call and the daemon import this package.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api import Fact, Memory, Passage, Refused, Update
    from .errors import MemoryPluginError

__version__ = "0.2.0"

__all__ = ["Fact", "Memory", "MemoryPluginError", "Passage", "Refused", "Update"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import api

    return getattr(api, name)
