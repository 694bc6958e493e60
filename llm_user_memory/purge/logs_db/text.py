"""Finds copies of the profile in a text of LLM's log, and erases facts from them. Pure."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...logs import fields
from ..target import Target

PROBES = ("<user_memory>", "# User Profile")
"""Every copy of a profile contains one of these, in JSON too."""

_BLOCK = re.compile(r"<user_memory>\n.*?</user_memory>", re.DOTALL)

# LLM names a conversation after the beginning of its prompt. A truncated name ends in this.
_CUT = "…"


@dataclass(frozen=True)
class Blocks:
    """Erases the facts of `target` from texts. `fragments` maps old fragments to new ones."""

    target: Target
    fragments: Mapping[str, str]

    def purged(self, text: str) -> str:
        """Return the text with the facts erased from every copy of our text in it."""
        for old, new in self.fragments.items():
            text = text.replace(old, new)
        return _BLOCK.sub(lambda block: self.target.without(block[0]), text)

    def purged_json(self, text: str) -> str:
        """Return JSON with every string in it purged. Unchanged JSON keeps its formatting."""
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return text
        after = _mapped(value, self.purged)
        if after == value:
            return text
        changed = json.dumps(after, ensure_ascii=text.isascii())
        return changed if fields.plain(changed) else json.dumps(after)

    def purged_name(self, name: str) -> str:
        """Return the name of a conversation, with the facts erased if it begins with our text."""
        for old, new in self.fragments.items():
            before, after = (" ".join(text.split()) for text in (old, new))
            if name.startswith(before):
                return after + name.removeprefix(before)
            if name.endswith(_CUT) and before.startswith(name.removesuffix(_CUT)):
                length = len(name) - 1
                return after if len(after) <= length else after[:length] + _CUT
        return name


def of_text(text: str) -> list[str]:
    """Return the copies of our text in a text."""
    return _BLOCK.findall(text)


def of_json(text: str) -> list[str]:
    """Return the copies of our text in the strings of some JSON."""
    return [block for string in strings_of(text) for block in of_text(string)]


def strings_of(text: str) -> list[str]:
    """Return the strings in some JSON, or the text itself if it is not JSON."""
    try:
        return list(_strings(json.loads(text)))
    except (ValueError, RecursionError):
        return [text]


def outside(text: str) -> str:
    """Return the text without the copies of our text: what the user and the model wrote."""
    return _BLOCK.sub("", text)


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_mapped(item, change) for item in value]
    if isinstance(value, dict):
        return {name: _mapped(item, change) for name, item in value.items()}
    return value


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)
