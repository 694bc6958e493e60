"""`/v1/user`: deleting all of a user, and looking for what is left."""

from typing import TYPE_CHECKING

from . import erasing
from .calls import Call, Endpoint
from .problems import Problem
from .schemas import Deleted, UserChoice

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow


def delete(call: Call, db: "Connection[DictRow]") -> Deleted:
    """Delete all of a user, for good

    `confirm` must be the id of the user. `left` names what still has rows of the user: nothing, as
    it is looked for in the same transaction.
    """
    choice: UserChoice = call.query
    if choice.confirm != call.user_id:
        raise Problem("no-filter", "confirm must be the id of the user to delete.")
    deleted = erasing.user(db)
    if not deleted:
        raise Problem("not-found", "There is no such user.")
    return Deleted(deleted=deleted, left=[*erasing.rows(db)])


PATHS = (
    Endpoint("DELETE", "/v1/user", "admin", delete, Deleted, query=UserChoice,
             action="delete user", counted=lambda answer: sum(answer.deleted.values())),
)  # fmt: skip
