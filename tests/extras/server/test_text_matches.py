"""What says a fact is found by its letters as Python looks for them."""

import sys

from llm_user_memory.server import database, text_matches
from llm_user_memory.server.calls import Context
from llm_user_memory.text import prefixes

LETTERS = [letter for letter in map(chr, range(1, sys.maxunicode)) if letter.isalpha()]
SIGNS = (
    "I'm O’Brien’s friend; Ma\u0301laga, ﬁnn, x²  \t Straße 5% _a\\b 喜欢 《三体》 insu\u00adlin"
)


def test_python_and_sql_make_the_same_letters_of_each(learner: Context, user: str) -> None:
    texts = [SIGNS, *("".join(LETTERS[at : at + 500]) for at in range(0, len(LETTERS), 500))]
    query = f"select {text_matches._PLAIN} as plain from unnest(%s::text[]) as given (text)"
    with database.transaction(learner.pool, user) as db:
        rows = db.execute(query, [*text_matches._VALUES, texts]).fetchall()
    assert [row["plain"] for row in rows] == [prefixes.plain(text) for text in texts]


def test_thousands_of_quotes_are_looked_for(learner: Context, user: str) -> None:
    """A fact may have been said again in other words for years."""
    wanted = ["Takes insulin", *(f"I take insulin for the {n}th time" for n in range(3_000)),
              *(f"On day {n} I had {n} shots" for n in range(3_000))]  # fmt: skip
    texts = "select text, 1 as place from (values ('I take insulin.'), ('I sail.')) as given (text)"
    with database.transaction(learner.pool, user) as db:
        found = [row["text"] for row in text_matches.rows(db, texts, wanted)]
    assert found == ["I take insulin."]
