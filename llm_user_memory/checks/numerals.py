"""Numerals in a text: digits and words, in the languages of `text.vocabulary.calendar`. Pure."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from unicodedata import normalize

from ..text.patterns import regex
from ..text.vocabulary import calendar, plain
from ..text.words import fold

_DIGITS = regex(r"(?<![A-Za-z])\d+|\d+(?![A-Za-z])")  # not within a word: k8s
_GROUPING = regex(r"(?:(?<=[1-9])|(?<=\d\d))[.,'’ \u00a0\u202f](?=\d{3}(?!\d))")
_DECIMAL = regex(r"(?<![\d.,:/v-])(\d{1,9})[.,](\d{1,9})(?![.,]?\d|[:/])")
_CHINESE = {digit: number for number, digit in enumerate("零一二三四五六七八九")} | {"两": 2}
_CHINESE_RUN = regex("[零一二三四五六七八九两十百千]+")
_AGE = regex(
    r"\b(?:turn(?:ed|s|ing)?|aged?|i ?a?m|is|are|hes|shes|theyre|мне|ему|ей|исполнилось|bin|ist"
    r"|sind)\s+(?:just |now |about |jetzt |almost )?((?:\d{1,3}(?:,? (?:and |und |y |et "
    r"|и )?)?)+)\b"
    r"|\b(\d{1,3})(?: ?[- ]?(?:years?[- ]old|yo\b|y/o|jahre alt|ans\b|anos\b|лет\b|год))"
    r"|(\d{1,3}) ?岁"
)
# An age that somebody had earlier: "since I was 12", "mit 12", "a los 12 años".
_EARLIER_AGE = regex(
    r"\b(?:(?:since|when|before|until) (?:i|he|she|we|they) (?:was|were|turned)|(?:since|from|at)"
    r"(?: the)? age(?: of)?|at|seit ich|als ich|mit|desde (?:los|que tenia)|a los|cuando tenia"
    r"|depuis (?:mes|l age de)|a l age de|quand j avais|a|quando avevo|da quando avevo|aos|desde os"
    r"|quando (?:eu )?tinha|с|в|мне было) (\d{1,2})\b"
)
# "The number of hens is 11" tells no age.
_NUMBER_IS = regex(
    r"\b(?:number|amount|count|total|anzahl|numero|nombre) (?:\w+ ){0,4}?(?:is|are|ist|es|est|e)\b"
)
_GERMAN_TENS = regex(r"(ein|zwei|drei|vier|funf|sechs|sieben|acht|neun)und(\w+zig|dreissig)")
_ITALIAN_TENS = regex(
    r"(vent|trent|quarant|cinquant|sessant|settant|ottant|novant)[ia]?"
    r"(uno?|due|tre|quattro|cinque|sei|sette|otto|nove)"
)
_THOUSANDS = regex(r"(\w{2,14}?)(?:tausend|mila)")
# English words that are numbers in Italian and in Spanish: "due in May", "once a week".
_ENGLISH = regex(
    r"\bdue (?=(?:in|on|by|to|for|at|around|about|early|mid|late|date|soon|next|this|any)\b)"
    r"|\bonce (?=(?:a|an|per|every|in|daily|weekly|or)\b)|(?<=only )once\b|(?<=just )once\b",
    re.I,
)


def numbers(text: str) -> Iterator[str]:
    """Yield the numbers in a text, in ASCII digits: "2,000" is 2000, "two thousand" 2 and 1000."""
    for word in _ENGLISH.sub(" ", without_grouping(text)).split():
        yield from map(ascii_digits, _DIGITS.findall(word))
        yield from (
            str(number) for part in plain(word).split() if (number := count(part)) is not None
        )


def without_grouping(text: str) -> str:
    """Return the text without the digit grouping of its numbers: "20 000" becomes "20000"."""
    return _GROUPING.sub("", normalize("NFKC", text))


def digits(text: str) -> list[str]:
    """Return the runs of digits in a text."""
    return _DIGITS.findall(text)


def count(word: str) -> int | None:
    """Return the value of a plain number word, or None."""
    if word in _counts():
        return _counts()[word]
    if match := _GERMAN_TENS.fullmatch(word):
        return _counts().get(match[2], 0) + _counts().get(match[1], 1)
    if match := _ITALIAN_TENS.fullmatch(word):
        tens = _counts().get(f"{match[1]}a", _counts()["venti"])
        return tens + _counts().get(match[2], 1)
    if (match := _THOUSANDS.fullmatch(word)) and (number := count(match[1])):
        return number * 1_000
    return None


def ages(text: str) -> list[int]:
    """Return the ages in the text."""
    said = _NUMBER_IS.sub(" ", plain_list(text))
    listed = (part for groups in _AGE.findall(said) for part in groups if part)
    return [age for part in listed for age in map(int, re.findall(r"\d+", part)) if age < 120]


def earlier_ages(text: str) -> list[int]:
    """Return the ages that somebody had in the past: 12 for "diabetic since I was 12"."""
    return [int(age) for age in _EARLIER_AGE.findall(plain(text))]


def only_ages(text: str) -> set[str]:
    """Return the numbers that the text has only as ages."""
    ages_said = [str(age) for age in ages(text)]
    all_said = list(numbers(text))
    return {age for age in ages_said if all_said.count(age) <= ages_said.count(age)}


def decimals(text: str) -> list[str]:
    """Return the decimals in a text, without trailing zeros."""
    bare = without_grouping(text)
    return [f"{int(whole)}.{part.rstrip('0')}" for whole, part in _DECIMAL.findall(bare)]


def plain_list(text: str) -> str:
    """Return the text in lower case without diacritics, with the commas of its lists."""
    parts = normalize("NFKC", text).split(",")
    return " , ".join(plain(part) for part in parts).replace(" , ", ", ")


def meant_numbers(text: str) -> Iterator[str]:
    """Yield the numbers that words imply, and compounds of tens and ones."""
    joined = _JOINED.sub(lambda match: match[0].replace(" ", ""), plain(text))
    words = _AND_ONE.sub(r"\1 uno", joined).split()
    words = _ONE_OF_TWINS.sub("", " ".join(words)).split()
    yield from (_meanings()[word] for word in words if word in _meanings())
    counts = [count(word) or 0 for word in words if word not in _AND]
    yield from map(str, filter(None, counts))
    yield from (str(ten + one) for ten, one in pairwise(counts) if 10 < ten < 100 and 0 < one < 20)
    for run in _CHINESE_RUN.findall(text):
        if (number := chinese_number(run)) is not None:
            yield str(number)


_AND = frozenset(("y", "et", "and", "e"))
_ONE_OF_TWINS = regex(r"\btwin (?=(?:brother|sister|bro|sis|sibling|bed|room|city|town)\b)")
_AND_ONE = regex(r"\b(\w+(?:nta|inte)) (?:y|e) (?:una?|uma?)\b")
_JOINED = regex(r"\b(?:quatre vingts?|dix (?:sept|huit|neuf))\b")


def number_of(word: str) -> int | None:
    """Return the value of a plain word that is a number, in words or digits; else None."""
    if word.isdigit() and word.isascii():
        return int(word)
    known = count(word)
    return int(_meanings()[word]) if known is None and word in _meanings() else known


def lower_plain(text: str) -> str:
    """Return the plain words of a text, with runs of Chinese characters kept together."""
    return re.sub(r"(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])", "", plain(text))


def chinese_number(run: str) -> int | None:
    """Return the value of a run of Chinese numerals below 10,000."""
    if not run or not set(run) <= {*_CHINESE, *"十百千"}:
        return None
    total, digit = 0, 0
    for letter in run:
        if letter in _CHINESE:
            digit = _CHINESE[letter]
        else:
            total += (digit or 1) * {"十": 10, "百": 100, "千": 1000}[letter]
            digit = 0
    return total + digit


def ascii_digits(digits: str) -> str:
    """Return digits of any script as ASCII digits, without leading zeros."""
    return "".join(str(int(digit)) for digit in digits).lstrip("0") or "0"


@cache
def _counts() -> dict[str, int]:
    return {word: int(number) for word, number in _table(calendar.COUNTS).items()}


@cache
def _meanings() -> dict[str, str]:
    return _table(calendar.NUMBER_MEANINGS)


def _table(rows: str) -> dict[str, str]:
    split = (row.split() for row in rows.split("|"))
    found = {}
    for number, *words in split:
        for word in words:
            found[plain(word)] = found[fold(word)] = number
    return found
