"""Makes characters visible that control a terminal or are hidden in it. Pure.

Anybody may have written logged text: a model, a pasted page, another program's file. An escape
sequence in it can rewrite the screen, set the terminal's title, or write the clipboard; a
bidirectional control displays a line in another order than it has.
"""

import re

from .patterns import regex

# Marks in ordinary text that have no effect by themselves: direction and byte order.
_SILENT = "\u061c\u200e\u200f\ufeff"
# C0 without tab and newline, DEL and C1; then bidirectional embeddings, overrides and isolates,
# line and paragraph separators, letters that nobody sees, tags, and halves of surrogate pairs. A
# soft hyphen and the empty Braille letter stay: pages and drawings of letters have them.
_ACTIVE = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"
    "\u200b\u2028-\u202e\u2060-\u206f\u180e\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff"
    "\u034f\u115f\u1160\u3164\uffa0"
)
_UNSAFE = regex(f"[{_ACTIVE}{_SILENT}]")


def visible(text: str) -> str:
    """Return the text with controls written as \\x1b or \\u202e; newlines and tabs stay.

    The carriage returns of line ends and marks without an effect of their own are dropped.
    """
    if text.isascii() and text.isprintable():
        return text
    return _UNSAFE.sub(_written, text.replace("\r\n", "\n"))


def escaped_in_json(text: str) -> str:
    """Return equivalent JSON in which the same characters are written as JSON escapes."""
    return text if text.isascii() and "\x7f" not in text else _UNSAFE.sub(_in_json, text)


def _written(found: re.Match[str]) -> str:
    if found[0] in _SILENT:
        return ""
    number = ord(found[0])
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _in_json(found: re.Match[str]) -> str:
    pairs = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{pairs[at]:02x}{pairs[at + 1]:02x}" for at in range(0, len(pairs), 2))
