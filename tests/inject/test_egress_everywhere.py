"""Every way out at once, with logs of both schemas: nothing leaves that was said here."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.llm_log import START
from support.mcp_client import connected
from support.odd_rows import OddLog
from support.product import Product

from llm_user_memory import notes
from llm_user_memory.store import sources, state

pytestmark = [pytest.mark.product, pytest.mark.once]

SECRET = ("insulin", "diabetes", "Basel", "pump")

HERE, THERE = "I take insulin with a pump", "I moved to Oslo in May"
ANSWERS = {
    HERE: f'ADD Interests | Takes insulin with a pump | "{HERE}"',
    THERE: f'ADD Personal Information | Moved to Oslo in May | "{THERE}"',
}

PAPER = """# Papers

- My pump is from Basel #local
- My bicycle is from Oslo

## Illness #local

Oslo has a diabetes clinic.
"""


@pytest.fixture(params=["new", "old"])
def mixed(request: pytest.FixtureRequest, product: Product) -> Product:
    """A home where two facts were learned, here and elsewhere, with notes and papers of both kinds.

    No command here writes the log, so LLM does not make a new one of the old one.
    """
    log = OddLog(product.folder.logs, request.param, number=0)
    table = {"new": "turns", "old": "responses"}[request.param]
    with closing(sqlite3.connect(product.folder.logs)) as db, db:
        for number, (model, said) in enumerate((("here", HERE), ("service", THERE))):
            db.execute(f"update {table} set model = ? where id = ?", (model, log.sound[number]))
            if table == "responses":
                db.execute(
                    "update responses set prompt = ? where id = ?", (said, log.sound[number])
                )
            else:
                db.execute(
                    "update parts set text = ? where message_hash = ?",
                    (said, f"m-{log.sound[number]}"),
                )
                db.execute(
                    "update turn_search set prompt = ? where turn_id = ?", (said, log.sound[number])
                )
    product.env["SERVICE_KEY"] = "k"
    with state.opened(product.folder) as store:
        state.put(store.db, "activated", START - 1000)
        papers = product.home / "papers"
        papers.mkdir()
        (papers / "a.md").write_text(PAPER)
        sources.add(store, papers)
    product.answer(ANSWERS)
    assert product.run("memory", "update").code == 0
    assert "- Takes insulin with a pump #local" in product.profile(), product.profile()
    assert "- Moved to Oslo in May\n" in product.profile()
    _write_notes(product)
    assert product.run("memory", "reindex").code == 0
    return product


def _write_notes(product: Product) -> None:
    notes.add(product.folder, "Oslo is where my pump was repaired #local")
    notes.add(product.folder, "Oslo is where my bicycle was repaired")
    notes.add(product.folder, "The user asked of Oslo and insulin", by="here", is_local=True)
    notes.accept(product.folder, notes.waiting(product.folder)[0])


def _left(product: Product) -> str:
    """What models elsewhere were asked, in all requests."""
    asked = [*product.requests(), *product.prompts()]
    return json.dumps([each for each in asked if each["model"] != "here"])


def _archive(product: Product) -> None:
    local = "- Takes insulin with a pump #local"
    archived = product.profile().replace(f"{local}\n", "") + f"\n## Archive: Interests\n{local}\n"
    product.folder.profile.write_text(archived)
    assert product.run("memory", "reindex").code == 0


def _of_client(user: Path) -> str:
    recall = {"name": "recall", "arguments": {"topic": "Where was the bicycle repaired in Oslo?"}}
    with connected(user) as client:
        return json.dumps(
            [
                client.said("profile"),
                client.found("Oslo pump repaired clinic bicycle takes"),
                client.said("why", fact="Oslo"),
                client.said("why", fact="pump"),
                client.said("timeline"),
                client.ask("resources/read", {"uri": "memory://profile"}),
                client.ask("prompts/get", recall),
            ]
        )


@pytest.mark.parametrize("kept", ["in the profile", "in the archive"])
def test_nothing_that_was_said_here_leaves(
    mixed: Product, kept: str, request: pytest.FixtureRequest
) -> None:
    if kept == "in the archive":
        _archive(mixed)
    question = "Where was my bicycle repaired, and what do I take in Oslo?"
    env = {"LLM_MEMORY_NOTES": "7d", "LLM_MEMORY_RECALL": "true"}
    for model in ("service", "anywhere"):
        mixed.run("memory", "ask", "-m", model, question)
    there = mixed.run("memory", "context", "--for", "cloud", question, env=env).out
    here = mixed.run("memory", "context", "--for", "local", question, env=env).out
    given = {"session_id": "s", "transcript_path": "/nowhere.jsonl", "cwd": str(mixed.home)}
    mixed.env |= env
    hooked = [
        mixed.hook(event, {**given, "prompt": question})
        for event in ("SessionStart", "UserPromptSubmit")
    ]
    exported = [
        mixed.run("memory", "export", "--shareable", "--format", form).out
        for form in ("markdown", "json", "facts")
    ]
    mixed.run("memory", "reindex", env={"LLM_MEMORY_EMBEDDER": "meaning-service"})
    embedded = (mixed.scripted / "embedded.txt").read_text()
    ways = [_left(mixed), there, *hooked, *exported, embedded, _of_client(mixed.user_path)]
    for number, text in enumerate(ways):
        assert not [word for word in SECRET if word in text], (number, text)
        assert "Oslo" in text, number
    assert "insulin" in here and "pump was repaired" in here
    with closing(sqlite3.connect(mixed.folder.logs)) as db:
        tables = {row[0] for row in db.execute("select name from sqlite_master")}
    assert ("turns" in tables) == (request.node.callspec.params["mixed"] == "new")
