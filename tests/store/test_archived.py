"""The table of archived facts is that of the archive, however the archive changes."""

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm_user_memory.profile.document import facts
from llm_user_memory.profile.split import split
from llm_user_memory.store import archived, schema

Edit = tuple[int, int, list[str]]
"""A place in the archive, how many lines to remove there, and the lines to add."""

_LINES = st.sampled_from(
    [
        "- Keeps bees",
        "- Keeps bees #pin",
        "- Keeps  bees",
        "- Rows",
        "- Rows\r",
        "- Plays chess #local",
        "* Swims",
        "  and dives",
        "- - -",
        "",
        "## Archive: Interests",
        "## Interests",
        "```",
    ]
)
_EDITS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 1), st.lists(_LINES, max_size=2)))


def _is_in_step(db: sqlite3.Connection, text: str) -> bool:
    """Whether the tables have the facts of the archive and their words, and nothing else."""
    known = {row["id"]: row["fact"] for row in db.execute("select id, fact from archived")}
    words = {(row["word"], known[row["id"]]) for row in db.execute("select * from archived_words")}
    wanted = {fact.text for fact in facts(split(text)[1])}
    return set(known.values()) == wanted and words == {
        (word, fact) for fact in wanted for word in archived.words_of(fact)
    }


@pytest.mark.slow
@given(_EDITS)
def test_the_tables_are_those_of_the_archive_however_it_changed(edits: list[Edit]) -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        db.row_factory = sqlite3.Row
        for script in schema.MIGRATIONS.values():
            db.executescript(script)
        lines, before = ["## Archive", "- Sails"], ""
        for place, gone, new in edits:
            lines[place + 1 : place + 1 + gone] = new
            text = "\n".join(["# User Profile", *lines])
            archived.sync(db, text, before)
            assert _is_in_step(db, text)
            before = text
        archived.sync(db, "- Sails\n", "## Archive\n- Something else\n")
        assert archived.count(db) == 0
