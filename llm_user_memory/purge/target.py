"""The target of a purge: the facts, and the test whether a text contains them. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..profile.document import (
    STANDARD_SECTIONS,
    TITLE,
    facts,
    headings,
    lines_of,
    marks_written,
    matching_facts,
)
from ..profile.edits import without_facts
from ..profile.line_marks import read
from ..profile.render import holds_earlier
from ..profile.split import archive_of, home, is_archived
from ..text.fingerprints import Forgotten, of_facts, says
from ..text.words import (
    beginnings,
    content_words,
    covers,
    fold,
    letters,
    occurs_in,
    root,
    shared_start,
    stem,
)

PURGED = "purged"
"""The text that replaces one that was erased as a whole."""


@dataclass(frozen=True)
class Target:
    """The text that the user asked to purge, the facts that it matches, and their quotes.

    `turn_ids` are the turns that the facts were learned from. `headings` are those of the present
    profile that say it: they are the user's own, and stay until the user renames them. `is_fact` is
    whether the text itself counts as a fact: one that was forgotten, or is not on record.
    """

    text: str
    facts: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    turn_ids: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    is_fact: bool = False

    @cached_property
    def _keys(self) -> frozenset[str]:
        return frozenset(map(_key, self.facts))

    @cached_property
    def _folded(self) -> tuple[str, ...]:
        return tuple({fold(said) for said in (self.text, *self.facts, *self.quotes)} - {""})

    @cached_property
    def _meant(self) -> tuple[tuple[Forgotten, tuple[str, ...]], ...]:
        """Each fact's fingerprints, and what its content words begin with in most of their forms.

        The key of these fingerprints is of no account, as they are not stored.
        """
        known = (*self.facts, self.text) if self.is_fact else self.facts
        return tuple((of_facts(b"", [fact]), _starts(fact)) for fact in dict.fromkeys(known))

    @property
    def forgotten(self) -> tuple[str, ...]:
        """The facts that are not to be learned again; without any, the text if it counts as one."""
        return self.facts or (self.text,) * self.is_fact

    @property
    def starts(self) -> frozenset[str]:
        """What a text has at least one of if `is_meant_in` is true of it, in folded letters."""
        return frozenset(start for _prints, starts in self._meant for start in starts[:2])

    @property
    def spellings(self) -> tuple[str, ...]:
        """The exact texts to look for: facts and quotes, or the user's text if there are none."""
        return tuple(dict.fromkeys(self.facts + self.quotes)) or (self.text,)

    def names(self, fact: str) -> bool:
        """Tell whether the fact is one of those to be purged."""
        return _key(fact) in self._keys

    def without_facts(self, profile: str) -> str:
        """Return the profile without these facts; every other line stays as it is."""
        return without_facts(profile, [fact for fact in facts(profile) if self.names(fact.text)])

    def without(self, text: str) -> str:
        """Return a version or copy of the profile without these facts and the headings that say it.

        Such a heading keeps its level and marks. Every other line stays as it is. From a fragment
        of recalled passages, the lines that mention the target are removed.
        """
        if holds_earlier(text):
            lines = text.splitlines(keepends=True)
            return "".join(line for line in lines if not self.mentions(line))
        lines = lines_of(text := self.without_facts(text))
        for number, name in headings(text) if "#" in text else ():
            if self.has_to_go(name):
                lines[number] = lines[number].replace(name, without_words(name), 1)
        return "".join(lines)

    def said_headings(self, text: str) -> list[tuple[int, str]]:
        """Return (line, name) of the headings in a text that say the target, as `headings` does.

        The names of the standard sections say nothing of anybody.
        """
        return [(number, name) for number, name in headings(text) if self._is_said_by(name)]

    def has_heading(self, text: str) -> bool:
        """Tell whether a version or copy of the profile has a heading that has to go."""
        return "#" in text and any(self.has_to_go(name) for _line, name in headings(text))

    def has_to_go(self, heading: str) -> bool:
        """Tell whether a heading on record says the target, and is not one of the present profile.

        LLM's log has headings without their marks.
        """
        return self._is_said_by(heading) and _plain(heading) not in map(_plain, self.headings)

    def _is_said_by(self, heading: str) -> bool:
        return not is_our_heading(heading) and self.is_said_in(home(heading))

    def is_said_in(self, text: str) -> bool:
        """Tell whether a text contains the user's words, a fact or a quote.

        Case, spacing and punctuation are ignored.
        """
        # Not the cached `fold`, which would keep thousands of texts of LLM's log in memory.
        folded = fold.__wrapped__(text)
        return any(occurs_in(said, folded) for said in self._folded) or any(
            not fold(said) and said in text for said in self.spellings
        )

    def is_meant_in(self, text: str) -> bool:
        """Tell whether a sentence says one of the facts in other words, as `fingerprints` does.

        "I grow hops and like tea" says "Grows hops". It is for what the user and models said: facts
        on record that say more stay, and so does everything around such a sentence in them.
        """
        plain = letters(text)
        return any(
            sum(start in plain for start in starts) >= max(1, len(starts) - 1)
            and says(prints, text)
            for prints, starts in self._meant
        )

    def mentions(self, text: str) -> bool:
        """Tell whether what somebody said has the target, in its words or in others."""
        return self.is_said_in(text) or self.is_meant_in(text)

    def is_told_in(self, quote: str, fact: str) -> bool:
        """Tell whether the quote of a fact that stays has to be erased, as it says the target.

        Other forms of the target's words count, too, unless the fact itself has them.
        """
        return self.is_said_in(quote) or any(
            covers(quote, said) and not covers(fact, said) for said in self.facts
        )


def is_our_heading(name: str) -> bool:
    """Tell whether a heading is one that every profile has, or that of its archive."""
    return home(read(name).text) in STANDARD_SECTIONS or name == TITLE.lstrip("# ")


def without_words(heading: str) -> str:
    """Return what stands in the place of a heading that was erased: its marks stay."""
    name = archive_of(PURGED) if is_archived(heading) else PURGED
    return f"{name}{marks_written(read(heading).marks)}"


def matching(candidates: Iterable[str], text: str) -> tuple[str, ...]:
    """Return those of the facts that match the words of the user."""
    likely = (fact for fact in candidates if may_match(fact, text))
    plain = dict.fromkeys(" ".join(fact.split()) for fact in likely)
    found = matching_facts("\n".join(f"- {fact}" for fact in plain if fact), text)
    return tuple(dict.fromkeys(fact.text for fact in found))


def may_match(candidate: str, text: str) -> bool:
    """Tell whether a fact, or one in a longer text, may match the words of the user.

    It is a quick look: only what it denies is certain.
    """
    plain = letters(candidate)
    return all(start in plain for start in _beginnings(text))


def _starts(fact: str) -> tuple[str, ...]:
    """What the forms of a fact's content words begin with, the longest first."""
    forms = [(stem(word), root(word)) for word in content_words(fact)]
    shared = {one[: shared_start(one, other)].rstrip("y") for one, other in forms}
    return tuple(sorted(shared - {""}, key=lambda start: (-len(start), start)))


@lru_cache(maxsize=8)
def _beginnings(text: str) -> tuple[str, ...]:
    return tuple(beginnings(text))


def _plain(heading: str) -> str:
    return fold(read(heading).text)


def _key(fact: str) -> str:
    return fold(fact) or fact
