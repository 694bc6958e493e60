"""The ways to learn of `Memory`: from turns, a file, or LLM's log. Each takes an open memory."""

import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from .. import imports
from ..egress import Place, is_local
from ..errors import ImportFileError, MemoryPluginError
from ..imports import Conversation, Unreadable
from ..learn import manual, proposing, role_play, said_again, schedule
from ..learn.backfill import (
    eligibility,
    from_files,
    from_log,
    grown_texts,
    refused_turns,
    selection,
)
from ..learn.backfill import run as backfill
from ..learn.backfill.from_messages import dated
from ..learn.backfill.receipted import Receipts
from ..learn.backfill.refused_turns import Refusal
from ..learn.backfill.run import Plan
from ..learn.backfill.selection import Criteria
from ..learn.backfill.staging import Candidate, Staging
from ..learn.update import Result, run_update, without_updates
from ..logs import Turn
from ..model import location
from ..model.installed import default_model
from ..profile.document import STANDARD_SECTIONS
from ..profile.edits import Edit
from ..profile.line_marks import marks_local
from ..settings import Settings, read_settings
from ..store import (
    backfilled,
    consent,
    forgotten,
    kept_conversations,
    ledger,
    model_places,
    state,
)
from ..store.consent import Consent
from ..store.profile import versions
from ..store.state import Store
from ..store.updates import SAID
from ..text.fingerprints import Forgotten, says
from ..text.words import storable
from .results import Refused, Update, combined

_A_DAY = 86400.0


def learn_and_keep(
    store: Store,
    turns: Sequence[Turn],
    whole: Sequence[Turn],
    model: str | None,
    when: float | None,
) -> Update:
    """Learn from the turns, and store the same with `whole` answers, so that a search finds them.

    What is stored is so also if the model cannot be asked. That a turn is stored as said on this
    machine, as what it may repeat was, does not tell where the model of its answer ran.
    """
    earlier = kept_conversations.places(store.db, [turn.id for turn in turns])
    kept = keep(store, whole, model, when)
    new = {turn.id for turn in turns} - set(earlier)
    return replace(from_turns(store, turns, model, when, new), kept=kept)


def from_turns(
    store: Store,
    turns: Sequence[Turn],
    model: str | None,
    when: float | None = None,
    just_kept: Collection[str] = (),
) -> Update:
    """Learn from those turns of the caller's conversation that have not been learned from.

    `when` is the conversation's time in seconds since 1970, for the turns of an unknown time (0).
    `just_kept` are those that were stored for the first time by the same call.
    """
    if not turns:
        return Update(skipped=ledger.NOTHING_TYPED)
    settings = read_settings()
    begins = grown_texts.known_parts(store, turns)
    if reason := schedule.forbidden(store.db, settings, time.time())[0]:
        refused_turns.record(store, turns, when, reason, begins)
    new = [grown_texts.new_part(turn, begins.get(turn.id, 0)) for turn in turns]
    said_again.mark_passed(store, settings, new)
    if reason:
        return Update(skipped=reason)
    paused = _of_day_with_pause(store, turns, when)
    turns, refused, in_doubt, earlier, reasons = _passed(store, turns, when, begins)
    rules = eligibility.Eligibility(store.db)
    places = _places(store, rules, [*earlier, *turns], model, just_kept)
    candidates: list[Candidate] = [
        replace(
            rules.candidate(turn, Consent(reasons.get(turn.id, "")), place=places.get(turn.id, "")),
            prompt="",
        )
        for turn in earlier
    ]
    for turn in turns:
        given = Consent(consent.PAUSED) if turn.id in paused else _consent(turn, refused)
        candidate = rules.candidate(turn, given, place=places.get(turn.id, ""))
        candidates.append(replace(candidate, in_doubt=turn.id in in_doubt))
    with state.transaction(store.db):  # answers that are passed later may repeat them
        for each in candidates:
            if each.refusal == consent.FORGOTTEN:
                ledger.enter(store.db, each.turn, consent.FORGOTTEN)
    with closing(Staging()) as staged:
        staged.add(turns[0].thread_id, SAID, "", candidates)
        return _from_staged(store, staged, turns[0].thread_id, model)


class _Passed(NamedTuple):
    """The turns that a caller passes, without what may not be learned, and why that is so.

    `earlier` are the turns of the conversation that were passed before, and are not among these,
    and `reasons` says why some of them were skipped. What is learned from those `in_doubt` waits.
    """

    turns: Sequence[Turn]
    refused: Mapping[str, Refusal]
    in_doubt: Collection[str]
    earlier: Sequence[Turn]
    reasons: Mapping[str, str]


def _passed(
    store: Store, turns: Sequence[Turn], when: float | None, begins: Mapping[str, int]
) -> _Passed:
    """What of the turns may be used; `begins` is what `grown_texts.known_parts` returns of them."""
    refused = refused_turns.among(store, turns, begins)
    grown = {t.id for t in turns if (at := begins.get(t.id)) and grown_texts.may_be_anothers(t, at)}
    in_doubt = {*refused, *grown, *role_play.turns_in_role(turns)}
    turns = [grown_texts.new_part(turn, begins.get(turn.id, 0)) for turn in turns]
    recorded = backfilled.of_thread(store.db, turns[0].thread_id)
    known = {turn.id: turn.started for turn in recorded}
    allowed = list(_allowed(dated(turns, when, known), refused))
    earlier = _earlier(recorded, allowed)
    reasons = ledger.reasons(store.db, [turn.id for turn in earlier])
    return _Passed(allowed, refused, in_doubt, earlier, reasons)


def _earlier(recorded: Iterable[Turn], turns: Sequence[Turn]) -> list[Turn]:
    """The turns of the same conversation that were passed before, and are not among these.

    A caller may pass the last messages alone, and answers among them may repeat those before. They
    come first, whatever time the caller gives.
    """
    passed = {turn.id for turn in turns}
    first = min(turn.started for turn in turns)
    return [
        one._replace(started=min(one.started, first), ended=min(one.started, first))
        for one in recorded
        if one.id not in passed
    ]


def _allowed(turns: Sequence[Turn], refused: Mapping[str, Refusal]) -> Iterator[Turn]:
    """The turns of a caller without what may not be learned, nor the answers that may repeat it."""
    heard = False
    for turn in turns:
        refusal = refused.get(turn.id)
        heard = heard or refusal is not None
        prompt = refusal.rest if refusal else turn.prompt
        yield turn._replace(prompt=prompt, response="") if heard else turn


def _of_day_with_pause(store: Store, turns: Sequence[Turn], when: float | None) -> set[str]:
    """The ids of turns of which only the day is known, if learning was paused on it for a while."""
    days = _days(when) if when is not None else []
    if not any(consent.pause_at(store.db, begin + _A_DAY - 1, begin) for begin in days):
        return set()
    return {turn.id for turn in turns if not turn.started}


def _days(when: float) -> list[float]:
    """When the day begins that a time means as a whole, if it does: midnight here, or in UTC."""
    days = [when] if time.localtime(when)[3:6] == (0, 0, 0) else []
    utc = time.gmtime(when)
    if utc[3:6] == (0, 0, 0):
        days += [when, time.mktime((*utc[:6], 0, 0, -1))]
    return days


def _consent(turn: Turn, refused: Mapping[str, Refusal]) -> Consent:
    """The consent to learn from a turn of a caller: none if all of it was refused."""
    refusal = refused.get(turn.id)
    return Consent(refusal.reason) if refusal and not refusal.rest else Consent()


def _places(
    store: Store,
    rules: eligibility.Eligibility,
    turns: Sequence[Turn],
    model: str | None,
    just_kept: Collection[str],
) -> Mapping[str, Place]:
    """Where the models of the turns ran, if an answer may repeat what stays on this machine.

    That is if a model on this machine was asked about an earlier part of the conversation, or if
    the user marked one ` #local`. A turn that nobody was asked about counts as said to the model
    that is asked now.
    """
    settings = read_settings()
    ids = [turn.id for turn in turns if turn.id not in just_kept]
    kept = kept_conversations.places(store.db, ids)
    here: dict[str, Place] = {turn_id: place for turn_id, place in kept.items() if is_local(place)}
    known = {**rules.places(turns), **here}
    stays = any(map(is_local, known.values())) or any(marks_local(turn.prompt) for turn in turns)
    if settings.learned_locally == "any" or not stays:
        return {}
    asked = _asked(settings, model)
    now = location.of_names([asked])[asked]
    return {turn.id: known.get(turn.id, now) for turn in turns}


def from_file(store: Store, file: Path, kind: str, model: str | None, account: str = "") -> Update:
    """Learn from a file or folder of another program, in the format `kind`.

    `account` is that of `imports.read`. Raises ImportFileError if nothing can be read.
    """
    if kind == "facts":
        return _facts_added(store, file)
    if kind in imports.MEMORIES:
        return _facts_proposed(store, file, kind)
    with closing(Staging()) as staged:
        rules, receipts = eligibility.Eligibility(store.db), Receipts(store)
        unread: list[Unreadable] = []
        for each in imports.read(file, kind, account):
            if isinstance(each, Conversation):
                from_files.stage(staged, rules, receipts, each, file)
            else:
                unread.append(each)
        if unread and not any(staged):
            raise ImportFileError(_place(unread[0]), untouched="Nothing was learned.")
        return _from_staged(store, staged, None, model)


def from_logged(store: Store, conversation: str, model: str | None) -> Update:
    """Learn now from a conversation of LLM's log: from its pending turns or, without any, from all.

    The latter is a backfill, which also takes turns that were not typed with memory on.
    """
    settings = read_settings()
    ledger.ingest(store)
    asked: list[Result] = []
    left: set[tuple[str, ...]] = set()
    # A request may have room for the first turns only: see `run_update`.
    while (waiting := _waiting(store, settings, conversation)) and waiting.turn_ids not in left:
        if reason := schedule.forbidden(store.db, settings, time.time())[0]:
            return Update(skipped=reason)
        left.add(waiting.turn_ids)
        with without_updates(store.folder):
            asked.append(run_update(store, settings, waiting))
    if asked:
        return combined(asked)
    with closing(Staging()) as staged:
        from_log.scan(staged, store, store.folder.logs, [conversation])
        return _from_staged(store, staged, conversation, model)


def _waiting(store: Store, settings: Settings, conversation: str) -> ledger.Conversation | None:
    """The pending turns of the conversation, or None."""
    pending = ledger.pending(store.db, 0, model=settings.model)
    return next((each for each in pending if each.thread_id == conversation), None)


def keep(store: Store, turns: Sequence[Turn], model: str | None, when: float | None) -> int:
    """Store turns so that a search finds them; return how many are new or have grown.

    Turns from which a fact was forgotten, or that say one, are not stored, nor those that were
    first passed while learning was paused or switched off, nor answers after any of them, which may
    repeat them. `when` is as in `from_turns`.
    """
    from ..recall.index import refresh

    if not turns or schedule.forbidden(store.db, read_settings(), time.time())[0]:
        return 0
    fingerprints = forgotten.load(store.db)
    begins = grown_texts.known_parts(store, turns)
    allowed, _, _, earlier, reasons = _passed(store, turns, when, begins)
    paused = _of_day_with_pause(store, turns, when)
    heard = any(reasons.get(turn.id) or _says(fingerprints, turn) for turn in earlier)
    allowed = [turn for turn in allowed if turn.id not in paused]
    wanted = list(_kept(allowed, fingerprints, heard=heard or bool(paused)))
    if not wanted:
        return 0
    asked = _asked(read_settings(), model)
    numbers = [turn.id for turn in (*earlier, *allowed)]
    places = model_places.of_turns(store.db, numbers) | kept_conversations.places(store.db, numbers)
    is_here = any(map(is_local, places.values()))
    place: Place = "here" if is_here else location.of_names([asked])[asked]
    number = kept_conversations.add(store.db, wanted, place)
    if number and store.folder.index_db.exists():
        with suppress(MemoryPluginError), refresh.writing(store.folder) as db:
            refresh.update_kept(db, store)  # if this fails, the next search does it
    return number


def _kept(turns: Iterable[Turn], forgotten: Forgotten, *, heard: bool) -> Iterator[Turn]:
    """The turns without those that say what was forgotten, nor the answers after them.

    `heard` tells that an earlier turn says it, or was refused.
    """
    for turn in turns:
        if _says(forgotten, turn):
            heard = True
        elif turn.prompt:
            is_withheld = heard or says(forgotten, turn.response)
            yield turn._replace(response="") if is_withheld else turn


def _says(forgotten: Forgotten, turn: Turn) -> bool:
    return forgotten.turn(turn.id) or says(forgotten, turn.prompt)


def _asked(settings: Settings, model: str | None) -> str:
    """The name of the model that is asked about a conversation of the caller."""
    return storable(model or settings.model or default_model())


def _from_staged(
    store: Store, staged: Staging, conversation: str | None, model: str | None
) -> Update:
    """Learn from one staged conversation, or with None from all."""
    settings = read_settings()
    if reason := schedule.forbidden(store.db, settings, time.time())[0]:
        return Update(skipped=reason)
    wanted = Criteria(conversations=[conversation]) if conversation else Criteria()
    found = selection.select(staged, wanted)
    if not found.taken:
        return Update(skipped=next(iter(found.skipped), "there is no such conversation"))
    asked = model or settings.model
    models = {t.id: storable(asked or t.model or default_model()) for t in found.taken}
    plan = Plan(found.taken, models)
    return combined(result for _, result in backfill.learn(store, settings, staged, plan))


def _place(unread: Unreadable) -> str:
    where = f"{unread.path}, line {unread.line}" if unread.line else str(unread.path)
    return f"{where}: {unread.problem}"


def _facts_added(store: Store, file: Path) -> Update:
    """Add the facts of a list as the user's own; those that cannot be added are in `refused`."""
    listed, _unread = imports.read_facts(file)
    before = versions.read(store).text
    new = manual.unknown(before, listed)
    reasons = manual.refused(store, new)
    wanted = [one for one in new if one not in reasons]
    manual.add(store, wanted, "import")
    made = tuple(Edit("add", section, new=fact) for section, fact in wanted)
    refused = tuple(
        Refused(Edit("add", section, new=fact), reason)
        for (section, fact), reason in reasons.items()
    )
    return Update(made, refused, "" if new else "nothing in it is new")


def _facts_proposed(store: Store, file: Path, kind: str) -> Update:
    """Put the facts of another program's memory into the review queue."""
    listed, _unread = imports.read_memories(file, kind)
    unfit = proposing.unfit(store, listed)
    wanted = [fact for fact in dict.fromkeys(listed) if fact not in unfit]
    refused = [
        Refused(Edit("add", STANDARD_SECTIONS[0], new=fact), reason)
        for fact, reason in unfit.items()
        if reason not in (proposing.KNOWN, proposing.WAITING)
    ]
    proposing.propose_all(store, wanted, kind, file.name)
    waits = "what it knows waits in `llm memory review`"
    return Update((), tuple(refused), waits if wanted else "nothing in it is new")
