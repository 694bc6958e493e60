"""Which turns of connected programs the user alone finds: what no hook saw typed with memory on.

A hook leaves a receipt for each prompt that is typed with memory on, in the profile in use. What
has none was typed with memory off, or for another profile. A receipt counts once the daemon has
read it: the files of turns that had none are then read again.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from ...logs import Turn
from ...settings import Folder
from ...store import clients, ledger, state
from ...store.state import Store
from .file_states import Name, State

PROGRAMS = ("claude-code", "codex")
"""The programs with such hooks."""


class Unreceipted:
    """What state.db knows of turns. It reads once when each program was connected."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def among(self, program: str, turns: Sequence[Turn], undated: float) -> list[str]:
        """Return the turns without a receipt from while the program was connected, by their ids.

        `undated` is the time of turns of an unknown time.
        """
        periods = self._connected[program] if program in PROGRAMS else []
        found = [
            turn.id
            for turn in turns
            if any(begun <= (turn.started or undated) < ended for begun, ended in periods)
        ]
        read = ledger.reasons(self._store.db, found) if found else {}
        return [turn_id for turn_id in found if turn_id not in read]

    def changed(self, states: Mapping[Name, State]) -> Iterator[tuple[Name, State]]:
        """Yield the files to be read again, with their new states.

        These have turns of which a receipt was read since, or were read by an earlier version.
        """
        of_hooks = {name: had for name, had in states.items() if name[0] in PROGRAMS}
        waiting = [turn_id for had in of_hooks.values() for turn_id in had.unreceipted or ()]
        read = ledger.reasons(self._store.db, waiting).keys() if waiting else set[str]()
        for name, had in of_hooks.items():
            if had.unreceipted is None or not read.isdisjoint(had.unreceipted):
                yield name, had._replace(size=-1)

    @cached_property
    def _connected(self) -> Mapping[str, list[tuple[float, float]]]:
        default = Folder(self._store.folder.path)  # the clients are in its state.db
        if self._store.folder == default:
            return self._periods(self._store)
        if not default.state.exists():
            return {program: [] for program in PROGRAMS}
        with state.opened(default) as store:
            return self._periods(store)

    def _periods(self, default: Store) -> Mapping[str, list[tuple[float, float]]]:
        found = {}
        for program in PROGRAMS:
            times = (turn.started for turn in ledger.of_program(self._store.db, program))
            seen = min(filter(None, times), default=float("inf"))
            found[program] = clients.periods(default.db, program, seen)
        return found
