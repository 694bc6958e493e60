"""What a search of the index is given, and the passages that it finds."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..egress import Destination, Place, Said
from ..text.fingerprints import Forgotten, says
from .index.db import FILES, NOTES, PROFILE
from .relevance import Asked, Fit

if TYPE_CHECKING:
    from .dates import Time

Mode = Literal["words", "meaning", "hybrid"]

_NOTHING = Forgotten()


class Query(NamedTuple):
    """A query: the text to search for, and conditions.

    `since` and `until` are in seconds since 1970; `until` is excluded. `kinds` are kinds of
    documents, all of them if it is empty. `model` is the model that a turn was said to, "" for
    any. `only_shareable` leaves out what may not go into a prompt. `without` is the id of a
    conversation to leave out, such as the current one. `diverse` prefers hits that differ. Passages
    said at one of `times` rank higher, as do those of times that the text names. With `is_prose`
    the text is a prompt, for example, in which quotation marks and hyphens are not query syntax.
    """

    text: str
    limit: int = 10
    since: float | None = None
    until: float | None = None
    kinds: Collection[str] = ()
    model: str = ""
    only_shareable: bool = False
    without: str = ""
    diverse: bool = False
    times: "Sequence[Time]" = ()
    is_prose: bool = False


class Hit(NamedTuple):
    """A passage that was found: its text, its source, and when it was said.

    `document` is the conversation's id or the file's path, `part` is the turn's id or the place in
    the file, and `heading` is the heading of its section. `said_at` is in seconds since 1970.
    `origin` is where the model ran that it was said to: see `index.passages.Part`. `stays` is
    whether it may repeat what was said to a model on this machine, although it was said elsewhere.

    `score` orders the hits of one search. `share` is how well the passage, or the passage with its
    context, matches the words of the query: 0 to 1, where 1 is the best possible match. `weight`
    is `share` times the weight of those words, in units of a word that occurs in one passage only.
    `apart` is the score by words without regard to persons, and `asked` is how much the query asks
    for: see `relevance`. `nearness` is the cosine similarity to the query. `user` is whose it is
    where several users are asked about, as on the server; else "".
    """

    passage: int
    kind: str
    document: str
    part: str
    heading: str
    role: str
    text: str
    said_at: float | None
    model: str
    shareable: bool
    ordinal: int
    origin: Place | Literal[""] = ""
    score: float = 0.0
    share: float = 0.0
    weight: float = 0.0
    nearness: float = 0.0
    stays: bool = False
    apart: float = 0.0
    asked: Asked = Asked()
    user: str = ""

    @property
    def fit(self) -> Fit:
        """How well it fits the query, as the input of `relevance.is_about`."""
        return Fit(self.share, self.weight, self.apart)

    @property
    def local(self) -> bool:
        """Whether it must stay on this machine: see `egress`."""
        return self.said.local

    @property
    def said(self) -> Said:
        """The hit as the input of `egress.may`."""
        return Said("here" if self.stays else self.origin, self.model)

    @property
    def day(self) -> str:
        """The local day on which it was said, as YYYY-MM-DD, "" if unknown."""
        return date.fromtimestamp(self.said_at).isoformat() if self.said_at else ""

    @property
    def told(self) -> str:
        """The text, below the name of its file if models are given that, too."""
        if self.kind != FILES:
            return self.text
        name = self.document.rpartition("/")[2].rpartition(".")[0]
        return f"{name}\n{self.text}"

    @property
    def author(self) -> str:
        """The model that wrote it into the user's notes, or "" if no model did."""
        if self.kind != NOTES or "(written by " not in self.heading:
            return ""
        from ..text import entries  # imported here because models write few notes

        by = entries.author(self.heading)
        return by.name if by else ""


def shareable_with(
    hits: Iterable[Hit], destination: Destination, local: Forgotten = _NOTHING
) -> list[Hit]:
    """Return the hits that may go to a destination.

    `local` recognizes what local facts say: see `local_facts`. A hit that says one, or whose file
    is named so, may go no further than this machine, wherever it was said itself.
    """
    found = [hit for hit in hits if hit.said.may_go(destination)]
    if destination.place == "here":
        return found
    return [
        hit for hit in found if hit.local or not says(local, hit.told, is_fact=hit.kind == PROFILE)
    ]
