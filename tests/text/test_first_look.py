"""`redact.first_look`: what it lets be skipped would have found nothing."""

import re

import pytest
from support.secret_cases import ORDINARY, SECRETS

from llm_user_memory.text import redact
from llm_user_memory.text.redact import first_look

TEXTS = [*(case.text for case in SECRETS), *ORDINARY.values()]


def test_what_is_skipped_would_have_found_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [list(redact._secrets(text)) for text in TEXTS]
    assert any(found)
    monkeypatch.setattr(first_look, "has_any", lambda *_: True)
    monkeypatch.setattr(first_look, "DIGITS", re.compile(""))
    monkeypatch.setattr(redact, "_KINDS", [(kind, None) for kind, _ in redact._KINDS])
    assert [list(redact._secrets(text)) for text in TEXTS] == found
