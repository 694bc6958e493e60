"""The last day on which a fact holds, read from the fact's own words. Pure.

"Interview on 2026-12-04" is over after that day. As nothing but the fact says so, the day survives
sync, export and the user's own edits. It is used to move facts that are over to the archive. One
kind of mistake hides what is still true, the other leaves a line too many: in doubt a fact has no
last day.

How a fact is read:

1. Its dates are found (`expiry_dates`): as `checks.dates` writes them ("2026-12-04", "week of
   2026-11-23", "2026-12", "2027"), in figures, in words. A day without a year is not a date, and
   04.12.2026 is one only beside a word of another language than English. A year before 2020 is
   history: what people told a model, they said later.
2. A fact has no last day if any word of it is about the past, a birth, a birthday, a death or a
   taste. A habit, and the start or change of something lasting (a job, a move, a purchase, a
   degree), has one only with "until".
3. It is split into clauses. A clause ends if it has a date, and before the date a word for an end
   ("until", "due", "by"), or a span ("from ... to ..."), or an event that passes ("exam", "flies",
   "plans to"). The date must be the event's own: after "since", "of" or "from" it belongs to
   something else. A year alone needs a word for an end. A span of years does not count.
4. A clause beside it without a date ("Nurse in Oslo, ...") keeps the fact if it may hold longer.
5. The last of its dates is the last day: of a week its Sunday, of a month or a year its last day.
   "Before a day" is read as "until" it.

A wedding is an event unless a word says that it happened. "Moving day" is an event, "moves to
Oslo" is not, since from then on the user lives there.

The words are in `expiry_words`, and for Chinese and Japanese in `expiry_cjk`: nine languages. They
are forms and not stems, as a stem would take "example" for "exam"; Russian events and German
compounds are the exception. They come from the classes of facts that people tell a model
(appointments, travel, studies, work, contracts, health), and from facts of recorded conversations
that an earlier table misread. They were tuned on `tests/support/expiry_rows.py`, and tested on
`expiry_held_back.py` beside it.
"""

import re
from datetime import date
from itertools import pairwise

from ..text.languages import CHINESE_AND_JAPANESE
from ..text.patterns import regex
from . import expiry_cjk
from . import expiry_words as words_of
from .expiry_dates import SPAN, YEAR, Written, masked

_MOST_DATES = 16
_LONGEST = 500
"""In characters. A longer text is not a fact, and the bound keeps every step below linear."""

_AUXILIARIES = frozenset(
    ["a", "ont", "est", "ai", "suis", "s'est", "ha", "ho", "hanno", "è", "he", "han"]
)
_PARTICIPLE = regex(
    r"\w+(?:é|ée|és|ées|ato|uto|ito|ata|ita|uta|tto|ado|ido|cho|sto)|eu|fait|pris|vu|fini|partie?"
)
_GERMAN_AUXILIARIES = frozenset(["hat", "habe", "haben", "ist", "bin", "sind"])
_GERMAN_PARTICIPLE = regex(r"(?!gegen)(?:\w{0,4}ge|be|ver|er|ent|zer)\w{3,}(?:t|en)")
_PAST_FORM = regex(
    r"[a-z]{2,}(?:[^e]ed|reed)|\w{2,}(?:[óò]|aban?|ait|aient)|\w{3,}(?:ou|eu|iu)"
    r"|[а-яё]{2,}[аеиоуыя]л[аио]?(?:с[ья])?"
)
_POSSESSED = frozenset(["has", "have", "hat", "habe", "tiene", "tengo", "ha", "ho", "tem"])
_PASSING_PAIRS = words_of.EVENT_PAIRS | words_of.WISHES
_FILLERS = words_of.FILLERS | {SPAN, "-", ":"}
_FILLERS_AND_ENDS = _FILLERS | words_of.UNTIL | words_of.BEFORE
_PARTS_AND_AWAY = words_of.PARTS | words_of.AWAY
_PLACES = frozenset(["in", "at", "on", "for", "en", "em", "im", "am", "à", "а", "в", "на"])
_ELIDED = regex(r"(?:l|d|un|dell|all|sull|qu|s)'(?=\w)")

_CJK = regex(f"[{CHINESE_AND_JAPANESE}]")
_CYRILLIC = regex("[а-яё]", re.I)
_TOKEN = regex(r"[\ue000-\uf000]|[^\W\d_]+(?:['-][^\W\d_]+)*|\d+|[,;:.!?()–—-]")


def last_day(fact: str) -> date | None:
    """Return the last day on which the fact holds, or None if it has none or that is in doubt."""
    if len(fact) > _LONGEST or not YEAR.search(fact):
        return None
    text, dates = masked(fact)
    if not 0 < len(dates) <= _MOST_DATES:
        return None
    if _CJK.search(text):
        if expiry_cjk.never_ends(text):
            return None
        if found := expiry_cjk.last_day(text, dates):
            return found
        if expiry_cjk.lasts(text):
            return None
    written = _TOKEN.findall(text)
    names = {_word(token.lower()) for token in written[1:] if token[0].isupper()}
    tokens = _with_spans([_word(token.lower()) for token in written], dates)
    if any(day.day_first for day in dates.values()) and (
        words_of.OTHER_LANGUAGES.isdisjoint(tokens) and not _CYRILLIC.search(text)
    ):
        return None
    if _never_ends(tokens, names):
        return None
    return _Fact(tokens, dates).last_day()


def _word(token: str) -> str:
    """The word without an article before it or a possessive after it."""
    if "'" not in token or token in words_of.UNTIL or token in words_of.BEFORE:
        return token
    return _ELIDED.sub("", token).removesuffix("'s") or token


def _with_spans(tokens: list[str], dates: dict[str, Written]) -> list[str]:
    """The tokens; each span is replaced by the mark SPAN and its last day."""
    found: list[str] = []
    for token in tokens:
        if token in dates and found:
            start = _start_of_span(found, dates)
            if start is not None and dates[token].unit != "year":
                del found[start:]
                found.append(SPAN)
        found.append(token)
    return found


def _start_of_span(before: list[str], dates: dict[str, Written]) -> int | None:
    """The index at which a span before a date begins: "from 3 to", "D -"; None if there is none."""
    at = len(before) - 1
    while at > 0 and before[at] in words_of.ARTICLES_OF_DATES:
        at -= 1
    if before[at] not in words_of.SPAN_WORDS and before[at] not in ("-", "–", "—"):
        return None
    by_itself = before[at] not in words_of.AMBIGUOUS_SPAN_WORDS
    for opener in range(at - 1, max(-1, at - 6), -1):
        token = before[opener]
        if token in words_of.SPAN_OPENERS:
            return opener
        if opener == at - 1 and by_itself and token in dates:
            return opener - 1 if opener and before[opener - 1] in words_of.SPAN_OPENERS else opener
        if not (token in dates or token.isdigit() or token in words_of.MONTHS or token in ".,"):
            return None
    return None


def _never_ends(tokens: list[str], names: set[str]) -> bool:
    """Whether a word says that the fact is about the past, a birth, a death, or a taste."""
    found = set(tokens)
    if not found.isdisjoint(words_of.TASTES) or not found.isdisjoint(words_of.BIRTHS):
        return True
    if not found.isdisjoint(_GERMAN_AUXILIARIES) and any(map(_GERMAN_PARTICIPLE.fullmatch, found)):
        return True
    if "due" in found and found & words_of.CHILDREN:
        return True
    if "married" in found and found.isdisjoint(("getting", "gets", "get")):
        return True
    for word, after in pairwise(["", *tokens, ""]):
        # An age, a cause.
        if (word == "be" and after.isdigit()) or (word, after) == ("due", "to"):
            return True
        if word in _AUXILIARIES and _PARTICIPLE.fullmatch(after):
            return True
        if word in names or word in words_of.NOT_PAST:
            continue
        if word in words_of.SHIFTED and after in ("to", "auf"):
            continue
        if word in words_of.PAST or (_PAST_FORM.fullmatch(word) and word != "married"):
            return True
        if after == "left" and word not in ("the", "her", "his"):
            return True
    return False


class _Fact:
    """A fact as tokens, some of which stand for dates."""

    def __init__(self, tokens: list[str], dates: dict[str, Written]) -> None:
        self._dates = dates
        self._clauses = self._told_apart(tokens)
        found = set(tokens)
        pairs = {*pairwise([*tokens, ""])}
        is_wish = not (found.isdisjoint(words_of.AHEAD) and pairs.isdisjoint(words_of.WISHES))
        self._lasts = (
            not found.isdisjoint(words_of.HABITS)
            or (is_wish and not found.isdisjoint(words_of.START_AFTER_WILL))
            or (is_wish and bool(pairs & {("be", "a"), ("be", "an")}))
            or (
                not found.isdisjoint(words_of.STARTS)
                and any(word in words_of.STARTS for word, _ in pairs - words_of.EVENT_PAIRS)
            )
        )
        self._about_objects = bool(found & words_of.OBJECTS)
        self._has_kin = not found.isdisjoint(words_of.KIN) and any(
            first in _POSSESSED and word in words_of.KIN
            for distance in (1, 2, 3)
            for first, word in zip(tokens, tokens[distance:], strict=False)
        )
        self._is_something = ("is", "a") in pairs or ("is", "an") in pairs

    def last_day(self) -> date | None:
        kinds = [self._kind(clause) for clause in self._clauses]
        if "ends" not in kinds and not any(
            {"dated", "event"} == {kind, after} for kind, after in pairwise(kinds)
        ):
            return None
        dated = [number for number, kind in enumerate(kinds) if kind in ("ends", "dated")]
        for number, (clause, kind) in enumerate(zip(self._clauses, kinds, strict=True)):
            if kind in ("keeps", "doubt"):
                return None
            if kind == "" and number < dated[0] and clause[0] not in _PLACES:
                return None
            if kind in ("", "event") and (self._has_kin or not words_of.DURABLE.isdisjoint(clause)):
                return None
        return max(written.last for written in self._dates.values())

    def _told_apart(self, tokens: list[str]) -> list[list[str]]:
        clauses: list[list[str]] = [[]]
        for at, token in enumerate(tokens):
            after = tokens[at + 1] if at + 1 < len(tokens) else ""
            is_end = token in ",;!?()" or token in words_of.CLAUSE_WORDS
            if token == ".":  # "Dr. Ruiz"
                is_end = at > 0 and len(tokens[at - 1]) > 3
            if token == "with" and after in words_of.ARTICLES:
                is_end = True
            if is_end:
                clauses.append([])
            elif token != ".":
                clauses[-1].append(token)
        joined: list[list[str]] = []
        for clause in clauses:
            if joined and self._adds_nothing(clause):
                joined[-1].extend(clause)
            elif clause:
                joined.append(clause)
        return joined

    def _says_nothing(self, token: str) -> bool:
        return token in _FILLERS or token in self._dates

    def _adds_nothing(self, clause: list[str]) -> bool:
        """Whether the clause has only dates, fillers and words for an end: "(until 2027-03)"."""
        return all(token in _FILLERS_AND_ENDS or token in self._dates for token in clause)

    def _kind(self, clause: list[str]) -> str:
        """The kind of a clause: "ends", "dated", "event", "doubt", "keeps", or ""."""
        places = [at for at, token in enumerate(clause) if token in self._dates]
        if not places:
            return "event" if self._has_event(clause, "day") else ""
        kinds = {self._kind_of_date(clause, at) for at in places}
        for kind in ("doubt", "ends", "keeps", "dated"):
            if kind in kinds:
                return kind
        return "dated"

    def _kind_of_date(self, clause: list[str], at: int) -> str:
        unit = self._dates[clause[at]].unit
        word, is_away = self._word_before(clause, at)
        is_hard = word in words_of.UNTIL
        is_due = word in words_of.BEFORE or not words_of.DEADLINES.isdisjoint(clause[:at])
        if is_hard or (is_due and not is_away and not self._lasts):
            after = clause[at + 1] if at + 1 < len(clause) else ""
            if unit == "year" and after and after not in words_of.AFTER_YEAR:
                return "doubt"
            return "ends"
        if unit == "year" and not is_away:
            return "doubt"
        is_after = not words_of.AFTER.isdisjoint(clause[:at])
        if is_away or is_after or self._lasts or self._about_objects:
            return "keeps"
        if at and clause[at - 1] == SPAN:
            return "ends"
        if not self._has_event(clause, unit):
            return "dated"
        if not words_of.DURABLE.isdisjoint(clause) or self._has_kin or self._is_something:
            return "keeps"
        if clause[0] in words_of.TRAITS and (
            clause[1].endswith("ing") or not _is_event(clause[1], "day")
        ):
            return "keeps"
        return "ends"

    def _word_before(self, clause: list[str], at: int) -> tuple[str, bool]:
        """The word that governs the date, and whether the date is of something else ("since")."""
        at -= 1
        while at >= 0:
            word = clause[at]
            before = clause[at - 1] if at else ""
            if word in words_of.UNTIL or word in words_of.BEFORE:
                return word, before in words_of.AWAY
            if word in words_of.AWAY and before not in words_of.PARTS:
                return word, True
            if not self._says_nothing(word) and word not in _PARTS_AND_AWAY:
                return word, False
            at -= 1
        return "", False

    def _has_event(self, clause: list[str], unit: str) -> bool:
        for at, word in enumerate(clause):
            after = clause[at + 1] if at + 1 < len(clause) else ""
            before = clause[at - 1] if at else ""
            if word in words_of.AHEAD or (word, after) in _PASSING_PAIRS:
                return True
            if (word, after) in words_of.WEAK_EVENT_PAIRS and unit in ("day", "week"):
                return True
            is_other = after in words_of.WORK or (word in words_of.WEAK_EVENTS and before == "to")
            if _is_event(word, unit) and not is_other and not _is_over(clause[max(0, at - 4) : at]):
                return True
        return False


def _is_over(before: list[str]) -> bool:
    """Whether the words before an event say that it is over: "back from a trip"."""
    for word in reversed(before):
        if word in words_of.AFTERMATH:
            return True
        if word in _PLACES or word == "to":
            return False
    return False


def _is_event(word: str, unit: str) -> bool:
    return (
        word in words_of.EVENTS
        or (word in words_of.WEAK_EVENTS and unit in ("day", "week"))
        or word.startswith(words_of.EVENT_STEMS)
        or word.endswith(words_of.EVENT_ENDINGS)
    )
