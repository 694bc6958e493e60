"""The checks on every edit a model proposes: no fact without the user's own words. Pure.

The rules are those of "What is accepted" in the README. They are applied one edit after the
other to the profile as it is when it is about to be written, so two edits of one answer can
neither double a fact nor together remove what one alone may not.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .errors import ProfileError
from .profile import STANDARD_SECTIONS, Edit, apply_edit, facts, find_fact, find_section
from .words import (
    akin,
    content_words,
    covers,
    fold,
    holds_every_word,
    is_negated,
    is_question,
    occurs_in,
    sentences,
)

LONGEST_FACT = 200

NOT_ONE_LINE = "not one plain line"
TOO_LONG = f"longer than {LONGEST_FACT} characters"
MARKUP = "holds markup"
NO_WORDS = "says nothing"
NO_QUOTE = "no words of yours say it"
QUOTE_NOT_FOUND = "its quote is not in what you typed"
KNOWN = "already in the profile"
NO_SUCH_FACT = "there is no such fact"
YOURS = "you wrote that line, and the quote does not speak of it"
YOUR_SECTION = "nothing is removed from a section of yours"
TOO_MANY_REMOVALS = "too many removals at once"
NO_PLACE = "the profile has no place for it"

_MARKUP = re.compile(r"[<>`|\[\]{}]|(?i:https?)://|^#|\*\*|__")
# Control, format (bidirectional too), half a letter, line, paragraph.
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
_JOINERS = {"\u200c", "\u200d"}  # part of ordinary words in Persian, Hindi and others
_STITCH = re.compile(r"\.{3}|…")
# Weak models invent section names; these are the words they use for the standard ones, the
# most telling first. Whatever else they write is personal information.
_SECTION_WORDS = {
    "Preferences": "preference preferences style settings dislikes format formatting",
    "Current Projects": "project projects tasks building goals plans",
    "Interests": "interest interests hobby hobbies likes topics skills technology technologies",
}


@dataclass(frozen=True)
class Typed:
    """What the user typed in one turn; nothing else may ever be quoted."""

    turn_id: str
    text: str


@dataclass(frozen=True)
class Verdict:
    """What became of one edit: `refusal` is "" when it was taken, else the reason.

    `edit` is the edit as it was made: its quote is the user's, its section one that exists.
    `turn_id` is the turn that holds the quote.
    """

    edit: Edit
    refusal: str = ""
    turn_id: str = ""


def check(
    edits: Iterable[Edit], profile: str, typed: Sequence[Typed], learned: frozenset[str]
) -> tuple[str, list[Verdict]]:
    """Return the profile with the acceptable edits made, and the verdict on each edit.

    `learned` holds the folded texts of the facts that came from updates; every other fact is
    the user's own line.
    """
    allowed_removals = max(1, len(facts(profile)) // 3)
    verdicts: list[Verdict] = []
    for proposed in edits:
        verdict = _judge(proposed, profile, typed, learned)
        if not verdict.refusal and verdict.edit.op == "remove":
            allowed_removals -= 1
            if allowed_removals < 0:
                verdict = replace(verdict, refusal=TOO_MANY_REMOVALS)
        if not verdict.refusal:
            try:
                profile = apply_edit(profile, verdict.edit)
            except ProfileError:
                verdict = replace(verdict, refusal=NO_PLACE)
            else:
                learned = learned | ({fold(verdict.edit.new)} - {""})
        verdicts.append(verdict)
    return profile, verdicts


def find_quote(quote: str, typed: Sequence[Typed]) -> str | None:
    """Return the id of the turn in which the user typed `quote`, or None.

    Case, space and punctuation are folded. A quote stitched together with "..." counts if
    every piece is found; one word alone only if it is all that the user typed in that turn.
    """
    # Whole first: the user may have typed the dots.
    for pieces in ([quote], _STITCH.split(quote)):
        folded = [piece for piece in map(fold, pieces) if piece]
        places = [next((t.turn_id for t in typed if _quotes(piece, t)), None) for piece in folded]
        if places and None not in places:
            return places[0]
    return None


def find_support(fact: str, typed: Sequence[Typed]) -> tuple[str, str] | None:
    """Return the one sentence of the user that holds every content word of `fact`.

    It is (sentence, turn id), or None. A sentence with a negation, and a question, say
    nothing of the kind: without a quote nobody has judged what they mean.
    """
    for turn in typed:
        for sentence in sentences(turn.text):
            plain = not is_question(sentence) and not is_negated(sentence)
            if plain and holds_every_word(sentence, fact):
                return sentence, turn.turn_id
    return None


def form_problem(fact: str) -> str:
    """Return why `fact` cannot be a fact whoever says it, or ""."""
    if any(unicodedata.category(letter) in _UNSEEN for letter in set(fact) - _JOINERS):
        return NOT_ONE_LINE
    if len(fact) > LONGEST_FACT:
        return TOO_LONG
    return "" if fold(fact) else NO_WORDS


def home_section(name: str, profile: str) -> str:
    """Return the section of the profile, or the standard one, that `name` stands for."""
    if found := find_section(profile, name):
        return found
    words = set(fold(name).split())
    telling = (s for s, said in _SECTION_WORDS.items() if not words.isdisjoint(said.split()))
    section = next(telling, STANDARD_SECTIONS[0])
    return find_section(profile, section) or section


def _judge(edit: Edit, profile: str, typed: Sequence[Typed], learned: frozenset[str]) -> Verdict:
    edit = _tidied(edit, profile)
    problem = "" if edit.op == "remove" else _problem(edit.new)
    if problem:
        return Verdict(edit, problem)
    turn_id = find_quote(edit.quote, typed) if edit.quote else None
    if turn_id is None:
        support = find_support(edit.new, typed) if edit.op != "remove" else None
        if support is None:
            return Verdict(edit, QUOTE_NOT_FOUND if edit.quote else NO_QUOTE)
        quote, turn_id = support
        edit = replace(edit, quote=quote)
    edit, refusal = _against_profile(edit, profile, learned)
    return Verdict(edit, refusal, turn_id)


def _problem(fact: str) -> str:
    return form_problem(fact) or (MARKUP if _MARKUP.search(fact) else "")


def _against_profile(edit: Edit, profile: str, learned: frozenset[str]) -> tuple[Edit, str]:
    """Return the edit as it may be made on this profile, and why it may not, or ""."""
    if edit.op == "add":
        return _adding(edit, profile, learned)
    fact = find_fact(profile, edit.old, edit.section)
    if fact is None:
        return (
            (edit, NO_SUCH_FACT)
            if edit.op == "remove"
            else _adding(replace(edit, op="add", old=""), profile, learned)
        )
    edit = replace(edit, old=fact.text, section=fact.section)
    if fold(fact.text) not in learned and not _speaks_of(edit.quote, fact.text):
        # The old line is the user's own and stays; what is new may stand beside it.
        if edit.op == "remove":
            return edit, YOURS
        return _adding(replace(edit, op="add", old=""), profile, learned)
    if edit.op == "remove":
        return edit, "" if fact.section in STANDARD_SECTIONS else YOUR_SECTION
    others = [other.text for other in facts(profile) if other != fact]
    known = fold(edit.new) == fold(fact.text) or any(_says(other, edit.new) for other in others)
    return edit, KNOWN if known else ""


def _adding(edit: Edit, profile: str, learned: frozenset[str]) -> tuple[Edit, str]:
    """Return an addition, made a replacement where it only says more than a learned fact."""
    for fact in facts(profile):
        if _says(fact.text, edit.new):
            return edit, KNOWN
        if fold(fact.text) in learned and _says(edit.new, fact.text):
            return replace(edit, op="replace", old=fact.text, section=fact.section), ""
    return edit, ""


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


def _quotes(piece: str, turn: Typed) -> bool:
    text = fold(turn.text)
    return occurs_in(piece, text) and (" " in piece or piece == text)


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
