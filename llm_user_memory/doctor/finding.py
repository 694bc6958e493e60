"""A finding: the result of one check."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..errors import MemoryPluginError
from .status import Remark

State = Literal["ok", "warning", "wrong"]

Repair = Callable[[], str]
"""Carries out a remedy. Returns a sentence about what was done.

Raises MemoryPluginError or OSError if it fails.
"""


@dataclass(frozen=True)
class Finding:
    """The state of one part. `what` describes it, `remedy` is a sentence with the command to run.

    `repair` carries out the remedy; it is None if that would not be safe without asking the user.
    """

    part: str
    state: State
    what: str
    remedy: str = ""
    repair: Repair | None = None

    @property
    def command(self) -> str:
        """The command in the remedy, "" if there is none."""
        named = re.search("`(.+?)`", self.remedy)
        return named[1] if named else ""


def of_remark(part: str, state: State, remark: Remark, repair: Repair | None = None) -> Finding:
    """Return a remark of the module `status` as a finding."""
    return Finding(part, state, remark.what, remark.remedy, repair)


def of_error(part: str, error: MemoryPluginError) -> Finding:
    """Return an error as a finding, with the state "wrong"."""
    what = " ".join(filter(None, (error.what, error.untouched)))
    return Finding(part, "wrong", what, error.remedy)
