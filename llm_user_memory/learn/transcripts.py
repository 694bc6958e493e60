"""Reads the sessions of other programs from the transcripts that these programs write."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from .. import imports
from ..errors import ImportFileError
from ..imports import Conversation, files
from ..logs import Turn
from ..settings import foreign
from ..store import forgotten, ledger, receipts

FORMATS = ("claude-code", "codex")
"""The clients whose transcripts can be read: each is also the name of a format of `imports`."""


def read(client: str, transcript: Path) -> Conversation | None:
    """Return the conversation of a session, None if the user typed nothing in it.

    Raises ImportFileError if the file is no transcript of this client, or belongs to another user,
    who could forge words in it.
    """
    is_own = files.kind(transcript) == "file" and not foreign(transcript)
    if is_own and client in FORMATS and imports.is_session(transcript, client):
        found = imports.read(transcript, client)
        return next((each for each in found if isinstance(each, Conversation)), None)
    raise ImportFileError(f"{transcript} is no transcript of {client} that can be read.")


def record(db: sqlite3.Connection, thread_id: str, client: str, transcript: Path) -> None:
    """Record where the transcript of a session is. Call it inside a transaction."""
    db.execute(
        "insert or replace into sessions values (?, ?, ?)", (thread_id, client, str(transcript))
    )


def client_of(db: sqlite3.Connection, thread_id: str) -> str:
    """Return the program in which a conversation was held, "" for LLM."""
    row = db.execute("select client from sessions where thread_id = ?", (thread_id,)).fetchone()
    return str(row["client"]) if row else ""


def session_of(db: sqlite3.Connection, thread_id: str) -> tuple[Turn, ...]:
    """Return all turns that the session's transcript has, () if it cannot be read."""
    row = db.execute("select * from sessions where thread_id = ?", (thread_id,)).fetchone()
    with suppress(ImportFileError):
        found = read(row["client"], Path(row["transcript"])) if row else None
        return found.turns if found else ()
    return ()


def unchanged(
    db: sqlite3.Connection, session: Sequence[Turn], turn_ids: Sequence[str]
) -> list[Turn]:
    """Return those of the turns that the session still has.

    A turn is left out if its words differ from those that were recorded: the file may have been
    replaced, and some turns are identified only by their line numbers.
    """
    digests, salt = ledger.digests(db, turn_ids), forgotten.salt(db)
    wanted = set(turn_ids)
    turns = [turn for turn in session if turn.id in wanted]
    said = {turn.id: receipts.digest_of(turn.prompt, salt) for turn in turns}
    return [turn for turn in turns if digests.get(turn.id, said[turn.id]) == said[turn.id]]
