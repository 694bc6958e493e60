"""Common forms of words in other languages than English: "nimmt" and "nehme" give the same. Pure.

A fact is in the third person, what a user says of themselves in the first, and what a model tells
them of it in the second: "du nimmst", "vous prenez". English forms are known to `words.root`. Here
endings are taken off without regard for the language, which joins a few words too many: use this
only to keep back what may say a fact.

The forms are those of the present tense in school grammars (Duden, Bescherelle, the conjugations of
the RAE): I, we, and the familiar "you", in Spanish also "vos" and "vosotros", in French "vous", in
Russian "вы". "Sie" goes with "wir"; "u", "usted", "você", "Lei" and "Pan" with the third person.
Not here: Italian "voi", Polish "wy" and Dutch "jullie", which speak to several.
"""

import re
from functools import lru_cache
from unicodedata import normalize

from .nouns_of_verbs import HAVING
from .patterns import regex
from .words import content_words, fold

# Frequent verbs of these languages whose forms differ in more than their endings: a verb in a line,
# the third person first. A form that has its stem is here only if that is too short for an ending
# to be taken off.
_VERBS = """
ist bin sind bist seid
nimmt nehme nehmen
isst iß esse essen ess
liest lese lesen
spricht spreche sprechen
gibt gebe geben
sieht sehe sehen
trifft treffe treffen
hält halte halten hältst
hilft helfe helfen
tritt trete treten
wird werde werden wirst
lässt lass lasse lassen
sammelt sammle
bastelt bastle
wechselt wechsle
handelt handle
segelt segle
wandert wandre
vergisst vergesse vergessen
wirft werfe werfen
stirbt sterbe sterben
empfiehlt empfehle empfehlen
misst messe messen
weiß wissen
kann können
mag mögen
muss müssen
will wollen
darf dürfen
tut tue tun tust
übt übe üben übst
gaat ga gaan
staat sta staan
doet doe doen
ziet zie zien
kan kunt kun kunnen
wil wilt willen
es soy somos eres sois
está estoy estamos
hace hago
va voy vamos vou vas vais vai
dice digo decimos decís
sale salgo
pone pongo põe ponho
conoce conozco
padece padezco
sabe sé sei
da doy dou dá dás dais
ve veo vejo vê ves vês veis
oye oigo oímos oís
lee leo leemos lees leéis
trae traigo
usa uso usas usamos
ama amo ami amas
viene vengo venimos venís vem venho vens
conduce conduzco
duerme duermo dormimos dormís
juega juego jugamos jugás jugáis
puede puedo podemos podés podéis
quiere quiero queremos querés queréis
piensa pienso pensamos pensás pensáis
entiende entiendo entendemos entendés entendéis
cuenta cuento contamos contás contáis
prueba pruebo probamos probás probáis
pierde pierdo perdemos perdés perdéis
pide pido pedimos pedís
sigue sigo seguimos seguís
sirve sirvo servimos servís
é sou és
faz faço
diz digo dizemos
traz trago
lê leio lemos lês
ouve ouço
dorme durmo
pode posso
prefiere prefiero preferimos preferís preferís prefere prefiro preferes
perde perco
ai as avons avez
est suis sommes êtes
va vais allons allez
prend prenons prenez
apprend apprenons apprenez
comprend comprenons comprenez
boit bois buvons buvez
vit vis vivons vivez
fait fais faisons faites
dit dis disons dites
met mets mettons mettez
promet promets promettons promettez
lit lis lisons lisez
écrit écris écrivons écrivez
dort dors dormons dormez
sort sors sortons sortez
part pars partons partez
sert sers servons servez
sent sens sentons sentez
suit suivons suivez
peut peux pouvons pouvez
veut veux voulons voulez
doit dois devons devez
sait sais savons savez
voit vois voyons voyez
croit crois croyons croyez
reçoit reçois recevons recevez
conduit conduis conduisons conduisez
traduit traduis traduisons traduisez
construit construis construisons construisez
produit produis produisons produisez
connaît connais connaissons connaissez
vient viens venons venez
devient deviens devenons devenez
tient tiens tenons tenez
peint peins peignons peignez
court cours courons courez
achète achètes achetons achetez
appelle appelles appelons appelez
jette jettes jetons jetez
paie paye paies payes payons payez
essaie essaye essaies essayes essayons essayez
nettoie nettoies nettoyons nettoyez
emploie emploies employons employez
envoie envoies envoyons envoyez
è sono siamo sei
fa faccio facciamo fai
va vado andiamo vai
dà do diamo dai
sta sto stiamo stai
può posso possiamo puoi
vuole voglio vogliamo vuoi
viene vieni
esce usciamo
tiene tengo tieni teniamo
dice dico
so sai
любит люблю
ест ем ешь едим едите
пьёт пьет пью пьёшь пьешь пьём пьем пьёте пьете
шьёт шьет шью шьёшь шьешь шьём шьем шьёте шьете
поёт поет пою поёшь поешь поём поем поёте поете
ждёт ждет жду ждёшь ждешь ждём ждем ждёте ждете
даёт дает даю даёшь даешь даём даем даёте даете
учит учу учишь учим учите
учится учусь учишься учимся учитесь
ходит хожу
ездит езжу
водит вожу
разводит развожу
пишет пишу
носит ношу
видит вижу
спит сплю спишь спим спите
готовит готовлю
кормит кормлю
едет еду
может могу
хочет хочу хотим хотите
ищет ищу
gra gram grasz gramy
zna znam znasz znamy
jest jestem jesteśmy jesteś
je jem jemy jesz
bierze biorę
jeździ jeżdżę
chodzi chodzę
może mogę
wozi wożę
prowadzi prowadzę
"""

# Words that are left out: pronouns of verbs that refer to their subject ("sich", "dich"), and the
# articles that `words` does not leave out ("heeft een hond", "je hond").
_LEFT_OUT = frozenset(
    """
    sich mich dich uns euch zich se me te nos os nous vous si ti ci vi się
    een de het um uma o uno il lo gli
    """.split()
)

# German and Dutch; the Romance languages and Polish; Russian, with reflexive verbs.
_ENDING = regex(
    r"(?<=\w\w\w)(?:e?s?t|s?en|(?<=[lr])n"
    r"|s?i?(?:[ao]s?|es?|ez|[ae]is|e?ons|[aei]mos?)|h?i(?:amo)?|i[st]|(?<=\w\w\w)iss(?:ez|ons)|s"
    r"|[aeiy](?:m|my|sz)|y|sz"
    r"|(?:[аяу]?(?:ем|ешь|ете|ет|ют|ю)|им|ишь|ите|ит|ут|ат|ят|у)(?:ся|сь)?)$"
)
_MARKS = regex("[\u0300-\u036f]+")
_ELIDED = regex(r"\b(?:[cdjlmnst]|qu)['’](?=\w)", re.I)


def lemmas(text: str) -> list[str]:
    """Return the base forms of the content words of a text, as far as they can be told."""
    text = _ELIDED.sub(" ", text)
    words, said = content_words(text), fold(text).split()
    if not set(words) <= set(said):
        return words  # pairs of characters of a script without spaces
    content, verbs = set(words) - _LEFT_OUT, _base_of()
    # A form is content if the first one is: "tengo" is a small word, but "tiene" is none.
    return [
        lemma(word)
        for word in said
        if word in content or (word in verbs and content_words(verbs[word]))
    ]


@lru_cache(maxsize=4096)
def lemma(word: str) -> str:
    """Return one value for the forms of a folded word."""
    base = _without_accents(_base_of().get(word, word))
    return _ENDING.sub("", base) if base.isalpha() else base


def compared(text: str) -> list[str]:
    """Return the content words of a text that what says the same has, too, in some form."""
    return [word for word in content_words(_ELIDED.sub(" ", text)) if word not in _LEFT_OUT]


def like(word: str) -> set[str]:
    """Return the verbs of the table above, in all forms, whose `lemma` is that of a word."""
    wanted = lemma(word)
    return {form for form in _base_of() if lemma(form) == wanted}


def _without_accents(word: str) -> str:
    """A word without accents, in which forms of a verb may differ: "fährt", "élevez", "живешь"."""
    return word if word.isascii() else normalize("NFC", _MARKS.sub("", normalize("NFD", word)))


@lru_cache(maxsize=1)
def _base_of() -> dict[str, str]:
    """The first form of each verb, by its forms; a form of two verbs is one of the first."""
    found: dict[str, str] = {}
    for forms in filter(None, (fold(line).split() for line in f"{HAVING}{_VERBS}".splitlines())):
        first = next((found[form] for form in forms if form in found), forms[0])
        for form in forms:
            found.setdefault(form, first)
    return found
