"""The command `import`: it learns from conversations and facts of other programs."""

import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from .. import imports
from ..errors import ImportFileError
from ..imports import FORMATS, MEMORIES, Unreadable
from ..learn import manual, proposing
from ..learn.backfill import eligibility, from_files
from ..learn.backfill.receipted import Receipts
from ..learn.backfill.staging import Staging
from ..store.profile import versions
from ..store.state import Store
from ..text.plurals import counted
from .backfill_common import Options, backfill_options, learn_from_earlier, memory_for, options_of
from .base import memory, truncated
from .changes import tell, tell_versions
from .output import confirm, echo, for_profile, item, progress

# The most unreadable entries that are printed; the others are only counted.
_MAX_SHOWN = 10

# The columns of a file's name beside the progress bar, which fit into 80 columns.
_NAME_COLUMNS = 28


@memory.command("import", context_settings={"show_default": True})
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, readable=False, path_type=Path),
    metavar="FILE...",
)
@click.option(
    "--format",
    "given_format",
    type=click.Choice([*FORMATS, *MEMORIES]),
    help="Format of the files; detected if not given",
)
@click.option(
    "--account",
    default="",
    show_default=False,
    metavar="ADDRESS",
    help="Your account, if an export of Claude is of several",
)
@backfill_options
def import_(files: tuple[Path, ...], given_format: str | None, account: str, **given: Any) -> None:
    """
    Learn from conversations and notes of other programs

    \b
    chatgpt      the export of ChatGPT: conversations.json, or the zip it came in
    claude       the export of Claude.ai, likewise
    gptme        a conversation.jsonl of gptme, or a folder of them
    claude-code  session logs of Claude Code (*.jsonl), or a folder of them
    codex        session logs of Codex, likewise
    facts        a list of facts in Markdown, or what "llm memory export" printed, which
                 are shown and added as your own
    claude-mem, mem0, basic-memory, mcp-memory
                 what these programs know: JSON, a folder of notes, or memory.jsonl

    The command learns from conversations as "llm memory backfill" does: it first shows
    an estimate, makes the same checks, learns nothing twice, and uses only what you
    typed yourself; while a program was connected, only what you typed with memory on,
    and for this profile. The export of a team has the conversations of all its members: say with
    --account which are yours. What another memory knows has no words of yours as proof,
    and waits for you in "llm memory review". The command names the file and line of
    anything that it cannot read, and imports the rest. The exit code is 1 if anything
    could not be read.

    \b
        llm memory import --dry-run ~/Downloads/chatgpt-export.zip
        llm memory import ~/.claude/projects --days 30
    """
    options = options_of(given)
    unreadable: list[Unreadable] = []
    formats = {path: given_format or _detect_format(path, files, unreadable) for path in files}
    lists = [path for path, kind in formats.items() if kind == "facts"]
    known = {path: kind for path, kind in formats.items() if kind in MEMORIES}
    conversations = {
        path: kind for path, kind in formats.items() if kind not in ("facts", "", *MEMORIES)
    }
    if len([one for one in (lists, known, conversations) if one]) > 1 and options.as_json:
        raise click.UsageError("--json is for facts or for conversations, not for both at once.")
    if lists:
        unreadable += _import_facts(lists, options)
    if known:
        unreadable += _import_memories(known, options)
    if conversations:

        def scan(staged: Staging, store: Store) -> None:
            receipts = Receipts(store)
            for path, kind in conversations.items():
                unreadable.extend(_scan(staged, store.db, receipts, path, kind, account))
            _print_unreadable(unreadable)

        learn_from_earlier(scan, options, _files_label(list(conversations)))
    else:
        _print_unreadable(unreadable)
    if unreadable:
        sys.exit(1)


def _detect_format(path: Path, files: Sequence[Path], unreadable: list[Unreadable]) -> str:
    """Return the format of a file. If it is unknown, raise ImportFileError.

    If there are several files, add this one to `unreadable` instead, and return "".
    """
    try:
        return imports.detect(path)
    except ImportFileError as error:
        if len(files) == 1:
            raise
        unreadable.append(Unreadable(path, None, error.what.removeprefix(f"{path} ")))
        return ""


def _scan(
    staged: Staging,
    db: sqlite3.Connection,
    receipts: Receipts,
    path: Path,
    kind: str,
    account: str,
) -> Iterator[Unreadable]:
    """Put the conversations of a file into staging. Yield the entries that could not be read."""
    rules = eligibility.Eligibility(db)
    label = f"Reading {truncated(path.name, _NAME_COLUMNS)}"
    with progress(imports.read(path, kind, account), label=label) as found:
        for each in found:
            if isinstance(each, Unreadable):
                yield each
            else:
                from_files.stage(staged, rules, receipts, each, path)


def _import_facts(paths: Sequence[Path], options: Options) -> list[Unreadable]:
    """Show the facts of lists, ask, and add them. Return the entries that could not be read."""
    found: list[tuple[str, str]] = []
    unreadable: list[Unreadable] = []
    for path in paths:
        facts, left_out = imports.read_facts(path)
        found += facts
        unreadable += left_out
    if options.output:
        raise click.UsageError("--output is for conversations; facts are added as your own.")
    with memory_for(options) as store:
        before = versions.read(store)
        new = manual.unknown(before.text, found)
        refused = manual.refused(store, new)
        wanted = [one for one in new if one not in refused]
        known = len(found) - len(new)
        as_json = _facts_as_json(wanted, refused, known)
        if not options.as_json:
            _print_facts(wanted, refused.values(), known)
        elif not wanted or options.dry_run:
            tell("Nothing was changed.", as_json=True, changed=False, **as_json)
        if not wanted or options.dry_run:
            return unreadable
        if not options.yes:
            confirm(f"Add {counted(len(wanted), 'fact')}?", abort=True)
        after = manual.add(store, wanted, "import")
        done = f"{counted(len(wanted), 'fact')} added"
        tell_versions(before, after, done=done, as_json=options.as_json, **as_json)
    return unreadable


def _import_memories(known: Mapping[Path, str], options: Options) -> list[Unreadable]:
    """Show the facts that other programs know, ask, and put them into the review queue.

    Return the entries that could not be read.
    """
    if options.output:
        raise click.UsageError("--output is for conversations; these facts wait for you.")
    unreadable: list[Unreadable] = []
    with memory_for(options) as store:
        listed: dict[str, Path] = {}
        for path, kind in known.items():
            facts, left_out = imports.read_memories(path, kind)
            for fact in facts:
                listed.setdefault(fact, path)
            unreadable += left_out
        unfit = proposing.unfit(store, list(listed))
        wanted = {fact: path for fact, path in listed.items() if fact not in unfit}
        by_kind = [(known[path], fact) for fact, path in wanted.items()]
        refused = {
            (known[listed[fact]], fact): reason
            for fact, reason in unfit.items()
            if reason not in (proposing.KNOWN, proposing.WAITING)
        }
        number = len(unfit) - len(refused)
        if not options.as_json:
            _print_facts(by_kind, refused.values(), number)
        if wanted and not options.dry_run:
            _propose(store, wanted, known, options)
        is_changed = bool(wanted) and not options.dry_run
        _tell_proposed(is_changed, options.as_json, _facts_as_json(by_kind, refused, number))
    return unreadable


def _propose(
    store: Store, wanted: Mapping[str, Path], known: Mapping[Path, str], options: Options
) -> None:
    """Ask, and put the facts of each file into the review queue."""
    if not options.yes:
        question = f"Put {counted(len(wanted), 'fact')} into the queue of `llm memory review`?"
        confirm(for_profile(question), abort=True)
    for path, kind in known.items():
        if facts := [fact for fact, of in wanted.items() if of == path]:
            proposing.propose_all(store, facts, kind, path.name)


def _tell_proposed(is_changed: bool, as_json: bool, values: dict[str, Any]) -> None:
    if is_changed:
        back = "llm memory review"
        what = "Nothing is in the profile yet."
        tell(what, back=back, again="asks about each", as_json=as_json, **values)
    elif as_json:
        tell("Nothing was changed.", as_json=True, changed=False, **values)


def _print_facts(wanted: Iterable[tuple[str, str]], refused: Iterable[str], known: int) -> None:
    section = None
    for in_section, fact in sorted(wanted, key=lambda one: one[0]):
        if in_section != section:
            echo(f"{in_section}:")
            section = in_section
        item(f"+ {fact}", 2)
    for said in refused:
        item(f"! {said}", 2)
    if known:
        echo(f"{counted(known, 'fact')} known already.")


def _facts_as_json(
    wanted: Sequence[tuple[str, str]], refused: dict[tuple[str, str], str], known: int
) -> dict[str, Any]:
    return {
        "facts": [{"section": section, "text": text} for section, text in wanted],
        "refused": [{"text": one[1], "reason": said} for one, said in refused.items()],
        "known": known,
    }


def _print_unreadable(unreadable: Sequence[Unreadable]) -> None:
    for one in unreadable[:_MAX_SHOWN]:
        place = f"{one.path}, line {one.line}" if one.line else str(one.path)
        echo(f"{place}: {one.problem}", err=True)
    if more := unreadable[_MAX_SHOWN:]:
        echo(f"... and {len(more):,} more", err=True)


def _files_label(paths: Sequence[Path]) -> str:
    return paths[0].name if len(paths) == 1 else counted(len(paths), "file")
