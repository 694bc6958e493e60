"""`/v1/knowledge`: what the program's maker or the user states to be known."""

import uuid
from typing import TYPE_CHECKING, Any

from . import database, erasing, usage, withheld
from .calls import Call, Endpoint, Place, conditions, page, place_of
from .note_schemas import (
    Kept,
    Knowledge,
    KnowledgeChange,
    KnowledgeList,
    KnowledgeQuery,
    NewKnowledge,
)
from .problems import Problem
from .schemas import Deleted

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

_COLUMNS = "id, title, text, channel, tags, created_at, changed_at"
_STATED = ("title", "text", "channel", "tags")


def add(call: Call, db: "Connection[DictRow]") -> Kept:
    """Add a piece of knowledge

    It is found by search and used for answers. Nothing is learned from it, and nothing that is
    learned changes it. If its `id` is there already, with the same content, it is known and not
    added again.
    """
    new: NewKnowledge = call.body
    wanted = new.id or f"k-{uuid.uuid4().hex}"
    stated = tuple(getattr(new, name) for name in _STATED)
    database.ensure_user(db)
    is_new = db.execute(
        "insert into knowledge (id, title, text, channel, tags) values (%s, %s, %s, %s, %s) "
        "on conflict do nothing",
        (wanted, *stated),
    ).rowcount
    if not is_new and _stated(_one(db, wanted)) != stated:
        raise Problem("conflict", f"The knowledge {wanted} is there with another content.")
    usage.charge(call, db)
    return Kept(id=wanted, status="created" if is_new else "known")


def listed(call: Call, db: "Connection[DictRow]") -> KnowledgeList:
    """List knowledge by when it was added: of a channel, with a tag, or all"""
    query: KnowledgeQuery = call.query
    order, after = ("desc", "<") if query.order == "newest" else ("asc", ">")
    where, values = conditions(
        ("channel = %s", query.channel),
        ("tags @> array[%s]", query.tag),
        ("created_at >= %s", query.since),
        ("created_at < %s", query.until),
        (f"(created_at, id) {after} (%s, %s)", place_of(call)),
    )
    sql = (
        f"select {_COLUMNS} from knowledge where {where} "
        f"order by created_at {order}, id {order} limit %s"
    )
    rows = db.execute(sql, (*values, query.limit + 1)).fetchall()
    shown, cursor = page(call, rows, lambda row: Place(row["created_at"], row["id"]))
    shown = withheld.for_caller(call, db, shown)
    return KnowledgeList(knowledge=[Knowledge(**row) for row in shown], next=cursor)


def one(call: Call, db: "Connection[DictRow]") -> Knowledge:
    """Return one piece of knowledge"""
    found = _one(db, call.path["knowledge"])
    if not withheld.for_caller(call, db, [found.model_dump()]):
        raise Problem("not-found", "There is no such knowledge.")
    return found


def change(call: Call, db: "Connection[DictRow]") -> Kept:
    """Change a piece of knowledge"""
    wanted: KnowledgeChange = call.body
    before = _one(db, call.path["knowledge"], for_update=True)
    given = wanted.model_dump(exclude_none=True)
    after = before.model_copy(update=given)
    if _stated(after) == _stated(before):
        return Kept(id=before.id, status="known")
    db.execute(
        "update knowledge set title = %s, text = %s, channel = %s, tags = %s, "
        "changed_at = clock_timestamp() where id = %s",
        (*_stated(after), before.id),
    )
    usage.charge(call, db)
    return Kept(id=before.id, status="changed")


def delete(call: Call, db: "Connection[DictRow]") -> Deleted:
    """Delete a piece of knowledge"""
    number = erase(db, call.path["knowledge"])
    if not number:
        raise Problem("not-found", "There is no such knowledge.")
    return Deleted(deleted={"knowledge": number})


def erase(db: "Connection[DictRow]", wanted: str | None = None) -> int:
    """Delete what has this id, or all of the named user; returns how much that was."""
    chosen = "%s::text is null or id = %s"
    erasing.erase_answers_with(db, "knowledge", chosen, wanted, wanted)
    number: int = db.execute(f"delete from knowledge where {chosen}", (wanted, wanted)).rowcount
    return number


def _one(db: "Connection[DictRow]", wanted: str, *, for_update: bool = False) -> Knowledge:
    lock = "for update" if for_update else ""
    row = db.execute(f"select {_COLUMNS} from knowledge where id = %s {lock}", [wanted]).fetchone()
    if row is None:
        raise Problem("not-found", "There is no such knowledge.")
    return Knowledge(**row)


def _stated(known: Knowledge) -> tuple[Any, ...]:
    return tuple(getattr(known, name) for name in _STATED)


_ONE = "/v1/knowledge/{knowledge:path}"
PATHS = (
    Endpoint("POST", "/v1/knowledge", "write", add, Kept, body=NewKnowledge, status=201,
             action="add knowledge", for_models=True),
    Endpoint("GET", "/v1/knowledge", "read", listed, KnowledgeList, query=KnowledgeQuery),
    Endpoint("GET", _ONE, "read", one, Knowledge),
    Endpoint("PATCH", _ONE, "write", change, Kept, body=KnowledgeChange, action="change knowledge"),
    Endpoint("DELETE", _ONE, "write", delete, Deleted, action="delete knowledge"),
)  # fmt: skip
