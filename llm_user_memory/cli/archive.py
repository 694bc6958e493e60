"""The commands about archived and marked facts: `archive`, `mark`."""

import shlex
import sys

import click

from ..learn import archiving, former_facts, manual
from ..profile.document import Fact, facts, find_fact, matching_facts
from ..profile.line_marks import LOCAL, PIN
from ..profile.split import home, split
from ..store.profile import versions
from ..store.state import Store
from ..text.words import fold
from . import complete
from .base import day, json_option, memory, opened_memory
from .changes import tell, tell_versions
from .exits import NOTHING
from .output import echo, echo_json, for_profile, say


@memory.command()
@click.argument("words", required=False, default="", shell_complete=complete.archived)
@json_option
def archive(words: str, as_json: bool) -> None:
    """
    List the facts that are known but not in every prompt

    With WORDS, list only those that match. The profile is kept within
    LLM_MEMORY_PROFILE_TOKENS: the facts that were said longest ago move to its archive,
    and return when they are said again or when there is room. Each prompt is given up to
    five archived facts that clearly have to do with it. To move a fact yourself, move its
    line in "llm memory edit"; to keep one in every prompt, run "llm memory mark --pin".
    """
    with opened_memory() as store:
        archived = split(versions.read(store).text)[1]
        found = matching_facts(archived, words) if words else facts(archived)
        said = archiving.last_said(store.db, [fact.text for fact in found])
    if as_json:
        echo_json([_as_json(fact, said) for fact in found])
    else:
        _print(found, said, words)
    if words and not found:
        sys.exit(NOTHING)


def _print(found: list[Fact], said: dict[str, float], words: str) -> None:
    if not found:
        every = f"No archived fact matches “{words}”. `llm memory archive` lists them all."
        none = "Nothing is archived: every fact goes into every prompt."
        say(for_profile(every) if words else none, err=True)
    section = None
    for fact in found:
        if fact.section != section:
            echo(home(fact.section) or "Without a section", bold=True)
            section = fact.section
        when = f"  (last said {day(said[fact.text])})" if fact.text in said else ""
        echo(f"  {fact.written}{when}")


@memory.command()
@click.argument("fact", shell_complete=complete.facts)
@click.option(
    "--pin/--no-pin", default=None, help="Keep the fact in every prompt, or no longer do so"
)
@click.option(
    "--local/--any", default=None, help="Tell the fact to models on this machine alone, or to any"
)
@json_option
def mark(fact: str, pin: bool | None, local: bool | None, as_json: bool) -> None:
    """
    Keep a fact in every prompt, or on this machine

    FACT is the fact, or words of it that no other fact has. A pinned fact is never moved
    to the archive; an archived one returns. A local fact goes to no model that may run
    elsewhere: what you said to a model on this machine has this mark. A mark stands at
    the end of the fact's line, as " #pin" or " #local", and models do not see it.

    A fact that left the profile while it was local still keeps here what says it, such as
    the prompt in which you said it. --any ends that, if FACT is such a former fact, and
    --local begins it.
    """
    wanted = {name: on for name, on in ((PIN, pin), (LOCAL, local)) if on is not None}
    if not wanted:
        raise click.UsageError("Nothing to mark: give --pin, --no-pin, --local or --any.")
    with opened_memory() as store:
        if local is not None and pin is None and _means_former(store, fact, local=local):
            former, is_changed = former_facts.mark(store, fact, local=local)
            if former:
                others = matching_facts(versions.read(store).text, fact)
                _tell_former(former, others, local=local, changed=is_changed, as_json=as_json)
                return
        found, before, after = manual.mark(store, fact, wanted)
    already = f"“{found.text}” {_is_so_already(pin, local)}."
    tell_versions(before, after, as_json=as_json, unchanged=already)


def _means_former(store: Store, fact: str, *, local: bool) -> bool:
    """Whether no fact of the profile is meant. The words of a former one mean it with --any."""
    profile = versions.read(store).text
    if find_fact(profile, fact) or (local and matching_facts(profile, fact)):
        return False
    is_former = fold(fact) in map(fold, former_facts.former(store, profile))
    return is_former or not matching_facts(profile, fact)


def _tell_former(
    fact: str, others: list[Fact], *, local: bool, changed: bool, as_json: bool
) -> None:
    where = "stays on this machine" if local else "may go to every model"
    what = f"“{fact}” is not in the profile. What says it {where}{'' if changed else ' already'}."
    if others:
        what += f" For “{others[0].text}”, which the profile has, give more words of it."
    other = "--any" if local else "--local"
    back = shlex.join(["llm", "memory", "mark", fact, other]) if changed else ""
    tell(what, back=back, changed=changed, as_json=as_json, facts=[fact])


def _is_so_already(pin: bool | None, local: bool | None) -> str:
    states = []
    if pin is not None:
        states.append("is pinned already" if pin else "is not pinned")
    if local is not None:
        states.append("is local already" if local else "may go to any model already")
    return " and ".join(states)


def _as_json(fact: Fact, said: dict[str, float]) -> dict[str, object]:
    return {
        "fact": fact.text,
        "section": home(fact.section),
        "pinned": fact.pinned,
        "local": fact.local,
        "last_said": said.get(fact.text),
    }
