"""What is found out about one part."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..errors import MemoryPluginError
from .status import Remark

State = Literal["ok", "warning", "wrong"]

Mender = Callable[[], str]
"""Does what the remedy says, and returns a sentence about what was done.

Raises MemoryPluginError or OSError when it cannot.
"""


@dataclass(frozen=True)
class Finding:
    """How one part is; `what` is a sentence, `remedy` one with the command that mends it.

    `mend` is there where that is safe to do without asking.
    """

    part: str
    state: State
    what: str
    remedy: str = ""
    mend: Mender | None = None

    @property
    def command(self) -> str:
        """The command that the remedy names, "" for none."""
        named = re.search("`(.+?)`", self.remedy)
        return named[1] if named else ""


def of_remark(part: str, state: State, remark: Remark, mend: Mender | None = None) -> Finding:
    """Return what `health` remarked as a finding."""
    return Finding(part, state, remark.what, remark.remedy, mend)


def of_error(part: str, error: MemoryPluginError) -> Finding:
    """Return an error as a finding."""
    what = " ".join(filter(None, (error.what, error.untouched)))
    return Finding(part, "wrong", what, error.remedy)
