"""The same over MCP: the server with the official SDK's client, in both of its revisions."""

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote

import httpx
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from support.product import until

from llm_user_memory.server import app, database, keys, tools

from .conftest import Served, rows_with, serving

MODES = ["legacy", "2026-07-28"]
READ = {"read"}
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}


def with_client(
    served: Served, user: str, act: Callable[[Client], Awaitable[None]], *, key: str = "",
    mode: str = "2026-07-28",
) -> None:  # fmt: skip
    async def run() -> None:
        headers = {
            "Authorization": f"Bearer {key or served.key}",
            "X-Memory-User": quote(user, safe=""),
        }
        async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
            transport = streamable_http_client(f"{served.address}/mcp", http_client=http)
            async with Client(transport, mode=mode) as client:
                await act(client)

    asyncio.run(run())


def key_with(served: Served, *scopes: str) -> str:
    with database.connect(served.urls.admin) as admin:
        return keys.add(admin, "of a test", scopes=scopes)


async def told(client: Client, tool: str, **given: Any) -> Any:
    answer = await client.call_tool(tool, given)
    assert not answer.is_error, answer.content
    return answer.structured_content


async def refused(client: Client, tool: str, **given: Any) -> str:
    answer = await client.call_tool(tool, given)
    assert answer.is_error, answer.structured_content
    return str(answer.content[0].text)


@pytest.mark.parametrize("mode", MODES)
def test_what_a_model_does(served: Served, user: str, mode: str) -> None:
    said = {"session": "s1", "role": "user", "content": "I bought a green Brompton."}

    async def use(client: Client) -> None:
        added = await told(client, "add_messages", messages=[said])
        assert added["messages"][0]["status"] == "created"
        listed = await told(client, "list_messages", session="s1", limit=5, order="newest")
        assert [each["content"] for each in listed["messages"]] == [said["content"]]
        assert (await told(client, "get_sessions", session="s1"))["messages"] == 1
        found = await told(client, "search", query="Brompton")
        assert found["passages"][0]["text"] == said["content"]
        await told(client, "add_knowledge", id="a/b", title="Bikes", text="They fold.", tags=["x"])
        assert (await told(client, "get_knowledge", knowledge="a/b"))["tags"] == ["x"]
        await told(client, "write_diary", day="2026-03-01", text="It rained.")
        assert (await told(client, "list_diary"))["entries"][0]["text"] == "It rained."
        assert (await told(client, "profile"))["sections"] == []

    with_client(served, user, use, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_which_tools_a_key_has(served: Served, user: str, mode: str) -> None:
    seen: dict[str, set[str]] = {}

    async def look(client: Client) -> None:
        listed = (await client.list_tools()).tools
        assert all(tool.description and tool.output_schema for tool in listed)
        changing = {tool.name for tool in listed if not tool.annotations.read_only_hint}
        seen["all"], seen["changing"] = {tool.name for tool in listed}, changing

    with_client(served, user, look, key=key_with(served, "read"), mode=mode)
    assert not seen["changing"] and {"search", "profile", "why_facts"} <= seen["all"]
    for scopes in (["read", "write"], list(keys.SCOPES)):
        with_client(served, user, look, key=key_with(served, *scopes), mode=mode)
        assert seen["changing"] == {"add_messages", "add_knowledge", "write_diary"}
    with_client(served, user, look, key=key_with(served, *keys.SCOPES, keys.TOOLS), mode=mode)
    everything = {tools.name(e) for e in app.ENDPOINTS if e.media_type == "application/json"}
    assert seen["all"] == everything and {"delete_user", "decide_review"} < everything


def test_every_endpoint_has_a_name_and_arguments_of_its_own() -> None:
    names = [tools.name(each) for each in app.ENDPOINTS]
    assert len(set(names)) == len(names)
    for each in app.ENDPOINTS:
        fields = [
            *tools.PARTS.findall(each.path),
            *(each.query.model_fields if each.query else ()),
            *(each.body.model_fields if each.body else ()),
        ]
        assert len(set(fields)) == len(fields), each.path


def test_what_a_model_may_not(served: Served, user: str) -> None:
    """It neither says what the user typed, nor takes away what people wrote."""
    typed = {"session": "s1", "role": "user", "typed": True, "content": "I live in Oslo."}

    async def use(client: Client) -> None:
        assert "A model cannot" in await refused(client, "add_messages", messages=[typed])
        await told(client, "write_diary", day="2026-03-01", text="It rained.")
        again = await refused(client, "write_diary", day="2026-03-01", text="It shone.")
        assert "does not replace" in again
        for tool in ("delete_diary", "add_facts", "delete_user", "export", "nothing"):
            assert "There is no tool" in await refused(client, tool, day="2026-03-01")

    with_client(served, user, use)
    with served.client(user) as client:
        assert client.get("/v1/diary").json()["entries"][0]["text"] == "It rained."
        assert client.get("/v1/messages").json()["messages"] == []

    async def use_all(client: Client) -> None:
        await told(client, "add_messages", messages=[typed])
        await told(client, "write_diary", day="2026-03-01", text="It shone.")
        fact = await told(client, "add_facts", text="Lives in Oslo", pinned=True)
        await told(client, "change_facts", fact=fact["id"], text="Lives in Bergen")
        assert (await told(client, "delete_facts", fact=fact["id"]))["deleted"]["facts"] == 1
        assert (await told(client, "delete_user", confirm=user))["left_rows"] == []

    with_client(served, user, use_all, key=key_with(served, *keys.SCOPES, keys.TOOLS))
    assert rows_with(served, user) == []


def test_what_is_wrong_is_told_and_nothing_is_done(served: Served, user: str) -> None:
    async def use(client: Client) -> None:
        for tool, given, kind in (
            ("list_messages", {"limit": 0}, "invalid"),
            ("list_messages", {"cursor": "x"}, "malformed"),
            ("list_messages", {"more": 1}, "invalid"),
            ("list_messages", {"session": ["a"], "limit": "1"}, ""),
            ("add_knowledge", {}, "invalid"),
            ("add_knowledge", {"text": "a\0b"}, "invalid"),
            ("add_knowledge", {"text": "a", "user": "another"}, "invalid"),
            ("get_knowledge", {}, "not-found"),
            ("get_knowledge", {"knowledge": "x" * 300}, "not-found"),
            ("get_knowledge", {"knowledge": "' or '1'='1"}, "not-found"),
            ("write_diary", {"day": "today", "text": "x"}, "invalid"),
        ):
            answer = await client.call_tool(tool, given)
            assert answer.is_error == bool(kind), (tool, given, answer.content)
            if kind:
                assert json.loads(answer.content[0].text)["type"].endswith(f":{kind}")

    with_client(served, user, use)
    with served.client(user) as client:
        assert client.get("/v1/knowledge").json()["knowledge"] == []


def test_users_are_apart(served: Served, user: str) -> None:
    with served.client(user) as client:
        client.post("/v1/knowledge", json={"id": "k1", "text": "Of wallabies."})

    async def look(client: Client) -> None:
        assert (await told(client, "list_knowledge"))["knowledge"] == []
        assert "not-found" in await refused(client, "get_knowledge", knowledge="k1")
        assert (await told(client, "search", query="wallabies"))["records"] == []

    with_client(served, f"another {user}", look)
    with database.connect(served.urls.admin) as admin:
        bound = keys.add(admin, "bound", for_user=f"another {user}")

    async def try_it(client: Client) -> None:
        assert "wrong-user" in await refused(client, "list_knowledge")

    with_client(served, user, try_it, key=bound)


def post(address: str, key: str, **headers: str) -> httpx.Response:
    accepted = {"Accept": "application/json, text/event-stream", **headers}
    if key:
        accepted["Authorization"] = f"Bearer {key}"
    body = {**CALL, "method": "tools/list"}
    return httpx.post(f"{address}/mcp", json=body, headers=accepted, timeout=60)


def test_a_key_is_needed_before_anything_is_read(served: Served) -> None:
    for key in ("", "none", served.key[:-1]):
        answer = post(served.address, key)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert post(served.address, served.key).status_code == 200
    assert httpx.get(f"{served.address}/mcp").status_code == 405
    assert httpx.delete(f"{served.address}/mcp").status_code == 405


def begin(served: Served, user: str, body: bytes, version: str) -> socket.socket:
    """Connect, and send the headers of a request with this body."""
    port = int(served.address.rpartition(":")[2])
    head = f"""\
POST /mcp HTTP/1.1
Host: 127.0.0.1
Authorization: Bearer {served.key}
X-Memory-User: {quote(user, safe="")}
Accept: application/json, text/event-stream
Content-Type: application/json
MCP-Protocol-Version: {version}
Mcp-Method: tools/call
Mcp-Name: list_diary
Content-Length: {len(body)}

"""
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(head.replace("\n", "\r\n").encode())
    return connection


@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28"])
@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
def test_a_client_that_goes_away_is_not_logged(
    postgres: Any, user: str, version: str, part: float,
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    call = {**CALL, "params": {"name": "list_diary", "arguments": {}}}
    body = json.dumps(call).encode()
    with serving(postgres.urls()) as served:
        with begin(served, user, body, version) as connection:
            connection.sendall(body[: int(len(body) * part)])
        assert post(served.address, served.key).status_code == 200
    assert not caplog.records and not capsys.readouterr().err, "now that the server has ended"


@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28"])
def test_a_client_that_goes_away_before_the_answer_is_not_logged(
    postgres: Any, user: str, version: str,
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    meta = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    call = {**CALL, "params": {"name": "list_diary", "arguments": {}, "_meta": meta}}
    body = json.dumps(call).encode()
    waiting = "select count(*) from pg_locks where not granted"
    with (
        serving(postgres.urls()) as served,
        database.connect(served.urls.admin) as admin,
        admin.transaction(),
    ):
        admin.execute("lock table llm_memory.diary")
        with begin(served, user, body, version) as connection:
            connection.sendall(body)
            until(lambda: admin.execute(waiting).fetchone() != (0,), "that it is called", 30)
        assert post(served.address, served.key).status_code == 200
    assert not caplog.records and not capsys.readouterr().err, "now that the server has ended"


def test_limits_hold(postgres: Any) -> None:
    with serving(postgres.urls(), requests=8, body_bytes=2_000) as served:
        large = httpx.post(
            f"{served.address}/mcp",
            json={**CALL, "params": {"name": "x" * 3_000}},
            headers={"Authorization": f"Bearer {served.key}"},
        )
        assert large.status_code == 413
        statuses = [post(served.address, served.key).status_code for _ in range(15)]
        assert statuses[0] == 200 and 429 in statuses
    with serving(postgres.urls(), requests=40) as served:
        call = {**CALL, "params": {"name": "list_messages", "arguments": {}}}
        headers = {
            "Accept": "application/json, text/event-stream",
            "Authorization": f"Bearer {served.key}",
            "X-Memory-User": "ada",
        }
        for _ in range(10):  # a call counts once
            answer = httpx.post(f"{served.address}/mcp", json=call, headers=headers, timeout=60)
            assert not answer.json()["result"].get("isError"), answer.text


def test_calls_are_audited_and_counted(served: Served, user: str) -> None:
    async def use(client: Client) -> None:
        await told(client, "add_knowledge", text="They fold.")

    def seen() -> tuple[Any, ...] | None:
        query = (
            "select count(*) from llm_memory.audit where action = 'add knowledge' "
            "and subject = llm_memory.subject_of(%s)"
        )
        with database.connect(served.urls.admin) as admin:
            return admin.execute(query, [user]).fetchone()

    with_client(served, user, use)
    assert seen() == (1,)
