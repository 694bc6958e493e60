"""Finds secrets that are spelled or dictated: "h u n t e r 2", "capital K, r, zero, dash". Pure."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..patterns import regex
from . import first_look
from .prose import ends_clause

if TYPE_CHECKING:
    from . import Span

_CUE = regex(
    r"passwor[dt]|passphrase|passcode|kennwort|(?<!\w)(?:pw|pwd|mdp|pin|code|key|clave|contra|senha|combo|combination)(?!\w)|contraseña|mots? de passe|парол|пин|код(?!\w)"
    r"|密码|口令|[大单院房]?门|锁|保险[箱柜]|柜子?|箱子|zahlenkombination|geheimzahl|combinaci[oó]n|combinaison|combinazione|combinação|(?<!\w)(?:safe|lock|padlock|tresor|coffre|cofre|cassaforte|сейф)(?!\w)",
    re.IGNORECASE,
)
_CUES = first_look.beginnings(
    """
    pass kennwort pw mdp pin code key clave contra senha combo combi mot парол пин код 密码 口令 大门 单门 院门 房门 门 锁 保险 柜 箱子
    zahlenkombination geheimzahl safe lock padlock tresor coffre cofre cassaforte сейф
    """.split()
)
_NEAR = 60
# Single letters, digits and signs, separated by a space, a comma or a hyphen.
_SINGLE = regex(
    r"(?<![^\s\"'(:：])(?:[^\W_]|[!@#$%&*?+_])(?:(?:, | - |[ -])(?:[^\W_]|[!@#$%&*?+_])(?![^\W_])){3,30}(?![^\s\"').,;:!?])"
)
_WORDY = regex(r"(?:[^\W\d][ ,-]{1,3}){1,3}[^\W\d]")  # "a b c", as in a list of options
# How signs, capitals and digits are said aloud.
_SAID = (
    r"(?:(?:capital|uppercase|upper[- ]case|big|lowercase|lower[- ]case|small|groß(?:es|er|buchstabe)?|kleine?s?|mayúsculas?|minúsculas?|majuscules?|minuscules?|maiuscol[ao]"
    r"|minuscol[ao]|maiúscul[ao]|minúscul[ao]|больш\w{2,3}|заглавн\w{2,3}|маленьк\w{2,3}|大写|小写)(?:\s(?:letter|buchstabe|lettre|letra|lettera|буква))?\s?[^\W\d_]{1,12}"
    r"|[^\W\d_]{1,12}\s(?:groß|klein|mayúscula|minúscula|majuscule|minuscule|maiuscol[ao]|maiúscul[ao]|заглавн\w{2,3})"
    r"|under ?score|hyphen|dash|hash(?:tag)?|at sign|dollar(?: sign)?|exclamation(?: mark| point)?|question mark|asterisk|ampersand|percent sign|plus sign|dot|full stop|bang"
    r"|bindestrich|unterstrich|raute|klammeraffe|dollarzeichen|ausrufezeichen|fragezeichen|stern(?:chen)?|punkt"
    r"|guion(?: bajo)?|almohadilla|arroba|signo de exclamación|exclamación|asterisco|punto|tiret(?: du bas)?|dièse|arobase|point d['’]exclamation|étoile|point"
    r"|trattino(?: basso)?|cancelletto|chiocciola|punto esclamativo|traço|sublinhado|cerquilha|ponto de exclamação|дефис|тире|подч[её]ркивание|реш[её]тка|собак[аи]|восклицательный(?: знак)?"
    r"|下划线|感叹号|井号|短横)"
)
_OTHER = (
    r"(?:then|and|an?|the|word|number|digits?|followed by|plus|with|zero|one|two|three|four|five|six|seven|eight|nine|und|dann|ein|die|das|null|eins|zwei|drei|vier|fünf|sechs|sieben"
    r"|acht|neun|y|luego|un|una|el|la|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|et|puis|le|zéro|deux|trois|quatre|cinq|sept|huit|neuf|e|poi|due|tre|quattro|cinque|sei|sette|otto|nove"
    r"|depois|um|dois|três|quatro|oito|и|потом|затем|ноль|один|два|три|четыре|пять|шесть|семь|восемь|девять|然后|[0-9]{1,6}|[^\W\d_]{1,14})"
)
_DICTATED = regex(
    rf"(?:\s(?:is|ist|es|est|è|é|это|lautet|was|war|era|était)\s|[:=：]\s?|\s-\s|是)(?:(?:with|mit|con|avec|com|all|alles|the|die|la)\s){{0,2}}"
    rf"((?:{_SAID})(?:[\s,]{{1,3}}(?:{_SAID}|{_OTHER})(?![^\W_])){{2,24}})",
    re.IGNORECASE,
)
_SAID_ALONE = regex(rf"(?<![^\W_]){_SAID}(?![^\W_])", re.IGNORECASE)
_CLAUSE = regex(
    r"[\s,]{1,3}(?:but|and (?:it|now|still|i|the site)|aber|und (?:es|jetzt|ich)|pero|y (?:no|ahora)|mais|et (?:ça|maintenant|il)|ma|mas|e (?:non|não)|но|и (?:не|теперь))(?!\w)",
    re.IGNORECASE,
)
_RULE = regex(
    r"must|should|need|require|missing|at least|minimum|contain|muss|soll|mindestens|debe|al menos|doit|au moins|deve|almeno|pelo menos|должен|минимум|letters?\b|characters?\b",
    re.IGNORECASE,
)


# Digits that are said aloud, four or more: "four nine one six".
_DIGIT = (
    r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve"
    r"|zéro|un|deux|trois|quatre|cinq|six|sept|huit|neuf|due|tre|quattro|cinque|sei|sette|otto|nove|um|dois|três|quatro|sete|oito|ноль|нуль|один|два|три|четыре|пять|шесть|семь|восемь|девять)"
)
_DIGITS = regex(
    rf"(?<!\w)(?:(?:double|triple|doble|doppel)\s)?{_DIGIT}(?:[\s,-]{{1,2}}(?:(?:and|und|y|et|e|и|double|triple|doble|doppel)\s)?{_DIGIT}){{3,15}}(?!\w)"
    r"|[零〇一二三四五六七八九]{4,12}(?![零〇一二三四五六七八九十百千万亿年月日号楼层点分元块个])",
    re.IGNORECASE,
)
_NUMERALS = frozenset("零〇一二三四五六七八九")


def secrets(text: str) -> "Iterator[Span]":
    """Yield the spans of spelled or dictated words near a word for a secret."""
    for cue in first_look.matches(_CUE, _CUES, text):
        start, stop = max(0, cue.start() - _NEAR), min(len(text), cue.end() + _NEAR)
        for found in _SINGLE.finditer(text, start, stop):
            if _is_spelled(found[0]) and "\n\n" not in text[start:stop]:
                yield found.span()
        for said in _DIGITS.finditer(text, cue.end(), stop):
            is_chinese = said[0][0] in _NUMERALS
            if is_chinese or ends_clause(text[said.end() : said.end() + 40]):
                yield said.span()
        dictated = _DICTATED.search(text, cue.end(), min(len(text), cue.end() + 260))
        if dictated and dictated.start() - cue.end() < 40:
            end = clause.start() if (clause := _CLAUSE.search(dictated[1])) else len(dictated[1])
            words = dictated[1][:end]
            if len(_SAID_ALONE.findall(words)) > 1 and not _RULE.search(words):
                yield dictated.start(1), dictated.start(1) + end


def _is_spelled(run: str) -> bool:
    if run.count("_") > 1:  # blanks to fill in
        return False
    letters = re.findall(r"[^\s,-]", run)
    return len(letters) > 4 or any(map(str.isdigit, letters))
