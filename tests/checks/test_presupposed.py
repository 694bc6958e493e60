"""What a negation leaves true: a day, a place, a reason, another claim. Right and wrong facts."""

# ruff: noqa: E501 - tables

import pytest

from llm_user_memory.checks import guard
from llm_user_memory.checks.guard import CheckContext
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit

SAID_AT = 1_780_000_000  # 2026-05-28

# Whether the fact is right, what was typed, and the fact.
ROWS = (
    (True, "my appointment isn't until Friday", "Has an appointment on Friday"),
    (True, "i don't start my new job until september", "Starts a new job in September"),
    (True, "my exam is not before june 3", "Has an exam in June"),
    (True, "we don't move to Leeds until march", "Moves to Leeds in March"),
    (True, "meine Prüfung ist erst im Mai, nicht vor dem 3. Mai", "Hat am 3. Mai eine Prüfung"),
    (True, "la cita no es hasta el 22 de septiembre", "Tiene una cita el 22 de septiembre"),
    (True, "mon rendez-vous n'est pas avant le 22 septembre", "A un rendez-vous le 22 septembre"),
    (True, "приём у врача не раньше 22 сентября", "Приём у врача 22 сентября"),
    (True, "l'appuntamento non è prima del 22 settembre", "Ha un appuntamento il 22 settembre"),
    (True, "a consulta não é antes de 22 de setembro", "Tem uma consulta em 22 de setembro"),
    (False, "i don't eat meat until easter", "Eats meat"),
    (False, "i didn't have a job until 2019", "Does not have a job"),
    (False, "i'm not working until september", "Works"),
    (True, "i use a 2014 macbook because my boss won't buy me a new one", "Uses a 2014 MacBook"),
    (True, "mittwochs geht nicht, da ist Chorprobe", "Hat mittwochs Chorprobe"),
    (True, "thursdays don't work, i have band practice", "Has band practice on Thursdays"),
    (True, "i can't do tuesdays, that's my pottery class", "Has a pottery class on Tuesdays"),
    (True, "los martes no puedo, tengo clase de yoga", "Tiene clase de yoga los martes"),
    (True, "le mardi je peux pas, j'ai chorale", "A chorale le mardi"),
    (True, "по средам не могу, у меня хор", "По средам хор"),
    (True, "周三不行，我有合唱排练", "周三有合唱排练"),
    (True, "il martedì non posso, ho il coro", "Ha il coro il martedì"),
    (True, "às terças não posso, tenho coral", "Tem coral às terças"),
    (False, "thursdays don't work", "Works on Thursdays"),
    (False, "mittwochs arbeite ich nicht", "Arbeitet mittwochs"),
    (False, "i can't do tuesdays, pottery would be nice", "Does pottery on Tuesdays"),
    (True, "чем заменить творог в сырниках, тут в Аделаиде нормального нет, одна рикотта", "Живёт в Аделаиде"),
    (True, "aca en tucuman no hay", "Vive en Tucumán"),
    (True, "we can't get proper tofu here in Cork", "Lives in Cork"),
    (True, "hier in Graz gibt's das nicht", "Wohnt in Graz"),
    (True, "ici à Brest on n'en trouve pas", "Vit à Brest"),
    (True, "aqui em Recife não tem", "Mora em Recife"),
    (True, "我们这里在成都买不到", "住在成都"),
    (True, "there's no good bakery here in Ghent", "Lives in Ghent"),
    (False, "i don't live here in Cork", "Lives in Cork"),
    (False, "no vivo aca en tucuman", "Vive en Tucumán"),
    (False, "я не живу тут в Аделаиде", "Живёт в Аделаиде"),
    (True, "no, the vet appointment isn't before thursday", "Has a vet appointment on Thursday"),
    (True, "the baby isn't due until november", "Baby is due in November"),
    (True, "we don't fly until saturday", "Flies on Saturday"),
    (True, "wir ziehen erst im Oktober um", "Zieht im Oktober um"),
    (True, "el examen no es hasta junio", "Tiene un examen en junio"),
    (False, "i don't eat meat until easter", "Eats meat at Easter"),
    (False, "my lease isn't until june any more, i left", "Has a lease until June"),
    (False, "i wont be back until monday", "Is back"),
    (False, "i don't play until friday", "Plays"),
    (True, "how do i write a letter without formatting in LibreOffice on my Mac", "Uses LibreOffice on a Mac"),
    (False, "i get by without a car in Leeds", "Has a car in Leeds"),
    (False, "ich lebe ohne Auto in Graz", "Hat ein Auto in Graz"),
    (False, "i drink coffee without sugar in the morning", "Takes sugar in coffee"),
    (False, "i play tennis, but mondays don't work", "Plays tennis on Mondays"),
    (True, "sundays are no good, we're at church", "Is at church on Sundays"),
    (True, "freitags kann ich nicht, hab Dienst im Rettungswagen", "Hat freitags Dienst im Rettungswagen"),
    (True, "les mercredis c'est pas possible, je garde mes petits-enfants", "Garde ses petits-enfants le mercredi"),
    (True, "i can't on wednesdays because i coach u12 football", "Coaches U12 football on Wednesdays"),
    (True, "not mondays please, i have dialysis", "Has dialysis on Mondays"),
    (True, "no Mondays! I've got my Italian course then", "Has an Italian course on Mondays"),
    (False, "not mondays please, i have dialysis on tuesdays", "Has dialysis on Mondays"),
    (False, "i don't work mondays, i paint", "Works Mondays"),
    (True, "i dont work mondays, thats when i paint", "Paints on Mondays"),
    (True, "there's nothing like that here in Halifax, i'd have to order it", "Lives in Halifax"),
    (True, "aquí en Cádiz no venden eso", "Vive en Cádiz"),
    (True, "у нас в Томске такого нет", "Живёт в Томске"),
    (True, "we dont have trader joes here in New Zealand", "Lives in New Zealand"),
    (False, "i'm not here in Cork any more", "Lives in Cork"),
    (False, "ich bin nicht mehr hier in Graz", "Wohnt in Graz"),
    (True, "daughter's in canada so no. neighbour will do shopping", "Has a daughter in Canada"),
    (True, "my car is a diesel so no, e10 isn't the problem", "Has a diesel car"),
    (True, "mein Sohn wohnt in Kiel also nein", "Hat einen Sohn in Kiel"),
    (True, "mi hija vive en Lima así que no", "Tiene una hija en Lima"),
    (False, "i don't have a daughter so no", "Has a daughter"),
    (True, "weekends ok except every other sunday as i have my grandson", "Has grandson every other Sunday"),
    (True, "i work every day except fridays because i have chemo then", "Has chemo on Fridays"),
    (True, "ich kann immer außer mittwochs weil ich da Chor habe", "Hat mittwochs Chor"),
    (False, "i work every day except fridays", "Works on Fridays"),
    (False, "i eat everything except fish because it stinks", "Eats fish"),
    (True, "half marathon plan, cant do tues/thurs (choir / kid's judo).", "Has choir on Tuesdays"),
    (True, "my son (hes 4, speech delay, we've been working SO hard on it). i havent slept for years.", "Has a 4-year-old son with a speech delay"),
    (True, "i dont eat meat myself but i cook it, so can't taste for salt", "Does not eat meat but cooks it"),
    (True, "yo no como carne pero la cocino", "No come carne pero la cocina"),
    (True, "für ne wohnung im 4. stock ohne aufzug kommt eh keiner", "Wohnt im 4. Stock ohne Aufzug"),
    (True, "in our street in Leeds nobody recycles", "Lives in Leeds"),
    (True, "sin huevo mejor, el niño es alergico y luego pica de mi plato", "Tiene un niño alérgico al huevo"),
    (True, "sem leite, sou alérgico", "É alérgico a leite"),
    (True, "sans noix svp, ma fille est allergique", "Sa fille est allergique aux noix"),
    (True, "без орехов, у меня аллергия", "Аллергия на орехи"),
    (False, "no soy alérgico al huevo", "Es alérgico al huevo"),
    (False, "sin huevo mejor, no me gusta", "Come huevo"),
    (False, "soy alérgico al marisco", "Come marisco"),
)  # fmt: skip


@pytest.mark.parametrize(("is_right", "said", "fact"), ROWS)
def test_what_a_negation_leaves_true_is_taken(is_right: bool, said: str, fact: str) -> None:
    edit = Edit("add", "Personal Information", new=fact, quote=said)
    _text, [verdict] = guard.check(
        [edit], EMPTY, [TypedText("turn", said, SAID_AT)], CheckContext()
    )
    assert (not verdict.refusal) == is_right, verdict.refusal
