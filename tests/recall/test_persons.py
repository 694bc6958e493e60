"""Whom a question is about: names of those who speak are no words to search for."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.rows import for_each

from llm_user_memory.recall.hits import Query
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index import passages
from llm_user_memory.recall.index.passages import Part, Piece
from llm_user_memory.recall.persons import own_names, persons, without_names
from llm_user_memory.recall.search import search
from llm_user_memory.settings import Folder
from llm_user_memory.text.fingerprints import Forgotten

pytestmark = pytest.mark.once

SAID = [
    ("user", "I went to the pottery class with Ines"),
    ("assistant", "Thanks, Ana! Ines must have loved the pottery class"),
    ("user", "My sister Ines sings in Porto, and Berta laughs"),
    ("assistant", "Wow, Ana, a choir! What does Ines sing?"),
    ("user", "Fado. Claude, can you list songs?"),
    ("assistant", "Hey Ana! Here are some. I moved these lists to the end."),
    ("user", "Claude, thanks!"),
    ("assistant", "Glad to help."),
]

Made = tuple[sqlite3.Connection, Folder]


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Made]:
    folder = Folder(tmp_path / "memory")
    with index_db.opened(folder) as db:
        _add(db, index_db.LOGS, "t1", SAID)
        yield db, folder


def _add(db: sqlite3.Connection, kind: str, key: str, said: list[tuple[str, str]]) -> None:
    with index_db.transaction(db):
        parts = [Part(f"{key}-{n}", [Piece(who, 0, text)]) for n, (who, text) in enumerate(said)]
        passages.append(db, passages.document(db, kind, key), parts, keep=True)


@pytest.mark.parametrize(
    ("text", "names", "who"),
    [
        ("When did Ana move?", {"ana"}, "user"),
        ("when did ana move?", set(), ""),
        ("What does Ines sing?", set(), ""),
        ("Where does Ana's sister Ines sing?", {"ana"}, "user"),
        ("Which songs did Claude list for Ana?", {"claude", "ana"}, "assistant"),
        ("When did I see Ines?", set(), "user"),
        ("Which songs did you recommend?", set(), "assistant"),
        ("What did you tell me about Porto?", set(), "assistant"),
        ("Wann habe ich Ines gesehen?", set(), "user"),
        ("pottery class", set(), ""),
    ],
)
def test_whom_a_question_is_about(made: Made, text: str, names: set[str], who: str) -> None:
    found = persons(*made, text)
    assert found.names == names
    roles = {role: found.bears(1, role) for role in ("user", "assistant")}
    best = max(roles, key=lambda role: roles[role])
    assert (best if roles[best] else "") == who
    assert not who or roles[best] > 0.5


@pytest.mark.parametrize(
    ("fact", "named"),
    [
        ("Name is Berta", True),
        ("My name is Berta Ruiz Ortega", True),
        ("Is called Berta by her friends", True),
        ("Heißt Berta", True),
        ("Se llama Berta", True),
        ("Her name is Berta", False),
        ("Daughter's name is Berta", False),
        ("Has a dog called Berta", False),
    ],
)
def test_the_profile_says_who_the_user_is(made: Made, fact: str, *, named: bool) -> None:
    _add(made[0], index_db.PROFILE, index_db.CURRENT, [("", fact)])
    for text in ("When did Berta laugh?", "when did berta laugh?"):
        found = persons(*made, text)
        assert (found.names == {"berta"}) is named, text
        assert (found.bears(1, "user") == 1.0) is named
    assert without_names(*made, "Where is Berta's boat?") == (
        "Where is boat?" if named else "Where is Berta's boat?"
    )


@for_each(
    ("fact", "names"),
    [
        ("Name is Dr. Ana Ruiz", "ana ruiz"),
        ("Name is Prof. Dr. Ana Ruiz", "ana ruiz"),
        ("Name is Frau Ana Ruiz", "ana ruiz"),
        ("Name is Don Ruiz", "don ruiz"),
        ("Preferred name: Ana", "ana"),
        ("Last name is O’Hara", "hara"),
        ("Nickname is Ana", "ana"),
        ("User’s name is Ana", "ana"),
        ("Vorname: Ana", "ana"),
        ("Der Name ist Ana", "ana"),
        ("El nombre es Ana", "ana"),
        ("S’appelle Ana", "ana"),
        ("Je m'appelle Ana", "ana"),
        ("Prénom : Ana", "ana"),
        ("Mi chiamo Ana", "ana"),
        ("Si chiama Ana", "ana"),
        ("Chama-se Ana", "ana"),
        ("Меня зовут Анна", "анна"),
        ("Зовут Анна Иванова", "анна иванова"),
        ("Имя: Анна", "анна"),
        ("名字是小明", "小明"),
        ("我叫王小明", "王小明"),
        ("姓名：王小明", "王小明"),
        ("Name is on the list", ""),
        ("Name: the tall one", ""),
        ("Name is Dr. Ruiz’s favourite topic", "ruiz"),
        ("Зовут на помощь", ""),
        ("Её зовут Анна", ""),
        ("La hermana se llama Ana", ""),
        ("猫的名字是小明", ""),
    ],
)
def test_the_names_that_a_fact_gives(fact: str, names: str) -> None:
    assert own_names([fact]) == frozenset(names.split())


def test_a_chinese_name_is_the_user_s(made: Made) -> None:
    _add(made[0], index_db.PROFILE, index_db.CURRENT, [("", "名字是小明")])
    found = persons(*made, "小明什么时候搬家？")
    assert found.names == {"小明"} and found.bears(1, "user") == 1.0


def test_what_its_bearer_said_is_found_by_a_name(made: Made) -> None:
    hits = search(*made, Query("When was Ana in the pottery class?"), Forgotten())
    assert hits[0].text == SAID[0][1]


def test_a_name_alone_is_searched_for(made: Made) -> None:
    assert without_names(*made, "Ana") == "Ana"
    assert "Ana" in search(*made, Query("Ana"), Forgotten())[0].text


def test_speakers_with_names(made: Made) -> None:
    _add(made[0], index_db.FILES, "chat", [("Dora Lind", "I sail"), ("Emil", "Dora, I row")])
    found = persons(*made, "What does Dora do?")
    assert found.names == {"dora"}
    assert found.bears(2, "Dora Lind") == 1.0 and found.bears(2, "Emil") == 0.0
