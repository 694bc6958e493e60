"""What a forgotten or local fact says is recognised in the first and second person."""

import pytest
from support.rows import for_each

from llm_user_memory.text import fingerprints
from llm_user_memory.text.verb_forms import lemma
from llm_user_memory.text.words import fold

SALT = b"salt"

# A fact, and an earlier prompt of the user's that says it.
SAID = [
    ("Has diabetes", "I have diabetes and look for recipes."),
    ("Hat Diabetes", "Ich habe Diabetes und suche Rezepte."),
    ("Isst kein Fleisch", "Ich esse kein Fleisch."),
    ("Zahlt Unterhalt", "ich zahle unterhalt, was setze ich ab"),
    ("Pflegt die Mutter", "Seit Mai pflege ich die Mutter"),
    ("Tiene diabetes", "Tengo diabetes, ¿qué ceno?"),
    ("Toma insulina", "Tomo insulina por la noche"),
    ("Cuida a su madre", "Cuido a mi madre, su piso es pequeño"),
    ("Habite à Lyon", "J'habite à Lyon depuis mai."),
    ("Boit du vin", "Je bois du vin le soir"),
    ("Prende l'insulina", "Prendo l'insulina la sera"),
    ("Guida un taxi", "Guido un taxi a Bari"),
    ("Toma remédio", "Eu tomo remédio de noite"),
    ("Cria abelhas", "Crio abelhas em casa"),
    ("Живёт в Осло", "Я живу в Осло."),
    ("Принимает инсулин", "Я принимаю инсулин, что есть?"),
    ("Woont in Gent", "Ik woon in Gent"),
    ("Bierze insulinę", "Biorę insulinę."),
    # English words in a sentence, or in the fact, do not make it English.
    ("Hat Diabetes", "Ich habe Diabetes und spiele gern World of Warcraft, was hilft?"),
    ("Nimmt Metformin", "Ich nehme Metformin, und wie schreibe ich eine for Schleife?"),
    ("Tiene diabetes", "Tengo diabetes y uso this en JavaScript, ¿qué hago?"),
    ("Prend de la metformine", "Je prends de la metformine at home"),
    ("Работает в банке", "Я работаю в банке, как сделать for в Python?"),
    ("Arbeitet bei Bank of America", "Ich arbeite bei Bank of America"),
    ("Liest The Economist", "Ich lese The Economist"),
    ("Juega a World of Warcraft", "Juego a World of Warcraft"),
    ("Lit The Economist", "Je lis The Economist"),
    ("Gioca a World of Warcraft", "Gioco a World of Warcraft"),
    ("Trabalha no Bank of America", "Trabalho no Bank of America"),
    ("Speelt World of Warcraft", "Ik speel World of Warcraft with my friends"),
    ("Читает The Economist", "Я читаю The Economist"),
]
# The same of an earlier answer, which tells the users what they are known to do.
TOLD = [
    ("Works at Siemens", "Given your job at Siemens, take the train."),
    ("Works at Siemens", "My new job at Siemens begins in May."),
    ("Works at Siemens", "In your current role at Siemens you know that."),
    ("Lives in Oslo", "As your home is in Oslo, expect snow."),
    ("Is allergic to walnuts", "Because of your walnut allergy, I left out the pesto."),
    ("Züchtet Bienen", "Da du Bienen züchtest, pflanze Lavendel."),
    ("Sammelt Briefmarken", "Du sammelst ja Briefmarken."),
    ("Sammelt Briefmarken", "Da Sie Briefmarken sammeln, ist das bekannt."),
    ("Nimmt Insulin", "Da du Insulin nimmst, iss vorher etwas."),
    ("Kann Klavier spielen", "Sie können ja Klavier spielen."),
    ("Hat Diabetes", "Bei deinem Diabetes ist das zu süß."),
    ("Pflegt seine Mutter", "Du pflegst deine Mutter, also plane Pausen ein."),
    ("Interessiert sich für Käfer", "Weil du dich für Käfer interessierst: sie schlafen."),
    ("Arbeitet bei Siemens", "Durch Ihre Stelle bei Siemens kennen Sie das."),
    ("Zorgt voor haar vader", "Je zorgt voor je vader of oom."),
    ("Heeft astma", "Met je astma is dat te veel."),
    ("Heeft een hond", "Neem je hond mee naar buiten."),
    ("Tem um cachorro", "Leve o seu cachorro ao parque."),
    ("Werkt bij Philips", "Door je baan bij Philips ken je dat."),
    ("Cuida a su madre", "Como cuidas a tu madre, descansa."),
    ("Tiene asma", "Con su asma, mejor nadar."),
    ("Juega al ajedrez en su club", "Jugás al ajedrez en tu club."),
    ("Duerme en su taxi", "Si dormís en vuestro taxi, hará frío."),
    ("Trabaja en Renfe", "Por tu empleo en Renfe viajas gratis."),
    ("Tem asma", "Com a sua asma, é melhor nadar."),
    ("Prefere chá verde", "Preferes chá verde, pois é."),
    ("Prend des pilules", "Puisque vous prenez des pilules, restez à l'ombre."),
    ("Élève des abeilles", "Vous élevez des abeilles, je crois."),
    ("S'occupe de sa mère", "Tu t'occupes de ta mère depuis mai."),
    ("Travaille chez Renault", "Avec votre emploi chez Renault, c'est simple."),
    ("Ha l'asma", "Con la tua asma è meglio nuotare."),
    ("Cerca lavoro", "Dato che cerchi lavoro, ecco un modello."),
    ("Si occupa di api", "Ti occupi di api, quindi lo sai."),
    ("Разводит пчёл", "Раз вы разводите пчёл, посадите липу."),
    ("Собирает марки", "Ты собираешь марки, так что смотри."),
    ("Учит чешский", "Вы учите чешский, слушайте радио."),
    ("Живёт в Казани", "Ты живешь в Казани, там холодно."),
    ("Занимается йогой", "Вы занимаетесь йогой, спина в порядке."),
    ("Работает в Газпроме", "Ваша работа в Газпроме далеко."),
    ("Zbiera znaczki", "Skoro zbierasz znaczki, zachowaj kopertę."),
    ("Uczy się czeskiego", "Uczysz się czeskiego, więc słuchaj radia."),
    ("Ma astmę", "Masz astmę, więc pływaj."),
]
NOT_SAID = [
    ("Hat Diabetes", "Mein Opa sucht ein Rezept"),
    ("Vive en Lima", "Compré una lima"),
    ("Spielt Geige", "Das Spiel ist aus"),
    ("Arbeitet bei Siemens", "Siemens baut Züge"),
    ("Isst kein Fleisch", "Ich esse Fleisch"),
    ("Habite à Lyon", "un hôtel à Lyon"),
    ("Works at Siemens", "A job there is new, and Siemens builds trains"),
    ("Works at Siemens", "Your washing machine by Siemens is old"),
    ("Lives in Oslo", "Your trip to Oslo begins on Monday"),
    ("Hat Diabetes", "Diabetes ist eine Krankheit"),
    ("Hat Diabetes", "Ich lese, dass Diabetes häufig ist"),
    ("Nimmt Insulin", "Du fragst nach Insulin"),
    ("Nimmt Insulin", "Du nimmst kein Insulin"),
    ("Züchtet Bienen", "Du magst Bienen"),
    ("Arbeitet bei Siemens", "Deine Waschmaschine von Siemens ist alt"),
    ("Heeft astma", "Astma komt vaak voor"),
    ("Heeft een hond", "Een hond is trouw"),
    ("Tiene asma", "El asma es una enfermedad"),
    ("Tem asma", "A asma é uma doença"),
    ("Prend des pilules", "Vous fabriquez des pilules"),
    ("Ha l'asma", "L'asma è una malattia"),
    ("Живёт в Казани", "Вы едете в Казани на автобусе"),
    ("Собирает марки", "Твои марки нашлись в парке"),
    ("Zbiera znaczki", "Kupujesz znaczki na poczcie"),
]
# I, you and who else: forms of one verb, beginning with that of facts.
FORMS = [
    "züchtet züchte züchtest züchten",
    "arbeitet arbeite arbeitest",
    "reist reise reist reisen",
    "wandert wandre wandere wanderst wandern",
    "hält halte hältst halten",
    "fährt fahre fährst",
    "muss musst müssen",
    "woont woon",
    "toca toco tocas tocamos tocáis tocás",
    "come como comes coméis comés",
    "vive vivo vives vivimos vivís",
    "estudia estudio estudias estudiáis",
    "dice digo dices decís",
    "faz faço fazes",
    "conhece conheço conheces",
    "joue joues jouez jouons",
    "mange manges mangez mangeons",
    "préfère préfères préférez",
    "étudie étudies étudiez",
    "finit finis finissez finissons",
    "laisse laisses laissez",
    "attend attends attendez",
    "écrit écris écrivez",
    "mangia mangio mangi mangiamo",
    "paga pago paghi paghiamo",
    "pulisce pulisco pulisci",
    "рисует рисую рисуешь рисуете",
    "знает знаю знаешь знаете",
    "водит вожу водишь водите",
    "живёт живу живёшь живёте живешь живете",
    "лечится лечусь лечишься лечитесь",
    "pracuje pracuję pracujesz",
    "uczy uczę uczysz",
    "gra gram grasz",
]


@for_each(("fact", "text"), SAID)
def test_the_first_person_says_the_fact(fact: str, text: str) -> None:
    assert fingerprints.says(fingerprints.of_facts(SALT, [fact]), text)


@for_each(("fact", "text"), TOLD)
def test_the_second_person_says_the_fact(fact: str, text: str) -> None:
    assert fingerprints.says(fingerprints.of_facts(SALT, [fact]), text)


@pytest.mark.parametrize(("fact", "text"), NOT_SAID)
def test_other_sentences_do_not(fact: str, text: str) -> None:
    assert not fingerprints.says(fingerprints.of_facts(SALT, [fact]), text)


@for_each("forms", FORMS)
def test_the_persons_of_a_verb_have_one_lemma(forms: str) -> None:
    assert len({lemma(fold(form)) for form in forms.split()}) == 1
