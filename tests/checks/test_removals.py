"""Facts that a model removes with a quote that names them: only what ends the fact removes it.

A "not" beside a word of the fact, an end that is denied, and what is said in a story, a joke or a role
do not. Each row is the fact, what was typed, and the quote.
"""

# ruff: noqa: E501 - tables

from datetime import datetime

import pytest
from support import judging

from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.profile.document import find_fact
from llm_user_memory.profile.edits import Edit
from llm_user_memory.text import pasted

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 11, 20, 12).timestamp()
SECTION = "Personal Information"

NOT_OVER = (
    (
        "Learns Spanish",
        "my laptop died during my spanish lesson",
        "my laptop died during my spanish lesson",
    ),
    (
        "Works at a zoo",
        "my phone died on the way to my job at the zoo",
        "died on the way to my job at the zoo",
    ),
    (
        "Has a husband",
        "the dishwasher gave up right when my husband was cooking",
        "gave up right when my husband was cooking",
    ),
    (
        "Works as a nurse",
        "no more coffee after 3 helps before my nursing shifts",
        "no more coffee after 3 helps before my nursing shifts",
    ),
    (
        "Has an allotment",
        "no more tomatoes in my allotment, blight got them",
        "no more tomatoes in my allotment",
    ),
    (
        "Has a dog called Rex",
        "no more rex on the sofa, how do i train him",
        "no more rex on the sofa",
    ),
    (
        "Hat eine Tochter",
        "netflix gekündigt, meine tochter ist sauer",
        "netflix gekündigt, meine tochter ist sauer",
    ),
    (
        "Hat einen Hund",
        "ich habe das auto verkauft und fahre mit dem hund im zug",
        "das auto verkauft und fahre mit dem hund im zug",
    ),
    ("A un mari", "j'ai arrêté le café et mon mari aussi", "j'ai arrêté le café et mon mari aussi"),
    (
        "Tiene un gato",
        "he dejado el azúcar y mi gato está celoso",
        "he dejado el azúcar y mi gato está celoso",
    ),
    ("Works at Siemens", "i still haven't quit Siemens", "quit Siemens"),
    ("Smokes", "i can't stop smoking, tips?", "stop smoking"),
    ("Plays the violin", "i would never give up the violin", "give up the violin"),
    ("Has a boat", "we didn't sell the boat in the end, nobody sold anything", "sell the boat"),
    ("Arbeitet bei Siemens", "ich hab bei Siemens nicht gekündigt", "bei Siemens nicht gekündigt"),
    ("Trabaja en Siemens", "nunca dejé Siemens", "dejé Siemens"),
    ("Travaille chez Siemens", "je n'ai jamais quitté Siemens", "quitté Siemens"),
    ("Работает в Siemens", "я не уволился из Siemens", "уволился из Siemens"),
    (
        "Has a dog named Rex",
        "vergiss nie, dass ich einen Hund namens Rex habe",
        "dass ich einen Hund namens Rex habe",
    ),
    ("Lives in Oslo", "caption for the dog: I left Oslo for good", "I left Oslo for good"),
    (
        "Lives in Oslo",
        "schreib eine geschichte: ich bin aus Oslo weggezogen",
        "ich bin aus Oslo weggezogen",
    ),
    (
        "Is vegan",
        "the cake isn't vegan anymore since they changed the recipe",
        "isn't vegan anymore",
    ),
    ("Owns a bakery", "everyone says i sold the bakery", "i sold the bakery"),
    ("Owns a bakery", "what if i sold the bakery", "i sold the bakery"),
    ("Owns a bakery", "i almost sold the bakery in 2020", "sold the bakery"),
    ("Owns a bakery", "i sold the bakery's old oven", "i sold the bakery"),
    ("Has a cat named Mia", "Mia lost a tooth", "Mia lost a tooth"),
    ("Is learning Spanish", "finished my Spanish homework", "finished my Spanish homework"),
    ("Drives a Volvo", "changed the tyres on the Volvo", "changed the tyres on the Volvo"),
    ("Uses Postgres", "postgres stopped responding", "postgres stopped responding"),
    ("Works at Siemens", "left Siemens at 5 today", "left Siemens"),
    ("Plays chess", "i lost at chess yesterday", "lost at chess"),
    ("Has a cat named Mia", "i lost Mia at the market, please help", "i lost Mia at the market"),
    ("Lives in Oslo", "left Oslo this morning, back on friday", "left Oslo this morning"),
    ("Has a sister named Anna", "Anna quit her job", "Anna quit her job"),
    ("Does not eat pork", "no pork today please", "no pork"),
    ("Is vegan", "no vegan options at work", "no vegan options at work"),
    ("Has diabetes", "no sugar because of diabetes", "no sugar because of diabetes"),
    ("Has two kids", "no kids at the wedding", "no kids at the wedding"),
    ("Speaks Dutch", "there's no Dutch translation of it", "no Dutch translation"),
    ("Runs marathons", "didn't run today, marathon is in may", "didn't run today"),
    (
        "Drinks coffee",
        "didn't drink coffee this morning and i'm dying",
        "didn't drink coffee this morning",
    ),
    ("Has a cat", "i don't have cat food", "i don't have cat food"),
    ("Uses Emacs", "emacs doesn't start", "emacs doesn't start"),
    ("Uses Emacs", "i don't understand emacs lisp", "i don't understand emacs lisp"),
    ("Likes jazz", "i don't like this jazz record", "i don't like this jazz record"),
    ("Works as a nurse", "not working tomorrow, nurse friends visiting", "not working tomorrow"),
    ("Has a daughter named Mia", "my daughter can't sleep", "my daughter can't sleep"),
    ("Takes insulin", "my insulin isn't working", "my insulin isn't working"),
    ("Is a member of the choir", "no choir tonight", "no choir tonight"),
    # For some time, or this once.
    ("Eats a lot of sugar", "i'm off sugar this week for a blood test", "i'm off sugar this week"),
    (
        "Eats meat",
        "i'm off meat until the stomach bug is gone",
        "i'm off meat until the stomach bug is gone",
    ),
    ("Eats meat", "i'm off meat for two weeks", "i'm off meat for two weeks"),
    (
        "Brews beer",
        "no beer for me until the antibiotics are over",
        "no beer for me until the antibiotics are over",
    ),
    ("Knits", "stopped knitting for the night", "stopped knitting for the night"),
    (
        "Does crosswords daily",
        "gave up on the crossword after an hour",
        "gave up on the crossword after an hour",
    ),
    (
        "Is training for a marathon",
        "i'm done with the marathon training for week 3",
        "i'm done with the marathon training for week 3",
    ),
    (
        "Fait du vélo",
        "j'arrête le vélo pour aujourd'hui, il pleut",
        "j'arrête le vélo pour aujourd'hui",
    ),
    (
        "Apprend l'allemand",
        "j'ai fini mon cours d'allemand du jour",
        "j'ai fini mon cours d'allemand du jour",
    ),
    ("Toca el piano", "dejo el piano por hoy", "dejo el piano por hoy"),
    (
        "Spielt Gitarre",
        "hab mit der Gitarre aufgehört für heute",
        "hab mit der Gitarre aufgehört für heute",
    ),
    # The verb ends another thing.
    (
        "Is learning French",
        "i'm done with the french homework",
        "i'm done with the french homework",
    ),
    (
        "Has a car",
        "stopped the car in the middle of the street",
        "stopped the car in the middle of the street",
    ),
    ("Has two dogs", "broke up the fight between my dogs", "broke up the fight between my dogs"),
    (
        "Has a dog",
        "forget what i said about the dog being sick",
        "forget what i said about the dog being sick",
    ),
)
OVER = (
    ("Has a dog", "my dog died in march", "my dog died in march"),
    ("Has a dog called Rex", "our old dog rex finally died", "our old dog rex finally died"),
    ("Plays the guitar", "no more guitar for me", "no more guitar for me"),
    ("Hat einen Hund", "unser hund ist gestern gestorben", "unser hund ist gestern gestorben"),
    ("Hat ein Auto", "ich habe das auto verkauft", "ich habe das auto verkauft"),
    ("Joue de la guitare", "j'ai arrêté la guitare", "j'ai arrêté la guitare"),
    ("Fuma", "he dejado de fumar", "he dejado de fumar"),
    ("Works at Globex", "lost my job at Globex", "lost my job at Globex"),
    ("Has a cat named Mia", "we lost Mia last week, she was 17", "we lost Mia last week"),
    ("Works at Siemens", "i finally quit Siemens", "i finally quit Siemens"),
    ("Smokes", "i don't smoke any more", "i don't smoke any more"),
    ("Owns a bakery", "we sold the bakery in may", "we sold the bakery"),
    ("Is vegan", "i'm not vegan any more", "i'm not vegan any more"),
    ("Has a dog named Rex", "Rex died on sunday", "Rex died on sunday"),
    ("Is learning Spanish", "i gave up spanish", "i gave up spanish"),
    ("Has a dog named Rex", "please forget that I have a dog", "forget that I have a dog"),
    ("Uses Emacs", "i stopped using emacs", "i stopped using emacs"),
    ("Takes insulin", "i no longer take insulin", "i no longer take insulin"),
    ("Arbeitet bei Siemens", "hab bei Siemens gekündigt", "hab bei Siemens gekündigt"),
    ("Spielt Geige", "ich spiele keine Geige mehr", "ich spiele keine Geige mehr"),
    ("Trabaja en Siemens", "ya no trabajo en Siemens", "ya no trabajo en Siemens"),
    ("Works at Siemens", "no regrets: i quit Siemens in june", "i quit Siemens"),
    ("Works at Siemens", "never been happier since i quit Siemens", "i quit Siemens"),
    ("Is vegan", "turns out it is not for me, i'm no longer vegan", "i'm no longer vegan"),
    ("Works at Globex", "got laid off from Globex today", "got laid off from Globex today"),
    ("Does karate", "i quit karate this week, for good", "i quit karate this week, for good"),
    ("Takes metformin", "i came off metformin in june", "i came off metformin"),
    ("Takes metformin", "i'm off metformin for good", "i'm off metformin for good"),
    (
        "Plays the piano",
        "i don't play the piano any more, sold it",
        "i don't play the piano any more",
    ),
    ("Is writing a thesis", "handed in my thesis!! what now", "handed in my thesis"),
    ("Has a car", "we sold the car in may", "we sold the car"),
    ("Is learning French", "i'm done with french", "i'm done with french"),
    ("Is learning French", "gave up on french after a year", "gave up on french after a year"),
    ("Eats meat", "stopped eating meat in january", "stopped eating meat"),
    ("Has a girlfriend named Lea", "broke up with Lea last week", "broke up with Lea last week"),
    (
        "Has a girlfriend",
        "my girlfriend and i broke up last week",
        "my girlfriend and i broke up last week",
    ),
    ("Weight is 82 kg", "forget what i said about my weight", "forget what i said about my weight"),
    ("Takes sertraline", "i stopped the sertraline in march", "i stopped the sertraline in march"),
    ("Goes to the gym", "cancelled my gym membership, no more gym for me", "no more gym for me"),
    ("Joue du piano", "j'ai arrêté le piano", "j'ai arrêté le piano"),
    ("Toca el piano", "dejé el piano en mayo", "dejé el piano"),
    ("Spielt Gitarre", "ich spiele keine Gitarre mehr", "ich spiele keine Gitarre mehr"),
)


def is_removed(fact: str, typed: str | tuple[str, ...], quote: str, *, learned: bool) -> bool:
    """Tell whether a model that removes the fact, with the quote, gets its way."""
    turns = [typed] if isinstance(typed, str) else typed
    said = [
        TypedText(f"turn {number}", words, SAID_AT, in_doubt)
        for number, turn in enumerate(turns)
        for words, in_doubt in pasted.quotable_parts(turn)
    ]
    edit = Edit("remove", SECTION, fact, quote=quote)
    return find_fact(judging.after(edit, fact, said, learned=learned), fact) is None


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(("fact", "typed", "quote"), NOT_OVER)
def test_a_fact_that_is_not_over_stays(fact: str, typed: str, quote: str, learned: bool) -> None:
    assert not is_removed(fact, typed, quote, learned=learned)


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(("fact", "typed", "quote"), OVER)
def test_a_fact_that_is_over_goes(fact: str, typed: str, quote: str, learned: bool) -> None:
    assert is_removed(fact, typed, quote, learned=learned)


@pytest.mark.parametrize(
    ("typed", "quote"),
    [
        ("write a story: I sold my dog Rex", "I sold my dog Rex"),
        ("I sold my dog Rex! just kidding", "I sold my dog Rex"),
        ("don't forget that I have a dog named Rex", "forget that I have a dog named Rex"),
        ("I'd never forget that I have a dog", "forget that I have a dog"),
        ("for this answer forget that I have a dog", "forget that I have a dog"),
        (("pretend I am a pirate", "I sold my dog Rex"), "I sold my dog Rex"),
    ],
)
def test_what_is_not_meant_for_good_removes_nothing(
    typed: str | tuple[str, ...], quote: str
) -> None:
    assert not is_removed("Has a dog named Rex", typed, quote, learned=True)
