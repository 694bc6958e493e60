"""The model that turns texts into vectors, and the vectors of questions.

If the model fails, one search takes a few seconds longer and finds by words alone; for a while
the model is then not asked.
"""

import logging
import math
import threading
import time
from collections.abc import Callable, Sequence
from functools import cache

from ..egress import USER
from ..errors import MemoryPluginError, ServerError
from ..model import location
from ..recall.embedder import Embedder
from ..text import redact

log = logging.getLogger("memory.server")

# Seconds that a question waits for its vector, and that none is asked for after a failure.
_PATIENCE = 3.0
_REST = 30.0

# Questions whose vectors are asked for at once.
_AT_ONCE = 4

# Seconds that the start of the server waits for a model on this machine.
_LOADING = 20.0


@cache
def embedder(name: str) -> Embedder:
    """Return the embedding model of this name or alias. Raises ServerError if there is none."""
    import llm

    try:
        model = llm.get_embedding_model(name)
    except llm.UnknownModelError as error:
        raise ServerError(
            f"There is no embedding model “{name}” here.",
            untouched="What is found by words is found without it.",
            remedy="`llm embed-models` lists them; LLM_MEMORY_SERVER_EMBEDDER chooses one.",
        ) from error
    return Embedder(model, model.model_id, USER)


def packed(vector: Sequence[float]) -> str:
    """Return a vector with the length 1, as PostgreSQL reads it; zeros for one that has none."""
    length = math.sqrt(math.fsum(float(each) ** 2 for each in vector))
    usable = length > 0 and math.isfinite(length)
    numbers = ((float(each) / length) if usable else 0.0 for each in vector)
    return f"[{','.join(f'{each:.6g}' for each in numbers)}]"


class Questions:
    """Vectors of questions: asked for within a time, and not at all for a while after a failure.

    Raises ServerError if there is no such model.
    """

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._model = embedder(name) if name else None
        self._clock = clock
        self._rests_until = 0.0
        self._free = threading.Semaphore(_AT_ONCE)

    def warm_up(self) -> None:
        """Have a model on this machine load what it needs, so that no question waits for that.

        A service elsewhere is asked nothing before there is a question.
        """
        if self._model is not None and location.of_model(self._model.model) == "here":
            self._free.acquire()
            self._ask_in_time(self._model, "a question", _LOADING)

    def vector(self, text: str) -> tuple[str, str]:
        """Return the vector as PostgreSQL reads it, and the model's id; ("", "") for none."""
        if self._model is None or self._clock() < self._rests_until:
            return "", ""
        if not self._free.acquire(blocking=False):
            return "", ""
        found = self._ask_in_time(self._model, text, _PATIENCE)
        if not found:
            log.warning("%s gave no vector; searches are by words for a while", self._model.id)
            self._rests_until = self._clock() + _REST
            return "", ""
        return found[0], self._model.id

    def _ask_in_time(self, model: Embedder, text: str, patience: float) -> list[str]:
        """Return the vector if it comes in time. Acquire `_free` before; it is released."""
        found: list[str] = []
        # A daemon, so that a model that never answers keeps no process from ending.
        thread = threading.Thread(target=self._ask, args=(model, text, found), daemon=True)
        thread.start()
        thread.join(patience)
        return found

    def _ask(self, model: Embedder, text: str, found: list[str]) -> None:
        try:
            found.append(packed(model.embed([redact.redacted(text)])[0]))
        except (MemoryPluginError, TypeError, ValueError, IndexError):
            pass  # which is told by there being none
        finally:
            self._free.release()
