"""Facts that the profile no longer has, and whether what says them stays on this machine.

`store.formerly_local` has only fingerprints of them; their words are in the history.
"""

from collections.abc import Iterable

from ..errors import ProfileError
from ..profile.document import find_fact, matching_facts
from ..store import forgotten, formerly_local, placements, state
from ..store.profile import changes, versions
from ..store.state import Store
from ..text.words import fold


def kept_here(store: Store, profile: str) -> list[str]:
    """Return the former facts that keep here what says them, by the words that the history has.

    What was forgotten goes to no model anyway, and is left out.
    """
    if not formerly_local.has_any(store.db):
        return []
    return formerly_local.among(store.db, former(store, profile))


def mark(store: Store, wanted: str, *, local: bool) -> tuple[str, bool]:
    """Keep on this machine what says a former fact, or let it go to every model again.

    Returns the fact that `wanted` means and whether anything changed, ("", False) if it means none.
    A fact whose words the history has lost may be given in just these words. Raises ProfileError if
    several former facts match.
    """
    with versions.current(store) as now:
        unnamed = formerly_local.among(store.db, _former(store, now.text, [wanted]))
        listed = "\n".join(f"- {fact}" for fact in [*former(store, now.text), *unnamed])
        found = list(dict.fromkeys(fact.text for fact in matching_facts(listed, wanted)))
        if len({fold(fact) for fact in found}) > 1:
            named = ", ".join(f"“{fact}”" for fact in found[:5])
            raise ProfileError(
                f"{len(found):,} former facts match “{wanted}”: {named}.",
                untouched="Nothing was marked.",
                remedy="Give more words of the one that you mean.",
            )
        if not found:
            return "", False
        was_local = bool(formerly_local.among(store.db, found))
        with state.transaction(store.db):
            if local:  # also again, for what was said in the meantime
                placements.record(store.db, "local", found)
                formerly_local.record(store.db, found)
            elif not local:
                placements.remove(store.db, "local", found)
                formerly_local.remove(store.db, found)
        return found[0], was_local != local


def former(store: Store, profile: str) -> list[str]:
    """Return the facts of the history that the profile lacks, without those that were forgotten."""
    return _former(store, profile, changes.recorded_facts(store.db))


def _former(store: Store, profile: str, candidates: Iterable[str]) -> list[str]:
    gone = forgotten.load(store.db)
    return [one for one in candidates if not (find_fact(profile, one) or gone.fact(one))]
