"""What a search needs to know of the named user, read in one query.

That is the user's language, the facts of the profile, and what the user had forgotten.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from . import known, passages, withheld
from .passages import Letters
from .withheld import ORIGINS, Withheld

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import DictRow

_READ = f"""
select u.language::text, u.indexed, u.salt, f.*, g.*, w.*,
    coalesce((select n from passages order by n desc limit 1), 0) as newest
from users u,
    lateral (
        select array_agg(id order by place) as ids, array_agg(text order by place) as texts,
            array_agg(said_at order by place) as times
        from facts where state = 'active') f,
    lateral (
        select array_agg(fingerprint) as fingerprints, array_agg(words) as words,
            array_agg(at) as moments
        from forgotten) g,
    lateral ({ORIGINS}) w
"""


class ActiveFact(NamedTuple):
    """A fact of the profile, which is not in its archive."""

    id: str
    text: str
    said_at: datetime


class Asker(NamedTuple):
    """The user who is named, at the time of a transaction.

    `letters` gives the characters of words, as the user's passages have them; it reads in the same
    transaction. `newest` is the number of the last passage, 0 for none.
    """

    letters: Letters
    withheld: Withheld
    facts: Sequence[ActiveFact]
    newest: int


def load_asker(db: "Connection[DictRow]") -> Asker | None:
    """Return who asks, None if there is no such user.

    Messages that have no passages yet, of an earlier version or after a change of the language, get
    them.
    """
    row = db.execute(_READ).fetchone()
    if row and not row["indexed"]:
        passages.catch_up(db, row["language"])
        row = db.execute(_READ).fetchone()
    if row is None:
        return None
    facts = zip(row["ids"] or (), row["texts"] or (), row["times"] or (), strict=True)
    prints = zip(row["fingerprints"] or (), row["words"] or (), row["moments"] or (), strict=True)
    return Asker(
        passages.letters_in(db, row["language"]),
        withheld.of(known.forgotten(row["salt"], prints), row["origins"]),
        [ActiveFact(*fact) for fact in facts],
        row["newest"],
    )
