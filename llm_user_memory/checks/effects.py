"""What an edit does to the current profile: which fact it adds, changes or removes. Pure."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..profile.document import STANDARD_SECTIONS, Fact, facts, find_fact, find_section
from ..profile.edits import Edit
from ..profile.line_marks import read, without_marks
from ..profile.split import home
from ..text.vocabulary import over, speakers
from ..text.words import akin, content_words, covers, fold, is_negated, is_unspaced
from . import support, wishes
from .endings import is_ended, is_left, is_named, is_spoken_of
from .language import is_comparable
from .lasting import is_beside, is_unstated_place, may_not_last
from .matching import is_in, may_be_translated, telling, words_of
from .refusals import (
    ALREADY_KNOWN,
    MAYBE_FOR_A_WHILE,
    NO_SUCH_FACT,
    NOT_ENDED,
    USERS_LINE,
    USERS_SECTION,
)
from .subjects import matches

# Weak models invent section names. These are the words they use for the standard sections, the
# most specific first. Any other name stands for Personal Information.
_SECTION_WORDS = {
    "Preferences": "preference preferences style settings dislikes format formatting",
    "Current Projects": "project projects tasks building goals plans",
    "Interests": "interest interests hobby hobbies likes topics skills technology technologies",
}


def home_section(name: str, profile: str) -> str:
    """Return the section of the profile, or the standard one, that `name` stands for."""
    name = home(name)
    if found := find_section(profile, name):
        return found
    words = set(fold(name).split())
    matching = (s for s, known in _SECTION_WORDS.items() if not words.isdisjoint(known.split()))
    section = next(matching, STANDARD_SECTIONS[0])
    return find_section(profile, section) or section


def normalized(edit: Edit, profile: str) -> Edit:
    """Return the edit without Markdown and marks in its fields, and with a section that exists.

    Only the user sets marks, and a fact is known by its text without them.
    """
    old = edit.old.strip().lstrip("-*+ ").strip()
    new = edit.new.replace("`", "").replace("**", "").strip().lstrip("-*+ ").strip()
    new = wishes.as_wish(without_marks(new))
    return replace(
        edit,
        section=home_section(edit.section, profile),
        old="" if edit.op == "add" else without_marks(old),
        new="" if edit.op == "remove" else new,
        quote=edit.quote.strip(),
    )


def possible_edits(
    edit: Edit, turn: str, profile: str, learned: Mapping[str, str]
) -> list[tuple[Edit, str]]:
    """Return the forms of the edit that fit this profile, each with its refusal or "".

    There are two if the edit would replace a line of the user's own: the addition of the new fact
    beside that line, and the refused replacement.
    """
    if edit.op == "add":
        return [_addition(edit, profile, learned)]
    fact = find_fact(profile, edit.old, edit.section)
    if fact is None:
        if edit.op == "remove":
            return [(edit, NO_SUCH_FACT)]
        return [_addition(replace(edit, op="add", old=""), profile, learned)]
    edit = replace(edit, old=fact.text, section=fact.section)
    is_users = fold(fact.text) not in learned and not _is_about(edit.quote, fact.text)
    if edit.op == "remove":
        return [(edit, _removal_refusal(fact, edit.quote, turn, is_users=is_users))]
    beside = _addition(replace(edit, op="add", old=""), profile, learned)
    if _takes_the_place(edit, turn):
        if _may_be_for_a_while(edit, turn):
            return [(edit, MAYBE_FOR_A_WHILE)]
    elif not is_users:
        return [beside]
    if is_users:  # the line stays, and a new fact may stand beside it
        return [beside, (edit, USERS_LINE)]
    others = [other.text for other in facts(profile) if other != fact]
    same = fact.text if _only_repeats(edit, turn) else None
    known = same or next((other for other in others if _says(other, edit.new)), None)
    if not known:
        return [(edit, "")]
    told = (replace(edit, old=known), ALREADY_KNOWN)
    if same or not _is_over(edit, turn):
        return [told]
    # The new fact is in the profile already, perhaps by another edit of the same answer.
    return [(replace(edit, op="remove", new=""), ""), told]


def removes_a_fact(edit: Edit) -> bool:
    """Tell whether the edit removes or replaces a fact of which its quote has no word."""
    if edit.op == "replace" and _is_about(edit.new, edit.old):
        return False
    return edit.op in ("remove", "replace") and not is_named(edit.old, edit.quote)


def _removal_refusal(fact: Fact, quote: str, turn: str, *, is_users: bool) -> str:
    """Why a fact is not removed, or ""."""
    if is_users:
        return USERS_LINE
    if not _is_standard(fact.section):
        return USERS_SECTION
    return "" if is_ended(fact.text, quote, turn) else NOT_ENDED


def _addition(edit: Edit, profile: str, learned: Mapping[str, str]) -> tuple[Edit, str]:
    """The edit as an addition, or a replacement of a learned fact that it extends; its refusal."""
    for fact in facts(profile):
        if _says(fact.text, edit.new):
            return replace(edit, old=fact.text), ALREADY_KNOWN
        if fold(fact.text) in learned and _says(edit.new, fact.text):
            return replace(edit, op="replace", old=fact.text, section=fact.section), ""
    return edit, ""


def _takes_the_place(edit: Edit, turn: str) -> bool:
    """Tell whether the new fact is instead of the old one, and not beside it.

    It is if the user's words end the old one or say that something changed; if it denies something,
    or has all the old one has but numbers; and if both can hold of nobody, as two homes. "Allergic
    to latex" leaves "Allergic to penicillin" as it is, and "also", "a second" or naming the old one
    as still so leave it, too.
    """
    if is_ended(edit.old, edit.quote, turn) or not is_comparable(edit.new, edit.old):
        return True
    if _is_only_one(edit.new, edit.old):
        return True
    lost = _lost_words(edit)
    if lost and is_beside(edit.new, edit.quote, turn):
        return False
    is_changed = matches(over.CHANGED, edit.quote)
    across = may_be_translated(edit.old, edit.quote)
    if lost and all(is_in(word, words_of(edit.quote), across=across) for word in lost):
        return is_changed or is_left(edit.old, edit.quote)
    if _is_one_place(edit.new, edit.old):
        return True
    if not _is_alike(edit):
        return is_spoken_of(edit.old, edit.quote)
    return (
        not lost
        or (is_negated(edit.new) and not is_negated(edit.old))
        or any(is_in(word, words_of(edit.quote), across=across) for word in lost)
        or is_changed
    )


def _may_be_for_a_while(edit: Edit, turn: str) -> bool:
    """Tell whether the new fact may be so only for a while, or not yet, so that the old one stays.

    A home, a job or studies have to be stated, unless the user's words end the old ones.
    """
    if may_not_last(edit.new, edit.old, edit.quote, turn):
        return True
    if not _is_one_place(edit.new, edit.old) or is_ended(edit.old, edit.quote, turn):
        return False
    return is_unstated_place(edit.new, edit.quote, turn)


def _lost_words(edit: Edit) -> list[str]:
    """The words of the old fact, numbers aside, that the new one has in no form."""
    new, across = words_of(edit.new), may_be_translated(edit.old, edit.new)
    return [
        word
        for word in telling(edit.old)
        if not (words_of(word).numbers or is_in(word, new, across=across))
    ]


def _only_repeats(edit: Edit, turn: str) -> bool:
    """Tell whether the new fact is the old one, or a part of it whose rest the user did not end."""
    if fold(edit.new) == fold(edit.old):
        return True
    return _says(edit.old, edit.new) and not is_ended(edit.old, edit.quote, turn)


def _is_over(edit: Edit, turn: str) -> bool:
    """Tell whether the user's words end the old fact, and the new fact is its successor."""
    return _is_alike(edit) and _is_standard(edit.section) and is_ended(edit.old, edit.quote, turn)


def _is_alike(edit: Edit) -> bool:
    """Tell whether the new fact has a word or a meaning of the old one; any name is not enough."""
    is_related = support.is_related(edit.new, edit.old, by_name=False)
    return is_related or _is_about(edit.new, edit.old)


def _is_standard(section: str) -> bool:
    """Tell whether a section is a standard one or its archive; it may have a mark."""
    return read(home(section)).text in STANDARD_SECTIONS


def _is_only_one(fact: str, other: str) -> bool:
    """Tell whether two facts exclude each other, as "Vegetarian" and "Eats fish" do."""
    return _are_of_a_kind(fact, other, speakers.ONLY_ONE)


def _is_one_place(fact: str, other: str) -> bool:
    """Tell whether both are a home, a job or studies, of which most people have one."""
    return _are_of_a_kind(fact, other, speakers.PLACES_IN_LIFE)


def _are_of_a_kind(fact: str, other: str, kinds: Iterable[str]) -> bool:
    return any(matches(kind, fact) and matches(kind, other) for kind in kinds)


def _says(fact: str, other: str) -> bool:
    """Tell whether `fact` already says all that `other` says, of the same person or thing.

    Both must begin with the same word: "Sister lives in Berlin" does not say "Lives in Berlin".
    """
    if fold(fact) == fold(other):
        return True
    return covers(fact, other) and akin(*(content_words(text)[0] for text in (fact, other)))


def _is_about(text: str, fact: str) -> bool:
    """Tell whether the text has a content word of the fact, in some form."""
    words, others = content_words(text), content_words(fact)
    return (
        any(akin(word, other) for word in others for other in words)
        or any(_is_parted(word, fold(fact)) for word in words)
        or any(_is_parted(word, fold(text)) for word in others)
    )


def _is_parted(word: str, folded: str) -> bool:
    """Tell whether a two-character Chinese word is in the text, split by its object: 爬…山."""
    return (
        len(word) == _PAIR
        and is_unspaced(word)
        and bool(re.search(rf"{word[0]} (?:\w ){{1,4}}{word[1]}", folded))
    )


_PAIR = 2
