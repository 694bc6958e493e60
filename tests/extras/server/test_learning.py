"""Learning: what becomes a fact, with proof, and what waits, is forgotten, or is deleted."""

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from itertools import pairwise
from typing import Any

import psycopg
import pytest

from llm_user_memory.checks import with_archive
from llm_user_memory.checks.guard import CheckContext
from llm_user_memory.server import database, erasing, jobs, keys, known, learning, messages, worker
from llm_user_memory.server.calls import Context

from .conftest import Scripted, Served, buffers, make_due, pages, rows_with, serving

START = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)
OSLO = "I live in Oslo and I play the cello."
THERE = "Lives in Madagascar"
COLLECTED = [f"{first}{last}" for first in "bcdfghklm" for last in ("agles", "ottles", "inders")]


def edit(op: str, quote: str, new: str = "", old: str = "", section: str = "") -> dict[str, str]:
    section = section or "Personal Information"
    return {"op": op, "quote": quote, "section": section, "old": old, "new": new}


def answer(*edits: dict[str, str], summary: str = "They spoke.") -> dict[str, Any]:
    return {"edits": edits, "summary": summary}


def now() -> str:
    """A time after that of any fact that was added."""
    return datetime.now(timezone.utc).isoformat()


@pytest.fixture
def say(client: Any) -> Callable[..., None]:
    count = iter(range(1_000))

    def said(content: str, session: str = "s1", role: str = "user", **fields: Any) -> None:
        number = next(count)
        given = {
            "id": f"m{number}", "session": session, "role": role, "content": content,
            "typed": role == "user", "said_at": (START + timedelta(minutes=number)).isoformat(),
            **fields,
        }  # fmt: skip
        assert client.post("/v1/messages", json={"messages": [given]}).status_code == 201

    return said


@pytest.fixture
def learn(learner: Context, user: str) -> Callable[[], int]:
    """Make everything due, in its order, and learn from it; returns from how many sessions."""

    def learned() -> int:
        with database.transaction(learner.pool, user) as db:
            make_due(db)
        number = 0
        while jobs_of(learner, user, "due_at <= now()") and worker.learner(learner).work_once():
            number += 1
        return number

    return learned


def jobs_of(learner: Context, user: str, where: str = "true") -> list[Any]:
    with database.transaction(learner.pool, user) as db:
        return db.execute(f"select * from jobs where {where}").fetchall()


def texts(client: Any, **params: str) -> list[str]:
    return [each["text"] for each in client.get("/v1/facts", params=params).json()["facts"]]


def fact_id(client: Any, text: str) -> str:
    facts = client.get("/v1/facts", params={"limit": 500}).json()["facts"]
    return next(each["id"] for each in facts if each["text"] == text)


def test_a_session_is_learned_from_and_summarised_with_one_request(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    say(OSLO)
    say("How nice.", role="assistant")
    model.answers["Oslo"] = answer(
        edit("add", "I live in Oslo", "Lives in Oslo"),
        edit("add", "I play the cello", "Plays the cello", section="Interests"),
        edit("add", "I live in Oslo", "Works at a bank"),
        summary="Where the user lives, and what they play.",
    )
    assert learn() == 1
    assert len(model.requests) == 1
    assert texts(client) == ["Lives in Oslo", "Plays the cello"], "what has no proof is refused"
    profile = client.get("/v1/profile").json()
    assert "- Lives in Oslo\n" in profile["markdown"]
    assert [each["name"] for each in profile["sections"]] == ["Personal Information", "Interests"]
    assert client.get("/v1/sessions/s1").json()["summary"].startswith("Where the user lives")
    why = client.get(f"/v1/facts/{fact_id(client, 'Lives in Oslo')}/why").json()
    assert [(each["quote"], each["message"]) for each in why["said"]] == [("I live in Oslo", "m0")]
    assert learn() == 0, "nothing is learned twice"
    say("Thanks!")
    assert learn() == 1
    assert OSLO not in model.requests[-1]
    assert "Where the user lives" in model.requests[-1], "the earlier summary is told"


@pytest.mark.parametrize(
    "fields", [{"typed": False}, {"role": "assistant"}, {"role": "system"}, {"role": "tool"}]
)
def test_only_what_was_declared_as_typed_is_learned_from(
    client: Any, model: Scripted, say: Any, learn: Any, fields: dict[str, Any]
) -> None:
    say(OSLO, **fields)
    say("What now?")
    model.answers["What now?"] = answer(edit("add", "I live in Oslo", "Lives in Oslo"))
    learn()
    assert texts(client) == []


def test_what_is_typed_after_a_long_paste_is_learned_and_nothing_of_the_paste(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    paste = "I live in Zanzibar and I sell octopus to the boats of the west.\n" * 600
    say(f"can you look at this?\n\n{paste}so i run this on my thinkpad, what is wrong?")
    model.answers["thinkpad"] = answer(
        edit("add", "i run this on my thinkpad", "Uses a ThinkPad", section="Interests"),
        edit("add", "I live in Zanzibar", "Lives in Zanzibar"),
    )
    learn()
    assert texts(client) == ["Uses a ThinkPad"]
    assert not any("Zanzibar" in text for text in model.requests)


def test_a_session_of_others_words_is_summarised_only(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    say(OSLO, typed=False)
    model.answers["Write a summary"] = "About Oslo."
    learn()
    assert client.get("/v1/sessions/s1").json()["summary"] == "About Oslo."


def test_a_long_session_is_learned_from_whole(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    """A request has room for some of it; the rest is of the next."""
    said = [f"I collect {word}. {'It is late and it rains. ' * 50}" for word in COLLECTED]
    for line in said:
        say(line)

    def learned() -> Any:
        found = [word for word in COLLECTED if f"I collect {word}." in model.requests[-1]]
        quotes = [f"I collect {word}" for word in found]
        return answer(
            *(edit("add", quote, f"Collects {quote[10:]}", section="Interests") for quote in quotes)
        )

    model.answers["I collect"] = learned
    assert learn() > 1
    assert sorted(texts(client)) == sorted(f"Collects {word}" for word in COLLECTED)
    assert all(len(text) < 32_000 for text in model.requests)


@pytest.mark.parametrize("supports_schema", [True, False])
def test_lines_are_understood_as_well_as_json(
    client: Any, model: Scripted, say: Any, learn: Any, supports_schema: bool
) -> None:
    say(OSLO)
    model.answers["Oslo"] = (
        answer(edit("add", "I live in Oslo", "Lives in Oslo"), summary="About Oslo.")
        if supports_schema
        else 'ADD Personal Information | Lives in Oslo | "I live in Oslo"\nSUMMARY: About Oslo.'
    )
    learn()
    assert texts(client) == ["Lives in Oslo"]
    assert client.get("/v1/sessions/s1").json()["summary"] == "About Oslo."


def test_secrets_go_to_no_model_and_into_no_summary(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    say("My password is hunter2-Xy9! and I live in Oslo.")
    say("Your password hunter2-Xy9! is noted.", role="assistant")
    model.answers["Oslo"] = answer(summary="The password is hunter2-Xy9!, as told.")
    learn()
    assert model.requests and not any("hunter2" in text for text in model.requests)
    assert "hunter2" not in client.get("/v1/sessions/s1").text


def test_a_change_keeps_its_history(client: Any, model: Scripted, say: Any, learn: Any) -> None:
    say(OSLO)
    model.answers["Oslo"] = answer(edit("add", "I live in Oslo", "Lives in Oslo"))
    learn()
    say("We moved, I live in Bergen now.", session="s2")
    model.answers = {
        "Bergen": answer(
            edit("replace", "I live in Bergen now", "Lives in Bergen", "Lives in Oslo")
        )
    }
    learn()
    assert texts(client) == ["Lives in Bergen"]
    fact = fact_id(client, "Lives in Bergen")
    events = client.get(f"/v1/facts/{fact}/history").json()["events"]
    assert [(each["op"], each["text"], each["message"]) for each in events] == [
        ("add", "Lives in Oslo", "m0"),
        ("replace", "Lives in Bergen", "m1"),
    ]
    said = client.get(f"/v1/facts/{fact}/why").json()["said"]
    assert [each["message"] for each in said] == ["m1"]


def test_what_happened_to_a_fact_has_pages(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    model.answers["Oslo"] = answer(edit("add", "I live in Oslo", "Lives in Oslo"))
    for number in range(5):
        say("I live in Oslo.", session=f"s{number}")
        assert learn() == 1
    fact = fact_id(client, "Lives in Oslo")
    client.patch(f"/v1/facts/{fact}", json={"text": "Lives in Oslo!"})  # manually: no message
    happened = list(pages(client, f"/v1/facts/{fact}/history", limit=2))
    assert [[each["op"] for each in page["events"]] for page in happened] == [
        ["add", "again"], ["again", "again"], ["again", "edit"],
    ]  # fmt: skip
    said = list(pages(client, f"/v1/facts/{fact}/why", limit=2))
    assert [[each["message"] for each in page["said"]] for page in said] == [
        ["m4", "m3"], ["m2", "m1"], ["m0"],
    ]  # fmt: skip
    assert {page["text"] for page in said} == {"Lives in Oslo!"}
    for path in ("history", "why"):
        refused = client.get(f"/v1/facts/{fact}/{path}", params={"cursor": "bm9uZQ"})
        assert refused.status_code == 400


def test_how_often_a_fact_was_said_again_costs_no_later_session_more(
    model: Scripted, say: Any, learn: Any, learner: Context, user: str
) -> None:
    say(OSLO)
    model.answers["Oslo"] = answer(edit("add", "I live in Oslo", "Lives in Oslo"))
    learn()

    def cost() -> tuple[int, CheckContext]:
        with database.transaction(learner.pool, user) as db:
            facts = known.load(db)
            ids = [fact.id for fact in facts]
            return buffers(db, known._LAST_QUOTES, ids), known.context(db, facts)

    once, context = cost()
    with database.transaction(learner.pool, user) as db:
        db.execute(
            "insert into events (fact_id, op, text, quote, at) select fact_id, 'again', text, "
            "'said ' || k, at from events, generate_series(1, 5000) k"
        )
    often, after = cost()
    assert often < once + 20
    assert context.learned == {"lives in oslo": "I live in Oslo"}
    assert after.learned == {"lives in oslo": "said 5000"}


def test_what_only_the_user_can_decide_waits(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    client.post("/v1/facts", json={"text": "Lives in Oslo"})
    say("I moved to Bergen last week.", said_at=now())
    model.answers["Bergen"] = answer(
        edit("replace", "I moved to Bergen last week", "Lives in Bergen", "Lives in Oslo")
    )
    learn()
    waiting = client.get("/v1/review").json()["waiting"]
    assert waiting, client.get("/v1/facts").text
    for each in waiting:
        answered = client.post(f"/v1/review/{each['id']}", json={"accept": False})
        assert answered.json() == {"accepted": False, "fact": None}
    assert client.get("/v1/review").json()["waiting"] == []
    assert "Lives in Oslo" in texts(client)
    assert client.post("/v1/review/none", json={"accept": True}).status_code == 404


def test_an_accepted_edit_is_made(client: Any, model: Scripted, say: Any, learn: Any) -> None:
    client.post("/v1/facts", json={"text": "Keeps bees"})
    say("I live in Bergen, no more bees.")
    model.answers["bees"] = answer(
        edit("replace", "I live in Bergen", "Lives in Bergen", "Keeps bees")
    )
    learn()
    for each in client.get("/v1/review").json()["waiting"]:
        client.post(f"/v1/review/{each['id']}", json={"accept": True})
    assert "Lives in Bergen" in texts(client)


def test_a_forgotten_fact_does_not_come_back(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    say(OSLO)
    model.answers["Oslo"] = answer(
        edit("add", "I live in Oslo", "Lives in Oslo"), summary="They live in Oslo. They play."
    )
    learn()
    gone = client.delete(f"/v1/facts/{fact_id(client, 'Lives in Oslo')}").json()
    assert gone["deleted"] == {"facts": 1, "review": 0, "summaries": 1}
    assert gone["left"] == ["m0"], "the message still says it, and the answer tells"
    assert client.get("/v1/sessions/s1").json()["summary"] is None
    say("And now?")
    model.answers = {"And now": model.answers["Oslo"]}
    model.answers["And now"]["edits"] = [edit("add", "I live in Oslo", "Lives in Oslo")]
    learn()
    assert texts(client) == []
    assert "Oslo" not in str(client.get("/v1/sessions/s1").json()["summary"])
    say("I said that I live in Oslo.", session="s3")
    model.answers = {"I said": answer(edit("add", "I live in Oslo", "Lives in Oslo"))}
    learn()
    assert texts(client) == []
    assert client.post("/v1/facts", json={"text": "Lives in Oslo"}).status_code == 201


def test_deleting_messages_takes_along_what_rests_on_them(
    client: Any, model: Scripted, say: Any, learn: Any, learner: Context, user: str
) -> None:
    say(OSLO)
    model.answers["Oslo"] = answer(
        edit("add", "I live in Oslo", "Lives in Oslo"),
        edit("add", "I play the cello", "Plays the cello", section="Interests"),
    )
    learn()
    say("As I said, I play the cello every day.", session="s2")
    model.answers = {
        "every day": answer(edit("add", "I play the cello", "Plays the cello", section="Interests"))
    }
    learn()
    client.post("/v1/facts", json={"text": "Keeps bees"})
    deleted = client.delete("/v1/messages", params={"session": "s1"}).json()["deleted"]
    assert deleted == {"messages": 1, "summaries": 1, "review": 0, "facts": 1, "sessions": 1}
    assert texts(client) == ["Plays the cello", "Keeps bees"], "said elsewhere, and the user's own"
    with database.transaction(learner.pool, user) as db:
        for table in ("messages", "sessions", "events", "facts", "review", "jobs", "idempotency"):
            rows = db.execute(f"select to_jsonb(t)::text as row from {table} t").fetchall()
            assert not [row for row in rows if "Oslo" in row["row"]], table


def test_a_session_whose_summary_was_deleted_is_summarised_again_and_not_learned_from(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    say(OSLO)
    say("My bank is in Narvik.")
    model.answers["Oslo"] = answer(
        edit("add", "I live in Oslo", "Lives in Oslo"), summary="Oslo, and a bank in Narvik."
    )
    learn()
    client.delete("/v1/messages", params={"id": "m1"})
    assert client.get("/v1/sessions/s1").json()["summary"] is None
    model.answers = {"Write a summary": "They live in Oslo."}
    assert learn() == 1
    assert "Narvik" not in model.requests[-1]
    assert client.get("/v1/sessions/s1").json()["summary"] == "They live in Oslo."
    fact = client.get(f"/v1/facts/{fact_id(client, 'Lives in Oslo')}").json()
    assert fact["times"] == 1, "it is not said twice"
    assert learn() == 0
    model.answers = {"Write a summary": ""}
    client.delete(f"/v1/facts/{fact['id']}")
    assert learn() == 1 and learn() == 0, "an empty summary is not asked for again"


def test_a_deleted_message_leaves_what_was_known_without_it(
    served: Served, client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    client.post("/v1/facts", json={"text": "Lives in Oslo"})
    say("I play the cello.")
    model.answers["cello"] = answer(edit("add", "I play the cello", "Plays the cello"))
    learn()
    say("I live in Madagascar now.", session="s2", said_at=now())
    say("I no longer play the cello.", session="s3", said_at=now())
    model.answers = {  # in this order: what is known by then is in the second request
        "longer play": answer(edit("remove", "I no longer play the cello", old="Plays the cello")),
        "Madagascar": answer(edit("replace", "I live in Madagascar now", THERE, "Lives in Oslo")),
    }
    learn()
    assert texts(client) == [THERE]
    for session in ("s2", "s3"):
        deleted = client.delete("/v1/messages", params={"session": session}).json()
        assert (deleted["deleted"]["facts"], deleted["left"]) == (0, [])
    facts = client.get("/v1/facts").json()["facts"]
    found = [(each["text"], each["own"], each["state"]) for each in facts]
    assert found == [("Lives in Oslo", True, "active"), ("Plays the cello", False, "active")]
    assert rows_with(served, "Madagascar") == []
    assert client.delete("/v1/messages", params={"id": "m0"}).json()["deleted"]["facts"] == 1
    assert texts(client) == ["Lives in Oslo"]


def test_a_deleted_message_brings_nothing_back_that_was_forgotten_or_is_there(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    for before, name in (("Lives in Oslo", "Bergen"), ("Plays the cello", "oboe")):
        client.post("/v1/facts", json={"text": before})
        after = before.replace("Oslo", "Bergen").replace("cello", "oboe")
        quote = f"I {after.lower().replace('lives', 'live').replace('plays', 'play')} now"
        say(f"{quote.replace('bergen', 'Bergen')}.", said_at=now())
        quote = quote.replace("bergen", "Bergen")
        model.answers = {name: answer(edit("replace", quote, after, before))}
        learn()
    assert sorted(texts(client)) == ["Lives in Bergen", "Plays the oboe"]
    client.post("/v1/facts", json={"text": "Lives in Oslo"})
    cello = client.post("/v1/facts", json={"text": "Plays the cello"}).json()["id"]
    client.delete(f"/v1/facts/{cello}")
    assert client.delete("/v1/messages", params={"session": "s1"}).json()["deleted"]["facts"] == 2
    assert texts(client) == ["Lives in Oslo"]


def test_nothing_of_a_message_that_is_deleted_while_the_model_answers_is_learned(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    say(OSLO)
    say("I keep bees.")

    def meanwhile() -> Any:
        client.delete("/v1/messages", params={"id": "m0"})
        return answer(
            edit("add", "I live in Oslo", "Lives in Oslo"),
            edit("add", "I keep bees", "Keeps bees"),
            summary="About Oslo.",
        )

    model.answers["Oslo"] = meanwhile
    learn()
    assert texts(client) == ["Keeps bees"]
    assert client.get("/v1/sessions/s1").json()["summary"] is None


def test_no_summary_tells_what_an_earlier_one_said_of_a_message_that_is_deleted_meanwhile(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    say(OSLO)
    model.answers["Oslo"] = answer(summary="About Oslo.")
    learn()
    say("I keep bees.")

    def meanwhile() -> Any:
        client.delete("/v1/messages", params={"id": "m0"})
        return answer(edit("add", "I keep bees", "Keeps bees"), summary="About Oslo, and bees.")

    model.answers = {"bees": meanwhile}
    learn()
    assert texts(client) == ["Keeps bees"]
    assert client.get("/v1/sessions/s1").json()["summary"] is None


def test_a_deleted_message_takes_along_all_that_names_its_facts(
    served: Served, client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    say("I live in Madagascar.")
    model.answers["Madagascar"] = answer(edit("add", "I live in Madagascar", THERE))
    learn()
    fact = fact_id(client, THERE)
    pinned = {"json": {"pinned": True}, "headers": {"Idempotency-Key": "k"}}
    assert client.patch(f"/v1/facts/{fact}", **pinned).json()["text"] == THERE
    say("Maybe I will live in Bergen.", session="s2")
    quote = "Maybe I will live in Bergen"
    model.answers = {"Bergen": answer(edit("replace", quote, "Lives in Bergen", old=THERE))}
    learn()
    assert [each["old"] for each in client.get("/v1/review").json()["waiting"]] == [THERE]
    deleted = client.delete("/v1/messages", params={"id": "m0"}).json()["deleted"]
    assert (deleted["facts"], deleted["review"]) == (1, 1)
    assert rows_with(served, "Madagascar") == []


def test_a_deleted_message_takes_along_answers_with_what_its_facts_were(
    served: Served, client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    say("I live in Madagascar.")
    model.answers["Madagascar"] = answer(edit("add", "I live in Madagascar", THERE))
    learn()
    path = f"/v1/facts/{fact_id(client, THERE)}"
    client.patch(path, json={"pinned": False}, headers={"Idempotency-Key": "k"})
    say("I live in Bergen now.", session="s2")
    model.answers = {
        "Bergen": answer(edit("replace", "I live in Bergen now", "Lives in Bergen", old=THERE))
    }
    learn()
    client.delete("/v1/messages", params={"id": "m0"})
    assert texts(client) == ["Lives in Bergen"]
    assert rows_with(served, "Madagascar") == []


def test_the_user_may_change_facts_while_the_checks_decide_and_they_decide_again(
    client: Any, model: Scripted, say: Any, learn: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They take seconds; a change would wait for them, and be refused."""
    check, changes = with_archive.checked, iter(["Lives in Oslo"])

    def meanwhile(*given: Any) -> Any:
        for text in changes:
            assert client.post("/v1/facts", json={"text": text}).status_code == 201
        return check(*given)

    monkeypatch.setattr(with_archive, "checked", meanwhile)
    say(OSLO)
    model.answers["Oslo"] = answer(
        edit("add", "I live in Oslo", "Lives in Oslo"),
        edit("add", "I play the cello", "Plays the cello"),
    )
    assert learn() == 1
    assert texts(client) == ["Lives in Oslo", "Plays the cello"]
    assert client.get("/v1/facts").json()["facts"][0]["own"]


def test_what_comes_while_the_model_answers_is_learned_from_next(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    say(OSLO)

    def meanwhile() -> Any:
        model.answers = {"bees": answer(edit("add", "I keep bees", "Keeps bees"))}
        say("I keep bees.")
        return answer(edit("add", "I live in Oslo", "Lives in Oslo"))

    model.answers["Oslo"] = meanwhile
    learn()
    assert texts(client) == ["Lives in Oslo"]
    assert learn() == 1
    assert texts(client) == ["Lives in Oslo", "Keeps bees"]


def test_failures_are_tried_again_with_growing_pauses(
    client: Any, model: Scripted, say: Any, learn: Any, learner: Context, user: str
) -> None:
    say(OSLO)

    def fails() -> Any:
        raise RuntimeError("words of the user: Oslo")

    model.answers["Oslo"] = fails
    pauses = []
    for _ in range(4):
        assert learn() == 1
        [job] = jobs_of(learner, user)
        assert job["claim"] is None and job["error"]
        pauses.append((job["due_at"] - datetime.now(timezone.utc)).total_seconds())
    assert all(later > 1.5 * earlier for earlier, later in pairwise(pauses))
    model.answers["Oslo"] = answer(edit("add", "I live in Oslo", "Lives in Oslo"))
    learn()
    assert texts(client) == ["Lives in Oslo"]
    assert jobs_of(learner, user) == []


def test_what_a_model_fails_with_is_not_kept(
    served: Served, client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    """Providers repeat in errors what they were asked."""
    say("I live in Madagascar.")

    def fails() -> Any:
        raise RuntimeError("refused: I live in Madagascar")

    model.answers["Madagascar"] = fails
    assert learn() == 1
    client.delete("/v1/messages", params={"id": "m0"})
    assert rows_with(served, "Madagascar") == []


@pytest.mark.parametrize("field", ["section", "old", "new", "quote"])
def test_what_no_database_can_hold_is_left_out_of_an_answer(
    client: Any, model: Scripted, say: Any, learn: Any, field: str
) -> None:
    say("Maybe I will live in Oslo.")
    hostile = edit("add", "Maybe I will live in Oslo", "Lives in Oslo")
    hostile[field] += "\0"
    model.answers["Oslo"] = answer(hostile, summary="Of\0 Oslo.")
    learn()
    assert [each["new"] for each in client.get("/v1/review").json()["waiting"]] == ["Lives in Oslo"]
    assert client.get("/v1/sessions/s1").json()["summary"] == "Of Oslo."


@pytest.mark.parametrize("error", [psycopg.DataError("Oslo"), RecursionError("Oslo")])
def test_an_answer_that_cannot_be_stored_stops_no_learner(
    client: Any,
    model: Scripted,
    say: Any,
    learn: Any,
    learner: Context,
    user: str,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
) -> None:
    def fails(*_given: Any) -> None:
        raise error

    say(OSLO)
    with monkeypatch.context() as patched:
        patched.setattr(known, "apply", fails)
        assert learn() == 1
    [job] = jobs_of(learner, user)
    assert job["claim"] is None and job["error"] == type(error).__name__
    assert job["due_at"] > datetime.now(timezone.utc)
    model.answers["Oslo"] = answer(edit("add", "I live in Oslo", "Lives in Oslo"))
    learn()
    assert texts(client) == ["Lives in Oslo"]


def test_a_claim_that_ended_learns_nothing_and_the_next_does(
    client: Any, model: Scripted, say: Any, learner: Context, user: str
) -> None:
    """As after a process was stopped for longer than its lease: both answer, one counts."""
    say(OSLO)
    model.answers["Oslo"] = answer(edit("add", "I live in Oslo", "Lives in Oslo"))
    with database.transaction(learner.pool, user) as db:
        make_due(db)
    with learner.pool.connection() as db:
        first = jobs.claim(db)
    assert first and first.user_id == user
    with database.transaction(learner.pool, user) as db:
        db.execute("update jobs set claimed_until = now() - interval '1 second'")
    with learner.pool.connection() as db:
        assert jobs.claim(db) is None, "it may be what ended the process"
    with database.transaction(learner.pool, user) as db:
        db.execute("update jobs set due_at = now()")
    with learner.pool.connection() as db:
        second = jobs.claim(db)
    assert second and second.claim != first.claim
    assert learning.learn(learner, first) == "lost"
    assert texts(client) == []
    assert learning.learn(learner, second) == "done"
    assert texts(client) == ["Lives in Oslo"]
    assert (
        len(client.get(f"/v1/facts/{fact_id(client, 'Lives in Oslo')}/history").json()["events"])
        == 1
    )


def test_many_learners_learn_from_each_session_once(
    served: Served, model: Scripted, learner: Context, user: str
) -> None:
    names = [f"{user}-{number}" for number in range(12)]
    asked: list[str] = []
    lock = threading.Lock()
    for number, name in enumerate(names):
        with served.client(name) as client:
            given = {"id": "m", "session": "s", "role": "user", "typed": True,
                     "content": f"I live in Oslo, number {number}."}  # fmt: skip
            client.post("/v1/messages", json={"messages": [given]})

        def reply(number: int = number) -> Any:
            with lock:
                asked.append(str(number))
            return answer(edit("add", "I live in Oslo", "Lives in Oslo"))

        model.answers[f"number {number}."] = reply
        with database.transaction(learner.pool, name) as db:
            make_due(db)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: worker.learner(learner).work_once(), range(14)))
    assert sorted(asked, key=int) == [str(number) for number in range(12)]
    for name in names:
        with served.client(name) as client:
            assert texts(client) == ["Lives in Oslo"]


def test_a_session_is_due_when_quiet_or_followed_by_another(
    say: Any, learner: Context, user: str
) -> None:
    say(OSLO)
    [job] = jobs_of(learner, user)
    wait = (job["due_at"] - datetime.now(timezone.utc)).total_seconds()
    assert 500 < wait <= 600
    say("Something else", session="s2")
    due = {job["session_id"]: job["due_at"] for job in jobs_of(learner, user)}
    assert due["s1"] <= datetime.now(timezone.utc) < due["s2"]


def test_who_used_up_their_tokens_waits_until_tomorrow(
    model: Scripted, say: Any, learn: Any, learner: Context, user: str
) -> None:
    say(OSLO)
    with database.transaction(learner.pool, user) as db:
        db.execute("update usage set tokens = 200000")
    learn()
    assert model.requests == []
    [job] = jobs_of(learner, user)
    assert job["due_at"] > datetime.now(timezone.utc) and job["failures"] == 0


def test_who_used_up_their_tokens_keeps_no_learner_busy(
    model: Scripted, say: Any, learner: Context, user: str
) -> None:
    """One look puts off all their sessions, no message makes them due, and their order stays."""

    def put_off(minutes: dict[str, int]) -> None:
        with database.transaction(learner.pool, user) as db:
            make_due(db, "false")
            for session, each in minutes.items():
                db.execute(
                    "update jobs set due_at = now() + %s where session_id = %s",
                    (timedelta(days=-300, minutes=each), session),
                )
        with learner.pool.connection() as db:
            job = jobs.claim(db)
        assert job and job.user_id == user
        assert learning.learn(learner, job) == "later"
        assert jobs_of(learner, user, "due_at <= now() or claim is not null or failures > 0") == []

    for number in range(5):
        say(OSLO, session=f"s{number}")
    with database.transaction(learner.pool, user) as db:
        db.execute("update usage set tokens = 200000")
    put_off({f"s{number}": number for number in range(5)})
    for session in ("s5", "s6"):
        say(OSLO, session=session)
    assert jobs_of(learner, user, "due_at <= now()") == []
    put_off({"s5": 5, "s6": 6})
    assert model.requests == []
    waiting = sorted(jobs_of(learner, user), key=lambda job: job["due_at"])
    assert [job["session_id"] for job in waiting] == [f"s{number}" for number in range(7)]
    with database.transaction(learner.pool, user) as db:
        db.execute("update usage set tokens = 0")
    say("Something else", session="s0")  # as after the limit was raised: the others need not wait
    assert len(jobs_of(learner, user, "due_at <= now()")) == 6


def test_what_has_no_room_goes_to_the_archive(
    client: Any, model: Scripted, say: Any, learner: Context
) -> None:
    small = learner._replace(settings=learner.settings._replace(profile_tokens=40))
    words = ["bees", "stamps", "coins", "cats", "bikes", "boats", "kites", "roses", "owls"]
    for number, word in enumerate(words):
        say(f"I collect {word} these days.", session=f"s{number}")
        quote = f"I collect {word}"
        model.answers = {quote: answer(edit("add", quote, f"Collects {word}", section="Interests"))}
        while worker.learner(small).work_once():
            pass
        learn_with(small, client)
    assert len(texts(client)) == len(words)
    assert texts(client, state="archived")
    assert client.get("/v1/profile").json()["tokens"] <= 40


def learn_with(context: Context, client: Any) -> None:
    user = client.headers["X-Memory-User"].replace("%20", " ")
    with database.transaction(context.pool, user) as db:
        make_due(db)
    while worker.learner(context).work_once():
        pass


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"text": "Keeps bees"}, 201),
        ({"text": "Keeps bees", "section": "Work"}, 201),
        ({"text": "  "}, 422),
        ({"text": "a\nb"}, 422),
        ({"text": "x" * 201}, 422),
        ({"text": "Keeps bees #pin"}, 422),
        ({"text": "My password is hunter2-Xy9!"}, 422),
        ({"text": "Keeps bees", "section": "Archive"}, 422),
        ({"text": "Keeps bees", "section": "A # B"}, 422),
        ({"text": "Keeps bees", "section": "a\nb"}, 422),
        ({"text": "- - -"}, 422),
        ({"text": "```"}, 422),
        ({}, 422),
    ],
)
def test_adding_manually(client: Any, body: dict[str, str], status: int) -> None:
    answered = client.post("/v1/facts", json=body)
    assert answered.status_code == status, answered.text
    assert len(texts(client)) == (status == 201)
    if status == 201:
        assert client.post("/v1/facts", json=body).status_code == 409
        assert f"- {body['text']}\n" in client.get("/v1/profile").json()["markdown"]


def test_facts_count_to_what_a_user_may_store(
    postgres: Any, learner: Context, served: Served, user: str
) -> None:
    with serving(postgres.urls(), daily_bytes=100) as limited, limited.client(user) as client:
        fact = client.post("/v1/facts", json={"text": "Keeps bees"}).json()["id"]
        longer = {"text": f"Keeps bees{' and more' * 10}"}
        assert client.post("/v1/facts", json=longer).status_code == 429
        assert client.patch(f"/v1/facts/{fact}", json=longer).status_code == 429
        assert texts(client) == ["Keeps bees"]
    with database.transaction(learner.pool, user) as db:
        db.execute(
            "insert into facts (section, text, own, said_at) "
            "select 'Interests', 'Number ' || n, true, now() from generate_series(2, 5000) n"
        )
    with served.client(user) as client:
        assert client.post("/v1/facts", json={"text": "Keeps bees"}).status_code == 429
        assert client.patch(f"/v1/facts/{fact}", json={"text": "Has bees"}).status_code == 200


def test_changing_manually(client: Any) -> None:
    fact = client.post("/v1/facts", json={"text": "Keeps bees"}).json()["id"]
    path = f"/v1/facts/{fact}"
    changed = client.patch(path, json={"text": "Keeps two hives", "pinned": True}).json()
    assert (changed["text"], changed["pinned"], changed["own"]) == ("Keeps two hives", True, True)
    assert client.patch(path, json={"state": "archived"}).json()["state"] == "archived"
    assert "hives" not in client.get("/v1/profile").json()["markdown"]
    assert client.patch(path, json={"text": "a #local"}).status_code == 422
    assert client.patch(path, json={"state": "ended"}).status_code == 422
    events = client.get(f"{path}/history").json()["events"]
    assert [each["text"] for each in events] == ["Keeps bees", "Keeps two hives"]
    assert client.get(f"{path}/why").json()["said"] == []
    for method, under in (("GET", ""), ("PATCH", ""), ("DELETE", ""), ("GET", "/why")):
        answered = client.request(
            method, f"/v1/facts/none{under}", json={} if method == "PATCH" else None
        )
        assert answered.status_code == 404


OLD = "2020-10-01T10:00:00Z"


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("I moved, I live in Paris.", ("replace", "I live in Paris", "Lives in Paris", "{}")),
        ("I don't live in {} any more.", ("remove", "I don't live in {} any more", "", "{}")),
    ],
)
@pytest.mark.parametrize("how", ["learned", "added", "changed"])
def test_nothing_older_changes_what_was_said_or_written_since(
    client: Any, model: Scripted, say: Any, learn: Any, said: str, made: Any, how: str
) -> None:
    """Earlier chats are imported, and a session is learned from when it has been quiet."""
    if how == "learned":
        say("I live in Oslo. Where is it sunny?", session="new", said_at="2026-03-01T10:00:00Z")
        model.answers["sunny"] = answer(edit("add", "I live in Oslo", "Lives in Oslo"))
        learn()
    else:
        town = "Bergen" if how == "changed" else "Oslo"
        fact = {"section": "Personal Information", "text": f"Lives in {town}"}
        number = client.post("/v1/facts", json=fact).json()["id"]
    say(said.format("Oslo"), session="old", said_at=OLD)
    if how == "changed":
        client.patch(f"/v1/facts/{number}", json={"text": "Lives in Oslo"})
    op, quote, new, old = made
    found = edit(op, quote.format("Oslo"), new, old.format("Lives in Oslo"))
    model.answers[said.format("Oslo")] = answer(found)
    learn()
    assert texts(client) == ["Lives in Oslo"]
    say(f"{said.format('Oslo')} Since today.", session="newest", said_at=now())
    model.answers["Since today"] = answer(found)
    model.answers.pop(said.format("Oslo"))
    learn()
    assert texts(client) == [new] * bool(new)


def test_what_was_said_earlier_is_one_more_proof_of_what_is_known(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    say("I play the cello. Who tunes it?", session="new", said_at="2026-03-01T10:00:00Z")
    plays = edit("add", "I play the cello", "Plays the cello", section="Interests")
    model.answers["cello"] = answer(plays)
    learn()
    say("I play the cello. Since when is it played?", session="old", said_at=OLD)
    learn()
    [fact] = client.get("/v1/facts").json()["facts"]
    assert (fact["times"], fact["said_at"]) == (2, "2026-03-01T10:00:00Z")
    why = client.get(f"/v1/facts/{fact['id']}/why").json()["said"]
    assert len(why) == 2


def test_sessions_that_are_handed_over_at_once_are_learned_from_in_the_order_of_their_times(
    client: Any, model: Scripted, learn: Any
) -> None:
    towns = ["Paris", "Rome", "Oslo", "Vienna", "Bern", "Riga"]
    said = [
        {"id": town, "session": sha256(town.encode()).hexdigest(), "role": "user",
         "typed": True, "content": f"I live in {town}.", "said_at": f"202{n}-05-01T10:00:00Z"}
        for n, town in enumerate(towns)
    ]  # fmt: skip
    client.post("/v1/messages", json={"messages": said})
    client.post("/v1/messages", json={"messages": [{**said[0], "id": "x", "session": "wakes"}]})
    learn()
    asked = [town for text in model.requests for town in towns if f"live in {town}" in text]
    assert asked == [*towns, "Paris"], "the others are due once something else is added"


def test_an_idempotent_answer_does_not_keep_a_forgotten_fact(
    client: Any, learner: Context, user: str
) -> None:
    headers = {"Idempotency-Key": "k"}
    fact = client.post("/v1/facts", json={"text": "Keeps bees"}, headers=headers).json()["id"]
    client.delete(f"/v1/facts/{fact}")
    with database.transaction(learner.pool, user) as db:
        rows = db.execute("select answer from idempotency").fetchall()
    assert "bees" not in json.dumps(rows)


def test_an_idempotency_key_brings_nothing_back_that_was_forgotten(
    served: Served, client: Any
) -> None:
    given = {"json": {"text": "Keeps wombats"}, "headers": {"Idempotency-Key": "k"}}
    fact = client.post("/v1/facts", **given).json()["id"]
    client.delete(f"/v1/facts/{fact}")
    again = client.post("/v1/facts", **given)
    assert (again.status_code, again.json()["type"]) == (
        409,
        "urn:llm-user-memory:problem:conflict",
    )
    assert texts(client) == []
    assert rows_with(served, "wombats") == []


def test_a_deleted_user_is_nowhere(
    served: Served, client: Any, model: Scripted, say: Any, learn: Any, user: str
) -> None:
    say("I live in Oslo and I collect wombats.", metadata={"a": "wombats"})
    model.answers["wombats"] = answer(
        edit("add", "I collect wombats", "Collects wombats", section="Interests"),
        summary="About wombats.",
    )
    learn()
    say("More wombats", session="s2")
    headers = {"Idempotency-Key": "k"}
    client.post("/v1/facts", json={"text": "Draws wombats"}, headers=headers)
    gone = client.post("/v1/facts", json={"text": "Feeds wombats"}).json()["id"]
    client.delete(f"/v1/facts/{gone}")
    assert set(rows_with(served, "wombats")) >= {"messages", "facts", "events", "idempotency"}
    assert client.delete("/v1/user").status_code == 422
    assert client.delete("/v1/user", params={"confirm": "another"}).status_code == 400
    answered = client.delete("/v1/user", params={"confirm": user}).json()
    assert answered["left_rows"] == []
    assert answered["deleted"]["messages"] == 2 and answered["deleted"]["users"] == 1
    assert rows_with(served, "wombats") == rows_with(served, user) == []
    assert client.delete("/v1/user", params={"confirm": user}).status_code == 404
    assert texts(client) == []


def test_a_session_that_goes_on_for_days_is_shown_with_them(
    say: Callable[..., None], learn: Callable[[], int], model: Scripted
) -> None:
    days = ["2026-03-01", "2026-03-04"]
    say("Tomorrow I start at Globex.", said_at=f"{days[0]}T12:00:00+00:00")
    say("It is fine there.", said_at=f"{days[1]}T12:00:00+00:00")
    assert learn() == 1
    assert all(f'<user day="{day}">' in model.requests[-1] for day in days)
    say("It still is.", session="s2", said_at=f"{days[1]}T13:00:00+00:00")
    assert learn() == 1
    assert "<user>" in model.requests[-1]


def test_deleting_may_take_longer_than_other_requests(
    client: Any, say: Any, learner: Context, user: str
) -> None:
    """Else who said very much could never be deleted."""
    say(OSLO)
    for delete in (lambda db: messages.erase(db, {"session": "s1"}, 0), erasing.erase_user):
        with database.transaction(learner.pool, user) as db:
            assert db.execute("show statement_timeout").fetchone() == {"statement_timeout": "30s"}
            assert delete(db)
            assert db.execute("show statement_timeout").fetchone() == {"statement_timeout": "0"}
    assert client.get("/v1/user").status_code == 404


def test_a_user_who_is_deleted_while_the_model_answers_stays_deleted(
    served: Served, client: Any, model: Scripted, say: Any, learn: Any, user: str
) -> None:
    say(OSLO)

    def meanwhile() -> Any:
        assert client.delete("/v1/user", params={"confirm": user}).status_code == 200
        return answer(edit("add", "I live in Oslo", "Lives in Oslo"))

    model.answers["Oslo"] = meanwhile
    learn()
    assert model.requests
    assert rows_with(served, user) == []


def test_writers_and_deletions_of_a_user_at_once(served: Served, user: str) -> None:
    def write(number: int) -> int:
        with served.client(user) as client:
            if number % 4 == 0:
                return int(client.delete("/v1/user", params={"confirm": user}).status_code)
            given = {"id": f"{number}", "session": "s", "role": "user", "content": "x"}
            return int(client.post("/v1/messages", json={"messages": [given]}).status_code)

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(write, range(60))) <= {200, 201, 404, 503}
    with served.client(user) as client:
        client.delete("/v1/user", params={"confirm": user})
    assert rows_with(served, user) == []


def test_health_and_readiness_need_no_key(served: Served) -> None:
    import httpx

    assert httpx.get(f"{served.address}/health").json() == {"status": "ok"}
    assert httpx.get(f"{served.address}/ready").json() == {"status": "ready"}


def test_an_export_has_everything_and_nothing_of_others(
    served: Served, client: Any, model: Scripted, say: Any, learn: Any, user: str
) -> None:
    with served.client("somebody else") as other:
        other.post("/v1/facts", json={"text": "Keeps snakes"})
    say(OSLO)
    say("Café ☕ \u2028 “quoted”", session="s2", role="assistant", metadata={"a": 1})
    model.answers["Oslo"] = answer(edit("add", "I live in Oslo", "Lives in Oslo"))
    learn()
    answered = client.get("/v1/export")
    assert answered.headers["content-type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in answered.text.split("\n") if line]
    kinds = [line["kind"] for line in lines]
    assert kinds == sorted(kinds, key=list(dict.fromkeys(kinds)).index)
    assert {"user", "session", "message", "fact", "event", "usage"} <= set(kinds)
    said = {line["id"]: line["content"] for line in lines if line["kind"] == "message"}
    assert said == {"m0": OSLO, "m1": "Café ☕ \u2028 “quoted”"}
    [event] = [line for line in lines if line["kind"] == "event"]
    assert (event["quote"], event["message"]) == ("I live in Oslo", "m0")
    assert "snakes" not in answered.text
    stored = {"users", "sessions", "messages", "facts", "events", "usage"}
    made_again = {"jobs", "turns", "passages", "embeddings", "embedding_jobs", "archiving_jobs"}
    tables = set(rows_with(served, user)) - made_again
    assert tables == stored, "a new table belongs into the export"
    with database.connect(served.urls.admin) as admin:
        query = "select action from llm_memory.audit order by at desc limit 1"
        assert admin.execute(query).fetchone() == ("export",)
        reads = keys.add(admin, "no export", scopes=["read", "write"])
    with served.client(user, reads) as reader:
        assert reader.get("/v1/export").status_code == 403
        assert reader.delete("/v1/user", params={"confirm": user}).status_code == 403


def test_sessions_of_a_user_that_go_on_at_once_do_not_lock_each_other_out(
    served: Served, user: str
) -> None:
    """Whoever adds to one makes the others due, as they make it."""

    def say(number: int) -> set[int]:
        with served.client(user) as client:
            message = {"session": f"s{number}", "role": "user", "content": "Something."}
            body = {"messages": [message]}
            return {client.post("/v1/messages", json=body).status_code for _ in range(40)}

    with ThreadPoolExecutor(8) as threads:
        assert set().union(*threads.map(say, range(8))) == {201}
