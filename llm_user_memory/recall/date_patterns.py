"""Patterns of the English names of times that `dates` reads. Pure.

A group `relation` is the preposition before a time, which tells on which side of it the days are:
"since" in "since May". In "two weeks before May", `near_count` and `near_unit` are the distance.
"""

import re

from ..text.languages import MONTHS, WEEKDAYS
from ..text.patterns import regex
from .date_signs import SEASONS

COUNTS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
ROUGH_COUNTS = {"couple": 2, "few": 5, "several": 7}
"""Numbers for vague counts: rather too many days than too few."""

_MONTH = rf"(?:{'|'.join(name[:3] for name in MONTHS)})[a-z]*"
_DAY = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:19|20)\d{2}"
_WEEKDAY = f"(?:{'|'.join(WEEKDAYS)})"
_UNIT = "(?:day|week|month|year)"
_COUNT = rf"(?:\d{{1,3}}|an?|{'|'.join(COUNTS)})"

_NEAR = (
    rf"(?:\b(?:(?:in|on|during|over) )?(?:the )?(?:(?P<near_count>{_COUNT}) )?"
    rf"(?P<near_unit>{_UNIT}s?|weekend|{_WEEKDAY}) (?=(?:before|after) (?!yesterday|last\b)))?"
)
_RELATION = (
    rf"(?:{_NEAR}\b(?P<relation>since|before|after|until|till|by|prior to|up to)"
    r"(?: the)?(?: (?:beginning|start|middle|end) of| early| late| mid| in| on)?(?: the)? )?"
)
_IN = r"\b(?:in|during|of|early|late|mid|last year's|last|this|from|year)(?: the)?"
# A month or a year alone is a time only after one of these.
_LED = rf"{_RELATION}(?:(?P<lead>{_IN}) )?(?(relation)|(?(lead)|(?!)))"

NAME = regex(_MONTH, re.I)
"""The name of a month, or its first three letters or more."""

DATES = (
    regex(rf"{_RELATION}\b(?P<y>{_YEAR})-(?P<m>\d\d)(?:-(?P<d>\d\d))?\b", re.I),
    regex(
        rf"{_RELATION}\b(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of)? (?P<m>{_MONTH})\b\.?"
        rf"(?:,? ?(?P<y>{_YEAR}))?",
        re.I,
    ),
    regex(
        rf"{_RELATION}\b(?P<m>{_MONTH})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?(?!\d)"
        rf"(?:,? ?(?P<y>{_YEAR}))?",
        re.I,
    ),
    regex(rf"{_RELATION}\b(?P<m>{_MONTH})\.?,? ?(?P<y>{_YEAR})\b", re.I),
    regex(rf"{_LED}(?P<m>{_MONTH})\b(?! ?\d)", re.I),
    regex(rf"(?<!\d ){_LED}(?P<y>{_YEAR})\b", re.I),
)
"""Days, months and years; the groups are `y`, `m` and `d`."""

SEASON = regex(rf"{_LED}(?P<season>{'|'.join(SEASONS)})\b(?:(?: of)? (?P<y>{_YEAR}))?", re.I)

_LAST_UNITS = (
    rf"(?:(?:in|over|during|within|for|from) )?(?:the |these )?(?:last|past|previous) "
    rf"(?:(?P<count>{_COUNT}|(?:a )?(?:couple(?: of)?|few)|several) )?(?P<units>{_UNIT})s(?! of\b)"
    rf"|(?:in|over|during|within) the (?:last|past) (?P<unit>{_UNIT})(?! of\b)"
    rf"|(?:(?:the|this) )?past (?P<past>{_UNIT})"
)
PHRASE = regex(
    rf"{_RELATION}\b(?:(?P<rolling>{_LAST_UNITS})"
    rf"|(?P<phrase>(?:the )?(?:day before yesterday|(?P<unit_before_last>{_UNIT}) before last)"
    rf"|(?(relation)|(?!))(?:start|beginning) of the (?P<unit_begun>{_UNIT})"
    r"|yesterday|today|(?:last|this) (?:week(?:end)?|month|year)(?! of\b)"
    rf"|(?:last |on |(?(relation)|(?!))){_WEEKDAY}"
    rf"|last {_MONTH}|{_COUNT} {_UNIT}s? ago))\b",
    re.I,
)
"""Times that depend on the day of the question."""

# A day, month or year at which a range begins or ends.
_POINT = (
    rf"(?:{_YEAR}-\d\d(?:-\d\d)?|{_DAY}(?: of)? {_MONTH}(?:,? ?{_YEAR})?"
    rf"|{_MONTH}\.? {_DAY}(?!\d)(?:,? ?{_YEAR})?|{_MONTH}(?:,? ?{_YEAR})?|{_YEAR}"
    rf"|(?:last )?{_WEEKDAY}|last (?:week|month|year)|yesterday|today|now)"
)
RANGE = regex(
    rf"\b(?:from|between)(?: the| on| in)? (?P<first>{_POINT})"
    rf" (?:to|and|until|till|through)(?: the| on| in)? (?P<last>{_POINT})\b",
    re.I,
)
ONWARDS = regex(rf"\bfrom (?=(?:the )?{_POINT} on(?:wards?)?\b)", re.I)
""""From 2024 on", with its "from"."""
