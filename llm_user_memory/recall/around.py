"""The passages around the origin of a fact, and about the fact elsewhere, in order of time."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..egress import is_local
from ..settings import Settings
from ..store import forgotten as forgetting
from ..store.origins import Origin
from ..store.state import Store
from ..text.fingerprints import says
from ..text.vocabulary import plain
from ..text.vocabulary.frame_words import is_frame_word
from ..text.words import akin, content_words
from . import local_facts, lookup
from .hits import Hit, Mode, Query
from .index import db as index_db
from .index.db import PROFILE
from .readable import neighbours, of_turn

# The number of passages shown before and after the words that support a fact.
_NEAR = 3

# Thresholds for a passage about the fact: the share of the fact's own words that it has, the
# share of the query's words by weight, and the similarity in meaning. One of them suffices.
_MIN_OWN = 1 / 3
_MIN_SHARE = 0.3
_MIN_NEARNESS = 0.45


class Around(NamedTuple):
    """The hits in order of time, and the passages before and after each, by its passage number.

    `remarks` tell the user what could not be searched, and why.
    """

    hits: list[Hit]
    context: dict[int, list[Hit]]
    remarks: tuple[str, ...] = ()


def around(
    store: Store,
    settings: Settings,
    fact: str,
    origins: Sequence[Origin],
    query: Query,
    mode: Mode = "hybrid",
    *,
    is_fresh: bool = False,
) -> Around:
    """Return the passages at the `origins` of a fact, with their neighbours, and those about it.

    `query` has the conditions and the limit for the latter. The profile is left out. Raises what
    `lookup.find` raises.
    """
    words = " ".join(dict.fromkeys([fact, *(origin.quote for origin in origins[:1])]))
    about = query._replace(text=words, is_prose=True)
    was_local = any(is_local(origin.place) for origin in origins[:1])
    stays = was_local or says(local_facts.fingerprints(store), words)
    found = lookup.find(store, settings, about, mode, is_fresh=is_fresh, stays=stays)
    own = _own_words(fact)
    hits = {
        hit.passage: hit
        for hit in found.hits
        if hit.kind != PROFILE
        and (
            hit.share >= _MIN_SHARE
            or hit.nearness >= _MIN_NEARNESS
            or _has_of(own, hit.text) >= _MIN_OWN
        )
    }
    context: dict[int, list[Hit]] = {}
    if settings.search == "sqlite":
        fingerprints = forgetting.load(store.db)
        with index_db.opened(store.folder) as db:
            for origin in origins:
                said = [
                    hit
                    for hit in of_turn(db, store.folder, origin.turn_id, fingerprints)
                    if _meets(hit, query)
                ]
                hits |= {hit.passage: hit for hit in said if hit.passage not in hits}
                for hit in said:
                    context[hit.passage] = neighbours(db, store.folder, hit, _NEAR, fingerprints)
    return Around(_in_order(hits.values()), context, found.remarks)


def _own_words(fact: str) -> list[str]:
    """The words of a fact that are not generic: "Lisbon" of "Lives in Lisbon"."""
    return [word for word in content_words(fact) if not is_frame_word(plain(word))]


def _has_of(own: Sequence[str], text: str) -> float:
    """The share of the words that a text has in some form, from 0 to 1; 0 if there are no words."""
    said = set(content_words(text))
    return sum(any(akin(word, other) for other in said) for word in own) / max(len(own), 1)


def _meets(hit: Hit, query: Query) -> bool:
    moment = hit.said_at or 0.0
    return (
        (query.since is None or moment >= query.since)
        and (query.until is None or moment < query.until)
        and (not query.kinds or hit.kind in query.kinds)
        and query.model in ("", hit.model)
    )


def _in_order(hits: Iterable[Hit]) -> list[Hit]:
    return sorted(hits, key=lambda hit: (hit.said_at or 0.0, hit.document, hit.ordinal))
