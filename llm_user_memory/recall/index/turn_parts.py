"""Parts for the index of turns that are not in LLM's log, and which may go into a prompt."""

import json
import sqlite3
from collections.abc import Callable, Collection, Sequence

from ...egress import Place, Said
from ...imports.growing import Added
from ...logs import Turn
from ...logs.heard import Heard
from ...profile.line_marks import marks_local
from ...store import consent
from ...store.state import Store
from ...text.fingerprints import Forgotten, says
from .chunks import pieces
from .passages import Part, Piece


class TurnParts:
    """Makes parts of the turns of one conversation, in order.

    `lacks` tells whether text was left out that may return. `heard` is what answers may repeat of
    the turns so far, without those that have no answer yet.
    """

    def __init__(
        self,
        db: sqlite3.Connection,
        store: Store,
        document: tuple[str, str],
        forgotten: Forgotten,
        origins: Callable[[Collection[str]], dict[str, Place]],
        undated: float,
    ) -> None:
        """`document` is its kind and key, `undated` the time of turns of an unknown time.

        `origins` returns where the models ran that turns were said to, of those it knows.
        """
        self.db, self.store, self.forgotten = db, store, forgotten
        self.kind, self.document = document
        self.lacks = False
        self.heard = Heard()
        self._origins, self._undated = origins, undated

    def of(
        self, turns: Sequence[Turn], number_open: int = 0, *, kept: Collection[str] = ()
    ) -> list[Part]:
        """Return the parts of the turns that may be indexed.

        The last `number_open` of them have no answer yet. The user alone finds those that are
        `kept`, by their ids.
        """
        forgotten = {turn.id for turn in turns if self.forgotten.turn(turn.id)}
        left_out = self._elsewhere([turn.id for turn in turns]) | forgotten
        self.lacks = self.lacks or bool(left_out)
        known = self._origins([turn.id for turn in turns])
        made: dict[str, Part] = {}
        heard = self.heard
        for number, turn in enumerate(turns, 1):
            said = Said(known.get(turn.id, "unknown"), turn.model)
            shareable = turn.id not in kept and self._is_shareable(turn)
            is_kept = not shareable or turn.id in forgotten
            # The answers may speak of what is left out in other words.
            is_kept = is_kept or says(self.forgotten, turn.prompt)
            heard = heard.after(Said("here") if marks_local(turn.prompt) else said, is_kept=is_kept)
            if number <= len(turns) - number_open:
                self.heard = heard
            if turn.id not in left_out:
                made[turn.id] = self._part(turn, said, heard, shareable=shareable)
        return [part for part in made.values() if part.pieces]

    def of_answer(self, added: Added) -> list[Part]:
        """Return the part with further answers to a turn that is indexed already, else None."""
        query = """
            select x.key, x.said_at, x.model, x.origin, max(p.shareable) as shareable from parts x
            join passages p on p.part = x.id join documents d on d.id = x.document
            where d.kind = ? and d.key = ? and x.key = ? group by x.id order by x.id limit 1
        """
        where = (self.kind, self.document, added.answered)
        row = self.db.execute(query, where).fetchone() if added.answer else None
        if row is None:
            return []
        said = Said(row["origin"], row["model"])
        found = self._answer(added.answer, said, self.heard, shareable=bool(row["shareable"]))
        part = Part(row["key"], found, row["said_at"], row["model"], origin=row["origin"])
        return [part] if found else []

    def _part(self, turn: Turn, said: Said, heard: Heard, *, shareable: bool) -> Part:
        stays = marks_local(turn.prompt)
        found = self._allowed("user", turn.prompt, shareable=shareable, stays=stays)
        found += self._answer(turn.response, said, heard, shareable=shareable)
        said_at = turn.started or self._undated
        return Part(turn.id, found, said_at, turn.model, origin=said.origin)

    def _answer(self, text: str, said: Said, heard: Heard, *, shareable: bool) -> list[Piece]:
        shareable = shareable and not heard.is_kept
        stays = not heard.goes_as_far_as(said)
        return self._allowed("assistant", text, shareable=shareable, stays=stays)

    def _allowed(
        self, role: str, text: str, *, shareable: bool, stays: bool = False
    ) -> list[Piece]:
        found = [Piece(role, start, piece, shareable, stays) for start, piece in pieces(text)]
        allowed = [piece for piece in found if not says(self.forgotten, piece.text)]
        self.lacks = self.lacks or len(allowed) < len(found)
        return allowed

    def _is_shareable(self, turn: Turn) -> bool:
        """Whether a turn may go into a prompt: not if it was, or may be, said in a pause."""
        state, said_at = self.store.db, turn.started or self._undated
        if not turn.started and consent.has_paused(state):
            return False
        if consent.pause_at(state, said_at, turn.typed_since):
            return False
        return not consent.in_doubt(state, said_at)

    def _elsewhere(self, ids: Sequence[str]) -> set[str]:
        """The turns that another document of the same program has."""
        query = """
            select x.key from parts x join documents d on d.id = x.document
            where x.key in (select value from json_each(?)) and d.kind = ? and d.key != ?
        """
        rows = self.db.execute(query, (json.dumps(list(ids)), self.kind, self.document))
        return {row["key"] for row in rows}
