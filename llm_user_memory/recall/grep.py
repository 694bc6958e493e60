"""Searching without an index: notes, sources and the profile are read for each query."""

from collections.abc import Iterator
from itertools import islice, pairwise

from ..profile.document import facts
from ..store import unmarked
from ..store.profile import file as profile_file
from ..store.state import Store
from ..text.fingerprints import Forgotten, says
from ..text.words import content_words, fold, occurs_in, stem
from . import keywords
from .hits import Hit, Query
from .index import file_scan, files, markdown_parts
from .index.db import CURRENT, PROFILE, PROGRAMS

# Added to the score, in words, for each pair of adjacent query words that the text has as well.
_IN_A_ROW = 0.1


def search(store: Store, query: Query, forgotten: Forgotten) -> list[Hit]:
    """Return the passages that contain the largest share of the query's words, best first.

    `Hit.share` is that share, from 0 to 1; `Hit.score` adds a little for adjacent words.
    Conversations are not searched, be they LLM's or those of another program.
    """
    parsed = keywords.parsed(query.text, is_prose=query.is_prose)
    words = list(map(stem, content_words(query.text))) or list(map(stem, parsed.words))
    found = []
    for hit in _passages(store):
        if not _matches(hit, query):
            continue
        folded = fold(f"{hit.heading} {hit.text}")
        if not all(occurs_in(fold(phrase), folded) for phrase in parsed.phrases):
            continue
        if any(occurs_in(fold(word), folded) for word in parsed.excluded):
            continue
        present = [stem(word) for word in (*content_words(folded), *folded.split())]
        share = len(set(words).intersection(present)) / max(len(set(words)), 1)
        rows = set(pairwise(words)).intersection(pairwise(present))
        if share:
            score = share + _IN_A_ROW * len(rows) / len(words)
            found.append(hit._replace(share=share, score=score))
    found.sort(key=lambda hit: (-hit.score, -(hit.said_at or 0.0)))
    # Lazily, as checking for forgotten facts takes longer than the search.
    remaining = (
        hit
        for hit in found
        if not says(forgotten, f"{hit.heading}\n{hit.text}", is_fact=hit.kind == PROFILE)
    )
    return list(islice(remaining, query.limit))


def _passages(store: Store) -> Iterator[Hit]:
    """Every passage, numbered from 1."""
    for number, hit in enumerate((*_of_profile(store), *_of_files(store)), start=1):
        yield hit._replace(passage=number)


def _of_profile(store: Store) -> Iterator[Hit]:
    saved_at, learned = profile_file.saved_at(store.folder), unmarked.facts(store.db)
    for ordinal, fact in enumerate(facts(profile_file.read(store.folder) or "")):
        hit = _hit(PROFILE, CURRENT, CURRENT, fact.section, fact.text, saved_at, ordinal)
        yield hit._replace(origin="here" if fact.local or fact.text in learned else "")


def _of_files(store: Store) -> Iterator[Hit]:
    wanted = [root for root in files.roots(store) if root.kind not in PROGRAMS]
    there = file_scan.scan(store.folder, wanted, {}).files
    for file in there:
        parts, _lacks = markdown_parts.parts_of(file, files.content_of(file) or b"", Forgotten())
        numbered = ((part, piece) for part in parts for piece in part.pieces)
        for ordinal, (part, piece) in enumerate(numbered):
            hit = _hit(
                file.kind, file.key, part.key, part.heading, piece.text, part.said_at, ordinal
            )
            yield hit._replace(shareable=piece.shareable, origin=part.origin, stays=piece.stays)


def _hit(
    kind: str,
    document: str,
    part: str,
    heading: str,
    text: str,
    said_at: float | None,
    ordinal: int,
) -> Hit:
    return Hit(0, kind, document, part, heading, "", text, said_at, "", True, ordinal)


def _matches(hit: Hit, query: Query) -> bool:
    said_at = hit.said_at or 0.0
    return (
        (not query.kinds or hit.kind in query.kinds)
        and (query.since is None or said_at >= query.since)
        and (query.until is None or said_at < query.until)
        and not query.model
        and (hit.shareable or not query.only_shareable)
        and hit.document != (query.without or None)
    )
