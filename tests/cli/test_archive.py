"""`archive`, `mark` and `timeline`, in a home whose profile has room for one fact."""

import json
from typing import Any

import pytest
from click.testing import CliRunner
from llm.cli import cli
from support.product import Product

from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.estimate import tokens

pytestmark = [pytest.mark.product, pytest.mark.once]

ROOM = tokens(EMPTY) + 6

SAID = {
    "I keep bees": 'ADD Interests | Keeps bees | "I keep bees"',
    "I love rowing": 'ADD Interests | Loves rowing | "I love rowing"',
    "I live in Bonn": 'ADD Personal Information | Lives in Bonn | "I live in Bonn"',
    "I moved, I live in Faro": (
        'REPLACE Personal Information | Lives in Bonn | Lives in Faro | "I live in Faro"'
    ),
}


@pytest.fixture
def product(product: Product) -> Product:
    product.env |= {"LLM_MEMORY_UPDATE_INTERVAL": "3600", "COLUMNS": "80"}
    product.env["LLM_MEMORY_PROFILE_TOKENS"] = str(ROOM)
    return product


def _memory(product: Product, *words: str, code: int = 0) -> str:
    ran = CliRunner(env=product.env).invoke(cli, ["memory", *words])
    assert ran.exit_code == code, (words, ran.output, ran.exception)
    return ran.output


def _json(product: Product, *words: str) -> Any:
    return json.loads(_memory(product, *words, "--json"))


def _learn(product: Product, *said: str) -> None:
    product.answer({text: SAID[text] for text in said})
    for text in said:
        product.type(text)
    assert product.run("memory", "update").code == 0


def _archived(product: Product) -> list[str]:
    return [fact["fact"] for fact in _json(product, "archive")]


def test_a_life_in_a_small_profile(product: Product) -> None:
    assert _memory(product, "archive").startswith("Nothing is archived: ")
    for text in SAID:
        _learn(product, text)
    assert _archived(product) == ["Loves rowing", "Keeps bees"]
    steps = _json(product, "history")
    assert [fact for step in steps for fact in step["archived"]] == ["Loves rowing", "Keeps bees"]
    assert not [line for step in steps for line in step["removed"] if "bees" in line]
    assert "         > Keeps bees\n" in _memory(product, "history")
    status = _json(product, "status")["profile"]
    assert (status["facts"], status["archived"]) == (1, 2) and status["tokens"] <= ROOM
    shown = _memory(product, "archive", "bees")
    assert "Interests\n  Keeps bees  (last said " in shown and "rowing" not in shown
    none = _memory(product, "archive", "cars", code=1)
    assert none.startswith("No archived fact matches “cars”. ")

    # Requests leave the archive out, and the fact returns when it is said again.
    product.answer({"yes, I keep bees": 'ADD Interests | Keeps bees | "I keep bees"'})
    product.type("yes, I keep bees")
    product.run("memory", "update")
    assert "Loves rowing" not in product.requests()[-1]["prompt"]
    assert "Keeps bees" not in _archived(product)
    assert product.profile().count("Keeps bees") == 1

    timeline = _json(product, "timeline", "lives")
    assert [(entry["fact"], entry["followed_by"]) for entry in timeline] == [
        ("Lives in Bonn", "Lives in Faro"),
        ("Lives in Faro", None),
    ]
    assert timeline[0]["until"] == timeline[1]["from"] and timeline[1]["until"] is None
    assert timeline[0]["quote"] == "I live in Bonn"
    printed = _memory(product, "timeline", "Bonn")
    assert "Lives in Bonn\n" in printed and "then: Lives in Faro\n" in printed
    assert max(map(len, printed.splitlines())) <= 80
    assert _memory(product, "timeline", "cars", code=1).startswith("No fact matches “cars”. ")
    assert "`llm memory timeline` former ones" in _memory(product, "why", "Bonn", code=1)


def test_a_pinned_fact_stays(product: Product) -> None:
    _learn(product, "I keep bees")
    assert "+ Keeps bees #pin" in _memory(product, "mark", "bees", "--pin")
    assert "is pinned already" in _memory(product, "mark", "bees", "--pin")
    _learn(product, "I love rowing", "I live in Bonn")
    assert "- Keeps bees #pin\n" in product.profile() and "Keeps bees" not in _archived(product)
    product.type("hello there")
    assert "#pin" not in product.prompts()[-1]["prompt"]
    assert "#pin" not in product.requests()[-1]["prompt"]
    _memory(product, "mark", "Keeps bees", "--no-pin")
    assert "#pin" not in product.profile()
    assert "is not pinned" in _memory(product, "mark", "Keeps bees", "--no-pin")
    assert "No fact of the profile matches “cars”" in _memory(
        product, "mark", "cars", "--pin", code=1
    )
    nothing = "Nothing to mark: give --pin, --no-pin, --local or --any."
    assert nothing in _memory(product, "mark", "bees", code=2)
    _memory(product, "add", "Keeps hens")
    assert "2 facts match “Keeps”" in _memory(product, "mark", "Keeps", "--pin", code=1)


def test_an_archived_fact_is_forgotten_purged_and_restored_as_any_other(product: Product) -> None:
    for text in list(SAID)[:3]:
        _learn(product, text)
    assert _archived(product) == ["Loves rowing", "Keeps bees"]
    _memory(product, "forget", "bees", "--yes")
    assert _archived(product) == ["Loves rowing"]
    _memory(product, "undo")
    assert "Keeps bees" in product.profile()
    assert product.run("memory", "forget", "--purge", "rowing", "--yes").code == 0
    for path in product.folder.profile_folder.iterdir():
        assert b"rowing" not in path.read_bytes() or path.name == "daemon.log", path


def test_an_archived_fact_is_found_by_all_that_asks(product: Product) -> None:
    fact = "Plays the accordion that Kari tuned in Narvik"
    _memory(product, "add", fact, "--section", "Interests")
    text = product.profile().replace("## Interests\n", "## Archive: Interests\n")
    product.folder.profile.write_text(text)
    assert _archived(product) == [fact]
    assert "accordion" in product.run("memory", "search", "accordion").out
    assert product.run("-f", "memory:recall", "Where did Kari tune the accordion?").code == 0
    assert "in Narvik" in str(product.prompts()[-1])
    product.run("memory", "ask", "Where was the accordion of Kari tuned?")
    assert "in Narvik" in str(product.prompts()[-1])
    asked = f"use Memory_search {json.dumps({'query': 'accordion Kari'})}"
    assert product.run("-T", "Memory", asked).code == 0
    assert "in Narvik" in str(product.prompts()[-1]["results"])


def test_pinning_an_archived_fact_brings_it_back(product: Product) -> None:
    for text in list(SAID)[:3]:
        _learn(product, text)
    _memory(product, "mark", "bees", "--pin")
    assert product.run("memory", "update").code == 0
    assert "- Keeps bees #pin\n" in product.profile().partition("## Archive")[0]


def test_own_lines_over_the_budget_are_named_and_stay(product: Product) -> None:
    for n in range(9):
        _memory(product, "add", f"Sails to island number {n}")
    _learn(product, "I keep bees")
    assert _archived(product) == ["Keeps bees"]
    [note] = [note for note in _json(product, "status")["notes"] if "PROFILE_TOKENS" in note]
    assert "never archived" in note
    assert _json(product, "status")["profile"]["facts"] == 9


@pytest.mark.parametrize("form", ["markdown", "json", "facts"])
def test_an_export_holds_the_archive_too(product: Product, form: str) -> None:
    for text in list(SAID)[:3]:
        _learn(product, text)
    exported = _memory(product, "export", "--format", form)
    assert all(fact in exported for fact in ("Keeps bees", "Loves rowing", "Lives in Bonn"))
