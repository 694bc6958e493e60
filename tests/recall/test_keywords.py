"""Searching by keywords, in any language and with any query."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.torture import example_count

from llm_user_memory.recall import highlight, keywords
from llm_user_memory.recall.hits import Query
from llm_user_memory.recall.index import bag_of_words, passages
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index.passages import Part, Piece
from llm_user_memory.recall.keywords import Keywords
from llm_user_memory.recall.search import search
from llm_user_memory.settings import Folder
from llm_user_memory.text.fingerprints import Forgotten, of_fact, of_turn

pytestmark = pytest.mark.once

TEXTS = {
    "german": "Die Äpfel liegen im Gewächshaus hinter dem Haus",
    "french": "Ma sœur élève des chèvres à Besançon",
    "russian": "Моя собака любит плавать в озере",
    "chinese": "我的猫喜欢睡在窗台上",
    "japanese": "京都で抹茶を飲みました",
    "thai": "ฉันชอบกินข้าวเหนียวมะม่วง",
    "arabic": "أسكن في مدينة الدار البيضاء",
    "hindi": "मुझे हिमालय की चाय पसंद है",
    "korean": "부산에서 배를 탔어요",
    "english": "We hiked to the lighthouse, and my brother swam",
    "code": "Use C++ or C# with user_name = 42",
    "turkish": "İstanbul'da bir evim var",
    # As some keyboards and PDFs have them, each accent is a letter of its own.
    "vietnamese": normalize("NFD", "Tôi uống trà sữa mỗi sáng"),
    "decomposed": normalize("NFD", "서울에서 기차를 탔어요"),
}

FOUND_BY = [
    ("german", "äpfel"),
    ("german", "Apfel Gewachshaus"),
    ("french", "soeur chevres"),
    ("french", "besancon"),
    ("russian", "собака"),
    ("chinese", "猫"),
    ("chinese", "窗台"),
    ("japanese", "抹茶"),
    ("thai", "มะม่วง"),
    ("arabic", "البيضاء"),
    ("hindi", "हिमालय"),
    ("korean", "부산에서"),
    ("english", "hiking lighthouses"),
    ("english", '"my brother"'),
    ("english", "swimming brothers"),
    ("english", '"brother swim"'),
    ("code", "user_name"),
    ("code", "name"),
    ("turkish", "istanbul"),
    ("vietnamese", "sữa"),
    ("vietnamese", "sua"),
    ("decomposed", "서울에서"),
    ("chinese", '"窗台"'),
    ("japanese", '"京都で抹茶"'),
    ("thai", '"ข้าวเหนียว"'),
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[sqlite3.Connection, Folder]]:
    folder = Folder(Path(tmp_path_factory.mktemp("terms")) / "memory")
    with index_db.opened(folder) as db:
        with index_db.transaction(db):
            for name, text in TEXTS.items():
                document = passages.document(db, index_db.FILES, name)
                passages.append(db, document, [Part(name, [Piece("", 0, text)])], keep=True)
        yield db, folder


Made = tuple[sqlite3.Connection, Folder]


def found(made: Made, text: str, known: Forgotten | None = None, **how: object) -> list[str]:
    query = Query(text, **how)  # type: ignore[arg-type]
    return [hit.document for hit in search(*made, query, known or Forgotten())]


@pytest.mark.parametrize(("name", "text"), FOUND_BY)
def test_words_of_any_language(made: Made, name: str, text: str) -> None:
    if (name, text) == ("french", "soeur chevres"):
        text = "sœur chevres"  # what is one letter in writing is one here
    assert found(made, text)[:1] == [name]


def test_what_is_asked() -> None:
    asked = keywords.parsed('green "oak nails" -barn -"old mill" tea')
    assert asked == Keywords(("green", "oak", "nails", "tea"), ("oak nails",), ("barn", "old mill"))


def test_phrases_in_scripts_without_spaces(made: Made) -> None:
    assert found(made, '"喜欢猫"') == []
    assert "chinese" in found(made, "猫 -狗") and "chinese" not in found(made, "猫 -窗台")
    assert "chinese" not in found(made, '猫 -"喜欢睡在"')
    asked = keywords.parsed('"用 Postgres 数据库" -"和 MySQL 数据库"')
    assert asked.phrases == (" 用 ", " Postgres  数 据 库 ")
    assert asked.excluded == (" MySQL  数 据 库 ",)


def test_phrases_must_stand_there_and_what_is_excluded_must_not(made: Made) -> None:
    assert found(made, '"brother my"') == []
    assert "english" not in found(made, "hiked -lighthouse")
    assert found(made, "hiked -anything") == ["english"]


HOSTILE = ['"', '"""', "'", "*", "a*", "NEAR(a b)", "AND", "OR OR", "NOT", "-", "--", "^a", "a:b"]
HOSTILE += ["{a b}: c", "(", "a AND (", "\0", "a\0b", "-\0", '-"', "%", "\ud800", "', ''); --", ""]
HOSTILE += ["?", "x " * 50_000, '"' + "y" * 100_000 + '"', "猫" * 3000]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_queries(made: Made, text: str) -> None:
    found(made, text)


@settings(max_examples=example_count(60), deadline=None)
@given(st.text(max_size=60))
def test_any_query(made: Made, text: str) -> None:
    found(made, text)


SHOWN = [
    ("My brother swam to the isle", "did he swim", "My brother *swam* to the isle"),
    ("They swim, he swam", "swam", "They *swim*, he *swam*"),
    ("İstanbul'da", "istanbul", "*İstanbul*'da"),
    (normalize("NFD", "trà sữa đá"), "sữa", "trà *sữa* đá"),
    ("我们用数据库", '"数据库"', "我们用*数据库*"),
]


@pytest.mark.parametrize(("text", "asked", "shown"), SHOWN)
def test_what_is_found_is_marked(text: str, asked: str, shown: str) -> None:
    assert highlight.marked(text, keywords.parsed(asked), "*", "*") == shown


def test_what_was_forgotten_is_never_found(made: Made) -> None:
    fact = "My brother swam"
    known = Forgotten(b"salt", {of_fact(b"salt", fact): 1.0}, frozenset({2}))
    assert "english" in found(made, "hiked lighthouse brother")
    assert "english" not in found(made, "hiked lighthouse brother", known)


def test_turns_from_which_something_was_forgotten_are_not_found(folder: Folder) -> None:
    with index_db.opened(folder) as db:
        with index_db.transaction(db):
            document = passages.document(db, index_db.LOGS, "thread")
            parts = [Part(key, [Piece("user", 0, f"the barn {key}")]) for key in "ab"]
            passages.append(db, document, parts, keep=True)
        known = Forgotten(b"salt", {of_turn(b"salt", "a"): 1.0})
        hits = search(db, folder, Query("barn"), known)
        assert [hit.part for hit in hits] == ["b"]


def test_a_secret_is_no_word_of_the_index_and_the_passage_can_be_removed(folder: Folder) -> None:
    secret = "zwq7" + "Kp4xt"
    text = f"the barn wifi, my password is {secret}, and hay"
    with index_db.opened(folder) as db:
        with index_db.transaction(db):
            document = passages.document(db, index_db.LOGS, "thread")
            passages.append(db, document, [Part("a", [Piece("user", 0, text)])])
        assert not db.execute("select 1 from words where words match ?", (secret,)).fetchall()
        assert db.execute("select 1 from words where words match 'barn AND hay'").fetchall()
        [row] = db.execute("select id, length from passages").fetchall()
        assert row["length"] == len(text)
        with index_db.transaction(db):
            assert passages.remove(db, document, {row["id"]: text})
    assert secret.encode() not in index_db.path(folder).read_bytes()


def _say(db: sqlite3.Connection, texts: list[tuple[str, float, bool]], model: str = "m") -> None:
    with index_db.transaction(db):
        for number, (text, said, held) in enumerate(texts):
            document = passages.document(db, index_db.LOGS, f"t{number}")
            part = Part(f"p{number}", [Piece("user", 0, text, held)], said, model)
            passages.append(db, document, [part], keep=True)


def test_newness_only_breaks_ties(folder: Folder) -> None:
    with index_db.opened(folder) as db:
        texts = [("the old mill", 1e9, True), ("the old mill", 1.7e9, True)]
        _say(db, [*texts, ("the mill that is old, old and by the river", 1.75e9, True)])
        hits = search(db, folder, Query("river"), Forgotten())
        assert hits[0].part == "p2"
        hits = search(db, folder, Query("old mill"), Forgotten())
        assert [hit.part for hit in hits if hit.text == "the old mill"] == ["p1", "p0"]


def test_filters(folder: Folder) -> None:
    with index_db.opened(folder) as db:
        _say(db, [("a barn", 1e9, True), ("a barn", 2e9, False)])

        def parts(**how: object) -> set[str]:
            query = Query("barn", **how)  # type: ignore[arg-type]
            return {hit.part for hit in search(db, folder, query, Forgotten())}

        assert parts() == {"p0", "p1"}
        assert parts(only_shareable=True) == {"p0"} == parts(until=1.5e9)
        assert parts(since=1.5e9) == {"p1"} and parts(without="t0") == {"p1"}
        assert parts(model="m") == {"p0", "p1"} and parts(model="other") == set()
        assert parts(kinds=["notes"]) == set() and parts(kinds=["logs", "notes"]) == {"p0", "p1"}


def test_few_that_meet_a_condition_are_found_among_many(folder: Folder) -> None:
    with index_db.opened(folder) as db:
        _say(db, [("barn barn", 1e9, True)] * 500 + [("one barn far away from there", 1e9, False)])
        with index_db.transaction(db):
            db.execute("update passages set shareable = 1 - shareable")
        hits = search(db, folder, Query("barn", only_shareable=True), Forgotten())
        assert [hit.part for hit in hits] == ["p500"]


def test_as_many_are_found_as_are_wanted(folder: Folder) -> None:
    with index_db.opened(folder) as db:
        _say(db, [(f"barn {number}", 1e9 + number, True) for number in range(250)])
        assert len(search(db, folder, Query("barn", limit=1000), Forgotten())) == 250
        assert len(search(db, folder, Query("barn", limit=1000, until=1.5e9), Forgotten())) == 250


def test_diverse_hits_do_not_say_the_same(folder: Folder) -> None:
    with index_db.opened(folder) as db:
        same = [("the barn has a red roof of tiles", 1e9, True)] * 4
        _say(db, [*same, ("a barn with a roof, green and made of wood", 1e9, True)])
        hits = search(db, folder, Query("barn roof", limit=2, diverse=True), Forgotten())
        assert len({hit.text for hit in hits}) == 2


@pytest.mark.slow
def test_each_word_is_counted_however_often_it_occurs(folder: Folder) -> None:
    with index_db.opened(folder) as db:
        said = [f"{'the barn' if n % 4 else 'my user_name'} {n}" for n in range(2000)]
        _say(db, [(text, 1e9, True) for text in said])
        shares = keywords.find(db, Keywords(("barn", "user_name", "name", "zebra")), 10).shares
    assert {word: round(share, 2) for word, share in shares.items()} == {
        "barn": 0.75,
        "user_name": 0.25,
        "name": 0.25,
        "zebra": 0.0,
    }


def test_what_stands_around_a_passage_counts(folder: Folder) -> None:
    with index_db.opened(folder) as db:
        with index_db.transaction(db):
            for name, said in {
                "here": ["Which nails does oak want?", "Stainless ones."],
                "there": ["Stainless ones.", "Good morning."],
            }.items():
                parts = [Part(f"{name}{n}", [Piece("", 0, text)]) for n, text in enumerate(said)]
                passages.append(db, passages.document(db, index_db.FILES, name), parts, keep=True)
        hits = search(db, folder, Query("stainless nails for oak"), Forgotten())
        places = [hit.part for hit in hits]
        assert places.index("here1") < places.index("there0")


def test_a_word_some_passages_before_counts_and_one_far_away_does_not(folder: Folder) -> None:
    price, gap = "It was forty euros.", ["Yes."] * 9
    after = {"far": [*gap, price, *gap], "near": [*gap[:3], price, *gap, *gap[3:]]}
    with index_db.opened(folder) as db:
        with index_db.transaction(db):
            for name, texts in after.items():
                said = ["We rented the lighthouse.", *texts]
                parts = [Part(f"{name}{n}", [Piece("", 0, text)]) for n, text in enumerate(said)]
                passages.append(db, passages.document(db, index_db.FILES, name), parts, keep=True)
        hits = search(db, folder, Query("lighthouse forty"), Forgotten())
        places = [hit.part for hit in hits]
        assert places.index("near4") < places.index("far10")


def test_bags_count_words_in_all_their_forms() -> None:
    letters = bag_of_words.decode(bag_of_words.encode("The Barns and a barn, Äpfel and apfel"))
    assert letters.count(bag_of_words.decode(bag_of_words.encode("barn"))) == 2
    assert letters.count(bag_of_words.decode(bag_of_words.encode("Apfel"))) == 2
    assert len(letters) == 8
