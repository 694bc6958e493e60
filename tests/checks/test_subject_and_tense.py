"""A fact waits if the clause that it is quoted from is of somebody else, or not of today."""

import pytest
from support.rows import for_each

from llm_user_memory.checks.refusals import MAYBE_ANOTHERS, MAYBE_SO
from llm_user_memory.checks.subject_and_tense import why_doubted

# What was typed, the quote, the fact.
OF_ANOTHER = [
    # Another person, or a thing that the fact does not name, is the subject.
    (
        "my aunt is in hospital. she needs a walker, which one",
        "she needs a walker",
        "Needs a walker",
    ),
    (
        "i met a Dane who farms. they inherited 40 hectares",
        "inherited 40 hectares",
        "Inherited 40 hectares",
    ),
    ("our electrician has a pilot licence lol", "has a pilot licence", "Has a pilot licence"),
    ("the first course will be pottery", "pottery", "Teaches pottery"),
    ("my shop will be run from Malta", "my shop will be run from Malta", "Runs things from Malta"),
    (
        "wir sind beim Opa. Sie spricht kein Deutsch, seine Pflegerin",
        "Sie spricht kein Deutsch",
        "Spricht kein Deutsch",
    ),
    (
        "monto un torneo. los participantes viven en Lugo",
        "los participantes viven en Lugo",
        "Vive en Lugo",
    ),
    ("mon oncle y était, en 44. un plan svp", "mon oncle y était", "A été soldat en 1944"),
    (
        "делаю опрос. респонденты будут учителя",
        "респонденты будут учителя",
        "Работает учителем",
    ),
    (
        "mia nonna ha cucinato 30 anni in mensa, come la festeggio",
        "30 anni in mensa",
        "Ha cucinato 30 anni in mensa",
    ),
    (
        "meu pai trabalha na Petrobras, como ele se aposenta",
        "trabalha na Petrobras",
        "Trabalha na Petrobras",
    ),
    ("mia sorella insegna yoga, logo?", "insegna yoga", "Insegna yoga"),
    ("meu vizinho cria galinhas, pode?", "cria galinhas", "Cria galinhas"),
    # Somebody near does it alone.
    (
        "my wife is opening a bakery in June",
        "my wife is opening a bakery in June",
        "Is opening a bakery with the wife",
    ),
    # The quote belongs to a word before it.
    (
        "name ideas for a club of left-handed fencers",
        "left-handed fencers",
        "Is a left-handed fencer",
    ),
    ("menú para un celíaco", "celíaco", "Es celíaco"),
    # It is for somebody.
    ("backpack for a nurse, under 80 eur", "backpack for a nurse", "Is a nurse"),
    ("i need stretches for someone with asthma", "someone with asthma", "Has asthma"),
    ("necesito un regalo para un carpintero", "un carpintero", "Es carpintero"),
    ("stuhl für einen Schreiner gesucht", "stuhl für einen Schreiner", "Ist Schreiner"),
    ("给一位糖尿病人的早餐", "给一位糖尿病人的早餐", "有糖尿病"),
    # It goes on about whom the sentence before was.
    (
        "My uncle fell off a ladder. But the knee swells every night.",
        "the knee swells every night",
        "Has a knee that swells",
    ),
    (
        "mio cugino Ivo è celiaco e a Pasqua parte da Bari",
        "a Pasqua parte da Bari",
        "A Pasqua parte da Bari",
    ),
]
NOT_OF_TODAY = [
    ("we'll keep saving to buy a house", "we'll keep saving to buy a house", "Bought a house"),
    ("i will keep trying to quit smoking", "i will keep trying to quit smoking", "Quit smoking"),
    (
        "i'll keep dreaming of living in Rome",
        "i'll keep dreaming of living in Rome",
        "Lives in Rome",
    ),
    ("i will start playing tennis", "i will start playing tennis", "Plays tennis"),
    (
        "i'm going to keep thinking about learning Spanish",
        "i'm going to keep thinking about learning Spanish",
        "Learns Spanish",
    ),
    (
        "i'll keep the tennis lessons in mind",
        "i'll keep the tennis lessons in mind",
        "Takes tennis lessons",
    ),
    (
        "i will keep asking about renting in Ghent",
        "i will keep asking about renting in Ghent",
        "Rents in Ghent",
    ),
    ("i'll keep hoping for a job at Ikea", "i'll keep hoping for a job at Ikea", "Works at Ikea"),
    ("we'll be living in Malta by june", "we'll be living in Malta", "Lives in Malta"),
    ("十月要搬去大连，列个清单", "十月要搬去大连", "住在大连"),
    ("im planning to start a podcast", "start a podcast", "Has a podcast"),
    ("en mayo empezaré a remar", "empezaré a remar", "Rema"),
    ("a maggio aprirò una libreria", "aprirò una libreria", "Ha una libreria"),
    ("el taller va a estar en Vigo", "va a estar en Vigo", "Tiene un taller en Vigo"),
    ("i painted their fence last spring", "i painted their fence", "Paints fences"),
    ("я нарисовал ему логотип за 3000", "я нарисовал ему логотип", "Рисует логотипы"),
    ("can our printer do a3", "can our printer do a3", "Prints A3"),
    ("how do i get from Hull to the coast", "get from Hull to the coast", "Lives in Hull"),
    ("which course? pottery or weaving?", "pottery or weaving", "Takes a pottery course"),
    (
        "i sewed the curtains, a quilt and two napkins for them",
        "two napkins",
        "Sews napkins",
    ),
    ("should we keep bees", "should we keep bees", "Keeps bees"),
    ("kann mein Rechner Llama laden", "kann mein Rechner Llama laden", "Lädt Llama"),
    ("estamos esperando gemelos", "esperando gemelos", "Tiene gemelos"),
    ("wir erwarten ein Mädchen, Namen?", "wir erwarten ein Mädchen", "Hat ein Kind"),
    ("vorrei un tornio", "vorrei un tornio", "Ha un tornio"),
    ("quero um cachorro grande", "quero um cachorro grande", "Tem um cachorro grande"),
]
SAID_SO = [
    ("I'm gonna keep playing tennis", "I'm gonna keep playing tennis", "Plays tennis"),
    ("I'll keep working at Ikea", "I'll keep working at Ikea", "Works at Ikea"),
    ("i'll keep learning Spanish", "i'll keep learning Spanish", "Learns Spanish"),
    ("i will keep running daily", "i will keep running daily", "Runs daily"),
    ("we're going to keep renting", "we're going to keep renting", "Rents their home"),
    ("I'll continue teaching yoga", "I'll continue teaching yoga", "Teaches yoga"),
    ("i'll keep on volunteering", "i'll keep on volunteering", "Volunteers"),
    ("i will keep using Moodle", "i will keep using Moodle", "Uses Moodle"),
    ("my aunt visits, i need a walker", "i need a walker", "Needs a walker"),
    ("bin Meister in einer Gärtnerei", "bin Meister in einer Gärtnerei", "Ist Meister"),
    ("vegan since 2019, what about b12", "vegan since 2019", "Vegan since 2019"),
    ("my dad drove me mad. living in Porto now", "living in Porto", "Lives in Porto"),
    ("coach u12 girls soccer, drills?", "coach u12 girls soccer", "Coaches girls' soccer"),
    ("the surgery got moved to the 22nd", "surgery got moved", "Has surgery on 2026-03-22"),
    ("my name is Ines", "my name is Ines", "Name is Ines"),
    ("it's a 2014 civic", "it's a 2014 civic", "Drives a 2014 Civic"),
    ("my car is a 2014 civic", "my car is a 2014 civic", "Drives a 2014 Civic"),
    ("the dog is a beagle", "the dog is a beagle", "Has a beagle"),
    ("hubby got laid off friday", "hubby got laid off", "Husband was laid off"),
    ("my wife and i are opening a bakery", "opening a bakery", "Opening a bakery with the wife"),
    ("my wife lives with me in Cork", "my wife lives with me in Cork", "Lives with the wife"),
    ("i'm a potter in a club of fencers", "potter in a club of fencers", "Is a potter"),
    ("seeking a gift for a nurse", "a gift for a nurse", "Seeking a gift for a nurse"),
    ("i drive for a brewery", "i drive for a brewery", "Works at a brewery"),
    ("im a nurse, a card for a nurse?", "a card for a nurse", "Is a nurse"),
    ("i work as a nurse for a clinic", "nurse for a clinic", "Works as a nurse for a clinic"),
    ("i'll be in Rome next week", "i'll be in Rome next week", "Will be in Rome next week"),
    ("the first course will be pottery", "will be pottery", "Will teach pottery first"),
    ("i moved to Oslo", "i moved to Oslo", "Lives in Oslo"),
    ("i painted their fence", "i painted their fence", "Painted a fence"),
    ("how do i stop my dog barking", "how do i stop my dog barking", "Has a dog"),
    ("what can i do as a midwife", "as a midwife", "Is a midwife"),
    ("i play the harp or the lute daily", "i play the harp or the lute daily", "Plays the harp"),
    ("i cooked soup, i cook daily", "i cooked soup, i cook daily", "Cooks daily"),
    ("can my cat eat tuna", "can my cat eat tuna", "Has a cat"),
    ("estamos esperando gemelos", "esperando gemelos", "Espera gemelos"),
    ("quero um cachorro grande", "quero um cachorro grande", "Quer um cachorro grande"),
    ("minha irmã quer um gato", "minha irmã quer um gato", "Tem uma irmã"),
    ("ich arbeite im Hafen und esse vegan", "im Hafen", "Arbeitet im Hafen"),
    ("meine Wohnung ist klein. sie hat zwei Zimmer", "sie hat zwei Zimmer", "Hat zwei Zimmer"),
    ("llevo 12 años dando clase", "llevo 12 años dando clase", "Da clase desde hace 12 años"),
    ("живу в Омске, мама в Туле", "живу в Омске", "Живёт в Омске"),
    ("我妈来了，我住在大连", "我住在大连", "住在大连"),
    ("十月要搬去大连", "十月要搬去大连", "计划十月搬去大连"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "quote", "fact"), OF_ANOTHER)
def test_what_a_clause_says_of_another_waits(typed: str, quote: str, fact: str) -> None:
    assert why_doubted(fact, quote, typed) == MAYBE_ANOTHERS


@pytest.mark.parametrize(("typed", "quote", "fact"), NOT_OF_TODAY)
def test_what_is_to_come_or_was_once_or_is_asked_waits(typed: str, quote: str, fact: str) -> None:
    assert why_doubted(fact, quote, typed) == MAYBE_SO


@for_each(("typed", "quote", "fact"), SAID_SO)
def test_what_the_user_says_of_themselves_does_not(typed: str, quote: str, fact: str) -> None:
    assert why_doubted(fact, quote, typed) == ""
