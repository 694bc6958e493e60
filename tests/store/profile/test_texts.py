"""The texts of versions in state.db: each part stored once, none without a version, damage told."""

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.long_history import profiles

from llm_user_memory.profile.document import EMPTY, facts
from llm_user_memory.store import schema, state
from llm_user_memory.store.profile import changes, commit, history, recovery, texts
from llm_user_memory.store.profile.commit import NewVersion
from llm_user_memory.store.profile.history import CONFLICT
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once

ODD = [
    "",
    "\n",
    "no line break",
    "- CR\r\n- LF\n",
    "\ufeff- bom\n",
    "- \N{SNOWMAN} \U0001f41d\n" * 200,
]


def record(store: Store, *contents: str, note: str = "edit") -> None:
    with state.transaction(store.db):
        for text in contents:
            commit.insert(store.db, NewVersion(text, note), written=True)


def long(*facts: str) -> str:
    lines = [f"- Fact number {n} of many that are told of the user\n" for n in range(400)]
    for place, fact in enumerate(facts):
        lines.insert(90 * (place + 1), f"- {fact}\n")
    return EMPTY + "".join(lines)


def number(store: Store, table: str) -> int:
    return int(store.db.execute(f"select count(*) from {table}").fetchone()[0])


def read(store: Store) -> list[str]:
    return [version.text for version in reversed(history.newest(store.db, -1))]


def test_every_text_reads_back_as_it_was(store: Store) -> None:
    written = [*ODD, long(), long("Rows"), *ODD, long("Rows", "Swims"), long()]
    record(store, *written)
    assert read(store) == written
    for n, text in enumerate(written, 1):
        found = history.find(store.db, n)
        assert found and found.text == text and history.has_text(store.db, text)
    assert not history.has_text(store.db, long("Swims"))
    assert texts.fault(store.db) == ""


def test_a_part_is_stored_once(store: Store) -> None:
    record(store, long())
    before = number(store, "parts")
    record(store, *(long(f"Rows with {n}") for n in range(20)))
    assert before > 5 and number(store, "parts") <= before + 40
    assert sum(len(part) for part in texts.stored(store.db)) < 4 * len(long())


def test_parts_that_no_version_has_are_deleted(store: Store) -> None:
    record(store, long("Rows"), long("Swims"), "- One\n", "")
    with state.transaction(store.db):
        texts.replace(store.db, 1, long("Swims"))
        texts.replace(store.db, 3, "")
        texts.delete_unused(store.db)
    assert read(store) == [long("Swims"), long("Swims"), "", ""]
    assert "Rows" not in "".join(_contents(store))
    assert texts.delete_versions_except(store.db, 4) == 3
    assert number(store, "parts") == number(store, "version_parts") == 0
    assert read(store) == [""]


def _contents(store: Store) -> list[str]:
    ids = [row["id"] for row in store.db.execute("select id from parts")]
    return texts.Texts(store.db).parts(ids)


DAMAGE = {
    "a part is gone": "delete from parts where id = 2",
    "a part is cut": "update parts set content = substr(content, 1, 9) where id = 2",
    "a part is another": "update parts set content = (select content from parts where id = 3), "
    "size = (select size from parts where id = 3) where id = 2",
    "a part is no bytes": "update parts set content = 'text' where id = 2",
    "a place is gone": "delete from version_parts where version = 2 and place = 1",
    "a hash is another": "update versions set digest = x'00' where n = 2",
}


@pytest.mark.parametrize("script", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_version_is_no_version(store: Store, script: str) -> None:
    record(store, long("Rows"), long("Rows", "Swims"), "- Short\n")
    store.db.execute(script)
    with pytest.raises(sqlite3.DatabaseError):
        history.find(store.db, 2)
    latest = history.latest(store.db)
    assert latest and latest.text == "- Short\n", "the others are read"
    assert texts.fault(store.db).startswith("versions of the profile that cannot be read: ")
    with state.transaction(store.db):
        recovered = recovery.recover(store.db)
    assert 2 in recovered.incomplete and not recovered.deleted
    kept = history.find(store.db, 2)
    assert kept and set(kept.text.splitlines()) <= set(long("Rows", "Swims").splitlines())
    assert len(kept.text) > 0.7 * len(long()) and texts.fault(store.db) == ""
    unused = "select 1 from parts where id not in (select part from version_parts)"
    assert store.db.execute(unused).fetchall() == []


def test_a_version_that_lost_all_its_text_is_deleted(store: Store) -> None:
    record(store, long(), "- Short\n", "")
    store.db.execute("delete from version_parts where version = 2")
    with state.transaction(store.db):
        assert recovery.recover(store.db) == recovery.Recovered((), (2,))
    assert read(store) == [long(), ""]


PIECES = st.sampled_from(
    ["- Rows\n", "- Swims\n", "- Keeps bees\n  and wasps\n", "## Interests\n", "## Archive: Work\n"]
    + ["# Title\n", "```\n", "<!-- \n", "-->\n", "\n", "prose\n", "  - Nested\n", "---\n"]
    + [
        "".join(f"- Fact {n} that is told of them\n" for n in range(start, start + 30))
        for start in range(4)
    ]
)
DOCUMENTS = st.lists(st.lists(PIECES, max_size=12).map("".join), min_size=1, max_size=6)


@pytest.mark.slow
@given(DOCUMENTS, st.booleans())
def test_changes_are_those_of_parsing_each_version_whole(documents: list[str], short: bool) -> None:
    with pytest.MonkeyPatch.context() as patch, closing(sqlite3.connect(":memory:")) as db:
        if short:  # parts of few lines, so that fences and sections go on in other parts
            patch.setattr("llm_user_memory.store.profile.parts._SHORTEST", 20)
            patch.setattr("llm_user_memory.store.profile.parts._ITEMS", 2)
        _create(db)
        for document in documents:
            commit.insert(db, NewVersion(document, "edit"), written=True)
        found = list(changes.steps(db))
        has: set[tuple[str, str]] = set()
        for step, document in zip(found, reversed(documents), strict=True):
            wanted = [(fact.section, fact.text) for fact in facts(document)]
            assert list(step.gained) == [f for f in dict.fromkeys(wanted) if f not in has]
            assert set(step.lost) == has - set(wanted)
            has = set(wanted)
        first = _first_with(db, documents)
        assert changes.first_with(db, _all_facts(documents)) == first
        for fact in set(_all_facts(documents)):
            found = changes.first_with(db, [fact])
            assert found == ({fact: first[fact]} if fact in first else {})
        assert set(changes.recorded_facts(db)) == set(_all_facts(documents))


def _create(db: sqlite3.Connection) -> None:
    db.row_factory = sqlite3.Row
    for script in schema.MIGRATIONS.values():
        db.executescript(script)


def _all_facts(documents: list[str]) -> list[str]:
    return [fact.text for document in documents for fact in facts(document)]


def _first_with(db: sqlite3.Connection, documents: list[str]) -> dict[str, changes.Entry]:
    """What `first_with` must return: each version parsed whole, from the newest back."""
    left, first = set(_all_facts(documents)), {}
    for version in history.newest(db, -1):
        left &= {fact.text for fact in facts(version.text)}
        first |= dict.fromkeys(left, changes.Entry(version.n, version.created, version.note))
    return first


def test_versions_with_a_note_can_be_left_out(store: Store) -> None:
    record(store, "- Rows\n")
    record(store, "- Keeps wasps\n", note=CONFLICT)
    record(store, "- Rows\n- Swims\n")
    steps = list(changes.steps(store.db, without=CONFLICT))
    assert [step.entry.n for step in steps] == [3, 1]
    assert [list(step.lost) for step in steps] == [[], [("", "Swims")]]


def test_a_fact_s_first_version_is_found_without_parsing_other_parts(store: Store) -> None:
    record(store, *(long(*(f"Added {n}" for n in range(count + 1))) for count in range(40)))
    assert _parsed_for(store, "Added 3", 4) < number(store, "parts") + 1
    assert number(store, "parts") + 1 < number(store, "version_parts") / 3
    record(store, f"- Zymurgy\n{long(*(f'Added {n}' for n in range(40)))}")
    assert _parsed_for(store, "Zymurgy", 41) < number(store, "parts") / 3


def _parsed_for(store: Store, fact: str, first: int) -> int:
    """How many parts are parsed to find that version `first` is the first one with the fact."""
    read_parts = 0
    original = changes._parse

    def counted(text: str) -> changes._Parsed:
        nonlocal read_parts
        read_parts += 1
        return original(text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(changes, "_parse", counted)
        assert changes.first_with(store.db, [fact])[fact].n == first
    return read_parts


def test_the_signature_tells_another_text(store: Store) -> None:
    record(store, "- Rows\n", "- Bees\n")
    before = history.signature(store.db)
    assert history.signature(store.db) == before
    texts.replace(store.db, 1, "- Bows\n")
    assert history.signature(store.db) != before


@pytest.mark.slow
def test_a_long_history_of_thousands_of_facts_stays_small(store: Store) -> None:
    """benchmarks/versions.py measures a thousand versions, which are to stay under 50 MB."""
    written = list(profiles(facts=5000, versions=100))
    assert sum(map(len, written)) > 25_000_000
    record(store, *written)
    store.db.execute("pragma wal_checkpoint(truncate)")
    assert store.folder.state.stat().st_size < 50_000_000 / 10
    assert read(store) == written
