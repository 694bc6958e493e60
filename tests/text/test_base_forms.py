"""Irregular forms of English words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm_user_memory.text.base_forms import base_forms, forms_of, with_base_forms

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("I bought two Bikes, and THOUGHT of it", "I buy two Bikes, and think of it"),
        ("My children swam; the mice ate it.", "My child swim; the mouse eat it."),
        ("écrans, Ümade, made-up", "écrans, Ümade, make-up"),
        ("", ""),
    ],
)
def test_irregular_forms_become_the_base_form(text: str, base: str) -> None:
    assert with_base_forms(text) == base
    assert with_base_forms(base) == base


def test_the_forms_of_a_word_lead_back_to_it() -> None:
    assert forms_of("Take") == ["took", "taken"]
    assert list(base_forms(forms_of("take"))) == ["take", "take"]
    assert forms_of("bicycle") == []


@given(st.text())
def test_nothing_but_words_is_changed(text: str) -> None:
    assert with_base_forms(with_base_forms(text)) == with_base_forms(text)
    assert [letter for letter in with_base_forms(text) if not letter.isascii()] == [
        letter for letter in text if not letter.isascii()
    ]
