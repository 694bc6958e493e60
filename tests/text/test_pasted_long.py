"""Long prompts: a story of one's own is typed, whatever its sentences sound like; a paste is not."""

# ruff: noqa: E501 - tables

import pytest

from llm_user_memory.text import pasted

pytestmark = pytest.mark.once

# Somebody's own story, in whose sentences the words of a request stand.
_STORIES = {
    "careless": (
        "ok so i need help with my bakery and its gonna be a bit of a mess. i rent a place in tromsø, "
        "small, the oven is from 1987 and my sister says i should check it before it kills us both.\n\n",
        "i get up at 3, my partner does the shop from 7. we tried a second oven but the wiring cant take it. "
        "i also do rye for two cafes and they want more, which i cant make in this oven.\n\n",
        "what i dont want is a loan. had one, took me six years, never again. my dad thinks im stupid.\n\n",
        "so where would you start? i'd rather fix the wiring first tbh but idk",
    ),
    "careless, German": (
        "hallo, ich brauch mal hilfe mit meinem text für die prüfung, ich schreib einfach alles hier auf und du machst dann was draus\n\n",
        "ich bin 29, gelernte tischlerin, wohne in tromsø und mach seit einem jahr abends die technikerschule. mein chef weiß davon nix.\n\n",
        "was ich kann: cad, holz sowieso, ein bisschen buchhaltung. was ich nicht kann: reden vor leuten, da krieg ich halt rote flecken.\n\n",
        "ich hab angst vor der prüfung im mai. mein freund meint das wird schon. was soll ich zuerst lernen?",
    ),
    "careful, French": (
        "Bonjour, j'aimerais que tu m'aides à réorganiser ma cuisine, ça devient impossible. Je t'explique la situation.\n\n",
        "Nous habitons à Tromsø depuis trois ans, mon mari et moi. Je suis couturière et je travaille sur la table où nous mangeons. "
        "Mon mari est marin et rentre un mois sur deux. J'ai gardé la machine de ma mère.\n\n",
        "Je ne veux pas déménager, nous venons de refaire le toit. J'ai un budget de deux mille euros. J'aime la lumière du matin.\n\n",
        "Peux-tu me proposer un plan ? Je préfère que ce soit simple.",
    ),
    "careful": (
        "My choir has lost its hall, and I'm the one who has to find a new place. The old one, which the council "
        "let us have for nothing, was sold, and nobody could tell me what this was about.\n\n",
        "I live in Tromsø and I don't drive, so it has to be near a bus. We are thirty people, and I play the piano. "
        "My brother offered his barn. I think it is too cold, and I told him so.\n\n",
        "I have asked two schools. I heard nothing from the first. I was told by the second that we sing too loudly. I laughed.\n\n",
        "Can you help me write a plan for the next month? I would like to have three places to look at.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("story", _STORIES)
def test_a_long_story_of_ones_own_is_typed(story: str) -> None:
    first, *middle, last = _STORIES[story]
    again = "".join(middle)
    text = first + "".join(again.replace("3", str(n)) for n in range(3, 9)) + last
    assert len(text) > pasted.LONGEST_TYPED
    assert all(piece.is_typed for piece in pasted.pieces(text) if piece.text.strip())


_LINE = "22:00:0{n} CONTACTOR CLOSED, unit of Zanzibar\n"
_LOG = "".join(_LINE.format(n=n) for n in range(10))
# What has no form of its own stands between what has one.
_DOCUMENTS = {
    "a ticket": f"Client of Zanzibar, 7:52\n{_LOG}\nAnd now the nights before, I live in Zanzibar and I drive to work.\n\n{_LOG * 3}",
    "a page with commands": f"# tidemark\n\n{_LOG}\n## FAQ\n\nI wrote this in Zanzibar. I own no such machine, ask my brother.\n\n{_LOG * 3}",
    "a letter, its beginning like a request": "Dear committee,\n\nI would like to apply to you for this course. I live in Zanzibar and I make ships.\n\n"
    + "My interest in this came from my grandfather, who mended boats in Zanzibar. I have worked with him since.\n\n" * 15
    + "Yours sincerely,\nAda\n\n",
}  # fmt: skip


@pytest.mark.parametrize("document", _DOCUMENTS)
def test_what_stands_between_the_parts_of_a_paste_is_pasted(document: str) -> None:
    text = f"{_DOCUMENTS[document]}\nmy sister in Tromsø wrote that, i know nothing about it. is it too long?"
    assert len(text) > pasted.LONGEST_TYPED
    typed = "\n".join(pasted.typed_parts(text))
    assert "I live in Zanzibar" not in typed and "I wrote this" not in typed
    assert "my sister in Tromsø" in typed


_FORMAL = (
    "The committee met in March, and I was asked to write its report. I live in Tromsø, where the "
    "meetings take place, and I have kept the minutes since I retired. The hall was too small. "
) * 17
_FENCE = "\n```python\nfor n in range(3):\n    print(n)\n```\n"


@pytest.mark.parametrize("rest", ["", _FENCE, f"{_FENCE}{_FORMAL[:200]}"])
def test_sentences_of_a_long_formal_text_are_in_doubt_whatever_stands_beside_it(rest: str) -> None:
    parts = pasted.quotable_parts(_FORMAL + rest)
    assert any("I live in Tromsø" in words and in_doubt for words, in_doubt in parts)
    assert not any("The hall was too small" in words or "print" in words for words, _ in parts)
