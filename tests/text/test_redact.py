"""`redact`: secrets are found and removed wherever they are; ordinary text is left as it is."""

import re
import subprocess
import sys
from textwrap import dedent

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from support import secret_cases
from support.product import Product, until
from support.rows import for_each
from support.secret_cases import (
    KNOWN_ALARMS,
    KNOWN_MISSES,
    ORDINARY,
    SECRETS,
    Secret,
    drawn,
    key_forms,
)

from llm_user_memory.checks.fact_format import SECRET
from llm_user_memory.text.redact import REDACTED, holds_secret, redacted, secrets_in

pytestmark = pytest.mark.once

BEGIN = "-----BEGIN PRIVATE" + " KEY-----"

# Words of many languages that nobody takes for anything else.
WORDS = sorted(
    word
    for word in {word for text in ORDINARY.values() for word in re.findall(r"[^\W\d_]{2,}", text)}
    if word[1:] == word[1:].lower()  # "my password is GitHub" may well be true
    and word != "phrase"  # with twelve words behind it, a wallet's key
)


def _parts(case: Secret) -> list[str]:
    """The longest parts of a secret, any of which would give most of it away."""
    return [
        case.hidden,
        case.hidden[: -len(case.hidden) // 4],
        case.hidden[len(case.hidden) // 4 :],
    ]


@for_each("case", SECRETS, ids=lambda case: case.name)
def test_a_secret_is_taken_out(case: Secret) -> None:
    found = case.hidden not in redacted(case.text)
    assert found != (case.name in KNOWN_MISSES), "KNOWN_MISSES is out of date"
    assert holds_secret(case.text) or not found


@for_each(
    "case", [case for case in SECRETS if case.name not in KNOWN_MISSES], ids=lambda case: case.name
)
def test_no_part_of_it_is_left(case: Secret) -> None:
    left = redacted(case.text)
    assert not [part for part in _parts(case) if len(part) > 3 and part in left]
    assert REDACTED in left
    assert not holds_secret(left)


@for_each("name", ORDINARY)
def test_an_ordinary_text_stays_as_it_is(name: str) -> None:
    kept = redacted(ORDINARY[name]) == ORDINARY[name]
    assert kept != (name in KNOWN_ALARMS), "KNOWN_ALARMS is out of date"
    assert holds_secret(ORDINARY[name]) != kept


def test_the_table_is_large_and_its_names_are_its_own() -> None:
    assert len(SECRETS) >= 90
    assert len({case.name for case in SECRETS}) == len(SECRETS)
    assert len(ORDINARY) >= 150
    assert {case.name for case in SECRETS} >= KNOWN_MISSES
    assert ORDINARY.keys() >= KNOWN_ALARMS


def test_the_rates_count_the_rows_on_which_it_is_wrong() -> None:
    rates = secret_cases.rates()
    assert (rates.secrets, rates.ordinary) == (len(SECRETS), len(ORDINARY))
    assert set(rates.missed) == KNOWN_MISSES
    assert set(rates.wrongly_found) == KNOWN_ALARMS


@pytest.mark.slow
@pytest.mark.parametrize("service", key_forms())
def test_it_is_not_the_drawn_letters_that_decide(service: str) -> None:
    keys = [key_forms(seed)[service] for seed in range(25)]
    missed = [key for key in keys if key in redacted(f"Why is {key} refused?")]
    assert len(missed) <= 3, missed


def test_only_the_secret_is_taken_out() -> None:
    said = "I live in Oslo, my password is {} and I keep bees.\r\n\tNext:\u2028 {}\0!"
    assert redacted(said.format("hunt" + "er2", drawn(32))) == said.format(REDACTED, REDACTED)


def test_what_was_found_once_is_known_again_without_its_name() -> None:
    secret = drawn(10)
    said = f"{secret}? I mean, my password is {secret}. And again: ({secret})"
    assert redacted(said) == said.replace(secret, REDACTED)
    [known] = secrets_in(said)
    assert known == secret
    assert redacted(f"Noted, {secret}!", {secret}) == f"Noted, {REDACTED}!"
    assert redacted(f"Noted, {secret}!") == f"Noted, {secret}!"


def test_a_pin_is_a_number_like_any_other_where_it_has_no_name() -> None:
    pin = "19" + "85"
    said = f"My PIN is {pin}, I was born in {pin}"
    assert redacted(said) == f"My PIN is {REDACTED}, I was born in {pin}"
    assert not secrets_in(said)


@pytest.mark.slow
def test_a_secret_inside_a_long_line_is_found_wherever_it_is_cut() -> None:
    key = key_forms()["OpenAI"]
    for words in range(300, 460, 7):
        text = f"{'many words ' * words}{key}{' and more' * 300}"
        assert key[8:-8] not in redacted(text)


@pytest.mark.slow
def test_a_secret_in_a_long_line_without_spaces_is_found() -> None:
    key = key_forms()["GitHub classic"]
    for length in range(1900, 2100, 13):
        text = f"{'a,b;' * (length // 4)}{key}{',c' * 1000}"
        assert key[8:-8] not in redacted(text)


def _texts() -> st.SearchStrategy[str]:
    """Texts of any letters, and of what the table is made of, in any order."""
    letters = st.text(st.characters(exclude_categories=()), max_size=12)
    pieces = st.sampled_from(
        [
            *(word for case in SECRETS for word in case.text.split(" ")),
            *WORDS,
            *("password:", "PIN", "token=", "is", "lautet", "://a:b@", "[secret]", "4711", "\n"),
            BEGIN,
        ]
    )
    between = st.sampled_from(["", " ", "\n", ": ", "="])
    return st.lists(st.tuples(st.one_of(letters, pieces), between), max_size=20).map(
        lambda parts: "".join(part + end for part, end in parts)
    )


@given(_texts())
def test_any_text_can_be_redacted_and_once_is_enough(text: str) -> None:
    left = redacted(text)
    assert redacted(left) == left
    assert len(left) <= 3 * len(text)
    assert holds_secret(text) == (left != text)
    assert not holds_secret(left)


@given(st.lists(st.sampled_from(WORDS), max_size=40), st.sampled_from(" \n,;/-"))
@example(["パスワードを忘れました", "Abs", "Abs"], ",")
def test_plain_words_in_any_order_hold_no_secret(words: list[str], between: str) -> None:
    assume("sk" not in words or between != "-")  # the language, and the beginning of a key
    text = between.join(words)
    assert redacted(text) == text


@pytest.mark.slow
def test_only_who_redacts_loads_the_libraries() -> None:
    code = """
        import sys
        import llm_user_memory.plugin, llm_user_memory.daemon.watcher, llm_user_memory.daemon.worker
        from llm_user_memory.text import redact
        heavy = {"detect_secrets", "stdnum", "requests"}
        assert not heavy & sys.modules.keys()
        redact.redacted("I keep bees")
        assert heavy & sys.modules.keys()
    """
    lines = "\n".join(line.strip() for line in code.splitlines())
    ran = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.slow
def test_threads_may_redact_at_once_from_the_first_text_on() -> None:
    code = """
        import sys, time
        from concurrent.futures import ThreadPoolExecutor
        from threading import Barrier
        from llm_user_memory.text import redact

        class Slow:
            def find_spec(self, name, path=None, target=None):
                if name.startswith("detect_secrets"):
                    time.sleep(0.02)

        sys.meta_path.insert(0, Slow())
        texts = [
            "sk-abcdefghijklmnopqrstuvwxyz123456", "my password is Tr0ub4dor&3x", "pw = hun7er2"
        ]
        begin = Barrier(len(texts))

        def redacted(text):
            begin.wait()
            return redact.redacted(text)

        with ThreadPoolExecutor(len(texts)) as threads:
            print(sum("[secret]" in text for text in threads.map(redacted, texts)))
    """
    ran = subprocess.run([sys.executable, "-c", dedent(code)], capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("3\n", "")


@pytest.mark.product
def test_a_secret_that_is_typed_gets_nowhere(product: Product) -> None:
    secret = drawn(12)
    said = f"I keep bees, and my password is {secret}"
    product.answer(
        {
            "bees": "\n".join(
                (
                    'ADD Interests | Keeps bees | "I keep bees"',
                    f'ADD Personal Information | Password is {secret} | "my password is {secret}"',
                    f'ADD Personal Information | Has one password | "my password is {secret}"',
                    f'REMOVE Interests | Password {secret} | "my password is {secret}"',
                )
            )
        },
        prompts={"bees": f"I will remember {secret}, and the bees."},
    )
    product.type(said)
    product.wait_for_fact("Keeps bees")
    product.wait_until_settled()
    [asked] = product.requests()
    assert f"my password is {REDACTED}" in asked["prompt"]
    assert secret not in str(asked)
    logged = product.run("memory", "log").out
    assert SECRET in logged
    assert secret not in logged + product.run("memory", "log", "--json").out
    added = product.run("memory", "add", f"My password is {secret}")
    assert added.code == 1
    assert "looks like a secret" in added.err
    files = [path for path in product.folder.path.rglob("*") if path.is_file()]
    assert {"profile.md", "state.db", "daemon.log"} <= {path.name for path in files}
    assert not [path.name for path in files if secret.encode() in path.read_bytes()]


@pytest.mark.product
def test_an_error_that_repeats_the_key_is_recorded_without_it(product: Product) -> None:
    key = key_forms()["OpenAI project"]
    product.answer({"bees": f"!raise {key}"})  # an error that it does not know repeats the name
    product.type("I keep bees")
    until(
        lambda: "could not be asked" in product.run("memory", "log").out, "that the update failed"
    )
    files = [path for path in product.folder.path.rglob("*") if path.is_file()]
    assert not [path.name for path in files if key.encode() in path.read_bytes()]
