"""`support`: which facts a quote supports, and which it does not."""

from datetime import date

import pytest
from support.rows import for_each

from llm_user_memory.checks.negation import is_reversed
from llm_user_memory.checks.support import invented, says_something

pytestmark = pytest.mark.once

DAY = date(2026, 11, 21)

TELLING = [
    "I'm vegan",
    "I like Rust",
    "a nurse",
    "34 years old",
    "no gluten",
    "I don't drink",
    "Ich bin Imker",
    "soy enfermera",
    "je suis boulanger",
    "私は医者です",
    "犬がいる",
    "素食者",
    "أنا طبيب",
    "मैं डॉक्टर हूँ",
    "C++",
    "R 4.3",
]
EMPTY = [
    "I am",
    "I am a",
    "I'm not",
    "I don't",
    "I like it",
    "I would like that",
    "yes please",
    "that makes sense",
    "sounds good, thanks",
    "my own",
    "I have",
    "I want to know",
    "ich bin",
    "ja, das ist gut",
    "soy de",
    "je suis",
    "です",
    "私は",
    "と思います",
    "我是",
    "أنا من",
    "मैं हूँ",
    "...",
    "",
]


@pytest.mark.parametrize("quote", TELLING)
def test_a_quote_with_a_word_of_its_own_says_something(quote: str) -> None:
    assert says_something(quote)


@pytest.mark.parametrize("quote", EMPTY)
def test_small_words_agreement_and_pointing_say_nothing(quote: str) -> None:
    assert not says_something(quote)


REVERSED = [
    ("Likes Python", "I don't like Python"),
    ("Likes Python", "I don’t really like Python."),
    ("Likes coffee", "I don't like tea or coffee"),
    ("Likes Python", "I have never liked Python, to be honest"),
    ("Eats meat", "I do not eat meat"),
    ("Eats meat", "I stopped eating meat"),
    ("Smokes", "I quit smoking"),
    ("Smokes", "I gave up smoking in May"),
    ("Python", "I hate Python"),
    ("Peanuts", "I'm allergic to peanuts"),
    ("Doesn't like Python", "I like Python"),
    ("Does not live in Oslo", "I live in Oslo"),
    ("Has no children", "I have children"),
    ("Mag Python", "Ich mag kein Python"),
    ("Mag Python", "Python mag ich nicht"),
    ("Trinkt Bier", "ich trinke kein Bier"),
    ("Raucht", "Ich habe aufgehört zu rauchen, ich rauche nicht mehr"),
    ("Come carne", "No como carne"),
    ("Le gusta Python", "No me gusta Python"),
    ("Mange de la viande", "Je ne mange pas de viande"),
    ("お茶が好き", "お茶が好きではない"),
    ("मांस खाता हूँ", "मैं मांस नहीं खाता हूँ"),
    ("أحب القهوة", "لا أحب القهوة"),
]
NOT_REVERSED = [
    ("Likes Python", "I like Python"),
    ("Likes Python", "I don't like Java but I like Python"),
    ("Loves coffee", "I don't like tea, I love coffee"),
    ("Likes Python", "I didn't like Python at first. Now I do like Python."),
    ("Uses Python", "I don't only use Python"),
    ("Spricht Deutsch", "Ich spreche nicht nur Deutsch"),
    ("Does not eat meat", "I stopped eating meat"),
    ("Does not smoke", "I quit smoking"),
    ("Does not eat meat", "I'm off meat"),
    ("Does not eat meat", "I'm vegetarian"),
    ("Doesn't drive", "I'm too old to drive"),
    ("Hates Python", "I hate Python"),
    ("Allergic to peanuts", "I'm allergic to peanuts"),
    ("Works at Acme", "I no longer work at Hooli, now it's Acme"),
    ("Vegetarian", "I don't eat meat"),
    ("Writes novels", "I gave up my career in law to write novels"),
    ("Lives in Oslo", "I live in Oslo and don't own a car"),
    ("Wohnt in Ulm", "Ich wohne in Ulm und habe kein Auto"),
    ("Vive en Lima", "Vivo en Lima y no tengo coche"),
    ("Only drinks water", "I only drink water"),
    ("Drinks water", "I only drink water"),
    ("Cannot live without coffee", "I can't live without coffee"),
    ("Rustが好き", "Pythonは好きじゃないけどRustが好き"),
    ("", "I don't"),
]


@pytest.mark.parametrize(("fact", "said"), REVERSED)
def test_the_opposite_of_what_was_said_is_told(fact: str, said: str) -> None:
    assert is_reversed(fact, said)


@pytest.mark.parametrize(("fact", "said"), NOT_REVERSED)
def test_what_was_said_is_not_taken_for_its_opposite(fact: str, said: str) -> None:
    assert not is_reversed(fact, said)


# The fact, what was typed, and the number or name that is not the user's.
INVENTED = [
    ("Has 3 kids", "I have 2 kids", "3"),
    ("Has three kids", "I have two kids", "3"),
    ("Has 2 kids", "I have kids", "2"),
    ("Is 35 years old", "I am 34 years old", "35"),
    ("Born in 1985", "I was born in 1984", "1985"),
    ("Uses Python 3.13", "I use Python 3.12 at work", "13"),
    ("Has 20000 followers", "I have 2000 followers", "20000"),
    ("Runs 10 km a day", "I run a lot every day", "10"),
    ("Moved to Oslo in 2019", "I moved to Oslo", "2019"),
    ("Exam on 2026-11-25", "my exam is on 2026-11-24", "2026-11-25"),
    ("Has a daughter named Emma", "I have a daughter and I live in Oslo", "Emma"),
    ("Has a daughter named Emma", "Tengo una hija y vivo en Valencia", "Emma"),
    ("Hat eine Tochter namens Emma", "Ich habe eine Tochter und wohne in Ulm", "Emma"),
    ("Wife is Sarah", "my wife is a nurse", "Sarah"),
    ("Works at Google", "I work at a big company in the city", "Google"),
    ("Lives in Bergen", "I live in Oslo and I love it", "Bergen"),
    ("Prefers PostgreSQL over MySQL", "that is what I will use, the first one", "PostgreSQL"),
    ("Uses JavaScript", "I use Java at work", "JavaScript"),
    ("Friend of Martha", "I have a friend, Martin", "Martha"),
    ("Works with Mark", "I work with Mary", "Mark"),
    ("NASA engineer", "I am an engineer", "NASA"),
    ("Works at IBM", "I work at a bank", "IBM"),
    ("Vive en Sevilla", "Yo vivo en Valencia con mi hija", "Sevilla"),
    ("Habite à Lyon avec une amie", "Je suis de Paris et mon frère est à Nice", "Lyon"),
    ("Hat 3 Kinder", "Ich habe zwei Kinder", "3"),
    ("Tiene tres hijos", "Tengo dos hijos", "3"),
    ("子供が3人いる", "子供が2人います", "3"),
    ("子供が三人いる", "子供が二人います", "3"),
    ("لديه ٣ أطفال", "لدي ٢ أطفال", "3"),
    ("उसके तीन बच्चे हैं", "मेरे दो बच्चे हैं", "3"),
]
GIVEN = [
    ("Has 2 kids", "I have two kids"),
    ("Has two kids", "I have 2 kids"),
    ("Has 2 kids", "we just had twins"),
    ("Has two children", "I have a couple of children"),
    ("Is 25 years old", "I'm twenty-five"),
    ("Has 12 hens", "we keep a dozen hens"),
    ("Has a Pi Zero in the shed", "i weigh each of the 4 the same way. my pi zero runs it"),
    ("Earns 10000 a month", "I make 10k a month"),
    ("Earns 2,000 a month", "I make 2000 a month"),
    ("Earns 2000 a month", "I make 2.000 a month"),
    ("Finishes work at 17:00", "I finish work at 5pm"),
    ("Starts work at 7", "I start work at 07:30"),
    ("Has 1 dog", "I have a dog"),
    ("Uses k8s", "I use Kubernetes at work"),
    ("Uses Kubernetes", "I use k8s at work"),
    ("Plays in the 2nd division", "I play in the second division"),
    ("Has an exam on 2026-11-22", "I have an exam tomorrow"),
    ("Moves in December 2026", "I am moving next month"),
    ("Moves on 2026-12-05", "I am moving in a fortnight"),
    ("Started running (2026-11)", "I started running, at 34"),
    ("Married since 2024", "I got married two years ago"),
    ("Hat 2 Kinder", "Ich habe zwei Kinder"),
    ("Has 2 children", "Tengo dos hijos"),
    ("Has 2 children", "子供が二人います"),
    ("Has 2 children", "لدي طفلان"),
    ("Has 2 children", "मेरे दो बच्चे हैं"),
    ("Is 34", "أنا عمري ٣٤ سنة"),
    ("Uses JavaScript and TypeScript", "I use js and ts at work"),
    ("Uses PostgreSQL", "my database is postgres"),
    ("Uses VS Code", "I use vscode for everything"),
    ("Lives in New York City", "I live in nyc"),
    ("Lives in the United States", "I live in the US"),
    ("Studies at NYU", "I study at New York University"),
    ("Is Italian", "I am from Italy"),
    ("Learns Chinese", "I am about to move to China"),
    ("Uses GitHub", "I use git hub for this"),
    ("Ana's brother lives in Rome", "my friend Ana has a brother, he lives in rome"),
    ("Meets on Tuesdays", "we meet on tuesday"),
    ("I live in Oslo", "i live in oslo"),
    ("Keeps bees", "I keep bees"),
    ("Does not eat meat", "I am a vegetarian"),
    ("Lives in Munich", "Ich wohne in München"),
    ("Lives in Vienna", "Ich wohne in Wien und arbeite für die Stadt"),
    ("Lives in Germany", "Yo vivo en Alemania con mi hija"),
    ("Baut einen Wintergarten", "Ich baue gerade einen Garten für den Winter"),
    ("Lives in Warsaw", "Mieszkam w Warszawie"),
    ("Lives in Moscow", "Я живу в Москве"),
    ("Lives in Cairo", "أعيش في القاهرة"),
    ("Lives in Tokyo", "東京に住んでいます"),
    ("Lives in Delhi", "मैं दिल्ली में रहता हूँ"),
    ("Vive en Valencia", "Yo vivo en Valencia con mi hija"),
    ("Habite à Lyon avec une amie", "Je suis à Lyon avec une amie"),
    ("Vegan", "vegan"),
]


def _invented(fact: str, typed: str, known: str = "") -> str:
    return invented(fact, typed, [typed], known, DAY)


@for_each(("fact", "typed", "found"), INVENTED)
def test_a_number_or_name_that_nobody_gave_is_found(fact: str, typed: str, found: str) -> None:
    assert _invented(fact, typed) == found


@for_each(("fact", "typed"), GIVEN)
def test_a_number_or_name_that_the_user_gave_is_theirs(fact: str, typed: str) -> None:
    assert _invented(fact, typed) == ""


def test_a_name_that_the_profile_knows_is_the_users() -> None:
    said = "my sister is moving to the coast"
    assert _invented("Sister Tove moves to the coast", said) == "Tove"
    assert _invented("Sister Tove moves to the coast", said, "- Has a sister, Tove") == ""


def test_a_number_that_the_profile_knows_counts_nothing_else() -> None:
    assert _invented("Has 3 kids", "I have kids", "- Has 3 cats") == "3"
