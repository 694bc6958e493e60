"""The command `export`: it prints the facts in formats for other programs."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import click

from ..api import Fact, Memory
from ..learn import locality
from ..profile.document import marks_written
from ..profile.line_marks import LOCAL, PIN
from ..store import unmarked
from ..store.origins import Origin, of_facts
from ..store.profile import versions
from ..text.controls import escaped_in_json, visible
from ..text.fingerprints import Forgotten, says
from ..text.plurals import counted
from ..text.words import fold
from . import output_file
from .base import day, file_error, memory, opened_memory
from .output import echo, say
from .output_file import OutputPath


@memory.command()
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "json", "facts"]),
    default="markdown",
    show_default=True,
    help="Print the facts in this format",
)
@click.option(
    "-o",
    "--output",
    type=OutputPath(),
    metavar="FILE",
    help="Write to FILE, replacing a regular file in one step; - prints",
)
@click.option(
    "--shareable", is_flag=True, help="Leave out what only models on this machine were told"
)
def export(form: str, output: Path | None, shareable: bool) -> None:
    """
    Print the facts in a form for other programs

    \b
    markdown  the facts by section, each with your words and when you said them
    json      the same as JSON, with the conversation that each fact comes from
    facts     only the facts, as a sorted list that other programs can include

    A fact that was said to a model on this machine ends in " #local". With --shareable
    such facts are left out, and so are words of yours that were said to such a model.
    "llm memory import" takes all three over, with " #local" and " #pin"; markdown and
    json with sections and the archive, too, but without your words and their dates. For
    these, copy the memory's folder. From a list, it takes no tasks ("[ ] ...") and no **.
    "llm memory show" prints the profile itself, as it is on disk.
    """
    with opened_memory() as store:
        version = versions.read(store)
        origins = of_facts(store.db)
        learned = unmarked.facts(store.db)
        local = locality.marked_local(store, version.text) if shareable else Forgotten()
    facts = Memory(store.folder.path, name=store.folder.name).facts()
    if shareable:
        facts = [
            _without_local_quote(fact, origins.get(fold(fact.text)), local)
            for fact in facts
            if not fact.local and fact.text not in learned
        ]
    text = visible(_FORMS[form](facts, version.created))
    if output is None or str(output) == "-":
        echo(text, nl=False)
        return
    try:
        is_changed = output_file.put(output, text.encode())
    except OSError as error:
        raise file_error(output, "written", error, untouched="Nothing was exported.") from error
    written = f"{counted(len(facts), 'fact')} written to {output}."
    say(written if is_changed else f"{output} has them already.", err=True)


def _without_local_quote(fact: Fact, origin: Origin | None, local: Forgotten) -> Fact:
    """The fact, without its quote if that may have been said to a model on this machine.

    The words "I keep bees and take insulin" may say another fact, too, which is `local`.
    """
    if origin is None or (origin.place == "elsewhere" and not says(local, fact.quote)):
        return fact
    return replace(fact, quote="", said_at=None, conversation="")


def _markdown(facts: Sequence[Fact], updated: float) -> str:
    lines = ["# User Profile", "", _last_updated(updated)]
    # Facts above the first section stay there. Sections with the same name are joined.
    for name in sorted({fact.section: None for fact in facts}, key=bool):
        lines += ["", f"## {name}", ""] if name else [""]
        for fact in (fact for fact in facts if fact.section == name):
            lines.append(f"- {_marked(fact)}")
            if fact.quote:
                said = f", {day(fact.said_at.timestamp())}" if fact.said_at else ""
                lines.append(f"  > “{' '.join(fact.quote.split())}”{said}")
    return "\n".join(lines) + "\n"


def _json(facts: Sequence[Fact], updated: float) -> str:
    def plain(value: Any) -> Any:
        return value.isoformat() if isinstance(value, datetime) else value

    found = [{name: plain(value) for name, value in vars(fact).items()} for fact in facts]
    whole = {"updated": datetime.fromtimestamp(updated, timezone.utc).isoformat(), "facts": found}
    return escaped_in_json(json.dumps(whole, indent=2, ensure_ascii=False)) + "\n"


def _facts(facts: Sequence[Fact], updated: float) -> str:
    texts = {" ".join(fact.text.split()).casefold(): _marked(fact) for fact in reversed(facts)}
    lines = [f"- {texts[key]}" for key in sorted(texts)]
    return "\n".join(["# Facts about the user", "", *lines, "", _last_updated(updated)]) + "\n"


def _marked(fact: Fact) -> str:
    """The fact with all its marks, which `import` keeps."""
    marks = [name for name, is_set in ((PIN, fact.pinned), (LOCAL, fact.local)) if is_set]
    return f"{fact.text}{marks_written(marks)}"


_FORMS: dict[str, Callable[[Sequence[Fact], float], str]] = {
    "markdown": _markdown,
    "json": _json,
    "facts": _facts,
}


def _last_updated(moment: float) -> str:
    return f"Last updated: {day(moment)}"
