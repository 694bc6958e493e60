"""`text.markdown`: splitting a text into sections."""

import pytest
from support.cpu import BOUND, bounded

from llm_user_memory.text.markdown import sections
from llm_user_memory.text.words import title_of


@pytest.mark.parametrize("line", ["# a{}b", "# a{}#b", "# {}b", "# a{}#"])
@pytest.mark.parametrize("blank", [" ", "\t", " \t"])
def test_a_heading_with_a_million_blanks_is_read_at_once(line: str, blank: str) -> None:
    with bounded(BOUND):
        assert list(sections(f"{line.format(blank * 1_000_000)}\nwords"))


@pytest.mark.parametrize(
    ("words", "title"),
    [(" a ", "a"), (" a ##  ", "a"), ("\ta#", "a#"), (" # ", "#"), (" ", ""), (" a # b", "a # b")],
)
def test_closing_number_signs_are_no_part_of_a_title(words: str, title: str) -> None:
    assert title_of(words) == title
