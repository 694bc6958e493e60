"""The process that learns, embeds, indexes and archives: `python -m llm_user_memory.server.worker`.

`serve` starts it, and holds the other end of its standard input: where that ends, `serve` is gone,
and so is the worker soon. Told to end, it gives back the claims of what is not done in time. It may
be killed at any time: then the claims of its jobs end by themselves, and that is counted.
"""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import psycopg

from ..model import client
from ..recall.embedder import Embedder
from . import (
    archiving,
    audit,
    database,
    embeddings,
    examine,
    jobs,
    learning,
    meaning,
    passages,
)
from .background import repeated
from .calls import Context
from .jobs import Job
from .settings import read_settings

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

log = logging.getLogger("memory.server.learning")

# Seconds.
_RENEW = jobs.LEASE.total_seconds() / 4
_IDLE = 1.0
_AWAY = 5.0
_PRUNE = 1800.0

# Seconds that what is being done may take when the process is told to end; the next one begins the
# rest again. `serve` kills it five seconds later, and where that is gone, it ends itself.
_GRACE = 15.0
_LAST = 5.0


def main() -> None:
    """Learn until the process is told to end, or the server is gone."""
    ended = threading.Event()
    threading.Thread(target=_end_with_input, args=(ended,), daemon=True).start()
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s %(message)s")
    settings = read_settings()
    with database.connect(settings.database) as connection:
        examine.require(connection)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    pool = database.pool(settings.database, settings.learners * 2 + 3)
    context = Context(pool, settings)
    with pool.connection() as db:
        archiving.require(db, settings.profile_tokens)
    kinds: list[Callable[[], bool]] = [
        partial(archiving.work_once, context),
        passages.Indexer(context).work_once,
    ]
    claimants: list[Claimant[Any]] = []
    if settings.model:
        client.keep(settings.model)
        claimants += [learner(context) for _ in range(settings.learners)]
    if settings.embedder:
        model = meaning.embedder(settings.embedder)
        with pool.connection() as db:
            embeddings.require(db, model.id)
        claimants.append(embedder(context, model))
    kinds += [each.work_once for each in claimants]
    threads = [threading.Thread(target=work, args=(each, ended), daemon=True) for each in kinds]
    for thread in threads:
        thread.start()
    prune(context)
    with repeated(partial(prune, context), _PRUNE):
        ended.wait()
    end(threads, claimants, _GRACE)
    pool.close()


def end(
    threads: Sequence[threading.Thread], claimants: "Sequence[Claimant[Any]]", grace: float
) -> None:
    """Wait so many seconds for threads whose work was told to end; then give their claims back."""
    deadline = time.monotonic() + grace
    for thread in threads:
        thread.join(max(deadline - time.monotonic(), 0))
    for each in claimants:
        try:
            each.give_back()
        except psycopg.Error as error:
            log.warning("%s; its claim ends by itself", type(error).__name__)


def _end_with_input(ended: threading.Event) -> None:
    """Wait until the server is gone, which may have been killed; then end this process."""
    while os.read(0, 1024):
        pass
    ended.set()
    time.sleep(_GRACE + _LAST)
    os._exit(1)


def work(once: Callable[[], bool], ended: threading.Event) -> None:
    """Do one thing after the other until `ended` is set; `once` returns whether there was one.

    What it raises but for errors of the database sets `ended`, so that the process is started anew.
    """
    try:
        while not ended.is_set():
            try:
                if not once():
                    ended.wait(_IDLE)
            except psycopg.Error as error:
                log.warning("%s; trying again", type(error).__name__)
                ended.wait(_AWAY)
    finally:
        ended.set()


class Claimed(Protocol):
    """A job that this process has claimed."""

    @property
    def user_id(self) -> str: ...


_Job = TypeVar("_Job", bound=Claimed)


class Claimant(Generic[_Job]):
    """Does one job of a queue after the other, and holds the claim of each meanwhile.

    `claim` takes a job, `do` does it and ends its claim, and `release` gives a claim back.
    """

    def __init__(
        self,
        context: Context,
        claim: "Callable[[Connection[DictRow]], _Job | None]",
        do: Callable[[_Job], object],
        release: "Callable[[Connection[DictRow], _Job], None]",
    ) -> None:
        self._context, self._claim, self._do, self._release = context, claim, do, release
        self._job: _Job | None = None

    def work_once(self) -> bool:
        """Do the job whose turn it is; return whether there was one.

        Raises what psycopg does; the claim is then given back by the next call.
        """
        self.give_back()
        with self._context.pool.connection() as db:
            self._job = job = self._claim(db)
        if job is None:
            return False
        self._do(job)
        self._job = None
        return True

    def give_back(self) -> None:
        """Give back the claim of a job that is not done, from any thread, if there is one.

        Raises what psycopg does.
        """
        if job := self._job:
            with database.transaction(self._context.pool, job.user_id) as db:
                self._release(db, job)
            self._job = None


def learner(context: Context) -> Claimant[Job]:
    """Return what learns from one session at a time."""

    def learn(job: Job) -> None:
        with renewed(context, job):
            learning.learn(context, job)

    return Claimant(context, jobs.claim, learn, jobs.release)


def embedder(context: Context, model: Embedder) -> Claimant[embeddings.Job]:
    """Return what embeds passages of one user at a time."""
    embed = partial(embeddings.embed, context, model)
    return Claimant(context, embeddings.claim, embed, embeddings.release)


def prune(context: Context) -> bool:
    """Delete what was kept for long enough; return True, so that `repeated` calls it again."""
    try:
        with context.pool.connection() as db:
            audit.prune(db, context.settings.audit_days)
    except psycopg.Error as error:
        log.warning("%s; what is old is deleted later", type(error).__name__)
    return True


def renewed(context: Context, job: Job) -> AbstractContextManager[None]:
    """Keep the claim of a job for as long as the block takes."""

    def renew() -> bool:
        try:
            with database.transaction(context.pool, job.user_id) as db:
                return jobs.renew(db, job)
        except psycopg.Error:
            return True

    return repeated(renew, _RENEW)


if __name__ == "__main__":
    main()
