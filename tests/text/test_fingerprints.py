"""Forgotten facts stay forgotten, however a model rewords them; only fingerprints are kept."""

import sqlite3
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.cpu import bounded
from support.learning import addition, current_profile, learn, record_merge, remove_line
from support.rows import for_each
from support.torture import example_count

from llm_user_memory.checks import refusals
from llm_user_memory.profile.document import EMPTY
from llm_user_memory.profile.edits import Edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import forgotten, state
from llm_user_memory.store.profile import versions
from llm_user_memory.store.state import Store
from llm_user_memory.text import fingerprints
from llm_user_memory.text.fingerprints import Forgotten

pytestmark = pytest.mark.once

BEES = addition("Keeps bees", "I keep bees")
SALT = b"0123456789abcdef"


def _forgotten(*facts: str) -> Forgotten:
    marks = {fingerprints.of_fact(SALT, fact): 1.0 for fact in facts}
    return Forgotten(SALT, marks, frozenset(len(fingerprints.meaning(fact)) for fact in facts))


def _count(db: sqlite3.Connection) -> int:
    """How many facts are forgotten."""
    return int(db.execute("select count(distinct fact) from forgotten").fetchone()[0])


LIKE_IT = [
    ("Lives in Oslo", "Resides in Oslo"),
    ("Lives in Oslo", "Wohnt in Oslo"),
    ("Lives in Oslo", "Vive en Oslo"),
    ("Lives in Vienna", "Habite à Vienne"),
    ("Lives in Vienna", "Wohnt in Wien"),
    ("Живёт в Москве", "Lives in Moscow"),
    ("住在北京", "家在北京"),
    ("Lives in Beijing", "住在北京"),
    ("Works for Siemens", "Employer is Siemens"),
    ("Uses Kubernetes at work", "Uses k8s at work"),
    ("Has diabetes", "Is diabetic"),
    ("Has diabetes", "Hat Diabetes"),
    ("Does not eat meat", "Isst kein Fleisch"),
]
UNLIKE_IT = [
    ("Lives in Oslo", "Lives in Bergen"),
    ("Lives in Oslo", "Works in Oslo"),
    ("Lives in Oslo", "Does not live in Oslo"),
    ("Has two cats", "Has three cats"),
    ("Has diabetes", "Has asthma"),
    ("住在北京", "住在上海"),
    ("Uses vim", "Uses emacs"),
    ("Likes red wine", "Likes white wine"),
]


@pytest.mark.parametrize(("fact", "other"), LIKE_IT)
def test_what_says_it_in_other_words_is_like_it(fact: str, other: str) -> None:
    assert fingerprints.of_sense(SALT, fact) == fingerprints.of_sense(SALT, other)


@pytest.mark.parametrize(("fact", "other"), UNLIKE_IT)
def test_what_says_something_else_is_not_like_it(fact: str, other: str) -> None:
    assert fingerprints.of_sense(SALT, fact) != fingerprints.of_sense(SALT, other)


SAYS_IT = [
    ("Keeps bees", "Keeps bees"),
    ("Keeps bees", "keeps BEES!"),
    ("Keeps bees", "Bees: keeping them"),
    ("Keeps bees", "Is keeping bees"),
    ("Keeps bees", "Keeps bees in the garden of a house in Oslo"),
    ("Keeps bees", "Has a garden, a dog and three cats, and keeps black bees"),
    ("Keeps bees", "Keeps, on the roof of the house in Oslo, several dozen bees"),
    ("Does not eat meat", "Never eats meat"),
    ("Does not eat meat", "Is a nurse who does not eat red meat"),
    ("Lives in Berlin", "Name is Ada and lives in Berlin with two cats"),
    (
        "Leads the harbour office of the town of Oslo since May",
        "Is 50 and leads the old harbour office of the town of Oslo since May",
    ),
    ("Mag Bienen", "mag seine Bienen sehr"),
    ("蜂を飼っている", "庭で蜂を飼っている人です"),
    ("我养蜂", "他说我养蜂很久了"),
    ("يربي النحل", "يربي النحل في أوسلو"),
]
SAYS_ANOTHER_THING = [
    ("Keeps bees", "Keeps hens"),
    ("Keeps bees", "Does not keep bees"),
    ("Does not eat meat", "Eats meat"),
    ("Lives in Berlin", "Lives in Rome"),
    ("Lives in Berlin", "Has a flat in Berlin"),
    ("Has 2 cats", "Has 3 cats"),
    ("Codes in C", "Codes in C++"),
    ("Keeps bees", "Keeps " + "many words between " * 5 + "and at the very end of it bees"),
]


@pytest.mark.parametrize(("fact", "other"), SAYS_IT)
def test_a_fact_that_says_what_was_forgotten_is_known_again(fact: str, other: str) -> None:
    assert _forgotten(fact, "Rows").since(other, "quote") == 1.0


@pytest.mark.parametrize(("fact", "other"), SAYS_ANOTHER_THING)
def test_a_fact_that_says_another_thing_is_not(fact: str, other: str) -> None:
    assert _forgotten(fact).since(other, "quote") is None


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("Plays the theremin in Moss", "I play the theremin in Moss on Mondays"),
        ("Visits Tromsø in winter", "My wife and I visit Tromsø each winter, by train"),
        ("Enjoys long hikes", "I enjoy long hikes in the rain"),
        ("Collects stamps", "I collect stamps, mostly from Norway"),
        ("Prefers short answers", "As always I prefer short answers, please"),
        ("Paints birds", "Painting birds is what I do on Sundays"),
        ("Studies law", "I study law in Oslo"),
        ("Studies law", "I studied law in Oslo"),
        ("Does not play golf", "I do not play golf with them"),
        ("Stopped smoking cigars", "When I stop smoking cigars"),
    ],
)
def test_a_sentence_in_the_first_person_says_what_was_forgotten(fact: str, said: str) -> None:
    assert fingerprints.says(fingerprints.of_facts(SALT, [fact]), said)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("Keeps bees", "As you keep bees, do not mow in May"),
        ("Keeps bees", "Do not mow in May: you keep bees"),
        ("Has asthma", "Given your asthma, no smoke"),
        ("Ma astmę", "Masz astmę, więc nie biegaj"),
        ("Does not eat meat", "As you do not eat meat, take beans"),
    ],
)
def test_what_another_clause_denies_hides_nothing(fact: str, said: str) -> None:
    assert fingerprints.says(fingerprints.of_facts(SALT, [fact]), said)


# A "not" that belongs to something else in the sentence.
BESIDE_A_NEGATION = [
    ("Takes insulin", "I take insulin but not in the evening"),
    ("Takes insulin", "I don't like it but I take insulin"),
    ("Takes insulin", "I didn't take my insulin today"),
    ("Takes insulin", "No, I take insulin, what about my project?"),
    ("Takes insulin", "Why do I, who take insulin, never sleep?"),
    ("Has diabetes", "I have diabetes and can't get my project to compile"),
    ("Has diabetes", "I have diabetes without complications"),
    ("Nimmt Insulin", "Ich nehme Insulin, aber nicht am Abend"),
    ("Nimmt Insulin", "Ich nehme Insulin nicht am Abend"),
    ("Hat Diabetes", "Ich habe keine Katze, aber Diabetes"),
    ("Tiene diabetes", "Tengo diabetes y no compila mi proyecto"),
    ("Prend de l'insuline", "Je prends de l'insuline mais pas le soir"),
    ("Принимает инсулин", "Я принимаю инсулин, но не вечером"),
    ("Does not eat meat", "I do not eat meat and never have"),
]
# Where a dot, or another sign, ends no sentence.
BESIDE_A_DOT = [
    ("Lives in St. Louis", "I live in St. Louis now, where do I show my project?"),
    ("Lives in St. Louis", "I live with my wife and two kids in St. Louis."),
    ("Lives in St. Louis", "i live in st. louis"),
    ("Is seeing Dr. Ames for depression", "I am seeing Dr. Ames for depression, who can help me?"),
    ("Works with Prof. Ames", "I work with Prof. Ames"),
    ("Works at Dr. Who Inc.", "I work at Dr. Who Inc. and like it"),
    ("Name is J. R. R. Ames", "My name is J. R. R. Ames."),
    ("Wohnt in der Bahnhofstr. 5", "Ich wohne in der Bahnhofstr. 5"),
    ("Hat einen Termin am 3. Mai", "Ich habe einen Termin am 3. Mai"),
    ("Arbeitet als Arzt z. B. in Köln", "Ich arbeite als Arzt z. B. in Köln"),
    ("Vive en la Avda. Colón", "Vivo en la Avda. Colón"),
    ("Живёт на ул. Ленина", "Я живу на ул. Ленина"),
    ("Takes vit. D", "I take (as told) vit. D"),
    ("Listens to Wham! songs", "I listen to Wham! songs"),
    ("Is a nurse by day. Works nights too", "Hi. I am a nurse by day. I work nights too."),
]
UNSEEN = [
    ("Takes insulin", "I take insu\u00adlin"),
    ("Takes insulin", "I ta\u200bke insulin\u200b"),
]


@for_each(("fact", "said"), [*BESIDE_A_NEGATION, *BESIDE_A_DOT, *UNSEEN])
def test_what_stands_beside_the_words_hides_nothing(fact: str, said: str) -> None:
    known = fingerprints.of_facts(SALT, [fact, "Rows"])
    assert fingerprints.says(known, said)
    assert fingerprints.says_since(known, f"Hello.\n{said}\nBye.", 0.0)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("Eats meat", "I don't eat meat. What can I cook?"),
        ("Eats meat", "Ich esse. Mein Hund mag meat"),
        ("Does not eat meat", "I eat meat. I don't like fish."),
        ("Lives in Bergen", "I live in Oslo. Bergen is far away"),
        ("Likes Oslo", "Well I like Bergen. Oslo I don't know."),
    ],
)
def test_a_denial_and_another_sentence_do_not_say_it(fact: str, said: str) -> None:
    assert not fingerprints.says(fingerprints.of_facts(SALT, [fact]), said)


@pytest.mark.parametrize(
    ("fact", "other", "says"),
    [
        ("Eats meat", "Does not eat red meat", False),
        ("Is a nurse", "Is not a nurse any more", False),
        ("Isst Fleisch", "Isst kein rotes Fleisch", False),
        ("Takes insulin", "Takes insulin, but not in the evening", True),
        ("Nimmt Insulin", "Nimmt Insulin, aber nicht am Abend", True),
        ("Takes insulin", "Takes no milk and takes insulin", True),
        ("Lives in St. Louis", "Lives in St. Louis with Anna", True),
    ],
)
def test_a_fact_that_denies_something_else_says_it(fact: str, other: str, says: bool) -> None:
    known = fingerprints.of_facts(SALT, [fact])
    assert fingerprints.says(known, other, is_fact=True) == says
    assert (known.since(other, "") is not None) == says


@given(st.text(min_size=1, max_size=200))
@settings(deadline=None)
def test_a_fact_always_says_itself(fact: str) -> None:
    assert _forgotten(fact).since(fact, "") == 1.0


@given(st.lists(st.text("abcdefgh", min_size=4, max_size=8), min_size=1, max_size=4), st.data())
@settings(deadline=None)
def test_other_words_before_and_after_hide_nothing(words: list[str], data: st.DataObject) -> None:
    fact = " ".join(words)
    assume(fingerprints.meaning(fact))
    around = st.lists(st.text("qrstuvwxyz", min_size=4, max_size=8), max_size=8).map(" ".join)
    longer = f"{data.draw(around)} {fact} {data.draw(around)}"
    assert _forgotten(fact).since(longer, "") == 1.0


@given(
    st.lists(st.sampled_from(["bee", "hen", "row", "sail", "蜂", "ёж", "Oslo"]), max_size=14),
    st.lists(st.sampled_from(["bee", "hen", "row", "蜂"]), max_size=14),
    st.integers(1, 8),
)
@settings(deadline=None)
def test_each_group_of_words_has_the_fingerprint_that_is_recorded_for_it(
    words: list[str], known: list[str], size: int
) -> None:
    begun = fingerprints._begun(SALT, "fact")
    reach = 12 if size <= 4 else size + 2
    groups = {
        frozenset(group)
        for last in range(len(words))
        for group in combinations(words[max(0, last - reach + 1) : last + 1], size)
        if words[last] in group and len(set(group)) == size
    }
    expected = {fingerprints._of_meaning(SALT, sorted(group), False) for group in groups}
    assert set(fingerprints._of_groups(begun, words, size)) == expected
    before = set(fingerprints._of_groups(begun, known, size))
    assert before | set(fingerprints._of_groups(begun, words, size, known)) == before | expected


def test_without_anything_forgotten_nothing_is() -> None:
    assert Forgotten().since("Keeps bees", "I keep bees") is None
    assert not Forgotten().turn("turn")


@pytest.mark.parametrize(
    ("fact", "recorded"),
    [
        ("Lives in Oslo", "bd398f2743564eb7c8376d5d0bd4d2a3"),
        ("Doesn't eat meat", "2ff961bfa03d736abf6be726a8f7b5d9"),
    ],
)
def test_what_an_earlier_version_recorded_is_known(fact: str, recorded: str) -> None:
    assert fingerprints.of_fact(SALT, fact).hex() == recorded


@pytest.mark.parametrize(
    ("said", "recorded"),
    [
        ("fact", "9e78d622cdd6adac5829c18e82c685ea"),
        ("sense", "b2f2cd0a9419bb638335d9adabd808a8"),
    ],
)
def test_what_an_earlier_version_recorded_as_negated_is_known(said: str, recorded: str) -> None:
    """It took the Portuguese "no" of "Gosta de correr no parque" for a negation."""
    known = Forgotten(SALT, {bytes.fromhex(recorded): 1.0}, frozenset({3}))
    fact = "Gosta de correr no parque"
    assert known.fact(fact) == (said == "fact")
    assert known.since(fact, "a quote") == (1.0 if said == "fact" else None)
    assert known.like(fact) == (said == "sense")
    assert known.since(f"{fact} em Lisboa", "a quote") == (1.0 if said == "fact" else None)
    assert not known.fact("Gosta de correr")


def test_another_salt_gives_other_fingerprints() -> None:
    for of in (fingerprints.of_fact, fingerprints.of_quote, fingerprints.of_turn):
        assert of(SALT, "Keeps bees") != of(b"another salt....", "Keeps bees")
        assert of(SALT, "Keeps bees") == of(SALT, "Keeps bees")
    kinds = {of(SALT, "bees") for of in (fingerprints.of_quote, fingerprints.of_turn)}
    assert len(kinds | {fingerprints.of_fact(SALT, "bees")}) == 3


def test_the_longest_facts_are_looked_through_quickly() -> None:
    fact = " ".join(f"word{n}x" for n in range(26))
    known = Forgotten(SALT, {b"mark": 1.0}, frozenset(range(1, 30)))
    with bounded():
        assert known.since(fact, "quote") is None


# On record


def test_neither_fact_nor_quote_nor_turn_is_kept(store: Store) -> None:
    learn(store, "I keep bees", BEES, turn="01turnid")
    remove_line(store.folder, "Keeps bees")
    current_profile(store)
    rows = store.db.execute("select * from forgotten").fetchall()
    assert len(rows) == 4, "the fact, what it says, its quote and its turn"
    for row in rows:
        for value in tuple(row):
            text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
            for word in ("bees", "Keeps", "keep", "01turnid"):
                assert word.casefold() not in text.casefold()


def test_two_memories_have_two_salts(tmp_path: Path) -> None:
    marks = []
    for name in "ab":
        with state.opened(Folder(tmp_path / name)) as store:
            forgotten.forget(store.db, ["Keeps bees"], 1.0)
            marks += [row["fingerprint"] for row in store.db.execute("select * from forgotten")]
            assert forgotten.salt(store.db) == forgotten.salt(store.db)
    assert len(set(marks)) == 4


def test_forgetting_is_counted_and_lifted_whole(store: Store) -> None:
    learn(store, "I keep bees", BEES)
    forgotten.forget(store.db, ["Keeps bees", "Rows"], 1.0)
    assert _count(store.db) == 2
    assert forgotten.load(store.db).fact("keeps bees.") and not forgotten.load(store.db).fact(
        "Sails"
    )
    assert forgotten.unforget(store.db, ["KEEPS bees", "Sails"]) == ["KEEPS bees"]
    assert _count(store.db) == 1
    assert not forgotten.load(store.db).turn("turn"), "its quote and its turn go with it"


def test_what_two_facts_share_stays_forgotten_with_the_other(store: Store) -> None:
    learn(store, "I keep bees and row", BEES, addition("Rows", "I keep bees and row"))
    forgotten.forget(store.db, ["Keeps bees", "Rows"], 1.0)
    forgotten.unforget(store.db, ["Rows"])
    assert forgotten.load(store.db).turn("turn")
    assert forgotten.load(store.db).since("Keeps bees", "") and not forgotten.load(store.db).since(
        "Rows", "x"
    )


# What comes back, after each way of forgetting, and what does not


def _by_command(store: Store) -> None:
    def make(text: str) -> str:
        return text.replace("- Keeps bees\n", "")

    versions.change(store, make, "forget", forget=["Keeps bees"])


def _in_an_editor(store: Store) -> None:
    remove_line(store.folder, "Keeps bees")
    current_profile(store)


WAYS = {"by command": _by_command, "in an editor": _in_an_editor}
ways = pytest.mark.parametrize("forget", WAYS.values(), ids=WAYS)
_Way = Callable[[Store], None]


def _known_bees(store: Store) -> None:
    learn(store, "I keep bees", BEES, addition("Rows", "I keep bees"))


EARLIER: dict[str, tuple[str, Edit, str]] = {
    "the same words of the same turn": ("I keep bees", BEES, "turn"),
    "other words of the same turn": ("I keep hens", addition("Keeps hens", "I keep hens"), "turn"),
    "the same words of another turn": ("I keep bees", BEES, "earlier"),
    "the same quote, another fact": (
        "I keep bees",
        addition("Beekeeper", "I keep bees"),
        "earlier",
    ),
    "other words that say the same": (
        "bees are kept",
        addition("Keeps bees", "bees are kept"),
        "x",
    ),
    "more words": (
        "I keep my black bees",
        addition("Keeps black bees", "I keep my black bees"),
        "x",
    ),
    "in the place of another fact": (
        "I keep bees",
        Edit("replace", "Interests", "Rows", "Keeps bees", "I keep bees"),
        "earlier",
    ),
    "without a quote": ("Keeps bees", Edit("add", "Interests", new="Keeps bees"), "earlier"),
}


@ways
@pytest.mark.parametrize(("said", "edit", "turn"), EARLIER.values(), ids=EARLIER)
def test_what_was_said_before_brings_nothing_back(
    store: Store, forget: _Way, said: str, edit: Edit, turn: str
) -> None:
    _known_bees(store)
    forget(store)
    text = current_profile(store)
    [verdict] = learn(store, said, edit, turn=turn)
    possible = {refusals.FORGOTTEN, refusals.QUOTE_NOT_FOUND, refusals.NO_QUOTE}
    assert verdict.refusal in possible and not verdict.needs_review
    assert current_profile(store) == text


@ways
def test_what_was_said_before_of_something_else_is_learned(store: Store, forget: _Way) -> None:
    _known_bees(store)
    forget(store)
    learn(store, "I keep hens", addition("Keeps hens", "I keep hens"), turn="earlier")
    assert "- Keeps hens\n" in current_profile(store)


@ways
def test_what_is_said_anew_waits_for_the_user(store: Store, forget: _Way) -> None:
    _known_bees(store)
    forget(store)
    [verdict] = learn(store, "I keep bees", BEES, turn="later", at=time.time() + 5)
    assert verdict.refusal == refusals.SAID_AGAIN and verdict.needs_review
    assert "bees" not in current_profile(store)


def test_what_says_it_in_other_words_waits_for_the_user(store: Store) -> None:
    fact = "Lives in Oslo"
    learn(store, "I live in Oslo", addition(fact, "I live in Oslo"), turn="first")
    versions.change(store, lambda text: text.replace(f"- {fact}\n", ""), "forget", forget=[fact])
    other = addition("Wohnt in Oslo", "ich wohne in Oslo")
    [verdict] = learn(store, "Übrigens, ich wohne in Oslo", other, turn="earlier")
    assert verdict.refusal == refusals.LIKE_FORGOTTEN and verdict.needs_review
    assert "Oslo" not in current_profile(store)


@ways
def test_a_lifted_fact_is_learned_again(store: Store, forget: _Way) -> None:
    _known_bees(store)
    forget(store)
    forgotten.unforget(store.db, ["Keeps bees"])
    learn(store, "I keep bees", BEES, turn="earlier")
    assert "- Keeps bees\n" in current_profile(store)


@ways
def test_undoing_it_brings_the_fact_back_and_lifts_it(store: Store, forget: _Way) -> None:
    _known_bees(store)
    before = versions.read(store)
    forget(store)
    assert _count(store.db) == 1
    versions.change(store, lambda _: before.text, "undo", restores=before.n)
    assert "- Keeps bees\n" in current_profile(store) and _count(store.db) == 0


def test_a_fact_that_was_merged_is_forgotten_with_what_it_was_made_of(store: Store) -> None:
    learn(store, "I keep bees", BEES, turn="one")
    learn(store, "I keep hens", addition("Keeps hens", "I keep hens"), turn="two")
    record_merge(store, "Keeps bees | Keeps hens", "Keeps bees and hens")
    remove_line(store.folder, "Keeps bees and hens")
    current_profile(store)
    known = forgotten.load(store.db)
    assert known.turn("one") and known.turn("two") and not known.turn("three")
    assert known.since("x", "I keep bees") and known.since("x", "I keep hens")


def test_a_fact_that_was_taken_in_review_and_forgotten_again_stays_away(store: Store) -> None:
    _known_bees(store)
    _by_command(store)
    again = addition("Keeps bees", "bees! I keep them")
    [verdict] = learn(store, again.quote, again, turn="later", at=time.time() + 5)
    assert verdict.needs_review
    versions.change(store, lambda text: f"{text}- Keeps bees\n", "review")
    _by_command(store)
    known = forgotten.load(store.db)
    assert known.turn("later") and known.since("x", again.quote)


# What forgets, and what does not

BASE = EMPTY.replace("## Interests\n", "## Interests\n- Rows\n- Sails far\n- Likes green tea\n")
FORGETS = {
    "a line deleted": (BASE.replace("- Rows\n", ""), ["Rows"]),
    "two lines deleted": (BASE.replace("- Rows\n- Sails far\n", ""), ["Rows", "Sails far"]),
    "a line deleted, another added": (
        BASE.replace("- Rows\n", "").replace("## Preferences\n", "## Preferences\n- Hates jam\n"),
        ["Rows"],
    ),
    "a line edited": (BASE.replace("Sails far", "Sails very far"), []),
    "a line replaced by another": (BASE.replace("Rows", "Paints houses"), []),
    "a line moved": (BASE.replace("- Rows\n", "").replace("tea\n", "tea\n- Rows\n"), []),
    "a line moved to another section": (
        BASE.replace("- Rows\n", "").replace("## Preferences\n", "## Preferences\n- Rows\n"),
        [],
    ),
    "a line with another bullet": (BASE.replace("- Rows", "* rows."), []),
    "a line made prose": (BASE.replace("- Rows\n", "\nRows, and how.\n\n"), []),
    "two lines made one": (BASE.replace("- Rows\n- Sails far\n", "- Rows and sails far\n"), []),
    "sorted": (BASE.replace("- Rows\n- Sails far\n", "- Sails far\n- Rows\n"), []),
    "the title gone": (BASE.replace("# User Profile\n", ""), []),
    "emptied": ("", []),
    "blanked": ("\n \n", []),
    "only headings left": (EMPTY, []),
    "all lines commented out": (f"<!--\n{BASE}-->\n", []),
}


@pytest.mark.parametrize(("saved", "gone"), FORGETS.values(), ids=FORGETS)
def test_a_line_deleted_in_an_editor_is_forgotten(
    store: Store, saved: str, gone: list[str]
) -> None:
    versions.change(store, lambda _: BASE, "load")
    store.folder.profile.write_text(saved)
    assert current_profile(store) == saved
    assert _count(store.db) == len(gone)
    assert all(forgotten.load(store.db).fact(fact) for fact in gone)


def test_the_only_line_deleted_is_forgotten_too(store: Store) -> None:
    learn(store, "I keep bees", BEES)
    _in_an_editor(store)
    assert forgotten.load(store.db).fact("Keeps bees")


def test_only_lines_that_the_editor_knew_are_forgotten(store: Store) -> None:
    versions.change(store, lambda _: BASE, "load")
    opened = current_profile(store)
    learn(store, "I keep bees", BEES)
    store.folder.profile.write_text(opened.replace("- Rows\n", ""))
    assert "- Keeps bees\n" in current_profile(store)
    assert forgotten.load(store.db).fact("Rows") and _count(store.db) == 1


def test_a_save_of_what_was_open_does_not_bring_back_what_was_forgotten_meanwhile(
    store: Store,
) -> None:
    versions.change(store, lambda _: BASE, "load")
    opened = current_profile(store)
    versions.change(store, lambda text: text.replace("- Rows\n", ""), "forget", forget=["Rows"])
    store.folder.profile.write_text(
        opened.replace("- Likes green tea\n", "- Likes green tea\n- Dives\n")
    )
    text = current_profile(store)
    assert "- Dives\n" in text and "Rows" not in text
    assert forgotten.load(store.db).fact("Rows")


NOT_FORGETTING: dict[str, Callable[[Store], object]] = {
    "clear": lambda store: versions.change(store, lambda _: EMPTY, "clear"),
    "load": lambda store: versions.change(store, lambda _: "# Another\n", "load"),
    "undo": lambda store: versions.change(store, lambda _: EMPTY, "undo", restores=1),
    "restore": lambda store: versions.change(store, lambda _: EMPTY, "restore", restores=1),
    "a missing file": lambda store: store.folder.profile.unlink(),
    "an emptied file": lambda store: store.folder.profile.write_text(""),
}


@pytest.mark.parametrize("deed", NOT_FORGETTING.values(), ids=NOT_FORGETTING)
def test_the_rest_forgets_nothing(store: Store, deed: Callable[[Store], object]) -> None:
    current_profile(store)
    learn(store, "I keep bees", BEES, addition("Rows", "I keep bees"))
    deed(store)
    current_profile(store)
    assert _count(store.db) == 0


def test_a_file_written_in_two_halves_forgets_nothing_in_the_end(store: Store) -> None:
    versions.change(store, lambda _: BASE, "load")
    store.folder.profile.write_text(BASE[:60])  # an editor is at it
    current_profile(store)
    store.folder.profile.write_text(BASE)
    assert current_profile(store) == BASE
    assert _count(store.db) == 0


@given(
    st.lists(st.sampled_from(["Rows", "Sails far", "Likes green tea", "Keeps bees"]), unique=True)
)
@settings(deadline=None, max_examples=example_count(20))
def test_what_stands_in_a_version_of_the_users_is_never_forgotten(
    tmp_path_factory: pytest.TempPathFactory, left: list[str]
) -> None:
    folder = Folder(tmp_path_factory.mktemp("left") / "memory")
    with state.opened(folder) as store:
        versions.change(store, lambda _: BASE, "load")
        listed = "".join(f"- {fact}\n" for fact in left)
        folder.profile.write_text(f"# User Profile\n\n## Interests\n{listed}")
        current_profile(store)
        assert not any(forgotten.load(store.db).fact(fact) for fact in left)
        gone = {"Rows", "Sails far", "Likes green tea"} - set(left)
        assert _count(store.db) <= len(gone)
