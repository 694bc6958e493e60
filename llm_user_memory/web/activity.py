"""The page "What it did": the requests to models, the outcome of each edit, and the cost."""

import sqlite3

from ..checks.refusals import NEEDS_REVIEW
from ..store import updates
from . import cost
from .call import Call, Page

_UPDATES = 50


def _activity(call: Call) -> Page:
    before = call.number("before", 0) or None
    found = updates.history(call.store.db, _UPDATES + 1, before)
    shown = found[:_UPDATES]
    return Page(
        "activity.html",
        {
            "updates": [
                (
                    update,
                    updates.where(update.source, update.thread_id),
                    [_outcome(edit) for edit in updates.edits(call.store.db, update.id)],
                )
                for update in shown
            ],
            "older": shown[-1].id if len(found) > _UPDATES else None,
            "newest": before is None,
            "cost": None if before else cost.of_days(call.store.db, call.settings),
            "days": cost.DAYS,
        },
    )


def _outcome(edit: sqlite3.Row) -> dict[str, str]:
    """The outcome of an edit for the template: its kind, its text, its quote, and its refusal."""
    what = edit["old"] if edit["op"] == "remove" else edit["new"]
    waits = edit["refusal"] in NEEDS_REVIEW
    kind = {"add": "added", "remove": "removed"}.get(edit["op"], "replaced")
    return {
        "kind": "waits" if waits else "refused" if edit["refusal"] else kind,
        "what": what or "(purged)",
        "old": edit["old"] if edit["op"] == "replace" else "",
        "quote": edit["quote"],
        "refusal": edit["refusal"],
    }


PAGES = {"activity": _activity}
