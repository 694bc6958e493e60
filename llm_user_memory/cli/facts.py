"""The commands about single facts: `why`, `forget`."""

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import ProfileError, WrongCallError
from ..learn import former_facts, manual
from ..profile.document import Fact, facts, matching_facts
from ..settings import read_settings
from ..store import forgotten, origins
from ..store.origins import Origin
from ..store.profile import changes, versions
from ..store.profile.changes import Entry
from ..store.state import Store
from ..text.plurals import counted
from ..text.words import fold
from . import complete
from .base import ADD_ONE, json_option, memory, moment, opened_memory, where
from .changes import tell, tell_versions
from .output import confirm, echo, echo_json, for_profile, item
from .purge import purge_facts

if TYPE_CHECKING:
    from ..recall.around import Around


@memory.command()
@click.argument("text", required=False, default="", shell_complete=complete.facts)
@click.option(
    "near",
    "--around",
    is_flag=True,
    help="Also show what was said around it and about the same things",
)
@json_option
def why(text: str, near: bool, as_json: bool) -> None:
    """
    Show where facts come from

    For each fact that matches TEXT, or for all facts, print your words that support it,
    when and in which conversation you said them, which model proposed the fact, and
    which facts it replaced.
    """
    with opened_memory() as store:
        profile = versions.read(store).text
        found = _matching(profile, text, former_facts.kept_here(store, profile))
        known = origins.of_facts(store.db)
        since = changes.first_with(store.db, [fact.text for fact in found])
        if as_json:
            echo_json(
                [
                    _as_json(fact, known, since.get(fact.text))
                    | ({"around": _around_as_json(store, fact, known)} if near else {})
                    for fact in found
                ]
            )
            return
        if not found:
            echo(for_profile(f"The profile has no facts yet. {ADD_ONE}"), err=True)
        for fact in found:
            if fact != found[0]:
                echo()
            item(fact.text, bold=True)
            if not _print_origin(fact.text, known, set()) and (first := since.get(fact.text)):
                echo(f"  a line of yours, since version {first.n} ({moment(first.created)})")
            if near:
                _print_around(store, fact, known)


@memory.command(empty="Say which facts to forget. Nothing was forgotten.")
@click.argument("text", shell_complete=complete.facts)
@click.option(
    "--purge", "purging", is_flag=True, help="Also erase them from the history and LLM's log"
)
@click.option("undoing", "--undo", is_flag=True, help="Let them be learned again instead")
@click.option("-y", "--yes", is_flag=True, help="Do not ask for confirmation")
@json_option
def forget(text: str, purging: bool, undoing: bool, yes: bool, as_json: bool) -> None:
    """
    Remove facts, and never learn them again

    The command shows the facts that match TEXT, and asks before it removes them. What you said
    before does not bring them back. If you say such a fact again later, it waits for you in "llm
    memory review". Deleting a line of the profile in an editor forgets it in the same way.

    The history still has the facts, so that "llm memory undo" can bring them back. So
    does LLM's log, in the profiles that went into your prompts.

    --purge erases the facts and their quotes from the history and from those profiles
    too. It also erases facts that only the history still has. It asks again before it
    writes to LLM's log. Then it searches every file for what is left. Your own prompts
    that still contain the fact are listed and never changed. The exit code is 1 while
    any file of llm-user-memory still contains the fact. Several words that no fact has
    count as a fact that was said and is not learned yet: it will not be.

    --undo allows forgotten facts to be learned again. TEXT is then the whole fact, or some
    of its words if the history still has it. The profile stays as it is: "llm memory add"
    puts a fact back at once. A whole fact that only the history has can be forgotten again.
    """
    if purging and undoing:
        raise WrongCallError("What was purged cannot be brought back: --purge or --undo.")
    if undoing:
        _allow_again(text.strip(), as_json)
        return
    with opened_memory() as store:
        if purging:
            purge_facts(store, text.strip(), yes, as_json)
        before = versions.read(store)
        if former := _former(store, before.text, text.strip()):
            manual.forget_former(store, former)
            _tell_former(former, as_json)
            return
        found = _matching(before.text, text)
        for fact in found:
            section = f"  ({fact.section})" if fact.section else ""
            item(f"{fact.text}{section}", 2, err=True)
        if not yes:
            confirm(f"Forget {counted(len(found), 'fact')}?", abort=True)
        forgetting = [fact.text for fact in found]
        after = manual.forget(store, forgetting)
    done = f"{counted(len(found), 'fact')} forgotten"
    tell_versions(before, after, done=done, as_json=as_json, facts=forgetting)


def _allow_again(text: str, as_json: bool) -> None:
    """Let forgotten facts be learned again. Raises ProfileError if none matches `text`."""
    with opened_memory() as store:
        versions.read(store)
        known = sorted(changes.recorded_facts(store.db))
        candidates = [text, *(fact.text for fact in _among(known, text))]
        lifted = forgotten.unforget(store.db, dict.fromkeys(candidates))
    if not lifted:
        raise ProfileError(
            f"Nothing like “{text}” was forgotten.",
            remedy="Only fingerprints are kept: give the fact as it was.",
        )
    listed = ", ".join(f"“{fact}”" for fact in lifted)
    is_known = len(lifted) == 1 and lifted[0] in known
    tell(
        f"May be learned again: {listed}.",
        back=shlex.join(["llm", "memory", "forget", *lifted]) if is_known else "",
        as_json=as_json,
        facts=list(lifted),
    )


def _former(store: Store, profile: str, text: str) -> str:
    """The former fact with exactly this text, if no fact of the profile matches."""
    if matching_facts(profile, text):
        return ""
    said = fold(text)
    return next((one for one in changes.recorded_facts(store.db) if said and fold(one) == said), "")


def _tell_former(fact: str, as_json: bool) -> None:
    what = f"“{fact}” is not in the profile, and is not learned again from what you said before."
    back = shlex.join(["llm", "memory", "forget", "--undo", fact])
    tell(what, back=back, as_json=as_json, facts=[fact])


def _around(store: Store, fact: Fact, known: dict[str, Origin]) -> "Around":
    from ..recall.around import around  # imported here because few calls search
    from ..recall.hits import Query

    chain = origins.history_of(known, fact.text)
    return around(store, read_settings(), fact.text, chain, Query(""))


def _print_around(store: Store, fact: Fact, known: dict[str, Origin]) -> None:
    from .search import print_hits

    found = _around(store, fact, known)
    echo()
    print_hits(found.hits, found.context, fact.text)
    for remark in found.remarks:
        echo(remark, dim=True, err=True)


def _around_as_json(store: Store, fact: Fact, known: dict[str, Origin]) -> list[dict[str, Any]]:
    from .search import as_json

    found = _around(store, fact, known)
    return [as_json(hit, found.context.get(hit.passage, ())) for hit in found.hits]


def _among(known: Sequence[str], text: str) -> list[Fact]:
    return matching_facts("\n".join(f"- {fact}" for fact in known), text)


def _matching(profile: str, text: str, kept_here: Sequence[str] = ()) -> list[Fact]:
    """The facts that match, or all. Former facts that keep here what says them are named."""
    found = matching_facts(profile, text) if text.strip() else facts(profile)
    if not found and text.strip():
        raise ProfileError(
            " ".join(
                [
                    f"No fact of the profile matches “{text}”.",
                    *(_stays_here(fact.text) for fact in _among(kept_here, text)),
                ]
            ),
            remedy="`llm memory show` prints them all, and `llm memory timeline` former ones, too.",
        )
    return found


def _stays_here(fact: str) -> str:
    end = shlex.join(["llm", "memory", "mark", fact, "--any"])
    return f"What says “{fact}” stays on this machine, as that was local: `{end}` ends it."


def _print_origin(fact: str, known: dict[str, Origin], printed: set[str], depth: int = 1) -> bool:
    """Print the origins of a fact and of those that it replaced; return False for none."""
    origin, indent = known.get(fold(fact)), "  " * depth
    # Origins have a cycle if a fact was replaced and came back later.
    if origin is None or fold(fact) in printed:
        return origin is not None
    printed.add(fold(fact))
    if origin.said_at is None:
        echo(f"{indent}merged {moment(origin.learned_at)} by {origin.model}, of:")
    else:
        item(f"“{origin.quote}”", len(indent))
        noted = f"noted {moment(origin.learned_at)} by {origin.model}"
        echo(f"{indent}said {moment(origin.said_at)}, {noted}")
        echo(f"{indent}{where(origin.source, origin.thread_id)}")
    for old in origin.replaced:
        echo(f"{indent}{old}" if origin.said_at is None else f"{indent}it replaced: {old}")
        if not _print_origin(old, known, printed, depth + 1):
            echo(f"{indent}  a line of yours")
    return True


def _as_json(fact: Fact, known: dict[str, Origin], since: Entry | None) -> dict[str, Any]:
    chain = origins.history_of(known, fact.text)
    return {
        "fact": fact.text,
        "section": fact.section,
        "learned": bool(chain),
        "since_version": since.n if since else None,
        "origins": [
            {
                "fact": origin.fact,
                "quote": origin.quote,
                "said": origin.said_at,
                "learned": origin.learned_at,
                "conversation": origin.thread_id,
                "turn": origin.turn_id,
                "source": origin.source,
                "model": origin.model,
                "replaced": list(origin.replaced),
            }
            for origin in chain
        ],
    }
