"""Facts in words that the user did not use, and removals of what they do not end.

Each row is one of a class that models get wrong; none is of benchmarks/gate.
"""

from datetime import datetime

import pytest
from support.rows import for_each

from llm_user_memory.checks.coverage import uncovered
from llm_user_memory.checks.guard import CheckContext, check
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit, apply_edit
from llm_user_memory.text import pasted
from llm_user_memory.text.words import fold

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 3, 11, 12).timestamp()  # a Wednesday

RIGHT = [
    ("my hubby and i both work in fin svcs, date ideas?", "Works in financial services"),
    ("got my mcat in 3 wks", "Takes the MCAT in three weeks"),
    ("im from philly", "Is from Philadelphia"),
    ("i use ps and ai for my logos", "Uses Photoshop for logos"),
    ("we moved from sf to nola last yr", "Moved from San Francisco to New Orleans"),
    ("ich wohne in ddorf und arbeite bei vw", "Lives in Düsseldorf and works at Volkswagen"),
    ("ich bin informatikstudent an der tu berlin", "Is a computer science student at TU Berlin"),
    ("im learning span for my trip", "Is learning Spanish"),
    ("my hw is for ap chem", "Takes AP Chemistry"),
    ("i run debian on my thinkpda", "Uses Debian on a ThinkPad"),
    (
        "estudio adm de empresas en la uba",
        "Studies business administration at the University of Buenos Aires",
    ),
    ("vivo en bcn", "Lives in Barcelona"),
    ("je bosse chez sncf à marseille", "Works at SNCF in Marseille"),
    ("учусь в мгу на мехмате", "Studies mathematics at Moscow State University"),
    ("работаю в сбере", "Works at Sberbank"),
    ("i have t2 diabetes", "Has type 2 diabetes"),
    ("diagnosed with add as a kid", "Has ADHD"),
    ("i do bjj twice a week", "Practices Brazilian jiu-jitsu twice a week"),
    ("in the us on an h1b", "Is in the United States on an H-1B visa"),
    ("my mba is from lbs", "Has an MBA from London Business School"),
    ("nope im not the owner, i just rent here", "Rents their home"),
    ("no worries, i have a dehumidifier already", "Has a dehumidifier"),
    ("not vegan just vegetarian btw", "Is vegetarian"),
    ("i don't drive a car, i ride a moped", "Rides a moped"),
    ("nicht für mich, mein sohn braucht das, er ist 8", "Has an 8-year-old son"),
    ("no soy de madrid, soy de toledo", "Is from Toledo"),
    ("non non je suis pas prof, je suis infirmier", "Works as a nurse"),
    ("нет, я не из москвы, я из казани", "Is from Kazan"),
    ("不用肉,我吃素", "Is vegetarian"),
    ("i don't have a dishwasher so my husband and i wash up by hand", "Has a husband"),
    ("can't sleep since i started night shifts", "Works night shifts"),
    ("my wife doesn't like garlic", "Wife doesn't like garlic"),
    (
        "i'm no expert but i've been brewing beer for 3 years",
        "Has been brewing beer for three years",
    ),
    ("i have 2 girls and my wife has a son from before", "Has two daughters"),
    ("been with my bf 4 yrs", "In a relationship for four years"),
    ("i'm 28, my husband is 31", "Is 28 years old"),
    ("we have 3 cats + 1 dog", "Has four pets"),
    ("been teaching since 2011", "Has been a teacher for 15 years"),
    ("ich habe drei geschwister, zwei brüder und eine schwester", "Has three siblings"),
    ("tengo 2 hijos y una hija", "Has three children"),
    ("nous sommes 5 à la maison", "Household of five"),
    ("у меня трое детей", "Has three children"),
    ("i turned 41 on monday", "Is 41 years old"),
    ("my twins are 9 now", "Has 9-year-old twins"),
    (
        "i prefer fn over arrow functions, like `function foo() {}`",
        "Prefers function declarations over arrow functions",
    ),
    ("my prompt is PS1='\\u@\\h:\\w\\$ '", "Has PS1='\\u@\\h:\\w\\$ '"),
    ("i keep my dotfiles at github.com/mira/dots", "Keeps dotfiles at github.com/mira/dots"),
    ('i like f"{x=}" for debugging', 'Likes f"{x=}" for debugging'),
    ("my home range is 40-60 km/h wind max so i fly < 250 g drones", "Flies drones < 250 g"),
    ("i always use `set -euo pipefail` in my scripts", "Uses set -euo pipefail in scripts"),
    ("mein blog läuft unter gartenzeit.example", "Has a blog at gartenzeit.example"),
    ("i write c# and f# at work", "Writes C# and F# at work"),
    ("i budget <= $400/mo for food", "Has a food budget of <= $400 per month"),
    ("we're moving on the 28th", "Moves on March 28, 2026"),
    ("i see my surgeon a week from friday", "Sees a surgeon on March 20, 2026"),
    ("ich heirate am 5.9.", "Gets married on September 5, 2026"),
    ("finals start monday", "Finals start on March 16, 2026"),
    ("je pars au japon le 2 avril", "Travels to Japan on April 2, 2026"),
    ("my name's hope btw", "Name is Hope"),
    ("i'm rich, nice to meet you. can you plan a trip", "Name is Rich"),
    ("i work at gap", "Works at Gap"),
    ("we use slack and notion", "Uses Slack and Notion"),
    ("ich heiße frank", "Name is Frank"),
    ('i\'m reading "Project Hail Mary" and love it', 'Is reading "Project Hail Mary"'),
    ("i have a sister who lives in Lima", "Has a sister living in Lima"),
    ("my kids love lego", "Has children"),
    ("soy electricista autónomo", "Is a self-employed electrician"),
    ("ich stricke gern", "Enjoys knitting"),
    ("je fais du vélo tous les week-ends", "Cycles every weekend"),
    ("я веган", "Is vegan"),
    ("我对花生过敏", "Is allergic to peanuts"),
    ("i'm a stay at home dad", "Is a stay-at-home father"),
    ("recently widowed and learning to cook for one", "Is a widow or widower"),
    ("i want answers in bullet points from now on", "Prefers answers in bullet points"),
    ("please never use the word delve", 'Doesn\'t want the word "delve" used'),
    ("talk to me like a colleague, always", "Wants to be addressed like a colleague"),
]

WRONG = [
    ("im interning at a law firm", "Is a lawyer"),
    ("i work at the uni library", "Studies at university"),
    ("i have a mac", "Has an iPhone"),
    ("im from la", "Is from Louisiana"),
    ("taking ap chem", "Majors in chemistry"),
    ("ich mache ein praktikum bei bosch", "Ist Ingenieur bei Bosch"),
    ("i'm learning js", "Is a JavaScript developer"),
    ("我在字节实习", "Works at ByteDance as a manager"),
    ("soy auxiliar de enfermería", "Es médica"),
    ("no, i'm not married", "Is married"),
    ("i don't have a dog, the neighbors do", "Has a dog"),
    ("i'm not a fan of tea but i love coffee", "Loves tea"),
    ("i'm not from spain, my wife is", "Is from Spain"),
    ("nicht ich, mein mann ist lehrer", "Is a teacher"),
    ("no soy celíaca, lo es mi hija", "Has celiac disease"),
    ("je ne suis pas allergique, c'est mon fils", "Is allergic"),
    ("я не вегетарианка, это муж", "Is vegetarian"),
    ("我不是程序员，我男朋友是", "Is a programmer"),
    ("no kids yet, maybe someday", "Has kids"),
    ("i haven't been to japan yet", "Has been to Japan"),
    ("i never liked running", "Likes running"),
    ("i quit drinking in 2020", "Drinks alcohol"),
    ("my two brothers and i share a flat", "Has three brothers"),
    ("i'm 35 and my partner is 38", "Is 38 years old"),
    ("my son is 12", "Has twelve sons"),
    ("we've been married 6 years", "Married since 2016"),
    ("i have three nieces", "Has three daughters"),
    ("my daughter turns 5 in may", "Has a 5-month-old daughter"),
    ("started here 3 months ago", "Has worked there for 3 years"),
    ("ich bin 45", "Is 54 years old"),
    ("tengo tres gatos", "Has four cats"),
    ("у меня два кота", "Has three cats"),
    ("appointment thursday at 4", "Appointment on March 13, 2026"),
    ("my exam is next month", "Exam on April 1, 2026"),
    ("i moved here last june", "Moved in June 2026"),
    ("we got married in 2018, our son came 2 years later", "Son was born in 2018"),
    ("trip on 4/5 to rome", "Trip on June 5, 2026"),
    ("will you help me? i need a script", "Name is Will"),
    ("i'm grant writing all day", "Name is Grant"),
    ("hope you can help", "Name is Hope"),
    ("i live on a target audience spreadsheet", "Works at Target"),
    ("may i ask something", "Name is May"),
    ("i ordered from amazon", "Works at Amazon"),
    ("go over my essay", "Uses Go"),
    ("write a python script to parse csv", "Is a Python developer"),
    ("explain quantum entanglement", "Is interested in quantum physics"),
    ("how do i get rid of ants", "Has an ant problem in the kitchen"),
    ("plan a 3 day trip to lisbon", "Is planning a trip to Lisbon in May"),
    ("what's the capital of peru", "Is interested in Peru"),
    ("my friend's mom has cancer", "Has cancer"),
    ("my boss wants me to learn sql", "Is an SQL expert"),
    ("can you recommend a book on stoicism", "Likes stoicism"),
    ("is it safe to eat raw eggs when pregnant", "Is pregnant"),
    ("my grandpa fought in ww2", "Fought in World War II"),
    ("i wish i had a boat", "Has a boat"),
    ("if i move to oslo what should i know", "Lives in Oslo"),
    ("i almost bought a tesla", "Owns a Tesla"),
    ("we might get a puppy", "Has a puppy"),
    ("answer in one word: capital of chad", "Wants one-word answers"),
    ("write it in french", "Wants answers in French"),
    ("be more concise here", "Wants concise answers"),
    ("make it funnier", "Likes humor"),
    ("use simple words for this one", "Wants simple words"),
    ("give me a detailed plan", "Prefers detailed plans"),
    ("i want a good laptop", "Wants good products"),
    ("necesito una respuesta rápida", "Prefiere respuestas rápidas"),
    ("please be accurate", "Values accuracy"),
]

# The fact of the profile, and what was typed.
ENDED = [
    ("Works at Initech", "i left initech in may"),
    ("Lives in Ghent", "we no longer live in ghent"),
    ("Has a cat named Mo", "mo passed away last spring"),
    ("Learning Italian", "i dropped my italian class"),
    ("Is vegan", "im not vegan anymore"),
    ("Plays in a band", "our band split up"),
    ("Has a Honda Civic", "sold the civic"),
    ("Studies law", "i quit law school"),
    ("Smokes", "hab mit dem rauchen aufgehört"),
    ("Vive con su novia", "mi novia y yo lo dejamos"),
    ("Travaille chez Renault", "je ne travaille plus chez renault"),
    ("Работает в Яндексе", "я уволился из яндекса"),
    ("养了一只狗", "我的狗去世了"),
    ("Is engaged to Tom", "tom and i broke up"),
    ("Training for a marathon", "gave up on the marathon, knee is busted"),
]

NOT_ENDED = [
    ("Works at Initech", "i left initech early today"),
    ("Works at Initech", "my colleague left initech"),
    ("Has a cat named Mo", "mo won't eat anymore"),
    ("Plays guitar", "changed the strings on my guitar"),
    ("Has a dog", "lost my dog's leash"),
    ("Goes to the gym", "didn't go to the gym this week"),
    ("Lives in Ghent", "ghent isn't cheap anymore"),
    ("Learning Italian", "i stopped at an italian place for lunch"),
    ("Drives a Honda Civic", "my civic won't start anymore"),
    ("Works as a nurse", "not all nurses like night shifts"),
    ("Studies law", "finished my law essay finally"),
    ("Has a boyfriend", "my boyfriend quit his job"),
    ("Writing a novel", "finished chapter 3 of my novel"),
    ("Has two kids", "the kids don't like broccoli anymore"),
    ("Uses Vim", "i don't use vim for json"),
    ("Drinks coffee", "my doctor says no more coffee after 3pm"),
    ("Has a garden", "the garden isn't growing anything this year"),
    ("Trabaja en Inditex", "hoy no trabajo, estoy mala"),
    ("Spielt Klavier", "heute kein klavier geübt"),
]

COVERED = [
    ("Has worked as a nurse since 2019", "nurse here since 2019", ""),
    ("Has a degree in physics", "i read a bit about physics", "degree"),
    ("Works at a nursing home", "ich arbeite im altenheim", ""),
    ("Likes pottery and sailing", "i like pottery", "sailing"),
]


def _refusal(edit: Edit, typed: str) -> str:
    profile = apply_edit(EMPTY, Edit("add", "Interests", new=edit.old)) if edit.old else EMPTY
    parts = [
        TypedText("turn", words, SAID_AT, in_doubt)
        for words, in_doubt in pasted.quotable_parts(typed)
    ]
    learned = {fold(edit.old): "I said so"} if edit.old else {}
    return check([edit], profile, parts, CheckContext(learned))[1][0].refusal


@pytest.mark.slow
@for_each(("typed", "fact"), RIGHT)
def test_a_fact_in_other_words_is_taken(typed: str, fact: str) -> None:
    assert _refusal(Edit("add", "Interests", new=fact, quote=typed), typed) == ""


@for_each(("typed", "fact"), WRONG)
def test_a_fact_that_goes_beyond_the_words_is_not(typed: str, fact: str) -> None:
    assert _refusal(Edit("add", "Interests", new=fact, quote=typed), typed)


@for_each(("old", "typed"), [*ENDED, *NOT_ENDED])
def test_a_fact_is_removed_where_the_words_end_it(old: str, typed: str) -> None:
    refusal = _refusal(Edit("remove", "Interests", old=old, quote=typed), typed)
    assert (refusal == "") == ((old, typed) in ENDED)


@pytest.mark.parametrize(("fact", "typed", "word"), COVERED)
def test_the_first_word_that_is_not_the_users_is_found(fact: str, typed: str, word: str) -> None:
    assert uncovered(fact, typed, typed) == word
