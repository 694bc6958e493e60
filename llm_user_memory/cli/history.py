"""The commands about the profile's versions: `history`, `diff`, `undo`."""

import sys
from collections.abc import Iterator
from typing import NamedTuple

import click

from ..learn import manual
from ..profile.differences import differences, unified
from ..store.profile import history as profile_history
from ..store.profile import versions
from ..store.profile.history import Version
from .base import Number, json_option, limit_option, memory, moment, opened_memory
from .changes import tell_versions
from .exits import NOTHING
from .output import echo, echo_json, item

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


class _Step(NamedTuple):
    """A version, and its differences from the one before.

    `moves` has the facts that moved to the archive (true) or from it.
    """

    version: Version
    removed: list[str]
    added: list[str]
    moves: dict[str, bool]


@memory.command()
@click.option("--to", "n", type=Number(1), metavar="N", help="Go back to version N")
@json_option
def undo(n: int | None, as_json: bool) -> None:
    """
    Go back to the previous version of the profile, or to N

    Run it again to go back one version more. An undo creates a version too, so
    nothing is lost: "llm memory history" lists all versions.
    """
    with opened_memory() as store:
        before, after = manual.undo(store) if n is None else manual.restore(store, n)
    tell_versions(before, after, as_json=as_json)


@memory.command()
@click.argument("old", type=int, required=False, metavar="[N]")
@click.argument("new", type=int, required=False, metavar="[M]")
@json_option
def diff(old: int | None, new: int | None, as_json: bool) -> None:
    """
    Show what changed between two versions of the profile

    By default M is the current version, and N is the version before M. The exit code
    is 1 if the two versions do not differ.
    """
    with opened_memory() as store:
        current = versions.read(store)
        after = current if new is None else manual.version(store.db, new)
        before = (
            profile_history.preceding(store.db, after)
            if old is None
            else manual.version(store.db, old)
        )
    lines = list(_diff(before, after))
    if as_json:
        found = differences(before.text if before else "", after.text)
        versions_shown = {"from": before.n if before else None, "to": after.n}
        echo_json({**versions_shown, "added": found.added, "removed": found.removed, "diff": lines})
    else:
        _print_diff(lines)
    sys.exit(0 if lines else NOTHING)


def _print_diff(lines: list[str]) -> None:
    for number, line in enumerate(lines):
        colour = _COLOURS.get(line[:1]) if number > 1 else None  # the first two are a header
        echo(line, fg=colour) if colour else echo(line)
    if not lines:
        echo("No difference.", err=True)


@memory.command()
@limit_option("versions")
@json_option
def history(limit: int, as_json: bool) -> None:
    """
    List the versions of the profile, newest first

    Each version is shown with the lines that it added and removed and with its origin:
    a command of yours, an edit of the file, or "learned" from a conversation. ">" marks
    facts that moved to the archive, "<" those that returned. "llm memory log" lists the
    requests behind learned versions.
    """
    with opened_memory() as store:
        versions.read(store)
        found = profile_history.newest(store.db, limit + 1)
    steps = [
        _Step(version, *differences(before.text if before else "", version.text))
        for version, before in zip(found, [*found[1:], None], strict=True)
    ][:limit]
    if as_json:
        echo_json([_as_json(step) for step in steps])
        return
    for version, removed, added, moves in steps:
        echo(f"{version.n:>5}  {moment(version.created)}  {_origin(version)}")
        for sign, lines in (("-", removed), ("+", added)):
            for line in lines:
                if not line.startswith("#"):
                    item(f"{sign} {line.removeprefix('- ')}", 9)
        for fact, is_archived in moves.items():
            item(f"{'>' if is_archived else '<'} {fact}", 9)


def _origin(version: Version) -> str:
    if version.update_id is not None:
        return f"{version.note}, update {version.update_id}"
    return version.note if version.restores is None else f"{version.note}, as {version.restores}"


def _as_json(step: _Step) -> dict[str, object]:
    version = step.version
    return {
        "version": version.n,
        "created": version.created,
        "origin": version.origin,
        "note": version.note,
        "update": version.update_id,
        "restores": version.restores,
        "removed": step.removed,
        "added": step.added,
        "archived": [fact for fact, is_archived in step.moves.items() if is_archived],
        "returned": [fact for fact, is_archived in step.moves.items() if not is_archived],
    }


def _diff(before: Version | None, after: Version) -> Iterator[str]:
    names = (f"version {before.n}" if before else "nothing", f"version {after.n}")
    return unified(before.text if before else "", after.text, names)
