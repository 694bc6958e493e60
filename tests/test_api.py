"""`Memory`, the Python API: the examples of docs/python.md, and cases that they leave out."""

import doctest
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import llm
import pytest
from click.testing import CliRunner, Result
from llm.cli import cli
from llm.plugins import load_plugins, pm
from support.export_files import claude, claude_code_record, json_lines, write_file
from support.llm_log import OFF, START, Log, sealed
from support.rows import for_each

import llm_user_memory
from llm_user_memory import Fact, Memory, MemoryPluginError, Update, notes
from llm_user_memory.checks.refusals import MAYBE_PASTED
from llm_user_memory.cli import learn as learn_command
from llm_user_memory.egress import USER, Destination
from llm_user_memory.imports import input_history
from llm_user_memory.learn import manual, pauses
from llm_user_memory.learn.backfill.from_messages import TimedMessage, dated, turns_of
from llm_user_memory.logs import Turn
from llm_user_memory.model import location
from llm_user_memory.recall import ask
from llm_user_memory.settings import Folder, read_settings
from llm_user_memory.store import consent, kept_conversations, state, updates

pytestmark = pytest.mark.once

OSLO = 'ADD Personal Information | Moved to Oslo in May | "I moved to Oslo in May"'
REST = "behind the old house in the garden that we rent near Oslo."
BEES = 'ADD Interests | Keeps bees | "I keep bees"'


class Answering(llm.Model):
    """Answers a request that holds a text as was said beforehand, else that there is nothing."""

    model_id = "gpt-4o-mini"
    api_base = "https://models.example.com"

    def __init__(self, answers: Mapping[str, str]) -> None:
        self.answers = answers
        self.asked: list[str] = []

    def execute(self, prompt: Any, *_: Any, **__: Any) -> Iterator[str]:
        self.asked.append(prompt.prompt)
        conversation = prompt.prompt.partition("<conversation>")[2]
        yield next((a for text, a in self.answers.items() if text in conversation), "NO_UPDATE")


class Plugin:
    def __init__(self, model: Answering) -> None:
        self.model = model

    @llm.hookimpl(trylast=True)
    def register_models(self, register: Any) -> None:
        register(self.model)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Answering]:
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path))
    monkeypatch.setenv("LLM_MODEL", "gpt-4o-mini")
    load_plugins()
    made = Answering({"Oslo": OSLO, "bees": BEES, "fails": "?" * 300})
    plugin = Plugin(made)
    pm.register(plugin)
    yield made
    pm.unregister(plugin)


@pytest.fixture
def memory(model: Answering) -> Memory:
    assert model.asked == []
    return Memory()


@pytest.mark.usefixtures("model")
def test_the_examples_of_the_docs() -> None:
    page = Path(__file__).parents[1] / "docs" / "python.md"
    found = doctest.testfile(
        str(page),
        module_relative=False,
        optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL,
    )
    assert found.attempted > 15 and found.failed == 0


@pytest.mark.slow
def test_it_imports_no_llm_and_the_package_imports_nothing() -> None:
    code = (
        "import sys, llm_user_memory\n"
        "assert 'llm_user_memory.api' not in sys.modules\n"
        "from llm_user_memory import Memory\n"
        "memory = Memory(sys.argv[1])\n"
        "memory.add('Keeps bees'); memory.facts(); memory.fragment(); memory.undo()\n"
        "print('llm' in sys.modules)\n"
    )
    command = [sys.executable, "-c", code, str(Path.home() / "elsewhere")]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


def test_what_the_package_names_is_there_and_nothing_else() -> None:
    for name in llm_user_memory.__all__:
        assert getattr(llm_user_memory, name)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = llm_user_memory.nonsense


def test_a_dry_run_of_learning_keeps_nothing(memory: Memory, model: Answering) -> None:
    talk = [("user", "I moved to Oslo in May")]
    before = memory.profile
    tried = memory.learn(talk, dry_run=True)
    assert [edit.new for edit in tried.edits] == ["Moved to Oslo in May"] and model.asked
    assert memory.profile == before and not memory.facts()
    with state.opened(Folder(memory.path.parent)) as store:
        [asked] = updates.costs(store.db, 1)
    assert asked["requests"] == 1, "but its cost is told"
    assert memory.learn(talk) == tried
    assert [fact.text for fact in memory.facts()] == ["Moved to Oslo in May"]


def test_a_transcript_is_imported_once(memory: Memory, tmp_path: Path) -> None:
    words = "I moved to Oslo in May, and I still unpack another box every single evening"
    record = claude_code_record("user", words, START, promptSource="typed")
    file = write_file(tmp_path / "session.jsonl", json_lines(record))
    tried = memory.import_(file, dry_run=True)
    assert not memory.facts()
    assert [edit.new for edit in tried.edits] == ["Moved to Oslo in May"]
    assert memory.import_(file) == tried
    assert memory.import_(file).skipped and len(memory.facts()) == 1
    with pytest.raises(MemoryPluginError):
        memory.import_(tmp_path / "nothing.jsonl")
    file.write_text(json_lines([record]))
    with pytest.raises(MemoryPluginError, match="line 1: This line holds no object"):
        memory.import_(file)


def test_an_agent_s_run_is_not_imported(memory: Memory, model: Answering, tmp_path: Path) -> None:
    words = "You are an autonomous agent that keeps a vault of notes. I moved to Oslo in May."
    record = claude_code_record("user", words, START, promptSource="typed")
    file = write_file(tmp_path / "session.jsonl", json_lines(record))
    assert memory.import_(file).skipped == "an agent's run"
    assert not memory.facts() and not model.asked


def test_its_own_facts_are_known_when_they_come_back(memory: Memory, tmp_path: Path) -> None:
    memory.add("Keeps bees #local")
    memory.add("Has 7 goats")
    file = tmp_path / "export.md"
    file.write_text(memory.profile)
    before = memory.profile
    assert not memory.import_(file).edits and memory.profile == before
    file.write_text(before.replace("Keeps bees", "Keeps ducks"))
    assert [edit.new for edit in memory.import_(file).edits] == ["Keeps ducks #local"]


@pytest.mark.parametrize(("place", "sees"), [("here", True), ("elsewhere", False)])
def test_who_reads_an_answer_counts_too(
    memory: Memory, model: Answering, monkeypatch: pytest.MonkeyPatch, place: Any, sees: bool
) -> None:
    monkeypatch.setattr(location, "destination", lambda *_: USER)  # the model is on this machine
    memory.add("Takes insulin #local")
    memory.add("Keeps bees")
    with state.opened(Folder(memory.path.parent)) as store:
        ask.answer(store, read_settings(), "What do I take?", "gpt-4o-mini", Destination(place))
    assert model.asked and ("insulin" in "".join(model.asked)) == sees


def test_a_conversation_that_goes_on_is_learned_from_where_it_stopped(
    memory: Memory, model: Answering
) -> None:
    talk = [("user", "I keep bees"), ("assistant", "Nice.")]
    assert [edit.new for edit in memory.learn(talk).edits] == ["Keeps bees"]
    talk += [("user", "I moved to Oslo in May"), ("tool", "I live in Lima")]
    assert [edit.new for edit in memory.learn(talk).edits] == ["Moved to Oslo in May"]
    assert "I keep bees" not in model.asked[1].partition("<conversation>")[2]
    assert all("Lima" not in asked for asked in model.asked)
    assert memory.learn(talk).skipped == "learned from already"
    assert len(model.asked) == 2


def test_the_messages_of_a_conversation_are_asked_about_in_their_order(
    memory: Memory, model: Answering
) -> None:
    said = [f"I planted tree number {number} in the garden" for number in range(12)]
    memory.learn([("user", words) for words in said])
    asked = model.asked[0].partition("<conversation>")[2]
    assert sorted(said, key=asked.index) == said


@pytest.mark.slow
def test_an_answer_goes_no_further_than_what_was_learned_from_on_this_machine(
    memory: Memory, model: Answering
) -> None:
    """The model that answers may repeat the whole conversation."""
    model.model_id, model.api_base = "mine", "http://localhost:8080"
    talk = [("user", "my pump beeps at night, I keep bees"), ("assistant", "Hm.")]
    memory.learn(talk, "mine", conversation="talk")
    talk += [("user", "I moved to Oslo in May"), ("assistant", "With your pump, then.")]
    assert memory.learn(talk, "mine", conversation="talk", dry_run=True).edits
    assert "With your pump" in model.asked[-1]
    model.api_base = "https://models.example.com"
    assert memory.learn(talk, "mine", conversation="talk").edits
    assert "pump" not in model.asked[-1]


def test_another_conversation_that_says_the_same_is_another(
    memory: Memory, model: Answering
) -> None:
    memory.learn([("user", "I keep bees")], conversation="one")
    memory.learn([("user", "I keep bees")], conversation="two")
    assert len(model.asked) == 2
    [fact] = memory.facts()
    assert (fact.conversation, fact.origin) == ("one", "said")


@pytest.mark.parametrize("messages", [[], [("assistant", "I keep bees")], [("user", "  ")]])
def test_nothing_said_asks_nobody(
    memory: Memory, model: Answering, messages: list[tuple[str, str]]
) -> None:
    assert memory.learn(messages).skipped == "nothing typed"
    assert memory.learn([("user", "thanks")]).skipped == "nothing to learn"
    assert model.asked == []


@pytest.mark.parametrize("message", ["hello", ("user",), {"role": "user"}, ("user", 3), None])
def test_what_is_no_message_is_said(memory: Memory, message: Any) -> None:
    with pytest.raises(MemoryPluginError, match="A message is"):
        memory.learn([message])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "is_typed"),
    [
        *(
            (more, False)
            for more in (
                {"isMeta": True},
                {"synthetic": True},
                {"is_synthetic": True},
                {"metadata": {"is_visually_hidden_from_conversation": True}},
                {"author": {"role": "tool"}},
                {"name": "search_tool"},
                {"name": "searchTool"},
                {"type": "tool_result"},
                {"type": "tool", "role": "Human"},
                {"type": "function_call_output"},
                {"type": "toolresult"},
                {"type": "ai"},
                {"type": "reminder"},
                {"isMeta": 1},
                {"isMeta": "true"},
                {"isCompactSummary": True},
                {"is_sidechain": True},
                {"is_user_system_message": True},
                {"auto_generated": True},
                {"internal": True},
                {"textNotTyped": True},
                {"isNotTyped": True},
                {"message_type": "system"},
                {"typed": False},
                {"isHuman": False},
                {"toolUseResult": {"x": 1}},
                {"tool_call_id": "1"},
                {"tool_calls": [{"id": "1"}]},
                {"source": "tool"},
                {"promptSource": "system"},
                {"origin": {"kind": "agent"}},
                {"sender": "agent"},
                {"author": {"role": "model"}},
                {"metadata": {"source": "retrieval"}},
                {"metadata": {"isMeta": True}},
                {"additional_kwargs": {"hidden": True}},
            )
        ),
        *(
            (more, True)
            for more in (
                {"isMeta": False},
                {"author": {"role": "user", "name": "Ada"}},
                {"author": "Ada"},
                {"name": "Ada O'Toole"},
                {"type": "message", "metadata": {"id": 3}},
                {"type": "human"},
                {"tool_calls": [], "tool_call_id": None, "toolUseResult": ""},
                {"source": "web", "origin": {"kind": "human"}, "promptSource": "typed"},
                {"sender": "User", "from": "human"},
                {"model": "gpt-5", "agent": "build", "agent_mode": True, "tools": ["search"]},
                {"web_search": True, "search": True, "is_edited": True, "isRead": 1},
                {"typed": True, "typed_chars": 0, "index": 1, "hidden": 0, "meta": {"id": "a"}},
                {"attachments": [{"name": "letter.txt"}]},
                {"is_not_deleted": True, "model_name": "gpt-4o-search", "chat_type": "agent"},
                {"metadata": {"name": "Search", "model": "claude-agent"}},
            )
        ),
    ],
)
def test_what_says_that_nobody_typed_it_is_not_of_the_user(
    memory: Memory, more: dict[str, Any], is_typed: bool
) -> None:
    messages: list[Any] = [{"role": "user", "content": "I keep bees"} | more]
    roles = {each.role for each in learn_command._messages(json.dumps(messages))}
    assert roles == {"user" if is_typed else "tool"}
    assert bool(memory.learn(messages).edits) == is_typed


@pytest.mark.parametrize(
    ("parts", "typed"),
    [
        ([{"text": "I keep bees"}, {"text": "and owls"}], "I keep bees\nand owls"),
        ([{"text": "I keep bees"}, {"type": "image_url"}], "I keep bees"),
        ([{"text": "I keep bees"}, {"type": "document", "text": "I own a yak"}], "I keep bees"),
        *(
            ([{"text": "I keep bees"}, {"text": "I own a yak", **mark}], "I keep bees")
            for mark in (
                {"synthetic": True},
                {"ignored": True},
                {"name": "letter.txt"},
                {"metadata": {"source": "file"}},
                {"annotations": {"audience": ["assistant"]}},
                {"citations": [{"type": "page"}]},
            )
        ),
        ([{"type": "tool_result", "content": "x"}, {"text": "I own a yak"}], None),
    ],
)
def test_of_the_parts_of_a_message_what_was_typed(
    parts: list[dict[str, Any]], typed: str | None
) -> None:
    content = [{"type": "text", **part} for part in parts]
    for role in ("user", "Human", "me"):
        said = list(learn_command._messages(json.dumps({"role": role, "content": content})))
        assert [each[:2] for each in said] == [
            ("tool", "I own a yak") if typed is None else ("user", typed)
        ]
    answer = [{"type": "text", "text": "In Lima.", "citations": [{"type": "page"}]}]
    said = list(learn_command._messages(json.dumps({"role": "assistant", "content": answer})))
    assert [each[:2] for each in said] == [("assistant", "In Lima.")]


def test_a_tool_that_speaks_as_the_user_is_no_second_user(memory: Memory) -> None:
    said = {"role": "user", "content": "I keep bees"}
    tool = {"role": "user", "name": "search_tool", "content": "I live in Lima"}
    assert [edit.new for edit in memory.learn([said, tool]).edits] == ["Keeps bees"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("names", "is_learned"),
    [(("Ada", "Ada"), True), ((None, None), True), (("Ada", "Bob"), False), ((None, "Bob"), False)],
)
@pytest.mark.parametrize("member", ["name", "user", "username", "user_id", "senderId", "author"])
def test_of_several_users_nobody_knows_which_is_the_own(
    memory: Memory, names: tuple[str | None, ...], member: str, is_learned: bool
) -> None:
    said = ("hello", "I keep bees")
    messages: list[Any] = [
        {"role": "user", "content": text}
        | ({member: {"name": name} if member == "author" else name} if name else {})
        for name, text in zip(names, said, strict=True)
    ]
    ended = CliRunner().invoke(cli, ["memory", "learn"], input=json.dumps(messages))
    if is_learned:
        assert memory.learn(messages, dry_run=True).skipped == "learned from already"
        assert ended.exit_code == 0 and memory.facts()
    else:
        assert ended.exit_code == 1 and "Several users speak there: " in ended.output, ended.output
        with pytest.raises(MemoryPluginError, match="Several users speak there"):
            memory.learn(messages)
        assert not memory.facts()


def test_half_a_letter_or_a_day_that_never_was_is_no_surprise(memory: Memory) -> None:
    update = memory.learn([("user", "I keep bees \ud83d")], conversation="a\udcff")
    assert [edit.new for edit in update.edits] == ["Keeps bees"]
    with pytest.raises(MemoryPluginError, match="There is no model"):
        memory.learn([("user", "I keep owls")], "\udcff")
    with pytest.raises(MemoryPluginError, match="0001-01-01 00:00:00 is no date"):
        memory.learn([("user", "I keep hens")], when=datetime(1, 1, 1))


@pytest.mark.parametrize(
    "when", [datetime(1950, 1, 1), datetime(9999, 12, 31, 23, tzinfo=timezone(-timedelta(hours=9)))]
)
def test_a_date_that_cannot_be_shown_ends_no_search(memory: Memory, when: datetime) -> None:
    memory.note("hens lay eggs")
    with pytest.raises(MemoryPluginError, match="from 1970 to 2100"):
        memory.learn([("user", "I keep hens")], when=when, keep=True)
    assert [found.text for found in memory.search("hens", limit=10**30)] == ["hens lay eggs"]


def test_an_answer_that_grew_on_this_machine_stays_on_it(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = [("user", "where do hens sleep?"), ("assistant", "In a coop.")]
    memory.learn(talk, conversation="talk", keep=True)
    assert len(memory.search("hens coop")) == 2
    monkeypatch.setattr(location, "of_names", lambda names: dict.fromkeys(names, "here"))
    grown = [talk[0], ("assistant", "In a coop. Your cardiologist keeps them, too.")]
    assert memory.learn(grown, conversation="talk", keep=True).kept == 1
    assert memory.search("hens coop cardiologist") == []
    assert len(memory.search("hens coop", kept_from_models=True)) == 2


@pytest.mark.parametrize("how", ["", "forgotten", "here", "#local", "paused"])
def test_the_last_messages_alone_do_not_bring_what_their_answers_repeat(
    memory: Memory, model: Answering, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """A program may leave out the oldest messages, if it gives the conversation a name."""
    first = [("user", "I keep bees"), ("assistant", "As a beekeeper, plant lavender.")]
    later = [("user", "what about milk?"), ("assistant", "Honey of your hives goes with it.")]
    if how == "#local":
        first[0] = ("user", "I keep bees #local")
    with monkeypatch.context() as patch:
        if how == "here":
            patch.setattr(Answering, "api_base", "http://localhost:8080")
        with forbidden("paused", memory, patch) if how == "paused" else nullcontext():
            memory.learn(first, conversation="talk", keep=how == "#local")
    if how == "forgotten":
        memory.forget("Keeps bees")
    model.asked.clear()
    memory.learn(later, conversation="talk")
    [asked] = model.asked
    assert "milk" in asked and ("hives" in asked) == (not how)
    memory.learn(later, conversation="another")
    assert "hives" in model.asked[-1]


@pytest.mark.parametrize("how", ["", "forgotten", "paused"])
def test_the_last_messages_alone_are_kept_without_what_their_answers_repeat(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    first = [("user", "I keep bees"), ("assistant", "As a beekeeper, plant lavender.")]
    later = [("user", "what about milk?"), ("assistant", "Honey of your hives goes with it.")]
    if how == "forgotten":
        memory.add("Keeps bees")
        memory.forget("Keeps bees")
    with forbidden("paused", memory, monkeypatch) if how == "paused" else nullcontext():
        long_ago = datetime(2025, 1, 1, 12) if how == "forgotten" else None
        memory.learn(first, conversation="talk", when=long_ago, keep=True)
    memory.learn(later, conversation="talk", keep=True)
    assert bool(memory.search("hives", kept_from_models=True)) == (not how)
    assert memory.search("milk")


@pytest.mark.parametrize("mark", ["", " #local"])
def test_what_repeats_a_kept_turn_stays_withheld_when_that_is_purged(
    memory: Memory, mark: str
) -> None:
    talk = [
        ("user", f"I keep bees. What should I plant?{mark}"),
        ("assistant", "As a beekeeper, plant lavender."),
        ("user", "what about milk?"),
        ("assistant", "Honey of your hives goes with it."),
    ]
    memory.learn(talk, conversation="talk", keep=True)
    assert len(memory.search("hives", kept_from_models=True)) == 1
    words = ["memory", "forget", "--purge", "lavender" if mark else "Keeps bees", "-y"]
    assert CliRunner().invoke(cli, words).exit_code == 0
    assert memory.search("hives") == []
    assert [hit.text for hit in memory.search("hives", kept_from_models=True)] == [talk[3][1]]
    assert memory.search("lavender", kept_from_models=True) == []
    with state.opened(Folder(memory.path.parent)) as store:
        rows = store.db.execute("select prompt, response from kept order by number").fetchall()
    assert [tuple(row) for row in rows] == [("", ""), (talk[2][1], talk[3][1])]


def test_what_was_passed_before_a_forgetting_is_not_said_again(
    memory: Memory, model: Answering
) -> None:
    """A program passes its whole conversation after each answer; the messages have no times."""
    memory.add("Keeps bees")
    talk = [("user", "I keep bees, as you know"), ("assistant", "Plant lavender for the hives.")]
    memory.learn(talk, conversation="talk")
    memory.forget("Keeps bees")
    model.asked.clear()
    more = [("user", "what about milk?"), ("assistant", "Honey of your hives goes with it.")]
    memory.learn([*talk, *more], conversation="talk")
    [asked] = model.asked
    assert "milk" in asked and "hives" not in asked and "as you know" not in asked


def test_what_says_a_forgotten_fact_is_not_kept_nor_the_answers_after_it(memory: Memory) -> None:
    memory.add("Takes zorbaline")
    memory.forget("Takes zorbaline")
    talk = [
        ("user", "what about milk?"),
        ("assistant", "Milk is fine."),
        ("user", "As I take zorbaline, what about beer?"),
        ("assistant", "Beer is fine with those pills."),
        ("user", "and what about wine?"),
        ("assistant", "Wine is not, with those pills."),
    ]
    assert memory.learn(talk, conversation="another", keep=True).kept == 2
    found = {hit.text for hit in memory.search("milk beer wine pills", kept_from_models=True)}
    assert found == {"what about milk?", "Milk is fine.", "and what about wine?"}


def test_without_arguments_it_is_the_one_of_the_commands(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LLM_MEMORY_PROFILE", "work")
    assert Memory().path == Memory(name="work").path != memory.path
    assert Memory(name="default").path == memory.path == Memory(memory.path.parent).path
    monkeypatch.setenv("LLM_MEMORY_PROFILE", "../work")
    with pytest.raises(MemoryPluginError):
        Memory()


@for_each(
    ("transcript", "of_the_user"),
    [
        ("User: I keep bees\nAssistant: I live in Lima", ["I keep bees"]),
        ("**You:** I keep bees\n\n**Claude:** I live in Lima", ["I keep bees"]),
        ("User: I keep bees\nGPT-4 said: I live in Lima\nme: ok", ["I keep bees", "ok"]),
        ("Claude: I live in Lima\nUser: I keep bees", ["I keep bees"]),
        ("You: I keep bees\nAssistant: I live in Lima", ["I keep bees"]),
        ("Me: I keep bees\nYou: I live in Lima", ["I keep bees"]),
        ("**You:** I live in Lima\n**Human:** I keep bees", ["I keep bees"]),
        (
            '[{"role": "me", "content": "I keep bees"}, {"role": "You", "content": "In Lima"}]',
            ["I keep bees"],
        ),
        ("User: I keep bees\nPS: and owls\nAssistant: ok", ["I keep bees\nPS: and owls"]),
        ("# User:\nI keep bees" + "\n" * 30_000, ["I keep bees"]),
        # What an answer shows the user to say.
        (
            "User: Write a log\nAssistant: Here:\n```\nUser: I live in Lima\nAssistant: ok\n"
            "User: I own a yak\n```\nUser: I keep bees",
            ["Write a log", "I keep bees"],
        ),
        (
            "**User:** Write a log\n**Assistant:** Here:\nUser: I live in Lima\n**User:** Thanks",
            ["Write a log", "Thanks"],
        ),
        ("Assistant: Hello\n**User:** I keep bees", ["I keep bees"]),
        (
            "User: A fence:\n```\nAssistant: In Lima\n```py\nx\n```\nUser: ok",
            ["A fence:\n```", "ok"],
        ),
        # What the user says below a label of theirs, and what others and tools say.
        *(
            (
                f"User: I keep bees\n{line}\nAssistant: ok\nUser: bye",
                [f"I keep bees\n{line}", "bye"],
            )
            for line in (
                "PS: I keep owls",
                "My setup: I use Vim",
                "Background: I am a nurse",
                "Hobbies: I sing in a choir",
                "Diet: I am vegan",
                "Job: baker",
                "Ingredients: I have two eggs",
                "Monday: I work late",
                "Note to self: I should rest",
                "Question: where do I live",
                "Note: I am vegan",
                "Remember: I hate olives",
                "- Hobbies: I sing",
                "- Anna: my wife",
                "1. Budget: I have 500 euros",
                "I wake at 6: I run",
                "What I want is this: I move",
                "Also - I keep owls",
                "Oslo - I was born there",
                "System requirements: 16 GB",
                "[WIP] I build a shed",
                "(Note: I am vegan)",
                "Node.js: I use it daily",
                "Question : où est-ce que je vis",
                "注意：我对花生过敏",
                "```\nBob: I live in Lima\n```",
                "https://example.org: I like it",
            )
        ),
        *(
            (
                f"User: I keep bees\n{name}: I live in Lima\nAssistant: ok\nUser: bye",
                ["I keep bees", "bye"],
            )
            for name in (
                "Bob",
                "bob",
                "**Bob",
                "Anna",
                "@bob",
                "Bob Smith",
                "BOB",
                "Dr. Hansen",
                "bob_77",
                "Mum",
                "My boss",
                "Colleague",
                "Guest",
                "Participant 2",
                "Speaker B",
                "Claire (PM)",
                "Kowalczyk",
                "[10:32] Bob",
                "Tool result",
                "Observation",
                "Search results",
                "Web search",
            )
        ),
        ("User: I keep bees\nBob:\nhi\nI live in Lima\nAssistant: ok", ["I keep bees"]),
        # Labels as other programs, languages and people write them.
        *(
            (f"User: I keep bees\n{line} I live in Lima\nAssistant: ok", ["I keep bees"])
            for line in (
                "Developer:",
                "🤖 Assistant:",
                "- Assistant:",
                "* **Assistant**:",
                "1. Assistant:",
                "12:02 Assistant:",
                "[12:02 PM] Assistant:",
                "<assistant>:",
                "<assistant>",
                "[System]",
                "System notice:",
                "Assistant to user:",
                "Assistant -",
                "Assistant\xa0:",
                "Assistant：",
                "\u200bAssistant:",
                "\u3000Assistant:",
                "Assistant\n\n",
                "## Assistant\n",
                "### Response:",
                "tool[call_1]:",
                "ToolMessage:",
                "Tool result (read_file):",
                "- User:",
                "助手：",
                "王伟：",
                "Ассистент:",
                "Bob Carter Jr Esq:",
                "Bob Carter Jr. Esq. (HR):",
                "Bob -",
                "- Bob:",
                "Bob:",
                "Context:",
                "Contexte :",
                "Attached file letter.txt:",
                "[Attachment: letter.txt]\n",
                "[attached letter.txt]\n",
                "letter.txt:",
                "File:",
                "Document 1:",
            )
        ),
        *(
            (f"User: I keep bees{end}Assistant: I live in Lima{end}User: ok", ["I keep bees", "ok"])
            for end in ("\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029")
        ),
        ("Developer: I live in Lima\nUser: I keep bees\nAssistant: ok", ["I keep bees"]),
    ],
)
def test_of_a_transcript_only_what_the_user_said(transcript: str, of_the_user: list[str]) -> None:
    found = [each.text for each in learn_command._messages(transcript) if each.role == "user"]
    assert found == of_the_user


def test_nothing_is_learned_while_learning_is_paused_or_off(
    memory: Memory, model: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LLM_MEMORY_UPDATES", "false")
    assert memory.learn([("user", "hello, I keep bees")]).skipped == "switched off"
    monkeypatch.setenv("LLM_MEMORY_UPDATES", "true")
    monkeypatch.setenv("LLM_MEMORY_DAILY_LIMIT", "0")
    assert memory.learn([("user", "I keep bees")]).edits, "the caller has agreed to the request"
    assert len(model.asked) == 1


BEFORE = [("user", "I keep bees, what do they need?"), ("assistant", "Water.")]
REFUSED = [("user", "I moved to Oslo in May"), ("assistant", "Then take Norwegian bees.")]
AFTER = [("user", "And what do they eat in winter?"), ("assistant", "Sugar, in Oslo.")]


@contextmanager
def forbidden(how: str, memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Learning is paused, or switched off by a variable."""
    if how == "paused":
        pauses.pause(Folder(memory.path.parent))
        yield
        pauses.resume(Folder(memory.path.parent))
    else:
        name, value = how.split("=")
        with monkeypatch.context() as changed:
            changed.setenv(name, value)
            yield


WAYS = ["paused", "LLM_MEMORY_DISABLED=true", "LLM_MEMORY_UPDATES=false"]


@pytest.mark.slow
@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("name", ["talk", ""])
@pytest.mark.parametrize("when", [None, 0], ids=["no date", "today"])
def test_what_was_first_passed_in_a_pause_or_with_learning_off_is_never_learned(
    memory: Memory,
    model: Answering,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
    name: str,
    when: float | None,
) -> None:
    """A program passes its whole conversation after each answer."""
    at = None if when is None else datetime.now() - timedelta(hours=9)

    def learn(*said: tuple[str, str]) -> Update:
        return memory.learn([*BEFORE, *said], conversation=name, when=at, keep=True)

    assert learn().kept == 1
    with forbidden(how, memory, monkeypatch):
        update = learn(*REFUSED)
        assert update.skipped in ("paused", "switched off") and update.kept == 0
    assert learn(*REFUSED).skipped == "learned from already"
    learn(*REFUSED, *AFTER)
    asked = "".join(each.partition("<conversation>")[2] for each in model.asked)
    assert [fact.text for fact in memory.facts()] == ["Keeps bees"]
    assert "what do they eat" in asked and "Oslo" not in asked and "Norwegian" not in asked
    assert memory.search("Oslo Norwegian", kept_from_models=True) == []
    assert memory.search("winter") and memory.search("sugar", kept_from_models=True) == []
    assert learn(*REFUSED, *AFTER, *REFUSED).edits, "it is said again"


def test_all_that_was_passed_in_a_pause_says_why_it_is_skipped(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with forbidden("paused", memory, monkeypatch):
        assert memory.learn(REFUSED).skipped == "paused"
    assert memory.learn(REFUSED).skipped == "said while learning was paused"
    with state.opened(Folder(memory.path.parent)) as store:
        rows = store.db.execute("select * from turns").fetchall()
    assert [row["reason"] for row in rows] == ["said while learning was paused"]
    assert not any("Oslo" in str(value) for value in tuple(rows[0]))


@pytest.mark.slow
@pytest.mark.parametrize("how", ["paused", "LLM_MEMORY_UPDATES=false"])
@pytest.mark.parametrize(
    "passed",
    [
        [("user", " i moved to  Oslo in may\n")],
        [*REFUSED, *AFTER],
        [("user", f"{REFUSED[0][1]}\nWhat do they eat in winter?")],
        [("user", f"{REFUSED[0][1]}\r\n\r\nWhat do they eat in winter?"), *AFTER],
        [("user", f"{REFUSED[0][1]}. What do they eat in winter?")],
        [("user", f"Tell me this. {REFUSED[0][1]}.\nWhat do they eat in winter?")],
        [("user", f"{BEFORE[0][1]}\n{REFUSED[0][1]}"), *AFTER],
    ],
    ids=[
        "other blanks",
        "the last messages",
        "a text that grew",
        "one with other line ends",
        "one that grew within its line",
        "the end of a window",
        "two messages as one",
    ],
)
@pytest.mark.parametrize("name", ["", "another"])
def test_what_was_passed_in_a_pause_is_known_by_its_words(
    memory: Memory,
    model: Answering,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
    passed: list[tuple[str, str]],
    name: str,
) -> None:
    """A program may pass the last messages alone, or give the conversation another name."""
    with forbidden(how, memory, monkeypatch):
        memory.learn([*BEFORE, *REFUSED])
    memory.learn(passed, conversation=name, keep=True)
    asked = "".join(each.partition("<conversation>")[2] for each in model.asked).lower()
    assert "oslo" not in asked and ("winter" in asked) == any("winter" in t for _, t in passed)
    assert memory.search("Oslo Norwegian", kept_from_models=True) == []


@pytest.mark.parametrize(
    ("passed", "later", "found"),
    [
        ("Just kidding.", "I keep bees in my garden. Just kidding.", "waits"),
        ("I'm kidding.", "I keep bees in my garden. I'm kidding.", "waits"),
        ("I made that up.", "I keep bees in my garden. I made that up.", "waits"),
        ("Caption for my cat:", "Caption for my cat:\nI keep bees", "waits"),
        ("Thanks.", "Thanks. I keep bees in my garden.", "learned"),
        ("Hi Claude.", "Hi Claude. I keep bees.", "learned"),
        ("Hi Claude. Answer briefly.", "Hi Claude. I keep bees. Answer briefly.", "waits"),
        ("Make it faster.", "Make it faster. I keep bees.", "waits"),
        ("I keep bees. Any advice?", "I keep bees. Any advice?", ""),
        ("I want advice. Keeps bees.", "I want advice. Keeps bees.\nKeeps bees.", "waits"),
        ("Lives in Oslo with cats.", "Lives in Oslo with cats. I keep bees.", "waits"),
        ("#local", "I keep bees. What do they need? #local", ""),
        ("I moved to Oslo in May.", "I moved to Oslo in May. I keep bees.", "waits"),
        ("I moved to Oslo in May. #local", "I moved to Oslo in May. I keep bees.", "waits"),
    ],
)
def test_what_is_left_of_a_message_means_what_it_said(
    memory: Memory,
    model: Answering,
    monkeypatch: pytest.MonkeyPatch,
    passed: str,
    later: str,
    found: str,
) -> None:
    """Of what was passed in a pause, a sentence may tell how those beside it are meant."""
    with forbidden("paused", memory, monkeypatch):
        memory.learn([("user", passed)])
    update = memory.learn([("user", later)], conversation="another")
    assert [fact.text for fact in memory.facts()] == ["Keeps bees"] * (found == "learned")
    asked = "".join(each.partition("<conversation>")[2] for each in model.asked)
    assert "Oslo" not in asked and "faster" not in asked
    waiting = [each.edit.new for each in update.refused if each.reason == MAYBE_PASTED]
    assert waiting == ["Keeps bees"] * (found == "waits")


@pytest.mark.parametrize("name", ["", "diary"])
@pytest.mark.parametrize("between", ["\n", "\n\n", "\r\n"])
def test_of_a_text_that_grew_only_what_is_new_is_used(
    memory: Memory, model: Answering, name: str, between: str
) -> None:
    """What was passed before does not count as said now: its facts may be marked, or older."""
    said = ["I keep bees.", "I live in Oslo.", "I collect maps.", "I knit socks."]
    for number in (1, 2, 4):
        text = between.join(said[:number]) + between
        memory.learn([("user", text)], conversation=name)
        asked = model.asked[-1].partition("<conversation>")[2]
        new = said[number // 2 : number]
        assert [each for each in said if each in asked] == new
    assert memory.learn([("user", between.join(said))], conversation=name).skipped
    memory.learn([("user", between.join(said[1:]))], conversation="another")
    asked = model.asked[-1].partition("<conversation>")[2]
    assert [each for each in said if each in asked] == said[1:], "it is said again elsewhere"


@pytest.mark.parametrize(
    ("first", "then", "found"),
    [
        ("Translate this to German:", f"I keep bees {REST}", ""),
        ("Pretend you are Maria and answer in her voice:", f"I keep bees {REST}", ""),
        ("Hello.", f"Fix the grammar of my sister's text:\n\nI keep bees {REST}", ""),
        ("I keep bees. Two lines to translate:", "I keep ducks.", "bees"),
        ("I keep bees. Can you translate something?", "I keep ducks.", "bees"),
        ("I keep bees.", f"Translate this to German:\n\nI keep ducks {REST}", "bees"),
        ("I keep bees.", f"My sister wrote:\n\nI keep ducks {REST}", "bees"),
        ("I keep bees.", "I keep ducks.", "bees ducks"),
    ],
)
def test_what_was_passed_before_tells_how_the_rest_of_a_text_is_meant(
    memory: Memory, model: Answering, first: str, then: str, found: str
) -> None:
    """A request may stand alone in one conversation, and above a text in the next one."""
    bees, ducks = (f'ADD Interests | Keeps {each} | "I keep {each}"' for each in ("bees", "ducks"))
    model.answers = {"I keep": f"{bees}\n{ducks}"}
    memory.learn([("user", first)])
    memory.learn([("user", f"{first}\n\n{then}")])
    assert [fact.text for fact in memory.facts()] == [f"Keeps {each}" for each in found.split()]


def test_a_mark_below_what_was_passed_before_is_of_the_new_part_alone(
    memory: Memory, model: Answering
) -> None:
    lines = ["I keep bees.", "I take insulin. #local", "I bake."]
    for number in (1, 2, 3):
        memory.learn([("user", "\n".join(lines[:number]))])
    assert [(fact.text, fact.local) for fact in memory.facts()] == [("Keeps bees", False)]
    assert len(model.asked) == 1, "what stands below a mark may be about the same"


@pytest.mark.parametrize("name", ["", "diary"])
def test_a_text_that_grew_in_a_pause_and_after_it_is_used_from_there_on(
    memory: Memory, model: Answering, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    lines = ["I keep bees.", "I bake.", "I collect maps.", "I knit socks.", "I row boats."]
    memory.learn([("user", "\n".join(lines[:2]))], conversation=name)
    with forbidden("paused", memory, monkeypatch):
        memory.learn([("user", "\n".join(lines[:3]))], conversation=name)
    for number in (4, 5):
        memory.learn([("user", "\n".join(lines[:number]))], conversation=name)
        asked = model.asked[-1].partition("<conversation>")[2]
        assert [each for each in lines if each in asked] == [lines[number - 1]]
    memory.learn([("user", "I bake.")], conversation="another")
    assert "I bake." in model.asked[-1].partition("<conversation>")[2]


def test_what_stays_here_of_a_message_stays_here_without_what_was_passed_in_a_pause(
    memory: Memory, model: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    with forbidden("paused", memory, monkeypatch):
        memory.learn([("user", "I moved to Oslo in May. #local")])
    talk = [("user", "I keep bees.\nI moved to Oslo in May. #local")]
    memory.learn(talk, conversation="another", keep=True)
    assert not model.asked and memory.search("bees") == []
    [kept] = memory.search("bees", kept_from_models=True)
    assert "#local" in kept.text and "Oslo" not in kept.text


@pytest.mark.parametrize("first", [0.0, 60.25])
@pytest.mark.parametrize("then", [0.0, 60.25, 60.2504])
def test_what_was_passed_with_learning_off_may_have_its_time_in_another_form(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, first: float, then: float
) -> None:
    now = float(int(time.time()))

    def learn(ago: float, conversation: str = "talk") -> Update:
        at = {"timestamp": now - ago} if ago else {}
        said = [{"role": "user", "content": "I keep bees", **at}]
        return memory.learn(said, conversation=conversation)

    with forbidden("LLM_MEMORY_UPDATES=false", memory, monkeypatch):
        learn(first)
    assert learn(then).skipped == "said with learning off"
    if first:
        assert learn(5.0, "another").edits, "it is said again"


def test_a_known_fact_that_is_passed_with_the_mark_stays_here(
    memory: Memory, model: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    for how, known in (("paused", "insulin"), ("LLM_MEMORY_UPDATES=true", "metformin")):
        memory.add(f"Takes {known}")
        with forbidden(how, memory, monkeypatch):
            memory.learn([("user", f"I take {known} at noon #local")], conversation=how)
    memory.add("Takes aspirin")
    with forbidden("paused", memory, monkeypatch):
        at = time.time()
    said = {"role": "user", "content": "I take aspirin at noon #local", "timestamp": at}
    assert memory.learn([said], conversation="late").skipped
    assert [fact.local for fact in memory.facts()] == [True, True, True]
    assert not model.asked


def test_a_mark_that_the_user_took_off_does_not_come_back_with_the_same_turn(
    memory: Memory,
) -> None:
    """A program passes its whole conversation each time."""
    memory.add("Takes insulin")
    talk = [("user", "I take insulin at noon #local"), ("assistant", "Good.")]
    memory.learn(talk, conversation="talk")
    with state.opened(Folder(memory.path.parent)) as store:
        manual.mark(store, "Takes insulin", {"local": False})
    memory.learn([*talk, ("user", "And what may I eat?")], conversation="talk")
    assert [fact.local for fact in memory.facts()] == [False]
    memory.learn([*talk, ("user", "I take insulin, you know #local")], conversation="talk")
    assert [fact.local for fact in memory.facts()] == [True]


def test_what_is_new_in_a_conversation_was_said_now(memory: Memory) -> None:
    """A program passes its whole conversation each time; the messages have no times."""
    talk = [("user", "Hello, which tea is good?"), ("assistant", "Green tea.")]
    memory.learn(talk, conversation="talk", when=datetime.now() - timedelta(days=9), keep=True)
    memory.add("Keeps bees")
    memory.forget("Keeps bees")
    found = memory.learn([*talk, ("user", "I keep bees")], conversation="talk", keep=True)
    assert [each.reason for each in found.refused] == ["you had it forgotten, and said it again"]


@pytest.mark.parametrize(
    ("times", "known", "expected"),
    [
        ((0, 0), {}, (50, 50)),
        ((0, 0), {0: 9}, (9, 50)),
        ((0, 0), {1: 9}, (9 - 0.001, 9)),
        ((0, 0, 0), {0: 5, 2: 9}, (5, 7, 9)),
        ((0, 0, 0), {0: 9, 2: 9}, (9, 9, 9)),
        ((0, 0, 0, 0), {0: 3, 3: 9}, (3, 5, 7, 9)),
        ((0, 0, 0, 0), {3: 9}, (9 - 0.003, 9 - 0.002, 9 - 0.001, 9)),
        ((7, 0), {}, (7, 7)),
        ((7, 0), {0: 7}, (7, 50)),
        ((0, 7, 0), {}, (7 - 0.001, 7, 7)),
        ((7, 0, 9), {}, (7, 7, 9)),
        ((0, 0), {0: 60}, (60, 60)),
    ],
)
def test_turns_without_times_stay_in_their_order(
    times: tuple[float, ...], known: dict[int, float], expected: tuple[float, ...]
) -> None:
    turns = [Turn(str(n), "t", "", at, at, "", "") for n, at in enumerate(times)]
    found = dated(turns, 50, {str(n): at for n, at in known.items()})
    assert [turn.started for turn in found] == pytest.approx(expected, abs=1e-5)
    if len(set(known.values())) == len(known):  # else there is no room between them
        order = [turn.started for turn in found]
        assert order == sorted(set(order))


def test_a_turn_from_which_nothing_was_learned_stays_in_its_place(memory: Memory) -> None:
    """It is not recorded when the conversation is passed first, without being kept."""
    talk = [("user", "Hello, which tea is good?"), ("assistant", "Green tea."),
            ("user", "I keep bees in the garden #local"), ("assistant", "Nice."),
            ("user", "And what may I plant?"), ("assistant", "Phacelia.")]  # fmt: skip
    memory.learn(talk, conversation="talk")
    memory.learn(talk, conversation="talk", keep=True)
    with state.opened(Folder(memory.path.parent)) as store:
        found = [turn.prompt for turn in kept_conversations.turns(store.db, "talk")]
    assert found == [text for role, text in talk if role == "user"]
    assert memory.search("Phacelia") == []


def test_what_is_passed_after_what_follows_it_was_said_before(memory: Memory) -> None:
    """A program passes the last messages first, and then its whole conversation."""
    before = [("user", "As I keep honeybees, which flowers?"), ("assistant", "Phacelia.")]
    after = [("user", "Thanks, and how deep do I sow that?"), ("assistant", "Shallow.")]
    memory.learn(after, conversation="talk", keep=True)
    memory.learn([*before, *after], conversation="talk", keep=True)
    with state.opened(Folder(memory.path.parent)) as store:
        found = [turn.prompt for turn in kept_conversations.turns(store.db, "talk")]
    assert found == [before[0][1], after[0][1]]
    memory.add("Keeps honeybees")
    memory.forget("Keeps honeybees")
    assert memory.search("Shallow") == []


def test_a_trial_in_a_pause_changes_nothing(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with forbidden("paused", memory, monkeypatch):
        assert memory.learn(REFUSED, dry_run=True).skipped == "paused"
    assert memory.learn(REFUSED).edits


@pytest.mark.parametrize("name", ["work", "made later"])
def test_what_was_passed_in_a_pause_is_learned_in_no_profile(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    folder = memory.path.parent
    other = Memory(folder, name=name.replace(" ", "-"))
    if name == "work":
        other.add("Sings")
    with forbidden("paused", memory, monkeypatch):
        memory.learn(REFUSED)
    assert other.learn(REFUSED).skipped == "said while learning was paused"


def test_of_a_day_with_a_pause_nothing_is_learned_without_a_time(memory: Memory) -> None:
    noon = datetime(2026, 3, 14, 12)
    with state.opened(Folder(memory.path.parent)) as store:
        consent.pause(store.db, None, noon.timestamp())
        consent.resume(store.db, noon.timestamp() + 3600)
    said = consent.PAUSED
    assert memory.learn(REFUSED, when=datetime(2026, 3, 14)).skipped == said
    assert memory.learn(REFUSED, when=noon + timedelta(minutes=30)).skipped == said
    assert memory.learn(REFUSED, when=datetime(2026, 3, 14, 9)).edits
    assert memory.learn(BEFORE, when=datetime(2026, 3, 15)).skipped != said


def test_an_old_conversation_that_was_passed_in_a_pause_may_be_learned_afterwards(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    when = datetime.now() - timedelta(days=3)
    with forbidden("paused", memory, monkeypatch):
        assert memory.learn(REFUSED, when=when).skipped == "paused"
    assert memory.learn(REFUSED, when=when).edits


@pytest.mark.slow
@pytest.mark.parametrize("form", ["number", "text", "date", "a date with its zone"])
@pytest.mark.parametrize("is_passed_in_it", [True, False])
def test_messages_with_times_are_compared_with_the_pause(
    memory: Memory,
    model: Answering,
    monkeypatch: pytest.MonkeyPatch,
    form: str,
    is_passed_in_it: bool,
) -> None:
    def message(text: str) -> dict[str, Any]:
        now = datetime.now().astimezone(timezone(timedelta(hours=5)))
        times: dict[str, object] = {
            "number": now.timestamp(),
            "text": now.isoformat(),
            "date": datetime.now(),
            "a date with its zone": now,
        }
        return {"role": "user", "content": text, "timestamp": times[form]}

    talk = [message("I keep bees, what do they need?")]
    with forbidden("paused", memory, monkeypatch):
        talk.append(message("I moved to Oslo in May"))
        if is_passed_in_it:
            assert memory.learn(talk).skipped == "paused"
    talk.append(message("And what do they eat in winter?"))
    assert [edit.new for edit in memory.learn(talk, when=datetime(2024, 3, 4)).edits] == [
        "Keeps bees"
    ]
    assert "Oslo" not in model.asked[0].partition("<conversation>")[2]
    [fact] = memory.facts()
    assert fact.said_at and fact.said_at.timestamp() == pytest.approx(time.time(), abs=300)


@pytest.mark.parametrize(
    "timestamp",
    [
        "2024-03-04T12:00:00",  # of which zone?
        "2024-03-04",
        "2024-03-04Z",
        "yesterday",
        "2999-01-01T00:00:00Z",
        10**400,
        True,
        None,
        ["2024-03-04T12:00:00Z"],
    ],
)
def test_a_time_that_tells_no_moment_is_none(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, timestamp: Any
) -> None:
    talk = [{"role": "user", "content": "I moved to Oslo in May", "timestamp": timestamp}]
    with forbidden("paused", memory, monkeypatch):
        assert memory.learn(talk).skipped == "paused"
    assert memory.learn(talk).skipped == "said while learning was paused"


@pytest.mark.parametrize("hours", [-2, 2])
def test_of_a_file_without_times_nothing_is_learned_if_it_may_be_said_in_a_pause(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, hours: int
) -> None:
    said = [("I moved to Oslo in May, and I still unpack another box every evening", "Nice.")]
    talk = claude("a", said, created_at=None, updated_at=None)
    for message in talk["chat_messages"]:
        message["created_at"] = message["updated_at"] = None
    file = write_file(tmp_path / "conversations.json", [talk])
    now = time.time()
    os.utime(file, (now, now + hours * 3600))
    with forbidden("paused", memory, monkeypatch):
        assert memory.import_(file).skipped == "paused"
    update = memory.import_(file)
    assert bool(update.edits) == (hours < 0), update
    assert hours < 0 or update.skipped == "said at an unknown time"


def test_a_message_without_a_time_has_that_of_the_one_before_it() -> None:
    said = [
        TimedMessage("user", str(number), at) for number, at in enumerate([0, 50.0, 0, 90.0, 0])
    ]
    turns = dated(turns_of(said), None)
    assert [turn.started for turn in turns] == pytest.approx([49.999, 50, 50, 90, 90], abs=1e-5)
    assert [turn.started for turn in dated(turns_of(said[:1]), 70.0)] == [70.0]


def test_what_was_typed_into_a_program_that_keeps_its_input() -> None:
    text = (
        "\n# 2026-11-21 17:37:32.841794\n+I keep bees\n+\n+# and goats\n\n# 2026-11-21 17:38:32\n"
    )
    assert [tuple(each) for each in learn_command._messages(f"{text}+bye\n")] == [
        (
            "user",
            "I keep bees\n\n# and goats",
            datetime(2026, 11, 21, 17, 37, 32, 841794).timestamp(),
        ),
        ("user", "bye", datetime(2026, 11, 21, 17, 38, 32).timestamp()),
    ]
    assert [each.text for each in learn_command._messages(text)][1:] == [""]
    for odd in ("+I keep bees\n", f"{text}I live in Lima\n", "# User:\n+I keep bees"):
        assert input_history.entries(odd) is None
    assert input_history.entries("") is None


def test_the_command_that_learns_nothing_as_it_must_not_fails(
    memory: Memory, model: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    def learned(*options: str) -> Result:
        command = ["memory", "learn", "--role", "user", *options]
        return CliRunner().invoke(cli, command, input="I keep bees")

    monkeypatch.setenv("LLM_MEMORY_UPDATES", "false")
    ended = learned()
    assert ended.exit_code == 1
    assert ended.output == (
        "Error: Learning is switched off. Nothing was learned, and nothing of it will be.\n"
    )
    ended = learned("--json")
    assert ended.exit_code == 1 and json.loads(ended.stdout)["skipped"] == "switched off"
    monkeypatch.setenv("LLM_MEMORY_UPDATES", "true")
    assert not model.asked
    again = learned()
    assert again.exit_code == 0 and "Nothing was asked: said with learning off." in again.output
    said = [("user", "I keep bees, and I always will")]
    assert memory.learn(said).edits, "other words"
    assert memory.learn(said).skipped == "learned from already"


def test_a_refused_edit_says_why(memory: Memory, model: Answering) -> None:
    model.answers = {"bees": 'ADD Interests | Keeps wolves | "I keep wolves"'}
    update = memory.learn([("user", "I keep bees")])
    assert not update.edits
    [refused] = update.refused
    assert refused.edit.new == "Keeps wolves" and "quote" in refused.reason


def test_the_command_that_learns_tells_what_waits_from_what_is_refused(
    memory: Memory, model: Answering
) -> None:
    def learned(said: str) -> str:
        command = ["memory", "learn", "--role", "user"]
        return CliRunner().invoke(cli, command, input=said).output

    memory.add("Keeps bees")
    assert learned("I keep bees") == "= Keeps bees  (known already)\n"
    memory.forget("bees")
    again = "for you to decide: you had it forgotten, and said it again"
    assert learned("Yes, I keep bees") == f"? Keeps bees  ({again})\n"
    model.answers = {"hens": 'ADD Interests | Keeps wolves | "I keep wolves"'}
    refused = "refused: its quote is not in what you typed"
    assert learned("I keep hens") == f"! Keeps wolves  ({refused})\n"


def test_a_model_that_cannot_be_asked_raises_and_nothing_is_lost(
    memory: Memory, model: Answering
) -> None:
    with pytest.raises(MemoryPluginError, match="There is no model “nonsense”"):
        memory.learn([("user", "I keep bees")], model="nonsense")
    with pytest.raises(MemoryPluginError, match="did not answer in any form"):
        memory.learn([("user", "fails, and I keep hens")])
    assert memory.learn([("user", "I keep bees")]).edits and len(model.asked) == 2


def test_the_request_tells_what_is_the_users_own_and_when_the_rest_was_said(
    memory: Memory, model: Answering
) -> None:
    memory.add("Plays chess")
    memory.learn([("user", "I keep bees")], when=datetime(2026, 3, 14, tzinfo=timezone.utc))
    memory.learn([("user", "I moved to Oslo in May")])
    assert "- Plays chess — own line\n" in model.asked[-1]
    assert "- Keeps bees — said 2026-03\n" in model.asked[-1]
    assert "said" not in memory.profile


def test_the_request_leaves_the_archive_out(memory: Memory, model: Answering) -> None:
    memory.path.write_text(f"{memory.profile}\n## Archive: Interests\n- Plays chess\n")
    memory.learn([("user", "I keep bees")])
    assert "Archive" not in model.asked[-1] and "chess" not in model.asked[-1]
    assert "Plays chess" in memory.profile


def test_nothing_older_replaces_what_was_said_since(memory: Memory, model: Answering) -> None:
    memory.learn([("user", "I moved to Oslo in May")])
    model.answers = {
        "Lima": "REPLACE Personal Information | Moved to Oslo in May | Lives in Lima | "
        '"I live in Lima"'
    }
    then = datetime(2020, 2, 2, 12, tzinfo=timezone.utc)
    update = memory.learn([("user", "I live in Lima")], when=then)
    assert [refused.reason for refused in update.refused] == ["you have said something newer since"]
    assert "Today is 2020-02-02" in model.asked[1]


def test_facts_of_one_memory_go_into_another(memory: Memory, tmp_path: Path) -> None:
    memory.learn([("user", "I keep bees")])
    other = Memory(tmp_path / "other")
    assert other.merge(memory.facts()) == ["Keeps bees"]
    assert other.facts()[0].section == "Interests" and other.facts()[0].origin == "user"
    assert other.merge([Fact("Keeps bees", "Interests")]) == []
    with pytest.raises(MemoryPluginError, match="looks like a secret"):
        other.merge(["Rows", "My key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"])
    assert [fact.text for fact in other.facts()] == ["Keeps bees"]


def test_of_many_facts_what_was_forgotten_stays_so(memory: Memory, tmp_path: Path) -> None:
    memory.merge(["Takes insulin", "Keeps bees"])
    other = Memory(tmp_path / "other")
    other.merge(memory.facts())
    other.forget("Takes insulin")
    listed = tmp_path / "list.md"
    listed.write_text("- Takes insulin\n- Rows\n")
    assert other.merge(memory.facts()) == []
    told = other.import_(listed)
    assert ([e.new for e in told.edits], [r.edit.new for r in told.refused]) == (
        ["Rows"],
        ["Takes insulin"],
    )
    assert other.add("Takes insulin")


def test_a_local_fact_is_local_wherever_it_goes(memory: Memory, tmp_path: Path) -> None:
    memory.merge(["Takes insulin #local", "Keeps bees"])
    other = Memory(tmp_path / "other")
    assert other.merge(memory.facts()) == ["Takes insulin", "Keeps bees"]
    assert [fact.local for fact in other.facts()] == [True, False]
    assert "insulin" in other.context(model="local").text
    assert "insulin" not in other.context(model="gpt-4o-mini").text


def test_a_note_of_a_model_goes_no_further_than_the_model(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = {"gpt-4o-mini": "larch", "nobody-knows": "pine", "": "oak"}
    for model, word in written.items():
        memory.note(f"The boat is of {word}", by=model)
    folder = Folder(memory.path.parent)
    for entry in notes.waiting(folder):
        notes.accept(folder, entry)
    monkeypatch.setenv("LLM_MEMORY_NOTES", "7d")
    here, there = (memory.context(model=name).notes for name in ("local", "gpt-4o-mini"))
    assert [word for word in written.values() if word in here] == ["larch", "pine", "oak"]
    assert [word for word in written.values() if word in there] == ["larch", "oak"]
    monkeypatch.setenv("LLM_MEMORY_LEARNED_LOCALLY", "any")
    memory.note("The mast is of spruce", by="nobody-knows")
    assert notes.waiting(folder)[0].heading.endswith("(written by nobody-knows)")


def test_a_search_names_the_days_that_it_is_of(memory: Memory) -> None:
    memory.note("The oboe needs new reeds")
    found = memory.search("oboe")
    assert ([each.text for each in found], found.remarks) == (["The oboe needs new reeds"], ())
    memory.learn([("user", "I keep bees")], keep=True, when=datetime(2024, 3, 4, 12))
    found = memory.search("what did we say on 2024-03-04?", kept_from_models=True)
    assert [each.text for each in found] == ["I keep bees"]
    assert found.remarks == ("Only what was said on 2024-03-04 is shown.",)


def test_what_is_kept_of_a_conversation_is_found(memory: Memory) -> None:
    talk = [("user", "I keep bees"), ("assistant", "They need water.")]
    assert memory.learn(talk, conversation="talk").kept == 0 and memory.search("water") == []
    assert memory.learn(talk, conversation="talk", keep=True).kept == 1
    [found] = memory.search("water")
    assert (found.source, found.document, found.role) == ("said", "talk", "assistant")
    assert memory.learn(talk, conversation="talk", keep=True).kept == 0, "it is kept already"
    memory.forget("Keeps bees")
    assert memory.search("water") == memory.search("bees") == []


def test_the_words_of_a_fact_that_say_what_was_forgotten_are_left_out(
    memory: Memory, model: Answering
) -> None:
    said = "I moved to Oslo in May. My bees came along."
    bees = f'ADD Interests | Has bees | "{said}"'
    model.answers = {"Oslo": f"{OSLO}\n{bees}"}
    assert len(memory.learn([("user", said)]).edits) == 2
    assert {fact.quote for fact in memory.facts()} == {"I moved to Oslo in May", said}
    memory.forget("Moved to Oslo")
    [fact] = memory.facts()
    assert (fact.text, fact.quote) == ("Has bees", "")


def test_a_profile_with_a_name_is_apart(memory: Memory) -> None:
    work = Memory(name="work")
    work.add("Deploys on Fridays")
    assert "Fridays" not in memory.profile and "Fridays" in work.profile
    assert work.path.parent.name == "work"
    with pytest.raises(MemoryPluginError):
        Memory(name="../work")


def test_a_conversation_of_the_log(memory: Memory, model: Answering, tmp_path: Path) -> None:
    log = Log(tmp_path / "logs.db")
    memory.add("Rows")
    here = log.say("I keep bees", START, markers=(), model="unknown")
    withheld = memory.process_conversation(here, "gpt-4o-mini")
    assert "said to a model on this machine" in withheld.skipped and not model.asked
    past = log.say("I keep bees", START, markers=(), model="gpt-4o-mini")
    secret = log.say("I moved to Oslo in May", START, markers=(OFF,))
    assert [e.new for e in memory.process_conversation(past, "gpt-4o-mini").edits] == ["Keeps bees"]
    assert memory.process_conversation(past).skipped == "learned from already"
    assert memory.process_conversation(secret).skipped == "said with learning off"
    assert memory.process_conversation("nonsense").skipped == "there is no such conversation"
    now = datetime.now().timestamp()
    with state.opened(Folder(memory.path.parent)) as store:
        marker = sealed(store.db)
    waiting = log.say("I moved to Oslo in May", now, model="gpt-4o-mini", markers=(marker,))
    assert [e.new for e in memory.process_conversation(waiting).edits] == ["Moved to Oslo in May"]
    assert len(model.asked) == 2


def test_what_was_learned_from_on_this_machine_stays_here_when_the_model_s_name_moves(
    memory: Memory, model: Answering, tmp_path: Path
) -> None:
    """Also of a conversation from before memory was in use, when the index is made anew."""
    model.model_id, model.api_base = "mine", "http://localhost:8080"
    log = Log(tmp_path / "logs.db")
    talk = log.say("I keep bees", START, markers=(), model="mine")
    log.say("tell me why my pump beeps", START + 1, thread=talk, markers=(), model="mine")
    assert memory.process_conversation(talk).edits
    model.api_base = "https://models.example.com"
    assert memory.search("pump beeps") == []
    assert memory.search("pump beeps", kept_from_models=True)
