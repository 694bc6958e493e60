"""The cost of an update does not grow with the archive, as far as that is Python's work.

Counted are the calls of Python functions, which no other process of the machine changes.
"""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.learning import addition
from support.long_history import profiles

from llm_user_memory.checks.guard import Verdict
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.learn import archiving, checking, locality
from llm_user_memory.profile.document import facts, local_texts
from llm_user_memory.profile.edits import Edit
from llm_user_memory.profile.line_marks import LOCAL
from llm_user_memory.settings import Folder, Settings
from llm_user_memory.store import origins, state, updates
from llm_user_memory.store.profile import versions
from llm_user_memory.store.profile.commit import NewVersion
from llm_user_memory.store.state import Store
from llm_user_memory.text.fingerprints import Forgotten
from llm_user_memory.text.words import fold

pytestmark = pytest.mark.once

SAID = "I collect brass lanterns"


def _fill(store: Store, archived: int) -> None:
    """A profile of learned facts, 160 of them not archived, and a local one among these."""
    text = next(profiles(160 + archived, 1)).replace("\n- ", "\n- Rows boats #local\n- ", 1)
    update = updates.begin(store.db, "thread", "model", "lines", 1.0)
    learned = [Verdict(Edit("add", "Interests", new=f.text, quote=f.text)) for f in facts(text)]

    def record(_version: int) -> None:
        updates.finish(store.db, update, [], learned, 2.0)

    with versions.current(store) as before:
        versions.save(
            store, before, NewVersion(text, "learned", "update", update_id=update, record=record)
        )


def _learn(store: Store, fact: str, budget: int) -> None:
    """What an update does with an answer, from the checks to the version."""
    settings, at = Settings(profile_tokens=budget), time.time()
    said = SAID.replace("brass", fact)
    edit = addition(said[2:].capitalize(), said)
    with versions.current(store) as before:
        typed = [TypedText("turn", said, at)]
        text, verdicts = checking.checked(store.db, before.text, [edit], typed)
        text = locality.tagged(before.text, text, verdicts, typed, {"turn": "here"}, Forgotten())
        text = archiving.fitted(store, settings, before, text, checking.said(verdicts, typed))
        made = versions.save(store, before, NewVersion(text, "learned", "update"))
    assert made and f"{edit.new} #local\n" in made.text


def _calls(work: Callable[[], object]) -> int:
    number = 0

    def count(_frame: object, event: str, _given: object) -> None:
        nonlocal number
        number += event == "call"

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return number


@pytest.fixture
def second(tmp_path: Path) -> Iterator[Store]:
    with state.opened(Folder(tmp_path / "second")) as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.parametrize("budget", [5_000, 1_000], ids=["room", "one is archived"])
def test_an_update_calls_hardly_more_with_a_long_archive(
    store: Store, second: Store, budget: int
) -> None:
    calls = []
    for archived, home in ((0, store), (5_000, second)):
        _fill(home, archived)
        _learn(home, "copper", budget)  # what is compiled and cached once
        calls.append(_calls(lambda home=home: _learn(home, "brass", budget)))
    assert calls[1] < 1.25 * calls[0], calls


LOCAL_LINES = {
    "own mark": "## A\n- Rows #local\n- Sails\n\n## Archive: A\n- Dives #local\n- Swims\n",
    "heading": "## A #local\n- Rows\n\n## Archive: A\n- Dives\n",
    "archive's heading": "## A\n- Rows\n\n## Archive: A #local\n- Dives\n",
    "lines below": "## A\n- Rows #local\n  - fast\n## Archive: A\n- Dives #local\n  - deep\n",
    "a fence": "## A\n- Rows\n```\n## Archive: A\n```\n- Sails #local\n## Archive: B\n- Dives\n",
    "a comment": "## A\n<!--\n- Rows #local\n-->\n- Sails\n## Archive: A\n- Dives #local\n",
    "archive in the middle": "## Archive: A\n- Dives #local\n\n## A\n- Rows #local\n- Sails\n",
    "indented heading": "## A\n- Rows #local\n  ## Archive: A\n- Dives\n",
    "no heading": "- Rows #local\n\n## Archive\n- Dives\n- Rows\n",
    "Windows": "## A\r\n- Rows #local\r\n\r\n## Archive: A\r\n- Dives #local\r\n",
}


@pytest.mark.parametrize("text", LOCAL_LINES.values(), ids=LOCAL_LINES)
def test_local_facts_are_the_same_however_the_profile_is_parsed(text: str) -> None:
    assert local_texts(text) == {fact.text for fact in facts(text) if LOCAL in fact.marks}


WANTED = {
    "the same": ("Rows boats", True),
    "other case": ("rows boats", True),
    "a full stop": ("Rows boats.", True),
    "full-width letters": ("Ｒows boats", True),
    "another": ("Sails", False),
    "no word": ("🚣", False),
}


@pytest.mark.parametrize(("fact", "is_learned"), WANTED.values(), ids=WANTED)
@pytest.mark.parametrize("own_lines", [0, 20])
def test_a_learned_fact_is_known_in_any_spelling(
    store: Store, fact: str, is_learned: bool, own_lines: int
) -> None:
    _fill(store, 0)
    own = [f"Own line {number}" for number in range(own_lines)]
    found = origins.learned_quotes(store.db, [fact, *own])
    assert found.get(fold(fact)) == ("Rows boats" if is_learned else None)
