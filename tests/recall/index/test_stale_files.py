"""Prompts do not update the index: a file that was changed since is given to no model."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from support.index_content import refresh_index

from llm_user_memory import notes
from llm_user_memory.egress import CLOUD
from llm_user_memory.recall import for_prompts, lookup
from llm_user_memory.recall.hits import Query
from llm_user_memory.recall.index import file_scan
from llm_user_memory.settings import read_settings
from llm_user_memory.store import sources
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once

SAID = "The pump of the evening is from Basel, for insulin"
ASKED = "Where is my pump of the evening from, is it from Basel?"
SETTINGS = read_settings({"LLM_MEMORY_EMBEDDER": "none"})


def given(store: Store) -> str:
    return for_prompts.passages_fragment(
        store.folder, SETTINGS, ASKED, destination=lambda: CLOUD
    ).text


@pytest.fixture(params=["notes", "source"])
def file(request: pytest.FixtureRequest, store: Store, tmp_path: Path) -> Path:
    """A file of Markdown that is indexed, and says it among other things."""
    if request.param == "notes":
        notes.add(store.folder, SAID)
        path = next(store.folder.notes.glob("*.md"))
    else:
        path = tmp_path / "papers" / "deep" / os.fsdecode(b"caf\xe9.md")
        path.parent.mkdir(parents=True)
        path.write_text(f"# Papers\n\n{SAID}\n")
        sources.add(store, tmp_path / "papers")
    refresh_index(store)
    assert SAID in given(store)
    return path


CHANGES: dict[str, Callable[[Path], object]] = {
    "a line is marked": lambda path: path.write_text(
        path.read_text().replace(SAID, f"{SAID} #local")
    ),
    "the whole is marked": lambda path: path.write_text(f"#local\n{path.read_text()}"),
    "the line is deleted": lambda path: path.write_text(path.read_text().replace(SAID, "x")),
    "the file is deleted": Path.unlink,
    "the file is moved away": lambda path: path.rename(path.parents[2] / "a.md"),
    "its folder is deleted": lambda path: shutil.rmtree(path.parent),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_it_said_before_is_given_to_no_prompt(store: Store, file: Path, change: str) -> None:
    CHANGES[change](file)
    assert SAID not in given(store)
    refresh_index(store)
    assert SAID not in given(store)


def test_what_was_not_indexed_in_time_is_given_to_no_model(store: Store, file: Path) -> None:
    """The user finds it, as before."""
    file.write_text(file.read_text().replace(SAID, f"{SAID} #local"))
    query = Query("pump evening Basel")
    found = lookup.find_for_model(store, SETTINGS, query, CLOUD, "words", work=-1)
    assert not found.hits and lookup.INCOMPLETE in found.remarks
    assert lookup.find(store, SETTINGS, query, is_fresh=True).hits


def test_a_file_that_is_as_it_was_is_given(store: Store, file: Path) -> None:
    file.chmod(0o644)
    (file.parent / "other.md").write_text("new")
    assert SAID in given(store)


def test_a_file_on_a_disk_that_is_not_there_is_given(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = file_scan.device_of
    monkeypatch.setattr(file_scan, "device_of", lambda path: device(path) + 1)
    shutil.rmtree(file.parent)
    assert SAID in given(store)
