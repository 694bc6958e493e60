"""The keys of those who may use the API.

A key is `lum_ID_SECRET`, with 256 random bits in its secret. The database has its hash; as the
secret is random, one SHA-256 is enough. It is shown once, when it is made.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import ServerError

if TYPE_CHECKING:
    from psycopg import Connection

SCOPES = ("read", "write", "admin", "metrics")
"""What a key allows: "read" to query; "write" to add and delete single items; "admin" to delete or
export all data of a user; "metrics" to read the server's counters, which concern no user."""

TOOLS = "tools"
"""A scope that a key has only if it is named: over MCP also what changes, deletes or decides."""

_LONGEST = 200
_ADD = (
    "insert into llm_memory.keys (id, name, hash, scopes, for_user, shared, expires_at) "
    "values (%s, %s, %s, %s, %s, %s, %s)"
)
_REVOKE = (
    "update llm_memory.keys set revoked_at = now() "
    "where (id = %s or name = %s) and revoked_at is null"
)
_KEY = re.compile(r"lum_([a-z0-9]{12})_([A-Za-z0-9_-]{43})")
_ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"


class Key(NamedTuple):
    """A key that was found: `for_user` is the user it is bound to, None for a maker's key.

    `shared` are users whose memory it may search beside that of its user.
    """

    id: str
    name: str
    scopes: frozenset[str]
    for_user: str | None
    shared: frozenset[str] = frozenset()


def add(
    admin: "Connection",
    name: str,
    *,
    scopes: Collection[str] = SCOPES,
    for_user: str | None = None,
    shared: Collection[str] = (),
    expires_at: datetime | None = None,
) -> str:
    """Make a key and return it; it cannot be read again.

    Raises ServerError if the name, or the user's id, is none.
    """
    users = [("user's id", user) for user in (for_user, *shared) if user is not None]
    for what, given in (("name of a key", name), *users):
        require_name(what, given, untouched="No key was made.")
    key_id = "".join(secrets.choice(_ALPHABET) for _ in range(12))
    secret = secrets.token_urlsafe(32)
    bound = (for_user, sorted(set(shared)), expires_at)
    values = (key_id, name, _hash(secret), sorted(scopes), *bound)
    admin.execute(_noted(_ADD, "add key"), values)
    return f"lum_{key_id}_{secret}"


def require_name(what: str, given: str, *, untouched: str) -> None:
    """Raise ServerError if what was given cannot be the name or id that `what` says."""
    if not (0 < len(given) <= _LONGEST and given.isprintable()):
        message = f"A {what} has 1 to {_LONGEST} printable characters."
        raise ServerError(message, untouched=untouched)


def require_new(admin: "Connection", name: str) -> None:
    """Raise ServerError if a key that is not revoked has the name, as `revoke` revokes both."""
    query = "select 1 from llm_memory.keys where name = %s and revoked_at is null"
    if admin.execute(query, [name]).fetchone():
        raise ServerError(
            f"There is a key “{name}” already.",
            untouched="No key was made.",
            remedy="Give this one another name; `key revoke` revokes the other one.",
        )


def id_of(key: str) -> str:
    """Return the id of a key that was made."""
    return key.split("_")[1]


def revoke(admin: "Connection", wanted: str) -> int:
    """Revoke the keys with this name or id; returns how many. Raises ServerError for none."""
    count: int = admin.execute(_noted(_REVOKE, "revoke key"), (wanted, wanted)).rowcount
    if not count:
        raise ServerError(
            f"There is no key “{wanted}”.",
            untouched="Nothing was changed.",
            remedy="`llm memory serve key list` lists them.",
        )
    return count


def listed(admin: "Connection") -> list[tuple[Any, ...]]:
    """Return (id, name, scopes, user, created, expires, revoked) of each key, the newest first."""
    found: list[tuple[Any, ...]] = admin.execute(
        "select id, name, scopes, for_user, created_at, expires_at, revoked_at "
        "from llm_memory.keys order by created_at desc, id"
    ).fetchall()
    return found


def any_is_valid(admin: "Connection") -> bool:
    """Tell whether there is a key that can be used."""
    query = (
        "select 1 from llm_memory.keys where revoked_at is null "
        "and (expires_at is null or expires_at > now()) limit 1"
    )
    return admin.execute(query).fetchone() is not None


def presented(authorization: str) -> str:
    """Return the key in a header `Authorization: Bearer KEY`, "" for none. It may not be ours."""
    scheme, _, given = authorization.partition(" ")
    return given.strip() if scheme.lower() == "bearer" else ""


def find(connection: "Connection[Any]", given: str) -> Key | None:
    """Return the key that was given, None if it is none that is valid now."""
    match = _KEY.fullmatch(given)
    if match is None:
        return None
    row = connection.execute("select * from find_key(%s)", (match[1],)).fetchone()
    # Compared also if there is none, so that the time tells nothing.
    stored = bytes(row["hash"]) if row else bytes(32)
    if not hmac.compare_digest(stored, _hash(match[2])) or row is None:
        return None
    return Key(
        match[1], row["name"], frozenset(row["scopes"]), row["for_user"], frozenset(row["shared"])
    )


def _noted(change: str, action: str) -> str:
    """The statement that changes keys, and records each of them in the audit trail."""
    return (
        f"with changed as ({change} returning id, for_user) "
        "insert into llm_memory.audit (key_id, subject, action, number) "
        f"select id, llm_memory.subject_of(for_user), '{action}', 1 from changed"
    )


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
