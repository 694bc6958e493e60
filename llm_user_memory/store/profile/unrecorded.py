"""What the user saved in profile.md and no version has yet: what that forgets, and what stays here.

`versions` records a save when a command or an update looks at the profile. Prompts and hooks write
nothing, and may come first. So what they are given is compared with this, too.
"""

import time

from ...errors import ProfileError
from ...text.fingerprints import Forgotten
from .. import forgotten, formerly_local
from ..state import Store
from . import file as profile_file
from . import texts

_NOTHING = Forgotten()


def fingerprints(store: Store) -> tuple[Forgotten, Forgotten]:
    """Return the fingerprints of what an unrecorded save forgets, and of the local facts it lacks.

    The save is compared with the newest version. A fact that was learned while the user had the
    file open is among them until the save is merged with it. Raises sqlite3.DatabaseError if that
    version is damaged.
    """
    try:
        text = profile_file.read(store.folder)
    except ProfileError:  # nothing is given of it, and nothing is recorded
        return _NOTHING, _NOTHING
    if text is None or texts.is_newest(store.db, text):
        return _NOTHING, _NOTHING
    from . import history  # prompts seldom follow a save

    last = history.latest(store.db)
    if last is None:
        return _NOTHING, _NOTHING
    from ...profile.comparison import deleted_facts

    deleted = deleted_facts(last.text, text)
    gone = formerly_local.leaving(store.db, last.text, text)
    return (
        forgotten.expected(store.db, deleted, time.time()),
        formerly_local.expected(store.db, gone),
    )
