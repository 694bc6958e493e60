"""What the server's processes count, for Prometheus: only numbers, and none about a single user.

The processes of one `serve` count in files of a folder that `shared_counters` makes, so that
whoever is asked answers for all of them, and for those that ended. Without it a process counts for
itself.
"""

import os
from collections.abc import Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector

from .. import __version__
from .shared_counters import VARIABLE

MEDIA_TYPE = CONTENT_TYPE_LATEST

_SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_MODEL_SECONDS = (0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320)

_own = CollectorRegistry()
_requests = Counter(
    "llm_memory_requests", "Requests answered.", ["method", "path", "status"], registry=_own
)
_seconds = Histogram(
    "llm_memory_request_seconds",
    "How long it took to answer.",
    ["method", "path"],
    registry=_own,
    buckets=_SECONDS,
)
_too_many = Counter(
    "llm_memory_too_many_at_once",
    "Requests refused as their key had too many that were not answered yet.",
    registry=_own,
)
_changes = Counter(
    "llm_memory_changes", "What was added, changed or deleted.", ["action"], registry=_own
)
_learned = Counter(
    "llm_memory_learning", "Attempts to learn from a session.", ["outcome"], registry=_own
)
_answers = Counter(
    "llm_memory_answers", "Questions that were answered, or not.", ["outcome"], registry=_own
)
_embedding = Counter(
    "llm_memory_embedding", "Attempts to embed passages of a user.", ["outcome"], registry=_own
)
_passages = Counter("llm_memory_embedded_passages", "Passages that got a vector.", registry=_own)
_tokens = Counter("llm_memory_model_tokens", "Tokens of requests to models.", registry=_own)
_model_seconds = Histogram(
    "llm_memory_model_seconds",
    "How long a model took to answer.",
    registry=_own,
    buckets=_MODEL_SECONDS,
)

# The columns of `queue_state()`.
_STATE = {
    "jobs_waiting": "Sessions with something new to learn from.",
    "jobs_due": "Those that could be learned from now.",
    "jobs_failing": "Those whose last attempt failed, or ended with its process.",
    "jobs_aside": "Sessions put aside, as they failed or their process ended again and again.",
    "jobs_oldest_due_seconds": "How long one has been due.",
}


def count_request(method: str, path: str, status: int, seconds: float) -> None:
    """Count an answer; `path` is the endpoint's, with the names of its parts."""
    _requests.labels(method, path, str(status)).inc()
    _seconds.labels(method, path).observe(seconds)


def count_refusal() -> None:
    """Count a request that was refused, as its key had too many that were not answered yet."""
    _too_many.inc()


def count_changes(action: str, number: int) -> None:
    """Count what a request that was committed did, by its name in the audit trail."""
    _changes.labels(action).inc(number)


def count_learning(outcome: str) -> None:
    """Count an attempt to learn from a session."""
    _learned.labels(outcome).inc()


def count_question(is_answered: bool) -> None:
    """Count a question by whether it got an answer with proof."""
    _answers.labels("answered" if is_answered else "nothing").inc()


def count_embedding(outcome: str, passages: int = 0) -> None:
    """Count an attempt to embed passages, and how many got a vector."""
    _embedding.labels(outcome).inc()
    _passages.inc(passages)


def count_model_call(tokens: int, seconds: float) -> None:
    """Count a request to a model that was answered."""
    _tokens.inc(tokens)
    _model_seconds.observe(seconds)


def text(state: Mapping[str, float]) -> bytes:
    """Return all that was counted, and how things are now, as Prometheus reads it.

    `state` has the values of `queue_state()` by name.
    """
    counted = _own
    if VARIABLE in os.environ:
        counted = CollectorRegistry()
        MultiProcessCollector(counted)
    now = CollectorRegistry()
    now.register(_Now(state))
    return bytes(generate_latest(counted) + generate_latest(now))


class _Now:
    """How things are while it is asked."""

    def __init__(self, state: Mapping[str, float]) -> None:
        self._state = state

    def collect(self) -> Iterator[GaugeMetricFamily]:
        version = GaugeMetricFamily("llm_memory_info", "The version.", labels=["version"])
        version.add_metric([__version__], 1)
        yield version
        for name, about in _STATE.items():
            yield GaugeMetricFamily(f"llm_memory_{name}", about, self._state[name])
