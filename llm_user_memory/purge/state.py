"""Erases facts from the memory folder: from state.db, and from the files beside the profile.

Only the text of the facts is erased. These stay: the versions with their numbers and other lines,
the updates and their cost, the outcome of each turn, and the fingerprints of forgotten facts.
"""

import os
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from ..checks.quotes import STITCH
from ..errors import ProfileError
from ..profile.document import STANDARD_SECTIONS
from ..profile.render import holds_earlier
from ..settings import Folder
from ..store import forgotten, kept_conversations, state
from ..store.profile import changes, history, texts, versions
from ..store.profile import file as profile_file
from ..store.profile.changes import SectionFact
from ..store.profile.history import Version
from ..store.state import Store
from ..text.fingerprints import meaning
from ..text.words import beginnings
from .target import PURGED, Target, matching, may_match

# The turns whose reason is an error; that of others is one of our words.
_GIVEN_UP = "outcome = 'given up'"

_EDITS = "select id, op, section, old, new, quote, turn_id from edits"

# How many words of the user's are looked for in each edit by SQLite.
_MOST_STARTS = 8

# Seconds to wait for readers. The daemon and prompts read for milliseconds.
_PATIENCE = 10.0


def recorded_facts(db: sqlite3.Connection, text: str) -> list[str]:
    """Return the facts of all versions and all edits on record that may match the user's words.

    Refused edits are included. Facts that do not match may be among those returned.
    """
    found = changes.recorded_facts(db, lambda part: may_match(part, text))
    for edit in _edits_that_may_match(db, text):
        found += _facts_of(edit)
    return found


def target_of(db: sqlite3.Connection, text: str, others: Iterable[str]) -> Target:
    """Return the facts that match the user's words, from the record and from `others`.

    If the words are those of a forgotten fact, no fact matches that says more: the user runs the
    same purge again. Several words that no fact matches count as a fact, which may have been said
    and not be learned yet.
    """
    found = matching([*recorded_facts(db, text), *others], text)
    if is_fact := forgotten.load(db).fact(text):
        found = tuple(fact for fact in found if meaning(fact) == meaning(text))
    is_fact = is_fact or (not found and len(meaning(text)) > 1)
    return with_quotes(db, Target(text, found, is_fact=is_fact))


def other_facts(db: sqlite3.Connection, target: Target) -> tuple[str, ...]:
    """Return the recorded facts that say the target, among other things, and are not purged."""
    found = recorded_facts(db, target.text)
    return tuple(
        dict.fromkeys(fact for fact in found if target.is_said_in(fact) and not target.names(fact))
    )


def with_quotes(db: sqlite3.Connection, target: Target) -> Target:
    """Return the target with the quotes that support its facts, and the turns of its edits.

    It has the headings of the present profile that say it, too.
    """
    quotes: dict[str, None] = {}
    turns: dict[str, None] = {}
    for edit in _edits_that_may_match(db, target.text):
        if any(map(target.names, _facts_of(edit))):
            turns[edit["turn_id"]] = None
            # A merge has the quotes of all merged facts, so they may support other facts.
            if edit["op"] != "merge":
                quotes[edit["quote"]] = None
    given, learned_from = (tuple(filter(None, texts)) for texts in (quotes, turns))
    found = replace(target, quotes=given, turn_ids=learned_from, headings=())
    now = history.latest(db)
    said = [name for _line, name in found.said_headings(now.text)] if now else []
    return replace(found, headings=tuple(dict.fromkeys(said)))


def forget(store: Store, target: Target) -> Version | None:
    """Remove the facts from the profile, and record them as forgotten, as `llm memory forget` does.

    Returns the new version, or None if the profile had none of the facts.
    """
    version = versions.change(store, target.without_facts, "forget", forget=target.facts)
    with versions.current(store), state.transaction(store.db):
        # A fact that is only in old versions or edits, or nowhere yet, has no fingerprint.
        forgotten.forget(store.db, target.forgotten, time.time())
    return version


def purge(store: Store, target: Target) -> dict[str, int]:
    """Erase the facts from state.db and the files. Call it after `forget`.

    Returns how many "versions", "edits", "errors", stored "turns" and "files" were changed or
    erased. Raises what reading the profile and writing the database raise.
    """
    store.db.execute("pragma secure_delete = on")
    with versions.current(store) as now, state.transaction(store.db):
        done = Counter(
            versions=_purge_versions(store.db, target, now.n),
            edits=_purge_edits(store.db, target),
            errors=_purge_errors(store.db, target),
            turns=_purge_kept(store.db, target),
        )
        _purge_headings(store.db, target)
        profile_file.remove_all_replaced(store.folder)
    done["files"] = _purge_files(store.folder, target)
    return dict(done)


def clear_history(store: Store) -> dict[str, int]:
    """Delete all versions but the current one, and every edit with its quote.

    Returns how many "versions" and "edits" were deleted. The updates and their cost stay.
    """
    store.db.execute("pragma secure_delete = on")
    with versions.current(store) as version, state.transaction(store.db):
        gone = texts.delete_versions_except(store.db, version.n)
        store.db.execute("delete from proposals")
        store.db.execute("delete from waiting")
        edits = store.db.execute("delete from edits").rowcount
        store.db.execute("update updates set error = ? where error != ''", (PURGED,))
        store.db.execute(f"update turns set reason = ? where {_GIVEN_UP}", (PURGED,))
        store.db.execute("delete from counts where turns = 0")
    return {"versions": gone, "edits": edits}


def clean(db: sqlite3.Connection) -> str:
    """Erase the contents of state.db's free pages and journal; return "", or why that must wait."""
    db.execute(f"pragma busy_timeout = {_PATIENCE * 1000:.0f}")
    return state.vacuum(db)


def turns_of(db: sqlite3.Connection, target: Target) -> set[str]:
    """Return the ids of the turns that the facts were learned from, by quotes and fingerprints."""
    # Of a fact that was purged before, only the fingerprint is left. It matches if the user gave
    # the exact text of the fact.
    said = forgotten.turns_of(db, (target.text, *target.facts), _known_turns(db))
    return {*target.turn_ids, *said} - {""}


def _known_turns(db: sqlite3.Connection) -> Iterator[str]:
    """The ids of all turns on record. A generator, as the caller seldom needs them."""
    known = {row["id"] for row in db.execute("select id from turns union select id from past")}
    known |= {row["turn_id"] for row in db.execute("select distinct turn_id from edits")}
    yield from known | set(kept_conversations.ids(db))


def _edits(db: sqlite3.Connection) -> list[sqlite3.Row]:
    return db.execute(_EDITS).fetchall()


def _edits_that_may_match(db: sqlite3.Connection, text: str) -> list[sqlite3.Row]:
    """The edits with a fact that may match the user's words, found by SQLite.

    Those with letters that SQLite cannot compare are among them: its `lower` knows ASCII alone.
    """
    starts = beginnings(text)[:_MOST_STARTS]
    tests = ["length({0}) < length(cast({0} as blob))", "instr({0}, char(39))", "instr({0}, '`')"]
    tests.append(" and ".join(["instr(lower({0}), ?)"] * len(starts)) or "true")
    test = " or ".join(tests)
    query = f"{_EDITS} where {test.format('new')} or {test.format('old')}"
    return db.execute(query, (*starts, *starts)).fetchall()


def _facts_of(edit: sqlite3.Row) -> list[str]:
    """The facts that an edit adds, replaces or removes."""
    old = forgotten.old_facts(edit["op"], edit["old"])
    return [" ".join(fact.split()) for fact in (edit["new"], *old) if fact]


def _purge_versions(db: sqlite3.Connection, target: Target, now: int) -> int:
    changed = 0
    reader, without = texts.Texts(db), _eraser(target)
    # The current version must equal profile.md, where the user may just have added the fact.
    for n in sorted(_versions_with(db, target) - {now}):
        parts = reader.parts(reader.part_ids(n))
        if (text := without(parts)) != "".join(parts):
            texts.replace(db, n, text)
            changed += 1
    texts.delete_unused(db)
    return changed


def _eraser(target: Target) -> Callable[[Sequence[str]], str]:
    """Return a function that joins the parts of a version, without the target.

    Versions share most parts, so each part is parsed only once, unless the one after it depends on
    it.
    """

    @cache
    def erased(part: str) -> tuple[str, bool]:
        return target.without(part), changes.is_complete(part) and not holds_earlier(part)

    def without(parts: Sequence[str]) -> str:
        done = [erased(part) for part in parts]
        if all(is_independent for _, is_independent in done):
            return "".join(text for text, _ in done)
        return target.without("".join(parts))

    return without


def _versions_with(db: sqlite3.Connection, target: Target) -> set[int]:
    """The numbers of the versions that may contain the target."""
    found = texts.versions_with(db, lambda part: holds_earlier(part) or target.has_heading(part))
    named: set[SectionFact] = set()
    for (n, _created, _note), gained, lost in changes.steps(db):
        named.update(fact for fact in gained if target.names(fact[1]))
        named.difference_update(lost)
        if named:
            found.add(n)
    return found


def _purge_edits(db: sqlite3.Connection, target: Target) -> int:
    changed = 0
    for edit in _edits(db):
        after = _purged_edit(edit, target)
        if after != {name: edit[name] for name in after}:
            values = (*after.values(), edit["id"])
            db.execute("update edits set old = ?, new = ?, quote = ? where id = ?", values)
            db.execute(
                "update waiting set settled = 'dropped' where settled is null and edit_id = ?",
                (edit["id"],),
            )
            changed += 1
    for row in db.execute("select edit_id, quote from proposals where quote != ''").fetchall():
        if target.is_said_in(row["quote"]):
            db.execute("update proposals set quote = '' where edit_id = ?", (row["edit_id"],))
    return changed


def _purged_edit(edit: sqlite3.Row, target: Target) -> Mapping[str, str]:
    old = forgotten.old_facts(edit["op"], edit["old"])
    quotes = edit["quote"].split(STITCH)
    kept = "" if target.names(edit["new"]) else edit["new"]
    return {
        "old": " | ".join(fact for fact in old if not target.names(fact)),
        "new": kept,
        "quote": STITCH.join(quote for quote in quotes if not target.is_told_in(quote, kept)),
    }


def _purge_errors(db: sqlite3.Connection, target: Target) -> int:
    """Purge error messages, as a service may repeat the request in its answer.

    Why a turn was skipped is no such message, and tells which answers may go to a model.
    """
    changed = 0
    for table, column, which in (("updates", "error", "true"), ("turns", "reason", _GIVEN_UP)):
        query = f"select distinct {column} as text from {table} where {which}"
        for row in db.execute(query).fetchall():
            if target.is_said_in(text := row["text"]):
                query = f"update {table} set {column} = ? where {column} = ? and {which}"
                changed += db.execute(query, (PURGED, text)).rowcount
    db.execute("delete from counts where turns = 0")
    return changed


def _purge_headings(db: sqlite3.Connection, target: Target) -> None:
    """Erase the sections of edits, and the records of notes, whose heading says the target.

    Edits that wait are offered for the first standard section then. The notes are the user's own;
    `note --undo` no longer finds these entries.
    """
    for row in db.execute("select distinct section from edits").fetchall():
        if target.has_to_go(row["section"]):
            query = "update edits set section = ? where section = ?"
            db.execute(query, (STANDARD_SECTIONS[0], row["section"]))
    rows = db.execute("select id, heading from noted").fetchall()
    said = [(row["id"],) for row in rows if target.is_said_in(row["heading"])]
    db.executemany("delete from noted where id = ?", said)


def _purge_kept(db: sqlite3.Connection, target: Target) -> int:
    """Erase stored turns that mention the target, as a whole; they cannot be stored again."""
    said = turns_of(db, target)
    gone = kept_conversations.erase(
        db, lambda turn_id, text: turn_id in said or target.mentions(text)
    )
    forgotten.block_turns(db, target.facts or (target.text,), gone, (), time.time())
    return len(gone)


def _purge_files(folder: Folder, target: Target) -> int:
    changed = 0
    for copy in [folder.edited, *folder.profile_folder.glob(f"{folder.edited.name}.unsaved-*")]:
        with suppress(FileNotFoundError, ProfileError):
            text = profile_file.decoded(copy.read_bytes(), copy)
            if (after := target.without(text)) != text:
                new = copy.with_name(f"{copy.name}.new")
                profile_file.write_private(new, after.encode())
                new.replace(copy)
                changed += 1
    return changed + sum(_overwrite(path, target) for path in _daemon_logs(folder))


def _daemon_logs(folder: Folder) -> Iterator[Path]:
    yield from folder.path.glob(f"{folder.daemon_log.name}*")


def _overwrite(path: Path, target: Target) -> bool:
    """Overwrite the texts in a log in place, as the daemon may be appending to the same file."""
    found = False
    # Where it is gone by now, a starting daemon has renamed it, and the new name is overwritten.
    with suppress(FileNotFoundError), path.open("r+b") as file:
        content = file.read()
        for text in sorted(target.spellings, key=len, reverse=True):
            letters, start = text.encode(errors="surrogatepass"), 0
            while (start := content.find(letters, start)) >= 0:
                file.seek(start)
                file.write(b"-" * len(letters))
                start += len(letters)
                found = True
        file.flush()
        os.fsync(file.fileno())
    return found
