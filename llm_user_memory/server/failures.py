"""What a request that fails is answered, and what the log has of it."""

import json
import logging
from collections.abc import Callable

from starlette.responses import Response

from ..errors import ModelError
from .problems import MEDIA_TYPE, Problem

log = logging.getLogger("memory.server")


def problem_response(problem: Problem) -> Response:
    """Return a problem as a response."""
    body = json.dumps(problem.body(), ensure_ascii=False)
    return Response(body, problem.status, problem.headers(), MEDIA_TYPE)


def guarded(name: str, answer: Callable[[], Response]) -> Response:
    """Return what `answer` does, or the problem that it ran into; `name` is that of the path."""
    import psycopg
    from psycopg_pool import PoolTimeout

    try:
        return answer()
    except Problem as problem:
        return problem_response(problem)
    except ModelError as error:
        log.warning("%s: %s", name, type(error).__name__)  # its text may have words of the user
        silent = Problem("unavailable", "The model cannot be asked now.", retry_after=30)
        return problem_response(silent)
    except (psycopg.errors.QueryCanceled, psycopg.errors.LockNotAvailable) as error:
        log.warning("%s: %s", name, type(error).__name__)
        busy = Problem("unavailable", "It took too long; nothing was changed.", retry_after=5)
        return problem_response(busy)
    except psycopg.errors.ForeignKeyViolation:
        gone = Problem("unavailable", "Something was deleted meanwhile; try again.", retry_after=1)
        return problem_response(gone)
    except psycopg.errors.ReadOnlySqlTransaction:
        return problem_response(Problem("read-only", "Its database is a replica."))
    except (psycopg.OperationalError, PoolTimeout) as error:
        log.warning("%s: %s", name, type(error).__name__)
        away = Problem("unavailable", "Try again; writes with an idempotency key are made once.",
                       retry_after=5)  # fmt: skip
        return problem_response(away)
    except Exception:
        log.exception("%s", name)
        return problem_response(Problem("failed", "It is in the server's log."))
