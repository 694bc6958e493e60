"""The last steps of an update, from given edits to a new version, with a real state.db."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from support.llm_log import START

from llm_user_memory.checks import guard
from llm_user_memory.checks.guard import CheckContext, Verdict
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.checks.refusals import PROPOSED_BY_TOOL
from llm_user_memory.profile.edits import Edit, apply_edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import forgotten, updates
from llm_user_memory.store.profile import versions
from llm_user_memory.store.profile.commit import NewVersion, Recorder
from llm_user_memory.store.profile.history import Version
from llm_user_memory.store.state import Store
from llm_user_memory.text.words import fold


def learn(
    store: Store,
    said: str,
    *edits: Edit,
    turn: str = "turn",
    at: float = START,
    waits: bool = False,
) -> Sequence[Verdict]:
    """Check edits as the answer of a model on a turn with the prompt `said`, and save them.

    Returns the verdicts of the checks. With `waits` the accepted edits wait for the user.
    """
    store.db.execute(
        "insert or ignore into turns (id, thread_id, started, ended, outcome) "
        "values (?, ?, ?, ?, 'pending')",
        (turn, f"thread of {turn}", at, at + 1),
    )
    update = updates.begin(store.db, f"thread of {turn}", "model", "lines", at + 10)
    verdicts: list[Verdict] = []

    def make(profile: str) -> str:
        learned = {fold(fact): quote for fact, quote in updates.learned_facts(store.db).items()}
        known = CheckContext(learned, forgotten.load(store.db))
        text, verdicts[:] = guard.check(edits, profile, [TypedText(turn, said, at)], known)
        if waits:
            verdicts[:] = [replace(verdict, refusal=PROPOSED_BY_TOOL) for verdict in verdicts]
        return profile if waits else text

    def record(_version: int) -> None:
        updates.finish(store.db, update, [turn], verdicts, at + 11)

    save_update(store, make, update, record)
    return verdicts


def save_update(
    store: Store, make: Callable[[str], str], update: int, record: Recorder
) -> Version | None:
    """Save the version of an update: `make` returns its text for the present text."""
    with versions.current(store) as before:
        new = NewVersion(
            make(before.text), "learned", origin="update", update_id=update, record=record
        )
        return versions.save(store, before, new)


def addition(fact: str, quote: str, section: str = "Interests") -> Edit:
    """Return an edit that adds a fact."""
    return Edit("add", section, new=fact, quote=quote)


def current_profile(store: Store) -> str:
    """Return the text of the present profile."""
    return versions.read(store).text


def remove_line(folder: Folder, fact: str) -> None:
    """Delete a fact's line in the file, as an editor does."""
    text = folder.profile.read_text()
    assert f"- {fact}\n" in text
    folder.profile.write_text(text.replace(f"- {fact}\n", ""))


def record_merge(store: Store, old: str, new: str) -> None:
    """Record that the facts `old`, separated by "|", were merged, as earlier versions recorded it.

    A merge has the quotes of all the facts, and no turn.
    """
    first, *others = forgotten.old_facts("merge", old)
    quotes = updates.learned_facts(store.db)
    with versions.current(store) as before:
        text = apply_edit(before.text, Edit("replace", "", first, new))
        for other in others:
            text = apply_edit(text, Edit("remove", "", other))
        update = updates.begin(store.db, "thread of a merge", "model", "lines", START + 10)
        quote = " ... ".join(quotes[fact] for fact in (first, *others))
        edit = Edit("merge", "Interests", old, new, quote)  # type: ignore[arg-type]  # an old record

        def record(_version: int) -> None:
            updates.finish(store.db, update, [], [Verdict(edit)], START + 11)

        new_version = NewVersion(text, "learned", "update", update_id=update, record=record)
        versions.save(store, before, new_version)
