"""The record of updates: the model and conversation of each, its edits, failures, and tokens."""

import json
import sqlite3
import time
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, cast

from . import ledger, state

if TYPE_CHECKING:  # the watcher loads this module, and must not load these two
    from ..checks.guard import Verdict
    from ..egress import Place
    from ..model.forms import Form

# Seconds until a failed update is retried, by the number of failures in a row. The last value is
# for all further failures.
_RETRY_DELAYS = (60.0, 300.0, 1800.0, 7200.0, 21600.0)

# After this many permanent failures, without a success between them, the turns are given up.
_MOST_PERMANENT_FAILURES = 3

# If an update is stopped after more than this many seconds, its model counts as hung.
_HUNG_AFTER = 240.0

DAY = 86400.0

LOG = "logs"
"""The `source` of a backfill's update about LLM's log; "" is that of an automatic update."""

SAID = "said"
"""The `source` of an update about a conversation that a program handed over."""

NOT_KEPT = "not kept"
"""The `status` of a request whose answer was used in a copy of the memory only: see `dry_run`."""

TOOL = "tool"
"""The `source` of changes that a model made with a tool, without an update request of ours."""


class Update(NamedTuple):
    """One request to a model about one conversation's new turns, and how it ended.

    Times are in seconds since 1970. Tokens are None if the model does not count them. `status` is
    "running", "done", "failed", "given up", "stopped" or `NOT_KEPT`. `source` is "" for an
    automatic update, `LOG` or an import format for a backfill's, and `TOOL` for changes made with
    a tool. `needs_user` is 1 for a failure that only an action of the user can end.
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
    needs_user: int


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

    `source` is described at `Update`.
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
    """Record the tokens of an answer, whether or not the answer is usable."""
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
    places: "Mapping[str, Place]" = MappingProxyType({}),
) -> None:
    """Record a successful update with all its edits, and resolve its turns as learned.

    `verdicts` are the edits with the result of the checks. Those that need review are also put
    into the review queue. `places` tells, by turn, where the model ran that the quote was said to.
    Of an edit that is refused because its fact was forgotten, which may have been purged, no words
    are recorded. Call it inside a transaction.
    """
    from dataclasses import replace  # prompts load this module

    from ..checks.refusals import FORGOTTEN  # reports load this module without the checks

    for verdict in verdicts:
        edit = verdict.edit
        if verdict.refusal == FORGOTTEN:
            edit = replace(edit, new="", quote="")
        added = db.execute(
            "insert into edits (update_id, op, section, old, new, quote, turn_id, refusal, place) "
            "values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                update_id,
                edit.op,
                edit.section,
                edit.old,
                edit.new,
                edit.quote,
                verdict.turn_id,
                verdict.refusal,
                places.get(verdict.turn_id, ""),
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
    needs_user: bool = False,
) -> str:
    """Record a failed update; returns its status, "failed" or "given up".

    An automatic update is retried after a pause that grows with each failure. A transient failure
    is retried without limit. After three permanent failures without a success between them the
    turns are given up. A backfill's update is never retried automatically, because the user
    starts backfills. `needs_user` is described at `Update`.
    """
    failures, permanent = _failures_in_a_row(db, update_id)
    failures, permanent = failures + 1, permanent + (not transient)
    row = db.execute("select source != '' from updates where id = ?", (update_id,)).fetchone()
    is_automatic = not (row and row[0])
    given_up = is_automatic and permanent >= _MOST_PERMANENT_FAILURES
    pause = _RETRY_DELAYS[min(failures, len(_RETRY_DELAYS)) - 1]
    retry_at = now + pause if is_automatic and not given_up else None
    status = "given up" if given_up else "failed"
    with state.transaction(db):
        db.execute(
            "update updates set status = ?, ended = ?, error = ?, retry_at = ?, failures = ?, "
            "needs_user = ? where id = ? and status = 'running'",
            (status, now, error, retry_at, permanent, needs_user, update_id),
        )
        if given_up:
            ledger.resolve(db, turn_ids, "given up", error, update_id)
    return status


def stop(db: sqlite3.Connection, update_id: int, now: float) -> None:
    """Record that an update was interrupted from outside; its turns stay pending.

    A stopped update does not count as failed, and no pause follows it. But if it ran for so long
    that the model must have hung, it counts as a transient failure. Without the pause the same
    request would be made again at once, and would block all other conversations.
    """
    update = find(db, update_id)
    if update and now - update.started > _HUNG_AFTER:
        fail(db, update_id, (), "the model did not answer in time", transient=True, now=now)
        return
    db.execute(
        "update updates set status = 'stopped', ended = ? where id = ? and status = 'running'",
        (now, update_id),
    )


def last_id(db: sqlite3.Connection) -> int:
    """Return the number of the newest update, 0 if there is none."""
    return int(db.execute("select ifnull(max(id), 0) from updates").fetchone()[0])


def since(db: sqlite3.Connection, update_id: int) -> list[Update]:
    """Return the updates after the one with this number, the oldest first."""
    rows = db.execute("select * from updates where id > ? order by id", (update_id,))
    return [_update(row) for row in rows]


def record_unkept(db: sqlite3.Connection, made: Sequence[Update]) -> None:
    """Record requests that were made in a copy of this memory, without their edits."""
    columns = [name for name in Update._fields if name != "id"]
    query = (
        f"insert into updates ({', '.join(columns)}, failures) "
        f"values ({', '.join(f':{name}' for name in columns)}, 0)"
    )
    status = {"done": NOT_KEPT}
    with state.transaction(db):
        for one in made:
            row = one._replace(status=status.get(one.status, one.status), retry_at=None)
            db.execute(query, row._asdict())


def clear_running(db: sqlite3.Connection, now: float) -> None:
    """Record updates that a killed worker left running as transient failures.

    They count as failures because a hung model may be the reason why the worker was killed. Call
    it only with the worker's lock held: no update is running then.
    """
    for row in db.execute("select id from updates where status = 'running'").fetchall():
        error = "the worker was killed while it waited for the model"
        fail(db, row["id"], (), error, transient=True, now=now)


def requests_since(db: sqlite3.Connection, moment: float) -> list[float]:
    """Return the times of automatic requests in the two days after `moment`, for the daily limit.

    Later ones are left out because the clock was set back since. Requests of backfills do not
    count, because the user agreed to each backfill.
    """
    query = "select started from updates where source = '' and started > ? and started < ?"
    return [row["started"] for row in db.execute(query, (moment, moment + 2 * DAY))]


def newest(db: sqlite3.Connection, *statuses: str, automatic_only: bool = False) -> Update | None:
    """Return the newest update with one of these statuses (without any: with any status), or None.

    Changes made with a tool are left out. With `automatic_only` backfills are, too: the user saw
    their outcome when running them.
    """
    marks = ",".join("?" * len(statuses))
    conditions = [f"source != '{TOOL}'"]
    conditions += [f"status in ({marks})"] if statuses else []
    conditions += ["source = ''"] if automatic_only else []
    query = f"select * from updates where {' and '.join(conditions)} order by id desc limit 1"
    row = db.execute(query, statuses).fetchone()
    return _update(row) if row else None


def history(db: sqlite3.Connection, limit: int, before: int | None = None) -> list[Update]:
    """Return the newest `limit` updates, the newest first; with `before` those before that one."""
    query = "select * from updates where ? is null or id < ? order by id desc limit ?"
    rows = db.execute(query, (before, before, limit))
    return [_update(row) for row in rows]


def edits(db: sqlite3.Connection, update_id: int) -> list[sqlite3.Row]:
    """Return all edits that an update proposed, in their order.

    `refusal` is the reason why an edit was not made, "" if it was.
    """
    query = "select op, section, old, new, quote, turn_id, refusal from edits where update_id = ?"
    return db.execute(f"{query} order by id", (update_id,)).fetchall()


def of_edits(db: sqlite3.Connection, edit_ids: Sequence[int]) -> dict[int, Update]:
    """Return the updates that proposed these edits, by the number of the edit."""
    query = """
        select e.id as edit_id, u.* from edits e join updates u on u.id = e.update_id
        where e.id in (select value from json_each(?))
    """
    rows = db.execute(query, (json.dumps(list(edit_ids)),))
    return {row["edit_id"]: _update(row) for row in rows}


def costs(db: sqlite3.Connection, days: int) -> list[sqlite3.Row]:
    """Return requests and tokens by local day, model and client, the newest first.

    They cover the last `days` whole days, including today. `client` is the program that was learned
    from, "llm" for LLM and for updates that the user started with a command. Tokens are None if no
    answer of the group reported them. Requests whose answers were not kept count, too.
    """
    query = f"""
        select date(started, 'unixepoch', 'localtime') as day, model,
               coalesce(s.client, 'llm') as client, count(*) as requests,
               sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens
        from updates u left join sessions s on s.thread_id = u.thread_id and u.source = ''
        where source != '{TOOL}' and started >= cast(strftime(
            '%s', ?, 'unixepoch', 'localtime', 'start of day', ?, 'utc') as integer)
        group by day, model, s.client order by day desc, model, client
    """
    return db.execute(query, (time.time(), f"-{days - 1} days")).fetchall()


def where(source: str, thread_id: str) -> str:
    """Return the command that shows a conversation, or its name if it is not in LLM's log.

    For facts imported from another program it names the file: `thread_id` is "PROGRAM:FILE".
    """
    if source == TOOL and not thread_id:
        return "asked for with a tool"
    if source == TOOL and ":" in thread_id:
        return f"imported from {thread_id.partition(':')[2]}"
    is_logged = source in ("", LOG, TOOL)
    return f"llm logs --cid {thread_id}" if is_logged else f"conversation {thread_id}"


def find(db: sqlite3.Connection, update_id: int) -> Update | None:
    """Return the update with this number, or None."""
    row = db.execute("select * from updates where id = ?", (update_id,)).fetchone()
    return _update(row) if row else None


def learned_facts(db: sqlite3.Connection) -> dict[str, str]:
    """Return the texts of all facts that an update ever wrote, each with its latest quote.

    A fact of the profile that is not among them is a line that the user wrote.
    """
    query = "select new, quote from edits where refusal = '' and op != 'remove' and new != ''"
    rows = db.execute(query)  # a purge empties the texts of edits
    return {row["new"]: row["quote"] for row in rows}


def learned_quotes(db: sqlite3.Connection, turn_ids: Collection[str]) -> list[str]:
    """Return the quotes in these turns that facts were learned from."""
    query = """
        select quote from edits where refusal = '' and quote != ''
        and turn_id in (select value from json_each(?))
    """
    return [row["quote"] for row in db.execute(query, (json.dumps(list(turn_ids)),))]


def edit_counts(db: sqlite3.Connection, update_id: int) -> dict[str, int]:
    """Return the number of accepted edits of an update, by operation."""
    query = "select op, count(*) as n from edits where update_id = ? and refusal = '' group by op"
    return {row["op"]: row["n"] for row in db.execute(query, (update_id,))}


def form_for(db: sqlite3.Connection, model: str) -> "tuple[Form, int, float] | None":
    """Return the form of request stored for a model, None if none is stored.

    Returns (form, misses, since): `misses` is the number of answers in a row that could not be
    parsed, and `since` when the form was stored, in seconds since 1970.
    """
    row = db.execute("select * from forms where model = ?", (model,)).fetchone()
    return (cast("Form", row["form"]), row["misses"], row["since"]) if row else None


def remember_form(
    db: sqlite3.Connection, model: str, form: "Form", misses: int, since: float
) -> None:
    """Store the form of request to use for a model, as described at `form_for`."""
    db.execute("insert or replace into forms values (?, ?, ?, ?)", (model, form, misses, since))


def forget_form(db: sqlite3.Connection, model: str) -> None:
    """Store no form of request for a model."""
    db.execute("delete from forms where model = ?", (model,))


def _failures_in_a_row(db: sqlite3.Connection, update_id: int) -> tuple[int, int]:
    """How many earlier updates failed in a row, and how many of those permanently.

    Counted are updates of the same conversation with the same `source`, as a backfill's failures
    say nothing about automatic updates.
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
