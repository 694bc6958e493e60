"""`redact.first_look`: what it lets be skipped would have found nothing."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.secret_cases import ORDINARY, SECRETS

from llm_user_memory.text import redact
from llm_user_memory.text.redact import (
    cues,
    first_look,
    names,
    nearby,
    pairs,
    phrases,
    placed,
    recited,
    spelled,
    weighed,
)

pytestmark = pytest.mark.slow

ROWS = [
    json.loads(line)["text"]
    for path in sorted(Path(__file__, "../../../benchmarks/redaction").resolve().rglob("*.jsonl"))
    for line in path.read_text().splitlines()
]
TEXTS = [*(case.text for case in SECRETS), *ORDINARY.values(), *ROWS[::10]]


def test_what_is_skipped_would_have_found_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [list(redact._secrets(text)) for text in TEXTS]
    assert any(found)
    monkeypatch.setattr(first_look, "has_any", lambda *_: True)
    monkeypatch.setattr(first_look, "matches", lambda pattern, _, text: pattern.finditer(text))
    monkeypatch.setattr(first_look, "DIGITS", re.compile(""))
    monkeypatch.setattr(nearby, "_MAY_HOLD", re.compile(""))
    monkeypatch.setattr(pairs, "may_hold_mixed", lambda _: True)
    monkeypatch.setattr(weighed, "_is_plain", lambda *_: False)
    monkeypatch.setattr(redact, "_KINDS", [(kind, None) for kind, _ in redact._KINDS])
    assert [list(redact._secrets(text)) for text in TEXTS] == found


LED: dict[str, Callable[[], tuple[re.Pattern[str], re.Pattern[str]]]] = {
    "names": lambda: (names.pattern(), names._beginnings()),
    "passwords of words": lambda: (phrases._PASSWORD_IS, phrases._PASSWORDS),
    "spelled": lambda: (spelled._CUE, spelled._CUES),
    "used as": lambda: (pairs._USED_AS, pairs._USES),
}


@pytest.mark.parametrize("kind", LED)
def test_every_match_begins_where_one_may_begin(kind: str) -> None:
    pattern, begin = LED[kind]()
    count = 0
    for text in ROWS:
        expected = [found.span() for found in pattern.finditer(text)]
        assert [found.span() for found in first_look.matches(pattern, begin, text)] == expected
        count += len(expected)
    assert count


GATED: dict[str, tuple[re.Pattern[str], tuple[str, ...]]] = {
    "wallets": (recited._WALLET, first_look.WALLETS),
    "notes": (recited._NOTE, first_look.NOTES),
    "owned": (recited._OWNED, first_look.OWNED),
    "used": (recited._EVERYWHERE, first_look.USED),
    "where it stands": (recited._STANDS, first_look.USED),
}


@pytest.mark.parametrize("kind", GATED)
def test_every_match_has_a_string_that_is_looked_for(kind: str) -> None:
    pattern, strings = GATED[kind]
    found = [match[0] for text in ROWS for match in pattern.finditer(text)]
    assert found
    assert [
        each for each in found if not first_look.has_any(first_look.lowered(each), strings)
    ] == []


def test_every_word_of_a_class_is_looked_for() -> None:
    words = {word.lower() for text in ROWS for word in text.split() if word.isascii()}
    of_class = [
        word for word in words if not placed.OF_WORDS.isdisjoint(cues.classes(word[: cues.LONGEST]))
    ]
    assert of_class
    assert [word for word in of_class if not cues.may_have(word, placed.OF_WORDS)] == []


def test_every_form_of_a_letter_is_lowered_to_it() -> None:
    letters = "".join(map(chr, range(sys.maxunicode)))
    for letter in "abcdefghijklmnopqrstuvwxyzäöüßàâçéèêëîïñóôõúабвгдежзийклмнопрстуфхцчшщыьэюяё":
        forms = re.findall(letter, letters, re.IGNORECASE)
        assert {first_look.lowered(form) for form in forms} == {letter}


def test_every_name_of_a_password_has_a_string_that_is_looked_for() -> None:
    words = [word.strip("*") for word in cues._WORDS["password"].split()]
    assert [word for word in words if not first_look.has_any(word, first_look.NAMES)] == []
