"""Changes to the profile that the user makes with a command, or with a program through the API."""

import re
import sqlite3
import time
from collections.abc import Collection, Iterable, Mapping, Sequence

from ..checks import fact_format
from ..errors import ProfileError
from ..profile import archive
from ..profile.comparison import deleted_facts
from ..profile.document import (
    STANDARD_SECTIONS,
    Fact,
    facts,
    find_fact,
    find_section,
    local_texts,
    matching_facts,
    with_known_endings,
)
from ..profile.edits import Edit, add_facts, apply_edit, marked, without_facts
from ..profile.line_marks import LOCAL, PIN, read, without_marks
from ..profile.merge import merge
from ..profile.split import is_archived, moved
from ..settings import read_settings
from ..store import forgotten, placements, state
from ..store.profile import history, versions
from ..store.profile.commit import IMPORTED, NewVersion
from ..store.profile.history import Version
from ..store.state import Store
from ..text import redact
from ..text.words import fold
from . import archiving, locality
from .archiving import Said

# The beginning of a Markdown block other than a list item, and the bullets before a fact.
_BLOCK = re.compile(r"#{1,6}(?:\s|$)|```|~~~|<!--")
_BULLET = re.compile(r"^(?:[-*+](?:\s+|$))+")

_UNTOUCHED = "The profile is as it was."


def problem(fact: str, section: str = STANDARD_SECTIONS[0]) -> str:
    """Return a sentence that says why the user cannot add a fact, "" if they can."""
    if _BLOCK.match(fact):
        return f"“{fact}” begins as a heading or code of Markdown, which is no fact."
    for words in (without_marks(fact), section):  # marks do not count to the length
        if found := fact_format.problem(words):
            return f"“{words}” {fact_format.predicate(found)}."
    if redact.holds_secret(fact):
        return "That looks like a secret, and the profile goes into every prompt."
    return ""


def add(store: Store, added: Iterable[tuple[str, str]], note: str = "add") -> Version | None:
    """Add facts, each given as (section, fact), unless the profile has them.

    An empty section stands for the first standard section. If the profile has a fact already, it
    gets the given marks, and returns from the archive. Returns the new version, None when the
    profile has all of the facts. Raises ProfileError, with nothing added, when one of them cannot
    be added.
    """
    normalized = [
        (
            " ".join(section.lstrip("# ").split()) or STANDARD_SECTIONS[0],
            _on_one_line(fact),
        )
        for section, fact in added
    ]
    for section, fact in normalized:
        if reason := problem(fact, section):
            raise ProfileError(
                reason,
                untouched=_UNTOUCHED,
                remedy="If it must be there, write it with `llm memory edit`." if fact else "",
            )

    with versions.current(store) as before:
        text, new = _with_all(before.text, normalized)
        if text == before.text:
            _mark_again(store, local_texts("\n".join(f"- {fact}" for _section, fact in normalized)))
            return None
        # Facts from elsewhere may be archived at once, as if they had been learned now. What was
        # archived there stays archived.
        stay = {without_marks(fact) for section, fact in normalized if is_archived(section)}
        arrived = [fact for fact in new if fact not in stay]
        said = Said(learned=dict.fromkeys(arrived, time.time()) if note in IMPORTED else {})
        text = archiving.fitted(store, read_settings(), before, text, said)
        return versions.save(store, before, NewVersion(text, note, placed=tuple(new)))


def _mark_again(store: Store, texts: Collection[str]) -> None:
    """Keep back what was said of local facts to a model elsewhere since they were marked."""
    if texts:
        with state.transaction(store.db):
            placements.record(store.db, "local", texts)


def _with_all(text: str, added: Iterable[tuple[str, str]]) -> tuple[str, list[str]]:
    """Return the profile with the facts that it lacks, and their texts without marks.

    An archived fact returns from the archive. A known one gets its marks, and so does one that is
    added twice. Additions are grouped by section, and marks by their names, because each change
    parses the profile.
    """
    before, new = text, dict[str, str]()
    by_section: dict[str, list[str]] = {}
    by_mark: dict[str, set[str]] = {}
    for section, fact in added:
        words = without_marks(fact)
        known, key = find_fact(before, words), fold(words)
        if key in new or (known and not is_archived(known.section)):
            for name in read(fact).marks:
                by_mark.setdefault(name, set()).add(words)
            continue
        new[key] = words
        if known and (archived := find_fact(text, words)):
            marks = dict.fromkeys([*archived.marks, *read(fact).marks])
            text = archive.returned(text, archived._replace(marks=tuple(marks)))
        else:
            by_section.setdefault(section, []).append(fact)
    for section, listed in by_section.items():
        text = add_facts(text, find_section(text, section) or section, listed)
    for name, texts in by_mark.items():
        there = {found.text for each in texts if (found := find_fact(text, each))}
        text = marked(text, there, name, on=True)
    return text, list(new.values())


def unknown(text: str, listed: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return those of the listed facts, as (section, fact), that a profile lacks, each once.

    A fact with a local mark is lacking, too, where the profile has it without one. An empty section
    stands for the first standard section.
    """
    named = dict.fromkeys((section or STANDARD_SECTIONS[0], fact) for section, fact in listed)

    def is_unknown(fact: str) -> bool:
        found = read(fact)
        known = find_fact(text, found.text)
        return known is None or (LOCAL in found.marks and not known.local)

    return [one for one in named if is_unknown(one[1])]


def refused(store: Store, listed: Sequence[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return a sentence for each listed fact, as (section, fact), that a list does not add.

    A fact that was forgotten at the user's request is added only on its own, not with a list.
    """
    allowed = set(without_forgotten(store, listed))
    found = {}
    for section, fact in listed:
        reason = problem(fact, section)
        if not reason and (section, fact) not in allowed:
            reason = f"{had_forgotten(fact)} `llm memory add` adds it."
        if reason:
            found[section, fact] = reason
    return found


def without_forgotten(store: Store, listed: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the listed facts, as (section, fact), without those that were forgotten on request."""
    gone = forgotten.load(store.db)
    return [one for one in listed if gone.since(without_marks(one[1]), "") is None]


def had_forgotten(fact: str) -> str:
    """Return the sentence that tells the user that they had a fact forgotten."""
    return f"“{fact}” is something that you had forgotten."


def forget(store: Store, texts: Sequence[str]) -> Version | None:
    """Remove the facts with these texts, and never learn them again.

    Returns the new version, None when the profile has none of them.
    """

    def make(profile: str) -> str:
        gone = [fact for fact in facts(profile) if fact.text in texts]
        return without_facts(profile, gone)

    return versions.change(store, make, "forget", forget=texts)


def forget_former(store: Store, text: str) -> None:
    """Never learn a fact again that the profile no longer has. See `forget`."""
    with state.transaction(store.db):
        forgotten.forget(store.db, [text], time.time())


def undo(store: Store, seen: int | None = None) -> tuple[Version, Version | None]:
    """Go back to the version before the current one, as a new version.

    `seen` is the number of the version that the user saw as the current one, None if that does not
    matter. Returns the version that was current, and the new one. Raises ProfileError if there is
    no earlier version, or if the current version is not `seen`.
    """
    with versions.current(store) as before:
        _refuse_unless_seen(before, seen)
        earlier = history.before(store.db, before)
        if earlier is None:
            raise ProfileError("There is nothing to undo.", untouched=_UNTOUCHED)
        new = NewVersion(earlier.text, "undo", restores=earlier.n)
        return before, versions.save(store, before, new)


def restore(store: Store, n: int, seen: int | None = None) -> tuple[Version, Version | None]:
    """Go back to version `n`; returns the version that was current, and the new one.

    What was marked as local since then keeps its mark, unless `n` is the version just before the
    current one. `seen` is as in `undo`. Raises ProfileError if there is no such version, or if
    the current version is not `seen`.
    """
    with versions.current(store) as before:
        _refuse_unless_seen(before, seen)
        text = version(store.db, n).text
        if n != before.n - 1:
            text = locality.as_marked_since(store.db, text, before.text)
        new = NewVersion(text, "restore", restores=n)
        return before, versions.save(store, before, new)


def load(store: Store, text: str) -> Version | None:
    """Replace the profile with a text; returns the new version, None if nothing changes.

    The text of an earlier version, such as one that was saved with `show`, gets the local marks
    that it was given since, as with `restore`, whatever its line endings are.
    """
    text = with_known_endings(text)
    with versions.current(store) as before:
        placed = moved(before.text, text)
        unix = text.replace("\r\n", "\n").rstrip("\n") + "\n"
        was_there = history.has_text(store.db, text) or history.has_text(store.db, unix)
        if text != before.text and was_there:
            text = locality.as_marked_since(store.db, text, before.text)
        return versions.save(store, before, NewVersion(text, "load", placed=placed))


def _refuse_unless_seen(current: Version, seen: int | None) -> None:
    if seen not in (None, current.n):
        raise ProfileError(
            f"The profile was changed meanwhile: it is version {current.n} now.",
            untouched=_UNTOUCHED,
            remedy="Look at what changed, and do the same again if you still want it.",
        )


def version(db: sqlite3.Connection, n: int) -> Version:
    """Return version `n`. Raises ProfileError if there is none."""
    found = history.find(db, n)
    if found is None:
        raise ProfileError(f"There is no version {n}.", remedy="`llm memory history` lists them.")
    return found


def edit(store: Store, before: str, edited: str) -> Version | None:
    """Save the text that the user edited from `before`, merged with what changed meanwhile.

    Returns the new version, None if nothing changes. Raises ProfileError.
    """
    edited = with_known_endings(edited)
    return versions.change(
        store,
        lambda now: merge(before, edited, now),
        "edit",
        forget=deleted_facts(before, edited),
        placed=moved(before, edited),
    )


def refuse_empty(edited: str) -> None:
    """Raise ProfileError if the user would save a profile without any text."""
    if not edited.strip():
        raise ProfileError(
            "An empty profile is not saved.",
            untouched=_UNTOUCHED,
            remedy="To empty it, run `llm memory clear`.",
        )


def replace(store: Store, fact: str, new: str, section: str = "") -> Version | None:
    """Replace the words of one fact, whatever else changed meanwhile.

    Of several facts with this text, the one in `section` is replaced. Returns the new version, None
    if nothing changes. Raises ProfileError if the profile does not have the fact any more, or if
    the new words cannot be a fact.
    """
    words = well_formed(new)

    def make(profile: str) -> str:
        known = [each.section for each in facts(profile) if each.text == fact]
        if not known:
            raise ProfileError(f"“{fact}” was changed or removed meanwhile.", untouched=_UNTOUCHED)
        place = section if section in known else known[0]
        return apply_edit(profile, Edit("replace", place, fact, words))

    return versions.change(store, make, "edit")


def well_formed(fact: str) -> str:
    """Return a fact that the user typed, on one line. Raises ProfileError if it cannot be one."""
    words = _on_one_line(fact)
    if reason := problem(words):
        raise ProfileError(reason, untouched=_UNTOUCHED)
    return words


def _on_one_line(fact: str) -> str:
    return _BULLET.sub("", " ".join(fact.split()))


def mark(
    store: Store, wanted: str, marks: Mapping[str, bool]
) -> tuple[Fact, Version, Version | None]:
    """Set (true) or remove marks of the one fact that matches `wanted`. Pinning unarchives it.

    A fact that the profile has more than once is marked everywhere. Returns the fact, the version
    that was current, and the new one, None if nothing changes. Raises ProfileError if no fact
    matches, or several do.
    """
    with versions.current(store) as before:
        found = _facts_meant(before.text, wanted)
        texts = {fact.text for fact in found}
        text = before.text
        if marks.get(PIN) and all(is_archived(fact.section) for fact in found):
            text = archive.returned(text, found[0])
        for name, on in marks.items():
            text = marked(text, texts, name, on=on)
        if marks.get(LOCAL) is False and texts & local_texts(text):
            raise ProfileError(
                f"“{found[0].text}” is covered by the mark #{LOCAL} of another line or a heading.",
                untouched="Nothing was marked.",
                remedy="Take that mark off, or move the fact, with `llm memory edit`.",
            )
        if text == before.text:
            if marks.get(LOCAL):
                _mark_again(store, texts)
            return found[0], before, None
        text = archiving.fitted(store, read_settings(), before, text)
        return found[0], before, versions.save(store, before, NewVersion(text, "mark"))


def _facts_meant(profile: str, wanted: str) -> list[Fact]:
    """All occurrences of the fact that matches. Raises ProfileError if none or several match."""
    found = matching_facts(profile, wanted)
    found = found or [fact for fact in facts(profile) if fact.text == wanted]  # e.g. only emoji
    if len({fold(fact.text) for fact in found}) == 1:
        return found
    if not found:
        raise ProfileError(
            f"No fact of the profile matches “{wanted}”.",
            untouched="Nothing was marked.",
            remedy="`llm memory show` prints them all.",
        )
    listed = ", ".join(f"“{fact.text}”" for fact in found[:5])
    raise ProfileError(
        f"{len(found):,} facts match “{wanted}”: {listed}{', ...' * (len(found) > 5)}.",
        untouched="Nothing was marked.",
        remedy="Give more words of the one that you mean.",
    )
