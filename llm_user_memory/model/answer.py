"""Parses a model's answer into edits. Pure.

Every form of answer is understood, whatever form was asked for. The marks of the request's profile
are removed from the facts. The edits are not checked here: `checks.guard` does that.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..profile.document import STANDARD_SECTIONS, TITLE, facts, lines_of, sections
from ..profile.edits import Edit
from ..text.patterns import regex
from ..text.words import akin, content_words, fold
from .marks import without_mark, without_marks
from .no_change import means_nothing

# Characters. No list of edits is longer; a model that does not stop is cut off here.
LONGEST_ANSWER = 20_000

# The most edits of one answer. No conversation has more facts, but a weak model may repeat itself.
MOST_EDITS = 100

# Reasoning within the answer, between the tags of several model families.
_REASONING = regex(
    r"[<\[◁](?:\w+:)?(think|thinking|thought|reasoning)\s?[>\]▷]"
    r".*?(?:[<\[◁]/(?:\w+:)?\1\s?[>\]▷]|\Z)"
    r"|<\|channel\|>(?:analysis|commentary)\b.*?(?:<\|end\|>|\Z)",
    re.S | re.I,
)
_REASONING_END = regex(
    r"\A.*(?:[<\[◁]/(?:\w+:)?(?:think|thinking|thought|reasoning)\s?[>\]▷]"
    r"|<\|channel\|>final<\|message\|>)",
    re.S | re.I,
)
_LINE_EDIT = regex(r"^[\W\d_]*(ADD|REPLACE|REMOVE)\b[\s:]*(.+)$", re.I)
_FIELDS = {"add": 2, "replace": 3, "remove": 2}  # fields of a line, without its quote
_TEMPLATE = {"fact", "old fact", "new fact"}  # what a weak model copies from the request
_SECTION_NAMES = frozenset(map(fold, STANDARD_SECTIONS))
_FENCES = ("```", "~~~")
_NUMBERING = " \t0123456789.)"
_QUOTE_MARKS = "\"'“”„‟«»‘’‚`"


@dataclass(frozen=True)
class Answer:
    """The edits of an answer. `understood` is false if the answer has none of the known forms."""

    edits: tuple[Edit, ...]
    understood: bool


def parse_answer(text: str, profile: str) -> Answer:
    """Return the edits of an answer in any form. Never raises.

    `profile` is the profile in the request, without the marks.
    """
    if not text.strip():  # a model may answer nothing where nothing changes
        return Answer((), True)
    # An answer may end reasoning whose opening tag was the end of the request.
    text = _REASONING_END.sub("", _REASONING.sub("", _without_surrogates(text))).strip("\r\n")
    if not text.strip():  # the reasoning was cut off before the answer
        return Answer((), False)
    text = text[:LONGEST_ANSWER]
    for parse in (_json_edits, _line_edits, _document_edits, _section_line_edits):
        if (edits := parse(text, profile)) is not None:
            found = (without_marks(edit, profile) for edit in [*dict.fromkeys(edits)][:MOST_EDITS])
            return Answer(tuple(dict.fromkeys(filter(_has_content, found))), True)
    return Answer((), means_nothing(text))


def _has_content(edit: Edit) -> bool:
    """Whether the new fact is not only "None" or the like, as weak models write per section."""
    return not edit.new.strip() or not (means_nothing(edit.new) or fold(edit.new) in _SECTION_NAMES)


def _json_edits(text: str, _profile: str) -> list[Edit] | None:
    """The complete edits in JSON; the answer may be truncated, or have text around it."""
    if "{" not in text:
        return None
    found: list[Edit] = []
    understood = False
    for value in _json_objects(re.sub(r",(\s*[\]}])", r"\1", text)):
        listed = value.get("edits", value)
        candidates = listed if isinstance(listed, list) else [listed]
        found += [edit for candidate in candidates if (edit := _json_edit(candidate))]
        is_edit = isinstance(listed, dict) and "op" in listed
        is_nothing = listed in (None, {}) and "edits" in value
        understood = understood or is_edit or is_nothing or isinstance(listed, list)
    return found if understood else None


# The number of objects within each other, without an end, after which no more are looked for: each
# is read to the end of the answer.
_MOST_UNFINISHED = 100


def _json_objects(text: str) -> Iterator[dict[str, Any]]:
    decoder = json.JSONDecoder(strict=False)  # a quote may run over the end of a line
    unfinished = 0
    position = text.find("{")
    while position != -1 and unfinished < _MOST_UNFINISHED:
        try:
            value, after = decoder.raw_decode(text, position)
        except (ValueError, RecursionError) as error:
            after = position + 1
            unfinished += getattr(error, "pos", len(text)) >= len(text)
        else:
            if isinstance(value, dict):
                yield value
        position = text.find("{", after)


def _json_edit(value: Any) -> Edit | None:
    if not isinstance(value, dict):
        return None
    fields = {key: value.get(key) for key in ("op", "section", "old", "new", "quote")}
    fields["new"] = fields["new"] or value.get("fact") or value.get("text")
    words = {
        key: _without_surrogates(field) if isinstance(field, str) else ""
        for key, field in fields.items()
    }
    op = words.pop("op").strip().lower()
    if op not in ("add", "replace", "remove"):
        return None
    return Edit(op=op, **words)  # type: ignore[arg-type]  # op was just checked


def _line_edits(text: str, _profile: str) -> list[Edit] | None:
    found = [
        edit
        for line in text.splitlines()
        if (match := _LINE_EDIT.match(line)) and (edit := _line_edit(match[1].lower(), match[2]))
    ]
    return found or None


def _line_edit(op: str, rest: str) -> Edit | None:
    # A fact holds no "|" (see `fact_format`), but a quote may.
    fields = [field.strip() for field in rest.strip("`| \t").split("|", _FIELDS[op])]
    quote = fields.pop() if len(fields) > _FIELDS[op] else ""
    quoted = [field.startswith(tuple(_QUOTE_MARKS)) for field in fields]
    if op == "replace" and not quote and quoted[1:] == [False, True]:
        quote, fields = fields[2], [fields[0], "", fields[1]]  # the old fact was left out
    fields = [_unquoted(field) for field in fields]
    quote = quote.strip(_QUOTE_MARKS + "*_ ")
    if not _TEMPLATE.isdisjoint(map(str.lower, fields)):
        return None
    match op, fields:
        case "add", [section, new]:
            return Edit("add", section, new=new, quote=quote)
        case "replace", [section, old, new]:
            return Edit("replace", section, old, new, quote)
        case "remove", [section, old]:
            return Edit("remove", section, old, quote=quote)
    return None


def _document_edits(text: str, profile: str) -> list[Edit] | None:
    """The differences between the profile and an answer that is a rewritten profile, as edits."""
    known = {fold(name) for name in [*sections(profile), *STANDARD_SECTIONS]}
    unfenced = "".join(line for line in lines_of(text) if not line.lstrip().startswith(_FENCES))
    for rewritten in (text, unfenced):
        names = {fold(name) for name in sections(rewritten)} - {""}
        if not known.isdisjoint(names):
            return list(_differences(profile, rewritten))
    return list(_differences(profile, unfenced)) if TITLE in unfenced.splitlines() else None


def _differences(profile: str, text: str) -> Iterator[Edit]:
    written = [fact._replace(text=without_mark(fact.text)) for fact in facts(text)]
    after = {fold(fact.text): fact for fact in written}
    before = {fold(fact.text) for fact in facts(profile)}
    gone = [fact for fact in facts(profile) if fold(fact.text) not in after]
    new = [fact for words, fact in after.items() if words not in before and fact.section]
    for fact in new[:MOST_EDITS]:
        changed = max(gone, key=lambda old: _shared_words(old.text, fact.text), default=None)
        if changed and _shared_words(changed.text, fact.text) >= 0.5:
            gone.remove(changed)
            yield Edit("replace", fact.section, changed.text, fact.text)
        else:
            yield Edit("add", fact.section, new=fact.text)
    for fact in gone:
        yield Edit("remove", fact.section, fact.text)


def _shared_words(one: str, other: str) -> float:
    """The share, 0 to 1, of the content words of the shorter text that the longer one has too."""
    shorter, longer = sorted((content_words(one), content_words(other)), key=len)
    if not shorter:
        return 0.0
    return sum(any(akin(word, other) for other in longer) for word in shorter) / len(shorter)


def _section_line_edits(text: str, profile: str) -> list[Edit] | None:
    """The edits in lines such as "Interests: Keeps bees", as completion models answer."""
    names = {fold(name): name for name in [*STANDARD_SECTIONS, *sections(profile)] if fold(name)}
    found: list[Edit] = []
    for line in text.splitlines():
        start, _colon, rest = line.replace("：", ":").partition(":")
        name, fact = names.get(fold(start.lstrip(_NUMBERING))), _unquoted(rest.strip("*_` \t"))
        if name and fact:
            found.append(Edit("add", name, new=fact))
    return found or None


def _unquoted(text: str) -> str:
    """The text without quotation marks around all of it."""
    inner = text[1:-1]
    around = (
        text[:1] in _QUOTE_MARKS and text[-1:] in _QUOTE_MARKS and not set(inner) & set('"“”«»')
    )
    return inner if inner and around else text


def _without_surrogates(text: str) -> str:
    """The text with surrogate pairs joined, and lone surrogates replaced.

    JSON can hold surrogates; files and databases cannot.
    """
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
