"""Finds the dates and weekdays in a text, in the languages of `text.vocabulary.calendar`. Pure."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple
from unicodedata import combining, normalize

from ..text.patterns import regex
from ..text.vocabulary import calendar
from . import numerals, ordinals
from .numerals import chinese_number

_NUMERIC = regex(
    r"(?<![\d/.])(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d\d))?(?![\d/])"
    r"|(?<![\d/.])(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)?(?!\d)"
    r"|(?:am|vom|bis|ab|seit|zum|с|до|на) (\d{1,2})\.(\d{1,2})()(?![\d.])"
    r"|(?<!\d)(\d{1,2})-(\d{1,2})-(\d{4})(?!\d)"
)
_ISO = regex(r"(?<!\d)(\d{4})-(\d\d)(?:-(\d\d))?(?![-\d])")
_CHINESE = regex(r"(?:(\d{4})年)?(\d{1,2})月(?:(\d{1,2})[日号])?")
_CHINESE_WORDS = regex(
    r"(?<![零一二三四五六七八九十两个])(十[一二]?|[一二三四五六七八九])月(?:([一二三四五六七八九十]{1,3})[日号])?"
)
_MOST = 200  # the most dates that are returned: callers compare all pairs
_BEFORE = 40  # characters before a month's name that may show that it is a month
_MONTHS = 12
_SUFFIX = r"(?:th|st|nd|rd|er|o|º|\.|-?го|-?е)?"


class Mention(NamedTuple):
    """A date in a text, and its place. A part that is not stated is 0."""

    start: int
    stop: int
    year: int = 0
    month: int = 0
    day: int = 0


def without_dates(text: str) -> str:
    """Return the text without its dates."""
    parts, after = [], 0
    for mention in mentions(text):
        parts.append(text[after : max(after, mention.start)])
        after = mention.stop
    return " ".join([*parts, text[after:]])


def mentions(text: str) -> list[Mention]:
    """Return the dates in a text, in order. Of overlapping ones only the longest is returned.

    12/6 yields both readings, with the same place. A year alone is a number, not a date.
    """
    some = islice(_mentions(lowered(text)), _MOST)
    found = sorted(some, key=lambda one: (one.start - one.stop, one.start))
    kept: list[Mention] = []
    taken, places = bytearray(len(text)), set[tuple[int, ...]]()
    for one in found:
        place = slice(one.start, one.stop)
        if one[:2] in places or not any(taken[place]):
            kept.append(one)
            places.add(one[:2])
            taken[place] = b"x" * len(taken[place])
    return sorted(kept)


def weekdays(text: str) -> Iterator[tuple[int, int]]:
    """Yield the weekdays in a text as `lowered` returns it: the place of each, and its number."""
    for match in _weekday_pattern().finditer(text):
        yield match.start(), _weekday_names()[_beginning(match[1], _weekday_names())]


def lowered(text: str) -> str:
    """Return the text in lower case without diacritics. Every letter keeps its index."""
    return "".join(map(_letter, text))


def day_in_words(word: str) -> int:
    """Return the day of the month that a word means, as in "the seventeenth"; 0 for none."""
    return _read_day(word)[0]


def _mentions(text: str) -> Iterator[Mention]:
    """Every date in a text in lower case, including those within longer ones."""
    for match in _ISO.finditer(text):
        yield _mention(match, match[1], match[2], match[3])
    for match in _CHINESE.finditer(text):
        yield _mention(match, match[1], match[2], match[3])
    for match in _CHINESE_WORDS.finditer(text):
        month, day = (str(chinese_number(part or "") or 0) for part in match.groups())
        yield _mention(match, "", month, day)
    for match in _NUMERIC.finditer(text):
        one, other, year = _groups_of_three(match)
        if min(int(one), int(other)) > _MONTHS:
            continue  # "50/50"
        yield _mention(match, _full_year(year), one, other)
        yield _mention(match, _full_year(year), other, one)
    for match in _ranges().finditer(text):
        days = filter(None, (match[1], match[2], match[5], match[6]))
        number, year = _month(match[3] or match[4]), match[7] or "0"
        for day in days:
            yield Mention(match.start(), match.end(), int(year), number, int(day))
    yield from _with_days_in_words(text)
    for pattern, groups in _month_patterns():
        for match in pattern.finditer(text):
            day, month, year = (match[group] if group else "" for group in groups)
            number = _month(month)
            alone = not (day or year)
            before = text[max(0, match.start() - _BEFORE) : match.start()]
            if number and not (alone and _is_other_word(month, before)):
                yield _mention(match, year, str(number), day)


def _with_days_in_words(text: str) -> Iterator[Mention]:
    """The dates whose day is in words: "the first of july", "il due giugno", "july third"."""
    before, after = _day_word_patterns()
    for match in before.finditer(text):
        article, word = match["article"] or match["ten"], match["word"]
        ten, start = _tens(match["ten"] or ""), match.start("word")
        day, is_ordinal = _read_day(word)
        if ten and day < 10:
            day, start = ten + day, match.start("ten")
        elif not (is_ordinal or match["of"] or (article or "").strip("'’ ") in _ARTICLES):
            continue  # "one may ask"
        if match["month"] in _VERBS and not match["of"]:
            continue  # "the first may"
        if 0 < day <= _DAYS:
            number = _month(match["month"])
            yield Mention(start, match.end(), int(match["year"] or 0), number, day)
    for match in after.finditer(text):
        day, is_ordinal = _read_day(match["word"])
        ten = _tens(match["ten"] or "")
        if is_ordinal and 0 < ten + day <= _DAYS and (ten or not match["ten"]):
            number = _month(match["month"])
            yield Mention(match.start(), match.end(), int(match["year"] or 0), number, ten + day)


def _tens(word: str) -> int:
    """10, 20 or 30, as in "dix-sept", "twenty-first" and "treinta y uno"; else 0."""
    number = numerals.count(word) or 0
    return number if number in (10, 20, 30) else 0


@cache
def _read_day(word: str) -> tuple[int, bool]:
    """The day of the month that a word gives, or 0, and whether the word is an ordinal."""
    if found := _FIRST_DAY.get(word) or ordinals.number_of(word):
        return found, True
    for ending, instead in _ORDINAL_ENDINGS:
        bare = ending.sub(instead, word)
        if bare != word and (number := numerals.count(bare)):
            return number, True
    return numerals.count(word) or 0, False


_DAYS = 31
_ARTICLES = frozenset("le il el l dia al dal au du del am den der".split())
_VERBS = frozenset(("may", "march"))
_FIRST_DAY = {"primo": 1}
_ORDINAL_ENDINGS = (
    (regex(r"ieth$"), "y"),
    (regex(r"th$|s?te[nrsm]?$"), ""),
    (regex(r"(?:ого|ое|му|ому|ым)$"), "ь"),
)


def _mention(match: re.Match[str], year: str | None, month: str | None, day: str | None) -> Mention:
    said = (int(part or 0) for part in (year, month, day))
    return Mention(match.start(), match.end(), *said)


def _groups_of_three(match: re.Match[str]) -> tuple[str, str, str]:
    groups = match.groups(default="")
    start = next(number for number in range(0, 12, 3) if groups[number])
    return groups[start], groups[start + 1], groups[start + 2]


def _full_year(year: str) -> str:
    return f"20{year}" if len(year) == 2 else year


def _is_other_word(month: str, before: str) -> bool:
    """Tell whether a month's name that stands alone may be another word: "may", "march", "mar"."""
    if month not in calendar.AMBIGUOUS_MONTHS:
        return False
    return not re.search(rf"\b(?:{calendar.BEFORE_A_MONTH})[ '’]+$", before)


@cache
def _letter(letter: str) -> str:
    bare = "".join(part for part in normalize("NFKD", letter.lower()) if not combining(part))
    return bare if len(bare) == 1 else letter


def _month(word: str) -> int:
    names = _month_names()
    found = _beginning(word, names)
    return names[found] if found else 0


def _beginning(word: str, names: dict[str, int]) -> str:
    """The key of the table that equals the word, or "abc*" that it begins with; else ""."""
    if word in names:
        return word
    starred = (name for name in names if name.endswith("*") and word.startswith(name[:-1]))
    return max(starred, key=len, default="")


@cache
def _month_names() -> dict[str, int]:
    rows = calendar.MONTHS.strip().split("\n")
    return {name: number for number, row in enumerate(rows, 1) for name in row.split()}


@cache
def _weekday_names() -> dict[str, int]:
    rows = calendar.WEEKDAYS.strip().split("\n")
    return {
        name: number
        for number, row in enumerate(rows)
        for name in row.split()
        if name not in _NO_WEEKDAYS
    }


# Also other words: "sat", "sun", "sex", German "mo".
_NO_WEEKDAYS = frozenset(
    ("sat", "sun", "mo", "segunda", "terca", "quarta", "quinta", "sexta", "wed")
)


@cache
def _any_name(names: tuple[str, ...]) -> str:
    listed = sorted(names, key=len, reverse=True)
    return "|".join(
        re.escape(name[:-1]) + r"\w{0,4}" if name.endswith("*") else re.escape(name)
        for name in listed
    )


@cache
def _weekday_pattern() -> re.Pattern[str]:
    latin = tuple(name for name in _weekday_names() if name[0] < "\u3000")
    chinese = tuple(name for name in _weekday_names() if name[0] >= "\u3000")
    return re.compile(rf"((?<!\w)(?:{_any_name(latin)})(?!\w)|{_any_name(chinese)})")


@cache
def _ranges() -> re.Pattern[str]:
    """Two days of one month: "May 3-9", "vom 3. bis 9. Mai"."""
    month = rf"({_any_name(tuple(_month_names()))})\.?(?!\w)"
    day, to = rf"(\d{{1,2}}){_SUFFIX}", r" ?(?:-|–|to|until|till|bis(?: zum)?|al?|au|по|до) ?"
    of = r" {0,2}(?:of |de |del |d['’]|den )?"
    return re.compile(
        rf"(?:(?<!\d){day}{to}{day}{of}(?<!\w){month}|(?<!\w){month} {day}{to}{day}(?!\d))"
        r"(?:,? (?:de )?((?:19|20)\d\d))?"
    )


@cache
def _month_patterns() -> tuple[tuple[re.Pattern[str], tuple[int, int, int]], ...]:
    """Patterns of dates with a month in words, with the groups of day, month and year."""
    month = rf"(?<!\w)({_any_name(tuple(_month_names()))})\.?(?!\w)"
    year = r"(?:,? ?(?:de |del |of )?((?:19|20)\d\d))"
    of = r" {0,2}(?:of |de |del |d['’]|den )?"
    return (
        (re.compile(rf"(?<!\d)(\d{{1,2}}){_SUFFIX}{of}{month}{year}?"), (1, 2, 3)),
        (
            re.compile(rf"{month} (?:the )?([012]?\d|3[01]){_SUFFIX}(?!\d|:| ?[ap]\.?m\b){year}?"),
            (2, 1, 3),
        ),
        (re.compile(rf"{month}{year}"), (0, 1, 2)),
        (re.compile(month), (0, 1, 0)),
    )


@cache
def _day_word_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns of a day in words before a month, and after one."""
    month = rf"(?P<month>{_any_name(tuple(_month_names()))})(?!\w)"
    year = r"(?:,? ?(?:de |del |of )?(?P<year>(?:19|20)\d\d))?"
    letters = r"[^\W\d_]"
    ten = rf"(?<!\w)(?:(?P<ten>{letters}{{2,10}})(?:-| (?:y |et |e )?))?"
    return (
        re.compile(
            rf"(?P<article>(?<!\w)l['’])?{ten}(?P<word>{letters}{{2,20}}) "
            rf"(?P<of>(?:of|de|del|di|d['’]) ?)?{month}{year}"
        ),
        re.compile(
            rf"(?<!\w){month} (?:the )?(?:(?P<ten>{letters}{{2,10}})[ -])?"
            rf"(?P<word>{letters}{{2,20}})(?!\w){year}"
        ),
    )
