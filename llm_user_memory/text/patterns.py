"""Regular expressions that are compiled when they are first used. Pure.

The rules about languages, dates and secrets are some seven hundred expressions. To compile all of
them takes a second, and a text needs a part of them: most rules first look whether they can apply.
"""

import re
from typing import Any, cast


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return what `re.compile` does, compiled by the first use of any of its attributes.

    It is no `re.Pattern` for `isinstance`, nor for the functions of `re`.
    """
    return cast("re.Pattern[str]", _Lazy(source, flags))


class _Lazy:
    def __init__(self, source: str, flags: int) -> None:
        self._given = (source, flags)

    def __getattr__(self, name: str) -> Any:
        if "_compiled" not in self.__dict__:
            self._compiled = re.compile(*self._given)
        value = getattr(self._compiled, name)
        setattr(self, name, value)  # so that it is asked for once
        return value
