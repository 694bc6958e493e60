"""The command `review`: it asks the user about waiting edits and old facts."""

import sqlite3
import sys
import time
from collections.abc import Iterator
from typing import Any

import click

from .. import notes
from ..checks import fact_format
from ..checks.refusals import PROPOSED_BY_TOOL, USERS_LINE, USERS_SECTION
from ..egress import is_local
from ..errors import ProfileError
from ..learn import locality
from ..notes import Entry
from ..profile.document import Edit, Fact, apply_edit, facts, find_fact
from ..settings import read_settings
from ..store import forgotten, origins, review_queue
from ..store.profile import versions
from ..store.review_queue import QueuedEdit
from ..store.state import Store
from ..text import entries
from .base import counted, json_option, memory, moment, opened_memory
from .output import ask, choose, echo, echo_json

_DAY = 86400.0


@memory.command()
@click.option(
    "--days",
    type=click.IntRange(0),
    default=180,
    show_default="180",
    help="Ask about facts that are older than this",
)
@json_option
def review(days: int, as_json: bool) -> None:
    """
    Decide about edits that wait for you, and go through old facts

    An edit waits if you said a forgotten fact again, if it would change a line that you
    wrote yourself, if code cannot tell that your words say it, or if a model proposed it
    with a tool. A note that a model wrote goes into no prompt until you accept it here;
    if you drop it, it is removed. At last the command asks about each learned fact that
    is older than --days: keep, edit or forget it. Without a terminal it only lists
    everything.
    """
    with opened_memory() as store:
        is_interactive = sys.stdin.isatty() and not as_json
        profile = versions.read(store).text
        edits = review_queue.open_edits(store.db, profile)
        written = notes.waiting(store.folder)
        old = _old_facts(store.db, profile, time.time() - days * _DAY)
        if as_json:
            waiting = [_edit_as_json(edit) for edit in edits]
            listed = [_note_as_json(entry) for entry in written]
            echo_json({"waiting": waiting, "notes": listed, "old": _as_json(old)})
            return
        if not edits and not written and not old:
            echo("Nothing waits for you.")
            return
        for edit in edits:
            _print_edit(edit)
            if is_interactive and not _decide(store, edit):
                return
        for entry in written:
            _print_note(entry)
            if is_interactive and not _decide_about_note(store, entry):
                return
        for fact, learned in old:
            echo()
            echo(f"Still so: “{fact.text}”?", bold=True)
            echo(f"  {fact.section}, last known to be so {moment(learned)}")
            if is_interactive and not _ask_about(store, fact):
                return
    if not is_interactive:
        number = len(edits) + len(written) + len(old)
        echo(f"\n{counted(number, 'thing')} to decide: run this in a terminal.")


def _print_edit(edit: QueuedEdit) -> None:
    line = "your line " if edit.reason in (USERS_LINE, USERS_SECTION) else ""
    removes = "Forget" if edit.reason == PROPOSED_BY_TOOL else f"Remove {line}".rstrip()
    what = {
        "add": f"Add “{edit.new}”?",
        "replace": f"Replace {line}“{edit.old}” by “{edit.new}”?",
        "remove": f"{removes} “{edit.old}”?",
    }[edit.op]
    echo()
    echo(what, bold=True)
    echo(f"  {edit.reason}")
    said = f", said {moment(edit.said_at)}" if edit.said_at else ""
    if edit.quote:
        echo(f"  “{edit.quote}”{said}")


def _decide(store: Store, edit: QueuedEdit) -> bool:
    """Ask about a waiting edit, and carry out the decision. Return False to stop."""
    answer = choose("[y]es, [n]o, [s]kip, [q]uit", "ynsq")
    if answer == "y":
        gone = [edit.old] if edit.op == "remove" and edit.reason == PROPOSED_BY_TOOL else []
        versions.change(store, lambda profile: _with_edit(profile, edit), "review", forget=gone)
        review_queue.resolve(store.db, edit, "taken")
    elif answer == "n":
        if edit.op == "add":
            forgotten.block(store.db, edit.new, edit.quote, edit.turn_id, time.time())
        review_queue.resolve(store.db, edit, "dropped")
    return answer != "q"


def _print_note(entry: Entry) -> None:
    echo()
    echo(f"Accept the note of {entry.day} {entry.heading}?", bold=True)
    for line in entry.text.split("\n"):
        echo(f"  {line}")


def _decide_about_note(store: Store, entry: Entry) -> bool:
    """Ask about a model's note, and carry out the decision. Return False to stop."""
    answer = choose("[a]ccept, [d]rop, [s]kip, [q]uit", "adsq")
    if answer == "a":
        notes.accept(store.folder, entry)
    elif answer == "d":
        notes.drop(store.folder, entry)
    return answer != "q"


def _with_edit(profile: str, edit: QueuedEdit) -> str:
    """The profile with a waiting edit applied, except for what is already in it."""
    # `op` is read from a table as str, but only values of `Edit.op` are stored there.
    wanted = Edit(edit.op, edit.section, edit.old, edit.new)  # type: ignore[arg-type]
    has_new = bool(edit.new) and find_fact(profile, edit.new) is not None
    has_old = bool(edit.old) and find_fact(profile, edit.old) is not None
    if edit.op == "remove" or (edit.op == "replace" and has_new):
        gone = Edit("remove", edit.section, edit.old)
        return apply_edit(profile, gone) if has_old else profile
    if has_new:
        return profile
    after = apply_edit(profile, wanted if has_old or edit.op == "add" else _as_addition(edit))
    if not edit.place or read_settings().learned_locally == "any":
        return after
    return locality.with_locality(after, {edit.new: is_local(edit.place)})


def _as_addition(edit: QueuedEdit) -> Edit:
    return Edit("add", edit.section, new=edit.new)


def _ask_about(store: Store, fact: Fact) -> bool:
    """Ask about an old fact, and carry out the decision. Return False to stop."""
    answer = choose("[k]eep, [e]dit, [f]orget, [s]kip, [q]uit", "kefsq")
    if answer == "k":
        review_queue.record_kept(store.db, fact.text, time.time())
    elif answer == "e":
        new = " ".join(ask("It should say", default=fact.text).split())
        if problem := fact_format.problem(new):
            raise ProfileError(f"“{new}” is {problem}.", untouched="The profile is as it was.")
        _change(store, fact, Edit("replace", fact.section, fact.text, new))
    elif answer == "f":
        _change(store, fact, Edit("remove", fact.section, fact.text), forget=True)
    return answer != "q"


def _change(store: Store, fact: Fact, edit: Edit, forget: bool = False) -> None:
    def make(profile: str) -> str:
        return apply_edit(profile, edit) if find_fact(profile, fact.text) else profile

    versions.change(store, make, "review", forget=[fact.text] if forget else ())


def _old_facts(db: sqlite3.Connection, profile: str, before: float) -> list[tuple[Fact, float]]:
    """The learned facts that were last confirmed before the time `before`, oldest first."""
    found = facts(profile)
    known = origins.of_facts(db)
    kept = review_queue.kept_at(db, [fact.text for fact in found])

    def dated() -> Iterator[tuple[Fact, float]]:
        for fact in found:
            chain = origins.history_of(known, fact.text)
            if chain:
                yield fact, max(chain[0].learned_at, kept.get(fact.text, 0.0))

    old = [(fact, learned) for fact, learned in dated() if learned < before]
    return sorted(old, key=lambda each: each[1])


def _edit_as_json(edit: QueuedEdit) -> dict[str, Any]:
    found = edit._asdict()
    found["said"] = found.pop("said_at")
    return found


def _note_as_json(entry: Entry) -> dict[str, Any]:
    by = entries.author(entry.heading)
    return {
        "day": entry.day.isoformat(),
        "heading": entry.heading,
        "author": by.name if by else "",
        "text": entry.text,
    }


def _as_json(old: list[tuple[Fact, float]]) -> list[dict[str, Any]]:
    return [
        {"fact": fact.text, "section": fact.section, "learned": learned} for fact, learned in old
    ]
