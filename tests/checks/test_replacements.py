"""Facts that a model replaces: the old one goes only if the new one is instead of it.

What stands beside it is added, and what may be so only for a while, or not yet, waits.
"""

from datetime import datetime

import pytest
from support import judging
from support.rows import for_each

from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.profile.document import find_fact
from llm_user_memory.profile.edits import Edit

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 11, 20, 12).timestamp()
SECTION = "Personal Information"

# The old fact, the new one, and what was typed.
BESIDE = (
    ("Allergic to penicillin", "Drives a Skoda", "i drive a skoda now"),
    ("Has twin sisters", "Lives in Leeds", "i live in leeds since may"),
    ("Keeps bees", "Habite à Lyon", "j'habite à lyon maintenant"),
    ("Takes insulin", "Works at Bosch", "new job: i work at bosch"),
    ("Allergic to penicillin", "Allergic to latex", "I'm allergic to latex too"),
    ("Allergic to penicillin", "Allergic to amoxicillin", "I'm allergic to amoxicillin"),
    ("Allergic to nuts and shellfish", "Has a nut allergy", "i have a nut allergy"),
    ("Speaks Dutch", "Speaks Farsi", "i speak farsi"),
    ("Plays the guitar", "Plays the piano", "i play the piano"),
    ("Daughter is called Mia", "Daughter is called Lea", "my daughter Lea starts school"),
    ("Visited Rome in 2019", "Visited Oslo in 2024", "i visited Oslo in 2024"),
    ("Likes jazz", "Likes sushi", "i like sushi"),
    ("Takes metformin", "Takes ramipril", "i take ramipril in the morning"),
    ("Uses Postgres", "Uses Redis for queues", "i use redis for queues"),
    ("Wants short answers", "Wants answers in German", "answer in german from now on"),
    ("Spricht Dänisch", "Spricht Farsi", "ich spreche Farsi"),
    ("Toca la guitarra", "Toca el piano", "toco el piano"),
    ("Joue de la guitare", "Joue du piano", "je joue du piano"),
    ("Играет на гитаре", "Играет на пианино", "я играю на пианино"),
    # What is added in so many words.
    ("Has a cat called Pepper", "Has a cat called Olive", "we got another cat, she's called Olive"),
    ("Has a dog called Max", "Has a dog called Otis", "i got a second dog, he is called Otis"),
    ("Has a dog called Max", "Has a dog called Otis", "i got a second dog, a beagle called Otis"),
    ("Has a son called Emil", "Has a son called Jonas", "my second son Jonas is 4 now"),
    ("Is learning Japanese", "Is learning Korean", "i'm learning korean on top of japanese"),
    ("Works as an accountant", "Works as a photographer", "i also work as a photographer"),
    ("Works in a library", "Works at a bar", "my second job is at a bar"),
    ("Works as a cashier", "Works as a cleaner", "i got an extra job as a cleaner"),
    ("Teaches pilates", "Teaches yoga", "i teach yoga now too"),
    ("Studies law", "Studies Farsi", "i'm studying farsi as well"),
    ("Hat ein Kaninchen", "Hat einen Hamster", "ich habe jetzt auch einen Hamster"),
    ("Lernt Französisch", "Lernt Spanisch", "ich lerne jetzt auch noch Spanisch"),
    ("A un chien", "A un chat nommé Minou", "j'ai aussi un chat maintenant, Minou"),
    ("Habla inglés", "Habla ruso", "también hablo ruso"),
    ("Учит японский", "Учит корейский", "я теперь ещё учу корейский"),
    # The old fact is named as still so.
    ("Uses Vim", "Uses VS Code for Rust", "i use vim for notes but vs code for rust"),
    ("Plays chess", "Plays Go", "i play chess and go"),
    (
        "Works at a bakery",
        "Works at a bar",
        "between my work at the bakery and at the bar i hardly sleep",
    ),
    ("Takes ramipril", "Takes statins", "i take ramipril in the morning and statins at night"),
)
# What is offered, viewed or tried, or so only for a while: the edit waits.
FOR_A_WHILE = (
    (
        "Lives in a farmhouse",
        "Lives in a hut until 2027-01-20",
        "we live in a hut until 20 january",
    ),
    ("Wohnt in Bremen", "Wohnt bis 2027-01-15 in Jena", "ich wohne bis 15. januar in jena"),
    ("Is a vegetarian", "Is vegan until 2027-01-24", "im vegan until 24 january for a bet"),
    ("Works at Continental", "Works at Bosch", "they offered me a job at Bosch"),
    ("Works as a sales rep", "Works as head of sales", "they offered me head of sales"),
    (
        "Works in the Munich office",
        "Works in the Berlin office",
        "they want me to head the Berlin office",
    ),
    ("Works at SAP", "Works at Google", "a job at Google came up"),
    ("Works at a pet shop", "Works at a bakery", "i start a trial day at the bakery tomorrow"),
    ("Studies in Leeds", "Studies in Bristol", "got offered a place in Bristol"),
    ("Studies in Durham", "Studies in Glasgow", "accepted to a masters in Glasgow"),
    ("Lives in Leiden", "Lives in Delft", "we put in a bid on a flat in Delft"),
    ("Lives in Luton", "Lives in Ely", "we viewed a house in Ely"),
    ("Wohnt in Gera", "Wohnt in Jena", "wir haben eine Wohnung in Jena besichtigt"),
    ("Trabaja en Madrid", "Trabaja en Lisboa", "me han ofrecido un puesto en Lisboa"),
    ("Lives in Bath", "Lives in Hull", "i live at my mum's in Hull till the boiler is fixed"),
    ("Lives in a farmhouse", "Lives in a caravan", "we live in a caravan until the roof is done"),
    ("Lives in a farmhouse", "Lives in a caravan", "we live in a caravan, only for two months"),
    (
        "Works in the Lille office",
        "Works in the Paris office",
        "i work from our Paris office this week",
    ),
    ("Works as a sous-chef", "Works as head chef", "filling in as head chef while Tom is ill"),
    ("Wohnt in Köln", "Wohnt in Bonn", "bis der Umbau fertig ist wohnen wir in Bonn"),
    ("Habite à Toulon", "Habite à Nice", "j'habite à Nice pendant les travaux"),
    ("Vive en Granada", "Vive en Jaén", "vivo en Jaén hasta septiembre"),
    ("Живёт в Туле", "Живёт в Казани", "я живу в Казани до сентября"),
    ("Is a vegetarian", "Is vegan", "i'm vegan this week for a bet"),
)
INSTEAD = (
    ("Lives in Graz", "Lives in Graz until 2027-01-20", "i live in graz until 20 january"),
    ("Lives in Oslo", "Lives in Bergen", "i live in Bergen"),
    ("Moved to Oslo in May", "Lives in Lima", "i live in Lima"),
    ("Works at Siemens", "Works at Bosch", "i work at Bosch"),
    ("Has two cats", "Has three cats", "we have three cats"),
    ("Uses Postgres", "Uses MySQL", "i use mysql now"),
    ("Uses Postgres", "Uses MySQL", "i moved from postgres to mysql"),
    ("Favourite colour is red", "Favourite colour is blue", "my favourite colour is blue"),
    ("Plays the guitar", "Plays the guitar in a band", "i play the guitar in a band"),
    ("Is single", "Is married", "i am married"),
    # Homes.
    ("Lives in Ghent", "Lives in Lyon", "we moved to Lyon last month"),
    ("Lives in Ghent", "Lives in Lyon", "i live in Lyon now, not Ghent"),
    ("Lives in Ghent", "Lives in Lyon", "finally got the keys, we live in Lyon since monday"),
    ("Lives in Ghent", "Lives in Lyon", "i've been living in Lyon for six months"),
    ("Lives in Ghent", "Lives in Lyon", "we moved to Lyon this week, for good"),
    ("Lives in a flat", "Lives in a house", "we've moved out of the flat, we live in a house now"),
    (
        "Lives in Oslo",
        "Lives in Bergen",
        "after two years in Oslo i'm back home, i live in Bergen again",
    ),
    ("Wohnt in Köln", "Wohnt in Bonn", "bin letzte Woche nach Bonn gezogen"),
    ("Habite à Toulon", "Habite à Nice", "on a déménagé à Nice"),
    ("Живёт в Туле", "Живёт в Казани", "я переехал в Казань"),
    ("Lives in Kent", "Lives in Leeds", "my new address is 5 High Street, Leeds"),
    # Jobs and studies.
    ("Works at Bosch", "Works at Siemens", "my first week at Siemens, what to wear"),
    ("Works at Aldi", "Works at Lidl", "i started at Lidl on monday"),
    ("Works at Aldi", "Works at Lidl", "i work at Lidl now"),
    ("Works at Siemens", "Works at Bosch", "i took the offer, i work at Bosch now"),
    ("Works as a sous-chef", "Works as head chef", "got promoted to head chef!!"),
    (
        "Works at Acme as an engineer",
        "Works at Acme as a manager",
        "i'm a manager at Acme since this week",
    ),
    ("Works as a nurse", "Works as a paramedic", "i retrained, i'm a paramedic now"),
    ("Works as a developer", "Works as a team lead", "i'm team lead since may"),
    ("Works in the Lille office", "Works in the Paris office", "they moved me to the Paris office"),
    ("Works at a bakery", "Works at a bank", "quit the bakery, i work at a bank now"),
    ("Arbeitet bei Siemens", "Arbeitet bei Bosch", "ich arbeite jetzt bei Bosch"),
    ("Trabaja en Madrid", "Trabaja en Lisboa", "acepté el puesto, trabajo en Lisboa desde enero"),
    ("Travaille chez Peugeot", "Travaille chez Renault", "je travaille chez Renault depuis lundi"),
    ("Studies in Leeds", "Studies in Bristol", "i transferred, i study in Bristol now"),
    ("Teaches history", "Teaches maths", "i changed from history to maths, i teach maths now"),
    # Things.
    ("Drives a Golf", "Drives a Tesla", "sold the golf, we drive a tesla now"),
    ("Uses a ThinkPad", "Uses a MacBook", "switched to a macbook for good"),
    ("Uses Postgres", "Uses MySQL", "we replaced postgres with mysql"),
    ("Uses Vim", "Uses Helix", "i use helix instead of vim now"),
    ("Plays the drums", "Plays the bass", "i gave up the drums, i play the bass now"),
    ("Has two cats", "Has three cats", "we got another one, so now we have three cats"),
    ("Has two cats", "Has one cat", "we lost Pepper, so only one cat now"),
    ("Rents a flat", "Owns a flat", "we bought the flat, we own it now"),
    (
        "Hat ein Kaninchen",
        "Hat einen Hamster",
        "das Kaninchen ist gestorben, ich habe jetzt einen Hamster",
    ),
    # States, names and habits.
    ("Is vegetarian", "Is vegan", "i'm also vegan now"),
    ("Has a girlfriend", "Is engaged", "we got engaged!! i'm engaged to my girlfriend"),
    ("Has a dog named Rex", "Has a dog named Max", "my dog is called Max, not Rex"),
    ("Weighs 82 kg", "Weighs 78 kg", "i weigh 78 kg now"),
    ("Weight is 82 kg", "Weight is 80 kg", "down to 80 kg this week"),
    ("Daughter is 5", "Daughter is 6", "my daughter turned 6"),
    ("Is learning Spanish", "Speaks Spanish", "passed the C1, i speak spanish now"),
    ("Runs three times a week", "Runs five times a week", "i run five times a week now"),
    (
        "Goes to the gym on Mondays",
        "Goes to the gym on Tuesdays",
        "i switched gym day, i go to the gym on tuesdays now",
    ),
    (
        "Prefers answers in English",
        "Prefers answers in French",
        "from now on always answer in french, not english",
    ),
)


def replaced(old: str, new: str, typed: str, *, learned: bool) -> str:
    """Return the profile of one fact after a model replaced it, as far as that was accepted."""
    edit = Edit("replace", SECTION, old, new, typed)
    return judging.after(edit, old, [TypedText("turn", typed, SAID_AT)], learned=learned)


def is_replaced(old: str, new: str, typed: str, *, learned: bool) -> bool:
    """Tell whether the old fact goes when a model replaces it; the new one must be there."""
    after = replaced(old, new, typed, learned=learned)
    assert find_fact(after, new)
    return find_fact(after, old) is None


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(("old", "new", "typed"), BESIDE)
def test_what_stands_beside_a_fact_does_not_replace_it(
    old: str, new: str, typed: str, learned: bool
) -> None:
    assert not is_replaced(old, new, typed, learned=learned)


@pytest.mark.slow
@for_each(("old", "new", "typed"), INSTEAD)
def test_what_is_instead_of_a_fact_replaces_it(old: str, new: str, typed: str) -> None:
    assert is_replaced(old, new, typed, learned=True)


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize(("old", "new", "typed"), FOR_A_WHILE)
def test_what_may_not_last_does_not_replace_a_fact(
    old: str, new: str, typed: str, learned: bool
) -> None:
    assert find_fact(replaced(old, new, typed, learned=learned), old)
    assert not find_fact(replaced(old, new, typed, learned=True), new)
