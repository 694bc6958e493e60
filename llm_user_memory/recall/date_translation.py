"""Translates times in German, Spanish, French and Russian into English, for `dates`. Pure.

"Was las ich letzten Sommer?" becomes "was las ich last summer?". An ambiguous word is a time only
if the words around it show it: "hier" is yesterday in "qu'ai-je dit hier?", but not in "was steht
hier?".
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from ..text.languages import MONTHS as ENGLISH_MONTHS
from ..text.patterns import regex
from .date_signs import CHARACTERS, may_be_foreign, month_names, plain

Put = Callable[[re.Match[str]], str]
"""A function that returns the replacement of a match."""

_LONG = {
    "day": r"tage?n?|dias?|jours?|день|дня|дней",
    "week": r"wochen?|semanas?|semaines?|недел\w{1,3}",
    "month": r"monate?n?|mes(?:es)?|mois|месяц\w*",
    "year": r"jahre?n?|anos?|ans?|annees?|год\w*|лет",
}
_SEASONS = {
    "spring": r"fruhlings?|fruhjahrs?|primavera|printemps|весн\w{1,2}",
    "summer": r"sommers?|verano|ete|лет(?:о|ом|а)",
    "autumn": r"herbst(?:es)?|otono|automne|осен\w{1,3}",
    "winter": r"winters?|invierno|hiver|зим\w{1,2}",
}
_DAYS = {
    "weekend": r"wochenendes?|fin(?:es)? de semana|week-?end|выходн\w{2,3}",
    "monday": r"montags?|lunes|lundi|понедельник\w?",
    "tuesday": r"dienstags?|martes|mardi|вторник\w?",
    "wednesday": r"mittwochs?|miercoles|mercredi|сред[ауы]",
    "thursday": r"donnerstags?|jueves|jeudi|четверг\w?",
    "friday": r"freitags?|viernes|vendredi|пятниц\w",
    "saturday": r"samstags?|sonnabends?|sabado|samedi|суббот\w",
    "sunday": r"sonntags?|domingo|dimanche|воскресень\w",
}
_UNITS = _LONG | _SEASONS | _DAYS
_COUNTS = {
    "1": "einem|einer|un|une|una|один|одну",
    "2": "zwei|dos|deux|два|две|двух",
    "3": "drei|tres|trois|три|трех",
    "4": "vier|cuatro|quatre|четыре|четырех",
    "5": "funf|cinco|cinq|пять|пяти",
    "6": "sechs|seis|six|шесть",
    "7": "sieben|siete|sept|семь",
    "8": "acht|ocho|huit|восемь",
    "9": "neun|nueve|neuf|девять",
    "10": "zehn|diez|dix|десять",
}
_LAST = r"(?:letzte[nmrs]?|vergangene[nmrs]?|vorige[nmrs]?|прошл\w{2,3})"
_LAST_AFTER = r"(?:pasad[oa]s?|derniere?|passee?)"
_THIS = r"(?:diese[nmrs]?|est[ea]|cet(?:te)?|ce|эт(?:о[йтм]|у|им|ого))"
_BEFORE = (
    r"(?:im|am|vom|zum|anfang|mitte|ende|en|el|del?|au|du|debut|fin|mi|в|во|к|начал[еао]|конц[еау])"
    r"[ -](?:el |de |du |l'|d')?"
)
# Prepositions: on which side of a time the days are.
_RELATIONS = {
    "since": r"seit|ab|desde|a partir d[eu]|depuis|des|(?:начиная )?со?",
    "until": r"bis(?: zu[mr])?|hasta|jusqu'(?:au?|en)",
    "before": r"vor|antes del?|avant|до|перед",
    "after": r"nach|despues del?|tras|apres|после",
}
_ENGLISH_RELATION = rf"({'|'.join(_RELATIONS)}|from|to)"
_DETERMINER = (
    r"(?:l'|(?:de[mnrs]|die|el|las?|los|les?|anfang|mitte|ende|debut|mi|del?|du"
    r"|(?:a )?(?:principios|finales)|начала|середины|конца) )*?"
)
# The words of a range: "from ... to ...", "between ... and ...".
_RANGE_BEGINS = (
    r"(?:(?<!\d )\b(?P<is_from>vo[nm]|desde|del?|du|depuis|со?|от)|\b(?:zwischen|entre|между))"
)
_RANGE_GOES_ON = r"(?(is_from)(?:bis(?: zum)?|al?|hasta|au|jusqu'(?:au?|en)|по|до)|(?:und|y|et|и))"
_YEAR = r"((?:19|20)\d\d)"
_FRENCH = regex(r"\b(?:qu'|j'|l'|c'|(?:je|tu|nous|que|quoi|quel\w*)\b)|-(?:je|tu|on|nous)\b")


def in_english(text: str) -> str:
    """Return the text in lower case, times in English, and Latin letters without diacritics."""
    found = plain(text)
    if not may_be_foreign(found):
        return found
    for make, signs in _RULES:
        if signs is None or signs.search(found):
            for pattern, put in _compiled(make):
                found = pattern.sub(put, found)
    found = re.sub(r"\bhier\b", "yesterday", found) if _FRENCH.search(found) else found
    return re.sub(" {2,}", " ", found)


@cache
def _compiled(make: Callable[[], Iterable[tuple[str, Put]]]) -> list[tuple[re.Pattern[str], Put]]:
    return [(re.compile(pattern), put) for pattern, put in make()]


def _relative() -> Iterator[tuple[str, Put]]:
    """Rules for times that depend on the day of the question."""
    count = _count()
    long, units, days = (_any(words) for words in (_LONG, _UNITS, _DAYS))
    months = "|".join(month_names())
    yield (
        rf"\b(\d{{1,2}})\.(\d{{1,2}})\.{_YEAR}\b",
        lambda match: f"{match[3]}-{match[2]:0>2}-{match[1]:0>2}",
    )
    begun = r"(?:anfang|beginn|(?:el )?(?:principios?|comienzo)|(?:le )?debut|начала)"
    yield (
        rf"\b(?:{begun} (?:de[rs] |del? |du |de l')?({long})s?|jahres(?:anfang|beginn))\b",
        lambda match: f"start of the {_unit(match[1] or 'jahr')}",
    )
    yield rf"\b(?:vorletzte[nmrs]?|позапрошл\w{{2,3}}) ({long})\b", _before_last
    yield rf"\b({long}) (?:antepasad[oa]|avant[ -]derniere?)\b", _before_last
    yield r"\b(?:vorgestern|anteayer|antes de ayer|avant-hier|позавчера)\b", lambda _: "2 days ago"
    yield r"\b(?:gestern|ayer|вчера)\b", lambda _: "yesterday"
    yield r"\b(?:heute|hoy|aujourd'hui|сегодня)\b", lambda _: "today"
    yield rf"\b(?:vor|hace|il y a) {count} ({long})\b", _ago
    yield rf"\b(?:{count} )?({long}) назад\b", _ago
    yield rf"\b(?:im |in der |на |во? )?{_LAST} ({units}|{months})\b", _last
    yield rf"\b(?:(?:en )?(?:la|el) |le |l')?({units}|{months}) {_LAST_AFTER}\b", _last
    yield rf"\b{_THIS} ({units})\b", lambda match: f"this {_unit(match[1])}"
    yield rf"\b(?:am|el|le|во?|на) ({days})\b", _last


def _rolling() -> Iterator[tuple[str, Put]]:
    """Rules for the last days, weeks, months or years."""
    count = rf"(?:{_count()}|paar|wenigen|einigen|poc[oa]s|quelques|несколько|пару)"
    yield (
        rf"\b(?:(?:in|wahrend) )?(?:de[nr] |die )?(?:letzten|vergangenen) (?:{count} )?"
        r"(tagen?|wochen|monaten?|jahren?)\b",
        _last_units,
    )
    yield rf"\b(?:seit|depuis) {count} ({_any(_LONG)})\b", _last_units
    for middle in (rf"(?:{count} )ultim[oa]s", rf"ultim[oa]s(?: {count})?"):
        yield (
            rf"\b(?:(?:en|durante) )?(?:l[oa]s |est[oa]s )?{middle} (dias|semanas|meses|anos)\b",
            _last_units,
        )
    yield (
        rf"\b(?:(?:au cours|dans|pendant|durant) )?(?:[dlc]es )(?:{count} )?derni(?:ers|eres) "
        r"(jours|semaines|mois|ans|annees)\b",
        _last_units,
    )
    yield (
        rf"\b(?:(?:за|в|в течение) )?последни[ехй] (?:{count} )?"
        r"(дн\w{1,2}|недел[ьи]\w?|месяц\w{1,2}|год\w{1,2}|лет)\b",
        _last_units,
    )
    yield (
        rf"\b(?:en|durante|за|в) (?:la |el )?(?:ultim[oa]|последн(?:юю|ий|ем)) ({_any(_LONG)})\b",
        lambda match: f"over the past {_unit(match[1])}",
    )


def _relations() -> Iterator[tuple[str, Put]]:
    """Rules for prepositions before a time in English, or before one that `_named` translates."""
    months, days, seasons = "|".join(month_names()), _any(_DAYS), _any(_SEASONS)
    day = r"\d{1,2}(?:\.|er|-?го)? (?:de )?"
    point = (
        rf"(?:(?:{day})?(?:{months})(?:\.?,? (?:del? )?{_YEAR}(?: года?)?)?|{_YEAR}(?: года?)?"
        rf"|{days}|{seasons}|(?:jahre?s?|ano|annee) (?={_YEAR})|hier|yesterday|today"
        r"|(?:last|this) \w+|\d{1,3} \w+ ago|start of the \w+|\d{4}-\d\d-\d\d)"
    ).replace(_YEAR, r"(?:19|20)\d\d")
    yield (
        rf"{_RANGE_BEGINS} {_DETERMINER}({point}) {_RANGE_GOES_ON} {_DETERMINER}({point})(?!\w)",
        lambda match: f"from {match[2]} to {match[3]}",
    )
    words = "|".join(f"(?P<{relation}>{words})" for relation, words in _RELATIONS.items())
    yield (
        rf"\b(?:{words})(?: |(?<=')){_DETERMINER}(?={point}(?!\w))",
        lambda match: f"{match.lastgroup} ",
    )
    yield (
        rf"\b(?:{_count()} )?({_any(_LONG)}) (before|after)\b",
        lambda match: f"{_in_figures(match[1] or '1')} {_unit(match[2])} {match[3]}",
    )
    yield rf"\b{_ENGLISH_RELATION} ({days})\b", lambda match: f"{match[1]} {_unit(match[2])}"


def _named() -> Iterator[tuple[str, Put]]:
    """Rules for seasons, months and years."""
    names, seasons = "|".join(month_names()), _any(_SEASONS)
    after = rf"(?:\.?,? (?:del? )?{_YEAR}(?: года?)?)?"
    yield (
        rf"\b(?:{_ENGLISH_RELATION} |{_BEFORE}(?:la |l')?)({seasons})\b(?: (?:del? )?{_YEAR})?",
        lambda match: f"{match[1] or 'in'} {_unit(match[2])} {match[3] or ''}",
    )
    yield r"\b(?:весной|летом|осенью|зимой)\b", lambda match: f"in {_unit(match[0])}"
    yield (
        rf"\b(\d{{1,2}})(?:\.|er|-?го)? (?:de )?({names})\b{after}",
        lambda match: f"{match[1]} {_month(match[2])} {match[3] or ''}",
    )
    yield (
        rf"\b(?:{_ENGLISH_RELATION} |{_BEFORE})({names})\b{after}",
        lambda match: f"{match[1] or 'in'} {_month(match[2])} {match[3] or ''}",
    )
    yield (
        rf"(?<!\d )(?<!in )\b({names})\.?,? (?:del? )?{_YEAR}\b",
        lambda match: f"in {_month(match[1])} {match[2]}",
    )
    yield (
        rf"\b(?:jahre?s?|ano|annee|{_BEFORE}) ?{_YEAR}\b(?: год\w?)?|\b{_YEAR} год\w?",
        lambda match: f"in {match[1] or match[2]}",
    )
    yield rf"\b(ich|wir|habe) {_YEAR}\b", lambda match: f"{match[1]} in {match[2]}"


def _count() -> str:
    return rf"(\d{{1,3}}|{'|'.join(_COUNTS.values())})"


def _in_figures(count: str) -> str:
    return next((n for n, words in _COUNTS.items() if re.fullmatch(words, count)), count)


def _ago(match: re.Match[str]) -> str:
    return f"{_in_figures(match[1] or '1')} {_unit(match[2])}s ago"


def _last_units(match: re.Match[str]) -> str:
    *counts, unit = match.groups()
    return f"in the last {_in_figures(next(filter(None, counts), 'few'))} {_unit(unit)}s"


def _before_last(match: re.Match[str]) -> str:
    return f"the {_unit(match[1])} before last"


def _last(match: re.Match[str]) -> str:
    return f"last {_month(match[1]) or _unit(match[1])}"


def _unit(word: str) -> str:
    return next(name for name, words in _UNITS.items() if re.fullmatch(words, word))


def _month(word: str) -> str:
    number = month_names().get(word)
    return ENGLISH_MONTHS[number - 1].lower() if number else ""


def _any(words: Mapping[str, str]) -> str:
    return "|".join(words.values())


def _chinese() -> Iterator[tuple[str, Put]]:
    from . import chinese_dates  # imported here because few texts need it

    yield from chinese_dates.rules()


# The rules in order. A group with signs applies to texts that have one of them, one without to all.
_RULES = (
    (_chinese, regex(f"[{''.join(sorted(CHARACTERS))}]")),
    (_rolling, regex(r"letzt|vergang|ultim|derni|последн|\bseit\b|\bdepuis\b")),
    (_relative, None),
    (_relations, regex(rf"\b(?:{_any(_RELATIONS)}|vo[nm]|del?|du|zwischen|entre|от|между)(?!\w)")),
    (_named, None),
)
