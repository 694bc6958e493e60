"""The notice of new facts: one line that tells the user, once, what was learned.

Every prompt loads this module, so it imports only what LLM has loaded.
"""

import sqlite3
import time
from collections.abc import Iterable
from contextlib import suppress
from unicodedata import category, east_asian_width

from ..errors import ProfileError
from ..profile.render import visible
from . import state
from .profile import file as profile_file
from .state import Store

_SHOWN = "news_told"

MARKED = "news_marked"
"""The key in the table `meta` of how many facts were marked as local; deleted when it is shown."""

LEFT_OUT = "news_left_out"
"""The key of how many forgotten facts came back from another machine; deleted when it is shown."""

KEPT = "news_kept"
"""The key of how many new facts a saved profile.md lacked; deleted when it is shown."""

# The most facts of each kind that one line shows.
_MOST_FACTS = 5

# Seconds. An update that is recorded as running for longer was killed.
_LONGEST_UPDATE = 900.0

# The least columns in which the beginning of a fact is worth showing.
_SHORTEST = 12


# "learned" or "removed", the number of such facts, and the first ones to show.
_Changes = tuple[str, int, list[str]]


def take(store: Store, width: int) -> list[str]:
    """Return one line about what was learned since the last call, [] if nothing was.

    The line is at most `width` columns wide. It shows the facts themselves as far as they fit.
    Facts that have left the profile since are only counted. If the user made memory forget anything
    since, these are not even counted, because one of them may be what was forgotten. Purged facts
    are not counted either.

    Every prompt calls this, so it never waits: if the database is locked, it returns [], and the
    next prompt has the notice.
    """
    db, memory = store.db, "llm memory"
    if store.folder.name:  # the shell in which the command is typed may use another profile
        memory += f" --profile {store.folder.name}"
    if (marked := state.get(db, MARKED)) and _take_once(db, MARKED):
        facts = "1 fact" if marked == "1" else f"{marked} facts"
        line = (
            f"memory: {facts} said on this machine, or with #local, now stay on it ({memory} show)"
        )
        return [_cut(line, width)]
    if (back := state.get(db, LEFT_OUT)) and _take_once(db, LEFT_OUT):
        facts = "1 forgotten fact" if back == "1" else f"{back} forgotten facts"
        line = f"memory: {facts} came back by sync: left out ({memory} add keeps it)"
        return [_cut(line, width)]
    if (kept := state.get(db, KEPT)) and _take_once(db, KEPT):
        facts = "1 new fact" if kept == "1" else f"{kept} new facts"
        line = f"memory: the profile.md you saved lacked {facts}: kept ({memory} forget removes)"
        return [_cut(line, width)]
    told = int(state.get(db, _SHOWN) or 0)
    row = db.execute(_NEW, {"told": told, "begun": time.time() - _LONGEST_UPDATE}).fetchone()
    if row["newest"] is None:
        return []
    span, profile = (told, row["newest"]), _profile(store)
    both = (_learned(db, span, profile), _removed(db, span))
    changes = [(verb, total, texts) for verb, total, texts in both if total]
    waiting = _waiting(db, span, profile) if row["waiting"] else 0
    if not _mark_shown(db, row["newest"]) or not (changes or waiting):
        return []
    return [_notice(changes, waiting, width, memory)]


# The new edits since an update. An update that still runs may have a lower number than a proposal
# of a tool. Then the notice of the proposal waits: otherwise what that update learns is never
# shown.
_NEW = """
    select max(update_id) as newest, sum(refusal != '') as waiting
    from edits where update_id > :told
    and (refusal = '' or id in (select edit_id from waiting where settled is null))
    and not exists (
        select 1 from updates u where u.id > :told and u.id < edits.update_id
        and u.status = 'running' and u.started > :begun
    )
"""

# Edits that were made, and whether the user made memory forget anything after their request.
_MADE = """
    select e.op, e.old, e.new, exists (select 1 from forgotten where at >= u.started) as forgotten
    from edits e join updates u on u.id = e.update_id
    where e.update_id > ? and e.update_id <= ? and e.refusal = '' and (e.old != '' or e.new != '')
    order by e.id
"""


def _profile(store: Store) -> str:
    with suppress(ProfileError):
        return profile_file.read(store.folder) or ""
    return ""


def _learned(db: sqlite3.Connection, span: tuple[int, int], profile: str) -> _Changes:
    """The facts that were learned; those that the profile still has may be shown."""
    lines = {line.strip().lstrip("-*+ \t").partition(" #")[0] for line in profile.splitlines()}
    kept, gone = [], 0
    for row in db.execute(_MADE, span):
        if row["op"] == "remove":
            continue
        if row["new"].partition(" #")[0] in lines:
            kept.append(row["new"])
        else:
            gone += not row["forgotten"]
    return "learned", len(kept) + gone, _shown(kept)


def _removed(db: sqlite3.Connection, span: tuple[int, int]) -> _Changes:
    """The facts that were removed, unless something was forgotten since."""
    made = (row for row in db.execute(_MADE, span) if row["op"] == "remove")
    texts = [row["old"] for row in made if not row["forgotten"]]
    return "removed", len(texts), _shown(texts)


def _waiting(db: sqlite3.Connection, span: tuple[int, int], profile: str) -> int:
    """How many of the new edits `llm memory review` asks about: not those dropped before."""
    from . import review_queue  # imported here: few prompts follow an edit that waits

    query = "select id from edits where update_id > ? and update_id <= ?"
    new = {row["id"] for row in db.execute(query, span)}
    return sum(edit.id in new for edit in review_queue.open_edits(db, profile))


def _shown(texts: Iterable[str]) -> list[str]:
    """The first few texts, each on one line and without invisible characters."""
    return list(dict.fromkeys(" ".join(visible(text).split()) for text in texts))[:_MOST_FACTS]


def _notice(changes: list[_Changes], waiting: int, width: int, memory: str = "llm memory") -> str:
    end = f" ({memory} history)"
    if waiting:
        verb = "waits" if waiting == 1 else "wait"
        end = f"{'; ' if changes else ''}{waiting} {verb} for you ({memory} review)"
    counted = [f"{verb} {count} fact{'' if count == 1 else 's'}" for verb, count, _ in changes]
    room = width - len(f"memory: {'; '.join(counted)}{end}")
    for number, (verb, count, texts) in enumerate(changes):
        short = counted[number]
        if listed := _listed(texts, count, room + len(short) - len(verb) - 1):
            counted[number] = f"{verb} {listed}"
            room -= _columns(counted[number]) - len(short)
    return _cut(f"memory: {'; '.join(counted)}{end}", width)


def _listed(texts: list[str], count: int, room: int) -> str:
    """The texts that fit, in quotation marks; a part of the first, or "", if none does."""
    from_the_first = (texts[:number] for number in range(len(texts), 0, -1))
    for shown in (*from_the_first, *([text] for text in texts)):
        listed = ", ".join(f"“{text}”" for text in shown) + _rest(count - len(shown))
        if _columns(listed) <= room:
            return listed
    left = room - len(f"“”{_rest(count - 1)}")
    return f"“{_cut(texts[0], left)}”{_rest(count - 1)}" if texts and left >= _SHORTEST else ""


def _rest(count: int) -> str:
    return f", and {count} more" if count else ""


def _cut(text: str, width: int) -> str:
    """The text, or the beginning of it that fits, with an ellipsis."""
    if _columns(text) <= width:
        return text
    while _columns(text) >= width and text:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _columns(text: str) -> int:
    """The columns of a terminal that the text takes, at most."""
    return sum(_width(letter) for letter in text)


def _width(letter: str) -> int:
    if east_asian_width(letter) in "WF":
        return 2
    return 0 if category(letter) in ("Mn", "Me", "Cf") and letter != "\ufe0f" else 1


def _take_once(db: sqlite3.Connection, key: str) -> bool:
    """Delete the entry that is about to be shown; false as in `_mark_shown`."""
    return _changed_at_once(db, "delete from meta where key = ?", (key,))


def _mark_shown(db: sqlite3.Connection, newest: int) -> bool:
    """Record that the notice is shown; false if that fails, or another prompt showed it."""
    return _changed_at_once(
        db,
        "insert into meta values (?, ?) on conflict do update set value = excluded.value "
        "where cast(value as integer) < excluded.value",
        (_SHOWN, newest),
    )


def _changed_at_once(db: sqlite3.Connection, query: str, values: tuple[object, ...]) -> bool:
    """Whether a query changed a row, without waiting for the database."""
    patience = db.execute("pragma busy_timeout").fetchone()[0]
    db.execute("pragma busy_timeout = 0")
    try:
        return db.execute(query, values).rowcount > 0
    except sqlite3.OperationalError:
        return False
    finally:
        db.execute(f"pragma busy_timeout = {patience}")
