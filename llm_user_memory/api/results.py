"""What the methods of `Memory` return."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timezone

from ..errors import ModelError
from ..learn.update import WHY_WITHHELD, WITHHELD, Result
from ..profile import document
from ..profile.edits import Edit
from ..store import origins
from ..store.profile import changes
from ..text.fingerprints import Forgotten, says


@dataclass(frozen=True)
class Fact:
    """A fact of the profile, and its origin.

    `quote` has the user's words that support the fact, said at `said_at` in `conversation`. It is
    empty if they also say something that was forgotten. All three are empty for a line that the
    user wrote, whose `origin` is "user". For other facts `origin` is "conversation", or the source
    of the conversation: "logs", "said", "chatgpt", ... A `local` fact was said to a model on this
    machine, and should not be shown to models elsewhere. A `pinned` fact is never archived.
    """

    text: str
    section: str
    quote: str = ""
    learned_at: datetime | None = None
    said_at: datetime | None = None
    conversation: str = ""
    origin: str = "user"
    local: bool = False
    pinned: bool = False


@dataclass(frozen=True)
class Refused:
    """A proposed edit that was not made, with the reason.

    If only the user can decide it, it waits in `llm memory review`.
    """

    edit: Edit
    reason: str


@dataclass(frozen=True)
class Passage:
    """A passage of an earlier conversation, a note, the profile or a file.

    `source` is "logs", "notes", "profile", "files", or a program such as "claude-code".
    `document` is the conversation's id or the file's path. `role` is the speaker in a conversation:
    "user" or "assistant". `author` is the model that wrote it into the notes, "" for what is not a
    model's note.
    """

    text: str
    source: str
    document: str
    role: str = ""
    said_at: datetime | None = None
    author: str = ""


class Passages(list[Passage]):
    """A list of passages, the best first.

    `remarks` are sentences for the user: to which days the search was limited, and what could not
    be searched, and why.
    """

    def __init__(self, passages: Iterable[Passage] = (), remarks: tuple[str, ...] = ()) -> None:
        super().__init__(passages)
        self.remarks = remarks


@dataclass(frozen=True)
class Update:
    """The result of learning: the edits that were made, and those that were not.

    `skipped` is the reason why no model was asked (learning is paused, nothing was typed, ...), or
    "" if one was. `kept` is the number of turns that `keep` stored, or whose answer has grown.
    """

    edits: tuple[Edit, ...] = ()
    refused: tuple[Refused, ...] = ()
    skipped: str = ""
    kept: int = 0


def fact_of(
    fact: document.Fact,
    origin: origins.Origin | None,
    since: changes.Entry | None,
    forgotten: Forgotten,
) -> Fact:
    """Return a fact with its origin, or with the first version that has it."""
    if origin is None:
        learned_at = date_of(since.created if since else None)
        return Fact(
            fact.text,
            fact.section,
            learned_at=learned_at,
            local=fact.local,
            pinned=fact.pinned,
        )
    return Fact(
        fact.text,
        fact.section,
        "" if says(forgotten, origin.quote) else origin.quote,
        date_of(origin.learned_at),
        date_of(origin.said_at),
        origin.thread_id,
        origin.source or "conversation",
        fact.local,
        fact.pinned,
    )


def date_of(seconds: float | None) -> datetime | None:
    """Return a time in seconds since 1970 as a date, None for None."""
    return None if seconds is None else datetime.fromtimestamp(seconds, timezone.utc)


def combined(results: Iterable[Result]) -> Update:
    """Return the results of requests about one conversation as one.

    Raises ModelError if one of them failed.
    """
    made: list[Edit] = []
    refused: list[Refused] = []
    skipped = ""
    for result in results:
        if result.status == WITHHELD:
            skipped = WHY_WITHHELD
        if result.error:
            raise ModelError(
                result.error,
                transient=result.transient,
                untouched="What was learned before is kept.",
            )
        for verdict in result.verdicts:
            if verdict.refusal:
                refused.append(Refused(verdict.edit, verdict.refusal))
            else:
                made.append(verdict.edit)
    return Update(tuple(made), tuple(refused), skipped)
