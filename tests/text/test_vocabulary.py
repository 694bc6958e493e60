"""`vocabulary`: which meanings the words of a language have."""

import pytest

from llm_user_memory.text.vocabulary import meanings, names_region, plain, row_of

pytestmark = pytest.mark.once


@pytest.mark.parametrize("word", ["миллионов", "создание", "капитала", "философии", "губернатор"])
def test_a_russian_word_is_no_german_compound(word: str) -> None:
    assert not meanings(plain(word))


@pytest.mark.parametrize(("word", "row"), [("Diabetikerküche", "diabet"), ("Hundefutter", "dog")])
def test_a_german_compound_has_the_meanings_of_its_parts(word: str, row: str) -> None:
    assert row_of(row) in meanings(plain(word))


@pytest.mark.parametrize(
    ("name", "is_one"),
    [("Cornwall", True), ("north Cornwall", True), ("Thüringen", True), ("Gothic", False)],
)
def test_regions_are_told_from_other_names(name: str, *, is_one: bool) -> None:
    assert names_region(plain(name)) == is_one
