"""A quick test whether a question may name a time: most prompts do not need `dates`. Pure."""

from functools import cache

from ..text.languages import MONTHS, WEEKDAYS
from ..text.patterns import regex

_MARKS = str.maketrans("áàâäãéèêëíìîïóòôöõúùûüñçё’", "aaaaaeeeeiiiiooooouuuuncе'")

WORD = regex(r"\w+")

SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""The seasons with their first months."""

# Beginnings of English words of which a pattern needs one. Without any it is not compiled, since
# that takes a while. The text is in lower case.
SEASON_WORDS = tuple(SEASONS)
DATE_WORDS = ("19", "20", *(name[:3].lower() for name in MONTHS))
PHRASE_WORDS = (
    *("day", "week", "month", "year", "yesterday", "today", "last"),
    *(name.lower() for name in WEEKDAYS),
)
POINT_WORDS = (*DATE_WORDS, *PHRASE_WORDS, "now")

_ENGLISH = (*SEASON_WORDS, *POINT_WORDS)

# A text of plain letters without one of these words is English, or has no time.
_SIGNS = frozenset(
    """
    im am vom zum seit bis ab vor anfang mitte ende letzten letzte letztes letzter letztem
    vergangenen vergangene vergangenes voriges vorigen vorige diesen diese dieses dieser diesem
    gestern vorgestern heute ich wir habe nach von zwischen vorletzte vorletzten vorletzter
    en el de del desde hasta hace ayer anteayer hoy pasado pasada este esta antes despues tras entre
    ultimos ultimas ultimo ultima
    au du des depuis debut fin mi avant hier il y le derniere dernier passe passee ce cet cette
    aujourd apres jusqu derniers dernieres
    """.split()
)
# Beginnings of words for times in other languages.
_BEGINNINGS = tuple(
    """
    tag dia jour д woche sem недел monat mes mois месяц jahr ano an год лет fruh primavera
    print весн somm verano ete herbst otono automne осен winter invierno hiver зим fin week
    выходн montag lunes lundi понед dienstag mar втор mittwoch mier merc сред donn juev jeud
    четв frei vier vend пят sams sonn sab sam субб dom dim воскр gest vorgest heute ayer anteayer
    hoy hier aujourd avant вчера позавчера сегодня 19 20
    """.split()
)
CHARACTERS = frozenset("年月天日晚周期拜春夏秋冬")
"""Chinese characters of which every time has one."""


def may_name_time(text: str) -> bool:
    """Tell whether `dates.times` may find a time in a text; if false, it finds none."""
    found = plain(text)
    return may_be_foreign(found) or any(word.startswith(_ENGLISH) for word in WORD.findall(found))


def may_be_foreign(text: str) -> bool:
    """Tell whether a `plain` text may name a time in another language; if false, it names none."""
    words = WORD.findall(text)
    if text.isascii() and _SIGNS.isdisjoint(words):
        return False
    return (
        any(word.startswith(_BEGINNINGS) for word in words)
        or not CHARACTERS.isdisjoint(text)
        or not month_names().keys().isdisjoint(words)
    )


def plain(text: str) -> str:
    """Return a text in lower case, and Latin letters without diacritics."""
    return text.lower().translate(_MARKS)


@cache
def month_names() -> dict[str, int]:
    """Return the names of months in all languages: {name: number}."""
    from ..profile.expiry_words import MONTHS  # imported here because an English text needs none

    return {plain(name): number for name, number in MONTHS.items()}
