"""What learning cost, by day, model and program: a table, and a chart of stacked bars."""

import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from ..model import prices
from ..model.prices import Prices
from ..settings import Settings
from ..store import updates
from ..text.plurals import counted

DAYS = 30

OTHERS = "other models"

# The number of models with a colour of their own. The style sheet defines these colours, and one
# more for all other models.
_COLOURS = 5

_HEIGHT = 100.0
_STEP = 20
_WIDTH = 16

# The least height of a part of a bar, so that a day with few tokens is still visible.
_LOWEST = 2.0

# The y of the baseline. Above the highest bar there is room for a part of the least height in each
# colour.
BASE = _HEIGHT + _LOWEST * (_COLOURS + 1)


@dataclass(frozen=True)
class Row:
    """A day's requests to one model about one program's conversations, and their cost.

    Tokens are None if no request was counted, `dollars` is None without a price.
    """

    day: str
    model: str
    program: str
    requests: int
    tokens_in: int | None
    tokens_out: int | None
    dollars: str | None

    @property
    def tokens(self) -> int:
        """The counted tokens, input and output together."""
        return (self.tokens_in or 0) + (self.tokens_out or 0)


@dataclass(frozen=True)
class Bar:
    """The tokens of one model on one day: a rectangle of the chart, with its colour and tooltip."""

    x: int
    y: float
    height: float
    colour: int
    says: str


@dataclass(frozen=True)
class Cost:
    """The cost of the last `DAYS` days: the table, its total, and the chart with its legend.

    `rows` begin with the newest. If the user gave prices, `priced` is true and `lacking` names the
    models without one. `models` are in the order of their colours. `in_words` is the text
    alternative of the chart.
    """

    rows: Sequence[Row]
    total: Row
    priced: bool
    lacking: Sequence[str]
    bars: Sequence[Bar]
    models: Sequence[str]
    first: str
    last: str
    width: int
    in_words: str


def of_days(db: sqlite3.Connection, settings: Settings) -> Cost:
    """Return what the last `DAYS` days cost, today included."""
    table = prices.parsed(settings.prices or "")
    rows = [_row(found, table) for found in updates.costs(db, DAYS)]
    today = date.today()
    days = [(today - timedelta(days=ago)).isoformat() for ago in reversed(range(DAYS))]
    models = _with_colours(rows)
    spent = [(row.model, row.tokens_in, row.tokens_out) for row in rows]
    dollars, lacking = prices.money(table, spent)
    return Cost(
        rows,
        _total(rows, dollars),
        bool(table),
        sorted(lacking) if table else [],
        _bars(rows, days, models),
        models,
        days[0],
        days[-1],
        _STEP * DAYS,
        _in_words(rows, days),
    )


def _row(found: sqlite3.Row, table: Prices) -> Row:
    tokens_in, tokens_out = found["input_tokens"], found["output_tokens"]
    spent = [(found["model"], tokens_in, tokens_out)]
    dollars = prices.money(table, spent)[0] if tokens_in is not None else None
    return Row(
        found["day"],
        found["model"],
        found["client"],
        found["requests"],
        tokens_in,
        tokens_out,
        None if dollars is None else prices.shown(dollars),
    )


def _total(rows: Sequence[Row], dollars: float | None) -> Row:
    counted = [row for row in rows if row.tokens_in is not None]
    return Row(
        "all",
        "",
        "",
        sum(row.requests for row in rows),
        sum(row.tokens_in or 0 for row in counted) if counted else None,
        sum(row.tokens_out or 0 for row in counted) if counted else None,
        None if dollars is None else prices.shown(dollars),
    )


def _with_colours(rows: Sequence[Row]) -> list[str]:
    """The models with the most tokens, in descending order; all others share the last colour."""
    taken: dict[str, int] = defaultdict(int)
    for row in rows:
        taken[row.model] += row.tokens
    models = sorted(taken, key=lambda model: (-taken[model], model))
    return models if len(models) <= _COLOURS else [*models[:_COLOURS], OTHERS]


def _bars(rows: Sequence[Row], days: Sequence[str], models: Sequence[str]) -> list[Bar]:
    """The parts of each day's bar, from the bottom up in the order of the colours."""
    parts = _parts(rows, models)
    most = max((sum(tokens for tokens, _ in part.values()) for part in parts.values()), default=0)
    bars = []
    for place, day in enumerate(days):
        top = BASE
        for colour, (tokens, requests) in sorted(parts.get(day, {}).items()):
            height = round(max(_LOWEST, _HEIGHT * tokens / (most or 1)), 1)
            top = round(top - height, 1)
            asked = counted(requests, "request")
            says = f"{day}, {models[colour]}: {tokens:,} tokens, {asked}"
            x = _STEP * place + (_STEP - _WIDTH) // 2
            bars.append(Bar(x, top, height, colour, says))
    return bars


def _parts(
    rows: Sequence[Row], models: Sequence[str]
) -> Mapping[str, Mapping[int, tuple[int, int]]]:
    """{day: {number of a colour: tokens and requests}}"""
    parts: dict[str, dict[int, tuple[int, int]]] = defaultdict(dict)
    colours = {model: number for number, model in enumerate(models)}
    for row in rows:
        colour = colours.get(row.model, len(models) - 1)
        tokens, requests = parts[row.day].get(colour, (0, 0))
        parts[row.day][colour] = tokens + row.tokens, requests + row.requests
    return parts


def _in_words(rows: Sequence[Row], days: Sequence[str]) -> str:
    """The text alternative of the chart, for screen readers."""
    by_day: dict[str, int] = defaultdict(int)
    for row in rows:
        by_day[row.day] += row.tokens
    if not by_day:
        return ""
    most = max(by_day, key=lambda day: (by_day[day], day))
    return (
        f"Tokens by day and model, from {days[0]} to {days[-1]}: requests on {len(by_day)} of "
        f"{len(days)} days, most tokens on {most}: {by_day[most]:,}. The table has the numbers."
    )
