"""Whether every word of a fact comes from the user: typed, implied, or generic. Pure.

A word comes from the user if their turn has it in some form, has its meaning or another name of
it by the tables, or if it is generic, as the words of fact templates are. Dates, numbers and
names are left to other modules. In a translation, one unknown word of the user's sentence
accounts for one unknown word of the fact.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from ..text import vocabulary
from ..text.patterns import regex
from ..text.vocabulary import frames, moods, plain, speakers
from ..text.vocabulary.frame_words import is_frame_word
from ..text.words import (
    content_words,
    is_negated,
    is_unspaced,
    sentences,
    shared_start,
)
from . import numerals, ordinals
from .attribution import own_words
from .clauses import parts
from .language import IN_TABLES, is_comparable, languages, main_script
from .matching import Words, in_phrases, is_in, joined_in, may_be_translated, measured, words_of
from .mentions import weekdays, without_dates
from .names import aliased, names_in, without_aliased
from .sensitive import is_sensitive
from .subjects import compiled

_SHORTEST_STEM = 5
_CLAIMS_TO_A_NEW_WORD = 3


def uncovered(fact: str, quote: str, turn: str, old: str = "") -> str:
    """Return a word of the fact that nothing in the turn accounts for, or "".

    It is one that has to be said, if there is such a word. An ordinary fact may have such words if
    the turn accounts for one of its others: "ukulele lesson" for "Is learning the ukulele". What
    would hurt if it were wrong has to be said, but for one word in three; so does a second thing,
    and a strong word.

    Words of `old`, the fact that this one replaces, count as given. They do not count among those
    of which a few may be new: else a chain of edits adds one after the other.

    The result is "" too for languages without tables, whose words cannot be compared.
    """
    turn = f"{turn} . {old}" if old else turn
    if not is_comparable(fact, turn) or (not languages(turn) & IN_TABLES and languages(turn)):
        return ""
    text = own_words(turn, fact)
    if main_script(fact) == "han":
        return _uncovered_in_chinese(fact, text)
    said, across = words_of(text), may_be_translated(fact, turn)
    given = set(plain(" ".join(names_in(fact))).split()) | aliased(fact, text)
    given |= in_phrases(fact, said) | joined_in(fact, said)
    claims = _claims(fact)
    new = [
        word for word in claims if word not in given and not _is_given(word, said, across=across)
    ]
    if "de" in languages(turn):
        new = [word for word in new if not _is_abbreviated(word, turn)]
    if heights := measured(turn):
        new = [word for word in new if not vocabulary.meanings(word) & heights]
    if is_negated(text):
        new = [word for word in new if not _dislikes(word)]
    if new and _is_verb(new[0], fact):
        new = new[1:]
    if old:
        known = words_of(old)
        claims = [word for word in claims if not _is_given(word, known, across=across)]
    weighty = next((word for word in new if has_to_be_said(word, fact)), "")
    most = len(claims) // _CLAIMS_TO_A_NEW_WORD if weighty else max(len(claims) - 1, 0)
    if _is_translated(fact, turn):
        most += _unaccounted(quote, turn, fact)
    return weighty or new[0] if len(new) > most else ""


def has_to_be_said(word: str, fact: str) -> bool:
    """Tell whether a word of the fact has to be said: a thing of its own, or what would hurt."""
    if is_sensitive(fact):
        return True
    added = re.search(
        rf"(?:,|\b(?:and|or|on|und|oder|am|y|o|et|ou|e|и|или)|\d+\w*)\W+{word}\b", plain(fact)
    )
    return bool(added or _MUST_BE_SAID.match(word))


# Words that say too much to be left to the reader: of hating, leading, marrying, being born.
_MUST_BE_SAID = regex(
    r"(?:stud|degree|diplom|titul|hat|dislik|detest|loath|born|decid|den[iy]|refus|understand|lead"
    r"|manag|direct|own|ow[ei]|marri|engaged|verheirat|verlobt|casad|sposat|suffer|victim|hass|gebor|entschied|versteh|leite|odi|naci|dirig"
    r"|entiend|nee?$|nacqu|nasc|nato|compren|ненавид|родил|решил|понима|руковод)"
)


def is_misplaced(fact: str, turn: str) -> bool:
    """Tell whether the fact says where somebody lives or works, and the user only named the place.

    "I love ny pizza" and "ordered from Amazon" say neither.
    """
    if (native := _IS_FROM.match(plain(fact))) and vocabulary.places_known() & vocabulary.meanings(
        native[1]
    ):
        near = [one for one in sentences(turn) if is_in(native[1], words_of(one), across=True)]
        own = [part.text for part in parts(turn) if not part.is_others]
        near = [one for one in own if is_in(native[1], words_of(one), across=True)] or near
        return bool(near) and all(
            _GOES.search(plain(one)) or _SPEAKS.search(plain(one)) for one in near
        )
    match = _PLACED.match(plain(fact))
    if not match or main_script(turn) not in ("latin", "cyrillic"):
        return False
    row = "live" if match["live"] else "work"
    across, wanted = may_be_translated(fact, turn), match["place"].split()[:3]
    near = [
        one
        for one in sentences(turn)
        if any(is_in(w, words_of(one), across=across) for w in wanted)
    ]
    elsewhere = [one for one in near if re.search(moods.ELSEWHERE, plain(one))]
    if row == "live" and near and len(elsewhere) == len(near):
        return True
    pieces = (piece for one in near for piece in (one, *_PIECES.split(one)))
    if row == "live" and any(_IS_TOLD_FOR_ADVICE.search(plain(piece)) for piece in pieces):
        return False
    return bool(near) and not any(
        vocabulary.row_of(row) in vocabulary.meanings_in(one)
        or _names_before(one, wanted, row, across=across)
        for one in near
    )


def home_in(fact: str) -> str:
    """Return the plain place in which the fact says that the user lives, or ""."""
    match = _PLACED.fullmatch(plain(fact))
    return match["place"] if match and match["live"] else ""


def speaks_of_travel(text: str) -> bool:
    """Tell whether a text has a word for travelling, visiting or moving."""
    said = plain(text)
    return bool(_GOES.search(said) or compiled(speakers.VISITING).search(said))


def _names_before(sentence: str, place: Sequence[str], row: str, *, across: bool) -> bool:
    """Tell whether a word such as "at" or "moved" stands within three words of the place."""
    words = plain(sentence).split()
    return any(
        _BEFORE_PLACE[row].search(" ".join(words[max(0, at - _BEFORE) : at + _AFTER]))
        for at, word in enumerate(words)
        if any(
            is_in(part, words_of(word), across=across) or word in vocabulary.same_names(part)
            for part in place
        )
    )


_IS_FROM = regex(
    r"(?:is|ist|es|est|comes|kommt|viene|vient) (?:originally )?(?:an? )?(?:from |aus |de |d "
    r"|von )?(\w+)$"
)
_GOES = regex(
    r"\b(?:going|go|travel\w*|trip|fly|flying|flight|visit\w*|holiday\w*|vacation|moving|relocat\w*|reise\w*|fliege\w*|flug|urlaub|fahre\w*|viaj\w+|voy|vamos|vuelo"
    r"|vacaciones|voyage\w*|vais|allons|pars|partons|vacances|vol|еду|едем|лечу|летим"
    r"|поездк\w+|отпуск\w*|лететь)\b|去 |旅 游|出 差|飞 "
)
_SPEAKS = regex(
    r"\b(?:speak\w*|learn\w*|stud(?:y|ying)|practi[cs]\w*|translate\w*|sprech\w*|lern\w*|habl\w+|aprend\w+|parl\w+|appren\w+|говор\w+|уч[уи]\w*|изуча\w+)\b|说|学"
)
# "Ontario, if it matters": a place alone is the user's where they say that it may matter.
_IS_TOLD_FOR_ADVICE = regex(
    r"^(?:(?:im|its|we are|were|is) )?(?:\w+ ){1,3}(?:btw|by the way|if (?:yo)?u forgot"
    r"|(?:if|in case) (?:it|that|this) (?:matters|helps|is relevant)"
    r"|falls (?:das|es) (?:wichtig ist|hilft)|si (?:importa|sirve|ayuda)|se (?:serve|importa)"
    r"|si (?:ca (?:peut )?aide\w*|c est utile)|если (?:это )?важно)(?: if (?:yo)?u forgot)?$"
)
_PIECES = regex(r"[,;:()\[\]]| [-–—] ")
_BEFORE, _AFTER = 3, 3
_PLACED = regex(
    r"(?:(?P<live>lives|wohnt|lebt|vive|habite|живет|проживает)|(?P<work>works|arbeitet|trabaja"
    r"|travaille|работает)) (?:in|at|for|bei|en|a|chez|в|на|у) (?P<place>.+)"
)
_BEFORE_PLACE = {
    "live": regex(
        r"\b(?:in|from|near|around|at|to|here|aus|bei|nach|en|em|de|desde|cerca|a|d"
        r"|city|town|location|hometown|wohnort|ciudad|ville|(?:my|our) village"
        r"|(?:mein\w*|unser\w*) dorf|(?:mi|nuestro) pueblo|(?:mon|notre) village"
        r"|в|на|из|под|около|город\w*|наш\w* (?:деревн\w*|село)|район\w*|left \w+ for|moved"
        r"|relocated|based|stuck)\b"
    ),
    "work": regex(
        r"\b(?:at|for|in|with|bei|beim|en|em|chez|dans|a|our|my|we|as|here"
        r"|company|hired|joined|interning|manager|boss|office"
        r"|в|на|у|для|мы|наш\w*|мо[ийяею]\w{0,2}|устроил\w*|начальни\w+|офис\w*)\b"
    ),
}


def _claims(fact: str) -> list[str]:
    """The words of a fact that must come from the user: without dates and generic words."""
    rest = without_dates(fact)
    rest = _PART_OF_YEAR.sub(" ", rest) if rest == fact else _PART_OF_MONTH.sub(" ", rest)
    return [word for word in dict.fromkeys(words_of(rest).words) if not _is_generic(word)]


# "Since late April", for "three weeks now"; "since late 2024", for "a year and a half".
_PART = (
    r"\b(?:early|mid|late|anfang|mitte|ende|principios de|mediados de|finales de|début|mi|fin"
    r"|inizio|metà|fine|início de|meados de|final de|начал[ае]|середин[аеы]|конц[ае])\b"
)
_PART_OF_MONTH = regex(_PART, re.I)
_PART_OF_YEAR = regex(rf"{_PART}(?=[ -](?:19|20)\d\d\b)", re.I)


def _is_verb(word: str, fact: str) -> bool:
    """Tell whether the word is the fact's first word, a verb that is in no table."""
    first = plain(fact).split()[0]
    return word == first and not vocabulary.meanings(word)


def _is_generic(word: str) -> bool:
    """Tell whether a plain word needs no source: too common, or a number, ordinal or weekday."""
    if len(word) < 3 or any(map(str.isdigit, word)) or numerals.count(word) is not None:
        return True
    if ordinals.is_ordinal(word) or is_frame_word(word):
        return True
    return any(True for _weekday in weekdays(word))


def _is_given(word: str, said: Words, *, across: bool) -> bool:
    return is_in(word, said, across=across) or any(
        _are_derived(word, other) for other in said.words
    )


@lru_cache(maxsize=65536)
def _are_derived(one: str, other: str) -> bool:
    """Tell whether two words have one stem: "replacement" and "replaced"."""
    if one[:3] != other[:3]:
        return False
    shared = shared_start(one, other)
    if shared >= _SHORTEST_STEM and shared * 5 >= 3 * max(len(one), len(other)):
        return True
    return any(
        shared == len(stem) and longer.startswith(f"{stem}{stem[-1]}")
        for stem, longer in ((_bare(one), other), (_bare(other), one))
        if len(stem) > 2
    )


def _bare(word: str) -> str:
    return word.removesuffix("s")


def _is_abbreviated(word: str, text: str) -> bool:
    """Tell whether the text has a compound by its initials: "LK" for Leistungskurs."""
    if len(word) < _SHORTEST_ABBREVIATED:
        return False
    for initials in _INITIALS.findall(text):
        letters = iter(word)
        if initials[0].lower() == word[0] and all(one in letters for one in plain(initials)):
            return True
    return False


_SHORTEST_ABBREVIATED = 10
_INITIALS = regex(r"\b[A-ZÄÖÜ]{2,4}\b")


def _dislikes(word: str) -> bool:
    return vocabulary.row_of("hate") in vocabulary.meanings(word)


def _is_translated(fact: str, turn: str) -> bool:
    """Tell whether the fact is in another language than the turn."""
    if main_script(fact) != main_script(turn):
        return True
    fact_in, turn_in = languages(fact), languages(turn)
    return not fact_in & turn_in and (bool(fact_in) or turn_in != {"en"})


def _unaccounted(quote: str, turn: str, fact: str) -> int:
    """The number of words around the quote that translate no word of the fact, by the tables."""
    said = plain(quote)
    near = [part for part in sentences(turn) if plain(part) in said or said in plain(part)]
    text = " ".join(near) or quote
    known = words_of(fact).meanings
    if main_script(text) == "han":
        return len(content_words(text)) // 4
    spoken = words_of(turn).languages
    return sum(
        (not vocabulary.meanings(word, spoken, implied=True) & known or _is_compound(word, spoken))
        and not _is_generic(word)
        for word in dict.fromkeys(words_of(text).words)
    )


def _is_compound(word: str, spoken: frozenset[str]) -> bool:
    """Tell whether a long German word begins with a part that is in no table."""
    return "de" in spoken and len(word) >= _SHORTEST_COMPOUND and not vocabulary.meanings(word[:6])


_SHORTEST_COMPOUND = 12


def _uncovered_in_chinese(fact: str, text: str) -> str:
    """The characters of a Chinese fact that are not in the text, or "" if they are few."""
    fact = without_aliased(fact, text)
    squeezed, said = plain(fact).replace(" ", ""), words_of(text)
    given = plain(text).replace(" ", "")
    phrases = vocabulary.phrases_in(fact)
    for phrase in sorted(phrases, key=len, reverse=True):
        if phrases[phrase] & said.meanings:
            squeezed = squeezed.replace(phrase, " ")
    for phrase in sorted(frames.CHINESE, key=len, reverse=True):
        squeezed = squeezed.replace(phrase, " ")
    new = [letter for letter in squeezed if is_unspaced(letter) and letter not in given]
    return "".join(new) if len(new) > 1 and len(new) * 4 > len(plain(fact).replace(" ", "")) else ""
