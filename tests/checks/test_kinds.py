"""What may be concluded from the user's words: things of a kind of which nothing was said.

A relative, an animal, an instrument or a food is not another one. A kind of work has to be said
where the fact says what the user is.
"""

import pytest
from support import judging

from llm_user_memory.checks.refusals import SAYS_MORE
from llm_user_memory.text import vocabulary
from llm_user_memory.text.vocabulary import kinds

CONCLUDED = [
    ("i play second oboe, mahler next week", "Plays second oboe in an orchestra"),
    ("my rye starter is 4 years old", "Keeps a rye sourdough starter that is 4 years old"),
    ("the maine coons tore up my sofa again", "Has Maine Coon cats"),
    ("i give lessons at the village school", "Teaches at the village school"),
    ("my lessons are on tuesdays, im at scales now", "Takes piano lessons on Tuesdays"),
    ("meine läuferin springt immer zu früh ab", "Meine Läuferin ist ein Pferd"),
]
ANOTHER_OF_ITS_KIND = [
    ("i play the flute in the town band", "Plays the clarinet in the town band"),
    ("my cat hates the vet", "Has a dog that hates the vet"),
    ("my brother lives in Turku", "Sister lives in Turku"),
    ("i play badminton on mondays", "Plays tennis on Mondays"),
    ("i dont eat pork at home", "Doesn't eat beef at home"),
    ("ich spiele geige im quartett", "Spielt Cello im Quartett"),
]
NOT_SAID_OF_ONESELF = [
    ("i work at the hospital in Turku", "Works as a nurse at the hospital in Turku"),
    ("i study at the conservatory", "Has a degree from the conservatory"),
    ("i rent a flat in Turku", "Owns a flat in Turku"),
    ("i take pills every morning", "Has diabetes and takes pills every morning"),
]


@pytest.mark.parametrize(("said", "fact"), CONCLUDED)
def test_a_thing_of_a_kind_that_was_not_spoken_of_may_be_concluded(said: str, fact: str) -> None:
    assert judging.refusal(fact, said) == ""


@pytest.mark.parametrize(("said", "fact"), ANOTHER_OF_ITS_KIND)
def test_one_thing_of_a_kind_is_not_another(said: str, fact: str) -> None:
    assert judging.refusal(fact, said) != ""


@pytest.mark.parametrize(("said", "fact"), NOT_SAID_OF_ONESELF)
def test_work_rank_property_and_illness_have_to_be_said(said: str, fact: str) -> None:
    assert judging.refusal(fact, said) == SAYS_MORE


def test_each_row_is_of_one_kind_and_particular() -> None:
    listed = [word for kind in (*kinds.KINDS, kinds.WORK) for word in kind.split()]
    assert len(listed) == len(set(listed))
    assert {vocabulary.row_of(word) for word in listed} <= vocabulary.particular()
