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


class AnyOf:
    """Several expressions, any of which may fit, each compiled by itself when it is first tried.

    Compiling one long alternation of them takes several times the memory, which the process keeps.
    """

    __slots__ = ("patterns",)

    def __init__(self, patterns: tuple[re.Pattern[str], ...]) -> None:
        self.patterns = patterns

    def search(self, text: str) -> bool:
        """Tell whether one of the expressions fits anywhere in the text."""
        return any(pattern.search(text) for pattern in self.patterns)

    def match(self, text: str) -> bool:
        """Tell whether one of the expressions fits at the beginning of the text."""
        return any(pattern.match(text) for pattern in self.patterns)


def any_of(*sources: str, flags: int = 0) -> AnyOf:
    """Return the expressions of these sources, any of which may fit."""
    return AnyOf(tuple(regex(source, flags) for source in sources))
