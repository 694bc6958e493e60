"""The answer to a deletion names all that still says it."""

from typing import Any

import pytest

from llm_user_memory.server import database
from llm_user_memory.server.calls import Context

SAID = "I live in Reykjavik with my cat Minerva."


def add_fact(client: Any, text: str) -> str:
    answer = client.post("/v1/facts", json={"text": text})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def say(client: Any, **messages: str) -> None:
    given = [
        {"id": name, "session": f"of {name}", "role": "user", "content": text}
        for name, text in messages.items()
    ]
    assert client.post("/v1/messages", json={"messages": given}).status_code == 201


def summarise(learner: Context, user: str, session: str, text: str) -> None:
    with database.transaction(learner.pool, user) as db:
        db.execute(
            "update sessions set summary = %s, summarised_at = now() where session_id = %s",
            (text, session),
        )


@pytest.mark.parametrize(
    ("forgotten", "other", "is_named"),
    [
        ("Lives in Oslo", "Moved to Oslo in 2020", True),
        ("Lives in Oslo", "Works at an Oslo bank", True),
        ("Lives in Oslo", "Lives with a cat", False),
        ("Lives in Oslo", "Likes tea", False),
        ("Likes green tea", "Drinks green tea every morning", True),
        ("Likes green tea", "Drinks black tea", False),
        ("Works at Acme as a plumber", "Left Acme in spring", True),
    ],
)
def test_facts_that_tell_of_the_same_as_a_forgotten_one(
    client: Any, forgotten: str, other: str, is_named: bool
) -> None:
    fact, kept = add_fact(client, forgotten), add_fact(client, other)
    left = client.delete(f"/v1/facts/{fact}").json()["left_facts"]
    assert left == ([kept] if is_named else [])


def test_what_a_fact_said_before_is_named(client: Any) -> None:
    changed, gone = add_fact(client, "Lives in Oslo"), add_fact(client, "Was born in Oslo")
    client.patch(f"/v1/facts/{changed}", json={"text": "Lives in Bergen"})
    assert client.delete(f"/v1/facts/{gone}").json()["left_facts"] == [changed]


@pytest.mark.parametrize("path", ["/v1/messages", "/history"])
def test_what_still_says_what_a_message_said(
    client: Any, learner: Context, user: str, path: str
) -> None:
    say(client, m0=SAID, m1="So you live in Reykjavik with a cat, Minerva?", m2="It rained.")
    fact = add_fact(client, "Lives in Reykjavik with the cat Minerva")
    client.post("/v1/knowledge", json={"id": "k1", "text": SAID})
    client.put("/v1/diary/2026-03-01", json={"text": f"Today: {SAID}"})
    summarise(learner, user, "of m1", "They live in Reykjavik, with a cat named Minerva.")
    named = {"session": "of m0"} if path == "/v1/messages" else {"session_id": "of m0"}
    told = client.delete(path, params=named).json()
    assert (told["left"], told["left_facts"], told["left_summaries"]) == (
        ["m1"],
        [fact],
        ["of m1"],
    )
    assert (told["left_knowledge"], told["left_diary"]) == (["k1"], ["2026-03-01"])
    assert (told["deleted"]["messages"], told["left_rows"]) == (1, [])


def test_small_talk_leaves_nothing(client: Any) -> None:
    say(client, m0="Hello!", m1="Hello!", m2="Thanks, great.", m3="Thanks!")
    told = client.delete("/v1/messages", params={"session": "of m0"}).json()
    assert (told["left"], told["left_facts"]) == ([], [])
