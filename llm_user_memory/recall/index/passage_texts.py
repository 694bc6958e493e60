"""Reading the texts of passages, which the index or LLM's log has.

Each prompt that recalls something loads this module, and nothing else of the indexing.
"""

import json
import sqlite3
from collections.abc import Collection

from ...settings import Folder

LONGEST_EXTRACT = 400
"""The most characters of a passage that are given whole; of a longer one, `highlight.extract`."""


def read(db: sqlite3.Connection, folder: Folder, numbers: Collection[int]) -> dict[int, str]:
    """Return the texts of passages by number, without those that were deleted from LLM's log.

    Raises LogsError.
    """
    rows = db.execute(
        "select p.id, p.role, p.start, p.length, p.text, x.key from passages p "
        "join parts x on x.id = p.part where p.id in (select value from json_each(?))",
        (json.dumps(list(numbers)),),
    ).fetchall()
    wanted = {row["key"] for row in rows if row["text"] is None}
    said = _said(folder, wanted) if wanted else {}
    found = {}
    for row in rows:
        if row["text"] is not None:
            found[row["id"]] = row["text"]
        elif turn := said.get(row["key"]):
            prompt, answer = turn
            whole = prompt if row["role"] == "user" else answer
            text = whole[row["start"] : row["start"] + row["length"]]
            if len(text) == row["length"]:
                found[row["id"]] = text
    return found


def _said(folder: Folder, turn_ids: Collection[str]) -> dict[str, tuple[str, str]]:
    from ...logs import texts  # imported here because few prompts are about what the log has

    return texts.read_texts(folder.logs, turn_ids)
