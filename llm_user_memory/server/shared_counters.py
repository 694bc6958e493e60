"""The folder in which the processes of one `serve` count together; see `metrics`."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Read by prometheus_client when it is imported: it must not have been before."""


@contextmanager
def shared() -> Iterator[None]:
    """Let this process and those that it starts in the block count together."""
    if os.environ.get(VARIABLE):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="llm-memory-counters-") as folder:
        os.environ[VARIABLE] = folder
        try:
            yield
        finally:
            del os.environ[VARIABLE]
