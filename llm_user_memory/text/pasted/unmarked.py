"""A prompt without its marked parts, and where they were. Pure.

A letter that somebody pastes contains quotations, code or lists, which are found by their marks.
Whether the text around them was pasted is told from that text alone, as if they were not there.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence


class Unmarked:
    """The text of a prompt without the spans `marks`, which are in order and do not overlap."""

    def __init__(self, prompt: str, marks: Sequence[tuple[int, int]]) -> None:
        parts: list[str] = []
        self._seams: list[int] = []  # where in `text` a mark was
        self._skipped = [0]  # how many characters all marks before it have, and it
        end = 0
        for start, stop in marks:
            parts.append(prompt[end:start])
            self._seams.append(start - self._skipped[-1])
            self._skipped.append(self._skipped[-1] + stop - start)
            end = stop
        self.text = "".join([*parts, prompt[end:]])

    def in_prompt(self, start: int, stop: int) -> tuple[int, int]:
        """Return the span of the prompt for a span of `text`, without marks at its ends."""
        return (
            start + self._skipped[bisect_right(self._seams, start)],
            stop + self._skipped[bisect_left(self._seams, stop)],
        )

    def follows_mark(self, start: int) -> bool:
        """Tell whether a mark stands between a place of `text` and the last word before it."""
        last = len(self.text[:start].rstrip())
        return bisect_left(self._seams, last) < bisect_right(self._seams, start)
