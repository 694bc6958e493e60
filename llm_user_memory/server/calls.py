"""What the function behind a path is given, and how a path is described to the server."""

import base64
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import BaseModel

from . import database
from .database import Connections
from .keys import Key
from .problems import Problem
from .settings import ServerSettings

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow


class Context(NamedTuple):
    """What all requests of a process share.

    `embed` gives the vector of a question, and the model that made it; ("", "") for none.
    """

    pool: Connections
    settings: ServerSettings
    embed: Callable[[str], tuple[str, str]] = lambda _text: ("", "")


@dataclass(frozen=True)
class Call:
    """One request of one user: the parts of it that were checked.

    `by_model` tells that a model made it up, as a call of a tool, and nobody answers for it.
    """

    context: Context
    key: Key
    user_id: str
    query: Any = None
    body: Any = None
    path: dict[str, str] = field(default_factory=dict)
    size: int = 0
    by_model: bool = False

    def require_model(self) -> str:
        """Return the model that answers and summarises. Raises Problem if the server has none."""
        if not self.context.settings.model:
            raise Problem("no-model", "It was started without LLM_MEMORY_SERVER_MODEL.")
        return self.context.settings.model

    def transaction(
        self, *, is_durable: bool = True
    ) -> "AbstractContextManager[Connection[DictRow]]":
        """Open a transaction in the name of the user."""
        return database.transaction(self.context.pool, self.user_id, is_durable=is_durable)


@dataclass(frozen=True)
class Endpoint:
    """One method of one path.

    `answer` is called with the call and a connection in a transaction of the user, which is
    committed if it returns. With `in_parts` it may return a function, which gives the answer when
    that transaction has ended, so that none is open while a model is asked. What `asks_model` has
    threads of its own, so that other requests do not wait for a model. `action` is what the audit
    trail calls it, "" for what changes nothing, and for what is done `in_parts` and records itself
    there. `counted` takes the answer and returns the number of things that were changed.
    `answer` returns a `returns`, or the response itself. With `is_snapshot` all that it reads is of
    one moment. What changes something is a tool of models if it is `for_models`. With `names_user`
    the query or the body says in `user_id` whom it is about, as the header does elsewhere.
    """

    method: str
    path: str
    scope: str
    answer: Callable[..., Any]
    returns: type[BaseModel]
    query: type[BaseModel] | None = None
    body: type[BaseModel] | None = None
    status: int = 200
    action: str = ""
    counted: Callable[[Any], int] = lambda _answer: 1
    media_type: str = "application/json"
    in_parts: bool = False
    asks_model: bool = False
    is_snapshot: bool = False
    for_models: bool = False
    names_user: bool = False

    @property
    def is_write(self) -> bool:
        """Whether it changes something: a POST may only ask."""
        return self.method != "GET" and self.scope != "read"

    @property
    def is_made_once(self) -> bool:
        """Whether its answer is kept for an idempotency key, which is done in its transaction.

        Deleting a user, which needs the scope admin, deletes the answers that are kept.
        """
        return self.is_write and not self.in_parts and self.scope != "admin"


class Place(NamedTuple):
    """Where the next page of a list begins: after this time, and this row of that time."""

    moment: datetime
    row: str

    def cursor(self) -> str:
        """Return it as clients give it back."""
        return cursor_of([self.moment.isoformat(), self.row])


def place_of(cursor: str) -> Place:
    """Return what a cursor stands for. Raises Problem if it is none."""
    with reading_cursor():
        moment, row = in_cursor(cursor)
        place = Place(datetime.fromisoformat(moment), row)
        if place.moment.tzinfo is None or not isinstance(row, str) or "\0" in row:
            raise ValueError
        place.moment.timestamp()
        row.encode()
    return place


def numbered_place_of(cursor: str) -> tuple[datetime, int]:
    """Return what a cursor stands for whose row is a number. Raises Problem if it is none."""
    place = place_of(cursor)
    with reading_cursor():
        if not place.row.isdecimal() or len(place.row) > 18:
            raise ValueError
    return place.moment, int(place.row)


def cursor_of(given: list[Any]) -> str:
    """Return what JSON can hold as a cursor."""
    return base64.urlsafe_b64encode(json.dumps(given).encode()).decode().rstrip("=")


def in_cursor(cursor: str) -> Any:
    """Return what `cursor_of` was given. Call it in a block of `reading_cursor`."""
    padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
    return json.loads(base64.b64decode(padded, b"-_", validate=True))


@contextmanager
def reading_cursor() -> Iterator[None]:
    """Raise Problem for what goes wrong in the block, as it does with cursors that are none."""
    try:
        yield
    except (ValueError, TypeError, OverflowError, OSError, RecursionError) as error:
        raise Problem("malformed", "cursor is not the `next` of an earlier page.") from error


def conditions(*tests: tuple[str, Any]) -> tuple[str, list[Any]]:
    """Return the SQL of the tests that have a value, “true” for none, and the values in order.

    A value that is a tuple is several values.
    """
    chosen = [(sql, value) for sql, value in tests if value is not None]
    values: list[Any] = []
    for _sql, value in chosen:
        values += value if isinstance(value, tuple) else (value,)
    return " and ".join(sql for sql, _value in chosen) or "true", values


def page(
    rows: Sequence[Any], limit: int, place: Callable[[Any], Place]
) -> tuple[Sequence[Any], str | None]:
    """Return the first `limit` of the rows, of which there is one more if there is another page."""
    shown = rows[:limit]
    return shown, place(shown[-1]).cursor() if len(rows) > limit else None
