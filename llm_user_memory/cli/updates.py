"""The commands about requests to models: `log`, `cost`."""

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import click

from ..checks.refusals import NEEDS_REVIEW
from ..model import prices
from ..settings import read_settings
from ..store import clients, updates
from ..store.clients import Call
from ..store.updates import Update
from ..text.plurals import counted
from .base import (
    MAX_DAYS,
    Number,
    capped,
    json_option,
    limit_option,
    memory,
    moment,
    opened_memory,
    where,
)
from .output import echo, echo_json, item, say


@memory.command()
@limit_option("updates")
@json_option
def log(limit: int, as_json: bool) -> None:
    """
    List requests to models and their results

    The newest is first. Each request is shown with its conversation, model and tokens, and with its
    edits or its error. "+", "-" and "~" mark facts that were added, removed or replaced, "!" an
    edit that was refused, with the reason, and "?" an edit that waits for you. Tool calls by the
    models of other programs are listed, too, without their results.
    """
    with opened_memory() as store:
        found = [
            _Entry(update.started, partial(_print_update, update, edits), _as_json(update, edits))
            for update in updates.history(store.db, limit)
            for edits in [updates.edits(store.db, update.id)]
        ]
        found += [
            _Entry(call.at, partial(_print_call, call), _call_as_json(call))
            for call in clients.calls(store.db, limit)
        ]
    listed = sorted(found, key=lambda entry: entry.at, reverse=True)[:limit]
    if as_json:
        echo_json([entry.as_json for entry in listed])
        return
    for entry in listed:
        entry.show()
    if not listed:
        echo("No model has been asked yet.", err=True)


@memory.command()
@click.option(
    "--days",
    type=Number(1),
    default=30,
    show_default="30",
    callback=capped(MAX_DAYS),
    help="Show the last N days",
    metavar="N",
)
@json_option
def cost(days: int, as_json: bool) -> None:
    """
    Show what learning cost, by day, model and program

    The command prints the requests and tokens of each day, as the models counted them.
    For models whose price is in LLM_MEMORY_PRICES, it prints the dollars, too. Requests
    whose edits were not kept, as of "backfill --preview", are included.
    """
    with opened_memory() as store:
        rows = updates.costs(store.db, days)
    table = prices.parsed(read_settings().prices or "")
    dollars = [
        None if row["input_tokens"] is None else prices.money(table, [_spent(row)])[0]
        for row in rows
    ]
    if as_json:
        found = [{**dict(row), "dollars": each} for row, each in zip(rows, dollars, strict=True)]
        echo_json(found)
        return
    if not rows:
        echo(f"No model was asked in {counted(days, 'day')}.", err=True)
        return
    head = f"{'':<2}{'dollars':>11}" if table else ""
    echo(f"{'day':<10}  {'requests':>8}  {'tokens in':>9}  {'tokens out':>10}{head}  model")
    columns = ("requests", "input_tokens", "output_tokens")
    for row, each in zip(rows, dollars, strict=True):
        about = row["model"] + (f", {row['client']}" if row["client"] != "llm" else "")
        money = _dollars(each) if table else ""
        echo(f"{_costs(row['day'], [row[name] for name in columns])}{money}  {about}")
    totals = [[row[name] for row in rows if row[name] is not None] for name in columns]
    total, lacking = prices.money(table, map(_spent, rows))
    money = _dollars(total) if table else ""
    echo(_costs("all", [sum(known) if known else None for known in totals]) + money)
    if table and lacking:
        say(f"LLM_MEMORY_PRICES has no price of {', '.join(sorted(lacking))}.", err=True)
    if any(row["input_tokens"] is None for row in rows):
        echo("?: the model did not answer, or does not count its tokens.", err=True)


def _costs(day: str, numbers: list[int | None]) -> str:
    requests, tokens_in, tokens_out = (
        "?" if number is None else f"{number:,}" for number in numbers
    )
    return f"{day:<10}  {requests:>8}  {tokens_in:>9}  {tokens_out:>10}"


def _dollars(amount: float | None) -> str:
    return f"  {'?' if amount is None else prices.shown(amount):>11}"


def _spent(row: sqlite3.Row) -> tuple[str, int | None, int | None]:
    return row["model"], row["input_tokens"], row["output_tokens"]


class _Entry(NamedTuple):
    at: float
    show: Callable[[], None]
    as_json: dict[str, Any]


def _print_update(update: Update, edits: list[sqlite3.Row]) -> None:
    echo(f"{update.id:>5}  {_headline(update)}")
    echo(f"       {where(update.source, update.thread_id)}")
    if update.error:
        item(update.error, 7)
    elif not edits and update.status == "done":
        echo("       nothing to remember")
    elif update.status == updates.NOT_KEPT:
        echo("       asked by --preview, --output or dry_run: none of its edits was kept")
    for edit in edits:
        item(_line(edit), 7)


def _print_call(call: Call) -> None:
    echo(f"       {moment(call.at)}  {call.client} used {call.tool}: {call.outcome}")


def _headline(update: Update) -> str:
    tokens = ""
    if update.input_tokens is not None:
        tokens = f", {update.input_tokens:,} tokens in, {update.output_tokens or 0:,} out"
    return f"{moment(update.started)}  {update.status}, {update.model}{tokens}"


def _line(edit: sqlite3.Row) -> str:
    sign = {"add": "+", "remove": "-"}.get(edit["op"], "~")
    what = (edit["old"] if edit["op"] == "remove" else edit["new"]) or "(purged)"
    if edit["refusal"] in NEEDS_REVIEW:
        whole = f"{edit['old']} -> {what}" if edit["op"] == "replace" else what
        return f"? {whole}  (for you to decide: {edit['refusal']})"
    if edit["refusal"]:
        return f"! {what}  (refused: {edit['refusal']})"
    return f"{sign} {what}  (“{edit['quote']}”)" if edit["quote"] else f"{sign} {what}"


def _call_as_json(call: Call) -> dict[str, Any]:
    return {
        "started": call.at,
        "status": "done",
        "source": "client",
        "client": call.client,
        "tool": call.tool,
        "outcome": call.outcome,
        "edits": [],
    }


def _as_json(update: Update, edits: list[sqlite3.Row]) -> dict[str, Any]:
    return {
        "update": update.id,
        "started": update.started,
        "ended": update.ended,
        "status": update.status,
        "conversation": update.thread_id,
        "source": update.source,
        "model": update.model,
        "form": update.form,
        "input_tokens": update.input_tokens,
        "output_tokens": update.output_tokens,
        "error": update.error,
        "edits": [dict(edit) for edit in edits],
    }
