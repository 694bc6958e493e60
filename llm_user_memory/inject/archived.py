"""The archived facts that are added to a prompt of `llm`. Only who has an archive loads this."""

from contextlib import suppress

import click

from .. import logs
from ..errors import LogsError, MemoryPluginError
from ..profile import render
from ..recall import bearing
from ..settings import Folder
from ..store import state
from . import placement
from .folders import PATIENCE


def fragment_for(ctx: click.Context, folder: Folder, archive: str, prompt: str) -> str:
    """Return the fragment for the prompt of a command, "" for none or if state.db is locked.

    Facts that a continued thread was given are left out.
    """
    if not archive:
        return ""
    given: list[str] = []
    if thread := placement.thread_id(ctx, folder):
        with suppress(LogsError):
            beginning = f"{render.OPENING}{render.ARCHIVED}"
            carried = logs.fragments_beginning(folder.logs, thread, beginning, PATIENCE)
            given = [fact for text in carried for fact in render.archived_in(text)]
    try:
        with state.opened(folder, PATIENCE, migrate=False) as store:
            return bearing.fragment(store, archive, prompt, given)
    except MemoryPluginError:  # the next prompt finds them
        return ""
