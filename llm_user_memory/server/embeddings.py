"""The vectors of passages, made in the background by a model of LLM's.

Secrets are taken out of what the model is given, and it is not given what the user forgot: that is
found by its words alone. No transaction is open while it answers.
"""

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from ..errors import MemoryPluginError
from ..recall.embedder import Embedder
from ..text import redact
from . import database, metrics, withheld
from .calls import Context
from .meaning import packed

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

log = logging.getLogger("memory.server.embeddings")

# After so long without a sign of life a user's passages are another process's.
_LEASE = timedelta(seconds=300)
_FIRST_PAUSE = timedelta(seconds=10)
_LONGEST_PAUSE = timedelta(hours=1)

# Passages in one request.
_BATCH = 128

_AFTER_ALL = 2**63 - 1

_PENDING = """
select p.n, p.session_id, p.message_seq as seq, p.role, p.said_at,
    substr(m.content, p.start + 1, p.length) as content
from passages p join messages m on m.user_id = p.user_id and m.seq = p.message_seq
where p.n > %s and p.n < %s
    and not exists (select from embeddings e where e.user_id = p.user_id and e.passage = p.n)
order by p.n desc limit %s
"""

# Those of messages that were deleted meanwhile are left out.
_INSERT = """
insert into embeddings (passage, model, vector)
select p.n, %s, given.vector::halfvec
from unnest(%s::bigint[], %s::text[]) given (n, vector)
join (select n from passages where n = any(%s) for key share) p on p.n = given.n
on conflict do nothing
"""

_DONE = "claimed_until = null, failures = 0, error = null"
_FAILED = (
    "claimed_until = null, failures = failures + 1, error = %s, "
    "due_at = now() + least(%s * 2 ^ least(failures, 16), %s)"
)


class Job(NamedTuple):
    """A user whose passages lack vectors, claimed by this process."""

    user_id: str
    generation: int
    claimed_until: datetime


def require(db: "Connection[DictRow]", model: str) -> None:
    """Make a job due for each user whose passages do not all have vectors of this model."""
    db.execute("select require_embeddings(%s)", [model])


def enqueue(db: "Connection[DictRow]", first: int | None) -> None:
    """Note that the named user has new passages, from this number on; None for no passages yet.

    Others may have committed later ones before. After a failure the pause goes on.
    """
    db.execute(
        "insert into embedding_jobs as j default values on conflict (user_id) do update set "
        "generation = j.generation + 1, embedded_to = least(j.embedded_to, %s::bigint - 1), "
        "due_at = case when j.error is null then least(j.due_at, now()) else j.due_at end",
        [first],
    )


def claim(db: "Connection[DictRow]") -> Job | None:
    """Take the user who is due for longest; None if nobody is due."""
    values = (_LEASE, _FIRST_PAUSE, _LONGEST_PAUSE)
    row = db.execute("select * from claim_embedding(%s, %s, %s)", values).fetchone()
    return Job(**row) if row else None


def release(db: "Connection[DictRow]", job: Job) -> None:
    """Give the claim back, as the process is told to end, or the database was away: no failure."""
    _update(db, job, "claimed_until = null")


def embed(context: Context, model: Embedder, job: Job) -> None:
    """Embed some passages of the user of a job.

    Errors of the model are recorded, and it is asked again later. Raises what psycopg does.
    """
    with database.transaction(context.pool, job.user_id) as db:
        newest = db.execute("select coalesce(max(n), 0) as n from passages").fetchone()
        rows = _pending(db, _embedded_to(db, model.id))
        if not rows:
            _finish(db, job, newest["n"] if newest else 0)
            return
    try:
        vectors = model.embed([redact.redacted(row["content"]) for row in rows])
        stored = [packed(vector) for _row, vector in zip(rows, vectors, strict=True)]
    except (MemoryPluginError, TypeError, ValueError) as error:
        _record_failure(context, job, error)
        return
    with database.transaction(context.pool, job.user_id) as db:
        numbers = [row["n"] for row in rows]
        made = db.execute(_INSERT, (model.id, numbers, stored, numbers)).rowcount
        _update(db, job, f"{_DONE}, due_at = now()")
    metrics.count_embedding("done", made)


def _pending(db: "Connection[DictRow]", embedded_to: int) -> "list[DictRow]":
    """The newest passages after this number that lack vectors, and are not withheld."""
    forgotten, before = withheld.load(db), _AFTER_ALL
    while rows := db.execute(_PENDING, [embedded_to, before, _BATCH]).fetchall():
        shown = forgotten.told(db, rows)
        if shown:
            return shown
        before = rows[-1]["n"]
    return []


def _update(db: "Connection[DictRow]", job: Job, change: str, *values: object) -> None:
    """Change the row of a job, unless its claim has ended."""
    db.execute(
        f"update embedding_jobs set {change} where claimed_until = %s",
        (*values, job.claimed_until),
    )


def _embedded_to(db: "Connection[DictRow]", model: str) -> int:
    """Up to which number all passages have vectors of the model; those of another one go."""
    row = db.execute("select model, embedded_to from embedding_jobs").fetchone()
    if row and row["model"] == model:
        return int(row["embedded_to"])
    db.execute("delete from embeddings where model <> %s", [model])
    db.execute("update embedding_jobs set model = %s, embedded_to = 0", [model])
    return 0


def _finish(db: "Connection[DictRow]", job: Job, newest: int) -> None:
    """End the job, as all passages up to the newest have vectors.

    If something came meanwhile, it may be before that one, and the user is due again.
    """
    _update(
        db, job,
        f"{_DONE}, due_at = case when generation = %s then 'infinity'::timestamptz else now() end, "
        "embedded_to = case when generation = %s then %s else embedded_to end",
        job.generation, job.generation, newest,
    )  # fmt: skip


def _record_failure(context: Context, job: Job, error: Exception) -> None:
    """Try again later, after a pause that grows; the error's text may have words of the user."""
    reason = type(error.__cause__ or error).__name__
    log.warning("Passages were not embedded: %s", reason)
    with database.transaction(context.pool, job.user_id) as db:
        _update(db, job, _FAILED, reason, _FIRST_PAUSE, _LONGEST_PAUSE)
    metrics.count_embedding("failed")
