"""What `backfill` and `import` print: the plan and the outcome."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from ..checks.guard import Verdict
from ..checks.refusals import KNOWN
from ..learn.backfill.run import Estimate, Plan
from ..learn.backfill.selection import Selection
from ..learn.backfill.staging import Staging, Thread
from ..learn.update import WHY_WITHHELD, WITHHELD, Result
from ..model import prices
from ..settings import read_settings
from ..text.plurals import counted
from .base import day, truncated
from .control import print_result
from .output import echo, for_profile, say

if TYPE_CHECKING:
    from .backfill_common import Options

# The most conversations of a plan that are listed.
_MAX_SHOWN = 20

# The columns of a title, which fits into 80 columns with its date.
_TITLE_COLUMNS = 64

_OUTCOMES = {
    "add": "added",
    "replace": "replaced",
    "remove": "removed",
    "merge": "merged",
    "known": "known",
    "refused": "refused",
    "waiting": "for you to decide",
}


@dataclass
class Outcome:
    """The outcome of a plan: `planned` is the number of planned requests.

    `hindrance` is the error that stopped it if that is not a model's, such as a pause.
    """

    planned: int
    results: list[tuple[Thread, Result]] = field(default_factory=list)
    hindrance: str = ""
    interrupted: bool = False

    @property
    def verdicts(self) -> Counter[str]:
        """The number of edits, by operation, or as "known", "refused" or "waiting" if not made."""
        return Counter(_kind(verdict) for _, result in self.results for verdict in result.verdicts)

    @property
    def failed(self) -> int:
        return sum(bool(result.error) for _, result in self.results)


def _kind(verdict: Verdict) -> str:
    if verdict.needs_review:
        return "waiting"
    if verdict.refusal in KNOWN:
        return "known"
    return "refused" if verdict.refusal else verdict.edit.op


def print_plan(
    what: str,
    staged: Staging,
    selection: Selection,
    wanted: Estimate,
    *,
    listed: bool,
    err: bool,
) -> None:
    """Print the conversations to learn from, those skipped and why, and the estimated cost.

    It goes to stderr with `err`. The conversations themselves are printed only if `listed`.
    """
    held, first, last = staged.extent()
    if not held:
        echo(f"{what}: no conversations.", err=err)
        return
    days = " to ".join(dict.fromkeys([day(first), day(last)]))
    echo(f"{what}: {counted(held, 'conversation')}, {days}", err=err)
    echo(f"{len(selection.taken):>8,}  to learn from", err=err)
    if selection.left:
        echo(f"{selection.left:>8,}  more than asked for", err=err)
    for reason, number in selection.skipped.most_common():
        echo(f"{number:>8,}  skipped: {reason}", err=err)
    for thread in selection.taken[: _MAX_SHOWN if listed else 0]:
        echo(f"    {day(thread.started)}  {truncated(thread.title, _TITLE_COLUMNS)}", err=err)
    if listed and (more := selection.taken[_MAX_SHOWN:]):
        echo(f"    ... and {len(more):,} more", err=err)
    if selection.taken:
        models = ", ".join(f"{model} ({n:,})" for model, n in wanted.requests.most_common())
        say(
            f"That is about {counted(wanted.requests.total(), 'request')}, "
            f"{wanted.input_tokens:,} tokens in and {wanted.output_tokens:,} out, to {models}"
            f"{_money(wanted)}.",
            err=err,
        )
    else:
        echo("There is nothing to learn from.", err=err)
    if off := sum(thread.was_off for thread in selection.taken):
        were = "was" if off == 1 else "were"
        echo(f"{counted(off, 'conversation')} {were} held with memory off.", err=err)


def _money(wanted: Estimate) -> str:
    table = prices.parsed(read_settings().prices or "")
    dollars, lacking = prices.money(table, wanted.spent())
    if dollars is None:
        return ""
    without = f", without {', '.join(sorted(lacking))}" if lacking else ""
    return f": about {prices.shown(dollars)}{without}"


def print_outcome(outcome: Outcome, options: "Options") -> None:
    """Print what was done, and how to continue."""
    err = str(options.output) == "-"
    if options.preview:
        _print_results(outcome)
    for line in outcome_lines(outcome, options.keeps):
        say(line, err=err)
    if options.preview:
        echo("Nothing was kept.")
    elif options.output and not err:
        say(f"The profile that came of it is in {options.output}; yours is as it was.")
    if outcome.interrupted and options.keeps:
        echo("The same command goes on from there.")


def _print_results(outcome: Outcome) -> None:
    for thread, result in outcome.results:
        echo(f"{day(thread.started)}  {truncated(thread.title, _TITLE_COLUMNS)}")
        print_result(result)


def outcome_lines(outcome: Outcome, keeps: bool) -> Iterator[str]:
    """Yield sentences with the numbers of answers and of edits, by their results."""
    found, made = outcome.verdicts, Counter[str]()
    withheld = sum(result.status == WITHHELD for _, result in outcome.results)
    for _, result in outcome.results:
        if not result.error and result.status != WITHHELD:
            made["with edits" if result.verdicts else "without"] += 1
    edits = [f"{found[op]:,} {said}" for op, said in _OUTCOMES.items() if found[op]]
    nothing = f"{counted(made['without'], 'answer')} had nothing to remember"
    told = f"{counted(made.total(), 'request')} answered"
    if edits:
        told += f": {', '.join(edits)}"
        told += f"; {nothing}." if made["without"] else "."
    else:
        told += ", with nothing to remember."
    yield told
    if withheld:
        yield f"{counted(withheld, 'request')} not made: {WHY_WITHHELD}."
    if outcome.failed:
        yield f"{counted(outcome.failed, 'request')} failed."
    if (outcome.failed or found["refused"]) and keeps:
        yield for_profile("`llm memory log` says why.")
    if outcome.interrupted:
        yield f"Stopped after {len(outcome.results):,} of {outcome.planned:,}."


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
        "dollars": prices.money(prices.parsed(read_settings().prices or ""), wanted.spent())[0],
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
