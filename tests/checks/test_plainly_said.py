"""Statements that the user certainly makes of themselves, and those that may be another's."""

import pytest

from llm_user_memory.checks.plainly_said import is_plainly_said

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("typed", "quote"),
    [
        ("hi! i have diabetes. what can I eat?", "i have diabetes"),
        ("What should I cook tonight? I have diabetes.", "I have diabetes"),
        ("btw I have diabetes", "I have diabetes"),
        ("My job is fine. I live in Rome", "live in Rome"),
        ("thanks!\nmy wife and I keep bees", "keep bees"),
        ("Hallo! Ich habe Diabetes.", "Ich habe Diabetes"),
        ("Tengo diabetes, ¿qué puedo comer?", "Tengo diabetes"),
        ("Ho il diabete. Cosa posso mangiare?", "Ho il diabete"),
        ("J’ai un chien", "J’ai un chien"),
        ("У меня диабет.", "У меня диабет"),
        ("我有糖尿病。", "我有糖尿病"),
    ],
)
def test_said_by_the_user_of_themselves(typed: str, quote: str) -> None:
    assert is_plainly_said(quote, typed)


@pytest.mark.parametrize(
    ("typed", "quote"),
    [
        ("client has diabetes and wants a meal plan", "client has diabetes"),
        ("bro collects sneakers, what do i get him", "bro collects sneakers"),
        ("tenant keeps snakes in the flat. can i evict", "tenant keeps snakes"),
        ("girl in my team is a trans woman, how do i support her", "is a trans woman"),
        ("if the test is right im pregnant. what now", "im pregnant"),
        ("worst case i'm homeless by january. who helps", "i'm homeless"),
        ("stand up bit: i have three ex wives", "i have three ex wives"),
        ("I say: i have three ex wives", "i have three ex wives"),
        ("lyrics for my band: i got divorced in vegas", "i got divorced"),
        ("conjugate i live in rome in all tenses", "i live in rome"),
        ("were i a vegan, could i wear my boots", "i a vegan"),
        ("lets rehearse. i drink every night", "i drink every night"),
        ("first name: ana, status: divorced", "status: divorced"),
        ("Übersetze das. Ich habe COPD", "Ich habe COPD"),
        ("do I have COPD?", "I have COPD"),
        ("I have COPD?", "I have COPD"),
        ("I live in Rome. I keep bees", "Rome. I keep"),
        ("I live in Rome", "I keep bees"),
        ("", "I keep bees"),
    ],
)
def test_may_be_somebody_elses(typed: str, quote: str) -> None:
    assert not is_plainly_said(quote, typed)
