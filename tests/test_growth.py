"""What the functions of text cost grows with the text, and not with its square, however hostile."""

import pytest
from support import growth, torture
from support.growth import UNITS

pytestmark = pytest.mark.once

SIZES = (20_000, 160_000, 1_000_000) if torture.TORTURE else (20_000,)
CALLS = list(growth.calls())


def test_every_package_is_measured() -> None:
    measured = {call.name.partition(".")[0] for call in CALLS}
    assert measured == set(growth.PACKAGES) and len(CALLS) > 150
    assert set(growth.LEFT_OUT) & {call.name for call in CALLS} == set()


def test_a_function_that_takes_the_square_is_noticed() -> None:
    def square(text: str) -> int:
        return sum(text.count("aa", 0, end) for end in range(len(text)))

    assert growth.too_steep(square, ("", "a", ""), (20_000,))
    assert growth.too_steep(lambda text: text.count("a"), ("", "a", ""), (1_000_000,)) == ""


# These still grow faster, and are only held to a limit for 20 kB: (seconds of user CPU).
NOT_YET = {"checks.coverage.uncovered": 2.0}


@pytest.mark.parametrize("number", range(len(CALLS)), ids=[call.name for call in CALLS])
def test_double_the_text_costs_at_most_two_and_a_half_times_as_much(number: int) -> None:
    name, call = CALLS[number]
    # Each function has another share of the texts, so that all of them are tried.
    turned = UNITS[number % len(UNITS) :] + UNITS[: number % len(UNITS)]
    some = torture.sample(turned, 2)
    if limit := NOT_YET.get(name):
        assert all(growth.cost(call, growth.made(unit, 20_000), limit) < limit for unit in some)
        return
    steep = [found for unit in some if (found := growth.too_steep(call, unit, SIZES))]
    assert not steep, (name, steep)


# Where a hostile text was once the square: prompts and answers are given to these.
KNOWN = {
    "profile.render.escaped": [("<", " ", ""), ("", "<", ""), ("", "< ", ""), ("</", " ", "x")],
    "profile.render.of_profile": [("- <", " ", "")],
    "model.no_change.means_nothing": [("", "\n", ""), ("", " \n", "x")],
    "text.vocabulary.meanings_in": [("", "a", ""), ("", "ß", "")],
    "checks.counts.sums_and_lengths": [("", "1, ", ""), ("", "[1,", "")],
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_once_took_the_square_of_the_text_does_not(name: str) -> None:
    [call] = [each.call for each in CALLS if each.name == name]
    for unit in KNOWN[name]:
        assert not growth.too_steep(call, unit, (20_000, 160_000))
