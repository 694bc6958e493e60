"""Facts in English of what was said in Italian and Portuguese: animals, work, what is over.

Right and wrong facts side by side.
"""

from datetime import datetime

import pytest
from support import judging

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 5, 14, 12).timestamp()

# Whether the fact is right, what was typed, and the fact.
ROWS = (
    (True, "ho un cane e due gatti, che antiparassitario uso", "Has a dog"),
    (True, "tenho um cachorro, ele late muito", "Has a dog"),
    (True, "minha cadela tá no cio, quanto dura", "Has a dog"),
    (True, "sono infermiera a Bari, turni di notte", "Works as a nurse"),
    (True, "sou enfermeira em Braga", "Is a nurse"),
    (True, "sono avvocato a Roma", "Is a lawyer"),
    (True, "insegno alle medie e correggo fino a tardi", "Is a teacher"),
    (True, "sono incinta di 20 settimane", "Is pregnant"),
    (True, "tô grávida de 12 semanas e só enjoo", "Is pregnant"),
    (False, "ho un gatto rosso", "Has a dog and a cat"),
    (False, "tenho um gato preto", "Has a dog and a cat"),
    (False, "il mio vicino ha un cane che abbaia tutta la notte", "Has a dog"),
    (False, "o meu avô tem um cachorro", "Has a dog"),
    (False, "um amigo meu é advogado", "Is a lawyer"),
    (False, "mia sorella è infermiera", "Is a nurse"),
    (False, "quanto guadagna un infermiere", "Is a nurse"),
    (False, "estudo pra ser enfermeira", "Is a nurse"),
    (False, "studio per diventare infermiera", "Is a nurse"),
    (False, "non sono incinta", "Is pregnant"),
    (False, "acho que tô grávida, e agora", "Is pregnant"),
    (False, "il mio cane è morto ieri, come lo dico ai bimbi", "Has a dog"),
    (False, "meu cachorro morreu ontem", "Tem um cachorro"),
    (False, "quiero canela en el café", "Has a dog"),
)


@pytest.mark.parametrize(("is_right", "said", "fact"), ROWS)
def test_italian_and_portuguese_are_compared_with_english(
    is_right: bool, said: str, fact: str
) -> None:
    refusal = judging.refusal(fact, said, said_at=SAID_AT)
    assert (not refusal) == is_right, refusal
