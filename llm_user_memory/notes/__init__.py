"""The user's daily notes: Markdown files `notes/YYYY-MM-DD.md`, with an entry for each addition.

`daily` adds entries, takes them back, and saves the user's edits; `files` reads and replaces the
files; `acceptance` handles models' entries, which wait for the user. `text.entries` defines the
format of an entry.
"""

from .acceptance import accept, drop, number_waiting, waiting
from .daily import LONGEST, Entry, add, every, save, since, text_of, too_long, undo, within
from .days import Span, parse_day, parse_span
from .files import day_of, merge_late, path, title

__all__ = [
    "LONGEST",
    "Entry",
    "Span",
    "accept",
    "add",
    "day_of",
    "drop",
    "every",
    "merge_late",
    "number_waiting",
    "parse_day",
    "parse_span",
    "path",
    "save",
    "since",
    "text_of",
    "title",
    "too_long",
    "undo",
    "waiting",
    "within",
]
