"""Updates on record: what models were asked, what they answered, what came of it."""

import sqlite3
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from . import ledger, state

if TYPE_CHECKING:  # the watcher loads this module, and has no use for those two
    from ..checks.guard import Verdict
    from ..model.forms import Form

# Seconds until a failed update is tried again, by how many failed in a row; the last stays.
_RETRY_DELAYS = (60.0, 300.0, 1800.0, 7200.0, 21600.0)

# How often a conversation may fail for a reason that waiting does not cure.
_MOST_PERMANENT_FAILURES = 3

# Seconds after which it is the model that hung, whoever stopped the update then.
_HUNG_AFTER = 240.0

DAY = 86400.0

LOG = "logs"
"""The source of an update that learns from LLM's log of the time before, as "" is of today's."""

TOOL = "tool"
"""The source of an update that is no request of ours: what a model asked for with a tool."""


class Update(NamedTuple):
    """One request to a model about one conversation's new turns, and how it ended.

    Times are seconds since 1970, tokens None where the model does not count them. `source` is
    where the conversation is from, "" for one that was logged as it was held.
    """

    id: int
    thread_id: str
    model: str
    form: str
    started: float
    ended: float | None
    status: str
    error: str
    retry_at: float | None
    input_tokens: int | None
    output_tokens: int | None
    source: str


def begin(
    db: sqlite3.Connection,
    thread_id: str,
    model: str,
    form: "Form",
    now: float,
    *,
    source: str = "",
) -> int:
    """Record that a model is about to be asked; returns the update's number.

    `source` is where the conversation is from, "" for one that was logged as it was held.
    """
    added = db.execute(
        "insert into updates (thread_id, model, form, started, status, failures, source) "
        "values (?, ?, ?, ?, 'running', 0, ?)",
        (thread_id, model, form, now, source),
    ).lastrowid
    assert added is not None
    return added


def record_tokens(
    db: sqlite3.Connection, update_id: int, input_tokens: int | None, output_tokens: int | None
) -> None:
    """Record what the answer cost, whatever it is worth."""
    db.execute(
        "update updates set input_tokens = ?, output_tokens = ? where id = ?",
        (input_tokens, output_tokens, update_id),
    )


def finish(
    db: sqlite3.Connection,
    update_id: int,
    turn_ids: Sequence[str],
    verdicts: "Sequence[Verdict]",
    now: float,
) -> None:
    """Record a successful update and settle its turns. Call it inside a transaction."""
    for verdict in verdicts:
        edit = verdict.edit
        added = db.execute(
            "insert into edits (update_id, op, section, old, new, quote, turn_id, refusal) "
            "values (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                update_id,
                edit.op,
                edit.section,
                edit.old,
                edit.new,
                edit.quote,
                verdict.turn_id,
                verdict.refusal,
            ),
        )
        if verdict.needs_review:
            db.execute("insert into waiting (edit_id) values (?)", (added.lastrowid,))
    ledger.resolve(db, turn_ids, "learned", "", update_id)
    db.execute("update updates set status = 'done', ended = ? where id = ?", (now, update_id))


def fail(
    db: sqlite3.Connection,
    update_id: int,
    turn_ids: Sequence[str],
    error: str,
    *,
    transient: bool,
    now: float,
) -> str:
    """Record a failed update; returns its status, "failed" or "given up".

    A transient failure is tried again without end, with growing pauses; a lasting one three
    times, after which its turns are given up. About the past the user asks, and asks again.
    """
    failures, lasting = _failures_in_a_row(db, update_id)
    failures, lasting = failures + 1, lasting + (not transient)
    is_past = db.execute("select source != '' from updates where id = ?", (update_id,)).fetchone()
    by_itself = not (is_past and is_past[0])
    given_up = by_itself and lasting >= _MOST_PERMANENT_FAILURES
    pause = _RETRY_DELAYS[min(failures, len(_RETRY_DELAYS)) - 1]
    retry_at = now + pause if by_itself and not given_up else None
    status = "given up" if given_up else "failed"
    with state.transaction(db):
        db.execute(
            "update updates set status = ?, ended = ?, error = ?, retry_at = ?, failures = ? "
            "where id = ? and status = 'running'",
            (status, now, error, retry_at, lasting, update_id),
        )
        if given_up:
            ledger.resolve(db, turn_ids, "given up", error, update_id)
    return status


def stop(db: sqlite3.Connection, update_id: int, now: float) -> None:
    """Record that an update was interrupted from outside; its turns stay pending.

    That is no failure, unless the model was waited for so long that it must have hung: asked
    again at once, it would keep every other conversation waiting.
    """
    update = find(db, update_id)
    if update and now - update.started > _HUNG_AFTER:
        fail(db, update_id, (), "the model did not answer in time", transient=True, now=now)
        return
    db.execute(
        "update updates set status = 'stopped', ended = ? where id = ? and status = 'running'",
        (now, update_id),
    )


def clear_running(db: sqlite3.Connection, now: float) -> None:
    """Settle what a killed worker left running. Only the holder of the worker's lock may.

    It counts as a transient failure: the model may be what hung until the worker was killed.
    """
    for row in db.execute("select id from updates where status = 'running'").fetchall():
        error = "the worker was killed while it waited for the model"
        fail(db, row["id"], (), error, transient=True, now=now)


def requests_since(db: sqlite3.Connection, moment: float) -> list[float]:
    """Return the moments at which a model was asked by itself, after `moment`, a day ago or so.

    Requests from days ahead were made before the clock was set back, and do not count; nor do
    those about the past, which the user has agreed to.
    """
    query = "select started from updates where source = '' and started > ? and started < ?"
    return [row["started"] for row in db.execute(query, (moment, moment + 2 * DAY))]


def newest(db: sqlite3.Connection, *statuses: str, by_itself: bool = False) -> Update | None:
    """Return the newest update with one of these statuses, or of any when none is given.

    None of what was asked for with a tool; with `by_itself` none of those about the past, whose
    outcome the user was told at once.
    """
    marks = ",".join("?" * len(statuses))
    conditions = [f"source != '{TOOL}'"]
    conditions += [f"status in ({marks})"] if statuses else []
    conditions += ["source = ''"] if by_itself else []
    query = f"select * from updates where {' and '.join(conditions)} order by id desc limit 1"
    row = db.execute(query, statuses).fetchone()
    return _update(row) if row else None


def history(db: sqlite3.Connection, limit: int) -> list[Update]:
    """Return the newest `limit` updates, the newest first."""
    rows = db.execute("select * from updates order by id desc limit ?", (limit,))
    return [_update(row) for row in rows]


def edits(db: sqlite3.Connection, update_id: int) -> list[sqlite3.Row]:
    """Return the edits an update proposed, with what became of each, as they were made."""
    query = "select op, section, old, new, quote, turn_id, refusal from edits where update_id = ?"
    return db.execute(f"{query} order by id", (update_id,)).fetchall()


def costs(db: sqlite3.Connection, days: int) -> list[sqlite3.Row]:
    """Return requests and tokens by day (local) and model, the newest day first.

    Tokens are None where no answer had any counted.
    """
    query = f"""
        select date(started, 'unixepoch', 'localtime') as day, model, count(*) as requests,
               sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens
        from updates where started > ? and source != '{TOOL}'
        group by day, model order by day desc, model
    """
    return db.execute(query, (time.time() - days * DAY,)).fetchall()


def find(db: sqlite3.Connection, update_id: int) -> Update | None:
    """Return one update, or None."""
    row = db.execute("select * from updates where id = ?", (update_id,)).fetchone()
    return _update(row) if row else None


def learned_facts(db: sqlite3.Connection) -> dict[str, str]:
    """Return the texts of all facts that an update ever wrote, each with its last quote.

    Every other fact is the user's own line.
    """
    query = "select new, quote from edits where refusal = '' and op != 'remove' and new != ''"
    rows = db.execute(query)  # one that was purged says nothing
    return {row["new"]: row["quote"] for row in rows}


def edit_counts(db: sqlite3.Connection, update_id: int) -> dict[str, int]:
    """Return how many edits an update made, by operation."""
    query = "select op, count(*) as n from edits where update_id = ? and refusal = '' group by op"
    return {row["op"]: row["n"] for row in db.execute(query, (update_id,))}


def form_for(db: sqlite3.Connection, model: str) -> "tuple[Form, int] | None":
    """Return the form of request remembered for a model, and how often in a row it missed."""
    row = db.execute("select form, misses from forms where model = ?", (model,)).fetchone()
    return (cast("Form", row["form"]), row["misses"]) if row else None


def remember_form(db: sqlite3.Connection, model: str, form: "Form", misses: int) -> None:
    """Ask this model in this form from now on."""
    db.execute("insert or replace into forms values (?, ?, ?)", (model, form, misses))


def _failures_in_a_row(db: sqlite3.Connection, update_id: int) -> tuple[int, int]:
    """How many updates of this conversation failed in a row before, and how many lastingly.

    What was asked about its past says nothing of what is learned by itself, nor the reverse.
    """
    rows = db.execute(
        """
        select status, failures from updates where id < ?1
        and (thread_id, source) = (select thread_id, source from updates where id = ?1)
        and status != 'stopped' order by id desc limit 20
        """,
        (update_id,),
    ).fetchall()
    failed = []
    for row in rows:
        if row["status"] != "failed":
            break
        failed.append(row["failures"])
    return len(failed), (failed[0] if failed else 0)


def _update(row: sqlite3.Row) -> Update:
    return Update(**{name: row[name] for name in Update._fields})
