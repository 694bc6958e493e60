"""The commands about files that are searched: `sources`, `sources add` and `remove`."""

import shlex
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from itertools import islice
from pathlib import Path
from typing import Any

import click

from ..daemon import control as daemon
from ..errors import BusyError, MemoryPluginError
from ..recall.index import db as index_db
from ..recall.index import file_scan, files, refresh
from ..recall.index.file_scan import FoundFile, Root
from ..settings import Folder, read_settings
from ..store import forgotten
from ..store import sources as sources_store
from ..store.sources import Source
from ..store.state import Store
from .base import Group, counted, json_option, memory, opened_memory
from .changes import tell
from .output import confirm, echo, echo_json, for_profile, progress, say

_MANY = 10_000

# Files of a folder that are counted to find out what it mostly has.
_MOST_COUNTED = 20_000

_MARKDOWN = "markdown"
_NOTHING_THERE = (
    "Nothing to search is there yet. If another program will keep its conversations there, run the "
    "same again when it has one, or add `--format`."
)
_STAYS_HERE = (
    "Where the models of this program ran, nobody can tell: you find what you said to them, and "
    "only models on this machine are given it. If they ran elsewhere, add it again with --any."
)


@memory.group(cls=Group, invoke_without_command=True)
@json_option
@click.pass_context
def sources(ctx: click.Context, as_json: bool) -> None:
    """
    List, add or remove files and folders to be searched

    Without a subcommand, the sources are listed. Files are searched where they are, and
    only read. Of a folder of Markdown, files named *.md or *.markdown are searched, if
    they are not hidden; of a file, the first 2 MB. Of other programs, conversations are
    searched. Changes are noticed by the daemon. Your notes are always searched and need
    not be added.
    """
    if ctx.invoked_subcommand is not None:
        return
    with opened_memory() as store:
        formats = _known(store)
        found = [
            _as_dict(store.folder, formats[path], number)
            for path, number in files.file_counts(store)
        ]
    if as_json:
        echo_json(found)
        return
    if not found:
        echo(for_profile("No sources yet: `llm memory sources add PATH`."), err=True)
    for one in found:
        there = "" if one["there"] else "  (not there just now)"
        number = f"{counted(one['files'], 'file')}, {counted(one['passages'], 'passage')} indexed"
        program = f"{one['format']}, " if one["format"] != _MARKDOWN else ""
        echo(f"{one['path']}  {program}{number}{there}")


@sources.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "given_format",
    "--format",
    type=click.Choice([_MARKDOWN, *index_db.PROGRAMS]),
    help="What the files are; detected if not given",
)
@click.option(
    "is_any",
    "--any",
    is_flag=True,
    help="The models of this program ran elsewhere: what you said to them may go to every model",
)
@click.option("-y", "--yes", is_flag=True, help="Do not ask for confirmation")
@json_option
def add(path: Path, given_format: str | None, is_any: bool, yes: bool, as_json: bool) -> None:
    """
    Add a file or folder to what is searched

    PATH has Markdown files, or conversations with another program:

    \b
        llm memory sources add ~/Documents/notes
        llm memory sources add ~/.claude/projects            # Claude Code
        llm memory sources add ~/.codex/sessions             # Codex
        llm memory sources add ~/.local/share/gptme/logs     # gptme
        llm memory sources add ~/Downloads/chatgpt.zip       # an export of ChatGPT or Claude

    The command says how many files there are, and how large. It asks before it adds the home
    folder, a folder of the system, or more than 10,000 files.

    Of other programs' conversations, what you typed and what was answered is searched, but
    not tool output or the work of sub-agents. Nothing is learned from them: that is what
    "llm memory import" is for. ChatGPT and Claude run elsewhere. Where the models of the
    other programs ran, the command cannot tell, so what you said to them goes only to models
    on this machine, unless you add --any.
    """
    with opened_memory() as store:
        format = _format(path) if given_format is None else given_format.replace(_MARKDOWN, "")
        reach = "any" if is_any and format else ""
        source = Source(sources_store.wanted(store, path, format), format, reach)
        found = files.files_under(store.folder, source).files
        size = sum(file.size for file in found) / 1_000_000
        size_shown = f"{size:,.1f} MB" if size >= 0.1 else "less than 0.1 MB"
        kind = f"conversations with {format}" if format else "Markdown"
        what = f"{source.path}: {counted(len(found), 'file')} of {kind}, {size_shown}"
        if not yes and (sources_store.is_broad(source.path) or len(found) > _MANY):
            confirm(f"{what}. That is more than your notes. Search all of it?", abort=True)
        had = _known(store).get(source.path)
        if sources_store.add(store, path, format, reach) is None:
            path_shown = str(source.path)
            tell("It is searched already.", as_json=as_json, changed=False, path=path_shown)
            return
        _refresh(store)
    if format in index_db.SESSIONS and not is_any:
        echo(click.wrap_text(_STAYS_HERE, width=79), err=True)
    back = f"llm memory sources remove {shlex.quote(str(source.path))}"
    tell(
        f"{what}.",
        back=_add_command(had) if had else back,
        as_json=as_json,
        path=str(source.path),
        format=format or _MARKDOWN,
        files=len(found),
    )
    if not (found or given_format or as_json):
        say(_NOTHING_THERE, err=True)


def _format(path: Path) -> str:
    """The program whose conversations a file or folder has, "" for Markdown.

    A folder that has both is what most of its files are.
    """
    from .. import imports

    real = path.expanduser()
    if not real.exists() or (real.is_file() and real.suffix.lower() in sources_store.SUFFIXES):
        return ""
    try:
        format = imports.detect(real)
    except MemoryPluginError:
        return ""
    if format not in index_db.PROGRAMS:
        return ""
    if not real.is_dir():
        return format
    numbers = {
        kind: sum(1 for _ in islice(_named(real, kind), _MOST_COUNTED)) for kind in (format, "")
    }
    return format if numbers[format] >= numbers[""] else ""


def _named(folder: Path, format: str) -> Iterator[FoundFile]:
    root = Root(folder.absolute(), format or index_db.FILES)
    return file_scan.files_of(root)


@sources.command()
@click.argument("path", type=click.Path(path_type=Path))
@json_option
def remove(path: Path, as_json: bool) -> None:
    """
    Remove a file or folder from what is searched

    The files themselves are not changed.
    """
    with opened_memory() as store:
        known = _known(store)
        removed = sources_store.remove(store.db, path)
        _refresh(store)
    back = _add_command(known[removed])
    tell(f"{removed} is no longer searched.", back=back, as_json=as_json, path=str(removed))


def _known(store: Store) -> dict[Path, Source]:
    return {source.path: source for source in sources_store.of_kinds(store.db)}


def _add_command(source: Source) -> str:
    """The command that adds a source as it is."""
    words = ["llm memory sources add", shlex.quote(str(source.path))]
    if source.format != _format(source.path):
        words.append(f"--format {source.format or _MARKDOWN}")
    return " ".join([*words, "--any"] if source.reach == "any" else words)


def _refresh(store: Store) -> None:
    """Bring the index up to date, if one is used, and let the daemon watch the new sources."""
    if read_settings().search != "sqlite":
        return
    try:
        with refresh.writing(store.folder) as opened:
            fingerprints = forgotten.load(store.db)
            ahead = files.pending(opened, store)
            read = files.refresh(opened, store, fingerprints)
            with progress(length=ahead, label="Reading") if ahead else nullcontext() as bar:
                for number in read:
                    if bar:
                        bar.update(number)
    except BusyError:
        echo("The index is being written; the daemon reads it next.", err=True)
    with suppress(MemoryPluginError):
        daemon.wake(store.folder)


def _as_dict(folder: Folder, source: Source, number: int) -> dict[str, Any]:
    path = source.path
    passages = 0
    with suppress(MemoryPluginError), index_db.existing(folder) as db:
        if db is not None:
            passages = index_db.passages_under(db, str(path))
    return {
        "path": str(path),
        "format": source.format or _MARKDOWN,
        "goes_to_every_model": source.reach == "any",
        "there": path.exists(),
        "files": number,
        "passages": passages,
    }
