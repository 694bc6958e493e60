"""The checks on every edit a model proposes: no fact without the user's own words. Pure.

The rules are those of "What is accepted" in the README. They are applied one edit after the
other to the profile as it is when it is about to be written, so two edits of one answer can
neither double a fact nor together remove what one alone may not.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from ..errors import ProfileError
from ..profile.document import (
    STANDARD_SECTIONS,
    Edit,
    Fact,
    apply_edit,
    facts,
    find_fact,
    find_section,
    merged_facts,
    merged_name,
    tokens,
)
from ..text import redact
from ..text.fingerprints import Forgotten
from ..text.words import akin, content_words, covers, fold, holds_all, is_negated
from .dates import dated
from .fact_format import problem_from_a_model
from .quotes import STITCH, Typed, find_quote, find_support
from .support import invented, is_reversed, says_something

NO_QUOTE = "no words of yours say it"
QUOTE_NOT_FOUND = "its quote is not in what you typed"
EMPTY_QUOTE = "its quote says nothing by itself"
REVERSED = "you said the opposite"
INVENTED = "a number or name in it is not yours"
MORE_THAN_SAID = "more facts than their quote has words"
KNOWN = "already in the profile"
NO_SUCH_FACT = "there is no such fact"
YOURS = "you wrote that line, and the quote does not speak of it"
YOUR_SECTION = "nothing is removed from a section of yours"
TOO_MANY_REMOVALS = "too many removals at once"
NO_PLACE = "the profile has no place for it"
FORGOTTEN = "you had it forgotten"
SAID_ANEW = "you had it forgotten, and said it again"
FULL = "the profile is full"
YOURS_TO_MERGE = "a line you wrote is merged by nobody else"
OLDER = "you have said something newer since"
NOT_THE_SAME = "it does not say just what the merged facts say"
BY_TOOL = "a model asked for it, with a tool"

WAITING = frozenset({YOURS, YOUR_SECTION, SAID_ANEW, FULL, BY_TOOL})
"""What only the user can decide: such edits wait in `llm memory review`."""

# Weak models invent section names; these are the words they use for the standard ones, the
# most telling first. Whatever else they write is personal information.
_SECTION_WORDS = {
    "Preferences": "preference preferences style settings dislikes format formatting",
    "Current Projects": "project projects tasks building goals plans",
    "Interests": "interest interests hobby hobbies likes topics skills technology technologies",
}


@dataclass(frozen=True)
class Known:
    """What the checks go by, beside the profile and what was typed.

    `learned` holds the folded text of every fact that came from an update, with its quote;
    every other fact is the user's own line. `limit` is how many tokens the profile may grow
    to, 0 for any number. `said` tells when facts were last said, also by their folded text,
    where the turns are of the past and may be older.
    """

    learned: Mapping[str, str] = field(default_factory=dict)
    forgotten: Forgotten = field(default_factory=Forgotten)
    limit: int = 0
    said: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """What became of one edit: `refusal` is "" when it was taken, else the reason.

    `edit` is the edit as it was made: its quote is the user's, its section one that exists.
    `turn_id` is the turn that holds the quote.
    """

    edit: Edit
    refusal: str = ""
    turn_id: str = ""

    @property
    def waits(self) -> bool:
        """Whether the user is asked about it."""
        return self.refusal in WAITING


def check(
    edits: Iterable[Edit], profile: str, typed: Sequence[Typed], known: Known
) -> tuple[str, list[Verdict]]:
    """Return the profile with the acceptable edits made, and the verdicts on all of them.

    An edit has two verdicts where it changes a line of the user's own: what is new was added
    beside it, and the change waits.
    """
    limits = _Limits(max(1, len(facts(profile)) // 3))
    learned = dict(known.learned)
    verdicts: list[Verdict] = []
    for proposed in edits:
        for judged in _judge(proposed, profile, typed, replace(known, learned=learned)):
            profile, verdict = _made(profile, replace(judged, refusal=limits.refusal(judged)))
            if not verdict.refusal and verdict.edit.new:
                learned[fold(verdict.edit.new)] = verdict.edit.quote
            verdicts.append(_on_record(verdict))
            if verdict.refusal and not verdict.waits:
                break  # what waits is a question about what was just added
    return profile, verdicts


def home_section(name: str, profile: str) -> str:
    """Return the section of the profile, or the standard one, that `name` stands for."""
    if found := find_section(profile, name):
        return found
    words = set(fold(name).split())
    telling = (s for s, said in _SECTION_WORDS.items() if not words.isdisjoint(said.split()))
    section = next(telling, STANDARD_SECTIONS[0])
    return find_section(profile, section) or section


class _Limits:
    """What one answer may do in all: take facts away, and draw facts from one quote."""

    def __init__(self, removals: int) -> None:
        self._removals = removals
        self._drawn: Counter[str] = Counter()

    def refusal(self, verdict: Verdict) -> str:
        """Return the verdict's refusal, or that the answer has asked for too much by now."""
        edit, refusal = verdict.edit, verdict.refusal
        # What is known counts, or the same answer again would find room for more.
        if edit.op in ("add", "replace") and refusal in ("", KNOWN, FULL, SAID_ANEW):
            self._drawn[quote := fold(edit.quote)] += 1
            if refusal != KNOWN and self._drawn[quote] > len(content_words(quote)):
                return MORE_THAN_SAID
        if not refusal and _loses(edit):
            self._removals -= 1
            if self._removals < 0:
                return TOO_MANY_REMOVALS
        return refusal


def _made(profile: str, verdict: Verdict) -> tuple[str, Verdict]:
    """Return the profile with the edit made, where it was not refused and has a place."""
    if verdict.refusal:
        return profile, verdict
    try:
        return apply_edit(profile, verdict.edit), verdict
    except ProfileError:
        return profile, replace(verdict, refusal=NO_PLACE)


def _on_record(verdict: Verdict) -> Verdict:
    """The verdict, without the words of a refused edit that holds a secret in any field."""
    edit = verdict.edit
    if not verdict.refusal or verdict.waits:
        return verdict
    if not any(map(redact.holds_secret, (edit.old, edit.new, edit.quote))):
        return verdict
    return replace(verdict, edit=replace(edit, old="", new=redact.REDACTED, quote=""))


def _judge(edit: Edit, profile: str, typed: Sequence[Typed], known: Known) -> Iterator[Verdict]:
    edit = _tidied(edit, profile)
    if edit.op == "merge":
        yield _merging(edit, profile, known)
        return
    if problem := "" if edit.op == "remove" else problem_from_a_model(edit.new):
        yield Verdict(edit, problem)
        return
    edit, said, refusal = _with_quote(edit, typed)
    if said is None:
        yield Verdict(edit, refusal)
        return
    if edit.op != "remove":
        if refusal := _unsaid(edit, said, profile, typed):
            yield Verdict(edit, refusal, said.turn_id)
            return
        edit = replace(edit, new=dated(edit.new, date.fromtimestamp(said.at)))
        if refusal := _forgotten(edit, said, known.forgotten):
            yield Verdict(edit, refusal, said.turn_id)
            return
    for possible, refusal in _against_profile(edit, profile, known):
        is_older = possible.old and said.at < known.said.get(fold(possible.old), 0)
        yield Verdict(possible, OLDER if is_older else refusal, said.turn_id)


def _with_quote(edit: Edit, typed: Sequence[Typed]) -> tuple[Edit, Typed | None, str]:
    """Return the edit with the user's words for it, where they stand, else why there are none."""
    said = find_quote(edit.quote, typed) if edit.quote else None
    if said and says_something(edit.quote):
        return edit, said, ""
    support = find_support(edit.new, typed) if edit.op != "remove" else None
    if support:
        return replace(edit, quote=support[0]), support[1], ""
    missing = QUOTE_NOT_FOUND if edit.quote else NO_QUOTE
    return edit, None, EMPTY_QUOTE if said else missing


def _unsaid(edit: Edit, said: Typed, profile: str, typed: Sequence[Typed]) -> str:
    """Why the fact is not what its quote says, or ""."""
    if is_reversed(edit.new, said.text):
        return REVERSED
    old = find_fact(profile, edit.old, edit.section) if edit.old else None
    heard = [*(stretch.text for stretch in typed), *([old.text] if old else [])]
    day = date.fromtimestamp(said.at)
    return INVENTED if invented(edit.new, edit.quote, heard, profile, day) else ""


def _forgotten(edit: Edit, said: Typed, forgotten: Forgotten) -> str:
    """Why what was forgotten may not come back; said after that, it waits."""
    if forgotten.turn(said.turn_id):
        return FORGOTTEN
    since = forgotten.since(edit.new, edit.quote)
    if since is None:
        return ""
    return SAID_ANEW if said.at > since else FORGOTTEN


def _against_profile(edit: Edit, profile: str, known: Known) -> list[tuple[Edit, str]]:
    """Return the edit as it may be made on this profile, and why it may not, or "".

    A second one follows where the first only adds what would change a line of the user's.
    """
    if edit.op == "add":
        return [_adding(edit, profile, known)]
    fact = find_fact(profile, edit.old, edit.section)
    if fact is None:
        if edit.op == "remove":
            return [(edit, NO_SUCH_FACT)]
        return [_adding(replace(edit, op="add", old=""), profile, known)]
    edit = replace(edit, old=fact.text, section=fact.section)
    if fold(fact.text) not in known.learned and not _speaks_of(edit.quote, fact.text):
        # The old line is the user's own and stays; what is new may stand beside it.
        if edit.op == "remove":
            return [(edit, YOURS)]
        return [_adding(replace(edit, op="add", old=""), profile, known), (edit, YOURS)]
    if edit.op == "remove":
        return [(edit, "" if fact.section in STANDARD_SECTIONS else YOUR_SECTION)]
    others = [other.text for other in facts(profile) if other != fact]
    is_known = fold(edit.new) == fold(fact.text) or any(_says(other, edit.new) for other in others)
    return [(edit, KNOWN if is_known else "")]


def _adding(edit: Edit, profile: str, known: Known) -> tuple[Edit, str]:
    """Return an addition, made a replacement where it only says more than a learned fact."""
    for fact in facts(profile):
        if _says(fact.text, edit.new):
            return edit, KNOWN
        if fold(fact.text) in known.learned and _says(edit.new, fact.text):
            return replace(edit, op="replace", old=fact.text, section=fact.section), ""
    is_full = 0 < known.limit < tokens(profile) + tokens(edit.new)
    return edit, FULL if is_full else ""


def _merging(edit: Edit, profile: str, known: Known) -> Verdict:
    """Judge a merging of learned facts, which may change their words but not what they say."""
    olds = [find_fact(profile, text) for text in merged_facts(edit.old)]
    found = list(dict.fromkeys(fact for fact in olds if fact))
    if len(found) < 2 or None in olds:
        return Verdict(edit, NO_SUCH_FACT)
    if not all(fold(fact.text) in known.learned for fact in found):
        return Verdict(edit, YOURS_TO_MERGE)
    said = [known.learned[fold(fact.text)] for fact in found]
    edit = replace(
        edit,
        section=found[0].section,
        old=merged_name(fact.text for fact in found),
        quote=STITCH.join(dict.fromkeys(said)),
    )
    problem = problem_from_a_model(edit.new)
    return Verdict(edit, problem or ("" if _says_the_same(edit.new, found) else NOT_THE_SAME))


def _says_the_same(new: str, merged: Sequence[Fact]) -> bool:
    """Tell whether a fact has just the content words of those it merges, negated or not."""
    before = [word for fact in merged for word in content_words(fact.text)]
    after = content_words(new)
    return (
        {is_negated(new)} == {is_negated(fact.text) for fact in merged}
        and holds_all(after, before)
        and holds_all(before, after)
    )


def _tidied(edit: Edit, profile: str) -> Edit:
    old = edit.old.strip().lstrip("-*+ ").strip()
    new = edit.new.replace("`", "").replace("**", "").strip().lstrip("-*+ ").strip()
    return replace(
        edit,
        section=home_section(edit.section, profile),
        old="" if edit.op == "add" else old,
        new="" if edit.op == "remove" else new,
        quote=edit.quote.strip(),
    )


def _loses(edit: Edit) -> bool:
    """Tell whether the edit takes a fact away: also if nothing of it is in what comes instead."""
    return edit.op == "remove" or (
        edit.op == "replace"
        and not _speaks_of(edit.new, edit.old)
        and not _speaks_of(edit.quote, edit.old)
    )


def _says(fact: str, other: str) -> bool:
    """Tell whether `fact` already says all of `other`, and of the same.

    Both must begin alike: "Sister lives in Berlin" does not say "Lives in Berlin".
    """
    if fold(fact) == fold(other):
        return True
    return covers(fact, other) and akin(*(content_words(text)[0] for text in (fact, other)))


def _speaks_of(quote: str, fact: str) -> bool:
    said = content_words(quote)
    return any(akin(word, other) for word in content_words(fact) for other in said)
