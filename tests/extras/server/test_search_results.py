"""Searches of a fixed corpus find what they found, with the same scores, in the same order.

`search_results.json` has it. Where a change of the ranking is meant, copy the file that a failing
test names.
"""

import json
import random
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from llm_user_memory.server import database, meaning, worker
from llm_user_memory.server.calls import Context

from .conftest import Scripted, ScriptedEmbeddings, serving

RESULTS = Path(__file__).with_name("search_results.json")
START = datetime(2025, 11, 3, 6, 30, tzinfo=timezone.utc)

SENTENCES = (
    "My sister Ines sings in a choir in Porto.",
    "Thanks, Ana! That helped me with the bicycle.",
    "Ana, could you book the train to Lisbon for 7 March 2026?",
    "What do you think of the green Brompton, Tom?",
    "We chose Postgres for the shop, as Tom knows it.",
    "The dentist moved the appointment to Tuesday, 14 April 2026.",
    "Did the cat open the door again last night?",
    "I bought tyres, a pump and a lock for the bicycle.",
    "It rained, so the walk along the harbour was short.",
    "Die alten Häuser am Fluss wurden im Winter renoviert.",
    "昨日東京で自転車を買いました。明日は雨です。",
    "Minerva is the name of the cat, and she is three years old.",
    "How much does the database cost a month?",
    "It costs about forty euros, with backups.",
    "Bach at Christmas, and fado in the summer.",
    "You said the choir needs another alto.",
)
WORDS = (
    "boat garden kettle lantern market meadow orchard pepper quarry ribbon saddle timber violin "
    "walnut yarn zipper anchor basket candle drawer engine feather"
).split()

QUERIES: tuple[dict[str, Any], ...] = (
    {"query": "What is my sister called?"},
    {"query": "choir"},
    {"query": "Where does Ana sing?", "limit": 5},
    {"query": "Did Ana book the train for Tom?"},
    {"query": "which database did we choose for the shop"},
    {"query": '"green Brompton"'},
    {"query": '"the bicycle" -tyres pump'},
    {"query": "bicycle -Ana -lock"},
    {"query": "When is the dentist's appointment in April 2026?", "zone": "Europe/Oslo"},
    {"query": "what happened on 5 December 2025", "zone": "Asia/Tokyo"},
    {"query": "cat", "roles": ["assistant"], "limit": 7},
    {"query": "cat name", "channels": ["app"]},
    {"query": "kettle lantern", "sessions": ["s3", "s4", "s5"]},
    {"query": "the and of it", "limit": 4},
    {"query": "walnut", "without_session": "s2", "since": "2025-12-01", "zone": "Europe/Berlin"},
    {"query": "harbour walk", "since": "2025-11-20T00:00:00Z", "until": "2025-12-24T00:00:00Z"},
    {"query": "東京で自転車"},
    {"query": "renovierte Häuser", "limit": 6},
    {"query": "How much does it cost a month, did you say?"},
    {"query": " ".join(WORDS * 3), "limit": 6},
    {"query": "Minerva Minerva MINERVA cats doors opened"},
    {"query": "unheard", "limit": 3},
    {"query": "?"},
    {"query": "velocipede feline chorus"},
    {"query": "Tom"},
    {"query": "lighthouse hours"},
)

PROMPTS = (
    "What did I say about my sister Ines and the choir in Porto?",
    "Which bicycle tyres, pump and lock did I buy?",
    "Thanks!",
    "",
)
QUESTIONS = (
    {"question": "What is my sister's name?"},
    {"question": "What did Ana book?", "zone": "Asia/Tokyo"},
    {"question": "cat", "sessions": ["s1", "s2"]},
    {"question": "harbour", "since": "2025-11-20", "until": "2026-01-01", "zone": "UTC"},
)


def said(number: int) -> Iterator[dict[str, Any]]:
    """Yield so many messages, the same each time, of which every 40th is long."""
    drawn = random.Random(19)
    for n in range(number):
        filler = " ".join(drawn.choice(WORDS) for _ in range(drawn.randint(2, 14)))
        text = f"{drawn.choice(SENTENCES)} {filler}."
        if n % 40 == 17:
            text = f"{text} {f'The {filler} stood there all day. ' * 40}{drawn.choice(SENTENCES)}"
        session = f"s{n // 13}"
        yield {
            "id": f"m{n}", "session": session, "content": text,
            "channel": ("web", "app")[n // 13 % 2], "role": ("user", "assistant")[n % 2],
            "typed": n % 4 == 0, "said_at": (START + n * timedelta(hours=7, minutes=3)).isoformat(),
        }  # fmt: skip


def fill(client: Any, learner: Context, user: str, number: int) -> None:
    """Give the user the corpus, with records, and with something that they forgot."""
    given = list(said(number))
    for first in range(0, number, 100):
        sent = client.post("/v1/messages", json={"messages": given[first : first + 100]})
        assert sent.status_code == 201, sent.text
    facts = ("My name is Clara Bell", "Has a sister called Ines", "Minerva is the name of the cat",
             "Sister sings in a choir in Porto", "Chose Postgres for the shop")  # fmt: skip
    ids = [client.post("/v1/facts", json={"text": text}).json()["id"] for text in facts]
    client.delete(f"/v1/facts/{ids[3]}")
    stated = {"k1": "x " * 2_000 + "The lighthouse opens at nine.", "k2": "Hours of the choir: 8"}
    for name, text in stated.items():
        client.post("/v1/knowledge", json={"id": name, "title": "Hours", "text": text})
    for day in ("2025-12-05", "2026-01-09"):
        client.put(f"/v1/diary/{day}", json={"text": f"Walked to the harbour with Tom on {day}."})
    with database.transaction(learner.pool, user) as db:
        db.execute(
            "update facts f set said_at = '2025-12-01Z'::timestamptz + interval '1 s' * "
            "(select count(*) from facts o where o.place < f.place)"
        )
        db.execute("update facts set state = 'archived' where text like 'Minerva%'")
        db.execute("update knowledge set changed_at = timestamptz '2026-01-05 10:00Z'")
        db.execute("update sessions set summary = 'About a choir, and ' || session_id "
                   "where session_id in ('s1', 's4')")  # fmt: skip


def searched(client: Any, query: dict[str, Any]) -> dict[str, list[str]]:
    """What a search finds, on its first two pages."""
    pages = []
    for _ in range(2):
        answer = client.post("/v1/search", json=query)
        assert answer.status_code == 200, answer.text
        pages.append(answer.json())
        if pages[-1]["next"] is None:
            break
        query = {**query, "cursor": pages[-1]["next"]}
    return {
        "passages": [
            f"{p['message']} {p['session']} {p['channel']} {p['role'][0]} {p['typed']:d} "
            f"{p['score']} {p['share']} {p['nearness']} {len(p['text'])}"
            for page in pages
            for p in page["passages"]
        ],
        "records": [
            f"{r['kind']} {r['share']} {r['at']} {r['text'][-40:]}" for r in pages[0]["records"]
        ],
    }


def results(client: Any, model: Scripted, *, ask: bool) -> dict[str, Any]:
    """All that is found in the corpus, for each request as JSON."""
    found: dict[str, Any] = {json.dumps(query): searched(client, query) for query in QUERIES}
    for prompt in PROMPTS:
        told = client.post("/v1/context", json={"prompt": prompt, "tokens": 800}).json()
        found[f"context: {prompt}"] = [*told["text"].splitlines(), *told["messages"]]
    for question in QUESTIONS if ask else ():
        model.requests.clear()
        assert client.post("/v1/answer", json=question).status_code == 200
        found[f"answer: {json.dumps(question)}"] = [
            line for request in model.requests for line in request.splitlines() if line[:1] == "["
        ]
    return found


@pytest.fixture
def compare(tmp_path: Path) -> Callable[[str, dict[str, Any]], None]:
    """Compare what was found with what is to be found, under a name."""

    def compared(name: str, found: dict[str, Any]) -> None:
        known = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
        made = tmp_path / "search_results.json"
        lines = json.dumps({**known, name: found}, indent=0, ensure_ascii=False, sort_keys=True)
        made.write_text(lines + "\n")
        for about, each in known.get(name, {}).items():
            assert found[about] == each, f"{name}: {about}; all that was found is in {made}"
        assert found == known.get(name), f"all that was found is in {made}"

    return compared


@pytest.mark.parametrize("language", ["simple", "german"])
def test_by_words(
    postgres: Any, learner: Context, user: str, model: Scripted, compare: Any, language: str
) -> None:
    model.answers["<records>"] = "NOT FOUND\nSEARCH: kettle walnut\nSEARCH: Ana train"
    with serving(postgres.urls(), model=model.id) as served, served.client(user) as client:
        fill(client, learner, user, 312)
        if language != "simple":
            client.patch("/v1/user", json={"language": language})
        compare(f"words, {language}", results(client, model, ask=language == "simple"))


def test_by_meaning(
    postgres: Any,
    learner: Context,
    user: str,
    model: Scripted,
    meanings: ScriptedEmbeddings,
    compare: Any,
) -> None:
    model.answers["<records>"] = "NOT FOUND\nSEARCH: velocipede"
    made = meaning.embedder(meanings.id)
    with (
        serving(postgres.urls(), model=model.id, embedder=made.id) as served,
        served.client(user) as client,
    ):
        fill(client, learner, user, 80)
        with database.transaction(learner.pool, user) as db:
            db.execute("update embedding_jobs set due_at = '2000-01-01Z'")
        while worker.embedder(learner, made).work_once():
            pass
        compare("meaning", results(client, model, ask=True))
