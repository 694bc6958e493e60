"""What people type beside a request: whose it is, and whether it is so already.

Each class has right facts, which are taken, beside wrong ones of the same form, which are not.
"""

import pytest
from support.rows import for_each

from llm_user_memory.checks import guard
from llm_user_memory.checks.guard import CheckContext
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.checks.refusals import (
    INVENTED,
    MAYBE_ANOTHERS,
    MAYBE_FOR_ONCE,
    MAYBE_SO,
    NOT_EARNEST,
    NOT_ENDED,
    NOT_SO,
    REVERSED,
    SAYS_MORE,
    SOMEBODY_ELSE,
)
from llm_user_memory.profile.document import EMPTY, facts
from llm_user_memory.profile.edits import Edit, apply_edit

TAKEN = ""

# What was typed, its quote, the fact, and why it is not taken.
HOMES_TO_COME = (
    ("we're moving to Boise in the spring", "Lives in Boise", MAYBE_SO),
    ("relocating to Malmo next month for work", "Lives in Malmo", MAYBE_SO),
    ("we moved to Boise in the spring", "Lives in Boise", TAKEN),
    ("wir ziehen zum 1. März nach Jena", "Wohnt in Jena", MAYBE_SO),
    ("wir sind im März nach Jena gezogen", "Wohnt in Jena", TAKEN),
    ("en junio nos mudamos a Lugo", "Vive en Lugo", MAYBE_SO),
    ("on déménage à Brest en mai", "Habite à Brest", MAYBE_SO),
    ("через месяц переезжаем в Казань", "Живёт в Казани", MAYBE_SO),
    ("明年要搬到成都", "住在成都", MAYBE_SO),
)
AIMS = (
    ("training to be a paramedic", "Is a paramedic", MAYBE_SO),
    ("i'm a paramedic", "Is a paramedic", TAKEN),
    ("studying to become a notary", "Is a notary", MAYBE_SO),
    ("preparing for the notary exam", "Is preparing for the notary exam", TAKEN),
    ("mache eine ausbildung zur köchin", "Ist Köchin", MAYBE_SO),
    ("estoy preparando oposiciones de juez", "Es juez", MAYBE_SO),
    ("je prépare le concours de pompier", "Est pompier", MAYBE_SO),
    ("готовлюсь к экзамену на нотариуса", "Нотариус", MAYBE_SO),
    ("正在备考律师", "是律师", MAYBE_SO),
    ("mein geburtstermin ist der 4. mai", "Hat am 4. Mai Geburtstag", MAYBE_SO),
    ("mein geburtstag ist der 4. mai", "Hat am 4. Mai Geburtstag", TAKEN),
)
OTHERS = (
    ("minas cousin is allergic to eggs", "Is allergic to eggs", SOMEBODY_ELSE),
    ("minas cousin is allergic to eggs", "Mina is allergic to eggs", SOMEBODY_ELSE),
    ("our apprentice lives in a caravan", "Lives in a caravan", SOMEBODY_ELSE),
    ("our apprentice lives in a caravan", "Has an apprentice who lives in a caravan", TAKEN),
    ("i'm an apprentice joiner", "Is an apprentice joiner", TAKEN),
    ("mein azubi hat asthma", "Hat Asthma", SOMEBODY_ELSE),
    ("mi becario es vegano", "Es vegano", SOMEBODY_ELSE),
    ("mon stagiaire est sourd", "Est sourd", SOMEBODY_ELSE),
    ("need to hire a cook, fluent in thai, 30 hours", "Is fluent in Thai", SAYS_MORE),
    ("busco contratar a un cocinero, media jornada", "Trabaja media jornada", SAYS_MORE),
    ("i was hired as a cook, 30 hours a week", "Works as a cook 30 hours a week", TAKEN),
    ("фото с биржи, как их обработать", "Работает на бирже", SAYS_MORE),
)
ROLES = (
    ("let's do a mock interview, i'm a pastry chef from Lyon", "Is a pastry chef", NOT_EARNEST),
    ("you're the judge, i'm a thief with two cats", "Has two cats", NOT_EARNEST),
    ("lass uns ein gespräch üben, ich bin taxifahrer", "Ist Taxifahrer", NOT_EARNEST),
    ("my mock interview is on monday, i'm a pastry chef", "Is a pastry chef", TAKEN),
    ("you are a lawyer. i'm a pastry chef in Lyon", "Is a pastry chef in Lyon", TAKEN),
)
UNWANTED = (
    ("i dont surf and dont want to learn it", "Wants to learn to surf", REVERSED),
    ("i dont surf but want to learn it", "Wants to learn to surf", TAKEN),
    ("ich will nicht segeln lernen", "Will segeln lernen", REVERSED),
    ("no quiero aprender a conducir", "Quiere aprender a conducir", REVERSED),
)
RIGHT = (
    ("i go by Lu, not Ludwig", "Goes by Lu", TAKEN),
    ("everyone calls me Kit", "Goes by Kit", TAKEN),
    ("alle nennen mich Lu", "Name ist Lu", TAKEN),
    ("i may go by train", "Goes by May", INVENTED),
    ("früher geraucht, seit zwei jahren nicht mehr", "Raucht nicht mehr", TAKEN),
    ("раньше курил, больше не курю", "Больше не курит", TAKEN),
    ("früher geraucht, seit zwei jahren nicht mehr", "Raucht", NOT_SO),
    ("for my fifty-third birthday i got a kayak", "Is 53 years old", TAKEN),
    ("for my fifty-third birthday i got a kayak", "Is 35 years old", INVENTED),
    ("we split the chores 50/50", "Splits the chores 50/50", TAKEN),
    ("we split the chores 50/50", "Splits the chores 60/40", INVENTED),
    ("a flyer for our village, Bosham", "Lives in Bosham", TAKEN),
    ("a flyer for my boss's village, Bosham", "Lives in Bosham", SAYS_MORE),
)


# The future, and words that are spelled like it: without their apostrophes "we'll" is "well".
FUTURES = (
    ("i speak Spanish well", "Speaks Spanish well", TAKEN),
    ("found out i'm allergic to cockroaches as well", "Is allergic to cockroaches", TAKEN),
    ("i started on a book since my movie did well", "Started on a book", TAKEN),
    ("well i live in oslo", "Lives in Oslo", TAKEN),
    ("we have two cats, and a dog as well", "Has a dog", TAKEN),
    ("well get a dog in spring", "Has a dog", MAYBE_SO),
    ("i think well live in oslo then", "Lives in Oslo", MAYBE_SO),
    ("I hope we'll own a boat", "Owns a boat", MAYBE_SO),
    ("I am chronically ill and work from home", "Is chronically ill", TAKEN),
    ("I care for my ill mother", "Cares for an ill mother", TAKEN),
    ("ill start at Siemens in june", "Works at Siemens", MAYBE_SO),
    ("so ill play the oboe", "Plays the oboe", MAYBE_SO),
    ("I repair plane engines", "Repairs plane engines", TAKEN),
    ("ich plane einen Umzug nach Bonn", "Wohnt in Bonn", MAYBE_SO),
    ("ich habe vor drei Jahren geheiratet", "Hat vor drei Jahren geheiratet", TAKEN),
    ("ich habe vor, nach Bonn zu ziehen", "Wohnt in Bonn", MAYBE_SO),
    ("I'm into samurai films", "Likes samurai films", TAKEN),
    ("je serai infirmière", "Est infirmière", MAYBE_SO),
    ("Toco el oboe. La semana que viene no estaré", "Toca el oboe", TAKEN),
    ("Tocaré el oboe el año que viene", "Toca el oboe", MAYBE_SO),
    ("made me see how I could help, so I joined a fire brigade", "Joined a fire brigade", TAKEN),
    ("I'm a nurse and was wondering if you could help", "Is a nurse", TAKEN),
    ("I drive fast cars", "Drives fast cars", TAKEN),
    ("I fast during Ramadan", "Fasts during Ramadan", TAKEN),
    ("ich bin fast Arzt", "Ist Arzt", MAYBE_SO),
    ("I like to run in the woods", "Runs in the woods", TAKEN),
    ("I'd like to run a marathon", "Runs marathons", MAYBE_SO),
    ("I'm researching malaria at Oxford", "Is researching malaria at Oxford", TAKEN),
    ("I'm researching strollers", "Owns a stroller", SAYS_MORE),
    ("we could join a fire brigade", "Joined a fire brigade", MAYBE_SO),
)


@pytest.mark.slow
@for_each(
    ("said", "fact", "refusal"),
    [*FUTURES, *HOMES_TO_COME, *AIMS, *OTHERS, *ROLES, *UNWANTED, *RIGHT],
)
def test_what_is_said_beside_a_request(said: str, fact: str, refusal: str) -> None:
    assert _refusal(said, said, fact) == refusal


# A quote that is a part of what was typed.
PARTS = (
    # Spanish leaves out the pronoun: after "mi suegra" the verb is hers.
    ("mi suegra llega hoy. qué cocino? tiene gota", "tiene gota", "Tiene gota", MAYBE_ANOTHERS),
    ("llego hoy tarde. tengo gota, qué cocino?", "tengo gota", "Tiene gota", TAKEN),
    # The quote is the user's, although other words of the fact stand beside "my landlord".
    (
        "my landlord raises the rent on the shop. been here since 2009",
        "been here since 2009",
        "Has rented the shop since 2009",
        MAYBE_ANOTHERS,
    ),
    ("my sister rents the shop", "my sister rents the shop", "Rents the shop", SOMEBODY_ELSE),
    # What forbids something for good is no order of one text.
    (
        "duz mich und mach keine tabellen. was kostet ein umzug?",
        "duz mich und mach keine tabellen",
        "Möchte geduzt werden und keine Tabellen in Antworten",
        TAKEN,
    ),
    (
        "write me a letter in short sentences",
        "write me a letter in short sentences",
        "Wants answers in short sentences",
        MAYBE_FOR_ONCE,
    ),
)


@pytest.mark.parametrize(("said", "quote", "fact", "refusal"), PARTS)
def test_a_quote_that_is_a_part(said: str, quote: str, fact: str, refusal: str) -> None:
    assert _refusal(said, quote, fact) == refusal


@pytest.mark.parametrize(
    ("said", "correction", "fact", "refusal"),
    [
        ("i have 7 goats and a pond", "sorry, 9", "Has 7 goats", REVERSED),
        ("i have 7 goats and a pond", "sorry, 9", "Has a pond", TAKEN),
        ("i have 7 goats and a pond", "sorry, 9 questions coming", "Has 7 goats", TAKEN),
        ("my budget is 20k", "*25k", "Budget is 20k", REVERSED),
        ("tengo 7 cabras", "perdón, 9", "Tiene 7 cabras", REVERSED),
        ("ich habe 7 ziegen", "9 sorry", "Hat 7 Ziegen", REVERSED),
        ("i weigh 82 kilos and want to get to 75", "sorry 85", "Weighs 82 kg", REVERSED),
        ("i weigh 82 kilos and want to get to 75", "sorry 85", "Wants to get to 75 kg", TAKEN),
    ],
)
def test_a_bare_correction(said: str, correction: str, fact: str, refusal: str) -> None:
    assert _refusal(said, said, fact, correction) == refusal


@pytest.mark.parametrize(
    ("said", "fact", "refusal"),
    [
        ("we closed our café for good in may", "Owns a café", TAKEN),
        ("shut the café last winter", "Runs a café", TAKEN),
        ("hab den laden im mai zugemacht", "Hat einen Laden", TAKEN),
        ("cerramos la tienda en mayo", "Tiene una tienda", TAKEN),
        ("j'ai fermé mon magasin en mai", "A un magasin", TAKEN),
        ("закрыли магазин в мае", "Владеет магазином", TAKEN),
        ("we closed our café early today", "Owns a café", NOT_ENDED),
        ("our café is closed on mondays", "Owns a café", NOT_ENDED),
        ("hab den laden bis montag zugemacht", "Hat einen Laden", NOT_ENDED),
    ],
)
def test_a_business_that_is_closed(said: str, fact: str, refusal: str) -> None:
    profile = apply_edit(EMPTY, Edit("add", "Personal Information", new=fact))
    edit = Edit("remove", "Personal Information", old=fact, quote=said)
    known = CheckContext({fact.casefold(): "I said so"})
    after, [verdict] = guard.check([edit], profile, [TypedText("turn", said, 0)], known)
    assert verdict.refusal == refusal
    assert bool(facts(after)) == bool(refusal)


def _refusal(said: str, quote: str, fact: str, later: str = "") -> str:
    typed = [TypedText("turn", said, 0), *([TypedText("next", later, 1)] if later else [])]
    edit = Edit("add", "Personal Information", new=fact, quote=quote)
    _text, [verdict] = guard.check([edit], EMPTY, typed, CheckContext())
    return verdict.refusal
