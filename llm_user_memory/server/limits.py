"""How many requests a key may make in each process: in a minute, and at the same time.

And how many of these are worked on at the same time, so that the requests of other keys never wait
for all of them.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, TypeVar

from anyio import CapacityLimiter, from_thread, to_thread
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from . import keys, metrics
from .database import Connections
from .failures import problem_response
from .problems import Problem

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

_Answer = TypeVar("_Answer")

SHARE = "llm_memory.share"
"""In the scope of a request: the `Share` of its key."""

_MOST_KEYS = 10_000


class RateLimit:
    """Allows each key `a_minute` requests, a quarter of them in a row; 0 is no limit.

    Each key has a bucket, which is refilled all the time.
    """

    def __init__(self, a_minute: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = a_minute / 60
        self._most = max(1.0, a_minute / 4)
        self._clock = clock
        self._lock = threading.Lock()
        self._buckets: dict[str, tuple[float, float]] = {}  # what is left, and when that was

    def take(self, key_id: str) -> None:
        """Count a request. Raises Problem if there were too many."""
        if not self._rate:
            return
        now = self._clock()
        with self._lock:
            left, at = self._buckets.get(key_id, (self._most, now))
            left = min(self._most, left + (now - at) * self._rate)
            if left >= 1:
                self._store(key_id, left - 1, now)
                return
        wait = (1 - left) / self._rate
        raise Problem("too-many", f"Try again in {wait:.1f} s.", retry_after=int(wait) + 1)

    def _store(self, key_id: str, left: float, now: float) -> None:
        if key_id not in self._buckets and len(self._buckets) >= _MOST_KEYS:
            self._buckets.clear()  # an attacker has no valid keys, so that this is not reached
        self._buckets[key_id] = (left, now)


class Share:
    """How much of a server with so many `connections` the requests of one key take at a time.

    They take half of the connections, and of the threads of `asking_threads`. The others wait for
    these, without a thread.
    """

    def __init__(self, connections: int) -> None:
        self._connections = CapacityLimiter(max(1, connections // 2))
        self._askers = CapacityLimiter(connections)

    async def work(self, act: Callable[[], _Answer]) -> _Answer:
        """Return what `act` does in a thread, in which it takes one connection at a time."""
        async with self._connections:
            return await to_thread.run_sync(act)

    async def ask(self, act: Callable[[], _Answer], threads: CapacityLimiter) -> _Answer:
        """Return what `act` does in one of the threads; its connections have to be from `of`."""
        async with self._askers:
            return await to_thread.run_sync(act, limiter=threads)

    def of(self, pool: Connections) -> Connections:
        """Return the connections of a pool that this key's askers may have."""
        return _Shared(pool, self._connections)


def asking_threads(connections: int) -> CapacityLimiter:
    """Return the threads in which requests ask a model: each holds a connection only in between."""
    return CapacityLimiter(2 * connections)


class _Shared:
    """Connections of a pool, each of which takes a place."""

    def __init__(self, pool: Connections, places: CapacityLimiter) -> None:
        self._pool = pool
        self._places = places

    def connection(self) -> "AbstractContextManager[Connection[DictRow]]":
        return self._connection()

    @contextmanager
    def _connection(self) -> "Iterator[Connection[DictRow]]":
        borrower = object()
        from_thread.run(self._places.acquire_on_behalf_of, borrower)
        try:
            with self._pool.connection() as connection:
                yield connection
        finally:
            from_thread.run_sync(self._places.release_on_behalf_of, borrower)


class _Held:
    """The requests of a key that are not answered yet."""

    def __init__(self, connections: int) -> None:
        self.number = 0
        self.share = Share(connections)


class AtOnce:
    """The ASGI application `app`, in which each key holds at most `most` requests; 0: no limit.

    A request is held from its headers on until the application is done with it, also if its sender
    gives it up. It is counted by the key as it was presented, before it is known whether the
    key is valid. Only who knows a key can therefore use up its places. The requests of a key have
    one share of the `connections`, and those without a key have one, too.
    """

    def __init__(self, app: ASGIApp, most: int, connections: int) -> None:
        self._app = app
        self._most = most
        self._connections = connections
        self._held: dict[str, _Held] = {}  # only the event loop uses it

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        key = keys.presented(Request(scope).headers.get("authorization", ""))
        held = self._held.get(key)
        if key and held and self._most and held.number >= self._most:
            metrics.count_refusal()
            detail = f"{self._most} requests with this key are not answered yet."
            await problem_response(Problem("too-many", detail, retry_after=1))(scope, receive, send)
            return
        if held is None:
            held = self._held[key] = _Held(self._connections)
        held.number += 1
        scope[SHARE] = held.share
        try:
            await self._app(scope, receive, send)
        finally:
            held.number -= 1
            if not held.number:
                del self._held[key]
