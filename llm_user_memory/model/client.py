"""Asks a model through LLM. The only module that interprets the errors of models.

Imports `llm`, which loads every plugin, only inside functions: the worker starts without it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..errors import ModelError
from ..text.words import storable
from . import forms, request
from .answer import LONGEST_ANSWER
from .forms import Form
from .installed import by_name, message

if TYPE_CHECKING:
    from llm import Model, Response

# HTTP status codes after which the same request will fail again.
_PERMANENT_CODES = frozenset({400, 404, 405, 406, 410, 413, 414, 415, 422, 501})

# The names of the exceptions of HTTP clients that cannot reach a server. By name, because each
# plugin uses its own HTTP client, which may not be installed.
_NETWORK_ERRORS = frozenset(
    {"OSError", "TransportError", "APIConnectionError", "RequestException", "HTTPError"}
)


# The models that `keep` was called for, and those of them that are asked without streaming.
_kept: dict[str, "Model"] = {}
_whole: set[str] = set()


@dataclass(frozen=True)
class Reply:
    """A model's answer. The numbers of tokens are None if the model does not report them."""

    text: str
    input_tokens: int | None
    output_tokens: int | None

    def tokens(self, request: str) -> int:
        """Return the tokens of the request and this answer, estimated if they were not reported."""
        # A token has about four characters.
        asked = self.input_tokens or len(request) // 4
        return asked + (self.output_tokens or len(self.text) // 4)


def best_form(model_id: str) -> Form:
    """Return the most exact form of request that the model can answer.

    For an unknown model it is "lines": `ask` will raise the error that explains it.
    """
    try:
        return forms.best_form(_model(model_id))
    except ModelError:
        return "lines"


def full_name(model_id: str) -> str:
    """Return a name that changes if `model_id` is given to another model.

    That can happen at any time to an alias, or to a name in extra-openai-models.yaml. For an
    unknown model, the result is `model_id`.
    """
    try:
        model = _model(model_id)
    except ModelError:
        return model_id
    served = getattr(model, "model_name", None)
    names = (model.model_id, served if isinstance(served, str) else None)
    return " = ".join(dict.fromkeys(filter(None, names)))


def keep(model_id: str, *, is_streamed: bool = True) -> None:
    """Make this process reuse its connections to a model: for servers.

    For models with an API like OpenAI's, LLM makes a new client for each request, which loads the
    certificates and connects again. Nothing changes for unknown models and for others, which may
    not be thread-safe.

    OpenAI's client closes a connection after a streamed answer. So `is_streamed` should be false
    for short answers, which then come in one piece.
    """
    try:
        model: Any = _model(model_id)
    except ModelError:
        return
    make = getattr(model, "get_client", None)
    if not callable(make):
        return
    made = lru_cache(maxsize=4)(make)

    def client(key: str | None, **options: bool) -> object:
        # The key is read now, so that a changed one is used from the next request on.
        return made(model.get_key(key), **options)

    model.get_client = client
    _kept[model_id] = model
    if not is_streamed:
        _whole.add(model_id)


def ask(model_id: str, form: Form, text: str, schema: Mapping[str, Any] = request.SCHEMA) -> Reply:
    """Ask the model once, and return its reply; `schema` is used by the form "schema" only.

    Raises ModelError, whose `transient` says whether asking again later may help.
    """
    model = _model(model_id)
    arguments: dict[str, Any] = {"schema": dict(schema)} if form == "schema" else {}
    if forms.is_completion_model(model):
        # A completion model answers in a line or two, and invents whatever it adds.
        options, supported = request.COMPLETION_OPTIONS, model.Options.model_fields
        arguments = {name: value for name, value in options.items() if name in supported}
    if model_id in _whole:
        arguments["stream"] = False
    try:
        return _ask(model, text, arguments)
    except (Exception, SystemExit) as error:  # plugins raise whatever their libraries do
        raise _model_error(model_id, error) from error


def _model(model_id: str) -> "Model":
    if (kept := _kept.get(model_id)) is not None:
        return kept
    import llm

    by_name()
    try:
        return llm.get_model(model_id)
    except llm.UnknownModelError as error:
        raise ModelError(
            f"There is no model “{model_id}” here.",
            transient=False,
            needs_user=True,
            untouched="The profile is as it was.",
            remedy="`llm models` lists those that are; LLM_MEMORY_MODEL sets the one that learns.",
        ) from error


def _ask(model: "Model", text: str, arguments: dict[str, Any]) -> Reply:
    response = model.prompt(text, **arguments)
    answer = ""
    for piece in response:
        answer += piece
        if len(answer) > LONGEST_ANSWER:
            return Reply(storable(answer[:LONGEST_ANSWER]), None, None)
    return Reply(storable(answer), *map(_token_count, _tokens(response)))


def _token_count(tokens: object) -> int | None:
    """The number of tokens, or None if a plugin's value is not a possible one."""
    return tokens if isinstance(tokens, int) and 0 <= tokens < 2**53 else None


def _tokens(response: "Response") -> tuple[object, object]:
    if response.input_tokens is not None:
        return response.input_tokens, response.output_tokens
    # LLM does not take the numbers of a completion model from the server's response.
    usage = (response.response_json or {}).get("usage") or {}
    return usage.get("prompt_tokens"), usage.get("completion_tokens")


def _model_error(model_id: str, error: BaseException) -> ModelError:
    import llm

    what = f"{model_id} could not be asked: {message(error)}"
    if isinstance(error, llm.NeedsKeyException):
        remedy = "Set the key, or LLM_MEMORY_MODEL."
        return ModelError(what, transient=True, needs_user=True, remedy=remedy)
    return ModelError(what, transient=_is_transient(error))


def _is_transient(error: BaseException) -> bool:
    for cause in _causes(error):
        code = getattr(cause, "status_code", None)
        if isinstance(code, int):
            return code not in _PERMANENT_CODES
        if _NETWORK_ERRORS & {base.__name__ for base in type(cause).__mro__}:
            return True
    return False


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
