"""The marks at the end of a fact's line: ` #pin` and ` #local`. They are no part of it. Pure."""

import re

PIN = "pin"
"""The mark of a fact that is never moved to the archive."""

LOCAL = "local"
"""The mark of a fact that was learned on this machine and stays there: see `egress`."""

# The length of a run of blanks is bounded, because without that it takes quadratic time.
MARKS = re.compile(r"(?<=\S)(?:[ \t]{1,20}#(?:pin|local))+(?=[ \t\r]*$)", re.I | re.M)


def without_marks(text: str) -> str:
    """Return a fact, or a profile, without the marks at the ends of its lines."""
    return MARKS.sub("", text)
