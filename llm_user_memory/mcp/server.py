"""The protocol: which request gets which answer, in both eras. Without input, output and memory.

The stateless revision names its version in each request, in `_meta`, and rests on nothing that was
said before. Without that, a request belongs to the session that an `initialize` began.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, Protocol

from .. import __version__
from . import arguments, catalogue
from .messages import (
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    UNSUPPORTED_VERSION,
    Request,
    RpcError,
)

MODERN = ("2026-07-28",)
"""The stateless revisions, the newest first."""

LEGACY = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""The revisions with a handshake, the newest first."""

WITH_BATCHES = "2025-03-26"
"""The only revision in which one line may hold several messages."""

NAME = "llm-user-memory"

_PREFIX = "io.modelcontextprotocol/"
_VERSION = f"{_PREFIX}protocolVersion"
_CAPABILITIES = f"{_PREFIX}clientCapabilities"
_CLIENT = f"{_PREFIX}clientInfo"
_SERVER = f"{_PREFIX}serverInfo"

# The key of the one question to the user, and its form, which has no fields: yes or no is enough.
_DECISION = "decision"
_CONFIRMATION: dict[str, Any] = {"type": "object", "properties": {}}

# Milliseconds. The lists change with the settings of the server's process alone.
_AN_HOUR = 3_600_000

_LONGEST_NAME = 40


def _always() -> bool:
    return True


class Caller(NamedTuple):
    """Who asks: the era, the name that the client gives itself, and whether it can ask the user.

    `is_waiting` tells whether it still waits for the answer to this request.
    """

    era: Literal["modern", "legacy"] = "legacy"
    name: str = ""
    can_ask_user: bool = False
    is_waiting: Callable[[], bool] = _always


class Outcome(NamedTuple):
    """The result of a tool: for the model as text, and by the tool's output schema.

    `question` is what the client may ask the user about it, "" for nothing.
    """

    text: str
    structured: dict[str, Any] | None = None
    is_error: bool = False
    question: str = ""


class Session(NamedTuple):
    """What a handshake agreed on."""

    version: str
    caller: Caller


class Memory(Protocol):
    """What the server needs of the memory."""

    def can_ask(self) -> bool:
        """Whether there is a model for `ask_memory`."""
        ...

    def call(self, name: str, given: dict[str, Any], caller: Caller) -> Outcome:
        """Use a tool."""
        ...

    def answered(self, name: str, given: dict[str, Any], caller: Caller, *, yes: bool) -> Outcome:
        """Record what the client's dialogue answered to the question of an outcome."""
        ...

    def profile(self, caller: Caller) -> str:
        """The text of the resource."""
        ...

    def recall(self, topic: str, caller: Caller) -> str:
        """The text of the prompt."""
        ...


class Server:
    """Answers requests.

    The only state is what the handshake, if there was one, agreed on, and whether the user was
    asked something: that happens once in the life of a server. `ask_client` sends a client of the
    handshake's era a request and returns its result, None for none.
    """

    def __init__(
        self,
        memory: Memory,
        ask_client: Callable[[str, dict[str, Any]], dict[str, Any] | None] = lambda *_: None,
    ) -> None:
        self._memory = memory
        self._ask_client = ask_client
        self._has_asked = False
        self.session: Session | None = None
        self._both: dict[str, Callable[[Request, Caller], dict[str, Any]]] = {
            "tools/list": self._list_tools,
            "tools/call": self._call_tool,
            "resources/list": self._list_resources,
            "resources/templates/list": self._list_templates,
            "resources/read": self._read_resource,
            "prompts/list": self._list_prompts,
            "prompts/get": self._get_prompt,
        }

    def answer(self, request: Request, is_waiting: Callable[[], bool] = _always) -> dict[str, Any]:
        """Return the result of a request, for which the client waits. Raises RpcError."""
        meta = request.params.get("_meta")
        if not isinstance(meta, dict):
            meta = {}
        if request.method == "initialize" and _VERSION not in meta:
            return self._initialize(request)
        if request.method == "ping" and _VERSION not in meta:
            return {}
        caller = self.caller(request, meta)._replace(is_waiting=is_waiting)
        method = self._both.get(request.method)
        if caller.era == "legacy":
            if method is None:
                raise _no_method(request)
            return method(request, caller)
        if request.method == "server/discover":
            return _complete(self._discover(), is_cacheable=True)
        if method is None:
            raise _no_method(request)
        is_list = request.method.endswith("/list")
        is_read = request.method == "resources/read"
        result = method(request, caller)
        return _complete(result, is_cacheable=is_list or is_read, is_private=is_read)

    def caller(self, request: Request, meta: dict[str, Any]) -> Caller:
        """Return who made a request. Raises RpcError if it belongs to neither era."""
        if _VERSION not in meta and self.session is not None and _CAPABILITIES not in meta:
            return self.session.caller
        version, capabilities = meta.get(_VERSION), meta.get(_CAPABILITIES)
        if not isinstance(version, str):
            raise RpcError(
                INVALID_PARAMS,
                f"`_meta` has no {_VERSION}, and there was no `initialize`.",
                id=request.id,
            )
        if version not in MODERN:
            raise RpcError(
                UNSUPPORTED_VERSION,
                "Unsupported protocol version",
                id=request.id,
                data={"supported": list(MODERN), "requested": version[:100]},
            )
        if not isinstance(capabilities, dict):
            raise RpcError(INVALID_PARAMS, f"`_meta` has no {_CAPABILITIES}.", id=request.id)
        return Caller("modern", _name(meta.get(_CLIENT)), _can_ask_user(capabilities))

    def _initialize(self, request: Request) -> dict[str, Any]:
        wanted = request.params.get("protocolVersion")
        capabilities = request.params.get("capabilities", {})
        if not isinstance(wanted, str) or not isinstance(capabilities, dict):
            raise RpcError(
                INVALID_PARAMS,
                "`initialize` needs a protocolVersion and capabilities. "
                f"Supported: {', '.join((*MODERN, *LEGACY))}.",
                id=request.id,
            )
        version = wanted if wanted in LEGACY else LEGACY[0]
        name = _name(request.params.get("clientInfo"))
        self.session = Session(version, Caller("legacy", name, _can_ask_user(capabilities)))
        return {
            "protocolVersion": version,
            "capabilities": _capabilities(),
            "serverInfo": _server_info(),
            "instructions": catalogue.INSTRUCTIONS,
        }

    def _discover(self) -> dict[str, Any]:
        return {
            "supportedVersions": list(MODERN),
            "capabilities": _capabilities(),
            "instructions": catalogue.INSTRUCTIONS,
        }

    def _list_tools(self, request: Request, _caller: Caller) -> dict[str, Any]:
        _refuse_cursor(request)
        return {"tools": catalogue.tools(can_ask=self._memory.can_ask())}

    def _call_tool(self, request: Request, caller: Caller) -> dict[str, Any]:
        name, given = request.params.get("name"), _arguments(request)
        known = {tool["name"]: tool for tool in catalogue.tools(can_ask=self._memory.can_ask())}
        if not isinstance(name, str) or name not in known:
            raise RpcError(INVALID_PARAMS, f"Unknown tool: {str(name)[:100]}", id=request.id)
        schema = known[name]["inputSchema"]
        if problem := arguments.problem(schema, given):
            return _of_tool(Outcome(problem, is_error=True))
        complete = arguments.with_defaults(schema, given)
        answers = request.params.get("inputResponses")
        if self._has_asked and caller.era == "modern" and isinstance(answers, dict):
            return _of_tool(self._decided(name, complete, caller, answers.get(_DECISION)))
        outcome = self._memory.call(name, complete, caller)
        if not outcome.question or not caller.can_ask_user or self._has_asked:
            return _of_tool(outcome)
        self._has_asked = True
        asked = {"message": outcome.question, "requestedSchema": _CONFIRMATION}
        if caller.era == "modern":
            wanted = {"method": "elicitation/create", "params": {"mode": "form", **asked}}
            return {"resultType": "input_required", "inputRequests": {_DECISION: wanted}}
        result = self._ask_client("elicitation/create", asked)
        decided = self._decided(name, complete, caller, result)
        return _of_tool(outcome if decided.is_error else decided)

    def _decided(self, name: str, given: dict[str, Any], caller: Caller, answer: Any) -> Outcome:
        """What a tool returns after the client's dialogue was answered, or dismissed."""
        action = answer.get("action") if isinstance(answer, dict) else None
        if action not in ("accept", "decline"):
            return self._memory.call(name, given, caller)
        return self._memory.answered(name, given, caller, yes=action == "accept")

    def _list_resources(self, request: Request, _caller: Caller) -> dict[str, Any]:
        _refuse_cursor(request)
        return {"resources": catalogue.RESOURCES}

    def _list_templates(self, request: Request, _caller: Caller) -> dict[str, Any]:
        _refuse_cursor(request)
        return {"resourceTemplates": []}

    def _read_resource(self, request: Request, caller: Caller) -> dict[str, Any]:
        uri = request.params.get("uri")
        if not isinstance(uri, str):
            raise RpcError(INVALID_PARAMS, "The uri is missing.", id=request.id)
        if uri != catalogue.PROFILE_URI:
            legacy_not_found = -32002
            code = legacy_not_found if caller.era == "legacy" else INVALID_PARAMS
            raise RpcError(code, "Resource not found", id=request.id, data={"uri": uri[:200]})
        text = self._memory.profile(caller)
        return {"contents": [{"uri": uri, "mimeType": "text/markdown", "text": text}]}

    def _list_prompts(self, request: Request, _caller: Caller) -> dict[str, Any]:
        _refuse_cursor(request)
        return {"prompts": catalogue.PROMPTS}

    def _get_prompt(self, request: Request, caller: Caller) -> dict[str, Any]:
        name = request.params.get("name")
        if name != "recall":
            raise RpcError(INVALID_PARAMS, f"Unknown prompt: {str(name)[:100]}", id=request.id)
        given = _arguments(request)
        if problem := arguments.problem(catalogue.RECALL, given):
            raise RpcError(INVALID_PARAMS, problem, id=request.id)
        text = self._memory.recall(given["topic"], caller)
        content = {"type": "text", "text": text}
        return {
            "description": catalogue.PROMPTS[0]["description"],
            "messages": [{"role": "user", "content": content}],
        }


def _arguments(request: Request) -> dict[str, Any]:
    """The arguments of a tool or a prompt; some clients send null for none. Raises RpcError."""
    given = request.params.get("arguments")
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise RpcError(INVALID_PARAMS, "The arguments are a JSON object.", id=request.id)
    return given


def _capabilities() -> dict[str, Any]:
    return {"tools": {}, "resources": {}, "prompts": {}}


def _server_info() -> dict[str, str]:
    return {"name": NAME, "title": "Your memory", "version": __version__}


def _complete(
    result: dict[str, Any], *, is_cacheable: bool, is_private: bool = False
) -> dict[str, Any]:
    """A result with what the stateless revision wants in each."""
    cache: dict[str, Any] = {}
    if is_cacheable:
        cache["ttlMs"] = 0 if is_private else _AN_HOUR
        cache["cacheScope"] = "private" if is_private else "public"
    return {
        "resultType": "complete",
        **result,
        **cache,
        "_meta": {_SERVER: _server_info()},
    }


def _of_tool(outcome: Outcome) -> dict[str, Any]:
    result: dict[str, Any] = {"content": [{"type": "text", "text": outcome.text}]}
    if outcome.structured is not None:
        result["structuredContent"] = outcome.structured
    if outcome.is_error:
        result["isError"] = True
    return result


def _name(info: Any) -> str:
    """The name that a client gives itself, as it can stand in a log and in a heading."""
    name = info.get("name") if isinstance(info, dict) else None
    if not isinstance(name, str):
        return ""
    kept = "".join(letter for letter in name if letter.isalnum() or letter in "-_. ")
    return " ".join(kept.split())[:_LONGEST_NAME]


def _can_ask_user(capabilities: dict[str, Any]) -> bool:
    """Whether a client can show the user a form; an empty object means that it can."""
    found = capabilities.get("elicitation")
    return isinstance(found, dict) and (not found or "form" in found)


def _refuse_cursor(request: Request) -> None:
    """All lists are one page, so that a cursor is none of ours."""
    if request.params.get("cursor") is not None:
        raise RpcError(INVALID_PARAMS, "There is no such page.", id=request.id)


def _no_method(request: Request) -> RpcError:
    return RpcError(METHOD_NOT_FOUND, f"Unknown method: {request.method[:100]}", id=request.id)
