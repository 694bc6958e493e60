"""What a prompt of any program is given: `Memory.context` and `llm memory context`."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from llm.cli import cli
from support.product import Product

from llm_user_memory import Memory
from llm_user_memory.profile.estimate import tokens
from llm_user_memory.settings import Folder
from llm_user_memory.store import review_queue, state

pytestmark = pytest.mark.once

PROFILE = """# User Profile

## Personal Information
- Lives in Oslo
- Takes insulin #local

## Interests
- Keeps bees
- Collects fountain pens of the nineteen-sixties

## Archive: Interests
- Used to restore a wooden gaff cutter
- Had a gaff cutter insured secretly #local
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path / "llm"))
    folder = Folder(tmp_path / "llm" / "memory")
    folder.create()
    folder.profile.write_text(PROFILE)
    Memory(folder.path).add("Rows")
    return folder


def _run(*words: str, said: str = "") -> str:
    ran = CliRunner().invoke(cli, ["memory", "context", *words], input=said)
    assert ran.exit_code == 0, ran.output
    return ran.stdout


def test_it_is_gated_by_who_reads_it(folder: Folder) -> None:
    memory, prompt = Memory(folder.path), "What was my gaff cutter called?"
    for model, is_here in (("", False), ("cloud", False), ("gpt-4o", False), ("local", True)):
        found = memory.context(prompt, model=model)
        assert ("insulin" in found.profile) == is_here
        assert ("insured" in found.archived) == is_here
        assert "restore" in found.archived and "Oslo" in found.profile
    assert "restore" not in memory.context("What is two and two?").text


def test_the_command_prints_the_same(folder: Folder) -> None:
    memory, prompt = Memory(folder.path), "What was my gaff cutter called?"
    for reader in ("cloud", "local", "gpt-4o"):
        wanted = memory.context(prompt, model=reader)
        assert _run("--for", reader, prompt) == f"{wanted.text}\n"
        assert _run("--for", reader, said=prompt) == f"{wanted.text}\n"
        assert json.loads(_run("--for", reader, "--json", prompt))["archived"] == wanted.archived


# Whether there are facts, the settings, the options, and what is told of it.
NOTHING: dict[str, tuple[str, dict[str, str], list[str], str]] = {
    "an empty profile": ("", {}, [], "The profile is empty"),
    "headings alone": ("# User Profile\n\n## Interests\n", {}, [], "`llm memory add '...'`"),
    "all archived": ("## Archive\n- Rows\n", {}, [], "The profile is empty"),
    "switched off": (PROFILE, {"DISABLED": "1"}, [], "run `unset LLM_MEMORY_DISABLED`"),
    "learning only": (PROFILE, {"LEARN_ONLY": "1"}, [], "run `unset LLM_MEMORY_LEARN_ONLY`"),
    "no room": (PROFILE, {}, ["--tokens", "3"], "see --for and --tokens"),
    "all local": ("## A\n- Takes insulin #local\n", {}, ["--for", "cloud"], "see --for"),
}


@pytest.mark.parametrize(("text", "switches", "words", "told"), NOTHING.values(), ids=NOTHING)
def test_the_command_tells_why_there_is_nothing_and_prints_nothing(
    folder: Folder,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    switches: dict[str, str],
    words: list[str],
    told: str,
) -> None:
    Memory(folder.path).forget("Rows")
    folder.profile.write_text(text)
    for name, value in switches.items():
        monkeypatch.setenv(f"LLM_MEMORY_{name}", value)
    ran = CliRunner().invoke(cli, ["memory", "context", *words])
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert told in " ".join(ran.stderr.split())
    as_json = CliRunner().invoke(cli, ["memory", "context", "--json", *words])
    assert json.loads(as_json.stdout)["text"] == as_json.stderr == ""


@pytest.mark.parametrize("most", [0, 1, 10, 40, 50, 60, 70, 80, 100, 150, 1000])
def test_it_is_no_larger_than_asked(folder: Folder, most: int) -> None:
    found = Memory(folder.path).context("my gaff cutter", model="local", tokens=most)
    assert tokens(found.text) <= most
    assert ("Oslo" in found.text) == (most >= 60)
    assert ("Collects" in found.text) == (most >= 80)


@pytest.mark.parametrize("name", ["LLM_MEMORY_DISABLED", "LLM_MEMORY_LEARN_ONLY"])
def test_nothing_is_given(folder: Folder, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "true")
    assert Memory(folder.path).context("my gaff cutter", model="local").text == ""
    assert Memory(folder.path).fragment("gpt-4o") == ""
    assert _run("my gaff cutter") == ""


def test_archived_facts_can_be_switched_off(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LLM_MEMORY_ARCHIVE", "false")
    assert Memory(folder.path).context("my gaff cutter").archived == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said"), [(b"\xff\xfe\x00" * 9, "is not a text file"), (b"", "more than 64 kB")]
)
def test_a_profile_that_no_prompt_has_is_left_out(folder: Folder, text: bytes, said: str) -> None:
    """As by `llm`: the rest is given, and a remark says why."""
    fact = "- Has one more thing to say that is long enough to fill the room\n"
    large = PROFILE.replace("## Archive", f"{fact * 3_000}\n## Archive").encode()
    folder.profile.write_bytes(text or large)
    prompt = "What was my gaff cutter called?"
    found = Memory(folder.path).context(prompt, model="local")
    assert found.profile == "" and said in "".join(found.remarks)
    assert ("restore" in found.archived) == (not text)
    ran = CliRunner().invoke(cli, ["memory", "context", "--for", "local", prompt])
    assert ran.exit_code == 0 and said in ran.stderr


@pytest.mark.product
def test_it_is_what_llm_sends(product: Product) -> None:
    for words in (["load", "-"], ["note", "The gaff cutter Albatross leaks at the stern"]):
        assert product.run("memory", *words, stdin=PROFILE).code == 0
    product.run("memory", "search", "boat")  # which indexes the note
    product.run("memory", "daemon", "stop")
    prompt = "Where does my gaff cutter Albatross leak, at the stern?"
    for env in ({}, {"LLM_MEMORY_RECALL": "true", "LLM_MEMORY_NOTES": "7d"}):
        product.env |= {"LLM_MEMORY_UPDATES": "false", **env}
        given = product.run("memory", "context", prompt).out
        assert product.type(prompt).code == 0
        sent = product.prompts()[-1]["prompt"]
        assert _blocks(sent) == _blocks(given), (sent, given)
        assert len(_blocks(given)) == (4 if env else 2)


def _blocks(text: str) -> set[str]:
    return set(re.findall(r"<user_memory>.*?</user_memory>", text, re.DOTALL))


def test_lists_of_facts_are_imported(folder: Folder, tmp_path: Path) -> None:
    memory, file = Memory(folder.path), tmp_path / "facts.md"
    file.write_text("- Plays the oboe\n- Keeps bees\n- Password is hunter2secret\n")
    tried = memory.import_(file, dry_run=True)
    assert "oboe" not in memory.profile
    done = memory.import_(file)
    assert tried == done
    assert [edit.new for edit in done.edits] == ["Plays the oboe"]
    assert [refused.edit.new for refused in done.refused] == ["Password is hunter2secret"]
    assert "- Plays the oboe" in memory.profile


def test_the_memory_of_another_program_waits(folder: Folder, tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    entity = {"type": "entity", "name": "default_user", "entityType": "person"}
    file.write_text(json.dumps({**entity, "observations": ["Speaks Norwegian"]}) + "\n")
    memory, before = Memory(folder.path), Memory(folder.path).profile
    done = memory.import_(file)
    assert not done.edits and "review" in done.skipped
    assert memory.profile == before
    with state.opened(folder) as store:
        [edit] = review_queue.open_edits(store.db, before)
    assert "Norwegian" in edit.new
