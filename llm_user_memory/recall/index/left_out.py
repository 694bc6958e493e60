"""Counts the files of a source of conversations that are not searched, or not for prompts."""

import sqlite3
from contextlib import suppress
from typing import NamedTuple

from ...errors import MemoryPluginError
from ...settings import Folder
from ...store.sources import Source
from . import db as index_db
from . import file_scan, file_states
from .db import PROGRAMS, SESSIONS
from .file_scan import Root


class LeftOut(NamedTuple):
    """Files with conversations: how many of them are found by the user alone, or not at all.

    `like_an_agents` begin as an agent's session does: no model is given them. `not_typed` have
    nothing that a person typed, such as those of sub-agents. `compressed` cannot be read. `unclear`
    are exports of several accounts, none of them known to be the user's.
    """

    like_an_agents: int = 0
    not_typed: int = 0
    compressed: int = 0
    unclear: int = 0


def of_source(folder: Folder, source: Source) -> LeftOut:
    """Return what is left out of a source, as far as it is indexed."""
    if source.format not in PROGRAMS:
        return LeftOut()
    root = Root(source.path, source.format)
    compressed = sum(1 for _ in file_scan.compressed_of(root)) if root.kind in SESSIONS else 0
    with suppress(MemoryPluginError), index_db.existing(folder) as db:
        if db is not None:
            return _indexed(db, root)._replace(compressed=compressed)
    return LeftOut(compressed=compressed)


def _indexed(db: sqlite3.Connection, root: Root) -> LeftOut:
    """What the index knows of."""
    from ...imports.growing import LIKE_AN_AGENTS  # few people have such a source

    like_an_agents = not_typed = unclear = 0
    for (kind, _key), had in file_states.every(db).items():
        if kind == root.kind and had.root == str(root.path):
            unclear += had.is_unclear
            if had.read:
                like_an_agents += bool(had.read.context.get(LIKE_AN_AGENTS))
                not_typed += LIKE_AN_AGENTS not in had.read.context
    return LeftOut(like_an_agents, not_typed, unclear=unclear)
