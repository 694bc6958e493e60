"""Scores words that may be secrets, by their form and by the words around them. Pure.

People tell secrets in more ways than rules have. So each candidate gets the sum of the weights
(`weights`) of its features: its form, and the classes of the words around it (`cues`). It is a
secret if the sum is positive. The weights were fitted to rows that people judged
(`benchmarks/redaction_fit.py`).
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..languages import EAST_ASIAN_OR_WIDE
from ..patterns import regex
from . import first_look, looks, placed
from .cues import LONGEST, Classes, may_have
from .looks import Group
from .parting import Word, words_of
from .places import (
    ARTICLES,
    COPULAS,
    ENDS_SENTENCE,
    JOINS,
    PREPOSITIONS,
    THEN,
    WITH,
    frames,
)
from .prose import ends_clause
from .weights import weight

if TYPE_CHECKING:
    from . import Span

_GROUPED = regex(
    r"(?<![\w.,/:+-])(?<!\d[ -])(?:\d{3} \d{3,4}|\d{2}(?: \d{2}){1,3}|\d(?: \d){2,7}|\d{4} \d{4})(?![\w]|[ -]\d|[.,:]\d)"
)
# A telephone number, a number of a product or an account: not a code.
_LONG_NUMBER = regex(r"(?<![\w-])\+?[0-9]{1,12}(?:[ /.-]\(?[0-9]{1,12}\)?){1,7}(?![\w-])")
_LONG = range(9, 16)  # in digits
_LINE = regex(r"[^\n]+")
_IS_EAST_ASIAN = regex(f"[{EAST_ASIAN_OR_WIDE}]")
_EAST_ASIAN_COPULA = regex(r"(?:是|为|成|：|叫|用|=)$")
# A line has candidates only if it has one of these, or speaks of getting access (`first_look`). Each
# is told by a character that most words lack, and that is searched for first.
_MAY_HOLD = regex(
    r"[-.0-9A-ZА-Я!#$%&*+?@^~§_](?:(?<=[^\W\d_]{2}\.)[^\W\d_]{2}|(?<=\w-)[^\W_]+-\w|(?<=[0-9])(?:[0-9]{2}|[ -][0-9]|[^\W\d_])"
    r"|(?<=[^\W\d_][0-9])|(?<=[a-zа-я][A-ZА-Я])|(?<=[^\W_][!#$%&*+?@^~§_])[^\W_]|(?<=\w[#$%&*+]))"
)
_DIGIT_OR_LONG = regex(rf"[0-9]|\S{{{LONGEST}}}")
# What stands before a fingerprint, and before the last digits of a number.
_HIDES = regex(r"sha-?\d+|md5|[x*•·#]{2,}", re.IGNORECASE)
# In words: how far to either side, and how far above the line, is searched.
_REACH, _ABOVE = 12, 6
# In words: a longer line is split at ends of sentences, a part at the latest after the second.
_SPLIT, _LONGEST = 50, 100
_MOST_NUMBERS = 4  # in a sentence, that are told apart
# In words: a plain word is a candidate if a password's name is at most this near.
_NEAR_A_NAME = 4

_NAMES: Classes = frozenset(("password", "code", "key"))
_TELLING: Classes = _NAMES | {"access", "lock"}
# Where nothing else tells, only a word with several kinds of characters is a candidate.
_LESS_TELLING: Classes = frozenset(("sent", "service", "habit", "use", "phrase"))
_LINKED: Classes = _NAMES | {"access", "lock", "other", "use", "service", "habit"}
_AS = frozenset("as als como comme come как for für para pour per для".split())
_BEFORE_A_DAY = frozenset("on am le el il em dal vom bis until since seit del du до с".split())
_UNIT = regex(
    r"(?:%|°c?|€|\$|£|euros?|eur|usd|dollars?|bucks|pounds|quid|k?m|[cm]m|k?g|ml|l|[hs]|min\w*|sec\w*|ms|[kmg]b|px|pt|tokens?|char\w*|digits?|words?|lines?|times?|days?|years?|hours?|people|users"
    r"|rows?|steps?|posts|messages|items?|pages|fps|bpm|zeichen|tage?n?|jahre?n?|zeilen|stellen|stunden|minuten|uhr|meter\w*|rpm|hz|watt|volt|kcal|cal|символ\w*|дн\w+|минут\w*|секунд\w*|руб\w*|цифр\w*|лет|год\w*|раз\w*|кг|км|мм|см|м|г"
    r"|caracteres|d[ií]as|años|veces|horas|minutos|jours|ans|heures|fois|caratteri|giorni|anni|ore|volte|dias|anos|vezes|combin\w+|комбин\w+|位.*|个.*|次.*|分.*|天.*|年.*|元.*|月.*|米.*|公里.*|字.*|行.*|页.*|号.*|块.*|点.*|岁.*|人.*)",
    re.IGNORECASE,
)
# Plain words in a list, behind a script that is written without spaces: "密码忘了,tea,milk".
_LISTED = regex(r"(?:[,;][A-Za-z]+)+")
_CODE = regex(r"[{}();]|==|=>|->|\$\w|\w\(|\w\[")


# Forms that names in code have, too.
_IN_CODE = frozenset(("underscored", "dotted", "joined", "joined3", "camel"))
# What a number or a word of mixed characters may be depends on what the line speaks of: each of these
# forms is a feature together with each of these classes, or with the lack of a name.
_COMBINED = frozenset(
    """
    upper length64 foreign camel3 digits3 digits4 digits5 digits6 digits8 worddigits joined leeted worddigitsigns
    mixedcase strong mixed hex
    """.split()
)
# Numbers that mostly stand in lists, rather than for a code.
_LISTED_TOO = frozenset(("year", "time", "round", "digits3"))
_SUBJECTS: Classes = frozenset(
    "password code key access lock service use sent other fails habit phrase".split()
)


class Candidate(NamedTuple):
    """A word that may be a secret, with the features for and against it."""

    span: "Span"
    group: Group
    features: Sequence[str]


def secrets(text: str) -> "Iterator[Span]":
    """Yield the spans of the words with a positive score."""
    # A text of one line is looked at as a line.
    if "\n" not in text or _may_hold(text):
        for each in candidates(text):
            if weight(each.group, each.features) > 0 and not _LISTED.fullmatch(text, *each.span):
                yield each.span


def candidates(text: str) -> Iterator[Candidate]:
    """Yield the words of a text that may be secrets, with their features."""
    above = ""
    for line in _LINE.finditer(text):
        last = " ".join(above[-200:].split()[-_ABOVE:])
        if _may_hold(line[0]) and not _is_plain(line[0], last):
            before = words_of(last, 0)[-_ABOVE:]
            for words in _sentences(words_of(line[0], line.start())):
                yield from _of_sentences(text, words, before)
                before = words[-_ABOVE:]
        above = line[0]


def _may_hold(text: str) -> bool:
    """Tell whether a text may have candidates, before it is parted into words."""
    if _MAY_HOLD.search(text):
        return True
    lower = f" {text.lower()} "
    return first_look.has_any(lower, first_look.NAMES) or first_look.has_any(
        lower, first_look.SPOKEN
    )


def _is_plain(line: str, above: str) -> bool:
    """Tell whether a line has plain words alone, and they speak of nothing that one of them opens."""
    if not line.isascii() or not above.isascii() or _DIGIT_OR_LONG.search(line + above):
        return False
    said = f"{line} {above}".lower()
    return not _MAY_HOLD.search(line) and not may_have(said, placed.OF_WORDS)


def _sentences(words: list[Word]) -> Iterator[list[Word]]:
    """The words of a line; a long line is split."""
    at = 0
    while len(words) - at > _LONGEST:
        ends = (
            n for n in range(at + _SPLIT, at + _LONGEST) if ENDS_SENTENCE.search(words[n].right)
        )
        end = next(ends, at + _LONGEST - 1) + 1
        yield words[at:end]
        at = end
    yield words[at:]


def _of_sentences(text: str, words: Sequence[Word], above: Sequence[Word]) -> Iterator[Candidate]:
    present = _classes_in((*words, *above))
    is_told = not present.isdisjoint(_TELLING)
    if not is_told and present.isdisjoint(_LESS_TELLING):
        return
    is_less_told = present.isdisjoint(("service", "phrase", "pad", "sent"))
    named = _near_a_name(words)
    seen = [
        (n, looked)
        for n in range(len(words))
        for looked in _forms(text, words, n, present, n in named)
    ]
    if not seen:
        return
    sentences = list(_each_sentence(text, words, present))
    numbers = Counter(sentences[n].start for n, (group, _, _) in seen if group == "number")
    is_lone = sum(group == "mixed" for _, (group, _, _) in seen) == 1
    about = [*sorted(present & _SUBJECTS), *["none"] * present.isdisjoint(_NAMES)]
    is_foreign = sum(not word.text.isascii() for word in words) * 2 > len(words)
    long_numbers = list(_long_numbers(text, words))
    stems = Counter(stem for word in words if (stem := looks.stem(word.text)))
    for n, (group, stop, features) in seen:
        if any(start <= words[n].start < end for start, end in long_numbers):
            continue
        if group == "number" and is_less_told and not is_told:
            continue
        sentence = sentences[n]
        if is_foreign and words[n].text.isascii() and group != "number":
            features.append("foreign")
        if stems[looks.stem(words[n].text)] > 1:
            features.append("sibling")
        if not _IN_CODE.isdisjoint(features):
            features.append("joined-in-code" if "code" in sentence.features else "joined-in-prose")
        if group in ("number", "mixed"):
            features += [
                f"{form}~{name}" for form in features if form in _COMBINED for name in about
            ]
        else:
            is_closed = text[stop : stop + 1] != " "
            features += placed.of_place(words, n, sentence.classes, is_closed)
        if group == "number":
            count = f"numbers{min(numbers[sentence.start], _MOST_NUMBERS)}"
            features += [count, *[f"{form}&{count}" for form in features if form in _LISTED_TOO]]
        features.append("lone" if is_lone else "several")
        around = _around(text, words, n, above, stop)
        said = dict.fromkeys((*features, *around, *sentence.features))
        yield Candidate((words[n].start, stop), group, tuple(said))


class _Sentence(NamedTuple):
    """A sentence: the index of its first word, the classes of its words, and its features."""

    start: int
    classes: Classes
    features: Sequence[str]


def _each_sentence(text: str, words: Sequence[Word], present: Classes) -> Iterator[_Sentence]:
    """The sentence of each word, with the classes in the others as features, too."""
    start = 0
    for n, word in enumerate(words):
        if n == len(words) - 1 or ENDS_SENTENCE.search(word.right):
            part = words[start : n + 1]
            classes = _classes_in(part)
            elsewhere = [f"~~{name}" for name in present - classes]
            sentence = _Sentence(start, classes, [*_of_all(text, part, classes), *elsewhere])
            yield from [sentence] * len(part)
            start = n + 1


def _forms(
    text: str, words: Sequence[Word], n: int, present: Classes, is_named: bool
) -> Iterator[tuple[Group, int, list[str]]]:
    """The group, end and form features of what may be a secret and begins with a word."""
    looked = _looks(text, words, n, is_named)
    if looked:
        yield looked
    for group, last, features in placed.words_at(words, n, present, looked is not None):
        yield group, words[last].stop, features


def _classes_in(words: Sequence[Word]) -> Classes:
    return frozenset[str]().union(*(word.classes for word in words))


def _long_numbers(text: str, words: Sequence[Word]) -> "Iterator[Span]":
    """The spans of numbers that are too long for a code, though their parts are not."""
    for found in _LONG_NUMBER.finditer(text, words[0].start, words[-1].stop) if words else ():
        if sum(map(str.isdigit, found[0])) in _LONG:
            yield found.span()


def _looks(
    text: str, words: Sequence[Word], n: int, is_named: bool
) -> tuple[Group, int, list[str]] | None:
    """The group, end and form features of a word that may be a secret; else None."""
    word = words[n]
    value, stop = word.text, word.stop
    if n and _HIDES.fullmatch(words[n - 1].left + words[n - 1].text):
        return None
    if value[:1].isdigit():
        if grouped := _GROUPED.match(text, word.start):
            value, stop = grouped[0], grouped.end()
        elif n and value.isdigit() and _GROUPED.match(text, words[n - 1].start):
            return None
    elif not is_named and not _MAY_HOLD.search(value):
        return None
    if found := looks.of_number(value, word.left[-1:] + text[stop : stop + 1]):
        is_day = "parted" in found and n and words[n - 1].text.lower() in _BEFORE_A_DAY
        return None if is_day else ("number", stop, found)
    if _IS_EAST_ASIAN.search(value) or not looks.may_be_a_word(value):
        return None
    if looks.is_plain(value):
        found = looks.of_plain(value) if not word.classes else []
        return ("word", stop, found) if found else None
    signs = looks.sign_behind(value, text[stop : stop + 4])
    found = looks.of_mixed(value, bool(signs))
    return ("mixed", stop + signs, found + ["cue"] * bool(word.classes)) if found else None


def _near_a_name(words: Sequence[Word]) -> "set[int]":
    """The indices of the words that stand near the name of a password."""
    names = (n for n, word in enumerate(words) if "password" in word.classes)
    return {at for n in names for at in range(n - _NEAR_A_NAME, n + _NEAR_A_NAME + 1) if at != n}


def _of_all(text: str, words: Sequence[Word], present: Classes) -> list[str]:
    """The features of the whole line: the classes in it, a question, code, its length."""
    found = [f"~{name}" for name in present]
    if words and "how" in words[0].classes:
        found.append("asks")
    if words and _CODE.search(text, words[0].start, words[-1].stop):
        found.append("code")
    if len(words) < 5:
        found.append("brief")
    elif len(words) > 30:
        found.append("long")
    return found


def _around(
    text: str, words: Sequence[Word], n: int, above: Sequence[Word], stop: int
) -> Iterator[str]:
    """The features of the words before and after a candidate, and of its links to them."""
    following = n + 1
    while following < len(words) and words[following].start < stop:
        following += 1
    before = dict(_near(words[max(0, n - _REACH) : n][::-1], is_before=True))
    ends = stop == words[n].stop and bool(ENDS_SENTENCE.search(words[n].right))
    after = dict(_near(words[following : following + _REACH], is_before=False, crossed=ends))
    yield from (f"<{name}:{near}" for name, near in before.items())
    yield from (f">{name}:{near}" for name, near in after.items())
    if n == 0 or (n < 3 and not before):
        yield from {f"^{name}" for word in above for name in word.classes}
    links = list(_links(text, words, n, following, stop))
    yield from links
    last = words[following - 1]
    yield from frames(words, n, following, stop == last.stop and bool(last.right))
    is_followed = following < len(words) and stop == words[n].stop and not words[n].right
    if is_followed and (follower := _follower(words[following])):
        yield follower
        told = [name for name in sorted(after.keys() & _LINKED) if after[name] in "0125"]
        yield from (f"{follower}&{name}" for name in told)
    named = [name for name in sorted(before.keys() & _LINKED) if before[name] in "0125"]
    yield from (f"{link}&{name}" for link in links if link in _LINKS for name in named)
    yield from _together(before.keys() | after.keys())


def _follower(word: Word) -> str:
    """The feature of the word after a candidate: "Bumblebee47 is ...", or "" for most words."""
    plain = word.text.lower()
    if plain in COPULAS or plain.startswith(("是", "就是")):
        return "then-copula"
    if plain in PREPOSITIONS:
        return "then-preposition"
    return "then-join" if plain in JOINS else ""


def _near(
    words: Sequence[Word], *, is_before: bool, crossed: bool = False
) -> Iterator[tuple[str, str]]:
    """(class, distance of its nearest word); the distance is "x" in another sentence."""
    seen = set[str]()
    for distance, word in enumerate(words):
        crossed = crossed or (is_before and bool(ENDS_SENTENCE.search(word.right)))
        for name in word.classes - seen:
            seen.add(name)
            yield name, "x" if crossed else _DISTANCES[distance]
        crossed = crossed or bool(ENDS_SENTENCE.search(word.right))


_DISTANCES = "012225558888"


def _together(said: "set[str]") -> Iterator[str]:
    for name in sorted(said & _NAMES - {"key"} | said & {"key"}):
        for other in ("lock", "service", "use", "own", "habit", "pad", "phrase", "fails"):
            if other in said:
                yield f"{name}+{other}"
    if said.isdisjoint(_NAMES):
        yield from (f"only-{name}" for name in ("access", "lock", "service", "pad") if name in said)
        if "access" not in said:
            yield "no-name"


_LINKS = frozenset(
    """
    copula assigned equals comma joined-to with then preposition article used named first quoted sentence
    assigned-name named-otherwise
    """.split()
)


def _links(text: str, words: Sequence[Word], n: int, following: int, stop: int) -> Iterator[str]:
    word = words[n]
    if word.left:
        quoted = word.left[-1] in "\"'`“„«‘" and text[stop : stop + 1] in tuple("\"'`”“»’")
        yield "quoted" if quoted else f"left{word.left[-1]}"
    yield from _linked_to(words[n - 1]) if n else ("first",)
    if following >= len(words):
        yield "last"
    else:
        plain = words[following].text.lower()
        if _UNIT.fullmatch(plain):
            yield "unit"
        if plain in _AS:
            yield "as"
        after = text[stop : stop + 40]
        if after[0] in ",.;)":
            yield "stopped"
        elif after[0] in ":=":
            yield "is-name"
        else:
            yield "ends" if ends_clause(after) else "goes-on"


def _linked_to(before: Word) -> Iterator[str]:
    """The features of the link between a word and the one before it."""
    plain, sign = before.text.lower(), before.right[-1:] or before.left[-1:]
    if sign in tuple("=:："):
        yield "equals" if sign == "=" else "assigned"
        named = bool(before.classes & _NAMES)
        yield "assigned-name" if named else "assigned-cue" if before.classes else "assigned-other"
    elif sign in tuple(",，;、"):
        yield "comma"
    elif sign in tuple(".?!。？"):
        yield "sentence"
    elif plain in COPULAS or _EAST_ASIAN_COPULA.search(plain):
        yield "copula"
    elif plain in JOINS:
        yield "joined-to"
    elif plain in WITH:
        yield "with"
    elif plain in THEN:
        yield "then"
    elif plain in PREPOSITIONS:
        yield "preposition"
    elif plain in ARTICLES:
        yield "article"
    elif "use" in before.classes:
        yield "used"
    elif before.classes & _NAMES:
        yield "named"
        if before.text[0].isupper():
            yield "named-capital"
    elif "other" in before.classes:
        yield "named-otherwise"
