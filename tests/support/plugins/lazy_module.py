"""Modules that are imported by whoever uses them, and by nobody before."""

import importlib
import sys
from types import ModuleType
from typing import Any


class LazyModule(ModuleType):
    """A module that is imported by the first look at it.

    LLM spends more than half of its start on importing `openai`, which scripted models never use.
    """

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)
