"""What says a fact has the prefixes by which a database finds it."""

import re
import sys
from functools import cache
from itertools import chain

from support.rows import for_each

from llm_user_memory.server import text_matches
from llm_user_memory.text import fingerprints, prefixes
from llm_user_memory.text.words import fold

from . import test_fingerprints as prints
from . import test_verb_forms as verbs

SALT = b"salt"

OTHER_FORMS = [
    ("Flies to Rome every May", "I will fly to Rome every May, any tips?"),
    ("Nimmst Insulin", "Da ich Insulin nehme, was darf ich essen?"),
    ("Fährt Rad", "Ich fahre Rad"),
    ("Wohnt in der Goethestraße", "Ich wohne in der GOETHESTRASSE"),
    ("Is a friend of O'Brien", "I am a friend of O’Brien, you know"),
    ("Vive en Málaga", "Vivo en Ma\u0301laga"),
    ("Drinks café au lait", "I drink cafe\u0301 au lait"),
    ("Went running", "I went running"),
    ("Enjoys skiing", "I enjoy to ski"),
    ("Name is ﬁnn", "My name is Finn"),
    ("喜欢三体", "我很喜欢《三体》，看了两遍。"),
    ("東京に住んでいる", "私は東京 に住んでいる。"),
    ("อาศัยอยู่ในกรุงเทพ", "ฉันอาศัยอยู่ใน กรุงเทพ"),
    ("Ζει στο Άργος", "Ζει στο ΆΡΓΟΣ τώρα"),
    ("Prend l'insuline", "Je prends l’insuline"),
    ("Codes in C++", "I code in C++."),
    ("Trabajo en Siemens", "Mi empleo en Siemens"),
    ("Arbeite bei Siemens", "Meine Stelle bei Siemens"),
    ("Vive en Oslo. Tengo asma.", "Tengo asma"),
]
ALL = [
    *OTHER_FORMS,
    *prints.SAYS_IT,
    *prints.BESIDE_A_NEGATION,
    *prints.BESIDE_A_DOT,
    *prints.UNSEEN,
    *verbs.SAID,
    *verbs.TOLD,
]


_of_fact = cache(prefixes.of_fact)


def _may_say(fact: str, text: str) -> bool:
    said = prefixes.plain(text)
    return any(
        all(re.search(prefixes.pattern(forms), said) for forms in words) for words in _of_fact(fact)
    )


@for_each(("fact", "said"), ALL)
def test_what_says_a_fact_has_them(fact: str, said: str) -> None:
    assert _may_say(fact, said)
    assert _may_say(fact, fact)


@for_each(("fact", "said"), ALL)
def test_a_long_text_is_cut_down_to_what_may_say_it(fact: str, said: str) -> None:
    """The server does so before it compares texts of documents, which takes seconds."""
    cut = text_matches.cutting_to([fact])
    around = "Quick brown foxes jumped over zebras. " * 30
    text = f"{around}\n\n{said}\n\n{around}"
    assert fingerprints.says(_known(fact), cut(text))
    assert not fingerprints.says(_known(fact), cut(2 * around))
    assert cut(said) == said


def test_of_a_long_text_little_is_compared() -> None:
    text = "Quick brown foxes jumped over zebras. " * 3_000
    cut = text_matches.cutting_to(["Takes insulin", "Jumps over zebras on Mondays"])
    assert cut(f"{text} I take insulin now. {text}") == "I take insulin now."


def test_they_are_of_the_letters_that_are_compared() -> None:
    for letter in filter(str.isalpha, map(chr, range(1, sys.maxunicode))):
        folded = fold(f"x{letter}x")
        assert " " in folded or prefixes.plain(folded) == prefixes.plain(f"x{letter}x"), letter


def test_they_are_in_few_other_texts() -> None:
    texts = [said for _fact, said in ALL]
    others = [(fact, text) for fact, said in ALL for text in texts if text != said]
    found = [pair for pair in others if _may_say(*pair)]
    wrong = [pair for pair in found if not fingerprints.says(_known(pair[0]), pair[1])]
    assert len(wrong) < len(others) / 100


def test_a_quote_has_its_own() -> None:
    for quote in chain.from_iterable(ALL):
        words = prefixes.of_words(quote)
        said = prefixes.plain(f"Well. {quote} And so on.")
        assert all(re.search(prefixes.pattern(forms), said) for forms in words)


def _known(fact: str) -> fingerprints.Forgotten:
    return fingerprints.of_facts(SALT, [fact])
