"""How many requests a key may make: a bucket for each key and process, refilled all the time."""

import threading
import time
from collections.abc import Callable

from .problems import Problem

_MOST_KEYS = 10_000


class RateLimit:
    """Allows each key `a_minute` requests, a quarter of them at once; 0 is no limit."""

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
