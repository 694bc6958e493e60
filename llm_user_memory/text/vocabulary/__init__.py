"""Tables of words that mean the same: to compare a fact with what was typed. Pure.

* `people`, `body`, `leisure`, `answers`: words of one meaning, in six languages;
* `sensitive`: the same, for what hurts most if it is wrong, such as crimes and illnesses;
* `places`: countries with their peoples, and cities with other names elsewhere;
* `moods`: past, sought, believed or played; `scopes`: exceptions, and frequencies;
* `over`: what is over; `lasting`: what is so for a while, not yet, or beside;
* `predicates`: what facts say of a place, a language or a thing;
* `idioms`: phrases with a negation that negates nothing; `opposites`: words of opposite meaning;
* `aliases`: abbreviations and full names, names that everybody knows, given names;
* `kinds`: which particular words are of one kind, such as animals;
* `impersonal`: how people ask of anybody; `relations`: pets, and who is married to whom.

A row of meanings is `English|German|Spanish|French|Russian|Chinese`. Each field lists beginnings
of words; one that ends in "." is a whole word, "_" joins the words of a phrase. After "<" stand
words that imply the meaning without being synonyms ("@cat": the row of "cat"): whoever types "cat"
has a pet, but a fact about a dog is not about pets. A row that begins with "!" is particular: a
fact may say it only if the user has. The tables are incomplete: other words are not compared.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple
from unicodedata import combining, normalize

from ..patterns import regex
from ..words import content_words, fold, is_unspaced, stem
from . import aliases, answers, body, kinds, leisure, people, places, sensitive

Meanings = frozenset[int]
LANGUAGES = ("en", "de", "es", "fr", "ru", "zh")
"""The languages of the fields of a row, in order. Names of places belong to all."""
# The rows whose Spanish field has the words of Italian and Portuguese, too.
_IN_ROMANCE = """
dog cat nurse doctor teacher engineer lawyer cook hairdresser carpenter electrician plumber waiter
""".split()

# The most letters of a word after the beginning that a table has.
_LONGEST_ENDING = 5
_LONGEST_CYRILLIC_ENDING = 7
_SHORT_ENDING = 2
_SHORTEST_BEGINNING = 4
_SHORTEST_STEM = 3
_OTHER_LETTERS = str.maketrans(
    {"ø": "o", "ß": "ss", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ı": "i"}
)


class _Table(NamedTuple):
    """Beginnings by their first two letters, with the longest ending; whole words; phrases.

    `phrases` have their first word as key; `unspaced` are those of scripts without spaces.
    `particular` are the meanings that a fact may have only if the user has said them.
    """

    beginnings: dict[str, list[tuple[str, int, int, str]]]
    exact: dict[str, set[tuple[int, str]]]
    phrases: dict[str, dict[str, set[int]]]
    unspaced: dict[str, set[int]]
    particular: Meanings


_LONGEST_WORD = 80

# Letters of words that join phrases, in scripts without spaces.
_BETWEEN_PHRASES = "在是的了和有我"
# Words that join others, besides those of `words`.
_SMALL = frozenset("hat habe haben hast a à en chez ai je в во на у я мой моя".split())
_VERB = regex(r"[^bht]ier(?:en?|s?t|te[nt]?)$|[pd]tieren$")


def plain(text: str) -> str:
    """Return the folded text without diacritics: "tromso" for "Tromsø"."""
    folded = fold(text).translate(_OTHER_LETTERS)
    if folded.isascii():
        return folded
    bare = (letter for letter in normalize("NFKD", folded) if not combining(letter))
    return normalize("NFC", "".join(bare)) or folded


@lru_cache(maxsize=16384)
def meanings(
    word: str, languages: frozenset[str] = frozenset(LANGUAGES), *, implied: bool = False
) -> Meanings:
    """Return the meanings of a plain word in the languages; with `implied`, also those it implies.

    In an English text "hundred" is not German "Hund".
    """
    table = _implied() if implied else _meant()
    allowed = languages | {""}
    found = {meaning for meaning, language in table.exact.get(word, ()) if language in allowed}
    for beginning, ending, meaning, language in table.beginnings.get(word[:2], ()):
        is_form = word.startswith(beginning) and len(word) - len(beginning) <= ending
        if is_form and language in allowed:
            found.add(meaning)
    # A compound: Lieblingsfilm. A longer string is not a word; plain German is in ASCII.
    if (
        7 < len(word) <= _LONGEST_WORD
        and not _VERB.search(word)
        and "de" in allowed
        and word.isascii()
    ):
        for start in range(len(word) - 3):
            for beginning, _ending, meaning, language in table.beginnings.get(
                word[start : start + 2], ()
            ):
                is_german = language in ("de", "")
                if is_german and len(beginning) > 3 and word.startswith(beginning, start):
                    found.add(meaning)
            found |= {
                meaning
                for meaning, language in table.exact.get(word[start:], ())
                if language == "de" and start > 2
            }
    return frozenset(found)


@lru_cache(maxsize=1024)
def meanings_in(text: str, languages: frozenset[str] = frozenset(LANGUAGES)) -> Meanings:
    """Return all meanings of a text in the languages, implied ones included."""
    folded = plain(text)
    found = {
        meaning for word in folded.split() for meaning in meanings(word, languages, implied=True)
    }
    return frozenset(found | _in_phrases(folded, _implied()))


def phrase_meanings(text: str) -> Meanings:
    """Return the meanings of the phrases, and of the words in scripts without spaces, in a text."""
    return frozenset(_in_phrases(plain(text), _meant()))


@cache
def row_of(word: str) -> int:
    """Return the meaning of the row that begins with this word."""
    return next(number for number, first in enumerate(_firsts()) if first == word)


@cache
def _firsts() -> tuple[str, ...]:
    """The first word of each row, in order."""
    return tuple(row.strip("!").split("|")[0].split()[0] for row in _all_rows())


def senses(text: str) -> frozenset[str]:
    """Return a text's words as keys that are equal for synonyms in the tables.

    A key is the first word of a row, or a word that is in no table. The keys stay the same when
    rows are added.
    """
    return frozenset(_sense(word) for word in _words_and_phrases(text))


def _words_and_phrases(text: str) -> Iterator[str]:
    """The plain content words of a text; in scripts without spaces, the phrases of the tables."""
    folded = plain(text)
    if any(is_unspaced(word) for word in folded.split()):
        joined = folded.replace(" ", "")
        for phrase in sorted(_meant().unspaced, key=len, reverse=True):
            if phrase in joined:
                joined = joined.replace(phrase, " ")
                yield phrase
        folded = " ".join(each for each in joined.split() if each.strip(_BETWEEN_PHRASES))
    telling = set(content_words(folded)) - _SMALL
    yield from (word for word in folded.split() if word in telling)


@lru_cache(maxsize=4096)
def _sense(word: str) -> str:
    exact = frozenset(meaning for meaning, _language in _meant().exact.get(word, ()))
    if not exact and (names := same_names(word)):
        return min({word, *names})
    if found := exact or meanings(word) or frozenset(_meant().unspaced.get(word, ())):
        return f"#{_firsts()[min(found)]}"
    return stem(word)


def phrases_in(text: str) -> dict[str, Meanings]:
    """Return {phrase: meanings} for the phrases of the tables in a text."""
    return {phrase: frozenset(its) for phrase, its in _phrases_of(plain(text), _meant())}


@cache
def places_known() -> Meanings:
    """Return the meanings that are countries, peoples or cities."""
    first = sum(
        1 for module in (people, body, leisure, answers) for row in module.ROWS.split("\n") if row
    )
    return frozenset(range(first, len(list(_all_rows()))))


def names_region(name: str) -> bool:
    """Tell whether a plain name is of a county, state or region, or of a part: "north cornwall"."""
    return any(f" {region} " in f" {name} " for region in _regions())


@cache
def _regions() -> frozenset[str]:
    return frozenset(plain(name.replace("_", " ")) for name in places.REGIONS.split())


def particular() -> Meanings:
    """Return the meanings that a fact may have only if the user has said them."""
    return _meant().particular


@cache
def particular_in_romance() -> Meanings:
    """Return the particular meanings whose words in Italian and Portuguese the tables have."""
    return particular() & frozenset().union(*map(meanings, _IN_ROMANCE))


@cache
def kinds_of_things() -> tuple[Meanings, ...]:
    """Return the sets of particular meanings that are of one kind, such as animals."""
    return tuple(frozenset(map(row_of, kind.split())) for kind in kinds.KINDS)


@cache
def kinds_of_work() -> Meanings:
    """Return the particular meanings that are kinds of work."""
    return frozenset(map(row_of, kinds.WORK.split()))


@lru_cache(maxsize=1024)
def same_names(name: str) -> frozenset[str]:
    """Return the other names for the thing with this plain name: "javascript" for "js"."""
    found: set[str] = set()
    for row in _names().get(name, ()):
        found |= row
    return frozenset(found - {name})


@cache
def chinese_names() -> tuple[str, ...]:
    """Return the Chinese names of things that have other names, the longest first."""
    return tuple(sorted((name for name in _names() if is_unspaced(name[0])), key=len)[::-1])


@cache
def well_known() -> frozenset[str]:
    """Return the plain names that everybody knows, including those of places."""
    listed = {plain(name) for name in aliases.WELL_KNOWN}
    cities = {plain(row.split()[0].replace("_", " ")) for row in _rows(places.CITIES)}
    return frozenset(listed | cities | countries())


@cache
def countries() -> frozenset[str]:
    """Return the plain English names of countries, peoples and languages."""
    named = (row.split("|")[:2] for row in places.COUNTRIES.split("\n") if row)
    return frozenset(
        plain(word.replace("_", " ")) for two in named for word in " ".join(two).split()
    )


@cache
def generic_names() -> frozenset[str]:
    """Return the capitalized words that are not proper names: AI, TV, University."""
    return aliases.GENERIC


@cache
def given_names() -> frozenset[str]:
    """Return common given names."""
    return aliases.GIVEN_NAMES


def _in_phrases(folded: str, table: _Table) -> set[int]:
    return {meaning for _, its in _phrases_of(folded, table) for meaning in its}


def _phrases_of(folded: str, table: _Table) -> Iterator[tuple[str, set[int]]]:
    """Yield the phrases of a table in a plain text, with their meanings."""
    spaced = f" {folded}"
    for first in dict.fromkeys(folded.split(" ")):
        phrases = table.phrases.get(first, {})
        yield from ((phrase, its) for phrase, its in phrases.items() if f" {phrase}" in spaced)
    if not folded.isascii():
        joined = folded.replace(" ", "")
        yield from ((phrase, its) for phrase, its in table.unspaced.items() if phrase in joined)


def _all_rows() -> Iterator[str]:
    for module in (people, body, leisure, answers, sensitive):
        yield from (row for row in module.ROWS.split("\n") if row)
    yield from (f"!{row}" for row in places.COUNTRIES.split("\n") if row)
    yield from (f"!{row}" for row in _rows(places.CITIES))


def _rows(table: str) -> list[str]:
    return [row.strip() for row in table.replace("\n", "|").split("|") if row.strip()]


class _Entry(NamedTuple):
    """A word of a table, the language of its field ("" for names), and its meaning."""

    word: str
    language: str
    meaning: int


@cache
def _meant() -> _Table:
    rows = list(_all_rows())
    marked = frozenset(number for number, row in enumerate(rows) if row.startswith("!"))
    return _table(
        (entry for number, row in enumerate(rows) for entry in _entries(row, number)), marked
    )


@cache
def _implied() -> _Table:
    """The table with implied meanings: the words after "<", and those of the rows they name."""
    rows = list(_all_rows())
    found = [entry for number, row in enumerate(rows) for entry in _entries(row, number)]
    for number, row in enumerate(rows):
        for other in row.partition(" < ")[2].split():
            if other.startswith("@"):
                found += _entries(rows[row_of(other[1:])], number)
            else:
                found.append(_Entry(other, "", number))
    return _table(found, frozenset())


def _entries(row: str, number: int) -> list[_Entry]:
    fields = row.strip("!").partition(" < ")[0].split("|")
    languages = LANGUAGES if len(fields) == len(LANGUAGES) else [""] * len(fields)
    return [
        _Entry(word, language, number)
        for language, field in zip(languages, fields, strict=True)
        for word in field.split()
    ]


def _table(entries: Iterable[_Entry], marked: Meanings) -> _Table:
    beginnings: dict[str, list[tuple[str, int, int, str]]] = defaultdict(list)
    exact: dict[str, set[tuple[int, str]]] = defaultdict(set)
    phrases: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    unspaced: dict[str, set[int]] = defaultdict(set)
    for entry in entries:
        word = plain(entry.word.replace("_", " "))
        if not word:
            continue
        if is_unspaced(word[0]):
            unspaced[word.replace(" ", "")].add(entry.meaning)
        elif " " in word:
            phrases[word.partition(" ")[0]][word].add(entry.meaning)
        elif (
            entry.word.endswith(".")
            or (entry.language == "en" and len(word) < _SHORTEST_BEGINNING)
            or (word.isascii() and len(word) < _SHORTEST_STEM)
        ):
            for form in (word, f"{word}s", f"{word}es"):
                exact[form].add((entry.meaning, entry.language))
        else:
            longest = _LONGEST_ENDING if word.isascii() else _LONGEST_CYRILLIC_ENDING
            ending = longest if len(word) >= _SHORTEST_BEGINNING else _SHORT_ENDING
            exact[word].add((entry.meaning, entry.language))
            beginnings[word[:2]].append((word, ending, entry.meaning, entry.language))
    return _Table(dict(beginnings), dict(exact), dict(phrases), dict(unspaced), marked)


@cache
def _names() -> dict[str, list[frozenset[str]]]:
    """The rows of names, by each name in them."""
    found: dict[str, list[frozenset[str]]] = defaultdict(list)
    for row in (*_rows(aliases.ALIASES), *_rows(places.CITIES)):
        names = frozenset(plain(name.replace("_", " ")) for name in row.split())
        for name in names:
            found[name].append(names)
    return dict(found)
