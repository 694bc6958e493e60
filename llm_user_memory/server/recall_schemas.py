"""The shapes of questions about what was said, and of what is found."""

from datetime import datetime, tzinfo
from typing import Annotated

from pydantic import Field, model_validator

from .finding import MOST, Where
from .schemas import (
    LONGEST_CONTENT,
    AsText,
    Channel,
    Cursor,
    Given,
    Id,
    Role,
    Text,
    Told,
    Zone,
    in_range,
)
from .zones import moment, zone_of

MOST_SHARED = 10
"""Other users about whom one request may ask."""

Several = Annotated[list[Id], Field(max_length=100)]


class About(Given):
    """What is looked through: `since` and `until` may leave out the offset if `zone` is given."""

    since: Annotated[datetime, AsText] | None = Field(
        None, description="A time, or a day, which begins at midnight."
    )
    until: Annotated[datetime, AsText] | None = Field(None, description="The same; excluded.")
    zone: Zone | None = Field(
        None, description="An IANA name or an offset: where the user is. UTC, if left out."
    )
    sessions: Several = Field(default_factory=list)
    channels: Annotated[list[Channel], Field(max_length=100)] = Field(default_factory=list)
    without_session: Id | None = Field(None, description="Such as the one that goes on now.")

    @model_validator(mode="after")
    def _aware(self) -> "About":
        for name in ("since", "until"):
            given = getattr(self, name)
            if given is not None:
                aware = in_range(moment(given, self.zone or ""))
                # As it is in the zone: there the days of the diary begin.
                setattr(self, name, aware.astimezone(self.tz) if self.zone else aware)
        return self

    @property
    def tz(self) -> tzinfo:
        """The zone."""
        return zone_of(self.zone or "UTC")

    def where(self) -> Where:
        """Return the conditions on passages."""
        return Where(
            self.since,
            self.until,
            self.sessions,
            self.channels,
            without=self.without_session or "",
        )


class AboutSeveral(About):
    """The same, of several users."""

    shared: Annotated[list[Id], Field(max_length=MOST_SHARED)] = Field(
        default_factory=list,
        description="Other users whose memory is looked through, too. A key that is bound to a "
        "user, and every tool, needs a key that was made with them.",
    )


class Search(AboutSeveral):
    query: Annotated[Text, Field(min_length=1, max_length=2_000)]
    roles: Annotated[list[Role], Field(max_length=4)] = Field(default_factory=list)
    limit: Annotated[int, Field(ge=1, le=MOST)] = 10
    cursor: Cursor | None = None

    def where(self) -> Where:
        """Return the conditions on passages."""
        return super().where()._replace(roles=self.roles)


class FoundPassage(Told):
    """A part of a message, at most 1,000 characters.

    `score` orders one search. `share` is how much of the query, by weight, the passage has with
    those around it; `nearness` is the cosine similarity.
    """

    user: str
    message: str
    session: str
    channel: str
    role: str
    typed: bool
    text: str
    said_at: datetime
    score: float
    share: float
    nearness: float


class FoundRecord(Told):
    """A fact, a summary, knowledge, or an entry of the diary.

    `id` is that of the fact, the session, the knowledge, or the day.
    """

    user: str
    kind: str
    id: str
    text: str
    at: datetime
    share: float


class SearchResult(Told):
    passages: list[FoundPassage]
    records: list[FoundRecord] = Field(description="What is known; with the first page only.")
    by_meaning: bool
    next: str | None = None


class ContextRequest(AboutSeveral):
    prompt: Annotated[Text, Field(max_length=LONGEST_CONTENT)] = Field(
        "", description="What the user says now. Without it, the profile alone."
    )
    tokens: Annotated[int, Field(ge=1, le=100_000)] = Field(
        2_000, description="Most tokens of the text; a token is about four letters."
    )


class FromUser(Told):
    """The ids of what a context has of another user."""

    user: str
    facts: list[str]
    messages: list[str]


class ContextText(Told):
    """What to put before a prompt; "" if there is nothing to say."""

    text: str
    tokens: int
    facts: list[str] = Field(description="The archived facts that are in it.")
    messages: list[str] = Field(description="The messages of which passages are in it.")
    shared: list[FromUser] = Field(description="What is in it of other users.")


class Ask(AboutSeveral):
    question: Annotated[Text, Field(min_length=1, max_length=2_000)]

    @property
    def is_narrow(self) -> bool:
        """Whether the profile, which is of no session, channel or time, may not answer."""
        return bool(self.sessions or self.channels or self.since or self.until)


class Quote(Told):
    """Words that an answer rests on.

    `kind` is message, fact, summary, knowledge or diary, `id` that of the message, the fact, the
    session, the knowledge, or the day. `day` is when it was said, in the zone of the request.
    """

    user: str
    kind: str
    id: str
    session: str | None
    quote: str
    day: str


class Answer(Told):
    """`answer` is null if nothing says it. The model was asked `requests` times."""

    answer: str | None
    quotes: list[Quote]
    requests: int
