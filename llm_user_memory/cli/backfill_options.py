"""The options that every command about the past has, and what they say."""

import os
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import click

from ..errors import ProfileError
from ..learn.backfill.selection import Wanted
from .base import Decorated, json_option

DAY = 86400.0

# More than anything was logged before.
_MOST_DAYS = 100_000


@dataclass(frozen=True)
class Options:
    """What the options say that every command about the past has."""

    wanted: Wanted
    model: str | None
    output: Path | None
    dry_run: bool
    yes: bool
    as_json: bool


def past_options(command: Decorated) -> Decorated:
    """Return the command with the options that every command about the past has."""
    date = click.DateTime(["%Y-%m-%d"])
    for option in reversed(
        [
            click.option("--days", type=click.IntRange(1), help="Only the last so many days"),
            click.option("--since", type=date, metavar="DATE", help="Only since that day"),
            click.option("--until", type=date, metavar="DATE", help="Only until that day"),
            click.option("--limit", type=click.IntRange(1), help="At most so many conversations"),
            click.option("-m", "--model", help="The model to ask, instead of each one's own"),
            click.option("--force", is_flag=True, help="Also what was learned from already"),
            click.option(
                "--output",
                type=click.Path(path_type=Path),
                metavar="FILE",
                help="Write the profile that comes of it there, and change nothing else",
            ),
            click.option("--dry-run", is_flag=True, help="Show what would be done, and do not"),
            click.option("-y", "--yes", is_flag=True, help="Do not ask"),
            json_option,
        ]
    ):
        command = option(command)
    return command


def options_of(given: dict[str, Any], conversations: tuple[str, ...] = ()) -> Options:
    """Return what the options of `past_options` say."""
    since: datetime | None = given["since"]
    until: datetime | None = given["until"]
    if given["days"] and since:
        raise click.UsageError("--days and --since say the same thing: give one of them.")
    if given["days"]:
        begins = time.time() - min(given["days"], _MOST_DAYS) * DAY
    else:
        begins = _timestamp(since) if since else 0.0
    wanted = Wanted(
        since=begins,
        until=_timestamp(until, days=1) if until else float("inf"),
        conversations=conversations,
        again=given["force"],
        limit=given["limit"],
    )
    if output := given["output"]:
        _refuse_unless_new(output)
    return Options(wanted, given["model"], output, given["dry_run"], given["yes"], given["as_json"])


def _refuse_unless_new(output: Path) -> None:
    """What models are asked for is not to be lost for want of a place."""
    if os.path.lexists(output):
        raise ProfileError(f"{output} is there already.", untouched="It is as it was.")
    if not os.access(output.parent, os.W_OK | os.X_OK):
        problem = "cannot be written to" if output.parent.is_dir() else "is no folder"
        raise ProfileError(f"{output.parent} {problem}.", untouched="Nothing was learned.")


def _timestamp(day: datetime, days: int = 0) -> float:
    """The moment at which a local day begins, or one so many days later."""
    try:
        return (day + timedelta(days)).timestamp()
    except (ValueError, OverflowError, OSError):  # at the ends of the calendar
        return float("-inf") if day.year < 1970 else float("inf")
