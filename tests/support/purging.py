"""For the tests of purging: conversations with the profile in LLM's log, and their contents."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import llm
import sqlite_utils
from llm.logs import LogStore
from support.learning import save_update
from support.product import Product

from llm_user_memory.checks.guard import Verdict
from llm_user_memory.profile import render
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit, apply_edit
from llm_user_memory.purge import run
from llm_user_memory.purge.logs_db import plan as logs_plan
from llm_user_memory.settings import Folder
from llm_user_memory.store import updates
from llm_user_memory.store.profile import parts
from llm_user_memory.store.state import Store

FACT = "Lives in Lisbon"


QUOTE = "I live in Lisbon"


OTHER = "Likes sailing"


ON = '<user_memory learning="on"/>'


def injected_profile(*facts: str) -> str:
    """Return a profile of these facts in the form in which it goes into a prompt."""
    return render.of_profile(profile_with(*facts))


def profile_with(*facts: str) -> str:
    text = EMPTY
    for fact in facts:
        text = apply_edit(text, Edit("add", "Interests", new=fact))
    return text


WITH_FACT, WITHOUT_FACT = injected_profile(FACT, OTHER), injected_profile(OTHER)


OLD_PROFILE = f"# User Profile\n\n## Personal Information\n- {FACT}\n- Rows\n"


def learn(store: Store, fact: str, quote: str, turn: str) -> None:
    """Learn a fact from a turn as an update does, without a model."""
    update = updates.begin(store.db, f"thread-{turn}", "model", "lines", 0)
    edit = Edit("add", "Interests", new=fact, quote=quote)

    def record(_version: int) -> None:
        updates.finish(store.db, update, [turn], [Verdict(edit, "", turn)], 0)

    save_update(store, lambda text: apply_edit(text, edit), update, record)


def purge(store: Store, text: str) -> run.Report:
    return run.purge(store, run.find(store, text), True)


def files_containing(folder: Folder, *texts: str) -> list[str]:
    """Return the names of the files of the memory folder whose bytes contain one of the texts.

    Compressed parts of versions count as their text, whether they are in use or in a freed page.
    """
    contents = {path.name: path.read_bytes() for path in folder.path.rglob("*") if path.is_file()}
    stored = b"\n".join(part.encode() for part in stored_parts(folder))
    return [
        name
        for name, content in contents.items()
        for all_of in [b"\n".join([content, *parts.found_in(content)])]
        if any(
            text.encode() in all_of + (stored if name == folder.state.name else b"")
            for text in texts
        )
    ]


def stored_parts(folder: Folder) -> list[str]:
    """Return every part of the versions in state.db, decompressed."""
    with closing(sqlite3.connect(f"{folder.state.as_uri()}?mode=ro", uri=True)) as db:
        rows = db.execute("select size, content from parts").fetchall()
    return [parts.decompress(content, size).decode() for size, content in rows]


class Echo(llm.Model):
    """A model whose service repeats its instructions in the answer."""

    model_id = "echo"
    attachment_types = {"text/plain"}  # noqa: RUF012 - as LLM has it

    def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> Iterator[str]:  # noqa: ARG002
        response.response_json = {"instructions": prompt.system, "id": "r"}
        yield f"I heard {prompt.prompt[-40:]}"


def our_fragment(text: str, source: str = "memory:auto") -> llm.Fragment:
    return llm.Fragment(text, source)


def our_fragments(text: str) -> list[llm.Fragment]:
    return [our_fragment(text), our_fragment(ON)]


@contextmanager
def log_store(folder: Folder) -> Iterator[LogStore]:
    """Open the log with LLM's own class, which migrates it."""
    folder.create()
    database = sqlite_utils.Database(folder.logs)
    try:
        yield LogStore(database)
    finally:
        database.close()


def log_conversation(folder: Folder, *prompts: str, **first: Any) -> str:
    """Let LLM log a conversation with these prompts; return its id."""
    conversation = llm.Conversation(Echo())
    with log_store(folder) as logged:
        for number, prompt in enumerate(prompts):
            response = conversation.prompt(prompt, **({} if number else first))
            response.text()
            response.log_to_db(logged.db)
    return conversation.id


def log_conversations(folder: Folder) -> None:
    """Log conversations with the profile, with and without FACT, in each of LLM's columns."""
    log_conversation(folder, "Before it was known", fragments=our_fragments(WITHOUT_FACT))
    log_conversation(folder, f"{QUOTE}, you know", "And now?", fragments=our_fragments(WITH_FACT))
    log_conversation(
        folder, "In the system place", "More", system_fragments=our_fragments(WITH_FACT)
    )
    log_conversation(folder, "Old", fragments=[our_fragment(OLD_PROFILE, "memory:profile")])
    log_conversation(folder, "Of my own", fragments=[our_fragment(f"I say: {FACT}", "mine.txt")])
    log_conversation(folder, "Without any")
    # The text itself, as LLM stores it if it knows no fragment.
    log_conversation(folder, f"{WITH_FACT}\n{ON}\nContinued from an older log", "Yes")


def all_rows(path: Path) -> dict[tuple[str, int], dict[str, Any]]:
    """Return every row of every table by (table, rowid), without the tables of the search index."""
    with logs_plan.opened(path) as db:
        return {
            (table, row["n"]): dict(row)
            for table in logs_plan.columns(db)
            if "_fts" not in table
            for row in db.execute(f'select rowid as n, * from "{table}"')
        }


def logged_messages(folder: Folder) -> dict[str, list[tuple[str, str]]]:
    """Return, by turn id, the messages that LLM loads up to that turn: (role, text)."""
    with log_store(folder) as logged:
        turns = logged.db.execute("select id, tip_message_hash from turns").fetchall()
        return {
            turn: [
                (message.role, "".join(getattr(part, "text", "") for part in message.parts))
                for message in logged.load_chain(tip)
            ]
            for turn, tip in turns
        }


def expected_text(role: str, text: str) -> str:
    """Return what a message must be after the purge; an empty line before our text is ignored."""
    text = text.replace("\n<user_memory>", "<user_memory>").removeprefix("\n")
    changed = role in ("user", "system") and ("<user_memory>\n" in text or "# User P" in text)
    return text.replace(f"- {FACT}\n", "") if changed else text


def integrity_problems(folder: Folder) -> tuple[list[str], list[Any], str]:
    """Return the results of LLM's check and SQLite's two checks; ([], [], "ok") if all is well."""
    with log_store(folder) as logged:
        check = logged.db.execute("pragma integrity_check").fetchone()[0]
        return logged.verify(), logged.db.execute("pragma foreign_key_check").fetchall(), check


def add_facts(product: Product, *facts: str) -> None:
    """Add these facts to the profile with `llm memory add`."""
    for fact in facts:
        assert product.run("memory", "add", fact).code == 0


def purge_by_command(product: Product, text: str, code: int = 0) -> dict[str, Any]:
    ran = product.run("memory", "forget", "--purge", text, "-y", "--json")
    assert ran.code == code, ran
    report: dict[str, Any] = json.loads(ran.out)
    assert report["is_clean"] == (code == 0)
    return report


def check_llm_goes_on(product: Product, *threads: str) -> None:
    """Assert that LLM lists and searches its log, and continues each of these conversations."""

    listed = json.loads(product.run("logs", "--json", "-n", "0").out)
    assert set(threads) <= {each["conversation_id"] for each in listed}
    assert product.run("logs", "-n", "0").code == product.run("logs", "-s", "-n", "0").code == 0
    for thread in threads:
        assert product.run("logs", "--cid", thread).code == 0
        assert product.type("--cid", thread, "And then?").code == 0
    ran = product.type("-c", "And at last?")
    assert ran.code == 0, ran
    after = json.loads(product.run("logs", "--json", "-n", "0").out)
    assert {each["id"] for each in listed} < {each["id"] for each in after}
    assert len(after) == len(listed) + len(threads) + 1
    assert integrity_problems(product.folder) == ([], [], "ok")


def set_journal_mode(folder: Folder, mode: str) -> None:
    with closing(sqlite3.connect(folder.logs)) as changed:
        changed.execute(f"pragma journal_mode = {mode}")
