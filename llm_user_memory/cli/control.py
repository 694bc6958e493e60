"""The commands that control learning: `pause`, `resume`, `private`, `update`."""

import os
import re
import shutil
import sys
import time

import click

from ..daemon import control as daemon
from ..daemon.worker import work
from ..errors import ModelError, ProfileError
from ..inject.folders import user_folder
from ..learn import pauses, schedule
from ..learn.update import WITHHELD, Result, without_updates
from ..settings import Settings, read_settings
from ..store import ledger
from ..store.state import Store
from .base import counted, memory, moment, opened_memory
from .output import echo

SIGNS = {"add": "+", "remove": "-"}

_DURATION = re.compile(r"(?:(\d+)d)?\s*(?:(\d+)h)?\s*(?:(\d+)m(?:in)?)?\s*(?:(\d+)s)?", re.I)


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
        return float(seconds)


@memory.command()
@click.option(
    "length", "--for", type=_Duration(), help='End the pause after this time, such as "2h" or "30m"'
)
def pause(length: float | None) -> None:
    """
    Stop learning, in every terminal and also after a restart

    The profile still goes into prompts. What you say while learning is paused is
    never learned, not even later. "llm memory resume" ends the pause. Both commands
    apply to all of your profiles.
    """
    until = None if length is None else time.time() + length
    pauses.pause(user_folder(), until)
    ends = "`llm memory resume`" if until is None else moment(until)
    echo(f"Learning is paused until {ends}.")


@memory.command()
def resume() -> None:
    """
    Resume learning after a pause

    Learning covers what you say from now on, and what you said before the pause. What
    you said during the pause is never learned.
    """
    was_paused = pauses.resume(user_folder())
    daemon.wake(user_folder())
    echo("Learning is on again." if was_paused else "Learning was not paused.")


@memory.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def private(arguments: tuple[str, ...]) -> None:
    """
    Run one llm command without the profile and without learning

    The conversation is never learned from, unless you later name it to "llm memory
    backfill --conversation".

    \b
        llm memory private 'Is this mole dangerous?'
        llm memory private chat -m gpt-4o

    This is the same as LLM_MEMORY_DISABLED=1 before the command. LLM still logs the
    conversation, unless you add --no-log.
    """
    # The same llm that runs now, even if it is not on the PATH.
    program = shutil.which(sys.argv[0]) or shutil.which("llm") or sys.argv[0]
    environ = {**os.environ, "LLM_MEMORY_DISABLED": "1"}
    os.execve(program, ["llm", *arguments], environ)


@memory.command()
@click.option("--retry", is_flag=True, help="Also try again what was given up after errors")
def update(retry: bool) -> None:
    """
    Learn now from what is pending, and show the result

    The command does not wait until a conversation is over. The exit code is 1 if a
    model could not be asked.
    """
    settings = read_settings()
    with opened_memory() as store, without_updates(store.folder):
        if retry:
            echo(f"{counted(ledger.retry_given_up(store.db), 'turn')} given up are tried again.")
        failed = []
        asked = 0
        for conversation, result in work(store, settings, wait_for_quiet=False):
            asked += 1
            echo(f"Conversation {conversation.thread_id}:", nl=False)
            echo(f" {counted(len(conversation.turn_ids), 'turn')}, {result.model}")
            print_result(result)
            failed += [result] if result.error else []
        _print_hindrance(store, settings, asked)
    if failed:
        raise ModelError(
            f"{counted(len(failed), 'conversation')} could not be learned from.",
            transient=True,
            untouched="Nothing is lost: the turns stay pending unless they were given up.",
            remedy="`llm memory status` says more.",
        )


def forbidden(reason: str) -> ProfileError:
    """Return the error for a command that cannot learn because of `reason`, a pause or setting."""
    remedy = "`llm memory resume` ends the pause." if reason == schedule.PAUSED else ""
    return ProfileError(f"Learning is {reason}.", untouched="Nothing was learned.", remedy=remedy)


def print_result(result: Result) -> None:
    """Print the result of one request: its edits, or its error."""
    if result.error:
        echo(f"  {result.status}: {result.error}")
    if result.status == WITHHELD:
        echo("  waits: it was said on this machine, and that model may be elsewhere")
    for verdict in result.verdicts:
        edit = verdict.edit
        sign = SIGNS.get(edit.op, "~")
        what = edit.old if edit.op == "remove" else edit.new
        why = f"refused: {verdict.refusal}" if verdict.refusal else f"“{edit.quote}”"
        echo(f"  {'!' if verdict.refusal else sign} {what}  ({why})")
    if result.status == "done" and not result.verdicts:
        echo("  nothing to remember")


def _print_hindrance(store: Store, settings: Settings, asked: int) -> None:
    reason, until = schedule.hindrance(store, settings, time.time())
    waiting = len(ledger.pending(store.db, settings.update_interval, model=settings.model))
    if reason and waiting:
        when = f" until {moment(until)}" if until else ""
        echo(f"{counted(waiting, 'conversation')} wait: learning is {reason}{when}.")
    elif not asked:
        echo("Nothing is pending.")
