"""Whose conversations an export of Claude has.

The export of a team has those of all its members. Each conversation names its account, and
`users.json`, beside the conversations, lists the accounts with their addresses. Only the user's
words may count, so where several accounts are named, nothing does before it is known which one is
the user's: because `users.json` lists only that one, or because the user said so.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import NamedTuple, TextIO

from . import claude, files
from .streams import decoded, elements
from .values import members, text

# The most accounts that a sentence names.
_NAMED = 3


class Whose(NamedTuple):
    """The ids of the accounts whose conversations count; None for all. `problem` if none does."""

    own: frozenset[str] | None
    problem: str = ""

    def counts(self, conversation: object) -> bool:
        """Tell whether a conversation is of the user's account."""
        return self.own is None or claude.account_of(conversation) in self.own


def whose(path: Path, file: BufferedReader, named: str) -> Whose:
    """Return whose conversations count in an export: a zip, or a file beside the others of it.

    `named` is the address or id of the user's account, "" if the user named none. `file` is the
    opened file of `path`, and is at its beginning afterwards. Raises OSError, and ImportFileError
    for a broken zip.
    """
    said: set[str] = set()
    users: dict[str, str] = {}
    for place, stream in _texts(path, file):
        with suppress(*files.FAILURES):
            for row in elements(stream):
                if files.is_users(place):
                    user = members(row.value)
                    if own_id := text(user.get("uuid")):
                        users[own_id] = text(user.get("email_address"))
                else:
                    said.add(claude.account_of(row.value))
    return decided(said - {""}, users, named)


def decided(said: Collection[str], users: Mapping[str, str], named: str) -> Whose:
    """Return whose conversations count: `said` has their accounts, `users` the listed addresses."""
    known = {**dict.fromkeys(sorted(said), ""), **users}
    if named and known:
        wanted = named.casefold()
        own = {one for one in known if wanted in (one.casefold(), known[one].casefold())}
        return Whose(frozenset(own), "" if own else f"It names no account {named}.")
    if len(known) < 2:
        return Whose(None)
    if len(users) == 1 and set(users) & set(said):
        return Whose(frozenset(users))
    shown = [known[one] or one for one in known]
    more = ", ..." if len(shown) > _NAMED else ""
    return Whose(
        frozenset(),
        f"It is of {len(shown)} accounts ({', '.join(shown[:_NAMED])}{more}) and does not tell "
        "which one is yours, so nothing of it is used. Name yours with `--account`.",
    )


def _texts(path: Path, file: BufferedReader) -> Iterator[tuple[Path, TextIO]]:
    """The texts of an export that tell of accounts, those that can be read."""
    if files.is_zip(file):
        for each in files.texts(path, file, packed=True, is_wanted=files.tells_accounts):
            if isinstance(each, tuple):
                yield each
        file.seek(0)
        return
    with _borrowed(file) as stream:
        yield path, stream
    for place in sorted(path.parent.iterdir()) if files.is_export(path) else ():
        if place != path and files.tells_accounts(place.name):
            with suppress(*files.FAILURES), files.opened(place) as stream:
                yield place, stream


@contextmanager
def _borrowed(file: BufferedReader) -> Iterator[TextIO]:
    """Read a file as text, and leave it open and at its beginning."""
    stream = decoded(file)
    try:
        yield stream
    finally:
        stream.detach()
        file.seek(0)
