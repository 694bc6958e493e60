"""Carries out the user's decisions about edits in the review queue, and about old facts.

`store.review_queue` stores the edits. The command `review` and the page ask the user.
"""

import sqlite3
import time
from datetime import date

from ..checks.refusals import PROPOSED_BY_TOOL
from ..egress import is_local
from ..errors import ProfileError
from ..profile.archive import is_over
from ..profile.document import Fact, facts, find_fact, local_texts
from ..profile.edits import Edit, apply_everywhere
from ..settings import read_settings
from ..store import forgotten, origins, review_queue
from ..store.profile import versions
from ..store.profile.history import Version
from ..store.review_queue import QueuedEdit
from ..store.state import Store
from . import locality, manual


def accept(store: Store, edit: QueuedEdit, new: str = "") -> Version | None:
    """Make an edit of the queue; returns the new version, None if the profile does not change.

    `new` is what the user wrote instead of the proposed fact, "" to accept it as it is. Raises
    ProfileError, with the edit still waiting, if the profile cannot be changed, and if the user has
    decided about it elsewhere.
    """
    made = edit._replace(new=manual.well_formed(new)) if new and edit.op != "remove" else edit
    gone = [edit.old] if edit.op == "remove" and edit.reason == PROPOSED_BY_TOOL else []

    def changed(profile: str) -> str:
        _refuse_decided(store, edit)
        return _with_edit(store, profile, made)

    version = versions.change(store, changed, "review", forget=gone)
    review_queue.resolve(store.db, edit, "taken" if made.new == edit.new else "dropped")
    return version


def reject(store: Store, edit: QueuedEdit) -> None:
    """Drop an edit of the queue; a fact that it would add is not learned again from its quote.

    If a fact of the profile is from the same prompt, that is not withheld, as it is otherwise.
    Raises ProfileError if the user has decided about it elsewhere.
    """
    _refuse_decided(store, edit)
    if edit.op == "add":
        profile = versions.read(store).text
        others = origins.facts_of_turn(store.db, edit.turn_id)
        quote = "" if any(find_fact(profile, fact) for fact in others) else edit.quote
        forgotten.block(store.db, edit.new, quote, edit.turn_id, time.time())
    review_queue.resolve(store.db, edit, "dropped")


def reword(store: Store, fact: Fact, new: str) -> Version | None:
    """Replace the words of an old fact, if the profile still has it. Raises ProfileError."""
    edit = Edit("replace", fact.section, fact.text, manual.well_formed(new))
    return versions.change(store, lambda profile: _if_there(profile, edit), "review")


def drop(store: Store, fact: Fact) -> Version | None:
    """Remove an old fact, and never learn it again from what was said before."""
    edit = Edit("remove", fact.section, fact.text)
    return versions.change(
        store, lambda profile: _if_there(profile, edit), "review", forget=[fact.text]
    )


def old_facts(db: sqlite3.Connection, profile: str, before: float) -> list[tuple[Fact, float]]:
    """Return the learned facts that were last said, or last kept, before a time.

    Each is with that time, the oldest first.

    Left out are facts that have expired, and facts that an edit in the review queue would change:
    the user is asked about those already.
    """
    today, waiting = date.today(), {edit.old for edit in review_queue.open_edits(db, profile)}
    by_text = {
        fact.text: fact
        for fact in facts(profile)
        if fact.text not in waiting and not is_over(fact.text, today)
    }
    learned = origins.learned_at(db, by_text)
    old = [text for text, at in learned.items() if at < before]
    kept, said = review_queue.kept_at(db, old), origins.mentions(db, old)
    dated = [
        (by_text[text], max(learned[text], said[text].last, kept.get(text, 0.0))) for text in old
    ]
    return sorted((each for each in dated if each[1] < before), key=lambda each: each[1])


def _refuse_decided(store: Store, edit: QueuedEdit) -> None:
    """Refuse a second decision, as of another terminal or the page, while a question waits."""
    if not review_queue.is_undecided(store.db, edit):
        raise ProfileError(
            f"You have decided elsewhere about “{edit.new or edit.old}”.",
            untouched="That decision stays.",
            remedy="`llm memory review` asks about what still waits.",
        )


def _if_there(profile: str, edit: Edit) -> str:
    return apply_everywhere(profile, edit) if find_fact(profile, edit.old) else profile


def _with_edit(store: Store, profile: str, edit: QueuedEdit) -> str:
    """The profile with an edit of the queue applied, except for what the profile has already."""
    # `op` is read from a table as str, but only values of `Edit.op` are stored there.
    wanted = Edit(edit.op, edit.section, edit.old, edit.new)  # type: ignore[arg-type]
    has_new = bool(edit.new) and find_fact(profile, edit.new) is not None
    has_old = bool(edit.old) and find_fact(profile, edit.old) is not None
    if edit.op == "remove" or (edit.op == "replace" and has_new):
        gone = Edit("remove", edit.section, edit.old)
        return apply_everywhere(profile, gone) if has_old else profile
    if has_new:
        return profile
    after = apply_everywhere(profile, wanted if has_old or edit.op == "add" else _as_addition(edit))
    if read_settings().learned_locally == "any":
        return after
    local = (
        is_local(edit.place)
        or locality.says_marked(locality.marked_local(store, profile), edit.new, edit.said_at)
        or locality.repeats_local(edit.new, [edit.quote], local_texts(profile))
    )
    # Of what another program's list has, nobody knows where it was said.
    return locality.with_marks(after, {edit.new: local}) if local or edit.place else after


def _as_addition(edit: QueuedEdit) -> Edit:
    return Edit("add", edit.section, new=edit.new)
