"""Our MCP server behind HTTP, for test programs that know no other transport.

It passes each message on unchanged. It supports nothing that only HTTP has (headers, sessions,
streams), except the status codes by which a client tells the protocol eras apart.
"""

import json
import queue
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from . import mcp_fixture
from .mcp_client import LIMIT, Client, ended

_BAD_REQUEST = (-32700, -32600, -32602, -32021, -32022)
_NO_METHOD = -32601


class _Bridge:
    """One server, and the requests that wait for answers. Ids are made unique for the server."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._lock = threading.Lock()
        self._waiting: dict[str, queue.Queue[dict[str, Any] | None]] = {}
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for message in self.client.messages():
            if found := self._waiting.pop(str(message.get("id")), None):
                found.put(message)
        self.close()

    def ask(self, message: Any) -> dict[str, Any] | None:
        """Send a message; return the answer, None if there is none or the bridge was closed."""
        if not isinstance(message, dict) or "id" not in message or "method" not in message:
            self.client.write(json.dumps(message))
            return None
        answer: queue.Queue[dict[str, Any] | None] = queue.Queue()
        with self._lock:
            id = f"http-{id_(message)}-{len(self._waiting)}-{threading.get_ident()}"
            self._waiting[id] = answer
            self.client.write(json.dumps({**message, "id": id}))
        found = answer.get(timeout=LIMIT)
        return found and {**found, "id": message["id"]}

    def close(self) -> None:
        """End what still waits: a subscription has no answer, and its client is long gone."""
        with self._lock:
            for answer in self._waiting.values():
                answer.put(None)
            self._waiting.clear()


def id_(message: dict[str, Any]) -> str:
    """The id of a message as a part of another one."""
    return json.dumps(message["id"])


class FixtureClient(Client):
    """A client of the server with the tools that the conformance suite uses."""

    program = (str(Path(mcp_fixture.__file__)),)


class _Server(ThreadingHTTPServer):
    """Waits for all requests when it ends. Ignores clients that hang up on a subscription."""

    daemon_threads = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


@contextmanager
def served(user: Path, kind: type[Client] = Client) -> Iterator[str]:
    """Serve a client's server over HTTP for the block's duration; yields the URL."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = int(self.headers.get("Content-Length", 0))
            answer = bridge.ask(json.loads(self.rfile.read(size)))
            code = answer["error"]["code"] if answer and "error" in answer else 0
            version = self.headers.get("MCP-Protocol-Version", "2025")
            is_modern = not version.startswith(("2024", "2025"))
            status = 200 if answer else 202
            if is_modern and code:
                status = 404 if code == _NO_METHOD else 400 if code in _BAD_REQUEST else 200
            body = json.dumps(answer).encode() if answer else b""
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self) -> None:
            self.send_error(405)

        do_DELETE = do_GET

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ended(kind(user)) as client, _Server(("127.0.0.1", 0), Handler) as server:
        bridge = _Bridge(client)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/mcp"
        finally:
            server.shutdown()
            bridge.close()
