"""Whether a prompt is about what was said: by the signs of the first hits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm_user_memory.recall.relevance import Asked, Fit, is_about, signs

WEAK = [Fit(0.2, 0.7, 1.5)] * 20


def test_a_passage_with_most_of_a_short_prompt_decides_alone() -> None:
    far_from_it = Asked(words=40, unmatched=20.0)
    assert is_about([*WEAK, Fit(0.6, 1.0, 0.0)], far_from_it)
    assert not is_about([*WEAK, Fit(0.9, 0.3, 0.0)], far_from_it), "its words occur everywhere"
    assert not is_about([*WEAK, Fit(0.1, 3.0, 0.0)], far_from_it), "it has little of the prompt"


@pytest.mark.parametrize(
    ("fit", "asked", "expected"),
    [
        (Fit(0.35, 1.2, 5.0), Asked(8), True),
        (Fit(0.35, 1.2, 5.0), Asked(8, unmatched=3.0), False),  # much else is asked for
        (Fit(0.35, 1.2, 3.0), Asked(8), False),  # no text says more than the words
        (Fit(0.35, 1.2, 5.0), Asked(60), False),  # any long text has that much in common
    ],
)
def test_what_decides_about_a_partial_match(fit: Fit, asked: Asked, expected: bool) -> None:
    assert is_about([fit, *WEAK[:4]], asked) is expected


def test_nothing_is_about_no_passages() -> None:
    assert not is_about([], Asked(3))


fits = st.lists(st.builds(Fit, *[st.floats(0, 4)] * 3), min_size=1, max_size=20)
asked = st.builds(Asked, st.integers(0, 200), st.floats(0, 50))


@pytest.mark.slow
@given(fits, asked, st.floats(0, 2))
def test_without_texts_nothing_is_excluded_that_they_may_bring_in(
    before: list[Fit], asked: Asked, more: float
) -> None:
    with_texts = [fit._replace(apart=fit.apart + more) for fit in before]
    assert is_about(before, asked, with_texts=False) or not is_about(with_texts, asked)


@given(fits, asked)
def test_a_better_text_never_makes_it_less_about_it(before: list[Fit], asked: Asked) -> None:
    better = [before[0]._replace(apart=before[0].apart + 1), *before[1:]]
    assert is_about(better, asked) or not is_about(before, asked)
    assert signs(before, asked).weight >= signs(before[:1], asked).weight
