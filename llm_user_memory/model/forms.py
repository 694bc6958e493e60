"""The forms of a request, and which of them a model can answer. Imports `llm` inside functions.

A model is first asked in the most exact form that it supports. When it fails to answer in that
form repeatedly, the next simpler form is used.
"""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from llm import Model

Form = Literal["schema", "lines", "completion"]
"""JSON by a schema; one line for each edit; examples for a model that only continues text."""

_SIMPLER: dict[Form, Form] = {"schema": "lines", "lines": "completion"}

# Failures in a row after which a simpler form is used.
_MOST_FAILURES = 2


def best_form(model: "Model") -> Form:
    """Return the most exact form that the model can answer."""
    if is_completion_model(model):
        return "completion"
    return "schema" if model.supports_schema else "lines"


def is_completion_model(model: "Model") -> bool:
    """Tell whether the model only continues text."""
    from llm.default_plugins.openai_models import Completion

    return isinstance(model, Completion)


def after_failures(form: Form, failures: int) -> tuple[Form, int]:
    """Return the form to use after so many failures in a row, and the failures that it has had."""
    if failures >= _MOST_FAILURES and form in _SIMPLER:
        return _SIMPLER[form], 0
    return form, failures
