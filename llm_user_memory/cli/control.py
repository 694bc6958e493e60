"""The commands that control learning: `pause`, `resume`, `private`, `update`."""

import os
import re
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict

import click

from ..checks.refusals import KNOWN, NEEDS_REVIEW
from ..daemon import control as daemon
from ..daemon.worker import work
from ..errors import ModelError, ProfileError
from ..inject.folders import user_folder
from ..learn import pauses, schedule
from ..learn.update import WHY_WITHHELD, WITHHELD, Result, without_updates
from ..profile.edits import Edit
from ..settings import Settings, read_settings
from ..store import ledger
from ..store.ledger import Conversation
from ..store.profile import versions
from ..store.state import Store
from ..text.plurals import counted
from .base import json_option, memory, moment, opened_memory
from .changes import announce_wait, tell, tell_learned
from .output import echo, for_profile, item, say

_SIGNS = {"add": "+", "remove": "-"}

_DURATION = re.compile(r"(?:(\d+)d)?\s*(?:(\d+)h)?\s*(?:(\d+)m(?:in)?)?\s*(?:(\d+)s)?", re.I)

# The most seconds of a pause, a hundred years, so that its end is a valid date.
_LONGEST = 36_525 * 86_400


class _Duration(click.ParamType):  # type: ignore[type-arg]  # generic only since click 8.4
    name = "duration"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):
            return value
        match = _DURATION.fullmatch(str(value).strip())
        parts = [int(part or 0) for part in match.groups()] if match else []
        seconds = sum(n * unit for n, unit in zip(parts, (86400, 3600, 60, 1), strict=bool(parts)))
        if not seconds:
            self.fail(f'{value!r} is no length of time: write "2h", "30m" or "1d12h".', param, ctx)
        if seconds > _LONGEST:
            self.fail(f"{value!r} is too long: a pause without --for has no end.", param, ctx)
        return float(seconds)


@memory.command()
@click.option(
    "length", "--for", type=_Duration(), help='End the pause after this time, such as "2h" or "30m"'
)
@json_option
def pause(length: float | None, as_json: bool) -> None:
    """
    Stop learning, in every terminal and after a restart

    The profile still goes into prompts. What you say while learning is paused is
    never learned, not even later. "llm memory resume" ends the pause. Both commands
    apply to all of your profiles.
    """
    until = None if length is None else time.time() + length
    was_longer = pauses.pause(user_folder(), until)
    what = "Learning is paused." if until is None else f"Learning is paused until {moment(until)}."
    what += " You had paused it for longer: that does not hold any more." if was_longer else ""
    tell(what, back="llm memory resume", again="ends that", as_json=as_json, until=until)


@memory.command()
@json_option
def resume(as_json: bool) -> None:
    """
    Resume learning after a pause

    Learning covers what you say from now on, and what you said before the pause. What
    you said during the pause is never learned.
    """
    was_paused = pauses.resume(user_folder())
    daemon.wake(user_folder())
    if was_paused:
        tell("Learning is on again.", back="llm memory pause", again="stops it", as_json=as_json)
    else:
        tell("Learning was not paused.", as_json=as_json, changed=False)


@memory.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def private(arguments: tuple[str, ...]) -> None:
    """
    Run one llm command without profile and learning

    The conversation is never learned from, unless you later name it to "llm memory
    backfill --conversation".

    \b
        llm memory private 'Is this mole dangerous?'
        llm memory private chat -m gpt-4o

    This is the same as LLM_MEMORY_DISABLED=1 before the command. LLM still logs the
    conversation, unless you add --no-log.
    """
    # The same installation of llm, even if it is not on the PATH.
    program = shutil.which(sys.argv[0]) or shutil.which("llm") or sys.argv[0]
    environ = {**os.environ, "LLM_MEMORY_DISABLED": "1"}
    os.execve(program, ["llm", *arguments], environ)


@memory.command()
@click.option("--retry", is_flag=True, help="Also try again what was given up after errors")
@json_option
def update(retry: bool, as_json: bool) -> None:
    """
    Learn now from what is pending, and show the result

    The command does not wait until a conversation is over. The exit code is 1 if a
    model could not be asked.
    """
    settings = read_settings()
    results = list[tuple[Conversation, Result]]()
    with opened_memory() as store:
        announce_wait(store.folder)
        with without_updates(store.folder):
            before = versions.read(store)
            again = ledger.retry_given_up(store.db) if retry else 0
            if retry and not as_json:
                echo(f"{counted(again, 'turn')} given up are tried again.")
            for conversation, result in work(store, settings, wait_for_quiet=False):
                results.append((conversation, result))
                if not as_json:
                    echo(f"Conversation {conversation.thread_id}:", nl=False)
                    echo(f" {counted(len(conversation.turn_ids), 'turn')}, {result.model}")
                    print_result(result)
            hindrance, after = _hindrance(store, settings), versions.read(store)
    what = hindrance or f"{counted(len(results), 'conversation')} learned from."
    if not as_json and (hindrance or not results):
        say(for_profile(hindrance or "Nothing is pending."))
    tell_learned(before, after, what, as_json=as_json, **_update_as_json(results, hindrance))
    failed = [result for _, result in results if result.error]
    if failed:
        raise ModelError(
            f"{counted(len(failed), 'conversation')} could not be learned from.",
            transient=True,
            untouched="Nothing is lost: the turns stay pending unless they were given up.",
            remedy="`llm memory status` says more.",
        )


def forbidden(reason: str, untouched: str = "Nothing was learned.") -> ProfileError:
    """Return the error for a command that cannot learn because of `reason`, a pause or setting."""
    remedy = "`llm memory resume` ends the pause." if reason == schedule.PAUSED else ""
    return ProfileError(f"Learning is {reason}.", untouched=untouched, remedy=remedy)


def print_result(result: Result) -> None:
    """Print the result of one request: its edits, or its error."""
    if result.error:
        item(f"{result.status}: {result.error}", 2)
    if result.status == WITHHELD:
        item(f"waits: {WHY_WITHHELD}", 2)
    for verdict in result.verdicts:
        item(edit_line(verdict.edit, verdict.refusal), 2)
    if result.status == "done" and not result.verdicts:
        echo("  nothing to remember")


def edit_line(edit: Edit, refusal: str) -> str:
    """Return an edit as one line, with its quote, or why it was not made. `log` prints the same."""
    what = edit.old if edit.op == "remove" else edit.new
    if refusal in KNOWN:
        return f"= {what}  (known already)"
    if refusal in NEEDS_REVIEW:
        whole = f"{edit.old} -> {what}" if edit.op == "replace" else what
        return f"? {whole}  (for you to decide: {refusal})"
    if refusal:
        return f"! {what}  (refused: {refusal})"
    return f"{_SIGNS.get(edit.op, '~')} {what}  (“{edit.quote}”)"


def _hindrance(store: Store, settings: Settings) -> str:
    """Return a sentence that says why waiting conversations are not learned from, or ""."""
    reason, until = schedule.hindrance(store, settings, time.time())
    waiting = len(ledger.pending(store.db, settings.update_interval, model=settings.model))
    if not (reason and waiting):
        return ""
    when = f" until {moment(until)}" if until else ""
    verb = "waits" if waiting == 1 else "wait"
    then = " `llm memory resume` ends the pause." if reason == schedule.PAUSED else ""
    return f"{counted(waiting, 'conversation')} {verb}: {schedule.as_clause(reason)}{when}.{then}"


def _update_as_json(
    results: Sequence[tuple[Conversation, Result]], hindrance: str
) -> dict[str, object]:
    return {
        "hindrance": hindrance or None,
        "conversations": [
            {
                "conversation": conversation.thread_id,
                "turns": len(conversation.turn_ids),
                "model": result.model,
                "status": result.status,
                "error": result.error or None,
                "edits": [
                    {**asdict(verdict.edit), "refusal": verdict.refusal or None}
                    for verdict in result.verdicts
                ],
            }
            for conversation, result in results
        ],
    }
