"""The process that learns, embeds and archives: `python -m llm_user_memory.server.worker`.

`serve` starts it, and holds the other end of its standard input: where that ends, `serve` is gone,
and so is the worker soon. It may be killed at any time: the claims of its jobs end by themselves.
"""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial

import psycopg
from psycopg_pool import PoolTimeout

from ..model import client
from . import archiving, audit, database, embeddings, examine, jobs, learning, meaning
from .background import repeated
from .calls import Context
from .jobs import Job
from .settings import read_settings

log = logging.getLogger("memory.server.learning")

# Seconds.
_RENEW = jobs.LEASE.total_seconds() / 4
_IDLE = 1.0
_AWAY = 5.0
_PRUNE = 1800.0

# Seconds that it may take to end when the server is gone; the next one begins its jobs again.
_GRACE = 20.0


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
    pool = database.pool(settings.database, settings.learners * 2 + 2)
    context = Context(pool, settings)
    with pool.connection() as db:
        archiving.require(db, settings.profile_tokens)
    kinds: list[Callable[[], bool]] = [partial(archiving.work_once, context)]
    if settings.model:
        client.keep(settings.model)
        kinds += [partial(work_once, context)] * settings.learners
    if settings.embedder:
        model = meaning.embedder(settings.embedder)
        with pool.connection() as db:
            embeddings.require(db, model.id)
        kinds.append(partial(embeddings.work_once, context, model))
    threads = [threading.Thread(target=work, args=(each, ended)) for each in kinds]
    for thread in threads:
        thread.start()
    prune(context)
    with repeated(partial(prune, context), _PRUNE):
        ended.wait()
    for thread in threads:
        thread.join()
    pool.close()


def _end_with_input(ended: threading.Event) -> None:
    """Wait until the server is gone, which may have been killed; then end this process."""
    while os.read(0, 1024):
        pass
    ended.set()
    time.sleep(_GRACE)
    os._exit(1)


def work(once: Callable[[], bool], ended: threading.Event) -> None:
    """Do one thing after the other until `ended` is set; `once` returns whether there was one."""
    while not ended.is_set():
        try:
            if not once():
                ended.wait(_IDLE)
        except (psycopg.Error, PoolTimeout) as error:
            log.warning("%s; trying again", type(error).__name__)
            ended.wait(_AWAY)


def work_once(context: Context) -> bool:
    """Learn from the session that has been due for longest; return whether there was one."""
    with context.pool.connection() as db:
        job = jobs.claim(db)
    if job is None:
        return False
    with renewed(context, job):
        learning.learn(context, job)
    return True


def prune(context: Context) -> bool:
    """Delete what was kept for long enough; return True, so that `repeated` calls it again."""
    try:
        with context.pool.connection() as db:
            audit.prune(db, context.settings.audit_days)
    except (psycopg.Error, PoolTimeout) as error:
        log.warning("%s; what is old is deleted later", type(error).__name__)
    return True


def renewed(context: Context, job: Job) -> AbstractContextManager[None]:
    """Keep the claim of a job for as long as the block takes."""

    def renew() -> bool:
        try:
            with database.transaction(context.pool, job.user_id) as db:
                return jobs.renew(db, job)
        except (psycopg.Error, PoolTimeout):
            return True

    return repeated(renew, _RENEW)


if __name__ == "__main__":
    main()
