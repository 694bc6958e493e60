"""`/mcp`: the endpoints as tools over MCP's Streamable HTTP, with the official SDK.

Nothing is kept between requests, so that any process may answer each of them; the revisions with a
handshake and without one are both served. The key is that of every path.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from .. import __version__
from . import tools
from .calls import Context, Endpoint
from .failures import guarded, problem_response
from .http import admitted, handler, read_body
from .keys import TOOLS, Key
from .limits import SHARE, RateLimit, Share
from .problems import Problem

_KEY = "llm_memory.key"
_INSTRUCTIONS = """\
The memory of one user of this program: what they said, session by session, what is known of them \
and why, knowledge that was stated, and a diary. Search it before asking for what was said."""


class McpServer:
    """The ASGI application of `/mcp`. `manager.run()` has to be entered while it answers."""

    def __init__(self, context: Context, endpoints: Sequence[Endpoint], limit: RateLimit) -> None:
        self._context = context
        self._endpoints = endpoints
        self._limit = limit
        # Without a limit of their own, as the request that has the call was counted.
        self._handlers = {
            tools.name(each): handler(context, each, RateLimit(0)) for each in endpoints
        }
        self._tools = cache(self._tools_for)
        server: Server[Any] = Server(
            "llm-user-memory",
            version=__version__,
            instructions=_INSTRUCTIONS,
            on_list_tools=self._list,
            on_call_tool=self._call,
        )
        self.manager = StreamableHTTPSessionManager(
            server,
            json_response=True,
            stateless=True,
            max_request_body_size=context.settings.body_bytes,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        share: Share = scope[SHARE]
        refusal = await share.work(lambda: guarded("POST /mcp", lambda: self._admitted(request)))
        if refusal.status_code != 200:
            await refusal(scope, receive, send)
            return
        try:
            body = await read_body(request, self._context.settings.body_bytes)
        except Problem as problem:
            await problem_response(problem)(scope, receive, send)
        except ClientDisconnect:
            pass  # nobody waits for an answer; the SDK would log an error
        else:
            await self.manager.handle_request(scope, _with_body(body, receive), send)

    def _admitted(self, request: Request) -> Response:
        """Find the key, which the handlers of this request are told. Raises Problem."""
        with admitted(self._context, request) as (key, _db):
            self._limit.take(key.id)
        request.scope[_KEY] = key
        return Response()

    def _tools_for(self, scopes: frozenset[str]) -> list[types.Tool]:
        return [
            types.Tool(
                name=name,
                description=tools.described(each),
                input_schema=tools.arguments(each),
                output_schema=tools.result(each),
                annotations=types.ToolAnnotations(
                    read_only_hint=not each.is_write,
                    destructive_hint=each.is_write and not each.for_models,
                    idempotent_hint=each.method in ("GET", "PUT", "DELETE"),
                    open_world_hint=False,
                ),
            )
            for name, each in tools.offered(self._endpoints, scopes).items()
        ]

    async def _list(self, asked: Any, _params: Any) -> types.ListToolsResult:
        key: Key = asked.request.scope[_KEY]
        return types.ListToolsResult(tools=self._tools(key.scopes))

    async def _call(self, asked: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        key: Key = asked.request.scope[_KEY]
        endpoint = tools.offered(self._endpoints, key.scopes).get(params.name)
        if endpoint is None:
            return _result(f"There is no tool {params.name[:100]} for this key.", is_error=True)
        by_model = TOOLS not in key.scopes
        request = tools.request(endpoint, params.arguments or {}, asked.request, by_model=by_model)
        answer = await self._handlers[params.name](request)
        text = bytes(answer.body).decode()
        if answer.status_code >= 400:
            return _result(text, is_error=True)
        return _result(text, structured_content=json.loads(text))


def _with_body(body: bytes, receive: Receive) -> Receive:
    """What a request receives whose body was read before."""
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return whole.pop() if whole else await receive()

    return receive_again


def _result(text: str, **fields: Any) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], **fields)
