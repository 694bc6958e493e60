"""Reading one field of a row of LLM's log as what it may be. Pure.

SQLite stores any value in any column, and programs other than `llm` write to the log, too. So a
field may be of another type than LLM gives it, or text that is not valid UTF-8. Each function here
takes whatever may be stored, and returns what the field says, or that this is unknown.
"""

from datetime import datetime, timezone
from functools import partial

LONGEST_NAME = 200
"""Characters of an id, or of a model's name. LLM's ids have 26."""

# The times that LLM's clock may have told: from 1970 to 2100, in seconds. Most of a program that
# has a date compares it with today, or prints it, which fails for years that no calendar has.
_LATEST = 4_102_444_800.0

# Milliseconds of a model call. It is not known when a call ended that took longer than a week.
_LONGEST_CALL = 7 * 86_400_000

# It is called for each text that is read, and a function of Python would take twice as long.
lossless = partial(str, encoding="utf-8", errors="surrogateescape")
"""Return stored text, with a lone surrogate for each byte that is not UTF-8.

This is for `sqlite3.Connection.text_factory`. `to_bytes` is its inverse.
"""

_ULID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"


def to_bytes(text: str) -> bytes:
    """Return the bytes as which a text is stored: the inverse of `lossless`."""
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError:  # a surrogate that was written as an escape in JSON
        return text.encode(errors="surrogatepass")


def name(value: object) -> str:
    """Return an id or a model's name, "" if the value can be neither.

    It can be neither if it is not text, or not of printable characters only.
    """
    if isinstance(value, str) and len(value) <= LONGEST_NAME and value.isprintable():
        return value
    return ""


def label(value: object) -> str:
    """Return text that stands for the value of an id: a name itself, and no name for another."""
    if found := name(value):
        return found
    beginning = value[:LONGEST_NAME] if isinstance(value, str | bytes) else value
    return f"\t{beginning!a}"


def plain(value: object) -> str:
    """Return text as it is, "" for a value that is not text or not valid UTF-8."""
    try:
        return value if isinstance(value, str) and value.encode() else ""
    except UnicodeEncodeError:
        return ""


def text(stored: bytes | None, *, is_cut_before: bool = False) -> str:
    """Return text that was read as bytes, with "\ufffd" for what is not UTF-8.

    With `is_cut_before` the first character may be cut in two, and is left out then.
    """
    given = stored or b""
    if is_cut_before:
        start = next((n for n, byte in enumerate(given[:4]) if byte & 0xC0 != 0x80), 0)
        given = given[start:]
    return given.decode(errors="replace")


def seconds(milliseconds: object) -> float:
    """Return how long a model call took, 0.0 if that is unknown."""
    if isinstance(milliseconds, int | float) and 0 <= milliseconds <= _LONGEST_CALL:
        return milliseconds / 1000
    return 0.0


def moment(turn_id: str, date: object) -> float:
    """Return when a turn began, in seconds since 1970, by its id or else its date.

    It is 0.0 if neither tells a time from 1970 to 2100.
    """
    return _known(time_of_id(turn_id)) or _known(_time_of_date(date))


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
    return moment if 0 < moment < _LATEST else 0.0
