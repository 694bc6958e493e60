"""Knowledge: what is stated rather than learned, over HTTP."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest

from .conftest import Served, pages, rows_with, serving

HOURS = {"title": "Opening hours", "text": "The shop is open from 9 to 17.", "tags": ["shop"]}


def add(client: Any, **fields: Any) -> str:
    answer = client.post("/v1/knowledge", json={**HOURS, **fields})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def ids(client: Any, **params: Any) -> list[str]:
    answer = client.get("/v1/knowledge", params=params)
    assert answer.status_code == 200, answer.text
    return [each["id"] for each in answer.json()["knowledge"]]


def test_it_is_added_and_read(client: Any) -> None:
    made = add(client, channel="web")
    [found] = client.get("/v1/knowledge").json()["knowledge"]
    assert {name: found[name] for name in HOURS} == HOURS
    assert (found["id"], found["channel"]) == (made, "web")
    assert datetime.fromisoformat(found["created_at"]).tzinfo is not None
    assert client.get(f"/v1/knowledge/{made}").json() == found


def test_an_id_of_yours_is_added_once(client: Any) -> None:
    for status in ("created", "known"):
        answer = client.post("/v1/knowledge", json={**HOURS, "id": "faq/7"})
        assert (answer.status_code, answer.json()) == (201, {"id": "faq/7", "status": status})
    other = client.post("/v1/knowledge", json={**HOURS, "id": "faq/7", "text": "Never open."})
    assert other.status_code == 409
    assert client.get("/v1/knowledge/faq/7").json()["text"] == HOURS["text"]


def test_the_same_at_once_is_added_once(served: Served, user: str) -> None:
    def write(_number: int) -> str:
        with served.client(user) as client:
            return str(client.post("/v1/knowledge", json={**HOURS, "id": "one"}).json()["status"])

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(write, range(16))) == ["created", *["known"] * 15]


def test_it_is_listed_by_channel_tag_and_time_in_pages(client: Any) -> None:
    for n in range(7):
        add(client, id=f"k{n}", channel="ab"[n % 2], tags=[f"t{n % 3}", "all", "all"])
    assert ids(client) == [f"k{n}" for n in range(7)]
    assert ids(client, channel="b") == ["k1", "k3", "k5"]
    assert ids(client, tag="t2") == ["k2", "k5"]
    assert ids(client, tag="all", channel="a", order="newest") == ["k6", "k4", "k2", "k0"]
    assert client.get("/v1/knowledge/k0").json()["tags"] == ["t0", "all"]
    middle = client.get("/v1/knowledge/k3").json()["created_at"]
    assert ids(client, since=middle) == ["k3", "k4", "k5", "k6"]
    assert ids(client, until=middle) == ["k0", "k1", "k2"]
    for order in ("oldest", "newest"):
        found = pages(client, "/v1/knowledge", limit=2, order=order)
        seen = [each["id"] for page in found for each in page["knowledge"]]
        assert seen == sorted(seen, reverse=order == "newest") and len(seen) == 7


def test_it_is_changed(client: Any) -> None:
    made = add(client)
    before = client.get(f"/v1/knowledge/{made}").json()
    changed = client.patch(f"/v1/knowledge/{made}", json={"text": "Closed.", "tags": []})
    assert changed.json() == {"id": made, "status": "changed"}
    after = client.get(f"/v1/knowledge/{made}").json()
    assert after["text"] == "Closed." and after["tags"] == []
    assert after["title"] == HOURS["title"] and after["created_at"] == before["created_at"]
    assert after["changed_at"] > before["changed_at"]
    same = client.patch(f"/v1/knowledge/{made}", json={"text": "Closed."})
    assert same.json() == {"id": made, "status": "known"}
    assert client.get(f"/v1/knowledge/{made}").json() == after
    assert client.patch("/v1/knowledge/none", json={"text": "x"}).status_code == 404


def test_nothing_of_what_is_deleted_is_left(client: Any, served: Served) -> None:
    answer = client.post(
        "/v1/knowledge", json={**HOURS, "text": "quokkas"}, headers={"Idempotency-Key": "a"}
    )
    made = answer.json()["id"]
    patch = client.patch(
        f"/v1/knowledge/{made}", json={"title": "On quokkas"}, headers={"Idempotency-Key": "b"}
    )
    assert patch.status_code == 200
    assert client.delete(f"/v1/knowledge/{made}").json()["deleted"] == {"knowledge": 1}
    assert client.get(f"/v1/knowledge/{made}").status_code == 404
    assert client.delete(f"/v1/knowledge/{made}").status_code == 404
    assert rows_with(served, "quokkas") == []


def test_forgetting_a_fact_names_the_knowledge_that_says_it(client: Any) -> None:
    add(client, id="k1", title="About Ada", text="She plays the cello in an orchestra.")
    add(client, id="k2", title="Plays", text="the cello.")
    add(client, id="k3", title="The cello", text="An instrument with four strings.")
    fact = client.post("/v1/facts", json={"text": "Plays the cello"}).json()["id"]
    answer = client.delete(f"/v1/facts/{fact}").json()
    assert answer["left"] == [] and sorted(answer["left_knowledge"]) == ["k1", "k2"]


def test_it_is_found_until_it_is_deleted(client: Any) -> None:
    def found(query: str) -> list[tuple[str, str]]:
        records = client.post("/v1/search", json={"query": query}).json()["records"]
        return [(each["kind"], each["id"]) for each in records]

    add(client, id="k1", title="Parking", text="Behind the church.")
    add(client, id="k2")
    assert found("Where is parking?") == found("near the church") == [("knowledge", "k1")]
    client.patch("/v1/knowledge/k1", json={"text": "Beside the station."})
    assert found("near the church") == [] and found("the station") == [("knowledge", "k1")]
    client.delete("/v1/knowledge/k1")
    assert found("Where is parking?") == found("the station") == []


def test_an_export_has_it(client: Any) -> None:
    add(client, id="k1")
    lines = [json.loads(line) for line in client.get("/v1/export").text.splitlines()]
    [line] = [each for each in lines if each["kind"] == "knowledge"]
    assert {name: line[name] for name in HOURS} == HOURS


def test_it_counts_to_what_a_user_may_store(postgres: Any, user: str) -> None:
    with serving(postgres.urls(), daily_bytes=5_000) as served, served.client(user) as client:
        made = add(client, text="x" * 4_000)
        again = client.post("/v1/knowledge", json={**HOURS, "text": "x" * 4_000})
        assert again.status_code == 429
        longer = client.patch(f"/v1/knowledge/{made}", json={"text": "y" * 4_000})
        assert longer.status_code == 429
        assert client.get(f"/v1/knowledge/{made}").json()["text"] == "x" * 4_000


@pytest.mark.parametrize(
    "fields",
    [
        {"text": ""},
        {"text": "a\0b"},
        {"text": "x" * 100_001},
        {"title": "x" * 301},
        {"tags": [f"t{n}" for n in range(21)]},
        {"tags": [""]},
        {"tags": ["a\nb"]},
        {"tags": "shop"},
        {"id": ""},
        {"id": "x" * 201},
        {"channel": "a\u202eb"},
        {"source": "me"},
    ],
)
def test_what_is_refused(client: Any, fields: dict[str, Any]) -> None:
    assert client.post("/v1/knowledge", json={**HOURS, **fields}).status_code == 422
    made = add(client)
    if "id" not in fields:
        assert client.patch(f"/v1/knowledge/{made}", json=fields).status_code == 422
    assert client.patch(f"/v1/knowledge/{made}", json={}).status_code == 422
    assert ids(client) == [made]


def test_a_deleted_user_has_none(client: Any, user: str) -> None:
    add(client)
    answer = client.delete("/v1/user", params={"confirm": user})
    assert answer.json()["deleted"]["knowledge"] == 1 and answer.json()["left"] == []
    assert ids(client) == []


def test_times_without_an_offset_are_refused(client: Any) -> None:
    made = datetime.now() - timedelta(days=1)
    answer = client.get("/v1/knowledge", params={"since": made.isoformat()})
    assert answer.status_code == 422
