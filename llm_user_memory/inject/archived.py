"""The archived facts that are added to a prompt. Loaded only if the profile has an archive."""

from contextlib import suppress

import click

from .. import logs
from ..errors import LogsError, MemoryPluginError
from ..profile import render
from ..recall import archived_facts
from ..settings import Folder
from ..store import state
from . import placement
from .folders import PATIENCE


def fragment_for(ctx: click.Context, folder: Folder, archive: str, prompt: str) -> str:
    """Return the text of the archived facts to add to a prompt, "" for none.

    Facts that the continued thread has are left out. "" is also returned if state.db cannot be read
    now.
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
            return archived_facts.fragment(store, archive, prompt, given)
    except MemoryPluginError:  # the next prompt tries again
        return ""
