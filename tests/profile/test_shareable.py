"""`profile.shareable`: the profile without what stays on this machine."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.rows import for_each

from llm_user_memory.egress import CLOUD, USER, Destination
from llm_user_memory.profile.document import facts, local_texts
from llm_user_memory.profile.edits import (
    Edit,
    add_facts,
    apply_edit,
    marked_where,
    without_facts,
)
from llm_user_memory.profile.line_marks import LOCAL as LOCAL_MARK
from llm_user_memory.profile.line_marks import without_marks
from llm_user_memory.profile.merge import merge
from llm_user_memory.profile.shareable import shareable
from llm_user_memory.profile.split import without_archive

PROFILE = """# User Profile

## Personal Information
- Lives in Oslo
- Has diabetes #local
- Works at night #pin #local

## Archive: Interests
- Keeps bees #LOCAL
- Climbs #pin
"""


def test_local_facts_go_to_nobody_else() -> None:
    sent = shareable(PROFILE, CLOUD)
    assert [fact.text for fact in facts(sent)] == ["Lives in Oslo", "Climbs"]
    assert sent.count("##") == PROFILE.count("##")
    assert shareable(PROFILE, USER) == PROFILE
    assert local_texts(PROFILE) == {"Has diabetes", "Works at night", "Keeps bees"}


def test_the_heading_of_a_section_goes_with_all_of_it() -> None:
    """It may say what the facts do. The standard sections stay, and those that were empty."""
    text = (
        "# User Profile\n\n## Interests\n- Rows #local\n\n## Diabetes\n- Takes insulin #local\n\n"
        "## Health\n- Is tall\n- Has gout #local\n\n## Work\nAt night\n\n## Plans\n"
    )
    sent = shareable(text, CLOUD)
    assert [line for line in sent.splitlines() if line.startswith("## ")] == [
        "## Interests",
        "## Health",
        "## Work",
        "## Plans",
    ]
    heard = shareable(text, Destination("unknown", "m"), lambda _facts: {"Takes insulin"})
    assert "## Diabetes\n- Takes insulin" in heard
    note = "# 2026-11-27\n\n## The clinic\nMonday #local\n\n## 10:30\nCandles\n"
    sent = shareable(note, CLOUD, is_profile=False)
    assert "clinic" not in sent and "## 10:30\nCandles" in sent


def test_a_model_of_an_unknown_place_is_given_what_it_heard() -> None:
    sent = shareable(PROFILE, Destination("unknown", "m"), lambda _facts: {"Has diabetes"})
    assert [fact.text for fact in facts(sent)] == ["Lives in Oslo", "Has diabetes", "Climbs"]


@for_each(
    "text",
    [
        "My diagnosis #local\n",
        "- My diagnosis\n  is known #local\n",
        "- My diagnosis #local\n  is known\n",
        "  * My diagnosis \t #local  \n",
        "- My diagnosis #Local #pin\r\n",
        "1. My diagnosis #local",
        "- My diagnosis\u00a0#local",
        "- My diagnosis\n  #local\n",
        "- My diagnosis" + " " * 30 + "#local",
        "- My diagnosis #local\u200b",
        "- My diagnosis #local.",
        "- My diagnosis (#local)",
        "- My diagnosis ＃ｌｏｃａｌ",
        "- My diagnosis #ｌｏｃａｌ",
        "- My diagnosis ﹟local",
        "- My diagnosis #lo\u200bcal",
        "- My diagnosis #lo\u00adcal",
        "- My diagnosis #\u3164local",
        "- My diagnosis #loc\u034fal\ufe0f",
        "- My diagnosis _#local_",
        "- My diagnosis __#local__.",
        "- My diagnosis ~~#local~~",
        "- My diagnosis #**Local**:",
        "- My diagnosis \\#local",
        "- My diagnosis \U0001f512#local",
        "- My diagnosis #local \U0001f512\ufe0f",
        "- My diagnosis <!-- #local -->",
        "- My diagnosis#local",
        "- My diagnosis.#local",
        "- **My diagnosis**#LOCAL",
        "- My diagnosis\u200b#local",
        "- [ ] My diagnosis #local",
        "| My diagnosis #local |\n",
        "- My diagnosis #local #health",
        "- It is known #local\n  - My diagnosis\n",
        "- It is known #local\n\n  My diagnosis\n",
        "- It is known #local\nMy diagnosis\n",
        "My diagnosis\nis known #local\n",
        "> My diagnosis\n> #local\n",
        "```\n- My diagnosis\n  #local\n```\n",
        "### Illness #local\n- My diagnosis\n",
        "### Illness #local ###\n- My diagnosis\n",
    ],
    ids=[
        "no bullet",
        "two lines",
        "marked above",
        "nested",
        "spelled and marked",
        "numbered",
        "a space that does not break",
        "wrapped by an editor",
        "many blanks",
        "an invisible letter",
        "a full stop",
        "brackets",
        "wide letters",
        "wide letters after an ordinary sign",
        "a small number sign",
        "an invisible letter within",
        "a soft hyphen within",
        "a filler within",
        "a joiner within, and a selector",
        "emphasis",
        "strong emphasis",
        "struck out",
        "emphasis within",
        "escaped by an editor",
        "an emoji before it",
        "an emoji after it",
        "in a comment",
        "without a blank",
        "after a full stop",
        "after emphasis",
        "after an invisible letter",
        "a task",
        "a table",
        "another hashtag",
        "below it",
        "its second paragraph",
        "its paragraph goes on",
        "marked below",
        "quoted",
        "in a fence",
        "below a heading",
        "below a heading with an end",
    ],
)
def test_a_line_with_the_mark_never_goes(text: str) -> None:
    assert "diagnosis" not in shareable(f"## Health\n{text}", CLOUD)
    assert "diagnosis" not in shareable(f"## Health\n{text}", Destination("unknown", "m"))


MARKED = [
    ("- Has it\u00a0#local", "Has it"),
    ("- Has it\n  #local", "Has it"),
    ("- Has it\n  (#local).\n  > quoted", "Has it > quoted"),
    ("- Has it #health #Local #pin #here", "Has it #health #here"),
    ("- Has it #local\u200b", "Has it"),
    ("- Has it#local", "Has it"),
    ("- Has it _#lo\u00adcal_", "Has it"),
    ("- Plays in A#minor #local", "Plays in A#minor"),
]


@pytest.mark.parametrize(("text", "fact"), MARKED)
def test_what_does_not_go_is_local_to_every_reader(text: str, fact: str) -> None:
    [found] = facts(text)
    assert found.local and found.text == fact and local_texts(text) == {fact}
    [freed] = facts(marked_where(text, LOCAL_MARK, lambda _fact: False))
    assert not freed.local and freed.text == fact and freed.pinned == found.pinned


@pytest.mark.parametrize("text", ["- Has C #", "- Likes #5 and #localgym", "- Reads x.org/a#local"])
def test_what_looks_like_a_mark_is_left_as_it_is(text: str) -> None:
    assert without_marks(text) == text and not local_texts(text)


NESTED = """## A
- Is ill #local
  - Takes two a day
- Lives in Oslo

## Illness #local
- Sees a doctor

### More
- On Mondays

## B
- Keeps bees
"""


def test_what_stands_below_a_mark_is_local() -> None:
    expected = {"Is ill", "Takes two a day", "Sees a doctor", "On Mondays"}
    assert local_texts(NESTED) == expected
    shared = facts(shareable(NESTED, CLOUD))
    assert [fact.text for fact in shared] == ["Lives in Oslo", "Keeps bees"]
    merged = merge(NESTED, NESTED + "- Climbs\n", NESTED.replace("Oslo", "Rome"))
    assert local_texts(merged) == expected


BELOW = {
    "a line that goes on": "own hive\n",
    "a paragraph": "\n  own hive\n  more of the hive\n",
    "two paragraphs": "\n  own hive\n\n  another hive\n",
    "a code block": "  ```\n  own hive\n  ```\n",
    "lines of Windows": "\r\n  own hive\r\n",
}


@pytest.mark.parametrize("below", BELOW.values(), ids=BELOW)
def test_own_text_below_a_local_fact_stays_here_when_the_fact_leaves(below: str) -> None:
    text = (
        f"# User Profile\n\n## Interests\n- Keeps bees #local\n{below}- Rows\n\n## Work\n- Sings\n"
    )
    cloud = Destination("elsewhere", "cloud")
    fact = facts(text)[0]
    archived = add_facts(without_facts(text, [fact]), "Archive: Interests", [fact.written])
    for left in (without_facts(text, [fact]), archived):
        assert "hive" in left and "hive" not in shareable(left, cloud)
        assert [each for each in ("Rows", "Sings") if each in shareable(left, cloud)] == [
            "Rows",
            "Sings",
        ]
        assert left.replace(" #local", "").count("\n") == left.count("\n")


def test_a_fact_stays_local_when_what_marked_it_goes() -> None:
    left = without_facts(NESTED, facts(NESTED)[:1])
    assert local_texts(left) == {"Takes two a day", "Sees a doctor", "On Mondays"}
    assert "- Sees a doctor\n" in left


MORE = "\n## B\n- Keeps bees\n"
OF_SECTIONS = {
    "a heading of the first level": "# A #local\n- Sees a doctor\n\n## C\n- Is ill\n\n# D" + MORE,
    "no word in the heading": "## #local\n- Sees a doctor\n" + MORE,
    "below the heading": "## A\n#local\n- Sees a doctor\n" + MORE,
    "with another tag": "## A\n\n#health #local\n\n- Sees a doctor\n" + MORE,
    "at the end": "## A\n- Sees a doctor\n\n#local\n" + MORE,
    "a line that goes on": "## A\n- Sees a doctor\n#local\n- Keeps bees\n",
    "the title": "# User Profile #local\n\n## A\n- Sees a doctor\n",
    "the first line": "#local\n\n# User Profile\n\n## A\n- Sees a doctor\n",
}


@pytest.mark.parametrize("text", OF_SECTIONS.values(), ids=list(OF_SECTIONS))
def test_a_mark_of_a_section_reaches_all_of_it(text: str) -> None:
    left = ["Keeps bees"] if "bees" in text else []
    assert [fact.text for fact in facts(shareable(text, CLOUD))] == left
    assert local_texts(text) == {fact.text for fact in facts(text)} - set(left)


def test_a_mark_of_the_first_level_ends_at_the_archive() -> None:
    """The archive is read by itself: a prompt cuts it off before it looks at marks."""
    active, archive = "# A #local\n- Sees a doctor\n\n", "## Archive: A\n- Keeps bees\n\n"
    more = "## B\n- Climbs\n"
    assert local_texts(active + archive) == {"Sees a doctor"}
    assert local_texts(active + archive + more) == {"Sees a doctor", "Climbs"}
    assert local_texts(without_archive(active + archive + more)) == {"Sees a doctor", "Climbs"}


@pytest.mark.parametrize("line", ["#local", "and takes pills #local", "> since May #local"])
def test_a_new_fact_does_not_come_between_a_fact_and_its_mark(line: str) -> None:
    text = f"## A\n- Sees a doctor\n{line}\n"
    after = apply_edit(text, Edit("add", "A", new="Keeps bees"))
    assert local_texts(text) == local_texts(after) == {"Sees a doctor"}


@pytest.mark.parametrize("text", ["- Uses #local variables", "- Trains in the #localgym"])
def test_other_words_are_no_marks(text: str) -> None:
    assert shareable(text, CLOUD) == text


def test_a_profile_that_hides_lines_loses_them_all_the_same() -> None:
    text = "## A\n```\n- My diagnosis #local\n```\n<!--\n- Another #local\n-->\n- Lives in Oslo\n"
    sent = shareable(text, CLOUD)
    assert "diagnosis" not in sent and "Another" not in sent and "Lives in Oslo" in sent


_LINES = st.lists(
    st.builds(
        lambda words, mark: f"- {words}{mark}\n",
        st.text("abc #`<->\t", min_size=1, max_size=12),
        st.sampled_from(["", " #local", " #pin", " #pin #local", "\t#LOCAL", "\u00a0#local"]),
    ),
    max_size=8,
)


@given(lines=_LINES)
def test_no_local_fact_is_left_and_no_other_one_is_lost(lines: list[str]) -> None:
    text = "## A\n" + "".join(lines)
    sent = shareable(text, CLOUD)
    assert not local_texts(sent)
    shared = [fact.text for fact in facts(text) if not fact.local]
    if not any(mark in text for mark in ("`", "<")):
        left = [fact.text for fact in facts(sent)]
        assert [each for each in shared if each in left] == left


BASE = "## A\n- Lives in Oslo\n- Keeps bees\n"
LOCAL = BASE.replace("bees", "bees #local")


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "is_local"),
    [
        (BASE, BASE + "- Climbs\n", LOCAL, True),
        (BASE, LOCAL, BASE + "- Climbs\n", True),
        (LOCAL, LOCAL + "- Climbs\n", BASE, False),
        (LOCAL, BASE, LOCAL + "- Climbs\n", False),
        ("## A\n- Lives in Oslo\n", BASE, LOCAL, True),
        ("## A\n- Lives in Oslo\n", LOCAL, BASE, True),
        (LOCAL, "## A\n- Keeps bees #local\n- Lives in Oslo\n", LOCAL, True),
    ],
    ids=[
        "marked by an update",
        "marked in an editor",
        "freed by a command",
        "freed in an editor",
        "said on both sides, mine elsewhere",
        "said on both sides, theirs elsewhere",
        "moved",
    ],
)
def test_a_merge_keeps_the_mark(base: str, mine: str, theirs: str, is_local: bool) -> None:
    merged = {fact.text: fact.local for fact in facts(merge(base, mine, theirs))}
    assert merged["Keeps bees"] is is_local and not merged["Lives in Oslo"]
    assert [fact.text for fact in facts(merge(base, mine, theirs))].count("Keeps bees") == 1


def test_a_fact_that_was_marked_while_it_was_reworded_is_local() -> None:
    mine = BASE.replace("Keeps bees", "Keeps forty bees")
    merged = merge(BASE, mine, LOCAL)
    assert {fact.text: fact.local for fact in facts(merged)}["Keeps forty bees"]
    assert "Keeps bees" not in without_marks(merged)
