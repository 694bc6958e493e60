"""Proposals by the models of clients: the client, the quote, and the answer to its dialogue.

The edits themselves are in the review queue. The quote is only the model's claim, so it is not
stored as the quote of the edit, which has the user's own words.
"""

import sqlite3
from typing import Literal, NamedTuple

Answer = Literal["", "accepted", "declined"]

_IS_TYPED: dict[bool | None, str] = {
    True: "you typed there what the model quotes",
    False: "you did not type there what the model quotes",
    None: "nobody knows whether you typed there what the model quotes",
}


class Proposal(NamedTuple):
    """The client whose model proposed an edit, the quote, and the answer to the client's dialogue.

    `is_typed` tells whether the user typed the quote, None if that is unknown: see `learn.proofs`.
    """

    client: str
    quote: str
    is_typed: bool | None
    answer: Answer


class Quote(NamedTuple):
    """The quote of a proposal; `at` is when it was proposed, in seconds since 1970."""

    edit_id: int
    words: str
    at: float


def record(
    db: sqlite3.Connection, edit_id: int, client: str, quote: str, is_typed: bool | None
) -> None:
    """Record who proposed an edit. Call it in the transaction that puts it into the queue."""
    db.execute("insert into proposals values (?, ?, ?, ?, '')", (edit_id, client, quote, is_typed))


def every(db: sqlite3.Connection) -> dict[int, Proposal]:
    """Return the proposals in the review queue, by the number of the edit."""
    query = """
        select p.* from proposals p join waiting w on w.edit_id = p.edit_id
        where w.settled is null
    """
    return {row["edit_id"]: _proposal(row) for row in db.execute(query)}


def claims(proposal: Proposal) -> list[str]:
    """Return lines that tell the user what they need to judge a proposal.

    The quote is at their end, as a model may write into it what looks like a line of ours.
    """
    lines = [f"asked for in {proposal.client}"]
    if proposal.answer == "accepted":
        lines.append(f"{proposal.client}'s own dialogue answered yes")
    if proposal.quote:
        quote = " ".join(proposal.quote.split())
        lines.append(f"{_IS_TYPED[proposal.is_typed]}: “{quote}”")
    return lines


def number_waiting(db: sqlite3.Connection) -> int:
    """Return the number of proposals in the review queue."""
    query = """
        select count(*) from proposals p join waiting w on w.edit_id = p.edit_id
        where w.settled is null
    """
    return int(db.execute(query).fetchone()[0])


def waiting(db: sqlite3.Connection, client: str, old: str, new: str) -> int:
    """Return the number of the edit with these facts that a client proposed, 0 if none waits."""
    query = """
        select max(e.id) from proposals p join edits e on e.id = p.edit_id
        join waiting w on w.edit_id = e.id
        where p.client = ? and e.old = ? and e.new = ? and w.settled is null
    """
    return int(db.execute(query, (client, old, new)).fetchone()[0] or 0)


def record_answer(db: sqlite3.Connection, client: str, edit_id: int, answer: Answer) -> bool:
    """Record the answer to the dialogue in which a client asked about its proposal.

    A declined proposal leaves the review queue. Returns whether there was such a proposal without
    an answer.
    """
    query = """
        update proposals set answer = ? where edit_id = ? and client = ? and answer = ''
        and edit_id in (select edit_id from waiting where settled is null)
    """
    is_found = db.execute(query, (answer, edit_id, client)).rowcount > 0
    if is_found and answer == "declined":
        db.execute("update waiting set settled = 'declined' where edit_id = ?", (edit_id,))
    return is_found


def unproven(db: sqlite3.Connection, client: str, since: float = 0.0) -> list[Quote]:
    """Return the quotes of a client's queued proposals that are not known to be typed.

    `since` is in seconds since 1970: older proposals are left out.
    """
    query = """
        select p.edit_id, p.quote, u.started from proposals p
        join waiting w on w.edit_id = p.edit_id
        join edits e on e.id = p.edit_id join updates u on u.id = e.update_id
        where p.client = ? and p.quote != '' and p.typed is not 1 and w.settled is null
        and u.started >= ?
    """
    rows = db.execute(query, (client, since))
    return [Quote(row["edit_id"], row["quote"], row["started"]) for row in rows]


def record_typed(db: sqlite3.Connection, edit_id: int, *, is_typed: bool) -> None:
    """Record whether the quote of a proposal is in what the user typed to the client."""
    db.execute("update proposals set typed = ? where edit_id = ?", (is_typed, edit_id))


def _proposal(row: sqlite3.Row) -> Proposal:
    typed = row["typed"]
    return Proposal(
        row["client"], row["quote"], None if typed is None else bool(typed), row["answer"]
    )
