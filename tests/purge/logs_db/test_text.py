"""Taking a fact out of our text in LLM's log: in prompts, in JSON, in conversations' names."""

import json

import pytest
from support.purging import (
    FACT,
    OLD_PROFILE,
    ON,
    WITH_FACT,
    WITHOUT_FACT,
)

from llm_user_memory.purge.logs_db.text import Blocks
from llm_user_memory.purge.target import Target

RELIEVED = {
    "alone": (WITH_FACT, WITHOUT_FACT),
    "within a prompt": (f"Hm\n{WITH_FACT}\n{ON}\nGo on", f"Hm\n{WITHOUT_FACT}\n{ON}\nGo on"),
    "twice": (WITH_FACT + WITH_FACT, WITHOUT_FACT + WITHOUT_FACT),
    "what is said beside it": (f"{WITH_FACT}\n- {FACT}", f"{WITHOUT_FACT}\n- {FACT}"),
    "nothing of ours": (f"- {FACT}\n", f"- {FACT}\n"),
}


@pytest.mark.parametrize(("before", "after"), RELIEVED.values(), ids=RELIEVED)
def test_the_fact_goes_from_our_text_alone(before: str, after: str) -> None:
    ours = Blocks(Target("Lisbon", (FACT,)), {})
    assert ours.purged(before) == after
    for plain in (True, False):
        texts = ({"é": [text, 1.5, None]} for text in (before, after))
        old, new = (json.dumps(text, ensure_ascii=plain) for text in texts)
        assert ours.purged_json(old) == new
    assert ours.purged_json(f'{{"{before[:9]}') == f'{{"{before[:9]}', "no JSON stays"


NAMES = {
    "cut in the fact": ("# User Profile ## Personal Information - Lives i…", "Rows"),
    "cut behind it": ("# User Profile ## Personal Information - Lives in Lisbon - R…", "Rows"),
    "with the prompt": (
        "# User Profile ## Personal Information - Lives in Lisbon - Rows Hi",
        "Rows Hi",
    ),
    "the user's": ("Lives in Lisbon", ""),
    "the user's, cut": ("Who lives in Lis…", ""),
}


@pytest.mark.parametrize(("name", "end"), NAMES.values(), ids=NAMES)
def test_the_name_of_a_conversation(name: str, end: str) -> None:
    target = Target("Lisbon", (FACT,))
    ours = Blocks(target, {OLD_PROFILE: target.without(OLD_PROFILE)})
    after = f"# User Profile ## Personal Information - {end}" if end else name
    assert ours.purged_name(name) == after
