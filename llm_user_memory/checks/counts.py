"""How many children, siblings, pets and the like: sums of what is counted together. Pure."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from unicodedata import normalize

from ..text.patterns import regex
from ..text.vocabulary import meanings, meanings_in, moods, particular, plain, row_of
from ..text.words import is_unspaced
from .language import in_tables
from .numerals import chinese_number, lower_plain, number_of, only_ages, plain_list

# Several numbers in a row, as in "my kids are 3, 5 and 7".
_ENUMERATION = regex(
    r"(?<!\w)\d{1,2}(?: ?, ?\d{1,2}){0,30} ?,? (?:and|und|y|et|и|e|&) \d{1,2}(?!\w)"
)
_JOINER = regex(r"\s*(?:,|&|\+)\s*(?:and |und |y |et |и )?|\s+(?:and|und|y|et|и|e|plus)\s+|和|跟")
_CHINESE_LIST = regex("(?<=[孩子女儿狗猫姐妹哥弟])(?=[一两三四五][个只条])")
_ONE = frozenset("a an ein eine einen einem nen ne nem einer un una une another one 1".split())
# One of several and their age: "two girls, one of 6 and another of 9".
_ONE_AGED = regex(
    r"(?:(?:one|the other|other|another|una?|la otra|otr[oa]|eine?[rs]?|une?|l['’]autre|одн\w+"
    r"|друг\w+) )?(?:is |de |of |aged |mit |a )?\d{1,2}(?: ?(?:years?|jahre|años|ans|лет"
    r"|года?))?"
)
_CHINESE_COUNT = regex(
    r"(?<![一二两三四五六七八九十])([一二两三四五六七八九十]+)[个只条位名口]([\u4e00-\u9fff])"
)
# The generic words of what is counted: (the row of its meaning, words that mean all of them).
_COUNTED = {
    "child": "child children kid kids kind kinder hijo hijos enfant enfants дети детей 孩子",
    "brother": "sibling siblings geschwister hermanos",
    "grandchild": "grandchild grandchildren grandkids enkelkinder enkel nietos внуков внуки 孙辈",
    "pet": "pet pets haustier haustiere tiere mascotas animaux питомца питомцев 宠物",
}


def is_miscounted(fact: str, typed: str) -> bool:
    """Tell whether the fact counts children, siblings or pets differently from the user.

    An age is not a count: "my twins turned 6" does not mean six children. "Twin girls and a boy"
    gives the sum only.
    """
    for row, generic in _COUNTED.items():
        wanted = _number_before(_AGED.sub(" ", plain(fact)), generic.split())
        if wanted is None:
            continue
        if not _EXPECTS.search(plain(fact)) and _is_only_expected(wanted, typed):
            return True
        sums = {str(total) for total in _sums(typed, row)}
        counted = _counted(typed, row)
        if counted and int(wanted) not in {*counted, sum(counted)} and wanted not in sums:
            listed_all = {str(_listed(run)) for run in _ENUMERATION.findall(plain_list(typed))}
            if wanted not in listed_all:
                return True
        listed = {str(_listed(run)) for run in _ENUMERATION.findall(plain_list(typed))}
        direct = _number_before(plain(typed), generic.split())
        if sums and wanted not in sums and wanted != direct:
            return True
        if not sums and wanted != direct and wanted not in listed and wanted in only_ages(typed):
            return True
    return _is_other_count(fact, typed)


# "A 4-year-old child" counts no children.
_AGED = regex(r"\b\d{1,2} (?:(?:year|month|week)s? old|jahrig\w*)\b")


def _is_only_expected(wanted: str, typed: str) -> bool:
    """Tell whether a number counts a child who is not born yet: "pregnant with our second"."""
    ordinals = re.findall(moods.EXPECTED, plain(typed))
    numbers = {str(number_of(word)) for word in ordinals} | set(re.findall(r"\d+", str(ordinals)))
    return wanted in numbers


_EXPECTS = regex(
    r"\b(?:expect\w*|pregnan\w*|due|second|third|schwanger|erwartet|embaraz\w*|espera\w*|enceinte|attend\w*"
    r"|беремен\w*|жд[её]т)\b"
)


def _is_other_count(fact: str, typed: str) -> bool:
    """Tell whether the fact counts a thing as the user does, with another number: "three dogs"."""
    if counted := _CHINESE_COUNT.findall(fact):
        in_chinese = {noun: number for number, noun in _CHINESE_COUNT.findall(typed)}
        if any(
            noun in in_chinese and chinese_number(number) != chinese_number(in_chinese[noun])
            for number, noun in counted
        ):
            return True
    if not (told := _counts_by_meaning(fact)):
        return False
    said = _counts_by_meaning(typed)
    for meaning, (first, *more) in told.items():
        given = said.get(meaning, [])
        others = [*given, *(number for other in said.values() for number in other)]
        listed = {_listed(run) for run in _ENUMERATION.findall(plain_list(typed))}
        if not more and not given and str(first) in only_ages(typed) and first not in listed:
            return True
        if not more and not given and first in _ages_after(typed, meaning):
            return True
        if not more and given and first not in given and first != sum(set(others)):
            return True
    return False


def _counted(text: str, row: str) -> list[int]:
    """The numbers from 1 to 29 that stand right before a noun with the meaning of the row."""
    words = plain(text).split()
    return [
        number
        for before, noun in pairwise(words)
        if (number := 1 if before in _ONE else number_of(before)) is not None
        and 0 < number < 30
        and _has_meaning(noun, row_of(row))
    ]


def _ages_after(text: str, meaning: int) -> set[int]:
    """The numbers that occur once, right after a noun of the meaning: 4 in "twins (boys, 4)"."""
    words = lower_plain(text).split()
    return {
        int(number)
        for noun, number in pairwise(words)
        if number.isdigit() and words.count(number) == 1 and meaning in meanings(noun)
    }


def _counts_by_meaning(text: str) -> dict[int, list[int]]:
    """The counts of each particular meaning: numbers one or two words before its noun.

    In an English text "the" is not French "thé".
    """
    found: dict[int, list[int]] = {}
    words, spoken = lower_plain(text).split(), in_tables(text)
    for at, word in enumerate(words):
        if (number := number_of(word)) is None or word in _ONE or number > 30:
            continue
        for noun in words[at + 1 : at + 3]:
            if any(noun in generic.split() for generic in _COUNTED.values()):
                break
            if meant := meanings(noun, spoken) & particular():
                for meaning in meant:
                    found.setdefault(meaning, []).append(number)
                break
    return found


def sums_and_lengths(text: str) -> Iterator[str]:
    """Yield the totals of counts that belong together, and the lengths of lists of numbers."""
    for row in _COUNTED:
        yield from map(str, _sums(text, row))
    yield from (str(_listed(run)) for run in _ENUMERATION.findall(plain_list(text)))


def _listed(run: str) -> int:
    return len(re.findall(r"\d+", run))


def _sums(text: str, row: str) -> Iterator[int]:
    """The totals of counts with the same meaning that are joined by "and" or commas."""
    total, joined = 0, 0
    # Runs of white space become one space: a joiner's search takes quadratic time on long ones.
    listed = " ".join(_CHINESE_LIST.sub("和", _born_together(_lower(text))).split())
    for part in [*_JOINER.split(listed), ""]:
        if joined and _ONE_AGED.fullmatch(part.strip()):
            continue
        number = _leading_count(plain(part).split(), row_of(row))
        if number is not None:
            total, joined = total + number, joined + 1
            continue
        if joined > 1:
            yield total
        number = _trailing_count(plain(part).split(), row_of(row))
        total, joined = (number, 1) if number is not None else (0, 0)


def _born_together(text: str) -> str:
    """The text with a number for twins and triplets: "2 daughters" for "twin daughters"."""
    for number, (before_noun, alone, chinese) in _BORN_TOGETHER.items():
        text = re.sub(rf"\b{before_noun} (?=(?:{_CHILDREN})\b)", f"{number} ", text)
        text = re.sub(rf"\b(?:des )?(?:{alone})\b", f"{number} kids", text)
        text = re.sub(rf"(?:一对)?{chinese}(?=[儿女男孩])", "二三"[number - 2] + "个", text)
    return _WITHOUT_ONE.sub(r"\g<0>1 ", text)


# Russian has no article: "у меня сын и дочь".
_WITHOUT_ONE = regex(r"\bу (?:меня|нас)(?: есть)? (?=сын|доч)")
_CHILDREN = "daughters|sons|girls|boys|babies|kids|children|toddlers"
_BORN_TOGETHER = {
    2: (
        "twin",
        "twins|zwillinge|gemel[oa]s|melliz[oa]s|jumeaux|jumelles|близнецы|двойняшки",
        "双胞胎",
    ),
    3: ("triplet", "triplets|drillinge|trilliz[oa]s|triplés|triplées|тройняшки", "三胞胎"),
}


def _lower(text: str) -> str:
    return normalize("NFKC", text).lower()


def _leading_count(words: list[str], meaning: int) -> int | None:
    """The count at the start of a part: "2 dogs", "a boy", or a noun without an article."""
    if not words:
        return None
    if _has_meaning(words[0], meaning) and len(words) < 3:
        return 1
    return _count_before(words[:4], 0, meaning)


def _trailing_count(words: list[str], meaning: int) -> int | None:
    """The count at the end of a part: "i have two brothers"."""
    found = (
        _count_before(words, start, meaning) for start in range(max(0, len(words) - 4), len(words))
    )
    return next((number for number in found if number is not None), None)


def _count_before(words: list[str], start: int, meaning: int) -> int | None:
    """The number at `start`, if its noun follows within three words."""
    number = 1 if words[start] in _ONE else number_of(words[start])
    following = words[start + 1 : start + 4]
    if number is None or number > 30 or "of" in following:
        return None
    if following and is_unspaced(following[-1]):
        return number if meaning in meanings_in("".join(following)) else None
    return number if any(_has_meaning(word, meaning) for word in following) else None


def _has_meaning(word: str, meaning: int) -> bool:
    return meaning in meanings(word, implied=True)


def _number_before(text: str, nouns: Iterable[str]) -> str | None:
    """The number that stands before one of the nouns, with at most two words between."""
    words, wanted = text.split(), set(nouns)
    for at, word in enumerate(words):
        if word in wanted:
            for before in reversed(words[max(0, at - 3) : at]):
                if (number := number_of(before)) is not None:
                    return str(number)
    return None
