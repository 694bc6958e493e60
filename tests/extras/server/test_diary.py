"""The diary: one entry a day, over HTTP."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from .conftest import Served, pages, rows_with, serving

DAY = "2026-03-01"
RAMEN = {"text": "Tried a new ramen shop.", "metadata": {"mood": "happy", "stars": 5}}


def write(client: Any, day: str = DAY, **fields: Any) -> Any:
    return client.put(f"/v1/diary/{day}", json={**RAMEN, **fields})


def days(client: Any, **params: Any) -> list[str]:
    answer = client.get("/v1/diary", params=params)
    assert answer.status_code == 200, answer.text
    return [each["day"] for each in answer.json()["entries"]]


def test_a_day_has_one_entry_which_is_replaced(client: Any) -> None:
    assert write(client).json() == {"day": DAY, "status": "created"}
    first = client.get(f"/v1/diary/{DAY}").json()
    assert {name: first[name] for name in RAMEN} == RAMEN
    assert write(client).json() == {"day": DAY, "status": "known"}
    assert client.get(f"/v1/diary/{DAY}").json() == first
    assert write(client, text="Stayed in.", metadata={}).json()["status"] == "changed"
    [second] = client.get("/v1/diary").json()["entries"]
    assert (second["text"], second["metadata"]) == ("Stayed in.", {})
    assert second["created_at"] == first["created_at"] < second["changed_at"]


def test_many_writers_of_a_day_leave_one_entry(served: Served, user: str) -> None:
    def put(number: int) -> str:
        with served.client(user) as client:
            return str(write(client, text=f"words {number}").json()["status"])

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(put, range(16))) == [*["changed"] * 15, "created"]
    with served.client(user) as client:
        assert days(client) == [DAY]


def test_days_are_listed_in_pages(client: Any) -> None:
    all_days = [f"2026-03-{n:02}" for n in range(1, 8)]
    for day in reversed(all_days):
        write(client, day)
    assert days(client) == all_days
    assert days(client, order="newest", limit=2) == all_days[:-3:-1]
    assert days(client, since="2026-03-03", until="2026-03-05") == all_days[2:4]
    for order in ("oldest", "newest"):
        found = pages(client, "/v1/diary", limit=3, order=order)
        seen = [each["day"] for page in found for each in page["entries"]]
        assert seen == sorted(all_days, reverse=order == "newest")


def test_nothing_of_what_is_deleted_or_replaced_is_left(client: Any, served: Served) -> None:
    def put(key: str, text: str) -> None:
        body = {"text": text, "metadata": {"about": text}}
        answer = client.put(f"/v1/diary/{DAY}", json=body, headers={"Idempotency-Key": key})
        assert answer.status_code == 200

    put("a", "saw numbats")
    put("b", "saw dingoes")
    assert rows_with(served, "numbats") == []
    assert client.delete(f"/v1/diary/{DAY}").json()["deleted"] == {"diary": 1}
    assert rows_with(served, "dingoes") == []
    assert client.delete(f"/v1/diary/{DAY}").status_code == 404
    assert client.get(f"/v1/diary/{DAY}").status_code == 404


def test_forgetting_a_fact_names_the_days_that_say_it(client: Any) -> None:
    write(client, text="Played the cello all day.")
    write(client, "2026-03-02", text="It rained.")
    fact = client.post("/v1/facts", json={"text": "Plays the cello"}).json()["id"]
    assert client.delete(f"/v1/facts/{fact}").json()["left_diary"] == [DAY]


def test_it_is_found_until_it_is_deleted(client: Any) -> None:
    def found(**more: str) -> list[tuple[str, str]]:
        asked = {"query": "When did I have ramen?", **more}
        records = client.post("/v1/search", json=asked).json()["records"]
        return [(each["kind"], each["id"]) for each in records]

    write(client)
    write(client, "2026-03-02", text="It rained.")
    assert found() == found(since="2026-03-01", until="2026-03-02", zone="UTC") == [("diary", DAY)]
    assert found(since="2026-03-02", zone="UTC") == []
    for zone in ("America/New_York", "Asia/Tokyo", "+14:00"):  # a day is one of the calendar
        assert found(since="2026-03-01", until="2026-03-02", zone=zone) == [("diary", DAY)]
        assert found(since="2026-03-01T18:00:00", zone=zone) == [("diary", DAY)]
        assert found(since="2026-03-02", zone=zone) == []
        assert found(until="2026-03-01", zone=zone) == []
    client.delete(f"/v1/diary/{DAY}")
    assert found() == []


def test_an_export_has_it(client: Any) -> None:
    write(client)
    lines = [json.loads(line) for line in client.get("/v1/export").text.splitlines()]
    [line] = [each for each in lines if each["kind"] == "diary"]
    assert (line["day"], line["text"], line["metadata"]) == (DAY, *RAMEN.values())


def test_it_counts_to_what_a_user_may_store(postgres: Any, user: str) -> None:
    with serving(postgres.urls(), daily_bytes=5_000) as served, served.client(user) as client:
        assert write(client, text="x" * 4_000).status_code == 200
        assert write(client, text="y" * 4_000).status_code == 429
        assert client.get(f"/v1/diary/{DAY}").json()["text"] == "x" * 4_000


@pytest.mark.parametrize(
    "day",
    ["2026-3-1", "20260301", "2026-02-30", "2026-W09-7", "today", "1899-12-31", "2200-01-01",
     "2026-03-01T00:00:00Z", "1772323200", "٢٠٢٦-03-01", "-2026-03-01", "2026-03-01%20", "%27"],
)  # fmt: skip
def test_what_is_no_day_is_refused(client: Any, day: str) -> None:
    for method in ("GET", "PUT", "DELETE"):
        body = json.dumps(RAMEN) if method == "PUT" else None
        assert client.request(method, f"/v1/diary/{day}", content=body).status_code == 422
    for name in ("since", "until", "cursor"):
        assert client.get(f"/v1/diary?{name}={day}").status_code == 422


@pytest.mark.parametrize(
    "fields",
    [
        {"text": ""},
        {"text": "a\0b"},
        {"text": "x" * 100_001},
        {"metadata": {"a": {"b": 1}}},
        {"metadata": {f"m{n}": 1 for n in range(33)}},
        {"when": DAY},
    ],
)
def test_what_is_refused(client: Any, fields: dict[str, Any]) -> None:
    assert write(client, **fields).status_code == 422
    assert days(client) == []
