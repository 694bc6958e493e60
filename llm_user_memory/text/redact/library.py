"""The modules of `bc-detect-secrets`, which takes a quarter of a second to load."""

from functools import cache
from importlib import import_module
from threading import Lock
from typing import Any

_loading = Lock()


@cache
def module(name: str) -> Any:
    """Return a module of the library, loaded on first use.

    The library's modules import each other in a circle. If two threads enter such a circle at
    different places, Python gives one of them a partly loaded module, so they take turns.
    """
    with _loading:
        return import_module(f"detect_secrets.{name}")
