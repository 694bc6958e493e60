"""What nobody sees in a text, and letters that look like others, turn no words around."""

import pytest
from support.learning import addition, current_profile, learn
from support.llm_log import START

from llm_user_memory.checks import fact_format
from llm_user_memory.checks.refusals import FORGOTTEN, REVERSED, SOMEBODY_ELSE
from llm_user_memory.learn import manual
from llm_user_memory.store.state import Store
from llm_user_memory.text.as_read import as_read

pytestmark = pytest.mark.once

# Displayed as nothing, or as what only changes the direction.
UNSEEN = (
    *"\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u180e\u115f\u3164\ufe0f\ufe00\U000e0041",
    *"\u200e\u200f\u061c\u202a\u202b\u202d\u202e\u2066\u2067\u2069",
)

# {what was typed, with {} where something is hidden: why "Keeps bees" is refused}
HIDDEN = {
    "I do n{}ot keep bees": REVERSED,
    "I do not{} keep bees": REVERSED,
    "I don{}'t keep bees": REVERSED,
    "I ne{}ver keep bees": REVERSED,
    "My sis{}ter keeps bees": SOMEBODY_ELSE,
}

# With letters of other alphabets, written here as escapes as they look alike.
ALIKE = {
    "I do n\u043et keep bees": REVERSED,
    "I d\u043en't keep bees": REVERSED,
    "I n\u0435v\u0435r keep bees": REVERSED,
    "I n\u03bft keep bees, I do n\u03bft": REVERSED,
    "\u041c\u0443 sister keeps bees": SOMEBODY_ELSE,
    "My sist\u0435r keeps bees": SOMEBODY_ELSE,
    "I do n\u2c9ft keep bees": REVERSED,
    "I do \u0578\u0585t keep bees": REVERSED,
    "I do no\u0442 keep bees": REVERSED,
    "I do \u0274\u1d0f\u1d1b keep bees": REVERSED,
}

# As a shell, a page, a hurried hand or Markdown writes it.
WRITTEN = (
    *"I don\u2032t keep bees|I don\u2018t keep bees|I don;t keep bees|I don\\'t keep bees".split(
        "|"
    ),
    *"I don&#39;t keep bees|I don&rsquo;t keep bees|I don\u2019 t keep bees".split("|"),
    *"I do **n**ot keep bees|I do n.o.t keep bees|I do N O T keep bees".split("|"),
)


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_a_hidden_letter_turns_nothing_around(store: Store, unseen: str) -> None:
    for number, (typed, why) in enumerate(HIDDEN.items()):
        said = typed.format(unseen)
        [verdict, *_] = learn(store, said, addition("Keeps bees", said), turn=f"t{number}")
        assert verdict.refusal == why, ascii(said)
    assert "bees" not in current_profile(store)


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_a_hidden_letter_hides_no_sound_fact(store: Store, unseen: str) -> None:
    """A model quotes what it reads, with what is hidden there or without it."""
    said = f"I keep be{unseen}es"
    [verdict] = learn(store, said, addition("Keeps bees", "I keep bees"))
    assert not verdict.refusal
    assert "- Keeps bees\n" in current_profile(store)


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_nothing_hidden_enters_a_fact(unseen: str) -> None:
    assert fact_format.problem(f"Keeps be{unseen}es") == fact_format.NOT_ONE_LINE


@pytest.mark.parametrize(("said", "why"), ALIKE.items(), ids=map(ascii, ALIKE))
def test_a_letter_that_looks_like_another_turns_nothing_around(
    store: Store, said: str, why: str
) -> None:
    [verdict, *_] = learn(store, said, addition("Keeps bees", said))
    assert verdict.refusal == why
    assert "bees" not in current_profile(store)


@pytest.mark.parametrize("said", WRITTEN, ids=ascii)
def test_however_a_not_is_written_it_is_one(store: Store, said: str) -> None:
    for quote in ("keep bees", said):
        verdicts = learn(store, said, addition("Keeps bees", quote), turn=quote)
        assert verdicts[0].refusal == REVERSED
    assert "bees" not in current_profile(store)


@pytest.mark.parametrize(
    "said", ["~~I keep bees~~ I row boats", "<!-- I keep bees --> I row boats"]
)
def test_what_is_struck_out_was_not_said(store: Store, said: str) -> None:
    [verdict] = learn(store, said, addition("Keeps bees", "I keep bees"))
    assert verdict.refusal
    assert "bees" not in current_profile(store)


@pytest.mark.parametrize(
    "said",
    ["I drink c\u043ec\u043ea", "I drink \u0441\u043e\u0441\u043e\u0430", "I drink \uff43ocoa"],
)
def test_what_was_forgotten_does_not_return_in_letters_that_look_alike(
    store: Store, said: str
) -> None:
    learn(store, "I drink cocoa", addition("Drinks cocoa", "I drink cocoa"), at=START - 99)
    manual.forget(store, ["Drinks cocoa"])
    for fact in ("Drinks cocoa", said.replace("I drink", "Drinks")):
        [verdict] = learn(store, said, addition(fact, said), turn=f"again {fact}")
        assert verdict.refusal == FORGOTTEN, (fact, verdict)
    assert "Drinks" not in current_profile(store)


# Of other alphabets, with marks that belong to them.
KEPT = (
    "я не держу пчёл",
    "Я живу в Осло, я люблю C++ и Kafka",
    "у меня есть VKонтакте",
    "من نمی\u200cخواهم",
    "मैं क्\u200dष",
    "ζω στην Αθήνα",
    "a 👩\u200d🚀 and ❤\ufe0f",
    "第\u3000一",
    "one\u2028two",
    "naïve café",
    "return n; the rest",
    "**bold** and __init__.py, 2 ** 3",
    "N.O. 5, P&L &amp; C:\\new",
)


@pytest.mark.parametrize("text", KEPT)
def test_what_is_no_disguise_stays(text: str) -> None:
    assert as_read(text) == text
