"""What the user changes in the profile, by a command or a program of theirs."""

import time
from collections.abc import Iterable, Sequence

from ..checks import fact_format, prompt_injection
from ..checks.guard import BY_TOOL, Verdict
from ..errors import ProfileError
from ..profile.document import (
    STANDARD_SECTIONS,
    Edit,
    apply_edit,
    facts,
    find_fact,
    find_section,
    without_facts,
)
from ..store import review_queue, state, updates
from ..store.profile import history, versions
from ..store.profile.history import Version
from ..store.state import Store
from ..text import redact


def problem(fact: str, section: str = STANDARD_SECTIONS[0]) -> str:
    """Return why a fact cannot be added by hand, as a sentence, or ""."""
    for words in (fact, section):
        if found := fact_format.problem(words):
            return (
                f"“{words}” {found}." if found == fact_format.NO_WORDS else f"“{words}” is {found}."
            )
    if redact.holds_secret(fact):
        return "That looks like a secret, and the profile goes into every prompt."
    return ""


def add(store: Store, added: Iterable[tuple[str, str]], note: str = "add") -> Version | None:
    """Add facts, each given as (section, fact), where the profile does not say them yet.

    Without a section it is the first of the standard ones.
    Returns the new version, None when all of them are there. Raises ProfileError, with nothing
    added, when one of them cannot be.
    """
    wanted = [
        (" ".join(section.split()) or STANDARD_SECTIONS[0], " ".join(fact.split()))
        for section, fact in added
    ]
    for section, fact in wanted:
        if said := problem(fact, section):
            raise ProfileError(
                said,
                untouched="The profile is as it was.",
                remedy="If it must be there, write it with `llm memory edit`.",
            )

    def make(profile: str) -> str:
        for section, fact in wanted:
            if not find_fact(profile, fact):
                home = find_section(profile, section) or section
                profile = apply_edit(profile, Edit("add", home, new=fact))
        return profile

    return versions.change(store, make, note)


def forget(store: Store, forgotten: Sequence[str]) -> Version | None:
    """Remove the facts with these texts for good; returns the new version, None without any."""

    def make(profile: str) -> str:
        gone = [fact for fact in facts(profile) if fact.text in forgotten]
        return without_facts(profile, gone)

    return versions.change(store, make, "forget", forget=forgotten)


def undo(store: Store) -> tuple[Version, Version | None]:
    """Go back to the version before; returns the version it was in, and the one it is in now.

    Raises ProfileError at the beginning.
    """
    before = versions.now(store)
    earlier = history.before(store.db, before)
    if earlier is None:
        raise ProfileError("There is nothing to undo.", untouched="The profile is as it was.")
    text, restores = earlier.text, earlier.n
    return before, versions.change(store, lambda _: text, "undo", restores=restores)


def propose(store: Store, edit: Edit, *, model: str, thread: str) -> str:
    """Let an edit that a model asks for wait for the user; returns why it does not, or "".

    Nothing enters the profile, or leaves it, before the user has said so.
    """
    profile = versions.now(store).text
    if edit.op == "add":
        if said := problem(edit.new):
            return said
        if prompt_injection.speaks_to_a_model(edit.new):
            return "That is an instruction to a model, not a fact about the user."
        if find_fact(profile, edit.new):
            return "The profile says so already."
    elif not find_fact(profile, edit.old):
        return "The profile has no such fact."
    if any(
        (each.op, each.new, each.old) == (edit.op, edit.new, edit.old)
        for each in review_queue.edits(store.db, profile)
    ):
        return "It waits for the user already."
    now = time.time()
    with state.transaction(store.db):
        number = updates.begin(store.db, thread, model, "lines", now, source=updates.TOOL)
        updates.finish(store.db, number, (), [Verdict(edit, BY_TOOL)], now)
    return ""
