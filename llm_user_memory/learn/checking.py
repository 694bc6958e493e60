"""Checks the edits of an answer against the profile as it is now, and makes those that pass.

The archive may be long, so the checks see only those of its facts that an edit may be about.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from ..checks import guard, refusals
from ..checks.guard import CheckContext, Verdict
from ..checks.quotes import TypedText
from ..profile import archive
from ..profile.document import Edit, apply_edit
from ..profile.line_marks import without_marks
from ..profile.split import is_archived, split, without_archive
from ..store import backfilled, forgotten, updates
from ..text.words import fold
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

    `is_past` says that what was typed may be older than the profile.
    """
    active, archived = split(profile)
    # Models do not see marks, and set none.
    edits = [replace(edit, new=without_marks(edit.new)) for edit in edits]
    near = archive.relevant(archived, [text for edit in edits for text in (edit.old, edit.new)])
    context = _context(db, active + near, edits, is_past=is_past)
    text, verdicts = guard.check(edits, active + near, typed, context)
    if text == active + near:
        return profile, verdicts
    for verdict in verdicts:
        if not verdict.refusal and is_archived(verdict.edit.section):
            archived = apply_edit(archived, verdict.edit)
    return without_archive(text) + archived, verdicts


def said(verdicts: Sequence[Verdict], typed: Sequence[TypedText]) -> Said:
    """Return which facts were said: those that the edits make, and those known already."""
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
    learned = {fold(fact): quote for fact, quote in updates.learned_facts(db).items()}
    said_at: dict[str, float] = {}
    # An older turn must not replace a newer fact. The age of the user's own lines is costly to
    # find, and only needed for an edit that names an existing line.
    if is_past:
        said_at = backfilled.last_said_at(db, profile if any(edit.old for edit in edits) else "")
    return CheckContext(learned, forgotten.load(db), said_at)
