"""Several users at once: who may ask about them, and that results say whose they are."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from llm_user_memory.server import database, keys

from .conftest import Scripted, Served

OTHERS = "others of "


def say(client: Any, name: str, text: str, session: str = "s1") -> None:
    message = {"id": name, "session": session, "role": "user", "content": text}
    assert client.post("/v1/messages", json={"messages": [message]}).status_code == 201


@pytest.fixture
def other(user: str) -> str:
    return f"{OTHERS}{user}"


@pytest.fixture
def filled(answering: Served, user: str, other: str) -> Served:
    with answering.client(user) as mine, answering.client(other) as theirs:
        say(mine, "m0", "We rented a cabin near the glacier.")
        say(theirs, "t0", "The glacier hut opens in June, the key is under the stone.")
        say(theirs, "t1", "It rained.")
        theirs.post("/v1/facts", json={"text": "Climbs the glacier every June"})
    return answering


def bound(served: Served, user: str, *shared: str, **more: Any) -> str:
    with database.connect(served.urls.admin) as admin:
        return keys.add(admin, "bound", for_user=user, shared=shared, **more)


@pytest.fixture
def client(filled: Served, user: str, other: str) -> Iterator[Any]:
    with filled.client(key=bound(filled, user, other)) as found:
        yield found


def test_a_search_names_whose_each_result_is(client: Any, user: str, other: str) -> None:
    body = {"query": "when does the glacier hut open"}
    alone = client.post("/v1/search", json=body).json()
    assert {each["user"] for each in alone["passages"]} == {user}
    answer = client.post("/v1/search", json={**body, "shared": [other]}).json()
    found = {(each["user"], each["message"]) for each in answer["passages"]}
    assert found >= {(user, "m0"), (other, "t0")}
    scores = [each["score"] for each in answer["passages"]]
    assert scores == sorted(scores, reverse=True)
    assert [(each["user"], each["kind"]) for each in answer["records"]] == [(other, "fact")]


def test_pages_of_several_users_have_each_result_once(client: Any, other: str) -> None:
    body = {"query": "glacier rained", "shared": [other], "limit": 1}
    seen, answer = [], client.post("/v1/search", json=body).json()
    while True:
        seen += [(each["user"], each["message"]) for each in answer["passages"]]
        if answer["next"] is None:
            break
        answer = client.post("/v1/search", json={**body, "cursor": answer["next"]}).json()
    assert len(seen) == len(set(seen)) >= 2
    cursor = client.post("/v1/search", json=body).json()["next"]
    alone = {"query": "glacier rained", "limit": 1, "cursor": cursor}
    assert client.post("/v1/search", json=alone).status_code == 400, "it is of another search"


def test_an_answer_quotes_others_and_says_so(
    client: Any, model: Scripted, filled: Served, other: str
) -> None:
    def reply() -> str:
        line = next(ln for ln in model.requests[-1].splitlines() if "Climbs the glacier" in ln)
        assert f"of {other}: " in line, "the model is told whose it is"
        number = re.findall(r"\[(\d+)]", line)[0]
        return f'ANSWER: Every June.\nFROM {number}: "Climbs the glacier every June"'

    model.answers["<records>"] = reply
    asked = {"question": "Who climbs the glacier?", "shared": [other]}
    told = client.post("/v1/answer", json=asked).json()
    assert told["answer"] == "Every June."
    assert [(each["user"], each["kind"]) for each in told["quotes"]] == [(other, "fact")]

    def meanwhile() -> str:
        answer = reply()
        with filled.client(other) as theirs:
            [fact] = theirs.get("/v1/facts").json()["facts"]
            theirs.delete(f"/v1/facts/{fact['id']}")
        return answer

    model.answers["<records>"] = meanwhile
    assert client.post("/v1/answer", json=asked).json()["answer"] is None, "it is deleted"


@pytest.mark.parametrize("path", ["/v1/search", "/v1/answer"])
def test_a_key_must_allow_it(
    filled: Served, model: Scripted, user: str, other: str, path: str
) -> None:
    model.answers["<records>"] = "NOT FOUND"
    name = "query" if path == "/v1/search" else "question"
    body = {name: "glacier", "shared": [other]}
    with filled.client(key=bound(filled, user)) as alone:
        answer = alone.post(path, json=body)
        assert answer.status_code == 403 and "hut" not in answer.text
        assert alone.post(path, json={**body, "shared": [user]}).status_code == 200
    with filled.client(user) as makers:
        assert makers.post(path, json=body).status_code == 200
    with filled.client(key=bound(filled, user, other)) as shares:
        assert shares.post(path, json={**body, "shared": [other, "third"]}).status_code == 403
        assert shares.get("/v1/messages", headers={"X-Memory-User": other}).status_code == 403


def test_a_tool_cannot_name_users_whom_the_key_does_not(
    filled: Served, user: str, other: str
) -> None:
    """A model makes up its arguments, so a key for any user is none for this."""
    call = {
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "search", "arguments": {"query": "glacier", "shared": [other]}},
    }  # fmt: skip
    headers = {"Accept": "application/json, text/event-stream"}
    with filled.client(user) as makers, filled.client(key=bound(filled, user, other)) as shares:
        refused = makers.post("/mcp", json=call, headers=headers).json()["result"]
        assert refused["isError"] and "hut" not in str(refused)
        allowed = shares.post("/mcp", json=call, headers=headers).json()["result"]
        assert not allowed.get("isError") and "hut" in str(allowed)
