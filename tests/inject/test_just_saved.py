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
