"""A client of our MCP server, for both protocol eras. It uses no SDK, only lines of JSON."""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LIMIT = 300.0

VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
CLIENT = "io.modelcontextprotocol/clientInfo"


class Client:
    """A running server, and its messages so far. Every wait has a time limit.

    `program` are the arguments with which Python runs the server.
    """

    program: Sequence[str] = ("-m", "llm_user_memory.mcp")

    def __init__(self, user: Path, *arguments: str, **env: str) -> None:
        whole = {**os.environ, "LLM_USER_PATH": str(user), "LLM_LOAD_PLUGINS": "", **env}
        self.process = subprocess.Popen(
            [sys.executable, *self.program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=whole,
        )
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._last = 0
        self.capabilities: dict[str, Any] = {}
        self.name = "tests"
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def write(self, line: bytes | str | dict[str, Any] | list[Any]) -> None:
        """Send any line; a dict or list is sent as JSON."""
        if not isinstance(line, (bytes, str)):
            line = json.dumps(line)
        line = line.encode() if isinstance(line, str) else line
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def read(self) -> Any:
        """Return the next message of the server. Raises EOFError if the server has ended."""
        if not (line := self._lines.get(timeout=LIMIT)):
            raise EOFError("the server has ended")
        return json.loads(line)

    def messages(self) -> Iterator[Any]:
        """Yield all further messages of the server until it ends."""
        while line := self._lines.get():
            yield json.loads(line)

    def begin(self, method: str, params: dict[str, Any] | None = None, *, meta: Any = ...) -> int:
        """Send a request of the stateless revision; return its id."""
        self._last += 1
        about = {
            VERSION: "2026-07-28",
            CAPABILITIES: self.capabilities,
            CLIENT: {"name": self.name, "version": "1"},
        }
        whole = {**(params or {}), "_meta": about if meta is ... else meta}
        self.write({"jsonrpc": "2.0", "id": self._last, "method": method, "params": whole})
        return self._last

    def ask(self, method: str, params: dict[str, Any] | None = None, **more: Any) -> Any:
        """Send a request of the stateless revision; return the whole response."""
        id = self.begin(method, params, **more)
        answer = self.read()
        assert answer["id"] == id, answer
        return answer

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool; return the result."""
        answer = self.ask("tools/call", {"name": tool, "arguments": arguments})
        result: dict[str, Any] = answer["result"]
        return result

    def said(self, tool: str, **arguments: Any) -> str:
        """Call a tool; return the whole result, which the model may read, as JSON."""
        return json.dumps(self.call(tool, **arguments), ensure_ascii=False)

    def found(self, query: str) -> str:
        """Search until everything is indexed; return the whole result as JSON."""
        result = self.call("search", query=query)
        while result["structuredContent"]["remarks"]:
            result = self.call("search", query=query)
        return json.dumps(result, ensure_ascii=False)

    def end(self) -> int:
        """Close the input; return the exit code."""
        assert self.process.stdin
        self.process.stdin.close()
        return self.process.wait(LIMIT)


@contextmanager
def connected(user: Path, *arguments: str, **env: str) -> Iterator[Client]:
    """Yield a client; its server is killed if it still runs at the end."""
    with ended(Client(user, *arguments, **env)) as client:
        yield client


@contextmanager
def ended(client: Client) -> Iterator[Client]:
    """Kill the server of a client after the block if it still runs, and close its pipes."""
    try:
        yield client
    finally:
        client.process.kill()
        client.process.wait()
        client.reader.join(LIMIT)
        for stream in (client.process.stdin, client.process.stdout, client.process.stderr):
            assert stream
            stream.close()
