"""Learns from one session: one request to a model, the checks, and one transaction.

No transaction is open while the model answers, nor while the checks decide, which may take
seconds. If then, with the user's row held, the facts are others, or messages are no longer there,
they decide again.
"""

import logging
import time
from collections.abc import Container, Mapping, Sequence
from dataclasses import astuple
from datetime import date, timezone, tzinfo
from typing import TYPE_CHECKING, Any, NamedTuple

from ..checks import with_archive
from ..checks.guard import CheckContext, Verdict
from ..checks.quotes import TypedText
from ..errors import MemoryPluginError, ModelError
from ..model import client
from ..model.answer import parse_answer
from ..model.forms import Form
from ..model.request import LONGEST_CONVERSATION, LONGEST_MESSAGE, LONGEST_REPLY, Message
from ..profile.edits import Edit
from ..profile.split import without_archive
from ..text import pasted, redact
from ..text.words import fold
from . import archiving, database, jobs, known, metrics, prompts, sessions, usage, withheld
from .calls import Context
from .jobs import Job
from .known import Known

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

log = logging.getLogger("memory.server.learning")

# What one request is about: so many messages, and so many characters of what the user typed, which
# are all that it has room for; so much of them is searched for secrets. More waits for the next.
_MOST = 200
_ROOM = LONGEST_CONVERSATION - 1_000
_SEARCHED = 12 * pasted.LONGEST_SEARCHED

LONGEST_LINE = 4 * LONGEST_REPLY
"""Characters of a message that a request for a summary alone has."""


class Material(NamedTuple):
    """What is asked about: messages, the facts that are known, the summary before, and the zone.

    `has_more` tells that messages of the session are left for the next request. `shown` are those
    of `rows` that the model is given. The others are withheld, and nothing is learned from them.
    """

    rows: Sequence[Any]
    shown: Sequence[Any]
    has_more: bool
    facts: Sequence[Known]
    secrets: frozenset[str]
    earlier: str
    zone: tzinfo

    @property
    def typed(self) -> list[Any]:
        """The messages that the user typed."""
        return [row for row in self.shown if row["typed"]]


class Basis(NamedTuple):
    """What the checks decide from."""

    profile: str
    edits: Sequence[Edit]
    typed: Sequence[TypedText]
    context: CheckContext


class Checked(NamedTuple):
    """What the checks decided, and from what; and the summary that the model wrote."""

    basis: Basis | None = None
    verdicts: Sequence[Verdict] = ()
    summary: str = ""


def learn(context: Context, job: Job) -> str:
    """Learn from the session of a job.

    Returns "done", "later" for a user whose tokens are used up, "failed" for an error, which is
    recorded, and the job tried again, or "lost" for a claim that ended. Raises OperationalError of
    psycopg, or PoolTimeout, if the database is away, which is no failure of the job.
    """
    try:
        outcome = _learn(context, job)
    except Exception as error:  # plugins raise what they like; no other job suffers
        if database.is_away(error):
            raise
        outcome = _record_failure(context, job, error)
    metrics.count_learning(outcome)
    return outcome


def _learn(context: Context, job: Job) -> str:
    with database.transaction(context.pool, job.user_id) as db:
        if until := usage.exhausted(db, context.settings.daily_tokens):
            jobs.put_off(db, job, until)
            return "later"
        rows = jobs.pending(db, job, _MOST)
        facts = known.load(db)
        zone = known.zone(db) or timezone.utc
        forgotten = withheld.load(db)
        begins = forgotten.begins(db, rows)
        earlier = _summary(db, job)
    shown = {row["seq"] for row in forgotten.without(rows, begins)}
    material = _material(rows, shown, facts, earlier, zone)
    reply, form, tokens = _ask(context, material) if material.shown else ("", "lines", 0)
    checked = _checked(context, job, material, reply)
    with database.transaction(context.pool, job.user_id) as db:
        database.hold_user(db)
        if not jobs.holds(db, job):  # also if the user is deleted by now
            return "lost"
        usage.spend(db, tokens)
        is_current = not material.rows or _save(db, context, job, material, checked)
        if material.has_more:
            jobs.go_on(db, job)
        else:
            jobs.finish(db, job)
            if not is_current and not _summary(db, job):
                jobs.enqueue_summaries(db, [job.session_id])
    log.info("%s messages with %s tokens, as %s", len(material.rows), tokens, form)
    return "done"


def _material(
    rows: Sequence[Any],
    shown: Container[int],
    facts: Sequence[Known],
    earlier: str,
    zone: tzinfo,
) -> Material:
    """The first of these messages, and at least one that was typed. It may take seconds."""
    typed: list[str] = []
    chosen, room, searched = 0, _ROOM, _SEARCHED
    for row in rows:
        if row["typed"] and row["seq"] in shown:
            text = pasted.searched(row["content"])
            room -= min(len(pasted.without_pasted(text)), LONGEST_MESSAGE)
            searched -= len(text)
            if typed and (room < 0 or searched < 0):
                break
            typed.append(text)
        chosen += 1
    has_more = chosen < len(rows) or len(rows) == _MOST
    given = [row for row in rows[:chosen] if row["seq"] in shown]
    secrets = redact.secrets_in(*typed)
    return Material(rows[:chosen], given, has_more, facts, secrets, earlier, zone)


def _summary(db: "Connection[DictRow]", job: Job) -> str:
    row = db.execute(
        "select summary from sessions where session_id = %s", [job.session_id]
    ).fetchone()
    return (row["summary"] or "") if row else ""


def _ask(context: Context, material: Material) -> tuple[str, Form, int]:
    """The model's reply, the form it was asked in, and how many tokens both took."""
    model = context.settings.model
    if material.typed:
        form = client.best_form(model)
        text = _request(form, material)
    else:
        form = "lines"
        text = prompts.only_summary(lines(material.shown, material.secrets), material.earlier)
    began = time.monotonic()
    reply = client.ask(model, form, text, prompts.SCHEMA)
    tokens = reply.tokens(text)
    metrics.count_model_call(tokens, time.monotonic() - began)
    return reply.text, form, tokens


def lines(rows: Sequence[Any], secrets: frozenset[str]) -> list[tuple[str, str]]:
    """Return messages as (role, text) without secrets, as requests for a summary have them."""
    return [(row["role"], redact.redacted(row["content"][:LONGEST_LINE], secrets)) for row in rows]


def _request(form: Form, material: Material) -> str:
    profile = redact.redacted(without_archive(known.document(material.facts)), material.secrets)
    said = {
        fold(each.text): "" if each.own else each.said_at.strftime("%Y-%m")
        for each in material.facts
    }
    today = material.shown[-1]["said_at"].astimezone(material.zone).date()
    return prompts.compose(form, profile, _turns(material), today, said, material.earlier)


def _turns(material: Material) -> list[Message]:
    """The session as turns: what the user typed, and what followed it."""
    turns: list[tuple[str, date, list[str]]] = []
    for row in material.shown:
        if row["typed"]:
            typed = pasted.without_pasted(_typed(row, material))
            turns.append((typed, row["said_at"].astimezone(material.zone).date(), []))
        elif turns:
            turns[-1][2].append(row["content"][: LONGEST_REPLY * 2])
    return [
        Message(typed, redact.redacted("\n".join(replies), material.secrets), day)
        for typed, day, replies in turns
    ]


def _typed(row: Any, material: Material) -> str:
    """What the user typed in a message, without secrets."""
    return redact.redacted(pasted.searched(row["content"]), material.secrets)


def _checked(context: Context, job: Job, material: Material, reply: str) -> Checked:
    """What the checks decide of a reply, from what is known now."""
    if not material.typed:
        return Checked(summary=reply.strip())
    summary, rest = prompts.divided(reply)
    answer = parse_answer(rest, without_archive(known.document(material.facts)))
    edits = [_without_nul(edit) for edit in answer.edits]
    typed = [
        TypedText(row["id"], words, row["said_at"].timestamp(), in_doubt)
        for row in material.typed
        for words, in_doubt in pasted.quotable_parts(_typed(row, material))
    ]
    with database.transaction(context.pool, job.user_id) as db:
        basis = _load_basis(db, edits, typed)
    return Checked(basis, _verdicts(basis), summary)


def _load_basis(
    db: "Connection[DictRow]", edits: Sequence[Edit], typed: Sequence[TypedText]
) -> Basis:
    facts = known.load(db)
    return Basis(known.document(facts), edits, typed, known.context(db, facts))


def _verdicts(basis: Basis) -> Sequence[Verdict]:
    profile, edits, typed, context = basis
    return with_archive.checked(profile, edits, typed, lambda _near, _edits: context)[1]


def _save(
    db: "Connection[DictRow]", context: Context, job: Job, material: Material, checked: Checked
) -> bool:
    """Store what was learned, and the summary; returns whether that is of all that is there now.

    If not, it is not stored: it may tell what was deleted or forgotten meanwhile, from the messages
    or from the earlier summary, or nothing of earlier messages, as their summary was deleted.
    """
    there = db.execute(
        "select seq from messages where session_id = %s and seq = any(%s)",
        (job.session_id, [row["seq"] for row in material.rows]),
    ).fetchall()
    numbers = {row["seq"] for row in there}
    rows = [row for row in material.rows if row["seq"] in numbers]
    # What was forgotten meanwhile is not learned from words that are withheld by now.
    forgotten = withheld.load(db)
    rows = forgotten.told(db, rows)
    if checked.basis:
        _learn_facts(db, context, {row["id"]: row for row in rows}, checked.basis, checked.verdicts)
    shown = {row["seq"] for row in rows}
    is_all_there = all(row["seq"] in shown for row in material.shown)
    is_current = is_all_there and _summary(db, job) == material.earlier
    if checked.summary and not material.earlier and _goes_on(db, job, material.rows[0]["seq"]):
        is_current = False
    if is_current:
        sessions.store_summary(db, job.session_id, checked.summary, material.secrets)
    db.execute(
        "update sessions set learned_seq = %s where session_id = %s",
        (material.rows[-1]["seq"], job.session_id),
    )
    return is_current


def _goes_on(db: "Connection[DictRow]", job: Job, first: int) -> bool:
    """Whether the session has messages that were learned from, before this one, which was not."""
    query = (
        "select 1 from sessions s join messages m using (user_id, session_id) "
        "where session_id = %s and s.learned_seq < %s and m.seq <= s.learned_seq limit 1"
    )
    return db.execute(query, (job.session_id, first)).fetchone() is not None


def _without_nul(edit: Edit) -> Edit:
    """The edit without the character NUL, which PostgreSQL cannot store."""
    op, *words = (part.replace("\0", "") for part in astuple(edit))
    return Edit(op, *words)


def _learn_facts(
    db: "Connection[DictRow]",
    context: Context,
    rows: Mapping[str, Any],
    basis: Basis,
    verdicts: Sequence[Verdict],
) -> None:
    """Write what the checks decided, from the messages that are there, by their ids."""
    now = _load_basis(db, basis.edits, [each for each in basis.typed if each.turn_id in rows])
    if now != basis:
        verdicts = _verdicts(now)
    said = [verdict.edit.old for verdict in verdicts if verdict.refusal and verdict.edit.old]
    with archiving.fitted(db, context.settings.profile_tokens, said):
        known.apply(db, verdicts, rows)


def _record_failure(context: Context, job: Job, error: Exception) -> str:
    if not isinstance(error, MemoryPluginError):
        log.error("unexpected %s", type(error).__name__)  # its text may have words of the user
    # As is that of a provider, which repeats what it was asked.
    with database.transaction(context.pool, job.user_id) as db:
        reason = type(error.__cause__ or error).__name__
        jobs.postpone(db, job, reason, is_lasting=not _may_pass(error))
    return "failed"


def _may_pass(error: Exception) -> bool:
    """Whether the same may succeed later: if the model or the database was away, or is set up."""
    from psycopg import OperationalError

    if isinstance(error, ModelError):
        return error.transient or error.needs_user
    return isinstance(error, OperationalError)
