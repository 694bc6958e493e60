"""Runs the server on standard input and output: one message, or batch, a line.

The main thread reads, so that a request can be cancelled while it runs. Requests that need the
memory run in a few other threads. A line that is too long is skipped. Nothing that a client sends
ends the server, only the end of its input does.
"""

import os
import select
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple

from . import messages
from .memory import Memory
from .messages import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    Id,
    Message,
    Notification,
    Request,
    Response,
    RpcError,
)
from .server import WITH_BATCHES, Server

LONGEST_LINE = 2**20
"""Bytes. The longest valid request of a tool is far shorter."""

# The most requests that run at once, and that wait to run.
_THREADS = 4
_MOST_WAITING = 500

# Seconds that the user has to answer in the client's dialogue.
_PATIENCE = 120.0

_NEEDS_MEMORY = frozenset({"tools/call", "resources/read", "prompts/get"})

_TOO_LONG = b""


# A function that takes the answer to a request: None if there is none, as after a cancellation.
_Reply = Callable[[dict[str, Any] | None], None]


class _Job(NamedTuple):
    request: Request
    reply: _Reply


class Connection:
    """The connection to one client. `run` returns when the input has ended."""

    def __init__(self, memory: Memory, source: BinaryIO, target: int) -> None:
        self.server = Server(memory, self._ask_client)
        self._source = source
        self._target = target
        self._writing = threading.Lock()
        self._state = threading.Condition()
        self._jobs: deque[_Job] = deque()
        self._open: dict[Id, _Job] = {}
        self._listening: set[Id] = set()
        self._asked: dict[str, dict[str, Any] | None] = {}
        self._threads = 0
        self._idle = 0
        self._has_ended = False

    def run(self) -> None:
        """Answer every line until the input ends, then wait for the requests that still run."""
        for line in _lines(self._source):
            self._take(line)
        with self._state:
            self._has_ended = True
            self._state.notify_all()
            self._state.wait_for(lambda: not self._jobs and not self._open)
        for id in sorted(self._listening, key=str):
            meta = {"io.modelcontextprotocol/subscriptionId": id}
            self._respond(id, {"resultType": "complete", "_meta": meta})

    def _take(self, line: bytes) -> None:
        if line == _TOO_LONG:
            error = RpcError(INVALID_REQUEST, f"A message has at most {LONGEST_LINE:,} bytes.")
            self._send(error.response())
            return
        if not line.strip():
            return
        try:
            value = messages.decoded(line)
            session = self.server.session
            if isinstance(value, list) and session and session.version == WITH_BATCHES and value:
                self._take_batch(value)
            else:
                self._receive(messages.parsed(value), self._reply)
        except RpcError as error:
            self._send(error.response())

    def _take_batch(self, values: list[Any]) -> None:
        """Handle a batch of messages; the answers are sent together."""
        answers: list[dict[str, Any]] = []
        found: list[Message] = []
        for each in values:
            try:
                found.append(messages.parsed(each))
            except RpcError as error:
                answers.append(error.response())
        waiting = sum(isinstance(message, Request) for message in found)
        if answers and not waiting:
            self._send(answers)
        lock = threading.Lock()

        def collect(answer: dict[str, Any] | None) -> None:
            nonlocal waiting
            with lock:
                waiting -= 1
                if answer is not None:
                    answers.append(answer)
                if answers and not waiting:
                    self._send(answers)

        for message in found:
            try:
                self._receive(message, collect)
            except RpcError as error:
                collect(error.response())

    def _receive(self, message: Message, reply: _Reply) -> None:
        if isinstance(message, Response):
            self._note_answer(message)
        elif isinstance(message, Notification):
            if message.method == "notifications/cancelled":
                self._cancel(message.params.get("requestId"))
        else:
            self._begin(_Job(message, reply))

    def _begin(self, job: _Job) -> None:
        """Answer a request at once, or queue it for a thread. Raises RpcError."""
        request = job.request
        with self._state:
            if request.id in self._open or request.id in self._listening:
                raise RpcError(INVALID_REQUEST, "This id is in use.", id=request.id)
            if request.method == "subscriptions/listen":
                self._listen(request)
                job.reply(None)
                return
            self._open[request.id] = job
            if request.method in _NEEDS_MEMORY:
                if len(self._jobs) >= _MOST_WAITING:
                    del self._open[request.id]
                    raise RpcError(INTERNAL_ERROR, "Too many requests at once.", id=request.id)
                self._jobs.append(job)
                if not self._idle and self._threads < _THREADS:
                    self._threads += 1
                    threading.Thread(target=self._work, daemon=True).start()
                self._state.notify()
                return
        self._finish(job, self._answer(job))

    def _work(self) -> None:
        while True:
            with self._state:
                self._idle += 1
                self._state.wait_for(lambda: self._jobs or self._has_ended)
                self._idle -= 1
                if not self._jobs:
                    return
                job = self._jobs.popleft()
            if self._is_wanted(job):
                self._finish(job, self._answer(job))

    def _is_wanted(self, job: _Job) -> bool:
        """Whether a request was not cancelled, and the client still reads our output."""
        return self._open.get(job.request.id) is job and not _is_broken(self._target)

    def _answer(self, job: _Job) -> dict[str, Any]:
        """The response to a request. No error ends the server."""
        request = job.request
        try:
            return _response(request.id, self.server.answer(request, lambda: self._is_wanted(job)))
        except RpcError as error:
            return error.response(request.id)
        except Exception as error:  # noqa: BLE001 - other requests may still work
            from ..text.controls import visible  # not needed for the list of tools

            line = f"memory: {request.method}: {type(error).__name__}: {error}"
            print(visible(line), file=sys.stderr)
            failed = RpcError(INTERNAL_ERROR, f"Unexpected {type(error).__name__}.")
            return failed.response(request.id)

    def _finish(self, job: _Job, response: dict[str, Any]) -> None:
        """Send a response, unless the request was cancelled."""
        with self._state:
            if self._open.get(job.request.id) is job:
                del self._open[job.request.id]
                job.reply(response)
            self._state.notify_all()

    def _cancel(self, id: Any) -> None:
        with self._state:
            if isinstance(id, str) or type(id) is int:
                if job := self._open.pop(id, None):
                    job.reply(None)
                self._listening.discard(id)
            self._state.notify_all()

    def _listen(self, request: Request) -> None:
        """Acknowledge a subscription. It gets no notifications, as no list ever changes here."""
        meta = request.params.get("_meta")
        caller = self.server.caller(request, meta if isinstance(meta, dict) else {})
        if caller.era == "legacy":
            raise RpcError(messages.METHOD_NOT_FOUND, "Unknown method.", id=request.id)
        self._listening.add(request.id)
        about = {"io.modelcontextprotocol/subscriptionId": request.id}
        params = {"_meta": about, "notifications": {}}
        method = "notifications/subscriptions/acknowledged"
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def _ask_client(self, method: str, params: dict[str, Any]) -> dict[str, Any] | None:
        """Send the client a request, and return its result; None if it fails or takes too long."""
        id = f"memory-{len(self._asked) + 1}"
        self._send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        with self._state:
            self._state.wait_for(lambda: id in self._asked or self._has_ended, _PATIENCE)
            return self._asked.get(id)

    def _note_answer(self, response: Response) -> None:
        with self._state:
            self._asked[str(response.id)] = response.result
            self._state.notify_all()

    def _respond(self, id: Id, result: dict[str, Any]) -> None:
        self._send(_response(id, result))

    def _reply(self, answer: dict[str, Any] | None) -> None:
        if answer is not None:
            self._send(answer)

    def _send(self, message: dict[str, Any] | list[dict[str, Any]]) -> None:
        """Write a message. End the process if the client no longer reads."""
        line = memoryview(messages.encoded(message))
        with self._writing:
            try:
                while line:
                    line = line[os.write(self._target, line) :]
            except OSError:
                os._exit(0)


def serve(memory: Memory) -> None:
    """Serve the client at standard input and output until the input ends.

    Whatever a library prints to standard output goes to stderr instead, as it is no message.
    """
    target = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    with open(0, "rb", closefd=False) as source:
        Connection(memory, source, target).run()


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield each line, and `_TOO_LONG` in place of each that is too long."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(LONGEST_LINE)
        yield _TOO_LONG


def _is_broken(target: int) -> bool:
    """Whether the reading end of the output was closed."""
    poll = select.poll()
    poll.register(target, 0)  # errors are reported even without being asked for
    return bool(poll.poll(0))


def _response(id: Id, result: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "result": result}
