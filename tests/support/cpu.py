"""A limit on the CPU time of a call, to detect code that takes quadratic time."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

BOUND = 30.0
"""Seconds of user CPU: many times what a linear call needs, even on a slow machine."""


class TooSlow(Exception):
    """A call took longer than it was given."""


@contextmanager
def bounded(seconds: float = BOUND) -> Iterator[None]:
    """Raise TooSlow in the block once it has used that many seconds of user CPU.

    Only for the main thread. The time of other processes does not count.
    """

    def stop(*_: object) -> None:
        raise TooSlow(f"more than {seconds} s of user CPU")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
