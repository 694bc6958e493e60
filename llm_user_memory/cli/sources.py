"""The commands about Markdown that is searched: `sources`, `sources add` and `remove`."""

import shlex
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from ..daemon import control as daemon
from ..errors import BusyError, MemoryPluginError
from ..recall.index import db as index_db
from ..recall.index import files, refresh
from ..settings import Folder, read_settings
from ..store import forgotten
from ..store import sources as sources_store
from ..store.state import Store
from .base import Group, counted, json_option, memory, opened_memory
from .changes import tell
from .output import confirm, echo, echo_json, progress

_MANY = 10_000


@memory.group(cls=Group, invoke_without_command=True)
@json_option
@click.pass_context
def sources(ctx: click.Context, as_json: bool) -> None:
    """
    List, add or remove Markdown files and folders to be searched

    Without a subcommand, the sources are listed. Files are searched where they are, and
    only read. Of a folder, files named *.md or *.markdown are searched, if they are not
    hidden; of a file, the first 2 MB. Changes in them are noticed by the daemon. Your
    notes are always searched and need not be added.
    """
    if ctx.invoked_subcommand is not None:
        return
    with opened_memory() as store:
        found = [_as_dict(store.folder, path, number) for path, number in files.file_counts(store)]
    if as_json:
        echo_json(found)
        return
    if not found:
        echo("No sources yet: `llm memory sources add PATH`.", err=True)
    for one in found:
        there = "" if one["there"] else "  (not there just now)"
        number = f"{counted(one['files'], 'file')}, {counted(one['passages'], 'passage')} indexed"
        echo(f"{one['path']}  {number}{there}")


@sources.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("-y", "--yes", is_flag=True, help="Do not ask for confirmation")
@json_option
def add(path: Path, yes: bool, as_json: bool) -> None:
    """
    Add a Markdown file, or a folder of them, to what is searched

    \b
        llm memory sources add ~/Documents/notes

    The command says how many files there are, and how large. It asks before it adds the home
    folder, a folder of the system, or more than 10,000 files.
    """
    with opened_memory() as store:
        wanted = sources_store.wanted(store, path)
        found = files.files_under(store.folder, wanted).files
        size = sum(file.size for file in found) / 1_000_000
        what = f"{wanted}: {counted(len(found), 'file')} of Markdown, {size:,.1f} MB"
        if not yes and (sources_store.is_broad(wanted) or len(found) > _MANY):
            confirm(f"{what}. That is more than your notes. Search all of it?", abort=True)
        if sources_store.add(store, path) is None:
            tell("It is searched already.", as_json=as_json, changed=False, path=str(wanted))
            return
        _refresh(store)
    back = f"llm memory sources remove {shlex.quote(str(wanted))}"
    tell(f"{what}.", back=back, as_json=as_json, path=str(wanted), files=len(found))


@sources.command()
@click.argument("path", type=click.Path(path_type=Path))
@json_option
def remove(path: Path, as_json: bool) -> None:
    """
    Remove a file or folder from what is searched

    The files themselves are not changed.
    """
    with opened_memory() as store:
        removed = sources_store.remove(store.db, path)
        _refresh(store)
    back = f"llm memory sources add {shlex.quote(str(removed))}"
    tell(f"{removed} is searched no more.", back=back, as_json=as_json, path=str(removed))


def _refresh(store: Store) -> None:
    """Bring the index up to date, if one is used, and let the daemon watch the new sources."""
    if read_settings().search != "sqlite":
        return
    try:
        with refresh.writing(store.folder) as opened:
            fingerprints = forgotten.load(store.db)
            ahead = files.pending(opened, store)
            with progress(length=ahead, label="Reading") as bar:
                for number in files.refresh(opened, store, fingerprints):
                    bar.update(number)
    except BusyError:
        echo("The index is being written; the daemon reads it next.", err=True)
    with suppress(MemoryPluginError):
        daemon.wake(store.folder)


def _as_dict(folder: Folder, path: Path, number: int) -> dict[str, Any]:
    passages = 0
    with suppress(MemoryPluginError), index_db.existing(folder) as db:
        if db is not None:
            passages = index_db.passages_under(db, str(path))
    return {
        "path": str(path),
        "there": path.exists(),
        "files": number,
        "passages": passages,
    }
