"""What a request is answered when it fails: RFC 9457, `application/problem+json`."""

from collections.abc import Mapping
from typing import Any

MEDIA_TYPE = "application/problem+json"

TITLES: Mapping[str, tuple[int, str]] = {
    "malformed": (400, "The request cannot be read"),
    "no-filter": (400, "Nothing says what to delete"),
    "no-key": (401, "A valid key is needed"),
    "no-user": (400, "The request names no user"),
    "wrong-user": (403, "The key is for another user"),
    "wrong-scope": (403, "The key may not do this"),
    "read-only": (403, "This server only reads"),
    "not-found": (404, "There is no such thing"),
    "method": (405, "This path has no such method"),
    "conflict": (409, "It contradicts what is there"),
    "no-model": (409, "The server has no model to ask"),
    "too-large": (413, "The request is too large"),
    "invalid": (422, "The request is not valid"),
    "key-reused": (422, "The idempotency key was used for another request"),
    "too-many": (429, "Too many requests"),
    "limit": (429, "A limit of the user is reached"),
    "failed": (500, "An error of the server"),
    "unavailable": (503, "The database or a model cannot be asked now"),
}
"""The status and the title of each kind of problem."""


class Problem(Exception):
    """Ends a request; nothing that it changed is kept.

    `kind` is one of TITLES, `detail` says what is wrong in this case. `errors` lists places in the
    request. `retry_after` is in seconds.
    """

    def __init__(
        self,
        kind: str,
        detail: str = "",
        *,
        errors: list[dict[str, str]] | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail
        self.errors = errors
        self.retry_after = retry_after

    @property
    def status(self) -> int:
        return TITLES[self.kind][0]

    def body(self) -> dict[str, Any]:
        """Return the members of the problem."""
        status, title = TITLES[self.kind]
        found: dict[str, Any] = {
            "type": f"urn:llm-user-memory:problem:{self.kind}",
            "title": title,
            "status": status,
        }
        if self.detail:
            found["detail"] = self.detail
        if self.errors:
            found["errors"] = self.errors
        return found

    def headers(self) -> dict[str, str]:
        found = {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}
        return found | ({"WWW-Authenticate": "Bearer"} if self.status == 401 else {})
