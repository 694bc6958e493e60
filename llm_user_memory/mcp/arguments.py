"""Validates the arguments of a tool or a prompt by the JSON Schema keywords we use. Pure.

Clients should do this, too, but many pass on whatever the model wrote.
"""

from collections.abc import Mapping
from typing import Any

_TYPES: dict[str, tuple[type, str]] = {
    "string": (str, "a text"),
    "integer": (int, "a whole number"),
}


def problem(schema: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """Return what is wrong with the arguments, as a sentence for the model; "" if nothing is."""
    known = schema["properties"]
    for name in schema.get("required", ()):
        if name not in given:
            return f"“{name}” is missing."
    for name, value in given.items():
        if name not in known:
            listed = ", ".join(known) or "none"
            return f"There is no argument “{_shown(name)}”; there are: {listed}."
        if found := _problem(known[name], value):
            return f"“{name}” {found}."
    return ""


def with_defaults(schema: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments, completed by defaults; "" for an argument that has no default."""
    values = {
        name: given.get(name, about.get("default", ""))
        for name, about in schema["properties"].items()
    }
    return {name: int(v) if isinstance(v, float) else v for name, v in values.items()}


def _problem(about: Mapping[str, Any], value: Any) -> str:
    kind, wanted = _TYPES[about["type"]]
    if isinstance(value, float) and value.is_integer() and kind is int:  # JSON's 5.0 is one
        value = int(value)
    if not isinstance(value, kind) or isinstance(value, bool):
        return f"is to be {wanted}"
    if isinstance(value, str):
        if len(value) > about["maxLength"]:
            return f"is longer than {about['maxLength']:,} characters"
        if about.get("minLength") and not value.strip():
            return "is empty"
        if "\0" in value or not _is_text(value):
            return "holds what is no text"
    elif not about["minimum"] <= value <= about["maximum"]:
        return f"is to be between {about['minimum']} and {about['maximum']}"
    return ""


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:  # a lone surrogate, which no database can hold
        return False
    return True


def _shown(name: str) -> str:
    return name[:40].encode(errors="replace").decode()
