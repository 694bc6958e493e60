"""The target of a purge: the facts, and the test whether a text contains them. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..profile.document import facts, matching_facts
from ..profile.edits import without_facts
from ..profile.render import holds_earlier
from ..text.words import beginnings, covers, fold, letters, occurs_in


@dataclass(frozen=True)
class Target:
    """The text that the user asked to purge, the facts that it matches, and their quotes.

    `turn_ids` are the turns that the facts were learned from.
    """

    text: str
    facts: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    turn_ids: tuple[str, ...] = ()

    @cached_property
    def _keys(self) -> frozenset[str]:
        return frozenset(map(_key, self.facts))

    @cached_property
    def _folded(self) -> tuple[str, ...]:
        return tuple({fold(said) for said in (self.text, *self.facts, *self.quotes)} - {""})

    @property
    def spellings(self) -> tuple[str, ...]:
        """The exact texts to look for: facts and quotes, or the user's text if there are none."""
        return tuple(dict.fromkeys(self.facts + self.quotes)) or (self.text,)

    def names(self, fact: str) -> bool:
        """Tell whether the fact is one of those to be purged."""
        return _key(fact) in self._keys

    def without(self, profile: str) -> str:
        """Return the profile without these facts; every other line stays as it is.

        From a fragment of recalled passages, the lines that mention the target are removed.
        """
        if holds_earlier(profile):
            lines = profile.splitlines(keepends=True)
            return "".join(line for line in lines if not self.is_said_in(line))
        return without_facts(profile, [fact for fact in facts(profile) if self.names(fact.text)])

    def is_said_in(self, text: str) -> bool:
        """Tell whether a text contains the user's words, a fact or a quote.

        Case, spacing and punctuation are ignored.
        """
        # Not the cached `fold`, which would keep thousands of texts of LLM's log in memory.
        folded = fold.__wrapped__(text)
        return any(occurs_in(said, folded) for said in self._folded) or any(
            not fold(said) and said in text for said in self.spellings
        )

    def is_told_in(self, quote: str, fact: str) -> bool:
        """Tell whether the quote of a fact that stays has to be erased, as it says the target.

        Other forms of the target's words count, too, unless the fact itself has them.
        """
        return self.is_said_in(quote) or any(
            covers(quote, said) and not covers(fact, said) for said in self.facts
        )


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


@lru_cache(maxsize=8)
def _beginnings(text: str) -> tuple[str, ...]:
    return tuple(beginnings(text))


def _key(fact: str) -> str:
    return fold(fact) or fact
