"""The shapes of what is known: facts, the profile, and what waits for review."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from .schemas import Flag, Given, Page, Told, as_name

SectionName = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(as_name)]
FactText = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(as_name)]
FactState = Literal["active", "archived", "ended"]


class Fact(Told):
    """One fact. `own` tells that a person entered it, `archived` that not every prompt has it."""

    id: str
    section: str
    text: str
    own: bool
    pinned: bool
    state: FactState
    said_at: datetime
    times: int
    created_at: datetime


class FactQuery(Page):
    section: SectionName | None = None
    state: FactState | None = None


class Facts(Told):
    facts: list[Fact]
    next: str | None = None


class NewFact(Given):
    text: FactText
    section: SectionName = "Personal Information"
    pinned: Flag = Field(False, description="Never moved to the archive.")


class FactChange(Given):
    text: FactText | None = None
    section: SectionName | None = None
    pinned: Flag | None = None
    state: Literal["active", "archived"] | None = None


class Reason(Told):
    """Words of the user that say a fact, and the message that has them."""

    quote: str
    message: str
    session: str
    said_at: datetime


class Why(Told):
    id: str
    text: str
    own: bool
    said: list[Reason]
    next: str | None = None


class Event(Told):
    """What happened to a fact, and what it said from then on."""

    op: Literal["add", "replace", "again", "end", "edit"]
    text: str
    at: datetime
    message: str | None


class History(Told):
    events: list[Event]
    next: str | None = None


class Section(Told):
    name: str
    facts: list[Fact]


class Profile(Told):
    """What is known, without the archive: as Markdown, and as facts."""

    markdown: str
    tokens: int
    sections: list[Section]


class Waiting(Told):
    """An edit about which only the user can decide, and why."""

    id: str
    op: Literal["add", "replace", "remove"]
    section: str
    old: str
    new: str
    quote: str
    reason: str
    message: str
    at: datetime


class Review(Told):
    waiting: list[Waiting]
    next: str | None = None


class Decision(Given):
    accept: Flag


class Decided(Told):
    accepted: bool
    fact: str | None = Field(None, description="The id of the fact that was added or changed.")
