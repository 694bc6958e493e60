"""A purge from beginning to end, and its report.

The order: the memory folder, LLM's log, then a search for what is left. Each step is idempotent,
so an interrupted purge is completed by running it again.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import LogsError
from ..learn.backfill import temporary
from ..settings import Folder
from ..store import consent
from ..store.profile import versions
from ..store.profile.history import Version
from ..store.state import Store
from . import index as purge_index
from . import search
from . import state as purge_state
from .logs_db import plan as logs_plan
from .logs_db import write as logs_write
from .logs_db.origin import Mention
from .logs_db.plan import Plan, Survey
from .target import Target

NOTHING = Plan({}, {}, {}, 0)


@dataclass(frozen=True)
class Preview:
    """What a purge would do: the target, and the plan for LLM's log.

    `trouble` says why the log cannot be read, "" if it can. `residue` is the number of occurrences
    of the texts in the log's files outside of any row, that is in freed pages.
    """

    target: Target
    survey: Survey = field(default_factory=Survey)
    plan: Plan = NOTHING
    residue: int = 0
    trouble: str = ""

    @property
    def concerns_log(self) -> bool:
        """Whether there is anything to erase in LLM's log."""
        return bool(self.plan.rows or self.residue)


@dataclass(frozen=True)
class Report:
    """What a purge did, and what is left.

    `gone` counts the changes in the memory folder by kind, `rows` the rows written in LLM's log by
    table. `left` counts the occurrences of the target in our own data, by place; `also` has the
    facts that say it among other things, and stay, `headings` those of the profile, and `files` the
    searched files whose paths say it. `turns` and
    `places` are occurrences in the user's data. `notes` are messages for the user, `check` is about
    LLM's check of its log, and `trouble` is why the log was not written.
    """

    facts: tuple[str, ...]
    gone: Mapping[str, int]
    rows: Mapping[str, int]
    left: Mapping[str, int]
    also: tuple[str, ...]
    headings: tuple[str, ...]
    files: tuple[str, ...]
    turns: tuple[Mention, ...]
    places: Mapping[str, int]
    notes: tuple[str, ...]
    check: str
    trouble: str = ""
    version: int | None = None

    @property
    def is_clean(self) -> bool:
        """Whether our own data no longer contains the target; false if LLM's log has trouble."""
        return not self.left and not self.trouble


def find(store: Store, text: str) -> Preview:
    """Return what a purge of the facts that `text` matches would do.

    The user's edits in the file are first recorded as a version. Raises what `versions.read` does.
    """
    versions.read(store)
    try:
        logs_write.roll_back(store.folder.logs)
        survey = logs_plan.survey(store.folder.logs)
    except LogsError as error:
        return Preview(purge_state.target_of(store.db, text, ()), trouble=error.what)
    return _planned(store.folder, purge_state.target_of(store.db, text, survey.facts), survey)


def remaining(store: Store, found: Preview) -> tuple[tuple[Mention, ...], Mapping[str, int]]:
    """Return what a purge would leave: the user's turns, and the occurrences in other places."""
    findings = search.Findings()
    with suppress(LogsError):
        known = purge_state.turns_of(store.db, found.target)
        if store.folder.logs.exists():
            search.search_log(store.folder.logs, found.target, findings, known)
    search.search_user_files(store.folder, found.target, findings)
    turns = sorted(findings.turns.values(), key=lambda said: said.turn_id)
    return tuple(turns), dict(findings.places)


def refreshed(store: Store, found: Preview) -> Preview:
    """Return a new preview for the same facts, from the current state."""
    target = purge_state.with_quotes(store.db, found.target)
    try:
        return _planned(store.folder, target, logs_plan.survey(store.folder.logs))
    except LogsError as error:
        return Preview(target, trouble=error.what)


def forget(store: Store, found: Preview) -> Version | None:
    """Forget the facts; returns the profile's new version, if any. Raises as `purge`.

    Call it before you wait for an update that is under way: it makes no edit that says one of them.
    """
    return purge_state.forget(store, found.target)


def purge(store: Store, found: Preview, in_log: bool, made: Version | None = None) -> Report:
    """Erase the facts from memory, and with `in_log` from LLM's log; then search for what is left.

    Call it with the worker's lock held, so that no update is running. `made` is what `forget`
    returned. Raises what reading the profile and writing state.db raise; trouble with LLM's log is
    in the report.
    """
    target = found.target
    logs_write.delete_copy(store.folder)
    version = purge_state.forget(store, target) or made
    gone = purge_state.purge(store, target)
    put_off = purge_state.clean(store.db)
    done = (
        _write_log(store.folder, found)
        if in_log and found.concerns_log
        else _LogResult(found.trouble)
    )
    findings = search.Findings()
    _search_log(store, target, done.cleaned, findings)
    indexed = purge_index.purge(
        store, target, findings.turns.keys() | purge_state.turns_of(store.db, target)
    )
    search.search_memory(store, target, findings)
    search.search_copies(temporary.delete_abandoned(), target, findings)
    search.search_user_files(store.folder, target, findings)
    if indexed.passages is not None:
        gone["passages"] = indexed.passages
    if indexed.failed:
        findings.left[f"the index of what was said: {indexed.failed}"] += 1
    return Report(
        facts=target.facts,
        gone=gone,
        rows=done.plan.rows,
        left=dict(findings.left),
        also=purge_state.other_facts(store.db, target),
        headings=target.headings,
        files=purge_index.named_so(store, target),
        turns=tuple(sorted(findings.turns.values(), key=lambda said: said.turn_id)),
        places=dict(findings.places),
        notes=tuple(_notes(target, put_off, done.put_off, indexed.put_off)),
        check=_check(done.plan),
        trouble=done.trouble,
        version=version.n if version else None,
    )


def _planned(folder: Folder, target: Target, survey: Survey) -> Preview:
    if not folder.logs.exists():
        return Preview(target)
    try:
        with logs_plan.opened(folder.logs) as opened:
            plan = logs_plan.plan(opened, target, survey)
        residue = 0 if plan.rows else _residue(folder.logs, target, search.Findings())
    except LogsError as error:
        return Preview(target, trouble=error.what)
    return Preview(target, survey, plan, residue)


@dataclass(frozen=True)
class _LogResult:
    """What was done in LLM's log: the plan that was carried out, or why there is none.

    `put_off` is why the free pages of its file were not erased.
    """

    trouble: str = ""
    plan: Plan = NOTHING
    put_off: str = ""
    cleaned: bool = False


def _write_log(folder: Folder, found: Preview) -> _LogResult:
    plan = found.plan
    try:
        with logs_write.copied(folder.logs, folder):
            if plan.rows:
                plan = logs_write.write(folder.logs, found.target, found.survey)
            put_off = logs_write.clean(folder.logs)
    except LogsError as error:
        return _LogResult(str(error))
    return _LogResult("", plan, put_off, not put_off)


def _search_log(
    store: Store,
    target: Target,
    cleaned: bool,
    found: search.Findings,
) -> None:
    if store.folder.logs.exists():
        try:
            residue = _residue(
                store.folder.logs, target, found, purge_state.turns_of(store.db, target)
            )
            if residue and not cleaned:
                found.left["LLM's log, in pages that were freed"] += residue
        except LogsError as error:
            found.left[f"LLM's log, which cannot be searched: {error.what}"] += 1
    consent.end_dead_chats(store, time.time())
    if chats := consent.open_chats(store.db):
        found.left["an open llm chat, which LLM logs whole with its next turn"] += chats


def _notes(target: Target, of_memory: str, of_log: str, of_index: str) -> Iterator[str]:
    """A sentence for what was never learned, and for each part of the work that has to wait."""
    if target.is_fact and not target.facts:
        yield "What you said of it before is not learned either."
    if of_index:
        yield f"The index of what was said is not clean: {of_index}. Run the same again."
    if of_memory:
        yield f"The free pages of state.db are not clean: {of_memory}."
    if of_log:
        later = 'Later, this does it: sqlite3 "$(llm logs path)" vacuum'
        yield f"The free pages of LLM's log were not cleaned: {of_log}. {later}"


def _residue(
    path: Path, target: Target, findings: search.Findings, turn_ids: set[str] | None = None
) -> int:
    """The number of occurrences of the exact texts in the log's files outside of rows."""
    in_rows = search.search_log(path, target, findings, turn_ids or set())
    files = [path, *(path.with_name(f"{path.name}-{kind}") for kind in ("wal", "journal"))]
    return max(0, sum(search.occurrences(file, target) for file in files) - in_rows)


def _check(plan: Plan) -> str:
    """What LLM's own check of its messages will report; "" if no message was changed."""
    if not plan.names:
        return ""
    said = (
        "LLM's own check of its log (LogStore.verify, in Python) finds no fault with this: "
        f"{len(plan.names):,} messages got hashes that fit what they say now."
    )
    if plan.unfit:
        said += f" It finds fault with {plan.unfit:,} that follow from them, as it did before."
    return said
