"""The public Python API: `from llm_user_memory import Memory`.

* `memory`: `Memory`, whose methods each open the memory folder, do one thing, and close it again;
* `results`: what they return;
* `learning`: the ways to learn, for an open memory.

Public names and signatures stay compatible between versions. `llm` is imported only when a model
is asked or named.
"""

from ..context import Context
from ..errors import MemoryPluginError
from .memory import Memory, Message
from .results import Fact, Passage, Passages, Refused, Update

__all__ = [
    "Context",
    "Fact",
    "Memory",
    "MemoryPluginError",
    "Message",
    "Passage",
    "Passages",
    "Refused",
    "Update",
]
