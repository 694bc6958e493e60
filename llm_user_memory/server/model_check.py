"""Examines the models of the server's settings: whether they are here and, if wanted, answer."""

from collections.abc import Iterator
from typing import NamedTuple

from ..errors import MemoryPluginError, ModelError
from ..model import client, installed
from . import meaning
from .settings import ServerSettings

_QUESTION = "Answer with one word: yes"


class Found(NamedTuple):
    """What is so with a model; for a problem it says what to run."""

    what: str
    is_problem: bool = False


def examined(settings: ServerSettings, *, are_asked: bool) -> Iterator[Found]:
    """Yield what is so with the model and with the embedding model.

    With `are_asked` each of them is asked once, which costs what its provider takes for it.
    """
    try:
        installed.by_name()
    except ModelError as error:
        yield Found(f"{error} `llm plugins` lists them.", is_problem=True)
        return
    yield _model(settings.model, is_asked=are_asked)
    yield _embedder(settings.embedder, is_asked=are_asked)


def _model(name: str, *, is_asked: bool) -> Found:
    if not name:
        return Found("No model: LLM_MEMORY_SERVER_MODEL is not set, and nothing is learned.")
    if name not in installed.names():
        return _missing(f"model “{name}”", "LLM_MEMORY_SERVER_MODEL", "llm models")
    if not is_asked:
        return _not_asked(f"The model {name}")
    try:
        answer = client.ask(name, "lines", _QUESTION).text
    except MemoryPluginError as error:
        return _silent(error.what)
    return (
        Found(f"The model {name} answers.")
        if answer.strip()
        else _silent(f"The model {name} answered nothing.")
    )


def _embedder(name: str, *, is_asked: bool) -> Found:
    if not name:
        return Found(
            "No embedding model: LLM_MEMORY_SERVER_EMBEDDER is not set, and a search is by words."
        )
    try:
        model = meaning.embedder(name)
    except MemoryPluginError:
        lists = "llm embed-models"
        return _missing(f"embedding model “{name}”", "LLM_MEMORY_SERVER_EMBEDDER", lists)
    if not is_asked:
        return _not_asked(f"The embedding model {name}")
    try:
        [vector] = model.embed([_QUESTION])
        meaning.packed(vector)
    except MemoryPluginError as error:
        return _silent(error.what)
    except (TypeError, ValueError):
        return _silent(f"The embedding model {name} gave no vector.")
    return Found(f"The embedding model {name} answers, with {len(vector):,} numbers.")


def _missing(what: str, variable: str, lists: str) -> Found:
    return Found(
        f"There is no {what} here. `{lists}` lists those that there are, `llm install` installs a "
        f"plugin with others, and {variable} chooses one.",
        is_problem=True,
    )


def _silent(what: str) -> Found:
    remedy = "`llm keys` lists the keys that are set, `llm keys set NAME` sets one."
    return Found(f"{what} {remedy}", is_problem=True)


def _not_asked(which: str) -> Found:
    return Found(f"{which} is installed. `llm memory serve check --try-models` asks it.")
