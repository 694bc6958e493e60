"""Computes the new hashes of LLM's messages when text in them changes. This module only reads.

LLM's messages are content-addressed, as in a Merkle tree: the name of a message is a hash of its
content and of its parent's name. LLM's `LogStore.verify()` checks every one. So a message whose
text changes gets a new name, as do all messages after it, and every reference to an old name is
changed, too. A message whose name was wrong before keeps it, so that `verify()` complains about it
before and after. This happens if, for example, an attached file is gone or another program wrote
the message.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...logs import fields

_CLOSURE = """
with recursive affected(hash) as (
    select value from json_each(?)
    union select m.hash from messages m join affected on m.parent_hash = affected.hash
)
select m.hash, m.parent_hash, m.role, m.provider_metadata
from affected join messages m on m.hash = affected.hash
"""
_PARTS = """
select id, message_hash, type, text, payload from parts
where message_hash in (select value from json_each(?)) order by message_hash, position
"""


# The references in LLM's own tables. A table that was rebuilt may no longer declare its foreign
# keys, so they are listed here, too.
_REFERENCES = {
    ("messages", "hash"),
    ("messages", "parent_hash"),
    ("parts", "message_hash"),
    ("threads", "tip_message_hash"),
    ("turns", "parent_message_hash"),
    ("turns", "tip_message_hash"),
}

Texts = dict[int, dict[str, str]]
"""New values of the columns `text` and `payload` of `parts`, by rowid."""


@dataclass(frozen=True)
class Rehash:
    """New names of messages by old name, and the new texts of parts that they are computed from.

    `unfit` is the number of affected messages whose name was wrong before, and which keep it.
    """

    names: dict[str, str]
    parts: Texts
    unfit: int


def rehash(db: sqlite3.Connection, fragments: Mapping[int, str], parts: Texts) -> Rehash:
    """Return the new names that follow from new texts of fragments and of parts, by id."""
    changed = _changed(db, fragments, parts)
    chain = _Messages(db, _affected(db, changed))
    after, names, taken, unfit = dict(parts), dict[str, str](), set[str](), 0
    for hash_, row in chain.rows.items():
        parent = names.get(row["parent_hash"], row["parent_hash"])
        if chain.name(hash_, row["parent_hash"], {}, {}) != hash_:
            unfit += 1
        elif hash_ in changed or parent != row["parent_hash"]:
            names[hash_] = chain.new_name(hash_, parent, fragments, after, taken)
            taken.add(names[hash_])
    return Rehash(names, after, unfit)


def references(db: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return the (table, column) pairs that hold names of messages."""
    names = "select name from sqlite_master where type = 'table'"
    declared = {
        (table, row["from"])
        for table in [row["name"] for row in db.execute(names)]
        for row in db.execute(f'pragma foreign_key_list("{table}")')
        if row["table"] == "messages"
    }
    return sorted(declared | _REFERENCES)


def _changed(db: sqlite3.Connection, fragments: Iterable[int], parts: Iterable[int]) -> set[str]:
    query = """
        select message_hash from parts where id in (select value from json_each(?))
        union select p.message_hash from part_fragments x join parts p on p.id = x.part_id
        where x.fragment_id in (select value from json_each(?))
    """
    ids = [json.dumps(list(some)) for some in (parts, fragments)]
    return {name for row in db.execute(query, ids) if (name := fields.name(row["message_hash"]))}


def _affected(db: sqlite3.Connection, changed: Iterable[str]) -> dict[str, sqlite3.Row]:
    """The changed messages and all their descendants by name, parents first."""
    found = db.execute(_CLOSURE, (json.dumps(list(changed)),))
    rows = {row["hash"]: row for row in found if fields.name(row["hash"])}
    following: dict[str | None, list[sqlite3.Row]] = {}
    for row in rows.values():
        following.setdefault(row["parent_hash"], []).append(row)
    ordered = [row for row in rows.values() if row["parent_hash"] not in rows]
    for row in ordered:  # the loop also visits the rows that it appends
        ordered += following.get(row["hash"], ())
    # The rest are their own ancestors. No name fits such a message.
    return {row["hash"]: row for row in ordered} | rows


class _Messages:
    """Messages with their parts, and the texts and files that the parts refer to."""

    def __init__(self, db: sqlite3.Connection, rows: dict[str, sqlite3.Row]) -> None:
        self.db = db
        self.rows = rows
        self.parts: dict[str, list[sqlite3.Row]] = {hash_: [] for hash_ in rows}
        for part in db.execute(_PARTS, (json.dumps(list(rows)),)):
            self.parts[part["message_hash"]].append(part)
        self.contents: dict[int, str] = {}
        self.types: dict[str, Any] = {}

    def name(
        self, hash_: str, parent: str | None, fragments: Mapping[int, str], parts: Texts
    ) -> str:
        """Return the name that LLM would give a message with these new texts.

        Returns "" if the message has a lone surrogate, or fields that LLM does not write, as LLM
        cannot hash that.
        """
        from llm.logs import content_hash  # heavy, and only this part of a purge needs it

        try:
            message = self._message(hash_, fragments, parts)
            return content_hash({"parent": parent, "message": message})
        except (ValueError, TypeError, LookupError, RecursionError):
            return ""

    def _message(self, hash_: str, fragments: Mapping[int, str], parts: Texts) -> dict[str, Any]:
        row = self.rows[hash_]
        message = {
            "role": row["role"],
            "parts": [self._content(part, fragments, parts) for part in self.parts[hash_]],
        }
        if row["provider_metadata"]:
            message["provider_metadata"] = json.loads(row["provider_metadata"])
        return message

    def new_name(
        self,
        hash_: str,
        parent: str | None,
        fragments: Mapping[int, str],
        parts: Texts,
        taken: set[str],
    ) -> str:
        """Return a name that no other message has. Changes `parts` if that is needed.

        Two messages may become the same once the facts are erased. As no row may be deleted, an
        empty line in front of our text keeps them different.
        """
        while (name := self.name(hash_, parent, fragments, parts)) in taken or self._exists(name):
            ours = (
                part
                for part in self.parts[hash_]
                if part["id"] in parts or not set(_borrowed(part)).isdisjoint(fragments)
            )
            part = next(ours)  # if only the parent is new, the name is unique
            parts[part["id"]] = _set_apart({**part, **parts.get(part["id"], {})})
        return name

    def _exists(self, name: str) -> bool:
        query = "select 1 from messages where hash = ?"
        return self.db.execute(query, (name,)).fetchone() is not None

    def _content(
        self, part: sqlite3.Row, fragments: Mapping[int, str], parts: Texts
    ) -> dict[str, Any]:
        """The part as LLM hashes it, with its references resolved."""
        row = {**part, **parts.get(part["id"], {})}
        content: dict[str, Any] = json.loads(row["payload"] or "{}")
        content["type"] = row["type"]
        if row["text"] is not None:
            content["text"] = row["text"]
        if (pieces := content.pop("text_ref", None)) is not None:
            content["text"] = "".join(
                piece["literal"]
                if "literal" in piece
                else fragments.get(piece["fragment"]) or self._fragment(piece["fragment"])
                for piece in pieces
            )
        if "attachment" in content:
            content["attachment"] = self._attachment(content["attachment"])
        if content.get("attachments"):
            content["attachments"] = [self._attachment(file) for file in content["attachments"]]
        return content

    def _fragment(self, number: int) -> str:
        if number not in self.contents:
            row = self._row("select content from fragments where id = ?", number)
            self.contents[number] = row["content"] if row else ""
        return self.contents[number]

    def _attachment(self, file: dict[str, Any]) -> dict[str, Any]:
        if file["id"] not in self.types:
            row = self._row("select type from attachments where id = ?", file["id"])
            self.types[file["id"]] = row["type"] if row else None
        return {"id": file["id"], "type": self.types[file["id"]]}

    def _row(self, query: str, key: object) -> Any:
        """The row with a key that some JSON named. Raises ValueError for no key of LLM's."""
        if not fields.name(key) and not (isinstance(key, int) and 0 <= key < 2**63):
            raise ValueError("neither a name nor a number of a row")
        return self.db.execute(query, (key,)).fetchone()


def _borrowed(part: sqlite3.Row) -> list[int]:
    pieces = json.loads(part["payload"] or "{}").get("text_ref", [])
    return [piece["fragment"] for piece in pieces if "fragment" in piece]


def _set_apart(part: Mapping[str, Any]) -> dict[str, str]:
    """New values of a part that put an empty line in front of its text."""
    if part["text"] is not None:
        return {"text": f"\n{part['text']}"}
    payload = json.loads(part["payload"])
    if "text_ref" in payload:
        payload["text_ref"].insert(0, {"literal": "\n"})
    else:  # what a tool returned
        payload["output"] = f"\n{payload.get('output', '')}"
    return {"payload": json.dumps(payload)}
