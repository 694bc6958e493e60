"""Recognizes in other texts what the facts say that stay on this machine.

A fact that was said to a model elsewhere can be marked ` #local` later. The words that it was
learned from, and notes that say it, then stay here as well.
"""

from ..errors import ProfileError
from ..profile.document import local_texts
from ..settings import Folder
from ..store import forgotten, origins, state, unmarked
from ..store.profile import file as profile_file
from ..store.profile import history
from ..store.state import Store
from ..text.fingerprints import Forgotten, of_facts


def fingerprints(folder: Folder, patience: float = state.PATIENCE) -> Forgotten:
    """Return the fingerprints of the local facts and of their quotes, for `says`.

    `patience` is how many seconds to wait for state.db. Raises StateError.
    """
    with state.opened(folder, patience) as store:
        local = unmarked.facts(store.db) | local_texts(_profile(store))
        if not local:
            return Forgotten()
        quotes = [origin.quote for origin in origins.of_facts(store.db, local).values()]
        return of_facts(forgotten.salt(store.db), local, quotes)


def _profile(store: Store) -> str:
    """The profile as it is now; its newest version if it cannot be read."""
    try:
        return profile_file.read(store.folder) or ""
    except ProfileError:
        latest = history.latest(store.db)
        return latest.text if latest else ""
