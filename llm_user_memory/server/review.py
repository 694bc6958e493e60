"""`/v1/review`: edits about which only the user can decide."""

from typing import TYPE_CHECKING, Any

from ..checks import refusals
from ..checks.guard import Verdict
from ..errors import ProfileError
from ..profile.document import find_fact
from ..profile.edits import Edit, apply_edit
from . import archiving, database, known, sessions, withheld
from .calls import Call, Endpoint, Place, conditions, page, place_of
from .fact_schemas import Decided, Decision, Review, Waiting
from .facts import allow_again
from .problems import Problem
from .schemas import Page
from .withheld import Saying

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

_ROWS = """
select r.id, r.op, r.section, r.old, r.new, r.quote, r.reason, r.at, m.id as message, m.seq,
    m.said_at
from review r join messages m on m.user_id = r.user_id and m.seq = r.message_seq
"""


def listed(call: Call, db: "Connection[DictRow]") -> Review:
    """List the edits that wait for a decision, the oldest first"""
    query: Page = call.query
    where, values = conditions(("(r.at, r.id) > (%s, %s)", place_of(call)))
    sql = f"{_ROWS} where {where} order by r.at, r.id limit %s"
    rows = db.execute(sql, (*values, query.limit + 1)).fetchall()
    shown, after = page(call, rows, lambda row: Place(row["at"], row["id"]))
    waiting = [Waiting(**{name: row[name] for name in Waiting.model_fields}) for row in shown]
    return Review(waiting=waiting, next=after)


def decide(call: Call, db: "Connection[DictRow]") -> Decided:
    """Accept an edit or refuse it; a refused one is not proposed again

    One whose fact the profile has by now is only taken off the list.
    """
    decision: Decision = call.body
    database.lock_user(db)
    row = db.execute(f"{_ROWS} where r.id = %s", [call.path["id"]]).fetchone()
    if row is None:
        raise Problem("not-found", "Nothing with this id waits.")
    db.execute("delete from review where id = %s", [row["id"]])
    if not decision.accept:
        if row["op"] != "remove" and not find_fact(known.document(known.load(db)), row["new"]):
            said = [] if _has_fact_of(db, row) else [Saying(row["quote"], row["seq"])]
            _forgotten, about = withheld.forget(db, {row["new"]: said})
            sessions.summarise_again(db, about)
            known.drop_waiting(db, row["new"])
        return Decided(accepted=False, fact=None)
    edit = Edit(row["op"], row["section"], row["old"], row["new"], row["quote"])
    _require_possible(db, edit)
    with archiving.fitted(db, call.context.settings.profile_tokens):
        known.apply(db, [Verdict(edit, turn_id=row["message"])], {row["message"]: row})
    if edit.op != "remove":
        allow_again(call, db, edit.new)
    found = [e.id for e in known.load(db) if e.text == row["new"]]
    return Decided(accepted=True, fact=found[0] if found else None)


def _has_fact_of(db: "Connection[DictRow]", row: Any) -> bool:
    """Whether a fact rests on the same message: then that is not withheld."""
    query = "select 1 from events where message_seq = %s limit 1"
    return db.execute(query, [row["seq"]]).fetchone() is not None


def _require_possible(db: "Connection[DictRow]", edit: Edit) -> None:
    """Raise Problem if the profile has changed so that the edit cannot be made any more."""
    document = known.document(known.load(db))
    if edit.op != "remove" and find_fact(document, edit.new):
        raise Problem("conflict", refusals.ALREADY_KNOWN)
    try:
        apply_edit(document, edit)
    except ProfileError as error:
        raise Problem("conflict", error.what) from error


PATHS = (
    Endpoint("GET", "/v1/review", "read", listed, Review, query=Page),
    Endpoint("POST", "/v1/review/{id}", "write", decide, Decided, body=Decision, action="decide"),
)
