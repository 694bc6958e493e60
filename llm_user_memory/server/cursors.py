"""Cursors, which say where the next page of a user's list begins.

They hold numbers that are counted over all users, such as those of messages: whoever read them
would learn how much others write. So a cursor is encrypted, with a key of the database, and opens
for its user alone. The hash of what it holds is its nonce and proves that it is ours.
"""

import base64
import hmac
import json
from hashlib import blake2b, shake_256
from typing import Any

_TAG = 16
_STEP = 64  # lengths tell no number of digits


class Cursors:
    """Makes the cursors of one user, and reads them."""

    def __init__(self, key: bytes, user: str) -> None:
        self._key = blake2b(user.encode(errors="surrogatepass"), key=key, digest_size=32).digest()

    def made(self, given: list[Any]) -> str:
        """Return what JSON can hold as a cursor."""
        data = json.dumps(given, ensure_ascii=False).encode()
        data += b" " * (-len(data) % _STEP)
        tag = self._tag(data)
        return base64.urlsafe_b64encode(tag + self._crypted(data, tag)).decode().rstrip("=")

    def read(self, cursor: str) -> Any:
        """Return what `made` was given. Raises ValueError if it is no cursor of this user."""
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        whole = base64.b64decode(padded, b"-_", validate=True)
        tag = whole[:_TAG]
        data = self._crypted(whole[_TAG:], tag)
        if not hmac.compare_digest(tag, self._tag(data)):
            raise ValueError
        return json.loads(data)

    def _tag(self, data: bytes) -> bytes:
        return blake2b(data, key=self._key, digest_size=_TAG).digest()

    def _crypted(self, data: bytes, tag: bytes) -> bytes:
        stream = shake_256(self._key + tag).digest(len(data))
        return bytes(one ^ other for one, other in zip(data, stream, strict=True))
