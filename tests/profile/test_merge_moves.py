"""The three-way merge where one side moved a fact to another section: it is still one fact."""

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llm_user_memory.profile.document import Fact, facts
from llm_user_memory.profile.merge import merge

pytestmark = pytest.mark.once

SECTIONS = ("Interests", "Preferences", "Archive: Interests")
MOVES = [(old, new) for old, new in product(SECTIONS, SECTIONS) if old != new]
ONE = "Keeps bees"
NEW = "Sings in a choir"
BESIDE = {"Interests": "Rows", "Preferences": "Likes tea", "Archive: Interests": "Plays chess"}


def _profile(section: str, line: str, last: bool = False) -> str:
    """A profile with a fact in each section, and one line more, above or below it."""
    text = "# User Profile\n"
    for name, fact in BESIDE.items():
        lines = [f"- {fact}\n", line] if last else [line, f"- {fact}\n"]
        text += f"\n## {name}\n" + "".join(lines if name == section else [f"- {fact}\n"])
    return text


def _of(text: str, wanted: str) -> list[Fact]:
    return [fact for fact in facts(text) if fact.text == wanted]


@pytest.mark.parametrize("is_last", [False, True])
@pytest.mark.parametrize("is_mine", [True, False])
@pytest.mark.parametrize(("old", "new"), MOVES)
class TestMovedByOneSide:
    def merged(
        self, old: str, new: str, is_mine: bool, is_last: bool, line: str, was: str = f"- {ONE}\n"
    ) -> str:
        base, moved = _profile(old, was, is_last), _profile(new, was, is_last)
        other = _profile(old, line, is_last)
        text = merge(base, *((moved, other) if is_mine else (other, moved)))
        assert {fact.text for fact in facts(text)} >= set(BESIDE.values())
        return text

    def test_deleted_by_the_other(self, old: str, new: str, is_mine: bool, is_last: bool) -> None:
        assert not _of(self.merged(old, new, is_mine, is_last, ""), ONE)

    @pytest.mark.parametrize("mark", ["pin", "local"])
    def test_marked_by_the_other(
        self, old: str, new: str, is_mine: bool, is_last: bool, mark: str
    ) -> None:
        [one] = _of(self.merged(old, new, is_mine, is_last, f"- {ONE} #{mark}\n"), ONE)
        assert (one.section, one.marks) == (new, (mark,))

    @pytest.mark.parametrize("mark", ["pin", "local"])
    def test_unmarked_by_the_other(
        self, old: str, new: str, is_mine: bool, is_last: bool, mark: str
    ) -> None:
        was, line = f"- {ONE} #{mark}\n", f"- {ONE}\n"
        [one] = _of(self.merged(old, new, is_mine, is_last, line, was), ONE)
        assert (one.section, one.marks) == (new, ())

    @pytest.mark.parametrize("mark", ["", " #local"])
    def test_replaced_by_the_other(
        self, old: str, new: str, is_mine: bool, is_last: bool, mark: str
    ) -> None:
        was = f"- {ONE}{mark}\n"
        text = self.merged(old, new, is_mine, is_last, f"- {NEW}{mark}\n", was)
        assert not _of(text, ONE)
        [one] = _of(text, NEW)
        # What the user typed is not taken to the archive.
        assert one.section == (old if not is_mine and new.startswith("Archive") else new)
        assert one.local == bool(mark)

    def test_deleted_beside_a_line_that_the_mover_added(
        self, old: str, new: str, is_mine: bool, is_last: bool
    ) -> None:
        base = _profile(old, f"- {ONE}\n", is_last)
        moved = _profile(new, f"- {ONE}\n- {NEW}\n", is_last)
        other = _profile(old, "", is_last)
        text = merge(base, *((moved, other) if is_mine else (other, moved)))
        assert not _of(text, ONE) and len(_of(text, NEW)) == 1


@pytest.mark.parametrize("is_mine", [True, False])
@pytest.mark.parametrize("mark", ["pin", "local"])
@pytest.mark.parametrize("wording", [f"{ONE} on a roof", f"{ONE} and rows", "Is a beekeeper"])
def test_marked_by_one_side_and_reworded_by_the_other(
    is_mine: bool, mark: str, wording: str
) -> None:
    base, marked, reworded = (
        _profile("Interests", f"- {line}\n") for line in (ONE, f"{ONE} #{mark}", wording)
    )
    text = merge(base, *((marked, reworded) if is_mine else (reworded, marked)))
    [one] = _of(text, wording)
    assert one.marks == (mark,)
    assert not _of(text, ONE)


@pytest.mark.parametrize("is_mine", [True, False])
@pytest.mark.parametrize("mark", ["", " #local"])
def test_reworded_by_one_side_while_both_delete_the_line_above(is_mine: bool, mark: str) -> None:
    base, deleted, reworded = (
        f"# User Profile\n\n## Interests\n{lines}"
        for lines in ("- Rows\n- Keeps bees\n", f"- Keeps bees{mark}\n", "- Keeps many bees\n")
    )
    [one] = facts(merge(base, *((deleted, reworded) if is_mine else (reworded, deleted))))
    assert (one.text, one.local) == ("Keeps many bees", bool(mark))


@pytest.mark.parametrize("is_mine", [True, False])
def test_of_the_lines_in_its_place_the_most_alike_is_the_new_wording(is_mine: bool) -> None:
    base, deleted, reworded = (
        _profile("Interests", lines)
        for lines in (
            "- Plays tennis on Mondays\n",
            "",
            "- Plays the oboe on Sundays\n- Plays tennis on Mondays and Fridays\n",
        )
    )
    text = merge(base, *((deleted, reworded) if is_mine else (reworded, deleted)))
    assert _of(text, "Plays the oboe on Sundays")
    assert not _of(text, "Plays tennis on Mondays")


@pytest.mark.parametrize("old", SECTIONS)
def test_moved_by_both_it_is_where_mine_moved_it(old: str) -> None:
    mine, theirs = (section for section in SECTIONS if section != old)
    base, here, there = (_profile(section, f"- {ONE}\n") for section in (old, mine, theirs))
    assert [fact.section for fact in _of(merge(base, here, there), ONE)] == [mine]


def test_moved_with_its_whole_section() -> None:
    base = _profile("Interests", f"- {ONE}\n")
    renamed = base.replace("## Interests", "## Hobbies", 1)
    deleted = _profile("Interests", "")
    assert merge(base, renamed, deleted) == renamed.replace(f"- {ONE}\n", "")
    assert not _of(merge(base, deleted, renamed), ONE)


def test_deleted_beside_a_line_that_mine_changed() -> None:
    base = _profile("Interests", f"- {ONE}\n")
    mine = base.replace("- Rows", "- Rows on lakes")
    assert merge(base, mine, _profile("Interests", "")) == mine.replace(f"- {ONE}\n", "")
    text = merge(base, mine, _profile("Interests", f"- {NEW}\n"))
    assert sorted(text.splitlines()) == sorted(mine.replace(ONE, NEW).splitlines())


NAMES = "Basque Czech Danish Finnish Greek Irish Korean Latvian Maltese".split()


class Side:
    """A text, and what was done to its facts since the base."""

    def __init__(self, name: str, placed: list[tuple[str, str, str]], seed: int) -> None:
        self.name, self.random = name, random.Random(seed)
        self.placed = list(placed)  # (section, fact, marks)
        self.deleted: set[str] = set()
        self.replaced: dict[str, str] = {}
        self.marked: set[tuple[str, str]] = set()
        self.added: set[str] = set()
        self._free = [fact for _section, fact, _marks in placed]

    @property
    def text(self) -> str:
        text = "# User Profile\n"
        for name, kept in BESIDE.items():
            lines = [f"- {fact}{marks}\n" for place, fact, marks in self.placed if place == name]
            text += f"\n## {name}\n- {kept}\n" + "".join(lines)
        return text

    def act(self) -> None:
        """Do one thing; a fact is moved or marked as well, but is taken away once."""
        known = [fact for _section, fact, _marks in self.placed if fact in self._free]
        what = self.random.choice(["delete", "replace", "pin", "local", "add", "move", "move"])
        if what == "add" or not known:
            fact = f"Learns {self.name} number {len(self.added)}"
            self.added.add(fact)
            self.placed.insert(0, (self.random.choice(SECTIONS), fact, ""))
            return
        one = self.random.choice(known)
        at = next(n for n, (_section, fact, _marks) in enumerate(self.placed) if fact == one)
        section, fact, marks = self.placed[at]
        match what:
            case "delete":
                del self.placed[at]
                self.deleted.add(fact)
            case "replace":
                self.replaced[fact] = new = f"{self.name} says {len(self.replaced)} of {fact[-3:]}"
                self.placed[at] = section, new, marks
            case "move":
                del self.placed[at]
                self.placed.append((self.random.choice(SECTIONS), fact, marks))
            case mark:
                if f" #{mark}" not in marks:
                    both = sorted([*marks.split(), f"#{mark}"], reverse=True)
                    self.placed[at] = section, fact, "".join(f" {each}" for each in both)
                    self.marked.add((fact, mark))


def test_a_section_that_both_add_in_different_places_is_there_once() -> None:
    base = "# User Profile\n\n## Interests\n- Sings\n"
    mine = f"{base}\n## Archive: Interests\n- Rows\n- Skis\n"
    theirs = f"## Archive: Interests\n- Rows\n- Swims\n\n{base}"
    text = merge(base, mine, theirs)
    assert sorted(fact.text for fact in facts(text)) == ["Rows", "Sings", "Skis", "Swims"]
    assert text.count("## Archive: Interests\n") == 1


@pytest.mark.slow
@given(st.integers(0, 10**6), st.integers(1, 9), st.integers(0, 5), st.integers(0, 5))
@settings(deadline=None, max_examples=300)
def test_what_a_side_took_away_is_gone_and_what_it_marked_or_added_stays(
    seed: int, size: int, acts: int, their_acts: int
) -> None:
    chance = random.Random(seed)
    marks = ["", "", " #pin", " #local"]
    placed = [
        (chance.choice(SECTIONS), f"Speaks {name}", chance.choice(marks)) for name in NAMES[:size]
    ]
    base = Side("base", placed, seed)
    mine, theirs = Side("mine", placed, seed + 1), Side("theirs", placed, seed + 2)
    for side, number in ((mine, acts), (theirs, their_acts)):
        for _ in range(number):
            side.act()
    text = merge(base.text, mine.text, theirs.text)
    found = [fact.text for fact in facts(text)]
    assert len(found) == len(set(found)), "a fact stands twice"
    headings, *of_sides = (
        Counter(line for line in each.splitlines() if line.startswith("## "))
        for each in (text, mine.text, theirs.text)
    )
    assert headings <= of_sides[0] | of_sides[1], "a section stands twice"
    gone = mine.deleted | theirs.deleted | mine.replaced.keys() | theirs.replaced.keys()
    assert not gone & set(found)
    assert {fact for _section, fact, _marks in placed} - gone <= set(found)
    assert mine.added | set(mine.replaced.values()) <= set(found)
    # A new fact in the place of one that both took away may be its new wording: then mine stands.
    both = (mine.deleted | mine.replaced.keys()) & (theirs.deleted | theirs.replaced.keys())
    assert len(theirs.added - set(found)) <= len(both)
    for fact, new in theirs.replaced.items():
        if fact not in mine.deleted | mine.replaced.keys():
            assert new in found
    held = {(fact.text, mark) for fact in facts(text) for mark in fact.marks}
    assert {each for each in mine.marked | theirs.marked if each[0] in found} <= held
