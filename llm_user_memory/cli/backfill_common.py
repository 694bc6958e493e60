"""What the commands that learn from the past share: they tell a plan, ask, learn, and say so."""

import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import click

from ..errors import BusyError, LogsError, MemoryPluginError, ModelError, ProfileError
from ..learn import schedule
from ..learn.backfill import dry_run, selection
from ..learn.backfill import run as backfill
from ..learn.backfill.run import Estimate, Plan
from ..learn.backfill.selection import Selection
from ..learn.backfill.staging import Spool, Thread
from ..learn.update import Result
from ..model import client
from ..settings import Settings, read_settings
from ..store import state, updates
from ..store.profile import file as profile_file
from ..store.profile import versions
from ..store.profile.history import Version
from ..store.state import Store
from .backfill_options import Options
from .base import counted, day, fitting, print_json, profile_in_force
from .control import forbidden, tell_result

# After so many conversations in a row of which nothing could be learned, something is wrong.
_MISSES = 3

# How much of a plan is shown at once.
_SHOWN = 20

# Columns of a title, with its date before it on a line of 80.
_TITLE = 64

_MADE = {
    "add": "added",
    "replace": "replaced",
    "remove": "removed",
    "merge": "merged",
    "refused": "refused",
    "waiting": "for you to decide",
}

Scan = Callable[[Spool, Store], None]


def learn_from_past(scan: Scan, options: Options, what: str) -> None:
    """Find out what there is, tell it, ask, and learn. `what` names it for people.

    Raises ModelError when a model could not be asked, or not any more; what was learned stays.
    """
    settings = read_settings()
    with memory_for(options) as store, closing(Spool()) as spool:
        scan(spool, store)
        if missing := [one for one in options.wanted.conversations if one not in spool]:
            raise LogsError(
                f"{what} has no conversation {missing[0]}.", untouched="Nothing was learned."
            )
        selection, models = _selected(spool, options, settings)
        plan = Plan(selection.taken, models, options.wanted.again)
        before = versions.now(store)
        wanted = backfill.estimate(spool, plan, before.text)
        found = _plan_as_json(selection, plan, wanted)
        if not options.as_json:
            _tell_plan(what, spool, selection, wanted, options.dry_run)
        if not selection.taken or not _agreed(options):
            if options.as_json:
                print_json(found)
            return
        _refuse_if_hindered(store.db, settings)
        outcome = _learn(store, settings, spool, plan, wanted)
        after = versions.now(store)
        if options.output and not options.dry_run:
            _write(options.output, after.text)
        if options.as_json:
            print_json(found | {"outcome": _outcome_as_json(outcome)})
        else:
            _tell(outcome, options, before, after)
    if outcome.interrupted:
        click.get_current_context().exit(130)
    if fault := _fault(outcome, options):
        raise fault


def _write(output: Path, text: str) -> None:
    try:
        profile_file.write(output, text.encode())
    except OSError as error:
        raise ProfileError(
            f"{output} cannot be written: {error.strerror}.", untouched="Yours is as it was."
        ) from error


def _fault(outcome: "_Outcome", options: Options) -> MemoryPluginError | None:
    """What to end with, if not all could be asked."""
    is_kept = not (options.dry_run or options.output)
    kept = "What was learned is kept." if is_kept else "Nothing of it was kept."
    again = "The same command goes on from there." if is_kept else ""
    if outcome.hindrance:
        return ProfileError(outcome.hindrance, untouched=kept, remedy=again)
    if outcome.failed:
        failures = [result.error for _, result in outcome.results if result.error]
        many = f"{counted(outcome.failed, 'request')} failed, the last one so: "
        what = f"{many if outcome.failed > 1 else ''}{failures[-1].rstrip('.')}."
        return ModelError(what, transient=True, untouched=kept, remedy=again)
    return None


@contextmanager
def memory_for(options: Options) -> Iterator[Store]:
    """The memory folder, or a copy that goes away where nothing may be written to it."""
    with ExitStack() as stack:
        folder = profile_in_force().folder
        if options.dry_run or options.output:
            folder = stack.enter_context(dry_run.copied(folder))
        yield stack.enter_context(state.opened(folder))


def _selected(
    spool: Spool, options: Options, settings: Settings
) -> tuple[Selection, dict[str, str]]:
    """What to learn from, and the model to ask about each conversation."""
    known = client.names()
    chosen = options.model or settings.model
    if chosen and chosen not in known:
        raise ModelError(
            f"There is no model “{chosen}”.",
            transient=False,
            untouched="Nothing was changed.",
            remedy="`llm models` lists those there are.",
        )
    default = client.default_model()
    models: dict[str, str] = {}

    def lacks_model(thread: Thread) -> str:
        own = thread.model if thread.source == updates.LOG else default
        models[thread.id] = name = chosen or own
        return "" if name in known else f"its model {name} is not installed; -m asks another"

    return selection.select(spool, options.wanted, lacks_model), models


def _tell_plan(
    what: str, spool: Spool, selection: Selection, wanted: Estimate, listed: bool
) -> None:
    held, first, last = spool.extent()
    if not held:
        click.echo(f"{what}: no conversations.")
        return
    days = " to ".join(dict.fromkeys([day(first), day(last)]))
    click.echo(f"{what}: {counted(held, 'conversation')}, {days}")
    click.echo(f"{len(selection.taken):>8,}  to learn from")
    if selection.left:
        click.echo(f"{selection.left:>8,}  more than --limit")
    for reason, number in selection.skipped.most_common():
        click.echo(f"{number:>8,}  skipped: {reason}")
    for thread in selection.taken[: _SHOWN if listed else 0]:
        click.echo(f"    {day(thread.started)}  {fitting(thread.title, _TITLE)}")
    if listed and (more := selection.taken[_SHOWN:]):
        click.echo(f"    ... and {len(more):,} more")
    if selection.taken:
        models = ", ".join(f"{model} ({n:,})" for model, n in wanted.requests.most_common())
        click.echo(
            f"That is about {counted(wanted.requests.total(), 'request')}, "
            f"{wanted.input_tokens:,} tokens in and {wanted.output_tokens:,} out, to {models}."
        )
    if off := sum(thread.was_off for thread in selection.taken):
        were = "was" if off == 1 else "were"
        click.echo(f"{counted(off, 'conversation')} {were} held with memory off.")


def _agreed(options: Options) -> bool:
    """Ask whether to go on. Where nobody can answer, -y alone says so."""
    if options.yes:
        return True
    question = "Learn from them now?"
    if options.dry_run:
        question = "Ask now, to see what would be learned? Nothing of it is kept."
        if options.as_json or not sys.stdin.isatty():
            return False
    return click.confirm(question, err=True, abort=not options.dry_run)


def _refuse_if_hindered(db: sqlite3.Connection, settings: Settings) -> None:
    reason, _until = schedule.forbidden(db, settings, time.time())
    if reason:
        raise forbidden(reason)


@dataclass
class _Outcome:
    """What came of it: the results, how many requests there should have been, what ended it.

    `hindrance` is what came up that no model is to blame for: learning was paused, say.
    """

    planned: int
    results: list[tuple[Thread, Result]] = field(default_factory=list)
    hindrance: str = ""
    interrupted: bool = False

    @property
    def verdicts(self) -> Counter[str]:
        """How many edits were made by each operation, refused, or wait."""
        return Counter(
            "waiting" if verdict.waits else "refused" if verdict.refusal else verdict.edit.op
            for _, result in self.results
            for verdict in result.verdicts
        )

    @property
    def failed(self) -> int:
        return sum(bool(result.error) for _, result in self.results)


def _learn(
    store: Store,
    settings: Settings,
    spool: Spool,
    plan: Plan,
    wanted: Estimate,
) -> _Outcome:
    """Carry out the plan, with a bar that shows how far it is, until that makes no sense."""
    outcome = _Outcome(wanted.requests.total())
    misses = 0
    began = time.monotonic()

    def rate(_: object) -> str:
        done = len(outcome.results)
        return f"{60 * done / (time.monotonic() - began):.0f} a minute" if done else ""

    bar: Any = click.progressbar(
        length=outcome.planned,
        label="Learning",
        file=sys.stderr,
        show_pos=True,
        item_show_func=rate,
    )
    with bar:
        try:
            for thread, result in backfill.learn(store, settings, spool, plan):
                outcome.results.append((thread, result))
                bar.update(1, result)
                misses = misses + 1 if result.error else 0
                if result.transient or misses >= _MISSES:
                    break
        except KeyboardInterrupt:
            outcome.interrupted = True
        except (BusyError, ProfileError) as error:
            outcome.hindrance = error.what
    return outcome


def _tell(outcome: _Outcome, options: Options, before: Version, after: Version) -> None:
    if options.dry_run:
        for thread, result in outcome.results:
            if result.verdicts or result.error:
                click.echo(f"{day(thread.started)}  {fitting(thread.title, _TITLE)}")
                tell_result(result)
    done, found = len(outcome.results) - outcome.failed, outcome.verdicts
    made = [f"{found[op]:,} {said}" for op, said in _MADE.items() if found[op]]
    click.echo(f"{counted(done, 'request')} answered: {', '.join(made) or 'nothing to remember'}.")
    if outcome.failed:
        click.echo(f"{counted(outcome.failed, 'request')} failed.")
    if (outcome.failed or found["refused"]) and not (options.dry_run or options.output):
        click.echo("`llm memory log` says why.")
    if outcome.interrupted:
        click.echo(f"Stopped after {len(outcome.results):,} of {outcome.planned:,}.")
    if options.dry_run:
        click.echo("Nothing was kept.")
    elif options.output:
        click.echo(f"The profile that came of it is in {options.output}; yours is as it was.")
    elif after.n > before.n:
        click.echo(f"`llm memory restore {before.n}` takes all of it back.")
    if outcome.interrupted and not (options.dry_run or options.output):
        click.echo("The same command goes on from there.")


def _plan_as_json(selection: Selection, plan: Plan, wanted: Estimate) -> dict[str, Any]:
    return {
        "conversations": [
            {
                "conversation": thread.id,
                "source": thread.source,
                "title": thread.title,
                "started": thread.started,
                "model": plan.models[thread.id],
                "characters": thread.said,
            }
            for thread in selection.taken
        ],
        "beyond_limit": selection.left,
        "skipped_because": dict(selection.skipped.most_common()),
        "requests": dict(wanted.requests),
        "input_tokens": wanted.input_tokens,
        "output_tokens": wanted.output_tokens,
    }


def _outcome_as_json(outcome: _Outcome) -> dict[str, Any]:
    return {
        "requests": len(outcome.results),
        "failed": outcome.failed,
        "interrupted": outcome.interrupted,
        "edits": [
            {
                "conversation": thread.id,
                **asdict(verdict.edit),
                "refusal": verdict.refusal,
            }
            for thread, result in outcome.results
            for verdict in result.verdicts
        ],
    }
