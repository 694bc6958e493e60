"""The application that uvicorn serves: the paths, and what each process opens and closes."""

import copy
import multiprocessing
import os
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ..model import client
from . import (
    answers,
    chatmemory,
    contexts,
    database,
    diary,
    examine,
    export,
    facts,
    knowledge,
    messages,
    metrics,
    openapi,
    review,
    search,
    sessions,
    users,
)
from .calls import Context
from .failures import guarded, problem_response
from .http import admitted, handler
from .limits import SHARE, AtOnce, RateLimit, Share
from .mcp_http import McpServer
from .meaning import Questions
from .problems import Problem
from .settings import ServerSettings, read_settings

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow
    from psycopg_pool import ConnectionPool

ENDPOINTS = (
    *messages.PATHS,
    *sessions.PATHS,
    *facts.PATHS,
    *review.PATHS,
    *knowledge.PATHS,
    *diary.PATHS,
    *search.PATHS,
    *contexts.PATHS,
    *answers.PATHS,
    *export.PATHS,
    *users.PATHS,
)


ALL_ENDPOINTS = (*ENDPOINTS, *chatmemory.PATHS)
"""With those that are no tools over MCP, as their requests name the user."""


def create() -> Starlette:
    """Return the application with the settings of the environment. uvicorn calls it."""
    _end_with_parent()
    return create_for(read_settings())


def _end_with_parent() -> None:
    """End this process when the one that started it is gone, where there are several.

    uvicorn's own processes outlive a SIGKILL of their parent and keep its port, so that no other
    server could begin.
    """
    if (parent := multiprocessing.parent_process()) is None:
        return

    def end() -> None:
        parent.join()
        os._exit(1)  # at once: the next server needs the port, and PostgreSQL rolls back

    threading.Thread(target=end, daemon=True).start()


def create_for(settings: ServerSettings) -> Starlette:
    """Return the application. Raises ServerError if the database must not be used."""
    with database.connect(settings.database) as connection:
        examine.require(connection)
        cursor_key = database.cursor_key(connection)
    pool = database.pool(settings.database, settings.connections)
    looking = database.pool(settings.database, 1)
    questions = Questions(settings.embedder)
    questions.warm_up()
    context = Context(pool, settings, questions.vector, cursor_key)
    limit = RateLimit(settings.requests)
    if settings.model:
        client.keep(settings.model, is_streamed=False)  # answers have a few lines
    mcp = McpServer(context, ENDPOINTS, limit)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        # As many threads as can have a connection; more would only wait for one.
        to_thread.current_default_thread_limiter().total_tokens = settings.connections
        async with mcp.manager.run():
            yield
        pool.close()
        looking.close()

    paths = dict.fromkeys(each.path for each in ALL_ENDPOINTS)
    routes = [_route(context, path, limit) for path in paths]
    handlers = {HTTPException: _http_problem}
    state = [*_state(looking), _metrics(context, limit), Route("/mcp", mcp, methods=["POST"])]
    app = Starlette(
        routes=[*routes, *_docs(), *state], lifespan=lifespan, exception_handlers=handlers
    )
    app.router.redirect_slashes = False  # to wherever the header Host says
    app.add_middleware(AtOnce, most=settings.at_once, connections=settings.connections)
    return app


def _route(context: Context, path: str, limit: RateLimit) -> Route:
    """One route for all methods of a path, so that a 405 names them."""
    handlers = {e.method: handler(context, e, limit) for e in ALL_ENDPOINTS if e.path == path}

    async def answer(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return Route(path, answer, methods=[*handlers])


def _docs() -> list[Route]:
    document = openapi.description(ALL_ENDPOINTS)
    page = openapi.page(copy.deepcopy(document))

    async def description(_request: Request) -> Response:
        return JSONResponse(document)

    async def docs(_request: Request) -> Response:
        policy = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
        return HTMLResponse(page, headers=policy)

    return [Route("/openapi.json", description), Route("/docs", docs)]


def _state(looking: "ConnectionPool[Connection[DictRow]]") -> list[Route]:
    """`/health`: the process answers. `/ready`: it has the database, too. Neither needs a key.

    `/ready` has a connection and a thread of its own, as those of requests may all be in use.
    """

    @cache
    def threads() -> CapacityLimiter:
        return CapacityLimiter(1)

    async def health(_request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def ready(_request: Request) -> Response:
        return await to_thread.run_sync(looked, limiter=threads())

    def looked() -> Response:
        import psycopg
        from psycopg_pool import PoolTimeout

        try:
            with looking.connection(timeout=2) as db:
                db.execute("select 1")
        except (psycopg.Error, PoolTimeout):
            return problem_response(Problem("unavailable", "The database is away.", retry_after=5))
        return JSONResponse({"status": "ready"})

    return [Route("/health", health), Route("/ready", ready)]


def _metrics(context: Context, limit: RateLimit) -> Route:
    """`/metrics`: what the processes count, for a key that is bound to no user."""

    def counted(request: Request) -> Response:
        with admitted(context, request) as (key, db):
            limit.take(key.id)
            if "metrics" not in key.scopes or key.for_user is not None:
                raise Problem("wrong-scope", "It needs the scope metrics, and a key for any user.")
            state = db.execute("select * from queue_state()").fetchone() or {}
        return Response(metrics.text(state), headers={"Content-Type": metrics.MEDIA_TYPE})

    async def answer(request: Request) -> Response:
        share: Share = request.scope[SHARE]
        return await share.work(lambda: guarded("GET /metrics", lambda: counted(request)))

    return Route("/metrics", answer)


async def _http_problem(_request: Request, error: Exception) -> Response:
    """What starlette itself refuses: unknown paths, and methods that a path does not have."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    kind = {404: "not-found", 405: "method"}.get(status, "malformed")
    response = problem_response(Problem(kind))
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response
