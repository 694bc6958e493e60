"""What a mark ` #local` covers keeps one when the mark goes, whatever changes the profile."""

from datetime import date
from itertools import product

from support.rows import for_each

from llm_user_memory.egress import Destination
from llm_user_memory.profile.archive import Circumstances, fitted
from llm_user_memory.profile.document import facts, find_fact
from llm_user_memory.profile.edits import Edit, add_facts, apply_edit, marked, without_facts
from llm_user_memory.profile.merge import merge
from llm_user_memory.profile.shareable import shareable

ELSEWHERE = Destination("elsewhere", "gpt-4o")
ABOVE = "# User Profile\n\n## Interests\n- Likes tea\n- Runs daily\n"
BELOW = "\n## Work\n- Has a desk\n\n```\nmake test\n```\n\nSee my notes.\n\n---\n"
FACT = "Sees a doctor"

# What a mark covers has the word "pills".
COVERED = {
    "the same paragraph": f"- {FACT} #local\nand takes pills\n",
    "indented": f"- {FACT} #local\n    and takes pills\n",
    "a paragraph": f"- {FACT} #local\n\n  and takes pills\n",
    "two paragraphs": f"- {FACT} #local\n\n  and takes pills\n\n  and more pills\n",
    "a sub-item": f"- {FACT} #local\n  - and takes pills\n    - red pills\n",
    "a code fence": f"- {FACT} #local\n\n  ```\n  take pills\n  ```\n",
    "a comment": f"- {FACT} #local\n\n  <!-- takes pills\n  -->\n",
    "a heading": f"\n## Health #local\n- {FACT}\n\nand takes pills\n",
    "a line of its own": f"\n## Health\n#local\n\n- {FACT}\n\nand takes pills\n",
}

# Headings of the user's own that are not told elsewhere, as nothing below them is.
NAMED = {
    "a fact": f"\n## My pills\n- {FACT} #local\n",
    "text": f"\n## My pills\n- {FACT} #local\n\n  and takes them\n",
    "a mark": f"\n## My pills #local\n- {FACT}\n",
}


def _archived(text: str) -> str:
    circumstances = Circumstances(
        budget=1,
        now=1.8e9,
        today=date(2027, 1, 1),
        movable=lambda found: [fact for fact in found if fact.text.startswith(FACT)],
        standing=lambda _texts: {},
        may_return=False,
    )
    return fitted(text, circumstances)


def _fact(text: str) -> str:
    return next(fact.text for fact in facts(text) if fact.text.startswith(FACT))


def _section(text: str) -> str:
    return next(fact.section for fact in facts(text) if fact.text.startswith(FACT))


CHANGES = {
    "add": lambda text: apply_edit(text, Edit("add", _section(text), new="Has a cat")),
    "add several": lambda text: add_facts(text, _section(text), ["Has a cat", "Rows"]),
    "replace": lambda text: apply_edit(text, Edit("replace", "", _fact(text), "Sees nobody")),
    "remove": lambda text: apply_edit(text, Edit("remove", "", _fact(text))),
    "remove with above": lambda text: without_facts(text, facts(text)[:3]),
    "archive": _archived,
    "pin": lambda text: marked(text, [_fact(text)], "pin", on=True),
    "free": lambda text: marked(text, [_fact(text)], "local", on=False),
}


def _told(text: str) -> str:
    return shareable(text, ELSEWHERE)


def _every(text: str) -> list[str]:
    """The lines, without marks and blanks."""
    lines = (line.replace("#local", "").replace("#pin", "") for line in text.split("\n"))
    return [" ".join(line.split()) for line in lines if line.strip()]


@for_each("covered, change, ending", [*product(COVERED, CHANGES, ["\n", "\r\n"])])
def test_no_change_tells_what_a_mark_covers(covered: str, change: str, ending: str) -> None:
    text = (ABOVE + COVERED[covered] + BELOW).replace("\n", ending)
    assert "pills" not in _told(text)
    after = CHANGES[change](text)
    is_gone = covered == "indented" and change in ("replace", "remove", "remove with above")
    is_freed = covered == "indented" and change == "free"  # as it is a part of the fact
    assert ("pills" in _told(after)) == is_freed and ("pills" in after) == (not is_gone), after
    assert find_fact(after, "Has a desk") and f"```{ending}{ending}See my notes.{ending}" in after
    assert "Has a desk" in _told(after) and "make test" in _told(after)
    if change == "free" and not covered.endswith(("heading", "of its own", "indented")):
        assert FACT in _told(after)


@for_each("named, change", [*product(NAMED, ["replace", "remove", "archive", "pin"])])
def test_a_heading_is_not_told_when_its_facts_are_gone(named: str, change: str) -> None:
    after = CHANGES[change](ABOVE + NAMED[named] + BELOW)
    assert "## My pills" in after and "pills" not in _told(after)
    assert "pills" not in _told(apply_edit(after, Edit("remove", "", "Has a desk")))
    after = apply_edit(after, Edit("add", "My pills", new="Rows"))
    assert len([line for line in after.splitlines() if line.startswith("## My pills")]) == 1


# How the user changes the text in an editor that was open since before.
EDITED = {
    "the line": ("takes pills", "takes 3 pills"),
    "a line above": ("Runs daily", "Runs each day"),
    "a line elsewhere": ("Has a desk", "Has a desk and a lamp"),
    "a paragraph above": (f"- {FACT}", f"Note:\n\n- {FACT}"),
}


@for_each("covered, change, edit", [*product(COVERED, sorted({*CHANGES} - {"free"}), EDITED)])
def test_no_merge_tells_what_a_mark_covers_on_either_side(
    covered: str, change: str, edit: str
) -> None:
    base = ABOVE + COVERED[covered] + BELOW
    mine, theirs = base.replace(*EDITED[edit]), CHANGES[change](base)
    merged = merge(base, mine, theirs)
    assert "pills" not in _told(merged), merged
    assert "make test" in _told(merged)


def test_an_editor_may_take_off_a_mark_and_what_it_covered_is_told() -> None:
    base = ABOVE + COVERED["a paragraph"] + BELOW
    mine = base.replace(" #local", "")
    theirs = CHANGES["add"](base)
    assert "pills" in _told(merge(base, mine, theirs))
    assert "pills" in _told(merge(base, theirs, mine))


def test_lines_with_the_same_words_as_what_was_covered_gain_no_mark() -> None:
    text = f"## A\n- {FACT} #local\n\n  See my notes.\n\n## B\n- Rows\n\n  See my notes.\n"
    after = CHANGES["remove"](text)
    assert after == "## A\n\n  See my notes. #local\n\n## B\n- Rows\n\n  See my notes.\n"


def test_a_mark_below_a_fact_does_not_cover_that_fact() -> None:
    text = f"## A\n- Rows\n- {FACT} #local\nand pills\n"
    assert CHANGES["remove"](text) == "## A\n- Rows\n\nand pills #local\n"
    assert CHANGES["free"](text) == f"## A\n- Rows\n- {FACT}\n\nand pills #local\n"


def test_a_standard_section_is_named_also_when_nothing_is_left_of_it() -> None:
    text = f"## Interests\n- {FACT} #local\n\n## Work\n- Has a desk\n"
    assert "## Interests" in _told(CHANGES["remove"](text)) and "## Interests" in _told(text)
