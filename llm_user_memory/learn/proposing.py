"""Proposals of other programs and of models' tools, which wait in the review queue for the user.

They change nothing of the profile: `review` does, when the user accepts them.
"""

import time
from collections.abc import Sequence

from ..checks import prompt_injection
from ..checks.guard import Verdict
from ..checks.refusals import FROM_ANOTHER_PROGRAM, PROPOSED_BY_TOOL
from ..egress import Destination, Place, is_local
from ..profile.document import STANDARD_SECTIONS, find_fact
from ..profile.edits import Edit
from ..profile.line_marks import marks_local, without_marks
from ..store import forgotten, ledger, proposals, receipts, review_queue, state, updates
from ..store.profile import versions
from ..store.state import Store
from ..text import redact
from . import locality
from .manual import had_forgotten, problem

KNOWN, WAITING = "known already", "waiting already"
"""Reasons of `unfit` for which a count is enough, as the user need not see each such fact."""

# Seconds after the last prompt of a session in which its model may still use a tool.
_LONGEST_SESSION = 86400.0

_TOO_MANY = "Too many proposals wait for the user already."

_SECRET_QUOTE = "The quote looks like a secret."


def unfit(store: Store, facts: Sequence[str]) -> dict[str, str]:
    """Return why facts of another program are not proposed, by fact.

    A reason is a sentence, or KNOWN or WAITING.
    """
    profile = versions.read(store).text
    waiting = {edit.new for edit in review_queue.open_edits(store.db, profile)}
    fingerprints = forgotten.load(store.db)
    found = {}
    for fact in facts:
        reason = problem(fact)
        if not reason and prompt_injection.speaks_to_a_model(fact):
            reason = f"“{fact}” is an instruction to a model, not a fact about you."
        if not reason and find_fact(profile, fact):
            reason = KNOWN
        if not reason and fact in waiting:
            reason = WAITING
        if not reason and fingerprints.since(fact, ""):
            reason = had_forgotten(fact)
        if reason:
            found[fact] = reason
    return found


def session_stays(store: Store, client: str) -> bool:
    """Tell whether a model of a client may have been shown what stays on this machine.

    A client does not tell to which of its sessions a call of a tool belongs. So it may be any with
    a prompt within the last day.
    """
    now = time.time()
    waiting = [each for each in receipts.sessions(store.folder, now) if each.client == client]
    if any(one.stays or one.local for each in waiting for one in each.receipts):
        return True
    threads = {each.thread_id for each in waiting}
    return ledger.stays_in_session(store.db, client, now - _LONGEST_SESSION, threads)


def propose_all(store: Store, facts: Sequence[str], program: str, source: str) -> None:
    """Put facts of another program into the review queue.

    `program` is its name, and `source` the file's. No fact may be `unfit`, or be given twice.
    """
    now = time.time()
    verdicts = [
        Verdict(Edit("add", STANDARD_SECTIONS[0], new=fact), FROM_ANOTHER_PROGRAM) for fact in facts
    ]
    with state.transaction(store.db):
        thread = f"{program}:{source}"
        number = updates.begin(store.db, thread, program, "lines", now, source=updates.TOOL)
        updates.finish(store.db, number, (), verdicts, now)


def propose(
    store: Store,
    edit: Edit,
    *,
    asked_by: Destination,
    model: str,
    thread: str,
    client: str = "",
    quote: str = "",
    most: int | None = None,
    stays: bool = False,
) -> str:
    """Put an edit that a model asks for with a tool into the review queue.

    Returns why it was refused, or "". The profile changes only when the user accepts it. The
    answer never reveals a fact that may not go to the model (`asked_by`), nor that one was
    forgotten. `client` is the program of the model, "" for LLM, and `quote` what the model says
    that the user said. `stays` tells whether the model was shown anything that stays on this
    machine: then the fact does, too, as it does if it or the quote ends in ` #local`. Marks in the
    edit are removed. If `most` proposals wait already, none is added.
    """

    def is_full() -> bool:
        return most is not None and proposals.number_waiting(store.db) >= most

    if is_full():  # before anything else, so that the answer does not depend on what is hidden
        return _TOO_MANY
    stays = stays or marks_local(edit.new) or marks_local(quote)
    place: Place = "here" if stays and not is_local(asked_by.place) else asked_by.place
    edit = Edit(edit.op, edit.section, edit.old, without_marks(edit.new), edit.quote)
    profile = versions.read(store).text
    seen = locality.profile_for(store.db, profile, asked_by)
    if edit.op == "add":
        if reason := problem(edit.new) or (redact.holds_secret(quote) and _SECRET_QUOTE):
            return reason
        if prompt_injection.speaks_to_a_model(edit.new):
            return "That is an instruction to a model, not a fact about the user."
        if find_fact(seen, edit.new):
            return "The profile says so already."
    elif not find_fact(seen, edit.old):
        return "The profile has no such fact."
    # What waits already, and a fact of which the model may not be told, are answered as a new one,
    # now and in later calls. What was forgotten is not stored, as it may have been purged.
    if _waits_or_known(store, edit, profile, seen, asked_by, place):
        return ""
    if edit.new and forgotten.load(store.db).since(edit.new, "") is not None:
        return ""
    now = time.time()
    with state.transaction(store.db):
        if is_full():  # another process may have proposed something meanwhile
            return _TOO_MANY
        number = updates.begin(store.db, thread, model, "lines", now, source=updates.TOOL)
        verdict = Verdict(edit, PROPOSED_BY_TOOL)
        updates.finish(store.db, number, (), [verdict], now, {verdict.turn_id: place})
        if client:
            edit_id = store.db.execute("select max(id) from edits").fetchone()[0]
            proposals.record(store.db, edit_id, client, quote, None)
    return ""


def _waits_or_known(
    store: Store, edit: Edit, profile: str, seen: str, asked_by: Destination, place: Place
) -> bool:
    """Tell whether an edit would add nothing: it waits already, or the profile says it.

    `seen` is the part of `profile` that the model is shown, and `place` where the edit is to stay.
    """
    waiting = review_queue.open_edits(store.db, seen, asked_by)
    if is_local(place):  # a model that is not on this machine is not shown its own proposals
        waiting += review_queue.open_edits(store.db, profile)
        if find_fact(profile, edit.new):
            return True
    wanted = (edit.op, edit.new, edit.old)
    waiting = [each for each in waiting if is_local(each.place) or not is_local(place)]
    return any((each.op, each.new, each.old) == wanted for each in waiting)
