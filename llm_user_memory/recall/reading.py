"""The features of passages that need their texts: see `ranking.Features`. Pure.

Only the texts of the best candidates are read.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping

from ..text.base_forms import base_forms
from ..text.languages import MONTHS, WEEKDAYS
from ..text.patterns import regex
from ..text.words import content_words, fold, is_question
from .index import stems
from .keywords import QUESTION_WORDS
from .ranking import Features

# Words that share this many first letters count as forms of one word.
_STEM = 5

# The number of names in a passage above which more make no difference.
_MOST_NAMES = 3

# Words and phrases of a question that asks for a time.
_WHEN = (
    *("when", "how long ago", "wann", "cuándo", "quand"),
    *(f"what {unit}" for unit in ("day", "date", "month", "year", "time")),
    *(f"which {unit}" for unit in ("day", "week", "month", "year")),
)
_TIMES = frozenset(
    """
    yesterday today tonight tomorrow ago recently weekend
    gestern heute morgen ayer hoy mañana hier demain
    """.split()
).union(*({day.lower(), day[:3].lower()} for day in WEEKDAYS), map(str.lower, MONTHS))
_WHICH = frozenset({"last", "next", "this", "past"})
_UNITS = frozenset("night week month year summer winter spring fall autumn time few".split())
_GAP = regex(r"(\W+)")
# Those of one that asks for a person or a thing. German is not here: its nouns are all capitalized,
# so a capital does not show a name.
_WHO = (
    *("who", "which", "where", "name", "names", "called", "title"),
    *("quién", "dónde", "cuál", "où", "кто", "где"),
)
_CALLED = regex(r"\bкак\w* назыв|谁|哪", re.I)
# Question words in languages that `QUESTION_WORDS` lacks.
_ASKING = regex(r"\b(?:что|как\w*|когда|сколько|почему|зачем)\b|什么|怎|几|多少|为何|吗", re.I)
# A word that does not begin a sentence. As one set with the others, the ellipsis, which is beyond
# Latin-1, would take long to compile.
_INNER_WORD = regex(r"(?<![.!?] )(?<!… )(?<=\S )[^\W\d_]{2,}")
_QUOTATION_MARKS = '"“„«「《'


Text = tuple[Hashable, int, str]
"""The document of a passage, its ordinal there, and its text."""


def with_texts(
    given: Mapping[int, Features],
    texts: Mapping[int, Text],
    question: str,
    words: Collection[str],
) -> dict[int, Features]:
    """Return the features of the passages with a text, with those from the text added.

    `words` are the words of the question that are searched for.
    """
    at = {(document, ordinal): number for number, (document, ordinal, _text) in texts.items()}
    said = {number: text for number, (_document, _ordinal, text) in texts.items()}
    asks = {number for number, text in said.items() if text.rstrip().endswith(("?", "？"))}
    covered = _covered(said, words)
    asked = f" {' '.join(stems.words(question.lower()))} "
    wants_time = _has_one(asked, _WHEN)
    wants_name = _has_one(asked, _WHO) or (
        not question.isascii() and bool(_CALLED.search(question))
    )
    # A search for words only wants the passage that has them, not an answer.
    wants_answer = wants_time or wants_name or _asks(question)
    found = {}
    for number, (document, ordinal, text) in texts.items():
        before = at.get((document, ordinal - 1))
        found[number] = given[number]._replace(
            asks=float(number in asks),
            time=float(wants_time and _names_time(text)),
            covered=covered[number],
            answers=covered[before] if wants_answer and before in asks else 0.0,
            named=_names(text) if wants_name else 0.0,
        )
    return found


def _has_one(words: str, phrases: Iterable[str]) -> bool:
    """Whether words, each between two spaces, have one of the phrases."""
    return any(f" {phrase} " in words for phrase in phrases)


def _asks(text: str) -> bool:
    return (
        is_question(text)
        or not QUESTION_WORDS.isdisjoint(fold(text).split())
        or bool(_ASKING.search(text))
    )


def _names_time(text: str) -> bool:
    """Whether a text names a time: "yesterday", "last week", "on Monday", "in 2023", "the 4th"."""
    parts = _GAP.split(text.lower())
    words, gaps = parts[::2], parts[1::2]
    if not _TIMES.isdisjoint(words) or any(map(_is_year_or_day, words)):
        return True
    return not _WHICH.isdisjoint(words) and any(
        which in _WHICH and gap == " " and unit in _UNITS
        for which, gap, unit in zip(words, gaps, words[1:], strict=False)
    )


def _is_year_or_day(word: str) -> bool:
    if not word[:1].isdecimal():
        return False
    is_year = len(word) == 4 and word.isdecimal() and word.startswith(("19", "20"))
    return is_year or (word.endswith(("st", "nd", "rd", "th")) and word[:-2].isdecimal())


def _covered(texts: Mapping[int, str], words: Iterable[str]) -> dict[int, float]:
    """The share of the words that each text has, weighted by their rarity in these texts."""
    asked = frozenset(map(_stem, _words(" ".join(words))))
    begins = tuple(asked)
    words_of = {number: frozenset(content_words(text)) for number, text in texts.items()}
    # Each word once, as most are in several texts.
    every = tuple(frozenset().union(*words_of.values()) - QUESTION_WORDS)
    forms = zip(every, base_forms(every), strict=True)
    stems_of = {word: _stem(base) for word, base in forms if base.startswith(begins)}
    said = {
        number: asked.intersection(map(stems_of.__getitem__, stems_of.keys() & having))
        for number, having in words_of.items()
    }
    counts = Counter(stem for each in said.values() for stem in each)
    weights = {stem: math.log(1 + len(texts) / (1 + counts[stem])) for stem in asked}
    # `fsum`: a plain sum depends on the order of a set, which differs between processes.
    whole = math.fsum(weights.values()) or 1.0
    return {
        number: math.fsum(map(weights.__getitem__, each)) / whole for number, each in said.items()
    }


def _words(text: str) -> list[str]:
    """The words that tell something, and pairs of characters in scripts without spaces."""
    return [word for word in content_words(text) if word not in QUESTION_WORDS]


def _stem(word: str) -> str:
    """The beginning of a word, which all its forms share."""
    return (word[:-1] if len(word) > 3 and word.endswith("s") else word)[:_STEM]


def _names(text: str) -> float:
    """The number of apparent names and quoted titles, divided by `_MOST_NAMES`, at most 1.0."""
    found = sum(not word[0].islower() for word in _INNER_WORD.findall(text))
    found += sum(map(text.count, _QUOTATION_MARKS))
    return min(found, _MOST_NAMES) / _MOST_NAMES
