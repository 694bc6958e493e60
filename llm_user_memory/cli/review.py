"""The command `review`: it asks the user about waiting edits and old facts."""

import shlex
import sys
import time
from typing import Any

import click

from .. import notes
from ..checks.refusals import PROPOSED_BY_TOOL, USERS_LINE, USERS_SECTION
from ..learn import review as decisions
from ..notes import Entry
from ..profile.document import Fact
from ..store import proposals, review_queue
from ..store.profile import versions
from ..store.proposals import Proposal
from ..store.review_queue import QueuedEdit
from ..store.state import Store
from ..text import entries
from ..text.plurals import counted
from .base import MAX_DAYS, Number, capped, json_option, memory, moment, opened_memory
from .changes import tell, tell_versions
from .output import ask, choose, echo, echo_json, item

_DAY = 86400.0


@memory.command()
@click.option(
    "--days",
    type=Number(0),
    default=180,
    show_default="180",
    callback=capped(MAX_DAYS),
    help="Ask about facts that are older than this",
)
@json_option
def review(days: int, as_json: bool) -> None:
    """
    Decide about edits that wait, and go through old facts

    An edit waits if you said a forgotten fact again, if it would change a line that you
    wrote yourself, if code cannot tell that your words say it, or if a model proposed it
    with a tool. A note that a model wrote goes into no prompt until you accept it here;
    if you drop it, it is removed. Finally the command asks about each learned fact that
    is older than --days: keep, edit or forget it. Without a terminal it only lists
    everything.
    """
    with opened_memory() as store:
        is_interactive = sys.stdin.isatty() and not as_json
        profile = versions.read(store).text
        edits = review_queue.open_edits(store.db, profile)
        proposed = proposals.every(store.db)
        written = notes.waiting(store.folder)
        old = decisions.old_facts(store.db, profile, time.time() - days * _DAY)
        if as_json:
            waiting = [_edit_as_json(edit, proposed.get(edit.id)) for edit in edits]
            listed = [_note_as_json(entry) for entry in written]
            echo_json({"waiting": waiting, "notes": listed, "old": _as_json(old)})
            return
        if not edits and not written and not old:
            echo("Nothing waits for you.")
            return
        for edit in edits:
            _print_edit(edit, proposed.get(edit.id))
            if is_interactive and not _decide(store, edit):
                return
        for entry in written:
            _print_note(entry)
            if is_interactive and not _decide_about_note(store, entry):
                return
        for fact, learned in old:
            echo()
            item(f"Still so: “{fact.text}”?", bold=True)
            echo(f"  {fact.section}, last known to be so {moment(learned)}")
            if is_interactive and not _ask_about(store, fact):
                return
    number = len(edits) + len(written) + len(old)
    said = "That was the last." if is_interactive else f"{counted(number, 'thing')} to decide:"
    echo(f"\n{said}{'' if is_interactive else ' run this in a terminal.'}")


def _print_edit(edit: QueuedEdit, proposal: Proposal | None) -> None:
    line = "your line " if edit.reason in (USERS_LINE, USERS_SECTION) else ""
    removes = "Forget" if edit.reason == PROPOSED_BY_TOOL else f"Remove {line}".rstrip()
    what = {
        "add": f"Add “{edit.new}”?",
        "replace": f"Replace {line}“{edit.old}” by “{edit.new}”?",
        "remove": f"{removes} “{edit.old}”?",
    }[edit.op]
    echo()
    item(what, bold=True)
    item(edit.reason, 2)
    said = f", said {moment(edit.said_at)}" if edit.said_at else ""
    if edit.quote:
        item(f"“{edit.quote}”{said}", 2)
    for line in proposals.claims(proposal) if proposal else ():
        item(line, 2)


def _decide(store: Store, edit: QueuedEdit) -> bool:
    """Ask about a waiting edit, and carry out the decision. Return False to stop."""
    is_worded = edit.op != "remove"
    words = "[e]dit, " if is_worded else ""
    answer = choose(f"[y]es, [n]o, {words}[s]kip, [q]uit", "ynesq" if is_worded else "ynsq")
    if answer in ("y", "e"):
        new = ask("It should say", default=edit.new) if answer == "e" else ""
        before = versions.read(store)
        after = decisions.accept(store, edit, new)
        tell_versions(before, after, unchanged="The profile says so already.")
    elif answer == "n":
        decisions.reject(store, edit)
        _tell_rejected(edit)
    return answer != "q"


def _tell_rejected(edit: QueuedEdit) -> None:
    """Say that an edit is not made, and which command makes it after all."""
    if edit.op == "add":
        words = ["llm", "memory", "add", edit.new, "--section", edit.section]
        what, back = "It is not added, and these words do not bring it back.", shlex.join(words)
    elif edit.op == "replace":
        what, back = "The line stays as it is.", "llm memory edit"
    else:
        what, back = "It stays.", shlex.join(["llm", "memory", "forget", edit.old])
    tell(f"{what} You are not asked again.", back=back, again="does it after all")


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
        what = "Accepted: prompts may be given it from now on."
        tell(what, back=f"llm memory note --edit {entry.day}", again="opens it, to take it out")
    elif answer == "d":
        notes.drop(store.folder, entry)
        tell("The note was removed. Nothing brings it back.")
    return answer != "q"


def _ask_about(store: Store, fact: Fact) -> bool:
    """Ask about an old fact, and carry out the decision. Return False to stop."""
    answer = choose("[k]eep, [e]dit, [f]orget, [s]kip, [q]uit", "kefsq")
    if answer == "k":
        review_queue.record_kept(store.db, fact.text, time.time())
        tell("It stays, and counts as known to be so today.")
    elif answer == "e":
        new = ask("It should say", default=fact.text)
        before = versions.read(store)
        tell_versions(before, decisions.reword(store, fact, new))
    elif answer == "f":
        before = versions.read(store)
        tell_versions(before, decisions.drop(store, fact))
    return answer != "q"


def _edit_as_json(edit: QueuedEdit, proposal: Proposal | None) -> dict[str, Any]:
    found = edit._asdict()
    found["said"] = found.pop("said_at")
    found["proposal"] = proposal._asdict() if proposal else None
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
