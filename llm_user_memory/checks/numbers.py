"""The numbers in a fact, and those that the user's words give: figures, words, sums, spans. Pure.

"Two girls and a boy" gives 3 for children, "married 10 years" gives the year, "90s" gives 1990.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from itertools import pairwise
from unicodedata import normalize

from ..text.vocabulary import calendar, meanings, particular, plain, row_of
from ..text.words import fold

_DIGITS = re.compile(r"(?<![A-Za-z])\d+|\d+(?![A-Za-z])")  # not within a word: k8s
_GROUPING = re.compile(r"(?:(?<=[1-9])|(?<=\d\d))[.,'’ \u00a0\u202f](?=\d{3}(?!\d))")
_MULTIPLES = (
    (re.compile(r"(\d+)(?:[.,](\d))? ?(?:k|tsd|тыс)\b", re.I), 1_000),
    (re.compile(r"(\d+)(?:[.,](\d))? ?(?:m|mio|million\w*|millones|млн|mn)\b", re.I), 1_000_000),
    (re.compile(r"(\d+)(?:[.,](\d))? ?万"), 10_000),
)
_AFTERNOON = re.compile(r"\b(\d\d?)(?:[:.]\d\d)? ?p\.?m\b", re.I)
_DECADE = re.compile(r"(?<!\d)['’]?(\d0)['’]?(?:s|er)\b|(\d0)年代")
_SHORT_YEAR = re.compile(
    r"(?:['’]|\b(?:in|since|of|from|class of|seit|desde|en|с|в) ['’]?)(\d\d)(?![\d:.,%])"
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_DECIMAL = re.compile(r"(?<![\d.,:/v-])(\d{1,9})[.,](\d{1,9})(?![.,]?\d|[:/])")
_CHINESE = {digit: number for number, digit in enumerate("零一二三四五六七八九")} | {"两": 2}
_CHINESE_RUN = re.compile("[零一二三四五六七八九两十百千]+")
_GERMAN_TENS = re.compile(r"(ein|zwei|drei|vier|funf|sechs|sieben|acht|neun)und(\w+zig|dreissig)")

_AGE = re.compile(
    r"\b(?:turn(?:ed|s|ing)?|aged?|i ?a?m|is|are|hes|shes|theyre|мне|ему|ей|исполнилось|bin|ist"
    r"|sind)\s+(?:just |now |about |jetzt |almost )?((?:\d{1,3}(?:,? (?:and |und |y |et "
    r"|и )?)?)+)\b"
    r"|\b(\d{1,3})(?: ?[- ]?(?:years?[- ]old|yo\b|y/o|jahre alt|ans\b|anos\b|лет\b|год))"
    r"|(\d{1,3}) ?岁"
)
_IS_AGED = re.compile(
    r"\b(?:is|aged|ist|a|tiene|ему|ей)? ?(\d{1,3}) (?:years? old|jahre alt|anos|ans"
    r"|лет)\b|\b(?:is|aged) (\d{1,3})$|(\d{1,3}) ?岁"
)
_WILL_BE = re.compile(
    r"\b(?:turning|will (?:be|turn)|(?:going|about) to (?:be|turn)|werde|wird|cumplo"
    r"|cumplire|voy a cumplir|vais avoir"
    r"|aurai|исполнится|будет|快|马上|即将|就要)(?: bald| soon| demnachst)? (\d{1,3})\b"
)
# Several numbers in a row, as in "my kids are 3, 5 and 7".
_ENUMERATION = re.compile(
    r"(?<!\w)\d{1,2}(?: ?, ?\d{1,2})* ?,? (?:and|und|y|et|и|e|&) \d{1,2}(?!\w)"
)
_JOINER = re.compile(
    r"\s*(?:,|&|\+)\s*(?:and |und |y |et |и )?|\s+(?:and|und|y|et|и|e|plus)\s+|和|跟"
)
_CHINESE_LIST = re.compile("(?<=[孩子女儿狗猫])(?=[一两三四五][个只条])")
_ONE = frozenset("a an ein eine einen einem un una une another one".split())  # noqa: SIM905
# The generic words of what is counted: (the row of its meaning, words that mean all of them).
_COUNTED = {
    "child": "child children kid kids kind kinder hijo hijos enfant enfants дети детей 孩子",
    "brother": "sibling siblings geschwister hermanos",
    "pet": "pet pets haustier haustiere tiere mascotas animaux питомца питомцев 宠物",
}


def numbers(text: str) -> Iterator[str]:
    """Yield the numbers in a text, in ASCII digits: "2,000" is 2000, "two thousand" 2 and 1000."""
    for word in _GROUPING.sub("", normalize("NFKC", text)).split():
        yield from map(_ascii_digits, _DIGITS.findall(word))
        yield from (
            str(number) for part in plain(word).split() if (number := count(part)) is not None
        )


def given_numbers(text: str, said_on: date) -> set[str]:
    """Return every number that the user's words can mean, on the day they were said."""
    text = normalize("NFKC", text)
    found = {
        *("0", "1"),
        *numbers(text),
        *map(_ascii_digits, _DIGITS.findall(text)),
        *(str(int(hour) + 12) for hour in _AFTERNOON.findall(text)),
        *_meant(text),
        *_multiples(text),
        *_counted(text),
        *(str(number) for number in _spans(text, said_on)),
    }
    for short, chinese in _DECADE.findall(text):
        found |= {f"{century}{short or chinese}" for century in ("19", "20")}
    for short in _SHORT_YEAR.findall(text.lower()):
        found |= {f"{century}{short}" for century in ("19", "20")}
    return found


def digits(text: str) -> list[str]:
    """Return the runs of digits in a text."""
    return _DIGITS.findall(text)


def count(word: str) -> int | None:
    """Return the number that a plain word says, if it does."""
    if word in _counts():
        return _counts()[word]
    if match := _GERMAN_TENS.fullmatch(word):
        return _counts().get(match[2], 0) + _counts().get(match[1], 1)
    return None


def is_miscounted(fact: str, typed: str) -> bool:
    """Tell whether the fact counts children, siblings or pets otherwise than the user's words.

    An age is no count: "my twins turned 6" gives no six children. Of "twin girls and a boy" only
    the sum counts.
    """
    for row, generic in _COUNTED.items():
        wanted = _number_before(plain(fact), generic.split())
        if wanted is None:
            continue
        sums = {str(total) for total in _sums(typed, row)}
        listed = {str(_listed(run)) for run in _ENUMERATION.findall(plain_list(typed))}
        direct = _number_before(plain(typed), generic.split())
        if sums and wanted not in sums and wanted != direct:
            return True
        if not sums and wanted != direct and wanted not in listed and wanted in _only_ages(typed):
            return True
    return _is_other_count(fact, typed)


def _is_other_count(fact: str, typed: str) -> bool:
    """Tell whether the fact counts what the words count, with another number: "three dogs"."""
    said = _counts_by_meaning(typed)
    for meaning, (first, *more) in _counts_by_meaning(fact).items():
        given = said.get(meaning, [])
        others = [*given, *(number for other in said.values() for number in other)]
        if not more and not given and str(first) in _only_ages(typed):
            return True
        if not more and given and first not in given and first != sum(set(others)):
            return True
    return False


def _counts_by_meaning(text: str) -> dict[int, list[int]]:
    """The numbers that stand before, or one word before, a word of each particular meaning."""
    found: dict[int, list[int]] = {}
    words = _lower_plain(text).split()
    for at, word in enumerate(words):
        if (number := _number(word)) is None or word in _ONE or number > 30:
            continue
        for noun in words[at + 1 : at + 3]:
            if any(noun in generic.split() for generic in _COUNTED.values()):
                break
            if meant := meanings(noun) & particular():
                for meaning in meant:
                    found.setdefault(meaning, []).append(number)
                break
    return found


def is_not_yet(fact: str, typed: str) -> bool:
    """Tell whether the fact says that somebody has an age that the words only foresee."""
    wanted = {int(part) for groups in _IS_AGED.findall(plain(fact)) for part in groups if part}
    ahead = {int(age) for age in _WILL_BE.findall(plain(typed))}
    rest = _WILL_BE.sub(" ", plain_list(typed))
    return bool(wanted & ahead - set(ages(rest)))


def wrong_decimal(fact: str, typed: str) -> str:
    """Return the first decimal of the fact that is none of the user's, if they gave any; or ""."""
    said = _decimals(typed)
    return next((found for found in _decimals(fact) if said and found not in said), "")


def _decimals(text: str) -> list[str]:
    bare = _GROUPING.sub("", normalize("NFKC", text))
    return [f"{int(whole)}.{part.rstrip('0')}" for whole, part in _DECIMAL.findall(bare)]


def has_other_unit(fact: str, typed: str) -> bool:
    """Tell whether a number of the fact stands before another unit of time than the user's."""
    said = {age: {"year"} for age in _only_ages(typed)} | _with_units(typed)
    return any(
        number in said and unit not in said[number] for number, unit in _pairs_with_units(fact)
    )


def plain_list(text: str) -> str:
    """The text in lower case without marks on its letters, with the commas of its lists."""
    parts = normalize("NFKC", text).split(",")
    return " , ".join(plain(part) for part in parts).replace(" , ", ", ")


def _meant(text: str) -> Iterator[str]:
    words = plain(text).split()
    yield from (_meanings()[word] for word in words if word in _meanings())
    counts = [count(word) or 0 for word in words if word not in ("y", "et", "and")]
    yield from (str(ten + one) for ten, one in pairwise(counts) if 10 < ten < 100 and 0 < one < 20)
    for run in _CHINESE_RUN.findall(text):
        if (number := _chinese(run)) is not None:
            yield str(number)


def _multiples(text: str) -> Iterator[str]:
    for pattern, factor in _MULTIPLES:
        for whole, tenth in pattern.findall(text):
            yield str(int(whole) * factor + int(tenth or 0) * factor // 10)


def _spans(text: str, said_on: date) -> Iterator[int]:
    """The year that so many years ago was, and how many years ago a year was."""
    yield from (said_on.year - int(year) for year in _YEAR.findall(text))
    for number in years_said(text):
        yield said_on.year - number
    for age in ages(text):
        yield from (said_on.year - age, said_on.year - age - 1)


def years_said(text: str) -> list[int]:
    """Return the numbers of years in the text: "for ten years", "40 лет"."""
    return [int(number) for number, unit in _pairs_with_units(text) if unit == "year"]


def ages(text: str) -> list[int]:
    """Return the ages in the text."""
    listed = (part for groups in _AGE.findall(plain_list(text)) for part in groups if part)
    return [age for part in listed for age in map(int, re.findall(r"\d+", part)) if age < 120]


def _only_ages(text: str) -> set[str]:
    """The numbers that are ages and nothing else."""
    ages_said = [str(age) for age in ages(text)]
    all_said = list(numbers(text))
    return {age for age in ages_said if all_said.count(age) <= ages_said.count(age)}


def _counted(text: str) -> Iterator[str]:
    """The sums of what is counted together, and the lengths of lists of numbers."""
    for row in _COUNTED:
        yield from map(str, _sums(text, row))
    yield from (str(_listed(run)) for run in _ENUMERATION.findall(plain_list(text)))


def _listed(run: str) -> int:
    return len(re.findall(r"\d+", run))


def _sums(text: str, row: str) -> Iterator[int]:
    """The sums of the counts of what has one meaning, joined by "and" or commas."""
    total, joined = 0, 0
    listed = _CHINESE_LIST.sub("和", _lower(text))
    for part in [*_JOINER.split(listed), ""]:
        number = _leading_count(plain(part).split(), row_of(row))
        if number is not None:
            total, joined = total + number, joined + 1
            continue
        if joined > 1:
            yield total
        number = _trailing_count(plain(part).split(), row_of(row))
        total, joined = (number, 1) if number is not None else (0, 0)


def _lower(text: str) -> str:
    return normalize("NFKC", text).lower()


def _leading_count(words: list[str], meaning: int) -> int | None:
    """The count with which a part begins: "a boy", "2 dogs", or a noun alone, as in Russian."""
    if not words:
        return None
    if _has_meaning(words[0], meaning) and len(words) < 3:
        return 1
    return _count_before(words[:4], 0, meaning)


def _trailing_count(words: list[str], meaning: int) -> int | None:
    """The count with which a part ends: "i have two brothers"."""
    found = (
        _count_before(words, start, meaning) for start in range(max(0, len(words) - 4), len(words))
    )
    return next((number for number in found if number is not None), None)


def _count_before(words: list[str], start: int, meaning: int) -> int | None:
    """The number at `start`, if what is counted follows within three words."""
    number = 1 if words[start] in _ONE else _number(words[start])
    following = words[start + 1 : start + 4]
    if number is None or number > 30 or "of" in following:
        return None
    return number if any(_has_meaning(word, meaning) for word in following) else None


def _has_meaning(word: str, meaning: int) -> bool:
    return meaning in meanings(word, implied=True)


def _number(word: str) -> int | None:
    if word.isdigit() and word.isascii():
        return int(word)
    known = count(word)
    return int(_meanings()[word]) if known is None and word in _meanings() else known


def _number_before(text: str, nouns: Iterable[str]) -> str | None:
    """The number that stands before one of the nouns, with at most two words between."""
    words, wanted = text.split(), set(nouns)
    for at, word in enumerate(words):
        if word in wanted:
            for before in reversed(words[max(0, at - 3) : at]):
                if (number := _number(before)) is not None:
                    return str(number)
    return None


def _pairs_with_units(text: str) -> Iterator[tuple[str, str]]:
    for pattern, unit in _unit_patterns():
        for word in pattern.findall(_lower_plain(text)):
            if (number := _number(word)) is None:
                number = _chinese(word)
            if number is not None:
                yield str(number), unit


def _lower_plain(text: str) -> str:
    """Plain words, with Chinese letters together."""
    return re.sub(r"(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])", "", plain(text))


def _with_units(text: str) -> dict[str, set[str]]:
    """The units of each number that always stands before one."""
    found: dict[str, set[str]] = {}
    pairs = list(_pairs_with_units(text))
    said = list(numbers(text))
    for number, unit in pairs:
        found.setdefault(number, set()).add(unit)
    return {
        number: units
        for number, units in found.items()
        if said.count(number) <= sum(one == number for one, _unit in pairs)
    }


def _chinese(run: str) -> int | None:
    """The number that a run of Chinese numerals says, below 10,000."""
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


def _ascii_digits(digits: str) -> str:
    return "".join(str(int(digit)) for digit in digits).lstrip("0") or "0"


@cache
def _unit_patterns() -> list[tuple[re.Pattern[str], str]]:
    return [
        (
            re.compile(
                rf"(\d{{1,3}}|[零一二三四五六七八九两十百千]+|\b[^\W\d_]{{1,15}}(?= ))"
                rf" ?(?:{words})(?![a-zа-я])"
            ),
            unit,
        )
        for unit, words in calendar.UNITS.items()
    ]


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
