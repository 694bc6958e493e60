"""What an edit does to the current profile: which fact it adds, changes or removes. Pure."""

import re
from collections.abc import Mapping
from dataclasses import replace

from ..profile.document import STANDARD_SECTIONS, facts, find_fact, find_section
from ..profile.edits import Edit
from ..profile.line_marks import read, without_marks
from ..profile.split import home
from ..text.vocabulary import over, speakers
from ..text.words import akin, content_words, covers, fold, is_negated, is_unspaced
from . import support, wishes
from .endings import is_ended, is_named, is_spoken_of
from .language import is_comparable
from .matching import is_in, may_be_translated, telling, words_of
from .refusals import ALREADY_KNOWN, NO_SUCH_FACT, NOT_ENDED, USERS_LINE, USERS_SECTION
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
    if fold(fact.text) not in learned and not _is_about(edit.quote, fact.text):
        # The line is the user's own: it stays, and a new fact may stand beside it.
        if edit.op == "remove":
            return [(edit, USERS_LINE)]
        return [_addition(replace(edit, op="add", old=""), profile, learned), (edit, USERS_LINE)]
    if edit.op == "remove":
        if not _is_standard(fact.section):
            return [(edit, USERS_SECTION)]
        return [(edit, "" if is_ended(fact.text, edit.quote, turn) else NOT_ENDED)]
    if not _takes_the_place(edit, turn):
        return [_addition(replace(edit, op="add", old=""), profile, learned)]
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

    It is if the user's words end the old one, speak of what only that one has, or say that
    something changed; if it denies something, or has all the old one has but numbers; and if both
    can hold of nobody, as two homes. "Allergic to latex" leaves "Allergic to penicillin" as it is.
    """
    if is_ended(edit.old, edit.quote, turn) or not is_comparable(edit.new, edit.old):
        return True
    if not (_is_about(edit.new, edit.old) or support.is_related(edit.new, edit.old)):
        return _is_only_one(edit.new, edit.old) or is_spoken_of(edit.old, edit.quote)
    lost = _lost_words(edit)
    across = may_be_translated(edit.old, edit.quote)
    return (
        not lost
        or (is_negated(edit.new) and not is_negated(edit.old))
        or any(is_in(word, words_of(edit.quote), across=across) for word in lost)
        or _is_only_one(edit.new, edit.old)
        or matches(over.CHANGED, edit.quote)
    )


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
    is_alike = _is_about(edit.new, edit.old) or support.is_related(edit.new, edit.old)
    return is_alike and _is_standard(edit.section) and is_ended(edit.old, edit.quote, turn)


def _is_standard(section: str) -> bool:
    """Tell whether a section is a standard one or its archive; it may have a mark."""
    return read(home(section)).text in STANDARD_SECTIONS


def _is_only_one(fact: str, other: str) -> bool:
    """Tell whether two facts exclude each other, as "Vegetarian" and "Eats fish" do."""
    return any(matches(pattern, fact) and matches(pattern, other) for pattern in speakers.ONLY_ONE)


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
