"""`learn.locality`: what was learned before there was a mark, and what is asked about together."""

import json
import time
from pathlib import Path

import pytest
from support.learning import addition, current_profile, learn
from support.llm_log import START, Log, turns_of

from llm_user_memory import logs
from llm_user_memory.checks import guard
from llm_user_memory.checks.guard import CheckContext
from llm_user_memory.checks.quotes import TypedText
from llm_user_memory.checks.refusals import ALREADY_KNOWN
from llm_user_memory.daemon import worker
from llm_user_memory.egress import CLOUD, USER, Destination
from llm_user_memory.errors import ProfileError
from llm_user_memory.learn import former_facts, locality, manual
from llm_user_memory.learn.material import Material, for_destination
from llm_user_memory.logs import Turn
from llm_user_memory.profile.document import facts, local_texts
from llm_user_memory.profile.edits import Edit
from llm_user_memory.profile.shareable import shareable
from llm_user_memory.purge import state as purge_state
from llm_user_memory.settings import Settings
from llm_user_memory.store import ledger, model_places, notices, placements, state, updates
from llm_user_memory.store.profile import history
from llm_user_memory.store.state import Store
from llm_user_memory.text.fingerprints import Forgotten, says, says_since

EXTRA = """
- {model_id: here, model_name: a, api_base: "http://localhost:8080/v1"}
- {model_id: there, model_name: a, api_base: "https://example.com/v1"}
"""

FIXTURES = Path(__file__).parents[1] / "fixtures"


@pytest.fixture(autouse=True)
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path))
    (tmp_path / "extra-openai-models.yaml").write_text(EXTRA)


def _said(
    store: Store, log: Log, fact: str, words: str, model: str, *, is_kept: bool = True
) -> None:
    """Learn a fact as an earlier version did: without recording where it was said."""
    turn = log.say(words, START, model=model) if is_kept else f"gone-{fact}"
    [verdict] = learn(store, words, addition(fact, words), turn=turn)
    assert not verdict.refusal


def test_what_was_learned_before_is_marked_by_the_model_of_its_turn(store: Store, log: Log) -> None:
    manual.add(store, [("Interests", "Rows")])
    _said(store, log, "Keeps bees", "I keep bees", "here")
    _said(store, log, "Plays chess", "I play chess", "there")
    _said(store, log, "Collects stamps", "I collect stamps", "a model that is gone")
    _said(store, log, "Grows roses", "I grow roses", "there", is_kept=False)
    before = current_profile(store)
    version = locality.mark_learned_before(store, Settings())
    assert version and version.note == locality.MARKED
    lines = current_profile(store).splitlines()
    assert "- Rows" in lines and "- Plays chess" in lines
    assert {"- Keeps bees #local", "- Collects stamps #local", "- Grows roses #local"} < {*lines}
    assert state.get(store.db, notices.MARKED) == "3"
    told = model_places.told_to(store.db, "a model that is gone", ["Keeps bees", "Collects stamps"])
    assert told == {"Collects stamps"}
    manual.undo(store)
    assert current_profile(store) == before
    assert locality.mark_learned_before(store, Settings()) is None


def test_what_had_left_the_profile_by_then_stays_here_too(store: Store, log: Log) -> None:
    _said(store, log, "Keeps bees", "I keep bees", "here")
    _said(store, log, "Plays chess", "I play chess", "there")
    manual.forget(store, ["Keeps bees", "Plays chess"])
    assert locality.mark_learned_before(store, Settings()) is None
    local = placements.recorded_at(store.db, "local", ["Keeps bees", "Plays chess"])
    assert local.keys() == {"Keeps bees"}
    assert state.get(store.db, notices.MARKED) is None


def test_nothing_is_marked_where_everything_may_go_anywhere(store: Store, log: Log) -> None:
    _said(store, log, "Keeps bees", "I keep bees", "here")
    number = history.latest(store.db)
    assert locality.mark_learned_before(store, Settings(learned_locally="any")) is None
    assert history.latest(store.db) == number


def _turn(number: int, model: str) -> Turn:
    return Turn(f"t{number}", "thread", model, START, START, "I keep bees", "")


def test_turns_are_asked_about_with_those_that_may_go_to_the_same_models() -> None:
    turns = [_turn(1, "a"), _turn(2, "b"), _turn(3, "c"), _turn(4, "c"), _turn(5, "d")]
    at = {"t1": "unknown", "t2": "here", "t3": "elsewhere", "t4": "elsewhere", "t5": "unknown"}
    groups = []
    left = turns
    while left:
        group = locality.first_group(left, at)  # type: ignore[arg-type]
        groups.append([turn.id for turn in group])
        left = [turn for turn in left if turn not in group]
    assert groups == [["t1"], ["t2"], ["t3", "t4"], ["t5"]]


def test_a_turn_may_be_shown_where_it_was_said_or_here() -> None:
    turn = _turn(1, "bedrock")
    assert locality.may_be_asked(turn, "unknown", Destination("unknown", "bedrock"))
    assert not locality.may_be_asked(turn, "unknown", Destination("unknown", "other"))
    assert not locality.may_be_asked(turn, "here", CLOUD)
    assert locality.may_be_asked(turn, "here", Destination("here", "llama"))
    assert locality.may_be_asked(turn, "elsewhere", CLOUD)


@pytest.mark.parametrize("name", ["legacy.db", "upgraded.db"])
def test_the_models_of_a_thread_are_read_from_both_schemas(name: str) -> None:
    path = FIXTURES / name
    turns = turns_of(path)
    assert turns
    for turn in turns:
        models = logs.thread_models(path, turn.thread_id)
        assert turn.model in models.said_to and models.asked in models.said_to, json.dumps(models)
    assert logs.thread_models(path, "nonsense") == logs.ThreadModels()


def _restored(store: Store, number: int) -> dict[str, bool]:
    manual.restore(store, number)
    return {fact.text: fact.local for fact in facts(current_profile(store))}


def test_an_earlier_version_comes_back_with_the_marks_of_today(store: Store) -> None:
    bees = manual.add(store, [("Interests", "Keeps bees")])
    manual.mark(store, "Keeps bees", {"local": True})
    chess = manual.add(store, [("Interests", "Plays chess")])
    assert bees and chess
    assert _restored(store, bees.n) == {"Keeps bees": True}
    manual.forget(store, ["Keeps bees"])
    assert _restored(store, bees.n) == {"Keeps bees": True}, "it left, and stays what it was"
    manual.mark(store, "Keeps bees", {"local": False})
    assert _restored(store, chess.n) == {"Keeps bees": True, "Plays chess": False}
    assert _restored(store, history.latest(store.db).n - 1) == {"Keeps bees": False}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Pills in the evening.", "Pills in the evening. #local"),
        ("## Health", "## Health #local"),
        ("## Health\n", "## Health\n#local\n\n"),
        ("- Is ill", "- Is ill #local"),
        ("# User Profile", "# User Profile #local"),
    ],
)
@pytest.mark.parametrize("way", ["restore", "load"])
def test_so_does_its_text_that_is_no_fact(store: Store, before: str, after: str, way: str) -> None:
    old = "# User Profile\n\n## Health\n- Is ill\n\n  Pills in the evening.\n"
    manual.load(store, old)
    first = history.latest(store.db)
    manual.load(store, old.replace(before, after))
    manual.add(store, [("Work", "Has a desk")])
    manual.restore(store, first.n) if way == "restore" else manual.load(store, old)
    assert "Pills" not in shareable(current_profile(store), CLOUD)


@pytest.mark.parametrize("endings", ["\n", "\r\n", "\r"], ids=["Unix", "Windows", "very old"])
@pytest.mark.parametrize("end", [True, False])
def test_an_earlier_version_that_is_loaded_has_the_marks_of_today(
    store: Store, endings: str, end: bool
) -> None:
    manual.add(store, [("Interests", "Keeps bees")])
    saved = current_profile(store)
    manual.mark(store, "Keeps bees", {"local": True})
    manual.add(store, [("Interests", "Plays chess")])
    again = saved.replace("\n", endings)
    manual.load(store, again if end else again.rstrip())
    assert [(fact.text, fact.local) for fact in facts(current_profile(store))] == [
        ("Keeps bees", True)
    ]
    written = saved.replace("Keeps bees", "Keeps bees\n- Rows")
    manual.load(store, written)
    assert not local_texts(current_profile(store)), "a text of the user's own is as they wrote it"


def test_taking_back_a_mark_takes_it_back(store: Store) -> None:
    added = manual.add(store, [("Interests", "Keeps bees")])
    assert added
    manual.mark(store, "Keeps bees", {"local": True})
    assert _restored(store, added.n) == {"Keeps bees": False}


def test_what_stands_below_a_mark_is_not_freed_by_itself(store: Store) -> None:
    manual.edit(store, current_profile(store), "## A\n- Is ill #local\n  - Takes two a day\n")
    with pytest.raises(ProfileError, match="mark #local of another line or a heading"):
        manual.mark(store, "Takes two a day", {"local": False})
    manual.mark(store, "Is ill", {"local": False})
    assert local_texts(current_profile(store)) == {"Takes two a day"}


INSULIN = "Takes insulin for type 1 diabetes"


@pytest.mark.parametrize(
    ("local", "typed", "edit", "stays"),
    [
        (INSULIN, "I take insulin", addition("Takes insulin", "I take insulin"), True),
        (
            INSULIN,
            "I take insulin for my type 1 diabetes",
            addition(INSULIN, "I take insulin for my type 1 diabetes"),
            False,
        ),
        (
            "Takes insulin",
            "what does somebody do who takes insulin?",
            addition("Takes insulin", "takes insulin"),
            True,
        ),
        ("Keeps bees", "how much honey do bees make?", addition("Keeps bees", "bees make"), True),
        ("Keeps bees", "I moved to Oslo", addition("Keeps bees", "I moved to Oslo"), True),
        ("Keeps bees", "I keep bees", addition("Keeps bees", "I keep bees"), False),
        ("Works as a nurse", "I'm a nurse", addition("Works as a nurse", "I'm a nurse"), False),
        (
            "Takes insulin",
            "I'm on 20 units a day now",
            Edit("replace", "Interests", "Takes insulin", "Takes insulin, 20 units a day",
                 "I'm on 20 units a day now"),
            True,
        ),
        (
            "Boss is Anna Schmidt",
            "my boss is from Leeds",
            addition("Boss Anna Schmidt is from Leeds", "my boss is from Leeds"),
            True,
        ),
    ],
)  # fmt: skip
def test_no_word_of_a_local_fact_leaves_with_what_was_said_elsewhere(
    store: Store, local: str, typed: str, edit: Edit, stays: bool
) -> None:
    """A model on this machine, asked about a cloud turn, knows the local facts."""
    manual.add(store, [("Interests", f"{local} #local")])
    before = current_profile(store)
    said = [TypedText("t1", typed, START)]
    learned = CheckContext({local.lower(): local})
    text, verdicts = guard.check([edit], before, said, learned)
    after = locality.tagged(before, text, verdicts, said, {"t1": "elsewhere"}, Forgotten())
    words = local.split()[-1]
    assert {fact.local for fact in facts(after) if words in fact.text} == {stays}, after
    turn = Turn("t1", "thread", "anywhere", START, START, typed, "")
    told = locality.heard(before, verdicts, said, [turn], {"t1": "unknown"})
    assert any(words in fact for fact, _model in told) is not stays


@pytest.mark.parametrize(
    ("typed", "is_freed"),
    [("btw i have diabetes. lunch?", True), ("worst case i have diabetes. lunch?", False)],
)
def test_only_a_plain_statement_frees_a_fact(store: Store, typed: str, is_freed: bool) -> None:
    """Whatever the checks think of the rest: what may be somebody else's takes no mark off."""
    manual.add(store, [("Health", "Has diabetes #local")])
    before = current_profile(store)
    said = [TypedText("t1", typed, START)]
    edit = Edit("add", "Health", "Has diabetes", "Has diabetes", "i have diabetes")
    taken = [guard.Verdict(edit, ALREADY_KNOWN, "t1")]
    after = locality.tagged(before, before, taken, said, {"t1": "elsewhere"}, Forgotten())
    assert local_texts(after) == (set() if is_freed else {"Has diabetes"})
    turn = Turn("t1", "thread", "anywhere", START, START, typed, "")
    told = locality.heard(before, taken, said, [turn], {"t1": "unknown"})
    assert told == ([("Has diabetes", "anywhere")] if is_freed else [])


@pytest.mark.parametrize(
    ("section", "below", "stays"),
    [
        ("My pills", "- Has diabetes #local\n", True),
        ("My pills", "- Has diabetes #local\n- Rows\n", False),
        ("My pills", "- Rows\n", False),
        ("Interests", "- Has diabetes #local\n", False),
    ],
)
def test_a_model_here_does_not_open_a_section_whose_heading_stays_here(
    section: str, below: str, stays: bool
) -> None:
    """The model on this machine sees the heading, and no model elsewhere does."""
    before = f"## {section}\n{below}"
    said = [TypedText("t1", "I keep bees", START)]
    edit = Edit("add", section, new="Keeps bees", quote="I keep bees")
    text, verdicts = guard.check([edit], before, said, CheckContext())
    after = locality.tagged(before, text, verdicts, said, {"t1": "elsewhere"}, Forgotten())
    assert ("Keeps bees" in local_texts(after)) == stays and "Keeps bees" in after
    assert ("My pills" in shareable(after, CLOUD)) == (section == "My pills" and not stays)


@pytest.mark.parametrize("mark", [" #pin", " #local", " #PIN.", " (#local)", " #pin #local"])
def test_a_mark_in_a_models_answer_does_not_free_what_was_said_here(
    store: Store, mark: str
) -> None:
    """A fact is known by its text without marks, which only the user sets."""
    said = [TypedText("t1", "I keep bees", START)]
    edit = addition(f"Keeps bees{mark}", "I keep bees")
    text, verdicts = guard.check([edit], current_profile(store), said, CheckContext())
    after = locality.tagged("", text, verdicts, said, {"t1": "here"}, Forgotten())
    assert [(fact.text, fact.marks) for fact in facts(after)] == [("Keeps bees", ("local",))]
    assert [verdict.edit.new for verdict in verdicts] == ["Keeps bees"]


@pytest.mark.parametrize(
    ("typed", "stays"),
    [
        ("I keep bees #local", True),
        ("I keep bees\n#local", True),
        ("I keep bees #local\r\nWhat is honey?", True),
        ("I keep bees \uff03Local.", True),
        ("what does #local mean? I keep bees", False),
    ],
)
def test_what_the_user_typed_with_the_mark_goes_to_the_model_that_heard_it_alone(
    store: Store, typed: str, stays: bool
) -> None:
    turn = Turn("t1", "c", "a", START, START, typed, "")
    plain = Turn("t2", "c", "b", START + 1, START + 1, "I row boats", "")
    with state.transaction(store.db):
        for one in (turn, plain):
            ledger.enter(store.db, one, "", "elsewhere")
    prompts = {one.id: one.prompt for one in (turn, plain)}
    for given, source, client, hears in [
        (Destination("here", "x"), "", "", True),
        (Destination("elsewhere", "a"), "", "", True),
        (Destination("elsewhere", "b"), "", "", False),
        (Destination("unknown", "b"), "", "", False),
        (Destination("elsewhere", "a"), "", "claude-code", False),
        (Destination("elsewhere", "a"), "chatgpt", "", False),
    ]:
        whole = Material("c", [turn, plain], prompts, {}, source, client=client)
        shown = for_destination(store, whole, given)
        assert (turn in shown.turns) == (hears or not stays), (given, source, client)
        assert plain in shown.turns
        assert shown.places["t1"] == ("here" if stays else "elsewhere")
    said = [TypedText("t1", typed, START)]
    edit = addition("Keeps bees", "I keep bees")
    text, verdicts = guard.check([edit], current_profile(store), said, CheckContext())
    after = locality.tagged("", text, verdicts, said, shown.places, Forgotten())
    assert local_texts(after) == ({"Keeps bees"} if stays else set())


@pytest.mark.parametrize("is_proposed", [True, False])
@pytest.mark.parametrize(
    ("typed", "stays"),
    [
        ("I keep bees in Ely #local", {"Keeps bees in Ely"}),
        ("I row, too.\nI keep bees in Ely.\nDo you? #local", {"Keeps bees in Ely"}),
        ("I keep bees in Ely", set()),
        ("I keep bees in Ely, what does #local mean?", set()),
    ],
)
def test_a_known_fact_that_is_said_again_with_the_mark_has_it(
    store: Store, typed: str, stays: set[str], is_proposed: bool
) -> None:
    """A model is told not to propose what the profile says, so its answer may have nothing."""
    manual.add(store, [("Interests", "Keeps bees in Ely"), ("Interests", "Plays chess")])
    before = current_profile(store)
    said = [TypedText("t1", typed, START)]
    edits = [addition("Keeps bees in Ely", "I keep bees in Ely")] if is_proposed else []
    text, verdicts = guard.check(edits, before, said, CheckContext())
    assert all(verdict.refusal == ALREADY_KNOWN for verdict in verdicts)
    after = locality.tagged(before, text, verdicts, said, {"t1": "here"}, Forgotten())
    assert local_texts(after) == stays


def test_turns_of_an_earlier_version_get_their_mark_once(store: Store, log: Log) -> None:
    marked = log.say("I keep bees #local", START, model="there", thread="t")
    log.say("I row boats", START + 60, model="there", thread="t")
    piped = '<user_memory learning="last:11"/>'
    log.say("Bees #local\nI row boats", START + 120, model="there", thread="t", markers=(piped,))
    ledger.ingest(store)
    store.db.execute("update turns set stays = 0")
    assert not list(worker.work(store, Settings(updates=False)))

    def recorded() -> list[str]:
        return [one.id for one in ledger.of_thread(store.db, "t") if one.place == "here"]

    assert recorded() == [marked]
    locality.record_marks(store)
    store.db.execute("update turns set stays = 0")
    locality.record_marks(store)
    assert recorded() == []


@pytest.mark.parametrize("said_at", [-100.0, 100.0])
def test_what_was_said_before_the_mark_does_not_take_it_off(store: Store, said_at: float) -> None:
    """Such as an old conversation of a backfill."""
    manual.add(store, [("Interests", "Keeps bees #local")])
    before = current_profile(store)
    marked = locality.marked_local(store, before)
    [at] = set(marked.moments.values())
    words = "I keep bees and row boats"
    said = [TypedText("t1", words, at + said_at)]
    edits = [addition("Keeps bees", "I keep bees"), addition("Keeps bees and rows", words)]
    text, verdicts = guard.check(edits, before, said, CheckContext())
    after = locality.tagged(before, text, verdicts, said, {"t1": "elsewhere"}, marked)
    local = {fact.local for fact in facts(after) if "bees" in fact.text}
    assert local == {said_at < 0}, after


AGAIN = {
    "mark": lambda store: manual.mark(store, "bees", {"local": True}),
    "add": lambda store: manual.add(store, [("Interests", "Keeps bees #local")]),
    "mark of a former fact": lambda store: former_facts.mark(store, "bees", local=True),
}


@pytest.mark.parametrize("way", AGAIN)
def test_a_mark_that_is_given_again_keeps_back_what_was_said_in_between(
    store: Store, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    manual.add(store, [("Interests", "Keeps bees #local")])
    if "former" in way:
        manual.edit(store, before := current_profile(store), before.replace("bees", "goats"))
    said_at = time.time() + 100
    words = "I keep bees."

    def is_kept() -> bool:
        return says_since(locality.marked_local(store, current_profile(store)), words, said_at)

    assert not is_kept()
    monkeypatch.setattr(time, "time", lambda: said_at + 100)
    AGAIN[way](store)
    assert is_kept()


@pytest.mark.parametrize("section", ["Health", "health", "Archive: Health", "Health #local"])
def test_what_is_added_to_a_local_section_stays_here(store: Store, section: str) -> None:
    written = "## Health #local\n- Is ill\n\n## Archive: Health #local\n- Was ill\n"
    manual.edit(store, current_profile(store), written)
    manual.add(store, [(section, "Takes insulin")])
    assert "Takes insulin" in local_texts(current_profile(store)), current_profile(store)
    assert current_profile(store).count("## ") == 2


@pytest.mark.parametrize(("heard", "is_asked"), [("Keeps bees", True), ("Rows boats", False)])
def test_a_model_of_an_unknown_place_is_asked_about_what_it_heard_before(
    store: Store, heard: str, is_asked: bool
) -> None:
    """Such as by a backfill: what it heard is marked only now, and it was said again before."""
    manual.add(store, [("Interests", "Keeps bees #local")])
    model_places.record_told(store.db, [(heard, "bedrock")])
    turn = Turn("t1", "thread", "bedrock", START, START, "I keep bees", "")
    said = Material("thread", [turn], {"t1": turn.prompt}, {}, updates.LOG)
    unknown = Destination("unknown", "bedrock")
    assert bool(for_destination(store, said, unknown).turns) == is_asked
    reworded = current_profile(store).replace("- Keeps bees #local", "- Keeps goats #local")
    manual.edit(store, current_profile(store), reworded)
    assert bool(for_destination(store, said, unknown).turns) == is_asked


def test_what_a_local_fact_said_is_known_until_the_fact_is_back_or_shared(store: Store) -> None:
    def stays(text: str) -> bool:
        return says(locality.marked_local(store, current_profile(store)), text)

    def rewrite(old: str, new: str) -> None:
        manual.edit(store, current_profile(store), current_profile(store).replace(old, new))

    manual.add(store, [("Interests", "Keeps bees #local")])
    rewrite("- Keeps bees #local", "- Keeps goats #local")
    assert stays("I keep bees.") and stays("I keep goats.")
    manual.add(store, [("Interests", "Keeps bees")])
    assert not stays("I keep bees.") and stays("I keep goats.")
    rewrite("- Keeps goats #local", "- Keeps goats in Bergen")
    assert not stays("I keep goats."), "the user wrote it without the mark"
    assert locality.fingerprints_for(store, USER) == Forgotten()


def test_a_fact_that_is_reworded_and_marked_in_one_save_stays_here(store: Store) -> None:
    manual.add(store, [("Interests", "Keeps bees"), ("Interests", "Rows boats")])
    before = current_profile(store)
    after = before.replace("Keeps bees", "Keeps bees in Bergen #local").replace("Rows", "Builds")
    manual.edit(store, before, after)
    marked = locality.marked_local(store, current_profile(store))
    assert says(marked, "I keep bees.")
    assert not says(marked, "I row boats.")


def test_what_a_former_local_fact_said_may_go_once_the_user_says_so(store: Store) -> None:
    manual.add(store, [("Interests", "Keeps bees #local")])
    manual.edit(store, before := current_profile(store), before.replace("bees", "goats"))
    assert former_facts.kept_here(store, current_profile(store)) == ["Keeps bees"]
    said = "I keep bees."
    for local in (False, False, True, True):
        was = says(locality.fingerprints_for(store, CLOUD), said)
        assert former_facts.mark(store, "bees", local=local) == ("Keeps bees", was != local)
        assert says(locality.fingerprints_for(store, CLOUD), said) == local
    assert former_facts.mark(store, "wasps", local=False) == ("", False)
    purge_state.clear_history(store)
    assert former_facts.kept_here(store, current_profile(store)) == []
    assert former_facts.mark(store, "Keeps bees", local=False) == ("Keeps bees", True)
    assert not says(locality.fingerprints_for(store, CLOUD), said)
    assert says(locality.fingerprints_for(store, CLOUD), "I keep goats.")


@pytest.mark.parametrize("said", ["thanks", "I take insulin daily"], ids=["skipped", "waiting"])
def test_a_model_that_is_moved_elsewhere_was_here(
    store: Store, log: Log, tmp_path: Path, said: str
) -> None:
    """The place of each turn is recorded, whether or not it is learned from."""
    state.put(store.db, "activated", START - 10)
    turn = log.say(said, START, model="here")
    settings = Settings(update_interval=10.0**9)
    assert not list(worker.work(store, settings))
    elsewhere = EXTRA.replace("http://localhost:8080", "https://example.com")
    (tmp_path / "extra-openai-models.yaml").write_text(elsewhere)
    [moved] = logs.read(store.folder.logs, [turn])
    assert locality.places_of(store.db, [moved]) == {turn: "here"}
