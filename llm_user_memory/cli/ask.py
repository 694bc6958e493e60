"""The command `ask`: it answers a question from earlier conversations and notes."""

import sys
from typing import Any

import click

from ..model.installed import default_model
from ..recall import ask as ask_module
from ..recall.ask import Answer
from ..recall.lookup import open_command
from ..settings import read_settings
from . import complete
from .base import json_option, memory, opened_memory
from .output import as_speaker, echo, echo_json, for_profile, say


@memory.command(empty="Say what to ask: `llm memory ask 'When did I move to Lisbon?'`.")
@click.argument("question", nargs=-1, required=True)
@click.option(
    "-m", "--model", shell_complete=complete.models, help="Ask this model instead of LLM's default"
)
@json_option
def ask(question: tuple[str, ...], model: str | None, as_json: bool) -> None:
    """
    Answer a question from earlier conversations and notes

    The passages that fit the question are sent to LLM's default model. The model must
    quote the passages that support its answer. Each quote is checked against them, and
    shown with its day and who said it.
    Only passages said with memory on are used. Passages said to a local model are sent
    only to local models. The exit code is 1 when no answer is found.

    \b
        llm memory ask 'When did I move to Lisbon?'
    """
    settings = read_settings()
    with opened_memory() as store:
        wanted = model or default_model()
        found = ask_module.answer(store, settings, " ".join(question), wanted)
    if as_json:
        echo_json(_as_json(found, wanted))
    else:
        _print_answer(found)
        for remark in found.remarks:
            say(for_profile(remark), dim=True, err=True)
    if not found.text:
        sys.exit(1)


def _print_answer(found: Answer) -> None:
    if found.text:
        say(found.text)
        echo()
        for record, quote in found.cited:
            where = for_profile(open_command(record.hit) if record.hit else "llm memory show")
            day = record.day or ("undated" if record.hit else "profile")
            who = as_speaker(record.speaker(quote)) if record.hit else ""
            echo(f"  {day:<10}  {who}“{quote}”")
            echo(f"  {'':<10}  {where}", dim=True)
        return
    echo("Not found.")
    if found.found:
        echo("What comes nearest to it:", err=True)
        for hit in ask_module.best_of_each(found.found)[:3]:
            said = " ".join(hit.text.split())
            echo(f"  {hit.day:<10}  {said[:60]}{'…' * (len(said) > 60)}", err=True)
            echo(f"  {'':<10}  {for_profile(open_command(hit))}", dim=True, err=True)
    else:
        say(for_profile("Ask in other words, or look with `llm memory search WORDS`."), err=True)


def _as_json(found: Answer, model: str) -> dict[str, Any]:
    return {
        "answer": found.text,
        "model": model,
        "requests": found.requests,
        "cited": [
            {
                "date": record.day,
                "speaker": record.speaker(quote),
                "quote": quote,
                "opens": for_profile(open_command(record.hit) if record.hit else "llm memory show"),
            }
            for record, quote in found.cited
        ],
        "remarks": [for_profile(remark) for remark in found.remarks],
    }
