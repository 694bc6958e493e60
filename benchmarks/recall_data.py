"""Conversations with questions about them, and the indexes that the product makes of them.

A file has the form of LoCoMo (Maharana et al. 2024): `data/locomo10.json` of the public repository
snap-research/LoCoMo, licence CC BY-NC 4.0, which is why it is not here. Questions are those of
categories 1 to 4. A folder is that of REALTALK (Lee et al. 2025): `data/` of danny911kr/REALTALK,
a file for each conversation, with three categories of questions.

A piece of evidence is "D2:7", the seventh turn of the second session. Pieces that name no turn are
left out, as are questions without other pieces. Of a range, "D2:7-D2:9", the two ends count.
"""

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import harness  # noqa: F401 - the real home is out of reach from here on
from support.llm_log import Log

from llm_user_memory.learn import manual
from llm_user_memory.recall.hits import Hit
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index import passages, refresh
from llm_user_memory.recall.index.passages import Part, Piece
from llm_user_memory.settings import Folder
from llm_user_memory.store import state

Turn = tuple[str, str, str]
"""The id of a turn, its speaker, and its text."""

KINDS = {1: "several pieces", 2: "when", 3: "open", 4: "one fact"}
"""The categories of questions."""

_EVIDENCE = re.compile(r"D(\d+):(\d+)")


class Question(NamedTuple):
    """A question, the turns that answer it, its category, and whether no turn is missing."""

    text: str
    evidence: frozenset[str]
    kind: int = 0
    is_complete: bool = True


class Conversation(NamedTuple):
    """Sessions, each a time and its turns, and the questions about them.

    `user` is the speaker who plays the user of LLM.
    """

    sessions: list[tuple[float, list[Turn]]]
    questions: list[Question]
    user: str
    malformed: int


class Indexed(NamedTuple):
    """An index made by the product, and the questions about it.

    `turns` maps (id of a turn in LLM's log, role) to the id in the data.
    """

    folder: Folder
    db: sqlite3.Connection
    questions: list[Question]
    turns: Mapping[tuple[str, str], str]

    def said(self, hit: Hit) -> str:
        """Return the id in the data of the turn that a hit is from."""
        return self.turns.get((hit.part, hit.role), hit.part)


def conversations(path: Path) -> Iterator[Conversation]:
    """Return the conversations in a file or folder, with ids that are unique among all of them."""
    if path.is_dir():
        files = sorted(path.glob("Chat_*.json"), key=lambda each: int(each.stem.split("_")[1]))
        given = [json.loads(each.read_text()) for each in files]
        for number, each in enumerate(given):
            sessions = list(_sessions(each, f"{path.stem}-{number}:", "clean_text", "%d.%m.%Y, %X"))
            yield _conversation(sessions, each["qa"], each["name"]["speaker_1"])
        return
    for number, each in enumerate(json.loads(path.read_text())):
        talk = each["conversation"]
        sessions = list(_sessions(talk, f"{path.stem}-{number}:", "text", "%I:%M %p on %d %B, %Y"))
        yield _conversation(sessions, each["qa"], talk["speaker_a"])


def _conversation(
    sessions: list[tuple[float, list[Turn]]], asked: Sequence[Mapping[str, Any]], user: str
) -> Conversation:
    known = {turn.partition(":")[2]: turn for _, turns in sessions for turn, _, _ in turns}
    questions, malformed = [], 0
    for each in asked:
        if each["category"] not in KINDS:
            continue
        named = [
            f"D{int(session)}:{int(turn)}"
            for text in each["evidence"]
            for session, turn in _EVIDENCE.findall(text)
        ]
        missing = sum(not _EVIDENCE.search(text) for text in each["evidence"])
        missing += sum(turn not in known for turn in named)
        malformed += missing
        if evidence := frozenset(known[turn] for turn in named if turn in known):
            questions.append(Question(each["question"], evidence, each["category"], not missing))
    return Conversation(sessions, questions, user, malformed)


def _sessions(
    given: Mapping[str, Any], name: str, text: str, form: str
) -> Iterator[tuple[float, list[Turn]]]:
    number = 1
    while f"session_{number}_date_time" in given:
        when = datetime.strptime(given[f"session_{number}_date_time"], form)
        turns = given.get(f"session_{number}", [])
        said = [(f"{name}{turn['dia_id']}", turn["speaker"], turn[text]) for turn in turns]
        yield when.timestamp(), said
        number += 1


def named(stack: ExitStack, given: Conversation) -> Indexed:
    """Return a conversation in an index like that of imported ones: its speakers have names."""
    folder = _folder(stack)
    db = stack.enter_context(index_db.opened(folder))
    with index_db.transaction(db):
        for number, (when, turns) in enumerate(given.sessions):
            parts = [Part(turn, [Piece(who, 0, text)], when) for turn, who, text in turns]
            passages.append(
                db, passages.document(db, index_db.FILES, f"session {number}"), parts, keep=True
            )
    return Indexed(folder, db, given.questions, {})


def logged(stack: ExitStack, given: Sequence[Conversation], *, name: str = "") -> Indexed:
    """Return conversations in one log of LLM, a thread for each session, as the product reads it.

    The speakers are "user" and "assistant". With `name`, the profile says that it is the user's.
    """
    folder = _folder(stack)
    folder.create()
    log = Log(folder.logs)
    turns: dict[tuple[str, str], str] = {}
    sessions = [(*session, each.user) for each in given for session in each.sessions]
    for when, said, user in sorted(sessions):
        thread = ""
        for number, (asked, answered) in enumerate(_paired(said, user)):
            turn = log.say(
                asked[2] if asked else "",
                when + 30 * number,
                thread=thread,
                response=answered[2] if answered else "",
            )
            thread = thread or turn
            turns |= {(turn, "user"): asked[0]} if asked else {}
            turns |= {(turn, "assistant"): answered[0]} if answered else {}
    store = stack.enter_context(state.opened(folder))
    state.put(store.db, "activated", 0)
    if name:
        manual.add(store, [("Personal Information", f"Name is {name}")])
    with refresh.writing(folder) as updated:
        for _ in refresh.update_text(updated, store):
            pass
    db = stack.enter_context(index_db.opened(folder))
    return Indexed(folder, db, [each for some in given for each in some.questions], turns)


def _paired(said: Sequence[Turn], user: str) -> Iterator[tuple[Turn | None, Turn | None]]:
    """The turns of a session as in LLM's log: a prompt of the user, and the answer."""
    waiting: Turn | None = None
    for turn in said:
        if turn[1] != user:
            yield waiting, turn
            waiting = None
        else:
            if waiting:
                yield waiting, None
            waiting = turn
    if waiting:
        yield waiting, None


def _folder(stack: ExitStack) -> Folder:
    return Folder(Path(stack.enter_context(TemporaryDirectory())) / "memory")
