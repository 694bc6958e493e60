"""The models that LLM has, and the error if its plugins cannot be loaded.

Imports `llm`, which loads every plugin, only inside functions.
"""

import functools
import os

from ..errors import ModelError
from ..text.words import storable


def names() -> frozenset[str]:
    """Return the names and aliases of all installed models.

    Raises ModelError if LLM's plugins cannot be loaded.
    """
    import llm

    if error := plugins_error():
        raise not_loaded(error)
    return frozenset(llm.get_model_aliases())


def default_model() -> str:
    """Return the name of the model that `llm` asks by default."""
    import llm

    return os.environ.get("LLM_MODEL") or str(llm.get_default_model())


@functools.cache
def plugins_error() -> BaseException | None:
    """Return the error that loading LLM's plugins raised, None if it did not.

    It is stored, because LLM raises it only the first time.
    """
    import llm

    try:
        llm.get_models()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - plugins raise what they like
        return error
    return None


def not_loaded(error: BaseException) -> ModelError:
    """Return the ModelError to raise if LLM's plugins cannot be loaded."""
    what = f"LLM's plugins cannot be loaded: {message(error)}"
    return ModelError(what, transient=True, needs_user=True)


def message(error: BaseException) -> str:
    """Return the text of an error on one line, or its class name if it has none."""
    return storable(" ".join(str(error).split())[:300]) or type(error).__name__
