"""What changed between two texts is told as comparing them whole would tell it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm_user_memory.profile.differences import differences, different_parts

LINES = st.sampled_from(
    ["## Interests", "## Archive: Interests", "- Sings", "- Rows", "- Sings #pin", ""]
)
TEXTS = st.lists(LINES, max_size=12).map("\n".join)


@given(TEXTS, TEXTS)
def test_only_whole_lines_that_both_have_are_left_out(before: str, after: str) -> None:
    old, new = different_parts(before, after)
    start = before.find(old) if old else 0
    assert old in before and new in after and start >= 0
    for at in range(len(before) - len(old) + 1):
        left, right = before[:at], before[at + len(old) :]
        if left + old + right == before and left + new + right == after:
            assert not left or left.endswith("\n")
            return
    raise AssertionError((before, after, old, new))


@pytest.mark.parametrize(
    ("before", "after", "removed", "added", "moves"),
    [
        ("- a\n- b\n", "- a\n- c\n", ["- b"], ["- c"], {}),
        ("- a\n- b", "- a\n- b\n- c\n", ["- b"], ["- b", "- c"], {}),
        ("", "- a\n", [], ["- a"], {}),
        ("- a\n- a\n", "- a\n", ["- a"], [], {}),
        ("## I\n- a\n## Archive\n- b\n", "## I\n## Archive\n- b\n- a\n", [], [], {"a": True}),
        ("## I\n## Archive\n- b\n- a #pin\n", "## I\n- a\n## Archive\n- b\n", [], [], {"a": False}),
        ("## I\n- a\n## Archive\n- a\n", "## I\n## Archive\n- a\n", [], [], {"a": True}),
        ("## I\n- a\n", "## Archive\n- a\n", ["## I"], ["## Archive"], {"a": True}),
    ],
)
def test_what_changed(
    before: str, after: str, removed: list[str], added: list[str], moves: dict[str, bool]
) -> None:
    assert differences(before, after) == (removed, added, moves)
