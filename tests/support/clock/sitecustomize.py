"""Shifts the clock of every Python process of a test by the seconds in the file CLOCK.

As with a real jump of the clock, the monotonic clock and the times of files written before do not
change. Python loads this file when its folder is on PYTHONPATH.
"""

import os
import time
from pathlib import Path
from typing import Any

_time, _time_ns, _utime = time.time, time.time_ns, os.utime


def _shift() -> float:
    return float(Path(os.environ["CLOCK"]).read_text())


def shifted_time() -> float:
    return _time() + _shift()


def shifted_time_ns() -> int:
    return _time_ns() + int(_shift() * 1e9)


def shifted_utime(path: Any, times: Any = None, **given: Any) -> None:
    """Touch a file with the shifted time; given times stay as they are."""
    if times is None and not given:
        times = (shifted_time(), shifted_time())
    _utime(path, times, **given)


if "CLOCK" in os.environ:
    time.time, time.time_ns, os.utime = shifted_time, shifted_time_ns, shifted_utime
