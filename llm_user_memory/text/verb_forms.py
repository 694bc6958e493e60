"""Common forms of words in other languages than English: "nimmt" and "nehme" give the same. Pure.

A fact is in the third person, and what a user says of themselves in the first. English forms are
known to `words.root`. Here endings are taken off without regard for the language, which joins a few
words too many: use this only to keep back what may say a fact.
"""

import re
from functools import lru_cache

from .patterns import regex
from .words import content_words, fold, root, stem

# Frequent verbs whose forms differ in more than their endings: all forms of a verb in a line, in
# German, Dutch, Spanish, Portuguese, French, Italian, Russian and Polish.
_VERBS = """
hat habe haben habt
ist bin sind bist
nimmt nehme nehmen
isst iß esse essen ess
fährt fahre fahren
liest lese lesen
spricht spreche sprechen
gibt gebe geben
sieht sehe sehen
trifft treffe treffen
hilft helfe helfen
läuft laufe laufen
schläft schlafe schlafen
trägt trage tragen
hält halte halten
wäscht wasche waschen
bäckt backe backen backt
sammelt sammle sammeln
bastelt bastle basteln
wechselt wechsle wechseln
handelt handle handeln
wandert wandre wandere wandern
vergisst vergesse vergessen
wirft werfe werfen
stirbt sterbe sterben
heeft heb hebben hebt
gaat ga gaan
staat sta staan
doet doe doen
ziet zie zien
tiene tengo tenemos tienen
es soy somos
está estoy estamos
hace hago hacemos
va voy vamos vou
dice digo decimos
sale salgo salimos
pone pongo ponemos
conoce conozco conocemos
padece padezco padecemos
sabe sé sei so sa
da doy do dou dá
ve veo vejo vê
oye oigo oímos
trae traigo traemos
viene vengo venimos vem venho
conduce conduzco conducimos
duerme duermo dormimos
juega juego jugamos
tem tenho temos têm
é sou
faz faço fazemos
diz digo dizemos
traz trago trazemos
lê leio lemos
ouve ouço ouvimos
dorme durmo dormimos
pode posso podemos
prefere prefiro preferimos
perde perco perdemos
ai as avons
est suis sommes
va vais allons
prend prends prenons
boit bois buvons
vit vis vivons
fait fais faisons
met mets mettons
lit lis lisons
écrit écris écrivons
dort dors dormons
sort sors sortons
conduit conduis conduisons
connaît connais connaissons
vient viens venons
tient tiens tenons
souffre souffrons
court cours courons
reçoit reçois recevons
ha ho abbiamo
è sono siamo
fa faccio facciamo
va vado andiamo
dà do diamo
sta sto stiamo
viene vengo veniamo
esce esco usciamo
tiene tengo teniamo
soffre soffro soffriamo
dice dico diciamo
любит люблю любим
ест ем едим
пьёт пьет пью пьём пьем
ходит хожу ходим
ездит езжу ездим
водит вожу водим
пишет пишу пишем
носит ношу носим
видит вижу видим
спит сплю спим
готовит готовлю готовим
кормит кормлю кормим
страдает страдаю страдаем
едет еду едем
может могу можем
хочет хочу хотим
ma mam mamy
bierze biorę bierzemy
jest jestem jesteśmy
je jem jemy
pisze piszę piszemy
jeździ jeżdżę jeździmy
chodzi chodzę chodzimy
"""

_ENDING = regex(
    r"(?:amos|emos|imos|iamo|ons|ent|uję|uje|am|em|im|en|et|ez|t|e|o|a|i|s|ę|ą"
    r"|аем|яем|уем|ают|яют|уют|ает|яет|ует|аю|яю|ую|ет|ёт|ит|ат|ят|ем|ём|им|ю|у)$"
)
_LEAST = 3
_ELIDED = regex(r"\b(?:[cdjlmnst]|qu)['’](?=\w)", re.I)


def lemmas(text: str) -> list[str]:
    """Return the base forms of the content words of a text, as far as they can be told."""
    text = _ELIDED.sub(" ", text)
    words, said = content_words(text), fold(text).split()
    if not set(words) <= set(said):
        return words  # pairs of characters of a script without spaces
    content, verbs = set(words), _with_content()
    return [lemma(word) for word in said if word in content or word in verbs]


@lru_cache(maxsize=4096)
def lemma(word: str) -> str:
    """Return one value for the forms of a folded word."""
    if known := _base_of().get(word):
        return known
    base = root(word)
    short = _ENDING.sub("", base)
    return stem(short) if len(short) >= _LEAST and base.isalpha() else base


@lru_cache(maxsize=1)
def _with_content() -> frozenset[str]:
    """The forms of verbs whose first form is a content word: "tengo" is none, but "tiene" is."""
    return frozenset(form for form, base in _base_of().items() if content_words(base))


@lru_cache(maxsize=1)
def _base_of() -> dict[str, str]:
    """The first form of each verb, by its forms; a form of two verbs is one of the first."""
    found: dict[str, str] = {}
    for line in _VERBS.split("\n"):
        forms = [fold(form) for form in line.split()]
        first = next((found[form] for form in forms if form in found), (forms or [""])[0])
        for form in forms:
            found.setdefault(form, first)
    return found
