"""What passages mean, as numbers, and which come nearest to a question. No model, no library.

A vector is kept as one signed byte for each dimension, to compare exactly, and as one bit, to
find what is worth comparing: of a million passages the bits are 32 MB, gone through in a tenth
of a second. Python's large integers do that for thousands of passages at once.
"""

import json
import math
import re
import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from operator import mul

# Passages whose bits are kept together, by number.
BLOCK = 4096

# How many of those that seem near are compared exactly, and at most.
_COMPARED = 400
_MOST = 900

_POPCOUNT = bytes(bin(byte).count("1") for byte in range(256))

# What is further away than any passage.
_NOTHING = 255

# A lane of eight bits holds what so many bytes count to.
_LANES = 31


def packed(vector: Sequence[float]) -> bytes:
    """Return a vector as signed bytes, all of one length, so that to compare is to multiply."""
    scale = _length(len(vector)) / (math.sqrt(sum(map(mul, vector, vector))) or 1.0)
    bound = 127.0
    return array(
        "b", (round(max(-bound, min(bound, scale * number))) for number in vector)
    ).tobytes()


def put(db: sqlite3.Connection, vectors: Mapping[int, bytes]) -> None:
    """Keep the packed vectors of passages, by number. Call it inside a transaction."""
    db.executemany("insert or replace into vectors values (?, ?)", vectors.items())
    _put_bits(db, {number: _bits(vector) for number, vector in vectors.items()})


def drop(db: sqlite3.Connection, passages: Iterable[int]) -> None:
    """Keep nothing of these passages any more. Call it inside a transaction."""
    gone = dict.fromkeys(passages, b"")
    db.executemany("delete from vectors where passage = ?", [(number,) for number in gone])
    _put_bits(db, gone)


def nearest(
    db: sqlite3.Connection,
    question: Sequence[float],
    limit: int,
    among: Sequence[int] | None = None,
) -> dict[int, float]:
    """Return the passages nearest in meaning, with how near: 1 is the same, 0 unrelated.

    Only those `among` the given ones, which had better be few.
    """
    wanted = packed(question)
    near = _near(db, _bits(wanted)) if among is None else among
    query = "select passage, vector from vectors where passage in (select value from json_each(?))"
    rows = db.execute(query, (json.dumps(list(near)),)).fetchall()
    asked, most = array("b", wanted), _length(len(wanted)) ** 2 or 1.0
    scores = {
        row[0]: min(1.0, sum(map(mul, asked, array("b", row[1]))) / most)
        for row in rows
        if len(row[1]) == len(wanted)
    }
    best = sorted(scores, key=lambda number: -scores[number])[:limit]
    return {number: scores[number] for number in best if scores[number] > 0}


def _near(db: sqlite3.Connection, bits: bytes) -> list[int]:
    """The passages whose bits differ least, a few more than are compared if many are alike."""
    blocks, distances = [], []
    for block, kept in db.execute("select block, bits from codes order by block"):
        if len(kept) == BLOCK * (len(bits) + 1):  # else of another model
            blocks.append(block)
            distances.append(_distances(kept, bits))
    together = b"".join(distances)
    number = bound = 0
    while number < _COMPARED and bound < _NOTHING:
        number += together.count(bound)
        bound += 1
    within = re.compile(b"[" + re.escape(bytes([0])) + b"-" + re.escape(bytes([bound - 1])) + b"]")
    places = (match.start() for match in within.finditer(together))
    return [blocks[place // BLOCK] * BLOCK + place % BLOCK for place in islice(places, _MOST)]


def _distances(kept: bytes, bits: bytes) -> bytes:
    """How many bits differ from those of the question, for each passage of a block, to scale.

    All at once: the bits that differ, of each byte their number, and these added up in lanes.
    Where no passage is, `_NOTHING`.
    """
    size, row = len(bits), len(bits) + 1
    number = len(kept) // row
    question = (bits + b"\0") * number
    differing = int.from_bytes(kept, "little") ^ int.from_bytes(question, "little")
    counted = differing.to_bytes(len(kept), "little").translate(_POPCOUNT)
    total = 0
    for first in range(0, size, _LANES):
        columns = (counted[n::row] for n in range(first, min(first + _LANES, size)))
        lanes = sum(int.from_bytes(column, "little") for column in columns)
        wide = bytearray(2 * number)
        wide[::2] = lanes.to_bytes(number, "little")
        total += int.from_bytes(wide, "little")
    scale = max(0, (8 * size).bit_length() - 8)
    distances = (total >> scale).to_bytes(2 * number, "little")[::2]
    nothing = int.from_bytes(kept[size::row], "little")
    return (int.from_bytes(distances, "little") | nothing).to_bytes(number, "little")


def _bits(vector: bytes) -> bytes:
    """The signs of a packed vector, eight to a byte."""
    signs = "".join("1" if number > 127 else "0" for number in vector)
    return int(signs or "0", 2).to_bytes((len(vector) + 7) // 8, "big")


def _put_bits(db: sqlite3.Connection, bits: Mapping[int, bytes]) -> None:
    """Write the bits of passages into their blocks; of those that have none, that nothing is there.

    A passage's bits are followed by a zero, or else by `_NOTHING`.
    """
    by_block: dict[int, dict[int, bytes]] = defaultdict(dict)
    for number, own in bits.items():
        by_block[number // BLOCK][number % BLOCK] = own
    for block, places in by_block.items():
        row = db.execute("select bits from codes where block = ?", (block,)).fetchone()
        size = max(map(len, places.values())) or (len(row[0]) // BLOCK - 1 if row else 0)
        nothing = bytes(size) + bytes([_NOTHING])
        is_same = row and len(row[0]) == BLOCK * (size + 1)
        kept = bytearray(row[0] if is_same else nothing * BLOCK)
        for place, own in places.items():
            kept[place * (size + 1) : (place + 1) * (size + 1)] = own + b"\0" if own else nothing
        if size:
            db.execute("insert or replace into codes values (?, ?)", (block, bytes(kept)))


def _length(size: int) -> float:
    """How long packed vectors are: so that numbers four times the usual ones fit in a byte."""
    return 127 * math.sqrt(size) / 4
