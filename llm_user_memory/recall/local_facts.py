"""Recognizes in other texts what the facts say that stay on this machine.

A fact that was said to a model elsewhere can be marked ` #local` later. The words that it was
learned from, and notes that say it, then stay here as well.
"""

from ..errors import ProfileError
from ..profile.line_marks import may_be_local
from ..store import forgotten, formerly_local
from ..store.profile import file as profile_file
from ..store.state import Store
from ..text.fingerprints import Forgotten, of_facts


def fingerprints(store: Store, profile: str | None = None) -> Forgotten:
    """Return the fingerprints of the facts that are, or were last, marked local, for `says`.

    Those of their quotes are among them. `profile` is its text, which is read if it is None.

    Facts of an earlier version that are still `unmarked` are not among them: where their words
    were said is known of each passage.
    """
    former = formerly_local.load(store.db)
    profile = _profile(store) if profile is None else profile
    if not may_be_local(profile):
        return former
    # Imported here because few profiles have local facts, and prompts load this module.
    from ..profile.document import local_texts
    from ..store import origins

    local = local_texts(profile)
    if not local:
        return former
    quotes = [origin.quote for origin in origins.of_facts(store.db, local).values()]
    return former.joined(of_facts(forgotten.salt(store.db), local, quotes))


def _profile(store: Store) -> str:
    """The profile as it is now; its newest version if it cannot be read."""
    try:
        return profile_file.read(store.folder) or ""
    except ProfileError:
        from ..store.profile import history  # most profiles can be read

        latest = history.latest(store.db)
        return latest.text if latest else ""
