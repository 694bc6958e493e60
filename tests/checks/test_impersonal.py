"""Questions about anybody and keywords say nothing of the user; fragments of a statement do."""

from support import judging
from support.rows import for_each

SAID_AT = 1_778_760_000
OF_ANYBODY = (
    ("can a pregnant woman eat sushi", "Is pregnant"),
    ("can a diabetic husband eat dates", "Has a diabetic husband"),
    ("what should a type 1 diabetic eat before running", "Has type 1 diabetes"),
    ("symptoms of celiac disease", "Has celiac disease"),
    ("ok so can landlords raise rent in Ontario", "Lives in Ontario"),
    ("is a golden retriever good with kids", "Has a golden retriever"),
    ("how long can a cat be left alone", "Has a cat"),
    ("darf eine Schwangere Sushi essen", "Ist schwanger"),
    ("was kostet ein Hund", "Hat einen Hund"),
    ("qué puede comer un diabético", "Tiene diabetes"),
    ("síntomas de la celiaquía", "Tiene celiaquía"),
    ("que peut manger une femme enceinte", "Est enceinte"),
    ("cosa può mangiare un diabetico", "È diabetico"),
    ("quanto ganha um enfermeiro em Braga", "Trabalha como enfermeiro em Braga"),
    ("что можно беременным", "Беременна"),
    ("糖尿病人能吃西瓜吗", "有糖尿病"),
    ("is my husband diabetic", "Husband is diabetic"),
    ("would i earn more as a nurse", "Is a nurse"),
    ("could my brother become a nurse", "Brother is a nurse"),
)
ORDERS = (
    ("You are Marge, a retired trucker from Tulsa. Greet me.", "Is a retired trucker"),
    ("Title ideas for an essay about first-generation students", "Is a first-generation student"),
    ("Résume la vie de Camille Claudel, sculptrice", "Est sculptrice"),
    ("fai finta di essere un monaco buddista", "È buddista"),
    ("statistics on left handedness in tennis", "Is left-handed"),
)
KEYWORDS = (
    ("vegan birthday cake", "Is vegan"),
    ("fibromyalgia diet", "Has fibromyalgia"),
    ("divorce process in Texas", "Is getting divorced"),
    ("top 10 sights in Rome", "Lives in Rome"),
    ("guitar chords for Wonderwall", "Plays the guitar"),
    ("gute Bücher über Bienen", "Hält Bienen"),
    ("recetas veganas", "Es vegana"),
    ("ricette vegane", "È vegana"),
    ("accords de guitare pour débutant", "Joue de la guitare"),
    ("tipps garten mit allergie", "Hat eine Allergie"),
    ("hilfe im garten mit allergie", "Hat eine Allergie"),
    ("urlaub mit hund ostsee", "Hat einen Hund"),
    ("small garden ideas with dog", "Has a dog"),
    ("best laptop for architecture student", "Is an architecture student"),
    ("consejos viaje con bebé", "Has a baby"),
    ("jardin avec chien", "A un chien"),
    ("recettes sans gluten", "Mange sans gluten"),
    ("vacanze con neonato mare", "Ha un neonato"),
    ("viagem com cachorro praia", "Tem um cachorro"),
    ("receitas sem lactose rápidas", "É intolerante à lactose"),
    ("отпуск с ребенком море недорого", "Has a child"),
    ("camping checklist with toddler", "Has a toddler"),
    ("road trip scotland with campervan and dog", "Has a campervan"),
    ("régime diabète type 2 idées", "A un diabète de type 2"),
    ("apartamento pequeno com gato", "Tem um gato"),
    ("viaggio in treno con bicicletta", "Ha una bicicletta"),
    ("seguro autónomo fontanero", "Es fontanero"),
)
OF_THE_USER = (
    ("meine allergie nervt", "Hat eine Allergie"),
    ("hilfe im garten mit meiner allergie", "Hat eine Allergie"),
    ("help, my allergy is back", "Has an allergy"),
    ("i have a dog, garden ideas", "Has a dog"),
    ("jardin avec mon chien", "A un chien"),
    ("consejos viaje con mi bebé", "Has a baby"),
    ("viagem com meu cachorro praia", "Tem um cachorro"),
    ("stuck at home with covid", "Has covid"),
    ("living with two cats in Leeds", "Has two cats"),
    ("pregnant, 31 weeks, heartburn at night", "Is pregnant"),
    ("traslocare con il mio gatto", "Ha un gatto"),
    ("apê pequeno, tenho dois gatos", "Tem dois gatos"),
    ("rezepte ohne ei, bin allergisch", "Ist allergisch gegen Ei"),
    ("tipps zum schlafen mit tinnitus", "Hat Tinnitus"),
    ("two cats, 14 and 9", "Has two cats, aged 14 and 9"),
    ("hate hummus", "Hates hummus"),
    ("finals start monday", "Finals start on 2026-05-18"),
    ("Como enfermera trabajo de noche. ¿Qué ceno?", "Es enfermera"),
    ("can't eat gluten, coeliac", "Has coeliac disease"),
    ("give me 5 questions, final round is on june 5", "Has a final round on 2026-06-05"),
    ("sig block for mutt, 3 lines. the name's Rusty", "Name is Rusty"),
    ("Μένω στη Θεσσαλονίκη", "Μένει στη Θεσσαλονίκη"),
    ("not driving any more", "Does not drive"),
    ("vegan here, what cake", "Is vegan"),
    ("daughter's in canada", "Has a daughter in Canada"),
    ("install docker on ubuntu", "Uses Ubuntu"),
    ("can i eat sushi, i'm pregnant", "Is pregnant"),
    ("can my diabetic husband eat dates", "Husband is diabetic"),
    ("can my retired father drive in Spain", "Father is retired"),
    ("darf meine schwangere Frau Sushi essen", "Frau ist schwanger"),
    ("is ibuprofen ok with my blood thinners", "Takes blood thinners"),
    ("how do i tell my 13 year old daughter that we are moving", "Has a 13-year-old daughter"),
    ("can i deduct my office as a freelance translator", "Is a freelance translator"),
    ("qué puedo comer, soy diabético", "Tiene diabetes"),
    ("как накормить моего кота", "Есть кот"),
)


@for_each(("said", "fact"), (*OF_ANYBODY, *ORDERS, *KEYWORDS))
def test_what_is_asked_of_anybody_gives_no_fact(said: str, fact: str) -> None:
    assert judging.refusal(fact, said, said_at=SAID_AT)


@for_each(("said", "fact"), OF_THE_USER)
def test_what_is_asked_or_said_of_oneself_does(said: str, fact: str) -> None:
    assert not judging.refusal(fact, said, said_at=SAID_AT)
