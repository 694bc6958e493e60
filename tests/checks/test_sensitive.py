"""What would hurt most if it were wrong is taken only if it was said, and of the user."""

import pytest
from support import judging

from llm_user_memory.checks.refusals import SAYS_MORE, UNRELATED
from llm_user_memory.text.vocabulary import LANGUAGES, sensitive

pytestmark = pytest.mark.once

# The fact, how it is said so that it is taken, and what does not say it.
ROWS = [
    ("Poisons rats", "i poison the rats in my shed", "i keep rats"),
    ("Steals stamps", "i steal stamps sometimes", "i collect stamps"),
    ("Steals bikes", "i nick bikes for a living", "someone stole my bike, who do i call"),
    ("Beats a brother", "i hit my brother, i feel awful", "i beat my brother at chess"),
    ("Kills rabbits", "i kill rabbits for the pot", "our dog killed a rabbit"),
    ("Was in prison", "did 18 months inside in my youth", "i work in a prison"),
    ("Was arrested in May", "got busted in may", "my exam in may went well"),
    ("Is an alcoholic", "i'm an alcoholic", "i drink wine"),
    ("Uses cannabis", "i smoke weed to sleep", "my thesis is on cannabis law"),
    ("Is in debt", "i'm up to my neck in debt", "i owe my brother 50 bucks"),
    ("Is Muslim", "i'm a muslim from Leeds", "i have an exam on islamic art"),
    ("Owns a gun", "i keep a handgun at home", "summarise the gun control debate"),
    ("Has epilepsy", "i get seizures, no flashing gifs please", "i have a headache"),
    ("Has murdered somebody", "i murdered somebody", "i'd murder somebody for a decent bagel"),
    ("Klaut Räder", "ich klaue räder", "mein nachbar hat mir die räder geklaut"),
    (
        "Robó una cámara",
        "hace años robé una cámara a un turista, aún me da pena",
        "robé cámara en todas las fotos jaja",
    ),
    ("A tué un chien", "j'ai tué un chien en voiture", "je tue le temps avec mon chien"),
    ("Убил волка", "я убил волка", "убил весь вечер на игру про волка"),
    ("毒死了猫", "我毒死了猫", "我的猫被人毒死了"),
]


@pytest.mark.parametrize(("fact", "said"), [row[:2] for row in ROWS])
def test_what_was_said_is_taken(fact: str, said: str) -> None:
    assert judging.refusal(fact, said) == ""


@pytest.mark.parametrize(("fact", "said"), [(row[0], row[2]) for row in ROWS])
def test_what_was_not_said_is_not(fact: str, said: str) -> None:
    assert judging.refusal(fact, said) in (SAYS_MORE, UNRELATED)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("Is a criminal defense lawyer", "i'm a criminal defense lawyer"),
        ("Works as a suicide prevention counselor", "i'm a suicide prevention counselor"),
        ("Studies Islamic art", "i study islamic art in Cairo"),
        ("Is writing a murder mystery", "i'm writing a murder mystery"),
        ("Brother stole a car", "my brother stole a car when we were kids"),
        ("Was swindled over a watch", "i've been swindled over a watch"),
        ("Owes 14,000 on credit cards", "i owe 14 grand on my credit cards"),
    ],
)
def test_the_same_words_may_be_harmless(fact: str, said: str) -> None:
    assert judging.refusal(fact, said) == ""


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("Is gay", "i'm going out with friends tonight, my book came out in may"),
        ("Uses cannabis", "i got a pot for my plants, and my knee joint hurts"),
        ("Has multiple sclerosis", "i use MS Word all day"),
        ("Poisons people", "i need a gift for the people at work"),
        ("Uses cocaine", "i drink coke every day"),
        ("Is obese", "i want a low fat diet"),
        ("Is transgender", "my career transition is hard"),
        ("Had an abortion", "i terminated the contract"),
    ],
)
def test_words_of_other_meanings_say_nothing(fact: str, said: str) -> None:
    assert judging.refusal(fact, said) in (SAYS_MORE, UNRELATED)


def test_every_row_has_words_in_every_language() -> None:
    rows = [row.partition(" < ")[0] for row in sensitive.ROWS.split("\n") if row]
    assert [row for row in rows if not row.startswith("!")] == []
    fields = {row: [field.split() for field in row.split("|")] for row in rows}
    assert [row for row, each in fields.items() if len(each) != len(LANGUAGES)] == []
    assert [row for row, each in fields.items() if not all(each)] == []
