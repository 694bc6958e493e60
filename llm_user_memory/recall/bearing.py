"""Chooses at most five archived facts that a prompt clearly bears on.

The user waits for the prompt: this makes one query on a table of words, and waits for no lock. The
choice depends only on the prompt and the archive, and has the order of the file, so that equal
choices are stored as one text.
"""

import math
from collections.abc import Collection, Container, Mapping

from ..profile.render import escaped, of_archived
from ..store import archived
from ..store.state import Store
from ..text.words import speaks_in_first_person

MOST = 5

# In characters: the part of a prompt that is examined; a longer prompt contains a paste.
_LONGEST_PROMPT = 2_000

# A word in at most this share, or this number, of the archived facts is distinctive. In a
# prompt in the first person, every word that is not common is distinctive.
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
    """Return the fragment with the archived facts on which the prompt bears, or "".

    `archive` is the current archive of the profile: other facts are left out, and so are those in
    `given`, which the continued thread already has.
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
    """Return the words of a prompt that are not common, by which facts are found."""
    return archived.words_of(prompt[:_LONGEST_PROMPT]) - _COMMON


def bearing(found: Mapping[str, Collection[str]], number: int, prompt: str) -> list[str]:
    """Return the facts that share enough words with a prompt, best first.

    `found` maps each fact to the shared words, without common ones; `number` is the number of all
    facts. Two words suffice, or one distinctive word.
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
        # `fsum`: a plain sum depends on the order of a set, which differs between processes.
        return -math.fsum(math.log(1 + number / counts[word]) for word in found[fact]), fact

    return sorted((fact for fact, words in found.items() if bears(words)), key=rank)
