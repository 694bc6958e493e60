"""The questions before a purge and the report after it, for `facts` and `profile`."""

import shlex
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import NoReturn

from ..errors import BusyError
from ..learn.update import without_updates
from ..profile.document import facts
from ..purge import index as purge_index
from ..purge import run
from ..purge import state as purge_state
from ..purge.run import Preview, Report
from ..store.profile import versions
from ..store.state import Store
from ..text.plurals import counted
from .changes import announce_wait, tell
from .output import confirm, echo, for_profile, item, say

_MAX_SHOWN = 10


def purge_facts(store: Store, text: str, yes: bool, as_json: bool) -> NoReturn:
    """Ask, purge and report. Exit with 1 if a file of ours still has the fact."""
    found = run.find(store, text)
    _show_facts(store, found)
    in_log = _ask(found, yes)
    made = run.forget(store, found)
    announce_wait(store.folder)
    try:
        with without_updates(store.folder):
            report = run.purge(store, run.refreshed(store, found), in_log, made)
    except BusyError as error:
        left = "It is forgotten, and not all of it is erased."
        raise BusyError(error.what, untouched=left, remedy=error.remedy) from error
    if as_json:
        changed = bool(report.version or report.rows or any(report.gone.values()))
        values = {**asdict(report), "is_clean": report.is_clean}
        tell(_erased(report), as_json=True, changed=changed, **values)
    else:
        _print_report(report, text)
    sys.exit(0 if report.is_clean else 1)


def clear_history(store: Store, *, as_json: bool) -> None:
    """Delete the profile's history and print what was deleted. Exit with 1 if something is left."""
    announce_wait(store.folder)
    with without_updates(store.folder):
        gone = purge_state.clear_history(store)
        put_off = purge_state.clean(store.db)
        still_indexed = purge_index.clear_history(store)
    versions_gone, edits_gone = counted(gone["versions"], "version"), counted(gone["edits"], "edit")
    what = (
        f"The profile is empty. Gone for good: {versions_gone} and {edits_gone} with their quotes."
    )
    tell(what, as_json=as_json, is_clean=not (put_off or still_indexed), gone=gone)
    for what, why in (("free pages of state.db are", put_off), ("index is", still_indexed)):
        if why:
            echo(f"The {what} not clean: {why}. Run it again.", err=True)
    if put_off or still_indexed:
        sys.exit(1)


def _show_facts(store: Store, found: Preview) -> None:
    homes = {fact.text: fact.section for fact in facts(versions.read(store).text)}
    recorded = set(purge_state.recorded_facts(store.db, found.target.text))
    for fact in found.target.facts:
        elsewhere = "no longer in the profile" if fact in recorded else "only in LLM's log"
        home = homes.get(fact, elsewhere)
        item(f"{fact}  ({home})" if home else fact, 2, err=True)
    if not found.target.facts:
        echo(f"No fact matches “{found.target.text}” any more.", err=True)
    if found.trouble:
        echo(f"{found.trouble} Only memory is purged now.", err=True)


def _ask(found: Preview, yes: bool) -> bool:
    """Ask for confirmation; return whether LLM's log may be written."""
    if yes:
        return True
    what = counted(len(found.target.facts), "fact")
    question = f"Forget {what} and erase it from everything that memory has on record?"
    if not found.target.facts:
        question = "Erase what is left of it from everything that memory has on record?"
    confirm(f"{question}\nThat cannot be undone.", abort=True)
    if not found.concerns_log:
        return False
    rows = sum(found.plan.rows.values())
    question = (
        "LLM's log has it too, in the profiles that went into your prompts.\n"
        f"Write {counted(rows, 'row')} of logs.db? What you and the models said stays."
    )
    if not rows:
        question = "Pages of LLM's log that were freed still have the text. Clean them?"
    return confirm(question)


def _print_report(report: Report, text: str) -> None:
    _print_erased(report)
    _print_turns(report)
    for place, number in report.places.items():
        _print(f"Yours too: {place} ({counted(number, 'time')})")
    for note in report.notes:
        _print(note)
    if report.trouble:
        _print(report.trouble, fg="red")
    for place, number in report.left.items():
        _print(f"Still there: {place} ({counted(number, 'time')})", fg="red")
    if report.headings:
        named = ", ".join(f"“{heading}”" for heading in report.headings)
        _print(
            f"Headings of your profile say it, and stay: {named}. Rename them with "
            "`llm memory edit`: then the next run erases them from earlier versions, too."
        )
    if report.files:
        named = ", ".join(f"“{path}”" for path in report.files)
        _print(
            f"Names of files that are searched say it, and stay: {named}. Rename them, or take "
            "them out with `llm memory sources remove`; then run `llm memory reindex`."
        )
    if report.check:
        _print(report.check)
    if report.is_clean:
        _print("No file of llm-user-memory contains it any more.")
    elif report.also:
        _print("Other facts say it among other things, and stay. These commands erase them, too:")
        for fact in report.also:
            echo(f"  {for_profile('llm memory ')}forget --purge {shlex.quote(fact)}")
    if not report.is_clean and (again := list(_profiles_left(report))):
        _print("It is not all gone. Run this when what is named above is out of the way:")
        for profile in again:
            echo(f"  {profile}forget --purge {shlex.quote(text)}")


def _profiles_left(report: Report) -> Iterator[str]:
    """How the commands begin that erase it from this profile, and from others that have it."""
    places = [Path(place).parts for place in report.left]
    others = (parts[1] for parts in places if parts[0] == "profiles")
    found = [for_profile("llm memory ")] if report.trouble else []
    if not report.also and any(parts[0] != "profiles" for parts in places):
        found.append("llm memory ")  # these are the default profile's
    found += [f"llm memory --profile {shlex.quote(name)} " for name in others]
    yield from dict.fromkeys(found)


def _print_erased(report: Report) -> None:
    _print(_erased(report))
    if report.rows:
        rows = ", ".join(f"{number:,} of {table}" for table, number in report.rows.items())
        _print(f"Erased from LLM's log; rows written: {rows}.")


def _erased(report: Report) -> str:
    names = {"versions": "version", "edits": "edit", "errors": "error", "files": "file"}
    names |= {"turns": "kept turn"}
    names["passages"] = "indexed passage"
    found = {noun: report.gone.get(name, 0) for name, noun in names.items()}
    gone = [counted(number, noun) for noun, number in found.items() if number]
    if report.version:
        gone.insert(0, "the profile")
    return f"Erased from memory: {', '.join(gone) or 'nothing, it was not there'}."


def _print_turns(report: Report) -> None:
    number = len(report.turns)
    if number:
        stay = "says it, and stays as it is" if number == 1 else "say it, and stay as they are"
        _print(f"{counted(number, 'turn')} of your own in LLM's log {stay}:")
    for said in report.turns[:_MAX_SHOWN]:
        echo(f"  {said.turn_id}  {said.where:<6}  llm logs --cid {said.thread_id}")
    if number > _MAX_SHOWN:
        echo(f"  and {number - _MAX_SHOWN:,} more; --json lists them all")


def _print(text: str, fg: str | None = None) -> None:
    say(text, fg=fg)
