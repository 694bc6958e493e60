"""German "im" is "in the", English "im" is "I'm"."""

from datetime import datetime

import pytest
from support import judging
from support.rows import for_each

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 5, 14, 12).timestamp()

# Whether the fact is right, what was typed, and the fact.
ROWS = (
    (True, "rezept für kuchen im glas, ich backe oft", "Backt oft"),
    (False, "tipps nudeln im backofen vegan", "Ist vegan"),
    (False, "rezept im ofen vegan", "Is vegan"),
    (False, "kuchen im thermomix glutenfrei", "Isst glutenfrei"),
    (False, "diabetes im alter symptome", "Hat Diabetes"),
    (False, "mixer im test", "Has a mixer"),
    (False, "kita im ausland kosten", "Hat Kinder"),
    (False, "schwanger im flugzeug erlaubt?", "Ist schwanger"),
    (False, "allergie im frühling symptome", "Hat eine Allergie"),
    (False, "meine Schwester wohnt im Harz, Bluthochdruck", "Hat Bluthochdruck"),
    (False, "mein bruder arbeitet im hotel", "Arbeitet im Hotel"),
    (False, "my brother im sommer in Kiel", "Is in Kiel"),
    (True, "im a nurse in Leeds", "Is a nurse in Leeds"),
    (True, "im vegan", "Is vegan"),
    (True, "im allergic to nuts", "Is allergic to nuts"),
    (True, "im diabetic, dinner ideas", "Is diabetic"),
    (True, "im 34 and from Berlin", "Is 34 and from Berlin"),
    (True, "wohne im Harz", "Wohnt im Harz"),
    (True, "ich arbeite im Hotel", "Arbeitet im Hotel"),
    (True, "im in Hamburg, any tips", "Is in Hamburg"),
    (False, "meine Oma war im Krankenhaus, was hilft bei Diabetes", "Hat Diabetes"),
    (False, "was kostet ein Platz im Pflegeheim bei Demenz", "Hat Demenz"),
    (False, "stillen im café erlaubt?", "Stillt"),
    (True, "im diabetic and i work in Leeds", "Is diabetic"),
    (True, "hey im a nurse", "Is a nurse"),
    (True, "im learning german, was ist der unterschied zwischen der und die", "Learns German"),
    (True, "was esse ich im Ramadan, bin Diabetiker", "Ist Diabetiker"),
    (True, "im Winter fahre ich Ski", "Fährt im Winter Ski"),
    (True, "im Herbst sammle ich Pilze", "Sammelt im Herbst Pilze"),
    (True, "dinner ideas im vegan", "Is vegan"),
    (True, "recipes for 2, im vegan", "Is vegan"),
    (True, "easy lunch please im pregnant", "Is pregnant"),
    (True, "im a baker and my oven is broken", "Is a baker"),
    (False, "rezepte im herbst ohne gluten", "Isst glutenfrei"),
)  # fmt: skip


@for_each(("is_right", "said", "fact"), ROWS)
def test_german_im_is_not_the_user(is_right: bool, said: str, fact: str) -> None:
    refusal = judging.refusal(fact, said, said_at=SAID_AT)
    assert (not refusal) == is_right, refusal
