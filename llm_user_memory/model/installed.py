"""The models that LLM has, and the error if its plugins cannot be loaded.

Imports `llm`, which loads every plugin, only inside functions.
"""

import os
from typing import Any

from ..errors import ModelError
from ..text.words import storable

# The error of the first call, or None: LLM raises an error of loading its plugins only once.
_first: list[BaseException | None] = []


def by_name() -> dict[str, list[Any]]:
    """Return the installed models by their names and aliases. LLM makes them anew in each call.

    Each comes with its asynchronous variant, if there is one: `llm --async` asks that one. Raises
    ModelError if LLM's plugins cannot be loaded.
    """
    import llm

    if _first and (earlier := _first[0]):
        raise _not_loaded(earlier)
    found: dict[str, list[Any]] = {}
    error: BaseException | None = None
    try:
        found = {name: [model] for name, model in llm.get_model_aliases().items()}
        for name, model in llm.get_async_model_aliases().items():
            if name in found:
                found[name].append(model)
    except (Exception, SystemExit) as raised:  # noqa: BLE001 - plugins raise what they like
        error = raised
    if not _first:
        _first.append(error)
    if error:
        raise _not_loaded(error)
    return found


def names() -> frozenset[str]:
    """Return the names and aliases of all installed models.

    Raises ModelError if LLM's plugins cannot be loaded.
    """
    return frozenset(by_name())


def default_model() -> str:
    """Return the name of the model that `llm` asks by default."""
    import llm

    return os.environ.get("LLM_MODEL") or str(llm.get_default_model())


def _not_loaded(error: BaseException) -> ModelError:
    what = f"LLM's plugins cannot be loaded: {message(error)}"
    return ModelError(what, transient=True, needs_user=True)


def message(error: BaseException) -> str:
    """Return the text of an error on one line, or its class name if it has none."""
    return storable(" ".join(str(error).split())[:300]) or type(error).__name__
