"""Whether a label before a text says that it is not the user who speaks in it. Pure.

"Caption for my cat: I hate mondays", "patient chart: takes metoprolol", "her bio: lives in Leeds".
Labels of the user's own, such as "about me" or "my setup", say nothing of this sort.
"""

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from ..text import vocabulary
from ..text.pasted.style import asks_a_model
from ..text.patterns import regex
from ..text.vocabulary import labels, plain, speakers
from ..text.words import akin, content_words, is_question, sentences
from .matching import is_quoted_from, stands_only_in
from .quoted_clauses import says_mine
from .refusals import MAYBE_ANOTHERS, NOT_EARNEST
from .subjects import compiled, in_chinese, searchable

_MOST = 200  # the most sentences that are examined
_LONGEST_LABEL = 80
# The beginning of a sentence up to a colon; no time of day, and no address.
_LABEL = regex(rf"^(?P<label>[^:：\n]{{2,{_LONGEST_LABEL}}}?)(?:[ \xa0]?:(?=\s|$)|：)")


class _Labelled(NamedTuple):
    """The sentences that stand behind a label, and why they may not be the user's."""

    label: str
    reason: str
    said: list[str]


def why_labelled(fact: str, quote: str, typed: str) -> str:
    """Return why the fact may be of another than the user, by the label before its words; or "".

    A fact that names whom the label names is about them: "Has a cat that hates Mondays".
    """
    if ":" not in typed and "：" not in typed:
        return ""
    found, others = _labelled(typed)
    for label, reason, said in found:
        if _names_same(fact, label):
            continue
        is_quoted = any(is_quoted_from(one, quote) for one in said)
        if is_quoted and not any(is_quoted_from(one, quote) for one in others):
            return reason
        if stands_only_in([" . ".join(said)], others, fact, typed):
            return reason
    return ""


def is_of_record(quote: str, typed: str) -> bool:
    """Tell whether the quote may be of a record: "job=nurse pets=2", "status: divorced, pets: 2".

    A list of short fields without "I" is one only where the turn speaks of JSON, a table or the
    like.
    """
    if _FIELD.search(quote) and not says_mine(plain(quote), typed):
        return True
    if not compiled(labels.DATA_FORM).search(searchable(typed)):
        return False
    near = [one for one in islice(sentences(typed), _MOST) if is_quoted_from(one, quote)]
    return any(
        _is_of_fields(sentence) and not says_mine(plain(sentence), typed) for sentence in near
    )


def _is_of_fields(sentence: str) -> bool:
    fields = [field.split() for field in _BETWEEN_FIELDS.split(sentence)]
    short = [words for words in fields if 0 < len(words) <= _WORDS_OF_A_FIELD]
    return len(short) >= _FEWEST_FIELDS


_FIELD = regex(r"\w[=|][\w'\"]|\w[\"']:[\w'\"\[{]")
_BETWEEN_FIELDS = regex(r"[,;:|\t]|(?<=\w)=")
_WORDS_OF_A_FIELD, _FEWEST_FIELDS = 3, 3


@lru_cache(maxsize=64)
def _labelled(typed: str) -> tuple[list[_Labelled], list[str]]:
    """The labelled texts of a prompt, and its other sentences, the labels among them."""
    found, others = list[_Labelled](), list[str]()
    current: _Labelled | None = None
    for sentence in islice(sentences(typed), _MOST):
        label, text = _parted(sentence)
        if reason := _reason(label) or _reason_in(label, text):
            current = _Labelled(label, reason, [])
            found.append(current)
            others.append(label)
            sentence = text
        elif current and _ends(current, sentence):
            current = None
        is_own = not current or _is_users(current.label, sentence)
        if sentence:
            (others if is_own or not current else current.said).append(sentence)
    return found, others


def _parted(sentence: str) -> tuple[str, str]:
    match = _LABEL.match(sentence)
    return (match["label"], sentence[match.end() :].strip()) if match else ("", "")


def _ends(labelled: _Labelled, sentence: str) -> bool:
    """Tell whether the user speaks of themselves, or asks about the text, from a sentence on."""
    if not labelled.said:
        return False
    return (
        bool(_parted(sentence)[0])
        or is_question(sentence)
        or asks_a_model(sentence)
        or bool(compiled(labels.BACK_TO_ME).search(searchable(sentence)))
    )


def _is_users(label: str, sentence: str) -> bool:
    """Tell whether a sentence of a message to somebody is the user's, as it says "I"."""
    is_message = compiled(labels.TO_PERSON).search(searchable(label))
    return bool(is_message and compiled(rf"\b{speakers.FIRST}\b|我").search(searchable(sentence)))


@lru_cache(maxsize=256)
def _reason(label: str) -> str:
    """Why a text with this label may not say anything of the user, or ""."""
    said = searchable(label)
    if not said:
        return ""
    if compiled(labels.OF_OTHERS).search(said) or compiled(labels.AS_NAMED).search(label):
        return MAYBE_ANOTHERS
    if _is_text_of_another(said):
        return MAYBE_ANOTHERS
    if compiled(labels.OF_NOBODY).search(said) and not compiled(labels.MY_OWN).search(said):
        return NOT_EARNEST
    return ""


def _reason_in(label: str, text: str) -> str:
    """Return why the text may not be of the user: it says "lives", and nobody who does."""
    said = searchable(label)
    if not said or compiled(rf"\b{speakers.FIRST}\b").search(searchable(text)):
        return ""
    if compiled(labels.OF_ME).search(said) and not _is_another(said):
        return ""
    does = any(compiled(labels.DOES).search(searchable(one)) for one in _CLAUSE.split(text))
    return MAYBE_ANOTHERS if does else ""


_CLAUSE = regex(r"[,;()/]| - | – ")


def _is_text_of_another(said: str) -> bool:
    if compiled(labels.FOR_ME).search(said):
        return False
    if compiled(labels.HIS_TEXT).search(said) or compiled(labels.AS_ANOTHER).search(said):
        return True
    named = (labels.WRITES_AS, labels.THEIR_TEXT, labels.TEXT_OF, labels.FROM, labels.TO_PERSON)
    return any(
        _is_another(who)
        for pattern in named
        if (match := compiled(pattern).search(said))
        for who in match.groupdict().values()
        if who
    )


def _is_another(who: str) -> bool:
    """Tell whether plain words end with a person, an animal or a given name."""
    who = compiled(labels.ARTICLE).sub("", who)
    near = compiled(labels.ITS_PAGE).sub("", compiled(labels.WHO_ENDS).split(who)[0].strip())
    last = near.split()[-2:]
    if not last:
        return False
    if in_chinese(near):
        people = compiled(speakers.CHINESE_PEOPLE)
        return bool(people.search(near)) or _is_animal(near)
    is_person = compiled(rf"\b(?:{speakers.PERSON}|{speakers.PERSON_ALONE})s?$").search(near)
    return bool(is_person) or any(
        _is_animal(word) or word in vocabulary.given_names() for word in last
    )


def _is_animal(word: str) -> bool:
    return vocabulary.row_of("pet") in (
        vocabulary.meanings(word, implied=True) | vocabulary.meanings_in(word)
    )


def _names_same(fact: str, label: str) -> bool:
    """Tell whether a fact names a person or an animal of the label."""
    return any(
        akin(one, other) and _is_another(one)
        for one in content_words(plain(label))
        for other in content_words(plain(fact))
    )
