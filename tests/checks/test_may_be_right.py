"""Refusals that leave it to the user: what the words may say in spite of the refusal waits.

Each class has right facts, which wait for the user, and wrong ones of the same form, which do not.
"""

import pytest
from support import judging

from llm_user_memory.checks.refusals import (
    MAYBE_ANOTHERS,
    MAYBE_SO,
    NOT_SO,
    REVERSED,
    SOMEBODY_ELSE,
)

# What was typed, the fact, and why it is not taken.
ROWS = (
    # The user compares themselves with a relative.
    ("like my brother i play the trumpet", "Brother plays the trumpet", MAYBE_ANOTHERS),
    ("i live in Ghent, same street as my parents", "Parents live in Ghent", MAYBE_ANOTHERS),
    ("my wife has it too, i'm lactose intolerant", "Wife is lactose intolerant", MAYBE_ANOTHERS),
    ("wie mein vater bin ich schreiner", "Vater ist Schreiner", MAYBE_ANOTHERS),
    ("я левша, как и мой сын", "Сын левша", MAYBE_ANOTHERS),
    ("my sister is moving and i'm a carpenter", "Sister is a carpenter", SOMEBODY_ELSE),
    ("my dad called. i'm allergic to nuts", "Father is allergic to nuts", SOMEBODY_ELSE),
    ("my mom is a doctor and my dad stays at home", "Father is a doctor", SOMEBODY_ELSE),
    ("mein sohn kommt um vier, ich bin lehrer", "Sohn ist Lehrer", SOMEBODY_ELSE),
    ("mi hijo tiene fiebre y yo soy enfermera", "Hijo es enfermera", SOMEBODY_ELSE),
    ("дочь болеет, а я бухгалтер", "Дочь бухгалтер", SOMEBODY_ELSE),
    # The user is somewhere for years.
    ("i'm in Graz for my studies until 2028", "Lives in Graz", MAYBE_SO),
    ("i'm in Boston until 2027 for my phd", "Lives in Boston", MAYBE_SO),
    ("estoy de visita larga en Praga con una beca hasta 2027", "Vive en Praga", MAYBE_SO),
    ("i'm in malaga for the weekend", "Lives in Malaga", NOT_SO),
    ("i'm in cardiff until thursday for a fair", "Lives in Cardiff", NOT_SO),
    ("sind grad im urlaub auf rügen", "Wohnt auf Rügen", NOT_SO),
    ("business trip to Doha, three days", "Lives in Doha", NOT_SO),
    # The user left one thing for another.
    ("i quit my job at the bank to work as a gardener", "Works as a gardener", MAYBE_SO),
    ("moved from Leeds to York for a job at the museum", "Works at the museum", MAYBE_SO),
    ("j'ai quitté Orange pour un poste chez Airbus", "Travaille chez Airbus", MAYBE_SO),
    ("j'ai quitté Orange", "Travaille chez Orange", NOT_SO),
    ("i quit my job at the bank to work as a gardener", "Works at the bank", REVERSED),
    ("i sold my houseboat for a good price", "Has a houseboat", NOT_SO),
    ("i gave up the violin years ago", "Plays the violin", REVERSED),
    ("moved from Leeds to York", "Lives in Leeds", REVERSED),
)


@pytest.mark.parametrize(("said", "fact", "refusal"), ROWS)
def test_what_may_be_right_waits_for_the_user(said: str, fact: str, refusal: str) -> None:
    verdict = judging.verdict(fact, said)
    assert verdict.refusal == refusal
    assert verdict.needs_review == (refusal in (MAYBE_ANOTHERS, MAYBE_SO))


def test_a_fact_that_may_be_right_but_has_an_invented_number_is_refused() -> None:
    said = "i quit my job at the bank to work as a gardener"
    assert not judging.verdict("Works as a gardener since 2019", said).needs_review
