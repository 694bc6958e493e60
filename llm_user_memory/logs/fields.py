"""Reads one field of a row of LLM's log, whatever type its value has. Pure.

SQLite stores any value in any column, and programs other than `llm` write to the log, too. So a
field may have another type than LLM gives it, or be text that is not valid UTF-8. Each function
here takes any stored value, and returns the meaning of the field, or a value for "unknown".
"""

from datetime import datetime, timezone
from functools import partial

LONGEST_NAME = 200
"""Characters of an id, or of a model's name. LLM's ids have 26."""

# The plausible times of a turn, from 1970 to 2100, in seconds. Printing a date or comparing it with
# today fails for years that `datetime` does not support.
_LATEST = 4_102_444_800.0

# The longest plausible model call, in milliseconds: a week. The end of a longer one is unknown.
_LONGEST_CALL = 7 * 86_400_000

# A `partial`, as it is called for each text that is read: a Python function takes twice as long.
lossless = partial(str, encoding="utf-8", errors="surrogateescape")
"""Return stored text, with a lone surrogate for each byte that is not UTF-8.

This is for `sqlite3.Connection.text_factory`. `to_bytes` is its inverse.
"""

_ULID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"


def to_bytes(text: str) -> bytes:
    """Return the bytes of a text in the database: the inverse of `lossless`."""
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError:  # a surrogate that was written as an escape in JSON
        return text.encode(errors="surrogatepass")


def name(value: object) -> str:
    """Return an id or a model's name; "" if the value can be neither.

    That is the case if it is not text, is too long, or has unprintable characters.
    """
    if isinstance(value, str) and len(value) <= LONGEST_NAME and value.isprintable():
        return value
    return ""


def label(value: object) -> str:
    """Return a text that identifies the value of an id: a valid name as it is.

    For any other value it is a text that is no valid name.
    """
    if found := name(value):
        return found
    beginning = value[:LONGEST_NAME] if isinstance(value, str | bytes) else value
    return f"\t{beginning!a}"


def plain(value: object) -> str:
    """Return the value if it is text and valid UTF-8, else ""."""
    try:
        return value if isinstance(value, str) and value.encode() else ""
    except UnicodeEncodeError:
        return ""


def text(stored: bytes | None, *, is_cut_before: bool = False) -> str:
    """Return text that was read as bytes, with "\ufffd" for bytes that are not UTF-8.

    With `is_cut_before` the bytes may begin within a character, which is left out then.
    """
    given = stored or b""
    if is_cut_before:
        start = next((n for n, byte in enumerate(given[:4]) if byte & 0xC0 != 0x80), 0)
        given = given[start:]
    return given.decode(errors="replace")


def seconds(milliseconds: object) -> float:
    """Return the duration of a model call in seconds, 0.0 if it is unknown."""
    if isinstance(milliseconds, int | float) and 0 <= milliseconds <= _LONGEST_CALL:
        return milliseconds / 1000
    return 0.0


def moment(turn_id: str, date: object) -> float:
    """Return when a turn began, in seconds since 1970, from its id or else its date.

    It is 0.0 if neither contains a time from 1970 to 2100.
    """
    return _known(time_of_id(turn_id)) or _known(_time_of_date(date))


def is_plausible(moment: float) -> bool:
    """Tell whether a time, in seconds since 1970, may be that of a turn: from 1970 to 2100."""
    return 0 < moment < _LATEST


def time_of_id(turn_id: str) -> float:
    """Return the time in a ULID, whose first ten characters are milliseconds; 0.0 for others."""
    if len(turn_id) != 26:
        return 0.0
    value = 0
    for letter in turn_id[:10].lower():
        digit = _ULID_LETTERS.find(letter)
        if digit < 0:
            return 0.0
        value = value * 32 + digit
    return value / 1000


def id_floor(moment: float) -> str:
    """Return the lowest id (a ULID) of a turn that began at `moment`."""
    value, letters = int(moment * 1000), ""
    for _ in range(10):
        value, digit = divmod(value, 32)
        letters = _ULID_LETTERS[digit] + letters
    return letters + "0" * 16


def _time_of_date(date: object) -> float:
    try:
        moment = datetime.fromisoformat(date if isinstance(date, str) else "")
    except ValueError:
        return 0.0
    return moment.replace(tzinfo=moment.tzinfo or timezone.utc).timestamp()


def _known(moment: float) -> float:
    return moment if is_plausible(moment) else 0.0
