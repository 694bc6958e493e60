"""From an HTTP request to the call of an endpoint, and back: who asks, for whom, and how much.

Requests are read by the event loop, and answered in threads, each in one transaction. A client
that goes away does not stop the thread: what it began is committed whole, or not at all.
"""

import hashlib
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from anyio import CapacityLimiter
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from . import audit, database, keys, metrics, sharing
from .calls import Call, Context, Endpoint
from .failures import guarded, problem_response
from .keys import Key
from .limits import SHARE, RateLimit, Share, asking_threads
from .problems import Problem

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

USER_HEADER = "X-Memory-User"
IDEMPOTENCY_HEADER = "Idempotency-Key"
PARTS = re.compile(r"{(\w+)")
"""Finds the names of the parts of an endpoint's path."""

BY_MODEL = "llm_memory.by_model"
"""In the scope of a request: whether a model made it up, as a call of a tool."""

_LONGEST_ID = 200
LONGEST_USER_HEADER = 12 * _LONGEST_ID
"""A character is at most four bytes, and each of these is three, percent-encoded."""


def handler(
    context: Context, endpoint: Endpoint, limit: RateLimit
) -> Callable[[Request], Awaitable[Response]]:
    """Return the function that answers requests of the endpoint."""

    @cache
    def askers() -> CapacityLimiter:
        return asking_threads(context.settings.connections)

    async def answer(request: Request) -> Response:
        began = time.perf_counter()
        response = await respond(request)
        seconds = time.perf_counter() - began
        metrics.count_request(endpoint.method, endpoint.path, response.status_code, seconds)
        return response

    async def respond(request: Request) -> Response:
        try:
            body = await read_body(request, context.settings.body_bytes)
            name = f"{endpoint.method} {endpoint.path}"
            share: Share = request.scope[SHARE]
            if not endpoint.asks_model:
                return await share.work(
                    lambda: guarded(name, lambda: _answer(context, endpoint, limit, request, body))
                )
            own = context._replace(pool=share.of(context.pool))
            return await share.ask(
                lambda: guarded(name, lambda: _answer(own, endpoint, limit, request, body)),
                askers(),
            )
        except Problem as problem:
            return problem_response(problem)
        except ClientDisconnect:
            return problem_response(Problem("malformed", "The request ended early."))

    return answer


async def read_body(request: Request, most: int) -> bytes:
    """Return the body. Raises Problem as soon as it is too large, and ClientDisconnect."""
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > most:
            raise Problem("too-large", f"A request may have {most:,} bytes.")
    return bytes(found)


def _answer(
    context: Context, endpoint: Endpoint, limit: RateLimit, request: Request, body: bytes
) -> Response:
    with admitted(context, request) as (key, db):
        limit.take(key.id)
        call = _call(context, endpoint, request, body, key)
        database.begin(db, call.user_id, is_snapshot=endpoint.is_snapshot)
        if endpoint.in_parts:
            answer = endpoint.answer(call, db)
        else:
            response, number = _once(endpoint, request, body, call, db)
    if endpoint.in_parts:
        return _response(endpoint, answer() if callable(answer) else answer)
    if number:
        metrics.count_changes(endpoint.action, number)  # now that it is committed
    return response


@contextmanager
def admitted(context: Context, request: Request) -> Iterator[tuple[Key, "Connection[DictRow]"]]:
    """Take a connection, and find the key that was given. Raises Problem if it is none.

    After the database was restarted all connections of the pool are broken. Finding the key is
    the first that each is used for, and can be done again with the next one. No transaction is
    open then.
    """
    import psycopg

    with ExitStack() as stack:
        for left in range(context.settings.connections, -1, -1):
            db = stack.enter_context(context.pool.connection())
            try:
                key = _key(db, request)
                break
            except psycopg.OperationalError:
                stack.close()
                if not left:
                    raise
        yield key, db


def _key(db: "Connection[DictRow]", request: Request) -> Key:
    key = keys.find(db, keys.presented(request.headers.get("authorization", "")))
    if key is None:
        raise Problem("no-key", "Give a key in the header Authorization, as “Bearer KEY”.")
    return key


def _call(context: Context, endpoint: Endpoint, request: Request, body: bytes, key: Key) -> Call:
    if endpoint.scope not in key.scopes:
        raise Problem("wrong-scope", f"It needs the scope {endpoint.scope}.")
    query = _query(endpoint, request)
    given = _valid(endpoint.body, lambda model: model.model_validate_json(body))
    user = _user(request, key, named_in(query or given) if endpoint.names_user else None)
    shared = getattr(given, "shared", ())
    sharing.require_allowed(key, user, shared, by_tool=BY_MODEL in request.scope)
    return Call(
        context,
        key,
        user,
        query,
        given,
        {name: _path(value) for name, value in request.path_params.items()},
        len(body),
        bool(request.scope.get(BY_MODEL)),
    )


def named_in(given: Any) -> str | None:
    """Return the user whom a query or a body names, the first of several."""
    named: str | list[str] | None = getattr(given, "user_id", None)
    return named[0] if isinstance(named, list) else named


def _user(request: Request, key: Key, named: str | None) -> str:
    """The user whom the request is about: the key's, the one it names, or that of the header."""
    given = request.headers.getlist(USER_HEADER)
    if len(given) > 1:
        raise Problem("no-user", f"{USER_HEADER} is there twice.")
    user = _decoded(given[0]) if given else named or key.for_user
    if user is None:
        raise Problem("no-user", f"Name the user in the header {USER_HEADER}.")
    if key.for_user not in (None, user) or named not in (None, user):
        raise Problem("wrong-user")
    return user


def _decoded(given: str) -> str:
    """The user in the header. Raises Problem if it names none."""
    try:
        user = unquote(given.encode("ascii").decode(), errors="strict")
    except UnicodeError as error:
        raise Problem("no-user", f"{USER_HEADER} is not percent-encoded UTF-8.") from error
    if not 0 < len(user) <= _LONGEST_ID or not user.isprintable():
        raise Problem(
            "no-user", f"{USER_HEADER} must have 1 to {_LONGEST_ID} printable characters."
        )
    return user


def _path(value: str) -> str:
    if not 0 < len(value) <= _LONGEST_ID or not value.isprintable():
        raise Problem("not-found")
    return value


def _query(endpoint: Endpoint, request: Request) -> BaseModel | None:
    given: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name in given:
            raise Problem("invalid", f"The parameter {name[:100]} is there twice.")
        given[name] = value
    if any(not _is_text(part) for item in given.items() for part in item):
        raise Problem("malformed", "The query is not UTF-8 without NUL.")
    if endpoint.query is None and given:
        raise Problem("invalid", f"There is no parameter {next(iter(given))[:100]}.")
    return _valid(endpoint.query, lambda model: model.model_validate_strings(given))


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def _valid(
    model: type[BaseModel] | None, validate: Callable[[type[BaseModel]], BaseModel]
) -> BaseModel | None:
    if model is None:
        return None
    try:
        return validate(model)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
        if any(each["type"] == "json_invalid" for each in found):
            raise Problem("malformed", "The body is not JSON.") from error
        errors = [
            {"at": "/".join(map(str, each["loc"]))[:200], "what": each["msg"][:200]}
            for each in found[:20]
        ]
        raise Problem("invalid", errors=errors) from error


def _once(
    endpoint: Endpoint, request: Request, body: bytes, call: Call, db: "Connection[DictRow]"
) -> tuple[Response, int]:
    """The answer, and to how many things the request did what it does.

    With an idempotency key only the first request does it; the others have its answer, and 0.
    """
    keys_given = request.headers.getlist(IDEMPOTENCY_HEADER) if endpoint.is_made_once else []
    if not keys_given:
        return _do(endpoint, call, db)
    if len(keys_given) > 1:
        raise Problem("invalid", f"{IDEMPOTENCY_HEADER} is there twice.")
    given = keys_given[0]
    if not 0 < len(given) <= _LONGEST_ID or not given.isprintable():
        raise Problem("invalid", f"{IDEMPOTENCY_HEADER} must have 1 to {_LONGEST_ID} characters.")
    about = f"{endpoint.method} {request.url.path}?{request.url.query}\0".encode()
    digest = hashlib.sha256(about + body).digest()
    database.ensure_user(db)
    db.execute("delete from idempotency where at < now() - interval '1 day'")
    # Waits for another request with the same key to end.
    is_new = db.execute(
        "insert into idempotency (key, request) values (%s, %s) on conflict do nothing",
        (given, digest),
    ).rowcount
    if not is_new:
        return _replay(db, given, digest), 0
    response, number = _do(endpoint, call, db)
    db.execute(
        "update idempotency set status = %s, answer = %s where key = %s",
        (response.status_code, bytes(response.body).decode(), given),
    )
    return response, number


def _replay(db: "Connection[DictRow]", given: str, digest: bytes) -> Response:
    row = db.execute(
        "select request, status, answer from idempotency where key = %s", [given]
    ).fetchone()
    if row is None:  # deleted in between, with its user
        raise Problem("unavailable", "Try again.", retry_after=1)
    if row["answer"] is None:
        raise Problem("conflict", "It was done, and what it was about is deleted since.")
    if bytes(row["request"]) != digest:
        raise Problem("key-reused")
    replayed = {"Idempotent-Replayed": "true"}
    return Response(row["answer"], row["status"], replayed, "application/json")


def _do(endpoint: Endpoint, call: Call, db: "Connection[DictRow]") -> tuple[Response, int]:
    answer = endpoint.answer(call, db)
    number = endpoint.counted(answer) if endpoint.action else 0
    if endpoint.action:
        audit.record(db, call.key.id, endpoint.action, number)
    return _response(endpoint, answer), number


def _response(endpoint: Endpoint, answer: BaseModel | Response) -> Response:
    if isinstance(answer, Response):
        return answer
    return Response(answer.model_dump_json(), endpoint.status, media_type="application/json")
