"""Splitting a text into parts: joined they are the text, and small edits share most of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llm_user_memory.profile.document import EMPTY, lines_of
from llm_user_memory.store.profile import parts

pytestmark = pytest.mark.once

LINES = st.sampled_from(
    [
        "- Keeps bees\n",
        "- Likes \N{SNOWMAN}\r\n",
        "## Interests\n",
        "\n",
        "```\n",
        "  more\n",
        "\x0c\n",
        "prose, and more of it " * 20 + "\n",
        "* x\n",
    ]
)
TEXTS = st.one_of(
    st.text(), st.lists(LINES, max_size=200).map("".join), st.lists(st.text()).map("\n".join)
)


def profile(number: int) -> list[str]:
    """The lines of a profile with so many facts, in eight sections."""
    lines = [f"- Fact {n} is about {n * n} things that were told\n" for n in range(number)]
    for section in range(8):
        lines.insert(section * number // 8, f"\n## Section {section}\n")
    return lines


def split(text: str) -> list[str]:
    """The parts of a text; each of them is text, as a character is never cut."""
    return [part.decode() for part in parts.split(text.encode())]


@given(TEXTS)
def test_joined_they_are_the_text(text: str) -> None:
    found = split(text)
    assert "".join(found) == text and all(found) and split(text) == found
    assert all(part.endswith("\n") for part in found[:-1])
    assert not any(part[0].isspace() for part in found[1:])


@given(TEXTS, TEXTS, st.integers(0, 200), st.integers(0, 200))
def test_known_parts_change_nothing(text: str, other: str, place: int, gone: int) -> None:
    lines = lines_of(text)
    edited = "".join([*lines[:place], other, *lines[place + gone :]])
    for known in (text, other, edited, edited[: len(edited) // 2]):
        for new in (edited, text):
            before = parts.split(known.encode())
            assert parts.split(new.encode(), before) == parts.split(new.encode())


@given(st.integers(0, 500), st.integers(0, 3), st.sampled_from(["- More\n", "## A\n", "x", ""]))
def test_known_parts_of_a_profile_change_nothing(place: int, gone: int, line: str) -> None:
    lines = profile(500)
    before = parts.split("".join(lines).encode())
    lines[place : place + gone] = [line]
    text = "".join(lines).encode()
    assert parts.split(text, before) == parts.split(text)


@pytest.mark.slow
@given(
    st.integers(0, 5000),
    st.sampled_from(["- One more fact\n", "\n", "## A section\n", "prose\n", ""]),
)
def test_a_changed_line_changes_few_parts(place: int, line: str) -> None:
    lines = profile(5000)
    before = split("".join(lines))
    lines[place : place + 1] = [line]
    after = split("".join(lines))
    changed = set(after) ^ set(before)  # mostly two; where the shortest part matters, the next too
    assert len(before) > 80 and len(changed) < len(before) / 5


@pytest.mark.slow
@given(st.integers(0, 2000))
def test_prose_shares_most_of_its_parts_too(place: int) -> None:
    lines = [f"The sentence {n} of a long text that somebody wrote.\n" for n in range(2000)]
    before = split("".join(lines))
    lines.insert(place, "One more.\n")
    after = split("".join(lines))
    assert len(before) > 10 and len(set(after) - set(before)) <= 5


def test_a_short_profile_is_one_part() -> None:
    assert len(split(EMPTY)) == 1 and split("") == []


def test_equal_lines_are_no_part_each() -> None:
    for line in lines_of("- \n# \nx\n-\n") + profile(40):
        text = line * 5000
        assert len(split(text)) <= 1 + len(text.encode()) / 512


@given(st.binary())
def test_content_is_stored_in_no_more_bytes(content: bytes) -> None:
    stored = parts.compress(content)
    assert len(stored) <= len(content) and parts.decompress(stored, len(content)) == content


@pytest.mark.parametrize("stored", [b"", b"x\x9c", b"noise", parts.compress(b"a" * 100)[:-4]])
def test_what_is_no_stored_part_is_refused(stored: bytes) -> None:
    with pytest.raises(ValueError, match="decompressed"):
        parts.decompress(stored, 1000)


def test_compressed_parts_are_found_in_a_file() -> None:
    long = "".join(profile(60)).encode()
    stored = parts.compress(long)
    content = b"\0x\x9cnoise" + stored + b"\xff" * 50 + stored[:200]
    found = list(parts.found_in(content))
    assert long in found and found[-1] and long.startswith(found[-1])
