"""A keyed hash (BLAKE2b) without OpenSSL.

`hashlib` and `hmac` load OpenSSL, and the idle daemon would keep its 5 MB in memory.
"""

from _blake2 import blake2b
from _operator import _compare_digest


def of(text: bytes, key: bytes, size: int) -> str:
    """Return the hash of a text in `size` bytes, as hexadecimal digits. A key has at most 64."""
    return blake2b(text, key=key, digest_size=size).hexdigest()


def is_same(one: str, other: str) -> bool:
    """Tell whether two hashes are the same, in a time that does not depend on where they differ."""
    return _compare_digest(one.encode(errors="replace"), other.encode(errors="replace"))
