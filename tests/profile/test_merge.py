"""The three-way merge: its laws for any three texts, and the results that people expect."""

from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.cpu import bounded

from llm_user_memory.profile.comparison import changed_lines, deleted_facts, distance
from llm_user_memory.profile.document import facts
from llm_user_memory.profile.merge import merge
from llm_user_memory.text.words import fold, occurs_in

pytestmark = pytest.mark.once

# Few different lines, so that equal ones meet in every way.
texts = st.builds(
    lambda lines, final: "\n".join(lines) + final,
    st.lists(st.sampled_from(["## S", "- a", "- b", "- c", "", "text", "- a\r"]), max_size=9),
    st.sampled_from(["", "\n"]),
)

BASE = "# User Profile\n\n## A\n- one\n- two\n\n## B\n- three\n"
MERGED = [
    ("nobody changed anything", BASE, BASE, BASE),
    (
        "both added, in different sections",
        BASE.replace("- two\n", "- two\n- mine\n"),
        BASE + "- theirs\n",
        BASE.replace("- two\n", "- two\n- mine\n") + "- theirs\n",
    ),
    (
        "both added in the same place",
        BASE + "- mine\n",
        BASE + "- theirs\n",
        BASE + "- mine\n- theirs\n",
    ),
    ("both added the same", BASE + "- same\n", BASE + "- same\n", BASE + "- same\n"),
    (
        "both added the same, mine without a final newline",
        BASE + "- same",
        BASE + "- same\n",
        BASE + "- same",
    ),
    (
        "both changed the same line",
        BASE.replace("one", "one of mine"),
        BASE.replace("one", "one of theirs"),
        BASE.replace("one", "one of mine"),
    ),
    (
        "mine changed a line in whose place theirs has another",
        BASE.replace("one", "one of mine"),
        BASE.replace("one", "theirs"),
        BASE.replace("- one", "- one of mine\n- theirs"),
    ),
    (
        "both changed, in different lines",
        BASE.replace("one", "mine"),
        BASE.replace("three", "theirs"),
        BASE.replace("one", "mine").replace("three", "theirs"),
    ),
    (
        "mine deleted what theirs changed",
        BASE.replace("- one\n", ""),
        BASE.replace("one", "one of theirs"),
        BASE.replace("- one\n", ""),
    ),
    (
        "mine deleted a line in whose place theirs has another",
        BASE.replace("- one\n", ""),
        BASE.replace("one", "theirs"),
        BASE.replace("one", "theirs"),
    ),
    (
        "theirs deleted what mine changed",
        BASE.replace("one", "mine"),
        BASE.replace("- one\n", ""),
        BASE.replace("one", "mine"),
    ),
    (
        "mine deleted a line beside which theirs added",
        BASE.replace("- two\n", ""),
        BASE.replace("- two\n", "- two\n- theirs\n"),
        BASE.replace("- two\n", "- theirs\n"),
    ),
    ("mine emptied the file", "", BASE + "- theirs\n", "- theirs"),
    ("mine dropped the final newline", BASE[:-1], BASE, BASE[:-1]),
    ("theirs added, mine dropped the newline", BASE[:-1], BASE + "- theirs\n", BASE + "- theirs"),
]


@pytest.mark.parametrize(
    ("mine", "theirs", "merged"), [row[1:] for row in MERGED], ids=[row[0] for row in MERGED]
)
def test_both_changes_live_on(mine: str, theirs: str, merged: str) -> None:
    assert merge(BASE, mine, theirs) == merged


@pytest.mark.parametrize("order", [1, -1], ids=["below", "above"])
def test_a_line_that_was_added_beside_prose_leaves_what_theirs_made_of_it(order: int) -> None:
    old, new, added = "Some prose.\n", "Some prose, and more.\n", "Mine.\n"
    mine, merged = ("".join([each, added][::order]) for each in (old, new))
    assert merge(BASE + old, BASE + mine, BASE + new) == BASE + merged


@given(texts, texts)
@settings(deadline=None)
def test_where_theirs_changed_nothing_mine_stands(base: str, mine: str) -> None:
    assert merge(base, mine, base) == mine


@given(texts, texts)
@settings(deadline=None)
def test_where_mine_changed_nothing_theirs_stands(base: str, theirs: str) -> None:
    assert merge(base, base, theirs) == theirs


@given(texts, texts)
@settings(deadline=None)
def test_what_both_made_is_made_once(base: str, both: str) -> None:
    assert merge(base, both, both) == both


@given(st.text(), st.text(), st.text())
@settings(deadline=None)
def test_any_three_texts_merge_into_lines_that_stood_in_them(
    base: str, mine: str, theirs: str
) -> None:
    known = {line for text in (base, mine, theirs) for line in text.split("\n")} | {""}
    assert set(merge(base, mine, theirs).split("\n")) <= known


@given(texts, texts, texts)
@settings(deadline=None)
def test_no_line_that_the_user_added_is_lost(base: str, mine: str, theirs: str) -> None:
    added = _lines(mine) - _lines(base)
    assert added - {""} <= _lines(merge(base, mine, theirs))


def _lines(text: str) -> set[str]:
    """The lines of a text, with either line ending."""
    return {line.removesuffix("\r") for line in text.split("\n")}


def _with_new_lines(text: str, places: list[int]) -> str:
    lines = text.split("\n")
    for number, place in enumerate(places):
        lines.insert(place, f"- new {number}")
    return "\n".join(lines)


places = st.lists(st.integers(0, 12), min_size=1, max_size=4)


@given(texts, texts, places)
@example("S\nS\nS\nS\ntext\ntext\ntext", "", [0, 8, 5, 7])  # difflib pairs the wrong lines
@settings(deadline=None)
def test_what_theirs_only_added_survives_beside_any_edit_of_mine(
    base: str, mine: str, at: list[int]
) -> None:
    merged = merge(base, mine, _with_new_lines(base, at)).split("\n")
    assert {f"- new {number}" for number in range(len(at))} <= set(merged)


@given(texts, texts, places)
@example("S\nS\nS\nS\ntext\ntext\ntext", "", [0, 8, 5, 7])  # difflib pairs the wrong lines
@settings(deadline=None)
def test_no_line_comes_back_that_the_user_deleted(base: str, mine: str, at: list[int]) -> None:
    gone = set(base.split("\n")) - set(mine.split("\n")) - {""}
    assert not gone & set(merge(base, mine, _with_new_lines(base, at)).split("\n"))


@given(texts, texts)
@settings(deadline=None)
def test_only_equal_lines_have_no_distance(one: str, other: str) -> None:
    lines = [sorted(filter(None, text.split("\n"))) for text in (one, other)]
    if lines[0] != lines[1]:
        assert distance(one, other) > 0
    assert distance(one, one) == 0


NEARER = [
    ("the same text", BASE, BASE, BASE + "- more\n"),
    ("a line less", BASE, BASE.replace("- two\n", ""), "## A\n"),
    (
        "a line reworded",
        BASE,
        BASE.replace("- two", "- two too"),
        BASE.replace("- two", "- Likes tea"),
    ),
    ("lines in another order", "a\nb\n", "b\na\n", "a\nc\n"),
    ("a final newline less", BASE, BASE[:-1], BASE + "- x\n"),
]


@pytest.mark.parametrize(
    ("text", "near", "far"), [row[1:] for row in NEARER], ids=[row[0] for row in NEARER]
)
def test_what_was_changed_less_is_nearer(text: str, near: str, far: str) -> None:
    assert 0 <= distance(near, text) < distance(far, text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("- Likes number {}\n", "- Likes number {}\r\n"),
        ("- {} a b c d", "- {} d c b a e"),
    ],
    ids=["every line changed", "one long line changed"],
)
def test_the_distance_of_large_texts_is_quick_to_tell(one: str, other: str) -> None:
    left, right = ("".join(map(text.format, range(1000))) for text in (one, other))
    with bounded():
        assert distance(left, right) > 0


@pytest.mark.parametrize(
    ("before", "after", "removed", "added"),
    [
        ("", "", [], []),
        ("a\n", "a\n", [], []),
        ("a\nb\n", "a\n", ["b"], []),
        ("a\n", "a\n- b\n\n", [], ["- b"]),
        ("a\n  b\nc\n", "a\n  d\nc\n", ["b"], ["d"]),
        ("a\nb\nc\n", "b\nc\na\n", ["a"], ["a"]),
    ],
)
def test_changed_lines_are_told(
    before: str, after: str, removed: list[str], added: list[str]
) -> None:
    assert changed_lines(before, after) == (removed, added)


@given(texts, texts)
@settings(deadline=None)
def test_changed_lines_turn_one_text_into_the_other(before: str, after: str) -> None:
    removed, added = changed_lines(before, after)
    old, new = (Counter(filter(None, map(str.strip, t.split("\n")))) for t in (before, after))
    assert old - Counter(removed) + Counter(added) == new


FACTS = "# User Profile\n\n## A\n- Keeps bees\n- Lives in Oslo\n\n## B\n- Likes green tea\n"
DELETED = [
    ("nothing", FACTS, []),
    ("one", FACTS.replace("- Keeps bees\n", ""), ["Keeps bees"]),
    ("the last", FACTS.replace("- Likes green tea\n", ""), ["Likes green tea"]),
    ("two", FACTS.replace("- Keeps bees\n- Lives in Oslo\n", ""), ["Keeps bees", "Lives in Oslo"]),
    ("a section with its fact", FACTS[: FACTS.index("## B")], ["Likes green tea"]),
    ("one, one added elsewhere", FACTS.replace("- Keeps bees\n", "") + "- Rows\n", ["Keeps bees"]),
    ("one, and two added there", FACTS.replace("Keeps bees", "Rows\n- Sails"), ["Keeps bees"]),
    ("none: reworded", FACTS.replace("Keeps bees", "Keeps black bees"), []),
    ("none: another in its place", FACTS.replace("Keeps bees", "Rows"), []),
    ("none: corrected in its place", FACTS.replace("in Oslo", "where the sun sets in Oslo"), []),
    (
        "one, one added at the end of the section above",
        FACTS.replace("- Likes green tea\n", "").replace("Oslo\n", "Oslo\n- Rows\n"),
        ["Likes green tea"],
    ),
    (
        "one, one of similar letters typed elsewhere",
        FACTS.replace("- Lives in Oslo\n", "") + "- Drives a Volvo\n",
        ["Lives in Oslo"],
    ),
    (
        "one, one that begins alike typed elsewhere",
        FACTS.replace("- Keeps bees\n", "") + "- Keeps a diary\n",
        ["Keeps bees"],
    ),
    (
        "one, a known one moved into its place and another added",
        "# User Profile\n\n## A\n- Likes green tea\n- Lives in Oslo\n\n## B\n- Rows\n",
        ["Keeps bees"],
    ),
    ("none: translated", "## A\n- Hält Bienen\n- Wohnt in Oslo\n\n## B\n- Mag grünen Tee\n", []),
    ("none: all in another order", "- Lives in Oslo\n- Likes green tea\n- Keeps bees\n", []),
    ("none: in other letters", FACTS.replace("- Keeps bees", "+ KEEPS  bees."), []),
    ("none: in a longer line", FACTS.replace("- Keeps bees\n", "") + "- Is 9, keeps bees\n", []),
    ("none: made a heading", FACTS.replace("- Keeps bees", "### Keeps bees"), []),
    ("none: moved and reworded", FACTS.replace("- Keeps bees\n", "") + "- Keeps the bees\n", []),
    ("none: emptied", "", []),
    ("none: only its headings left", "# User Profile\n\n## A\n\n## B\n", []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("after", "deleted"), [row[1:] for row in DELETED], ids=[row[0] for row in DELETED]
)
def test_facts_that_were_deleted_are_told_from_edited_ones(after: str, deleted: list[str]) -> None:
    assert deleted_facts(FACTS, after) == deleted


def test_a_fact_in_the_place_of_a_deleted_one_may_come_from_a_command_elsewhere() -> None:
    for new, deleted in (("Rows", ["Keeps bees"]), ("Sold the bees", [])):
        after = FACTS.replace("Keeps bees", new)
        assert deleted_facts(FACTS, after, by_editor=False) == deleted
        assert deleted_facts(FACTS, after) == []


def test_the_only_fact_is_deleted_while_its_heading_stands() -> None:
    only = "# User Profile\n\n## A\n- Keeps bees\n"
    assert deleted_facts(only, only.replace("- Keeps bees\n", "")) == ["Keeps bees"]
    assert deleted_facts(only, "") == deleted_facts(only, " \n") == []


bullets = st.lists(st.sampled_from(["- fact one", "- fact two", "- fact three", "- fact four"]))


@given(bullets, bullets)
@settings(deadline=None)
def test_what_still_stands_was_not_deleted_and_what_was_deleted_stood_there(
    before: list[str], after: list[str]
) -> None:
    old, new = "\n".join(before), "\n".join(after)
    deleted = deleted_facts(old, new)
    assert set(deleted) <= {fact.text for fact in facts(old)}
    assert not any(occurs_in(fold(fact), fold(new)) for fact in deleted)
    assert deleted_facts(old, old) == []


@given(bullets)
@settings(deadline=None)
def test_lines_taken_out_and_nothing_else_are_all_deleted(before: list[str]) -> None:
    kept = [*dict.fromkeys(before)][1:]
    gone = {line.removeprefix("- ") for line in before if line not in kept}
    if kept:
        assert set(deleted_facts("\n".join(before), "\n".join(kept))) == gone


def test_a_large_profile_rewritten_is_compared_quickly() -> None:
    before = "".join(f"- Likes number {n} of all that there is\n" for n in range(1_000))
    after = "".join(f"- Hates letter {n} {n} in every word\n" for n in range(1_001))
    with bounded():
        assert deleted_facts(before, after) == [], "rewritten as a whole"


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["\n", "- a\n", "```\n", "- a\n\n"])
def test_a_long_profile_of_equal_lines_merges_quickly(unit: str) -> None:
    text = unit * (20_000 // len(unit))
    with bounded():
        assert merge(text, f"- mine\n{text}", f"{text}- theirs\n") == f"- mine\n{text}- theirs\n"
