"""`/v1/search`: what is found, by whom, when, and what is not."""

import base64
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import psycopg
import pytest

from llm_user_memory.recall.index.chunks import pieces
from llm_user_memory.server import database, passages, records
from llm_user_memory.server.calls import Context

from .conftest import Served, sayer

# A cursor of an earlier version: a time, and the number 1.
UNSEALED = "WyIyMDI2LTAzLTAxVDAwOjAwOjAwKzAwOjAwIiwgIjEiXQ"

START = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)

SAID = [
    ("s1", "user", "I finally bought a green Brompton for the way to work."),
    ("s1", "assistant", "A folding bicycle is a good choice for trains."),
    ("s2", "user", "My sister Ines sings in a choir in Porto."),
    ("s2", "assistant", "What does the choir sing?"),
    ("s2", "user", "Mostly fado, and some Bach at Christmas."),
    ("s3", "user", "We chose Postgres for the shop, as Tom knows it."),
    ("s3", "assistant", "That is a solid choice."),
    ("s3", "user", "Bought new tyres for the bicycle today."),
]


@pytest.fixture
def say(client: Any) -> Callable[..., None]:
    count = iter(range(10_000))

    def said(*lines: tuple[str, str, str], days: int = 1, **fields: Any) -> None:
        messages = []
        for session, role, content in lines:
            number = next(count)
            messages.append({
                "id": f"m{number}", "session": session, "role": role, "content": content,
                "said_at": (START + timedelta(days=number * days)).isoformat(), **fields,
            })  # fmt: skip
        assert client.post("/v1/messages", json={"messages": messages}).status_code == 201

    return said


def found(client: Any, query: str, **fields: Any) -> list[str]:
    answer = client.post("/v1/search", json={"query": query, **fields})
    assert answer.status_code == 200, answer.text
    return [each["message"] for each in answer.json()["passages"]]


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("What is my sister called?", "m2"),
        ("What did I buy for the way to work?", "m0"),
        ("buying tyres", "m7"),
        ("choirs", "m2"),
        ("which database for the shop", "m5"),
        ('"chose Postgres"', "m5"),
        ("what do they sing at christmas", "m4"),
    ],
)
def test_the_best_comes_first(client: Any, say: Any, query: str, best: str) -> None:
    say(*SAID)
    say(*(("s9", "user", f"Filler about {word}.") for word in ("rain", "sun", "snow", "fog")))
    assert found(client, query)[0] == best


def test_phrases_and_exclusions(client: Any, say: Any) -> None:
    say(*SAID)
    assert found(client, '"bicycle today"') == ["m7"]
    assert found(client, '"today bicycle"') == []
    assert "m2" not in found(client, "choir -sister")
    assert "m3" in found(client, "choir -sister")


@pytest.mark.parametrize(
    "query", ["?", "   ", "-x", '""', "the", "%", "_", "'; drop table", "\u202e"]
)
def test_queries_without_words_or_hits(client: Any, say: Any, query: str) -> None:
    assert found(client, query) == [], "nobody said anything"
    say(*SAID)
    found(client, query)


def test_words_of_scripts_without_spaces(client: Any, say: Any) -> None:
    say(*SAID, ("s4", "user", "昨日東京で自転車を買いました。"), ("s4", "user", "明日は雨です。"))
    assert found(client, "東京の自転車")[0] == "m8"


def test_long_messages_are_found_by_the_part_that_says_it(client: Any, say: Any) -> None:
    filler = "The weather stayed grey and nothing happened on that day. " * 60
    text = f"{filler}Then our cat Minerva learned to open doors. {filler}"
    say(*SAID, ("s4", "user", text))
    [first, *_] = client.post("/v1/search", json={"query": "cat Minerva"}).json()["passages"]
    assert first["message"] == "m8"
    assert "Minerva" in first["text"] and len(first["text"]) <= 1_000
    assert first["text"] in text


def test_where(client: Any, say: Any) -> None:
    say(*SAID[:4], channel="web")
    say(*SAID[4:], channel="app")
    assert set(found(client, "choir bicycle", channels=["web"])) <= {"m0", "m1", "m2", "m3", "m4"}
    assert found(client, "bicycle", channels=["app"])[0] == "m7"
    assert set(found(client, "bicycle choir", sessions=["s3"])) <= {"m5", "m6", "m7"}
    assert "m7" not in found(client, "bicycle", without_session="s3")
    assert set(found(client, "choice bicycle", roles=["assistant"])) <= {"m1", "m3", "m6"}
    day = lambda n: (START + timedelta(days=n)).isoformat()  # noqa: E731
    assert set(found(client, "bicycle choir", since=day(1), until=day(3))) <= {"m1", "m2"}
    assert found(client, "bicycle", since="2026-03-08", zone="Europe/Oslo") == ["m7"]


def test_a_day_begins_where_the_user_is(client: Any) -> None:
    at = "2026-03-10T23:30:00Z"  # in Tokyo it is the 11th
    given = {"id": "m0", "session": "s", "role": "user", "content": "Rice", "said_at": at}
    client.post("/v1/messages", json={"messages": [given]})
    day = {"since": "2026-03-11", "until": "2026-03-12"}
    assert found(client, "rice", **day, zone="Asia/Tokyo") == ["m0"]
    assert found(client, "rice", **day, zone="+09:00") == ["m0"]
    assert found(client, "rice", **day, zone="America/New_York") == []
    assert found(client, "rice", since="2026-03-11T08:00:00+09:00") == ["m0"]
    assert found(client, "rice", since="2026-03-11T09:00:00+09:00") == []


@pytest.mark.parametrize(
    "body",
    [
        {}, {"query": ""}, {"query": "x" * 2_001}, {"query": "a\0"}, {"query": 1},
        {"query": "x", "since": "2026-03-01"}, {"query": "x", "since": "2026-03-01T10:00:00"},
        {"query": "x", "zone": "Mars/Base"}, {"query": "x", "zone": "../etc/passwd"},
        {"query": "x", "zone": "Europe"}, {"query": "x", "zone": "/etc/localtime"},
        {"query": "x", "zone": "+99:00"}, {"query": "x", "zone": ""}, {"query": "x", "zone": "a\0"},
        {"query": "x", "since": "0001-01-01", "zone": "+14:00"},
        {"query": "x", "until": "9999-12-31T23:59:59", "zone": "-14:00"},
        {"query": "x", "limit": 0}, {"query": "x", "limit": 101}, {"query": "x", "more": 1},
        {"query": "x", "sessions": ["\n"]}, {"query": "x", "sessions": "s"},
        {"query": "x", "roles": ["root"]},
    ],
)  # fmt: skip
def test_hostile_requests(client: Any, body: dict[str, Any]) -> None:
    assert client.post("/v1/search", json=body).status_code == 422


def test_days_of_the_diary_are_those_of_the_zone(client: Any) -> None:
    for day in (1, 2, 3):
        client.put(f"/v1/diary/2026-03-0{day}", json={"text": "Rice."})

    def days(since: str, until: str, zone: str) -> list[str]:
        body = {"query": "rice", "since": since, "until": until, "zone": zone}
        records = client.post("/v1/search", json=body).json()["records"]
        return sorted(each["id"] for each in records)

    assert days("2026-03-02", "2026-03-03", "America/New_York") == ["2026-03-02"]
    east = ("2026-03-01T15:00:00Z", "2026-03-02T15:00:00Z", "Asia/Tokyo")
    west = ("2026-03-02T05:00:00Z", "2026-03-03T05:00:00Z", "America/New_York")
    assert days(*east) == days(*west) == ["2026-03-02"]


def test_cursors_tell_nothing_of_what_others_write(served: Served, client: Any, say: Any) -> None:
    """The numbers of messages, passages and events are counted over all users."""
    say(("s1", "user", "The boat sails."), ("s1", "user", "Another boat."), days=0)
    fact = client.post("/v1/facts", json={"text": "Sails"}).json()["id"]
    client.patch(f"/v1/facts/{fact}", json={"text": "Sails boats"})
    search = {"query": "boat", "limit": 1}
    lists = ("/v1/messages", f"/v1/facts/{fact}/history")

    def cursors() -> list[str]:
        found = [client.post("/v1/search", json=search).json()["next"]]
        return found + [client.get(path, params={"limit": 1}).json()["next"] for path in lists]

    before = cursors()
    for cursor in before:
        opened = base64.urlsafe_b64decode(f"{cursor}{'=' * (-len(cursor) % 4)}")
        assert not opened.isascii(), "it can be read"
    with served.client("another") as another:
        sayer(another)("Hello.")
        refused = another.get("/v1/messages", params={"cursor": before[1]})
        assert refused.status_code == 400, "it is of another user"
    assert cursors() == before, "it is the same, whatever others write"
    for path, cursor in zip(lists, before[1:], strict=True):
        page = client.get(path, params={"limit": 1, "cursor": cursor})
        assert page.status_code == 200 and page.json()["next"] is None
        changed = cursor[:-4] + ("AAAA" if cursor[-4:] != "AAAA" else "BBBB")
        for wrong in (changed, before[0], UNSEALED):
            assert client.get(path, params={"cursor": wrong}).status_code == 400


def test_pages_hold_each_passage_once(client: Any, say: Any) -> None:
    say(*(("s1", "user", f"The boat number {n} sails.") for n in range(150)), days=0)
    body: dict[str, Any] = {"query": "boat", "limit": 7}
    seen: list[str] = []
    while True:
        answer = client.post("/v1/search", json=body).json()
        seen += [each["message"] for each in answer["passages"]]
        say(("s2", "user", "Another boat."))
        if answer["next"] is None:
            break
        body["cursor"] = answer["next"]
    assert len(seen) == len(set(seen)) == 100
    assert client.post("/v1/search", json={**body, "query": "else"}).status_code == 400
    for cursor in ("x", "bnVsbA", "é", "W10", UNSEALED):
        assert client.post("/v1/search", json={**body, "cursor": cursor}).status_code == 400


def test_what_is_deleted_is_not_found(client: Any, say: Any, learner: Context, user: str) -> None:
    say(*SAID)
    client.delete("/v1/messages", params={"id": "m2"})
    assert "m2" not in found(client, "sister Ines choir")
    gone = client.delete("/v1/messages", params={"session": "s3"}).json()
    assert gone["left"] == gone["left_rows"] == []
    assert not {"m5", "m6", "m7"} & set(found(client, "Postgres shop tyres bicycle choice"))
    with database.transaction(learner.pool, user) as db:
        rows = db.execute("select session_id from passages").fetchall()
    assert {row["session_id"] for row in rows} == {"s1", "s2"} and len(rows) == 4
    client.delete("/v1/user", params={"confirm": user})
    assert found(client, "choir") == []


def test_what_was_forgotten_is_not_shown(client: Any, say: Any) -> None:
    say(*SAID)
    fact = client.post("/v1/facts", json={"text": "Sister sings in a choir in Porto"}).json()
    say(("s4", "user", "My sister sings in a choir in Porto."))
    assert "m8" in found(client, "choir in Porto")
    client.delete(f"/v1/facts/{fact['id']}")
    assert "m8" not in found(client, "choir in Porto")
    assert client.get("/v1/messages", params={"session": "s4"}).json()["messages"], "it is there"


def test_what_is_hidden_follows_what_is_forgotten(client: Any, say: Any) -> None:
    say(("s1", "user", "My sister sings in a choir."), ("s1", "user", "Our choir rows on Sundays."))
    sings, rows = (
        client.post("/v1/facts", json={"text": text}).json()["id"]
        for text in ("Sister sings in a choir", "Choir rows on Sundays")
    )
    for _ in range(2):  # what is known of a passage counts until something else is forgotten
        assert sorted(found(client, "choir")) == ["m0", "m1"]
    client.delete(f"/v1/facts/{sings}")
    for _ in range(2):
        assert found(client, "choir") == ["m1"]
    client.delete(f"/v1/facts/{rows}")
    for _ in range(2):
        assert found(client, "choir") == []
    client.post("/v1/facts", json={"text": "Sister sings in a choir"})
    assert found(client, "choir") == ["m0"], "which is no longer forgotten"


def test_facts_are_found_beside_messages(client: Any, say: Any) -> None:
    say(*SAID)
    for text in ("Plays the cello", "Has a sister called Ines", "Works in a bicycle shop"):
        client.post("/v1/facts", json={"text": text})
    answer = client.post("/v1/search", json={"query": "my sister's name"}).json()
    assert [(each["kind"], each["text"]) for each in answer["records"]] == [
        ("fact", "Has a sister called Ines")
    ]
    narrow = client.post("/v1/search", json={"query": "my sister", "sessions": ["s2"]}).json()
    assert narrow["records"] == []


def test_knowledge_the_diary_and_summaries_are_found(
    client: Any, say: Any, learner: Context, user: str
) -> None:
    say(*SAID)
    client.post(
        "/v1/knowledge",
        json={"id": "k1", "title": "Hours", "text": "x " * 4_000 + "The shop opens at nine."},
    )
    client.put("/v1/diary/2026-03-05", json={"text": "Walked along the harbour."})
    with database.transaction(learner.pool, user) as db:
        db.execute("update sessions set summary = 'About a choir.' where session_id = 's2'")
    for query, kind, name in (
        ("when does the shop open", "knowledge", "k1"),
        ("walks along the harbour", "diary", "2026-03-05"),
        ("choir", "summary", "s2"),
    ):
        [first, *_] = client.post("/v1/search", json={"query": query}).json()["records"]
        assert (first["kind"], first["id"]) == (kind, name), query
        assert len(first["text"]) <= 1_000
    opens = {"query": "when does the shop open, about a choir"}
    known = lambda **where: {  # noqa: E731
        each["id"] for each in client.post("/v1/search", json=opens | where).json()["records"]
    }
    with database.transaction(learner.pool, user) as db:
        db.execute("update sessions set channel = 'web' where session_id = 's2'")
        db.execute("update knowledge set channel = 'web'")
    assert known() == {"s2", "k1"}
    assert known(channels=["web"]) == {"s2", "k1"} and known(channels=["app"]) == set()
    assert known(sessions=["s2"]) == {"s2"} and known(sessions=["s1"]) == set()
    assert known(sessions=["s2"], channels=["web"]) == {"s2"}
    assert known(without_session="s2") == {"k1"} and known(roles=["user"]) == set()
    body = {"query": "walks along the harbour", "until": "2026-03-05", "zone": "UTC"}
    assert client.post("/v1/search", json=body).json()["records"] == []


def test_much_knowledge_is_found_too(client: Any, say: Any) -> None:
    say(*SAID)
    for n in range(12):
        client.post("/v1/knowledge", json={"id": f"k{n}", "text": "The shelf holds. " * 5_800})
    client.post("/v1/knowledge", json={"id": "k99", "text": "The lighthouses are closed."})
    [first] = client.post("/v1/search", json={"query": "lighthouse"}).json()["records"]
    assert first["id"] == "k99"


def test_of_very_much_knowledge_what_has_more_of_the_words_is_read(
    client: Any, say: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(*SAID)
    client.post("/v1/knowledge", json={"id": "k99", "text": "The shelf of the lighthouse."})
    for n in range(24):
        client.post("/v1/knowledge", json={"id": f"k{n}", "text": "A shelf of lighters. " * 4_700})
    read: list[int] = []

    def noted(text: str) -> Any:
        read.append(len(text))
        return pieces(text)

    monkeypatch.setattr(records, "pieces", noted)
    query = {"query": "the shelf in the lighthouse"}
    [first, *_] = client.post("/v1/search", json=query).json()["records"]
    assert first["id"] == "k99"
    assert sum(read) <= 1_000_000


def test_a_user_has_a_language(client: Any, say: Any) -> None:
    assert client.get("/v1/user").status_code == 404, "nobody wrote anything"
    say(("s1", "user", "Die alten Häuser stehen am Fluss."), ("s1", "user", "Es regnet heute."))
    assert client.get("/v1/user").json()["language"] == "simple"
    assert found(client, "Haus") == []
    answer = client.patch("/v1/user", json={"language": "german"})
    assert answer.json()["language"] == "german"
    assert found(client, "Haus")[0] == "m0"
    say(("s2", "user", "Sie kaufte zwei Bäume."))
    assert found(client, "Baum")[0] == "m2"
    assert client.patch("/v1/user", json={"language": "klingon"}).status_code == 422
    assert client.patch("/v1/user", json={"language": "x'; drop"}).status_code == 422


@pytest.fixture
def indexer(learner: Context) -> passages.Indexer:
    """What indexes in the background, and has nothing left to do."""
    found = passages.Indexer(learner)
    while found.work_once():
        pass
    return found


def test_many_changes_of_the_language_are_indexed_once(
    client: Any, say: Any, indexer: passages.Indexer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the background, or by a search that comes before."""
    made: list[int] = []
    make = passages._make

    def noted(db: Any, messages: Any, letters: Any) -> int | None:
        made.append(len(messages))
        return make(db, messages, letters)

    say(*SAID)
    monkeypatch.setattr(passages, "_make", noted)
    for language in ("english", "french", "german"):
        answer = client.patch("/v1/user", json={"language": language})
        assert answer.json()["language"] == language
    say(("s3", "user", "Die alten Häuser stehen am Fluss."))
    assert made == []
    while indexer.work_once():
        pass
    assert made == [len(SAID) + 1]
    assert found(client, "Haus")[0] == f"m{len(SAID)}"
    client.patch("/v1/user", json={"language": "english"})
    assert found(client, "sister")[0] == "m2"
    while indexer.work_once():
        pass
    assert made == [len(SAID) + 1] * 2


def test_who_cannot_be_indexed_keeps_nobody_waiting(
    served: Served, indexer: passages.Indexer, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{user} {number}" for number in range(3)]
    for name in names:
        with served.client(name) as client:
            sayer(client)("Hello.")
            client.patch("/v1/user", json={"language": "german"})
    tried: list[str] = []

    def failing(db: Any, _letters: Any) -> None:
        tried.append(db.execute("select user_id from users").fetchone()["user_id"])
        raise psycopg.OperationalError

    monkeypatch.setattr(passages, "_catch_up", failing)
    for _ in names:
        with pytest.raises(psycopg.OperationalError):
            indexer.work_once()
    assert tried == names
    assert indexer.work_once(), "it begins with the first again"


def test_messages_of_an_earlier_version_are_found(
    client: Any, say: Any, learner: Context, user: str
) -> None:
    say(*SAID)
    with database.transaction(learner.pool, user) as db:
        db.execute("delete from passages")
        db.execute("update users set indexed = false")
    say(("s1", "user", "The bicycle is in the cellar."))
    assert {"m7", "m8"} <= set(found(client, "bicycle"))
    assert found(client, "sister")[0] == "m2"
