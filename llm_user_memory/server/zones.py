"""Time zones as requests name them, and the moments that their times mean. Pure."""

import re
from datetime import datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

_OFFSET = re.compile(r"([+-])(\d\d):?(\d\d)")


def zone_of(name: str) -> tzinfo:
    """Return the zone of an IANA name such as Europe/Oslo, or of an offset such as +05:30.

    Raises ValueError if there is none.
    """
    if match := _OFFSET.fullmatch(name):
        hours, minutes = int(match[2]), int(match[3])
        if hours > 14 or minutes > 59:
            raise ValueError("an offset is at most 14 hours")
        offset = timedelta(hours=hours, minutes=minutes)
        return timezone(-offset if match[1] == "-" else offset)
    if name in ("Z", "UTC"):
        return timezone.utc
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError) as error:  # a folder, a file that is no zone
        raise ValueError("there is no such time zone") from error


def moment(given: datetime, zone: str) -> datetime:
    """Return a time with its offset, or that of the zone if it has none.

    Raises ValueError if neither says one.
    """
    if given.tzinfo is not None:
        return given
    if not zone:
        raise ValueError("give an offset with the time, or a zone")
    return given.replace(tzinfo=zone_of(zone))
