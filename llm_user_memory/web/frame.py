"""What every page shows: the navigation, the profiles, whether learning is on, and what waits."""

import time
from typing import Any

from .. import notes
from ..daemon import control as daemon
from ..learn import pauses, schedule
from ..settings import Folder, Settings
from ..store import profiles, review_queue
from ..store.state import Store
from .call import Call, Done
from .session import Session

PLACES = (
    ("facts", "What it knows"),
    ("timeline", "Timeline"),
    ("history", "History"),
    ("waiting", "What waits"),
    ("find", "Find"),
    ("activity", "What it did"),
    ("leaves", "What leaves"),
)
"""The navigation: (name in the URL, title) of each page that every page links to."""


def around(call: Call, session: Session, first: Folder, template: str) -> dict[str, Any]:
    """Return the template variables of a page's frame.

    `first` is the profile that the page was opened with. It is listed even if it has no folder yet.
    """
    waits = len(review_queue.open_edits(call.store.db, call.version.text))
    known = {first, *profiles.every(first.path)}
    query = "&".join(f"{name}={value}" for name, value in call.query.items() if name != "said")
    page = template.removesuffix(".html")
    return {
        **bare(call.store.folder, session),
        "profiles": sorted(folder.name or profiles.DEFAULT for folder in known),
        **learning(call.store, call.settings),
        "waits": waits + notes.number_waiting(call.store),
        "here": page,
        "back": f"{page}?{query}" if query else page,
        "version": call.version,
    }


def learning(store: Store, settings: Settings) -> dict[str, Any]:
    """Return the template variables that say whether learning is on, and why not and until when."""
    reason, until = schedule.hindrance(store, settings, time.time())
    return {
        "learning": {"on": not reason, "reason": reason, "until": until},
        "paused": reason == schedule.PAUSED,
    }


def bare(folder: Folder, session: Session) -> dict[str, Any]:
    """Return the template variables of the frame where the profile cannot be read."""
    name = folder.name or profiles.DEFAULT
    return {
        "path": session.path,
        "base": f"{session.path}/{name}",
        "profile": name,
        "profiles": [name],
        "places": PLACES,
        "key": session.form_key,
        "learning": None,
        "paused": False,
        "waits": 0,
        "here": "",
        "back": "facts",
        "version": None,
        "said": None,
        "typed": {},
    }


def _pause(call: Call) -> Done:
    pauses.pause(Folder(call.store.folder.path))
    return Done("Learning is paused, for all profiles. What you say now is never learned.")


def _resume(call: Call) -> Done:
    default = Folder(call.store.folder.path)
    was_paused = pauses.resume(default)
    daemon.wake(default)
    return Done("Learning is on again." if was_paused else "Learning was not paused.")


ACTIONS = {"pause": _pause, "resume": _resume}
