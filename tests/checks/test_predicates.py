"""A fact that says another thing of a place or a person than the user did waits."""

import pytest
from support import judging

from llm_user_memory.checks.refusals import SAYS_MORE

pytestmark = pytest.mark.once

# The fact, how it is said so that it is taken, and what says another thing of the same.
ROWS = [
    ("Lives in Oslo", "my flat in Oslo is cold", "i work in Oslo"),
    ("Lives in Bergen", "based in Bergen, any good dentist?", "i was born in Bergen"),
    ("Works in Oslo", "my job in Oslo is far away", "i live in Oslo"),
    ("Speaks Czech", "i speak Czech with my gran", "i'm learning Czech"),
    ("Works as a teacher", "i work as a teacher", "i'm a retired teacher"),
    ("Has a dog", "my dog barks at night", "i have a fear of dogs"),
    ("Has a cat", "i have a cat", "i bought my mum a cat"),
    ("Is allergic to dogs", "i love dogs but i'm allergic", "i'm allergic to cats but love dogs"),
    ("Is allergic to latex", "i'm allergic to kiwi and latex", "latex gloves in my drawer"),
    ("Was hired by Tom", "i was hired by Tom", "i hired Tom"),
    ("Was taught to swim by Ana", "i was taught to swim by Ana", "i taught Ana to swim"),
    ("Moved to Oslo", "i moved to Oslo from Bergen", "i moved from Oslo to Bergen"),
    ("Loves only jazz", "i only love jazz", "i love jazz"),
    ("Favourite music is jazz", "jazz is my favourite music", "i like jazz music"),
    ("Has several dogs", "i have two dogs", "i have a dog"),
    ("Is married to Tom", "Tom and i got married in may", "i'm engaged to Tom"),
    ("Grew up in Calgary", "i grew up in Calgary", "i've been living in Calgary for years"),
    ("Plays the cello", "i play the cello", "learning the cello since january"),
    ("Taught a colleague to swim", "i taught a colleague to swim", "a colleague taught me to swim"),
    ("Ha licenziato Dario", "ho licenziato Dario", "Dario mi ha licenziato"),
    ("Moved to Hobart", "we relocated to Hobart in may", "we moved from Hobart to Perth"),
    ("Wohnt in Graz", "ich wohne in Graz", "ich arbeite in Graz"),
    ("Vive en Lugo", "vivo en Lugo", "trabajo en Lugo"),
    ("Habite à Lille", "j'habite à Lille", "je travaille à Lille"),
    ("Abita a Pavia", "abito a Pavia", "lavoro a Pavia"),
    ("Mora em Natal", "moro em Natal", "trabalho em Natal"),
    ("Живёт в Туле", "живу в Туле", "работаю в Туле"),
    ("住在上海", "我住在上海", "我在上海工作"),
]


@pytest.mark.parametrize(("fact", "said"), [row[:2] for row in ROWS])
def test_what_was_said_of_it_is_taken(fact: str, said: str) -> None:
    assert judging.refusal(fact, said) == ""


@pytest.mark.parametrize(("fact", "said"), [(row[0], row[2]) for row in ROWS])
def test_another_thing_said_of_it_is_not(fact: str, said: str) -> None:
    assert judging.refusal(fact, said) == SAYS_MORE


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("养了一只柯基", "我家是柯基"),
        ("Habite à Dakar avec ses parents", "j'habite à Dakar avec mes parents"),
        ("Lives in Oslo and works as a nurse", "i live in Oslo and work as a nurse"),
        ("Is allergic to peanuts", "allergies: peanuts, kiwi"),
        ("Has a fear of moths", "i have a fear of moths"),
    ],
)
def test_these_say_what_the_fact_says(fact: str, said: str) -> None:
    assert judging.refusal(fact, said) == ""
