"""The days that the user's words mean, and whether a date in a fact is one of them. Pure.

"closing on december 4th" yields 2026-12-04, "friday" the next one, "in two weeks" a day, "in march"
a month. A date without a year is the nearest one that fits the tense: what *was* in March is past.
A date in a fact must be one of these, or less exact: "December 2026".
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import lru_cache, partial
from itertools import islice

from ..text.patterns import regex
from ..text.vocabulary import calendar
from ..text.words import sentences
from . import distances, named_times, numbers, numerals
from .mentions import Mention, day_in_words, lowered, mentions, weekdays
from .named_times import InYear, Span, end_of_month

_LONGEST = 32_000  # characters of the typed text that are searched for dates
_MOST_IN_A_SENTENCE = 60
_BEFORE = 24  # characters before a date in which "from" is searched
_LATELY = 90  # days
_FIRST_YEAR, _LAST_YEAR = 1000, 9000
_LONGEST_CLAUSE = 120  # characters on either side of a date in which its tense is searched
_SHORTEST_CLAUSE, _WORDS_OF_A_CLAUSE = 12, 5
_MOST = 400  # the most spans of one text
_PAST, _FUTURE = regex(calendar.PAST), regex(calendar.FUTURE)
_EITHER, _HAS_HAPPENED = regex(calendar.BOTH_TENSES), regex(calendar.HAS_HAPPENED)
_SHORT_YEAR = regex(r"[a-z]\.? ['’]?(\d\d)$")
_YEARS_AGO = 31
_TO_MONTH = regex(r"\b([a-z]{3,10}) ?(?:-|–|to|until|till|through|bis|a|al|à|au|до|по) ?$")
# "As of Sunday" is since then, or from then on; "three Mondays ago" is further away.
_AS_OF = regex(r"\bas of (?:last )?$")
_WEEKDAYS_AGO = regex(r"\b(\w{2,6}) \w{3,6}days ago\b")
# "In two weeks on Sunday", "Sunday in two weeks", "two weeks from Sunday".
_WEEKS = rf"(?:{calendar.UNITS['week']})"
_WEEKS_BEFORE = regex(
    rf"\b(?:(?:{calendar.AHEAD}) )?(\w{{1,6}}) {_WEEKS} (?:on |am |el |le |from )?(?:a )?$"
)
_WEEKS_AFTER = regex(rf"[^\W\d_]+ (?:{calendar.AHEAD}) (\w{{1,6}}) {_WEEKS}(?!\w)")
_LAST_BEFORE = regex(r"\b(?:last|letzte[nr]?|vorige[nr]?|lo scorso|в прошл\w+) $")
_AFTER_A_DAY = regex(r"(?<=\d)\. (?=\w)")  # "am 14. März" is no end of a sentence
_CHINESE = regex("[\u4e00-\u9fff]")
_CLAUSE_END = regex(
    r"[,;.!?] |,(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff\d])|[\n，。；]"
    r"| but | y ahora | and (?=(?:now|then|[Ii]|we|he|she|they|it|my|our)\b)"
    r"| und (?=(?:jetzt|ich|wir|er|sie|mein)\b)"
)
_BEGINS_WITH_SUBJECT = regex(
    r"\W*(?:i|we|he|she|they|ich|wir|er|sie|je|j['’]|on|nous|il|elle|ils|elles|yo|nosotros|io|noi"
    r"|eu|nós|я|мы|он|она|они)\b",
    re.I,
)
_NEXT = regex(
    r"next|week from|week after|week on|day week"
    r"|nachste|kommende|que v(?:iene|em)|proxim|prossim|prochain"
    r"|следующ|下"
)
_END_OF_MONTH = regex(calendar.END_OF_MONTH)
_LAST = regex(
    r"\b(?:last|letzte\w*|vergangen\w*|vorig\w*|pasad[oa]|dernier\w*|scors[oa]|passad[oa]"
    r"|прошл\w+)\b|上"
)
# Words that mean both "since" and "from then on" before a time; and words for its end.
_FROM = regex(r"(?:^|\W)(?:da|dal|dalla|dall['’]|с|со) ?$|[从自]$")
_UNTIL = regex(
    r"\b(?:until|till|til|through|thru|by|from|bis(?: zum)?|ab|hasta(?: el)?"
    r"|jusqu['’]?(?:en| en|a|au| au)|fino (?:a|ad|al)|ate(?: o)?|до|к)"
    r" (?:(?:the )?(?:(?:end|start) of|early|mid|late) |ende |anfang |mitte )?$|[到至]$"
)
_YEAR_AFTER = regex(r",? ?(?:de |del |of |in )?((?:19|20)\d\d)(?!\d)")
_END = regex(
    r"\b(?:end of|ende|fi(?:nal|m)(?:es)? d[eo]|a fin de|fine(?: di)?|fin|в конце"
    r"|до конца|конец) *$|月底"
)
_ORDINAL = regex(
    r"\b(?:on |by |until |from |till |before |after )?the (\d{1,2})(?:th|st|nd|rd)\b"
    r"|\b(?:am|ab|bis|zum|vom) (\d{1,2})\.(?!\d)|\b(?:el|le|du"
    r"|au|il|dal|al|dia) (?:dia )?(\d{1,2})\b"
    r"(?! ?[%€$/:]|[a-z.]| (?!(?:a|e|et|y|en|alle|as|con|com)\b)[a-z])"
    r"|\b(\d{1,2})(?:-?го|-?е|th|st|nd|rd)\b|(\d{1,2}) ?[号日](?!\d)"
)
# "On the seventeenth": a word that may be a day, at the end of a clause.
_DAY_WORD = regex(
    r"\b(?:(?:on|by|until|till|til|from|before|after) the|am|zum|vom|ab dem|vor dem|el|le|il|al"
    r"|dal|dia) ([^\W\d_]{3,20})(?= *(?:$|[,.;:!?)(]| -|(?:at|um|alle|i|we|and|und|et|ho|tengo"
    r"|hab|habe|ist|es|it|c['’]est|j['’]ai|on|is) ))"
)
# "Lunedì 26": what may stand between the name of a weekday and the day of the month.
_DAY_OF_WEEKDAY = regex(
    r"[^\W\d_]+(?:-feira)?,? (?:(?:the|den|dem|le|el|il|dia) )?(\d{1,2})(?:th|st|nd|rd|\.(?!\d))?"
    r"(?![\w:/%€$]| ?(?:uhr|h|[ap]\.?m)\b|[.,]\d)"
)


def wrong_date(fact: str, typed: str, said_on: date, *, loosely: bool = False) -> str:
    """Return the first date or weekday in the fact that the user's words do not yield, or "".

    With `loosely` a date without a year may be in any nearby year, whatever the tense.
    """
    readings: dict[tuple[int, int], list[Mention]] = {}
    for mention in mentions(fact):
        readings.setdefault((mention.start, mention.stop), []).append(mention)
    if not readings and not any(weekdays(lowered(fact))):
        return ""  # most facts have no date, and a long text is not read for one
    said = spans(typed, said_on, loosely)
    has_happened = bool(_HAS_HAPPENED.search(fact.lower())) and not loosely
    past = tuple(span for span in said if span.first <= said_on) if has_happened else said
    for (start, stop), possible in readings.items():
        allowed = said if _UNTIL.search(lowered(fact[:start])) else past
        if not any(_fits(mention, span) for mention in possible for span in allowed):
            return fact[start:stop]
    return _wrong_weekday(fact, typed, past)


def years_meant(text: str, said_on: date, *, loosely: bool = False) -> set[str]:
    """Return the years, in digits, of the days that a text of the day `said_on` can mean.

    Of a winter both years count, and the second one also without its century: "2025/26".
    """
    found = set[str]()
    for span in spans(text, said_on, loosely):
        found |= {str(span.first.year), str(span.last.year)}
        if span.first.year < span.last.year:
            found.add(f"{span.last.year % 100}")
    return found


@lru_cache(maxsize=256)
def spans(text: str, said_on: date, loosely: bool = False) -> tuple[Span, ...]:
    """Return the days that a text of the day `said_on` can mean. That day is always the first.

    At both ends of the calendar it is the only one, as the days around it do not exist.
    """
    found = [Span(said_on, said_on, "day")]
    if not _FIRST_YEAR <= said_on.year <= _LAST_YEAR:
        return tuple(found)
    text = _AFTER_A_DAY.sub("  ", text[:_LONGEST])
    for sentence in sentences(text):
        found += _spans_of_sentence(sentence, said_on)
        if loosely:
            found += _in_any_year(sentence, said_on)
        if len(found) > _MOST:
            break
    return tuple(found[:_MOST])


def _spans_of_sentence(sentence: str, said_on: date) -> list[Span]:
    """The dates in a sentence, and those dates moved back by each age or duration it has."""
    found = [*distances.relative(sentence, said_on), *_weekdays(sentence, said_on)]
    found += [*_named(sentence, said_on), *_with_short_year(sentence, said_on)]
    for mention in mentions(sentence)[:_MOST_IN_A_SENTENCE]:
        found += _of_mention(mention, sentence, said_on)
        if not mention.day and _END.search(
            lowered(sentence[max(0, mention.start - 40) : mention.start])
        ):
            found += [Span(span.last, span.last, "day") for span in found if span.unit == "month"]
    found += _days_of_month(sentence, found, said_on)
    ages = {*numbers.years_said(sentence), *numerals.ages(sentence)}
    for months in sorted({*(12 * years for years in ages), *numbers.months_said(sentence)}):
        found += [earlier for span in found[:_MOST] for earlier in _earlier(span, months)]
    return found


def _with_short_year(sentence: str, said_on: date) -> Iterator[Span]:
    """The months of "april 24", which may be a year, and the first one of "jan to april 2027"."""
    text = lowered(sentence)
    for mention in mentions(sentence)[:_MOST_IN_A_SENTENCE]:
        if mention.month > 12:
            continue
        year = _SHORT_YEAR.search(text, mention.start, mention.stop)
        if not mention.year and year and 0 <= said_on.year - 2000 - int(year[1]) < _YEARS_AGO:
            yield from _in_year(Mention(0, 0, 0, mention.month), 2000 + int(year[1]))
        if mention.year and (
            first := _TO_MONTH.search(text[max(0, mention.start - _BEFORE) : mention.start])
        ):
            for other in mentions(f"in {first[1]}"):
                before = mention.year - (other.month > mention.month)
                yield from _in_year(Mention(0, 0, 0, other.month), before)


def _in_any_year(sentence: str, said_on: date) -> Iterator[Span]:
    """Each date without a year, in the years before, of and after `said_on`."""
    years = range(said_on.year - 1, said_on.year + 2)
    for mention in mentions(sentence)[:_MOST_IN_A_SENTENCE]:
        if mention.month <= 12 and mention.day <= 31 and not mention.year:
            yield from (span for year in years for span in _in_year(mention, year))
    for _start, _stop, in_year in _named_times(sentence):
        yield from (span for year in years for span in in_year(year))


def _earlier(span: Span, months: int) -> Iterator[Span]:
    try:
        yield Span(_months_before(span.first, months), _months_before(span.last, months), span.unit)
    except ValueError:  # the 29th of February, or a year before the calendar begins
        return


def _months_before(day: date, months: int) -> date:
    months = day.year * 12 + day.month - 1 - months
    return day.replace(year=months // 12, month=months % 12 + 1)


def _fits(mention: Mention, span: Span) -> bool:
    """Tell whether a date of the fact, in the parts that it states, is within the span."""
    first, last = span.first, span.last
    if mention.day and span.unit not in ("day", "week"):
        return False
    if mention.month and span.unit in ("year", "season"):
        return False
    if mention.day and (mention.day, mention.month) != (first.day, first.month):
        return False
    between = range(first.month, last.month + 1) if span.unit == "months" else ()
    months = {first.month, last.month, *between}
    return (not mention.month or mention.month in months) and (
        not mention.year or first.year <= mention.year <= last.year
    )


def _of_mention(mention: Mention, sentence: str, said_on: date) -> Iterable[Span]:
    """The days that a date means; without a year, the nearest ones that fit the tense."""
    if mention.month > 12 or mention.day > 31:
        return ()
    in_years = partial(_in_year, mention)
    return _of_year(in_years, mention.year, sentence, mention.start, said_on)


def _of_year(in_year: InYear, year: int, sentence: str, at: int, said_on: date) -> Iterable[Span]:
    """The days in that year; if it is 0, in the one that the clause names, or its tense means."""
    clause = _clause_around(sentence, at)
    year = year or _year_beside(clause, said_on)
    years = [year] if year else range(said_on.year - 2, said_on.year + 2)
    possible = [span for year in years for span in in_year(year)]
    if year:
        return possible
    before = lowered(sentence[max(0, at - _BEFORE) : at])
    meant = _by_tense(possible, clause, said_on, is_open=bool(_FROM.search(before)))
    if _UNTIL.search(before):  # "we were apart until February"
        meant += [span for span in possible if 0 < (said_on - span.last).days < _LATELY]
    return meant


def _year_beside(clause: str, said_on: date) -> int:
    """The year of "last year" or "3 years ago", if the clause has one such phrase; else 0."""
    ahead = {ahead for ahead, words in calendar.YEARS.items() if re.search(words, lowered(clause))}
    ahead |= {-count for count in distances.years_ago(clause) if count < said_on.year}
    return said_on.year + ahead.pop() if len(ahead) == 1 else 0


def _in_year(mention: Mention, year: int) -> Iterator[Span]:
    try:
        first = date(year, mention.month, mention.day or 1)
    except ValueError:
        return
    if mention.day:
        yield Span(first, first, "day")
    else:
        yield Span(first, end_of_month(first), "month")


def _by_tense(
    possible: list[Span], clause: str, said_on: date, *, is_open: bool = False
) -> list[Span]:
    """The last span before `said_on`, the next one after it, or both, by the clause's tense.

    "Last June" said in June is that of the year before, or this one. With `is_open`, as in Italian
    "da giugno", both are meant.
    """
    past = [span for span in possible if span.first <= said_on][-2:]
    future = [span for span in possible if span.last >= said_on][:2]
    if past and not (past[-1].last >= said_on and _LAST.search(lowered(clause))):
        past = past[-1:]
    if future and not (future[0].first <= said_on and _NEXT.search(lowered(clause))):
        future = future[:1]
    if is_open:
        return [*past, *future]
    is_past, is_future = _tenses(clause)
    if is_past and not is_future:
        return past
    if is_future and not is_past:
        return future
    nearest = min(possible, key=lambda span: abs((span.first - said_on).days), default=None)
    if is_past or nearest is None:
        return [*past, *future]
    # Without a sign of the tense the future is meant.
    return [*future, *([nearest] if abs((nearest.first - said_on).days) < 45 else [])]


def _named(sentence: str, said_on: date) -> Iterator[Span]:
    """The days that "tmrw", "this weekend" and "Christmas" mean."""
    text = sentence.lower()
    for ahead, pattern in calendar.LOOSE_DAYS.items():
        if re.search(pattern, text):
            day = said_on + timedelta(ahead)
            yield Span(day, day, "day")
    for names in re.findall(calendar.SHORT_WEEKDAYS, text):
        number = {"wed": 2, "sat": 5, "sun": 6}["".join(names)]
        for week in (-7, 0):
            day = said_on + timedelta(((number - said_on.weekday()) % 7 or 7) + week)
            yield Span(day, day, "day")
    for names in re.findall(calendar.PORTUGUESE_WEEKDAYS, text):
        number = calendar.PORTUGUESE_ORDINALS.index("".join(names))
        for week in (-7, 0):
            day = said_on + timedelta(((number - said_on.weekday()) % 7 or 7) + week)
            yield Span(day, day, "day")
    if re.search(calendar.WEEKEND, text):
        for ahead in range(-7, 22 if re.search(calendar.AFTER_NEXT, text) else 15):
            day = said_on + timedelta(ahead)
            if day.weekday() > 4:
                yield Span(day, day, "day")
    if _END_OF_MONTH.search(lowered(sentence)):
        day = end_of_month(said_on)
        yield Span(day, day, "day")
    for start, stop, in_year in _named_times(sentence):
        year = _YEAR_AFTER.match(sentence, stop)
        yield from _of_year(in_year, int(year[1]) if year else 0, sentence, start, said_on)


def _named_times(sentence: str) -> list[tuple[int, int, InYear]]:
    return [*islice(named_times.found_in(lowered(sentence)), _MOST_IN_A_SENTENCE)]


def _weekdays(sentence: str, said_on: date) -> Iterator[Span]:
    """The next day with that weekday, or the last one if the clause is in the past tense."""
    text = lowered(sentence)
    for at, weekday in weekdays(text):
        ahead = (weekday - said_on.weekday()) % 7 or 7
        is_past, is_future = _tenses(_clause_around(sentence, at))
        before = text[max(0, at - _BEFORE) : at]
        is_past = is_past or bool(_AS_OF.search(before))
        distances = [ahead] if is_future or not is_past else []
        distances += [ahead - 7] if is_past else []
        if count := _WEEKDAYS_AGO.search(text, max(0, at - _BEFORE), at + _BEFORE):
            distances.append(ahead - 7 * (numerals.number_of(count[1]) or 1))
        if _NEXT.search(text[max(0, at - 12) : at + 24]):
            distances.append(ahead + 7)
        if is_past and _LAST_BEFORE.search(before):  # this week's or the one before
            distances.append(ahead - 14)
        if weeks := _weeks_ahead(text, at):
            distances += [ahead + 7 * (weeks - 1), ahead + 7 * weeks]
        for distance in distances:
            day = said_on + timedelta(distance)
            yield Span(day, day, "day")


def _weeks_ahead(text: str, at: int) -> int:
    """The number of weeks in "in two weeks on Sunday" and "Sunday in two weeks"; 0 for none."""
    before = _WEEKS_BEFORE.search(text, max(0, at - _BEFORE), at)
    after = _WEEKS_AFTER.match(text, at)
    return next((numerals.number_of(found[1]) or 0 for found in (before, after) if found), 0)


def _wrong_weekday(fact: str, typed: str, said: Iterable[Span]) -> str:
    """The first weekday in a fact that was not said, and is not that of a date that was said."""
    allowed = {number for _at, number in weekdays(lowered(typed))}
    dates = [one for one in mentions(fact) if one.year and one.month and one.day]
    days = [span.first for span in said if span.unit == "day"]
    if dates:
        allowed = {
            day.weekday() for day in days if any(_fits(one, Span(day, day, "day")) for one in dates)
        }
    else:  # the first is the day of the conversation, which the words need not mention
        allowed |= {day.weekday() for day in days[1:]}
    wrong = (at for at, number in weekdays(lowered(fact)) if number not in allowed)
    return next((fact[at : at + 12] for at in wrong), "")


def _days_of_month(sentence: str, found: Iterable[Span], said_on: date) -> Iterator[Span]:
    """The days that "the 15th" means: in the months said, else in this month or its neighbours."""
    months = {(span.first.year, span.first.month) for span in found if span.unit == "month"}
    this = said_on.year * 12 + said_on.month - 1
    around = [(number // 12, number % 12 + 1) for number in (this - 1, this, this + 1)]
    text = lowered(sentence)
    in_words = ((match.start(), day_in_words(match[1])) for match in _DAY_WORD.finditer(text))
    in_digits = (
        (match.start(), int(next(filter(None, match.groups()))))
        for match in _ORDINAL.finditer(text)
    )
    for at, day in [*in_digits, *((at, day) for at, day in in_words if 0 < day <= 31)]:
        possible = [
            span
            for year, month in sorted(months) or around
            for span in _in_year(Mention(0, 0, year, month, day), year)
        ]
        clause = _clause_around(sentence, at)
        yield from possible if months else _by_tense(possible, clause, said_on)
    for at, weekday in weekdays(text):
        if beside := _DAY_OF_WEEKDAY.match(text, at):
            for year, month in sorted(months) or around:
                named = _in_year(Mention(0, 0, year, month, int(beside[1])), year)
                yield from (span for span in named if span.first.weekday() == weekday)


def _tenses(clause: str) -> tuple[bool, bool]:
    """Whether a clause is about the past, and whether it is about the future."""
    said = clause.lower()
    is_past, is_future = bool(_PAST.search(said)), bool(_FUTURE.search(said))
    is_either = not (is_past or is_future) and bool(_EITHER.search(said))
    return is_past or is_either, is_future or is_either


def _clause_around(text: str, at: int) -> str:
    """The clause that contains the index `at`."""
    start = max(0, at - _LONGEST_CLAUSE)
    text, at = text[start : at + _LONGEST_CLAUSE], at - start
    ends = [match.end() for match in _CLAUSE_END.finditer(text)]
    starts = [0, *(end for end in ends if end <= at)]
    start = starts.pop()
    while (
        starts
        and _count_words(text[start : at + _SHORTEST_CLAUSE]) < _WORDS_OF_A_CLAUSE
        and not _BEGINS_WITH_SUBJECT.match(text, start)
    ):
        start = starts.pop()  # ", in february" has the tense of the clause before it
    return text[start : min((end for end in ends if end > at), default=len(text))]


def _count_words(text: str) -> int:
    """The number of words, two Chinese characters counting as one."""
    return len(text.split()) + len(_CHINESE.findall(text)) // 2
