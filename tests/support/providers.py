"""A fake server for the APIs of Anthropic, OpenAI and Google, so that real clients run offline.

Every request is recorded. The answer to a request is the value of the first rule whose key is in
the text of the request's last user message, or `DEFAULT`. An answer `CALL tool` calls the tool
whose name ends so, without arguments (Anthropic and Google).
"""

import json
import re
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DEFAULT = "Noted."
CALL = "CALL "


@dataclass
class Providers:
    """A running server: its address, the received requests (path, body), and its answers."""

    port: int
    answers: dict[str, str] = field(default_factory=dict)
    requests: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def sent(self, words: str) -> list[str]:
        """Return the bodies, as JSON, of the requests that contain these words."""
        bodies = [json.dumps(body, ensure_ascii=False) for _path, body in self.requests]
        return [body for body in bodies if words in body]

    def answer(self, body: Mapping[str, Any]) -> str:
        asked = _last_user_text(body)
        return next((said for key, said in self.answers.items() if key in asked), DEFAULT)


class Server:
    """Runs `Providers` in a thread: `with Server() as providers: ...`."""

    def __enter__(self) -> Providers:
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._http.daemon_threads = True
        found = Providers(self._http.server_address[1])
        self._http.providers = found  # type: ignore[attr-defined]
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)
        self._thread.start()
        return found

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""

    def do_HEAD(self) -> None:
        self._send("application/json", b"")

    def do_GET(self) -> None:
        found: dict[str, Any] = {"data": [], "models": [], "object": "list"}
        self._send("application/json", json.dumps(found).encode())

    def do_POST(self) -> None:
        size = int(self.headers.get("content-length") or 0)
        raw = self.rfile.read(size)
        try:
            body = json.loads(raw)
        except ValueError:
            body = {}
        body = body if isinstance(body, dict) else {"list": body}
        providers: Providers = self.server.providers  # type: ignore[attr-defined]
        providers.requests.append((self.path, body))
        kind, content = _reply(self.path, body, providers.answer(body))
        self._send(kind, content)

    def _send(self, kind: str, content: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


def _reply(path: str, body: Mapping[str, Any], text: str) -> tuple[str, bytes]:
    path = path.partition("?")[0]
    if path.endswith("/v1/messages"):
        return _anthropic(body, text)
    if path.endswith("/count_tokens"):
        return "application/json", b'{"input_tokens": 9}'
    if path.endswith("/responses"):
        return _openai(text)
    if "GenerateContent" in path or "generateContent" in path:
        return _google(body, text, is_stream="streamGenerateContent" in path)
    if path.endswith("countTokens"):
        return "application/json", b'{"totalTokens": 9}'
    return "application/json", b"{}"


def _anthropic(body: Mapping[str, Any], text: str) -> tuple[str, bytes]:
    message = {
        "id": "msg_1", "type": "message", "role": "assistant",
        "model": body.get("model", "claude"), "content": [], "stop_reason": None,
        "stop_sequence": None, "usage": {"input_tokens": 9, "output_tokens": 1},
    }  # fmt: skip
    tool = _tool(text, [each.get("name", "") for each in body.get("tools") or []])
    block = {"type": "tool_use", "id": "toolu_1", "name": tool, "input": {}}
    block = block if tool else {"type": "text", "text": ""}
    reason = "tool_use" if tool else "end_turn"
    if not body.get("stream"):
        whole = {**message, "content": [block | ({} if tool else {"text": text})]}
        return "application/json", json.dumps({**whole, "stop_reason": reason}).encode()
    delta = {"type": "text_delta", "text": text}
    delta = {"type": "input_json_delta", "partial_json": "{}"} if tool else delta
    ended = {"stop_reason": reason, "stop_sequence": None}
    return _events(
        [
            {"type": "message_start", "message": message},
            {
                "type": "content_block_start",
                "index": 0,
                "content_block": block,
            },
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": ended, "usage": {"output_tokens": 3}},
            {"type": "message_stop"},
        ]
    )


def _openai(text: str) -> tuple[str, bytes]:
    item = {
        "type": "message", "role": "assistant", "id": "m1", "status": "completed",
        "content": [{"type": "output_text", "text": text, "annotations": []}],
    }  # fmt: skip
    usage = {"input_tokens": 9, "output_tokens": 3, "total_tokens": 12}
    response = {"id": "r1", "object": "response", "status": "completed", "output": [item]}
    return _events(
        [
            {"type": "response.created", "response": {"id": "r1"}},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed", "response": {**response, "usage": usage}},
        ]
    )


def _google(body: Mapping[str, Any], text: str, *, is_stream: bool) -> tuple[str, bytes]:
    declared = [
        one for each in body.get("tools") or [] for one in each.get("functionDeclarations", [])
    ]
    tool = _tool(text, [each["name"] for each in declared])
    said: dict[str, Any] = {"functionCall": {"name": tool, "args": {}}} if tool else {"text": text}
    part = {"content": {"role": "model", "parts": [said]}, "finishReason": "STOP"}
    usage = {"promptTokenCount": 9, "candidatesTokenCount": 3, "totalTokenCount": 12}
    answer = {"candidates": [part], "usageMetadata": usage}
    if not is_stream:
        return "application/json", json.dumps(answer).encode()
    return "text/event-stream", f"data: {json.dumps(answer)}\r\n\r\n".encode()


def _tool(text: str, names: Iterable[str]) -> str:
    """The tool that an answer calls, "" for none."""
    wanted = text.removeprefix(CALL)
    return next((name for name in names if text != wanted and name.endswith(wanted)), "")


def _events(events: Iterable[dict[str, Any]]) -> tuple[str, bytes]:
    lines = [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]
    return "text/event-stream", "".join(lines).encode()


def _last_user_text(body: Mapping[str, Any]) -> str:
    """The text of the last user message, in any of the three forms."""
    messages = body.get("messages") or body.get("input") or body.get("contents") or []
    if isinstance(messages, str):
        return messages
    said = [json.dumps(one, ensure_ascii=False) for one in messages if one.get("role") == "user"]
    return re.sub(r"\s+", " ", said[-1]) if said else ""
