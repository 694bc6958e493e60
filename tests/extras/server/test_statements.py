"""What a search asks the database: few statements, all of them in one transaction of its user."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

import psycopg
import pytest

from .conftest import Scripted, Served, sayer

START = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)
SAID = ("My sister Ines sings in a choir.", "We chose Postgres for the shop.", "It rained again.")


@pytest.fixture
def client(answering: Served, user: str) -> Iterator[Any]:
    with answering.client(user) as found:
        yield found


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is sent to the database, in order; several statements in one message count once."""
    found: list[str] = []
    execute = psycopg.Cursor.execute

    def noted(self: Any, query: Any, *given: Any, **more: Any) -> Any:
        found.append(query if isinstance(query, str) else query.as_string(None))
        return execute(self, query, *given, **more)

    monkeypatch.setattr(psycopg.Cursor, "execute", noted)
    return found


@pytest.mark.parametrize(
    ("path", "body", "transactions", "most"),
    [
        ("/v1/search", {"query": "what does my sister sing in the choir?"}, 1, 8),
        ("/v1/search", {"query": "choir", "sessions": ["s1"], "channels": [""]}, 1, 8),
        ("/v1/context", {"prompt": "what does my sister sing in the choir?"}, 1, 8),
        ("/v1/answer", {"question": "what does my sister sing in the choir?"}, 4, 18),
    ],
)
def test_a_search_asks_little(
    client: Any,
    model: Scripted,
    sent: list[str],
    path: str,
    body: dict[str, Any],
    transactions: int,
    most: int,
) -> None:
    say: Callable[..., None] = sayer(client, START, timedelta(hours=1))
    say(*SAID)
    client.post("/v1/facts", json={"text": "Has a sister called Ines"})
    model.answers["<records>"] = "NOT FOUND"
    sent.clear()
    assert client.post(path, json=body).status_code == 200
    asked = list(sent)
    first = [number for number, each in enumerate(asked) if each.startswith("begin")]
    assert first[0] == 1 and "find_key" in asked[0], "nothing is read before the user is named"
    assert len(first) == transactions
    assert len(asked) <= most, asked
