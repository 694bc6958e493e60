"""Finds pasted text by its lines: quoted lines, logs, code, tables, transcripts. Pure."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from ..patterns import regex
from . import wording

_Runs = Iterator[tuple[int, int]]
"""Runs of pasted lines, as (index of the first line, index after the last)."""

# In characters: how much of a line is examined, as some expressions take quadratic time.
_HEAD = 400

_LONGEST_TIME = 10
_LONGEST_NAME = 30

_QUOTED = regex(r"\s*(?:[>|│┃]|&gt;)")

# The first lines of blocks that end with an empty line: a traceback, a command's output, a chat
# message.
_BLOCK_BEGINS = regex(
    r"""
    \s*(?:Traceback[ ]\(|Exception[ ]in[ ]thread|panic:[ ]|goroutine[ ]\d|error\[\w+\]:
        |thread[ ]'[^'\n]*'.*[ ]panicked|.*\d\d:\d\d[,.]\d{3}[ ]-->)
    | \s*(?:\([\w.-]+\)[ ])?(?:\$[ ][a-z~./]|\[?[\w.-]+@[\w.-]+[: ][~/\w][^$\#% ]{0,80}[$\#%][ ]
        |(?:PS[ ])?[A-Z]:\\[^>]{0,80}>|>>>[ ])
    | [^\W\d].{0,40}[ ]{2,}\d{1,2}:\d\d(?:[ ]?[AaPp]\.?[Mm])?$
    | (?:Merge[ ]pull[ ]request[ ]\#\d|Merge[ ](?:remote-tracking[ ])?branch[ ]'|WEBVTT\b)
    """,
    re.X,
)
# Lines after which a blank one ends no block: a message is below it, or of a commit its message.
_HEAD_BEGINS = regex(
    r"""
    [^\W\d].{0,40}(?:[ ]{2,}\d{1,2}:\d\d(?:[ ]?[AaPp]\.?[Mm])?
        |[ ]\[\d{1,2}:\d\d(?:[ ]?[AaPp][Mm])?\])$
    | commit[ ](?=[a-f]*\d)[0-9a-f]{6,40}(?:[ ]\(.*\))?$
    """,
    re.X,
)
_FIELD_OF_COMMIT = regex(r"[A-Z]\w{2,9}:[ ]")
# The beginnings of commits in a list: a hash, or the kind of change.
_HASH = r"[ ]*(?:[*|][ |*]*)?(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b"
_COMMIT = regex(
    rf"{_HASH}|[ ]*(?:[-*][ ])?(?:feat|fix|chore|docs|refactor|test|build|ci|perf|style|revert)"
    r"(?:\([\w./-]{1,40}\))?!?:[ ]"
)
_SURELY_COMMIT = regex(rf"{_HASH}|[ ]*(?:[-*][ ])?(?:feat|chore|refactor|revert)\b")
# Times and sounds of a film's captions. A plan of a day begins later than at midnight.
_FIRST_TIME = regex(r"[ \t]*\(?0{1,2}:\d\d(?:[ )]|$)")
_TIME = regex(r"[ \t]*\(?\d{1,2}:\d\d(?::\d\d)?(?:[ )]|$)")
_SOUND = regex(
    r"[ \t]*[\[(](?:music|applause|laughter|musik|applaus|gelächter|musique|applaudissements|rires"
    r"|música|aplausos|risas|музыка|аплодисменты|смех|音乐|掌声|笑声)[\])][ \t]*$",
    re.I,
)
_DIFF_BEGINS = regex(r"diff --git |@@ -\d|--- [ab/]|Index: ")
_DIFF_GOES_ON = regex(
    r"[-+@\\]|[ ]\S|$|diff |index |new file|deleted file|similarity|rename |Binary "
)
_MACHINE = regex(
    r"""
    (?:[ ]{4}|\t)\s*\S                                              # indented
    | \s*(?:\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d:\d\d:\d\d|\[\d{1,2}:\d\d\]|\w{3}[ ]+\d+[ ]\d\d:\d\d:\d\d)
    | \s*\[?\d{1,2}[./]\d{1,2}[./]\d{2,4},?[ ]\d{1,2}:\d\d          # a time, on a phone
    | \s*\d{1,3}(?:\.\d{1,3}){3}\b
    | \s*(?:(?:%|\.\.\.)[ ]\S|\#[ ][a-z]|\#!)                      # a terminal
    | \s*(?:File[ ]"|at[ ][\w.$<>]+[ ]?\(|Caused[ ]by:|[\w.]*(?:Error|Exception|Warning):)
    | \s*(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b
    | \s*[\w.\-/\\]+:\d+:
    | \s*(?:import|from|def|class|function|func|fn|const|let|var|return|public|private|static
        |export|SELECT|INSERT|UPDATE|CREATE|\#include)\b.*[;:{}()='"*]$
    | \s*(?:import|package|module|def|class)[ ][\w.:*]+(?:[ ]as[ ]\w+)?;?$
    | \s*from[ ][\w.]+[ ]import[ ]
    | \s*(?:SELECT|INSERT[ ]INTO|DELETE|FROM|WHERE|(?:ORDER|GROUP)[ ]BY|(?:LEFT[ ]|INNER[ ])?JOIN
        |VALUES|ALTER|HAVING|LIMIT|RUN|ENV|COPY|WORKDIR|CMD|ENTRYPOINT|EXPOSE)[ ]\S
    | \s*(?:if|elif|while|until|for)[ ].*(?:;[ ]*(?:then|do)|:)$
    | \s*(?:end|fi|done|esac|else|then|pass|break|continue|else:|try:|finally:)$
    | \s*(?:export[ ])?[\w.$\[\]"']+(?:[ ]\w+){0,3}[ ]?(?::=|[+*/-]?=(?!=)|<-)[ ]?\S   # assigned
    | \s*\w+[ ]::[ ]\S
    | \s*[\w.:]+\(.*\)[;,]?$                                     # called
    | \s*"[^"]{1,60}"[ ]?:[ ]?\S | \s*'[^']{1,60}'[ ]?:[ ]\S         # a key
    | \s*\[[\w." -]+\]$                                          # a section
    | \s*<[!?/]?[A-Za-z][^<>]*>
    | .*[;{}][ \t]*(?:(?://|\#|/\*|--).*)?$
    """,
    re.X,
)
_SYMBOLS = frozenset("{}()[]<>=;|\\/$@+&^%~")  # none of those that Markdown is written with
_DENSE = 0.12
_ASIDE = regex(r" \([^()]{1,60}\)")  # as in "Swedish (since I was 14)"

# Keys and values. At least one line of a run must have a form that nobody types in prose.
_SETTING = regex(r"[ ]*(?:-[ ])?[\w.$/-]+:(?:[ ]|$)|[ ]*-[ ]|[ ]*\#")
_SURELY_SETTING = regex(
    r"[ ]+(?:-[ ])?[\w.-]+:(?:[ ]|$)|[\w-]+[_.][\w.-]+:[ ]|[\w.-]+:[ ](?:true|false|null|~)$"
)

_BULLET = regex(r"\s*[•●◦▪‣■◆➤►✓✔]\s*\S")
_SPEAKER = regex(r"\s*(?:\*\*)?([^\W\d_][\w .'’-]{0,29}?)(?:\*\*)?[ ]?(?::(?=[\s*])|：)")
_ROLES = frozenset("user assistant human ai system bot chatgpt gpt claude gemini q a".split())
_JSON = regex(r"[{\[]\s*[{\[\"']")

# Separators of columns, with their least number in a line, and the least number of such lines.
_COLUMNS: tuple[tuple[re.Pattern[str], int, int], ...] = (
    (regex(r"(?<=\S)\t(?=\S)"), 1, 2),
    (regex(r"\|"), 1, 3),
    (regex(r";(?!\s)"), 1, 3),
    (regex(r";"), 2, 3),
    (regex(r"(?<=\S),(?=\S)"), 1, 3),
    (regex(r"(?<=[^\s.!?:,;])[ ]{2,}(?=\S)"), 1, 3),
)


def classified(text: str) -> Iterator[tuple[str, bool]]:
    """Yield (part, whether it is pasted); joined the parts are the text."""
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    heads = [line.rstrip()[:_HEAD] for line in lines]
    pasted = [bool(_QUOTED.match(head)) for head in heads]
    for number, head in enumerate(heads):
        if wording.ATTRIBUTES.match(head) and any(pasted[number + 1 : number + 3]):
            pasted[number] = True
    for find_runs in _FORMATS:
        for start, stop in find_runs(heads):
            pasted[start:stop] = [True] * (stop - start)
    for line, is_pasted in zip(lines, pasted, strict=True):
        yield from [(line, True)] if is_pasted else _json_separated(line)


def _json_separated(line: str) -> Iterator[tuple[str, bool]]:
    """The parts of a line, and whether each is pasted, as JSON is."""
    start = match.start() if (match := _JSON.search(line)) else len(line)
    stop = max(line.rfind("}"), line.rfind("]")) + 1
    if stop - start < 10:
        yield line, False
        return
    yield from ((line[:start], False), (line[start:stop], True), (line[stop:], False))


def _blocks(lines: Sequence[str]) -> _Runs:
    """Blocks that continue until an empty line."""
    return _runs_from(lines, _BLOCK_BEGINS, str.strip)


def _messages(lines: Sequence[str]) -> _Runs:
    """Heads of messages and commits, with the paragraph below them."""
    number = 0
    while number < len(lines):
        start = number
        number += 1
        if not _HEAD_BEGINS.match(lines[start]):
            continue
        for goes_on in (_FIELD_OF_COMMIT.match, _is_blank, str.strip):
            while number < len(lines) and goes_on(lines[number]):
                number += 1
        yield start, number


def _is_blank(line: str) -> bool:
    return not line.strip()


def _commits(lines: Sequence[str]) -> _Runs:
    for start, stop in _stretches(lines, _COMMIT.match):
        if stop - start > 1 and any(map(_SURELY_COMMIT.match, lines[start:stop])):
            yield start, stop


def _captions(lines: Sequence[str]) -> _Runs:
    """Paragraphs with sounds, or with times from the first minute on, to the last of them."""
    is_heard = sum(map(bool, map(_SOUND.match, lines))) > 1
    times = [number for number, line in enumerate(lines) if _TIME.match(line)]
    first = next((number for number in times if _FIRST_TIME.match(lines[number])), len(lines))
    zeros = sum(map(bool, map(_FIRST_TIME.match, (lines[number] for number in times))))
    last = times[-1] if zeros > 1 else -1
    for start, stop in _stretches(lines, str.strip):
        if is_heard and any(map(_SOUND.match, lines[start:stop])):
            yield start, stop
        elif first < stop and start <= last:
            yield max(start, first - _is_name_above(lines, first)), stop


def _is_name_above(lines: Sequence[str], number: int) -> bool:
    """Tell whether only a time stands in a line, and a name in the one above it."""
    above = lines[number - 1].strip() if number else ""
    is_alone = len(lines[number].strip()) < _LONGEST_TIME
    return is_alone and bool(above) and len(above) <= _LONGEST_NAME


def _diffs(lines: Sequence[str]) -> _Runs:
    return _runs_from(lines, _DIFF_BEGINS, _DIFF_GOES_ON.match)


def _machine_made(lines: Sequence[str]) -> _Runs:
    """Runs of two or more machine-made lines; empty lines and one other line may stand between."""
    made = [number for number, line in enumerate(lines) if _is_machine_made(line)]
    start = last = -1
    for number in [*made, len(lines)]:
        between = sum(bool(line.strip()) for line in lines[last + 1 : number])
        if start >= 0 and (number == len(lines) or between > 1):
            if last > start:
                yield start, last + 1
            start = -1
        if start < 0:
            start = number
        last = number


def _is_machine_made(line: str) -> bool:
    words = line.strip()
    if not words:
        return False
    symbols = sum(letter in _SYMBOLS for letter in _ASIDE.sub("", words))
    return bool(_MACHINE.match(line)) or (len(words) > 8 and symbols > _DENSE * len(words))


def _settings(lines: Sequence[str]) -> _Runs:
    for start, stop in _stretches(lines, _SETTING.match):
        if stop - start > 1 and any(map(_SURELY_SETTING.match, lines[start:stop])):
            yield start, stop


def _copied_lists(lines: Sequence[str]) -> _Runs:
    """Paragraphs with bullet characters that no keyboard has."""
    for start, stop in _stretches(lines, str.strip):
        if sum(map(bool, map(_BULLET.match, lines[start:stop]))) > 1:
            first = next(n for n in range(start, stop) if _BULLET.match(lines[n]))
            yield (start if start else first), stop


def _contacts(lines: Sequence[str]) -> _Runs:
    """Mail signatures: from the closing words to the author's addresses and numbers."""
    for start, stop in _stretches(lines, str.strip):
        reached = [n for n in range(start, stop) if wording.CONTACT.search(lines[n])]
        closed = [n for n in range(start, stop) if wording.CLOSES.match(lines[n])]
        if closed and reached and closed[0] < reached[-1]:
            yield closed[0], stop
        elif len(reached) > 1 and stop - start > 2 and start:
            yield start, stop


def _transcripts(lines: Sequence[str]) -> _Runs:
    """Dialogues: several speakers of whom one speaks twice, or two roles such as "user"."""
    speakers = [match[1].casefold() if (match := _SPEAKER.match(line)) else "" for line in lines]
    for start, stop in _stretches(lines, str.strip):
        lines_by = Counter(filter(None, speakers[start:stop]))
        is_talk = 1 < len(lines_by) < lines_by.total() or len(_ROLES & lines_by.keys()) > 1
        if is_talk and lines_by.total() * 3 > stop - start:
            yield start, stop


def _tables(lines: Sequence[str]) -> _Runs:
    for separator, least, height in _COLUMNS:
        counts = [len(separator.findall(line)) for line in lines]
        start = 0
        for count, run in groupby(counts):
            stop = start + len(list(run))
            if count >= least and stop - start >= height:
                yield start, stop
            start = stop


def _runs_from(
    lines: Sequence[str], begins: re.Pattern[str], goes_on: Callable[[str], object]
) -> _Runs:
    """The runs that start at a line matched by `begins` and last while `goes_on` is true."""
    number = 0
    while number < len(lines):
        start = number
        number += 1
        if begins.match(lines[start]):
            while number < len(lines) and goes_on(lines[number]):
                number += 1
            yield start, number


def _stretches(lines: Sequence[str], belongs: Callable[[str], object]) -> _Runs:
    """The runs of lines for which `belongs` is true."""
    start = 0
    for is_in, run in groupby(bool(belongs(line)) for line in lines):
        stop = start + len(list(run))
        if is_in:
            yield start, stop
        start = stop


_FORMATS: tuple[Callable[[Sequence[str]], _Runs], ...] = (
    _blocks,
    _messages,
    _commits,
    _captions,
    _diffs,
    _machine_made,
    _settings,
    _transcripts,
    _tables,
    _copied_lists,
    _contacts,
)
