"""Checks the edits of an answer against the profile as it is now, and makes those that pass."""

import sqlite3
from collections.abc import Sequence

from ..checks import refusals, with_archive
from ..checks.guard import CheckContext, Verdict
from ..checks.quotes import TypedText
from ..profile.document import facts
from ..profile.edits import Edit
from ..store import backfilled, forgotten, origins
from .archiving import Said


def checked(
    db: sqlite3.Connection,
    profile: str,
    edits: Sequence[Edit],
    typed: Sequence[TypedText],
    *,
    is_past: bool = False,
) -> tuple[str, list[Verdict]]:
    """Return the profile with the accepted edits made, and the verdicts on all edits, in order.

    `typed` is the user's text with the quotes. `is_past` tells that it may be older than the
    profile.
    """

    def context_of(near: str, edits: Sequence[Edit]) -> CheckContext:
        return _context(db, near, edits, is_past=is_past)

    return with_archive.checked(profile, edits, typed, context_of)


def said(verdicts: Sequence[Verdict], typed: Sequence[TypedText]) -> Said:
    """Return which facts were said: those that accepted edits add, and those known already."""
    at = {part.turn_id: part.said_at for part in typed}
    learned, again = dict[str, float](), dict[str, float]()
    for verdict in verdicts:
        if verdict.refusal == refusals.ALREADY_KNOWN and verdict.edit.old:
            again[verdict.edit.old] = at[verdict.turn_id]
        elif not verdict.refusal and verdict.edit.new:
            learned[verdict.edit.new] = at[verdict.turn_id]
    return Said(learned, again)


def _context(
    db: sqlite3.Connection, profile: str, edits: Sequence[Edit], *, is_past: bool
) -> CheckContext:
    learned = origins.learned_quotes(db, [fact.text for fact in facts(profile)])
    said_at: dict[str, float] = {}
    # An older turn must not replace a newer fact. The age of the user's own lines is costly to
    # find, and only needed for an edit that names an existing line.
    if is_past:
        said_at = backfilled.last_said_at(db, profile if any(edit.old for edit in edits) else "")
    return CheckContext(learned, forgotten.load(db), said_at)
