"""`/v1/diary`: one entry for each day, written by the program's maker or the user."""

from datetime import date
from typing import TYPE_CHECKING

from . import database, erasing, usage, withheld
from .calls import Call, Endpoint, conditions
from .note_schemas import Diary, DiaryQuery, Entry, NewEntry, Written, day_of
from .problems import Problem
from .schemas import Deleted

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

_COLUMNS = "day, text, metadata, created_at, changed_at"


def write(call: Call, db: "Connection[DictRow]") -> Written:
    """Write the entry of a day; one that is there is replaced

    It is found by search and used for answers. Nothing is learned from it.
    """
    import json

    new: NewEntry = call.body
    day = _day(call)
    database.ensure_user(db)
    row = db.execute(
        "insert into diary as d (day, text, metadata) values (%s, %s, %s::jsonb) "
        "on conflict (user_id, day) do update set text = excluded.text, "
        "metadata = excluded.metadata, changed_at = now() "
        "where (d.text, d.metadata) <> (excluded.text, excluded.metadata) "
        "returning xmax = 0 as is_new",
        (day, new.text, json.dumps(new.metadata)),
    ).fetchone()
    usage.charge(call, db)
    if row is None:
        return Written(day=day, status="known")
    if call.by_model and not row["is_new"]:
        raise Problem("conflict", "That day has an entry, and a model does not replace it.")
    return Written(day=day, status="created" if row["is_new"] else "changed")


def listed(call: Call, db: "Connection[DictRow]") -> Diary:
    """List entries by day, of a span of days, or all"""
    query: DiaryQuery = call.query
    order, after = ("desc", "<") if query.order == "newest" else ("asc", ">")
    where, values = conditions(
        ("day >= %s", query.since),
        ("day < %s", query.until),
        (f"day {after} %s", query.cursor),
    )
    sql = f"select {_COLUMNS} from diary where {where} order by day {order} limit %s"
    rows = db.execute(sql, (*values, query.limit + 1)).fetchall()
    shown = rows[: query.limit]
    cursor = shown[-1]["day"].isoformat() if len(rows) > query.limit else None
    entries = [Entry(**row) for row in withheld.for_caller(call, db, shown)]
    return Diary(entries=entries, next=cursor)


def one(call: Call, db: "Connection[DictRow]") -> Entry:
    """Return the entry of a day"""
    row = db.execute(f"select {_COLUMNS} from diary where day = %s", [_day(call)]).fetchone()
    if row is None or not withheld.for_caller(call, db, [row]):
        raise Problem("not-found", "There is no entry of that day.")
    return Entry(**row)


def delete(call: Call, db: "Connection[DictRow]") -> Deleted:
    """Delete the entry of a day"""
    number = erase(db, _day(call))
    if not number:
        raise Problem("not-found", "There is no entry of that day.")
    return Deleted(deleted={"diary": number})


def erase(db: "Connection[DictRow]", day: date | None = None) -> int:
    """Delete the entry of a day, or all of the named user; returns how many that were."""
    chosen = "%s::date is null or day = %s"
    erasing.erase_answers_with(db, "diary", chosen, day, day)
    number: int = db.execute(f"delete from diary where {chosen}", (day, day)).rowcount
    return number


def _day(call: Call) -> date:
    """The day that the path names. Raises Problem."""
    try:
        return day_of(call.path["day"])
    except ValueError as error:
        raise Problem("invalid", f"The path names no day: {error}.") from error


_ONE = "/v1/diary/{day}"
PATHS = (
    Endpoint("GET", "/v1/diary", "read", listed, Diary, query=DiaryQuery),
    Endpoint("PUT", _ONE, "write", write, Written, body=NewEntry, action="write diary",
             for_models=True),
    Endpoint("GET", _ONE, "read", one, Entry),
    Endpoint("DELETE", _ONE, "write", delete, Deleted, action="delete diary"),
)  # fmt: skip
