"""The profile as it may go to a destination: without the facts that stay on this machine. Pure.

Only a profile with a local fact needs this module.
"""

from collections.abc import Callable, Collection, Sequence

from ..egress import Destination, may
from .document import Fact, facts, lines_of
from .line_marks import LOCAL, MARKS


def shareable(
    profile: str,
    destination: Destination,
    told: Callable[[Sequence[str]], Collection[str]] = lambda _facts: (),
) -> str:
    """Return the profile without the facts that may not go to a destination.

    `told` returns those of the local facts that the destination's model has heard; it is called
    only for a model of an unknown place. A line with the mark that is no fact, or only a part of
    one, does not go either.
    """
    lines = lines_of(profile)
    tagged = {number for number, line in enumerate(lines) if _is_tagged(line)}
    if not tagged or destination.place == "here":
        return profile
    local = [fact for fact in facts(profile) if tagged.intersection(_lines(fact))]
    is_unknown = destination.place == "unknown" and destination.model != ""
    heard = told([fact.text for fact in local if fact.local]) if is_unknown else ()
    for fact in local:
        is_told = fact.text in heard
        if fact.local and may(fact, destination, {destination.model} if is_told else ()):
            tagged -= set(_lines(fact))
        else:
            tagged |= set(_lines(fact))
    return "".join(line for number, line in enumerate(lines) if number not in tagged)


def local_texts(profile: str) -> set[str]:
    """Return the texts of the profile's local facts."""
    if f"#{LOCAL}" not in profile.lower():
        return set()
    return {fact.text for fact in facts(profile) if fact.local}


def _lines(fact: Fact) -> range:
    return range(fact.start, fact.stop)


def _is_tagged(line: str) -> bool:
    marks = MARKS.search(line) if "#" in line else None
    return marks is not None and LOCAL in marks[0].casefold()
