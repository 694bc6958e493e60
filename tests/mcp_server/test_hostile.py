"""The suite of hostile answers, sent as calls of tools and as answers of a client's dialogue.

Whatever a model or a client writes: the profile stays as it is, nothing that stays on this machine
is told to a program elsewhere, and what is noted or proposed waits for the user.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.hostile_answers import PROFILE, ROWS, Row
from support.mcp_client import CAPABILITIES, VERSION

from llm_user_memory import Memory, notes
from llm_user_memory.mcp import messages, tools
from llm_user_memory.mcp.messages import Request, RpcError
from llm_user_memory.mcp.server import MODERN, Server
from llm_user_memory.mcp.tools import Tools
from llm_user_memory.settings import Folder
from llm_user_memory.store import clients, proposals, state

pytestmark = [pytest.mark.once, pytest.mark.slow]

SECRET = "Takes insulin"
WITH_SECRET = PROFILE.replace("## Current", f"- {SECRET} #local\n\n## Current", 1)

BY_CATEGORY: dict[str, list[Row]] = defaultdict(list)
for row in ROWS:
    BY_CATEGORY[row.category].append(row)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """A memory with a fact that stays here, and room for whatever a model proposes."""
    monkeypatch.setattr(tools, "_MOST_PROPOSALS", 10**9)
    monkeypatch.setattr(tools, "_MOST_NOTES", 10**9)
    folder = Folder(tmp_path / "llm" / "memory")
    folder.create()
    folder.profile.write_text(WITH_SECRET)
    Memory(folder.path).add("Rows")
    with state.opened(folder) as store:
        clients.record(store.db, "there")
    return folder


def _calls(row: Row) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a model that is led by this answer may call."""
    for edit in row.edits:
        yield "remember", {"fact": edit.new or edit.old, "quote": edit.quote}
        yield "forget", {"fact": edit.old or edit.new}
    if said := row.answer:
        yield "note", {"text": said[:4_000]}
        yield "remember", {"fact": said[:200], "quote": said[:1_000]}
        yield said[:100], {"fact": said, said[:50]: said}
        yield "search", {"query": said[:1_000], "since": said[:40]}


def _sent(server: Server, name: str, given: dict[str, Any], answer: Any = None) -> str:
    """The server's whole response, as the client reads it."""
    meta = {VERSION: MODERN[0], CAPABILITIES: {"elicitation": {}}}
    params = {"_meta": meta, "name": name, "arguments": given}
    params |= {"inputResponses": {"decision": answer}} if answer is not None else {}
    try:
        found = server.answer(Request(1, "tools/call", params))
    except RpcError as error:
        assert error.code == messages.INVALID_PARAMS, error
        found = error.response()
    return messages.encoded(found).decode()


@pytest.mark.parametrize("category", BY_CATEGORY)
def test_what_a_hostile_model_calls_changes_and_tells_nothing(
    folder: Folder, category: str
) -> None:
    before = folder.profile.read_bytes()
    server = Server(Tools(folder.path, "there"))
    for row in BY_CATEGORY[category]:
        for name, given in _calls(row):
            told = _sent(server, name, given)
            assert "insulin" not in told, (row.name, name)
            assert folder.profile.read_bytes() == before, (row.name, name)
    for entry in notes.waiting(folder):
        assert "(written by there)" in entry.heading
    with state.opened(folder) as store:
        assert {each.client for each in proposals.every(store.db).values()} <= {"there"}


@pytest.mark.parametrize("category", BY_CATEGORY)
def test_what_a_hostile_client_answers_decides_nothing(folder: Folder, category: str) -> None:
    before = folder.profile.read_bytes()
    rows = BY_CATEGORY[category]
    texts = dict.fromkeys([json.dumps(vars(edit)) for edit in rows[0].edits])
    for number, said in enumerate(texts | dict.fromkeys(row.answer for row in rows)):
        fact = {"fact": f"Owns boat number {number}", "quote": "x"}
        server = Server(Tools(folder.path, "there"))
        told = _sent(server, "remember", fact)
        answers: list[Any] = [{"action": "accept", "content": {"fact": said}}, {"action": said}]
        for answer in answers if number % 2 else reversed(answers):  # one is to the question
            told += _sent(server, "forget", {"fact": SECRET}, answer)
            told += _sent(server, "remember", fact, answer)
        assert "insulin" not in told, said
        assert folder.profile.read_bytes() == before, said
    with state.opened(folder) as store:
        found = proposals.every(store.db).values()
        assert {each.answer for each in found} <= {"", "accepted"}
