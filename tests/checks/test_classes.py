"""Classes of right facts, and beside them the wrong ones that they are easily taken for."""

# ruff: noqa: E501 - tables

from datetime import datetime

import pytest
from support.rows import for_each

from llm_user_memory.checks.guard import CheckContext, check
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.checks.refusals import MAYBE_MISREAD
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit
from llm_user_memory.text import pasted

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 11, 24, 12).timestamp()

# What was typed, the fact, and its quote.
RIGHT = [
    ("roles", "As a lawyer, I see a lot of bad contracts. What would you change in this one?", "Is a lawyer", "As a lawyer, I see a lot of bad contracts"),
    ("roles", "as a nurse i work nights, what would you eat at 3am?", "Is a nurse", "as a nurse i work nights"),
    ("roles", "As a mother of two, I need quick dinners. What would you cook?", "Is a mother of two", "As a mother of two, I need quick dinners"),
    ("roles", "As a beginner in chess I lose all the time, what should I read?", "Is a beginner in chess", "As a beginner in chess I lose all the time"),
    ("roles", "I work as a lawyer, what would you advise me to read?", "Works as a lawyer", "I work as a lawyer"),
    ("roles", "I'm a chef. As a food critic, how would you rate this menu?", "Is a chef", "I'm a chef"),
    ("roles", "Als Krankenschwester arbeite ich nachts, was würdest du essen?", "Ist Krankenschwester", "Als Krankenschwester arbeite ich nachts"),
    ("roles", "En tant que professeur, je corrige beaucoup. Que penses-tu de cet exercice ?", "Est professeur", "En tant que professeur, je corrige beaucoup"),
    ("roles", "Como enfermera trabajo de noche. ¿Qué cenarías?", "Es enfermera", "Como enfermera trabajo de noche"),
    ("roles", "Я работаю юристом, что бы ты посоветовал почитать?", "Работает юристом", "Я работаю юристом"),
    ("places", "I live in Rome and I'm looking for a bigger flat", "Lives in Rome", "I live in Rome and I'm looking for a bigger flat"),
    ("places", "I'm in Rome and looking for a flat with a garden", "Lives in Rome", "I'm in Rome and looking for a flat"),
    ("places", "I'm looking for a flat in Rome", "Is looking for a flat in Rome", "I'm looking for a flat in Rome"),
    ("places", "looking for a job in Berlin, any tips?", "Is looking for a job in Berlin", "looking for a job in Berlin"),
    ("places", "I rent a flat in Rome and look for a cheaper one", "Lives in Rome", "I rent a flat in Rome"),
    ("places", "My flat in Oslo is cold, looking for a heater", "Lives in Oslo", "My flat in Oslo is cold"),
    ("places", "Ich wohne in Köln und suche eine größere Wohnung", "Wohnt in Köln", "Ich wohne in Köln"),
    ("places", "Vivo en Sevilla y busco un piso más grande", "Vive en Sevilla", "Vivo en Sevilla"),
    ("places", "J'habite à Lyon et je cherche un studio", "Habite à Lyon", "J'habite à Lyon"),
    ("places", "Ich suche eine Wohnung in Köln", "Sucht eine Wohnung in Köln", "Ich suche eine Wohnung in Köln"),
    ("texts to be written", "write a story about my cat: I own a cat named Mia", "Owns a cat named Mia", "I own a cat named Mia"),
    ("texts to be written", "Write my bio: I'm a nurse in Oslo with two kids", "Is a nurse in Oslo", "I'm a nurse in Oslo with two kids"),
    ("texts to be written", "quick background: I live in Rome and own a cat", "Owns a cat", "I live in Rome and own a cat"),
    ("texts to be written", "some facts: I keep bees and live in Ghent", "Keeps bees", "I keep bees and live in Ghent"),
    ("texts to be written", "Note: I am allergic to nuts. Write a recipe.", "Allergic to nuts", "I am allergic to nuts"),
    ("texts to be written", "write a packing list for me: I'm flying to Oslo and I hate checked bags", "Hates checked bags", "I hate checked bags"),
    ("texts to be written", "My situation: I have three sisters and no car. Write a plan.", "Has three sisters", "I have three sisters and no car"),
    ("texts to be written", "write a cover letter for me: I'm a welder with ten years behind me", "Is a welder", "I'm a welder with ten years behind me"),
    ("texts to be written", "Schreib mir einen Trainingsplan: ich laufe dreimal pro Woche", "Läuft dreimal pro Woche", "ich laufe dreimal pro Woche"),
    ("texts to be written", "fix my diet: I eat no meat", "Eats no meat", "I eat no meat"),
    ("what is shown", "fix this bug in my python project", "Uses Python", "my python project"),
    ("what is shown", "I use python, fix this bug", "Uses Python", "I use python"),
    ("what is shown", "i write everything in rust, explain this error", "Uses Rust", "i write everything in rust"),
    ("what is shown", "my java code crashes, debug it", "Uses Java", "my java code crashes"),
    ("what is shown", "we use bash for deploys, convert this script", "Uses Bash", "we use bash for deploys"),
    ("what is shown", "I'm writing a PHP site, optimize this function", "Uses PHP", "I'm writing a PHP site"),
    ("what is shown", "ich nutze python, korrigiere diesen fehler", "Nutzt Python", "ich nutze python"),
    ("what is shown", "uso python, corrige este error", "Usa Python", "uso python"),
    ("exaggerations", "I'm dying of cancer and want to write letters", "Is dying of cancer", "I'm dying of cancer"),
    ("exaggerations", "my dad is dying, how do I help?", "Father is dying", "my dad is dying"),
    ("exaggerations", "I'm obsessed with chess", "Is obsessed with chess", "I'm obsessed with chess"),
    ("exaggerations", "I eat horse meat", "Eats horse meat", "I eat horse meat"),
    ("exaggerations", "I swim every day, nearly drowned once", "Swims every day", "I swim every day"),
    ("exaggerations", "I live in Rome and I'm dying of laughter", "Lives in Rome", "I live in Rome"),
    ("expected children", "my wife is pregnant, baby due in march", "Wife expects a baby in March 2027", "my wife is pregnant, baby due in march"),
    ("expected children", "my sister is pregnant, due in june", "Sister expects a baby in June 2027", "my sister is pregnant, due in june"),
    ("expected children", "my partner is expecting, the baby comes in may", "Partner expects a baby in May 2027", "my partner is expecting, the baby comes in may"),
    ("expected children", "my girlfriend is pregnant with our first, due january 10", "Girlfriend expects a baby on 2027-01-10", "my girlfriend is pregnant with our first, due january 10"),
    ("expected children", "mi mujer está embarazada, el bebé llega en marzo", "Mujer espera un bebé en marzo de 2027", "mi mujer está embarazada, el bebé llega en marzo"),
    ("expected children", "жена беременна, рожать в марте", "Жена беременна", "жена беременна, рожать в марте"),
    ("expected children", "my husband broke his leg, cast off in april", "Husband has a broken leg", "my husband broke his leg, cast off in april"),
    ("twins", "I have a son and twin daughters", "Has three children", "I have a son and twin daughters"),
    ("twins", "I have a son and twin daughters", "Has a son and twin daughters", "I have a son and twin daughters"),
    ("twins", "we have triplets and a girl", "Has four children", "we have triplets and a girl"),
    ("twins", "i have twins, they are 4", "Has two children", "i have twins, they are 4"),
    ("twins", "i have a daughter and twin boys", "Has three kids", "i have a daughter and twin boys"),
    ("twins", "ich habe eine tochter und zwillinge", "Hat drei Kinder", "ich habe eine tochter und zwillinge"),
    ("twins", "tengo un hijo y gemelas", "Tiene tres hijos", "tengo un hijo y gemelas"),
    ("twins", "j'ai un fils et des jumelles", "A trois enfants", "j'ai un fils et des jumelles"),
    ("twins", "我有一个儿子和一对双胞胎女儿", "有三个孩子", "我有一个儿子和一对双胞胎女儿"),
    ("twins", "mamma di tre gemelli, i have triplets", "Has three children", "mamma di tre gemelli, i have triplets"),
    ("journeys", "flying to tokyo on jan 5, what to pack", "Flies to Tokyo on 2027-01-05", "flying to tokyo on jan 5"),
    ("journeys", "flying to oslo next friday", "Flies to Oslo on 2026-12-04", "flying to oslo next friday"),
    ("journeys", "driving to rome on december 20", "Drives to Rome on 2026-12-20", "driving to rome on december 20"),
    ("journeys", "moving to ghent on march 1", "Moves to Ghent on 2027-03-01", "moving to ghent on march 1"),
    ("journeys", "starting at globex on monday", "Starts at Globex on 2026-11-30", "starting at globex on monday"),
    ("journeys", "getting married on june 12", "Gets married on 2027-06-12", "getting married on june 12"),
    ("journeys", "running the boston marathon april 19", "Runs the Boston Marathon on 2027-04-19", "running the boston marathon april 19"),
    ("journeys", "having surgery on dec 3, scared", "Has surgery on 2026-12-03", "having surgery on dec 3"),
    ("journeys", "visiting my mum in lyon over christmas", "Visits mother in Lyon over Christmas", "visiting my mum in lyon over christmas"),
    ("journeys", "leaving for madrid tomorrow", "Leaves for Madrid on 2026-11-25", "leaving for madrid tomorrow"),
    ("wishes", "Keep your answers short", "Wants short answers", "Keep your answers short"),
    ("wishes", "keep answers short please", "Wants short answers", "keep answers short please"),
    ("wishes", "Keep your replies brief from now on", "Wants brief replies", "Keep your replies brief from now on"),
    ("wishes", "keep your explanations simple please", "Wants simple explanations", "keep your explanations simple please"),
    ("wishes", "make your answers shorter", "Wants shorter answers", "make your answers shorter"),
    ("wishes", "keep it short in all answers", "Wants short answers", "keep it short in all answers"),
    ("wishes", "please keep responses concise", "Wants concise responses", "please keep responses concise"),
    ("wishes", "halte deine antworten kurz", "Will kurze Antworten", "halte deine antworten kurz"),
    ("wishes", "mantén tus respuestas cortas", "Quiere respuestas cortas", "mantén tus respuestas cortas"),
    ("wishes", "garde tes réponses courtes", "Veut des réponses courtes", "garde tes réponses courtes"),
]  # fmt: skip

# What was typed, the fact, and its quote.
WRONG = [
    ("roles", "As a lawyer, what would you advise me to do about my landlord?", "Is a lawyer", "As a lawyer, what would you advise me to do"),
    ("roles", "As a doctor, what would you say about this rash?", "Is a doctor", "As a doctor, what would you say"),
    ("roles", "As a career coach, how would you answer this email?", "Is a career coach", "As a career coach, how would you answer"),
    ("roles", "as an experienced chef, tell me how you would plate this", "Is an experienced chef", "as an experienced chef, tell me how you would"),
    ("roles", "Speaking as a physicist, can you explain why the sky is blue?", "Is a physicist", "Speaking as a physicist, can you explain"),
    ("roles", "As a historian, do you think Rome had to fall?", "Is a historian", "As a historian, do you think Rome"),
    ("roles", "As a financial advisor, which fund would you pick for me?", "Is a financial advisor", "As a financial advisor, which fund would you pick"),
    ("roles", "Als Anwalt, was würdest du mir raten?", "Ist Anwalt", "Als Anwalt, was würdest du mir raten"),
    ("roles", "Como abogado, ¿qué me aconsejarías hacer con mi casero?", "Es abogado", "Como abogado, ¿qué me aconsejarías"),
    ("roles", "En tant que médecin, que penses-tu de ces symptômes ?", "Est médecin", "En tant que médecin, que penses-tu de ces symptômes"),
    ("roles", "Как юрист, что бы ты посоветовал мне сделать?", "Юрист", "Как юрист, что бы ты посоветовал"),
    ("roles", "作为一名律师，你会怎么建议我？", "是律师", "作为一名律师，你会怎么建议我"),
    ("places", "I'm looking for a flat in Rome", "Lives in Rome", "I'm looking for a flat in Rome"),
    ("places", "looking for a job in Berlin, any tips?", "Lives in Berlin", "looking for a job in Berlin"),
    ("places", "i need a good dentist in madrid, what should I look for?", "Works in Madrid", "i need a good dentist in madrid"),
    ("places", "I'm searching for an apartment in Lyon for next year", "Lives in Lyon", "I'm searching for an apartment in Lyon"),
    ("places", "We're hunting for a house in Denver", "Lives in Denver", "We're hunting for a house in Denver"),
    ("places", "trying to find a room in Oslo", "Lives in Oslo", "trying to find a room in Oslo"),
    ("places", "I want to buy a flat in Porto", "Lives in Porto", "I want to buy a flat in Porto"),
    ("places", "Ich suche eine Wohnung in Köln", "Wohnt in Köln", "Ich suche eine Wohnung in Köln"),
    ("places", "Busco piso en Sevilla", "Vive en Sevilla", "Busco piso en Sevilla"),
    ("places", "Je cherche un appartement à Lyon", "Habite à Lyon", "Je cherche un appartement à Lyon"),
    ("places", "Ищу квартиру в Москве", "Живёт в Москве", "Ищу квартиру в Москве"),
    ("texts to be written", "write a story: I live in Rome and own a cat", "Owns a cat", "I live in Rome and own a cat"),
    ("texts to be written", "write a poem: I keep bees and live alone", "Keeps bees", "I keep bees and live alone"),
    ("texts to be written", "Draft a dating profile: I love hiking and own two dogs", "Owns two dogs", "I love hiking and own two dogs"),
    ("texts to be written", "translate to french: I have three sisters", "Has three sisters", "I have three sisters"),
    ("texts to be written", "Continue this story: I am a sailor with one leg", "Is a sailor", "I am a sailor with one leg"),
    ("texts to be written", "rewrite in passive voice: I built a house in Oslo", "Built a house in Oslo", "I built a house in Oslo"),
    ("texts to be written", "make a sentence: I drive a red truck", "Drives a red truck", "I drive a red truck"),
    ("texts to be written", "schreib eine Geschichte: Ich wohne in Rom und habe eine Katze", "Hat eine Katze", "Ich wohne in Rom und habe eine Katze"),
    ("texts to be written", "escribe un cuento: vivo en Roma y tengo un gato", "Tiene un gato", "vivo en Roma y tengo un gato"),
    ("texts to be written", "écris une histoire : j'habite à Rome et j'ai un chat", "A un chat", "j'habite à Rome et j'ai un chat"),
    ("texts to be written", "напиши рассказ: я живу в Риме и держу кота", "Держит кота", "я живу в Риме и держу кота"),
    ("what is shown", "fix this python bug", "Uses Python", "fix this python bug"),
    ("what is shown", "explain this rust error", "Uses Rust", "explain this rust error"),
    ("what is shown", "debug this java code", "Uses Java", "debug this java code"),
    ("what is shown", "convert this bash script", "Uses Bash", "convert this bash script"),
    ("what is shown", "what is wrong with this sql query", "Uses SQL", "what is wrong with this sql query"),
    ("what is shown", "optimize this php function please", "Uses PHP", "optimize this php function"),
    ("what is shown", "review the following go code", "Uses Go", "review the following go code"),
    ("what is shown", "refactor that typescript file", "Uses TypeScript", "refactor that typescript file"),
    ("what is shown", "korrigiere diesen python fehler", "Nutzt Python", "korrigiere diesen python fehler"),
    ("what is shown", "corrige este error de python", "Usa Python", "corrige este error de python"),
    ("exaggerations", "I'm dying of laughter", "Is dying", "I'm dying of laughter"),
    ("exaggerations", "I'm dying to know how it ends", "Is dying", "I'm dying to know"),
    ("exaggerations", "i could eat a horse", "Eats horses", "i could eat a horse"),
    ("exaggerations", "I've told you a million times to use tabs", "Told a million times", "I've told you a million times"),
    ("exaggerations", "this bug is killing me, i'm dead", "Is dead", "i'm dead"),
    ("exaggerations", "my boss is going to kill me", "Has a violent boss", "my boss is going to kill me"),
    ("exaggerations", "i'm drowning in emails", "Is drowning", "i'm drowning in emails"),
    ("exaggerations", "I'm starving, what can I cook?", "Is starving", "I'm starving"),
    ("exaggerations", "I've been waiting for ages, I'm going insane", "Is going insane", "I'm going insane"),
    ("exaggerations", "i'm literally freezing to death here", "Is freezing to death", "i'm literally freezing to death"),
    ("exaggerations", "ich sterbe vor Langeweile", "Stirbt", "ich sterbe vor Langeweile"),
    ("exaggerations", "me muero de risa", "Se muere", "me muero de risa"),
    ("expected children", "my wife is pregnant, baby due in march", "Is pregnant", "my wife is pregnant, baby due in march"),
    ("expected children", "my wife is pregnant, baby due in march", "Wife expects twins in March 2027", "my wife is pregnant, baby due in march"),
    ("expected children", "my sister is pregnant, due in june", "Expects a baby in June 2027", "my sister is pregnant, due in june"),
    ("expected children", "my neighbour's baby is due in march", "Expects a baby in March 2027", "my neighbour's baby is due in march"),
    ("expected children", "my wife is pregnant, baby due in march", "Wife expects a baby in May 2027", "my wife is pregnant, baby due in march"),
    ("twins", "I have a son and twin daughters", "Has two children", "I have a son and twin daughters"),
    ("twins", "I have a son and twin daughters", "Has four children", "I have a son and twin daughters"),
    ("twins", "i have twins, they are 4", "Has four children", "i have twins, they are 4"),
    ("twins", "my twin brother lives in Oslo", "Has two brothers", "my twin brother lives in Oslo"),
    ("twins", "i have triplets", "Has two children", "i have triplets"),
    ("twins", "ich habe eine tochter und zwillinge", "Hat zwei Kinder", "ich habe eine tochter und zwillinge"),
    ("twins", "we stayed in a twin room, three nights", "Has two children", "we stayed in a twin room, three nights"),
    ("twins", "i am a twin", "Has two children", "i am a twin"),
    ("journeys", "flying to tokyo on jan 5, what to pack", "Lives in Tokyo", "flying to tokyo on jan 5"),
    ("journeys", "flying to tokyo on jan 5?", "Flies to Tokyo on 2027-02-05", "flying to tokyo on jan 5"),
    ("journeys", "thinking of flying to tokyo on jan 5", "Flies to Tokyo on 2027-01-05", "thinking of flying to tokyo on jan 5"),
    ("journeys", "is flying to tokyo on jan 5 cheap?", "Flies to Tokyo on 2027-01-05", "flying to tokyo on jan 5"),
    ("journeys", "how much does flying to tokyo on jan 5 cost?", "Flies to Tokyo on 2027-01-05", "flying to tokyo on jan 5"),
    ("journeys", "my boss is flying to tokyo on jan 5", "Flies to Tokyo on 2027-01-05", "my boss is flying to tokyo on jan 5"),
    ("journeys", "if i end up flying to tokyo on jan 5 what then", "Flies to Tokyo on 2027-01-05", "flying to tokyo on jan 5"),
    ("journeys", "compare flying to tokyo and taking the boat", "Flies to Tokyo", "flying to tokyo"),
    ("journeys", "what does moving to ghent on march 1 involve?", "Moves to Ghent on 2027-03-01", "moving to ghent on march 1"),
    ("journeys", "pretend you are flying to tokyo on jan 5", "Flies to Tokyo on 2027-01-05", "flying to tokyo on jan 5"),
    ("wishes", "keep this answer short", "Wants short answers", "keep this answer short"),
    ("wishes", "keep the email short please", "Wants short answers", "keep the email short"),
    ("wishes", "keep your answer short this time", "Wants short answers", "keep your answer short this time"),
    ("wishes", "make the answer to question 3 shorter", "Wants short answers", "make the answer to question 3 shorter"),
    ("wishes", "keep it short", "Wants short answers", "keep it short"),
    ("wishes", "is it good to keep answers short in an interview?", "Wants short answers", "keep answers short"),
    ("wishes", "my teacher says keep your answers short", "Wants short answers", "keep your answers short"),
    ("wishes", "keep the answers in the quiz short", "Wants short answers", "keep the answers in the quiz short"),
    ("wishes", "how do i keep answers short on dates", "Wants short answers", "keep answers short"),
    ("wishes", "keep your answers under 50 words for this quiz", "Wants short answers", "keep your answers under 50 words for this quiz"),
    ("longer names", "i live in the bay area", "Lives in Boston", "i live in the bay area"),
    ("longer names", "i live in the bay area", "Lives in San Jose", "i live in the bay area"),
    ("longer names", "i live in boston", "Lives in Boston, Lincolnshire", "i live in boston"),
]  # fmt: skip

# What may be the longer form of a name that was typed waits: only the user can tell.
MAY_BE = [
    ("i live in the bay area", "Lives in the San Francisco Bay Area"),
    ("i live in the valley", "Lives in the San Fernando Valley"),
]


def _refusal(typed: str, fact: str, quote: str) -> str:
    said = [TypedText("t1", words, SAID_AT, doubt) for words, doubt in pasted.quotable_parts(typed)]
    edit = Edit("add", "Personal Information", new=fact, quote=quote)
    return check([edit], EMPTY, said, CheckContext())[1][-1].refusal


@for_each(("kind", "typed", "fact", "quote"), RIGHT)
def test_what_is_said_of_oneself_is_taken(kind: str, typed: str, fact: str, quote: str) -> None:
    assert _refusal(typed, fact, quote) == "", kind


@for_each(("kind", "typed", "fact", "quote"), WRONG)
def test_what_is_not_said_of_oneself_is_not_taken(
    kind: str, typed: str, fact: str, quote: str
) -> None:
    assert _refusal(typed, fact, quote), kind


@pytest.mark.parametrize(("typed", "fact"), MAY_BE)
def test_the_longer_form_of_a_name_waits(typed: str, fact: str) -> None:
    assert _refusal(typed, fact, typed) == MAYBE_MISREAD
