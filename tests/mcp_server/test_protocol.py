"""The server's side of MCP, in both eras: what is answered to what, and that nothing ends it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.mcp_client import CAPABILITIES, VERSION, Client, connected

from llm_user_memory.mcp import arguments, catalogue, messages
from llm_user_memory.mcp.memory import Caller, Outcome
from llm_user_memory.mcp.messages import Notification, Request, Response, RpcError
from llm_user_memory.mcp.server import LEGACY, MODERN, Server

pytestmark = [pytest.mark.once, pytest.mark.slow]


class Memory:
    """A memory that only tells what it was asked."""

    question = ""
    error = ""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any, Caller]] = []
        self.refusals: list[tuple[str, str]] = []

    def can_ask(self) -> bool:
        return False

    def call(self, name: str, given: dict[str, Any], caller: Caller) -> Outcome:
        self.calls.append((name, given, caller))
        done = {"accepted": True, "message": "done"}
        return Outcome("done", done, question=self.question, proposal=len(self.calls))

    def refused(self, name: str, why: str, _caller: Caller) -> None:
        self.refusals.append((name, why))

    def answered(self, name: str, proposal: int, caller: Caller, *, yes: bool) -> Outcome:
        self.calls.append((f"{name} {proposal}: {yes}", {}, caller))
        return Outcome("answered")

    def profile(self, _caller: Caller) -> Outcome:
        return Outcome(self.error or "the profile", is_error=bool(self.error))

    def recall(self, topic: str, _caller: Caller) -> Outcome:
        return Outcome(self.error or f"about {topic}", is_error=bool(self.error))


@pytest.fixture
def server() -> Server:
    return Server(Memory())


def _memory(server: Server) -> Memory:
    assert isinstance(server._memory, Memory)
    return server._memory


def _params(**more: Any) -> dict[str, Any]:
    return {"_meta": {VERSION: MODERN[0], CAPABILITIES: {}}, **more}


def _ask(server: Server, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
    return server.answer(Request(1, method, _params() if params is None else params))


def _code(server: Server, method: str, params: dict[str, Any]) -> int:
    with pytest.raises(RpcError) as raised:
        server.answer(Request(1, method, params))
    return raised.value.code


def _begin(server: Server, version: str = LEGACY[0], **capabilities: Any) -> dict[str, Any]:
    params = {"protocolVersion": version, "capabilities": capabilities}
    return _ask(server, "initialize", params)


def test_discovery_names_versions_and_instructions(server: Server) -> None:
    found = _ask(server, "server/discover")
    assert found["resultType"] == "complete" and found["supportedVersions"] == ["2026-07-28"]
    assert found["capabilities"].keys() == {"tools", "resources", "prompts"}
    assert found["ttlMs"] >= 0 and found["cacheScope"] == "public"
    assert found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "llm-user-memory"
    assert len(found["instructions"].encode()) <= 1024


@pytest.mark.parametrize("wanted", [*LEGACY, "2026-07-28", "1999-01-01", ""])
def test_a_handshake_agrees_on_a_version(server: Server, wanted: str) -> None:
    found = _begin(server, wanted)
    assert found["protocolVersion"] == (wanted if wanted in LEGACY else LEGACY[0])
    assert _ask(server, "tools/list", {})["tools"] == catalogue.tools(can_ask=False)
    assert _ask(server, "ping", {}) == {}
    assert "resultType" not in _ask(server, "prompts/list", {})


@pytest.mark.parametrize(
    ("meta", "code"),
    [
        ({}, messages.INVALID_PARAMS),
        ({VERSION: "2026-07-28"}, messages.INVALID_PARAMS),
        ({CAPABILITIES: {}}, messages.INVALID_PARAMS),
        ({VERSION: 3, CAPABILITIES: {}}, messages.INVALID_PARAMS),
        ({VERSION: "2026-07-28", CAPABILITIES: []}, messages.INVALID_PARAMS),
        ({VERSION: "2025-06-18", CAPABILITIES: {}}, messages.UNSUPPORTED_VERSION),
        ({VERSION: "2099-01-01", CAPABILITIES: {}}, messages.UNSUPPORTED_VERSION),
        (None, messages.INVALID_PARAMS),
    ],
)
def test_a_request_of_no_era_is_refused(server: Server, meta: Any, code: int) -> None:
    for method in ("tools/list", "server/discover", "tools/call"):
        assert _code(server, method, {"_meta": meta}) == code


def test_an_unsupported_version_is_told_the_supported_ones(server: Server) -> None:
    with pytest.raises(RpcError) as raised:
        server.answer(Request(1, "x", {"_meta": {VERSION: "2030-01-01", CAPABILITIES: {}}}))
    assert raised.value.data == {"supported": ["2026-07-28"], "requested": "2030-01-01"}


def test_both_eras_are_served_side_by_side(server: Server) -> None:
    _begin(server)
    assert "resultType" in _ask(server, "tools/list")
    assert "resultType" not in _ask(server, "tools/list", {})


@pytest.mark.parametrize("method", ["ping", "initialize", "logging/setLevel", "nonsense", ""])
def test_what_the_stateless_revision_lacks_is_no_method(server: Server, method: str) -> None:
    assert _code(server, method, _params()) == messages.METHOD_NOT_FOUND


@pytest.mark.parametrize("method", ["server/discover", "logging/setLevel", "completion/complete"])
def test_what_a_session_lacks_is_no_method(server: Server, method: str) -> None:
    _begin(server)
    assert _code(server, method, {}) == messages.METHOD_NOT_FOUND


def test_tools_are_told_apart_by_what_they_may_do() -> None:
    listed = {tool["name"]: tool for tool in catalogue.tools(can_ask=True)}
    reading = {name for name, tool in listed.items() if tool["annotations"]["readOnlyHint"]}
    assert reading == set(catalogue.READING)
    assert not [tool for tool in listed.values() if tool["annotations"]["destructiveHint"]]
    assert not {"delete", "purge", "edit", "add", "undo"} & listed.keys()
    assert "ask_memory" not in {tool["name"] for tool in catalogue.tools(can_ask=False)}
    assert all(tool["_meta"]["anthropic/alwaysLoad"] is True for tool in listed.values())


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"name": "delete_all"}, messages.INVALID_PARAMS),
        ({"name": 5}, messages.INVALID_PARAMS),
        ({}, messages.INVALID_PARAMS),
        ({"name": "search", "arguments": []}, messages.INVALID_PARAMS),
        ({"name": "search", "arguments": "x"}, messages.INVALID_PARAMS),
    ],
)
def test_an_unknown_tool_is_an_error_of_the_protocol(
    server: Server, params: dict[str, Any], code: int
) -> None:
    assert _code(server, "tools/call", _params(**params)) == code
    name = params.get("name")
    why = "wrong arguments" if name == "search" else "unknown tool"
    assert _memory(server).refusals == [(name if isinstance(name, str) else "?", why)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "“query” is missing"),
        ({"query": 5}, "a text"),
        ({"query": " "}, "empty"),
        ({"query": "x" * 1001}, "longer than 1,000"),
        ({"query": "x\0"}, "no text"),
        ({"query": "\ud800"}, "no text"),
        ({"query": "x", "limit": 0}, "between 1 and 20"),
        ({"query": "x", "limit": True}, "whole number"),
        ({"query": "x", "limit": 2.5}, "whole number"),
        ({"query": "x", "limit": "3"}, "whole number"),
        ({"query": "x", "folder": "/"}, "no argument “folder”"),
    ],
)
def test_wrong_arguments_are_told_to_the_model(
    server: Server, given: dict[str, Any], said: str
) -> None:
    result = _ask(server, "tools/call", _params(name="search", arguments=given))
    assert result["isError"] is True and said in result["content"][0]["text"]
    assert not _memory(server).calls
    assert _memory(server).refusals == [("search", "wrong arguments")]


def test_arguments_that_are_left_out_have_their_defaults() -> None:
    schema = catalogue.tools(can_ask=False)[0]["inputSchema"]
    assert arguments.problem(schema, {"query": "x", "limit": 5.0}) == ""
    complete = arguments.with_defaults(schema, {"query": "x", "limit": 5.0})
    assert complete == {"query": "x", "limit": 5, "since": "", "until": ""}
    assert arguments.with_defaults(schema, {"query": "x"})["limit"] == 8


def test_resources_and_prompts(server: Server) -> None:
    assert [one["uri"] for one in _ask(server, "resources/list")["resources"]] == [
        "memory://profile"
    ]
    read = _ask(server, "resources/read", _params(uri="memory://profile"))
    assert read["contents"][0]["text"] == "the profile" and read["cacheScope"] == "private"
    assert _code(server, "resources/read", _params(uri="file:///etc/passwd")) == -32602
    assert _ask(server, "resources/templates/list")["resourceTemplates"] == []
    made = _ask(server, "prompts/get", _params(name="recall", arguments={"topic": "boats"}))
    assert made["messages"][0]["content"]["text"] == "about boats"
    for wrong, said in (
        ({"name": "other"}, "Unknown prompt: other"),
        ({"name": "recall"}, "“topic” is missing"),
        ({"name": "recall", "arguments": None}, "“topic” is missing"),
        ({"name": "recall", "arguments": 1}, "The arguments are a JSON object"),
    ):
        with pytest.raises(RpcError, match=said) as raised:
            _ask(server, "prompts/get", _params(**wrong))
        assert raised.value.code == messages.INVALID_PARAMS
    with pytest.raises(RpcError, match="The uri is missing"):
        _ask(server, "resources/read")
    assert _code(server, "tools/list", _params(cursor="2")) == messages.INVALID_PARAMS
    _begin(server)
    assert _code(server, "resources/read", {"uri": "file:///etc/passwd"}) == -32002


def test_the_name_of_a_client_cannot_be_anything(server: Server) -> None:
    about = {"name": "a\n## 12:00 <b>" + "x" * 99, "version": "1"}
    meta = {VERSION: MODERN[0], CAPABILITIES: {}, "io.modelcontextprotocol/clientInfo": about}
    caller = server.caller(Request(1, "x", {}), meta)
    assert caller.name == ("a 12 00 b" + "x" * 99).replace("12 00", "1200")[:40]


def _asking(answer: Any, *, era: str) -> tuple[Server, Memory, dict[str, Any]]:
    """The server after a proposal about which a client can ask the user."""
    memory = Memory()
    memory.question = "Remember this?"
    server = Server(memory, lambda *_: answer)
    given = {"name": "remember", "arguments": {"fact": "Rows", "quote": "I row"}}
    if era == "legacy":
        _begin(server, elicitation={})
        return server, memory, _ask(server, "tools/call", given)
    meta = {VERSION: MODERN[0], CAPABILITIES: {"elicitation": {"form": {}}}}
    whole = {"_meta": meta, **given}
    first = _ask(server, "tools/call", whole)
    assert first["resultType"] == "input_required"
    [(key, wanted)] = first["inputRequests"].items()
    assert wanted["method"] == "elicitation/create" and "ttlMs" not in first
    return server, memory, _ask(server, "tools/call", {**whole, "inputResponses": {key: answer}})


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_the_user_is_asked_once(era: str) -> None:
    server, memory, result = _asking({"action": "accept", "content": {}}, era=era)
    assert result["content"][0]["text"] == "answered"
    assert [name for name, _, _ in memory.calls] == ["remember", "remember 1: True"]
    capabilities = {"elicitation": {}}
    meta = {VERSION: MODERN[0], CAPABILITIES: capabilities}
    given = {"name": "remember", "arguments": {"fact": "Sails", "quote": "I sail"}}
    again = _ask(server, "tools/call", {"_meta": meta, **given})
    assert again["resultType"] == "complete" and again["content"][0]["text"] == "done"


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.parametrize("answer", [None, {}, {"action": "cancel"}, {"action": ["accept"]}, "y"])
def test_no_answer_is_no_decision(era: str, answer: Any) -> None:
    _, memory, result = _asking(answer, era=era)
    assert result["content"][0]["text"] == "done"
    assert [name for name, _, _ in memory.calls] == ["remember"]


def test_an_answer_to_no_question_counts_for_nothing() -> None:
    memory = Memory()
    server = Server(memory)
    meta = {VERSION: MODERN[0], CAPABILITIES: {"elicitation": {}}}
    given = {"name": "remember", "arguments": {"fact": "Rows", "quote": "I row"}}
    responses = {"decision": {"action": "accept"}}
    _ask(server, "tools/call", {"_meta": meta, **given, "inputResponses": responses})
    assert [name for name, _, _ in memory.calls] == ["remember"]


def _call(server: Server, name: str, *, answer: Any = None, **given: Any) -> dict[str, Any]:
    meta = {VERSION: MODERN[0], CAPABILITIES: {"elicitation": {}}}
    responses = {"inputResponses": {"decision": answer}} if answer else {}
    return _ask(
        server, "tools/call", {"_meta": meta, "name": name, "arguments": given, **responses}
    )


_FACT = {"fact": "Rows", "quote": "I row"}
# After a question about `remember` with _FACT: what else may come with an answer.
OTHERS: list[tuple[str, dict[str, str]]] = [
    ("search", {"query": "boats"}),
    ("profile", {}),
    ("note", {"text": "hello"}),
    ("forget", {"fact": "Rows"}),
    ("remember", {"fact": "Sails", "quote": "I sail"}),
]


@pytest.mark.parametrize(("name", "given"), OTHERS)
@pytest.mark.parametrize("action", ["accept", "decline", "cancel"])
def test_an_answer_is_to_the_call_that_was_asked_about(
    name: str, given: dict[str, str], action: str
) -> None:
    memory = Memory()
    memory.question = "Remember this?"
    server, answer = Server(memory), {"action": action}
    assert _call(server, "remember", **_FACT)["resultType"] == "input_required"
    assert _call(server, name, answer=answer, **given)["content"][0]["text"] == "done"
    assert [called for called, _, _ in memory.calls] == ["remember", name]
    # The answer itself may come later, and counts once.
    _call(server, "remember", answer=answer, **_FACT)
    decided = {"accept": ["remember 1: True"], "decline": ["remember 1: False"], "cancel": []}
    assert [called for called, _, _ in memory.calls[2:]] == decided[action]
    again = _call(server, "remember", answer=answer, **_FACT)
    assert again["content"][0]["text"] == "done" and memory.calls[-1][0] == "remember"


def test_what_cannot_be_given_is_an_error_of_the_protocol(server: Server) -> None:
    _memory(server).error = "The memory is broken."
    for method, params in (
        ("resources/read", _params(uri="memory://profile")),
        ("prompts/get", _params(name="recall", arguments={"topic": "boats"})),
    ):
        with pytest.raises(RpcError, match="The memory is broken") as raised:
            _ask(server, method, params)
        assert raised.value.code == messages.INTERNAL_ERROR


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)
TOOLS = catalogue.tools(can_ask=True)
KEYS = st.sampled_from(["jsonrpc", "id", "method", "params", "result", "error"])


@given(st.dictionaries(KEYS, VALUES | st.sampled_from(["2.0", "tools/list", "tools/call"])))
def test_any_json_is_a_message_or_an_error(value: dict[str, Any]) -> None:
    try:
        message = messages.parsed(value)
    except RpcError as error:
        assert error.code in (messages.INVALID_REQUEST, messages.INVALID_PARAMS)
        json.loads(messages.encoded(error.response()))
        return
    assert isinstance(message, (Request, Notification, Response))


@given(
    st.dictionaries(st.text(max_size=10), VALUES), st.sampled_from(catalogue.tools(can_ask=True))
)
def test_any_arguments_are_checked(given: dict[str, Any], tool: dict[str, Any]) -> None:
    problem = arguments.problem(tool["inputSchema"], given)
    if not problem:
        arguments.with_defaults(tool["inputSchema"], given)
    problem.encode(errors="strict")


@given(VALUES, st.sampled_from(["tools/call", "tools/list", "resources/read", "initialize", "x"]))
def test_any_params_are_answered(value: Any, method: str) -> None:
    server = Server(Memory())
    _begin(server)
    for params in (value, {"_meta": value}, {"name": value, "arguments": value, "uri": value}):
        try:
            request = messages.parsed(
                {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            )
            assert isinstance(request, Request)
            messages.encoded(server.answer(request))
        except RpcError as error:
            messages.encoded(error.response())


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with connected(tmp_path / "llm") as found:
        yield found


ODD = [
    (b"nonsense", -32700),
    (b'{"jsonrpc":"2.0","id":1,', -32700),
    (b"\xff\xfe{}", -32700),
    (b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":NaN}}', -32700),
    (b"[" * 100_000, -32700),
    (b"9" * 5_000, -32700),
    (b"[]", -32600),
    (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600),
    (b"5", -32600),
    (b"null", -32600),
    (b'{"id":1,"method":"ping"}', -32600),
    (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
    (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
    (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600),
    (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":5}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"' + b"x" * 2_000_000 + b'"}', -32600),
]


def test_odd_lines_are_answered_and_the_server_lives_on(client: Client) -> None:
    for line, code in ODD:
        client.write(line)
        answer = client.read()
        assert answer["error"]["code"] == code, line[:80]
        assert answer.get("id", 1) == 1
        assert "supportedVersions" in client.ask("server/discover")["result"]
    for silent in (b"", b"  ", b'{"jsonrpc":"2.0","method":"notifications/x","params":7}'):
        client.write(silent)
    client.write({"jsonrpc": "2.0", "id": "none", "result": {}})
    client.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {}})
    client.write(
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": []}}
    )
    assert client.ask("server/discover")["result"]
    assert client.end() == 0


def test_batches_are_of_one_revision_only(client: Client) -> None:
    params = {"protocolVersion": "2025-03-26", "capabilities": {}}
    client.write({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
    assert client.read()["result"]["protocolVersion"] == "2025-03-26"
    ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
    client.write(
        [ping, {"jsonrpc": "2.0", "method": "notifications/initialized"}, {**ping, "id": 3}]
    )
    assert [answer["id"] for answer in client.read()] == [2, 3]
    client.write([ping, {**ping, "id": 1.5}, 7])
    assert [answer.get("error", {}).get("code") for answer in client.read()] == [
        messages.INVALID_REQUEST,
        messages.INVALID_REQUEST,
        None,
    ]
    client.write([7])
    assert [answer["error"]["code"] for answer in client.read()] == [messages.INVALID_REQUEST]


def test_of_a_batch_a_cancelled_call_has_no_answer_and_the_others_have(client: Client) -> None:
    params = {"protocolVersion": "2025-03-26", "capabilities": {}}
    client.write({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
    assert client.read()["id"] == 1
    call = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "profile"}}
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled"}
    ids = range(10, 30)
    batch: list[Any] = [{**call, "id": id} for id in ids]
    batch += [{**cancelled, "params": {"requestId": id}} for id in ids[1:]]
    client.write([*batch, {"jsonrpc": "2.0", "id": 2, "method": "ping"}])
    answered = {answer["id"] for answer in client.read()}
    assert {2, 10} <= answered < {2, *ids}
    client.write({"jsonrpc": "2.0", "id": 3, "method": "ping"})
    assert client.read()["id"] == 3


def test_a_subscription_is_acknowledged_and_ends_with_the_server(client: Client) -> None:
    id = client.begin("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    said = client.read()
    assert said["method"] == "notifications/subscriptions/acknowledged"
    assert said["params"]["notifications"] == {}
    assert said["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"] == id
    assert client.end() == 0
    assert client.read()["id"] == id


def test_a_cancelled_call_has_no_answer(client: Client) -> None:
    for _ in range(20):
        id = client.begin("tools/call", {"name": "search", "arguments": {"query": "boat"}})
        cancelled = {"requestId": id, "reason": "enough"}
        client.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled})
    last = client.begin("tools/call", {"name": "profile", "arguments": {}})
    assert client.end() == 0
    answered = []
    while last not in answered:
        answered.append(client.read()["id"])
    assert len(answered) < 20, "the calls were cancelled before there was a thread for each"


def test_what_was_begun_is_answered_after_the_end_of_input(client: Client) -> None:
    ids = [client.begin("tools/call", {"name": "profile", "arguments": {}}) for _ in range(20)]
    assert client.end() == 0
    assert sorted(client.read()["id"] for _ in ids) == ids


def test_a_client_that_is_gone_ends_the_server() -> None:
    ours, theirs = os.pipe()
    command = [sys.executable, "-m", "llm_user_memory.mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=theirs) as process:
        os.close(theirs)
        os.close(ours)
        assert process.stdin
        process.stdin.write(b"nonsense\n")
        process.stdin.flush()
        assert process.wait(60) == 0
