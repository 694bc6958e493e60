"""The pages about facts (the list, one fact, the whole document), and the actions on them."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from .. import logs
from ..egress import is_local
from ..errors import LogsError, ProfileError
from ..learn import manual
from ..learn.update import without_updates
from ..profile.document import Fact, facts, lines_of, sections
from ..profile.expiry import last_day
from ..profile.line_marks import LOCAL, PIN
from ..profile.split import home, is_archived
from ..purge import run as purging
from ..store import origins, updates
from ..store.origins import Origin
from ..store.profile import changes, history, texts
from ..text.plurals import counted
from ..text.words import fold
from .call import Call, Done, Page, change, fact_of, key_of, paged

_PAGE = 50
_TYPED = "erase"
_OTHER = {"profile": "archive", "archive": "profile"}


@dataclass(frozen=True)
class Known:
    """A fact with its origin.

    `origin` is None for a line that the user wrote. `model` is the model that the user said it to,
    "" if it is not in the log. `until` is the last day on which the fact holds, if it has one.
    """

    fact: Fact
    section: str
    origin: Origin | None
    model: str
    until: date | None

    @property
    def local(self) -> bool:
        """Whether its words were said to a model that may run on this machine."""
        return self.origin is not None and is_local(self.origin.place)

    @property
    def archived(self) -> bool:
        return is_archived(self.fact.section)


def _facts(call: Call) -> Page:
    part = "archive" if call.query.get("part") == "archive" else "profile"
    every = facts(call.version.text)
    archived = {name: is_archived(name) for name in {fact.section for fact in every}}
    found = [fact for fact in every if archived[fact.section] == (part == "archive")]
    number = {part: len(found), _OTHER[part]: len(every) - len(found)}
    names = [home(name) or name for name, _ in groupby(fact.section for fact in found)]
    first = {name: number for number, name in reversed(list(enumerate(_homes(found))))}
    shown = paged(found, call.number("page", 1), _PAGE)
    known = told(call, shown.items)
    groups = [(name, list(group)) for name, group in groupby(known, lambda one: one.section)]
    return Page(
        "facts.html",
        {
            "part": part,
            "facts": shown,
            "groups": groups,
            "number": len(found),
            "archived": number["archive"],
            "active": number["profile"],
            "contents": [(name, 1 + first[name] // _PAGE) for name in dict.fromkeys(names)],
            "sections": [name for name in sections(call.version.text) if not is_archived(name)],
            "file": str(call.store.folder.profile),
        },
    )


def _homes(found: Sequence[Fact]) -> list[str]:
    homes = {name: home(name) or name for name in {fact.section for fact in found}}
    return [homes[fact.section] for fact in found]


def told(call: Call, found: Sequence[Fact]) -> list[Known]:
    """Return the facts with their origins."""
    known = origins.of_facts(call.store.db, [fact.text for fact in found])
    turns = [origin.turn_id for origin in known.values()]
    models: dict[str, str] = {}
    with suppress(LogsError):  # the log may be busy, and the page is useful without the models
        models = logs.models_of(call.store.folder.logs, turns)
    return [_known(fact, known.get(fold(fact.text)), models) for fact in found]


def _known(fact: Fact, origin: Origin | None, models: dict[str, str]) -> Known:
    model = models.get(origin.turn_id, "") if origin else ""
    return Known(fact, home(fact.section) or fact.section, origin, model, last_day(fact.text))


def _fact(call: Call) -> Page:
    fact = fact_of(call.version.text, call.query.get("fact", ""))
    chain = origins.chain(call.store.db, fact.text)
    first = None if chain else changes.first_with(call.store.db, [fact.text]).get(fact.text)
    [known] = told(call, [fact])
    where = [updates.where(origin.source, origin.thread_id) for origin in chain]
    return Page(
        "fact.html",
        {"known": known, "chain": list(zip(chain, where, strict=True)), "since": first},
    )


def _document(call: Call) -> Page:
    text = call.version.text
    return Page("document.html", {"text": text, "digest": _digest(text)})


def _add(call: Call) -> Done:
    before, section = call.version, call.typed("new-section") or call.typed("section")
    after = manual.add(call.store, [(section, call.typed("text"))])
    return Done("The profile says so already." if after is None else change(before, after))


def _base(call: Call) -> str:
    """The text that the form was made from: the base of a three-way merge with later changes.

    The digest makes sure that it is unchanged: if facts were purged from that version meanwhile,
    the merge would take them for additions of the user. Raises ProfileError if it changed.
    """
    found = history.find(call.store.db, call.number("version", 0))
    if found is None or _digest(found.text) != call.typed("digest"):
        raise ProfileError(
            "The version that this page was made from was erased, or facts of it were.",
            untouched="The profile is as it was.",
            remedy="Open the whole document again, and change it there.",
        )
    return found.text


def _digest(text: str) -> str:
    return texts.digest(text).hex()


def _edit(call: Call) -> Done:
    fact = fact_of(call.version.text, call.typed("fact"))
    after = manual.replace(call.store, fact.text, call.typed("text"), fact.section)
    return Done(change(call.version, after), _after(call))


def _after(call: Call) -> str:
    """The page to show after a fact was changed: its own page has another URL then."""
    return "facts" if call.typed("back").startswith("fact") else ""


def _save(call: Call) -> Done:
    """Save the whole document, as the command `edit` does."""
    before = _base(call)
    # HTML forms send each line ending as "\r\n", and drop a newline at the beginning of the text.
    edited = (call.form.get("text") or [""])[0].replace("\r\n", "\n")
    manual.refuse_empty(edited)
    if "\r\n" in before:
        edited = _with_endings_of(before, edited)
    return Done(change(call.version, manual.edit(call.store, before, edited)), "facts")


def _with_endings_of(before: str, edited: str) -> str:
    """The edited text with the line endings that `before` has.

    A line with another ending would count as the user's edit, and override a change that was made
    meanwhile.
    """
    most = "\r\n" if 2 * before.count("\r\n") > before.count("\n") else "\n"
    ends = {line.rstrip("\r\n"): line[len(line.rstrip("\r\n")) :] for line in lines_of(before)}
    return "".join(
        line.rstrip("\n") + (ends.get(line.rstrip("\n")) or most if line[-1] == "\n" else "")
        for line in lines_of(edited)
    )


def _mark(call: Call) -> Done:
    fact = fact_of(call.version.text, call.typed("fact"))
    name, _, on = call.typed("mark").partition("-")
    if name not in (PIN, LOCAL):
        raise ProfileError("There is no such mark.", untouched="Nothing was marked.")
    _, before, after = manual.mark(call.store, fact.text, {name: on == "on"})
    return Done(change(before, after), _after(call))


def _forget(call: Call) -> Done:
    fact = fact_of(call.version.text, call.typed("fact"))
    after = manual.forget(call.store, [fact.text])
    return Done(change(call.version, after), _after(call))


def _erase(call: Call) -> Page | Done:
    """Show what a purge would erase and what it would leave; purge after confirmation."""
    fact = fact_of(call.version.text, call.typed("fact"))
    found = purging.find(call.store, fact.text)
    typed = call.typed("confirmed")
    if typed != _TYPED:
        turns, places = purging.remaining(call.store, found)
        values: dict[str, Any] = {
            "found": found,
            "found_key": key_of(fact),
            "rows": sum(found.plan.rows.values()),
            "turns": turns,
            "places": places,
            "word": _TYPED,
            "wrong": bool(typed),
            "in_log": not typed or bool(call.typed("log")),
            "back": "facts",
        }
        return Page("erase.html", values)
    with without_updates(call.store.folder):
        found = purging.refreshed(call.store, found)
        report = purging.purge(call.store, found, bool(call.typed("log")))
    return Page("erased.html", {"report": report, "gone": _gone(report.gone), "back": "facts"})


def _gone(numbers: Any) -> list[str]:
    names = {"versions": "version", "edits": "edit", "errors": "error", "files": "file"}
    names |= {"turns": "kept turn", "passages": "indexed passage"}
    found = [(numbers.get(name, 0), noun) for name, noun in names.items()]
    return [counted(number, noun) for number, noun in found if number]


PAGES = {"facts": _facts, "fact": _fact, "document": _document}
ACTIONS = {
    "add": _add,
    "edit": _edit,
    "save": _save,
    "mark": _mark,
    "forget": _forget,
    "erase": _erase,
}

__all__ = ["ACTIONS", "PAGES", "Known", "key_of", "told"]
