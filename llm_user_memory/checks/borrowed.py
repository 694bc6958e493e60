"""What a fact has of other turns than the one that it quotes: names, numbers and dates. Pure.

"How do I tune Postgres?", and in the next turn "it's a Hetzner box": a thing may have been named
before. But the name alone does not make the quoted words speak of it, nor the user its owner.
"""

from collections.abc import Sequence
from datetime import date

from ..text.vocabulary import plain
from ..text.vocabulary.subjects import OTHER_PERSON
from ..text.words import fold, occurs_in
from .matching import is_in, words_of
from .subjects import compiled, people
from .support import invented


def lenders(
    fact: str, quote: str, known: str, elsewhere: Sequence[str], day: date, old: str = ""
) -> list[str] | None:
    """Return the texts that have what the fact borrows, or None if it borrows nothing.

    It borrows the names, numbers and dates that `known`, the text around the quote, does not give.
    What only the profile has is in none of the texts.
    """
    given, found, missing = [known], list[str](), ""
    while wanted := invented(fact, quote, given, "", day, old):
        left = [text for text in elsewhere if text not in found]
        # Most texts have it as it is. To find other forms of it takes long.
        more = [text for text in left if occurs_in(fold(wanted), fold(text))]
        if wanted == missing or not more:
            more = [
                text
                for text in left
                if invented(fact, quote, [*given, text], "", day, old) != wanted
            ]
        missing = wanted
        if not more:
            break
        found += more
        given += more
    return found if missing else None


def are_of_unnamed_people(fact: str, texts: Sequence[str]) -> bool:
    """Tell whether each of the texts speaks of people, and the fact names none of them.

    "My cousin is 34" tells nothing of the sister of whom the fact says that she is 34.
    """
    said = words_of(fact)
    return bool(texts) and all(
        (named := _people_in(text)) and not any(is_in(word, said, across=True) for word in named)
        for text in texts
    )


def _people_in(text: str) -> set[str]:
    """The words for people in a text, without their names: "cousin" of "my cousin Lena"."""
    found = (match[0] for match in compiled(OTHER_PERSON).finditer(plain(text)))
    return {word for one in found for word in one.split() if people().fullmatch(word)}
