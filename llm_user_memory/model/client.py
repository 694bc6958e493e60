"""Asking a model, through LLM: the one place that knows how models fail.

Imports `llm`, and with it every plugin, inside the functions: the worker starts without.
"""

import functools
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import ModelError
from . import request
from .answer import LONGEST_ANSWER
from .request import Form

if TYPE_CHECKING:
    from llm import Model, Response

# Status codes of requests that do not get better by waiting.
_LASTING_CODES = frozenset({400, 404, 405, 406, 410, 413, 414, 415, 422, 501})

# The roots of what HTTP clients raise when they cannot reach a server, by name: which client
# a plugin uses is its own business.
_NETWORK_ERRORS = frozenset(
    {"OSError", "TransportError", "APIConnectionError", "RequestException", "HTTPError"}
)


@dataclass(frozen=True)
class Reply:
    """A model's answer; tokens are None where the model does not count them."""

    text: str
    input_tokens: int | None
    output_tokens: int | None


def names() -> frozenset[str]:
    """Return every name that a model can be asked by. Raises ModelError."""
    import llm

    if error := _broken_plugins():
        raise _not_loaded(error)
    return frozenset(llm.get_model_aliases())


def default_model() -> str:
    """Return the model that `llm` asks where none is named."""
    import llm

    return os.environ.get("LLM_MODEL") or str(llm.get_default_model())


def best_form(model_id: str) -> Form:
    """Return the most exact form of request that the model can answer.

    Of a model that is not known it is "lines": asking it will say what is wrong.
    """
    try:
        model = _model(model_id)
    except ModelError:
        return "lines"
    if _only_completes(model):
        return "completion"
    return "schema" if model.supports_schema else "lines"


def ask(model_id: str, form: Form, text: str) -> Reply:
    """Ask the model once. Raises ModelError, which says whether trying again later may help."""
    model = _model(model_id)
    arguments = {"schema": request.SCHEMA} if form == "schema" else {}
    if _only_completes(model):
        # Such a model says all it has in a line or two, and then invents.
        options, known = request.COMPLETION_OPTIONS, model.Options.model_fields
        arguments = {name: value for name, value in options.items() if name in known}
    try:
        return _ask(model, text, arguments)
    except (Exception, SystemExit) as error:  # plugins raise whatever their libraries do
        raise _model_error(model_id, error) from error


def _only_completes(model: "Model") -> bool:
    from llm.default_plugins.openai_models import Completion

    return isinstance(model, Completion)


@functools.cache
def _broken_plugins() -> BaseException | None:
    """What loading the plugins failed with: LLM does it once, and then goes on with what it has."""
    import llm

    try:
        llm.get_models()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - plugins raise what they like
        return error
    return None


def _model(model_id: str) -> "Model":
    import llm

    if error := _broken_plugins():
        raise _not_loaded(error)
    try:
        return llm.get_model(model_id)
    except llm.UnknownModelError as error:
        raise ModelError(
            f"There is no model “{model_id}” here any more.",
            transient=False,
            untouched="The profile is as it was.",
            remedy="Set LLM_MEMORY_MODEL to one that `llm models` lists.",
        ) from error


def _not_loaded(error: BaseException) -> ModelError:
    return ModelError(f"LLM's plugins cannot be loaded: {_said(error)}", transient=True)


def _ask(model: "Model", text: str, arguments: dict[str, Any]) -> Reply:
    response = model.prompt(text, **arguments)
    answer = ""
    for piece in response:
        answer += piece
        if len(answer) > LONGEST_ANSWER:
            return Reply(_plain(answer[:LONGEST_ANSWER]), None, None)
    return Reply(_plain(answer), *map(_counted, _tokens(response)))


def _plain(text: str) -> str:
    """The text without halves of surrogate pairs, which no file and no database takes."""
    return text.encode(errors="replace").decode()


def _counted(tokens: object) -> int | None:
    """A count of tokens, None for what a plugin gives as one and is none."""
    return tokens if isinstance(tokens, int) and 0 <= tokens < 2**53 else None


def _tokens(response: "Response") -> tuple[object, object]:
    if response.input_tokens is not None:
        return response.input_tokens, response.output_tokens
    # Of a completion model LLM counts none, though the server told how many they were.
    usage = (response.response_json or {}).get("usage") or {}
    return usage.get("prompt_tokens"), usage.get("completion_tokens")


def _model_error(model_id: str, error: BaseException) -> ModelError:
    import llm

    what = f"{model_id} could not be asked: {_said(error)}"
    if isinstance(error, llm.NeedsKeyException):
        return ModelError(what, transient=True, remedy="Set the key, or LLM_MEMORY_MODEL.")
    passes = _is_transient(error)
    return ModelError(what, transient=passes, passing=passes)


def _said(error: BaseException) -> str:
    return _plain(" ".join(str(error).split())[:300]) or type(error).__name__


def _is_transient(error: BaseException) -> bool:
    for cause in _causes(error):
        code = getattr(cause, "status_code", None)
        if isinstance(code, int):
            return code not in _LASTING_CODES
        if _NETWORK_ERRORS & {base.__name__ for base in type(cause).__mro__}:
            return True
    return False


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
