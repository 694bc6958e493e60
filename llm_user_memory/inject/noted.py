"""The user's notes of some days, as a prompt is given them: `memory:notes:7d`."""

from .. import notes
from ..profile.render import of_notes
from ..settings import Folder
from .recalled import Prompted

# Characters; what is older than so many is left out, and the user told.
_MOST = 40_000


def fragment(folder: Folder, span: str) -> Prompted:
    """Return the notes of the days that `span` stands for, a week without one, the oldest first.

    Raises NotesError for what says no days.
    """
    kept: list[str] = []
    left = _MOST
    found = notes.within(folder, notes.parse_span(span or "7d"))
    for _day, text in found:
        left -= len(text)
        if left < 0:
            break
        kept.insert(0, text.strip())
    lines = []
    if len(kept) < len(found):
        newest = found[len(kept)][0]
        lines.append(f"memory: notes from {newest} back are too many for a prompt and left out")
    if not found:
        lines.append(f"memory: there are no notes of {span or 'the last week'}")
    return Prompted(of_notes("\n\n".join(kept)), tuple(lines))
