"""Reading LLM's log, in both schemas: all that LLM wrote, without a write or a lasting lock."""

# ruff: noqa: ARG002 - the signatures of models are LLM's

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import llm
import pytest
import sqlite_utils
from hypothesis import given, settings
from hypothesis import strategies as st
from llm.cli import load_conversation
from llm.plugins import pm
from support.llm_log import FIXTURES, OFF, ON, START, Log
from support.torture import example_count

from llm_user_memory import logs
from llm_user_memory.errors import LogsError
from llm_user_memory.logs import Position, Turn, texts

PROFILE = "<user_memory>\nBackground.\n\n# User Profile\n\n## Interests\n- Bees\n</user_memory>"
NOWHERE = Position((7, "not-an-id"), (0, ""))


class Echo(llm.Model):
    model_id = "echo"
    supports_schema = True
    supports_tools = True

    def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> Iterator[str]:
        if prompt.tools and len(prompt.tool_results) == 0:
            call = llm.ToolCall(name="upper", arguments={"text": "x"}, tool_call_id="call")
            response.add_tool_call(call)
            return
        yield f"I heard: {prompt.prompt}"


class Other(Echo):
    model_id = "other"


class AsyncEcho(llm.AsyncModel):
    model_id = "echo"

    async def execute(
        self, prompt: Any, stream: bool, response: Any, conversation: Any
    ) -> AsyncGenerator[str, None]:
        await asyncio.sleep(0)
        yield f"I heard: {prompt.prompt}"


class Models:
    @llm.hookimpl
    def register_models(self, register: Any) -> None:
        register(Echo(), AsyncEcho())
        register(Other())


@pytest.fixture(autouse=True)
def models() -> Iterator[None]:
    plugin = Models()
    pm.register(plugin)
    yield
    pm.unregister(plugin)


@pytest.fixture(autouse=True)
def without_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no batch end early on a busy machine."""
    monkeypatch.setattr(logs.turns, "BATCH_SECONDS", 60.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "logs.db"


def _log(path: Path, response: Any) -> Any:
    response.text()
    if not path.exists():
        Log(path)
    with closing(sqlite_utils.Database(path)) as db:
        db.execute("pragma synchronous = off")
        response.log_to_db(db)
    return response


def _fragment(text: str = ON) -> llm.Fragment:
    return llm.Fragment(text, logs.SOURCE)


def _all_turns(path: Path) -> list[Turn]:
    found = logs.turns_after(path, Position())
    assert found is not None
    return found[0]


# What is read is what LLM wrote


def test_a_turn_is_what_was_said(path: Path) -> None:
    before = time.time()
    response = _log(path, Echo().prompt("I keep bees", fragments=[_fragment()]))
    [turn] = _all_turns(path)
    assert (turn.id, turn.model) == (response.id, "echo")
    assert turn.prompt.strip() == "I keep bees"
    assert turn.response == f"I heard: {ON}\nI keep bees"
    assert turn.markers == (ON,)
    assert before - 0.01 <= turn.started <= turn.ended <= time.time()


FRAGMENTS = {
    "in the prompt": ({"fragments": [ON]}, (ON,)),
    "in the system": ({"system_fragments": [ON]}, (ON,)),
    "in both": ({"fragments": [ON], "system_fragments": [OFF]}, (ON, OFF)),
    "the profile is no marker": ({"fragments": [PROFILE + "x" * 200, ON]}, (ON,)),
    "none": ({}, ()),
}


@pytest.mark.parametrize(("given", "markers"), FRAGMENTS.values(), ids=FRAGMENTS)
def test_markers_are_found_wherever_they_were_put(
    path: Path, given: dict[str, list[str]], markers: tuple[str, ...]
) -> None:
    fragments: dict[str, Any] = {
        place: [_fragment(text) for text in texts] for place, texts in given.items()
    }
    _log(path, Echo().prompt("I keep bees", **fragments))
    assert set(_all_turns(path)[0].markers) == set(markers)


def test_a_text_like_a_marker_from_elsewhere_is_none(path: Path) -> None:
    _log(path, Echo().prompt("I keep bees", fragments=[llm.Fragment(ON, "/home/me/marker.txt")]))
    assert _all_turns(path)[0].markers == ()


def test_fragments_and_system_prompts_are_not_typed_words(path: Path) -> None:
    pasted = llm.Fragment("I live in Rome", "page.txt")
    _log(path, Echo().prompt("Sum it up", fragments=[pasted], system="I am a bot"))
    assert _all_turns(path)[0].prompt.strip() == "Sum it up"


def test_a_tool_loop_is_one_typed_turn_and_its_rounds(path: Path) -> None:
    def upper(text: str) -> str:
        return text.upper()

    _log(path, Echo().chain("Use the tool", tools=[upper], fragments=[_fragment()]))
    first, second = _all_turns(path)
    assert first.thread_id == second.thread_id
    assert (first.prompt.strip(), second.prompt) == ("Use the tool", "")
    assert logs.following(path, first) == [second]
    assert second.response.startswith("I heard")


def test_a_round_is_of_the_loop_that_it_belongs_to(path: Path) -> None:
    """Two processes have a loop in one thread, and their turns are logged in turns."""

    def upper(text: str) -> str:
        return text.upper()

    conversation = Echo().conversation()
    start = conversation.prompt("Hello")
    _log(path, start)
    loops = []
    for words in ("Use the tool", "Use it, too"):
        conversation.responses = [start]
        chain = conversation.chain(words, tools=[upper])
        chain.text()
        loops.append(chain._responses)
    for both in zip(*loops, strict=True):
        for response in both:
            _log(path, response)
    first, second = ([response.id for response in loop] for loop in loops)
    found = logs.prompted_by(path, [*first, *second, start.id, "no id"])
    assert found == {
        **{turn_id: [loop[0]] for loop in (first, second) for turn_id in loop},
        start.id: [start.id],
        "no id": [],
    }


def test_a_prompt_with_a_schema_is_read(path: Path) -> None:
    _log(path, Echo().prompt("A dog", schema={"type": "object", "properties": {}}))
    assert _all_turns(path)[0].prompt == "A dog"


def test_an_asynchronous_prompt_is_read(path: Path) -> None:
    async def ask() -> Any:
        response = AsyncEcho().prompt("Asked without waiting")
        await response.text()
        return await response.to_sync_response()

    _log(path, asyncio.run(ask()))
    assert _all_turns(path)[0].prompt == "Asked without waiting"


def test_of_a_conversation_each_turn_has_its_own_words(path: Path) -> None:
    conversation = Echo().conversation()
    for words in ("one", "two", "three"):
        _log(path, conversation.prompt(words))
    assert [turn.prompt for turn in _all_turns(path)] == ["one", "two", "three"]
    assert {turn.thread_id for turn in _all_turns(path)} == {conversation.id}


@settings(max_examples=example_count(30), deadline=None)
@given(st.text(min_size=1))
def test_any_text_comes_back_as_it_was_typed(text: str) -> None:
    with TemporaryDirectory() as folder:
        log = Log(Path(folder) / "logs.db")
        log.say(text, START)
        assert _all_turns(log.path)[0].prompt == text


@pytest.mark.parametrize("letter", ["x", "é", "語", "🐝"])
def test_of_a_very_long_prompt_the_end_is_read(path: Path, letter: str) -> None:
    Log(path).say(letter * 300_000 + "typed words", START)
    prompt = _all_turns(path)[0].prompt
    assert prompt.endswith(letter * 1000 + "typed words")
    assert len(prompt.encode()) <= 200_000 and "\ufffd" not in prompt


def test_a_null_character_in_piped_text_does_not_hide_what_was_typed(path: Path) -> None:
    _log(path, Echo().prompt("I live in Rome\0\0 and more. Sum it up"))
    assert _all_turns(path)[0].prompt.endswith("Sum it up")


@pytest.mark.parametrize(("times", "typed"), [(10, "Sum it up"), (200_000, "")])
def test_what_stands_before_a_null_character_is_not_taken_for_typed(
    path: Path, times: int, typed: str
) -> None:
    piped = "I live in Rome\0" * times
    fragments = [llm.Fragment(ON, logs.SOURCE)]
    _log(path, Echo().prompt(f"{piped} Sum it up", fragments=fragments))
    [turn] = _all_turns(path)
    assert turn.prompt[-9:] == typed and turn.intact_tail_length == len(turn.prompt)


# Both schemas


@pytest.fixture(params=["legacy", "upgraded"])
def old(request: pytest.FixtureRequest, path: Path) -> Path:
    shutil.copy(FIXTURES / f"{request.param}.db", path)
    return path


LEGACY = [
    ("I keep bees", (ON,)),
    ("How do they winter?", ()),
    ("I row daily", (OFF,)),
    ("A dog", ()),
    ("Use the tool", ()),
    ("", ()),
    ("Asked without waiting", ()),
]


def test_old_turns_read_like_new_ones(old: Path) -> None:
    turns = [turn for turn in _all_turns(old) if turn.prompt.strip() in dict(LEGACY)]
    assert [(turn.prompt, turn.markers) for turn in turns] == LEGACY
    assert {turn.model for turn in turns} == {"echo"}
    assert all(turn.started > START and turn.ended >= turn.started for turn in turns)


def test_a_conversation_that_spans_the_upgrade_is_one(path: Path) -> None:
    shutil.copy(FIXTURES / "upgraded.db", path)
    turns = sorted(_all_turns(path), key=lambda turn: turn.id)
    said = [turn.prompt.strip() for turn in turns if turn.thread_id == turns[0].thread_id]
    assert said == ["I keep bees", "How do they winter?", "And in the mountains?"]


def test_what_stands_in_both_tables_is_read_once(path: Path) -> None:
    shutil.copy(FIXTURES / "upgraded.db", path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(
            "insert into turns (id, thread_id, model) "
            "select id, conversation_id, 'new' from responses where prompt = 'A dog'"
        )
        db.commit()
    ids = [turn.id for turn in _all_turns(path)]
    assert len(ids) == len(set(ids)) == 9
    assert [turn.model for turn in logs.read(path, ids)].count("new") == 1


def test_the_ways_to_read_agree(old: Path) -> None:
    by_row = sorted(_all_turns(old), key=lambda turn: turn.id)
    ids = [turn.id for turn in by_row]
    assert logs.read(old, ids) == by_row
    whole = logs.read(old, ids, logs.WHOLE_ANSWER)
    assert texts.read_texts(old, ids) == {turn.id: (turn.prompt, turn.response) for turn in whole}


def test_texts_are_read_in_any_number_of_batches(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [turn.id for turn in _all_turns(old)]
    at_once = texts.read_texts(old, [*ids, "missing"])
    monkeypatch.setattr(texts, "BATCH_SECONDS", -1.0)
    assert texts.read_texts(old, ids) == at_once and at_once.keys() == set(ids)


def test_batches_of_any_size_read_the_same(old: Path) -> None:
    position, ids = Position(), []
    while found := logs.turns_after(old, position, limit=2):
        ids += [turn.id for turn in found.turns]
        position = found.reached
        if found.is_last:
            break
    assert sorted(ids) == sorted(turn.id for turn in _all_turns(old))
    assert position == logs.end_position(old)


# Positions


def test_a_row_that_is_logged_later_with_a_lower_id_comes_after(path: Path) -> None:
    log = Log(path)
    log.say("quick", START + 5)
    position = logs.end_position(path)
    slow = log.say("slow", START)
    found = logs.turns_after(path, position)
    assert found and [turn.id for turn in found[0]] == [slow]


def _rewrite_from_dump(log: Log) -> None:
    log.run("delete from turns where rowid = 1")
    log.rebuild()


def _replace_file(log: Log) -> None:
    log.path.unlink()
    fresh = Log(log.path)
    for number in range(9):
        fresh.say(f"other {number}", START + 60 + number)


REPLACED: dict[str, Callable[[Log], None]] = {
    "written from a dump": _rewrite_from_dump,
    "another file": _replace_file,
    "emptied": lambda log: log.run("delete from turns"),
    "its end deleted": lambda log: log.run("delete from turns where rowid > 3"),
    "gone": lambda log: log.path.unlink(),
}


@pytest.mark.parametrize("change", REPLACED.values(), ids=REPLACED)
def test_a_position_in_a_database_that_is_another_now_does_not_hold(
    path: Path, change: Callable[[Log], None]
) -> None:
    log = Log(path)
    for number in range(5):
        log.say(f"turn {number}", START + number)
    position = logs.end_position(path)
    change(log)
    assert logs.turns_after(path, position) is None


def test_a_position_holds_while_rows_are_added(path: Path) -> None:
    log = Log(path)
    log.say("one", START)
    position = logs.end_position(path)
    for number in range(5):
        log.say(f"turn {number}", START + number)
    found = logs.turns_after(path, position, limit=3)
    assert found and [turn.prompt for turn in found[0]] == ["turn 0", "turn 1", "turn 2"]


# What cannot be read


CALLS: dict[str, Callable[[Path], object]] = {
    "end_position": logs.end_position,
    "turns_after": lambda path: logs.turns_after(path, Position()),
    "read": lambda path: logs.read(path, ["x"]),
    "following": lambda path: logs.following(path, Turn("x", "x", "", 0, 0, "", "")),
    "newest_thread": lambda path: logs.newest_thread(path, 0.05),
    "fragment_placements": lambda path: logs.fragment_placements(path, "x", PROFILE, 0.05),
}
everywhere = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)


@everywhere
def test_a_missing_database_is_an_empty_one_and_is_not_made(
    path: Path, call: Callable[[Path], object]
) -> None:
    assert call(path) in (Position(), ([], Position(), True, ()), [], None, set())
    assert not path.exists()


@everywhere
@pytest.mark.parametrize("content", [b"no database " * 500, b"SQLite format 3\0" + b"x" * 5000])
def test_what_is_no_database_cannot_be_read(
    path: Path, call: Callable[[Path], object], content: bytes
) -> None:
    path.write_bytes(content)
    with pytest.raises(LogsError, match="cannot be read"):
        call(path)
    assert path.read_bytes() == content


@everywhere
def test_an_empty_file_is_an_empty_database(path: Path, call: Callable[[Path], object]) -> None:
    path.touch()
    call(path)
    assert path.read_bytes() == b""


def test_a_folder_in_its_place_cannot_be_read(path: Path) -> None:
    path.mkdir()
    with pytest.raises(LogsError):
        logs.end_position(path)


@pytest.mark.parametrize(
    "name", ["a b.db", "100%.db", "what?.db", "x#y.db", "ü.db", os.fsdecode(b"\xff.db")]
)
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    log = Log(tmp_path / name)
    log.say("I keep bees", START)
    assert len(_all_turns(log.path)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["turns_after", "newest_thread", "fragment_placements"])
def test_while_it_is_being_written_reading_fails_in_bounded_time(path: Path, name: str) -> None:
    log = Log(path)
    log.say("I keep bees", START)
    with closing(log.opened()) as writer:
        writer.execute("begin exclusive")
        before = time.monotonic()
        with pytest.raises(LogsError, match="locked"):
            CALLS[name](path)
        assert time.monotonic() - before < logs.PATIENCE + 30


@everywhere
def test_no_reader_keeps_a_writer_waiting(path: Path, call: Callable[[Path], object]) -> None:
    log = Log(path)
    log.say("I keep bees", START)
    call(path)
    with closing(sqlite3.connect(path, timeout=0)) as writer:
        writer.execute("begin exclusive")
        writer.execute("delete from turns")
        writer.commit()


@everywhere
def test_nothing_is_written(path: Path, call: Callable[[Path], object]) -> None:
    log = Log(path)
    log.say("I keep bees", START)
    content, stat = path.read_bytes(), path.stat()
    call(path)
    assert path.read_bytes() == content
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (stat.st_mtime_ns, stat.st_ino)
    assert [entry.name for entry in path.parent.iterdir()] == ["logs.db"]


def test_a_database_in_wal_mode_is_read_too(path: Path) -> None:
    log = Log(path)
    log.run("pragma journal_mode = wal")
    log.say("I keep bees", START)
    content = path.read_bytes()
    assert len(_all_turns(path)) == 1
    with closing(log.opened()) as writer:
        writer.execute("delete from turns where id = 'x'")
        assert len(_all_turns(path)) == 1, "and a writer does not matter then"
    assert path.read_bytes() == content


_CRASH = """
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("pragma cache_size = 1")
for number in range(200):
    db.execute("insert into turns (id, model) values (?, ?)", (f"lost {number}", "x" * 2000))
os._exit(0)
"""


def test_what_a_crashed_writer_left_is_left_to_the_next_writer(path: Path) -> None:
    log = Log(path)
    log.say("I keep bees", START)
    subprocess.run([sys.executable, "-c", _CRASH, str(path)], check=True)
    files = {entry.name: entry.read_bytes() for entry in path.parent.iterdir()}
    assert "logs.db-journal" in files, "the journal is hot"
    with pytest.raises(LogsError, match="was stopped while it wrote"):
        logs.end_position(path)
    assert {entry.name: entry.read_bytes() for entry in path.parent.iterdir()} == files
    log.say("I row", START + 1)
    assert [turn.prompt for turn in _all_turns(path)] == ["I keep bees", "I row"]


# What `llm -c` would do


def _continued_conversation(path: Path, conversation_id: str | None = None) -> Any:
    return load_conversation(conversation_id, database=str(path))


def test_the_newest_thread_is_the_one_that_is_continued(old: Path) -> None:
    assert logs.newest_thread(old) == _continued_conversation(old).id


def test_in_an_empty_log_there_is_none_to_continue(path: Path) -> None:
    Log(path)
    assert logs.newest_thread(path) is None is _continued_conversation(path)


def _sent_placements(path: Path, text: str) -> set[str]:
    """Where the messages that LLM sends with the next `-c` have the text."""
    messages = _continued_conversation(path).prompt("next").prompt.messages
    return {
        {"user": "prompt"}.get(message.role, message.role)
        for message in messages
        if any(text in getattr(part, "text", "") for part in message.parts)
    } - {"assistant"}


FRAGMENTS: dict[str, list[dict[str, Any]]] = {
    "nowhere": [{}],
    "in the prompt": [{"fragments": [_fragment(PROFILE)]}],
    "in the prompt, later": [{}, {"fragments": [_fragment(PROFILE)]}, {}],
    "in the system": [{"system_fragments": [_fragment(PROFILE)]}, {}],
    "in the system, too late": [{"system": "x"}, {"system_fragments": [_fragment(PROFILE)]}],
    "in both": [{"system_fragments": [_fragment(PROFILE)]}, {"fragments": [_fragment(PROFILE)]}],
    "another text": [{"fragments": [_fragment(PROFILE.replace("Bees", "Wasps"))]}],
    "beside others": [{"fragments": ["a", _fragment(PROFILE), "b"], "system_fragments": ["c"]}],
}


@pytest.mark.parametrize("turns", FRAGMENTS.values(), ids=FRAGMENTS)
def test_fragment_placements_are_those_that_llm_sends_again(
    path: Path, turns: list[dict[str, Any]]
) -> None:
    for number, words in enumerate(turns):
        model = Other()  # its echo does not count
        conversation = _continued_conversation(path) if number else model.conversation()
        _log(path, conversation.prompt(f"turn {number}", **words))
    thread = logs.newest_thread(path)
    assert thread
    assert logs.fragment_placements(path, thread, PROFILE) == _sent_placements(path, PROFILE)


def test_a_system_fragment_at_the_upgrade_of_a_conversation_is_not_sent_again(path: Path) -> None:
    shutil.copy(FIXTURES / "legacy.db", path)
    with closing(sqlite3.connect(path)) as db:
        query = "select conversation_id from responses where prompt = 'I keep bees'"
        [(thread,)] = db.execute(query).fetchall()
        db.execute("delete from conversations where id != ?", (thread,))
        db.commit()
    _log(path, _continued_conversation(path).prompt("new", system_fragments=[_fragment(PROFILE)]))
    assert (
        logs.fragment_placements(path, thread, PROFILE) == _sent_placements(path, PROFILE) == set()
    )


# Ids


@given(st.floats(0, 2**38))
def test_the_lowest_id_of_a_moment_tells_the_moment(moment: float) -> None:
    floor = logs.id_floor(moment)
    assert len(floor) == 26
    assert logs.fields.time_of_id(floor) == int(moment * 1000) / 1000


def test_an_id_that_is_no_ulid_leaves_the_time_to_the_row(path: Path) -> None:
    Log(path).run(
        "insert into turns (id, datetime_utc) values ('odd', '2025-06-15T15:06:40+00:00')"
    )
    assert _all_turns(path)[0].started == START
