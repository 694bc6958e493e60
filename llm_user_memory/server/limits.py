"""How many requests a key may make in each process: in a minute, and at the same time."""

import threading
import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from . import keys, metrics
from .failures import problem_response
from .problems import Problem

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


class AtOnce:
    """The ASGI application `app`, in which each key holds at most `most` requests; 0: no limit.

    A request is held from its headers on until the application is done with it, also if its sender
    gives it up. It is counted by the key as it was presented, before it is known whether the
    key is valid. Only who knows a key can therefore use up its places.
    """

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._most = most
        self._held: dict[str, int] = {}  # only the event loop uses it

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_request = self._most and scope["type"] == "http"
        key = keys.presented(Request(scope).headers.get("authorization", "")) if is_request else ""
        if not key:
            await self._app(scope, receive, send)
            return
        if self._held.get(key, 0) >= self._most:
            metrics.count_refusal()
            detail = f"{self._most} requests with this key are not answered yet."
            await problem_response(Problem("too-many", detail, retry_after=1))(scope, receive, send)
            return
        self._held[key] = self._held.get(key, 0) + 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]
