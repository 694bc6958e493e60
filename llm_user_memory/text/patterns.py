"""Regular expressions that are compiled when they are first used. Pure.

The rules about languages, dates and secrets have some seven hundred expressions. Compiling all of
them takes a second, and a text needs only a few: most rules first test whether they can apply.
"""

import re
from typing import Any, cast


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return a stand-in for `re.compile(...)` that compiles on the first use of an attribute.

    It is not a `re.Pattern` for `isinstance`, nor for the functions of `re`.
    """
    return cast("re.Pattern[str]", _Lazy(source, flags))


class _Lazy:
    def __init__(self, source: str, flags: int) -> None:
        self._given = (source, flags)

    def __getattr__(self, name: str) -> Any:
        if "_compiled" not in self.__dict__:
            self._compiled = re.compile(*self._given)
        value = getattr(self._compiled, name)
        setattr(self, name, value)  # cached on the instance, so that this is called once
        return value
