"""The command `search`: it finds passages of conversations, notes and files."""

import contextlib
import re
import sys
import textwrap
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, get_args

import click

from ..daemon import control as daemon
from ..errors import DaemonError, MemoryPluginError, ProfileError, WrongCallError
from ..profile.document import matching_facts
from ..recall import highlight, keywords, lookup
from ..recall.hits import Hit, Mode, Query
from ..recall.index import db as index_db
from ..recall.index.db import CURRENT, KINDS, LOGS, PROFILE, TALKS
from ..recall.readable import neighbours
from ..settings import Folder, Settings, read_settings
from ..store import forgotten
from ..store.state import Store
from ..text.controls import visible
from ..text.plurals import counted
from ..text.words import storable
from . import complete
from .base import Number, json_option, memory, moment, opened_memory
from .output import (
    as_speaker,
    echo,
    echo_json,
    for_profile,
    has_styles,
    item,
    progress,
    say,
    styled,
    width,
)

# Seconds of indexing after which a progress bar is shown.
_SECONDS_WITHOUT_BAR = 1.0

_MARKS = ("\x02", "\x03")

_EMPTY = "Say what to search for: QUERY, or --about FACT."


@memory.command(empty=_EMPTY)
@click.argument("query", nargs=-1)
@click.option(
    "--about",
    shell_complete=complete.facts,
    metavar="FACT",
    help="Show what was said around a fact and on the same things, by time",
)
@click.option(
    "--mode",
    type=click.Choice(get_args(Mode)),
    default="hybrid",
    show_default="hybrid",
    help="Search by words, by meaning, or by both",
)
@click.option(
    "--since",
    metavar="WHEN",
    help="Show only passages from then or later: 2026-03-14, last week, 30d",
)
@click.option("--until", metavar="WHEN", help="Show only passages from then or earlier")
@click.option(
    "--source",
    "sources",
    type=click.Choice(KINDS),
    multiple=True,
    help="Search only here; repeatable",
)
@click.option(
    "-m",
    "--model",
    default="",
    shell_complete=complete.models,
    help="Search only conversations with this model",
)
@click.option(
    "-n",
    "--limit",
    type=Number(1, 1000),
    default=10,
    show_default="10",
    help="Show at most this many passages",
)
@click.option(
    "--context",
    type=Number(0, 20),
    default=0,
    help="Also show N passages before and after each",
    metavar="N",
)
@click.option("--full", is_flag=True, help="Show whole passages instead of extracts")
@click.option("--diverse", is_flag=True, help="Leave out passages that repeat others")
@click.option("--newest", is_flag=True, help="Show the newest passages first")
@json_option
def search(query: tuple[str, ...], **given: Any) -> None:
    """
    Search earlier conversations, notes and files

    The command searches every conversation that LLM has logged, your notes, the profile
    and its history, and the files and other programs of "llm memory sources". Words are
    found in all of their forms. "Words in quotes" are found exactly as written, and -word
    excludes a word. With an embedding model, passages of similar meaning are found too.

    \b
        llm memory search 'which database did we choose for the shop?'
        llm memory search '"connection reset"' --since 'last week'
        llm memory search lisbon --source notes --full

    --about takes some words of a fact of the profile instead of QUERY. It shows where you said it,
    the text around that, and where else it came up, oldest first, or newest first with --newest.

    "what did we talk about last week?" shows what was said in that week only.

    Only this command finds what was said with memory off: it is never shown to a model.
    The exit code is 1 when nothing is found.
    """
    settings = read_settings()
    if bool("".join(query).strip()) == bool(given["about"]):
        raise WrongCallError(_EMPTY)
    wanted = _query(" ".join(query), given)
    with opened_memory() as store:
        is_fresh = _update_index(lookup.update_index(store), settings)
        if given["about"]:
            _search_about(store, settings, wanted, given, is_fresh=is_fresh)
            return
        found = lookup.find(store, settings, wanted, given["mode"], is_fresh=is_fresh)
        hits = found.hits
        if given["newest"]:
            hits = sorted(hits, key=lambda hit: -(hit.said_at or 0.0))
        has_index = settings.search == "sqlite"
        context = _neighbours(store, hits, given["context"] if has_index else 0)
    _show(hits, context, wanted.text, found.remarks, given)
    if not given["as_json"] and any(hit.kind == LOGS for hit in hits):
        echo("To go on with a conversation: llm -c --cid ID", dim=True, err=True)
    _wake_daemon(store.folder)


def _show(
    hits: Sequence[Hit],
    context: Mapping[int, list[Hit]],
    text: str,
    remarks: Iterable[str],
    given: dict[str, Any],
) -> None:
    """Print hits and remarks. Exits with 1 if there is no hit."""
    told = [for_profile(remark) for remark in dict.fromkeys(remarks)]
    if given["as_json"]:
        shown = [as_json(hit, context.get(hit.passage, ())) for hit in hits]
        echo_json({"passages": shown, "remarks": told})
    else:
        print_hits(hits, context, text, whole=given["full"])
        for remark in told:
            say(remark, dim=True, err=True)
    if not hits:
        echo("Nothing was found.", err=True)
        sys.exit(1)


def _neighbours(store: Store, hits: Sequence[Hit], number: int) -> dict[int, list[Hit]]:
    """The passages around each hit, by the number of its passage."""
    if not number:
        return {}
    fingerprints = forgotten.load(store.db)
    with index_db.opened(store.folder) as db:
        return {
            hit.passage: neighbours(db, store.folder, hit, number, fingerprints) for hit in hits
        }


def _search_about(
    store: Store, settings: Settings, wanted: Query, given: dict[str, Any], *, is_fresh: bool
) -> None:
    """Print what was said around each fact that matches."""
    from ..recall import around  # only --about needs these
    from ..store import origins
    from ..store.profile import versions

    facts = matching_facts(versions.read(store).text, given["about"])
    if not facts:
        raise ProfileError(
            f"No fact of the profile matches “{given['about']}”.",
            remedy="`llm memory show` prints them all.",
        )
    known = origins.of_facts(store.db)
    found = []
    for fact in facts:
        chain = origins.history_of(known, fact.text)
        mode = given["mode"]
        found.append(
            around.around(store, settings, fact.text, chain, wanted, mode, is_fresh=is_fresh)
        )
    hits = {hit.passage: hit for one in found for hit in one.hits}
    in_order = sorted(hits.values(), key=lambda hit: (hit.said_at or 0.0, hit.ordinal))
    if given["newest"]:
        in_order.reverse()
    context = {number: near for one in found for number, near in one.context.items()}
    if settings.search == "sqlite":
        context |= _neighbours(store, in_order, given["context"])
    texts = " ".join(fact.text for fact in facts)
    _show(in_order, context, texts, (each for one in found for each in one.remarks), given)


def _query(text: str, given: dict[str, Any]) -> Query:
    from ..recall import when  # imported here because most searches name no time

    today = date.today()
    return Query(
        text,
        limit=given["limit"],
        since=when.since(given["since"], today) if given["since"] else None,
        until=when.until(given["until"], today) if given["until"] else None,
        kinds=given["sources"],
        model=storable(given["model"]),
        diverse=given["diverse"],
    )


def _update_index(work: Iterator[int], settings: Settings) -> bool:
    """Bring the index up to date, with a bar if it takes long. Return whether it succeeded."""
    if settings.search != "sqlite":
        return False
    began, entered = time.monotonic(), 0
    try:
        for number in work:
            entered += number
            if time.monotonic() - began > _SECONDS_WITHOUT_BAR:
                break
        else:
            return True
        with progress(
            work, label="Indexing what was said", show_eta=False, show_percent=False,
            show=lambda _: counted(entered, "turn"),
        ) as bar:  # fmt: skip
            for number in bar:
                entered += number
    except KeyboardInterrupt:
        so_far = counted(entered, "turn")
        echo(f"Only {so_far} indexed so far, so nothing was searched.", err=True)
        echo("The next search goes on there.", err=True)
        raise
    except MemoryPluginError:
        return False  # the search reports this error
    return True


def print_hits(
    hits: Sequence[Hit], near: Mapping[int, list[Hit]], text: str, *, whole: bool = False
) -> None:
    """Print hits, with the words of `text` highlighted."""
    _print_hits(hits, near, highlight.telling(keywords.parsed(text)), whole=whole)


def _print_hits(
    hits: Sequence[Hit], around: Mapping[int, list[Hit]], asked: keywords.Keywords, *, whole: bool
) -> None:
    """Print the hits. Those of one turn are printed together, at the rank of the best one."""
    turns: dict[tuple[str, str], list[Hit]] = {}
    for hit in hits:
        turns.setdefault((hit.document, hit.part), []).append(hit)
    for found in turns.values():
        shown = {hit.passage: hit for hit in found}
        for hit in found:
            shown |= {each.passage: each for each in around.get(hit.passage, ())}
        in_order = sorted(shown.values(), key=lambda each: each.ordinal)
        _print_turn(found, in_order, asked, whole=whole)


def _print_turn(
    hits: Sequence[Hit], shown: Sequence[Hit], asked: keywords.Keywords, *, whole: bool
) -> None:
    hit = hits[0]
    item(_headline(hit), bold=True)
    for passage in shown:
        is_hit = any(passage.passage == each.passage for each in hits)
        who = as_speaker(passage.role)
        text = highlight.marked(
            visible(passage.text), asked if is_hit else keywords.Keywords(), *_MARKS, whole=whole
        )
        lines = _since(passage) + (text.strip() if whole else " ".join(text.split()))
        wrapped = _wrapped(visible(who) + lines)
        echo(*_with_marks_shown(wrapped)) if is_hit else echo(wrapped, dim=True)
    opens = lookup.open_command(hit).replace("\n", "\\x0a")  # in the name of a file
    echo(f"  {for_profile(opens)}", dim=True)
    echo()


def _headline(hit: Hit) -> str:
    said = moment(hit.said_at) if hit.said_at else "undated"
    if hit.kind in TALKS:
        held = "" if hit.shareable else "  (kept from models)"
        program = [hit.kind] if hit.kind != LOGS else []
        return f"{said}  {', '.join(filter(None, (*program, hit.model)))}{held}"
    if hit.kind == PROFILE:  # its facts have their own dates
        return f"profile{'' if hit.part == CURRENT else ', as it was'}"
    name = Path(hit.document).name.replace("\n", "\\x0a")
    held = "" if hit.shareable or not hit.author else "  (kept from models: llm memory review)"
    return f"{said}  {name}{f', {hit.heading}' if hit.heading else ''}{for_profile(held)}"


def _since(hit: Hit) -> str:
    """Since when a fact is in the profile, or until when it was, "" for other hits."""
    if hit.kind != PROFILE or not hit.said_at:
        return ""
    return f"{hit.day}  " if hit.part == CURRENT else f"until {hit.day}  "


def _wrapped(text: str) -> str:
    """Indent and wrap text to the terminal's width."""
    indent = "  "
    columns = width()
    lines = [
        textwrap.fill(line, columns, initial_indent=indent, subsequent_indent=indent)
        for line in text.splitlines()
    ]
    # Wrapping counts `_MARKS` as one character each; they are replaced after it.
    return "\n".join(lines)


def _with_marks_shown(text: str) -> Iterator[str]:
    """Yield the parts of a text, those between `_MARKS` highlighted."""
    shows_styles = has_styles()
    for number, part in enumerate(re.split("|".join(_MARKS), text)):
        if number % 2 == 0:
            yield part
        else:
            yield styled(part, bold=True, fg="magenta") if shows_styles else f"**{part}**"


def _wake_daemon(folder: Folder) -> None:
    """Wake the daemon, which finishes indexing."""
    with contextlib.suppress(DaemonError):
        daemon.wake(folder)


def as_json(hit: Hit, around: Sequence[Hit]) -> dict[str, Any]:
    """Return a hit, and the passages around it, as `search --json` prints them."""
    return {
        "date": hit.said_at,
        "source": hit.kind,
        "document": hit.document,
        "part": hit.part,
        "heading": hit.heading,
        "role": hit.role,
        "author": hit.author,
        "model": hit.model,
        "text": hit.text,
        "score": round(hit.score, 4),
        "kept_from_models": not hit.shareable,
        "opens": for_profile(lookup.open_command(hit)),
        **({"continues": f"llm -c --cid {hit.document}"} if hit.kind == LOGS else {}),
        **({"context": [_with_role(each) for each in around]} if around else {}),
    }


def _with_role(hit: Hit) -> str:
    """The text of a passage, after the role of its speaker unless it is from a file."""
    return f"{hit.role}: {hit.text}" if hit.role else hit.text
