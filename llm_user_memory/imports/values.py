"""Reading untrusted JSON: a value of an unexpected type counts as absent."""

import math
import re
from contextlib import suppress
from datetime import datetime, timezone
from typing import Any

# Seconds since 1970. A larger number is in a smaller unit, such as milliseconds, or wrong.
_LATEST = 4_102_444_800.0  # the year 2100

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_ISO = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?)?[ ]?(Z|[+-]\d\d(?::?\d\d)?)?",
    re.IGNORECASE,
)


def members(value: object) -> dict[str, Any]:
    """Return a JSON object as a dict, an empty dict for anything else."""
    return value if isinstance(value, dict) else {}


def listed(value: object) -> list[Any]:
    """Return a JSON array as a list, an empty list for anything else."""
    return value if isinstance(value, list) else []


def text(value: object) -> str:
    """Return a string, "" for anything else. Lone surrogates, not valid in UTF-8, become U+FFFD."""
    return _LONE_SURROGATE.sub("\ufffd", value) if isinstance(value, str) else ""


def one_line(value: object) -> str:
    """Return a string with each run of white space made one space."""
    return " ".join(text(value).split())


def texts(value: object, *types: str) -> list[str]:
    """Return the texts of `content`: a string itself, or the texts of the items of these types."""
    if isinstance(value, str):
        return [text(value)]
    items = [members(item) for item in listed(value)]
    return [text(item.get("text")) for item in items if item.get("type") in types]


def seconds(value: object, *, local: bool = False) -> float:
    """Return a time in seconds since 1970, 0 if the value is not a time.

    A number is in seconds, milli-, micro- or nanoseconds. A date without an offset is in UTC, or
    in local time if `local`.
    """
    if isinstance(value, str):
        return _of_date(value.strip(), local) or _of_number(_number(value))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        with suppress(OverflowError):  # a whole number may be larger than any float
            return _of_number(float(value))
    return 0.0


def _of_number(moment: float) -> float:
    for _ in range(4):
        if math.isfinite(moment) and 0 < moment < _LATEST:
            return moment
        moment /= 1000
    return 0.0


def _number(value: str) -> float:
    try:
        return float(value) if len(value) < 40 else 0.0
    except ValueError:
        return 0.0


def _of_date(value: str, local: bool) -> float:
    # `datetime.fromisoformat` of Python 3.10 reads no "Z", and fractions of 3 or 6 digits only.
    match = _ISO.fullmatch(value) if len(value) < 50 else None
    if match is None:
        return 0.0
    day, time, fraction, offset = match.groups()
    offset = (offset or "").upper().replace("Z", "+00:00").replace(":", "")
    offset = f"{offset[:3]}:{offset[3:] or '00'}" if offset else ""
    try:
        moment = datetime.fromisoformat(f"{day}T{time or '00:00'}{offset}")
        if moment.tzinfo is None and not local:
            moment = moment.replace(tzinfo=timezone.utc)
        exact = moment.timestamp() + float(f"0.{fraction or 0}")
        return exact if 0 < exact < _LATEST else 0.0
    except (ValueError, OverflowError, OSError):
        return 0.0
