"""Corrects a merge of lines where the lines of two sides are the same fact. Pure.

A merge of lines takes a fact that one side moved to another section for two: one deleted, one new.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress

from ..errors import ProfileError
from .comparison import MOST_PAIRS, is_like_any, most_like, opcodes, whole_lines
from .document import Fact, facts
from .edits import Edit, apply_edit, as_local_as, without_facts
from .split import is_archived


def by_facts(merged: str, base: str, mine: str, theirs: str) -> str:
    """Return the merged text, corrected where a merge of lines does not see that two are one fact.

    A fact that one side deleted or reworded is not left where the other side moved it to, or beside
    lines that the other side changed. Its new wording stands where the old one was moved; but a
    line of `mine` is not taken to the archive. What `mine` edited beyond its marks stays.
    """
    merged = _with_sections_once(merged, mine, theirs)
    of_base, of_mine, of_theirs = map(_by_text, (base, mine, theirs))
    known, my_lines = set(whole_lines(base)), whole_lines(mine)
    gone_here = (of_base.keys() & of_theirs.keys()) - of_mine.keys()
    gone_there = {
        text
        for text in (of_base.keys() & of_mine.keys()) - of_theirs.keys()
        if of_theirs  # an emptied side deleted nothing
        and all(known.issuperset(my_lines[each.start : each.stop]) for each in of_mine[text])
    }
    wordings = reworded(of_base, of_theirs)
    if gone_there:
        merged = _replaced(merged, {fact: wordings.get(fact) for fact in gone_there}, of_mine)
    merged = _with_missing(merged, _added(of_base, of_theirs, wordings))
    if gone_here:
        wordings = reworded(of_base, of_mine)
        wording = {
            fact: None if is_archived(of_theirs[fact][0].section) else wordings.get(fact)
            for fact in gone_here
        }
        merged = _replaced(merged, wording, of_theirs)
    return _in_both(merged, of_base, of_mine, of_theirs)


def _with_sections_once(merged: str, mine: str, theirs: str) -> str:
    """The text without headings, with their lines, that it has more often than either side.

    A merge of lines repeats a section if other sections were added around it on both sides. A line
    of the repetition that is not in the first such section either is added there.
    """
    most = Counter(_headings(mine)) | Counter(_headings(theirs))
    if not Counter(_headings(merged)) - most:
        return merged
    sections: list[list[str]] = [[]]
    for line in whole_lines(merged):
        if line.startswith("## "):
            sections.append([])
        sections[-1].append(line)
    kept: list[list[str]] = []
    for section in sections:
        same = [each for each in kept if each[:1] == section[:1]]
        if kept and len(same) >= most[section[0]]:
            first = same[0]
            end = next((n for n in range(len(first), 0, -1) if first[n - 1].strip()), 0)
            first[end:end] = [line for line in section[1:] if line.strip() and line not in first]
        else:
            kept.append(section)
    return "".join(line for section in kept for line in section)


def _headings(text: str) -> list[str]:
    return [line for line in whole_lines(text) if line.startswith("## ")]


def _by_text(text: str) -> dict[str, list[Fact]]:
    found: dict[str, list[Fact]] = {}
    for fact in facts(text):
        found.setdefault(fact.text, []).append(fact)
    return found


def reworded(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, str]:
    """Return the facts in whose places others stand, with these: {old text: new text}.

    Where several were replaced by fewer or more, those that are alike belong together.
    """
    old, new = list(before), list(after)
    found: dict[str, str] = {}
    for tag, i1, i2, j1, j2 in opcodes(old, new):
        if tag != "replace":
            continue
        gone = [fact for fact in old[i1:i2] if fact not in after]
        come = [fact for fact in new[j1:j2] if fact not in before]
        if i2 - i1 == j2 - j1:
            pairs = zip(old[i1:i2], new[j1:j2], strict=True)
            found |= {was: now for was, now in pairs if was in gone and now in come}
        elif len(gone) * len(come) <= MOST_PAIRS:
            for was in gone:
                if now := most_like(was, come):
                    found[was] = now
                    come.remove(now)
    return found


def _replaced(
    merged: str, wordings: Mapping[str, str | None], places: Mapping[str, Sequence[Fact]]
) -> str:
    """The text without facts, and with their new wordings where the facts stand in `places`."""
    found, lines = _by_text(merged), whole_lines(merged)
    for fact, wording in wordings.items():
        home = places[fact][0].section
        at = next((each for each in found.get(fact, []) if each.section == home), None)
        there = found.get(wording or "", [])
        line = ""
        if wording and at and not (there and (there[1:] or there[0].section == home)):
            line = "".join(lines[there[0].start : there[0].stop]) if there else f"- {wording}\n"
            _empty(lines, there)
        _empty(lines, found.get(fact, []))
        if line and at:
            lines[at.start] = line
    return as_local_as(merged, "".join(lines))


def _empty(lines: list[str], gone: Sequence[Fact]) -> None:
    for fact in gone:
        lines[fact.start : fact.stop] = [""] * (fact.stop - fact.start)


def _added(
    base: Mapping[str, Sequence[Fact]],
    theirs: Mapping[str, Sequence[Fact]],
    wordings: Mapping[str, str],
) -> list[Fact]:
    """The facts that `theirs` added, without those that are, or may be, edited ones of `base`."""
    gone = list(base.keys() - theirs.keys() - wordings.keys())
    edited = set(wordings.values())
    new = [fact for fact in theirs if fact not in base and fact not in edited]
    if len(gone) * len(new) > MOST_PAIRS:
        return []
    return [theirs[fact][0] for fact in new if not is_like_any(fact, gone)]


def _with_missing(merged: str, wanted: Sequence[Fact]) -> str:
    """The text with those of the facts that it lacks, in their sections."""
    known = {fact.text for fact in facts(merged)} if wanted else set()
    for fact in wanted:
        if fact.text not in known and fact.section:
            with suppress(ProfileError):  # a code fence may be open
                merged = apply_edit(merged, Edit("add", fact.section, new=fact.written))
    return merged


def _in_both(
    merged: str,
    base: Mapping[str, Sequence[Fact]],
    mine: Mapping[str, Sequence[Fact]],
    theirs: Mapping[str, Sequence[Fact]],
) -> str:
    """The text with each old fact that both sides have as often as the side that has it oftener.

    The one that stays is where `mine` moved it, else where `theirs` did.
    """
    found = _by_text(merged)
    surplus: list[Fact] = []
    missing: list[Fact] = []
    for text, was in base.items():
        if text in mine and text in theirs:
            old = {each.section for each in was}
            here = {each.section for each in mine[text]}
            home = (here - old) or ({each.section for each in theirs[text]} - old) or here
            there = sorted(found.get(text, []), key=lambda each: each.section not in home)
            surplus += there[max(len(mine[text]), len(theirs[text])) :]
            missing += mine[text][:1] if not there else []
    if surplus:
        merged = without_facts(merged, surplus)
    return _with_missing(merged, missing) if missing else merged
