"""What leaves the machine, by the settings; and the files that are searched."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from support.export_files import claude_code_record, json_lines, write_file
from support.web import Site, form_of, served, text_of

from llm_user_memory.learn import manual
from llm_user_memory.recall import new_source
from llm_user_memory.settings import Folder, read_settings
from llm_user_memory.store import clients, sources, state
from llm_user_memory.store.sources import Source
from llm_user_memory.store.state import Store
from llm_user_memory.web import leaves

pytestmark = [pytest.mark.once, pytest.mark.slow]

TALK = json_lines([claude_code_record("user", "I keep bees")])


@pytest.fixture
def site(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(leaves, "_wake", lambda _call: None)  # else a daemon reads the sources
    with served(store.folder) as site:
        site.enter()
        yield site


def told(variables: dict[str, str]) -> dict[str, str]:
    """{way: what is told, or in brackets the setting because of which nothing is}"""
    found = leaves.ways(read_settings(variables), "gpt-5")
    return {way.what: way.told or f"({way.chosen})" for way in found}


PROMPTS, TOOL, ASK = "Your prompts", "-T Memory", "llm memory ask"
SESSIONS, TOOLS = "Sessions of connected programs", "Tools of connected programs"
LEARNING, THEIR_ASK = "Learning", "Their tool ask_memory"


@pytest.mark.parametrize(
    ("variables", "way", "says"),
    [
        ({}, PROMPTS, "the profile, archived facts that bear on the prompt, and what you recall"),
        ({"ARCHIVE": "false"}, PROMPTS, "the profile, and what you recall"),
        ({"NOTES": "7d"}, PROMPTS, "your notes (LLM_MEMORY_NOTES=7d)"),
        ({"RECALL": "true"}, PROMPTS, "passages that bear on the prompt (LLM_MEMORY_RECALL)"),
        ({"LEARN_ONLY": "true", "RECALL": "true"}, PROMPTS, "(LLM_MEMORY_LEARN_ONLY)"),
        ({"DISABLED": "true"}, PROMPTS, "(LLM_MEMORY_DISABLED)"),
        ({}, TOOL, "what the model searches for"),
        ({"LEARN_ONLY": "true"}, TOOL, "(LLM_MEMORY_LEARN_ONLY)"),
        ({"DISABLED": "true"}, TOOL, "(LLM_MEMORY_DISABLED)"),
        ({}, SESSIONS, "the profile at the start"),
        ({"RECALL": "true"}, SESSIONS, "with each prompt archived facts and passages"),
        ({"RECALL": "true", "ARCHIVE": "false"}, SESSIONS, "with each prompt passages"),
        ({"LEARN_ONLY": "true"}, SESSIONS, "(LLM_MEMORY_LEARN_ONLY)"),
        ({"DISABLED": "true"}, TOOLS, "(LLM_MEMORY_DISABLED)"),
        ({"LEARN_ONLY": "true"}, TOOLS, "(LLM_MEMORY_LEARN_ONLY)"),
        ({}, LEARNING, "what you typed in a conversation, and the profile"),
        ({"LEARN_ONLY": "true"}, LEARNING, "what you typed"),
        ({"UPDATES": "false"}, LEARNING, "(LLM_MEMORY_UPDATES=false)"),
        ({"DISABLED": "true"}, LEARNING, "(LLM_MEMORY_DISABLED)"),
        ({"DISABLED": "true"}, ASK, "passages that fit the question, and the profile"),
        ({"ASK_MODEL": "o3"}, THEIR_ASK, "passages that fit the question"),
        ({"ASK_MODEL": "o3", "LEARN_ONLY": "true"}, THEIR_ASK, "(LLM_MEMORY_LEARN_ONLY)"),
    ],
    ids=str,
)
def test_what_is_told_is_what_the_settings_allow(
    variables: dict[str, str], way: str, says: str
) -> None:
    found = told({f"LLM_MEMORY_{name}": value for name, value in variables.items()})
    assert says in found[way]
    assert says.startswith("(") or not found[way].startswith("(")


@pytest.mark.parametrize("variable", ["NOTES", "RECALL"])
def test_without_a_setting_its_words_are_not_there(variable: str) -> None:
    assert not [says for says in told({}).values() if variable in says]


def test_a_model_is_named_only_where_it_is_told_something() -> None:
    variables = {"LLM_MEMORY_MODEL": "o3", "LLM_MEMORY_ASK_MODEL": "o4"}
    found = leaves.ways(read_settings(variables), "gpt-5")
    models = {way.what: way.model for way in found if way.model}
    assert models == {PROMPTS: "gpt-5", ASK: "gpt-5", LEARNING: "o3", THEIR_ASK: "o4"}
    off = leaves.ways(read_settings({**variables, "LLM_MEMORY_DISABLED": "true"}), "gpt-5")
    assert {way.what for way in off if way.model} == {ASK}


def test_the_page_says_so(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_MEMORY_LEARN_ONLY", "true")
    monkeypatch.setenv("LLM_MEMORY_SEARCH", "markdown")
    page = text_of(site.page("leaves"))
    assert "Your prompts LLM_MEMORY_LEARN_ONLY – nothing" in page
    assert "no embedding model: search is by words, here" in page


def test_what_leaves(site: Site, store: Store) -> None:
    manual.add(store, [("Interests", "Plays the oboe #local"), ("Interests", "Sings")])
    with state.opened(Folder(store.folder.path)) as default:
        clients.record(default.db, "claude<b>", is_local=False)
    page = text_of(site.page("leaves"))
    assert "1 fact of 2 stays on this machine" in page
    assert "claude<b>, not on this machine" in page


def test_sources_are_added_and_removed(site: Site, tmp_path: Path) -> None:
    write_file(tmp_path / "more" / "a.md", "# A\n")
    said = site.do("addsource", {"path": str(tmp_path / "more")})
    assert "1 file of Markdown" in said and "They are being read." in said
    assert "is not there" in site.do("addsource", {"path": "/does/not/exist"})
    assert "no whole path" in site.do("addsource", {"path": "relative"})
    assert "searched already" in site.do("addsource", {"path": str(tmp_path / "more")})
    page = site.page("leaves")
    assert f"{tmp_path}/more: Markdown, found for you and any model" in text_of(page)
    assert "searched no more" in site.do("dropsource", form_of(page, "dropsource"))


def test_conversations_are_detected_and_stay_what_they_are(
    site: Site, store: Store, tmp_path: Path
) -> None:
    """To add them again, as the page once did, dropped them from the index."""
    sessions = tmp_path / "projects"
    write_file(sessions / "here" / "session.jsonl", TALK)
    said = site.do("addsource", {"path": str(sessions)})
    assert "1 file of conversations with claude-code" in said and "on this machine" in said
    assert sources.of_kinds(store.db) == [Source(sessions, "claude-code")]
    assert "found for you and only models on this machine" in text_of(site.page("leaves"))
    said = site.do("addsource", {"path": str(sessions), "any": "1"})
    assert sources.of_kinds(store.db) == [Source(sessions, "claude-code", "any")]
    assert "found for you and any model" in text_of(site.page("leaves"))
    (sessions / "here" / "session.jsonl").unlink()  # as on a disk that is not there just now
    said = site.do("addsource", {"path": str(sessions), "any": "1"})
    assert "searched already" in said
    write_file(sessions / "a.md", "# Notes\n")
    site.do("addsource", {"path": str(sessions)})
    assert sources.of_kinds(store.db) == [Source(sessions)]


def test_the_format_can_be_said(site: Site, store: Store, tmp_path: Path) -> None:
    (tmp_path / "later").mkdir()
    fields = form_of(site.page("leaves"), "addsource")
    assert "Nothing to search is there yet." in site.do(
        "addsource", {**fields, "path": str(tmp_path / "later"), "any": "", "sure": ""}
    )
    given = {"path": str(tmp_path / "later"), "format": "codex"}
    assert "conversations with codex" in site.do("addsource", given)
    assert sources.of_kinds(store.db) == [Source(tmp_path / "later", "codex")]


@pytest.mark.parametrize("broad", [True, False], ids=["the home folder", "many files"])
def test_what_is_more_than_notes_is_asked_about(
    site: Site, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broad: bool
) -> None:
    wanted = tmp_path / "much"
    for number in range(3):
        write_file(wanted / f"{number}.md", "# A\n")
    monkeypatch.setattr(new_source, "_MANY", 2)
    if broad:
        monkeypatch.setattr(new_source, "_MANY", 10)
        monkeypatch.setenv("HOME", str(wanted))
    refused = site.do("addsource", {"path": str(wanted)})
    assert "3 files of Markdown, less than 0.1 MB. That is more than your notes." in refused
    assert not sources.of_kinds(store.db)
    site.do("addsource", {"path": str(wanted), "sure": "1"})
    assert sources.of_kinds(store.db) == [Source(wanted)]
