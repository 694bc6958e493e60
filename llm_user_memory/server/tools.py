"""The endpoints as tools of MCP: their names and schemas, and the requests that calls stand for.

A call is answered by the endpoint's own handler, so that keys, limits, checks, the audit trail and
row-level security are those of every request.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from pydantic import BaseModel
from starlette.requests import Request

from .calls import Endpoint
from .http import BY_MODEL, PARTS, USER_HEADER
from .keys import TOOLS
from .limits import SHARE

_VERBS = {"listed": "list", "one": "get"}
_PASSED = ("authorization", USER_HEADER.lower())


def offered(endpoints: Iterable[Endpoint], scopes: Iterable[str]) -> dict[str, Endpoint]:
    """Return the endpoints that are tools for a key with these scopes, by the tools' names.

    A model can be talked into calls. It may ask, and add what can be deleted again; for what
    changes, deletes or decides the key needs the scope `tools`.
    """
    has = frozenset(scopes)
    return {
        name(each): each
        for each in endpoints
        if each.scope in has and each.media_type == "application/json"
        and (each.scope == "read" or each.for_models or TOOLS in has)
    }  # fmt: skip


def name(endpoint: Endpoint) -> str:
    """Return the name of an endpoint's tool, such as `list_messages`."""
    noun = endpoint.path.split("/")[2]
    function = endpoint.answer.__name__
    return noun if function == noun else f"{_VERBS.get(function, function)}_{noun}"


def described(endpoint: Endpoint) -> str:
    """Return what a tool does, in the words of its endpoint."""
    return " ".join((endpoint.answer.__doc__ or "").split())


def arguments(endpoint: Endpoint) -> dict[str, Any]:
    """Return the schema of a tool's arguments: those of path, query and body side by side."""
    found: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
    required = []
    for part in PARTS.findall(endpoint.path):
        found["properties"][part] = {"type": "string"}
        required.append(part)
    for model in (endpoint.query, endpoint.body):
        schema = model.model_json_schema() if model else {}
        found["properties"] |= schema.get("properties", {})
        required += schema.get("required", [])
        if definitions := schema.get("$defs"):
            found["$defs"] = found.get("$defs", {}) | definitions
    return {**found, "required": required} if required else found


def result(endpoint: Endpoint) -> dict[str, Any]:
    """Return the schema of a tool's result."""
    return endpoint.returns.model_json_schema()


def request(
    endpoint: Endpoint, given: Mapping[str, Any], asked: Request, *, by_model: bool
) -> Request:
    """Return the request that a call of a tool stands for.

    `asked` is the request that made the call: the key and the user are its own. What is given
    that the endpoint does not know is in the body or the query, where the endpoint refuses it.
    """
    parts = PARTS.findall(endpoint.path)
    rest = {key: value for key, value in given.items() if key not in parts}
    query = {key: value for key, value in rest.items() if _is_of(endpoint.query, key)}
    body = {key: value for key, value in rest.items() if key not in query}
    if endpoint.body is None:
        query, body = rest, {}
    content = json.dumps(body).encode() if endpoint.body else b""
    sent = [{"type": "http.request", "body": content, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return sent.pop() if sent else {"type": "http.disconnect"}

    scope = {
        **{key: asked.scope[key] for key in ("type", "http_version", "scheme", "server", "client")},
        "method": endpoint.method,
        "path": endpoint.path,
        "root_path": "",
        "query_string": urlencode(
            {k: _text(v) for k, v in query.items() if v is not None}
        ).encode(),
        "headers": [(k, v) for k, v in asked.scope["headers"] if k.decode() in _PASSED],
        "path_params": {part: _text(given.get(part, "")) for part in parts},
        BY_MODEL: by_model,
        SHARE: asked.scope[SHARE],
    }
    return Request(scope, receive)


def _is_of(model: type[BaseModel] | None, key: str) -> bool:
    return model is not None and key in model.model_fields


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
