"""chatmemory's own paths and bodies: a program that was written for it needs a key, and no more."""

import re
import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

import httpx
import psycopg
import pytest

from llm_user_memory.server import database, keys, worker
from llm_user_memory.server.calls import Context

from .conftest import Scripted, Served, rows_with

SODA = {"role": "user", "content": "I keep bees on the roof."}


@pytest.fixture
def answering(answering: Served, model: Scripted) -> Served:
    """The server with the scripted model, which summarises, and cites the first record."""
    model.answers["ANSWER"] = 'ANSWER: Bees, on the roof.\nFROM 1: "bees on the roof"'
    model.answers["<conversation>"] = "They keep bees on the roof."
    return answering


@pytest.fixture
def api(answering: Served) -> Iterator[httpx.Client]:
    """A client of chatmemory's: with a maker's key, and no header that names a user."""
    with answering.client() as found:
        yield found


def bound(served: Served, user: str, *shared: str) -> str:
    """A key that is bound to a user, and may search the memory of others."""
    with database.connect(served.urls.admin) as admin:
        return keys.add(admin, f"of {user} {uuid.uuid4().hex}", for_user=user, shared=shared)


def tell(api: httpx.Client, user: str, session: str, *lines: str, **more: Any) -> None:
    messages = [{"role": "user", "content": line} for line in lines]
    body = {"user_id": user, "session_id": session, "messages": messages, **more}
    answer = api.post("/history", json=body)
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"}), answer.text


def contents(api: httpx.Client, **query: Any) -> list[str]:
    answer = api.get("/history", params=query)
    assert answer.status_code == 200, answer.text
    return [each["content"] for each in answer.json()["messages"]]


def test_what_its_example_does(api: httpx.Client, user: str, learner: Context) -> None:
    """Two sessions, of which the first is summarised as the second begins, and a question."""
    said = [
        {"role": "user", "content": "I keep bees on the roof."},
        {"role": "assistant", "content": "How many?"},
        {"role": "user", "content": "Two hives."},
    ]
    first = {"user_id": user, "session_id": "one", "channel": "chatapp", "messages": said}
    assert api.post("/history", json=first).json() == {"status": "ok"}
    tell(api, user, "two", "What is the weather like?")
    while worker.learner(learner).work_once():
        pass
    query = {"user_id": user, "session_id": "one"}
    [summary] = api.get("/summary", params=query).json()["summaries"]
    assert (summary["session_id"], summary["summary"]) == ("one", "They keep bees on the roof.")
    assert datetime.fromisoformat(summary["created_at"].replace("Z", "+00:00")).tzinfo
    asked = {
        "user_id": user,
        "query": "Where are the bees?",
        "top_k": 3,
        "search_content": True,
        "include_retrieved_data": True,
    }
    result = api.post("/search", json=asked).json()["result"]
    assert result["answer"] == "Bees, on the roof."
    assert "They keep bees on the roof." in result["retrieved_data"]


def test_every_call_of_its_readme(api: httpx.Client, learner: Context) -> None:
    """With the paths, parameters and kinds of values that stand there, and a key in the client."""
    who = {"user_id": "test_user_123"}
    api.delete("/history", params=who)
    api.delete("/diary", params=who)
    lines = [
        {"role": "user", "content": "I keep bees on the roof."},
        {"role": "assistant", "content": "How many hives?"},
        {"role": "user", "content": "Two."},
        {"role": "assistant", "content": "You must have honey."},
    ]
    first = {**who, "session_id": "session_1", "channel": "chatapp", "messages": lines}
    assert api.post("/history", json=first).json() == {"status": "ok"}
    second = {**who, "session_id": "session_2", "messages": lines[:2]}
    assert api.post("/history", json=second).json() == {"status": "ok"}
    while worker.learner(learner).work_once():
        pass
    of_first = {**who, "session_id": "session_1"}
    [summary] = api.get("/summary", params=of_first).json()["summaries"]
    assert summary["session_id"] == "session_1" and summary["summary"] and summary["created_at"]
    asked = {**who, "query": "Where are the bees?", "top_k": 3, "search_content": True,
             "include_retrieved_data": True}  # fmt: skip
    result = api.post("/search", json=asked).json()["result"]
    assert result["answer"] == "Bees, on the roof." and "bees" in result["retrieved_data"]
    days = {"since": "2025-02-20", "until": "2025-02-25", "utc_offset_hours": 9}
    result = api.post("/search", json={**who, "query": "What of bees?", **days,
                                       "include_retrieved_data": True})  # fmt: skip
    assert (result.status_code, result.json()["result"]["answer"]) == (200, "")
    in_channel = {**of_first, "channel": "chatapp"}
    assert len(contents(api, **in_channel)) == 4
    hour = {"since": "2025-02-25T09:00:00Z", "until": "2025-02-25T10:00:00Z"}
    assert contents(api, **in_channel, **hour) == []
    entry = {**who, "diary_date": "2025-02-24", "content": "Harvested.",
             "metadata": {"mood": "happy"}}  # fmt: skip
    assert api.post("/diary", json=entry).status_code == 200
    for window in (
        {"since": "2025-02-20", "until": "2025-02-25"},
        {"since": "2025-02-20T00:00:00Z", "until": "2025-02-25T23:59:59Z"},
    ):
        found = api.get("/diary", params={**who, **window, "limit": 50}).json()["diaries"]
        assert [(e["content"], e["metadata"]) for e in found] == [("Harvested.", {"mood": "happy"})]
    assert api.delete("/diary", params={**who, "diary_date": "2025-02-24"}).status_code == 200
    assert api.delete("/history", params=in_channel).json()["status"] == "history deleted"
    assert contents(api, **of_first) == []


def test_lists_of_messages_and_sessions(api: httpx.Client, user: str) -> None:
    tell(api, user, "b", "In the app.", channel="chatapp")
    tell(api, user, "a", "Elsewhere.")
    assert contents(api, user_id=user) == ["In the app.", "Elsewhere."]
    assert contents(api, user_id=user, channel="chatapp") == ["In the app."]
    assert contents(api, user_id=user, session_id="a") == ["Elsewhere."]
    [told] = api.get("/history", params={"user_id": user, "session_id": "a"}).json()["messages"]
    assert (told["user_id"], told["session_id"], told["channel"]) == (user, "a", None)
    ids = api.get("/history/session_ids", params={"user_id": user}).json()
    assert ids == {"session_ids": ["a", "b"]}
    latest = api.get("/history/sessions", params={"user_id": user, "limit": 1}).json()["sessions"]
    assert [each["session_id"] for each in latest] == ["a"]


def test_times_without_an_offset_are_in_utc(api: httpx.Client, user: str) -> None:
    for said_at in ("2026-03-01T12:00:00", "2026-03-01T14:00:00+01:00"):
        said = [{"role": "user", "content": said_at, "created_at": said_at}]
        body = {"user_id": user, "session_id": "s", "messages": said}
        assert api.post("/history", json=body).status_code == 200
    everything = api.get("/history", params={"user_id": user, "within_seconds": 0}).json()
    assert [each["created_at"] for each in everything["messages"]] == [
        "2026-03-01T12:00:00Z",
        "2026-03-01T13:00:00Z",
    ]
    noon = {"since": "2026-03-01T12:00:00", "until": "2026-03-01T14:00:00+01:00"}
    assert contents(api, user_id=user, **noon) == ["2026-03-01T12:00:00"]
    assert contents(api, user_id=user) == [], "what is said an hour ago or less, by default"
    ahead = (datetime.now(timezone.utc) + timedelta(days=3)).isoformat()
    said = [{"role": "user", "content": "x", "created_at": ahead}]
    body = {"user_id": user, "session_id": "s", "messages": said}
    assert api.post("/history", json=body).status_code == 422


def test_at_most_a_thousand_messages(api: httpx.Client, user: str) -> None:
    for start in (0, 600):
        tell(api, user, "s", *(f"number {n}" for n in range(start, start + 600)))
    assert contents(api, user_id=user) == [f"number {n}" for n in range(1_000)]


def test_knowledge_and_its_numbers(api: httpx.Client, user: str) -> None:
    for text in ("Opens at nine.", "Closed on Mondays."):
        added = api.post("/knowledge", json={"user_id": user, "knowledge": text})
        assert added.json() == {"status": "knowledge added"}
    found = api.get("/knowledge", params={"user_id": user}).json()["knowledge"]
    assert [each["knowledge"] for each in found] == ["Opens at nine.", "Closed on Mondays."]
    assert all(isinstance(each["id"], int) for each in found)
    gone = {"user_id": user, "knowledge_id": found[0]["id"]}
    assert api.delete("/knowledge", params=gone).json() == {"status": "knowledge deleted"}
    left = api.get("/knowledge", params={"user_id": user}).json()["knowledge"]
    assert left == found[1:]
    own = {"id": "k1", "text": "Under a name of its own."}
    headers = {"X-Memory-User": user.replace(" ", "%20")}
    assert api.post("/v1/knowledge", json=own, headers=headers).status_code == 201
    both = api.get("/knowledge", params={"user_id": user}).json()["knowledge"]
    assert [each["id"] for each in both] == [found[1]["id"], "k1"]
    assert api.delete("/knowledge", params={"user_id": user}).status_code == 200
    assert api.get("/knowledge", params={"user_id": user}).json() == {"knowledge": []}


def test_the_diary(api: httpx.Client, user: str) -> None:
    for day in ("2026-02-20", "2026-02-24", "2026-02-25"):
        entry = {"user_id": user, "diary_date": day, "content": day, "metadata": {"mood": "good"}}
        assert api.post("/diary", json=entry).json() == {"status": "diary upserted"}

    def days(**query: Any) -> list[str]:
        answer = api.get("/diary", params={"user_id": user, **query})
        assert answer.status_code == 200, answer.text
        return [each["diary_date"] for each in answer.json()["diaries"]]

    assert days() == ["2026-02-25", "2026-02-24", "2026-02-20"]
    assert days(since="2026-02-21", until="2026-02-24") == ["2026-02-24"], "both are included"
    assert days(since="2026-02-24T00:00:00Z", until="2026-02-25T23:59:59Z", limit=1) == [
        "2026-02-25"
    ]
    assert days(until="2199-12-31", limit=2) == ["2026-02-25", "2026-02-24"]
    assert days(diary_date="2026-02-20", until="2026-02-19") == []
    api.delete("/diary", params={"user_id": user, "diary_date": "2026-02-24"})
    assert days() == ["2026-02-25", "2026-02-20"]
    assert api.delete("/diary", params={"user_id": user}).status_code == 200
    assert days() == []


def test_summaries_on_request(api: httpx.Client, user: str, model: Scripted) -> None:
    tell(api, user, "one", "I keep bees. My key is sk-proj-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4.")
    tell(api, user, "two", "And a dog.")
    query = {"user_id": user}
    one = {**query, "session_id": "one"}
    assert api.post("/summary/create", params=one).json() == {"status": "summary created"}
    assert "Zm9vYmFyYmF6" not in "".join(model.requests)

    def summarised(**chosen: str) -> list[str]:
        found = api.get("/summary", params={**query, **chosen}).json()["summaries"]
        return [each["session_id"] for each in found]

    assert summarised() == ["one"]
    number = len(model.requests)
    api.post("/summary/create", params=one)
    assert len(model.requests) == number, "it has one"
    api.post("/summary/create", params=query)
    assert (len(model.requests), summarised()) == (number + 1, ["two", "one"])
    api.post("/summary/create", params={**one, "overwrite": True})
    assert len(model.requests) == number + 2
    assert api.delete("/summary", params=one).json() == {"status": "summaries deleted"}
    assert (summarised(), summarised(session_id="one")) == (["two"], [])
    missing = api.post("/summary/create", params={**query, "session_id": "none"})
    assert missing.status_code == 404


def test_search_looks_at_messages_if_it_may_or_must(api: httpx.Client, user: str) -> None:
    tell(api, user, "s", "I keep bees on the roof.")
    asked = {"user_id": user, "query": "Where are the bees?"}
    assert api.post("/search", json=asked).json()["result"]["answer"] == "Bees, on the roof."
    api.post("/knowledge", json={"user_id": user, "knowledge": "The bees need sugar."})
    assert api.post("/search", json=asked).json()["result"] == {
        "answer": "",
        "retrieved_data": None,
    }
    wider = {**asked, "search_content": True}
    assert api.post("/search", json=wider).json()["result"]["answer"] == "Bees, on the roof."


def test_a_search_is_shown_the_latest_summaries_too(
    api: httpx.Client, user: str, model: Scripted
) -> None:
    """A question may share no word with what answers it."""
    model.answers["<conversation>"] = "They keep bees on the roof."
    for number in range(3):
        tell(api, user, f"s{number}", "Something.")
    api.post("/summary/create", params={"user_id": user})
    asked = {"user_id": user, "query": "Any hobbies?", "include_retrieved_data": True}
    for top_k in (1, 2):
        result = api.post("/search", json={**asked, "top_k": top_k}).json()["result"]
        assert result["answer"] == "Bees, on the roof."
        assert result["retrieved_data"].count("They keep bees") == top_k


@pytest.mark.parametrize(
    ("since", "until", "offset", "is_found"),
    [
        ("2026-03-01", "2026-03-01", 0, True),
        ("2026-03-02", None, 0, False),
        ("2026-03-02", "2026-03-02", 9, True),  # in Tokyo it is the next day
        (None, "2026-03-01", 9, False),
        (None, "2026-03-01", -3.5, True),
    ],
)
def test_the_days_of_a_search_are_those_where_the_offset_is(
    api: httpx.Client,
    user: str,
    since: str | None,
    until: str | None,
    offset: float,
    is_found: bool,
) -> None:
    said = {**SODA, "created_at": "2026-03-01T20:00:00Z"}
    api.post("/history", json={"user_id": user, "session_id": "s", "messages": [said]})
    asked = {
        "user_id": user,
        "query": "Where are the bees?",
        "since": since,
        "until": until,
        "utc_offset_hours": offset,
    }
    answer = api.post("/search", json=asked).json()["result"]["answer"]
    assert answer == ("Bees, on the roof." if is_found else "")


def test_search_of_own_and_shared_users(answering: Served, api: httpx.Client, user: str) -> None:
    shared = f"shared {uuid.uuid4().hex}"
    tell(api, user, "s", "I live in Oslo.")
    tell(api, shared, "s", "The office keeps bees on the roof.")
    asked = {"user_id": [user, shared], "query": "Where are the bees?"}
    assert api.post("/search", json=asked).json()["result"]["answer"] == "Bees, on the roof."
    with answering.client(key=bound(answering, user)) as own:
        assert own.post("/search", json=asked).status_code == 403
        assert own.post("/search", json={**asked, "user_id": [user, user]}).status_code == 200
        assert own.post("/search", json={**asked, "user_id": [shared]}).status_code == 403
    with answering.client(key=bound(answering, user, shared)) as own:
        assert own.post("/search", json=asked).json()["result"]["answer"] == "Bees, on the roof."
        turned = {**asked, "user_id": [shared, user]}
        assert own.post("/search", json=turned).status_code == 403, "who asks comes first"


def test_an_answer_may_rest_on_what_several_users_have(
    api: httpx.Client, user: str, model: Scripted
) -> None:
    """As in chatmemory: one question about all of them, and not one after the other."""
    shared = f"shared {uuid.uuid4().hex}"
    api.post("/knowledge", json={"user_id": user, "knowledge": "The bees of Ada are on the roof."})
    api.post("/knowledge", json={"user_id": shared, "knowledge": "Bees swarm in May."})
    told = model.requests

    def both() -> str:
        lines = told[-1].splitlines()
        own, other = (
            next(re.findall(r"\[(\d+)]", line)[0] for line in lines if words in line)
            for words in ("bees of Ada", "swarm in May")
        )
        return (
            "ANSWER: The bees of Ada, on the roof, swarm in May.\n"
            f'FROM {own}: "The bees of Ada are on the roof"\nFROM {other}: "Bees swarm in May"'
        )

    model.answers["ANSWER"] = both
    asked = {"user_id": [user, shared], "query": "When do the bees of Ada swarm?"}
    answer = api.post("/search", json={**asked, "include_retrieved_data": True}).json()["result"]
    assert answer["answer"] == "The bees of Ada, on the roof, swarm in May."
    assert "bees of Ada" in answer["retrieved_data"] and "in May" in answer["retrieved_data"]
    assert len(told) == 1


@pytest.mark.parametrize("path", ["/history", "/summary", "/knowledge", "/diary"])
def test_a_delete_without_a_filter_is_refused(
    answering: Served, api: httpx.Client, user: str, path: str
) -> None:
    tell(api, user, "s", "Still here.")
    assert api.delete(path).status_code == 400
    with answering.client(key=bound(answering, user)) as own:
        assert own.delete(path).status_code == 400
        assert own.delete(path, params={"user": user}).status_code == 422
    assert contents(api, user_id=user) == ["Still here."]


def test_deletes_take_along_what_was_made_of_it(
    answering: Served, api: httpx.Client, user: str
) -> None:
    word = f"w{uuid.uuid4().hex}"
    tell(api, user, "gone", f"Of {word}.", channel="chatapp")
    tell(api, user, "kept", "Of something else.")
    api.post("/summary/create", params={"user_id": user})
    gone = {"user_id": user, "channel": "chatapp"}
    told = api.delete("/history", params=gone).json()
    assert (told["status"], told["deleted"]["sessions"]) == ("history deleted", 1)
    assert rows_with(answering, word) == []
    found = api.get("/summary", params={"user_id": user}).json()["summaries"]
    assert [each["session_id"] for each in found] == ["kept"]
    neither = {**gone, "session_id": "kept"}
    api.delete("/history", params=neither)
    assert contents(api, user_id=user) == ["Of something else."]
    api.delete("/history", params={"user_id": user})
    assert api.get("/history/session_ids", params={"user_id": user}).json()["session_ids"] == []


def test_what_deleting_asks_does_not_grow_with_the_sessions(
    api: httpx.Client, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(40):
        tell(api, user, f"s{number}", "Something.")
    sent: list[Any] = []
    execute = psycopg.Cursor.execute

    def noted(self: Any, query: Any, *given: Any, **more: Any) -> Any:
        sent.append(query)
        return execute(self, query, *given, **more)

    monkeypatch.setattr(psycopg.Cursor, "execute", noted)
    assert api.delete("/history", params={"user_id": user}).status_code == 200
    assert len(sent) < 35


def test_users_are_those_of_the_key(answering: Served, api: httpx.Client, user: str) -> None:
    tell(api, user, "s", "Mine.")
    other = f"other {uuid.uuid4().hex}"
    with answering.client(key=bound(answering, other)) as theirs:
        assert theirs.get("/history", params={"user_id": user}).status_code == 403
        assert theirs.delete("/history", params={"user_id": user}).status_code == 403
        body = {"user_id": user, "session_id": "s", "messages": [SODA]}
        assert theirs.post("/history", json=body).status_code == 403
        assert contents(theirs) == [], "its own user, if none is named"
    assert contents(api, user_id=user) == ["Mine."]
    assert api.get("/history").status_code == 400, "nobody is named"
    with answering.client(other) as named:
        assert named.get("/history", params={"user_id": user}).status_code == 403
    without = httpx.get(f"{answering.address}/history", params={"user_id": user})
    assert without.status_code == 401
    long = "日" * 200
    tell(api, long, "s", "A long name.")
    assert contents(api, user_id=long)[-1] == "A long name."


def test_only_what_is_said_to_be_typed_is_learned(
    api: httpx.Client, user: str, learner: Context
) -> None:
    said = [{**SODA, "typed": True}, SODA]
    api.post("/history", json={"user_id": user, "session_id": "s", "messages": said})
    with database.transaction(learner.pool, user) as db:
        rows = db.execute("select typed from messages order by seq").fetchall()
    assert [row["typed"] for row in rows] == [True, False]


@pytest.mark.parametrize(
    "change",
    [
        {"messages": []},
        {"messages": [{"role": "user"}]},
        {"messages": [{"role": "robot", "content": "x"}]},
        {"messages": [{"role": "user", "content": "\0"}]},
        {"messages": [{"role": "user", "content": "x", "created_at": 1}]},
        {"messages": [{"role": "user", "content": "x", "metadata": {"deep": {"er": 1}}}]},
        {"messages": [{"role": "assistant", "content": "x", "typed": True}]},
        {"session_id": ""},
        {"user_id": None},
        {"user_id": "\u202e"},
        {"user": "x"},
    ],
)
def test_odd_bodies(api: httpx.Client, user: str, change: dict[str, Any]) -> None:
    body = {"user_id": user, "session_id": "s", "messages": [SODA], **change}
    assert api.post("/history", json=body).status_code == 422
    assert contents(api, user_id=user) == []


@pytest.mark.parametrize(
    "change",
    [
        {"user_id": []},
        {"user_id": [f"u{n}" for n in range(11)]},
        {"query": ""},
        {"top_k": 0},
        {"since": "2026-03-01T00:00:00"},
        {"since": "1969-01-01"},
        {"utc_offset_hours": 15},
    ],
)
def test_odd_questions(api: httpx.Client, user: str, change: dict[str, Any]) -> None:
    asked = {"user_id": user, "query": "Where?", **change}
    assert api.post("/search", json=asked).status_code == 422


def test_a_repeated_write_is_made_once(api: httpx.Client, user: str) -> None:
    body = {"user_id": user, "session_id": "s", "messages": [SODA]}
    for _ in range(2):
        answer = api.post("/history", json=body, headers={"Idempotency-Key": uuid.uuid4().hex})
        assert answer.status_code == 200
    headers = {"Idempotency-Key": "again"}
    for _ in range(2):
        assert api.post("/history", json=body, headers=headers).json() == {"status": "ok"}
    assert len(contents(api, user_id=user)) == 3
