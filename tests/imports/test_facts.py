"""`facts`: which lines of a text are facts, and which are reported as left out."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm_user_memory.errors import ImportFileError
from llm_user_memory.imports import detect, facts, read_facts

pytestmark = pytest.mark.once

GPTME = """# User Memories

Facts about the user extracted from past gptme conversations.
Last updated: 2026-03-11

- Prefers Python for scripting, TypeScript for web
- Uses Vim as primary editor
"""
NOTES = """---
tags:
- memory
---
# Notes

## Work

Some prose about work,
on two lines.

- **Role:** engineer
  - at Acme
- Works in Ulm,
  since 2019
- [ ] buy tea
* * *

```sh
- not a fact

- nor this
```

<!-- - hidden -->

## Life
* Likes tea
"""

# A text, its facts, and the lines that are told to be left out.
READ: list[tuple[str, str, list[tuple[str, str]], list[int]]] = [
    (
        "our own list, with numbers and dates at the beginnings",
        "# Facts about the user\n\n- Is ill #local\n- 12. Dezember ist mein Geburtstag\n- May 3\n"
        "- (2020-05-01) moved to Oslo\n\nLast updated: 2026-03-11\n",
        [
            ("", "Is ill #local"),
            ("", "12. Dezember ist mein Geburtstag"),
            ("", "May 3"),
            ("", "(2020-05-01) moved to Oslo"),
        ],
        [],
    ),
    (
        "our own profile, with them",
        "# User Profile\n\nLast updated: 2026-03-11\n\n## A\n\n"
        "- 1. FC Köln fan\n- __init__ is it\n",
        [("A", "1. FC Köln fan"), ("A", "__init__ is it")],
        [],
    ),
    (
        "parts between rules",
        "---\n\n- Likes tea\n- Is vegan\n\n---\n\n- Lives in Oslo\n",
        [("", "Likes tea"), ("", "Is vegan"), ("", "Lives in Oslo")],
        [],
    ),
    (
        "a key below a comment",
        "---\n# mine\ntags: [a]\n---\n- Likes tea\n",
        [("", "Likes tea")],
        [],
    ),
    (
        "an export of ours",
        "# User Profile\n\nLast updated: 2026-03-11\n\n## A\n\n- Has diabetes #local\n"
        "  > “I have diabetes”, 2026-03-10\n- Lives in Oslo\n  > “I live in Oslo”, 2026-03-11\n",
        [("A", "Has diabetes #local"), ("A", "Lives in Oslo")],
        [],
    ),
    (
        "a mark below a bullet",
        "- Has diabetes\n  > “I have diabetes” #local\n- Is ill\n#local\n- Lives in Oslo\n",
        [("", "Has diabetes #local"), ("", "Is ill #local"), ("", "Lives in Oslo")],
        [],
    ),
    (
        "a mark above bullets",
        "# Illness #local\n- Has diabetes\n\n# More\n- Lives in Oslo\n",
        [("", "Has diabetes #local"), ("", "Lives in Oslo")],
        [],
    ),
    (
        "marks of paragraphs",
        "### Illness #local\n\nI have diabetes.\n\n## More\n\nI see a doctor.\nI sleep badly. "
        "#local\n\nI live in\nOslo\n\nI pray\n#local\n",
        [
            ("", "I have diabetes. #local"),
            ("More", "I see a doctor. #local"),
            ("More", "I sleep badly. #local"),
            ("More", "I live in Oslo"),
            ("More", "I pray #local"),
        ],
        [],
    ),
    (
        "a mark of the whole text",
        "#local\n\n1. I have diabetes\n2. I see a doctor\n",
        [("", "I have diabetes #local"), ("", "I see a doctor #local")],
        [],
    ),
    ("empty", "", [], []),
    (
        "gptme-user-memories",
        GPTME,
        [
            ("", "Prefers Python for scripting, TypeScript for web"),
            ("", "Uses Vim as primary editor"),
        ],
        [],
    ),
    (
        "notes",
        NOTES,
        [("Work", "Role: engineer"), ("Work", "Works in Ulm, since 2019"), ("Life", "Likes tea")],
        [9, 13, 16, 19],
    ),
    ("one a line", "Lives in Ulm.\nLikes tea.\n", [("", "Lives in Ulm."), ("", "Likes tea.")], []),
    (
        "without full stops",
        "Lives in Ulm\n\nLikes tea",
        [("", "Lives in Ulm"), ("", "Likes tea")],
        [],
    ),
    (
        "wrapped",
        "Lives in Ulm, a town\non the Danube.\n",
        [("", "Lives in Ulm, a town on the Danube.")],
        [],
    ),
    ("Chinese", "住在乌尔姆。\n喜欢茶。", [("", "住在乌尔姆。"), ("", "喜欢茶。")], []),
    (
        "with dates below",
        "Lives in Ulm.\nMay 3, 2025\n\nLikes tea.\n2 weeks ago\n",
        [("", "Lives in Ulm."), ("", "Likes tea.")],
        [],
    ),
    (
        "with dates before",
        "[2025-05-03] Lives in Ulm\n\n(May 3, 2025): 2019-05-04: moved",
        [("", "Lives in Ulm"), ("", "2019-05-04: moved")],
        [],
    ),
    (
        "numbered",
        "1. Lives in Ulm\n2) **Likes tea**\n",
        [("", "Lives in Ulm"), ("", "Likes tea")],
        [],
    ),
    (
        "sections without bullets",
        "# All\n## Home\nLives in Ulm\n## Taste\nLikes tea",
        [("Home", "Lives in Ulm"), ("Taste", "Likes tea")],
        [],
    ),
    ("bullets set in", "  - Lives in Ulm\n", [("", "Lives in Ulm")], []),
    (
        "Windows line ends",
        "- Lives in Ulm\r\n- Likes tea\r\n",
        [("", "Lives in Ulm"), ("", "Likes tea")],
        [],
    ),
]


# The entries of our own export as JSON, the facts, and how many are left out.
ENTRIES: list[tuple[object, list[tuple[str, str]], int]] = [
    ([{"text": "Has bees", "section": "A", "quote": "I have bees"}], [("A", "Has bees")], 0),
    ([{"text": "Has bees", "section": "", "pinned": True}], [("", "Has bees #pin")], 0),
    (
        [{"text": "Is ill", "section": "Archive: B", "local": True, "pinned": True}],
        [("Archive: B", "Is ill #pin #local")],
        0,
    ),
    ([{"text": "Has\n## bees", "section": 3}], [("", "Has ## bees")], 0),
    ([{"text": "x" * 1_001}, {"text": " "}, {}, 7, None], [], 5),
    ([], [], 0),
]


@pytest.mark.parametrize(("entries", "found", "left"), ENTRIES)
def test_our_own_json_is_a_list_of_facts(
    tmp_path: Path, entries: object, found: list[tuple[str, str]], left: int
) -> None:
    path = tmp_path / "facts.json"
    path.write_text(json.dumps({"updated": "2026-03-11T00:00:00+00:00", "facts": entries}))
    assert detect(path) == "facts"
    told_facts, told = read_facts(path)
    assert told_facts == found and len(told) == left
    assert all(each.problem.endswith("was left out.") for each in told)


def test_our_own_json_that_is_cut_off_is_told(tmp_path: Path) -> None:
    path = tmp_path / "facts.json"
    path.write_text('{"updated": "2026-03-11", "facts": [{"text": "Has be')
    with pytest.raises(ImportFileError, match="is not JSON"):
        read_facts(path)


@pytest.mark.parametrize(
    ("text", "found", "left"), [row[1:] for row in READ], ids=[row[0] for row in READ]
)
def test_facts_are_found_and_the_rest_is_told(
    tmp_path: Path, text: str, found: list[tuple[str, str]], left: list[int]
) -> None:
    path = tmp_path / "facts.md"
    path.write_bytes(text.encode("utf-8-sig"))
    told_facts, told = read_facts(path)
    assert told_facts == found
    assert [each.line for each in told] == left
    assert all(each.problem.endswith("was left out.") and each.path == path for each in told)


@pytest.mark.parametrize("text", [GPTME, NOTES, "Lives in Ulm.\nLikes tea.\n"])
def test_a_list_of_facts_is_told_by_its_content(tmp_path: Path, text: str) -> None:
    path = tmp_path / "download"
    path.write_text(text)
    assert detect(path) == "facts"


@pytest.mark.parametrize(
    "content", [b"", b"\0\1\2" * 99, b"\xff\xfe\xfd", b"\x7fELF\x02", b"x" * 999]
)
def test_what_is_no_list_is_not_taken_for_one(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "facts.md"
    path.write_bytes(content)
    with pytest.raises(ImportFileError, match="nothing that can be imported"):
        detect(path)


@pytest.mark.parametrize("content", [b"\0" * 9, b"- a\xff", b"- a\n" * 600_000])
def test_what_is_no_text_and_what_is_endless_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "facts.md"
    path.write_bytes(content)
    with pytest.raises(ImportFileError):
        read_facts(path)
    with pytest.raises(ImportFileError, match="no file"):
        read_facts(tmp_path)


@given(
    st.lists(
        st.sampled_from([*NOTES.splitlines(), *GPTME.splitlines(), "1. x", "~~~", "<!--", "\t- x"])
    )
)
def test_every_fact_is_one_line_that_stands_in_the_text(lines: list[str]) -> None:
    text = "\n".join(lines)
    found, left = facts.parsed(Path("facts.md"), text)
    for _section, fact in found:
        assert fact == " ".join(fact.split()) != ""
    assert all(0 < (each.line or 0) <= len(lines) for each in left)
