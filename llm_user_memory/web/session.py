"""The state of one run of the page: its secrets, when it was last used, and its messages."""

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

_MOST_SAID = 50

# Seconds for which the whole document may be edited: typing into a form sends no request.
_LONGEST_EDIT = 8 * 3600.0


@dataclass(frozen=True)
class Said:
    """The message about an action, for the next page; after a refusal with what the user typed."""

    text: str
    refused: bool = False
    typed: Mapping[str, str] = field(default_factory=dict)


class Session:
    """The state of one run. Its secrets are random, and exist only in memory.

    Every URL begins with `path`. The ticket in the first link is exchanged for the cookie, once.
    `form_key` is in each form, against cross-site request forgery.
    """

    def __init__(self, port: int) -> None:
        self.hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self.path = f"/{secrets.token_urlsafe(16)}"
        self.cookie_name = f"llm_memory_{port}"
        self.cookie = secrets.token_urlsafe(32)
        self.form_key = secrets.token_urlsafe(32)
        self._ticket: str | None = secrets.token_urlsafe(32)
        self._said: OrderedDict[str, Said] = OrderedDict()
        self.used = time.monotonic()
        self._is_edited = False

    @property
    def link(self) -> str:
        """The URL that opens the page. It works once."""
        return f"http://{self.hosts[0]}{self.path}/enter?ticket={self._ticket}"

    def redeem(self, ticket: str) -> bool:
        """Tell whether the ticket is that of the link, and invalidate it if so."""
        if self._ticket is None or not _same(ticket, self._ticket):
            return False
        self._ticket = None
        return True

    def knows(self, cookie: str) -> bool:
        """Tell whether this is the cookie, and the ticket has been exchanged for it."""
        return self._ticket is None and _same(cookie, self.cookie)

    def is_form_of_ours(self, key: str) -> bool:
        """Tell whether this is the key in the forms of this run."""
        return _same(key, self.form_key)

    def touch(self) -> None:
        """Record that the page was used now."""
        self.used = time.monotonic()

    def show(self, page: str) -> None:
        """Record which page is shown: the user may be typing into the whole document for long."""
        self._is_edited = page == "document"

    def idle(self) -> float:
        """Return the number of seconds since the page was last used, or may have been."""
        return time.monotonic() - self.used - (_LONGEST_EDIT if self._is_edited else 0.0)

    def say(self, said: Said) -> str:
        """Store a message for the next page; return its key for the URL.

        Only the latest messages are kept, so a very old page may lose its message.
        """
        number = secrets.token_urlsafe(6)
        self._said[number] = said
        while len(self._said) > _MOST_SAID:
            self._said.popitem(last=False)
        return number

    def said(self, number: str) -> Said | None:
        """Return the message with this key, or None."""
        return self._said.get(number)


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(errors="replace"), other.encode())
