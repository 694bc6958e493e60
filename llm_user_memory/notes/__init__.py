"""The daily notes, which belong to the user: `notes/YYYY-MM-DD.md`, an entry for each time.

`daily` adds entries, takes them back and saves what the user edited; `acceptance` knows which
entries of models the user has accepted. `text.entries` has the form of an entry.
"""

from .acceptance import accept, drop, number_waiting, waiting
from .daily import (
    LONGEST,
    Entry,
    Span,
    add,
    day_of,
    every,
    parse_day,
    parse_span,
    path,
    save,
    since,
    text_of,
    title,
    undo,
    within,
)

__all__ = [
    "LONGEST",
    "Entry",
    "Span",
    "accept",
    "add",
    "day_of",
    "drop",
    "every",
    "number_waiting",
    "parse_day",
    "parse_span",
    "path",
    "save",
    "since",
    "text_of",
    "title",
    "undo",
    "waiting",
    "within",
]
