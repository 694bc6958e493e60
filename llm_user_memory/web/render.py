"""Renders the templates as HTML. All values are escaped.

Control characters and bidirectional overrides are made visible first, as on a terminal. In form
fields they are kept (filter `exact`), so that saving an unchanged form changes nothing.
"""

import time
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from ..text.controls import visible
from ..text.plurals import counted
from .call import key_of

_HERE = Path(__file__).parent


def page(template: str, values: Mapping[str, Any]) -> str:
    """Return the HTML of a template."""
    return _environment().get_template(template).render(values)


@cache
def static(name: str) -> bytes:
    """Return the content of a file in static/."""
    return (_HERE / "static" / name).read_bytes()


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    made.filters |= {
        "moment": moment,
        "day": day,
        "exact": _exact,
        "counted": counted,
        "key": key_of,
        "number": lambda number: f"{number:,}",
    }
    return made


def moment(seconds: float | None) -> str:
    """Return a time in seconds since 1970 as local time to the minute.

    None and 0 give "at an unknown time".
    """
    if not seconds:
        return "at an unknown time"
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def day(when: float | date | None) -> str:
    """Return the local day of a time, "?" for None."""
    if isinstance(when, date):
        return when.isoformat()
    return moment(when).partition(" ")[0] if when else "?"


def _exact(text: str) -> Markup:
    """The text for a form field: escaped, with its control characters kept."""
    return escape(text)


def _shown(value: object) -> object:
    if isinstance(value, str) and not isinstance(value, Markup):
        return visible(value)
    return value
