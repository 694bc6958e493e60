"""What a forgotten or local fact says is recognised in the first person, in several languages."""

import pytest

from llm_user_memory.text import fingerprints

SALT = b"salt"

# A fact, and an earlier prompt of the user's that says it.
SAID = [
    ("Has diabetes", "I have diabetes and look for recipes."),
    ("Hat Diabetes", "Ich habe Diabetes und suche Rezepte."),
    ("Isst kein Fleisch", "Ich esse kein Fleisch."),
    ("Zahlt Unterhalt", "ich zahle unterhalt, was setze ich ab"),
    ("Pflegt die Mutter", "Seit Mai pflege ich die Mutter"),
    ("Tiene diabetes", "Tengo diabetes, ¿qué ceno?"),
    ("Toma insulina", "Tomo insulina por la noche"),
    ("Cuida a su madre", "Cuido a mi madre, su piso es pequeño"),
    ("Habite à Lyon", "J'habite à Lyon depuis mai."),
    ("Boit du vin", "Je bois du vin le soir"),
    ("Prende l'insulina", "Prendo l'insulina la sera"),
    ("Guida un taxi", "Guido un taxi a Bari"),
    ("Toma remédio", "Eu tomo remédio de noite"),
    ("Cria abelhas", "Crio abelhas em casa"),
    ("Живёт в Осло", "Я живу в Осло."),
    ("Принимает инсулин", "Я принимаю инсулин, что есть?"),
    ("Woont in Gent", "Ik woon in Gent"),
    ("Bierze insulinę", "Biorę insulinę."),
    # English words in a sentence, or in the fact, do not make it English.
    ("Hat Diabetes", "Ich habe Diabetes und spiele gern World of Warcraft, was hilft?"),
    ("Nimmt Metformin", "Ich nehme Metformin, und wie schreibe ich eine for Schleife?"),
    ("Tiene diabetes", "Tengo diabetes y uso this en JavaScript, ¿qué hago?"),
    ("Prend de la metformine", "Je prends de la metformine at home"),
    ("Работает в банке", "Я работаю в банке, как сделать for в Python?"),
    ("Arbeitet bei Bank of America", "Ich arbeite bei Bank of America"),
    ("Liest The Economist", "Ich lese The Economist"),
    ("Juega a World of Warcraft", "Juego a World of Warcraft"),
    ("Lit The Economist", "Je lis The Economist"),
    ("Gioca a World of Warcraft", "Gioco a World of Warcraft"),
    ("Trabalha no Bank of America", "Trabalho no Bank of America"),
    ("Speelt World of Warcraft", "Ik speel World of Warcraft with my friends"),
    ("Читает The Economist", "Я читаю The Economist"),
]
NOT_SAID = [
    ("Hat Diabetes", "Mein Opa sucht ein Rezept"),
    ("Vive en Lima", "Compré una lima"),
    ("Spielt Geige", "Das Spiel ist aus"),
    ("Arbeitet bei Siemens", "Siemens baut Züge"),
    ("Isst kein Fleisch", "Ich esse Fleisch"),
    ("Habite à Lyon", "un hôtel à Lyon"),
]


@pytest.mark.parametrize(("fact", "text"), SAID)
def test_the_first_person_says_the_fact(fact: str, text: str) -> None:
    assert fingerprints.says(fingerprints.of_facts(SALT, [fact]), text)


@pytest.mark.parametrize(("fact", "text"), NOT_SAID)
def test_other_sentences_do_not(fact: str, text: str) -> None:
    assert not fingerprints.says(fingerprints.of_facts(SALT, [fact]), text)
