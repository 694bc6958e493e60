"""Reading passages of the index as hits, without those that were deleted or forgotten since."""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property
from itertools import islice
from math import inf

from ..errors import ProfileError, StateError
from ..settings import Folder
from ..store import state
from ..store.exposure import exposed_log
from ..store.profile import file as profile_file
from ..text.fingerprints import Forgotten, says
from .candidates import ROW, Condition, rows
from .hits import Hit
from .index import db as index_db
from .index import passage_texts
from .index.db import FILES, LOGS, NOTES, PROFILE, PROGRAMS, TALKS

# The kinds of documents that are in files.
_IN_FILES = frozenset({NOTES, FILES, *PROGRAMS})

# Seconds to wait for a locked state.db.
_PATIENCE = 0.05

BATCH = 60
"""The number of passages whose texts are read together."""

# The number of hits that are compared with what was forgotten together.
_COMPARED = 8


def readable(
    db: sqlite3.Connection,
    folder: Folder,
    order: Sequence[int],
    condition: Condition,
    forgotten: Forgotten,
    kept: Collection[str],
) -> Iterator[Hit]:
    """Yield the passages in order as hits, without those that were deleted or forgotten.

    It is `without_forgotten` of what `undeleted` yields: see both.
    """
    return without_forgotten(db, folder, undeleted(db, folder, order, condition, kept), forgotten)


def undeleted(
    db: sqlite3.Connection,
    folder: Folder,
    order: Sequence[int],
    condition: Condition,
    kept: Collection[str],
) -> Iterator[Hit]:
    """Yield the passages in order as hits, without those that were deleted.

    Those that do not meet the condition are left out too. What was marked as local since the last
    update of the index already counts. Documents of the kinds `kept` go into no prompt, and what
    the index has of a file that was changed or deleted since goes to no model.
    """
    is_local, is_stale = _local_now(folder), _stale_now(db)
    is_noted = False
    for first in range(0, len(order), BATCH):
        found = rows(db, order[first : first + BATCH], condition)
        texts = passage_texts.read(db, folder, found)
        for number in order[first : first + BATCH]:
            if (row := found.get(number)) is None:
                continue
            text = texts.get(number)
            if text is None:
                is_noted = is_noted or _note_deleted(db)
                continue
            shareable = bool(row["shareable"]) and row["kind"] not in kept
            shareable = shareable and not is_stale(row["kind"], row["document_key"])
            hit = _hit(row, text, shareable=shareable)
            yield hit._replace(origin="here") if hit.kind == PROFILE and is_local(text) else hit


def without_forgotten(
    db: sqlite3.Connection, folder: Folder, hits: Iterable[Hit], forgotten: Forgotten
) -> Iterator[Hit]:
    """Yield the hits without those that were forgotten since the last update of the index.

    Answers below what was forgotten go to no model. To compare a text takes long, so no more hits
    are looked at than are wanted, and a few.
    """
    if not forgotten.moments:
        yield from hits
        return
    above, left = Above(db, folder, forgotten), iter(hits)
    while several := list(islice(left, _COMPARED)):
        above.read([hit.passage for hit in several if hit.shareable and _is_answer(hit)])
        for hit in several:
            if hit.kind in TALKS and forgotten.turn(hit.part):
                continue
            is_fact = hit.kind == PROFILE
            if says(forgotten, hit.text, is_fact=True) if is_fact else above.says(hit.text):
                continue
            if hit.shareable and _is_answer(hit) and above.is_forgotten(hit.passage):
                hit = hit._replace(shareable=False)
            yield hit


def neighbours(
    db: sqlite3.Connection, folder: Folder, hit: Hit, number: int, forgotten: Forgotten
) -> list[Hit]:
    """Return the hit with up to `number` passages before and after it in its document, in order.

    A fact of the profile is returned alone: its neighbours are of other days. Raises LogsError.
    """
    if hit.kind == PROFILE:
        return [hit]
    query = f"{ROW} where d.kind = ? and d.key = ? and p.ordinal between ? and ? order by p.ordinal"
    between = (hit.kind, hit.document, hit.ordinal - number, hit.ordinal + number)
    rows = [row["id"] for row in db.execute(query, between).fetchall()]
    return list(readable(db, folder, rows, Condition(), forgotten, kept_from_prompts(folder)))


def of_turn(
    db: sqlite3.Connection, folder: Folder, turn_id: str, forgotten: Forgotten
) -> list[Hit]:
    """Return the passages of a turn, in order. Raises LogsError."""
    query = (
        f"{ROW} where x.key = ? and d.kind in (select value from json_each(?)) order by p.ordinal"
    )
    rows = [row["id"] for row in db.execute(query, (turn_id, json.dumps(TALKS))).fetchall()]
    return list(readable(db, folder, rows, Condition(), forgotten, kept_from_prompts(folder)))


def kept_from_prompts(folder: Folder) -> Collection[str]:
    """Return the kinds of documents that go into no prompt: LLM's log, if others may change it."""
    return (LOGS,) if exposed_log(folder) else ()


def _note_deleted(db: sqlite3.Connection) -> bool:
    """Have the next update look for deletions from LLM's log. Returns True, even without effect.

    An index that another process is writing, or that is read-only, is left unchanged.
    """
    with suppress(sqlite3.OperationalError):
        if index_db.get(db, index_db.STALE) is None:
            index_db.put(db, index_db.STALE, 1)
    return True


def _local_now(folder: Folder) -> Callable[[str], bool]:
    """Return a function that tells whether a text is in a current or former local fact."""

    @cache
    def local() -> str | None:
        # Imported here because few hits are facts.
        from ..profile.document import local_texts
        from ..store import unmarked

        try:
            with state.opened(folder, _PATIENCE, migrate=False) as store:
                learned = unmarked.facts(store.db)
            # As one text, since Python takes long to ask each of thousands of facts.
            return "\0".join(learned | local_texts(profile_file.read(folder) or ""))
        except (ProfileError, StateError):  # unknown, so every text counts as local
            return None

    def is_local(text: str) -> bool:
        return (found := local()) is None or text in found

    return is_local


def _stale_now(db: sqlite3.Connection) -> Callable[[str, str], bool]:
    """Return a function that tells whether a document, by kind and key, is of a stale file."""

    @cache
    def in_files() -> Callable[[str, str], bool]:
        from .index import stale_files  # imported here because many find no file

        return stale_files.test_of(db)

    return lambda kind, key: kind in _IN_FILES and in_files()(kind, key)


class Above:
    """Tells whether anything above an answer was forgotten: the answer may be about it.

    That is a turn from which a fact was forgotten, or a prompt that says a forgotten fact. Of LLM's
    log, texts are compared, once, of the conversations whose answers are asked about. Of other
    conversations the index has compared all, unless something was forgotten since: until it is
    updated, the answers in all of them count as about it.
    """

    def __init__(self, db: sqlite3.Connection, folder: Folder, forgotten: Forgotten) -> None:
        self._db, self._folder, self._forgotten = db, folder, forgotten
        self._said = dict[str, bool]()
        self._place = dict[int, tuple[int, int]]()
        self._first = dict[int, float]()
        self._unread = dict[int, list[tuple[int, str]]]()

    def read(self, answers: Sequence[int]) -> None:
        """Read the prompts above these answers, by the numbers of their passages, all together."""
        if not self._forgotten.moments or not answers:
            return
        places = self._db.execute(_PLACES, (json.dumps(answers), LOGS)).fetchall()
        self._place |= {row["id"]: (row["document"], row["ordinal"]) for row in places}
        new = {row["document"] for row in places} - self._first.keys()
        if not new:
            return
        rows = self._db.execute(_PASSAGES, (json.dumps(sorted(new)),)).fetchall()
        prompts = [row["id"] for row in rows if row["role"] == "user"]
        texts = passage_texts.read(self._db, self._folder, prompts)
        self._first |= dict.fromkeys(new, inf)
        for row in rows:
            document, ordinal = row["document"], row["ordinal"]
            if self._forgotten.turn(row["key"]):
                self._first[document] = min(self._first[document], ordinal)
            elif text := texts.get(row["id"]):
                self._unread.setdefault(document, []).append((ordinal, text))

    def says(self, text: str) -> bool:
        """Tell whether a text says what was forgotten: a prompt may be a hit, and above another."""
        if text not in self._said:
            self._said[text] = says(self._forgotten, text)
        return self._said[text]

    def is_forgotten(self, answer: int) -> bool:
        """Tell whether anything above an answer that was read was forgotten."""
        if not self._forgotten.moments:
            return False
        if answer not in self._place:
            return self._is_behind
        document, ordinal = self._place[answer]
        unread = self._unread.get(document, [])
        while self._first[document] >= ordinal and unread and unread[0][0] < ordinal:
            at, text = unread.pop(0)
            if self.says(text):
                self._first[document] = at
        return self._first[document] < ordinal

    @cached_property
    def _is_behind(self) -> bool:
        """Whether something was forgotten since the index was updated."""
        return not self._forgotten.moments.keys() <= index_db.applied(self._db)


_PLACES = """
    select p.id, p.document, p.ordinal from passages p join documents d on d.id = p.document
    where p.id in (select value from json_each(?)) and d.kind = ?
"""
# Of an answer only the turn is looked at, as its text is withheld by itself.
_PASSAGES = """
    select p.id, p.document, p.ordinal, p.role, x.key from passages p join parts x on x.id = p.part
    where p.document in (select value from json_each(?))
    order by p.document, p.ordinal
"""


def is_answer(kind: str, role: str) -> bool:
    """Tell whether a passage is an answer of a model: it may repeat all that is above it."""
    return kind in TALKS and role == "assistant"


def _is_answer(hit: Hit) -> bool:
    return is_answer(hit.kind, hit.role)


def _hit(row: sqlite3.Row, text: str, *, shareable: bool) -> Hit:
    return Hit(
        passage=row["id"],
        kind=row["kind"],
        document=row["document_key"],
        part=row["part"],
        heading=row["heading"],
        role=row["role"],
        text=text,
        said_at=row["said_at"],
        model=row["model"],
        shareable=shareable,
        ordinal=row["ordinal"],
        origin=row["origin"],
        stays=bool(row["stays"]),
    )
