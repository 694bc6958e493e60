"""The pages "Timeline" and "History": the profile's versions, their differences, undo, restore."""

from itertools import zip_longest

from ..learn import manual
from ..profile.differences import differences, unified
from ..store import timeline, updates
from ..store.profile import history
from ..store.profile.history import Version
from .call import Call, Done, Page, change, paged

_PERIODS = 100
_VERSIONS = 20

# The most lines that are shown of one version's changes, and of a diff.
_MOST_LINES = 200
_MOST_OF_DIFF = 2_000


def _timeline(call: Call) -> Page:
    found = timeline.periods(call.store.db, call.version.text)[::-1]  # the newest first
    shown = paged(found, call.number("page", 1), _PERIODS)
    periods = [
        (period, updates.where(period.source, period.thread_id) if period.thread_id else "")
        for period in shown.items
    ]
    return Page("timeline.html", {"periods": periods, "paged": shown})


def _history(call: Call) -> Page:
    before = call.number("before", 0) or None
    found = history.newest(call.store.db, _VERSIONS + 1, before)
    compared = list(zip_longest(found, found[1:]))[:_VERSIONS]
    steps = [
        (version, _origin(version), *_changes(older.text if older else "", version.text))
        for version, older in compared
    ]
    return Page(
        "history.html",
        {
            "steps": steps,
            "total": history.count(call.store.db),
            "older": found[_VERSIONS - 1].n if len(found) > _VERSIONS else None,
            "newest": before is None,
        },
    )


def _changes(before: str, after: str) -> tuple[list[tuple[str, str, str]], int]:
    """The changes of a version as (sign, its meaning, text), and how many more there are."""
    found = differences(before, after)
    lines = [("-", "removed", line) for line in found.removed if not line.startswith("#")]
    lines += [("+", "added", line) for line in found.added if not line.startswith("#")]
    lines = [(sign, what, line.removeprefix("- ")) for sign, what, line in lines]
    for fact, is_archived in found.moves.items():
        lines.append((">", "archived", fact) if is_archived else ("<", "returned", fact))
    return lines[:_MOST_LINES], max(0, len(lines) - _MOST_LINES)


def _origin(version: Version) -> str:
    if version.update_id is not None:
        return f"{version.note}, update {version.update_id}"
    return version.note if version.restores is None else f"{version.note}, as {version.restores}"


def _diff(call: Call) -> Page:
    after = manual.version(call.store.db, call.number("version", call.version.n))
    before: Version | None
    if call.query.get("with") == "now":
        before, after = after, call.version
    else:
        before = history.preceding(call.store.db, after)
    names = (f"version {before.n}" if before else "nothing", f"version {after.n}")
    lines = []
    for number, line in enumerate(unified(before.text if before else "", after.text, names)):
        kind = {"+": "added", "-": "removed", "@": "place"}.get(line[:1], "") if number > 1 else ""
        lines.append((kind, line))
    return Page(
        "diff.html",
        {
            "before": before,
            "after": after,
            "names": names,
            "lines": lines[:_MOST_OF_DIFF],
            "more": max(0, len(lines) - _MOST_OF_DIFF),
            "same": not lines,
        },
    )


def _undo(call: Call) -> Done:
    return Done(change(*manual.undo(call.store, _seen(call))))


def _restore(call: Call) -> Done:
    return Done(change(*manual.restore(call.store, call.number("n", 0), _seen(call))), "history")


def _seen(call: Call) -> int:
    """The number of the version that was current when the page was made.

    `undo` and `restore` use it to refuse when the profile has changed since.
    """
    return call.number("version", call.version.n)


PAGES = {"timeline": _timeline, "history": _history, "diff": _diff}
ACTIONS = {"undo": _undo, "restore": _restore}
