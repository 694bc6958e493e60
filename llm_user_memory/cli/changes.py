"""Reports what a command changed, and which command takes it back: to a person, or as JSON.

For a person it goes to standard error, so that standard output has only what was asked for. The
JSON of every change has the keys `changed`, `what` and `take_back` (null if no command takes it
back), and others.
"""

from typing import Any

from ..profile.differences import differences
from ..settings import Folder
from ..store.locks import is_locked
from ..store.profile.history import Version
from ..text.plurals import counted
from .output import echo, echo_json, for_profile, item, say

# Of larger changes only the number of lines is printed. `llm memory diff` shows them.
_MOST_LINES = 6


def announce_wait(folder: Folder) -> None:
    """Print a line on stderr if `without_updates` will wait for another process."""
    if is_locked(folder.worker_lock):
        echo("Waiting for an update that is under way...", err=True)


def tell(
    what: str,
    *,
    back: str = "",
    again: str = "takes it back",
    as_json: bool = False,
    changed: bool = True,
    **values: Any,
) -> None:
    """Print in one sentence what was done. `back` is the command that takes it back.

    `again` says what that command does. `changed` is false if nothing was done. `values` are
    further keys of the JSON.
    """
    back = for_profile(back)
    if as_json:
        echo_json({"changed": changed, "what": what, "take_back": back or None, **values})
    else:
        say(f"{what} `{back}` {again}.".lstrip() if back else what, err=True)


def tell_versions(
    before: Version,
    after: Version | None,
    *,
    as_json: bool = False,
    unchanged: str = "The profile is as it was.",
    done: str = "",
    **values: Any,
) -> None:
    """Print how a command changed the profile; `after` is None if it did not.

    `done` says what it did if the command has listed the facts already: they are not listed again.
    """
    if after is None:
        tell(unchanged, as_json=as_json, changed=False, version=before.n, **values)
        return
    removed, added, moves = differences(before.text, after.text)
    was = f", as version {after.restores} was" if after.restores is not None else ""
    # An undo of an undo goes back further.
    back = "llm memory undo" if not was else f"llm memory undo --to {before.n}"
    what = f"Version {after.n}{was}."
    if as_json:
        found: dict[str, Any] = {
            "version": after.n,
            "restores": after.restores,
            "added": added,
            "removed": removed,
            "archived": [fact for fact, is_archived in moves.items() if is_archived],
            "returned": [fact for fact, is_archived in moves.items() if not is_archived],
        }
        tell(what, back=back, as_json=True, **found, **values)
        return
    lines = [
        f"{sign} {line.strip().removeprefix('- ')}"
        for sign, changed in (("-", removed), ("+", added))
        for line in changed
        if not done and not line.startswith("#")
    ]
    lines += [f"{'>' if is_archived else '<'} {fact}" for fact, is_archived in moves.items()]
    if 0 < len(lines) <= _MOST_LINES:
        for line in lines:
            item(line, 2, err=True)
    elif not done:
        what = f"Version {after.n}{was}: {_counts(len(added), len(removed), len(moves))}."
    tell(f"{done}: version {after.n}." if done else what, back=back, again="goes back")


def tell_learned(
    before: Version, after: Version, what: str, *, as_json: bool = False, **values: Any
) -> None:
    """Print how learning changed the profile. For a person, the caller has printed `what` already.

    Learning may have made several versions, so the command to take it back names the version before
    all of them.
    """
    is_changed = after.n > before.n
    back = f"llm memory undo --to {before.n}" if is_changed else ""
    if as_json:
        tell(what, back=back, as_json=True, changed=is_changed, version=after.n, **values)
    elif is_changed:
        tell(f"Version {after.n}.", back=back, again="takes all of it back")


def _counts(added: int, removed: int, moved: int) -> str:
    counts = f"{counted(added, 'line')} added, {counted(removed, 'line')} removed"
    if moved:
        counts += f", {counted(moved, 'fact')} moved to the archive or from it"
    return counts
