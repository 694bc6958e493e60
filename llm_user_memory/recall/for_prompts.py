"""Passages of earlier conversations and notes that are added to a prompt.

The user waits for the prompt, so this does not update the index, sends no requests to a service,
and adds no passages if the index is locked or missing.
"""

import sqlite3
from collections.abc import Callable, Container, Iterator, Sequence
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from ..egress import Destination, Said, may
from ..errors import BusyError, ProfileError
from ..profile.line_marks import may_be_local
from ..profile.render import Passage, fitting, of_notes, of_passages
from ..settings import Folder, Settings
from ..store import forgotten as forgetting
from ..store import state
from ..store.profile import saves
from ..store.state import Store
from ..text.fingerprints import Forgotten, says
from ..text.trivial import is_trivial
from ..text.words import fold
from . import keywords, local_facts
from .hits import Hit, Query, shareable_with
from .index import db as index_db
from .index.db import CURRENT, LOGS, NOTES, PROFILE, TALKS
from .index.passage_texts import LONGEST_EXTRACT
from .relevance import is_about
from .search import search

# The number of hits to examine; only a few of them are added to a prompt.
MAX_HITS = 20

# A prompt that is about what was said (see `relevance`) is given the first passages that have at
# least this share of it by weight, alone or with their neighbours.
_MIN_SHARE = 0.1
_GIVEN = 10

# In characters: each end of a prompt that is the query. The question is at the beginning or
# the end of a long prompt; between them is piped input.
_SEARCHED_END = 2_000

# Seconds to wait for a locked index.
_PATIENCE = 0.05

# Older notes beyond this size are left out, and a line on stderr says so.
_MAX_NOTES_CHARACTERS = 40_000


# An entry by a model on this machine, as the input of `may`.
_LOCAL = Said("here")


Fingerprints = tuple[Forgotten, Forgotten]
"""Those of what was forgotten, and those of what stays on this machine."""


class RecalledText(NamedTuple):
    """The text of a fragment ("" for none), and lines to print on stderr.

    `passages` are the whole passages of which the fragment has relevant extracts.
    """

    text: str = ""
    lines: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()


def passages_fragment(
    folder: Folder,
    settings: Settings,
    text: str,
    *,
    destination: Callable[[], Destination],
    thread: str = "",
    is_question: bool = False,
    spent: int = 0,
    given: Container[str] = (),
    known: Fingerprints | None = None,
) -> RecalledText:
    """Return the passages that are relevant to `text`, best first, except repetitions of it.

    They come only from conversations with memory on, other than `thread`, and only those that
    may go to `destination`, which is looked up if one of them is local. With `is_question` (the
    user searches explicitly) all hits are returned, and otherwise only `relevant` ones. `spent` is
    the part of the token budget for recall that is used already. Passages in `given` are left out:
    they were given before. `known` are the `fingerprints`, if the caller has them. Raises
    MemoryPluginError.
    """
    if settings.search != "sqlite" or is_trivial(text):
        return RecalledText()
    with index_db.existing(folder, _PATIENCE) as db:
        if db is None:
            return RecalledText(lines=(_request_index(folder),))
        forgotten, local = known or _fingerprints(folder)
        hits = recalled(db, folder, text, forgotten, thread=thread, is_question=is_question)
    hits = [hit for hit in hits if hit.text not in given]
    if not hits:
        return RecalledText()
    if local.moments or any(hit.local for hit in hits):
        hits = shareable_with(hits, destination(), local)
    most = settings.recall_tokens - spent
    passages = list(as_passages(hits, _searched(text)))
    shown = fitting(passages, most)
    whole = (hit.text for hit, each in zip(hits, passages, strict=True) if each in shown)
    return RecalledText(of_passages(shown, most), passages=tuple(whole))


def recalled(
    db: sqlite3.Connection,
    folder: Folder,
    text: str,
    forgotten: Forgotten,
    *,
    thread: str = "",
    is_question: bool = False,
) -> list[Hit]:
    """Return the passages for a prompt, best first: see `passages_fragment`."""
    text = _searched(text)
    query = Query(text, MAX_HITS, only_shareable=True, without=thread, is_prose=not is_question)
    for_prompt = None if is_question else partial(relevant, text=text)
    hits = search(db, folder, query, forgotten, mode="words", for_prompt=for_prompt)
    # An earlier copy of the same question does not help.
    asked = fold(text)
    return [hit for hit in hits if fold(hit.text) != asked]


def notes_fragment(
    folder: Folder, span: str, *, destination: Callable[[], Destination]
) -> RecalledText:
    """Return the notes of the days of `span`, such as "7d" (the default), oldest first.

    Left out are entries that say what was forgotten, those that say a local fact and may not go to
    `destination`, and models' entries that the user has not accepted. Raises NotesError if `span`
    is invalid, and MemoryPluginError.
    """
    from .. import notes  # imported here because few prompts need it

    withheld = 0
    kept: list[str] = []
    left = _MAX_NOTES_CHARACTERS
    found = notes.within(folder, notes.parse_span(span or "7d"))
    is_withheld = _withheld(folder, destination)
    for day, whole in found:
        text, waiting = _for(destination, whole)
        left -= len(text)
        if left < 0:
            break
        withheld += waiting
        kept.insert(0, _without(day, text, is_withheld).strip())
    lines = []
    if withheld:
        lines.append(f"memory: notes by models are left out until `llm memory review`: {withheld}")
    if len(kept) < len(found):
        newest = found[len(kept)][0]
        lines.append(f"memory: notes from {newest} back are too many for a prompt and left out")
    if not found:
        lines.append(f"memory: there are no notes of {span or 'the last week'}")
    return RecalledText(of_notes("\n\n".join(filter(None, kept))), tuple(lines))


def recent_notes(
    folder: Folder, span: str, most: int, *, destination: Callable[[], Destination]
) -> str:
    """Return the newest entries of the notes of `span`, in order, in `most` tokens; "" for none.

    Left out are entries that do not fit into the remaining tokens, entries that say what was
    forgotten, those of models that the user has not accepted, and those that may not go to
    `destination`, such as what says a local fact. Raises MemoryPluginError.
    """
    from .. import notes  # imported here because few prompts need it
    from ..profile.estimate import tokens

    left = most - tokens(of_notes("."))
    kept: list[str] = []
    found = notes.within(folder, notes.parse_span(span))
    is_withheld = _withheld(folder, destination)
    for day, whole in found:
        text, _waiting = _for(destination, whole)
        title, of_day = _title(day), list[str]()
        for entry in reversed(_entries(day, text)):
            size = tokens(f"\n\n{entry}") + (0 if of_day else tokens(f"\n\n{title}"))
            if size <= left and not is_withheld(entry):
                of_day.insert(0, entry)
                left -= size
        kept[:0] = [title, *of_day] if of_day else []
    return of_notes("\n\n".join(kept))


def _for(destination: Callable[[], Destination], note: str) -> tuple[str, int]:
    """A note as a destination may get it, and the number of entries that wait for the user."""
    from ..profile.shareable import shareable
    from ..text import entries

    text = note
    if (local := entries.local(note)) and not may(_LOCAL, destination()):
        text = entries.without(note, local)
    text = entries.without(text, entries.waiting(text))
    if may_be_local(text):
        text = shareable(text, destination(), is_profile=False)
    return text, len(entries.waiting(note))


def _withheld(folder: Folder, destination: Callable[[], Destination]) -> Callable[[str], bool]:
    """Return the test for entries of notes that say what is forgotten or may not go there.

    They are loaded for the first entry.
    """

    loaded = cache(_fingerprints)

    def is_withheld(entry: str) -> bool:
        forgotten, local = loaded(folder)
        return says(forgotten, entry) or (says(local, entry) and not may(_LOCAL, destination()))

    return is_withheld


def _without(day: date, note: str, is_withheld: Callable[[str], bool]) -> str:
    """A day's note without the entries that are withheld; "" if none is left."""
    written = _entries(day, note)
    left = [entry for entry in written if not is_withheld(entry)]
    if len(left) == len(written):
        return note
    return "\n\n".join([_title(day), *left]) if left else ""


def _entries(day: date, note: str) -> list[str]:
    """The text above the first entry of a note, without its title, and the entries."""
    from ..text import entries

    parts = (part.removeprefix(_title(day)).strip() for part in entries.parts(note))
    return [part for part in parts if part]


def _title(day: date) -> str:
    return f"# {day}"


def fingerprints(store: Store, profile: str | None) -> Fingerprints:
    """Return the fingerprints of what was forgotten, and of what stays on this machine.

    `profile` is its text, None if it cannot be read.
    """
    return forgetting.load(store.db), local_facts.fingerprints(store, profile)


def _fingerprints(folder: Folder) -> Fingerprints:
    with state.opened(folder, _PATIENCE) as store:
        try:
            profile, is_recorded = saves.look(store)
        except ProfileError:
            return fingerprints(store, None)
        if not is_recorded:
            raise BusyError("profile.md was saved just now, and another process is changing it.")
        return fingerprints(store, profile)


def relevant(hits: Sequence[Hit], text: str = "") -> list[Hit]:
    """Return the hits of a search by words that go into a prompt, in order.

    The result is [] if the prompt is not about any of them: see `relevance`.
    If `text`, the prompt, asks for several things, all fitting hits are returned, not a few.
    """
    is_wanted = hits and is_about([hit.fit for hit in hits], hits[0].asked)
    return best(hits, text) if is_wanted else []


def best(hits: Sequence[Hit], text: str = "") -> list[Hit]:
    """Return the hits for a prompt that is about what was said, in order: see `relevant`."""
    found = [hit for hit in hits if hit.share >= _MIN_SHARE]
    if len(found) <= _GIVEN:
        return found
    from .several import asks_for_several  # imported here because few prompts find so much

    return found if asks_for_several(text) else found[:_GIVEN]


def _searched(text: str) -> str:
    """The part of a prompt that is the query: of a long prompt, both ends."""
    if len(text) <= 2 * _SEARCHED_END:
        return text
    return f"{text[:_SEARCHED_END]}\n\n{text[-_SEARCHED_END:]}"


def _request_index(folder: Folder) -> str:
    """Ask the daemon to build the index; return a line to print."""
    # Imported here because it loads all of the indexing, which no other prompt needs.
    from .index import refresh

    refresh.create(folder)
    return "memory: what was said before is being indexed, and recalled from then on"


def as_passages(hits: Sequence[Hit], text: str) -> Iterator[Passage]:
    """Yield hits as passages for a prompt; a long one is shortened around the words of `text`."""
    asked = cache(lambda: keywords.parsed(text))
    for hit in hits:
        given = hit.text
        if len(given) > LONGEST_EXTRACT:
            from . import highlight  # imported here because most passages are short

            given = highlight.extract(given, asked())
        yield Passage(hit.day, _speaker(hit), given)


def _speaker(hit: Hit) -> str:
    if hit.kind in TALKS:
        return hit.role if hit.kind == LOGS else f"{hit.role}, in {hit.kind}"
    if hit.kind == PROFILE:
        return "profile" if hit.part == CURRENT else "earlier profile"
    document = Path(hit.document)
    # With its suffix: else what a file named user.md has would pass for words of the user.
    name = document.stem if hit.kind == NOTES else document.name
    return name + (f", written by {hit.author}" if hit.author else "")
