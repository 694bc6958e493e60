"""Changes to the profile that the user makes with a command, or with a program through the API."""

import time
from collections.abc import Iterable, Sequence

from ..checks import fact_format, prompt_injection
from ..checks.guard import Verdict
from ..checks.refusals import PROPOSED_BY_TOOL
from ..egress import Destination
from ..errors import ProfileError
from ..profile import archive
from ..profile.document import (
    STANDARD_SECTIONS,
    Edit,
    apply_edit,
    facts,
    find_fact,
    find_section,
    without_facts,
)
from ..profile.line_marks import without_marks
from ..profile.split import is_archived
from ..settings import read_settings
from ..store import review_queue, state, updates
from ..store.profile import history, versions
from ..store.profile.commit import IMPORTED, NewVersion
from ..store.profile.history import Version
from ..store.state import Store
from ..text import redact
from . import archiving
from .archiving import Said


def problem(fact: str, section: str = STANDARD_SECTIONS[0]) -> str:
    """Return why the user cannot add a fact, as a sentence, or ""."""
    for words in (fact, section):
        if found := fact_format.problem(words):
            return (
                f"“{words}” {found}." if found == fact_format.NO_WORDS else f"“{words}” is {found}."
            )
    if redact.holds_secret(fact):
        return "That looks like a secret, and the profile goes into every prompt."
    return ""


def add(store: Store, added: Iterable[tuple[str, str]], note: str = "add") -> Version | None:
    """Add facts, each given as (section, fact), unless the profile has them.

    An empty section stands for the first standard section. Returns the new version, None when
    the profile has all of the facts. Raises ProfileError, with nothing added, when one of them
    cannot be added.
    """
    normalized = [
        (" ".join(section.split()) or STANDARD_SECTIONS[0], " ".join(fact.split()))
        for section, fact in added
    ]
    for section, fact in normalized:
        if reason := problem(fact, section):
            raise ProfileError(
                reason,
                untouched="The profile is as it was.",
                remedy="If it must be there, write it with `llm memory edit`.",
            )

    now = time.time()
    with versions.current(store) as before:
        text, new = before.text, dict[str, float]()
        for section, fact in normalized:
            known = find_fact(text, without_marks(fact))
            if known and not is_archived(known.section):
                continue
            if known:
                text = archive.returned(text, known)
            else:
                spelled = find_section(text, section) or section
                text = apply_edit(text, Edit("add", spelled, new=fact))
            new[without_marks(fact)] = now
        if text == before.text:
            return None
        # Facts from elsewhere may be archived at once, as if they had been learned now.
        said = Said(learned=new if note in IMPORTED else {})
        text = archiving.fitted(store, read_settings(), before, text, said)
        return versions.save(store, before, NewVersion(text, note, placed=tuple(new)))


def forget(store: Store, texts: Sequence[str]) -> Version | None:
    """Remove the facts with these texts, and never learn them again.

    Returns the new version, None when the profile has none of them.
    """

    def make(profile: str) -> str:
        gone = [fact for fact in facts(profile) if fact.text in texts]
        return without_facts(profile, gone)

    return versions.change(store, make, "forget", forget=texts)


def undo(store: Store) -> tuple[Version, Version | None]:
    """Go back to the version before the current one, as a new version.

    Returns the version that was current, and the new one. Raises ProfileError when there is no
    earlier version.
    """
    before = versions.read(store)
    earlier = history.before(store.db, before)
    if earlier is None:
        raise ProfileError("There is nothing to undo.", untouched="The profile is as it was.")
    text, restores = earlier.text, earlier.n
    return before, versions.change(store, lambda _: text, "undo", restores=restores)


def propose(store: Store, edit: Edit, *, asked_by: Destination, model: str, thread: str) -> str:
    """Put an edit that a model asks for with a tool into the review queue.

    Returns why it was not put there, or "". The profile changes only when the user accepts it.
    """
    profile = versions.read(store).text
    if edit.op == "add":
        if reason := problem(edit.new):
            return reason
        if prompt_injection.speaks_to_a_model(edit.new):
            return "That is an instruction to a model, not a fact about the user."
        if find_fact(profile, edit.new):
            return "The profile says so already."
    elif not find_fact(profile, edit.old):
        return "The profile has no such fact."
    if any(
        (each.op, each.new, each.old) == (edit.op, edit.new, edit.old)
        for each in review_queue.open_edits(store.db, profile)
    ):
        return "It waits for the user already."
    now = time.time()
    with state.transaction(store.db):
        number = updates.begin(store.db, thread, model, "lines", now, source=updates.TOOL)
        verdict = Verdict(edit, PROPOSED_BY_TOOL)
        updates.finish(store.db, number, (), [verdict], now, {verdict.turn_id: asked_by.place})
    return ""
