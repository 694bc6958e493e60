"""Which turns of programs with hooks may be imported: those with a receipt of the profile in use.

While Claude Code or Codex is connected, a hook leaves a receipt (`store.receipts`) for each prompt
that is typed with memory on, in the profile in use. So what was typed then without one was typed
with memory off, and what has one of another profile was said for that profile. What was typed
before the program was connected, or after it was disconnected, is imported like what other programs
have.

gptme has no such hook: at the end of a session it may import its file, with the settings of the
session. If nothing may be learned then, what is new in the file is not imported later either. What
was learned for another profile was said for that one.
"""

import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ...imports import Conversation
from ...logs import Turn
from ...settings import Folder, read_settings
from ...store import backfilled, clients, consent, forgotten, ledger, profiles, receipts, state
from ...store.ledger import OfProgram
from ...store.receipts import Session
from ...store.state import Store
from .. import schedule
from ..sessions import enter_found, matches
from ..transcripts import FORMATS
from . import refused_turns
from .dry_run import Copy

_GPTME = "gptme"


class _Profile(NamedTuple):
    """What a profile knows of programs: turns by their ids, and by thread what waits to be read.

    `learned` are the turns of gptme from which it learned.
    """

    recorded: Mapping[str, OfProgram]
    waiting: Mapping[str, Session]
    salt: bytes
    learned: frozenset[str]


class _Known(NamedTuple):
    """The profile in use, the others, and from when to when each program was connected."""

    own: _Profile
    others: list[_Profile]
    connected: Mapping[str, list[tuple[float, float]]]


class Receipts:
    """The receipts of all profiles, read when the first conversation of such a program is met."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def enter_waiting(self, conversation: Conversation, *, is_alone: bool) -> None:
        """Record the turns of a conversation whose receipts no daemon has read. Raises StateError.

        What a hook saw of them, `Eligibility` reads from the ledger. `is_alone` tells that the file
        of the conversation was named: so gptme hands over a session that has ended.
        """
        if conversation.source == _GPTME and is_alone and not isinstance(self._store, Copy):
            reason, _until = schedule.forbidden(self._store.db, read_settings(), time.time())
            if reason:
                refused_turns.record(self._store, conversation.turns, None, reason)
        if conversation.source in FORMATS:
            session = self._known.own.waiting.get(conversation.id)
            if session:
                enter_found(self._store, session, conversation)

    def refusals(self, conversation: Conversation, turns: Sequence[Turn]) -> dict[str, str]:
        """Return why turns of a conversation may not be learned from, by their ids.

        `turns` are the turns of the conversation, each with a time. Raises StateError if the
        state.db of any profile cannot be read.
        """
        if conversation.source == _GPTME:
            return self._refusals_of_gptme(turns)
        if conversation.source not in FORMATS:
            return {}
        own = _with_receipt(self._known.own, conversation)
        of_others = {
            turn_id for one in self._known.others for turn_id in _with_receipt(one, conversation)
        }
        periods = self._known.connected.get(conversation.source, [])
        found = {}
        for turn in turns:
            if turn.id in own:
                continue
            if turn.id in of_others:
                found[turn.id] = consent.OTHER_PROFILE
            elif any(begun <= turn.started < ended for begun, ended in periods):
                found[turn.id] = consent.UNMARKED
        return found

    def _refusals_of_gptme(self, turns: Sequence[Turn]) -> dict[str, str]:
        known = self._known
        found = dict[str, str]()
        for turn in turns:
            is_others = any(turn.id in one.learned for one in known.others)
            if is_others and turn.id not in known.own.learned:
                periods = known.connected.get(_GPTME, [])
                if any(begun <= turn.started < ended for begun, ended in periods):
                    found[turn.id] = consent.OTHER_PROFILE
        refused = refused_turns.among(self._store, turns)
        return found | {turn_id: refusal.reason for turn_id, refusal in refused.items()}

    @cached_property
    def _known(self) -> _Known:
        store = self._store
        # The copy of a dry run has no receipts.
        path = (store.original if isinstance(store, Copy) else store.folder).path
        own = _profile(store.db, Folder(path, store.folder.name))
        others = list[_Profile]()
        for folder in profiles.every(store.folder.path):
            if folder != store.folder:
                with state.opened(folder) as other:
                    others.append(_profile(other.db, Folder(path, folder.name)))
        connected: dict[str, list[tuple[float, float]]] = {}
        default = Folder(store.folder.path)
        if default.state.exists():  # the clients are in it
            with state.opened(default) as known:
                for client in (*FORMATS, _GPTME):
                    seen = _first_seen([own, *others], client)
                    connected[client] = clients.periods(known.db, client, seen)
        return _Known(own, others, connected)


def _first_seen(every: Iterable[_Profile], client: str) -> float:
    """When the first turn of a program was recorded, infinity if there is none."""
    turns = (turn for one in every for turn in one.recorded.values())
    times = (turn.started for turn in turns if turn.id.startswith(f"{client}:"))
    return min(filter(None, times), default=float("inf"))


def _profile(db: sqlite3.Connection, folder: Folder) -> _Profile:
    waiting = receipts.sessions(folder, time.time())
    return _Profile(
        {turn.id: turn for client in FORMATS for turn in ledger.of_program(db, client)},
        {session.thread_id: session for session in waiting},
        forgotten.salt(db),
        frozenset(backfilled.ids_from(db, _GPTME)),
    )


def _with_receipt(profile: _Profile, conversation: Conversation) -> set[str]:
    """The turns that have a receipt, read or not, for the words that they have."""
    found = set()
    for turn in conversation.turns:
        known = profile.recorded.get(turn.id)
        if known and known.digest in ("", receipts.digest_of(turn.prompt, profile.salt)):
            found.add(turn.id)
    if session := profile.waiting.get(conversation.id):
        found |= {turn.id for _, turn in matches(profile.salt, session, conversation)}
    return found
