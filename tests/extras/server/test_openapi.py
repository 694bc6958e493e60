"""The server does what its OpenAPI description says, and whatever is sent never fails."""

import uuid
from typing import Any, get_args

import schemathesis
from hypothesis import HealthCheck, settings
from pydantic import BaseModel
from schemathesis.checks import CHECKS, load_all_checks

from llm_user_memory.server import app, openapi

from .conftest import Served

load_all_checks()

API = schemathesis.openapi.from_dict(openapi.description(app.ALL_ENDPOINTS))
ACCEPTED, REFUSED = CHECKS.get_by_names(["positive_data_acceptance", "negative_data_rejection"])

# Why a request that fits the description may be refused: what no description can say.
REASONS = (
    "printable characters",
    "invisible characters",
    "the character NUL",
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
