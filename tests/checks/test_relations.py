"""Pets and people of the user's: "he's 13" of the cat, "Is married" for "my wife", whose question.

Right and wrong facts side by side; several turns where a pronoun refers to an earlier one.
"""

# ruff: noqa: E501 - tables

import pytest

from llm_user_memory.checks import guard
from llm_user_memory.checks.guard import CheckContext
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit

# "taken", "waits", or "not taken" for a wrong fact; the turns; the fact.
ROWS = (
    ("taken", ("mi perra (labradora, 9 años) comió chocolate", "ella toma fenobarbital por la epilepsia, eso cambia algo?",), "Su perra toma fenobarbital por la epilepsia"),
    ("taken", ("my dog is limping", "he's 11 and takes carprofen",), "Dog is 11 and takes carprofen"),
    ("taken", ("my dog is limping", "he's 11 and takes carprofen",), "Her dog takes carprofen"),
    ("taken", ("she brought the cat back btw. so its me and Gravy again", "hes 13 and got about four teeth",), "Cat Gravy is 13 and has about four teeth"),
    ("taken", ("my cat Miso pees everywhere", "she's 9 and diabetic",), "Cat Miso is diabetic"),
    ("taken", ("we have a rescue greyhound", "she hates the rain",), "Greyhound hates the rain"),
    ("taken", ("unser Kater frisst nicht", "er ist 14 und hat Diabetes",), "Kater hat Diabetes"),
    ("taken", ("unser Kater frisst nicht", "er ist 14 und hat Diabetes",), "Ihr Kater ist 14"),
    ("taken", ("mon chat vomit", "il a 12 ans et une insuffisance rénale",), "Son chat a une insuffisance rénale"),
    ("taken", ("у меня кот не ест", "он диабетик, ему 12",), "Кот диабетик"),
    ("taken", ("il mio cane zoppica", "lui ha 10 anni e prende il cortisone",), "Il suo cane prende il cortisone"),
    ("taken", ("meu gato não come", "ele tem diabetes",), "Seu gato tem diabetes"),
    ("taken", ("我家猫不吃东西", "他有糖尿病",), "猫有糖尿病"),
    ("taken", ("my sister visits next week", "she's allergic to nuts",), "Sister is allergic to nuts"),
    ("taken", ("mi hijo no duerme", "él tiene asma",), "Su hijo tiene asma"),
    ("not taken", ("my dog barks. i'm allergic to nuts",), "Dog is allergic to nuts"),
    ("not taken", ("my neighbour's dog barks all night", "he's 13",), "Dog is 13"),
    ("not taken", ("my dog is fine. my brother called, he's a welder",), "Dog is a welder"),
    ("not taken", ("my dog is old and my brother visits", "he's allergic to nuts",), "Dog is allergic to nuts"),
    ("not taken", ("the dog next door barks", "he's 13",), "Dog is 13"),
    ("not taken", ("my cat is asleep", "he's a nurse from Leeds",), "Is a nurse from Leeds"),
    ("not taken", ("my boss is mean", "he's 45",), "Is 45"),
    ("not taken", ("mi perro ladra. yo tomo fenobarbital",), "Su perro toma fenobarbital"),
    ("taken", ("i give my dog carprofen every morning",), "Dog takes carprofen"),
    ("taken", ("i have a dog. i feed him raw meat",), "Dog eats raw meat"),
    ("taken", ("mon mari ne lui parlait plus depuis dix ans, restons neutres",), "Est mariée"),
    ("taken", ("my husband doesn't eat cheese, what can i cook",), "Is married"),
    ("taken", ("my wife's birthday is friday, gift ideas",), "Is married"),
    ("taken", ("mein Mann will einen Grill, was taugt",), "Ist verheiratet"),
    ("taken", ("mi mujer odia el cilantro",), "Está casado"),
    ("taken", ("mia moglie non mangia pesce",), "È sposato"),
    ("taken", ("minha esposa trabalha à noite",), "É casado"),
    ("taken", ("муж не ест рыбу",), "Замужем"),
    ("taken", ("我老婆不吃辣",), "已婚"),
    ("taken", ("my ex-wife keeps the house",), "Is divorced"),
    ("taken", ("my ex-wife keeps the house",), "Has an ex-wife"),
    ("taken", ("our kids' school is closed on monday",), "Has children"),
    ("taken", ("my sister's wedding is in june, what do i wear",), "Has a sister"),
    ("taken", ("my daughter hates maths",), "Has a daughter"),
    ("taken", ("mein sohn mag keine suppe",), "Hat einen Sohn"),
    ("taken", ("mi hermana no come carne",), "Tiene una hermana"),
    ("taken", ("ma fille n'aime pas l'école",), "A une fille"),
    ("taken", ("сын не ест суп",), "Есть сын"),
    ("taken", ("my late husband never liked it",), "Is widowed"),
    ("not taken", ("my late husband never liked it",), "Is married"),
    ("not taken", ("my ex-husband is a lawyer",), "Is married"),
    ("not taken", ("my husband died in 2019",), "Is married"),
    ("not taken", ("my future husband should be tall",), "Is married"),
    ("not taken", ("my sister's husband is a lawyer",), "Is married"),
    ("not taken", ("my sister's kids are loud",), "Has children"),
    ("not taken", ("my brother's wife is ill",), "Has a wife"),
    ("not taken", ("pretend my husband is a spy",), "Is married"),
    ("not taken", ("my sister-in-law is loud",), "Has a sister"),
    ("not taken", ("if i had a daughter i'd name her Mo",), "Has a daughter"),
    ("not taken", ("my friend is married",), "Is married"),
    ("not taken", ("mon frère est marié",), "Est marié"),
    ("taken", ("tips for sleeping w/ tinnitus that arent white noise",), "Has tinnitus"),
    ("taken", ("advice on traveling with crohn's please, flights esp",), "Has Crohn's"),
    ("waits", ("how to keep running with flat feet",), "Has flat feet"),
    ("taken", ("is 34 psi too much for a gravel bike tire 45mm tubeless i weigh about 82kg",), "Rides a gravel bike"),
    ("not taken", ("tips for a friend with tinnitus",), "Has tinnitus"),
    ("not taken", ("gift for someone sleeping with tinnitus",), "Has tinnitus"),
    ("not taken", ("a backpack for a nurse",), "Is a nurse"),
    ("waits", ("can he keep the whole deposit (ontario).",), "Lives in Ontario"),
    ("taken", ("my landlord wants to raise the rent by 20%, can he do that (Germany)?",), "Lives in Germany"),
    ("not taken", ("my brother (toronto) says hi",), "Lives in Toronto"),
    ("not taken", ("my sister (a nurse) asked whether it's ok",), "Is a nurse"),
    ("taken", ("I need to convert my grandmother's recipe to metric, it's from her notebook. I have to make it gluten free too since I was diagnosed in January, so tell me what mix would stand in for the flour",), "Has to eat gluten free since a diagnosis in January"),
    ("waits", ("can he keep the whole deposit (ontario).",), "Lives in Ontario"),
    ("taken", ("my landlord wants to raise the rent by 20%, can he do that (Germany)?",), "Lives in Germany"),
    ("taken", ("darf mein Vermieter einfach in die Wohnung (Österreich)?",), "Lebt in Österreich"),
    ("waits", ("puede el casero subirme el alquiler (Valencia)?",), "Vive en Valencia"),
    ("taken", ("mon proprio peut garder la caution (Belgique) ?",), "Vit en Belgique"),
    ("not taken", ("my brother (toronto) says hi",), "Lives in Toronto"),
    ("not taken", ("my sister (a nurse) asked whether it's ok",), "Is a nurse"),
    ("not taken", ("who plays the lead in the new series (HBO)?",), "Lives in HBO"),
    ("not taken", ("what is the capital of that state (Ontario)?",), "Lives in Ontario"),
    ("taken", ("муж говорит, нужна вторая собака",), "Is married"),
    ("taken", ("мой муж не ест рыбу",), "Замужем"),
    ("taken", ("my wife and i have twins",), "Is married"),
    ("taken", ("schreib meiner Frau eine Karte, sie hat Geburtstag",), "Ist verheiratet"),
    ("not taken", ("mein verstorbener Mann mochte Rosen",), "Ist verheiratet"),
    ("taken", ("mein verstorbener Mann mochte Rosen",), "Ist verwitwet"),
    ("taken", ("mi exmujer se queda con el piso",), "Está divorciado"),
    ("not taken", ("mi exmujer se queda con el piso",), "Está casado"),
    ("not taken", ("бывший муж не платит",), "Замужем"),
    ("taken", ("бывший муж не платит",), "Разведена"),
    ("taken", ("我前夫不给抚养费",), "离异"),
    ("not taken", ("我前夫不给抚养费",), "已婚"),
    ("not taken", ("we're getting divorced and my husband is furious",), "Is married"),
    ("not taken", ("her husband is a plumber",), "Is married"),
    ("not taken", ("the man is here, what now",), "Is married"),
    ("not taken", ("my neighbour's cat comes over. he's 9",), "Cat is 9"),
    ("taken", ("our old cat sleeps all day. he's 19",), "Cat is 19"),
    ("not taken", ("my dog sleeps. i take insulin",), "Dog takes insulin"),
    ("taken", ("tipps zum schlafen mit tinnitus",), "Hat Tinnitus"),
    ("taken", ("consejos para dormir con acúfenos",), "Tiene acúfenos"),
    ("taken", ("conseils pour dormir avec des acouphènes",), "A des acouphènes"),
    ("taken", ("consigli per dormire con gli acufeni",), "Ha gli acufeni"),
    ("taken", ("dicas para dormir com zumbido",), "Tem zumbido"),
    ("taken", ("not sure if my wife likes it, she's picky",), "Is married"),
    ("taken", ("my wife and i play tennis on sundays",), "Is married"),
    ("not taken", ("in my novel my wife is a pirate",), "Is married"),
    ("not taken", ("ideas for people living with tinnitus",), "Has tinnitus"),
    ("not taken", ("a present for a nurse",), "Is a nurse"),
)  # fmt: skip


@pytest.mark.parametrize(("end", "turns", "fact"), ROWS)
def test_whose_pet_or_spouse_it_is(end: str, turns: tuple[str, ...], fact: str) -> None:
    typed = [TypedText(f"turn {number}", words, 0) for number, words in enumerate(turns)]
    edit = Edit("add", "Personal Information", new=fact, quote=turns[-1])
    _text, [verdict] = guard.check([edit], EMPTY, typed, CheckContext())
    assert bool(verdict.refusal) == (end != "taken"), verdict.refusal
    assert verdict.needs_review or end != "waits", verdict.refusal
