"""The shapes of requests and answers. They check what can be checked without a database.

Times are aware. Strings hold no NUL, which PostgreSQL cannot store.
"""

import re
from datetime import date, datetime, timedelta, timezone
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    model_validator,
)

from .zones import zone_of

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_EARLIEST = datetime(1970, 1, 1, tzinfo=timezone.utc)
_LATEST = datetime(2200, 1, 1, tzinfo=timezone.utc)

LONGEST_CONTENT = 100_000
MOST_MESSAGES = 1_000


def _storable(text: str) -> str:
    if "\0" in text:
        raise ValueError("it holds the character NUL")
    return text


def as_name(text: str) -> str:
    if not text.isprintable():
        raise ValueError("it holds invisible characters")
    return text


def in_range(moment: datetime) -> datetime:
    """Return a time that is within the times that are stored. Raises ValueError."""
    if not _EARLIEST <= moment < _LATEST:
        raise ValueError("it is not between 1970 and 2200")
    return moment


def _zone(name: str) -> str:
    zone_of(name)
    return name


def _written(moment: object) -> object:
    """Reject numbers as times: their unit and epoch would have to be guessed."""
    if isinstance(moment, str) and not _DATE.match(moment):
        raise ValueError("it is not a time, as in 2026-03-01T12:00:00+01:00")
    if isinstance(moment, (int, float)):
        raise ValueError("it is a number")
    return moment


Text = Annotated[str, AfterValidator(_storable)]
Id = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(as_name)]
Channel = Annotated[str, Field(max_length=200), AfterValidator(as_name)]
AsText = BeforeValidator(_written)
Moment = Annotated[AwareDatetime, AsText, AfterValidator(in_range)]
Limit = Annotated[int, Field(ge=1, le=500)]
Cursor = Annotated[str, Field(min_length=1, max_length=2_000)]
Role = Literal["user", "assistant", "system", "tool"]
MetadataValue = (
    Annotated[str, Field(max_length=2_000), AfterValidator(_storable)]
    | bool
    | Annotated[int, Field(ge=-(2**53), le=2**53)]
    | Annotated[float, Field(gt=-(2**53), lt=2**53, allow_inf_nan=False)]  # so of integers, too
    | None
)
Flag = Annotated[bool, Field(strict=True)]
Zone = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_zone)]
Metadata = Annotated[
    dict[Annotated[str, Field(max_length=100), AfterValidator(_storable)], MetadataValue],
    Field(max_length=32),
]


class Given(BaseModel):
    """What a request has; a member that is not known is an error, not ignored."""

    model_config = ConfigDict(extra="forbid")


class Told(BaseModel):
    """What an answer has."""


class NewMessage(Given):
    """One message of a session, in the order in which they were said."""

    id: Id | None = Field(None, description="Yours, or made up; a second message with it is known.")
    session: Id
    channel: Channel = ""
    role: Role
    content: Annotated[Text, Field(min_length=1, max_length=LONGEST_CONTENT)]
    typed: Flag = Field(
        False,
        description="That the user typed these words themselves, in this program. Only then facts "
        "are learned from them.",
    )
    said_at: Moment | None = Field(None, description="Now, if left out.")
    metadata: Metadata = Field(default_factory=dict)

    @model_validator(mode="after")
    def _consistent(self) -> "NewMessage":
        if self.typed and self.role != "user":
            raise ValueError("only messages with the role user can be typed")
        if self.said_at and self.said_at > datetime.now(timezone.utc) + timedelta(days=1):
            raise ValueError("said_at is more than a day ahead")
        return self


class NewMessages(Given):
    messages: Annotated[list[NewMessage], Field(min_length=1, max_length=MOST_MESSAGES)]


class Accepted(Told):
    id: str
    status: Literal["created", "known"]


class AcceptedMessages(Told):
    messages: list[Accepted]


class Page(Given):
    """Query parameters of every list; `cursor` is the `next` of the page before."""

    limit: Limit = 100
    cursor: Cursor | None = None


class Window(Page):
    since: Moment | None = None
    until: Moment | None = Field(None, description="Excluded.")


class MessageQuery(Window):
    session: Id | None = None
    channel: Channel | None = None
    order: Literal["oldest", "newest"] = "oldest"


class Message(Told):
    id: str
    session: str
    channel: str
    role: str
    typed: bool
    content: str
    said_at: datetime
    metadata: dict[str, Any]


class Messages(Told):
    messages: list[Message]
    next: str | None = None


class MessageChoice(Given):
    """What to delete; at least one is needed, and both must fit."""

    id: Id | None = None
    session: Id | None = None


class ExportLine(Told):
    """One line; its other members are those of its kind."""

    model_config = ConfigDict(extra="allow")

    kind: Literal[
        "user", "session", "message", "fact", "event", "waiting", "knowledge", "diary", "usage"
    ]


class UserChoice(Given):
    confirm: Id = Field(description="The id of the user again, so that none is deleted by mistake.")


class UserChange(Given):
    language: Annotated[str, Field(pattern="^[a-z_]{1,63}$")] | None = Field(
        None,
        description="As PostgreSQL names it: english, german, and so on. simple: as on the command "
        "line, whose forms of words suit English best.",
    )
    zone: Zone | None = Field(
        None,
        description="An IANA name or an offset: where the days begin of what the user says, and "
        "on which it is over. UTC, if never named.",
    )


class User(Told):
    user: str
    language: str
    zone: str
    created_at: datetime


class Deleted(Told):
    """What was deleted, by kind, and what still says it."""

    deleted: dict[str, int]
    left: list[str] = Field(default_factory=list, description="Messages that still say it.")
    left_rows: list[str] = Field(
        default_factory=list, description="Tables that still have rows of it: none."
    )
    left_facts: list[str] = Field(
        default_factory=list, description="Facts that say it, or tell of the same."
    )
    left_summaries: list[str] = Field(
        default_factory=list, description="Sessions whose summary says it."
    )
    left_knowledge: list[str] = Field(default_factory=list, description="Knowledge that says it.")
    left_diary: list[date] = Field(default_factory=list, description="Days whose entry says it.")


class SessionQuery(Window):
    channel: Channel | None = None


class Session(Told):
    session: str
    channel: str
    started_at: datetime
    last_at: datetime
    messages: int
    summary: str | None = Field(None, description="Made when the session is quiet.")
    summarised_at: datetime | None = None


class Sessions(Told):
    sessions: list[Session]
    next: str | None = None
