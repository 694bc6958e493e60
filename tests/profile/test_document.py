"""`document`: reading a profile, and editing one line without changing any other."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.cpu import bounded
from support.profile_strategies import profiles
from support.rows import for_each

from llm_user_memory.errors import ProfileError
from llm_user_memory.profile.document import (
    EMPTY,
    STANDARD_SECTIONS,
    TITLE,
    facts,
    find_fact,
    find_section,
    lines_of,
    sections,
)
from llm_user_memory.profile.edits import Edit, apply_edit, without_facts, without_placeholders

pytestmark = pytest.mark.once

EDITS_OF_A_FACT = [
    "Likes tea",
    "Likes 🍺",
    "likes 🍺",
    "nested",
    "🎉",
    "Wohnt in Ulm",
    "C++",
    "!!!",
    "- -",
]

section_names = st.sampled_from(
    ["Interests", "interests", "🎉", "Work & Life", "Deeper", "", "a\nb"]
)
fact_texts = st.one_of(st.sampled_from(EDITS_OF_A_FACT), st.text(max_size=12))

READ = [
    ("an empty file", "", [], []),
    ("no heading at all", "- a\ntext\n", [], [("", "a")]),
    ("the title alone", "# User Profile\n", [], []),
    ("a fact", "## S\n- a\n", ["S"], [("S", "a")]),
    ("other bullets", "## S\n* a\n+ b\n", ["S"], [("S", "a"), ("S", "b")]),
    ("no space after the bullet", "## S\n-a\n", ["S"], []),
    ("an empty bullet", "## S\n-\n- \n", ["S"], []),
    ("a rule", "## S\n- - -\n***\n* * *\n", ["S"], []),
    ("closed headings", "## S ##\n- a\n", ["S"], [("S", "a")]),
    ("a heading of C#", "## C#\n- a\n", ["C#"], [("C#", "a")]),
    ("a heading without space", "##S\n- a\n", [], [("", "a")]),
    ("a deeper heading", "## S\n### T\n- a\n", ["S"], [("S", "a")]),
    ("a title after a section", "## S\n# T\n- a\n", ["S"], [("", "a")]),
    (
        "a title between sections",
        "## S\n- a\n# T\n## U\n- b\n",
        ["S", "U"],
        [("S", "a"), ("U", "b")],
    ),
    ("nested bullets", "## S\n- a\n  - b\n", ["S"], [("S", "a"), ("S", "b")]),
    ("a fact on two lines", "## S\n- a\n  b\nc\n", ["S"], [("S", "a b")]),
    ("a fact on two lines, tabs", "## S\n- a\n\tb\n", ["S"], [("S", "a b")]),
    ("spaces in a fact", "## S\n-   a   b  \n", ["S"], [("S", "a b")]),
    ("a code fence", "## S\n```\n- a\n## T\n```\n- b\n", ["S"], [("S", "b")]),
    ("a longer fence", "## S\n````\n```\n- a\n````\n- b\n", ["S"], [("S", "b")]),
    ("another fence inside", "## S\n~~~\n```\n- a\n~~~\n- b\n", ["S"], [("S", "b")]),
    ("an open fence", "## S\n- a\n```\n- b\n", ["S"], [("S", "a")]),
    ("code within a line", "## S\n```x``` is code\n- a\n", ["S"], [("S", "a")]),
    ("a fence below a fact", "## S\n- a\n  ```\n  - b\n  ```\n", ["S"], [("S", "a")]),
    ("a comment", "## S\n<!-- - a -->\n- b\n", ["S"], [("S", "b")]),
    ("a comment of several lines", "<!--\n## S\n- a\n-->\n- b\n", [], [("", "b")]),
    ("an open comment", "## S\n<!--\n- a\n", ["S"], []),
    ("Windows line endings", "## S\r\n- a\r\n  b\r\n", ["S"], [("S", "a b")]),
    ("no final newline", "## S\n- a", ["S"], [("S", "a")]),
    ("the same section twice", "## S\n- a\n## S\n- b\n", ["S", "S"], [("S", "a"), ("S", "b")]),
    ("other languages", "## 趣味\n- 猫が好き\n", ["趣味"], [("趣味", "猫が好き")]),
]


@for_each(("text", "names", "found"), [row[1:] for row in READ], ids=[row[0] for row in READ])
def test_sections_and_facts_are_found(
    text: str, names: list[str], found: list[tuple[str, str]]
) -> None:
    assert sections(text) == names
    assert [(fact.section, fact.text) for fact in facts(text)] == found


def test_the_empty_profile_has_the_standard_sections_and_no_fact() -> None:
    assert sections(EMPTY) == list(STANDARD_SECTIONS)
    assert facts(EMPTY) == []
    assert EMPTY.startswith(TITLE + "\n")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Interests", "Interests"),
        ("  INTERESTS: ", "Interests"),
        ("**Interests**", "Interests"),
        ("Interest", None),
        ("", None),
        ("🎈", None),
        ("# ", None),
        ("🎉", "🎉"),
        ("c++", "C++"),
        ("C", None),
    ],
)
def test_a_section_is_found_as_the_profile_spells_it(name: str, found: str | None) -> None:
    assert find_section("## Interests\n## 🎉\n## C++\n", name) == found


def test_a_section_with_a_mark_is_found_by_its_name() -> None:
    assert find_section("## Health #local\n", "health") == "Health #local"
    assert find_section("## Health #local\n## HEALTH\n", "Health") == "HEALTH"
    assert find_section("## #local\n", "") is None


@pytest.mark.parametrize(
    ("wanted", "section", "line"),
    [
        ("Likes tea", "", 1),
        ("likes TEA.", "", 1),
        ("likes tea", "B", 5),
        ("Likes tea", "B", 1),
        ("likes tea", "No such section", 5),
        ("Likes 🍺", "", 3),
        ("likes 🍕", "A", 2),
        ("🎉", "", 6),
        ("Likes", "", 2),
        ("Likes tea", "🎉", 8),
    ],
)
def test_the_fact_meant_is_found(wanted: str, section: str, line: int) -> None:
    text = (
        "## A\n- Likes tea\n- Likes 🍕\n- Likes 🍺\n## B\n- likes tea\n- 🎉\n## 🎉\n- Likes tea\n"
    )
    fact = find_fact(text, wanted, section)
    assert fact is not None
    assert fact.start == line


@pytest.mark.parametrize("wanted", ["", "!", "🍕", "tea", "Likes tea and more"])
def test_no_fact_is_found_where_none_says_it(wanted: str) -> None:
    assert find_fact("## A\n- Likes tea\n- 🎉\n", wanted) is None


EDITED = [
    ("add below the last fact", "## S\n- a\n\n## T\n", "add S - n", "## S\n- a\n- n\n\n## T\n"),
    ("add to an empty section", "## S\n\n## T\n", "add S - n", "## S\n- n\n\n## T\n"),
    ("add at the end", "## S\n- a\n", "add S - n", "## S\n- a\n- n\n"),
    ("add without final newline", "## S\n- a", "add S - n", "## S\n- a\n- n\n"),
    ("add below a paragraph", "## S\nwords\n", "add S - n", "## S\nwords\n\n- n\n"),
    ("add below a nested bullet", "## S\n- a\n  - b\n", "add S - n", "## S\n- a\n  - b\n- n\n"),
    ("add below a fact of two lines", "## S\n- a\n  b\n", "add S - n", "## S\n- a\n  b\n- n\n"),
    (
        "add below a lazy line",
        "## S\n- a\nb #local\n- c\nd",
        "add S - n",
        "## S\n- a\nb #local\n- c\nd\n\n- n\n",
    ),
    ("add above a rule", "## S\n- a\n---\n", "add S - n", "## S\n- a\n- n\n---\n"),
    ("add in the section's spelling", "## my s\n", "add My S! - n", "## my s\n- n\n"),
    ("add a section", "## S\n- a\n", "add T - n", "## S\n- a\n\n## T\n- n\n"),
    ("add to an empty file", "", "add T - n", "## T\n- n\n"),
    ("add, Windows line endings", "## S\r\n- a\r\n", "add S - n", "## S\r\n- a\r\n- n\r\n"),
    ("add to the first of two", "## S\n## S\n- a\n", "add S - n", "## S\n- n\n## S\n- a\n"),
    ("add before an open fence", "## S\n- a\n```\n", "add S - n", "## S\n- a\n- n\n```\n"),
    ("add above an open fence", "## S\n```\n", "add S - n", "## S\n- n\n```\n"),
    ("add what another section says", "- n\n## S\n```\n", "add S - n", "- n\n## S\n- n\n```\n"),
    ("replace", "## S\n- a\n- b\n", "replace S - a > n", "## S\n- n\n- b\n"),
    ("replace, the marker stays", "## S\n  *   a\n", "replace S - a > n", "## S\n  *   n\n"),
    ("replace two lines", "## S\n- a\n  b\n- c\n", "replace S - a b > n", "## S\n- n\n- c\n"),
    ("replace the last line", "## S\n- a", "replace S - a > n", "## S\n- n"),
    ("replace, Windows", "## S\r\n- a\r\n", "replace S - a > n", "## S\r\n- n\r\n"),
    (
        "replace in the section",
        "## S\n- a\n## T\n- a\n",
        "replace T - a > n",
        "## S\n- a\n## T\n- n\n",
    ),
    ("remove", "## S\n- a\n- b\n", "remove S - a", "## S\n- b\n"),
    ("remove two lines", "## S\n- a\n  b\n- c\n", "remove S - a b", "## S\n- c\n"),
    ("remove, nested stays", "## S\n- a\n  - b\n", "remove S - a", "## S\n  - b\n"),
    ("remove the last line", "## S\n- a\n- b", "remove S - b", "## S\n- a\n"),
    ("remove as folded", "## S\n- Likes tea.\n", "remove S - likes TEA", "## S\n"),
]


def _edit(words: str) -> Edit:
    op, rest = words.split(" ", 1)
    section, fact = rest.split(" - ")
    old, _arrow, new = fact.partition(" > ")
    if op == "add":
        return Edit("add", section, new=old)
    return Edit("replace", section, old, new) if op == "replace" else Edit("remove", section, old)


@pytest.mark.parametrize(
    ("text", "edit", "after"), [row[1:] for row in EDITED], ids=[row[0] for row in EDITED]
)
def test_an_edit_changes_its_own_line(text: str, edit: str, after: str) -> None:
    assert apply_edit(text, _edit(edit)) == after


REFUSED = [
    ("nothing to replace", "## S\n- a\n", Edit("replace", "S", "b", "n")),
    ("nothing to remove", "## S\n- a\n", Edit("remove", "S", "b")),
    ("an empty old fact", "## S\n- 🎉\n", Edit("remove", "S", "")),
    ("an open fence at the end", "- a\n```\n", Edit("add", "S", new="n")),
    ("an open fence, and the fact above it", "- n\n```\n", Edit("add", "S", new="n")),
    ("an open comment at the end", "<!--\n", Edit("add", "S", new="n")),
    ("an empty new fact", "## S\n", Edit("add", "S", new="")),
    ("a new fact that is a rule", "## S\n", Edit("add", "S", new="- -")),
    ("two facts in one", "## S\n", Edit("add", "S", new="a\n- b")),
    ("a line that is no fact", "## S\n", Edit("add", "S", new="a\nb")),
    ("a heading in a section's name", "## S\n", Edit("add", "T\n- x", new="a")),
    ("a section's name of two lines", "", Edit("add", "a\nb", new="n")),
    ("a section without a name", "", Edit("add", "", new="n")),
    ("replaced by nothing", "## S\n- a\n", Edit("replace", "S", "a", "")),
    ("replaced by a rule", "## S\n- a\n", Edit("replace", "S", "a", "- -")),
    ("a new line at the end", "## S\n", Edit("add", "S", new="a\n")),
    ("replaced by a line and its end", "## S\n- a\n", Edit("replace", "S", "a", "b\r\n")),
    ("replaced by two", "## S\n- a\n", Edit("replace", "S", "a", "b\n- c")),
]


@pytest.mark.parametrize(
    ("text", "edit"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_an_edit_that_cannot_be_made_is_refused(text: str, edit: Edit) -> None:
    with pytest.raises(ProfileError):
        apply_edit(text, edit)


@given(st.text())
@settings(deadline=None)
def test_the_lines_of_a_text_are_the_text(text: str) -> None:
    assert "".join(lines_of(text)) == text


@given(st.text())
@settings(deadline=None)
def test_a_line_ends_at_its_first_newline(text: str) -> None:
    lines = lines_of(text)
    assert all(lines)
    assert all(line.endswith("\n") for line in lines[:-1])
    assert not any("\n" in line[:-1] for line in lines)


@given(profiles)
@settings(deadline=None)
def test_facts_stand_on_lines_of_their_own_in_order(text: str) -> None:
    reached = 0
    for fact in facts(text):
        assert reached <= fact.start < fact.stop <= len(lines_of(text))
        reached = fact.stop


@given(profiles)
@settings(deadline=None)
def test_every_word_of_a_fact_stands_on_its_lines(text: str) -> None:
    for fact in facts(text):
        standing = "".join(lines_of(text)[fact.start : fact.stop])
        assert set(fact.text.split()) <= set(standing.split())


@given(profiles)
@settings(deadline=None)
def test_every_fact_is_found_where_it_stands(text: str) -> None:
    for fact in facts(text):
        found = find_fact(text, fact.text, fact.section)
        assert found is not None
        assert (found.text, found.section) == (fact.text, fact.section)


def _whole_lines(text: str, ending: str) -> list[str]:
    lines = lines_of(text)
    return [line if line.endswith("\n") else line + ending for line in lines]


@given(profiles, section_names, fact_texts)
@settings(deadline=None)
def test_an_added_fact_is_found_and_every_other_line_is_as_it_was(
    text: str, section: str, fact: str
) -> None:
    try:
        after = apply_edit(text, Edit("add", section, new=fact))
    except ProfileError:
        return
    assert find_fact(after, fact, section) is not None
    assert len(facts(after)) == len(facts(text)) + 1
    ending = "\r\n" if "\r\n" in text else "\n"
    before, lines = _whole_lines(text, ending), _whole_lines(after, ending)
    more = len(lines) - len(before)
    at = next(n for n in range(len(before) + 1) if lines[:n] + lines[n + more :] == before)
    bullet = f"- {fact}".rstrip("\r\n")
    heading = f"## {section}"
    new = [line.rstrip("\r\n") for line in lines[at : at + more]]
    assert sorted(filter(None, new)) in ([bullet], sorted([heading, bullet]))


@given(st.lists(st.sampled_from(["- a", "words", "", "### T"]), max_size=5), st.text(max_size=9))
@settings(deadline=None)
def test_a_fact_can_always_be_added_to_a_section_of_a_plain_profile(
    lines: list[str], words: str
) -> None:
    fact = " ".join(f"I {words}".split())
    text = "\n".join(["## S", *lines, "## T", ""])
    assume("\n" not in fact)
    added = facts(apply_edit(text, Edit("add", "S", new=fact)))
    assert (fact, "S") in [(found.text, found.section) for found in added]


@given(profiles.filter(facts), st.data(), fact_texts)
@settings(deadline=None)
def test_a_replaced_fact_is_found_and_every_other_line_is_as_it_was(
    text: str, data: st.DataObject, new: str
) -> None:
    old = data.draw(st.sampled_from(facts(text)))
    meant = find_fact(text, old.text, old.section)
    assert meant is not None
    try:
        after = apply_edit(text, Edit("replace", old.section, old.text, new))
    except ProfileError:
        return
    lines = lines_of(text)
    assert lines_of(after)[: meant.start] == lines[: meant.start]
    assert lines_of(after)[meant.start + 1 :] == lines[meant.stop :]
    assert find_fact(after, new, old.section) is not None
    assert len(facts(after)) == len(facts(text))


@given(profiles.filter(facts), st.data())
@settings(deadline=None)
def test_removing_a_fact_takes_its_lines_and_no_other(text: str, data: st.DataObject) -> None:
    old = data.draw(st.sampled_from(facts(text)))
    meant = find_fact(text, old.text, old.section)
    assert meant is not None
    after = apply_edit(text, Edit("remove", old.section, old.text))
    lines = lines_of(text)
    assert after == "".join(lines[: meant.start] + lines[meant.stop :])


@given(profiles, section_names, fact_texts)
@settings(deadline=None)
def test_adding_and_removing_leaves_the_facts_as_they_were(
    text: str, section: str, fact: str
) -> None:
    assume(find_fact(text, fact) is None)
    try:
        added = apply_edit(text, Edit("add", section, new=fact))
    except ProfileError:
        return
    after = apply_edit(added, Edit("remove", section, fact))
    assert [found.text for found in facts(after)] == [found.text for found in facts(text)]


def test_several_facts_go_at_once_with_their_lines_and_no_others() -> None:
    text = "## S\n- a\n  more of a\n  - b\n  on\n\n- c\n- a more of a\n"
    gone = [fact for fact in facts(text) if fact.text in ("a more of a", "b")]
    assert without_facts(text, gone) == "## S\n  on\n\n- c\n"


PLACEHOLDERS = [
    "- [Not specified]",
    "- Name: [Not specified]",
    "* Location: [not specified]  ",
    "- [No interests recorded yet]",
    "- [No current projects recorded]",
]
NO_PLACEHOLDERS = [
    "- Name: Ana",
    "- Likes [Not specified] as a band name",
    "[Not specified]",
    "- Not specified",
    "- [x] done",
]


@pytest.mark.parametrize("line", PLACEHOLDERS)
def test_a_line_that_says_that_nothing_is_known_goes(line: str) -> None:
    assert without_placeholders(f"## S\r\n{line}\r\n- a") == "## S\r\n- a"


@pytest.mark.parametrize("line", NO_PLACEHOLDERS)
def test_a_line_that_says_something_stays(line: str) -> None:
    assert without_placeholders(f"## S\n{line}\n") == f"## S\n{line}\n"


JUNK = [
    "#",
    "# ",
    "## a #",
    "- ",
    "-",
    "*",
    "* ",
    "_ ",
    "`",
    "```\n",
    "~~~\n",
    "<!--",
    "<!--\n",
    " ",
]
JUNK += ["\t", "\n", "- a\n", "  a\n", "[", "- [no a ", ":", "\r", "## S\n"]


@pytest.mark.slow
@pytest.mark.parametrize("unit", JUNK)
def test_long_junk_is_quick_to_read(unit: str) -> None:
    with bounded():
        for start in ("", "## a", "- a"):
            junk = "## S\n" + start + unit * (20_000 // len(unit)) + "x"
            facts(junk), sections(junk), find_fact(junk, "a"), without_placeholders(junk)
