"""Times that a question names by an event: "before the move", "since I started at Siemens". Pure.

English, German, Spanish, French, Russian, Chinese. The date of the event comes from what the user
said about it: the day that a sentence names ("we moved last Saturday"), or else the day on which
it was said.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from itertools import islice
from typing import Literal, NamedTuple

from ..text.patterns import regex
from ..text.words import content_words, holds_all, is_question, sentences
from . import dates
from .date_translation import in_english
from .dates import MARK

Relation = Literal["before", "after", "since", "until", "during"]

# Words before an event. `{d}` is an article or a possessive.
_CONNECTORS: Mapping[Relation, str] = {
    "before": (
        r"before?|prior to|leading up to|bevor|ehe|vor(?= {d})|antes del?(?: que)?"
        r"|avant(?: que| de| d'|(?= {d}))|до того,? как|до|перед(?: тем,? как)?"
    ),
    "after": (
        r"after|following(?= {d})|nachdem|nach(?= {d})|despu[eé]s del?(?: que)?"
        r"|apr[eè]s(?: que| qu'|(?= {d}|\s(?:avoir|[eê]tre)))|после(?: того,? как)?"
    ),
    "since": (
        r"(?:ever )?since|seitdem|seit(?= (?:{d}|ich|wir))|desde(?: que|(?= {d}))"
        r"|depuis(?: que| qu'|(?= {d}))|с тех пор,? как|со времени"
    ),
    "until": (
        r"until|till?|up (?:to|until)(?= {d})|bis zu[rm]|bis(?= (?:ich|wir))|hasta(?: que|(?= {d}))"
        r"|jusqu'(?:au|[aà] ce que|[aà](?= {d}))|вплоть до"
    ),
    "during": (
        r"during|in the course of|throughout|while(?= (?:i|we)\b)|w[aä]hrend|durante|mientras"
        r"|pendant(?: que| qu'|(?= {d}))|durant|во время|пока"
    ),
}
_DETERMINERS = (
    r"(?:the|my|our|his|her|their|this|that|[\w]+['’]s|d(?:e[mnrs]|ie|as)|mein\w*|unser\w*|"
    r"el|la|los|las|mis?|nuestr\w+|le|les|l'|mon|ma|mes|notre|nos|au)\b"
)
_EVENT = {
    relation: regex(rf"\b(?:{words})(?:\s+|(?<=['’]))(?=\S)".replace("{d}", _DETERMINERS), re.I)
    for relation, words in _CONNECTORS.items()
}
_CHINESE: Mapping[Relation, re.Pattern[str]] = {
    "before": regex(
        r"(?:^|[，,。？?]|在|从)(?:自从|在|从)?([^，,。？?]{2,12}?)(?:之前|以前|(?<!以)前)"
    ),
    "after": regex(
        r"(?:^|[，,。？?]|在|从)(?:在|从)?([^，,。？?]{2,12}?)(?:之后|以后|(?<!以)后)(?!来|天|年)"
    ),
    "since": regex(r"自从?([^，,。？?]{2,12}?)(?:以来|以后|之后|起)?[，, ]"),
    "during": regex(r"(?:^|[，,。？?]|在)(?:在)?([^，,。？?]{2,12}?)(?:期间|的时候)"),
    "until": regex(r"(?:^|[，,。？?])直?到([^，,。？?]{2,12}?)(?:之前|以前|为止)"),
}
# Without one of these no expression is compiled, since that takes a while.
_SIGNS = (
    "befor prior leading after following since until til up during course throughout while bevor",
    "ehe vor nach seit bis während wahrend antes despu desde hasta durant mientras avant apr",
    "depuis jusqu pendant до перед после тех времени время пока",
)
_HAN = regex(r"[\u3400-\u9fff]")

# The end of an event's words, if it is not the end of the question.
_BOUNDARY = regex(
    r"[,;:?!.，。？！]|\s(?:what|which|who|where|when|how|did|have i|has|for|was habe|welche\w*"
    r"|about|regarding|concerning|über|sobre|про|(?:and|or) (?:before|after|since|until|during)"
    r"|und (?:vor|nach|seit)|y (?:antes|despu[eé]s|desde)|qué|que hice|qu'est|what's"
    r"|and (?:what|which))\b",
    re.I,
)
_GERMAN = regex(r"^(?:vor|nach|seit|bis|w[aä]hrend)\b", re.I)
# In German the verb comes last: "vor dem Umzug gesprochen".
_GERMAN_END = regex(
    r"(?<=\w)\s+(?:(?:noch|schon|immer|alles|eigentlich|denn|mal|so|da)\s+)*"
    r"(?:\w*ge\w+(?:t|en)|\w+iert|(?:be|ver|er|ent|emp|zer)\w+(?:t|en))"
    r"(?:\s+(?:habe?n?|hatten?|war(?:en)?|bin|worden|hast))?$"
)
# A duration before the relation belongs to it: "in the weeks before ...".
_LEAD = regex(
    r"(?:\b(?:in|during|for|a|the|few|two|three|first|last|right|just|shortly|soon|immediately|directly"
    r"|kurz|gleich|direkt|justo|poco|juste|сразу|days?|weeks?|months?|years?|time|period|tage?n?|wochen?"
    r"|semanas?|semaines?|jours?|d[ií]as?)\s+)+$",
    re.I,
)

# Events that recur every day, or are not events in somebody's life.
_ORDINARY = (
    "breakfast lunch dinner supper tea work bed bedtime school class classes sleep sleeping eating",
    "running boiling noon midnight dawn dusk sunset sunrise hours week weekend weekends day days",
    "night nights morning evening afternoon summer winter spring autumn fall holiday holidays now",
    "then today tonight yesterday when all that this it me you him her them",
    "schlafengehen arbeit frühstück mittagessen abendessen essen tag tage tages nacht woche jetzt",
    "heute dormir cenar comer desayunar almorzar todo ahora día noche semana",
    "tout maintenant dîner déjeuner manger nuit jour journée",
    "сном сна обеда ужина завтрака работы этого того",
    "睡 睡觉 下班 上班 吃饭 早餐 以 之 目 饭",
)
_IS_ORDINARY = regex(
    r"(?:(?:the|my|our|de[mnrs]|die|das|el|la|le|de)\s|l')?"
    rf"(?:{'|'.join(' '.join(_ORDINARY).split())})",
    re.I,
)
_CALENDAR = regex(
    r"\b(?:1[0-9]{3}|2[0-9]{3}|christmas|easter|new year|weihnachten|ostern|silvester|navidad"
    r"|no[eë]l|p[aâ]ques|(?:last|next|this) (?:week|month|year)|нов\w+ год\w*|рождеств\w+)\b"
    r"|\d年|春节|月",
    re.I,
)
# Questions about what to do, what people do, or what is always so.
_ADVICE = regex(
    r"\b(?:should|shall|must|can (?:i|we|one|you eat)|could (?:i|we|one)|needs?|will (?:i|we)"
    r"|would (?:i|we|it)|might|how (?:soon|to)|what if|sollten?|soll|muss|darf|m[oö]chte"
    r"|(?:kann|k[oö]nnte) (?:ich|man)|debo|deber[ií]a|puedo|necesito|hay que|tengo que"
    r"|dois|devrais|faut|(?:peut|peux)-(?:on|je)|нужно|надо|можно|нельзя|стоит|следует|мне \w+ть)\b"
    r"|应该|需要|要不要|可以吗|能不能|怎么办",
    re.I,
)
_PRESENT = regex(
    r"\b(?:do (?:i|we|you|people)|does|how (?:long|do)|is (?:it|there)|are there|suelo)\b"
    r"|一般|通常|喜欢|\b(?!(?:hab|hatt|wurd|wär)e\b)\w+(?<!t)e ich\b"
    r"|\bje (?:mange|prends|bois|dors)\b"
    r"|\bчто я (?:пью|ем|делаю)\b",
    re.I,
)
_PAST = regex(
    r"\b(?:did|was (?:i|we|my)|were|had|have i|have we|i've|has|said|told|asked|mentioned"
    r"|habe?|hatten?|war(?:en)?|he|has|hemos|hab[ií]a\w*|ai|avons|avais|[eé]tais)\b",
    re.I,
)
# Verbs with "after", and "before-and-after".
_VERB = regex(r"(?:\b(?:look|take|name|run|seek|chase|ask|go(?:es|ing)?\b)\w*(?: \w+)?\s|-)$", re.I)
# "since" as a reason: "since I am vegan, ...".
_REASON = regex(
    r"(?:i'?m|i am|it'?s|it is|we're|we are|you|there|i (?:have|like|want|need))\b", re.I
)
_LONGEST = 300

_HALF_A_YEAR = timedelta(182)

# How far apart the dates of one event may be: days named for it, and days on which it was told.
_NAMED_WITHIN = timedelta(62)
_SAID_WITHIN = timedelta(31)


class EventTime(NamedTuple):
    """A time relative to an event: the relation to it ("before"), and the words that name it.

    `before` and `after` are the question's text before and after the relation and these words.
    """

    relation: Relation
    event: str
    before: str
    after: str

    @property
    def marked(self) -> str:
        """The question with `dates.MARK` for this time, as `dates.marked` returns it."""
        return f"{in_english(self.before)} {MARK} {in_english(self.after)}"

    def time(self, event: dates.Time, today: date) -> dates.Time:
        """Return the days that are meant, given the time of the event."""
        if self.relation == "before":
            return dates.Time(date.min, max(event.first - timedelta(1), date.min))
        if self.relation == "until":
            return dates.Time(date.min, event.last)
        return event if self.relation == "during" else dates.Time(event.first, today)


def named(text: str) -> EventTime | None:
    """Return the event time in a question, or None if there is none or several."""
    lower = text.lower()
    if len(text) > _LONGEST or (
        not any(sign in lower for sign in " ".join(_SIGNS).split()) and not _HAN.search(text)
    ):
        return None
    found = [each for each in _candidates(text) if _is_event(each)]
    return found[0] if len({each.event for each in found}) == 1 else None


def told(event: str, said: Iterable[tuple[str, date]], today: date) -> dates.Time | None:
    """Return the time of an event from texts about it, each with the day on which it was said.

    None if no text tells it, or they name times too far apart. No event has more words than a
    question may: each of them is looked for in each sentence.
    """
    words = content_words(event) if len(event) <= _LONGEST else []
    named_days, days = [], []
    for text, day in said:
        for sentence in sentences(text) if words else ():
            if is_question(sentence) or not holds_all(content_words(sentence), words):
                continue
            times = list(_near(sentence, day))
            named_days += [time for time in times if time.first <= today and not time.relation]
            days += [] if times else [dates.Time(day, day)]
    return _only(named_days, _NAMED_WITHIN) or (None if named_days else _only(days, _SAID_WITHIN))


def _near(sentence: str, day: date) -> Iterator[dates.Time]:
    """The times in a sentence; a yearly one is taken in the year nearest to `day`."""
    for time in dates.times(sentence, day):
        span = time.latest(min(day, date.max - _HALF_A_YEAR) + _HALF_A_YEAR)
        yield dates.Time(*span, relation=time.relation)


def _only(times: list[dates.Time], within: timedelta) -> dates.Time | None:
    """The most exact of the times if they are close together, else None."""
    if not times:
        return None
    first, last = min(time.first for time in times), max(time.first for time in times)
    if last - first > within:
        return None
    return min(times, key=lambda time: (time.last - time.first, time.first))


def _candidates(text: str) -> Iterator[EventTime]:
    """Event times by their form alone; the words may name something else than an event."""
    if _HAN.search(text):
        matches = ((each, pattern.search(text)) for each, pattern in _CHINESE.items())
        found = ((relation, match) for relation, match in matches if match)
        for relation, match in islice(found, 1):
            yield EventTime(relation, match[1], text[: match.start()], text[match.end() :])
        return
    taken = 0
    for relation, match in _connectors(text):
        start, end = match.span()
        if start < taken or (match[0][0].isupper() and text[:start].strip()):  # a title
            continue
        boundary = _BOUNDARY.search(text, end + 1)
        taken = boundary.start() if boundary else len(text)
        event = text[end:taken].rstrip()
        if _GERMAN.search(match[0]):
            event = _GERMAN_END.sub("", event)
        lead = _LEAD.search(text[:start])
        before = text[: lead.start() if lead else start]
        yield EventTime(relation, event, before, text[end + len(event) :])


def _connectors(text: str) -> list[tuple[Relation, re.Match[str]]]:
    """The words that may introduce an event, in order; at the same place the longer match first."""
    found = [
        (relation, match)
        for relation, pattern in _EVENT.items()
        for match in pattern.finditer(text)
    ]
    return sorted(found, key=lambda each: (each[1].start(), -each[1].end()))


def _is_event(given: EventTime) -> bool:
    event, rest = given.event, f"{given.before} {given.after}"
    if not event or _IS_ORDINARY.fullmatch(event) or _CALENDAR.search(event):
        return False
    if dates.times(f"in {event}", date(2000, 1, 1)) or dates.times(f"on {event}", date(2000, 1, 1)):
        return False
    if given.relation == "since" and _REASON.match(event):
        return False
    if _ADVICE.search(f"{rest} {event}") or _VERB.search(given.before):
        return False
    return bool(_PAST.search(rest)) or not _PRESENT.search(rest)
