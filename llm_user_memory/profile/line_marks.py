"""The marks at the end of a fact's line, such as ` #pin`. They are no part of the fact. Pure."""

import re

PIN = "pin"
"""The mark of a fact that is never moved to the archive."""

# The length of a run of blanks is bounded, because without that it takes quadratic time.
MARKS = re.compile(r"(?<=\S)(?:[ \t]{1,20}#pin)+(?=[ \t\r]*$)", re.I | re.M)


def without_marks(text: str) -> str:
    """Return a fact, or a profile, without the marks at the ends of its lines."""
    return MARKS.sub("", text)
