"""The input history of programs that use prompt_toolkit, such as aider: what was typed, and when.

Verified in the source of prompt_toolkit 3.0.52 (`history.py`): an entry is a line `# TIME`, in
local time without an offset, and the lines that were typed, each after a "+".
"""

import re

from .values import seconds

_TIME = re.compile(r"# (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?)")


def entries(text: str) -> list[tuple[str, float]] | None:
    """Return what was typed with its time in seconds since 1970; None if the text is no history."""
    found: list[tuple[list[str], float]] = []
    for line in text.split("\n"):
        if time := _TIME.fullmatch(line):
            found.append(([], seconds(time[1], local=True)))
        elif line.startswith("+") and found:
            found[-1][0].append(line[1:])
        elif line.strip():
            return None
    return [("\n".join(lines), at) for lines, at in found] if found else None
