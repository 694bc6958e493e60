"""The archived facts that a prompt is given: those on which it clearly bears, at most five.

The user waits for the prompt: one query on a table of words, and no lock is waited for. The choice
depends on nothing but the prompt and the archive, and is given in the order of the file, so that
equal choices are one stored text.
"""

import math
from collections.abc import Collection, Container, Mapping

from ..profile.render import escaped, of_archived
from ..store import archived
from ..store.state import Store
from ..text.words import speaks_in_first_person

MOST = 5

# Characters of a prompt that are looked at; a longer one holds a paste.
_LONGEST_PROMPT = 2_000

# A word in at most this share of the archived facts, or in at most so many, is distinctive. Of a
# prompt in which people speak of themselves, each word is that is not common.
_DISTINCTIVE_SHARE = 0.03
_DISTINCTIVE_COUNT = 3

# Words of tasks, questions and answers. A fact that shares only these does not bear on a prompt.
_COMMON = archived.words_of(
    """
    add ago answer anything ask bad bear begin best better big bit bring build call change check
    code come compare compute convert correct could count create day days define describe
    difference do done draft each easy edit email end even ever every example explain fact far
    feel file find fine first fix fit follow free full function general get give go good great
    guess happen hard hello help here high hi hold hour idea improve it just keep kind know large
    last later learn less let letter like likes line list little long look lot love loves make
    many matter mean means mind month more most much must name need needs never new next nice
    night note number often old one only open other output own paper part people person pick place
    plan please point prefer prefers problem program put question quick quickly read reason
    recommend right run said same say see sentence set short should show simple small some
    something sort start stop suggest sum summarise summarize sure take tell test text than thank
    thanks thing things think time times today together tomorrow too top translate try turn two
    type understand use uses using usual very want wants way week well what whatever when where
    which while who whole why will wish word words work works working would write year years yes
    yesterday yet
    """
)


def fragment(store: Store, archive: str, prompt: str, given: Container[str] = ()) -> str:
    """Return the fragment with the archived facts on which the prompt bears, "" for none.

    `archive` is the profile's archive as it is now: a fact that is no longer in it is left out,
    as are those in `given`, which the continued thread has.
    """
    words = telling_words(prompt)
    if not words:
        return ""
    found = bearing(archived.with_words(store.db, words), archived.count(store.db), prompt)
    if not found:
        return ""
    places = {fact: place for place, fact in enumerate(archived.texts_in(archive))}
    present = [fact for fact in found if fact in places and escaped(fact) not in given]
    return of_archived(sorted(present[:MOST], key=places.__getitem__))


def telling_words(prompt: str) -> set[str]:
    """Return the words of a prompt, without common ones, that a fact which bears on it shares."""
    return archived.words_of(prompt[:_LONGEST_PROMPT]) - _COMMON


def bearing(found: Mapping[str, Collection[str]], number: int, prompt: str) -> list[str]:
    """Return the facts that share enough with a prompt, the one that shares most first.

    `found` has the words that each fact shares, without common ones; `number` is that of all
    facts. Two words are enough, or one that is distinctive.
    """
    is_personal = speaks_in_first_person(prompt[:_LONGEST_PROMPT])
    counts: dict[str, int] = {}
    for words in found.values():
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    distinctive = number if is_personal else max(_DISTINCTIVE_COUNT, _DISTINCTIVE_SHARE * number)

    def bears(words: Collection[str]) -> bool:
        return len(words) > 1 or any(counts[word] <= distinctive for word in words)

    def rank(fact: str) -> tuple[float, str]:
        # `fsum`, as a sum in the order of a set would differ from one process to another.
        return -math.fsum(math.log(1 + number / counts[word]) for word in found[fact]), fact

    return sorted((fact for fact, words in found.items() if bears(words)), key=rank)
