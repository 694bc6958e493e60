"""What a prompt is given of what was said and noted before, while it waits.

So the index is not brought up to date here, no service is asked, and what cannot be had at once
is done without.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..profile.render import Passage, of_notes, of_passages
from ..recall import embedder, highlight, keywords
from ..recall.index import db as index_db
from ..recall.index.db import CURRENT, LOGS, PROFILE
from ..recall.search import Hit, Query, search
from ..settings import Folder, Settings
from ..store import forgotten as forgetting
from ..store import ledger, state
from ..text.words import fold

# Hits that are looked at; few of them are worth a place in a prompt.
_LOOKED_AT = 20

# Of what was asked for a quarter stands there, and as much as nearly one word that stands
# nowhere else: small talk is of words that stand everywhere. What the numbers rest on:
# docs/recall.md.
_SHARE = 0.25
_WEIGHT = 0.7

# Seconds that the index may be locked.
_PATIENCE = 0.05

# Characters of notes; what is older than so many is left out, and the user told.
_MOST_NOTES = 40_000


class Prompted(NamedTuple):
    """The fragment for a prompt, "" for none, and lines for the user to see."""

    text: str = ""
    lines: tuple[str, ...] = ()


def fragment(
    folder: Folder,
    settings: Settings,
    text: str,
    *,
    model: str,
    thread: str = "",
    is_question: bool = False,
) -> Prompted:
    """Return what bears on a text, the best first, and does not say just the same.

    Only what was said with memory on, in other conversations than `thread`, and what `model` may
    see. Of what bears on a prompt only what is worth it; what answers a question that the user
    asked of their memory, whatever there is. Raises MemoryPluginError.
    """
    if settings.search != "sqlite" or ledger.says_nothing(text):
        return Prompted()
    with index_db.existing(folder, _PATIENCE) as db:
        if db is None:
            return Prompted(lines=(_begun(folder),))
        with state.opened(folder, _PATIENCE) as store:
            forgotten = forgetting.load(store.db)
        query = Query(text, limit=_LOOKED_AT, only_shareable=True, without=thread)
        hits = search(db, folder, query, forgotten, mode="words")
    if not is_question:
        hits = worthy(hits)
    # Who asks again is not helped by having asked before. To compare takes long: of few, that is.
    hits = [hit for hit in hits if fold(hit.text) != fold(text)]
    shown = embedder.shown_to(hits, settings, model)
    return Prompted(of_passages(told(shown, text), settings.recall_tokens))


def notes_of(folder: Folder, span: str) -> Prompted:
    """Return the notes of the days that `span` stands for, a week without one, the oldest first.

    Raises NotesError for what says no days.
    """
    from .. import notes  # no other prompt needs it

    kept: list[str] = []
    left = _MOST_NOTES
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


def worthy(hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits of a search by words that are worth a place in a prompt, in order."""
    return [hit for hit in hits if hit.share >= _SHARE and hit.weight >= _WEIGHT]


def _begun(folder: Folder) -> str:
    """Ask for an index, which the daemon makes; returns what to tell the user."""
    # Loads all that makes an index, which no other prompt needs.
    from ..recall.index import refresh

    refresh.begin(folder)
    return "memory: what was said before is being indexed, and recalled from then on"


def told(hits: Sequence[Hit], text: str) -> Iterator[Passage]:
    """Return hits as passages for a prompt: what is long as an extract around the words."""
    asked = keywords.asked(text)
    for hit in hits:
        yield Passage(hit.day, _who(hit), highlight.extract(hit.text, asked))


def _who(hit: Hit) -> str:
    if hit.kind == LOGS:
        return hit.role
    if hit.kind == PROFILE:
        return "profile" if hit.part == CURRENT else "earlier profile"
    return Path(hit.document).stem
