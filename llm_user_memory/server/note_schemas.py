"""The shapes of what is written down rather than said: knowledge, and the diary."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from .schemas import (
    LONGEST_CONTENT,
    Channel,
    Given,
    Id,
    Limit,
    Metadata,
    Text,
    Told,
    Window,
)

LONGEST_TITLE = 300
MOST_TAGS = 20

Content = Annotated[Text, Field(min_length=1, max_length=LONGEST_CONTENT)]
Title = Annotated[Text, Field(max_length=LONGEST_TITLE)]
Tag = Annotated[Id, Field(max_length=100)]
Tags = Annotated[list[Tag], Field(max_length=MOST_TAGS)]


def day_of(given: object) -> date:
    """Return the day that is given as 2026-03-01. Raises ValueError for all else."""
    try:
        day = date.fromisoformat(str(given))
    except ValueError:
        day = date.min
    if day.isoformat() != given or not 1900 <= day.year < 2200:
        raise ValueError("it is no date between 1900 and 2200, as in 2026-03-01")
    return day


LAST_DAY = date(2199, 12, 31)
Day = Annotated[date, BeforeValidator(day_of)]


class NewKnowledge(Given):
    """A text that is known because somebody states it, not because the user said it."""

    id: Id | None = Field(None, description="Yours, or made up; a second one with it is known.")
    title: Title = ""
    text: Content
    channel: Channel = ""
    tags: Tags = Field(default_factory=list)

    @field_validator("tags")
    @classmethod
    def _once_each(cls, tags: list[str]) -> list[str]:
        return list(dict.fromkeys(tags))


class KnowledgeChange(Given):
    """What is to be different; what is left out stays."""

    title: Title | None = None
    text: Content | None = None
    channel: Channel | None = None
    tags: Tags | None = None

    @model_validator(mode="after")
    def _something(self) -> "KnowledgeChange":
        if all(value is None for value in self.model_dump().values()):
            raise ValueError("it changes nothing")
        return self


class KnowledgeQuery(Window):
    """`since` and `until` are about when it was added."""

    channel: Channel | None = None
    tag: Tag | None = None
    order: Literal["oldest", "newest"] = "oldest"


class Knowledge(Told):
    id: str
    title: str
    text: str
    channel: str
    tags: list[str]
    created_at: datetime
    changed_at: datetime


class KnowledgeList(Told):
    knowledge: list[Knowledge]
    next: str | None = None


class Kept(Told):
    """What became of it, without its words: answers are kept for their idempotency keys."""

    id: str
    status: Literal["created", "changed", "known"]


class NewEntry(Given):
    """What the diary says of one day of the user's calendar."""

    text: Content
    metadata: Metadata = Field(default_factory=dict)


class Written(Told):
    """What became of it, without its words: answers are kept for their idempotency keys."""

    day: date
    status: Literal["created", "changed", "known"]


class DiaryQuery(Given):
    """`since` and `until` are days; `cursor` is the `next` of the page before."""

    since: Day | None = None
    until: Day | None = Field(None, description="Excluded.")
    order: Literal["oldest", "newest"] = "oldest"
    limit: Limit = 100
    cursor: Day | None = None


class Entry(Told):
    day: date
    text: str
    metadata: dict[str, Any]
    created_at: datetime
    changed_at: datetime


class Diary(Told):
    entries: list[Entry]
    next: str | None = None
