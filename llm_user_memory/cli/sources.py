"""The commands about files that are searched: `sources`, `sources add` and `remove`."""

import shlex
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import click

from ..daemon import control as daemon
from ..errors import BusyError, MemoryPluginError
from ..recall import new_source
from ..recall.index import db as index_db
from ..recall.index import files, left_out, refresh
from ..recall.index.left_out import LeftOut
from ..recall.new_source import MARKDOWN
from ..settings import Folder, read_settings
from ..store import forgotten
from ..store import sources as sources_store
from ..store.sources import Source
from ..store.state import Store
from ..text.plurals import counted
from .base import Group, json_option, memory, opened_memory
from .changes import tell
from .output import confirm, echo, echo_json, for_profile, progress, say


@memory.group(cls=Group, invoke_without_command=True)
@json_option
@click.pass_context
def sources(ctx: click.Context, as_json: bool) -> None:
    """
    List, add or remove files and folders to be searched

    Without a subcommand, the sources are listed. Files are searched where they are, and only read.
    In a folder of Markdown, files named *.md or *.markdown are searched unless they are hidden,
    each up to 2 MB. In files of other programs, the conversations are searched. The daemon notices
    changes. Your notes are always searched and need not be added.
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
        program = f"{one['format']}, " if one["format"] != MARKDOWN else ""
        without = _briefly(LeftOut(**one["left_out"]))
        echo(f"{one['path']}  {program}{number}{without}{there}")


@sources.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "given_format",
    "--format",
    type=click.Choice(new_source.FORMATS),
    help="What the files are; detected if not given",
)
@click.option(
    "is_any",
    "--any",
    is_flag=True,
    help="Its models ran elsewhere: what you said may go to every model",
)
@click.option(
    "--account",
    default="",
    metavar="ADDRESS",
    help="Your account, if an export of Claude is of several",
)
@click.option("-y", "--yes", is_flag=True, help="Do not ask for confirmation")
@json_option
def add(
    path: Path, given_format: str | None, is_any: bool, account: str, yes: bool, as_json: bool
) -> None:
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
    with opened_memory(creates=True) as store:
        new = new_source.examined(store, path, given_format, is_any=is_any, account=account)
        source, path_shown = new.source, str(new.source.path)
        if not yes and new.is_more_than_notes:
            confirm(f"{new.what}. That is more than your notes. Search all of it?", abort=True)
        had = _known(store).get(source.path)
        if not new_source.add(store, new):
            tell("It is searched already.", as_json=as_json, changed=False, path=path_shown)
            return
        _refresh(store)
    without = left_out.of_source(store.folder, source)
    for line in [] if as_json else _told(without):
        say(line, err=True)
    if new.stays_here:
        echo(click.wrap_text(new_source.STAYS_HERE, width=79), err=True)
    back = f"llm memory sources remove {shlex.quote(path_shown)}"
    tell(
        f"{new.what}.",
        back=_add_command(had) if had else back,
        as_json=as_json,
        path=path_shown,
        format=source.format or MARKDOWN,
        files=new.files,
        left_out=without._asdict(),
    )
    if not (new.files or given_format or as_json):
        say(new_source.NOTHING_THERE, err=True)


def _told(without: LeftOut) -> Iterator[str]:
    """Sentences about files and entries that are left out."""
    if number := without.like_an_agents:
        begin, it = ("begins", "it") if number == 1 else ("begin", "them")
        yield (
            f"{counted(number, 'session')} {begin} as an agent's: you find {it}, and no model is "
            f"given {it}."
        )
    if number := without.not_typed:
        have, is_left = ("has", "It is") if number == 1 else ("have", "They are")
        yield (
            f"{counted(number, 'session')} {have} nothing that a person typed, such as those of "
            f"sub-agents. {is_left} left out."
        )
    if without.unclear:
        yield (
            "It is of several accounts, and does not tell which one is yours, so nothing of it is "
            "searched. Add it again, and name yours with --account."
        )
    if number := without.compressed:
        are, it = ("is", "it") if number == 1 else ("are", "them")
        yield (
            f"{counted(number, 'file')} {are} compressed and cannot be read: unpack {it} with zstd."
        )


def _briefly(without: LeftOut) -> str:
    named = zip(
        ("for you alone", "with nothing typed", "compressed", "of unclear accounts"),
        without,
        strict=True,
    )
    shown = ", ".join(f"{number:,} {what}" for what, number in named if number)
    return f" ({shown})" if shown else ""


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
    """The command that adds this source again, with the same options."""
    words = ["llm memory sources add", shlex.quote(str(source.path))]
    if source.format != new_source.detected(source.path):
        words.append(f"--format {source.format or MARKDOWN}")
    if source.account:
        words.append(f"--account {shlex.quote(source.account)}")
    return " ".join([*words, "--any"] if source.reach == "any" else words)


def _refresh(store: Store) -> None:
    """Bring the index up to date, if it is used, and let the daemon watch the new sources."""
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
        "format": source.format or MARKDOWN,
        "goes_to_every_model": source.reach == "any",
        "there": path.exists(),
        "files": number,
        "passages": passages,
        "left_out": left_out.of_source(folder, source)._asdict(),
    }
