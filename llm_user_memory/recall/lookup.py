"""One complete search for a command, a tool or `ask`: update the index, then query it."""

import sqlite3
import time
from collections.abc import Generator
from contextlib import closing, suppress
from datetime import date, datetime, timedelta
from datetime import time as time_of_day
from pathlib import Path
from typing import NamedTuple

from ..egress import Destination, Said
from ..errors import BusyError, LogsError, MemoryPluginError, ProfileError, RecallError
from ..settings import Folder, Settings
from ..store import forgotten as forgetting
from ..store import ledger
from ..store.exposure import exposed_log
from ..store.profile import file as profile_file
from ..store.profile import versions
from ..store.state import Store
from ..text.fingerprints import Forgotten
from . import dates, embedder, events, keywords, local_facts, talk_times
from .embedder import Embedder
from .hits import Hit, Mode, Query, shareable_with
from .index import conversations, embed, files, refresh
from .index import db as index_db
from .index.db import CURRENT, EXPORTS, LOGS, NOTES, PROFILE
from .persons import ASSISTANT, without_names
from .search import said_between, search
from .talk_times import TalkTime

# In seconds of processor time and of clock time: the most that a search spends on each update of
# the index; the rest is not found this time. A busy machine only stretches the clock time.
WORK = 2.0
PATIENCE = 10.0

_BY_WORDS = "By words alone: what the fact says goes to no embedding model that is elsewhere."
INCOMPLETE = "Not everything is indexed yet: the next search finds more."

SHARED = (
    "Other users of this machine may write LLM's log, so what it has may not be yours, and no "
    "model is given it: see `llm memory doctor`."
)

# The number of passages from which the date of an event is read.
_TELLING = 20

# How many times `limit` hits are fetched where some may have to be withheld from the model.
_SPARE = 3


class Findings(NamedTuple):
    """The hits of a search.

    `remarks` tell the user to which days the hits are limited, what could not be searched, and why.
    """

    hits: list[Hit]
    remarks: tuple[str, ...] = ()


def find(
    store: Store,
    settings: Settings,
    query: Query,
    mode: Mode = "hybrid",
    *,
    is_fresh: bool = False,
    destination: Destination | None = None,
    work: float = WORK,
    indexes_log: bool = True,
    stays: bool = False,
) -> Findings:
    """Update the index for as long as `work` and PATIENCE allow, then return the hits.

    With `is_fresh` the text index is not updated first. Without `indexes_log` the update leaves
    out LLM's log, which needs `llm` loaded; a remark tells if something is missing then.
    `destination` is the model that asks, or None if the user does: only hits that may go there are
    returned, and a question from this machine is not sent to an embedding service. With `stays`,
    the query has words of a local fact, and is not sent there either. Raises RecallError if
    searching is switched off or the index cannot be used, LogsError if LLM's log cannot be read
    just now.
    """
    if store.folder.profile.exists():
        with suppress(MemoryPluginError):  # what the user has just deleted is forgotten from now on
            versions.read(store)
    forgotten = forgetting.load(store.db)
    given = _Given(destination, local_facts.fingerprints(store) if destination else Forgotten())
    if settings.search == "none":
        raise RecallError("Searching is switched off: LLM_MEMORY_SEARCH is “none”.")
    if settings.search == "markdown":
        from . import grep

        return Findings(given.of(grep.search(store, query, forgotten)))
    remarks = []
    update = update_index if indexes_log else _update_documents
    parts = [] if is_fresh else [update(store)]
    if mode != "words":  # which loads `llm`
        parts.append(update_vectors(store.folder, settings))
    for part in parts:
        try:
            if not _run_for(part, work):
                remarks.append(INCOMPLETE)
        except BusyError:
            remarks.append("Another process is at the index: what is newest may be missing.")
        except (LogsError, RecallError) as error:
            remarks.append(str(error))
    with index_db.opened(store.folder) as db:
        if not indexes_log and conversations.is_behind(db, store.folder):
            remarks.append(INCOMPLETE)
        model, remark = (None, "") if mode == "words" else _embedder(db, settings)
        origin = "here" if stays else destination.place if destination else ""
        if model and origin and not Said(origin).may_go(model.destination):
            model, remark = None, _BY_WORDS if stays else remark
        if mode == "meaning" and model is None:
            raise RecallError(
                remark or "There is no embedding model to find by meaning with.",
                remedy="Install the extra: `llm install 'llm-user-memory[local]'`, or use words.",
            )
        remarks += [remark] if remark else []
        hits = _found_at_a_time(_Search(db, store, forgotten, model, mode, given), query, remarks)
        if destination is None and (cut := files.cut_short(db)):
            remarks.append(cut)
        is_told = destination or any(hit.kind == LOGS for hit in hits)
        if is_told and store.folder.logs.exists() and exposed_log(store.folder):
            remarks.append(SHARED)
        return Findings(hits, tuple(dict.fromkeys(remarks)))


class _Given(NamedTuple):
    """Who is given the hits, None for the user, and the fingerprints of local facts."""

    destination: Destination | None
    local: Forgotten

    def of(self, hits: list[Hit]) -> list[Hit]:
        """Return those of the hits that may go there."""
        return shareable_with(hits, self.destination, self.local) if self.destination else hits


class _Search(NamedTuple):
    """The connection, settings and other state that all searches of one call share.

    No method returns what may not be given, so that no remark depends on it.
    """

    db: sqlite3.Connection
    store: Store
    forgotten: Forgotten
    model: Embedder | None
    mode: Mode
    given: _Given

    def hits(self, query: Query, remarks: list[str]) -> list[Hit]:
        """Return the hits for the words of a query and for their meaning. Raises RecallError."""
        question = self._vector(query, remarks) if self.model else None
        found = search(self.db, self.store.folder, query, self.forgotten, question, self.mode)
        return self.given.of(found)

    def by_words(self, query: Query) -> list[Hit]:
        """Return the hits for the words of a query alone."""
        found = search(self.db, self.store.folder, query, self.forgotten, None, "words")
        return self.given.of(found)

    def said_between(self, query: Query) -> list[Hit]:
        """Return the passages of the days of a query, whatever its words are."""
        return self.given.of(said_between(self.db, self.store.folder, query, self.forgotten))

    def _vector(self, query: Query, remarks: list[str]) -> list[float] | None:
        assert self.model
        text = query.text if query.is_prose else keywords.without_excluded(query.text)
        try:
            return self.model.embed([without_names(self.db, self.store.folder, text)])[0]
        except RecallError as error:
            if self.mode == "meaning":
                raise
            remarks.append(str(error))
            return None


def _found_at_a_time(found: _Search, query: Query, remarks: list[str]) -> list[Hit]:
    """The hits of a query, limited to days if it asks what was said on them, as remarks then say.

    An event can name the days ("before the move"). If the query does not ask what was said then,
    passages of those days only rank higher.
    """
    today = date.today()
    if query.since is not None or query.until is not None:
        return found.hits(query, remarks)
    if asked := talk_times.asked_for(query.text, today):
        return _found_on_days(found, query, asked, "", remarks)
    event = events.named(query.text)
    if event is None or not (day := _day_of(found, query, event.event, today)):
        return found.hits(query, remarks)
    time = event.time(day, today)
    about = talk_times.topic(event.marked)
    if about is None:
        return found.hits(query._replace(times=[*query.times, time]), remarks)
    asked = TalkTime(time.first, time.last, about)
    was = TalkTime(day.first, day.last, event.event)
    return _found_on_days(found, query, asked, f"“{event.event}” was {was}", remarks)


def _day_of(found: _Search, query: Query, event: str, today: date) -> dates.Time | None:
    """The time of an event in the user's life, from passages that may be disclosed, or None."""
    asked = Query(event, _TELLING, only_shareable=query.only_shareable, without=query.without)
    said = [
        (hit.text, date.fromtimestamp(hit.said_at))
        for hit in found.by_words(asked)
        if hit.said_at and hit.role != ASSISTANT and not hit.author
    ]
    return events.told(event, said, today)


def _found_on_days(
    found: _Search, query: Query, asked: TalkTime, because: str, remarks: list[str]
) -> list[Hit]:
    """The hits of the days asked for, or if there are none, of any day."""
    since, until = (
        datetime.combine(day, time_of_day.min).timestamp() if day > date.min else None
        for day in (asked.first, asked.last + timedelta(1))
    )
    within = query._replace(text=asked.about, since=since, until=until)
    hits = found.hits(within, remarks) if asked.about else found.said_between(within)
    told, why = (f"{because}: only", f" ({because})") if because else ("Only", "")
    remarks.append(
        f"{told} what was said {asked} is shown."
        if hits
        else f"Nothing that fits was said {asked}: these are other days{why}."
    )
    return hits or found.hits(query, remarks)


def update_index(store: Store) -> Generator[int]:
    """Add new text to the index; yield the number of items of each batch.

    Raises BusyError, LogsError and RecallError.
    """
    ledger.ingest(store)
    with refresh.writing(store.folder, 0) as db:
        yield from refresh.update_text(db, store)


def _update_documents(store: Store) -> Generator[int]:
    """Add new text to the index, except from LLM's log. Raises as `update_index`."""
    with refresh.writing(store.folder, 0) as db:
        yield from refresh.update_documents(db, store)


def update_vectors(folder: Folder, settings: Settings) -> Generator[int]:
    """Embed new passages if there is an embedding model; yield the number of each batch.

    Raises BusyError, LogsError and RecallError.
    """
    with refresh.writing(folder, 0) as db:
        yield from refresh.update_vectors(db, folder, settings)


def find_for_model(
    store: Store,
    settings: Settings,
    query: Query,
    destination: Destination,
    mode: Mode = "hybrid",
    *,
    work: float = WORK,
    indexes_log: bool = True,
) -> Findings:
    """Return the hits that may go to a destination; `indexes_log` is as for `find`.

    Raises what `find` raises.
    """
    wide = query._replace(only_shareable=True, limit=query.limit * _SPARE)
    found = find(
        store,
        settings,
        wide,
        mode,
        destination=destination,
        work=work,
        indexes_log=indexes_log,
    )
    remarks = (*found.remarks, *_profile_remark(store.folder))
    return Findings(found.hits[: query.limit], remarks)


def _profile_remark(folder: Folder) -> tuple[str, ...]:
    """A remark for a model if the profile cannot be read, and so its local facts are unknown."""
    try:
        profile_file.read(folder)
    except ProfileError as error:
        return (f"Facts of the profile may be missing. {error}",)
    return ()


def open_command(hit: Hit) -> str:
    """Return the command that opens the source of a passage, or the path of a file.

    For a kept conversation, which no command opens, it is the id.
    """
    if hit.kind == LOGS:
        return f"llm logs --cid {hit.document}"
    if hit.kind == NOTES and is_note_of_a_day(Path(hit.document)):
        return f"llm memory note --edit {Path(hit.document).stem}"
    if hit.kind == PROFILE:
        return "llm memory show" if hit.part == CURRENT else "llm memory history"
    if hit.kind in EXPORTS:
        return hit.document.partition(f"#{hit.kind}:")[0]
    return hit.document


def is_note_of_a_day(path: Path) -> bool:
    """Tell whether a file among the notes is one that `llm memory note` opens."""
    from .. import notes  # few hits are of notes

    return notes.day_of(path) is not None and path.parent.name == NOTES


def _run_for(part: Generator[int], work: float) -> bool:
    """Run an update until its end or a deadline. Tell whether it ended.

    An unfinished update is closed: it holds the lock that the next one needs.
    """
    done, deadline = time.thread_time() + work, time.monotonic() + PATIENCE
    with closing(part):
        return all(time.thread_time() <= done and time.monotonic() <= deadline for _ in part)


def _embedder(db: sqlite3.Connection, settings: Settings) -> tuple[Embedder | None, str]:
    """The embedding model whose vectors the index has, or the reason why there is none."""
    try:
        model = embedder.chosen(settings)
    except MemoryPluginError as error:
        return None, str(error)
    if model and embed.model_id(db) != model.id:
        return None, "The index knows no meanings yet: `llm memory reindex` gives it them."
    return model, ""
