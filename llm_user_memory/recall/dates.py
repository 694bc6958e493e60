"""The times that a question names: "in May", "last winter", "since 7 July 2023". Pure.

A passage of that time, or soon after, is more likely the answer. `date_translation` is for other
languages.
"""

import re
from calendar import monthrange
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta
from typing import Literal, NamedTuple

from ..errors import WrongCallError
from ..text.languages import MONTHS
from . import when
from .date_patterns import (
    COUNTS,
    DATES,
    NAME,
    ONWARDS,
    PHRASE,
    RANGE,
    ROUGH_COUNTS,
    SEASON,
)
from .date_signs import DATE_WORDS, PHRASE_WORDS, POINT_WORDS, SEASON_WORDS, SEASONS, WORD
from .date_translation import in_english

MARK = "⧖"
"""The placeholder for a time in the result of `marked`."""

Relation = Literal["", "since", "before", "after", "until"]

_RELATIONS: dict[str, Relation] = {
    "": "",
    "since": "since",
    "before": "before",
    "prior to": "before",
    "after": "after",
    **dict.fromkeys(("until", "till", "by", "up to"), "until"),
}
_ONE_DAY = timedelta(1)

# In days: how soon after a time people tell what happened then.
_SOON = 31


class Time(NamedTuple):
    """From the first day to the last one; with `yearly` the same days of every year.

    If only one end is named, as in "since May", `relation` tells on which side of it the days are.
    """

    first: date
    last: date
    yearly: bool = False
    relation: Relation = ""

    def includes(self, day: date) -> bool:
        """Tell whether a day is within this time."""
        return any(first <= day <= last for first, last in self._spans(day))

    def is_followed_by(self, day: date) -> bool:
        """Tell whether a day is within a month after this time."""
        return any(0 < (day - last).days <= _SOON for _first, last in self._spans(day))

    def latest(self, today: date) -> tuple[date, date]:
        """Return the first and the last day of the latest occurrence that has begun.

        In the calendar's first year a yearly one may have none: then it is today.
        """
        if not self.yearly:
            return self.first, self.last
        begun = (span for span in self._spans(today) if span[0] <= today)
        return max(begun, default=(today, today))

    def related(self, word: str, today: date) -> "Time":
        """Return the days since, before, after or until this time; "" for this time itself."""
        relation = _RELATIONS[word.lower()]
        if not relation:
            return self
        first, last = self.latest(today)
        begin = first if relation == "since" else min(last, date.max - _ONE_DAY) + _ONE_DAY
        end = last if relation == "until" else max(first, date.min + _ONE_DAY) - _ONE_DAY
        if relation in ("since", "after"):
            return Time(begin, max(begin, today), relation=relation)
        return Time(date.min, end, relation=relation)

    def _spans(self, day: date) -> list[tuple[date, date]]:
        if not self.yearly:
            return [(self.first, self.last)]
        first, last = _in_year(self.first, day.year), _in_year(self.last, day.year)
        if last < first:  # over the turn of the year
            return [(_in_year(first, day.year - 1), last), (first, _in_year(last, day.year + 1))]
        return [(first, last), (_in_year(first, day.year - 1), _in_year(last, day.year - 1))]


def times(text: str, today: date) -> list[Time]:
    """Return the times that a question of the day `today` names."""
    ranges, left = _ranges(_with_onwards(in_english(text)), today)
    return list(dict.fromkeys([*ranges, *_single(left, today)]))


def marked(text: str) -> str:
    """Return a question in lower case, with `MARK` in place of each time that it names."""
    found = _with_onwards(in_english(text.replace(MARK, " ")))
    for pattern in (RANGE, SEASON, PHRASE, *DATES):
        found = pattern.sub(f" {MARK} ", found)
    return re.sub(rf"(?<={MARK} ) on(?:wards?)?\b", "", found)


def _single(text: str, today: date) -> Iterator[Time]:
    """The times in an English text, without ranges."""
    words = WORD.findall(text)
    if any(word.startswith(SEASON_WORDS) for word in words):
        yield from _seasons(text, today)
        text = SEASON.sub(" ", text)
    if any(word.startswith(PHRASE_WORDS) for word in words):
        yield from _relative(text, today)
        text = PHRASE.sub(" ", text)
    if any(word.startswith(DATE_WORDS) for word in words):
        yield from _calendar(text, today)


def _with_onwards(text: str) -> str:
    """An English text with "since" instead of the "from" in "from 2024 on"."""
    return ONWARDS.sub("since ", text) if "from " in text and " on" in text else text


def _ranges(text: str, today: date) -> tuple[list[Time], str]:
    """The ranges, as in "from May to July", and the text without them."""
    found: list[Time] = []
    may_have_one = ("from " in text or "between " in text) and any(
        word.startswith(POINT_WORDS) for word in WORD.findall(text)
    )
    if not may_have_one:
        return found, text
    for match in RANGE.finditer(text):
        with suppress(ValueError):
            first, last = (_point(match[name], today) for name in ("first", "last"))
            end = last.latest(today)[1]
            begin = first.latest(end)[0]
            found += [Time(begin, end)] if begin <= end else []
    return found, RANGE.sub(" ", text)


def _point(text: str, today: date) -> Time:
    """The time at one end of a range. Raises ValueError if there is no such day."""
    named = "today" if text.lower() == "now" else text
    for lead in ("in", "on"):
        for time in _single(f"{lead} {named}", today):
            return time
    raise ValueError(text)


def _calendar(text: str, today: date) -> Iterator[Time]:
    left = text
    for pattern in DATES:
        for match in pattern.finditer(left):
            given = match.groupdict()
            if time := _time(given.get("y"), given.get("m"), given.get("d")):
                yield _placed(time, match, today)
        left = pattern.sub(" ", left)


def _placed(time: Time, match: re.Match[str], today: date) -> Time:
    """The days that a time means together with the words before it."""
    relation = (match["relation"] or "").lower()
    if not (unit := (match["near_unit"] or "").lower()):
        return time.related(relation, today)
    count = match["near_count"] or ("few" if unit.endswith("s") else "1")
    days = _days_of(unit) * (ROUGH_COUNTS.get(count) or _count(count.lower()))
    first, last = time.latest(today)
    if relation == "before":
        return Time(date.fromordinal(max(first.toordinal() - days, 1)), last, relation="before")
    end = min(last.toordinal() + days, date.max.toordinal())
    return Time(first, date.fromordinal(end), relation="after")


def _days_of(unit: str) -> int:
    """The most days that a unit has. Before a weekday, that is a week."""
    return {"day": 1, "month": 31, "year": 366}.get(unit.removesuffix("s"), 7)


def _time(year: str | None, month: str | None, day: str | None) -> Time | None:
    in_year = int(year) if year else 2000  # a leap year
    try:
        number = int(month) if month and month.isdigit() else _number(month or "")
        if not month:
            return Time(date(in_year, 1, 1), date(in_year, 12, 31))
        if day:
            only = date(in_year, number, int(day))
            return Time(only, only, not year)
        last = monthrange(in_year, number)[1]
        return Time(date(in_year, number, 1), date(in_year, number, last), not year)
    except ValueError:  # there is no such day
        return None


def _number(month: str) -> int:
    """The number of a month by its name or first letters. Raises ValueError."""
    found = [n for n, name in enumerate(MONTHS, 1) if name.lower().startswith(month.lower())]
    if month and not found:
        raise ValueError(month)  # "marching"
    return found[0]


def _seasons(text: str, today: date) -> Iterator[Time]:
    for match in SEASON.finditer(text):
        month, lead = SEASONS[match["season"].lower()], (match["lead"] or "").lower()
        if match["y"]:
            time = _season(int(match["y"]), month)
        elif lead.startswith("last year"):
            time = _season(max(today.year - 1, 1), month)
        elif lead.startswith(("last", "this")):
            time = _season(max(today.year - (today.month < month), 1), month)
        else:
            time = _season(2000, month)._replace(yearly=True)
        yield _placed(time, match, today)


def _season(year: int, month: int) -> Time:
    """The three months from a month on."""
    end_year, end = (year, month + 2) if month < 11 else (min(year + 1, 9999), month - 10)
    return Time(date(year, month, 1), date(end_year, end, monthrange(end_year, end)[1]))


def _relative(text: str, today: date) -> Iterator[Time]:
    for match in PHRASE.finditer(text):
        with suppress(WrongCallError, OverflowError, ValueError):  # no such time in our calendar
            time = _last_units(match, today) if match["rolling"] else _phrase(match, today)
            yield _placed(time, match, today)


def _last_units(match: re.Match[str], today: date) -> Time:
    """The days of "the last 3 days". Raises WrongCallError."""
    unit = match["units"] or match["unit"] or match["past"]
    count = (match["count"] or ("few" if match["units"] else "1")).lower()
    rough = [number for word, number in ROUGH_COUNTS.items() if word in count]
    number = rough[0] if rough else _count(count)
    return Time(when.span(f"{number} {unit}s ago", today)[0].date(), today)


def _phrase(match: re.Match[str], today: date) -> Time:
    """The days of a phrase. Raises WrongCallError, OverflowError and ValueError."""
    phrase = match["phrase"].lower()
    first_word, _, rest = phrase.partition(" ")
    if phrase.endswith("day before yesterday"):
        return _days("2 days ago", today)
    if unit := match["unit_before_last"]:
        return _days(f"last {unit.lower()}", _days(f"last {unit.lower()}", today).first)
    if unit := match["unit_begun"]:
        begun = _days(f"this {unit.lower()}", today).first
        return Time(begun, begun)
    if rest == "weekend":
        saturday = today - timedelta(today.weekday() + (2 if first_word == "last" else -5))
        return Time(saturday, saturday + _ONE_DAY)
    if first_word == "last" and NAME.fullmatch(rest):
        month = _number(rest)
        year = today.year - (month >= today.month)
        return Time(date(year, month, 1), date(year, month, monthrange(year, month)[1]))
    return _days(phrase.removeprefix("on "), today)


def _days(phrase: str, today: date) -> Time:
    """The days of "last week", or those around "3 weeks ago", rather than since then."""
    first_word, _, rest = phrase.partition(" ")
    if rest.endswith("ago"):
        phrase = f"{_count(first_word)} {rest}"
    first, end = (moment.date() for moment in when.span(phrase, today))
    if not phrase.endswith("ago"):
        return Time(first, end - _ONE_DAY)
    around = timedelta({"d": 0, "w": 3, "m": 15, "y": 180}[phrase.split()[1][0]])
    return Time(first - around, first + around)


def _count(word: str) -> int:
    if word.isdigit():
        return int(word)
    return COUNTS.index(word) if word in COUNTS else 1


def _in_year(day: date, year: int) -> date:
    year = min(max(year, date.min.year), date.max.year)
    return day.replace(year=year, day=min(day.day, monthrange(year, day.month)[1]))
