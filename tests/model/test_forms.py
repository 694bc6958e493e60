"""In which form a model is asked: the best, the simpler one after failures, and back again."""

import pytest

from llm_user_memory.model.forms import Form, Remembered, after_answer, form_to_ask

pytestmark = pytest.mark.once

NOW = 1_800_000_000.0
DAY = 86400.0

TO_ASK: dict[str, tuple[Form, Remembered | None, Form]] = {
    "nothing remembered": ("schema", None, "schema"),
    "a failure": ("schema", Remembered("schema", 1, NOW - DAY), "schema"),
    "two failures": ("schema", Remembered("lines", 0, NOW), "lines"),
    "days ago": ("schema", Remembered("lines", 0, NOW - 6 * DAY), "lines"),
    "a week ago": ("schema", Remembered("lines", 0, NOW - 7 * DAY), "schema"),
    "stored without a time": ("schema", Remembered("lines", 0, 0.0), "schema"),
    "before the clock was set back": ("schema", Remembered("lines", 0, NOW + DAY), "schema"),
    "a chat model that was asked as a base model": (
        "schema",
        Remembered("completion", 0, NOW),
        "schema",
    ),
    "one without schemas, asked so": ("lines", Remembered("completion", 0, NOW), "lines"),
    "one that has no simpler form": ("lines", Remembered("lines", 5, NOW), "lines"),
    "one that has lost its schemas": ("lines", Remembered("schema", 1, NOW), "lines"),
    "a base model": ("completion", None, "completion"),
    "a base model that was a chat model": ("completion", Remembered("lines", 0, NOW), "completion"),
}


@pytest.mark.parametrize(("best", "remembered", "form"), TO_ASK.values(), ids=TO_ASK)
def test_a_model_is_asked_in(best: Form, remembered: Remembered | None, form: Form) -> None:
    assert form_to_ask(best, remembered, NOW) == form


# The form that was asked in, what was remembered, whether it was understood; what is remembered.
AFTER: dict[str, tuple[Form, Remembered | None, bool, Remembered | None]] = {
    "it works": ("schema", None, True, None),
    "it works again": ("schema", Remembered("schema", 1, NOW - 9), True, None),
    "a first failure": ("schema", None, False, Remembered("schema", 1, NOW)),
    "a second one": (
        "schema",
        Remembered("schema", 1, NOW - 9),
        False,
        Remembered("lines", 0, NOW),
    ),
    "the simpler form works": (
        "lines",
        Remembered("lines", 1, NOW - 9),
        True,
        Remembered("lines", 0, NOW - 9),
    ),
    "the simpler form fails": (
        "lines",
        Remembered("lines", 0, NOW - 9),
        False,
        Remembered("lines", 1, NOW - 9),
    ),
    "and fails": (
        "lines",
        Remembered("lines", 7, NOW - 9),
        False,
        Remembered("lines", 8, NOW - 9),
    ),
    "tried again, it works": ("schema", Remembered("lines", 0, NOW - 7 * DAY), True, None),
    "tried again, in vain": (
        "schema",
        Remembered("lines", 0, NOW - 7 * DAY),
        False,
        Remembered("lines", 0, NOW),
    ),
    "a base model fails": ("completion", None, False, Remembered("completion", 1, NOW)),
}


@pytest.mark.parametrize(("form", "before", "understood", "after"), AFTER.values(), ids=AFTER)
def test_after_an_answer_is_remembered(
    form: Form, before: Remembered | None, understood: bool, after: Remembered | None
) -> None:
    assert after_answer(form, before, NOW, understood=understood) == after


@pytest.mark.parametrize("best", ["schema", "lines"])
def test_a_chat_model_that_never_answers_is_never_asked_as_a_base_model(best: Form) -> None:
    remembered: Remembered | None = None
    asked = []
    for day in range(60):
        form = form_to_ask(best, remembered, NOW + day * DAY)
        remembered = after_answer(form, remembered, NOW + day * DAY, understood=False)
        asked.append(form)
    assert set(asked) == {best, "lines"}
    if best == "schema":  # twice at first, then once a week
        assert [day for day, form in enumerate(asked) if form == best] == [
            0, 1, 8, 15, 22, 29, 36, 43, 50, 57,
        ]  # fmt: skip
