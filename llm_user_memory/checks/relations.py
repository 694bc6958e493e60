"""Facts about the user's pets, and facts that only say whom the user is related to. Pure.

"My husband doesn't eat fish" says that the user is married, whatever else it says of the husband.
"She takes phenobarbital" is about the dog if the user has called one theirs.
"""

from ..text import vocabulary
from ..text.vocabulary import Meanings, moods, plain, relations
from ..text.words import sentences
from .subjects import compiled, in_chinese, matches, searchable

_STATED_BY = (
    (relations.FACT_MARRIED, relations.SPOUSE),
    (relations.FACT_DIVORCED, relations.FORMER_SPOUSE),
    (relations.FACT_WIDOWED, relations.LATE_SPOUSE),
    (relations.FACT_IN_RELATIONSHIP, relations.PARTNER),
    (relations.FACT_HAS_BOYFRIEND, relations.MY_BOYFRIEND),
    (relations.FACT_HAS_GIRLFRIEND, relations.MY_GIRLFRIEND),
    (relations.FACT_ENGAGED, relations.FIANCE),
)
_OVER_BY = {
    relations.FACT_MARRIED: (
        relations.FORMER_SPOUSE,
        relations.LATE_SPOUSE,
        relations.RELATION_ENDS,
    ),
    relations.FACT_IN_RELATIONSHIP: (relations.RELATION_ENDS,),
    relations.FACT_HAS_BOYFRIEND: (relations.RELATION_ENDS,),
    relations.FACT_HAS_GIRLFRIEND: (relations.RELATION_ENDS,),
    relations.FACT_ENGAGED: (relations.RELATION_ENDS,),
}


def is_stated_relation(fact: str, typed: str) -> bool:
    """Tell whether the fact says only "is married" and the like, and the user has "my wife"."""
    return any(
        matches(said_by_fact, fact)
        and any(_is_stated(said, sentence) for sentence in sentences(typed))
        and not _is_over(said_by_fact, typed)
        for said_by_fact, said in _STATED_BY
    )


def is_ended_relation(fact: str, typed: str) -> bool:
    """Tell whether the user also says that the marriage or the like of the fact is over."""
    return any(matches(said, fact) and _is_over(said, typed) for said in _OVER_BY)


def without_friends(fact: str, typed: str) -> str:
    """Return the text without who is no partner of the kind that the fact says the user has.

    For "Has a boyfriend" a friend ("ein freund von mir") and a girlfriend are left out. The text
    is unchanged for facts of another kind.
    """
    for said_by_fact, other in _OTHER_PARTNERS:
        if matches(said_by_fact, fact):
            return compiled(other).sub(" ", searchable(typed))
    return typed


_OTHER_PARTNERS = (
    (relations.FACT_HAS_BOYFRIEND, relations.NO_BOYFRIEND),
    (relations.FACT_HAS_GIRLFRIEND, relations.NO_GIRLFRIEND),
    (relations.FACT_IN_RELATIONSHIP, relations.NO_PARTNER),
)


def _is_stated(said: str, sentence: str) -> bool:
    """Tell whether a sentence has "my wife", and not in what is only told, supposed or wished."""
    text = searchable(sentence)
    found = compiled(said).search(text)
    told = compiled(relations.UNREAL).search(text)
    is_told = bool(found and told and told.start() < found.start())
    return bool(found) and not is_told and not compiled(moods.WISHED_REAL).search(text)


def _is_over(said_by_fact: str, typed: str) -> bool:
    return any(matches(end, typed) for end in _OVER_BY.get(said_by_fact, ()))


def is_of_own_pet(fact: str, typed: str) -> bool:
    """Tell whether the fact is about an animal that the user calls theirs: "Her dog is 12"."""
    if chinese := in_chinese(fact):
        match = compiled(relations.PET_IN_CHINESE).match(chinese)
        own = relations.OWN_IN_CHINESE.replace("{}", match["who"]) if match else ""
        return bool(match) and bool(compiled(own).search(in_chinese(typed)))
    match = compiled(relations.PET_AT_START).match(plain(fact))
    kind = animals_in(match["who"]) if match else frozenset[int]()
    return bool(kind) and any(
        kind & animals_in(f"{found['one']} {found['two'] or ''}")
        for found in compiled(relations.OWN_ANIMAL).finditer(plain(typed))
    )


def animals_in(text: str) -> Meanings:
    """Return the meanings of the words of a text that are kinds of pets."""
    pet = vocabulary.row_of("pet")
    return frozenset(
        meaning
        for word in plain(text).split()
        if pet in vocabulary.meanings(word, implied=True)
        for meaning in vocabulary.meanings(word)
    )
