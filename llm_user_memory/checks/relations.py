"""Facts about the user's pets, and facts that only say whom the user is related to. Pure.

"My husband doesn't eat fish" says that the user is married, whatever else it says of the husband.
"She takes phenobarbital" is about the dog if the user has called one theirs.
"""

from ..text import vocabulary
from ..text.vocabulary import Meanings, plain, relations
from ..text.words import sentences
from .subjects import compiled, in_chinese, matches

_STATED_BY = (
    (relations.FACT_MARRIED, relations.SPOUSE),
    (relations.FACT_DIVORCED, relations.FORMER_SPOUSE),
    (relations.FACT_WIDOWED, relations.LATE_SPOUSE),
)


def is_stated_relation(fact: str, typed: str) -> bool:
    """Tell whether the fact says only "is married" and the like, and the user has "my wife"."""
    for said_by_fact, said in _STATED_BY:
        if matches(said_by_fact, fact):
            return any(
                matches(said, sentence) and not matches(relations.UNREAL, sentence)
                for sentence in sentences(typed)
            ) and not _is_over(said_by_fact, typed)
    return False


def _is_over(said_by_fact: str, typed: str) -> bool:
    """Tell whether a marriage is also said to be over."""
    ends = (relations.FORMER_SPOUSE, relations.LATE_SPOUSE, relations.MARRIAGE_ENDS)
    return said_by_fact == relations.FACT_MARRIED and any(matches(end, typed) for end in ends)


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
