"""Conversations with other programs in the index: what is entered, and how it follows files."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from support import export_files
from support.export_files import START, json_lines, write_file, write_zip
from support.index_content import read_index, refresh_index

from llm_user_memory.egress import CLOUD, Destination
from llm_user_memory.logs import Turn
from llm_user_memory.purge import index as purge_index
from llm_user_memory.purge.target import Target
from llm_user_memory.recall import grep
from llm_user_memory.recall.hits import Query, shareable_with
from llm_user_memory.recall.index import db as index_db
from llm_user_memory.recall.index import file_states, files, left_out, sessions
from llm_user_memory.recall.index.left_out import LeftOut
from llm_user_memory.recall.search import search
from llm_user_memory.settings import Folder
from llm_user_memory.store import clients, consent, forgotten, ledger, sources, state
from llm_user_memory.store.state import Store
from llm_user_memory.text.fingerprints import Forgotten

pytestmark = pytest.mark.once

TALK = [("I keep bees in Lisbon", "Bees need water."), ("And a dog", "What breed is it?")]
OLD = START - 1_000_000


def written(path: Path, content: Any, at: float | None = None) -> Path:
    """Write a file, by default long enough ago to be settled."""
    write_file(path, content)
    moment = time.time() - 1000 if at is None else at
    os.utime(path, (moment, moment))
    return path


def passages(store: Store) -> list[tuple[str, str, str]]:
    rows = read_index(store.folder)["passages"]
    return [(row[0], row[8], row[-1]) for row in rows if row[0] in index_db.PROGRAMS]


def texts(store: Store) -> list[str]:
    refresh_index(store)
    return [text for _kind, _role, text in passages(store)]


def is_as_rebuilt(store: Store) -> bool:
    """Whether the index is what a new one would be."""
    refresh_index(store)
    before = read_index(store.folder, "bees")
    refresh_index(store, force=True)
    return before == read_index(store.folder, "bees")


PROGRAMS = {
    "claude-code": ("projects/p/a.jsonl", export_files.claude_code(TALK, "s1")),
    "codex": ("sessions/rollout-1.jsonl", export_files.codex(TALK, "s1")),
    "gptme": ("logs/talk/conversation.jsonl", export_files.gptme(TALK)),
    "chatgpt": ("conversations.json", [export_files.chatgpt("c1", TALK)]),
    "claude": ("conversations.json", [export_files.claude("c1", TALK)]),
}


def added(store: Store, base: Path, name: str, content: Any, request: pytest.FixtureRequest) -> str:
    """Add a folder with a conversation of the program of this test, index it; return its name."""
    program = str(request.node.callspec.id)
    written(base / "there" / name, content)
    sources.add(store, base / "there", program)
    refresh_index(store)
    return program


@pytest.mark.parametrize(("name", "content"), PROGRAMS.values(), ids=PROGRAMS)
def test_what_was_said_is_entered_with_its_role_and_date(
    store: Store, tmp_path: Path, name: str, content: Any, request: pytest.FixtureRequest
) -> None:
    program = added(store, tmp_path, name, content, request)
    assert passages(store) == [
        (program, role, text)
        for said, answered in TALK
        for role, text in (("user", said), ("assistant", answered))
    ]
    rows = [row for row in read_index(store.folder)["passages"] if row[0] == program]
    assert {row[7][:4] for row in rows} == {"2025"}
    assert is_as_rebuilt(store)
    sources.remove(store.db, tmp_path / "there")
    assert texts(store) == []


GROWING = {name: row for name, row in PROGRAMS.items() if name in index_db.SESSIONS}


@pytest.mark.parametrize(("name", "content"), GROWING.values(), ids=GROWING)
def test_only_what_is_new_of_a_growing_file_is_read(
    store: Store,
    tmp_path: Path,
    name: str,
    content: str,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However a file is cut while it is written, the index is that of the whole file at the end."""
    program = request.node.callspec.id
    path = tmp_path / "there" / name
    sources.add(store, written(path, ""), program)
    read: list[int] = []
    read_on = sessions.growing.read_on

    def spied(path: Path, format: str, before: Any, file: BinaryIO) -> Any:
        read.append(before.offset)
        return read_on(path, format, before, file)

    monkeypatch.setattr(sessions.growing, "read_on", spied)
    lines = content.splitlines(keepends=True)
    cuts = [len("".join(lines[:n])) for n in range(len(lines) + 1)]
    for cut in sorted({*cuts, *(at - 7 for at in cuts[1:])}):
        with path.open("a") as file:
            file.write(content[path.stat().st_size : cut])
        refresh_index(store)
    assert read == sorted(read) and read[-1] > len(content) / 2, "never from the beginning again"
    assert [text for _, _, text in passages(store)] == [text for turn in TALK for text in turn]
    before = read_index(store.folder, "bees")
    refresh_index(store, force=True)
    after = read_index(store.folder, "bees")
    assert [row[4:] for row in after["passages"]] == [row[4:] for row in before["passages"]]


def test_answers_that_follow_belong_to_their_turn(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    records = [
        export_files.claude_code_record("user", "Keep the bees", uuid="u1"),
        export_files.claude_code_record("assistant", [{"type": "text", "text": "I look."}]),
    ]
    sources.add(store, written(path, json_lines(*records)), "claude-code")
    refresh_index(store)
    more = export_files.claude_code_record("assistant", [{"type": "text", "text": "It is done."}])
    with path.open("a") as file:
        file.write(json_lines(more))
    refresh_index(store)
    rows = [row for row in read_index(store.folder)["passages"] if row[0] == "claude-code"]
    assert [(row[3], row[8], row[-1]) for row in rows] == [
        ("claude-code:u1", "user", "Keep the bees"),
        ("claude-code:u1", "assistant", "I look."),
        ("claude-code:u1", "assistant", "It is done."),
    ]


def test_a_file_that_shrinks_or_is_replaced_or_removed(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "there/a.jsonl"
    written(path, export_files.claude_code(TALK, "s1"))
    sources.add(store, tmp_path / "there", "claude-code")
    assert len(texts(store)) == 4
    written(path, export_files.claude_code(TALK[:1], "s1"))
    assert texts(store) == list(TALK[0])
    other = written(tmp_path / "new", export_files.claude_code([("Rust", "Cargo")] * 3, "s2"))
    other.replace(path)
    assert texts(store)[:2] == ["Rust", "Cargo"]
    written(path, export_files.claude_code([("Dart", "Cargo")] * 3, "s2"), time.time() - 500)
    assert texts(store)[:2] == ["Dart", "Cargo"], "of the same length, in the same file"
    path.unlink()
    assert texts(store) == []


def test_a_turn_in_two_files_is_found_once_and_stays_while_one_has_it(
    store: Store, tmp_path: Path
) -> None:
    whole = export_files.claude_code(TALK, "s1")
    first = written(tmp_path / "there/a.jsonl", export_files.claude_code(TALK[:1], "s1"))
    second = written(tmp_path / "there/b.jsonl", whole)
    sources.add(store, tmp_path / "there", "claude-code")
    assert sorted(texts(store)) == sorted(text for turn in TALK for text in turn)
    first.unlink()
    assert sorted(texts(store)) == sorted(text for turn in TALK for text in turn)
    written(first, whole)
    assert len(texts(store)) == 4
    written(second, export_files.claude_code([("other", "words")], "s9"))
    refresh_index(store)
    assert len(texts(store)) == 6
    assert len(texts(store)) == 6, "and that is where it stays"


def test_an_export_that_is_renewed(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    had = [export_files.chatgpt("c1", TALK[:1]), export_files.chatgpt("c2", [("Rust", "Cargo")])]
    write_zip(path, {"conversations.json": json.dumps(had)})
    sources.add(store, path, "chatgpt")
    assert texts(store) == [*TALK[0], "Rust", "Cargo"]
    now = [export_files.chatgpt("c1", TALK), export_files.chatgpt("c1", TALK)]
    write_zip(path, {"conversations.json": json.dumps(now)})
    assert texts(store) == [text for turn in TALK for text in turn]
    path.write_bytes(b"PK\3\4 no zip")
    assert len(texts(store)) == 4, "what can be read no more is left as it is"
    path.unlink()
    assert texts(store) == []


def _exports(base: Path, said: str) -> list[Path]:
    """An export as it may be added: unpacked in a folder, and as a zip of two members."""
    many = [json.dumps([export_files.chatgpt(f"c{n}-{part}", [(f"{said} {n}", "Yes")])
            for n in range(60)]) for part in range(2)]  # fmt: skip
    members: dict[str, str | bytes] = {f"conversations-{n}.json": many[n] for n in range(2)}
    write_file(base / "unpacked" / "conversations.json", many[0])
    return [base / "unpacked" / "conversations.json", write_zip(base / "export.zip", members)]


def _as_link(path: Path, other: Path) -> None:
    path.unlink()
    path.symlink_to(other)


def _as_pipe(path: Path, _other: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1], ids=["unpacked", "zip"])
@pytest.mark.parametrize("step", [0, 1], ids=["once it was opened", "once half of it was read"])
@pytest.mark.parametrize("swap", [_as_link, _as_pipe, lambda path, other: other.replace(path)])
def test_an_export_that_is_replaced_meanwhile_is_read_from_what_was_opened(
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    step: int,
    swap: Callable[[Path, Path], object],
) -> None:
    """Others may write into the folder that it is in, and not read what its reader may."""
    path = _exports(tmp_path / "shared", "Rowing")[number]
    other = _exports(tmp_path / "private", "A secret of mine")[number]
    sources.add(store, path.parent if number == 0 else path, "chatgpt")
    if step == 0:
        turns = sessions._turns

        def swapped(*given: Any) -> set[str]:
            monkeypatch.setattr(sessions, "_turns", turns)
            swap(path, other)
            return turns(*given)

        monkeypatch.setattr(sessions, "_turns", swapped)
    with index_db.opened(store.folder) as db:
        steps = files.refresh(db, store, Forgotten())
        next(steps)
        if step == 1:
            swap(path, other)
        for _ in steps:
            pass
    said = {text for _kind, role, text in passages(store) if role == "user"}
    assert said == {f"Rowing {n}" for n in range(60)}


def test_what_no_person_said_stays_out(store: Store, tmp_path: Path) -> None:
    record = export_files.claude_code_record
    tool = [{"type": "tool_result", "tool_use_id": "t", "content": "TOOL OUTPUT"}]
    lines = json_lines(
        record("user", "Keep the bees", uuid="u1"),
        record("assistant", [{"type": "tool_use", "id": "t", "name": "x", "input": {"a": "TOOL"}}]),
        record("user", tool, toolUseResult={"stdout": "TOOL"}),
        record("user", "SIDE prompt", isSidechain=True),
        record("assistant", [{"type": "text", "text": "SIDE answer"}], isSidechain=True),
        record("assistant", [{"type": "text", "text": "Kept."}]),
    )
    written(tmp_path / "there/a.jsonl", lines)
    written(tmp_path / "there/odd.jsonl", 'no json\n{"type": "user"}\n[1]\n\0\n{"type": 3}\n"')
    sources.add(store, tmp_path / "there", "claude-code")
    assert texts(store) == ["Keep the bees", "Kept."]


@pytest.mark.parametrize(
    "opening",
    [
        "You are a helpful bot. How many bees are in a hive?",
        "<context>bees.py</context> Fix the bees",
        "Do not ask for confirmation, just move the bees",
    ],
)
def test_a_session_that_begins_as_an_agent_s_is_found_by_the_user_alone(
    store: Store, tmp_path: Path, opening: str
) -> None:
    path = tmp_path / "there/a.jsonl"
    whole = export_files.claude_code([(opening, "Done."), ("And a dog", "What breed?")], "s1")
    first = "".join(whole.splitlines(keepends=True)[:-2])
    source = tmp_path / "there"
    written(path, first)
    sources.add(store, source, "claude-code", "any")
    refresh_index(store)
    with path.open("a") as file:
        file.write(whole[len(first) :])
    assert texts(store) == [opening, "Done.", "And a dog", "What breed?"]
    assert shown_to(store, CLOUD, shareable=False) == sorted(["And a dog", opening])
    assert shown_to(store, Destination("here", "llama")) == shown_to(store, CLOUD) == []
    assert is_as_rebuilt(store)


@pytest.mark.parametrize("name", ["", "work"])
@pytest.mark.parametrize("is_given", [True, False])
@pytest.mark.parametrize("is_read_first", [True, False])
def test_of_a_connected_program_models_find_what_was_typed_with_memory_on(
    store: Store, tmp_path: Path, name: str, is_given: bool, is_read_first: bool
) -> None:
    """A hook saw the second prompt, which is known when the daemon has read its receipt."""
    source, (before, after) = tmp_path / "there", [prompt for prompt, _ in TALK]
    talk = [*TALK, ("And I fear wasps", "Why?")]
    path = written(source / "a.jsonl", export_files.claude_code(talk[:2], "s1"))
    clients.record(store.db, "claude-code", now=START + 5)
    turn_id = f"claude-code:{export_files.stable_id('s1', 1)}"
    seen = Turn(turn_id, "claude-code:s1", "", START + 10, START + 15, after, TALK[1][1])
    folder = Folder(store.folder.path, name)
    folder.create()
    with state.opened(folder) as profile:
        sources.add(profile, source, "claude-code", "any")
        if is_read_first:
            ledger.enter(profile.db, seen, "", is_given=is_given)
        refresh_index(profile)
        if not is_read_first:
            assert shown_to(profile, CLOUD) == [before]
            ledger.enter(profile.db, seen, "", is_given=is_given)
        assert len(texts(profile)) == 4
        assert shown_to(profile, CLOUD) == sorted([before] if is_given else [before, after])
        written(path, export_files.claude_code(talk, "s1"), time.time() - 500)
        assert set(texts(profile)) == {text for turn in talk for text in turn}
        assert shown_to(profile, CLOUD) == sorted([before] if is_given else [before, after])
        assert is_as_rebuilt(profile)


def test_what_an_earlier_version_indexed_of_a_connected_program_is_read_again(
    store: Store, tmp_path: Path
) -> None:
    written(tmp_path / "there/a.jsonl", export_files.claude_code(TALK, "s1"))
    sources.add(store, tmp_path / "there", "claude-code", "any")
    assert len(texts(store)) == 2 * len(shown_to(store, CLOUD)) == 4
    clients.record(store.db, "claude-code", now=START + 5)
    with index_db.opened(store.folder) as db, index_db.transaction(db):
        for name, had in file_states.every(db).items():
            file_states.put(db, name, had._replace(unreceipted=None))
    refresh_index(store)
    assert shown_to(store, CLOUD) == [TALK[0][0]]


def test_what_is_left_out_is_counted(store: Store, tmp_path: Path) -> None:
    there = tmp_path / "there"
    agent = [("You are an autonomous agent that fixes bugs.", "Fixed.")]
    side = export_files.claude_code_record("user", "SIDE prompt", isSidechain=True)
    source = sources.Source(there, "claude-code")
    written(there / "talk.jsonl", export_files.claude_code(TALK, "s1"))
    written(there / "agent.jsonl", export_files.claude_code(agent, "s2"))
    written(there / "side.jsonl", json_lines(side))
    written(tmp_path / "elsewhere/agent.jsonl", export_files.claude_code(agent, "s3"))
    sources.add(store, there, "claude-code")
    sources.add(store, tmp_path / "elsewhere", "claude-code")
    assert texts(store)
    assert left_out.of_source(store.folder, source) == LeftOut(like_an_agents=1, not_typed=1)
    written(there / "rollout-1.jsonl.zst", "")
    assert left_out.of_source(store.folder, source).compressed == 0, "it is no file of Claude Code"
    written(tmp_path / "codex/2026/rollout-1.jsonl.zst", "")
    source = sources.Source(tmp_path / "codex", "codex")
    assert left_out.of_source(store.folder, source) == LeftOut(compressed=1)
    assert left_out.of_source(store.folder, sources.Source(there)) == LeftOut()


def test_of_an_export_of_several_accounts_that_of_the_source_is_searched(
    store: Store, tmp_path: Path
) -> None:
    talks = [
        export_files.claude(name, [(f"I am {name}", "Hello")], account={"uuid": name})
        for name in ("ada", "bob")
    ]
    path = write_file(tmp_path / "conversations.json", talks)
    for account, said in {
        "ada": ["I am ada", "Hello"],
        "": [],
        "bob": ["I am bob", "Hello"],
    }.items():
        sources.add(store, path, "claude", "", account)
        assert texts(store) == said and is_as_rebuilt(store)
        [source] = sources.of_kinds(store.db)
        assert left_out.of_source(store.folder, source) == LeftOut(unclear=int(not account))


def shown_to(store: Store, destination: Destination, *, shareable: bool = True) -> list[str]:
    with index_db.opened(store.folder) as db:
        query = Query("bees lisbon dog", only_shareable=shareable)
        hits = search(db, store.folder, query, forgotten.load(store.db), mode="words")
    return sorted(hit.text for hit in shareable_with(hits, destination) if hit.role == "user")


def test_where_models_ran_decides_who_is_shown_it(store: Store, tmp_path: Path) -> None:
    said = sorted(prompt for prompt, _ in TALK)
    path = written(tmp_path / "a.jsonl", export_files.claude_code(TALK, "s1"))
    sources.add(store, path, "claude-code")
    refresh_index(store)
    assert shown_to(store, CLOUD) == [], "a name of a model is no proof of where it ran"
    assert shown_to(store, Destination("here", "llama")) == said
    assert sources.add(store, path, "claude-code", "any") == path
    refresh_index(store)
    assert shown_to(store, CLOUD) == said
    sources.remove(store.db, path)
    export = written(tmp_path / "conversations.json", [export_files.chatgpt("c1", TALK)])
    sources.add(store, export, "chatgpt")
    refresh_index(store)
    assert shown_to(store, CLOUD) == said, "a service runs elsewhere"


def test_what_was_said_in_a_pause_is_for_the_user_alone(store: Store, tmp_path: Path) -> None:
    consent.pause(store.db, None, START - 5)
    consent.resume(store.db, START + 5)
    path = written(tmp_path / "conversations.json", [export_files.chatgpt("c1", TALK)])
    sources.add(store, path, "chatgpt")
    refresh_index(store)
    assert shown_to(store, CLOUD) == ["And a dog"]
    assert len(shown_to(store, Destination("here"), shareable=False)) == 2


EARN = ("My salary is 91,234", "I see.")
REPEATS = [
    ("I keep bees. What is my salary?", "Your salary is 91,234."),
    ("And a dog", "What breed?"),
]


def _said_to(
    store: Store, destination: Destination, role: str = "assistant", *, is_indexed: bool = True
) -> list[str]:
    if is_indexed:
        refresh_index(store)
    with index_db.opened(store.folder) as db:
        query = Query("salary", only_shareable=True)
        hits = search(db, store.folder, query, forgotten.load(store.db), mode="words")
    hits = shareable_with(hits, destination)
    return sorted(hit.text for hit in hits if hit.role == role)


@pytest.mark.slow
@pytest.mark.parametrize("is_grown", [False, True])
@pytest.mark.parametrize(
    "how", ["a pause", "said here", "marked", "unknown", "forgotten", "elsewhere"]
)
def test_an_answer_goes_no_further_than_what_was_said_before_it(
    store: Store, tmp_path: Path, how: str, is_grown: bool
) -> None:
    """Also where the file grows, and its end is read alone."""
    asked, answer = EARN
    first_turn = (f"{asked} #local", answer) if how == "marked" else EARN
    whole = export_files.claude_code([first_turn, *REPEATS], "s1")
    lines = whole.splitlines(keepends=True)
    path = written(tmp_path / "a.jsonl", "".join(lines[:3]) if is_grown else whole)
    [conversation] = export_files.read_conversations(written(tmp_path / "b.jsonl", whole))
    first, now = conversation.turns[0], time.time()
    with state.transaction(store.db):
        for turn in conversation.turns:
            is_here = turn == first and how == "said here"
            if turn != first or how != "unknown":
                ledger.enter(store.db, turn, "", "here" if is_here else "elsewhere")
        if how == "forgotten":
            forgotten.block_turns(store.db, ["Earns 91,234"], [first.id], (), now)
    if how == "a pause":
        consent.pause(store.db, None, START - 5)
        consent.resume(store.db, START + 5)
    sources.add(store, path, "claude-code")
    if is_grown:
        refresh_index(store)
        written(path, whole)
    repeated = REPEATS[0][1]
    assert (repeated in _said_to(store, CLOUD)) == (how == "elsewhere")
    assert any(asked in said for said in _said_to(store, CLOUD, "user")) == (how == "elsewhere")
    is_for_local_models = how in ("said here", "marked", "unknown", "elsewhere")
    local = Destination("here", "llama")
    assert (repeated in _said_to(store, local)) == is_for_local_models
    assert is_as_rebuilt(store)


@pytest.mark.parametrize("is_in_two", [False, True])
def test_an_answer_goes_no_further_once_what_was_said_before_it_is_forgotten(
    store: Store, tmp_path: Path, is_in_two: bool
) -> None:
    """Also where a newer export has only the end of the conversation, and is read second."""
    talks = [[EARN], [EARN, *REPEATS]] if is_in_two else [[EARN, *REPEATS]]
    for number, talk in enumerate(talks):
        name = f"{number}/conversations.json"
        export = written(tmp_path / name, [export_files.chatgpt("c1", talk)])
        sources.add(store, export, "chatgpt")
        refresh_index(store)
    repeated = REPEATS[0][1]
    assert repeated in _said_to(store, CLOUD)
    [turn] = {row[3] for row in read_index(store.folder)["passages"] if row[-1] == EARN[0]}
    with state.transaction(store.db):
        forgotten.block_turns(store.db, ["Earns 91,234"], [turn], (), time.time())
    assert repeated not in _said_to(store, CLOUD, is_indexed=False)
    assert repeated not in _said_to(store, CLOUD)
    assert "And a dog" in shown_to(store, CLOUD)
    assert is_as_rebuilt(store)
    with state.transaction(store.db):
        forgotten.unforget(store.db, ["Earns 91,234"])
    assert repeated in _said_to(store, CLOUD)


@pytest.mark.parametrize(("name", "content"), PROGRAMS.values(), ids=PROGRAMS)
def test_what_is_forgotten_is_left_out_until_it_is_learned_again(
    store: Store, tmp_path: Path, name: str, content: Any, request: pytest.FixtureRequest
) -> None:
    added(store, tmp_path, name, content, request)
    [turn] = {row[3] for row in read_index(store.folder)["passages"] if row[-1] == TALK[1][0]}
    now = time.time()
    with state.transaction(store.db):
        forgotten.forget(store.db, ["I keep bees in Lisbon"], now)
        forgotten.block_turns(store.db, ["Has a dog"], [turn], (), now)
    assert texts(store) == ["Bees need water."]
    assert is_as_rebuilt(store)
    with state.transaction(store.db):
        forgotten.unforget(store.db, ["I keep bees in Lisbon", "Has a dog"])
    assert texts(store) == [text for pair in TALK for text in pair]


def test_secrets_go_into_no_prompt(store: Store, tmp_path: Path) -> None:
    talk = [("My bees have the key sk-proj-abcdefghijklmnopqrstuvwxyz12", "Keep it.")]
    path = written(tmp_path / "conversations.json", [export_files.chatgpt("c1", talk)])
    sources.add(store, path, "chatgpt")
    refresh_index(store)
    assert shown_to(store, CLOUD) == []
    with index_db.opened(store.folder) as db:
        found = db.execute("select 1 from words where words match 'abcdefghijklmnopqrstuvwxyz12'")
        assert found.fetchone() is None


def test_what_is_purged_does_not_return_with_what_follows(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path / "there/a.jsonl", export_files.claude_code(TALK, "s1"))
    sources.add(store, tmp_path / "there", "claude-code")
    assert len(texts(store)) == 4
    removed = purge_index.purge(store, Target("I keep bees in Lisbon"), [])
    assert (removed.passages, removed.failed) == (1, "")
    more = [export_files.claude_code_record("user", text) for text in ("New", TALK[0][0])]
    with path.open("a") as file:
        file.write(json_lines(*more))
    left = [TALK[0][1], *TALK[1], "New"]
    assert texts(store) == left
    refresh_index(store, force=True)
    assert [text for _, _, text in passages(store)] == left


def test_without_an_index_conversations_are_not_read_as_markdown(
    store: Store, tmp_path: Path
) -> None:
    path = written(tmp_path / "there/a.jsonl", export_files.claude_code(TALK, "s1"))
    sources.add(store, path, "claude-code")
    assert grep.search(store, Query("bees"), forgotten.load(store.db)) == []
