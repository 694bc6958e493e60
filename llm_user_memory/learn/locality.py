"""Keeps facts that were learned from models on this machine on it: see `egress` for the rule.

A fact that was learned from such a turn ends in ` #local`. A model is asked about a conversation
only if the conversation may go to it, and is shown only facts that may go to it.
"""

import sqlite3
import time
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from .. import logs
from ..checks.refusals import ALREADY_KNOWN
from ..egress import Destination, Place, Said, is_local
from ..errors import ProfileError
from ..logs import Turn
from ..model import location
from ..profile import local_lines
from ..profile.document import facts, local_texts, parts
from ..profile.edits import with_local, with_locality
from ..profile.line_marks import marks_local, may_be_local
from ..profile.shareable import shareable
from ..settings import Folder, Settings
from ..store import (
    consent,
    forgotten,
    formerly_local,
    ledger,
    model_places,
    notices,
    origins,
    placements,
    state,
    unmarked,
)
from ..store.model_places import QuotedEdit
from ..store.origins import Origin
from ..store.profile import versions
from ..store.profile.commit import NewVersion
from ..store.profile.history import Version
from ..store.state import Store
from ..store.updates import LOG
from ..text.fingerprints import Forgotten, of_facts, says
from ..text.vocabulary import plain
from ..text.vocabulary.frame_words import is_frame_word
from ..text.words import content_words, holds_all

MARKED = "marked as local"
"""The note of the version in which facts learned by a version without marks were marked."""

if TYPE_CHECKING:  # the checks take a second to load, and clients are answered without them
    from ..checks.guard import Verdict
    from ..checks.quotes import TypedText

# The number of turns that are read from LLM's log at once.
_BATCH = 200


def places_of(db: sqlite3.Connection, turns: Sequence[Turn]) -> dict[str, Place]:
    """Return where the models of the turns ran, by the ids of the turns, and record it.

    Raises ModelError if LLM's models cannot be listed.
    """
    known = model_places.of_turns(db, [turn.id for turn in turns])
    missing = [turn for turn in turns if turn.id not in known]
    new = location.of_turns(missing, consent.without_marker(db, missing))
    model_places.record(db, new)
    return known | new


def record_places(store: Store) -> None:
    """Record where the models of all turns ran, of those that are skipped or wait, too.

    A name may denote a model elsewhere later. Of a turn that LLM's log no longer has, the place is
    unknown. Raises LogsError, and ModelError if LLM's models cannot be listed.
    """
    missing = model_places.unplaced(store.db)
    for first in range(0, len(missing), _BATCH):
        batch = missing[first : first + _BATCH]
        found = places_of(store.db, logs.read(store.folder.logs, batch))
        gone: Place = "unknown"
        model_places.record(store.db, dict.fromkeys(batch, gone) | found)


def thread_stays(store: Store, thread_id: str) -> bool:
    """Tell whether any turn of a thread of LLM's log stays on this machine.

    That is one whose model may run here, or that the user marked ` #local`. Raises LogsError, and
    ModelError if LLM's models cannot be listed.
    """
    turns = logs.thread_turns(store.folder.logs, thread_id)
    places = places_of(store.db, turns)
    lost = [one.place for one in ledger.of_thread(store.db, thread_id) if one.id not in places]
    return any(is_local(place or "unknown") for place in (*places.values(), *lost)) or any(
        marks_local(turn.prompt) for turn in turns
    )


def record_marks(store: Store) -> None:
    """Record, once, which turns the user marked ` #local`: earlier versions did not record it.

    Raises LogsError.
    """
    if state.get(store.db, state.STAYS_AT):
        return
    lengths = ledger.typed_of_all(store.db)
    ids = sorted(lengths)
    for first in range(0, len(ids), _BATCH):
        found = [
            turn.id
            for turn in logs.read(store.folder.logs, ids[first : first + _BATCH])
            if marks_local(consent.typed_text(turn.prompt, lengths[turn.id]))
        ]
        ledger.record_stays(store.db, found)
    state.put(store.db, state.STAYS_AT, time.time())


def may_be_asked(turn: Turn, place: Place, destination: Destination) -> bool:
    """Tell whether a model may be asked about a turn that was said to a model at `place`."""
    return Said(place, turn.model).may_go(destination)


def first_group(turns: Sequence[Turn], at: Mapping[str, Place]) -> list[Turn]:
    """Return the turns that may be in one request with the first one.

    Turns of models on this machine are not mixed with those of other models, and turns of a model
    that runs at an unknown place are mixed with no others. `at` has the places by the ids of the
    turns.
    """

    def group(turn: Turn) -> tuple[Place, str]:
        return at[turn.id], turn.model if at[turn.id] == "unknown" else ""

    return [turn for turn in turns if group(turn) == group(turns[0])]


def profile_for(db: sqlite3.Connection, profile: str, destination: Destination) -> str:
    """Return the profile without the facts that may not go to a destination."""
    return shareable(
        profile,
        destination,
        lambda found: model_places.told_to(db, destination.model, found),
        unmarked.facts(db),
    )


def fingerprints_for(store: Store, destination: Destination) -> Forgotten:
    """Return the fingerprints of the facts that may not go to a destination, and of their quotes.

    The quote of another fact may say one of these, too: "I keep bees and take insulin". Facts that
    left the profile while they were local are among them.
    """
    former = Forgotten() if destination.place == "here" else formerly_local.load(store.db)
    whole = versions.read(store).text
    given = {fact.text for fact in facts(profile_for(store.db, whole, destination))}
    kept = [fact.text for fact in facts(whole) if fact.text not in given]
    if not kept:
        return former
    quotes = [origin.quote for origin in origins.of_facts(store.db, kept).values()]
    return former.joined(of_facts(forgotten.salt(store.db), kept, quotes))


def marked_local(store: Store, profile: str, *, heard_by: str = "") -> Forgotten:
    """Return the fingerprints of the local facts of a profile and of their quotes.

    Facts that left the profile while they were local are among them, and those that the model
    `heard_by` was told, one that runs at an unknown place, are not. Their moments are when the
    facts were marked: what says one of them and was said before that time may not leave this
    machine either. What is said later to a model elsewhere may.
    """
    former = formerly_local.load(store.db, heard_by=heard_by)
    local = local_texts(profile) if may_be_local(profile) else frozenset[str]()
    if local and heard_by:
        local -= model_places.told_to(store.db, heard_by, local)
    if not local:
        return former
    salt, now = forgotten.salt(store.db), time.time()
    at = placements.recorded_at(store.db, "local", local)
    quotes = {origin.fact: origin.quote for origin in origins.of_facts(store.db, local).values()}
    moments, sizes = dict[bytes, float](), set[int]()
    for fact in local:
        found = of_facts(salt, [fact], [quotes.get(fact, "")])
        moments |= dict.fromkeys(found.moments, at.get(fact, now))
        sizes |= found.sizes
    return former.joined(Forgotten(salt, moments, frozenset(sizes)))


def tagged(
    before: str,
    text: str,
    verdicts: "Iterable[Verdict]",
    typed: "Sequence[TypedText]",
    at: Mapping[str, Place],
    marked: Forgotten,
) -> str:
    """Return the profile with ` #local` on the facts just learned from models on this machine.

    So have known facts that the user says again with the mark ` #local`. A fact that was said to a
    model elsewhere has no mark, and loses the one that it had, unless it says what the user
    `marked` since, or some of its words were not said there: see `marked_local` and
    `repeats_local`; or unless the user did not say it plainly: see `checks.plainly_said`. A new one
    stays here, too, in a section of the user's own whose heading does, as that would be told with
    it. `before` is the profile before the update, `typed` what was typed, and `at` has the places
    of turns by their ids.
    """
    local_before = local_texts(before)
    said_at = {part.turn_id: part.said_at for part in typed}
    is_plain = _plain_statements(typed, local_before)
    elsewhere = [part.text for part in typed if at.get(part.turn_id) == "elsewhere"]
    with_mark = {part.turn_id for part in typed if marks_local(part.text)}
    beside = _beside_what_stays(before, text) if local_before else set()
    wanted: dict[str, bool] = {}
    for verdict in verdicts:
        if verdict.turn_id not in at:
            continue
        fact = said_fact(verdict)
        local = is_local(at[verdict.turn_id])
        if fact and not local:
            stays = says_marked(marked, fact, said_at.get(verdict.turn_id))
            stays = stays or fact in beside or repeats_local(fact, elsewhere, local_before)
            wanted[fact] = stays or not is_plain(verdict)
        elif fact and (not verdict.refusal or verdict.turn_id in with_mark):
            wanted[fact] = local
    if with_mark:
        said = [part.text for part in typed if part.turn_id in with_mark]
        known = [fact.text for fact in facts(text) if not fact.local]
        wanted |= dict.fromkeys(said_in(said, known, marked.salt), True)
    return with_marks(text, wanted) if wanted else text


def _beside_what_stays(before: str, text: str) -> set[str]:
    """The new facts of a text in sections whose headings stayed on this machine before."""
    before, text = (
        parts(before)[0],
        parts(text)[0],
    )  # nothing is added to the archive, which is long
    kept = local_lines.kept_sections(before)
    there = [fact.text for fact in facts(text) if fact.section in kept]
    return set(there) - {fact.text for fact in facts(before)}


def said_in(said: Sequence[str], known: Sequence[str], salt: bytes) -> list[str]:
    """Return those of the known facts that were said: a model does not propose them again.

    Halves are compared, as comparing a long text with each fact of an archive takes minutes.
    """
    together = of_facts(salt, known)
    if not known or not any(says(together, text) for text in said):
        return []
    if len(known) == 1:
        return list(known)
    half = len(known) // 2
    return said_in(said, known[:half], salt) + said_in(said, known[half:], salt)


def _plain_statements(
    typed: "Sequence[TypedText]", local: Container[str]
) -> "Callable[[Verdict], bool]":
    """Return the test whether what was said may free a fact; of a local one it must be plain."""

    def is_plain(verdict: "Verdict") -> bool:
        if said_fact(verdict) not in local:
            return True
        # Imported here because the checks take a second to load.
        from ..checks.plainly_said import is_plainly_said

        turn = "\n".join(part.text for part in typed if part.turn_id == verdict.turn_id)
        return is_plainly_said(verdict.edit.quote, turn)

    return is_plain


def says_marked(marked: Forgotten, fact: str, said_at: float | None) -> bool:
    """Tell whether a fact says what the user `marked` as local after they had said the fact."""
    at_mark = marked.since(fact, fact)
    return at_mark is not None and (said_at or 0.0) <= at_mark


def said_fact(verdict: "Verdict") -> str:
    """Return the fact that a turn said: the one that was learned, or said again; else ""."""
    if verdict.refusal == ALREADY_KNOWN:
        return verdict.edit.old
    return "" if verdict.refusal else verdict.edit.new


def repeats_local(fact: str, said: Iterable[str], local: Iterable[str]) -> bool:
    """Tell whether a fact has words of local facts that the user did not say themselves.

    A model on this machine that is asked about a conversation knows the local facts. Their words
    may enter a fact from that conversation, and a known fact may say more than was said again.
    `said` is what the user typed to other models, `local` has the texts of local facts.
    """
    words = [word for word in content_words(fact) if not is_frame_word(plain(word))]
    typed = [word for text in said for word in content_words(text)]
    unsaid = [word for word in words if not holds_all(typed, [word])]
    return bool(unsaid) and any(
        holds_all(known, [word]) for known in map(content_words, local) for word in unsaid
    )


def with_marks(text: str, wanted: Mapping[str, bool]) -> str:
    """Return the profile with facts marked as local or not: see `edits.with_locality`.

    Facts that cannot be marked stay as they are. The archive is parsed only if it may have one.
    """
    part, rest = parts(text)
    if any(_has_words(rest, fact) for fact in wanted):
        part, rest = text, ""
    with suppress(ProfileError):
        return with_locality(part, wanted) + rest
    return text


def _has_words(text: str, fact: str) -> bool:
    """Whether the words of a fact stand in a row in a text, with any spaces between them."""
    words = sorted(fact.split(), key=len, reverse=True)  # the longest is the rarest
    if not all(word in text for word in words):
        return False
    return fact in text or fact in " ".join(text.split())


def as_marked_since(db: sqlite3.Connection, text: str, now: str) -> str:
    """Return an earlier text of the profile, with the local marks that it was given since.

    Facts were given those that are recorded, and other lines those that they have `now`. Restoring
    a version must not make shareable what was marked later. Raises ProfileError.
    """
    texts = [fact.text for fact in facts(text) if not fact.local]
    marked = with_local(text, placements.recorded_at(db, "local", texts).keys())
    return local_lines.kept(now, marked) if may_be_local(now) else marked


def heard(
    before: str,
    verdicts: "Iterable[Verdict]",
    typed: "Sequence[TypedText]",
    turns: Iterable[Turn],
    at: Mapping[str, Place],
) -> list[tuple[str, str]]:
    """Return, as (fact, model), which facts were said to models that run at an unknown place.

    The arguments are those of `tagged`, and the turns. A fact with words of local facts that were
    not said to that model, or not plainly, is left out.
    """
    models = {turn.id: turn.model for turn in turns if at.get(turn.id) == "unknown"}
    local = local_texts(before)
    is_plain = _plain_statements(typed, local)
    found = []
    for verdict in verdicts:
        fact, model = said_fact(verdict), models.get(verdict.turn_id, "")
        said = [part.text for part in typed if models.get(part.turn_id) == model]
        if fact and model and is_plain(verdict) and not repeats_local(fact, said, local):
            found.append((fact, model))
    return found


def mark_learned_before(store: Store, settings: Settings) -> Version | None:
    """Mark as local, once, the facts that a version without marks learned on this machine.

    The model of the quoted turn decides. If LLM's log no longer has that turn, the fact counts as
    local. Lines that the user wrote are not marked. Returns the new version, None if there is
    nothing to mark. Raises LogsError, ProfileError and BusyError.
    """
    if settings.learned_locally == "any" or state.get(store.db, state.MARKED_AT):
        return None
    edits = model_places.unplaced_edits(store.db)
    found = _places_of_edits(store.folder, edits)
    told = [
        (edit.fact, model)
        for edit in edits
        if edit.fact and found[edit.id][0] == "unknown" and (model := found[edit.id][1])
    ]
    with state.transaction(store.db):
        model_places.record_edits(store.db, {number: place for number, (place, _) in found.items()})
        model_places.record_told(store.db, told)
    known = origins.of_facts(store.db)
    local = [origin.fact for origin in known.values() if _is_local(origin, known)]

    with versions.current(store) as before:
        already = local_texts(before.text)
        text = with_marks(before.text, dict.fromkeys(local, True))
        new = len(local_texts(text) - already)

        def record(_version: int) -> None:
            placements.record(store.db, "local", local)
            state.put(store.db, state.MARKED_AT, time.time())
            if new:
                state.put(store.db, notices.MARKED, new)

        return versions.save(store, before, NewVersion(text, MARKED, "update", record=record))


def _places_of_edits(folder: Folder, edits: Sequence[QuotedEdit]) -> dict[int, tuple[Place, str]]:
    """For each edit, where the model of the quoted turn ran, and its name, "" if unknown.

    Text from other sources, such as another program's export, the user sent to the model of the
    request, so that this model decides.
    """
    wanted = sorted({edit.turn_id for edit in edits if edit.source in ("", LOG)} - {""})
    models: dict[str, str] = {}
    for first in range(0, len(wanted), _BATCH):
        batch = logs.read(folder.logs, wanted[first : first + _BATCH])
        models |= {turn.id: turn.model for turn in batch}
    said_to = {
        edit.id: models.get(edit.turn_id, "") if edit.source in ("", LOG) else edit.model
        for edit in edits
    }
    found = location.of_names(set(said_to.values()) - {""})
    return {number: (found.get(name, "here"), name) for number, name in said_to.items()}


def _is_local(origin: Origin, known: Mapping[str, Origin]) -> bool:
    """Whether a fact, or for a merged fact any part of it, was said to a model on this machine."""
    if origin.turn_id:
        return is_local(origin.place)
    return any(is_local(each.place) for each in origins.history_of(known, origin.fact))
