"""What is said in a role, a story or a joke is nothing that the user said of themselves."""

import pytest
from support.rows import for_each

from llm_user_memory.checks.guard import CheckContext, check
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.checks.refusals import NOT_EARNEST, NOT_SO, SOMEBODY_ELSE
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit
from llm_user_memory.text import pasted

pytestmark = pytest.mark.once

# What was typed, turn by turn; the quote; the fact.
ROLES = [
    (["You are a patient chemistry tutor. quiz me"], "patient chemistry tutor", "Chemistry tutor"),
    (["act as a plumber from Leeds, my sink drips"], "a plumber from Leeds", "Plumber from Leeds"),
    (["Du bist ein erfahrener Steuerberater."], "ein erfahrener Steuerberater", "Steuerberater"),
    (["Asume el rol de abogada laboralista"], "el rol de abogada laboralista", "Es abogada"),
    (["Joue le rôle d'un sommelier belge"], "d'un sommelier belge", "Sommelier belge"),
    (["Выступи в роли детского психолога"], "детского психолога", "Детский психолог"),
    (["agisci come un avvocato penalista"], "un avvocato penalista", "Avvocato penalista"),
    (["aja como um nutricionista esportivo"], "nutricionista esportivo", "Nutricionista"),
    (["你是一位资深律师"], "资深律师", "资深律师"),
]
NOT_IN_EARNEST = [
    (["as a tax expert, is it better to lease"], "as a tax expert", "Tax expert"),
    (["als Finanzexperte, lohnt sich das"], "als Finanzexperte", "Finanzexperte"),
    (["story pls. The main character is Nils, a miller"], "Nils, a miller", "Is a miller"),
    (["diary entry, 90 words. I'm Otto, a baker in Ghent"], "a baker in Ghent", "Baker in Ghent"),
    (["Tagebucheintrag, kurz. Ich bin Müllerin in Jena"], "Ich bin Müllerin", "Ist Müllerin"),
    (["un monólogo corto. Soy pescador en Cádiz"], "Soy pescador en Cádiz", "Es pescador en Cádiz"),
    (["un monologue. Je suis boulanger à Gand"], "Je suis boulanger à Gand", "Boulanger à Gand"),
    (["эссе от первого лица, я мельник"], "я мельник", "Мельник"),
    (["写一篇作文，第一人称，我是渔民"], "我是渔民", "是渔民"),
    (["i dreamt we had moved to rome lol"], "we had moved to rome", "Moved to Rome"),
    (["i had a dream that i sold my boat"], "i sold my boat", "Sold the boat"),
    (["ich habe geträumt, ich wäre Bäcker"], "ich wäre Bäcker", "Ist Bäcker"),
    (["soñé que me mudé a Roma"], "me mudé a Roma", "Se mudó a Roma"),
    (["j'ai rêvé que j'ai quitté Gand"], "j'ai quitté Gand", "A quitté Gand"),
    (["мне приснилось, что я купил лодку"], "я купил лодку", "Купил лодку"),
    (["我梦见我养了一只猫"], "我养了一只猫", "养了一只猫"),
    (["i own forty goats", "just kidding lol"], "i own forty goats", "Owns forty goats"),
    (["ich habe vierzig Ziegen. War nur Spaß"], "ich habe vierzig Ziegen", "Hat vierzig Ziegen"),
    (["j'ai quarante chèvres. je rigole"], "j'ai quarante chèvres", "A quarante chèvres"),
    (["я космонавт. шучу"], "я космонавт", "Космонавт"),
    (["我是宇航员", "开玩笑的"], "我是宇航员", "是宇航员"),
    (["I keep bees. Not."], "I keep bees", "Keeps bees"),
    (["I keep bees /s"], "I keep bees", "Keeps bees"),
    (["I keep bees. That is a lie."], "I keep bees", "Keeps bees"),
    (["I keep bees, said no one ever"], "I keep bees", "Keeps bees"),
    (["The following is false. I keep bees."], "I keep bees", "Keeps bees"),
    (["Opposite day: I keep bees"], "I keep bees", "Keeps bees"),
    (["Ich halte Bienen – von wegen!"], "Ich halte Bienen", "Hält Bienen"),
    (["J'élève des abeilles, ou pas."], "J'élève des abeilles", "Élève des abeilles"),
    (["Tengo abejas. Mentira."], "Tengo abejas", "Tiene abejas"),
    (["Я держу пчёл, ага, конечно"], "Я держу пчёл", "Держит пчёл"),
    (["我养蜂才怪"], "我养蜂", "养蜂"),
    (["oh great, i love debugging at 3am"], "i love debugging at 3am", "Loves debugging"),
    (["na toll, ich liebe Umzüge"], "ich liebe Umzüge", "Liebt Umzüge"),
    (["let's do an improv. I'm a baker in Rome"], "I'm a baker in Rome", "Is a baker in Rome"),
    (["let's improv! i am a sailor"], "i am a sailor", "Is a sailor"),
    (["can we do some improv: i'm a ship's cook"], "i'm a ship's cook", "Is a ship's cook"),
    (["please do improv: i'm a vet"], "i'm a vet", "Is a vet"),
    (["wanna improv? i have three wives"], "i have three wives", "Has three wives"),
    (["now improv. i live on a barge"], "i live on a barge", "Lives on a barge"),
    (["let's do a role play. I'm a lawyer"], "I'm a lawyer", "Is a lawyer"),
    (["run a mock interview. I have led a team"], "I have led a team", "Has led a team"),
]
IN_EARNEST = [
    (["i dreamed of rome for years, so i moved there"], "i moved there", "Moved to Rome"),
    (
        ["i had a nightmare again, i have nightmares often"],
        "i have nightmares often",
        "Has nightmares",
    ),
    (["You are my tutor. I am a nurse in Leeds"], "I am a nurse in Leeds", "Nurse in Leeds"),
    (["you are a tutor and i am a tutor too"], "i am a tutor too", "Is a tutor"),
    (["as a nurse, which shoes do i need"], "as a nurse", "Works as a nurse"),
    (["as a tax expert i bill by the hour"], "as a tax expert", "Tax expert"),
    (["i write a novel, the main character is Nils"], "i write a novel", "Writes a novel"),
    (["i own two goats. my brother is joking a lot"], "i own two goats", "Owns two goats"),
    (["just kidding. but i own two goats"], "i own two goats", "Owns two goats"),
    (["i map jk to esc and use vim"], "use vim", "Uses Vim"),
    (["great tips! i love hiking"], "i love hiking", "Loves hiking"),
    (["i want to improve my Spanish"], "to improve my Spanish", "Wants to improve their Spanish"),
    (["i wanna improve my backhand"], "improve my backhand", "Wants to improve their backhand"),
    (["let's improve my CV, I work as a plumber"], "I work as a plumber", "Works as a plumber"),
    (["please improve my CV. I keep bees"], "I keep bees", "Keeps bees"),
    (["can we improve my resume? i am a welder"], "i am a welder", "Is a welder"),
    (["now improvements to my house in Ghent go on"], "my house in Ghent", "Has a house in Ghent"),
    (["i do a lot of improvising on the piano"], "improvising on the piano", "Improvises on piano"),
    (["i want to work on improving my area"], "improving my area", "Wants to improve their area"),
]


@pytest.mark.parametrize(("typed", "quote", "fact"), ROLES)
def test_a_role_of_the_model_is_not_the_users(typed: list[str], quote: str, fact: str) -> None:
    assert _refusal(typed, quote, fact) in (NOT_SO, SOMEBODY_ELSE)


@for_each(("typed", "quote", "fact"), NOT_IN_EARNEST)
def test_what_may_be_no_earnest_waits(typed: list[str], quote: str, fact: str) -> None:
    assert _refusal(typed, quote, fact) in (NOT_EARNEST, SOMEBODY_ELSE)


@pytest.mark.parametrize(("typed", "quote", "fact"), IN_EARNEST)
def test_what_is_said_in_earnest_is_taken(typed: list[str], quote: str, fact: str) -> None:
    assert _refusal(typed, quote, fact) == ""


@pytest.mark.parametrize(
    ("prompt", "is_shown"),
    [
        ("spanish pls: I live in a lighthouse", True),
        ("in German: I live in a lighthouse", True),
        ("bitte auf Englisch: ich wohne im Leuchtturm", True),
        ("en anglais stp: j'habite un phare", True),
        ("на английский, пожалуйста: я живу на маяке", True),
        ("traduci in inglese: vivo in un faro", True),
        ("my languages: Spanish and German", False),
        ("i learn Spanish: I live in a lighthouse", False),
    ],
)
def test_a_text_to_put_into_a_language_is_not_typed_of_oneself(
    prompt: str, *, is_shown: bool
) -> None:
    assert (" ".join(pasted.typed_parts(prompt)) != prompt) == is_shown


def _refusal(typed: list[str], quote: str, fact: str) -> str:
    turns = [TypedText(f"turn {number}", words) for number, words in enumerate(typed)]
    _after, [verdict] = check(
        [Edit("add", "Interests", new=fact, quote=quote)], EMPTY, turns, CheckContext()
    )
    return verdict.refusal


# In six languages: what was typed, the quote, the fact.
SUPPOSED = [
    ("if the bank agrees im a landlord by spring", "im a landlord", "Is a landlord"),
    ("once the visa is here i live in Porto", "i live in Porto", "Lives in Porto"),
    (
        "sobald der Vertrag da ist, arbeite ich bei Bosch",
        "arbeite ich bei Bosch",
        "Arbeitet bei Bosch",
    ),
    ("si el examen sale bien soy médico en mayo", "soy médico", "Es médico"),
    ("assume i run a bakery and own two ovens", "own two ovens", "Owns two ovens"),
    ("nehmen wir an, ich bin 60 und habe Gicht", "habe Gicht", "Hat Gicht"),
    ("mettons que je suis vegan et diabétique", "diabétique", "Est diabétique"),
    ("i own a farm and two tractors. all hypothetical", "i own a farm", "Owns a farm"),
    ("Let's say I keep bees", "I keep bees", "Keeps bees"),
    ("Suppose: I keep bees", "I keep bees", "Keeps bees"),
    ("In case I keep bees, what do I need?", "I keep bees", "Keeps bees"),
    ("Provided I keep bees, do I need a veil?", "I keep bees", "Keeps bees"),
    ("Angenommen, ich halte Bienen: was dann?", "ich halte Bienen", "Hält Bienen"),
    ("Nehmen wir an, ich halte Bienen", "ich halte Bienen", "Hält Bienen"),
    ("Gesetzt den Fall, ich halte Bienen", "ich halte Bienen", "Hält Bienen"),
    ("Wenn ich Bienen halte, was brauche ich?", "ich Bienen halte", "Hält Bienen"),
    ("Pongamos que tengo abejas", "tengo abejas", "Tiene abejas"),
    ("Supongamos que vivo en Oslo", "vivo en Oslo", "Vive en Oslo"),
    ("Si tengo abejas, ¿qué hago?", "tengo abejas", "Tiene abejas"),
    ("Disons que j'ai des abeilles", "j'ai des abeilles", "A des abeilles"),
    ("Mettons que j'habite à Oslo", "j'habite à Oslo", "Habite à Oslo"),
    ("Si j'élève des abeilles, que faire ?", "j'élève des abeilles", "Élève des abeilles"),
    ("Допустим, я держу пчёл", "я держу пчёл", "Держит пчёл"),
    ("Скажем, я живу в Осло", "я живу в Осло", "Живёт в Осло"),
    ("比方说我住在奥斯陆", "我住在奥斯陆", "住在奥斯陆"),
    ("if all goes well i live in Oslo by summer", "i live in Oslo by summer", "Lives in Oslo"),
    ("if the test is right i'm pregnant", "i'm pregnant", "Is pregnant"),
    ("had i studied medicine i'd be rich", "had i studied medicine", "Studied medicine"),
    ("were i a vegan, could i wear leather", "i a vegan", "Is a vegan"),
    ("in ten years i own a farm", "i own a farm", "Owns a farm"),
    ("by 2030 i'm a pilot, that's the plan", "i'm a pilot", "Is a pilot"),
    ("worst case i'm homeless by january", "i'm homeless by january", "Is homeless"),
    ("next life i'm a cat", "i'm a cat", "Is a cat"),
    ("example: i own 3 flats. how is that taxed", "i own 3 flats", "Owns three flats"),
    ("dream scenario: i live by the sea", "i live by the sea", "Lives by the sea"),
    ("chapter one draft: i work in a morgue", "i work in a morgue", "Works in a morgue"),
    ("let's assume i'm 67 and retired", "i'm 67 and retired", "Is retired"),
    ("say i earn 80k and have two kids, what do i pay", "have two kids", "Has two kids"),
    ("wenn alles klappt bin ich bald Lehrer", "bin ich bald Lehrer", "Ist Lehrer"),
    ("si todo va bien soy padre en mayo", "soy padre en mayo", "Es padre"),
    ("si tout va bien je suis prof en mai", "je suis prof en mai", "Est prof"),
]


@for_each(("typed", "quote", "fact"), SUPPOSED)
def test_what_is_only_supposed_is_not_taken(typed: str, quote: str, fact: str) -> None:
    assert _refusal([typed], quote, fact)


# Beside them: what is so.
SO = [
    ("if it helps im a nurse", "im a nurse", "Is a nurse"),
    ("if you need context i live in Porto", "i live in Porto", "Lives in Porto"),
    ("not sure if relevant but i have gout", "i have gout", "Has gout"),
    ("if the sun is out i cycle to work", "i cycle to work", "Cycles to work in the sun"),
    ("Wenn du es wissen willst, ich habe Gicht", "ich habe Gicht", "Hat Gicht"),
    ("si, soy médico", "soy médico", "Es médico"),
    ("Ich halte Bienen, wenn ich Zeit habe", "Ich halte Bienen", "Hält Bienen"),
    ("Wenn ich ehrlich bin, halte ich Bienen", "halte ich Bienen", "Hält Bienen"),
    ("Si me preguntas, tengo abejas", "tengo abejas", "Tiene abejas"),
    (
        "J'élève des abeilles, et si tu veux du miel, dis-le",
        "J'élève des abeilles",
        "Élève des abeilles",
    ),
    ("Can you say it plainly? I keep bees", "I keep bees", "Keeps bees"),
    ("I keep bees, not hens", "I keep bees", "Keeps bees"),
    ("if all goes well we end early. i keep bees", "i keep bees", "Keeps bees"),
    ("for example i keep bees, and hens", "i keep bees", "Keeps bees"),
    ("say i move, how long does it take? i keep bees", "i keep bees", "Keeps bees"),
    ("had a nap. i keep bees", "i keep bees", "Keeps bees"),
    ("i keep bees and by 2030 i want twenty hives", "i keep bees", "Keeps bees"),
    ("my case: i keep bees in leeds", "i keep bees in leeds", "Keeps bees in Leeds"),
]


@pytest.mark.parametrize(("typed", "quote", "fact"), SO)
def test_what_is_so_beside_a_supposition_is_taken(typed: str, quote: str, fact: str) -> None:
    assert not _refusal([typed], quote, fact)


# What was typed in one turn; the fact; whether it waits. Who has a role in a game may play it.
IN_GAMES = [
    ("in Baldur's Gate I am a druid", "Is a druid", True),
    ("in Baldur's Gate I am a druid, stuck in act 2", "Plays Baldur's Gate", False),
    ("in Baldur's Gate 3 I am a half-elf ranger", "Is a half-elf ranger", True),
    ("in Skyrim I play an orc", "Is an orc", True),
    ("in Skyrim I play an orc", "Plays an orc in Skyrim", False),
    ("in D&D I'm a bard", "Is a bard", True),
    ("playing as a thief in Thief", "Is a thief", True),
    ("in elden ring im a mage, which staff", "Is a mage", True),
    ("In Elden Ring, I'm a mage", "Is a mage", True),
    ("I'm a necromancer in Diablo", "Is a necromancer", True),
    ("in World of Warcraft I'm a level 60 warlock", "Is a warlock", True),
    ("In Gothic bin ich ein Magier", "Ist Magier", True),
    ("ich bin Druide in Baldur's Gate", "Ist Druide", True),
    ("spiele gerade als Dieb in Thief", "Ist Dieb", True),
    ("en Skyrim soy un mago", "Es mago", True),
    ("jugando como un paladín en Diablo", "Es paladín", True),
    ("dans Elden Ring je suis un voleur", "Est voleur", True),
    ("in Skyrim sono un mago", "È un mago", True),
    ("em Skyrim eu sou um mago", "É mago", True),
    ("в Скайриме я маг", "Маг", True),
    ("играю за паладина", "Паладин", True),
    ("我在魔兽世界里是法师", "是法师", True),
    ("mi juego es Hollow Knight y hago otro en godot", "Su juego es Hollow Knight", False),
    ("in Berlin I am a student", "Is a student", False),
    ("in summer I am a lifeguard", "Is a lifeguard", False),
    ("at Google I am a manager", "Is a manager", False),
    ("in Wales I am a druid", "Is a druid", False),
    ("in my grove I am a druid", "Is a druid", False),
    ("in Oslo I am a priest", "Is a priest", False),
    ("I'm a ranger in Yellowstone", "Is a ranger in Yellowstone", False),
    ("I'm a wizard with Excel", "Is a wizard with Excel", False),
    ("I'm a pirate radio host in Hull", "Is a pirate radio host", False),
    ("in Skyrim I am a mage, in life I am a nurse", "Is a nurse", False),
    ("In Marburg bin ich Student", "Ist Student", False),
    ("en Madrid soy médico", "Es médico", False),
    ("à Lyon je suis boulanger", "Est boulanger", False),
    ("in estate sono bagnino", "È bagnino", False),
    ("в Москве я врач", "Врач", False),
    ("我在北京是老师", "是老师", False),
    ("I am a bard in Cornwall", "Is a bard in Cornwall", False),
    ("i am a druid in Wales", "Is a druid in Wales", False),
    ("I'm a knight in Kent, re-enactment every weekend", "Is a knight in Kent", False),
    ("i'm a bard in Brittany", "Is a bard in Brittany", False),
    ("ich bin Barde in Thüringen", "Ist Barde in Thüringen", False),
    ("I am a wizard in Yorkshire, weddings mostly", "Is a wizard in Yorkshire", False),
    ("soy bardo en Galicia", "Es bardo en Galicia", False),
    ("je suis barde en Bourgogne", "Est barde en Bourgogne", False),
    ("I'm a druid in Devon", "Is a druid in Devon", False),
    ("I'm a rogue trader's clerk in Ohio", "Is a clerk in Ohio", False),
    ("I am a bard in Gothic", "Is a bard", True),
    ("in Skyrim I am a bard", "Is a bard", True),
    ("I'm a mage in Baldur's Gate", "Is a mage", True),
    ("in Cornfield Online i am a druid", "Is a druid", True),
    ("ich bin Barde in Gothic", "Ist Barde", True),
    ("soy druida en Elden Ring", "Es druida", True),
    ("je suis barde dans Skyrim", "Est barde", True),
]


@for_each(("typed", "fact", "waits"), IN_GAMES)
def test_who_somebody_is_in_a_named_game_waits(typed: str, fact: str, *, waits: bool) -> None:
    assert _refusal([typed], typed, fact) == (NOT_EARNEST if waits else "")


@pytest.mark.parametrize("character", ["my character is a paladin", "mi personaje es un paladín"])
def test_a_character_is_somebody_else(character: str) -> None:
    fact = "Is a paladin" if character.startswith("my") else "Es paladín"
    assert _refusal([character], character, fact) in (NOT_EARNEST, SOMEBODY_ELSE)
