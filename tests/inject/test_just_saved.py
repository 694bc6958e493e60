"""A line that the user deletes or rewords in an editor: the next prompt is given nothing of it."""

import json
from collections.abc import Callable, Iterator

import pytest
from support.mcp_client import connected
from support.product import Product

pytestmark = [pytest.mark.product, pytest.mark.once]

FACT, WORD = "Takes insulin every evening", "insulin"
SAID = "I take insulin every evening with a pump from Basel"
ASKED = "Where is my pump of the evening from, is it from Basel?"
RECALL = {"LLM_MEMORY_RECALL": "true", "LLM_MEMORY_NOTES": "7d"}


def talk(product: Product) -> None:
    """Say a fact to a model elsewhere, and note it; all of it is indexed, and kept here then."""
    product.env["SERVICE_KEY"] = "k"
    assert product.type("-m", "service", SAID).code == 0
    product.answer({WORD: f'ADD Personal Information | {FACT} | "{SAID}"'})
    assert product.run("memory", "update").code == 0
    assert product.run("memory", "add", "Keeps bees").code == 0
    assert product.run("memory", "note", f"Basel, on the pump: {SAID}").code == 0
    assert product.run("memory", "reindex").code == 0
    product.answer()


def _given(product: Product) -> Iterator[tuple[str, Callable[[], object]]]:
    """Each way by which a model elsewhere is given something of what was said."""

    def hook() -> str:
        product.env |= RECALL
        given = {"session_id": "s", "transcript_path": "/none.jsonl", "cwd": str(product.home)}
        return product.hook("UserPromptSubmit", {**given, "prompt": ASKED})

    def tool() -> str:
        with connected(product.user_path) as client:
            return json.dumps(client.found("pump evening Basel"))

    asked = ("-m", "service")
    yield "recall", lambda: product.type(*asked, ASKED, env=RECALL)
    yield "search", lambda: product.run(*asked, "-f", "memory:search:pump evening Basel", "Hi")
    yield "notes", lambda: product.run(*asked, "-f", "memory:notes:7d", "Hi")
    yield "context", lambda: product.run("memory", "context", ASKED, env=RECALL).out
    use = 'use Memory_search {"query": "pump evening Basel"}'
    yield "tool", lambda: product.run(*asked, "-T", "Memory", use)
    yield "ask", lambda: product.run("memory", "ask", *asked, ASKED)
    yield "hook", hook
    yield "mcp", tool


@pytest.mark.parametrize(
    "way", ["recall", "search", "notes", "context", "tool", "ask", "hook", "mcp"]
)
@pytest.mark.parametrize("how", ["deleted", "reworded"])
def test_a_save_holds_before_it_is_recorded(after_talk: Product, how: str, way: str) -> None:
    product = after_talk
    product.env["SERVICE_KEY"] = "k"
    if how == "reworded":
        assert product.run("memory", "mark", WORD, "--local").code == 0
    now = product.profile()
    assert f"- {FACT}" in now
    other = "" if how == "deleted" else "- Manages a condition #local\n"
    kept = [line for line in now.splitlines(keepends=True) if WORD not in line]
    product.folder.profile.write_text("".join(kept) + other)
    before = len(product.prompts())
    result = str(dict(_given(product))[way]())
    assert WORD not in json.dumps(product.prompts()[before:]) + result


def test_what_is_not_deleted_is_given(after_talk: Product) -> None:
    """The test above would find its word otherwise."""
    product = after_talk
    product.env["SERVICE_KEY"] = "k"
    for way, give in _given(product):
        before = len(product.prompts())
        result = str(give())
        assert WORD in json.dumps(product.prompts()[before:]) + result, way


def _old_buffer(product: Product, before: str) -> None:
    product.folder.profile.write_text(f"{before}- Likes tea\n")


def _copy(
    product: Product,
    _before: str,
    name: str = "profile.sync-conflict-20261127-140000-ABCDEFG.md",
) -> None:
    now = product.profile().replace(f"- {FACT}", f"- {FACT} #local")
    product.folder.profile.with_name(name).write_text(f"{now}- Likes tea\n")


def _copy_of_dropbox(product: Product, before: str) -> None:
    _copy(product, before, "profile (Ana's conflicted copy 2026-11-27).md")


def _copy_of_nextcloud(product: Product, before: str) -> None:
    _copy(product, before, "profile_conflict-20261127-140000.md")


def _git(product: Product, _before: str) -> None:
    sides = f"<<<<<<< ours\n- {FACT}\n- Likes tea\n=======\n- {FACT} #local\n>>>>>>> theirs\n"
    product.folder.profile.write_text(product.profile().replace(f"- {FACT}\n", sides))


def _another_machine(product: Product, before: str) -> None:
    """Syncthing brings the file of a machine that does not know what was forgotten here."""
    product.folder.path.joinpath(".stfolder").mkdir()
    product.folder.profile.write_text(before)


@pytest.mark.parametrize(
    ("command", "save"),
    [
        (["forget", WORD, "--yes"], _old_buffer),
        (["mark", WORD, "--local"], _old_buffer),
        ([], _copy),
        ([], _copy_of_dropbox),
        ([], _copy_of_nextcloud),
        ([], _git),
        (["forget", WORD, "--yes"], _another_machine),
    ],
)
def test_no_prompt_is_given_what_a_save_brings_back(
    after_talk: Product, command: list[str], save: Callable[[Product, str], None]
) -> None:
    """Such as the save of an editor that was open since before the fact was forgotten."""
    product = after_talk
    product.env |= {"SERVICE_KEY": "k", "LLM_MEMORY_UPDATES": "false"}
    before = product.profile()
    if command:
        assert product.run("memory", *command).code == 0
    save(product, before)
    given = {"session_id": "s", "transcript_path": "/none.jsonl", "cwd": str(product.home)}
    told = [product.hook("SessionStart", given)]
    product.type("-m", "service", "Hi")
    told += [product.prompts()[-1]["prompt"], product.run("memory", "context").out]
    assert not any(WORD in text or "=====" in text for text in told)
    assert all("Keeps bees" in text for text in told)
    is_new = save is not _another_machine
    assert all(("Likes tea" in text) == is_new for text in told)
    assert ("insulin" in product.run("memory", "show").out) == (command[:1] != ["forget"])
