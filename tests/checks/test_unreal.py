"""What is told or asked of, rather than said: stories, games, wishes, sentences and records."""

# ruff: noqa: E501 - tables

from datetime import datetime

import pytest
from support import judging
from support.rows import for_each

pytestmark = pytest.mark.once

SAID_AT = datetime(2026, 5, 14, 12).timestamp()

# Whether the fact is right, what was typed, and the fact.
ROWS = (
    # What a condition would make of the user, and what is theirs whatever happens.
    (False, "if they take me as a welder do i need a van", "Works as a welder"),
    (False, "wenn sie mich als Schweißer nehmen, brauche ich ein Auto?", "Arbeitet als Schweißer"),
    (False, "si me contratan de soldador, necesito coche?", "Trabaja de soldador"),
    (False, "se mi assumono come saldatore mi serve la macchina?", "Lavora come saldatore"),
    (False, "caso eu passe na prova teria um escritório em Natal", "Tem um escritório em Natal"),
    (True, "if the buses strike how do i get to my job at the brewery", "Works at a brewery"),
    (False, "write a story where my wife is a pirate", "Is married"),
    (False, "write a short story in which my husband flies a dragon", "Is married"),
    (False, "write a fairy tale where my wife is a witch from Oslo", "Wife is a witch from Oslo"),
    (False, "write a funny story where i am a pirate in Cornwall", "Is a pirate in Cornwall"),
    (False, "schreib eine geschichte, in der meine Frau Piratin ist", "Ist verheiratet"),
    (False, "schreib ein Märchen, in dem mein Mann ein Drache ist", "Ist verheiratet"),
    (False, "escribe un cuento donde mi mujer es pirata", "Está casado"),
    (False, "écris une histoire où ma femme est pirate", "Est marié"),
    (False, "scrivi una storia in cui mia moglie è una pirata", "È sposato"),
    (False, "escreve uma história em que minha esposa é pirata", "É casado"),
    (False, "напиши рассказ, где моя жена пират", "Женат"),
    (False, "i wish my wife was real", "Is married"),
    (False, "wish my husband were still alive", "Is married"),
    (False, "se abitassi a Milano, quanto spenderei di affitto", "Lives in Milan"),
    (False, "se avessi un cane lo porterei al mare", "Ha un cane"),
    (True, "se non ti dispiace, abito a Milano", "Abita a Milano"),
    (False, "quiero un perro pero mi piso es pequeño", "Has a dog"),
    (True, "tengo un perro pero mi piso es pequeño", "Has a dog"),
    (False, "da piccola suonavo il violino, è tardi per ricominciare", "Suona il violino"),
    (True, "da piccola suonavo il violino", "Suonava il violino da piccola"),
    (False, "lavoravo in banca, che conto mi consigli", "Lavora in banca"),
    (True, "il 20 giugno discuto la tesi, che mi metto", "Discute la tesi il 20 giugno 2026"),
    (False, "we were going to move to Porto but it fell through", "Moving to Porto"),
    (False, "i was planning to adopt a cat, then my landlord said no", "Has a cat"),
    (False, "wir wollten nach Graz ziehen, hat nicht geklappt", "Zieht nach Graz"),
    (True, "we were going to ask about our cat", "Has a cat"),
    (True, "we are moving to Porto", "Moving to Porto"),
    (False, "if only my wife existed", "Is married"),
    (False, "i wish my wife wasn't imaginary", "Is married"),
    (False, "i wish i had a wife", "Is married"),
    (False, "i wish i lived in Rome", "Lives in Rome"),
    (False, "i wish my boyfriend was real", "Is in a relationship"),
    (False, "ich wünschte, meine Frau wäre echt", "Ist verheiratet"),
    (False, "ich wünschte, ich hätte einen Hund", "Hat einen Hund"),
    (False, "hätte ich doch einen Garten", "Hat einen Garten"),
    (False, "wenn mein Mann nur noch leben würde", "Ist verheiratet"),
    (False, "ojalá mi mujer fuera real", "Está casado"),
    (False, "ojalá tuviera un perro", "Tiene un perro"),
    (False, "si mi marido existiera", "Está casada"),
    (False, "si seulement ma femme existait", "Est marié"),
    (False, "si seulement j'avais un chien", "A un chien"),
    (False, "j'aimerais que ma femme soit réelle", "Est marié"),
    (False, "magari mia moglie esistesse", "È sposato"),
    (False, "magari avessi un cane", "Ha un cane"),
    (False, "vorrei che mia moglie fosse vera", "È sposato"),
    (False, "quem me dera que minha esposa fosse real", "É casado"),
    (False, "quem me dera ter um cachorro", "Tem um cachorro"),
    (False, "вот бы моя жена была настоящей", "Женат"),
    (False, "imagine my husband is a spy and write about it", "Is married"),
    (True, "my wife writes stories", "Is married"),
    (True, "my wife is writing a novel about pirates", "Is married"),
    (True, "i wish my wife liked fish", "Is married"),
    (True, "i wish my husband would cook more", "Is married"),
    (True, "wish my wife was here, she knows java", "Is married"),
    (True, "write a poem for my wife's birthday", "Is married"),
    (True, "write a funny song about my husband, he is 40", "Is married"),
    (True, "schreib ein Gedicht für meine Frau", "Ist verheiratet"),
    (True, "ich wünschte, mein Mann würde mehr kochen", "Ist verheiratet"),
    (True, "escribe un poema para mi mujer", "Está casado"),
    (True, "ojalá mi marido cocinara más", "Está casada"),
    (True, "écris un poème pour ma femme", "Est marié"),
    (True, "si seulement ma femme aimait le poisson", "Est marié"),
    (True, "scrivi una poesia per mia moglie", "È sposato"),
    (True, "magari mio marito cucinasse", "È sposata"),
    (True, "escreve um poema pra minha esposa", "É casado"),
    (True, "quem me dera que meu marido cozinhasse", "É casada"),
    (True, "i wish my car was newer", "Has a car"),
    (True, "write a story for my daughter, she's 6", "Has a daughter"),
    (True, "my husband thinks the story is real", "Is married"),
    (True, "what's a real gift for my wife", "Is married"),
    (False, "compose a bedtime tale in which my husband is a wizard", "Is married"),
    (False, "tell me a joke where my boyfriend is a robot", "Is in a relationship"),
    (False, "wenn meine Frau doch noch leben würde", "Ist verheiratet"),
    (False, "erfinde eine Geschichte, wo mein Mann Astronaut ist", "Ist verheiratet"),
    (False, "i really wish my girlfriend existed lol", "Is in a relationship"),
    (False, "inventa una storia dove mio marito è un pirata", "È sposata"),
    (True, "i wish my husband was less stressed", "Is married"),
    (True, "tell me a joke for my husband, he turns 50", "Is married"),
    (True, "my boyfriend and i broke the oven door", "Is in a relationship"),
    (False, "write a haiku in which i am a lonely fisherman", "Is a fisherman"),
    (False, "schreibe einen Krimi, in dem ich Kommissar in Kiel bin", "Ist Kommissar in Kiel"),
    (False, "if only my boyfriend was real", "Is in a relationship"),
    (False, "j'aimerais que mon mari soit encore en vie", "Est mariée"),
    # Games that are named.
    (False, "in minecraft i have a huge chicken farm, how do i automate it", "Has a chicken farm"),
    (False, "in my stardew save i grow melons and married leah", "Grows melons"),
    (False, "in my crusader kings run i have a bastard son", "Has a bastard son"),
    (False, "dnd session 4: i have a pet owl", "Has a pet owl"),
    (False, "my farm in hay day: i grow wheat and have 6 cows", "Grows wheat"),
    (True, "i play minecraft with my son on sundays", "Plays Minecraft"),
    (True, "my minecraft server runs on a raspberry pi", "Has a Minecraft server"),
    (True, "in minecraft i have a huge farm, btw i work as a teacher", "Works as a teacher"),
    (True, "i work in the game industry as an artist", "Works as an artist"),
    # Sentences whose wording is asked.
    (False, "whats the difference between i work at a school and i work in a school", "Works at a school"),
    (False, "which is correct, i play the drums or i play drums", "Plays the drums"),
    (False, "conjugate i live in rome in all tenses", "Lives in Rome"),
    (False, "what tense is i used to smoke but i quit in may", "Quit smoking in May"),
    (False, "heißt es ich bin arzt oder ich bin ein arzt", "Ist Arzt"),
    (False, "warum sagt man ich wohne in der schweiz", "Wohnt in der Schweiz"),
    (False, "on dit je suis médecin ou je suis un médecin", "Est médecin"),
    (False, "se dice soy de chile o estoy de chile", "Es de Chile"),
    (True, "which is right for me, i have a mac and a pc, i own both", "Owns a Mac"),
    (True, "the difference between my salary and hers is 300, i earn 3000", "Earns 3000"),
    (True, "nobody can pronounce my boyfriend's name, it's Tadhg", "Boyfriend is called Tadhg"),
    (True, "on dit que je parle trop. j'habite à Metz", "Habite à Metz"),
    # Fields of records.
    (False, "first name: ana, status: divorced, children: 2. make it yaml", "Is divorced"),
    (False, "category plumber, town hull, experience 12 years. turn into csv", "Works as a plumber"),
    (False, "regex for lines like: smoker yes, drinker no, age 54", "Is a smoker"),
    (False, "user=marta plan=vegan allergies=nuts ERROR timeout. what does that mean", "Is vegan"),
    (True, "age: 54, weight: 80 kg, goal: lose 10 kg. make me a plan", "Is 54"),
    (True, "using postgres 14 and sqlalchemy, the migration fails with json columns", "Uses Postgres 14"),
    (True, "my stack: python, fastapi, postgres. json endpoint example", "Uses FastAPI"),
    (True, "i've set EDITOR=vim, how do i quit it", "Uses Vim"),
)  # fmt: skip


@pytest.mark.slow
@for_each(("is_right", "said", "fact"), ROWS)
def test_what_is_told_or_wished_is_no_fact(is_right: bool, said: str, fact: str) -> None:
    refusal = judging.refusal(fact, said, said_at=SAID_AT)
    assert (not refusal) == is_right, refusal


@pytest.mark.parametrize(
    ("turns", "fact"),
    [
        (("if i lived in Lisbon i'd surf every day", "I live in Lisbon now"), "Lives in Lisbon"),
        (("wenn ich in Wien wohnen würde", "ich wohne jetzt in Wien"), "Wohnt in Wien"),
        (("si viviera en Madrid", "ahora vivo en Madrid"), "Vive en Madrid"),
        (("se abitassi a Milano", "ora abito a Milano"), "Abita a Milano"),
    ],
)
def test_what_was_supposed_may_be_said_later(turns: tuple[str, str], fact: str) -> None:
    assert judging.refusal(fact, turns[:1], said_at=SAID_AT)
    assert not judging.refusal(fact, turns, said_at=SAID_AT)
    within = ". ".join(turns[::-1])
    assert not judging.refusal(fact, within, turns[1], said_at=SAID_AT)
