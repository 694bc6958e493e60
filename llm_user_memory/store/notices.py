"""The notice of new facts: one line that tells the user, once, what was learned."""

import sqlite3

from . import state

_SHOWN = "news_told"


def take(db: sqlite3.Connection) -> list[str]:
    """Return one line about what was learned since the last call, [] if nothing was.

    Every prompt calls this, so it never waits: if the database is locked, it returns [], and the
    next prompt has the notice.
    """
    told = int(state.get(db, _SHOWN) or 0)
    row = db.execute(
        """
        select max(update_id) as newest,
               sum(refusal = '' and op != 'remove') as learned,
               sum(refusal = '' and op = 'remove') as removed,
               sum(refusal != '') as waiting
        from edits where update_id > ?
        and (refusal = '' or id in (select edit_id from waiting where settled is null))
        """,
        (told,),
    ).fetchone()
    if row["newest"] is None or not _mark_shown(db, row["newest"]):
        return []
    parts = [
        f"{verb} {count} fact{'s' if count > 1 else ''}"
        for verb, count in (("learned", row["learned"]), ("removed", row["removed"]))
        if count
    ]
    if row["waiting"]:
        parts.append(f"{row['waiting']} wait{'s' if row['waiting'] == 1 else ''} for you")
    look = "review" if row["waiting"] else "history"
    return [f"memory: {', '.join(parts)} (llm memory {look})"]


def _mark_shown(db: sqlite3.Connection, newest: int) -> bool:
    """Record that the notice is shown; false if that fails, or another prompt showed it."""
    patience = db.execute("pragma busy_timeout").fetchone()[0]
    db.execute("pragma busy_timeout = 0")
    try:
        told = db.execute(
            "insert into meta values (?, ?) on conflict do update set value = excluded.value "
            "where cast(value as integer) < excluded.value",
            (_SHOWN, newest),
        )
        return told.rowcount > 0
    except sqlite3.OperationalError:
        return False
    finally:
        db.execute(f"pragma busy_timeout = {patience}")
