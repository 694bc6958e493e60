"""The shapes of chatmemory's requests and answers, as its OpenAPI description has them.

What is stored is bounded as on our own paths. A time without an offset is in UTC, which is what
chatmemory stores; every time that is answered has one.
"""

from datetime import date, datetime, time, timedelta, timezone
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, PrivateAttr, model_validator

from .note_schemas import Content, Day
from .recall_schemas import Ask
from .schemas import (
    LONGEST_CONTENT,
    MOST_MESSAGES,
    AsText,
    Channel,
    Deleted,
    Flag,
    Given,
    Id,
    Metadata,
    NewMessage,
    Role,
    Text,
    Told,
    in_range,
)

MOST_MESSAGES_LISTED = 1_000
MOST_USERS = 10

_FARTHEST_OFFSET = 14


def _utc(moment: datetime) -> datetime:
    """Return a time with its offset; without one it is in UTC."""
    return in_range(moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc))


def _day(given: object) -> object:
    """Return the day of what may be a day or a time on it."""
    if isinstance(given, str) and len(given) > 10:
        return datetime.fromisoformat(given.replace("Z", "+00:00")).date().isoformat()
    return given


def _midnight(day: date | None) -> datetime | None:
    return None if day is None else datetime.combine(day, time.min)


Moment = Annotated[datetime, AsText, AfterValidator(_utc)]
DayOrTime = Annotated[Day, BeforeValidator(_day)]
Seconds = Annotated[int, Field(ge=0, le=10**9)]


class Status(Told):
    """What was done, in chatmemory's words."""

    status: str

    _number: int = PrivateAttr(1)

    @classmethod
    def of(cls, status: str, number: int) -> "Status":
        """Return a status that counts as so many changes in the audit trail."""
        made = cls(status=status)
        made.count(number)
        return made

    def count(self, number: int) -> None:
        """Let it count as so many changes in the audit trail."""
        self._number = number

    @property
    def number(self) -> int:
        return self._number


class HistoryDeleted(Status, Deleted):
    """What was done, in chatmemory's words, and what was deleted and is left, in ours."""


class OfUser(Given):
    """Query parameters. `user_id` may be left out with a key that is bound to one user."""

    user_id: Id | None = None


class HistoryMessage(Given):
    created_at: Moment | None = Field(None, description="UTC without an offset; now, if left out.")
    role: Role
    content: Annotated[Text, Field(min_length=1, max_length=LONGEST_CONTENT)]
    metadata: Metadata = Field(default_factory=dict)
    typed: Flag = Field(
        False, description="Not chatmemory's: that the user typed these words. See `/v1/messages`."
    )


class AddHistory(Given):
    user_id: Id
    session_id: Id
    messages: Annotated[list[HistoryMessage], Field(min_length=1, max_length=MOST_MESSAGES)]
    channel: Channel | None = None

    @model_validator(mode="after")
    def _sayable(self) -> "AddHistory":
        self.said()
        return self

    def said(self) -> list[NewMessage]:
        """Return the messages as `/v1/messages` takes them. Raises ValueError."""
        return [
            NewMessage(
                id=None,
                session=self.session_id,
                channel=self.channel or "",
                role=each.role,
                content=each.content,
                typed=each.typed,
                said_at=each.created_at,
                metadata=each.metadata,
            )
            for each in self.messages
        ]


class HistoryQuery(OfUser):
    """With `since` or `until`, `within_seconds` does not count; 0 is for all times."""

    session_id: Id | None = None
    channel: Channel | None = None
    within_seconds: Seconds = 3600
    since: Moment | None = None
    until: Moment | None = Field(None, description="Excluded.")


class HistoryChoice(OfUser):
    """What to delete; at least one is needed, and all must fit."""

    session_id: Id | None = None
    channel: Channel | None = None


class HistoryMessageTold(Told):
    created_at: datetime
    role: str
    content: str
    metadata: dict[str, Any]
    user_id: str
    session_id: str
    channel: str | None


class History(Told):
    messages: list[HistoryMessageTold]


class SessionIds(Told):
    session_ids: list[str]


class SessionsQuery(OfUser):
    within_seconds: Seconds = 3600
    limit: Annotated[int, Field(ge=1, le=500)] = 5


class SessionInfo(Told):
    created_at: datetime
    user_id: str
    session_id: str
    channel: str | None


class SessionInfos(Told):
    sessions: list[SessionInfo]


class SummaryChoice(OfUser):
    session_id: Id | None = None


class SummaryWish(SummaryChoice):
    """What to summarise: one session, or the latest ones."""

    overwrite: bool = False
    max_count: Annotated[int, Field(ge=1, le=20)] = 10


class SessionSummary(Told):
    created_at: datetime
    session_id: str
    summary: str


class Summaries(Told):
    summaries: list[SessionSummary]


class AddKnowledge(Given):
    user_id: Id
    knowledge: Content


class KnowledgeChoice(OfUser):
    knowledge_id: Id | None = Field(None, description="All of the user's, if left out.")


class KnowledgeTold(Told):
    """`id` is a number of what was added here, else the text that `/v1/knowledge` has."""

    created_at: datetime
    knowledge: str
    id: int | str
    user_id: str


class KnowledgeAll(Told):
    knowledge: list[KnowledgeTold]


class UpdateDiary(Given):
    """`created_at` is checked and not kept: the entry has its own times."""

    user_id: Id
    diary_date: Day
    content: Content
    metadata: Metadata = Field(default_factory=dict)
    created_at: Moment | None = None


class DiaryWish(OfUser):
    diary_date: DayOrTime | None = None
    since: DayOrTime | None = None
    until: DayOrTime | None = Field(None, description="Included.")
    limit: Annotated[int, Field(ge=1, le=1_000)] = 1_000


class DiaryChoice(OfUser):
    diary_date: DayOrTime | None = None


class DiaryEntry(Told):
    created_at: datetime
    user_id: str
    diary_date: date
    content: str
    metadata: dict[str, Any]


class Diaries(Told):
    diaries: list[DiaryEntry]


class SearchWish(Given):
    """`since` and `until` are days where the offset is; both are included."""

    user_id: Id | Annotated[list[Id], Field(min_length=1, max_length=MOST_USERS)]
    query: Annotated[Text, Field(min_length=1, max_length=2_000)]
    top_k: Annotated[int, Field(ge=1, le=50)] = 5
    search_content: bool = False
    include_retrieved_data: bool = False
    since: Day | None = None
    until: Day | None = None
    utc_offset_hours: Annotated[
        float, Field(ge=-_FARTHEST_OFFSET, le=_FARTHEST_OFFSET, allow_inf_nan=False)
    ] = 0.0

    @model_validator(mode="after")
    def _askable(self) -> "SearchWish":
        self.asked()
        return self

    @property
    def users(self) -> list[str]:
        """The users to ask about, in their order, each once."""
        given = [self.user_id] if isinstance(self.user_id, str) else self.user_id
        return list(dict.fromkeys(given))

    def asked(self) -> Ask:
        """Return the question as `/v1/answer` takes it. Raises ValueError."""
        minutes = round(self.utc_offset_hours * 60)
        sign, (hours, rest) = "-" if minutes < 0 else "+", divmod(abs(minutes), 60)
        return Ask(
            question=self.query,
            zone=f"{sign}{hours:02}:{rest:02}",
            since=_midnight(self.since),
            until=_midnight(self.until and self.until + timedelta(days=1)),
            without_session=None,
        )


class SearchAnswer(Told):
    """`answer` is "" if nothing says it."""

    answer: str
    retrieved_data: str | None = None


class SearchResponse(Told):
    result: SearchAnswer
