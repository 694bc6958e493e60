"""Asking a model, through LLM: the one place that knows how models fail.

Imports `llm`, and with it every plugin, inside the functions: the worker starts without.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import protocol
from .errors import ModelError
from .protocol import LONGEST_ANSWER, Form

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
    arguments = {"schema": protocol.SCHEMA} if form == "schema" else {}
    if _only_completes(model):
        # Such a model says all it has in a line or two, and then invents.
        options, known = protocol.COMPLETION_OPTIONS, model.Options.model_fields
        arguments = {name: value for name, value in options.items() if name in known}
    try:
        return _ask(model, text, arguments)
    except Exception as error:  # plugins raise whatever their libraries do
        raise _model_error(model_id, error) from error


def _only_completes(model: "Model") -> bool:
    from llm.default_plugins.openai_models import Completion

    return isinstance(model, Completion)


def _model(model_id: str) -> "Model":
    import llm

    try:
        return llm.get_model(model_id)
    except llm.UnknownModelError as error:
        raise ModelError(
            f"There is no model “{model_id}” here any more.",
            transient=False,
            untouched="The profile is as it was.",
            remedy="Set LLM_MEMORY_MODEL to one that `llm models` lists.",
        ) from error


def _ask(model: "Model", text: str, arguments: dict[str, Any]) -> Reply:
    response = model.prompt(text, **arguments)
    answer = ""
    for piece in response:
        answer += piece
        if len(answer) > LONGEST_ANSWER:
            return Reply(answer, None, None)
    return Reply(answer, *_tokens(response))


def _tokens(response: "Response") -> tuple[int | None, int | None]:
    if response.input_tokens is not None:
        return response.input_tokens, response.output_tokens
    # Of a completion model LLM counts none, though the server told how many they were.
    usage = (response.response_json or {}).get("usage") or {}
    return usage.get("prompt_tokens"), usage.get("completion_tokens")


def _model_error(model_id: str, error: Exception) -> ModelError:
    import llm

    said = " ".join(str(error).split())[:300] or type(error).__name__
    what = f"{model_id} could not be asked: {said}"
    if isinstance(error, llm.NeedsKeyException):
        return ModelError(what, transient=True, remedy="Set the key, or LLM_MEMORY_MODEL.")
    return ModelError(what, transient=_is_transient(error))


def _is_transient(error: Exception) -> bool:
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
