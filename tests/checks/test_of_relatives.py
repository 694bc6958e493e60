"""What describes the person for whom the user asks, or stands in brackets behind one."""

# ruff: noqa: E501 - tables

from datetime import datetime

import pytest
from support import judging

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 5, 14, 12).timestamp()

# Whether the fact is right, what was typed, and the fact.
ROWS = (
    (False, "tips for my mum sleeping with tinnitus", "Has tinnitus"),
    (False, "advice for my dad living with Parkinson's", "Has Parkinson's"),
    (False, "exercises for my grandma walking with a frame", "Walks with a frame"),
    (False, "help for my son struggling with dyslexia", "Has dyslexia"),
    (False, "snacks for my husband managing diabetes", "Has diabetes"),
    (False, "tips for a friend travelling with crohn's", "Has Crohn's"),
    (False, "how do i support my wife dealing with migraines", "Has migraines"),
    (False, "gift for my brother recovering from knee surgery", "Is recovering from knee surgery"),
    (False, "my mum sleeping with tinnitus is a nightmare, any tips", "Has tinnitus"),
    (False, "ideas for our neighbour living with MS", "Has MS"),
    (False, "shoes for my sister running with flat feet", "Has flat feet"),
    (False, "tipps für meine Mutter zum Schlafen mit Tinnitus", "Hat Tinnitus"),
    (False, "Hilfe für meinen Vater mit Parkinson", "Hat Parkinson"),
    (False, "wie helfe ich meiner Schwester, die mit Migräne lebt", "Hat Migräne"),
    (False, "consejos para mi madre para dormir con acúfenos", "Tiene acúfenos"),
    (False, "consejos para mi padre viviendo con párkinson", "Tiene párkinson"),
    (False, "conseils pour ma mère qui dort avec des acouphènes", "A des acouphènes"),
    (False, "conseils pour ma mère pour dormir avec des acouphènes", "A des acouphènes"),
    (False, "consigli per mia madre per dormire con gli acufeni", "Ha gli acufeni"),
    (False, "consigli per mio padre che vive con il Parkinson", "Ha il Parkinson"),
    (False, "dicas pra minha mãe dormir com zumbido", "Tem zumbido"),
    (False, "dicas para o meu pai vivendo com Parkinson", "Tem Parkinson"),
    (False, "советы для мамы, как спать с тиннитусом", "Тиннитус"),
    (True, "tips for sleeping with tinnitus", "Has tinnitus"),
    (True, "tips for my mum sleeping with tinnitus", "Mother has tinnitus"),
    (True, "advice for my dad living with Parkinson's", "Father has Parkinson's"),
    (True, "i need tips for sleeping with tinnitus, my mum says try white noise", "Has tinnitus"),
    (True, "how do i tell my mum i'm living with crohn's", "Has Crohn's"),
    (True, "me and my mum both sleep badly, i have tinnitus", "Has tinnitus"),
    (True, "tipps für meine Mutter zum Schlafen mit Tinnitus", "Mutter hat Tinnitus"),
    (True, "consejos para mi madre para dormir con acúfenos", "Su madre tiene acúfenos"),
    (True, "consejos para dormir con acúfenos", "Tiene acúfenos"),
    (True, "conseils pour dormir avec des acouphènes", "A des acouphènes"),
    (True, "consigli per mia madre per dormire con gli acufeni", "Sua madre ha gli acufeni"),
    (True, "dicas pra dormir com zumbido", "Tem zumbido"),
    (True, "i coach my son playing with the under 9s", "Coaches his son"),
    (True, "i love walking with my dad in the Alps", "Loves walking in the Alps"),
    (True, "living with my mum and my crohn's is hard", "Has Crohn's"),
    (True, "i need a quiet keyboard for my wife sleeping next to me, i work nights", "Works nights"),
    (True, "a gift for my daughter turning 6 on friday", "Has a daughter"),
    (True, "help my son with maths, i'm a welder with no clue", "Is a welder"),
    (True, "cooking for my wife with celiac, i'm vegetarian", "Is vegetarian"),
    (True, "ich koche für meine Frau mit dem Thermomix", "Kocht mit dem Thermomix"),
    (True, "cocino para mi familia con freidora de aire", "Cocina con freidora de aire"),
    (True, "i bake for my kids with spelt flour", "Bakes with spelt flour"),
    (True, "i print toys for my son with a prusa", "Prints toys with a Prusa"),
    (False, "cena para mi marido con diabetes", "Tiene diabetes"),
    (False, "dinner for my husband with gout", "Has gout"),
    (True, "dinner for my husband with gout", "Husband has gout"),
    (True, "i've worked for my dad over 20 years as a welder", "Works as a welder"),
    (True, "i bake for my son after work at the bakery in Hull", "Works at the bakery in Hull"),
    (True, "trabajo para mi padre de soldador", "Trabaja de soldador"),
    (False, "what should i send to my brother (toronto)?", "Lives in Toronto"),
    (False, "is it too late to call my sister (sydney)?", "Lives in Sydney"),
    (False, "how long does a parcel to my mum (lisbon) take?", "Lives in Lisbon"),
    (False, "what do i get my best friend (berlin)?", "Lives in Berlin"),
    (False, "what time is it for my colleague (tokyo)?", "Lives in Tokyo"),
    (False, "can i send alcohol to my uncle (Dubai)?", "Lives in Dubai"),
    (False, "how do i transfer money to my landlord (Spain)?", "Lives in Spain"),
    (False, "which clothes for our client (oslo)?", "Lives in Oslo"),
    (False, "was schicke ich meinem Bruder (Toronto)?", "Wohnt in Toronto"),
    (False, "wann kann ich meine Oma (Graz) anrufen?", "Wohnt in Graz"),
    (False, "qué le mando a mi hermano (Toronto)?", "Vive en Toronto"),
    (False, "qu'est-ce que j'envoie à mon frère (Toronto) ?", "Vit à Toronto"),
    (False, "cosa mando a mio fratello (Toronto)?", "Vive a Toronto"),
    (False, "o que mando pro meu irmão (Toronto)?", "Mora em Toronto"),
    (False, "что подарить брату (Торонто)?", "Живёт в Торонто"),
    (False, "what's the weather in july for my trip (Lisbon)?", "Lives in Lisbon"),
    (True, "my landlord wants to raise the rent by 20%, can he do that (Germany)?", "Lives in Germany"),
    (True, "darf mein Vermieter einfach in die Wohnung (Österreich)?", "Lebt in Österreich"),
    (True, "what should i send to my brother (toronto)?", "Brother lives in Toronto"),
    (True, "was schicke ich meinem Bruder (Toronto)?", "Bruder wohnt in Toronto"),
    (True, "qué le mando a mi hermano (Toronto)?", "Su hermano vive en Toronto"),
    (True, "mon proprio peut garder la caution (Belgique) ?", "Vit en Belgique"),
    (True, "i live with my brother (toronto)", "Lives in Toronto"),
    (True, "my wife (38) and i (40) live in Hull", "Lives in Hull"),
    (True, "my husband (and i) live in Leeds", "Lives in Leeds"),
    (True, "me and my partner (a nurse) rent in Ghent", "Rents in Ghent"),
    (False, "dinner with my friend (vegan)", "Is vegan"),
    (True, "dinner with my friend (i'm vegan)", "Is vegan"),
    (False, "Geschenk für meine Mutter (Zahnärztin)", "Ist Zahnärztin"),
    (False, "regalo para mi hermana (enfermera)", "Es enfermera"),
    (False, "cadeau pour mon père (retraité)", "Est retraité"),
    (False, "regalo per mio padre (pensionato)", "È pensionato"),
    (False, "presente pra minha mãe (professora)", "É professora"),
    (False, "подарок маме (врач)", "Врач"),
    (True, "i have two kids (6 and 8)", "Has kids aged 6 and 8"),
    (True, "i write to my brother (toronto) and my sister (oslo)", "Brother lives in Toronto"),
)  # fmt: skip


@pytest.mark.parametrize(("is_right", "said", "fact"), ROWS)
def test_what_is_said_of_a_relative_is_theirs(is_right: bool, said: str, fact: str) -> None:
    refusal = judging.refusal(fact, said, said_at=SAID_AT)
    assert (not refusal) == is_right, refusal
