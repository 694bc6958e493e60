"""What `backfill` and `import` print: the plan and the outcome."""

from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..learn.backfill.run import Estimate, Plan
from ..learn.backfill.selection import Selection
from ..learn.backfill.staging import Staging, Thread
from ..learn.update import Result
from ..store.profile.history import Version
from .base import counted, day, truncated
from .control import print_result
from .output import echo

# The most conversations of a plan to list.
_MAX_SHOWN = 20

# Columns of a title, so that it fits into 80 columns with its date.
_TITLE_COLUMNS = 64

_OUTCOMES = {
    "add": "added",
    "replace": "replaced",
    "remove": "removed",
    "merge": "merged",
    "refused": "refused",
    "waiting": "for you to decide",
}


@dataclass
class Outcome:
    """The outcome of a plan: `planned` is the number of planned requests.

    `hindrance` is the error that stopped it if no model caused it, such as a pause.
    """

    planned: int
    results: list[tuple[Thread, Result]] = field(default_factory=list)
    hindrance: str = ""
    interrupted: bool = False

    @property
    def verdicts(self) -> Counter[str]:
        """The number of edits by operation, and of those "refused" and "waiting"."""
        return Counter(
            "waiting" if verdict.needs_review else "refused" if verdict.refusal else verdict.edit.op
            for _, result in self.results
            for verdict in result.verdicts
        )

    @property
    def failed(self) -> int:
        return sum(bool(result.error) for _, result in self.results)


def print_plan(
    what: str, staged: Staging, selection: Selection, wanted: Estimate, listed: bool
) -> None:
    """Print the conversations to learn from, those skipped and why, and the estimated cost."""
    held, first, last = staged.extent()
    if not held:
        echo(f"{what}: no conversations.")
        return
    days = " to ".join(dict.fromkeys([day(first), day(last)]))
    echo(f"{what}: {counted(held, 'conversation')}, {days}")
    echo(f"{len(selection.taken):>8,}  to learn from")
    if selection.left:
        echo(f"{selection.left:>8,}  more than --limit")
    for reason, number in selection.skipped.most_common():
        echo(f"{number:>8,}  skipped: {reason}")
    for thread in selection.taken[: _MAX_SHOWN if listed else 0]:
        echo(f"    {day(thread.started)}  {truncated(thread.title, _TITLE_COLUMNS)}")
    if listed and (more := selection.taken[_MAX_SHOWN:]):
        echo(f"    ... and {len(more):,} more")
    if selection.taken:
        models = ", ".join(f"{model} ({n:,})" for model, n in wanted.requests.most_common())
        echo(
            f"That is about {counted(wanted.requests.total(), 'request')}, "
            f"{wanted.input_tokens:,} tokens in and {wanted.output_tokens:,} out, to {models}."
        )
    if off := sum(thread.was_off for thread in selection.taken):
        were = "was" if off == 1 else "were"
        echo(f"{counted(off, 'conversation')} {were} held with memory off.")


def print_outcome(
    outcome: Outcome, before: Version, after: Version, *, dry_run: bool, output: Path | None
) -> None:
    """Print what was done, and how to continue or undo it."""
    if dry_run:
        for thread, result in outcome.results:
            if result.verdicts or result.error:
                echo(f"{day(thread.started)}  {truncated(thread.title, _TITLE_COLUMNS)}")
                print_result(result)
    done, found = len(outcome.results) - outcome.failed, outcome.verdicts
    made = [f"{found[op]:,} {said}" for op, said in _OUTCOMES.items() if found[op]]
    echo(f"{counted(done, 'request')} answered: {', '.join(made) or 'nothing to remember'}.")
    if outcome.failed:
        echo(f"{counted(outcome.failed, 'request')} failed.")
    if (outcome.failed or found["refused"]) and not (dry_run or output):
        echo("`llm memory log` says why.")
    if outcome.interrupted:
        echo(f"Stopped after {len(outcome.results):,} of {outcome.planned:,}.")
    if dry_run:
        echo("Nothing was kept.")
    elif output:
        echo(f"The profile that came of it is in {output}; yours is as it was.")
    elif after.n > before.n:
        echo(f"`llm memory restore {before.n}` takes all of it back.")
    if outcome.interrupted and not (dry_run or output):
        echo("The same command goes on from there.")


def plan_as_json(selection: Selection, plan: Plan, wanted: Estimate) -> dict[str, Any]:
    """Return a plan for `--json`."""
    return {
        "conversations": [
            {
                "conversation": thread.id,
                "source": thread.source,
                "title": thread.title,
                "started": thread.started,
                "model": plan.models[thread.id],
                "characters": thread.typed_chars,
            }
            for thread in selection.taken
        ],
        "beyond_limit": selection.left,
        "skipped_because": dict(selection.skipped.most_common()),
        "requests": dict(wanted.requests),
        "input_tokens": wanted.input_tokens,
        "output_tokens": wanted.output_tokens,
    }


def outcome_as_json(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome for `--json`."""
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
