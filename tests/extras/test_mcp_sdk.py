"""Our MCP server with the client of the official Python SDK, in both of its modes."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import types
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from llm_user_memory.learn import manual
from llm_user_memory.settings import Folder
from llm_user_memory.store import proposals, state

pytestmark = pytest.mark.timeout(300)

MODES = {"legacy": "2025-11-25", "auto": "2026-07-28", "2026-07-28": "2026-07-28"}


@pytest.fixture
def memory(tmp_path: Path) -> Folder:
    folder = Folder(tmp_path / "llm" / "memory")
    with state.opened(folder) as store:
        manual.add(store, [("Interests", "Keeps bees")])
    return folder


def _with_client(
    memory: Folder, mode: str, act: Callable[[Client], Awaitable[None]], **options: Any
) -> None:
    async def run() -> None:
        env = {**os.environ, "LLM_USER_PATH": str(memory.path.parent)}
        command = ["-m", "llm_user_memory.mcp", "--client", "sdk"]
        server = StdioServerParameters(command=sys.executable, args=command, env=env)
        async with Client(server, mode=mode, **options) as client:
            assert client.protocol_version == MODES[mode]
            await act(client)

    asyncio.run(run())


@pytest.mark.parametrize("mode", MODES)
def test_everything_that_a_client_does(memory: Folder, mode: str) -> None:
    async def use(client: Client) -> None:
        listed = await client.list_tools()
        assert {"search", "profile", "why", "remember"} <= {tool.name for tool in listed.tools}
        assert all(tool.annotations and tool.output_schema for tool in listed.tools)
        # The SDK checks each structured result by the tool's output schema.
        profile = await client.call_tool("profile", {})
        assert profile.structured_content["facts"][0]["fact"] == "Keeps bees"
        for tool, given in (
            ("search", {"query": "bees", "limit": 3}),
            ("why", {"fact": "bees"}),
            ("timeline", {}),
            ("note", {"text": "The bees hum"}),
            ("remember", {"fact": "Rows", "quote": "I row"}),
            ("forget", {"fact": "Keeps bees"}),
        ):
            result = await client.call_tool(tool, given)
            assert not result.is_error and result.structured_content, tool
        wrong = await client.call_tool("search", {"query": "x", "limit": 99})
        assert wrong.is_error
        read = await client.read_resource("memory://profile")
        assert "Keeps bees" in read.contents[0].text
        made = await client.get_prompt("recall", {"topic": "bees"})
        assert "Keeps bees" in made.messages[0].content.text
        assert len((await client.list_resources()).resources) == 1
        assert len((await client.list_prompts()).prompts) == 1

    _with_client(memory, mode, use)
    with state.opened(memory) as store:
        assert {each.client for each in proposals.every(store.db).values()} == {"sdk"}


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
@pytest.mark.parametrize(("action", "waits"), [("accept", 1), ("decline", 0), ("cancel", 1)])
def test_the_dialogue_of_a_client(memory: Folder, mode: str, action: str, waits: int) -> None:
    asked: list[str] = []

    async def answer(_context: Any, params: Any) -> types.ElicitResult:
        asked.append(params.message)
        return types.ElicitResult(action=action, content={} if action == "accept" else None)

    async def use(client: Client) -> None:
        for fact in ("Owns a boat", "Owns a car"):
            await client.call_tool("remember", {"fact": fact, "quote": "x"})

    _with_client(memory, mode, use, elicitation_callback=answer)
    assert len(asked) == 1 and "Owns a boat" in asked[0]
    with state.opened(memory) as store:
        found = proposals.every(store.db).values()
        assert len(found) == waits + 1
        answers = {each.answer for each in found}
        assert answers == ({"", "accepted"} if action == "accept" else {""})
