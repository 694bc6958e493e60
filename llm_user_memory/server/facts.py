"""`/v1/facts` and `/v1/profile`: what is known of a user, where it comes from, and changing it."""

from typing import TYPE_CHECKING

from ..checks import fact_format
from ..errors import ProfileError
from ..profile.document import find_fact
from ..profile.edits import Edit, apply_edit
from ..profile.estimate import tokens
from ..profile.line_marks import without_marks
from ..profile.split import is_archived, without_archive
from ..text import redact
from ..text.words import fold
from . import archiving, database, embeddings, erasing, known, usage, withheld
from .calls import Call, Endpoint, Place, conditions, numbered_place_of, page, place_of
from .fact_schemas import (
    Event,
    Fact,
    FactChange,
    FactQuery,
    Facts,
    History,
    NewFact,
    Profile,
    Reason,
    Section,
    Why,
)
from .problems import Problem
from .schemas import Deleted, Page

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

# More make each request to a model too long, and each change slow.
_MOST = 5_000

_COLUMNS = "id, section, text, own, pinned, state, said_at, times, created_at"


def profile(_call: Call, db: "Connection[DictRow]") -> Profile:
    """Return the profile: what goes before prompts"""
    active = [each for each in known.load(db) if each.state == "active"]
    rows = {row["id"]: row for row in db.execute(f"select {_COLUMNS} from facts").fetchall()}
    markdown = without_marks(without_archive(known.document(active)))
    names = dict.fromkeys(each.section for each in active)
    sections = [
        Section(name=name, facts=[Fact(**rows[e.id]) for e in active if e.section == name])
        for name in names
    ]
    return Profile(markdown=markdown, tokens=tokens(markdown), sections=sections)


def listed(call: Call, db: "Connection[DictRow]") -> Facts:
    """List facts in the order in which they were learned

    Without `state`, those that hold: active and archived.
    """
    query: FactQuery = call.query
    where, values = conditions(
        ("state = %s" if query.state else "state <> %s", query.state or "ended"),
        ("section = %s", query.section),
        ("(created_at, id) > (%s, %s)", place_of(call)),
    )
    sql = f"select {_COLUMNS} from facts where {where} order by created_at, id limit %s"
    rows = db.execute(sql, (*values, query.limit + 1)).fetchall()
    shown, after = page(call, rows, lambda row: Place(row["created_at"], row["id"]))
    if query.state == "ended":
        shown = withheld.for_caller(call, db, shown)
    return Facts(facts=[Fact(**row) for row in shown], next=after)


def add(call: Call, db: "Connection[DictRow]") -> Fact:
    """Add a fact manually

    Such a fact is the user's own: learning does not change it unless the user speaks of it.
    """
    new: NewFact = call.body
    database.lock_user(db)
    _require_valid(db, new.section, new.text)
    with archiving.fitted(db, call.context.settings.profile_tokens):
        fact_id = known.add(db, new.section, new.text, pinned=new.pinned)
    allow_again(call, db, new.text)
    usage.charge(call, db)
    return _one(db, fact_id)


def one(call: Call, db: "Connection[DictRow]") -> Fact:
    """Return one fact

    One that ended, and says what was forgotten, is there for no model.
    """
    found = _one(db, call.path["fact"])
    _require_told(call, db, found)
    return found


def change(call: Call, db: "Connection[DictRow]") -> Fact:
    """Change a fact manually: its words, its section, its pin, or whether it is archived"""
    wanted: FactChange = call.body
    database.lock_user(db)
    before = _one(db, call.path["fact"])
    if before.state == "ended":
        raise Problem("conflict", "The fact is no longer so.")
    section = wanted.section or before.section
    words = None if wanted.text == before.text else wanted.text
    if words is not None or section != before.section:
        _require_valid(db, section, words or before.text, without=before.id)
    with archiving.fitted(db, call.context.settings.profile_tokens):
        db.execute(
            "update facts set section = %(section)s, pinned = coalesce(%(pinned)s, pinned), "
            "placed = placed or %(state)s::text is not null, state = coalesce(%(state)s, state), "
            "text = coalesce(%(text)s, text), own = own or %(text)s::text is not null, "
            "said_at = case when %(text)s::text is null then said_at else now() end "
            "where id = %(id)s",
            {"section": section, "pinned": wanted.pinned, "state": wanted.state, "text": words,
             "id": before.id},
        )  # fmt: skip
    if words is not None:
        known.record(db, before.id, "edit", words)
        allow_again(call, db, words)
        usage.charge(call, db)
    return _one(db, before.id)


def delete(call: Call, db: "Connection[DictRow]") -> Deleted:
    """Forget a fact: delete it with its history, and do not learn it again from what was said

    `left` names messages that still say it, `left_facts` facts that say it or tell of the same,
    `left_knowledge` and `left_diary` what was written.
    """
    database.lock_user(db)
    with archiving.fitted(db, call.context.settings.profile_tokens):
        deleted = erasing.erase_fact(db, call.path["fact"])
    if deleted is None:
        raise Problem("not-found", "There is no such fact.")
    return deleted


def why(call: Call, db: "Connection[DictRow]") -> Why:
    """Return the user's words that say a fact, the latest first

    Words that say something that the user had forgotten are "", and for a model those of a message
    that it was learned from.
    """
    query: Page = call.query
    fact = _one(db, call.path["fact"])
    _require_told(call, db, fact)
    worded = db.execute("select distinct text from events where fact_id = %s", [fact.id])
    texts = [row["text"] for row in worded.fetchall() if fold(row["text"]) == fold(fact.text)]
    where, values = conditions(
        ("e.fact_id = %s", fact.id),
        ("e.text = any(%s)", texts),
        ("e.n < %s", _number(call)),
    )
    rows = db.execute(
        "select e.n, e.at, e.quote, m.id as message, m.session_id as session, m.said_at, m.seq "
        "from events e join messages m on m.user_id = e.user_id and m.seq = e.message_seq "
        f"where {where} order by e.n desc limit %s",
        (*values, query.limit + 1),
    ).fetchall()
    shown, after = page(call, rows, _place)
    forgotten = withheld.load(db)
    said = []
    for row in shown:
        reason = Reason(**{name: row[name] for name in Reason.model_fields})
        is_withheld = call.by_model and row["seq"] in forgotten.origins
        if is_withheld or forgotten.hides(reason.quote):
            reason = reason.model_copy(update={"quote": ""})
        said.append(reason)
    return Why(id=fact.id, text=fact.text, own=fact.own, said=said, next=after)


def history(call: Call, db: "Connection[DictRow]") -> History:
    """Return what happened to a fact, from the beginning"""
    query: Page = call.query
    fact = _one(db, call.path["fact"])
    where, values = conditions(("e.fact_id = %s", fact.id), ("e.n > %s", _number(call)))
    rows = db.execute(
        "select e.n, e.op, e.text, e.at, m.id as message from events e left join messages m "
        f"on m.user_id = e.user_id and m.seq = e.message_seq where {where} order by e.n limit %s",
        (*values, query.limit + 1),
    ).fetchall()
    shown, after = page(call, rows, _place)
    shown = withheld.for_caller(call, db, shown)
    events = [Event(**{name: row[name] for name in Event.model_fields}) for row in shown]
    return History(events=events, next=after)


def _place(event: "DictRow") -> Place:
    return Place(event["at"], str(event["n"]))


def _number(call: Call) -> int | None:
    """The number of the last event of the page before, None for the first page. Raises Problem."""
    place = numbered_place_of(call)
    return place[1] if place else None


def _one(db: "Connection[DictRow]", fact_id: str) -> Fact:
    row = db.execute(f"select {_COLUMNS} from facts where id = %s", [fact_id]).fetchone()
    if row is None:
        raise Problem("not-found", "There is no such fact.")
    return Fact(**row)


def _require_told(call: Call, db: "Connection[DictRow]", fact: Fact) -> None:
    """Raise Problem if a model asks for a fact that ended, and says what was forgotten."""
    if fact.state == "ended" and not withheld.for_caller(call, db, [fact.model_dump()]):
        raise Problem("not-found", "There is no such fact.")


def _require_valid(db: "Connection[DictRow]", section: str, text: str, without: str = "") -> None:
    """Raise Problem if the text can be no fact of the profile, or is one already."""
    if problem := fact_format.problem(text):
        raise Problem("invalid", f"The text {fact_format.predicate(problem)}.")
    if redact.holds_secret(text):
        raise Problem("invalid", "The text holds a secret.")
    if is_archived(section) or "#" in section:
        raise Problem("invalid", "A section has no “#”, and does not begin with “Archive”.")
    others = [each for each in known.load(db) if each.id != without]
    if not without and len(others) >= _MOST:
        raise Problem("limit", f"The user may have {_MOST:,} facts.")
    document = known.document(others)
    if find_fact(document, text):
        raise Problem("conflict", "The fact is there already.")
    try:
        after = apply_edit(without_archive(document), Edit("add", section, new=text))
    except ProfileError as error:
        raise Problem("invalid", error.what) from error
    found = find_fact(after, text, section)
    if found is None or found.text != text or found.section != section:
        raise Problem("invalid", "The text would not be one plain line of the profile.")


def allow_again(call: Call, db: "Connection[DictRow]", text: str) -> None:
    """Let a fact that was forgotten be learned again, as the user wrote or accepted it."""
    if withheld.allow_again(db, text) and call.context.settings.embedder:
        embeddings.enqueue(db, 1)  # what says it, and has no vector yet


_FACT = "/v1/facts/{fact}"
PATHS = (
    Endpoint("GET", "/v1/profile", "read", profile, Profile),
    Endpoint("GET", "/v1/facts", "read", listed, Facts, query=FactQuery),
    Endpoint("POST", "/v1/facts", "write", add, Fact, body=NewFact, status=201, action="add fact"),
    Endpoint("GET", _FACT, "read", one, Fact),
    Endpoint("PATCH", _FACT, "write", change, Fact, body=FactChange, action="change fact"),
    Endpoint("DELETE", _FACT, "write", delete, Deleted, action="forget fact"),
    Endpoint("GET", f"{_FACT}/why", "read", why, Why, query=Page),
    Endpoint("GET", f"{_FACT}/history", "read", history, History, query=Page),
)
