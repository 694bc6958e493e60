"""`/v1/user`: the language and the zone of a user, and deleting all of them."""

from typing import TYPE_CHECKING

from . import archiving, database, erasing, leftovers, passages
from .calls import Call, Endpoint
from .problems import Problem
from .schemas import Deleted, User, UserChange, UserChoice

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow


def one(_call: Call, db: "Connection[DictRow]") -> User:
    """Return the user"""
    columns = "user_id as user, language::text, zone, created_at"
    row = db.execute(f"select {columns} from users").fetchone()
    if row is None:
        raise Problem("not-found", "There is no such user.")
    return User(**row)


def change(call: Call, db: "Connection[DictRow]") -> User:
    """Set the language of a user, for the forms of words, or the zone that the user is in"""
    wanted: UserChange = call.body
    database.lock_user(db)
    if wanted.language is not None and not passages.set_language(db, wanted.language):
        raise Problem("invalid", "PostgreSQL knows no such language.")
    if wanted.zone is not None:
        with archiving.fitted(db, call.context.settings.profile_tokens):
            db.execute("update users set zone = %s", [wanted.zone])
    return one(call, db)


def delete(call: Call, db: "Connection[DictRow]") -> Deleted:
    """Delete all of a user, for good

    `confirm` must be the id of the user. `left_rows` names tables that still have rows of the
    user: none, as they are looked for in the same transaction.
    """
    choice: UserChoice = call.query
    if choice.confirm != call.user_id:
        raise Problem("no-filter", "confirm must be the id of the user to delete.")
    deleted = erasing.erase_user(db)
    if not deleted:
        raise Problem("not-found", "There is no such user.")
    return Deleted(deleted=deleted, left_rows=[*leftovers.rows(db)])


PATHS = (
    Endpoint("GET", "/v1/user", "read", one, User),
    Endpoint("PATCH", "/v1/user", "write", change, User, body=UserChange, action="change user"),
    Endpoint("DELETE", "/v1/user", "admin", delete, Deleted, query=UserChoice,
             action="delete user", counted=lambda answer: sum(answer.deleted.values())),
)  # fmt: skip
