"""Notes and sources in the index: what is added and removed, and that the index does not drift."""

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support import torture
from support.index_content import read_index, refresh_index
from support.llm_log import Log
from support.product import LIMIT, Product, until

from llm_user_memory import notes
from llm_user_memory.egress import CLOUD, USER, Destination
from llm_user_memory.errors import RecallError, WrongCallError
from llm_user_memory.learn import manual
from llm_user_memory.recall import grep, lookup
from llm_user_memory.recall.hits import Query
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index import file_scan, files
from llm_user_memory.settings import Folder, read_settings
from llm_user_memory.store import forgotten, sources, state
from llm_user_memory.store.state import Store
from llm_user_memory.text import markdown
from llm_user_memory.text.fingerprints import Forgotten

pytestmark = pytest.mark.once

NOON = time.mktime((2026, 11, 21, 12, 0, 0, 0, 0, -1))
WORDS = ("rioja", "bees", "november", "lisbon")


@pytest.fixture
def source(tmp_path: Path, store: Store) -> Path:
    """A folder of the user's that is a source."""
    path = tmp_path / "papers"
    path.mkdir()
    sources.add(store, path)
    return path


def write(path: Path, text: str, at: float = NOON) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (at, at))
    return path


def said(folder: Folder) -> dict[str, list[str]]:
    """What is indexed of each file."""
    found: dict[str, list[str]] = {key: [] for _kind, key in read_index(folder)["documents"]}
    for row in read_index(folder)["passages"]:
        found[row[1]].append(row[-1])
    return {Path(key).name: texts for key, texts in found.items() if "/" in key}


@pytest.mark.parametrize("at", [4e11, 9e16, -9e16])
def test_a_file_of_an_impossible_time_is_found(store: Store, source: Path, at: float) -> None:
    write(source / "odd.md", "Bees winter in Lisbon", at)
    write(source / "usual.md", "Bees want water", NOON)
    refresh_index(store)
    found = lookup.find(store, read_settings({}), Query("bees"), "words").hits
    days = {Path(hit.document).name: hit.day for hit in found}
    assert days["usual.md"] == "2026-11-21"
    if (source / "odd.md").stat().st_mtime == at:  # else the file system cannot hold it
        assert days["odd.md"] == ""


@pytest.mark.parametrize(("ahead", "is_read"), [(-60, False), (0, True), (60, True), (9e6, False)])
def test_a_file_of_the_future_is_not_read_again_and_again(
    store: Store, source: Path, ahead: float, is_read: bool
) -> None:
    path = write(source / "a.md", "Bees want water", time.time() + ahead)
    refresh_index(store)
    about = path.stat()
    path.write_text("Bees want honey")  # as long, and as old
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    refresh_index(store)
    assert said(store.folder) == {"a.md": ["Bees want honey" if is_read else "Bees want water"]}


ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "latin-1", "cp1252"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_text_in_other_encodings_is_found(store: Store, source: Path, encoding: str) -> None:
    text = "# Umzug\n\nDie Möbel stehen in der Gärtnerstraße\n"
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    (source / "a.md").write_bytes(f"{mark}{text}".encode(encoding))
    refresh_index(store)
    [hit] = lookup.find(store, read_settings({}), Query("Gärtnerstraße"), "words").hits
    assert (hit.heading, hit.text) == ("Umzug", "Die Möbel stehen in der Gärtnerstraße")


def test_a_text_with_a_few_broken_bytes_is_utf_8(store: Store, source: Path) -> None:
    (source / "a.md").write_bytes("Die Möbel ".encode() + b"\xff" + b" stehen da")
    refresh_index(store)
    assert said(store.folder) == {"a.md": ["Die Möbel \ufffd stehen da"]}


SECTIONS = {
    "none": ("hello\nyou\n", [(1, (), "hello\nyou\n")]),
    "under headings": (
        "# A\none\n## B\ntwo\n# C\nthree",
        [(1, ("A",), "one"), (3, ("A", "B"), "two"), (5, ("C",), "three")],
    ),
    "only headings": ("# A\n## B\n## C\n", [(2, ("A", "B"), "B"), (3, ("A", "C"), "C")]),
    "in a fence": ("```\n# no\n```\n# yes\nx", [(1, (), "```\n# no\n```"), (4, ("yes",), "x")]),
    "Windows": ("# A\r\none\r\n", [(1, ("A",), "one\n")]),
    "nothing": ("\n \n", []),
}


@pytest.mark.parametrize(("text", "wanted"), SECTIONS.values(), ids=SECTIONS)
def test_sections(text: str, wanted: list[Any]) -> None:
    assert [tuple(section) for section in markdown.sections(text)] == wanted


def test_notes_are_entered_as_of_their_times(store: Store) -> None:
    notes.add(store.folder, "Ana recommends the Rioja", now=NOON)
    notes.add(store.folder, "Bees swarm", by="gpt-4o", now=NOON + 60)
    refresh_index(store)
    rows = read_index(store.folder)["passages"]
    assert [(row[0], row[4], row[6], row[7], row[11], row[13]) for row in rows] == [
        ("notes", "12:00", NOON, "2026-11-21", 1, "Ana recommends the Rioja"),
        ("notes", "12:01 (written by gpt-4o)", NOON + 60, "2026-11-21", 0, "Bees swarm"),
    ]


def test_what_of_a_folder_is_entered(
    store: Store, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST", 50_000)
    write(source / "a.md", "plain")
    write(source / "sub/b.markdown", "deeper")
    write(source / "SHOUT.MD", "loud")
    write(source / "c.txt", "no Markdown")
    write(source / ".hidden.md", "hidden")
    write(source / ".git/d.md", "hidden")
    write(source / "large.md", "x" * (files.LARGEST + 1))
    write(source / "binary.md", "a\0b")
    (source / "latin.md").write_bytes(b"caf\xe9")
    write(tmp_path / "elsewhere/e.md", "outside")
    (source / "out").symlink_to(tmp_path / "elsewhere")
    (source / "out.md").symlink_to(tmp_path / "elsewhere/e.md")
    os.mkfifo(source / "pipe.md")
    refresh_index(store)
    assert said(store.folder) == {
        "a.md": ["plain"],
        "b.markdown": ["deeper"],
        "SHOUT.MD": ["loud"],
        "binary.md": [],
        "latin.md": ["café"],
        "large.md": said(store.folder)["large.md"],
    }
    assert sum(map(len, said(store.folder)["large.md"])) >= files.LARGEST
    assert files.file_counts(store) == [(source, 6)]


def test_memory_itself_is_never_a_source(store: Store, tmp_path: Path) -> None:
    assert sources.is_broad(Path.home()) and sources.is_broad(Path.home().parent)
    for path in (
        store.folder.path,
        store.folder.notes,
        Path("/"),
        store.folder.state,
    ):
        store.folder.notes.mkdir(exist_ok=True)
        with pytest.raises(RecallError):
            sources.add(store, path)
    with pytest.raises(WrongCallError, match="is not there"):
        sources.add(store, tmp_path / "nowhere")
    notes.add(store.folder, "once", now=NOON)
    store.folder.profile.write_text("# User Profile\n\n- Rows\n")
    assert sources.add(store, tmp_path) == tmp_path
    assert sources.add(store, tmp_path) is None
    refresh_index(store)
    assert said(store.folder) == {"2026-11-21.md": ["once"]}
    assert sources.remove(store.db, tmp_path) == tmp_path
    with pytest.raises(RecallError, match="is no source"):
        sources.remove(store.db, tmp_path)


def test_what_changed_is_entered_and_what_is_gone_leaves(store: Store, source: Path) -> None:
    write(source / "a.md", "# One\nfirst\n# Two\nsecond\n# Three\nthird\n")
    write(source / "b.md", "gone tomorrow")
    refresh_index(store)
    with index_db.existing(store.folder) as opened:
        assert opened is not None
        first = dict(tuple(row) for row in opened.execute("select text, id from passages"))
    write(source / "a.md", "# One\nfirst\n# Two\nanother\n# Three\nthird\n", NOON + 5)
    (source / "b.md").unlink()
    refresh_index(store)
    assert said(store.folder) == {"a.md": ["first", "another", "third"]}
    with index_db.existing(store.folder) as opened:
        assert opened is not None
        after = dict(tuple(row) for row in opened.execute("select text, id from passages"))
    assert after["first"] == first["first"], "what stands before the change keeps its number"


def test_a_touched_file_keeps_its_numbers_and_has_its_new_day(store: Store, source: Path) -> None:
    path = write(source / "a.md", "# One\nfirst\n# Two\nsecond\n")
    refresh_index(store)
    before = read_index(store.folder, *WORDS)
    assert before["words: november"] and not before["words: rioja"]
    os.utime(path, (NOON - 40 * 86400, NOON - 40 * 86400))
    refresh_index(store)
    after = read_index(store.folder, *WORDS)
    assert not after["words: november"]
    assert {row[7] for row in after["passages"]} == {"2026-10-12"}
    refresh_index(store, force=True)
    assert read_index(store.folder, *WORDS) == after


@pytest.mark.parametrize("how", ["renamed", "copied, and the old one deleted"])
def test_a_file_that_moves_keeps_its_document(store: Store, source: Path, how: str) -> None:
    old, new = write(source / "a.md", "first"), source / "sub/b.md"
    write(source / "c.md", "other")
    refresh_index(store)
    ids = _ids(store.folder)
    new.parent.mkdir()
    if how == "renamed":
        old.rename(new)
    else:
        shutil.copy2(old, new)
        old.unlink()
    refresh_index(store)
    assert said(store.folder) == {"b.md": ["first"], "c.md": ["other"]}
    assert _ids(store.folder) == ids


def _ids(folder: Folder) -> list[Any]:
    with index_db.existing(folder) as opened:
        assert opened is not None
        return [tuple(row) for row in opened.execute("select id, text from passages order by id")]


def test_a_disk_that_is_not_there_deletes_nothing(
    store: Store,
    source: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write(source / "a.md", "on the disk")
    refresh_index(store)
    away = source.with_name("away")
    device = file_scan.device_of
    for is_empty in (True, False):  # the place of a disk is an empty folder, or none
        source.rename(away)
        if is_empty:
            source.mkdir()
        monkeypatch.setattr(file_scan, "device_of", lambda path: device(path) + 1)
        refresh_index(store)
        assert said(store.folder) == {"a.md": ["on the disk"]}
        if is_empty:
            source.rmdir()
        away.rename(source)
        refresh_index(store)  # which has another number now, as devices may have after each start
        monkeypatch.setattr(file_scan, "device_of", device)
        refresh_index(store)
        assert said(store.folder) == {"a.md": ["on the disk"]}
    shutil.rmtree(source)
    refresh_index(store)
    assert said(store.folder) == {}, "deleted from the very disk that held it"


def test_a_folder_that_cannot_be_read_deletes_nothing(
    store: Store, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(source / "a.md", "one")
    write(source / "sub/b.md", "two")
    refresh_index(store)
    scandir = os.scandir

    def refusing(path: str) -> Any:
        if path == str(source / "sub"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    (source / "a.md").unlink()
    monkeypatch.setattr(os, "scandir", refusing)
    refresh_index(store)
    assert said(store.folder) == {"b.md": ["two"]}


def test_what_is_removed_from_the_sources_leaves(store: Store, source: Path) -> None:
    write(source / "a.md", "one")
    write(source / "sub/b.md", "two")
    sources.add(store, source / "sub")
    refresh_index(store)
    sources.remove(store.db, source)
    refresh_index(store)
    assert said(store.folder) == {"b.md": ["two"]}


def test_what_says_a_forgotten_fact_is_not_entered(store: Store, source: Path) -> None:
    write(source / "a.md", "# Me\nI row.\n# Home\nI live in\nLisbon, by the river.\n")
    refresh_index(store)
    assert said(store.folder) == {"a.md": ["I row.", "I live in\nLisbon, by the river."]}
    with state.transaction(store.db):
        forgotten.forget(store.db, ["Lives in Lisbon"], NOON)
    refresh_index(store)
    assert said(store.folder) == {"a.md": ["I row."]}
    refresh_index(store, force=True)
    assert said(store.folder) == {"a.md": ["I row."]}
    assert not read_index(store.folder, "lisbon")["words: lisbon"]
    forgotten.unforget(store.db, ["Lives in Lisbon"])
    refresh_index(store)
    assert said(store.folder) == {"a.md": ["I row.", "I live in\nLisbon, by the river."]}


def test_two_writes_within_one_tick_are_not_missed(store: Store, source: Path) -> None:
    path = write(source / "a.md", "one", time.time())
    about = path.stat()
    refresh_index(store)
    path.write_text("two")
    os.utime(path, ns=(about.st_mtime_ns, about.st_mtime_ns))
    refresh_index(store)
    assert said(store.folder) == {"a.md": ["two"]}


def test_the_plain_search_finds_the_same_files(store: Store, source: Path) -> None:
    write(source / "a.md", "# Wine\nAna recommends the Rioja to everybody\n")
    write(source / "b.md", "Ana keeps bees", NOON + 60)
    notes.add(store.folder, "the bees swarm", now=NOON - 60)
    store.folder.profile.write_text("# User Profile\n\n## Interests\n- Keeps bees\n")

    def found(text: str, **wanted: Any) -> list[str]:
        hits = grep.search(store, Query(text, **wanted), Forgotten())
        return [hit.text for hit in hits]

    assert found("what does Ana recommend") == [
        "Ana recommends the Rioja to everybody",
        "Ana keeps bees",
    ]
    assert found("keep bees") == ["Keeps bees", "Ana keeps bees", "the bees swarm"]
    assert found("bees -keeps") == ["the bees swarm"]
    assert found('"the bees"') == ["the bees swarm"]
    assert found("bees", kinds=["notes"]) == ["the bees swarm"]
    assert found("bees", until=NOON) == ["the bees swarm"]
    assert found("bees", limit=1) == ["Keeps bees"]
    assert found("zebra") == [] and found("") == []
    assert not store.folder.index_db.exists()


def _storm(places: list[Path], changes: int, seed: int) -> Iterator[None]:
    """So many random changes to files, of every kind."""
    chance = random.Random(seed)
    there: list[Path] = []
    for number in range(changes):
        kind = chance.random() if len(there) > 4 else 0.0
        if kind < 0.45:
            place = chance.choice(places) / f"d{chance.randrange(5)}"
            path = place / f"{number}.md"
            path.parent.mkdir(exist_ok=True, parents=True)
            there.append(path)
        else:
            path = chance.choice(there)
        if kind >= 0.85:
            there.remove(path)
            if kind < 0.93:
                path.unlink()
            else:
                target = chance.choice(places) / f"moved-{number}.md"
                path.rename(target)
                there.append(target)
        else:
            words = " ".join(chance.choice(WORDS) for _ in range(12))
            parts = [f"# Part {n}\n{words} {chance.random()}\n" for n in range(chance.randrange(4))]
            path.write_text("".join(parts))
            at = NOON - chance.randrange(10**7)
            os.utime(path, (at, at))
        yield


@pytest.mark.once
@pytest.mark.product
@pytest.mark.torture
def test_a_storm_of_changes_ends_in_the_right_index(store: Store, log: Log, source: Path) -> None:
    changes = 10_000 if torture.TORTURE else 2_000
    store.folder.notes.mkdir(exist_ok=True)
    log.say("I keep bees in Lisbon", NOON - 100)
    for number, _ in enumerate(_storm([store.folder.notes, source], changes, 6)):
        if number % 700 == 0:
            refresh_index(store)
    refresh_index(store)
    drifted = read_index(store.folder, *WORDS)
    assert len(drifted["documents"]) > changes / 10 and drifted["words: bees"]
    refresh_index(store, force=True)
    assert read_index(store.folder, *WORDS) == drifted


@pytest.mark.product
@pytest.mark.once
@pytest.mark.torture
def test_the_daemon_ends_a_storm_in_the_right_index(product: Product) -> None:
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "0.3"
    source = product.home / "papers"
    source.mkdir()
    assert product.run("memory", "sources", "add", str(source)).code == 0
    product.type("Hello there, model")
    folder = product.folder
    assert product.run("memory", "note", "to begin with").code == 0
    changes = 10_000 if torture.TORTURE else 2_000
    for _ in _storm([folder.notes, source], changes, 7):
        pass
    wanted = sum(1 for place in (folder.notes, source) for _ in place.rglob("*.md"))

    def entered() -> tuple[int, int]:
        """The number of documents, and that of the last one to be entered."""
        with index_db.existing(folder) as opened:
            if opened is None:
                return 0, 0
            query = "select count(*), max(id) from documents where kind in ('notes', 'files')"
            number, last = opened.execute(query).fetchone()
            return int(number), int(last or 0)

    def is_right() -> bool:
        if entered()[0] != wanted:
            return False
        with state.opened(folder) as store:
            return _as_it_should_be(store)

    until(is_right, "that the daemon has indexed everything", progress=entered)
    torture.tally("a storm of note changes", runs=1, changes=changes)


def _as_it_should_be(store: Store) -> bool:
    with index_db.existing(store.folder) as opened:
        assert opened is not None
        return files.pending(opened, store) == 0


_REFRESH = """
import sys
from pathlib import Path
from llm_user_memory.errors import BusyError
from llm_user_memory.settings import Folder
from llm_user_memory.store import state
sys.path.insert(0, sys.argv[2])
from support.index_content import refresh_index
from support.product import until

def is_refreshed():
    # On a busy machine another process may hold the lock for longer than a command waits.
    try:
        with state.opened(Folder(Path(sys.argv[1]))) as store:
            refresh_index(store)
    except BusyError:
        return False
    return True

until(is_refreshed)
"""


@pytest.mark.product
def test_two_who_refresh_at_once_enter_everything_once(store: Store, source: Path) -> None:
    for number in range(200):
        write(source / f"{number}.md", f"bees {number}")
    command = [
        sys.executable,
        "-c",
        _REFRESH,
        str(store.folder.path),
        str(Path(__file__).parents[2]),
    ]
    running = [subprocess.Popen(command) for _ in range(4)]
    assert [process.wait(LIMIT) for process in running] == [0] * 4
    drifted = read_index(store.folder, *WORDS)
    assert len(drifted["words: bees"]) == 200
    refresh_index(store, force=True)
    assert read_index(store.folder, *WORDS) == drifted


def _as_link(place: Path, outside: Path) -> None:
    place.rename(place.with_name(".aside"))
    place.symlink_to(outside)


def _as_pipe(place: Path, _outside: Path) -> None:
    place.unlink()
    os.mkfifo(place)


# What is put into the place of a note, or of its folder, after the files were listed.
SWAPS: dict[str, tuple[str, Callable[[Path, Path], None]]] = {
    "a note for a link": ("z/last.md", _as_link),
    "its folder for a link": ("z", _as_link),
    "the folder above it for a link": ("y", _as_link),
    "a note for a pipe": ("z/last.md", _as_pipe),
}


@pytest.mark.parametrize(("place", "swap"), SWAPS.values(), ids=SWAPS)
def test_what_takes_the_place_of_a_file_is_not_read(
    store: Store,
    source: Path,
    tmp_path: Path,
    place: str,
    swap: Callable[[Path, Path], None],
) -> None:
    """Others may write into a shared folder, and not read what its reader may."""
    private = tmp_path / "private"
    for name in ("z/last.md", "y/z/deep.md"):
        write(source / name, "Rowing")
        write(private / name, "A secret of mine")
    for number in range(50):  # the first batch
        write(source / f"a{number}.md", "Bees")
    with index_db.opened(store.folder) as db:
        steps = files.refresh(db, store, Forgotten())
        next(steps)
        swap(source / place, private / place)
        for _ in steps:
            pass
    assert "A secret of mine" not in str(said(store.folder))
    refresh_index(store)
    assert "A secret of mine" not in str(said(store.folder))
    query = Query("secret rowing bees", limit=99)
    assert "A secret of mine" not in [hit.text for hit in grep.search(store, query, Forgotten())]


@pytest.mark.skipif(os.geteuid() != 0, reason="gives a link to another user")
@pytest.mark.parametrize("mode", [0o755, 0o775, 0o1777])
def test_a_source_that_another_user_swapped_for_a_link(
    store: Store, tmp_path: Path, mode: int
) -> None:
    shared, private = tmp_path / "shared", tmp_path / "private"
    write(shared / "team" / "a.md", "Rowing")
    write(private / "a.md", "A secret of mine")
    sources.add(store, shared / "team")
    shared.chmod(mode)
    refresh_index(store)
    _as_link(shared / "team", private)
    refresh_index(store)
    assert said(store.folder) == {"a.md": ["A secret of mine"]}, "the user may make it a link"
    os.lchown(shared / "team", 65534, 65534)
    write(private / "a.md", "Another secret of mine", NOON + 1)
    write(private / "b.md", "One more secret of mine")
    refresh_index(store)
    others = {"a.md": ["Another secret of mine"], "b.md": ["One more secret of mine"]}
    assert said(store.folder) == (others if mode == 0o755 else {"a.md": ["A secret of mine"]})


@pytest.mark.parametrize("name", ["Takes insulin.md", "takes-insulin.md"])
def test_a_file_that_is_named_as_a_local_fact_is_given_to_no_model_elsewhere(
    store: Store, source: Path, name: str
) -> None:
    """A passage is given with the name of its file."""
    manual.add(store, [("Personal Information", "Takes insulin #local")])
    write(source / name, "Twice a day, before the oboe lesson.")
    write(source / "music.md", "The oboe lesson is on Mondays.")

    def given(destination: Destination) -> set[str]:
        found = lookup.find_for_model(store, read_settings({}), Query("oboe lesson"), destination)
        return {Path(hit.document).name for hit in found.hits}

    assert given(CLOUD) == {"music.md"} and given(USER) == {"music.md", name}


@pytest.mark.parametrize(
    "text",
    [
        "## #local\nMy oboe is from Basel.\n",
        "# Diary\n#local\n\n## Monday\nMy oboe is from Basel.\n",
        "# Diary\n\n## Monday\nMy oboe is from Basel.\n\n#music #local\n",
        "#local\n\n# Diary\n\n## Archive of 2020\nMy oboe is from Basel.\n",
    ],
    ids=["a heading without words", "below a heading", "at the end", "the first line"],
)
def test_a_tag_of_a_whole_section_keeps_it_from_models_elsewhere(
    store: Store, source: Path, text: str
) -> None:
    write(source / "music.md", text)

    def given(destination: Destination) -> list[str]:
        query = Query("oboe from Basel")
        found = lookup.find_for_model(store, read_settings({}), query, destination)
        return [hit.text.split("\n")[0] for hit in found.hits]

    assert given(CLOUD) == [] and "My oboe is from Basel." in given(USER)
