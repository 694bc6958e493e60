"""Reads JSON one conversation, or one line, at a time, so that files of any size fit into memory.

Python's own parser is given a window that moves over the text. That reads a hundred megabytes a
second, and gives the line number of each problem.
"""

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader, TextIOWrapper
from typing import BinaryIO, TextIO
from zipfile import ZipExtFile

from .conversation import LARGEST

_CHUNK = 1_000_000
_LARGEST_CHUNK = 4 * _CHUNK
_LARGEST = f"{LARGEST // 1_000_000} million characters"
# The most characters that are searched for the end of a skipped value.
_FARTHEST = 100 * _CHUNK

_BREAKS_OFF = "The file breaks off here: it is not complete."

# Characters. An error so close to the end of the window may only mean that the window ends within
# a token. The longest such token is two escapes, for one surrogate pair.
_UNFINISHED = 16

_BLANK = re.compile(r"[\s,]*")
_ARRAY = re.compile(r'\s*(?:\{\s*"conversations"\s*:\s*)?\[')
_OUTSIDE = re.compile(r'"|[\[{]+|[\]}]+')
_INSIDE = re.compile(r'["\\]')

# Integers are read as floats, as Python refuses integers of very many digits. Control characters
# within strings are allowed (`strict=False`).
_DECODER = json.JSONDecoder(parse_int=float, parse_constant=lambda _name: None, strict=False)


@dataclass(frozen=True)
class Row:
    """A JSON value, and the line on which it begins; `problem` says why it could not be read."""

    line: int
    value: object
    problem: str = ""


def decoded(raw: BufferedReader | ZipExtFile) -> TextIOWrapper:
    """Return a text stream in the file's Unicode encoding; invalid bytes become U+FFFD."""
    return TextIOWrapper(raw, encoding=_encoding(raw.peek(4)), errors="replace", newline="\n")


def rows(stream: TextIO) -> Iterator[Row]:
    """Yield the values of JSON lines. Reading goes on after an unreadable line."""
    line = 0
    while piece := stream.readline(LARGEST):
        line += 1
        if len(piece) == LARGEST and piece[-1] != "\n":
            while len(piece) == LARGEST and piece[-1] != "\n":
                piece = stream.readline(LARGEST)
            yield Row(line, None, f"This line is longer than {_LARGEST} and was left out.")
        elif piece.strip():
            yield _row(line, piece)


class Lines:
    """Iterates over the rows of a file of JSON lines in UTF-8, from an offset on.

    `start` and `end` are the offsets, in bytes, of the last line that was read, and `line` is its
    number, from 1. A last line that may still be incomplete is left for the next time.
    """

    def __init__(self, file: BinaryIO, offset: int = 0, line: int = 0) -> None:
        file.seek(offset)
        self.start = self.end = offset
        self.line = line
        self._file = file

    def __iter__(self) -> Iterator[Row]:
        while piece := self._file.readline(LARGEST):
            size, is_long = len(piece), len(piece) == LARGEST and not piece.endswith(b"\n")
            while is_long and piece and not piece.endswith(b"\n"):
                piece = self._file.readline(LARGEST)
                size += len(piece)
            row = Row(self.line + 1, None, f"This line is longer than {_LARGEST} and was left out.")
            if not is_long:
                text = piece.removeprefix(b"\xef\xbb\xbf").decode(errors="replace")
                row = _row(self.line + 1, text) if text.strip() else Row(self.line + 1, None)
            if not piece.endswith(b"\n") and row.problem:
                return
            self.start, self.end, self.line = self.end, self.end + size, row.line
            if row.value is not None:
                yield row


def elements(stream: TextIO) -> Iterator[Row]:
    """Yield the elements of a JSON array, or the one object that the file holds.

    The array may be the member `conversations` of an object. An element that is too large or
    nested too deeply is skipped. Reading ends at a syntax error, as nothing after it is certain.
    """
    window = _Window(stream)
    array = _ARRAY.match(window.text)
    if array:
        window.pass_to(array.end())
    elif not window.text.lstrip().startswith("{"):
        yield Row(1, None, "The file does not begin as JSON does.")
        return
    while (character := window.next_character()) != "]":
        if not character:
            yield Row(window.line, None, _BREAKS_OFF)
            return
        yield window.next_value()
        if not array or window.is_broken:
            return


class _Window:
    """The part of a text that is in memory. The text before `at` has been parsed."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.text = stream.read(_CHUNK)
        self.at = 0
        self.line = 1
        self.is_broken = False

    def grow(self) -> bool:
        """Read more and drop the text before `at`; returns False at the end of the file."""
        more = self.stream.read(min(max(_CHUNK, len(self.text) - self.at), _LARGEST_CHUNK))
        self.text, self.at = self.text[self.at :] + more, 0
        return bool(more)

    def next_character(self) -> str:
        """Skip white space and commas; return the next character, "" at the end of the file."""
        while True:
            match = _BLANK.match(self.text, self.at)
            self.pass_to(match.end() if match else self.at)
            if self.at < len(self.text) or not self.grow():
                return self.text[self.at : self.at + 1]

    def pass_to(self, at: int) -> None:
        self.line += self.text.count("\n", self.at, at)
        self.at = at

    def next_value(self) -> Row:
        """Return the value that begins at `at`, and move `at` to its end."""
        line = self.line
        while True:
            try:
                value, end = _DECODER.raw_decode(self.text, self.at)
            except RecursionError:
                return self._skipped("nested too deeply")
            except json.JSONDecodeError as error:
                at_fault = line + self.text.count("\n", self.at, error.pos)
                if not _may_go_on(error) or not self.grow():
                    self.is_broken = True
                    if _is_cut(error):
                        return Row(line, None, _BREAKS_OFF)
                    problem = f"The file is not JSON from here on: {error.msg}."
                    return Row(at_fault, None, problem)
                if len(self.text) > LARGEST:
                    return self._skipped(f"larger than {_LARGEST}")
            else:
                is_cut = isinstance(value, float) and end > len(self.text) - _UNFINISHED
                if is_cut and self.grow():
                    continue  # the number may have more digits
                self.pass_to(end)
                return Row(line, value)

    def skip(self) -> None:
        """Move past an array or object by counting brackets, without holding it in memory.

        If no end is found within `_FARTHEST` characters, the rest of the file is not read.
        """
        depth, inside, passed = 0, False, 0
        while passed < _FARTHEST and (self.at < len(self.text) or self.grow()):
            match = (_INSIDE if inside else _OUTSIDE).search(self.text, self.at)
            end = match.end() if match else len(self.text)
            if match and match[0][0] in "[{":
                depth += len(match[0])
            elif match and match[0][0] in "]}":
                end = min(end, match.start() + depth)
                depth -= end - match.start()
            elif match and match[0] == '"':
                inside = not inside
            passed += end - self.at
            self.pass_to(end)
            if match and match[0] == "\\" and (self.at < len(self.text) or self.grow()):
                self.pass_to(self.at + 1)
            if match and not depth and not inside:
                return
        self.is_broken = True

    def _skipped(self, why: str) -> Row:
        line = self.line
        self.skip()
        rest = ", with all that follows" if self.is_broken else ""
        return Row(line, None, f"This conversation is {why} and was left out{rest}.")


def _may_go_on(error: json.JSONDecodeError) -> bool:
    """Whether the only cause of the error may be that the window ends within a value."""
    is_near_end = error.pos >= len(error.doc) - _UNFINISHED
    return is_near_end or error.msg.startswith("Unterminated string")


def _is_cut(error: json.JSONDecodeError) -> bool:
    """Whether the text ends too early, rather than not being JSON."""
    is_at_end = error.pos >= len(error.doc.rstrip())
    return is_at_end or error.msg.startswith("Unterminated string")


def _row(line: int, piece: str) -> Row:
    try:
        return Row(line, _DECODER.decode(piece))
    except RecursionError:
        return Row(line, None, "This line is nested too deeply and was left out.")
    except json.JSONDecodeError as error:
        if piece.endswith("\n") or not _is_cut(error):
            return Row(line, None, f"This line is not JSON: {error.msg}.")
        return Row(line, None, _BREAKS_OFF)


def _encoding(head: bytes) -> str:
    if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    # JSON begins with an ASCII character; in UTF-16, the other byte of that is zero.
    if b"\0" in head[:2] and len(head) > 1:
        return "utf-16-le" if head[0] else "utf-16-be"
    return "utf-8-sig"
