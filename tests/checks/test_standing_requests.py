"""Requests that hold from now on are lasting wishes; those about one answer are not."""

import pytest
from support import judging
from support.rows import for_each

from llm_user_memory.checks import wishes
from llm_user_memory.checks.subjects import compiled, searchable
from llm_user_memory.text.vocabulary import requests

pytestmark = pytest.mark.once

# A fact, how it may be said so that it lasts, and so that it holds for one answer only.
ROWS = (
    (
        "Wants kubectl commands first and theory after",
        "next time just give the kubectl commands first and theory after",
        "for this one just give the kubectl commands first and theory after",
    ),
    (
        "Wants answers in short lines, one fact per line",
        "short lines, one fact per line. do everything for me like this",
        "short lines, one fact per line. do this one like that",
    ),
    ("Wants grams, not cups", "grams pls cant do cups", "grams for this one please, not cups"),
    (
        "Wants only the diff, not the full file",
        "for next time: only the diff, not the full file",
        "for this one only the diff, not the full file",
    ),
    (
        "Wants just the fix for pasted errors",
        "whenever i paste an error just give me the fix",
        "just give me the fix for this pasted error",
    ),
    (
        "Wants only the translation",
        "any time i send a text, only the translation please",
        "this text in french, the translation please",
    ),
    ("Wants metric units", "moving forward use metric units", "use metric units this time"),
    (
        "Wants prices in Swiss francs",
        "please remember to give prices in swiss francs",
        "give the prices here in swiss francs",
    ),
    (
        "Wants British spelling",
        "keep it in british spelling from here on out",
        "british spelling for this letter",
    ),
    (
        "Wants the short version first",
        "as a rule give me the short version first",
        "the short version first here",
    ),
    ("Wants no pandas suggestions", "quit suggesting pandas", "no pandas in this script"),
    (
        "Wants no apologies",
        "you keep apologizing, cut it out",
        "leave out the apologies in this letter",
    ),
    (
        "Möchte erst das Ergebnis und dann die Erklärung",
        "nächstes mal bitte erst das ergebnis und dann die erklärung",
        "diesmal bitte erst das ergebnis und dann die erklärung",
    ),
    (
        "Möchte nur Stichpunkte",
        "ab jetzt bitte nur noch stichpunkte",
        "mach hier bitte nur stichpunkte",
    ),
    (
        "Möchte bei Code nur den Diff",
        "wenn ich code schicke, gib mir nur den diff",
        "gib mir hier nur den diff",
    ),
    (
        "Möchte keine englischen Fachbegriffe",
        "merk dir: keine englischen fachbegriffe",
        "in diesem text keine englischen fachbegriffe",
    ),
    (
        "Möchte keine Vorschläge mit NumPy",
        "hör auf mir numpy vorzuschlagen",
        "mach diesen vorschlag ohne numpy",
    ),
    ("Möchte kürzere Antworten", "generell bitte kürzer antworten", "diese antwort bitte kürzer"),
    (
        "Quiere en las correcciones primero la frase corregida y después el porqué",
        "cuando te pida correcciones ponme primero la frase corregida y después el porqué",
        "esta vez ponme primero la frase corregida y después el porqué",
    ),
    ("Quiere solo los comandos", "la próxima vez dame solo los comandos", "dame solo los comandos"),
    (
        "Quiere resúmenes de tres líneas",
        "cada vez que te pase un texto, resúmelo en tres líneas",
        "resume este texto en tres líneas",
    ),
    (
        "Veut d'abord la commande, puis l'explication",
        "à l'avenir donne-moi d'abord la commande, l'explication après",
        "donne-moi d'abord la commande ici",
    ),
    (
        "Veut seulement ce qui change dans le code",
        "quand je te colle du code, montre-moi seulement ce qui change",
        "montre-moi seulement ce qui change ici",
    ),
    (
        "Veut les unités en métrique",
        "la prochaine fois mets les unités en métrique",
        "mets les unités en métrique cette fois",
    ),
    (
        "Хочет сначала команды, потом теорию",
        "в следующий раз давай сначала команды, потом теорию",
        "в этот раз давай сначала команды, потом теорию",
    ),
    (
        "Хочет только исправления к коду",
        "когда я присылаю код, пиши только исправления",
        "пиши здесь только исправления",
    ),
    ("希望先给命令", "下次直接先给我命令", "这次先给我命令"),
    ("希望直接改代码,不要解释", "以后我发代码你就直接改,不要解释", "这段直接改"),
    (
        "Vuole risposte in italiano",
        "d'ora in poi rispondi in italiano",
        "rispondi in italiano questa volta",
    ),
    (
        "Vuole prima i comandi e poi la teoria",
        "la prossima volta dammi prima i comandi e poi la teoria",
        "stavolta dammi prima i comandi e poi la teoria",
    ),
    ("Quer só o comando", "da próxima vez me dá só o comando", "desta vez me dá só o comando"),
)

# Sentences with a word such as "when" or "next time" that are about one time.
NOT_STANDING = (
    "remember the function above? the short version",
    "when i paste it here it fails, the fix please",
    "if i ask my boss, the short version first",
    "next time i'm in rome i'll see the forum",
    "wenn ich das hier einfüge, geht es nicht",
    "cuando te paso este texto falla",
    "quand je te colle ce code, ça plante",
    "когда я присылаю это, всё падает",
    "我发这个的时候就报错",
)
OWN_PLANS = (
    ("add that i'll be teaching here on fridays", "Will teach on Fridays"),
    (
        "Add a line that I'm going to be teaching beginners at home, no children under eight",
        "Will teach beginners at home, no children under eight",
    ),
)


@for_each(("fact", "said"), [row[:2] for row in ROWS])
def test_a_standing_request_is_taken(fact: str, said: str) -> None:
    assert judging.refusal(fact, said) == ""


@for_each(("fact", "asked"), [(row[0], row[2]) for row in ROWS])
def test_a_request_for_one_answer_is_not(fact: str, asked: str) -> None:
    assert judging.refusal(fact, asked)


@pytest.mark.parametrize("said", NOT_STANDING)
def test_a_condition_of_one_time_is_no_standing_request(said: str) -> None:
    words = searchable(said)
    assert not compiled(requests.STANDING).search(words)


@pytest.mark.parametrize(("said", "fact"), OWN_PLANS)
def test_a_plan_within_a_request_is_no_wish(said: str, fact: str) -> None:
    assert not wishes.is_for_once(fact, said, said)


@pytest.mark.parametrize(
    "fact",
    [
        'Wants answers without "Great question" phrases',
        "Wants answers without good wishes",
        "Möchte Antworten ohne „Gute Frage“",
        "Veut des réponses sans « bonne question »",
    ],
)
def test_a_wish_that_names_what_to_leave_out_says_something(fact: str) -> None:
    assert not wishes.is_empty(fact)
