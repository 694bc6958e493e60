"""The server does what its OpenAPI description says, and whatever is sent never fails."""

import uuid
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from pydantic import BaseModel
from schemathesis.checks import CHECKS, load_all_checks

from llm_user_memory.server import app, openapi

from .conftest import Scripted, Served, serving
from .test_isolation_of_users import MARK, fill, learn_manually

load_all_checks()

API = schemathesis.openapi.from_dict(openapi.description(app.ALL_ENDPOINTS))
ACCEPTED, REFUSED = CHECKS.get_by_names(["positive_data_acceptance", "negative_data_rejection"])

# Why a request that fits the description may be refused: what no description can say.
REASONS = (
    "printable characters",
    "invisible characters",
    "the character NUL",
    "The text says nothing",
    "cursor is not",
    "is not UTF-8 without NUL",
    "confirm must be",
    "Give id or session",
    "it changes nothing",
    "no date between 1900 and 2200",
    "between 1970 and 2200",
    "knows no such language",
    "no such time zone",
    "only messages with the role user can be typed",
)

# The same of the paths that name the user themselves, and on which a user is a filter.
REASONS_OF_NAMED = (*REASONS, "Name the user", "Say what to delete")


def test_every_list_has_pages() -> None:
    # The profile is one document, and the export one stream.
    whole = {"/v1/profile", "/v1/export"}
    lists = set()
    for each in app.ENDPOINTS:
        fields = each.returns.model_fields
        within = [kind for field in fields.values() for kind in get_args(field.annotation)]
        is_list = any(isinstance(kind, type) and issubclass(kind, BaseModel) for kind in within)
        if each.method == "GET" and is_list and each.path not in whole:
            lists.add(each.path)
            assert each.query is not None, each.path
            assert {"limit", "cursor"} <= each.query.model_fields.keys(), each.path
            assert "next" in fields, each.path
    assert {"/v1/messages", "/v1/facts/{fact}/why", "/v1/facts/{fact}/history"} <= lists


@API.parametrize()
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_what_is_described_is_what_is_answered(case: Any, served: Served) -> None:
    headers = {"Authorization": f"Bearer {served.key}"}
    is_named = not case.path.startswith("/v1/")
    if not is_named and "X-Memory-User" not in (case.headers or {}):
        headers["X-Memory-User"] = f"described {uuid.uuid4().hex}"
    if 0 < len((case.headers or {}).get("Idempotency-Key", "")) <= 200:
        headers["Idempotency-Key"] = uuid.uuid4().hex
    answer = case.call(base_url=served.address, headers=headers)
    is_refused = answer.status_code == 413  # which schemathesis does not know as a refusal
    case.validate_response(answer, excluded_checks=[ACCEPTED, *([REFUSED] if is_refused else [])])
    if case.meta.generation.mode.is_positive and answer.status_code in (400, 422):
        reasons = REASONS_OF_NAMED if is_named else REASONS
        assert any(reason in answer.text for reason in reasons), answer.text


class Filled(NamedTuple):
    """A server with a model, a user who has something on every path, and the ids of that."""

    served: Served
    user: str
    ids: dict[str, Any]
    statuses: list[int]


@pytest.fixture(scope="module")
def with_model(postgres: Any, registered: Scripted) -> Iterator[Served]:
    with serving(postgres.urls(), model=registered.id) as served:
        yield served


@pytest.fixture
def filled(with_model: Served, model: Scripted) -> Iterator[Filled]:
    """A new user for each operation, of which at least one request has to succeed."""
    model.answers["<records>"] = f'ANSWER: {MARK}\nFROM 1: "{MARK}"'
    user, other = (f"{name} {uuid.uuid4().hex}" for name in ("filled", "shared"))
    for name in (user, other):
        with with_model.client(name) as client:
            fill(client, MARK)
        learn_manually(with_model, name, MARK)
    with with_model.client(user) as client:
        fact = client.get("/v1/facts").json()["facts"][0]["id"]
        waiting = client.get("/v1/review").json()["waiting"][0]["id"]
    # By the names of the members of bodies and queries; a path's `id` is that of an edit.
    ids = {"session": "s1", "session_id": "s1", "sessions": ["s1"], "channel": MARK,
           "channels": [MARK], "shared": [other], "user_id": user, "confirm": user, "fact": fact,
           "knowledge": "k1", "knowledge_id": "k1", "day": "2026-03-01",
           "diary_date": "2026-03-01", "id": waiting}  # fmt: skip
    found = Filled(with_model, user, ids, [])
    yield found
    assert any(status < 300 for status in found.statuses), found.statuses


@API.parametrize()
@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_nothing_fails_on_what_exists_and_with_a_model(case: Any, filled: Filled) -> None:
    def existing(given: Any, *left_out: str) -> Any:
        """The same with ids that exist, where it has some that can be asked for."""
        return {
            name: filled.ids[name] if name in filled.ids and name not in left_out else value
            for name, value in given.items()
        }

    is_named = not case.path.startswith("/v1/")
    if case.path_parameters:
        case.path_parameters = existing(case.path_parameters)
    if case.query:
        case.query = existing(case.query, "id")
    if isinstance(case.body, dict):
        # The text of knowledge has the name of its path.
        case.body = existing(case.body, "id", "knowledge")
        if isinstance(messages := case.body.get("messages"), list):
            case.body["messages"] = [
                existing(each, "id") if isinstance(each, dict) else each for each in messages
            ]
    if is_named and not isinstance(case.body, dict):
        case.query = {**(case.query or {}), "user_id": filled.user}
    case.headers = {}
    headers = {"Authorization": f"Bearer {filled.served.key}"}
    if not is_named:
        headers["X-Memory-User"] = filled.user.replace(" ", "%20")
    answer = case.call(base_url=filled.served.address, headers=headers)
    filled.statuses.append(answer.status_code)
    assert answer.status_code < 500, answer.text
