"""Finds lines that quote somebody else after their name: "he writes: sorry, ...". Pure.

What they say may begin in the next line.
"""

import re
from collections import Counter
from functools import cached_property
from itertools import groupby

from ..patterns import regex
from . import frames, wording
from .style import is_own

# The time before or after a name, as phones and chat programs export it.
_TIME = (
    r"[\[(]?(?:(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|[Tt]oday|[Yy]esterday|[Hh]eute|[Gg]estern|[Hh]oy|[Aa]yer"
    r"|[Hh]ier|[Сс]егодня|[Вв]чера|今天|昨天)(?:[ ](?:at|um|à|a[ ]las|в))?,?[ ]?)?"
    r"\d{1,2}[:h]\d\d(?::\d\d)?(?:[ ]?[AaPp]\.?[Mm]\.?)?[\])]?"
)
_MESSAGE = regex(
    rf"[ \t]*(?:{_TIME}[ ]?(?:[-–—|][ ])?[^\n:：]{{1,40}}(?::[ \t]+|[：>][ \t]*)"
    rf"|[^\W\d_][^\n:：]{{0,30}}?,?[ ]?{_TIME}[ ]?(?:[:-][ \t]+|：[ \t]*)"
    rf"|<[\w .@-]{{1,30}}>[ \t]+|\[[^\W\d_][\w .@-]{{1,20}}\][ \t]+)(?=\S)"
)
_HEAD_OF_MESSAGE = regex(
    rf"[ \t]*[^\W\d_][^\n:：.?!]{{0,40}}?[ ,]*(?:[-–—·•|][ ]?)?{_TIME}[ \t]*[:：]?[ \t]*$"
    rf"|[ \t]*(?:[@u]/?)?[\w.-]{{2,40}}(?:[ ][\w.-]{{1,20}})?[ ]?[-–—·•|,][ ]?{wording.AGO}"
    r"(?:[ ][·•|].{0,40})?[ \t]*$"
)
_LABEL = regex(r"[ \t]*(?:[-*>][ ])?([^\W\d_][^\n:：]{0,120}?)[ \xa0]?(?::[ \t]+|：[ \t]*)(?=\S)")

# A line that says whose words stand below it: "My boss wrote:".
_WHOSE = regex(r"[ \t]*(?:[-*>#]+[ ])?(\S[^\n]{0,120}?)[ \xa0]?[:：][*_]*[ \t]*$")
_PARAGRAPH = regex(r"\s*(?P<said>\S[^\n]*(?:\n(?![ \t]*\n)[^\n]+)*)")

_SENTENCE = regex(r"[^.!?。！？]+[.!?。！？]*|[.!?。！？]+")
_FIRST_SAID = 12
_LONGEST_LABEL = 30
_BEGINNING = 40


def spoken(text: str) -> list[tuple[int, int, bool]]:
    """Return the spans (start, stop, in_doubt) of lines that quote others."""
    lines = list(re.finditer(r"[^\n]+", text))
    labels = [_LABEL.match(line[0][:400]) for line in lines]
    talk = _Talk([label[1].strip() if label else "" for label in labels], text)
    found: list[tuple[int, int, bool]] = []
    is_message = False
    for number, (line, label) in enumerate(zip(lines, labels, strict=True)):
        is_message = is_message and not text.startswith("\n", max(line.start() - 2, 0))
        is_last = number + 1 == len(lines)
        if not is_last and _HEAD_OF_MESSAGE.match(line[0][:120]):
            is_message = True
            if not text.startswith("\n", line.end() + 1):
                found.append((line.start(), line.end(), False))
        elif is_message:
            found.append((line.start(), line.end(), False))
        elif match := _MESSAGE.match(line[0][:400]):
            found.append((line.start() + match.end(), line.end(), False))
        elif label and (len(line[0]) - label.end() >= _FIRST_SAID or talk.repeats(label[1])):
            weight = talk.weight(label[1].strip(), line[0][label.end() :])
            if weight > 1 or (weight and not number):
                in_doubt = weight < 2 or is_last
                start = line.start() + label.end()
                stop = _end_of_said(text, start, line.end()) if in_doubt else line.end()
                found.append((start, stop, in_doubt))
        elif (whose := _WHOSE.match(line[0][:200])) and _attributes(whose[1]):
            below = _PARAGRAPH.match(text, line.end())
            found += [(*below.span("said"), True)] if below else []
    return sorted(found)


def _attributes(label: str) -> bool:
    """Whether words at the end of a line say that somebody else wrote what stands below it."""
    if frames.dictates(label) or frames.is_heading(label) or wording.SENDS.match(label):
        return False
    is_other = not wording.SAYS_I.search(label) and wording.ASKED_OR_FILE.search(label)
    return bool(is_other or frames.attributes(label))


def _end_of_said(text: str, start: int, stop: int) -> int:
    """The end of a quotation in a line: before the first sentence that refers back to it."""
    _, *others = _SENTENCE.finditer(text, start, stop)
    return next((other.start() for other in others if frames.points_up(other[0])), stop)


class _Talk:
    """The labels at the beginnings of a prompt's lines, and which of them name speakers."""

    def __init__(self, labels: list[str], text: str) -> None:
        self._names = Counter(filter(None, map(str.casefold, labels)))
        runs = [[*run] for is_label, run in groupby(labels, bool) if is_label]
        self._profile = {label for run in runs if len({*run}) == len(run) > 2 for label in run}
        self._is_talk = any(
            self._names[label.casefold()] > 1 or _names_a_person(label)
            for label in filter(None, labels)
        )
        self._unlabelled = [
            line
            for line, label in zip(filter(str.strip, text.split("\n")), labels, strict=False)
            if not label
        ]

    @cached_property
    def _is_asked_about(self) -> bool:
        """Whether the lines without a label are about those of the speakers."""
        lines = self._unlabelled
        return bool(lines) and (frames.points_up(lines[-1]) or frames.before(lines[0]) >= 2)

    def repeats(self, label: str) -> bool:
        """Whether several lines begin with this label, as a speaker's do."""
        return self._names[label.strip().casefold()] > 1 and len(label) <= _LONGEST_LABEL

    def weight(self, label: str, said: str) -> int:
        """Whether a line quotes somebody else: 2 surely, 1 perhaps, 0 not."""
        is_short = len(label) <= _LONGEST_LABEL
        if self.repeats(label):
            return 2
        if label in self._profile or frames.is_heading(label):
            return 0
        if frames.attributes(label) and not frames.dictates(label):
            return 2
        if (
            not is_own(said[:_BEGINNING])
            or frames.dictates(label)
            or frames.asks(said[:_BEGINNING])
        ):
            return 0
        if _names_a_person(label) or (
            wording.PERSON.match(label) and wording.JUST_NOW.search(label)
        ):
            return 2
        if is_short and (wording.NAME.match(label) or (self._is_talk and label[:1].isupper())):
            return 2 * self._is_asked_about or int(self._is_talk)
        return int(frames.before(f"{label}:") >= 4)


def _names_a_person(label: str) -> bool:
    return len(label) <= _LONGEST_LABEL and bool(wording.PERSON.match(label))
