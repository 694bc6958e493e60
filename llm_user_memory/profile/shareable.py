"""Removes local facts from the profile for destinations that may not get them. Pure.

The rule is in `egress`. A profile without a local fact does not need this module.
"""

from collections.abc import Callable, Collection, Sequence

from ..egress import Destination, may
from .document import Fact, facts, lines_kept_here, lines_of
from .line_marks import may_be_local


def shareable(
    profile: str,
    destination: Destination,
    told: Callable[[Sequence[str]], Collection[str]] = lambda _facts: (),
    unmarked: Collection[str] = (),
    *,
    is_profile: bool = True,
) -> str:
    """Return the profile without the facts that may not go to a destination.

    `told` returns those of the local facts that the destination's model has already heard; it is
    called only if the place of the model is unknown. `unmarked` are facts that count as local
    without a mark. Other lines that a mark covers are left out too: see `reach`. So is the heading
    of a section of the user's own of which nothing else is left: it may be named as the facts are.
    A text that is no profile, such as a note, has no archive.
    """
    if destination.place == "here" or not (unmarked or may_be_local(profile)):
        return profile
    kept_here = set(lines_kept_here(profile, is_profile=is_profile))
    if unmarked:
        for fact in facts(profile):
            kept_here.update(_lines(fact) if fact.text in unmarked else ())
    if not kept_here:
        return profile
    from .local_lines import left_alone  # imported here because few profiles have the mark

    local = [fact for fact in facts(profile) if fact.local and fact.text not in unmarked]
    is_unknown = destination.place == "unknown" and destination.model != ""
    heard = told([fact.text for fact in local]) if is_unknown else ()
    for fact in local:
        if may(fact, destination, {destination.model} if fact.text in heard else ()):
            kept_here -= set(_lines(fact))
    lines = lines_of(profile)
    kept_here |= left_alone(profile, lines, kept_here)
    return "".join(line for number, line in enumerate(lines) if number not in kept_here)


def _lines(fact: Fact) -> range:
    return range(fact.start, fact.stop)
