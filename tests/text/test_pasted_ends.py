"""What was typed before and after a paste that is longer than people type counts."""

# ruff: noqa: E501 - tables

import pytest

from llm_user_memory.text import pasted

pytestmark = pytest.mark.once

# In every case Zanzibar is pasted, and what was typed before and after it is not.
_STORY = (
    "The old port lies on the western shore. I have lived in Zanzibar since I was a child, and my "
    "name is Ada. Every morning the boats come in with octopus and mango. We sell what we can "
    "before noon and rest in the shade of the palace.\n"
)
_REPORT = (
    "The committee of Zanzibar met in the spring to consider the state of the harbour. Its members "
    "found that the cranes had been neglected for years, and that the budget was exhausted.\n"
)
PASTES = {
    "a log": "2026-11-02 12:00:01 request by ada of Zanzibar, done in time\n",
    "a log with words between": "2026-11-02 12:00:01 request done\nAda of Zanzibar has logged in\n",
    "lines of a program": "npm WARN deprecated zanzibar@1.0.0: ask Ada of Zanzibar\n",
    "a story": _STORY,
    "a story in paragraphs": f"{_STORY}\n",
    "a report": _REPORT,
    "a report in paragraphs": f"{_REPORT}\n",
    "code": "def live(self, town='Zanzibar'):\n    return self.towns[town]\n\n",
    "rows": "Ada,Zanzibar,36,ada@example.org\nBen,Zanzibar,41,ben@example.org\n",
    "a chat": "[10:01:02] Ada: i live in Zanzibar\n[10:01:04] Ben: ok\n",
    "a post in small letters": "so i live in Zanzibar and my landlord is awful\ni dont know what to do\n",
}
# Words before the paste, the words between them and it, what stands after it, and the words after.
TYPED = {
    "question": ("hi, i'm a nurse in Tromsø, help me with this", "so i run this on my thinkpad, what is wrong?"),
    "question, careful": ("I'm a nurse in Tromsø. What is this about?", "What does this mean for me? I work nights."),
    "statement": ("what does this say? i live in Tromsø", "btw i run this on a thinkpad with arch, pls keep it short"),
    "paragraphs": (
        "hey, i'm new at this, i live in Tromsø\n\ncan you help me with what's below?",
        "so this is what i get.\n\ni run it on my thinkpad with arch, since may.\n\nwhat should i do?",
    ),
    "German": ("was ist hier los? ich wohne in Tromsø", "das läuft bei mir auf einem thinkpad, was soll ich tun?"),
}  # fmt: skip


def _typed(text: str) -> str:
    return "".join(piece.text for piece in pasted.pieces(text) if piece.is_typed)


@pytest.mark.slow
@pytest.mark.parametrize("end", ["\n", "\n\n"], ids=["no blank line", "a blank line"])
@pytest.mark.parametrize("paste", PASTES)
@pytest.mark.parametrize("words", TYPED)
def test_what_is_typed_around_a_long_paste_counts(words: str, paste: str, end: str) -> None:
    before, after = TYPED[words]
    shown = PASTES[paste]
    typed = _typed(f"{before}\n\n{(shown * (40_000 // len(shown))).rstrip()}{end}{after}")
    assert "Zanzibar" not in typed
    assert before in typed
    if paste == "a post in small letters":  # in whose own style some of the words are
        after = after.rpartition("\n")[2] if "?" in after else ""
    assert after in typed
