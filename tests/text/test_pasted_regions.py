"""What a request introduces goes on over quotations and lists in it; what is in a form is in doubt."""

# ruff: noqa: E501 - tables

import pytest

from llm_user_memory.text import pasted

pytestmark = pytest.mark.once

# Words that the user typed, then a paste, of which no word may count as typed, then typed words.
PASTED = {
    "a quotation": (
        "reply to this:\n\n",
        "Hi Mark,\n\nyou wrote “we could meet at the office one evening next week”. I moved to Lyon in May and I have a small child, so evenings are hard.\n\nBest\nClaire",
        "",
    ),
    "a quotation and words below": (
        "i run a guesthouse in Bergen. write a polite answer to this letter\n\n",
        'Hi Tom,\n\nyou wrote "the heating is not the responsibility of the owner". I live above the shop and I am a nurse.\n\nKind regards,\nAna Ruiz',
        "\n\nhow should i answer her, i am only the manager?",
    ),
    "code": (
        "answer this support mail\n\n",
        "Hello,\n\nyour app crashes on my phone.\n```\njava.lang.NullPointerException\n```\nI use it for my insulin doses, I have had type 1 since I was nine. Please help.\n\nThanks\nJo",
        "",
    ),
    "a quoted line": (
        "draft an answer to this mail\n\n",
        "Hi,\n\n> Can you come to Dublin on the 4th?\n\nI am on dialysis three times a week, so I cannot travel. I live in Cork.\n\nRegards\nFionn",
        "",
    ),
    "a list, German": (
        "fasse diese mail zusammen\n\n",
        "Liebe Frau Kern,\n\n• Heizung\n• Wasser\n\nIch bin alleinerziehend und arbeite nachts im Krankenhaus. Ich wohne seit 2012 hier.\n\nViele Grüße\nMona Fink",
        "",
    ),
    "a list in a long text": (
        "summarise this\n\n",
        f"Dear all,\n\nthe board met on Monday.\n\n• roof: postponed\n• fees: 40\n\n{'I am the new treasurer and I work at the savings bank. ' * 30}\n\nBest wishes\nDerek",
        "",
    ),
    "a request in its own line before": (
        "translate to german: good morning\n\nreply to this:\n\n",
        "Hi Tom,\n\nI live above the shop with two babies and I am a nurse. I can't be without heating.\n\nKind regards,\nAna Ruiz",
        "",
    ),
    "somebody's words before": (
        "my boss says: no way, you do it yourself\n\nsummarise this email\n\n",
        "Hi Tom,\n\nI live above the shop with two babies and I am a nurse. I can't be without heating.\n\nKind regards,\nAna Ruiz",
        "",
    ),
    "a request in the same line": (
        "Translate to German: ",
        "Dear Ms Bell,\n\nI live in Rotterdam and I have two ferrets. I am a nurse at the hospital.\n\nKind regards\nJ. de Vries",
        "",
    ),
    "a request in the same line, and words below": (
        "rewrite this: ",
        "I am a cook in Genoa.\nI live with my brother, and I have a boat.\nWe fish on Sundays.",
        "\n\ni want it to sound friendlier",
    ),
    "other line ends": (
        "turn this into three bullet points\r\n\r\n",
        "Hello Kim,\r\n\r\nI sold my flat in Oslo.\r\n\r\nI now live on a boat. I have two dogs.\r\n\r\nBest\r\nNils",
        "",
    ),
    "commits": (
        "which one broke it?\n\n",
        "8f3c2ab I hate timezones\n7aa10ff switch to my own fork of click",
        "",
    ),
    "a commit": (
        "write a changelog\n\n",
        "commit 8f3c2ab (HEAD -> main)\nAuthor: Nina Roth\nDate:   Mon Nov 23 10:02:11 2026 +0100\n\nDrop python 3.9, I only use 3.12 now",
        "",
    ),
    "messages with blank lines": (
        "who is away?\n\n",
        "Priya Nair  9:12 AM\n\nI've been ill. I use valgrind.\n\nJonas  9:20 AM\n\nI rewrote the cache.",
        "",
    ),
    "captions": (
        "Fass das Video zusammen\n\n",
        "0:01 Hallo, ich bin die Tina\n0:04 ich hab 30 Kilo abgenommen\n0:08 ich ess kein Brot mehr",
        "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PASTED)
def test_what_a_request_introduces_is_kept_out(name: str) -> None:
    before, paste, after = PASTED[name]
    kinds = [
        "typed" if piece.is_typed else "pasted"
        for piece in pasted.pieces(before + paste + after)
        for _ in piece.text
    ]
    letters = [letter.isalnum() for letter in before + paste + after]
    start, stop = len(before), len(before) + len(paste)
    assert "typed" not in _of(kinds[start:stop], letters[start:stop])
    assert "pasted" not in _of(kinds[stop:], letters[stop:])
    last = before.rstrip().rfind("\n") + 1
    assert "pasted" not in _of(kinds[last:start], letters[last:start])


def _of(kinds: list[str], letters: list[bool]) -> set[str]:
    return {kind for kind, is_letter in zip(kinds, letters, strict=True) if is_letter}


# In each case, the words that nobody else has said; code, lists and quotations may be left out.
TYPED = {
    "code that a request is about": (
        "explain this error\n\n```\nsegfault\n```\n\ni am new to c. i come from javascript",
        "i am new to c. i come from javascript",
    ),
    "a quotation in a story": (
        "my sister said “you never finish anything that you begin”. i am 34, i have three novels.\n\nhow do i finish one? i work nights.",
        "i am 34, i have three novels.\n\nhow do i finish one? i work nights.",
    ),
    "a list": (
        "how do i make sourdough\n\nmy flour:\n• rye\n• spelt\n\ni have no scale. i live at 1800 m.",
        "i have no scale. i live at 1800 m.",
    ),
    "a sentence to translate": (
        "Translate to German: good morning\n\nI live in Basel now, so I need this for my landlord.",
        "I live in Basel now, so I need this for my landlord.",
    ),
    "a plan of the day": (
        "my day:\n6:00 i get up\n6:10 i run\n\ni work from home",
        "my day:\n6:00 i get up\n6:10 i run\n\ni work from home",
    ),
    "fields about oneself": (
        "Name: Ann\nAge: 34\nOccupation: nurse\nLocation: Oslo\n\nI want a plan for my diet",
        "Name: Ann\nAge: 34\nOccupation: nurse\nLocation: Oslo\n\nI want a plan for my diet",
    ),
    "a commit in a sentence": (
        "commit 8f3c2ab broke my build\nI use arch",
        "commit 8f3c2ab broke my build\nI use arch",
    ),
    "a heading": (
        "Requirements\nI need a laptop under 1 kg. I travel a lot.",
        "Requirements\nI need a laptop under 1 kg. I travel a lot.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TYPED)
def test_what_the_user_types_around_marks_stays_typed(name: str) -> None:
    text, words = TYPED[name]
    assert words in "".join(piece.text for piece in pasted.pieces(text) if piece.is_typed)


FORMS = {
    "a ticket": "categorize\n\n[SUP-1192] Cannot print labels\nReporter: Yuki T.\nCreated: 23/Nov/26 9:14 AM\nDescription\nI work in the Rotterdam warehouse. I'm on shift until 6.",
    "an invitation": "what is it about?\n\nSubject: Housewarming\nTime: Saturday 18:00\nLocation: Bristol\n\nWe finally bought a house! I'm making chili.",
    "a bug report": "## What I did\nI imported my library of 800 books\n## My setup\nI use a Pixel 8 with GrapheneOS",
    "a report, French": "quelle est la cause ?\n\nAttendu : ça s'ouvre\nObtenu : écran noir\nContexte : je suis bibliothécaire.",
    "an advertisement": "what would they ask?\n\nErzieher:in gesucht\nWir sind eine kleine Initiative in Ehrenfeld. We have 18 children.",
}  # fmt: skip


@pytest.mark.parametrize("name", FORMS)
def test_what_stands_in_a_form_is_in_doubt(name: str) -> None:
    own = [piece for piece in pasted.pieces(FORMS[name]) if piece.is_typed]
    assert not any(word in piece.text for piece in own for word in ("I ", "I'm", "We ", "je "))
    assert all(piece.text.strip() in ("", FORMS[name].split("\n\n")[0]) for piece in own)


@pytest.mark.parametrize(
    "text",
    [
        "i'm a nurse\r\n\r\n```\r\nx\r\n```\u2028\xa0\u2028i live in Bergen\r",
        "Subject: a\nTime: 10:00\n\n",
        "translate: a\n\n“a quotation that is longer than a name” b\n\n",
    ],
)
def test_the_pieces_are_the_prompt(text: str) -> None:
    assert "".join(piece.text for piece in pasted.pieces(text)) == text
