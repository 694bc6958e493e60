"""What holds for many, with the user as the exception or not: "everybody eats fish except me".

Right and wrong facts side by side.
"""

# ruff: noqa: E501 - tables

from datetime import datetime

import pytest
from support import judging
from support.rows import for_each

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 5, 14, 12).timestamp()

# Whether the fact is right, what was typed, and the fact.
ROWS = (
    (False, "everybody eats fish except me", "Eats fish"),
    (False, "everyone but me eats meat", "Eats meat"),
    (False, "everyone in my family is vegan apart from me", "Is vegan"),
    (False, "all my friends have kids except me", "Has kids"),
    (False, "everyone at work cycles except for me", "Cycles to work"),
    (False, "the whole family speaks Polish, except me", "Speaks Polish"),
    (False, "we all ski except me", "Skis"),
    (False, "all of us are nurses but me", "Is a nurse"),
    (False, "besides me all of them play chess", "Plays chess"),
    (False, "alle essen Fisch außer mir", "Isst Fisch"),
    (False, "bei uns sind alle vegan, nur ich nicht", "Ist vegan"),
    (False, "jeder außer mir spricht Polnisch", "Spricht Polnisch"),
    (False, "bis auf mich haben alle Kinder", "Hat Kinder"),
    (False, "todos comen pescado menos yo", "Come pescado"),
    (False, "todos excepto yo tienen coche", "Tiene coche"),
    (False, "salvo yo, todos hablan catalán", "Habla catalán"),
    (False, "aquí todo el mundo fuma menos yo", "Fuma"),
    (False, "tout le monde mange du poisson sauf moi", "Mange du poisson"),
    (False, "ils sont tous végétariens à part moi", "Est végétarien"),
    (False, "à part moi tout le monde parle breton", "Parle breton"),
    (False, "tutti mangiano pesce tranne me", "Mangia pesce"),
    (False, "tutti tranne me hanno figli", "Ha figli"),
    (False, "a parte me sono tutti vegani", "È vegano"),
    (False, "todo mundo come peixe menos eu", "Come peixe"),
    (False, "todos exceto eu falam inglês", "Fala inglês"),
    (False, "tirando eu, todos têm carro", "Tem carro"),
    (False, "все едят рыбу кроме меня", "Ест рыбу"),
    (False, "大家都吃鱼除了我", "吃鱼"),
    (False, "nobody eats fish except me", "Doesn't eat fish"),
    (True, "everybody eats fish except me", "Doesn't eat fish"),
    (True, "alle essen Fisch außer mir", "Isst keinen Fisch"),
    (True, "todos comen pescado menos yo", "No come pescado"),
    (True, "tout le monde mange du poisson sauf moi", "Ne mange pas de poisson"),
    (True, "nobody eats fish except me", "Eats fish"),
    (True, "niemand außer mir fährt Rad", "Fährt Rad"),
    (True, "nadie fuma menos yo", "Fuma"),
    (True, "personne ne mange de poisson sauf moi", "Mange du poisson"),
    (True, "nessuno mangia pesce tranne me", "Mangia pesce"),
    (True, "ninguém fala inglês exceto eu", "Fala inglês"),
    (True, "никто не ест рыбу кроме меня", "Ест рыбу"),
    (True, "apart from me everyone is vegan, i eat fish", "Eats fish"),
    (True, "everyone is asleep except me, i work nights", "Works nights"),
    (True, "i eat everything except fish", "Eats everything except fish"),
    (True, "tutti dormono tranne me, lavoro di notte", "Lavora di notte"),
    (True, "alle schlafen außer mir, ich arbeite nachts", "Arbeitet nachts"),
    (True, "everyone likes it except me and my brother", "Has a brother"),
    (True, "all my friends have kids except me", "Has friends"),
    (True, "apart from me there are two nurses on the ward", "Is a nurse"),
    (True, "my wife and everyone else eats meat except me, i'm vegan", "Is vegan"),
    (True, "everyone in my family is vegan apart from me", "Family is vegan"),
    (False, "my whole team smokes except me", "Smokes"),
    (True, "i want to buy a present for everybody but me and my sister", "Has a sister"),
    (True, "can you look at this but me and my wife live in Leeds", "Lives in Leeds"),
    (False, "everyone else but me drinks coffee", "Drinks coffee"),
    (False, "the rest of my family smokes, except me", "Smokes"),
    (False, "in der Firma fahren alle Auto außer mir", "Fährt Auto"),
    (False, "mis hermanos esquían todos menos yo", "Esquía"),
    (False, "mes collègues mangent tous de la viande sauf moi", "Mange de la viande"),
    (False, "i miei amici fumano tutti tranne me", "Fuma"),
    (False, "meus amigos bebem cerveja, menos eu", "Bebe cerveja"),
    (True, "keiner in der Firma fährt Auto außer mir", "Fährt Auto"),
    (True, "mis hermanos esquían todos menos yo", "No esquía"),
    (True, "nobody apart from me speaks Welsh here", "Speaks Welsh"),
    (False, "everybody eats fish except me", "Doesn't eat fish or Polish bread"),
    (False, "everyone in the office has a dog except me", "Has a dog"),
    (False, "tutti i miei colleghi guidano, tranne me", "Guida"),
    (False, "tous mes voisins ont un chien sauf moi", "A un chien"),
    (False, "alle meine Freunde rauchen, nur ich nicht", "Raucht"),
    (True, "alle meine Freunde rauchen, nur ich nicht", "Raucht nicht"),
    (True, "none of my friends skis except me", "Skis"),
    (True, "my family hates fish, everyone eats chicken but me. i eat fish daily", "Eats fish daily"),
    (True, "everyone smokes except me, well i smoke cigars", "Smokes cigars"),
    (False, "we all ski, except me", "Skis"),
)  # fmt: skip


@for_each(("is_right", "said", "fact"), ROWS)
def test_what_holds_for_all_others_is_not_the_users(is_right: bool, said: str, fact: str) -> None:
    refusal = judging.refusal(fact, said, said_at=SAID_AT)
    assert (not refusal) == is_right, refusal


# The same for what is said of many people, whoever the exception is.
OF_MANY = (
    (False, "everyone at work except my boss has a mac", "Has a Mac"),
    (False, "half my class is lactose intolerant, what snack can i bring", "Is lactose intolerant"),
    (False, "none of my friends drink and neither do their parents", "Doesn't drink alcohol"),
    (False, "most of us at the office are parents, im not", "Is a parent"),
    (False, "most of my friends have kids", "Has kids"),
    (False, "most people here speak german", "Speaks German"),
    (False, "everyone in the office uses a mac", "Uses a Mac at the office"),
    (False, "alle bei uns in der firma außer meinem chef haben einen mac", "Hat einen Mac"),
    (False, "in meiner klasse sind alle vegetarier", "Ist Vegetarier"),
    (False, "die meisten meiner freunde rauchen", "Raucht"),
    (False, "todos en la oficina menos mi jefe tienen un mac", "Tiene un Mac"),
    (False, "casi todos mis amigos son programadores", "Is a programmer"),
    (False, "la mitad de mi clase es celíaca", "Es celíaca"),
    (False, "tout le monde au boulot sauf mon chef a un mac", "A un Mac"),
    (False, "la plupart de mes potes jouent à LoL", "Joue à LoL"),
    (False, "dans ma famille tout le monde fume", "Fume"),
    (False, "tutti in ufficio tranne il mio capo hanno un mac", "Ha un Mac"),
    (False, "quasi tutti i miei compagni usano il mac", "Uses a Mac"),
    (False, "todo mundo no trabalho menos meu chefe tem mac", "Tem um Mac"),
    (False, "a maioria dos meus vizinhos tem piscina", "Tem piscina"),
    (False, "у всех на работе кроме начальника есть мак", "Has a Mac"),
    (False, "почти все мои друзья ездят на самокатах", "Ездит на самокате"),
    (False, "mangio tutto tranne il pesce", "Mangia pesce"),
    (False, "como tudo, exceto peixe", "Come peixe"),
    (False, "lots of people in my town commute to london", "Commutes to London"),
    (False, "bei uns im büro arbeiten fast alle in teilzeit", "Arbeitet in Teilzeit"),
    (False, "in unserem verein trinken alle bier, alternativen?", "Trinkt Bier"),
    (False, "muchos de mis vecinos alquilan por airbnb, es legal", "Alquila por Airbnb"),
    (False, "presque tous mes cousins font du rugby", "Fait du rugby"),
    (False, "tanti miei amici hanno il monopattino", "Ha il monopattino"),
    (False, "muitos colegas meus usam linux, vale a pena?", "Usa Linux"),
    (False, "половина моей группы уже женаты", "Женат"),
    (False, "everyone on my team has kids", "Has kids"),
    (True, "both my parents are deaf", "Has two deaf parents"),
    (True, "todas mis plantas se mueren menos el cactus", "Tiene un cactus"),
    (False, "i have every console except a switch", "Has a Switch"),
    (True, "everyone at work has a dell except me, i have a thinkpad", "Has a ThinkPad"),
    (True, "all of us have macs at work", "Has a Mac"),
    (True, "all my kids hate fish", "Has kids"),
    (True, "everyone loves my dog", "Has a dog"),
    (True, "every morning i swim", "Swims every morning"),
    (True, "most days i run before work", "Runs before work"),
    (True, "half my salary goes to rent", "Spends half of salary on rent"),
    (True, "all my plants keep dying in my flat", "Has plants"),
    (True, "everybody says i look tired, i work nights", "Works nights"),
    (True, "alle zwei tage geh ich schwimmen", "Geht schwimmen"),
    (True, "auf der arbeit nutzen wir alle linux", "Nutzt Linux"),
    (True, "todos los días corro 5 km", "Corre 5 km todos los días"),
    (True, "tous les jours je cours", "Court tous les jours"),
    (True, "tutti i giorni corro", "Corre tutti i giorni"),
    (True, "todos os dias eu corro", "Corre todos os dias"),
    (True, "все мои дети не едят рыбу", "Has children"),
    (True, "mangio tutto tranne il pesce", "Mangia tutto tranne il pesce"),
)  # fmt: skip


@pytest.mark.slow
@for_each(("is_right", "said", "fact"), OF_MANY)
def test_what_holds_for_many_need_not_hold_for_the_user(
    is_right: bool, said: str, fact: str
) -> None:
    refusal = judging.refusal(fact, said, said_at=SAID_AT)
    assert (not refusal) == is_right, refusal
