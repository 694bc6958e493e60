"""What a noun behind "your" says: "your job at Siemens" is "works at Siemens". Pure.

A model that tells users a fact often names what they have, and does not say what they do.
"""

from functools import cache

from .words import fold

# The forms of "have" and the possessives of a language in a line: who says "your asthma" says that
# you have it. English, German, Dutch, Spanish, Portuguese, Italian, French, Russian and Polish. Of
# English only those that speak of the user: texts in it are compared without the others.
HAVING = """
have my our your
hat habe haben habt hast mein meine meinen meinem meiner meines dein deine deinen deinem deiner \
deines sein seine seinen seinem seiner seines ihr ihre ihren ihrem ihrer ihres euer eure euren \
eurem eurer unser unsere unseren unserem unserer
heeft heb hebben hebt mijn jouw je uw haar zijn hun ons onze
tiene tengo tenemos tienen tienes tenés tenéis mi mis tu tus su sus vuestro vuestra vuestros \
vuestras nuestro nuestra nuestros nuestras
tem tenho temos têm tens meu minha meus minhas teu tua teus tuas seu sua seus suas nosso nossa \
nossos nossas vosso vossa
ha ho hai abbiamo mio mia miei mie tuo tua tuoi tue suo sua suoi sue nostro nostra vostro vostra
mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs
имеет имею имеешь имеем имеете есть мой моя моё мое мои моего моей моему моим моих мою моём моем \
твой твоя твоё твое твои твоего твоей твоему твоим твоих твою твоём твоем ваш ваша ваше ваши \
вашего вашей вашему вашим ваших вашу вашем его её ее их свой своя своё свое свои своего своей \
своему своим своих свою своём своем
ma masz mam mamy mój moja moje moją mojej mojego mojemu moim twój twoja twoje twoją twojej \
twojego twojemu twoim jej jego swój swoja swoje swoją swojej swojego swojemu swoim
""".replace("\\\n", "")

# A word that facts have in the third person, and nouns that say the same, in these languages.
_NOUNS = """
works job employer position role workplace career
lives home residence
married wife husband spouse marriage
divorced divorce
pregnant pregnancy
retired retirement
unemployed unemployment
allergic allergy allergies
diabetic diabetes
epileptic epilepsy
depressed depression
studies degree
collects collection
arbeitet arbeit job stelle arbeitgeber arbeitsplatz beruf
wohnt wohnung zuhause wohnort
verheiratet ehefrau ehemann ehe
allergisch allergie
sammelt sammlung
werkt baan job werkgever
woont woning thuis
allergisch allergie
verzamelt verzameling
trabaja empleo puesto empleador
vive casa hogar
alérgico alergia
alérgica alergia
colecciona colección
trabalha emprego
mora casa
coleciona coleção
travaille travail emploi poste employeur métier
habite maison appartement domicile
allergique allergie
collectionne collection
lavora impiego posto
abita casa
allergico allergia
allergica allergia
colleziona collezione
работает работа работу работе работы работой должность
живёт дом доме квартира квартире
собирает коллекция коллекцию
pracuje praca pracy pracę posada
mieszka dom domu mieszkanie mieszkaniu
zbiera kolekcja kolekcję
"""

# How many words behind one of HAVING a noun may stand: "your new part-time job".
_NEAR = 3


def with_verbs(text: str) -> str:
    """Return a text with the verb behind each noun that says it: "my job works at Siemens"."""
    verbs = verbs_of_nouns()
    if verbs.keys().isdisjoint(fold(text).split()):
        return text
    said, distance = list[str](), _NEAR
    for part in text.split():
        said.append(part)
        word = fold(part)
        distance = 0 if word in _having() else distance + 1
        if distance <= _NEAR:
            said += verbs.get(word, ())
    return " ".join(said)


@cache
def _having() -> frozenset[str]:
    return frozenset(fold(HAVING).split())


@cache
def verbs_of_nouns() -> dict[str, list[str]]:
    """Return the verbs, by the folded nouns that say the same."""
    found: dict[str, list[str]] = {}
    for verb, *nouns in (fold(line).split() for line in _NOUNS.strip().splitlines()):
        for noun in nouns:
            found.setdefault(noun, []).append(verb)
    return found
