"""The options and the procedure that `backfill` and `import` share."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import click

from ..errors import (
    BusyError,
    LogsError,
    MemoryPluginError,
    ModelError,
    ProfileError,
)
from ..learn import schedule
from ..learn.backfill import dry_run, selection
from ..learn.backfill import run as backfill
from ..learn.backfill.run import Estimate, Plan
from ..learn.backfill.selection import Criteria, Selection
from ..learn.backfill.staging import Staging, Thread
from ..model import installed
from ..settings import Settings, read_settings
from ..store import state, updates
from ..store.profile import versions
from ..store.state import Store
from ..text.plurals import counted
from . import complete, output_file
from .backfill_report import (
    Outcome,
    outcome_as_json,
    outcome_lines,
    plan_as_json,
    print_outcome,
    print_plan,
)
from .base import MAX_DAYS, Date, Decorated, Number, capped, current_profile, json_option
from .changes import tell, tell_learned
from .control import forbidden
from .exits import STOPPED
from .output import confirm, echo_own, progress

# The number of failed requests in a row after which to stop.
_MAX_FAILURES = 3

_DAY = 86400.0

_NOTHING = "No model was asked."

Scan = Callable[[Staging, Store], None]


@dataclass(frozen=True)
class Options:
    """The values of the shared options."""

    wanted: Criteria
    model: str | None
    output: Path | None
    dry_run: bool
    preview: bool
    yes: bool
    as_json: bool

    @property
    def keeps(self) -> bool:
        """Whether the profile itself is changed, and not a copy of it."""
        return not (self.dry_run or self.preview or self.output)


def backfill_options(command: Decorated) -> Decorated:
    """Add the shared options to a command."""
    date = Date(["%Y-%m-%d"])
    for option in reversed(
        [
            click.option(
                "--days",
                type=Number(1),
                callback=capped(MAX_DAYS),
                metavar="N",
                help="Take only the last N days",
            ),
            click.option("--since", type=date, metavar="DATE", help="Take only this day and later"),
            click.option(
                "--until", type=date, metavar="DATE", help="Take only this day and earlier"
            ),
            click.option(
                "--limit", type=Number(1), metavar="N", help="Take at most N conversations"
            ),
            click.option(
                "-m",
                "--model",
                shell_complete=complete.models,
                help="Ask this model instead of each conversation's own",
            ),
            click.option(
                "--force",
                is_flag=True,
                help="Also take conversations that were learned from before",
            ),
            click.option(
                "--output",
                type=output_file.OutputPath(),
                metavar="FILE",
                help="Write the profile to FILE (- prints it); change nothing else",
            ),
            click.option(
                "--dry-run", is_flag=True, help="Show what would be done, and ask no model"
            ),
            click.option(
                "--preview",
                type=Number(1),
                metavar="N",
                help="Ask about N conversations, show the result, and keep nothing",
            ),
            click.option("-y", "--yes", is_flag=True, help="Do not ask for confirmation"),
            json_option,
        ]
    ):
        command = option(command)
    return command


def options_of(given: dict[str, Any], conversations: tuple[str, ...] = ()) -> Options:
    """Return the values of the shared options. Raises click.UsageError and ProfileError."""
    since: datetime | None = given["since"]
    until: datetime | None = given["until"]
    if given["days"] and since:
        raise click.UsageError("--days and --since say the same thing: give one of them.")
    if given["preview"] and (given["dry_run"] or given["output"]):
        raise click.UsageError("--preview keeps nothing: give no --dry-run or --output with it.")
    if given["days"]:
        begins = time.time() - given["days"] * _DAY
    else:
        begins = _timestamp(since) if since else 0.0
    wanted = Criteria(
        since=begins,
        until=_timestamp(until, days=1) if until else float("inf"),
        conversations=conversations,
        again=given["force"],
        limit=given["preview"] or given["limit"],
    )
    output: Path | None = given["output"]
    if output and str(output) == "-" and given["as_json"]:
        raise click.UsageError("--output - and --json both print: give one of them.")
    if output and str(output) != "-":
        output_file.refuse_others(output)
    preview = given["preview"] is not None
    return Options(
        wanted,
        given["model"],
        output,
        given["dry_run"],
        preview,
        given["yes"] or preview,
        given["as_json"],
    )


def learn_from_earlier(scan: Scan, options: Options, what: str) -> None:
    """Scan for conversations, print the plan, ask for confirmation, and learn from them.

    `what` names the source in messages. Raises ModelError if a request failed; what was learned
    before is kept.
    """
    settings = read_settings()
    with memory_for(options) as store, closing(Staging()) as staged:
        scan(staged, store)
        if missing := [one for one in options.wanted.conversations if one not in staged]:
            raise LogsError(
                f"{what} has no conversation {missing[0]}.", untouched="Nothing was learned."
            )
        staged.keep_within(options.wanted.since, options.wanted.until)
        selection, models = _select(staged, options, settings)
        plan = Plan(selection.taken, models, options.wanted.again)
        before = versions.read(store)
        wanted = backfill.estimate(staged, plan, before.text)
        found = plan_as_json(selection, plan, wanted)
        listed, prints = options.dry_run or options.preview, str(options.output) == "-"
        if not options.as_json:
            print_plan(what, staged, selection, wanted, listed=listed, err=prints)
        if options.as_json and (not selection.taken or options.dry_run):
            tell(_NOTHING, as_json=True, changed=False, version=before.n, **found)
        if not selection.taken or options.dry_run:
            return
        if not options.yes:
            confirm("Learn from them now?", abort=True)
        _refuse_if_hindered(store.db, settings)
        outcome = _learn(store, settings, staged, plan, wanted)
        after = versions.read(store)
        if options.output and not prints:
            output_file.write(options.output, after.text)
        if prints:
            echo_own(after.text)
        if not options.as_json:
            print_outcome(outcome, options)
        tell_learned(
            before,
            after if options.keeps else before,
            " ".join(outcome_lines(outcome, options.keeps)),
            as_json=options.as_json,
            **found,
            outcome=outcome_as_json(outcome),
        )
    if outcome.interrupted:
        click.get_current_context().exit(STOPPED)
    if fault := _final_error(outcome, options):
        raise fault


def _final_error(outcome: Outcome, options: Options) -> MemoryPluginError | None:
    """The error to raise at the end, if some requests were not answered."""
    is_kept = options.keeps
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
    """Open the memory folder, or a temporary copy if the options exclude changes."""
    folder = current_profile().folder
    with state.opened(folder) if options.keeps else dry_run.opened(folder) as store:
        yield store


def _select(
    staged: Staging, options: Options, settings: Settings
) -> tuple[Selection, dict[str, str]]:
    """The conversations to learn from, and the model for each conversation's id."""
    known = installed.names()
    chosen = options.model or settings.model
    if chosen and chosen not in known:
        raise ModelError(
            f"There is no model “{chosen}”.",
            transient=False,
            untouched="Nothing was changed.",
            remedy="`llm models` lists those there are.",
        )
    default = installed.default_model()
    models: dict[str, str] = {}

    def lacks_model(thread: Thread) -> str:
        own = thread.model if thread.source == updates.LOG else default
        models[thread.id] = name = chosen or own
        if not name:
            return "its model is unknown; -m asks another"
        return "" if name in known else f"its model {name} is not installed; -m asks another"

    return selection.select(staged, options.wanted, lacks_model), models


def _refuse_if_hindered(db: sqlite3.Connection, settings: Settings) -> None:
    reason, _until = schedule.forbidden(db, settings, time.time())
    if reason:
        raise forbidden(reason)


def _learn(
    store: Store,
    settings: Settings,
    staged: Staging,
    plan: Plan,
    wanted: Estimate,
) -> Outcome:
    """Carry out the plan with a progress bar, until it is done, interrupted, or keeps failing."""
    outcome = Outcome(wanted.requests.total())
    failures = 0
    began = time.monotonic()

    def rate(_: object) -> str:
        done = len(outcome.results)
        return f"{60 * done / (time.monotonic() - began):.0f} a minute" if done else ""

    bar = progress(length=outcome.planned, label="Learning", show_pos=True, show=rate)
    with bar:
        try:
            for thread, result in backfill.learn(store, settings, staged, plan):
                outcome.results.append((thread, result))
                bar.update(1, result)
                failures = failures + 1 if result.error else 0
                if result.transient or failures >= _MAX_FAILURES:
                    break
        except KeyboardInterrupt:
            outcome.interrupted = True
        except (BusyError, ProfileError) as error:
            outcome.hindrance = error.what
    return outcome


def _timestamp(day: datetime, days: int = 0) -> float:
    """The time at which a local day begins, or the one `days` later."""
    try:
        return (day + timedelta(days)).timestamp()
    except (ValueError, OverflowError, OSError):  # outside of the calendar's range
        return float("-inf") if day.year < 1970 else float("inf")
