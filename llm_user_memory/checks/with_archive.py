"""Checks an answer's edits against a profile with an archive, and makes those that pass. Pure.

The archive may be long, so the checks see only those of its facts that an edit may be about.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..profile import archive
from ..profile.document import find_fact
from ..profile.edits import Edit, apply_everywhere, without_copies
from ..profile.line_marks import without_marks
from ..profile.split import is_archived, split, without_archive
from . import guard
from .guard import CheckContext, Verdict
from .quotes import TypedText


def checked(
    profile: str,
    edits: Sequence[Edit],
    typed: Sequence[TypedText],
    context_of: Callable[[str, Sequence[Edit]], CheckContext],
) -> tuple[str, list[Verdict]]:
    """Return the profile with the accepted edits made, and the verdicts on all edits, in order.

    `context_of` is called with the part of the profile that the edits are checked against, and the
    edits.
    """
    active, archived = split(profile)
    # Models do not see line marks, and must not set any.
    edits = [replace(edit, new=without_marks(edit.new)) for edit in edits]
    near = archive.relevant(archived, [text for edit in edits for text in (edit.old, edit.new)])
    context = context_of(active + near, edits)
    text, verdicts = guard.check(edits, active + near, typed, context)
    if text == active + near:
        return profile, verdicts
    for verdict in verdicts:
        if not verdict.refusal and is_archived(verdict.edit.section):
            archived = apply_everywhere(archived, verdict.edit)
        elif not verdict.refusal and find_fact(near, verdict.edit.old):
            archived = without_copies(archived, verdict.edit)
    return without_archive(text) + archived, verdicts
