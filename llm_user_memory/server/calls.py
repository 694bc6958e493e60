"""What the function behind a path is given, and how a path is described to the server."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import BaseModel

from . import database
from .cursors import Cursors
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
    `cursor_key` is the key of the cursors, which only requests have.
    """

    pool: Connections
    settings: ServerSettings
    embed: Callable[[str], tuple[str, str]] = lambda _text: ("", "")
    cursor_key: bytes = b""


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

    @property
    def cursors(self) -> Cursors:
        """What makes and reads the cursors of the user."""
        return Cursors(self.context.cursor_key, self.user_id)

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


def place_of(call: Call) -> Place | None:
    """Return what the cursor that was given stands for, None for none. Raises Problem."""
    if call.query.cursor is None:
        return None
    with reading_cursor():
        moment, row = call.cursors.read(call.query.cursor)
        return Place(datetime.fromisoformat(moment), row)


def numbered_place_of(call: Call) -> tuple[datetime, int] | None:
    """Return what `place_of` does, for a list whose rows have numbers."""
    if (place := place_of(call)) is None:
        return None
    with reading_cursor():
        if not place.row.isdecimal() or len(place.row) > 18:  # it is of another list
            raise ValueError
    return place.moment, int(place.row)


@contextmanager
def reading_cursor() -> Iterator[None]:
    """Raise Problem for what goes wrong in the block, as it does with cursors that are none."""
    try:
        yield
    except (ValueError, TypeError) as error:
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
    call: Call, rows: Sequence[Any], place: Callable[[Any], Place]
) -> tuple[Sequence[Any], str | None]:
    """Return the rows of a page of a list, and the cursor of the next page, None if there is none.

    There is one if there are more `rows` than a page has.
    """
    shown = rows[: call.query.limit]
    if len(rows) == len(shown):
        return shown, None
    moment, row = place(shown[-1])
    return shown, call.cursors.made([moment.isoformat(), row])
