"""The MCP protocol: the answer to each request, in both eras. No input, output or memory here.

A request of the stateless revision names its version in `_meta`, and depends on no earlier request.
A request without that belongs to the session that `initialize` began.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from .. import __version__
from . import arguments, catalogue
from .elicitation import Asked, Elicitation
from .memory import Caller, Memory, Outcome, always
from .messages import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    UNSUPPORTED_VERSION,
    Request,
    RpcError,
)

MODERN = ("2026-07-28",)
"""The stateless revisions of the protocol, the newest first."""

LEGACY = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""The revisions of the protocol with a handshake, the newest first."""

WITH_BATCHES = "2025-03-26"
"""The only revision in which one line may hold several messages."""

NAME = "llm-user-memory"

_PREFIX = "io.modelcontextprotocol/"
_VERSION = f"{_PREFIX}protocolVersion"
_CAPABILITIES = f"{_PREFIX}clientCapabilities"
_CLIENT = f"{_PREFIX}clientInfo"
_SERVER = f"{_PREFIX}serverInfo"

# The key of the question to the user, and its form: without fields, as accept or decline is enough.
_DECISION = "decision"
_CONFIRMATION: dict[str, Any] = {"type": "object", "properties": {}}

# Milliseconds. The lists depend only on the settings, which do not change while the server runs.
_AN_HOUR = 3_600_000

_LONGEST_NAME = 40


class Session(NamedTuple):
    """The result of the handshake."""

    version: str
    caller: Caller


class Server:
    """Answers the requests of one client. Thread-safe.

    Its state is the session of the handshake, and whether the user was asked: a server asks once.
    `ask_client` sends a request to a client of the handshake era, and returns its result, or None.
    """

    def __init__(
        self,
        memory: Memory,
        ask_client: Callable[[str, dict[str, Any]], dict[str, Any] | None] = lambda *_: None,
    ) -> None:
        self._memory = memory
        self._ask_client = ask_client
        self._elicitation = Elicitation()
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

    def answer(self, request: Request, is_waiting: Callable[[], bool] = always) -> dict[str, Any]:
        """Return the result of a request. Raises RpcError if the answer is an error."""
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
        name = request.params.get("name")
        known = {tool["name"]: tool for tool in catalogue.tools(can_ask=self._memory.can_ask())}
        if not isinstance(name, str) or name not in known:
            self._memory.refused(_readable(name) or "?", "unknown tool", caller)
            raise RpcError(INVALID_PARAMS, f"Unknown tool: {str(name)[:100]}", id=request.id)
        schema = known[name]["inputSchema"]
        try:
            given = _arguments(request)
        except RpcError:
            self._memory.refused(name, "wrong arguments", caller)
            raise
        if problem := arguments.problem(schema, given):
            self._memory.refused(name, "wrong arguments", caller)
            return _of_tool(Outcome(problem, is_error=True))
        return self._use(name, arguments.with_defaults(schema, given), request, caller)

    def _use(
        self, name: str, given: dict[str, Any], request: Request, caller: Caller
    ) -> dict[str, Any]:
        """Call a tool, or take the user's answer to the question about the same call before."""
        answers = request.params.get("inputResponses")
        if isinstance(answers, dict):
            asked = self._elicitation.answered_by(name, given, caller)
            if asked is not None:
                return _of_tool(self._decided(name, asked.outcome, caller, answers.get(_DECISION)))
        outcome = self._memory.call(name, given, caller)
        if not outcome.question or not caller.can_ask_user or not self._elicitation.may_begin():
            return _of_tool(outcome)
        question = {"message": outcome.question, "requestedSchema": _CONFIRMATION}
        if caller.era == "modern":
            self._elicitation.expect(Asked(name, given, caller.name, outcome))
            wanted = {"method": "elicitation/create", "params": {"mode": "form", **question}}
            return {"resultType": "input_required", "inputRequests": {_DECISION: wanted}}
        result = self._ask_client("elicitation/create", question)
        return _of_tool(self._decided(name, outcome, caller, result))

    def _decided(self, name: str, before: Outcome, caller: Caller, answer: Any) -> Outcome:
        """The result of a tool call after the user answered or dismissed the client's dialogue."""
        action = answer.get("action") if isinstance(answer, dict) else None
        if action not in ("accept", "decline"):
            return before
        decided = self._memory.answered(name, before.proposal, caller, yes=action == "accept")
        return before if decided.is_error else decided

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
        text = _text_of(self._memory.profile(caller), request)
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
        text = _text_of(self._memory.recall(given["topic"], caller), request)
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
    """A result with the fields that the stateless revision requires in each."""
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


def _text_of(outcome: Outcome, request: Request) -> str:
    """The text of a resource or a prompt. Raises RpcError if the outcome is an error."""
    if outcome.is_error:
        raise RpcError(INTERNAL_ERROR, outcome.text, id=request.id)
    return outcome.text


def _name(info: Any) -> str:
    """The client's name for itself, reduced to characters that are safe in a log and a heading."""
    return _readable(info.get("name") if isinstance(info, dict) else None)


def _readable(name: Any) -> str:
    if not isinstance(name, str):
        return ""
    kept = "".join(letter for letter in name if letter.isalnum() or letter in "-_. ")
    return " ".join(kept.split())[:_LONGEST_NAME]


def _can_ask_user(capabilities: dict[str, Any]) -> bool:
    """Whether the client can show the user a form; by the specification {} means that it can."""
    found = capabilities.get("elicitation")
    return isinstance(found, dict) and (not found or "form" in found)


def _refuse_cursor(request: Request) -> None:
    """Raise RpcError for a cursor: every list is one page, so we never gave one."""
    if request.params.get("cursor") is not None:
        raise RpcError(INVALID_PARAMS, "There is no such page.", id=request.id)


def _no_method(request: Request) -> RpcError:
    return RpcError(METHOD_NOT_FOUND, f"Unknown method: {request.method[:100]}", id=request.id)
