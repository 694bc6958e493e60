"""`vectors`: the search finds what a plain computation of cosines finds."""

import math
import random
import sqlite3
from array import array
from collections.abc import Iterable, Sequence
from operator import mul

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.torture import example_count

from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index import vectors
from llm_user_memory.settings import Folder

pytestmark = pytest.mark.once


def _random(number: int, size: int, seed: int) -> dict[int, list[float]]:
    chance = random.Random(seed)
    return {n: [chance.gauss(0, 1) for _ in range(size)] for n in range(1, number + 1)}


def _cosine(one: list[float], other: list[float]) -> float:
    lengths = math.hypot(*one) * math.hypot(*other)
    return sum(a * b for a, b in zip(one, other, strict=True)) / lengths


def _put(db: sqlite3.Connection, given: dict[int, list[float]]) -> None:
    with index_db.transaction(db):
        vectors.put(db, {number: vectors.packed(vector) for number, vector in given.items()})


def _by_byte(kept: Iterable[bytes]) -> bytes:
    """As a block has them: the first byte of all, then the second."""
    return b"".join(map(bytes, zip(*kept, strict=True)))


def _bytes(vector: Sequence[int]) -> bytes:
    return array("b", vector).tobytes()


@settings(max_examples=example_count(40), deadline=None)
@given(st.binary(min_size=1, max_size=200), st.integers(1, 40), st.randoms())
def test_bits_that_differ_are_counted(question: bytes, number: int, chance: random.Random) -> None:
    kept = [chance.randbytes(len(question)) for _ in range(number)]
    found = vectors._distances(_by_byte(each + b"\0" for each in kept), question)
    scale = max(0, (8 * len(question)).bit_length() - 8)
    whole = int.from_bytes(question, "big")
    expected = [(int.from_bytes(each, "big") ^ whole).bit_count() >> scale for each in kept]
    assert list(found) == expected


def test_where_nothing_is_is_far_away() -> None:
    kept = _by_byte([b"\1\2\0", b"\0\0\xff"])
    assert list(vectors._distances(kept, b"\1\2")) == [0, 255]


@pytest.mark.slow
@settings(max_examples=example_count(40), deadline=None)
@given(st.integers(1, 300), st.integers(1, 9), st.randoms())
def test_products(size: int, number: int, chance: random.Random) -> None:
    one, *others = ([chance.randint(-128, 127) for _ in range(size)] for _ in range(number + 1))
    found = vectors._products(_bytes(one), [_bytes(other) for other in others])
    assert list(found) == [sum(map(mul, one, other)) for other in others]
    assert vectors._products(_bytes(one), []) == ()


def test_the_nearest_are_found_with_how_near(folder: Folder) -> None:
    given = _random(300, 64, 1)
    question = [number + 0.3 for number in given[17]]
    with index_db.opened(folder) as db:
        _put(db, given)
        found = vectors.nearest(db, question, 10)
    nearness = {number: _cosine(question, vector) for number, vector in given.items()}
    best = sorted(nearness, key=lambda number: -nearness[number])[:10]
    assert next(iter(found)) == 17 and len(set(found) & set(best)) >= 9
    assert all(abs(found[number] - nearness[number]) < 0.03 for number in found)


def test_what_is_dropped_is_not_found(folder: Folder) -> None:
    given = _random(50, 32, 2)
    with index_db.opened(folder) as db:
        _put(db, given)
        with index_db.transaction(db):
            vectors.drop(db, [7])
        assert 7 not in vectors.nearest(db, given[7], 50)
        assert 8 in vectors.nearest(db, given[8], 1)
        assert list(vectors.nearest(db, given[8], 5, [9, 10])) != [8]


def test_vectors_of_another_model_are_left_alone(folder: Folder) -> None:
    with index_db.opened(folder) as db:
        _put(db, _random(20, 32, 3))
        assert vectors.nearest(db, [1.0] * 48, 5) == {}
        assert vectors.nearest(db, [0.0] * 32, 5) == {}


def test_passages_in_other_blocks_are_found(folder: Folder) -> None:
    given = {n * vectors.BLOCK + 5: v for n, v in _random(3, 16, 4).items()}
    with index_db.opened(folder) as db:
        _put(db, given)
        for number, vector in given.items():
            assert next(iter(vectors.nearest(db, vector, 1))) == number


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50))
def test_any_vector_is_packed(vector: list[float]) -> None:
    assert len(vectors.packed(vector)) == len(vector)
