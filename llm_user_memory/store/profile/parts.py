"""Splits a text into content-defined chunks, called parts, and compresses and hashes them. Pure.

A version of the profile shares most of its lines with the version before. So a text is split into
parts of some thirty lines, and a part that several versions have is stored once. The end of a part
depends on its lines and not on their position, so that adding a line changes only the part with
that line. The same text is always split in the same way.
"""

import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mmap import mmap

# Bytes. A part is at least `_SHORTEST` long. After `_LONG`, lines that are neither headings nor
# list items may begin the next part, too. So a compressed part fits into a database page.
_SHORTEST = 512
_LONG = 4096

# One in `_ITEMS` list items begins a part; after `_LONG` bytes, so does one in `_LINES` lines.
_ITEMS = 32
_LINES = 4

_ITEM_MARKS = (b"-", b"*", b"+")
_MIXER = 2_654_435_761

_DIGEST_SIZE = 16

# The first bytes of zlib's output; how many bytes `found_in` decompresses at a time; and the most
# decompressed bytes that it returns of one place.
_HEADER = b"\x78\x9c"
_STEP = 256
_MOST_FOUND = 1_000_000


def split(text: bytes, known: Iterable[bytes] = ()) -> list[bytes]:
    """Return the parts of a text in UTF-8, in their order; joined they are the text.

    Each but the last ends with a line break, and none but the first begins with an indented line,
    which could continue a fact. `known` are the parts of another text, such as the version before:
    where the text has one of them, its lines are not looked at again. The result is the same.
    """
    by_beginning = {part[:_SHORTEST]: part for part in known}
    found, start = [], 0
    while start < len(text):
        part = by_beginning.get(text[start : start + _SHORTEST])
        if part is None or not _has_part(text, part, start):
            part = text[start : _end_of_part(text, start)]
        found.append(part)
        start += len(part)
    return found


def digest(content: bytes) -> bytes:
    """Return the hash that identifies a part, or the whole text of a version."""
    return blake2b(content, digest_size=_DIGEST_SIZE).digest()


def compress(content: bytes) -> bytes:
    """Return the content compressed with zlib, or unchanged if that would not make it shorter.

    This is the format of SQLite archives: SQLite's shell shows a part with `sqlar_uncompress`.
    """
    compressed = zlib.compress(content)
    return compressed if len(compressed) < len(content) else content


def decompress(stored: object, size: object) -> bytes:
    """Return the content of `size` bytes from its stored form.

    Raises ValueError if `stored` is invalid, as in a damaged database.
    """
    if not isinstance(stored, bytes):
        raise ValueError("a part is no bytes")
    if len(stored) == size:
        return stored
    try:
        return zlib.decompress(stored)
    except zlib.error as error:
        raise ValueError(f"a part cannot be decompressed: {error}") from error


def found_in(content: "bytes | mmap") -> Iterator[bytes]:
    """Yield what can be decompressed at each place of a file where a compressed part may begin.

    The file may be a database, a copy or a write-ahead log, damaged or not. Of a part that
    continues on another page only the beginning is returned.
    """
    start = content.find(_HEADER)
    while start >= 0:
        yield _beginning(content, start)
        start = content.find(_HEADER, start + 1)


def _beginning(content: "bytes | mmap", start: int) -> bytes:
    stream, found = zlib.decompressobj(), b""
    with suppress(zlib.error):
        for place in range(start, len(content), _STEP):
            found += stream.decompress(content[place : place + _STEP])
            if stream.eof or len(found) > _MOST_FOUND:
                break
    return found


def _has_part(text: bytes, part: bytes, start: int) -> bool:
    """Whether the part that begins at `start` is this part of another text.

    Where a part ends depends on its own lines and on the line after it, and on nothing else.
    """
    stop = start + len(part)
    if not text.startswith(part, start):
        return False
    return stop == len(text) or (part[-1:] == b"\n" and _may_end(text, start, stop))


def _end_of_part(text: bytes, start: int) -> int:
    """The end of the part that begins at `start`."""
    stop = text.find(b"\n", start) + 1
    while 0 < stop < len(text) and not _may_end(text, start, stop):
        stop = text.find(b"\n", stop) + 1
    return stop or len(text)


def _may_end(text: bytes, start: int, stop: int) -> bool:
    """Whether a part from `start` ends before the line that begins at `stop`."""
    size = stop - start
    if size < _SHORTEST:
        return False
    after = text.find(b"\n", stop)
    return _begins_part(text[stop:] if after < 0 else text[stop:after], size)


def _begins_part(line: bytes, size: int) -> bool:
    """Whether a part of this size ends before the line."""
    if line.startswith(b"#"):
        return True
    is_item = line.startswith(_ITEM_MARKS)
    if not is_item and size < _LONG:
        return False
    # Checksums of lines that differ only in a number are similar; multiplied, their upper bits are
    # not.
    chance = zlib.crc32(line) * _MIXER % 2**32 >> 16
    if is_item and chance % _ITEMS == 0:
        return True
    return size >= _LONG and chance % _LINES == 0 and line.decode()[:1].strip() != ""
