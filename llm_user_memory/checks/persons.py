"""Whether a fact about one relative was said of another person, or of the user. Pure.

"Father is a doctor" for "my mom is a doctor", "Sister lives in Leeds" for "my sister moved, I'm in
Leeds".
"""

import re
from functools import cache

from ..text import vocabulary
from ..text.patterns import regex
from ..text.vocabulary import Meanings, idioms, moods, plain, speakers
from ..text.words import sentences
from .clauses import Part, parts
from .language import languages, main_script
from .matching import is_frame, is_in, may_be_translated, telling, words_of
from .relations import animals_in
from .subjects import compiled, matches, searchable

_RELATIVES = (
    "daughter son child brother sister father mother parent husband wife partner grandmother "
    "grandfather grandchild uncle aunt cousin nephew niece roommate friend neighbo boss colleague"
).split()
_JOINS = regex(r"\b(?:and|und|y|et|и|both|beide|ambos)\b|和|都")


def is_of_another(fact: str, typed: str) -> bool:
    """Tell whether a word of a fact about one person was only said of the user or other people."""
    who, rest = _person_and_rest(fact)
    if not who or is_set_against_user(fact, typed):
        return False
    said_of = [(part, words_of(part.text), _people_in(part.text)) for part in parts(typed)]
    if not any(who & people for _part, _said, people in said_of):
        return False
    across, of_fact = may_be_translated(fact, typed), _people_in(fact) - who
    for word in rest:
        having = [
            (part, people - of_fact)
            for part, said, people in said_of
            if is_in(word, said, across=across, strictly=True)
        ]
        if having and all(_is_anothers(part, people, who) for part, people in having):
            return True
    return False


def is_set_against_user(fact: str, typed: str) -> bool:
    """Tell whether the fact says of a relative what the user denied of themselves only.

    "Wife is vegan" for "I'm not vegan, but my wife is".
    """
    who, _rest = _person_and_rest(fact)
    return bool(who) and any(
        who & (vocabulary.meanings(match["who"] or match["alone"]))
        for sentence in sentences(typed)
        for clause in _PAUSE.split(sentence)
        if (match := re.search(moods.BUT_ANOTHER_IS, plain(clause)))
    )


_PAUSE = regex(r",(?! (?:but|aber|pero|mais|ma|mas|но|а)\b)|[.;:!?()]")


def is_relation_of_another(fact: str, typed: str) -> bool:
    """Tell whether a relative whom the fact says the user has is only somebody else's.

    "Has children" for "my sister's kids", "Has a sister" for "my sister-in-law".
    """
    match = re.match(moods.HAS_RELATIVE, plain(fact))
    who = vocabulary.meanings(match["who"]) & _relatives() if match else frozenset[int]()
    words = typed.split()
    having = [
        (before, word, after)
        for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False)
        if who and who & _people_in(word)
    ]
    return bool(having) and all(
        bool(_OF_ANOTHER.search(before)) or word.endswith("-in-law") or after == "in-law"
        for before, word, after in having
    )


_OF_ANOTHER = regex(r"(?i)['’]s$|^(?:his|her|their)$")


def is_disowned(fact: str, typed: str) -> bool:
    """Tell whether the fact says that the user has what they say is not theirs."""
    match = compiled(idioms.FACT_HAS).match(said := plain(fact))
    thing = telling(said[match.end() :]) if match else ()
    return any(
        thing
        and is_in(thing[0], words_of(sentence), across=True)
        and matches(speakers.NOT_MINE, sentence)
        for sentence in sentences(typed)
    )


def is_likened(fact: str, typed: str) -> bool:
    """Tell whether a fact that `is_of_another` may hold for both: "my wife has it too"."""
    return is_of_another(fact, typed) and matches(moods.LIKENED, typed)


def may_be_place_of_both(typed: str) -> bool:
    """Tell whether something is asked for a relative, and then a place: "my mum in Leeds"."""
    match = compiled(speakers.HELPED).search(searchable(typed))
    return bool(match and (match["at"] or match["en"]))


def is_of_dropped_i(fact: str, typed: str) -> bool:
    """Tell whether the verb of the fact was typed in the first person without a pronoun.

    Spanish "crío cabras", Italian "gestisco", German "wohne": after another subject they look like
    that person's, and after "for" like a description of somebody.
    """
    verb = plain(fact).split(" ", 1)[0]
    forms = {
        f"{verb.removesuffix(ending)}{own}"
        for language in languages(typed)
        for ending, owns in _FIRST_PERSONS.get(language, ())
        if verb.endswith(ending) and len(verb) - len(ending) >= _SHORTEST_ROOT
        for own in owns.split()
    }
    return not forms.isdisjoint(plain(typed).split())


# By language: the ending of the third person, and those of the first, singular and plural.
_FIRST_PERSONS = {
    "es": (
        ("a", "o amos"),
        ("e", "o emos imos"),
        ("ce", "zco zo"),
        ("ge", "jo"),
        ("gue", "go"),
    ),
    "it": (("a", "o iamo"), ("e", "o iamo"), ("sce", "sco"), ("ca", "chiamo"), ("ga", "ghiamo")),
    "pt": (("a", "o amos"), ("e", "o emos imos"), ("ce", "co"), ("ge", "jo"), ("gue", "go")),
    "de": (("t", "e"), ("et", "e")),
}
_SHORTEST_ROOT = 2


def _is_anothers(part: Part, people: Meanings, who: Meanings) -> bool:
    if who & people:
        return False
    if part.is_others:
        return bool(people)
    said = _joined(part.text)
    if people and _OWNER.match(said):
        return True
    return bool(re.match(moods.FIRST_ALONE, said)) and not re.search(moods.TO_THEM, said)


# "Grandad's hearing aids", in plain words.
_OWNER = regex(r"(?:(?:and|but|so|my|our) )*\w{3,}s \w+ (?:\w+ )?\w+")


def _person_and_rest(fact: str) -> tuple[Meanings, list[str]]:
    """The meanings of the person whom a fact is about, and the fact's other telling words."""
    said = plain(fact)
    if _JOINS.search(said) or main_script(fact) == "han":
        return frozenset(), []
    match = re.match(moods.ABOUT_ONE, said)
    name = (match["who"] or match["had"]) if match else ""
    who = vocabulary.meanings(name) & _relatives() or animals_in(name)
    rest = [
        word
        for word in telling(_WHEN_USER.sub("", fact))
        if not vocabulary.meanings(word) & _relatives() and not is_frame(word)
    ]
    return who, rest


# "Father died when the user was 12": the rest is said of the user.
_WHEN_USER = regex(
    r"(?i),? \b(?:when|while|before|after|als|während|cuando|quand|когда) "
    r"(?:(?:the|der|die|el|la) |l['’])?(?:user|they|nutzer\w*|usuari[oa]|utilisat\w+"
    r"|пользовател\w+)\b.*"
)


def _people_in(text: str) -> Meanings:
    return words_of(text).own_meanings & _relatives() | animals_in(text)


@cache
def _relatives() -> Meanings:
    return frozenset(map(vocabulary.row_of, _RELATIVES))


def _joined(text: str) -> str:
    return text.replace(" ", "") if main_script(text) == "han" else text.strip()
