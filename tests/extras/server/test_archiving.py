"""The profile stays within its budget, and what is over leaves it, where the user is."""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from llm_user_memory.server import archiving, database, migrations, worker
from llm_user_memory.server.calls import Context

from .conftest import Scripted, make_due, serving

NEW_YORK = ZoneInfo("America/New_York")
BUDGET = 40


@pytest.fixture
def small(postgres: Any, user: str) -> Iterator[Any]:
    """A client of a server whose profiles have little room."""
    with serving(postgres.urls(), profile_tokens=BUDGET) as served, served.client(user) as client:
        yield client


@pytest.fixture
def know(learner: Context, user: str) -> Callable[..., dict[str, str]]:
    """Store facts as learned from messages of which each says one; returns their ids."""

    def known(*facts: str, said_at: datetime | None = None, **fields: Any) -> dict[str, str]:
        said_at = said_at or datetime.now(timezone.utc)
        with database.transaction(learner.pool, user) as db:
            database.ensure_user(db)
            db.execute(
                "insert into sessions (session_id, started_at, last_at) values ('s', now(), now()) "
                "on conflict do nothing"
            )
            return {fact: stored(db, fact, said_at, **fields) for fact in facts}

    return known


def stored(db: Any, fact: str, said_at: datetime, state: str = "active") -> str:
    message = db.execute(
        "insert into messages (id, session_id, role, typed, content, said_at) "
        "values (%s, 's', 'user', true, %s, %s) returning seq",
        (f"m of {fact}", f"I say: {fact}", said_at),
    ).fetchone()
    row = db.execute(
        "insert into facts (section, text, own, state, said_at) "
        "values ('Interests', %s, false, %s, %s) returning id",
        (fact, state, said_at),
    ).fetchone()
    db.execute(
        "insert into events (fact_id, op, text, quote, message_seq, at) "
        "values (%s, 'add', %s, %s, %s, %s)",
        (row["id"], fact, f"I say: {fact}", message["seq"], said_at),
    )
    return str(row["id"])


@pytest.fixture
def tidy(learner: Context, user: str) -> Callable[[], None]:
    """Let the worker do what is due for the user."""

    def is_due() -> bool:
        with database.transaction(learner.pool, user) as db:
            return bool(db.execute("select 1 from archiving_jobs where due_at <= now()").fetchone())

    def work() -> None:
        while is_due():
            archiving.work_once(learner)

    return work


def due_at(learner: Context, user: str) -> Any:
    with database.transaction(learner.pool, user) as db:
        row = db.execute("select nullif(due_at, 'infinity') as at from archiving_jobs").fetchone()
        return row["at"] if row else "no row"


def states(client: Any) -> dict[str, str]:
    facts = client.get("/v1/facts", params={"limit": 500}).json()["facts"]
    return {each["text"]: each["state"] for each in facts}


def size(client: Any) -> int:
    return int(client.get("/v1/profile").json()["tokens"])


def pass_days(monkeypatch: pytest.MonkeyPatch, learner: Context, user: str, days: int) -> None:
    """Let the clock of the server and that of the database show a later day."""

    class Later(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "Later":
            return super().now(tz) + timedelta(days=days)

    monkeypatch.setattr(archiving, "datetime", Later)
    with database.transaction(learner.pool, user) as db:
        db.execute("update archiving_jobs set due_at = due_at - %s", [timedelta(days=days)])


def test_what_is_over_leaves_the_prompts_of_a_user_who_says_nothing(
    client: Any,
    learner: Context,
    user: str,
    know: Any,
    tidy: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    day = datetime.now(NEW_YORK).date() + timedelta(days=2)
    interview = f"Interview on {day}"
    know(interview, "Likes tea")
    assert client.patch("/v1/user", json={"zone": "America/New_York"}).status_code == 200
    midnight = datetime.combine(day + timedelta(days=1), datetime.min.time(), NEW_YORK)
    assert due_at(learner, user) == midnight
    tidy()
    assert states(client)[interview] == "active"
    pass_days(monkeypatch, learner, user, 3)
    tidy()
    assert states(client) == {interview: "archived", "Likes tea": "active"}
    for answer in (client.get("/v1/profile"), client.post("/v1/context", json={})):
        assert "Interview" not in answer.text and "Likes tea" in answer.text
    assert due_at(learner, user) is None, "nothing more will be over"


def test_users_of_before_and_of_another_budget_are_looked_at(
    client: Any, learner: Context, user: str, know: Any, tidy: Any
) -> None:
    over = f"Interview on {date.today() - timedelta(days=2)}"
    know(over)
    assert due_at(learner, user) == "no row"
    with learner.pool.connection() as db:
        archiving.require(db, learner.settings.profile_tokens)
    tidy()
    assert states(client) == {over: "archived"}
    assert due_at(learner, user) is None
    with learner.pool.connection() as db:
        archiving.require(db, learner.settings.profile_tokens)
    assert due_at(learner, user) is None, "once is enough"
    with learner.pool.connection() as db:
        archiving.require(db, 77)
    assert due_at(learner, user) is not None


COLLECTED = [f"Collects {word} from all over" for word in ("bees", "stamps", "coins", "cats")]


def test_what_is_accepted_keeps_the_budget(
    small: Any, learner: Context, user: str, know: Any
) -> None:
    know(*COLLECTED[:3])
    know(COLLECTED[3], state="archived")
    small.patch("/v1/user", json={"zone": "UTC"})
    before = size(small)
    assert before <= BUDGET
    with database.transaction(learner.pool, user) as db:
        db.execute(
            "insert into review (op, section, old, new, quote, reason, message_seq) "
            "select 'add', 'Interests', '', 'Collects vinyl records of the sixties', 'q', 'r', "
            "max(seq) from messages"
        )
    [waiting] = small.get("/v1/review").json()["waiting"]
    assert small.post(f"/v1/review/{waiting['id']}", json={"accept": True}).json()["accepted"]
    assert size(small) <= BUDGET


@pytest.mark.parametrize("way", ["forget", "delete message", "delete history", "shorten"])
def test_room_that_is_made_is_filled(small: Any, user: str, know: Any, way: str) -> None:
    long = "Collects " + "very old and rare " * 5 + "maps"
    facts = know(long) | know("Likes tea", state="archived")
    if way == "forget":
        answer = small.delete(f"/v1/facts/{facts[long]}")
    elif way == "delete message":
        answer = small.delete("/v1/messages", params={"id": f"m of {long}"})
    elif way == "delete history":
        know("Plays the cello and nothing else", state="archived")
        answer = small.delete("/history", params={"user_id": user, "session_id": "s"})
    else:
        answer = small.patch(f"/v1/facts/{facts[long]}", json={"text": "Collects maps"})
    assert answer.status_code == 200, answer.text
    assert states(small).get("Likes tea") == (None if way == "delete history" else "active")
    assert size(small) <= BUDGET


def test_a_longer_text_keeps_the_budget(small: Any, know: Any) -> None:
    facts = know(*COLLECTED[:3])
    longer = COLLECTED[0] + " the world, for twenty years"
    small.patch(f"/v1/facts/{facts[COLLECTED[0]]}", json={"text": longer})
    assert states(small)[longer] == "active", "the user's own words stay"
    assert size(small) <= BUDGET


def test_what_the_user_placed_stays_there(small: Any, know: Any) -> None:
    facts = know("Likes tea", "Likes coffee")
    small.patch(f"/v1/facts/{facts['Likes tea']}", json={"state": "archived"})
    small.delete(f"/v1/facts/{facts['Likes coffee']}")
    assert states(small) == {"Likes tea": "archived"}
    over = f"Interview on {date.today() - timedelta(days=2)}"
    kept = know(over, state="archived")[over]
    small.patch(f"/v1/facts/{kept}", json={"state": "active"})
    assert states(small)[over] == "active"


def test_days_are_those_of_where_the_user_is(
    client: Any, learner: Context, user: str, model: Scripted
) -> None:
    """At 23:30 in New York it is the next day in UTC."""
    assert client.patch("/v1/user", json={"zone": "America/New_York"}).json()["zone"] == (
        "America/New_York"
    )
    given = {
        "session": "s", "role": "user", "typed": True, "content": "The exam is tomorrow.",
        "said_at": "2026-03-01T23:30:00-05:00",
    }  # fmt: skip
    assert client.post("/v1/messages", json={"messages": [given]}).status_code == 201
    with database.transaction(learner.pool, user) as db:
        make_due(db)
    while not model.requests:
        worker.learner(learner).work_once()
    assert "2026-03-01" in model.requests[0] and "2026-03-02" not in model.requests[0]


@pytest.mark.parametrize("zone", ["Mars/Olympus", "+99:00", ""])
def test_a_zone_that_is_none_is_refused(client: Any, zone: str) -> None:
    assert client.patch("/v1/user", json={"zone": zone}).status_code == 422


def test_times_are_in_utc_whatever_the_database_prefers(postgres: Any, user: str) -> None:
    with database.connect(postgres.urls().admin) as admin:
        admin.execute(f"alter role {migrations.APPLICATION} set timezone = 'Asia/Tokyo'")
        try:
            assert answered_times(postgres, user) == ["2026-03-01T12:00:00Z"] * 2
        finally:
            admin.execute(f"alter role {migrations.APPLICATION} reset timezone")


def answered_times(postgres: Any, user: str) -> list[str]:
    with serving(postgres.urls()) as served, served.client(user) as client:
        given = {
            "session": "s",
            "role": "user",
            "content": "x",
            "said_at": "2026-03-01T13:00+01:00",
        }
        assert client.post("/v1/messages", json={"messages": [given]}).status_code == 201
        message = client.get("/v1/messages").json()["messages"][0]
        return [message["said_at"], client.get("/v1/sessions").json()["sessions"][0]["started_at"]]
