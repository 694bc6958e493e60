"""Finds answers that may repeat turns that a request must not contain: see `logs.heard.Heard`."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from .. import logs
from ..egress import Place, Said
from ..errors import ModelError
from ..logs import Turn
from ..logs.heard import Heard
from ..model import location
from ..profile.line_marks import marks_local
from ..settings import Settings
from ..store import ledger
from ..store.ledger import Recorded
from ..store.state import Store
from ..text.fingerprints import Forgotten, is_turn_forgotten


def answers(
    store: Store, settings: Settings, thread_id: str, turns: Sequence[Turn], forgotten: Forgotten
) -> set[str]:
    """Return the ids of the turns whose answers may repeat an earlier turn that is restricted.

    A turn is restricted if memory was off or paused, if it was for another profile, if its prompt
    was piped in or says what was forgotten since, if it cannot be known who wrote it, or if its
    model ran on this machine or the user marked it ` #local` (unless `learned_locally` is "any").
    So is one from before memory was in use, which is not recorded. Raises LogsError.
    """
    recorded = {one.id: one for one in ledger.of_thread(store.db, thread_id)}
    ids = sorted({*recorded, *logs.ids_of_thread(store.folder.logs, thread_id)})
    if len(ids) < 2:
        return set()
    said = _said(store, recorded.values())
    for id_ in forgotten_turns(
        forgotten, logs.read(store.folder.logs, ids) if forgotten.moments else ()
    ):
        recorded.pop(id_, None)
    every = [_asked(id_, recorded.get(id_), said.get(id_)) for id_ in ids]
    return _of_turns(settings, every, turns)


def answers_in_session(
    store: Store,
    settings: Settings,
    session: Sequence[Turn],
    turns: Sequence[Turn],
    forgotten: Forgotten,
) -> set[str]:
    """Return the same for the turns of another program's session, which has all of its turns.

    A turn that is not recorded is restricted, too: its prompt has no receipt, such as one that was
    typed with memory off, or with another profile.
    """
    query = f"""
        select {ledger.RECORDED} from turns where id in (select value from json_each(?))
    """
    ids = json.dumps([turn.id for turn in session])
    recorded = {row["id"]: ledger.recorded(row) for row in store.db.execute(query, (ids,))}
    for id_ in forgotten_turns(forgotten, session):
        recorded.pop(id_, None)
    turns_of = {turn.id: turn for turn in session}
    said = {
        id_: Said("here" if marks_local(turns_of[id_].prompt) else one.place, turns_of[id_].model)
        for id_, one in recorded.items()
    }
    every = [_asked(turn.id, recorded.get(turn.id), said.get(turn.id)) for turn in session]
    return _of_turns(settings, every, turns)


def forgotten_turns(forgotten: Forgotten, turns: Iterable[Turn]) -> set[str]:
    """Return the ids of turns that a fact was forgotten from, or that say one forgotten since."""
    return {
        turn.id
        for turn in turns
        if is_turn_forgotten(forgotten, turn.id, turn.prompt, turn.started)
    }


class Asked(NamedTuple):
    """A turn of a conversation. `is_kept` tells whether it may go to no model."""

    turn_id: str
    said: Said
    is_kept: bool


def repeating(every: Iterable[Asked], *, stays: bool) -> Iterator[str]:
    """Yield the ids of the turns of a conversation whose answers may repeat a restricted one.

    `every` has all turns, in order. `stays` tells whether what was said to a model on this machine
    is restricted.
    """
    heard = Heard()
    for turn_id, said, is_kept in every:
        if heard.is_kept or (stays and not heard.goes_as_far_as(said)):
            yield turn_id
        heard = heard.after(said, is_kept=is_kept)


def _asked(turn_id: str, recorded: Recorded | None, said: Said | None) -> Asked:
    """A turn by its record; one without a record may go to no model."""
    if recorded is None or said is None:
        return Asked(turn_id, Said(""), is_kept=True)
    return Asked(turn_id, said, recorded.is_kept)


def _of_turns(settings: Settings, every: Iterable[Asked], turns: Sequence[Turn]) -> set[str]:
    stays = settings.learned_locally == "local"
    return {turn.id for turn in turns}.intersection(repeating(every, stays=stays))


def _said(store: Store, recorded: Collection[Recorded]) -> dict[str, Said]:
    """The model of each turn and where it ran: as recorded, else where it runs now."""
    models = logs.models_of(store.folder.logs, [one.id for one in recorded])
    names = {models.get(one.id, "") for one in recorded if not one.place} - {""}
    now: dict[str, Place] = dict.fromkeys(names, "unknown")
    with suppress(ModelError):  # LLM's plugins cannot be loaded
        now |= location.of_names(names)
    found: dict[str, Said] = {}
    for one in recorded:
        model = models.get(one.id, "")
        found[one.id] = Said(one.place or now.get(model, ""), model)
    return found
