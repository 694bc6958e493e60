"""`chunks`: how a text is split for the index."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm_user_memory.recall.index import chunks

pytestmark = pytest.mark.once


@given(st.text(max_size=400), st.integers(2, 60))
def test_pieces_hold_every_letter_where_it_stands(whole: str, longest: int) -> None:
    covered = set()
    for start, piece in chunks.pieces(whole, longest):
        assert piece.strip() == piece != "" and len(piece) <= longest
        assert whole[start : start + len(piece)] == piece
        covered |= set(range(start, start + len(piece)))
    assert all(n in covered for n, letter in enumerate(whole) if letter.strip())


def test_pieces_are_cut_where_a_sentence_ends() -> None:
    whole = "One sentence is here. " * 10
    assert all(piece.endswith(".") for _, piece in chunks.pieces(whole, 50))


def test_scripts_without_spaces_are_letters_and_pairs() -> None:
    assert chunks.indexed("我的猫").split() == ["我", "的", "猫", "我的", "的猫"]
    assert chunks.indexed("a cat") == "a cat" and "\0" not in chunks.indexed("a\0b")


def test_days_are_said_in_several_ways() -> None:
    assert chunks.day_words("2023-05-08") == "2023-05-08 Monday 8 May 2023"
    assert chunks.day_words("") == "" == chunks.day_words("yesterday")


def test_digests_tell_texts_apart() -> None:
    assert chunks.digest("a", "b") != chunks.digest("ab", "") != chunks.digest("\ud800")
