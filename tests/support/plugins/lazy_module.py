"""A module that is imported when an attribute of it is first used."""

import importlib
import sys
from types import ModuleType
from typing import Any


class LazyModule(ModuleType):
    """A placeholder in `sys.modules` for the module of its name, until an attribute is used.

    LLM spends more than half of its start on importing `openai`, which scripted models never use.
    """

    __file__ = None  # which others ask of every module

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)
