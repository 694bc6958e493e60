"""Whose words they are: roles in games and plays, other people as subjects, and short stays.

Right and wrong facts stand side by side, in six languages or more. Rows of HELD_BACK were
written before the rules, by the same hand, and only counted while the rules were made; those of TUNED
were looked at.
"""

# ruff: noqa: E501 - tables

import pytest
from support import judging
from support.rows import for_each

from llm_user_memory.checks.refusals import MAYBE_SO, NOT_EARNEST, NOT_SO, SOMEBODY_ELSE

pytestmark = pytest.mark.once

# The class; whether the fact is right and taken ("right"), right and waits ("waiting"), or wrong;
# what was typed; the fact.
TUNED = [
    ("roles", "wrong", "I play a dwarf cleric, how do i use turn undead", "Is a cleric"),
    ("roles", "wrong", "my character is a rogue from Waterdeep", "Is a rogue"),
    ("roles", "wrong", "in the campaign I am a blacksmith", "Is a blacksmith"),
    ("roles", "right", "I play a dwarf cleric, how do i use turn undead", "Plays a dwarf cleric"),
    ("roles", "right", "I play the cello and I am a nurse", "Is a nurse"),
    ("roles", "right", "we play D&D on fridays, I work as a vet", "Works as a vet"),
    ("roles", "wrong", "ich spiele einen elfischen Magier, was nehme ich auf stufe 3", "Ist Magier"),
    ("roles", "wrong", "mein charakter ist ein Schmied aus Riva", "Ist Schmied"),
    ("roles", "right", "ich spiele handball und bin Lehrerin", "Ist Lehrerin"),
    ("roles", "wrong", "juego un clérigo enano, qué hechizos elijo", "Es clérigo"),
    ("roles", "wrong", "en la campaña soy herrero", "Es herrero"),
    ("roles", "right", "juego al ajedrez y soy enfermera", "Es enfermera"),
    ("roles", "wrong", "je joue un prêtre nain, quels sorts prendre", "Est prêtre"),
    ("roles", "wrong", "mon personnage est médecin de bord", "Est médecin"),
    ("roles", "right", "je joue du violon et je suis médecin", "Est médecin"),
    ("roles", "wrong", "gioco un chierico nano, che incantesimi prendo", "È un chierico"),
    ("roles", "right", "gioco a tennis e sono infermiera", "È infermiera"),
    ("roles", "wrong", "я играю дварфа-жреца, какие заклинания взять", "Жрец"),
    ("roles", "wrong", "мой персонаж врач на корабле", "Врач"),
    ("roles", "right", "я играю на скрипке и работаю врачом", "Работает врачом"),
    ("roles", "waiting", "I play a Fender bass and teach maths in Leeds", "Teaches maths in Leeds"),
    ("roles", "right", "I'm a carpenter, I play a lot of Skyrim", "Is a carpenter"),
    ("roles", "right", "in the marketing campaign I am the lead designer", "Is a lead designer"),
    ("roles", "right", "my character flaw is impatience, I am a plumber", "Is a plumber"),
    ("roles", "right", "I play the organ at St Mary's", "Plays the organ"),
    ("roles", "right", "I'm a professional actor and play a doctor on stage", "Is a professional actor"),
    ("roles", "right", "j'ai joué un rôle dans le projet, je suis juriste", "Est juriste"),
    ("roles", "right", "ich bin Schauspielerin und spiele einen Arzt", "Ist Schauspielerin"),
    ("roles", "right", "dans la campagne bretonne, nous avons une maison", "A une maison"),
    ("roles", "right", "in the game industry I am a level designer", "Is a level designer"),
    ("roles", "right", "я работаю в игре актёром, в спектакле я Гамлет", "Работает актёром"),
    ("roles", "right", "I work in game development as an artist", "Works as an artist"),
    ("roles", "wrong", "I play a doctor in a soap, I am an actor really", "Is a doctor"),
    ("roles", "wrong", "ich spiele im musical eine Nonne", "Ist Nonne"),
    ("roles", "wrong", "sono un bardo nella campagna di stasera", "È un bardo"),
    ("roles", "wrong", "sou um ladino na campanha de RPG", "É ladino"),
    ("others", "right", "i love working with people who fix old radios", "Loves working with people who fix old radios"),
    ("others", "right", "i volunteer for those who lost their homes", "Volunteers for those who lost their homes"),
    ("others", "right", "i teach adults who never finished school", "Teaches adults who never finished school"),
    ("others", "right", "i avoid people who smoke", "Avoids people who smoke"),
    ("others", "right", "i write software for farmers who grow rice", "Writes software for farmers who grow rice"),
    ("others", "right", "i admire teachers who stay calm", "Admires teachers who stay calm"),
    ("others", "right", "i work with veterans who struggle with ptsd", "Works with veterans who struggle with PTSD"),
    ("others", "right", "we repair bikes for people who cannot pay", "Repairs bikes for people who cannot pay"),
    ("others", "wrong", "my sister works with people who are deaf", "Works with people who are deaf"),
    ("others", "wrong", "I like people. He likes people who lie", "Likes people who lie"),
    ("others", "wrong", "I work with people. My sister helps people who are blind", "Works with people who are blind"),
    ("others", "wrong", "my boss loves working with people who fix old radios", "Loves working with people who fix old radios"),
    ("others", "wrong", "i know people who volunteer at the shelter", "Volunteers at the shelter"),
    ("others", "wrong", "my husband avoids people who smoke", "Avoids people who smoke"),
    ("others", "wrong", "i live with people who smoke", "Smokes"),
    ("others", "wrong", "my friends are people who fix old radios, i teach", "Teaches people who fix old radios"),
    ("others", "wrong", "my neighbour raises goats and they scream all night", "Raises goats"),
    ("others", "wrong", "the landlord keeps bees on the roof", "Keeps bees"),
    ("others", "wrong", "a colleague speaks Hungarian", "Speaks Hungarian"),
    ("others", "right", "my neighbour complains because I raise goats", "Raises goats"),
    ("others", "right", "my boss is strict but I work from home", "Works from home"),
    ("others", "wrong", "meine nachbarin züchtet ziegen", "Züchtet Ziegen"),
    ("others", "wrong", "der vermieter hält bienen auf dem dach", "Hält Bienen"),
    ("others", "right", "meine nachbarin schimpft, weil ich ziegen züchte", "Züchtet Ziegen"),
    ("others", "wrong", "mi vecina cría cabras", "Cría cabras"),
    ("others", "wrong", "el casero tiene abejas en la azotea", "Tiene abejas"),
    ("others", "waiting", "mi vecina se queja porque crío cabras", "Cría cabras"),
    ("others", "wrong", "ma voisine élève des chèvres", "Élève des chèvres"),
    ("others", "wrong", "ma fille dort, je suis infirmière", "Fille est infirmière"),
    ("others", "right", "ma fille dort, je suis infirmière", "Est infirmière"),
    ("others", "right", "ma voisine râle parce que j'élève des chèvres", "Élève des chèvres"),
    ("others", "wrong", "la mia vicina alleva capre", "Alleva capre"),
    ("others", "waiting", "la mia vicina si lamenta perché allevo capre", "Alleva capre"),
    ("others", "wrong", "соседка разводит коз", "Разводит коз"),
    ("others", "waiting", "соседка ругается, а я развожу коз", "Разводит коз"),
    ("others", "right", "my trainer says hi, I run marathons", "Runs marathons"),
    ("others", "waiting", "J'habite Lyon avec ma voisine", "Habite à Lyon"),
    ("others", "right", "j'enseigne la physique à Gand", "Enseigne la physique"),
    ("others", "right", "j'élève des chèvres", "Élève des chèvres"),
    ("others", "right", "j'apprends le hongrois", "Apprend le hongrois"),
    ("others", "right", "j'utilise Emacs et j'écris en Rust", "Utilise Emacs"),
    ("others", "right", "I am a trainer at a gym in York", "Is a trainer"),
    ("others", "right", "the dentist I work for is in York, I am a hygienist", "Is a hygienist"),
    ("others", "right", "soy profesora y los alumnos me agotan", "Es profesora"),
    ("others", "right", "el profesor soy yo", "Es profesor"),
    ("others", "right", "преподаватель я, веду физику", "Преподаватель"),
    ("others", "right", "учительница математики, живу в Твери", "Учительница математики"),
    ("others", "right", "я учитель, мой директор строгий", "Учитель"),
    ("others", "right", "директор школы в Туле, ищу кадры", "Директор школы в Туле"),
    ("others", "wrong", "my trainer runs marathons", "Runs marathons"),
    ("others", "wrong", "mi profesora vive en Jaca", "Vive en Jaca"),
    ("others", "wrong", "notre prof habite Brest", "Habite à Brest"),
    ("others", "wrong", "la mia insegnante vive a Bari", "Vive a Bari"),
    ("others", "wrong", "моя учительница живёт в Твери", "Живёт в Твери"),
    ("others", "wrong", "meine trainerin wohnt in Graz", "Wohnt in Graz"),
    ("stays", "wrong", "we're spending two weeks in Biarritz, what to see", "Lives in Biarritz"),
    ("stays", "wrong", "I'm in Porto for ten days", "Lives in Porto"),
    ("stays", "right", "I live in Biarritz and go to Porto for ten days", "Lives in Biarritz"),
    ("stays", "wrong", "wir verbringen zwei wochen in Meran", "Wohnt in Meran"),
    ("stays", "wrong", "ich bin zehn tage in Porto", "Wohnt in Porto"),
    ("stays", "right", "ich wohne in Meran und bin zehn tage in Porto", "Wohnt in Meran"),
    ("stays", "wrong", "pasamos quince días en Biarritz", "Vive en Biarritz"),
    ("stays", "wrong", "estoy diez días en Oporto", "Vive en Oporto"),
    ("stays", "right", "vivo en Biarritz y paso diez días en Oporto", "Vive en Biarritz"),
    ("stays", "wrong", "on passe quinze jours à Biarritz", "Vit à Biarritz"),
    ("stays", "wrong", "on passe quinze jours à Biarritz", "Lives in Biarritz"),
    ("stays", "waiting", "j'habite Biarritz et on passe huit jours à Porto", "Habite à Biarritz"),
    ("stays", "wrong", "passiamo due settimane a Biarritz", "Vive a Biarritz"),
    ("stays", "right", "vivo a Biarritz, passo dieci giorni a Porto", "Vive a Biarritz"),
    ("stays", "wrong", "мы проводим две недели в Сочи", "Живёт в Сочи"),
    ("stays", "wrong", "я на десять дней в Казани", "Живёт в Казани"),
    ("stays", "right", "живу в Сочи, еду на десять дней в Казань", "Живёт в Сочи"),
    ("stays", "right", "I live in Graz and fly to Rome for two weeks", "Lives in Graz"),
    ("stays", "right", "I'm based in Graz three days a week", "Based in Graz"),
    ("stays", "right", "vivo en Jaca, dos semanas fuera", "Vive en Jaca"),
    ("stays", "right", "ich wohne seit zwei Wochen in Graz", "Wohnt in Graz"),
    ("stays", "right", "moved to Graz for a job, for two weeks I slept on the floor", "Lives in Graz"),
    ("stays", "right", "home is Graz, for two weeks we host guests", "Lives in Graz"),
    ("stays", "right", "we spend our summers in Nice", "Spends summers in Nice"),
    ("stays", "right", "we spend two weeks in Nice every summer", "Spends two weeks in Nice every summer"),
    ("stays", "right", "from Graz, spending a week in Rome", "From Graz"),
    ("stays", "wrong", "spending the summer in Nice with friends", "Lives in Nice"),
    ("stays", "wrong", "j'habite Nantes et on passe huit jours à Porto", "Habite à Porto"),
    ("stays", "wrong", "vivo en Jaca y paso diez días en Oporto", "Vive en Oporto"),
    ("stays", "wrong", "nos quedamos en Oporto tres noches", "Vive en Oporto"),
    ("roles", "wrong", "mi personaje en la partida es una abogada corrupta", "Es abogada"),
    ("roles", "wrong", "in the campaign my character from the north is a miller", "Is a miller"),
    ("roles", "right", "my character reference is ready, I am a miller", "Is a miller"),
    ("stays", "wrong", "siamo a Bled per cinque notti", "Vive a Bled"),
    ("stays", "wrong", "we are in Bled now for two weeks", "Lives in Bled"),
    ("stays", "right", "vivo a Bled, vado a Graz per cinque notti", "Vive a Bled"),
]  # fmt: skip
HELD_BACK = [
    ("roles", "wrong", "in our D&D game I am a tavern keeper", "Is a tavern keeper"),
    ("roles", "wrong", "in the school play I am a baker", "Is a baker"),
    ("roles", "right", "I play as a goalkeeper in my club", "Plays as a goalkeeper"),
    ("roles", "wrong", "in der kampagne bin ich schmied", "Ist Schmied"),
    ("roles", "wrong", "mi personaje es un médico de pueblo", "Es médico"),
    ("roles", "wrong", "dans la campagne je suis forgeron", "Est forgeron"),
    ("roles", "right", "je joue au foot et je suis forgeron", "Est forgeron"),
    ("roles", "wrong", "nella campagna sono un fabbro", "È fabbro"),
    ("roles", "wrong", "я играю за паладина", "Паладин"),
    ("others", "wrong", "our teacher owns a sailboat", "Owns a sailboat"),
    ("others", "wrong", "a friend of mine is allergic to shellfish", "Is allergic to shellfish"),
    ("others", "right", "my landlord lets me keep bees, so I keep bees", "Keeps bees"),
    ("others", "wrong", "un compañero del trabajo estudia húngaro", "Estudia húngaro"),
    ("others", "wrong", "un collègue fait de la voile", "Fait de la voile"),
    ("others", "right", "mon chef est sympa, j'apprends le hongrois", "Apprend le hongrois"),
    ("others", "wrong", "хозяйка квартиры держит пчёл", "Держит пчёл"),
    ("stays", "right", "I've been living in Split for three weeks", "Lives in Split"),
    ("stays", "right", "seit zwei wochen wohne ich in Bozen", "Wohnt in Bozen"),
    ("stays", "right", "hace dos semanas que vivo en Cádiz", "Vive en Cádiz"),
    ("stays", "wrong", "nous restons trois nuits à Lyon", "Vit à Lyon"),
    ("stays", "wrong", "restiamo una settimana a Lecce", "Vive a Lecce"),
    ("stays", "wrong", "мы на неделю в Казани", "Живёт в Казани"),
]  # fmt: skip


@pytest.mark.slow
@for_each(("kind", "end", "said", "fact"), [*TUNED, *HELD_BACK])
def test_only_what_the_user_is_and_does_is_taken(kind: str, end: str, said: str, fact: str) -> None:
    verdict = judging.verdict(fact, said)
    if end == "wrong":
        assert verdict.refusal, kind
    else:
        assert (verdict.refusal == "") == (end == "right"), verdict.refusal
        assert verdict.needs_review == (end == "waiting"), verdict.refusal


@pytest.mark.parametrize(
    ("said", "fact", "refusal"),
    [
        ("I play a dwarf cleric", "Is a cleric", NOT_EARNEST),
        ("on passe quinze jours à Biarritz", "Lives in Biarritz", MAYBE_SO),
        ("ma voisine élève des chèvres", "Élève des chèvres", SOMEBODY_ELSE),
        ("we're in Rome on vacation", "Lives in Rome", NOT_SO),
    ],
)
def test_the_reason_is_told(said: str, fact: str, refusal: str) -> None:
    assert judging.verdict(fact, said).refusal == refusal
