"""`archive` and `split`: what is in the archive, what moves there, and what returns. Pure."""

from collections.abc import Mapping, Sequence
from datetime import date
from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from llm_user_memory.profile import archive
from llm_user_memory.profile.archive import Circumstances, fitted
from llm_user_memory.profile.document import EMPTY, Fact, facts, lines_of, local_texts
from llm_user_memory.profile.edits import marked
from llm_user_memory.profile.estimate import tokens
from llm_user_memory.profile.fact_weight import Standing
from llm_user_memory.profile.split import archive_of, home, is_archived, split
from llm_user_memory.text.words import content_words, fold

TODAY = date(2026, 11, 22)
NOW = 1_795_000_000.0
DAY = 86400.0

SECTIONS = {
    "Archive": (True, "", "Archive"),
    "archive": (True, "", "archive"),
    "Archive: Interests": (True, "Interests", "Archive: Interests"),
    "Archive - Interests": (True, "Interests", "Archive - Interests"),
    "Archived mail": (False, "Archived mail", "Archive: Archived mail"),
    "Archives": (False, "Archives", "Archive: Archives"),
    "Interests": (False, "Interests", "Archive: Interests"),
    "My archive": (False, "My archive", "Archive: My archive"),
    "": (False, "", "Archive"),
}


@pytest.mark.parametrize(("name", "expected"), SECTIONS.items(), ids=SECTIONS)
def test_which_sections_are_archived_and_where_facts_go(
    name: str, expected: tuple[bool, str, str]
) -> None:
    assert (is_archived(name), home(name), archive_of(name)) == expected


TEXTS = {
    "no archive": ("# P\n\n## A\n- x\n", ""),
    "at the end": ("## A\n- x\n\n", "## Archive: A\n- y\n"),
    "two sections": ("## A\n- x\n", "## Archive\n- y\n\n## Archive: B\n- z\n"),
    "a word in a fact": ("## A\n- Works in an archive\n- Archive: x\n", ""),
    "a heading of another level": ("## A\n### Archive\n- x\n", ""),
    "a heading in a fence": ("## A\n```\n## Archive\n```\n- x\n", ""),
    "Windows line ends": ("## A\r\n- x\r\n", "## Archive\r\n- y\r\n"),
    "another name": ("## A\n- x\n## Archives\n- y\n", ""),
    "the whole file": ("", "## Archive\n- y"),
}


@pytest.mark.parametrize(("active", "archived"), TEXTS.values(), ids=TEXTS)
def test_the_archive_is_cut_off(active: str, archived: str) -> None:
    assert split(active + archived) == (active, archived)


def test_an_archive_above_another_section_is_cut_out() -> None:
    text = "## A\n- x\n## Archive\n- y\n## B\n- z"
    assert split(text) == ("## A\n- x\n## B\n- z\n", "## Archive\n- y\n")


@given(st.lists(st.sampled_from(["## A", "## Archive", "## Archive: B", "- x", "", "```", "# T"])))
def test_both_parts_have_all_lines_and_the_facts_that_the_parser_sees(lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    active, archived = split(text)
    assert sorted((active + archived).splitlines()) == sorted(lines)
    inside = [fact.section for fact in facts(text) if is_archived(fact.section)]
    assert sum(is_archived(fact.section) for fact in facts(archived)) == len(inside)


def _fit(text: str, budget: int, **given: object) -> str:
    standings = given.get("standings", {})
    own = given.get("own", ())
    said = given.get("said", ())
    assert isinstance(standings, Mapping) and isinstance(own, Sequence) and isinstance(said, tuple)

    def movable(found: Sequence[Fact]) -> list[Fact]:
        return [fact for fact in found if not fact.pinned and fact.text not in own]

    return fitted(text, Circumstances(budget, NOW, TODAY, movable, lambda _: standings, said))


def _profile(*, interests: str = "", archived: str = "") -> str:
    text = EMPTY.replace("## Interests\n", f"## Interests\n{interests}")
    return f"{text}\n## Archive: Interests\n{archived}" if archived else text


BEES, CHESS, TEA = "- Keeps bees\n", "- Plays chess\n", "- Likes green tea\n"
ROOM = tokens(_profile(interests=BEES + CHESS))
STANDINGS = {
    "Keeps bees": Standing(NOW - 300 * DAY),
    "Plays chess": Standing(NOW - 200 * DAY),
    "Likes green tea": Standing(NOW - 100 * DAY),
}


def test_the_lightest_leave_and_every_other_line_stays() -> None:
    before = _profile(interests=BEES + CHESS + TEA)
    after = _fit(before, ROOM + 1, standings=STANDINGS)
    assert after == _profile(interests=CHESS + TEA, archived=BEES)
    assert _fit(after, ROOM + 1, standings=STANDINGS) == after, "nothing is left to do"


def test_what_stays_on_this_machine_does_so_wherever_it_is_moved() -> None:
    nested = "- Is ill #local\n  - Takes two a day\n"
    for own in (["Is ill"], ["Takes two a day"], []):
        after = _fit(_profile(interests=nested + TEA), 1, own=own)
        assert is_archived({fact.text: fact.section for fact in facts(after)}["Likes green tea"])
        assert local_texts(after) == {"Is ill", "Takes two a day"}


def test_own_and_pinned_lines_never_leave() -> None:
    pinned = "- Plays chess #pin\n"
    before = _profile(interests=BEES + pinned + TEA)
    after = _fit(before, 1, standings=STANDINGS, own=["Keeps bees"])
    assert after == _profile(interests=BEES + pinned, archived=TEA)


def test_the_weightiest_return_when_there_is_room() -> None:
    before = _profile(interests=CHESS, archived=BEES + TEA)
    after = _fit(before, ROOM + 2, standings=STANDINGS)
    assert after == _profile(interests=CHESS + TEA, archived=BEES)
    assert _fit(before, 0, standings=STANDINGS) == _profile(interests=CHESS + TEA + BEES) + "\n"


def test_what_is_said_again_returns_and_another_leaves() -> None:
    before = _profile(interests=CHESS + TEA, archived=BEES)
    said = STANDINGS | {"Keeps bees": Standing(NOW, 2)}
    after = _fit(before, ROOM + 1, standings=said, said=("Keeps bees",))
    assert after == _profile(interests=TEA + BEES, archived=CHESS)


def test_what_is_over_leaves_and_does_not_return() -> None:
    over = "- In Rome until 2026-11-21\n"
    before = _profile(interests=BEES + over)
    after = _fit(before, 0)
    assert after == _profile(interests=BEES, archived=over)
    assert _fit(after, 0) == after
    today = _profile(interests="- In Rome until 2026-11-22\n")
    assert _fit(today, 0) == today, "the last day itself still counts"


def test_an_own_line_that_is_over_stays() -> None:
    before = _profile(interests="- In Rome until 2026-11-21\n")
    assert _fit(before, 0, own=["In Rome until 2026-11-21"]) == before


_FACTS = st.lists(st.sampled_from([f"Knows {word}" for word in "abcdefgh"]), unique=True)


@given(_FACTS, _FACTS, st.integers(1, 80), st.sets(st.integers(0, 7)))
def test_no_fact_is_lost_nor_doubled_and_the_rest_fits(
    active: list[str], archived: list[str], budget: int, own: set[int]
) -> None:
    stored = [fact for fact in archived if fact not in active]
    text = _profile(
        interests="".join(f"- {fact}\n" for fact in active),
        archived="".join(f"- {fact}\n" for fact in stored),
    )
    lines = [f"Knows {'abcdefgh'[number]}" for number in own]
    after = _fit(text, budget, own=lines)
    assert sorted(fact.text for fact in facts(after)) == sorted([*active, *stored])
    rest = split(after)[0]
    kept = [fact.text for fact in facts(rest)]
    assert tokens(rest) <= budget or set(kept) <= set(lines)
    assert [fact for fact in active if fact in lines] == [f for f in kept if f in lines][
        : len([fact for fact in active if fact in lines])
    ]
    assert _fit(after, budget, own=lines) == after


def test_only_lines_that_may_say_the_same_are_compared() -> None:
    archived = "## Archive\n- Lives in Oslo\n- Likes tea\n- Alive\n  and well\n"
    assert archive.relevant(archived, ["Living in Rome"]) == (
        "## Archive\n- Lives in Oslo\n- Alive\n  and well\n"
    )


_BULLETS = st.sampled_from(["- ", "* ", "+ ", "", "  ", "\t- ", "## ", "-", "- \u2028"])
_WORDS = st.sampled_from(
    ["lives", "Living", "don't", "Straße", "ｆｕｌｌ", "tea", "a", "🚣", "x" * 25]
)
_ENDINGS = st.sampled_from(["\n", "\r\n", "\n\n", "\n- "])
_LINE = st.tuples(_BULLETS, st.lists(_WORDS, max_size=5).map(" ".join), _ENDINGS).map("".join)


@given(st.lists(_LINE, max_size=12).map("".join), st.lists(_WORDS, min_size=1, max_size=3))
@example("- 🚣\n- tea\n", ["🚣"])
def test_the_compared_lines_are_those_that_share_words(archived: str, words: list[str]) -> None:
    text = " ".join(words)
    begins = [word[:3] for word in dict.fromkeys(content_words(text) or fold(text).split())]
    found, is_kept = "", True
    for line in lines_of(archived):
        plain = normalize("NFKC", line).casefold().replace("'", "")
        if line[:1] not in " \t":
            others = not begins[1:] or len(plain) <= 20 or any(b in plain for b in begins[1:])
            shared = bool(begins) and begins[0] in plain  # an emoji alone is no word
            is_kept = line[:1] not in "-*+" or (shared and others)
        found += line if is_kept else ""
    assert archive.relevant(archived, [text]) == found


def test_a_mark_is_set_and_removed_and_is_no_text() -> None:
    text = _profile(interests=BEES)
    [bees] = facts(text)
    pinned = marked(text, bees, "pin", on=True)
    assert pinned == _profile(interests="- Keeps bees #pin\n")
    [fact] = facts(pinned)
    assert (fact.text, fact.pinned) == ("Keeps bees", True)
    assert marked(pinned, fact, "pin", on=True) == pinned
    assert marked(pinned, fact, "pin", on=False) == text
