"""The settings of the server: the LLM_MEMORY_SERVER_* variables. docs/server.md explains each."""

import os
from collections.abc import Mapping
from typing import NamedTuple

from ..errors import ServerError

_PREFIX = "LLM_MEMORY_SERVER_"
_NEEDED = ("connections", "body_bytes")  # where 0 is no number to work with
_MOST = 10**9


class ServerSettings(NamedTuple):
    """What the server's processes are told by the environment.

    `database` is the URL of the application's role, "" for the embedded PostgreSQL, `admin` that
    of a role that may create tables and keys. `connections` is the most of each process.
    `body_bytes` is the largest body of a request. Each key may make `requests` a minute and
    have `at_once` that are not answered yet, and each user store `daily_bytes` a day, 0 for no
    limit.

    `embedder` is LLM's name of the model that makes vectors, "" for finding by words alone.
    `model` is LLM's name of the model that learns, "" for none; for each user it may take
    `daily_tokens`, 0 for no limit. A session is learned from when it was `quiet` for so many
    seconds; `learners` are learned from at the same time. `profile_tokens` is the most of the
    profile without its archive. The audit trail is kept for `audit_days`, 0 for ever.
    """

    database: str = ""
    admin: str = ""
    connections: int = 10
    body_bytes: int = 1_000_000
    requests: int = 6_000
    at_once: int = 64
    daily_bytes: int = 20_000_000
    embedder: str = ""
    model: str = ""
    daily_tokens: int = 200_000
    quiet: int = 600
    learners: int = 2
    profile_tokens: int = 1_500
    audit_days: int = 365


def read_settings(environ: Mapping[str, str] = os.environ) -> ServerSettings:
    """Return the settings. Raises ServerError if a value is no whole number that makes sense."""
    values: dict[str, str | int] = {}
    for field, kind in ServerSettings.__annotations__.items():
        variable = _PREFIX + field.upper()
        if not (text := environ.get(variable, "").strip()):
            continue
        values[field] = text if kind is str else _count(variable, text, field in _NEEDED)
    return ServerSettings(**values)  # type: ignore[arg-type]  # each is what its field says


def variables() -> dict[str, str | int]:
    """Return the default of each variable."""
    return {
        _PREFIX + field.upper(): default for field, default in ServerSettings()._asdict().items()
    }


def _count(variable: str, text: str, least: int) -> int:
    if not text.isdecimal() or not least <= int(text) <= _MOST:
        raise ServerError(
            f"{variable} must be a whole number from {least:d} to {_MOST:,}, and is “{text}”.",
            untouched="The server did not start.",
        )
    return int(text)
