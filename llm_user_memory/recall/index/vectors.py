"""Storing embedding vectors, and finding those nearest to a query, in pure Python.

A vector is stored as one signed byte per dimension, for exact comparison, and as one bit per
dimension, for choosing candidates by Hamming distance. The bits of a million passages take 32 MB
and are scanned in a tenth of a second, thousands of passages at once in Python's large integers.
"""

import json
import math
import re
import sqlite3
import struct
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from operator import mul

# The number of passages whose bits are stored together, in one row.
BLOCK = 4096

# The number of passages near by their bits that are compared exactly: as a rule, and at most.
_COMPARED = 400
_MAX_COMPARED = 900

# A distance larger than that of any passage.
_EMPTY = 255

# A lane of eight bits holds what so many bytes count to.
_BYTES_PER_LANE = 31

# Bytes of a lane that holds the product of two vectors, if they have less than 130,000 dimensions.
_LANE_BYTES = 4

# How far a signed byte is above the lowest that there is, and below the highest.
_ABOVE = bytes((byte + 128) % 256 for byte in range(256))
_BELOW = bytes(255 - byte for byte in _ABOVE)


def packed(vector: Sequence[float]) -> bytes:
    """Return a vector as signed bytes, scaled to one length: a product is then the similarity."""
    scale = _length(len(vector)) / (math.sqrt(sum(map(mul, vector, vector))) or 1.0)
    bound = 127.0
    return array(
        "b", (round(max(-bound, min(bound, scale * number))) for number in vector)
    ).tobytes()


def put(db: sqlite3.Connection, vectors: Mapping[int, bytes]) -> None:
    """Store the packed vectors of passages, by number. Call it inside a transaction."""
    db.executemany("insert or replace into vectors values (?, ?)", vectors.items())
    _put_bits(db, {number: _bits(vector) for number, vector in vectors.items()})


def drop(db: sqlite3.Connection, passages: Iterable[int]) -> None:
    """Delete the vectors of these passages. Call it inside a transaction."""
    gone = dict.fromkeys(passages, b"")
    db.executemany("delete from vectors where passage = ?", [(number,) for number in gone])
    _put_bits(db, gone)


def nearest(
    db: sqlite3.Connection,
    question: Sequence[float],
    limit: int,
    among: Sequence[int] | None = None,
) -> dict[int, float]:
    """Return the nearest passages with their cosine similarity: 1 is identical, 0 unrelated.

    With `among`, only those passages are compared; it should be short.
    """
    target = packed(question)
    near = _candidates(db, _bits(target)) if among is None else among
    query = "select passage, vector from vectors where passage in (select value from json_each(?))"
    rows = db.execute(query, (json.dumps(list(near)),)).fetchall()
    stored = {row[0]: row[1] for row in rows if len(row[1]) == len(target)}
    largest = _length(len(target)) ** 2 or 1.0
    products = _products(target, list(stored.values()))
    scores = {
        number: min(1.0, each / largest) for number, each in zip(stored, products, strict=True)
    }
    best = sorted(scores, key=lambda number: -scores[number])[:limit]
    return {number: scores[number] for number in best if scores[number] > 0}


def _products(target: bytes, vectors: Sequence[bytes]) -> tuple[int, ...]:
    """The dot products of `target` and each of `vectors`.

    One large integer has a lane per vector. For each dimension, the lanes are filled with the
    vectors' components, multiplied by the target's component, and added to the total. A lane must
    not be negative, so a component is counted from the lowest signed byte, or down from the highest
    if the target's is negative. The surplus is the same in all lanes and is subtracted last.
    """
    joined = b"".join(vectors)
    above, below = joined.translate(_ABOVE), joined.translate(_BELOW)
    lanes = bytearray(_LANE_BYTES * len(vectors))
    total = surplus = 0
    for place, weight in enumerate(array("b", target)):
        lanes[::_LANE_BYTES] = (above if weight > 0 else below)[place :: len(target)]
        total += abs(weight) * int.from_bytes(lanes, "little")
        surplus += weight * 128 if weight > 0 else -weight * 127
    sums = struct.unpack(f"<{len(vectors)}I", total.to_bytes(len(lanes), "little"))
    return tuple(each - surplus for each in sums)


def _candidates(db: sqlite3.Connection, bits: bytes) -> list[int]:
    """The passages whose bits differ least, a few more than are compared if many are alike."""
    blocks, distances = [], []
    for block, stored in db.execute("select block, bits from codes order by block"):
        if len(stored) == BLOCK * (len(bits) + 1):  # else of another model
            blocks.append(block)
            distances.append(_distances(stored, bits))
    together = b"".join(distances)
    bound = bisect_left(range(_EMPTY - 1), _COMPARED, key=lambda most: _within(together, most))
    within = re.compile(b"[\\0-" + re.escape(bytes([bound])) + b"]")
    places = (match.start() for match in within.finditer(together))
    return [
        blocks[place // BLOCK] * BLOCK + place % BLOCK for place in islice(places, _MAX_COMPARED)
    ]


def _within(distances: bytes, most: int) -> int:
    """The number of distances up to a limit."""
    return len(distances.translate(None, bytes(range(most + 1, 256))))


def _distances(stored: bytes, bits: bytes) -> bytes:
    """The Hamming distance of each passage of a block to the question, one byte each.

    Distances are shifted right until they fit a byte. A place without a passage gets `_EMPTY`. Each
    byte of the codes is compared for all passages at once; the counts are added up in lanes.
    """
    number = len(stored) // (len(bits) + 1)
    total = 0
    for first in range(0, len(bits), _BYTES_PER_LANE):
        lanes = 0
        for place, byte in enumerate(bits[first : first + _BYTES_PER_LANE], start=first):
            column = stored[place * number : (place + 1) * number]
            lanes += int.from_bytes(column.translate(_differing_bits(byte)), "little")
        wide = bytearray(2 * number)
        wide[::2] = lanes.to_bytes(number, "little")
        total += int.from_bytes(wide, "little")
    scale = max(0, (8 * len(bits)).bit_length() - 8)
    distances = (total >> scale).to_bytes(2 * number, "little")[::2]
    empty = int.from_bytes(stored[-number:], "little")
    return (int.from_bytes(distances, "little") | empty).to_bytes(number, "little")


@cache
def _differing_bits(byte: int) -> bytes:
    """For each of the 256 bytes, the number of bits in which it differs from this one."""
    return bytes((other ^ byte).bit_count() for other in range(256))


def _bits(vector: bytes) -> bytes:
    """The signs of a packed vector, eight to a byte."""
    signs = "".join("1" if number > 127 else "0" for number in vector)
    return int(signs or "0", 2).to_bytes((len(vector) + 7) // 8, "big")


def _put_bits(db: sqlite3.Connection, bits: Mapping[int, bytes]) -> None:
    """Write the bits of passages into their blocks; empty bits mark a place as `_EMPTY`.

    A block is stored by column: the first byte of all its passages, then the second, and so on. The
    last column has a zero for each place that has a passage, and `_EMPTY` for the others.
    """
    by_block: dict[int, dict[int, bytes]] = defaultdict(dict)
    for number, code in bits.items():
        by_block[number // BLOCK][number % BLOCK] = code
    for block, places in by_block.items():
        row = db.execute("select bits from codes where block = ?", (block,)).fetchone()
        size = max(map(len, places.values())) or (len(row[0]) // BLOCK - 1 if row else 0)
        is_same = row and len(row[0]) == BLOCK * (size + 1)
        empty = bytes(size) + bytes([_EMPTY])
        stored = bytearray(row[0] if is_same else bytes(BLOCK * size) + bytes([_EMPTY]) * BLOCK)
        for place, code in places.items():
            stored[place::BLOCK] = code + b"\0" if code else empty
        if size:
            db.execute("insert or replace into codes values (?, ?)", (block, bytes(stored)))


def _length(size: int) -> float:
    """The length of packed vectors, so that components four times the usual ones fit in a byte."""
    return 127 * math.sqrt(size) / 4
