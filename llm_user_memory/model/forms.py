"""The forms of a request, and which of them a model can answer. Imports `llm` inside functions.

A chat model is first asked in the most exact form that it supports. If it repeatedly fails to
answer in that form, it is asked in the simpler one, and some days later in the exact one again,
because the fault may have been the server's, or a newer model may have the same name by now. It is
never asked as a model that only continues text: that gives worse edits, and would never end.
"""

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from llm import Model

Form = Literal["schema", "lines", "completion"]
"""JSON by a schema; a line for each edit; examples, for a model that only continues text."""

_SIMPLER: dict[Form, Form] = {"schema": "lines"}

# Failures in a row after which the simpler form is used.
_MOST_FAILURES = 2

# Seconds after which the more exact form is tried again.
_RETRY_AFTER = 7 * 86400.0


class Remembered(NamedTuple):
    """What is stored about a model: the form to ask it in, and its failures in a row.

    `since` is when the model last failed in the more exact form, in seconds since 1970.
    """

    form: Form
    failures: int
    since: float


def best_form(model: "Model") -> Form:
    """Return the most exact form that the model can answer."""
    if is_completion_model(model):
        return "completion"
    return "schema" if model.supports_schema else "lines"


def is_completion_model(model: "Model") -> bool:
    """Tell whether the model only continues text."""
    from llm.default_plugins.openai_models import Completion

    return isinstance(model, Completion)


def form_to_ask(best: Form, remembered: Remembered | None, now: float) -> Form:
    """Return the form to ask a model in: for some days a remembered simpler one, else `best`.

    `best` is the most exact form that the model can answer.
    """
    if remembered and remembered.form == _SIMPLER.get(best):
        # If the clock was set back, the exact form is tried again at once.
        is_recent = 0 <= now - remembered.since < _RETRY_AFTER
        return remembered.form if is_recent else best
    return best


def after_answer(
    form: Form, remembered: Remembered | None, now: float, *, understood: bool
) -> Remembered | None:
    """Return what to store about a model that was asked in `form`; None if it simply works.

    `remembered` is what was stored before. `understood` is false for an answer in no known form,
    and for a request that failed for good, as some servers refuse a schema.
    """
    is_simpler = remembered is not None and remembered.form == form in _SIMPLER.values()
    if understood:
        return remembered._replace(failures=0) if remembered and is_simpler else None
    if remembered and remembered.form == _SIMPLER.get(form):  # the retry failed
        return remembered._replace(since=now)
    failures = 1 + (remembered.failures if remembered else 0)
    if failures >= _MOST_FAILURES and form in _SIMPLER:
        return Remembered(_SIMPLER[form], 0, now)
    return Remembered(form, failures, remembered.since if remembered else now)
