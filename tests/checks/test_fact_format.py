"""`fact_format`: what form a text must have to be a fact of the profile."""

import pytest

from llm_user_memory.checks.fact_format import (
    LONGEST_FACT,
    MIXED_ALPHABETS,
    NO_WORDS,
    NOT_ONE_LINE,
    TOO_LONG,
    problem,
    problem_from_a_model,
)

pytestmark = pytest.mark.once

GOOD_FORM = [
    "Lives in Oslo",
    "Uses C++, C# & F# (50 %)",
    "Likes “Dune” – a lot",
    "می‌خواهم یاد بگیرم",
    "क्‍षमा",
    "Likes 🍺 and 👩‍💻",
    "Loves ❤\ufe0f, ℹ\ufe0f, ☀\ufe0e and room 1\ufe0f\u20e3",
    "住在北京",
    "x" * LONGEST_FACT,
    "R",
]
BAD_FORM = [
    ("a new line", "Lives in\nOslo", NOT_ONE_LINE),
    ("a carriage return", "Lives in\rOslo", NOT_ONE_LINE),
    ("a tab", "Lives\tin Oslo", NOT_ONE_LINE),
    ("a line separator", "Lives in\u2028Oslo", NOT_ONE_LINE),
    ("a paragraph separator", "Lives in\u2029Oslo", NOT_ONE_LINE),
    ("a next line", "Lives in\x85Oslo", NOT_ONE_LINE),
    ("a null", "Lives\0", NOT_ONE_LINE),
    ("an escape", "\x1b[31mred", NOT_ONE_LINE),
    ("a right-to-left override", "abc\u202edef", NOT_ONE_LINE),
    ("an isolate", "abc\u2066def", NOT_ONE_LINE),
    ("a zero-width space", "ab\u200bc", NOT_ONE_LINE),
    ("a byte order mark", "\ufeffabc", NOT_ONE_LINE),
    ("a soft hyphen", "ab\u00adc", NOT_ONE_LINE),
    ("a selector after a letter", "Likes tea\ufe0f", NOT_ONE_LINE),
    ("a selector after a blank", "Likes \ufe0ftea", NOT_ONE_LINE),
    ("another selector", "Likes 🍺\ufe01", NOT_ONE_LINE),
    ("a grapheme joiner", "Likes t\u034fea", NOT_ONE_LINE),
    ("a filler", "Likes\u3164tea", NOT_ONE_LINE),
    ("tag letters", "abc\U000e0041", NOT_ONE_LINE),
    ("half a letter", "abc\ud83d", NOT_ONE_LINE),
    ("too long", "x" * (LONGEST_FACT + 1), TOO_LONG),
    ("nothing", "", NO_WORDS),
    ("punctuation", "... !", NO_WORDS),
    ("a picture", "🎉", NO_WORDS),
]


@pytest.mark.parametrize("fact", GOOD_FORM)
def test_a_plain_line_may_be_a_fact(fact: str) -> None:
    assert problem(fact) == ""


@pytest.mark.parametrize(
    ("fact", "said"), [row[1:] for row in BAD_FORM], ids=[row[0] for row in BAD_FORM]
)
def test_a_fact_has_a_form(fact: str, said: str) -> None:
    assert problem(fact) == said


LIKE_ANOTHER = ["\u041aeeps bees", "Keeps b\u0435es", "Lives in \u039fslo", "Lives in Par\u0456s"]


@pytest.mark.parametrize("fact", LIKE_ANOTHER)
def test_a_word_that_looks_like_another_is_no_word(fact: str) -> None:
    assert problem_from_a_model(fact, ["I keep bees in Oslo"]) == MIXED_ALPHABETS
    assert problem_from_a_model(fact, [f"I said: {fact}"]) == "", "typed so by the user"


@pytest.mark.parametrize(
    "fact",
    ["Пишет на Python", "Любит IT-новости", "Studies α-helices", "Works at 5 µm", "Ест pizza"],
)
def test_words_in_several_alphabets_may_stand_beside_each_other(fact: str) -> None:
    assert problem_from_a_model(fact) == ""
