"""An order about one text is no lasting wish: "don't put 'dear all'"."""

# ruff: noqa: E501 - tables

from datetime import datetime

import pytest
from support import judging
from support.rows import for_each

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 5, 14, 12).timestamp()

# Whether the fact is right, what was typed, and the fact.
ROWS = (
    (False, "no pongas 'estimados'", "No quiere 'estimados' en sus respuestas"),
    (False, "no pongas 'estimados'", "Quiere respuestas sin 'estimados'"),
    (False, "don't put 'dear all'", "Wants answers without 'dear all'"),
    (False, "don't write \"kind regards\" at the end", 'Wants answers without "kind regards"'),
    (False, "don't mention the price", "Wants answers without prices"),
    (False, "leave out the greeting", "Doesn't want greetings"),
    (False, "don't start with \"i hope this finds you well\"", "Doesn't want \"i hope this finds you well\""),
    (False, 'schreib nicht "sehr geehrte"', "Möchte Antworten ohne „sehr geehrte“"),
    (False, 'ohne "mit freundlichen grüßen"', "Möchte Antworten ohne „mit freundlichen Grüßen“"),
    (False, "no uses la palabra 'nexo'", "No quiere la palabra 'nexo' en las respuestas"),
    (False, "ne mets pas « cordialement »", "Veut des réponses sans « cordialement »"),
    (False, "non mettere 'gentile'", "Vuole risposte senza 'gentile'"),
    (False, "não coloque 'prezados'", "Quer respostas sem 'prezados'"),
    (False, "не пиши «уважаемые»", "Хочет ответы без «уважаемые»"),
    (True, "nunca pongas 'estimados'", "Quiere respuestas sin 'estimados'"),
    (True, "a partir de ahora no pongas 'estimados'", "Quiere respuestas sin 'estimados'"),
    (True, "never put 'dear all' in my emails", "Wants emails without 'dear all'"),
    (True, "from now on don't write \"kind regards\"", 'Wants no "kind regards"'),
    (True, "ne mets jamais « cordialement »", "Veut des réponses sans « cordialement »"),
    (True, "non mettere mai 'gentile'", "Vuole risposte senza 'gentile'"),
    (True, "nunca coloque 'prezados'", "Quer respostas sem 'prezados'"),
    (True, "никогда не пиши «уважаемые»", "Хочет ответы без «уважаемые»"),
    (True, "don't use emojis", "Wants answers without emojis"),
    (True, "don't tell jokes", "Wants answers without jokes"),
    (True, "no uses emojis", "Quiere respuestas sin emojis"),
    (True, "stop saying 'great question'", "Wants answers without 'great question'"),
    (True, "you keep writing \"certainly\", don't", 'Wants answers without "certainly"'),
    (True, "arrête les « n'hésitez pas »", "Ne veut pas de « n'hésitez pas »"),
    (True, "deja de poner 'estimados'", "Quiere textos sin 'estimados'"),
    (True, "i'm a 'wheelchair user', not a 'disabled passenger' please", "Wants to be called a wheelchair user"),
    (False, "mail al casero. no pongas 'atentamente'", "No quiere 'atentamente' en los correos"),
    (False, "mail an den Vermieter, schreib nicht „mit freundlichen Grüßen“", "Möchte keine „freundlichen Grüße“"),
    (True, "non 'artigiano', sono squerariól", "Vuole essere definito squerariól"),
    (False, "don't use the word 'delve' here", "Wants answers without 'delve'"),
    (False, 'letter to the council. no "to whom it may concern"', 'Wants letters without "to whom it may concern"'),
    (False, "lass „Liebe Alle“ weg", "Möchte Texte ohne „Liebe Alle“"),
    (True, "never ever write 'delve'", "Wants answers without 'delve'"),
    (False, "please don't include my phone number in it", "Wants answers without phone numbers"),
    (False, "quita lo de 'cordialmente'", "No quiere 'cordialmente' en las respuestas"),
    (True, "ab jetzt kein „Gruß“ mehr", "Möchte kein „Gruß“"),
)  # fmt: skip


@for_each(("is_right", "said", "fact"), ROWS)
def test_a_phrase_forbidden_once_is_no_lasting_wish(is_right: bool, said: str, fact: str) -> None:
    refusal = judging.refusal(fact, said, said_at=SAID_AT)
    assert (not refusal) == is_right, refusal
