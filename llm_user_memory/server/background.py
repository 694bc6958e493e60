"""Calls a function repeatedly in a thread while other work goes on."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def repeated(act: Callable[[], bool], seconds: float) -> Iterator[None]:
    """Call `act` every so many seconds while the block runs, until it returns False."""
    ended = threading.Event()

    def run() -> None:
        while not ended.wait(seconds) and act():
            pass

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
