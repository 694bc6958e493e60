"""Facts that a model draws from a whole conversation, and forms that people type in passing.

Each class has right facts, which are taken, beside wrong ones of the same form, which are not.
"""

import pytest
from support import judging
from support.rows import for_each

from llm_user_memory.checks.refusals import (
    INVENTED,
    MAYBE_ANOTHERS,
    MAYBE_SO,
    REVERSED,
    SAYS_MORE,
    SOMEBODY_ELSE,
)

TAKEN = ""
SAID_AT = 1_778_760_000

# The turns, of which the last but those after " // " is quoted; the fact; why it is not taken.
TOLD_ELSEWHERE = (
    (("how much coffee is ok with propranolol", "i take 20mg on concert days"), 1,
     "Takes 20mg propranolol on concert days", TAKEN),
    (("i take 20mg on concert days", "how much coffee is ok with propranolol"), 0,
     "Takes 20mg propranolol on concert days", TAKEN),
    (("i take 20mg on concert days", "how much coffee is ok"), 0,
     "Takes 20mg propranolol on concert days", SAYS_MORE),
    (("what are the symptoms of diabetes?", "i take a pill every morning"), 1,
     "Has diabetes and takes a pill every morning", SAYS_MORE),
    (("what does a nurse earn?", "i work at St Olavs"), 1, "Works as a nurse at St Olavs",
     SAYS_MORE),
    (("i'm a nurse", "i work at St Olavs"), 1, "Works as a nurse at St Olavs", TAKEN),
    (("i work at St Olavs", "i'm a nurse"), 0, "Works as a nurse at St Olavs", TAKEN),
)  # fmt: skip
FIRST_PERSON = (
    ("per lavoro vivo a Bari", "Vive a Bari", TAKEN),
    ("dopo il turno gestisco 14 siti", "Gestisce 14 siti", TAKEN),
    ("mio fratello vive a Bari per lavoro", "Lavora a Bari", MAYBE_ANOTHERS),
    ("il mio vicino suona il piano", "Suona il piano", SOMEBODY_ELSE),
    ("para mi madre cocino sin sal", "Cocina sin sal para su madre", TAKEN),
    ("mi hermano trabaja de noche", "Trabaja de noche", SOMEBODY_ELSE),
    ("por causa do meu filho moro em Braga", "Mora em Braga", TAKEN),
    ("pour le travail j'habite à Brest", "Habite à Brest", TAKEN),
    ("seit meine Frau weg ist, wohne allein in Kiel", "Wohnt allein in Kiel", TAKEN),
    ("mein Bruder wohnt allein in Kiel", "Wohnt allein in Kiel", SOMEBODY_ELSE),
)
RELATIVE_CLAUSES = (
    ("pour mon frère qui habite à Brest", "Habite à Brest", SOMEBODY_ELSE),
    ("un cadeau pour ma sœur qui adore les chevaux", "Adore les chevaux", SOMEBODY_ELSE),
    ("je cherche un resto pour mon père diabétique", "Est diabétique", SOMEBODY_ELSE),
    ("mon mari, qui est infirmier, veut un chien", "Est infirmier", SOMEBODY_ELSE),
    ("je suis infirmier et mon mari veut un chien", "Est infirmier", TAKEN),
    ("moi qui habite à Brest, où acheter du poisson", "Habite à Brest", TAKEN),
    ("un regalo para mi hermano que vive en Vigo", "Vive en Vigo", SOMEBODY_ELSE),
    ("un regalo para mi hermana que es vegana", "Es vegana", SOMEBODY_ELSE),
    ("dile a mi hermano que vivo en Vigo", "Vive en Vigo", TAKEN),
    ("un regalo per mio fratello che vive a Bari", "Vive a Bari", SOMEBODY_ELSE),
    ("um presente para meu irmão que mora em Braga", "Mora em Braga", SOMEBODY_ELSE),
    ("Geschenk für meinen Bruder, der in Kiel wohnt", "Wohnt in Kiel", SOMEBODY_ELSE),
    ("wegen der Kinder, die im Chor singen, wohne ich in Kiel", "Wohnt in Kiel", TAKEN),
    ("mi hija que tiene 5 años es celíaca", "Tiene una hija celíaca de 5 años", TAKEN),
)
COMING = (
    ("il sabato sera suono in un bar", "Suona in un bar il sabato sera", TAKEN),
    ("mañana será mi primer día en Google", "Trabaja en Google", MAYBE_SO),
    ("my garmin fenix won't sync to the iphone", "Uses a Garmin Fenix with an iPhone", TAKEN),
    ("we won't move to Berlin", "Moves to Berlin", REVERSED),
    ("trying to move the team to polars", "Moving the team to polars", TAKEN),
    ("trying to move the team to polars", "Moved the team to polars", MAYBE_SO),
)
# Said on 2026-05-14.
NUMBERS = (
    ("I am eighty-one", "Is 81 years old", TAKEN),
    ("I am eighty-one", "Is 18 years old", INVENTED),
    ("tengo ochenta y un años", "Tiene 81 años", TAKEN),
    ("give me 12 recipes", "Has 12 cats", MAYBE_SO),
    ("i've lived here in Leeds for 2 months", "Lives in Leeds since March 2026", TAKEN),
    ("i've had this cough for 3 weeks", "Has had a cough since late April 2026", TAKEN),
    ("keto for three weeks now", "On keto since April 2026", TAKEN),
    ("vegan for the last 6 weeks", "Vegan since April 2026", TAKEN),
    ("vegan for the last 6 weeks", "Vegan since January 2026", INVENTED),
    ("I'm in Berlin for 3 months", "Lives in Berlin since February 2026", INVENTED),
    ("i have to be in Rome for 3 weeks", "In Rome since April 2026", INVENTED),
    ("i'm wfh on fridays", "Works from home on Fridays", TAKEN),
)
PLACES = (
    ("ontario if it matters", "Lives in Ontario", TAKEN),
    ("outer hebrides btw if u forgot", "Lives in the Outer Hebrides", TAKEN),
    ("falls das hilft: Kiel", "Wohnt in Kiel", SAYS_MORE),
    ("weather paris if it matters for the packing list", "Lives in Paris", SAYS_MORE),
    ("cheap hotels, berlin", "Lives in Berlin", SAYS_MORE),
)
RELATIVES = (
    ("mam's knee is bad", "Mother has a bad knee", TAKEN),
    ("mi viejo no puede comer sal", "Su padre no puede comer sal", TAKEN),
    ("my other half is diabetic", "Partner is diabetic", TAKEN),
    ("my other half is diabetic", "Is diabetic", SOMEBODY_ELSE),
    ("mi viejo no come sal", "No come sal", SOMEBODY_ELSE),
)


@pytest.mark.parametrize(("turns", "quoted", "fact", "refusal"), TOLD_ELSEWHERE)
def test_what_other_turns_supply(
    turns: tuple[str, ...], quoted: int, fact: str, refusal: str
) -> None:
    assert judging.refusal(fact, turns, turns[quoted], said_at=SAID_AT) == refusal


@for_each(
    ("said", "fact", "refusal"),
    (*FIRST_PERSON, *RELATIVE_CLAUSES, *COMING, *NUMBERS, *PLACES, *RELATIVES),
)
def test_what_is_typed_in_passing(said: str, fact: str, refusal: str) -> None:
    assert judging.refusal(fact, said, said_at=SAID_AT) == refusal
