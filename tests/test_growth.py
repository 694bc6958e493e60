"""What the functions of text cost grows with the text, and not with its square, however hostile.

`make torture` measures how the cost grows. A measurement may be disturbed, so `make test` only
holds each function to a bound that is many times what it needs, and that the square would exceed.
"""

import zlib

import pytest
from support import growth, torture
from support.cpu import TooSlow, bounded
from support.growth import UNITS

pytestmark = [pytest.mark.once, pytest.mark.slow]

CALLS = list(growth.calls())
IDS = [call.name for call in CALLS]


def test_every_package_is_measured() -> None:
    for package in growth.PACKAGES:
        assert any(name.startswith(f"{package}.") for name in IDS), package
    assert len(CALLS) > 400
    assert set(growth.LEFT_OUT) & set(IDS) == set()


def test_a_call_that_does_not_end_is_ended() -> None:
    with pytest.raises(TooSlow), bounded(0.01):
        while True:
            pass


@pytest.mark.parametrize("number", range(len(CALLS)), ids=IDS)
def test_a_hostile_text_takes_a_bounded_time(number: int) -> None:
    name, call = CALLS[number]
    # Which come first depends on the name, so all are tried, and a new function changes no test.
    first = zlib.crc32(name.encode()) % len(UNITS)
    units = UNITS[first:] + UNITS[:first]
    for unit in torture.sample(units, 2):
        growth.run(call, growth.made(unit, 20_000))


# Where a hostile text was once the square: prompts and answers are given to these.
KNOWN = {
    "store.profile.conflicts.combined": [("", "- a\n", ""), ("", "## a\n- b\n", "")],
    "text.entries.opens_entry": [("", "(written by a ", "")],
    "profile.document.matching_facts": [("", "## a\n- b\n", "")],
    "checks.counts.is_miscounted": [("", "一", "")],
    "text.pasted.style.reads_as_typed": [("", "\n", ""), ("", " \n", "!")],
    "profile.edits.without_placeholders": [("- ", " ", "a")],
    "profile.render.escaped": [("<", " ", ""), ("", "<", ""), ("", "< ", ""), ("</", " ", "x")],
    "profile.render.of_profile": [("- <", " ", "")],
    "model.no_change.means_nothing": [("", "\n", ""), ("", " \n", "x")],
    "text.vocabulary.meanings_in": [("", "a", ""), ("", "ß", "")],
    "checks.clauses.parts": [("", "apply ", ""), ("", "applied, ", ""), ("", "i applied ", "x")],
    "checks.counts.sums_and_lengths": [("", " ", ""), ("", "1, ", ""), ("", "[1,", "")],
    "recall.ask.read_searches": [("", "\n", ""), ("", "```\n", "")],
    "recall.ask.read_answer": [("", "\n", ""), ("ANSWER: a", "\n", "")],
    "text.redact.redacted": [
        ("", unit, "")
        for unit in (
            "password" + " " * 900 + "abcdefghijklmnopqrstuvwx1\n",
            "My name is Ada, and I forgot my password. ", "password is ", "password=", "://a:",
            "sk-", "eyJ", "4111 1111 ", "ab12 ", 'token="', ":\n", "aB3", "[secret] ", "mysql -p",
            "curl -u a:", "'", '"a ', "-----BEGIN PRIVATE" + " KEY-----\n", "admin / ", "a@b.",
            "code 4821 ", "security question answer ", "backup codes: ab12-", "seed word ", "密码",
            "passphrase is ", "password word is\n", "http://hooks.", "password h u n t ",
            "password is capital A then ", "login a1b2c3 ", "admin, Bramble99 ", "safe 1-1-",
            "ssid a,", "a:1:b:c:", "pin one two ", "a,pw\n", "a,b\n", "lock 1 left ",
            "X-Key: ", "use a1 ", "code a1b2 ", "密码a1，", "pass 'a1' ", "login 1 2 3 4 ",
            "sudo asks, ", "sudo ", "the bank my word ", "tell the guard a ", "seed phrase a: ",
            "助记词是苹 ", "mit admin und ", "as a, ", "Maple31 ", "unlock a ", "a.b", "a-b-",
            "safe 62, then 17, ", "箱左1右2", "门锁四八二七", "the phrase is red fox ",
            "login with fox, ", "Kennwort. Was ist ",
        )
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", KNOWN)
def test_what_once_took_the_square_of_the_text_does_not(name: str) -> None:
    call = CALLS[IDS.index(name)].call
    for unit in torture.sample(KNOWN[name], 8):
        growth.run(call, growth.made(unit, 20_000))


# How the cost grows

SIZES = (20_000, 160_000, 1_000_000)


@pytest.mark.torture
@torture.full_run_only
def test_a_function_that_takes_the_square_is_noticed() -> None:
    def square(text: str) -> int:
        return sum(text.count("aa", 0, end) for end in range(len(text)))

    assert growth.too_steep(square, ("", "a", ""), (20_000,))
    # One so slow that an eighth of the text is ended, too.
    assert growth.too_steep(
        lambda text: [square(text) for _ in range(40)], ("", "a", ""), (20_000,)
    )
    assert growth.too_steep(lambda text: text.count("a"), ("", "a", ""), (1_000_000,)) == ""


@pytest.mark.torture
@torture.full_run_only
@pytest.mark.parametrize("name", IDS if torture.TORTURE else ["all"])
def test_double_the_text_costs_at_most_two_and_a_half_times_as_much(name: str) -> None:
    call = CALLS[IDS.index(name)].call
    units = [*UNITS, *KNOWN.get(name, ())]
    steep = [found for unit in units if (found := growth.too_steep(call, unit, SIZES))]
    assert not steep, (name, steep)
