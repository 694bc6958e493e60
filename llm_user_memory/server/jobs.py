"""The queue of sessions to learn from: one job for each session, and the claims on jobs.

A job exists from the session's first message until everything in the session was learned from. A
process claims a job for some time, and renews the claim while it works. What it learned is written
in the transaction that ends the claim. A job whose claim ran out is therefore done by another
process, and never twice.

Users have turns: whoever had one waits behind all others who are due, and has one job claimed at a
time, the earliest. Triggers of the database set the turns, whatever changes the jobs.

A claim is no failure. A failure is what its process reports, and such a job is tried again after
pauses that grow. A failure is `lasting` if trying again may not help: it was not that a model, or
the database, was away. A claim that runs out is counted as `lost`: its process was killed, and the
job may have done that. After several of either kind in a row a job is put aside, until the operator
takes it up again.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, NamedTuple

from . import audit, usage

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

LEASE = timedelta(seconds=120)
"""A claim that was not renewed for so long is void."""

# A job is put aside after so many claims in a row of which nobody reported anything.
_MOST_LOST = 5

# And after so many lasting failures in a row, which are four hours of pauses.
_MOST_LASTING = 10

# Between sessions that are due one after the other. Of those that are due at once, the order stays.
_STEP = timedelta(milliseconds=1)

_FIRST_PAUSE = timedelta(seconds=30)
_LONGEST_PAUSE = timedelta(hours=6)
_LONGEST_ERROR = 500

_RELEASED = "claim = null, claimed_until = null"
_DONE = f"{_RELEASED}, failures = 0, lasting = 0, lost = 0, error = null"

# After so long a session of which something was deleted is summarised again.
_SETTLES = timedelta(minutes=10)

_PENDING = """
select m.seq, m.id, m.session_id, m.role, m.typed, m.content, m.said_at from messages m
join sessions s using (user_id, session_id)
where m.session_id = %s and m.seq > s.learned_seq order by m.seq limit %s
"""

# Of a session that was learned from, and whose summary was deleted: nothing is learned again.
_TO_SUMMARISE = """
select seq, id, session_id, role, false as typed, content, said_at from (
    select m.* from messages m join sessions s using (user_id, session_id)
    where m.session_id = %s and s.summary is null order by m.seq desc limit %s) as last
order by seq
"""

_WAKE = f"""
update jobs set due_at = least(now(), now() - interval '1 minute' + (due_at - now()) / 1000)
where not {usage.EXHAUSTED} and session_id in (
    select session_id from jobs where session_id <> all(%(sessions)s) and due_at > now()
    and failures = 0 and lost = 0 and aside_at is null for update skip locked)
"""

# After a time, in the order of before: the year before it becomes the five minutes after it.
_AFTER = "%(due)s + greatest(due_at - (%(due)s - interval '360 days'), interval '0') / 100000"

_PUT_OFF = f"""
update jobs set {_RELEASED}, due_at = {_AFTER}
where session_id = %(session)s and claim = %(claim)s
"""

# Not those to which somebody is adding at this moment, as they are due when they were quiet.
_PUT_OFF_OTHERS = f"""
update jobs set due_at = {_AFTER} where session_id in (
    select session_id from jobs
    where claim is null and aside_at is null and due_at < %(due)s for update skip locked)
"""

# One more attempt; of what was lost while no other job is tried that may kill its process.
_TAKE_UP = """
with taken as (
    update llm_memory.jobs set aside_at = null, due_at = now(),
        lost = least(lost, %(lost)s - 1), lasting = least(lasting, %(lasting)s - 1)
    where aside_at is not null and (%(user)s::text is null or user_id = %(user)s)
    returning user_id, session_id),
noted as (
    insert into llm_memory.audit (key_id, subject, action, number)
    select 'operator', llm_memory.subject_of(user_id), 'take up session', count(*)
    from taken group by user_id)
select user_id, session_id from taken order by user_id, session_id
"""

_PUT_ASIDE = """
select user_id, session_id, error, aside_at from llm_memory.jobs
where aside_at is not null and (%(user)s::text is null or user_id = %(user)s)
order by aside_at, user_id, session_id
"""


_SET_ASIDE = "update jobs set aside_at = now() where session_id = %s and lasting >= %s"


class Job(NamedTuple):
    """A session to learn from, claimed by this process."""

    user_id: str
    session_id: str
    generation: int
    claim: str


def enqueue(
    db: "Connection[DictRow]", sessions: Mapping[str, datetime], quiet: float, tokens: int
) -> None:
    """Note that there is something new in sessions of the named user, and when it was said.

    They are due when they were quiet for so many seconds, in the order of what was said. The user's
    other sessions are due now, as a new one has begun or was taken up, unless the user's `tokens`
    of today are used up. Those to which somebody is adding at this moment are not, so that two who
    add to different sessions never lock each other out. From here on they wait for each other: the
    row of the user's turn is held until the end of the transaction.
    """
    due = datetime.now(timezone.utc) + timedelta(seconds=quiet)
    in_order = sorted(sessions, key=sessions.__getitem__)
    rows = sorted((session, due + number * _STEP) for number, session in enumerate(in_order))
    db.execute(
        "insert into jobs as j (session_id, due_at) "
        "select * from unnest(%s::text[], %s::timestamptz[]) "
        "on conflict (user_id, session_id) do update set generation = j.generation + 1, "
        "failures = 0, lasting = 0, due_at = case when j.lost = 0 then excluded.due_at "
        "else greatest(j.due_at, excluded.due_at) end",
        [list(column) for column in zip(*rows, strict=True)],
    )
    db.execute(_WAKE, {"sessions": [*sessions], "tokens": tokens})


def enqueue_summaries(db: "Connection[DictRow]", sessions: list[str]) -> None:
    """Note that sessions of the named user have no summary any more, and messages to make one of.

    They are due when whoever deletes something there will have ended.
    """
    db.execute(
        "insert into jobs (session_id, due_at) select session_id, now() + %s from sessions "
        "where session_id = any(%s) and messages > 0 order by session_id on conflict do nothing",
        (_SETTLES, sessions),
    )


def claim(db: "Connection[DictRow]") -> Job | None:
    """Take the earliest job of the user whose turn it is; None if none is due.

    Claims that ran out are counted before, and jobs put aside that had too many of them.
    """
    values = (LEASE, _FIRST_PAUSE, _MOST_LOST)
    row = db.execute("select * from claim_job(%s, %s, %s)", values).fetchone()
    return Job(**row) if row else None


def pending(db: "Connection[DictRow]", job: Job, most: int) -> list[Any]:
    """Return the first messages of the session that nothing was learned from.

    If there are none, and no summary, those that a summary is made of: fewer than `most`, and none
    of them as typed.
    """
    rows: list[Any] = db.execute(_PENDING, (job.session_id, most)).fetchall()
    return rows or db.execute(_TO_SUMMARISE, (job.session_id, most - 1)).fetchall()


def renew(db: "Connection[DictRow]", job: Job) -> bool:
    """Keep the claim for another lease; returns whether it still is this process's."""
    return _update(db, job, "claimed_until = now() + %s", LEASE)


def holds(db: "Connection[DictRow]", job: Job) -> bool:
    """Tell whether the claim still is this process's; nobody else gets it in this transaction."""
    row = db.execute(
        "select 1 from jobs where session_id = %s and claim = %s for update",
        (job.session_id, job.claim),
    ).fetchone()
    return row is not None


def finish(db: "Connection[DictRow]", job: Job) -> None:
    """Remove the job; if `enqueue` changed its generation, release it, due as set there."""
    removed = db.execute(
        "delete from jobs where session_id = %s and claim = %s and generation = %s",
        (job.session_id, job.claim, job.generation),
    ).rowcount
    if not removed:
        _update(db, job, _DONE)


def go_on(db: "Connection[DictRow]", job: Job) -> None:
    """Release the job for the rest of its session, when all users who are due had their turn."""
    _update(db, job, f"{_DONE}, due_at = now()")


def release(db: "Connection[DictRow]", job: Job) -> None:
    """Give the claim back, as the process is told to end, or the database was away: no failure."""
    _update(db, job, _RELEASED)


def postpone(db: "Connection[DictRow]", job: Job, error: str, *, is_lasting: bool = False) -> None:
    """Record a failure, and try again after a pause that is twice as long after each in a row.

    After ten that are lasting the job is put aside instead.
    """
    changed = _update(
        db, job,
        f"{_RELEASED}, failures = failures + 1, lasting = lasting + %s, lost = 0, error = %s, "
        "due_at = now() + least(%s * 2 ^ least(failures, 16), %s)",
        int(is_lasting), error[:_LONGEST_ERROR], _FIRST_PAUSE, _LONGEST_PAUSE,
    )  # fmt: skip
    if not (changed and is_lasting):
        return
    if db.execute(_SET_ASIDE, (job.session_id, _MOST_LASTING)).rowcount:
        audit.record(db, "worker", "put session aside", 1)


def put_off(db: "Connection[DictRow]", job: Job, due: datetime) -> None:
    """Try again then, and not before with any other session of the user; this was no failure."""
    values = {"session": job.session_id, "claim": job.claim, "due": due}
    db.execute(_PUT_OFF, values)
    db.execute(_PUT_OFF_OTHERS, values)


def put_aside(admin: "Connection", user: str | None) -> list[tuple[str, str, str, datetime]]:
    """Return (user, session, error, time) of the jobs that were put aside, the earliest first.

    Of one user, or of all. `admin` is a connection of a role that may read the queue.
    """
    found: list[tuple[str, str, str, datetime]]
    found = admin.execute(_PUT_ASIDE, {"user": user}).fetchall()
    return found


def take_up(admin: "Connection", user: str | None) -> list[tuple[str, str]]:
    """Make the jobs due that were put aside; returns (user, session) of each.

    Of one user, or of all. One that is lost, or fails, once more is put aside at once.
    """
    limits = {"lost": _MOST_LOST, "lasting": _MOST_LASTING}
    taken: list[tuple[str, str]]
    taken = admin.execute(_TAKE_UP, {"user": user, **limits}).fetchall()
    return taken


def _update(db: "Connection[DictRow]", job: Job, change: str, *values: Any) -> bool:
    return bool(
        db.execute(
            f"update jobs set {change} where session_id = %s and claim = %s",
            (*values, job.session_id, job.claim),
        ).rowcount
    )
