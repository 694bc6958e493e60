"""Parses and encodes the JSON-RPC messages of MCP. Pure."""

import json
from typing import Any, NamedTuple

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
UNSUPPORTED_VERSION = -32022

Id = str | int


class Request(NamedTuple):
    """A message that needs an answer."""

    id: Id
    method: str
    params: dict[str, Any]


class Notification(NamedTuple):
    """A message that is never answered."""

    method: str
    params: dict[str, Any]


class Response(NamedTuple):
    """The client's answer to a request of ours. `result` is None for an error."""

    id: Id
    result: dict[str, Any] | None


Message = Request | Notification | Response


class RpcError(Exception):
    """A request has to be answered with an error. `id` is None if it could not be read."""

    def __init__(self, code: int, message: str, *, id: Id | None = None, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.id = id
        self.data = data

    def response(self, id: Id | None = None) -> dict[str, Any]:
        """Return the error message. An unknown id is left out, as MCP forbids a null id."""
        error: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.data is not None:
            error["data"] = self.data
        known = self.id if id is None else id
        return {"jsonrpc": "2.0", **({} if known is None else {"id": known}), "error": error}


def decoded(line: bytes) -> Any:
    """Return the JSON value of a line. Raises RpcError if it is not JSON in UTF-8."""
    try:
        return json.loads(line.decode("utf-8-sig"), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise RpcError(PARSE_ERROR, "This line is not JSON in UTF-8.") from error


def parsed(value: Any) -> Message:
    """Return a JSON value as a message. Raises RpcError if it is not a message of JSON-RPC."""
    if not isinstance(value, dict):
        raise RpcError(INVALID_REQUEST, "A message is a JSON object.")
    has_id, id = "id" in value, value.get("id")
    known = id if isinstance(id, str) or type(id) is int else None
    if value.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, 'A message has "jsonrpc": "2.0".', id=known)
    if "method" not in value and ("result" in value or "error" in value) and known is not None:
        result = value.get("result")
        return Response(known, result if isinstance(result, dict) else None)
    method, params = value.get("method"), value.get("params", {})
    if not isinstance(method, str):
        raise RpcError(INVALID_REQUEST, "The name of the method is missing.", id=known)
    if has_id and known is None:
        raise RpcError(INVALID_REQUEST, "An id is a string or a whole number.")
    if not isinstance(params, dict):
        if not has_id:
            return Notification(method, {})
        raise RpcError(INVALID_PARAMS, "The params are a JSON object.", id=known)
    return Request(known, method, params) if known is not None else Notification(method, params)


def encoded(message: dict[str, Any] | list[dict[str, Any]]) -> bytes:
    """Return a message, or a batch, as one line. Lone surrogates are not UTF-8 and become "?"."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors="replace") + b"\n"


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")
