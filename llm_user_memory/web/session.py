"""One run of the page: its secrets, when it was used last, and what it has to say."""

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

_MOST_SAID = 50


@dataclass(frozen=True)
class Said:
    """What came of an action: a sentence, whether it is a refusal, and then what was typed."""

    text: str
    refused: bool = False
    typed: Mapping[str, str] = field(default_factory=dict)


class Session:
    """The secrets of one run. All are random, and none outlives the process.

    `path` begins every address. The ticket of the first link opens the page once; the browser then
    has the cookie. `form_key` is in each form.
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

    @property
    def link(self) -> str:
        """The address that opens the page, once."""
        return f"http://{self.hosts[0]}{self.path}/enter?ticket={self._ticket}"

    def redeem(self, ticket: str) -> bool:
        """Tell whether the ticket is that of the link; no ticket is good a second time."""
        if self._ticket is None or not _same(ticket, self._ticket):
            return False
        self._ticket = None
        return True

    def knows(self, cookie: str) -> bool:
        """Tell whether a cookie is the one that the link was exchanged for."""
        return self._ticket is None and _same(cookie, self.cookie)

    def is_form_of_ours(self, key: str) -> bool:
        """Tell whether a form came from one of these pages."""
        return _same(key, self.form_key)

    def touch(self) -> None:
        """Note that somebody uses the page."""
        self.used = time.monotonic()

    def idle(self) -> float:
        """Return for how many seconds nobody has used the page."""
        return time.monotonic() - self.used

    def say(self, said: Said) -> str:
        """Keep what the next page says; returns its number."""
        number = secrets.token_urlsafe(6)
        self._said[number] = said
        while len(self._said) > _MOST_SAID:
            self._said.popitem(last=False)
        return number

    def said(self, number: str) -> Said | None:
        """Return what was kept under a number, or None."""
        return self._said.get(number)


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(errors="replace"), other.encode())
