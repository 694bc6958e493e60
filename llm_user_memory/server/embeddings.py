"""The vectors of passages, made in the background by a model of LLM's.

Secrets are taken out of what the model is given. No transaction is open while it answers.
"""

import logging
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from ..errors import MemoryPluginError
from ..recall.embedder import Embedder
from ..text import redact
from . import database, metrics
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

_PENDING = """
select p.n, substr(m.content, p.start + 1, p.length) as text
from passages p join messages m on m.user_id = p.user_id and m.seq = p.message_seq
where not exists (select from embeddings e where e.user_id = p.user_id and e.passage = p.n)
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
_FAILED = """
update embedding_jobs set claimed_until = null, failures = failures + 1, error = %s,
    due_at = now() + least(%s * 2 ^ least(failures, 16), %s)
"""


class Job(NamedTuple):
    """A user whose passages lack vectors, claimed by this process."""

    user_id: str
    generation: int


def require(db: "Connection[DictRow]", model: str) -> None:
    """Make a job due for each user whose passages do not all have vectors of this model."""
    db.execute("select require_embeddings(%s)", [model])


def enqueue(db: "Connection[DictRow]") -> None:
    """Note that the named user has new passages. After a failure the pause goes on."""
    db.execute(
        "insert into embedding_jobs as j default values on conflict (user_id) do update set "
        "generation = j.generation + 1, "
        "due_at = case when j.error is null then least(j.due_at, now()) else j.due_at end"
    )


def work_once(context: Context, model: Embedder) -> bool:
    """Embed some passages of the user who is due for longest; returns whether there was one.

    Errors of the model are recorded, and it is asked again later. Raises what psycopg does.
    """
    with context.pool.connection() as db:
        values = (_LEASE, _FIRST_PAUSE, _LONGEST_PAUSE)
        row = db.execute("select * from claim_embedding(%s, %s, %s)", values).fetchone()
    if row is None:
        return False
    job = Job(**row)
    with database.transaction(context.pool, job.user_id) as db:
        db.execute("delete from embeddings where model <> %s", [model.id])
        rows = db.execute(_PENDING, [_BATCH]).fetchall()
        if not rows:
            _finish(db, job, model.id)
            return True
    try:
        vectors = model.embed([redact.redacted(row["text"]) for row in rows])
        stored = [packed(vector) for _row, vector in zip(rows, vectors, strict=True)]
    except (MemoryPluginError, TypeError, ValueError) as error:
        _record_failure(context, job, error)
        return True
    with database.transaction(context.pool, job.user_id) as db:
        numbers = [row["n"] for row in rows]
        made = db.execute(_INSERT, (model.id, numbers, stored, numbers)).rowcount
        db.execute(f"update embedding_jobs set {_DONE}, due_at = now()")
    metrics.count_embedding("done", made)
    return True


def _finish(db: "Connection[DictRow]", job: Job, model: str) -> None:
    """End the job; if something came meanwhile, the user is due again."""
    db.execute(
        f"update embedding_jobs set {_DONE}, model = %s, "
        "due_at = case when generation = %s then 'infinity'::timestamptz else now() end",
        (model, job.generation),
    )


def _record_failure(context: Context, job: Job, error: Exception) -> None:
    """Try again later, after a pause that grows; the error's text may have words of the user."""
    reason = type(error.__cause__ or error).__name__
    log.warning("Passages were not embedded: %s", reason)
    with database.transaction(context.pool, job.user_id) as db:
        db.execute(_FAILED, (reason, _FIRST_PAUSE, _LONGEST_PAUSE))
    metrics.count_embedding("failed")
