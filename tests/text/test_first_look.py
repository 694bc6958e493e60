"""`redact.first_look`: what it lets be skipped would have found nothing."""

import re

import pytest
from support.secret_cases import ORDINARY, SECRETS

from llm_user_memory.text import redact
from llm_user_memory.text.redact import cues, first_look

pytestmark = pytest.mark.slow

TEXTS = [*(case.text for case in SECRETS), *ORDINARY.values()]


def test_what_is_skipped_would_have_found_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [list(redact._secrets(text)) for text in TEXTS]
    assert any(found)
    monkeypatch.setattr(first_look, "has_any", lambda *_: True)
    monkeypatch.setattr(first_look, "DIGITS", re.compile(""))
    monkeypatch.setattr(redact, "_KINDS", [(kind, None) for kind, _ in redact._KINDS])
    assert [list(redact._secrets(text)) for text in TEXTS] == found


def test_every_name_of_a_password_has_a_string_that_is_looked_for() -> None:
    words = [word.strip("*") for word in cues._WORDS["password"].split()]
    assert [word for word in words if not first_look.has_any(word, first_look.NAMES)] == []
