"""What is typed into other programs: hooks leave receipts, transcripts are learned from once."""

import io
import json
import os
import stat
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.export_files import (
    START,
    Json,
    claude_code,
    claude_code_record,
    codex,
    codex_line,
    iso_date,
    json_lines,
    stable_id,
    write_file,
)
from support.product import Product, running_processes

from llm_user_memory import hook, imports, notes
from llm_user_memory.checks.guard import Verdict
from llm_user_memory.egress import CLOUD
from llm_user_memory.imports.agents import begins_a_run
from llm_user_memory.learn import (
    manual,
    proposing,
    repeated,
    schedule,
    sessions,
    transcripts,
    update,
)
from llm_user_memory.learn.backfill import eligibility, from_files
from llm_user_memory.learn.backfill.receipted import Receipts
from llm_user_memory.learn.backfill.staging import Staging, Thread
from llm_user_memory.learn.material import Material, redacted, take_pending, typed_texts
from llm_user_memory.profile.edits import Edit
from llm_user_memory.recall import lookup
from llm_user_memory.settings import Folder, Settings
from llm_user_memory.store import (
    archived,
    clients,
    consent,
    forgotten,
    ledger,
    proposals,
    receipts,
    state,
    updates,
)
from llm_user_memory.store.profile import versions
from llm_user_memory.store.profile.commit import NewVersion
from llm_user_memory.store.state import Store
from llm_user_memory.text.fingerprints import Forgotten

BEES = "I keep bees behind my house"
CAT = "and my cat is called Miso"

Hook = Callable[..., str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """A memory folder in use, which the environment names, and a daemon that is never started.

    What hooks are told seems to be typed: see tests/test_invocation.py.
    """
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path / "llm"))
    monkeypatch.setattr(hook.daemon, "wake", lambda _folder, replace: replace)
    monkeypatch.setattr(hook.invocation, "was_given", lambda *_told, **_piped: False)
    folder = Folder(tmp_path / "llm" / "memory")
    folder.create()
    with state.opened(folder):
        pass
    return folder


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Hook:
    """Run a hook in this process; returns what it prints."""

    def run(event: str, client: str = "claude-code", **given: Any) -> str:
        raw = json.dumps({"session_id": stable_id("session"), **given}).encode()
        stdin = SimpleNamespace(isatty=lambda: False, buffer=io.BytesIO(raw))
        monkeypatch.setattr("sys.stdin", stdin)
        assert hook.main([event, client]) == 0
        return capsys.readouterr().out

    return run


def _transcript(folder: Folder, content: str, name: str = "s.jsonl") -> str:
    return str(write_file(folder.path.parent / name, content))


def _outcomes(store: Store) -> set[tuple[str, str]]:
    rows = store.db.execute("select outcome, reason from turns")
    return {(row["outcome"], row["reason"]) for row in rows}


def _claude(*said: str, **changed: Any) -> str:
    """A session of Claude Code in which each prompt has the id `key-N`."""
    lines = []
    for number, words in enumerate(said):
        own = {"promptId": f"key-{number}", "origin": {"kind": "human"}, **changed}
        own |= {"timestamp": iso_date(START + number), "promptSource": "typed"} | changed
        lines.append(claude_code_record("user", words, START + number, **own))
    return json_lines(*lines)


def test_a_typed_prompt_is_pending_once_its_session_has_ended(folder: Folder, run: Hook) -> None:
    path = _transcript(folder, _claude(BEES, CAT))
    for number, words in enumerate((BEES, CAT)):
        key = f"key-{number}"
        assert not run("UserPromptSubmit", transcript_path=path, prompt=words, prompt_id=key)
    files = list(folder.spool.iterdir())
    assert len(files) == 2
    for file in files:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert "bees" not in file.read_text() and "Miso" not in file.read_text()
    assert stat.S_IMODE(folder.spool.stat().st_mode) == 0o700
    with state.opened(folder) as store:
        assert sessions.ingest(store) == 0, "the session may go on"
        due = schedule.due(store, Settings(), time.time())
        assert due is not None and due > time.time() + 200
        run("SessionEnd", transcript_path=path)
        due = schedule.due(store, Settings(), time.time())
        assert due is not None and due <= time.time()
        assert sessions.ingest(store) == 2
        assert _outcomes(store) == {("pending", "")}
        assert not list(folder.spool.iterdir())
        [conversation] = ledger.pending(store.db, 0)
        assert conversation.thread_id == f"claude-code:{stable_id('session')}"
        assert _pending_turns(store) == [BEES, CAT]


def _pending_turns(store: Store) -> list[str]:
    [conversation] = ledger.pending(store.db, 0)
    session = transcripts.session_of(store.db, conversation.thread_id)
    found = transcripts.unchanged(store.db, session, conversation.turn_ids)
    return [turn.prompt for turn in found]


@pytest.mark.parametrize(
    "swap",
    [
        lambda path: path.write_text(path.read_text().replace("bees", "wasps")),
        lambda path: path.write_text(""),
        lambda path: os.truncate(path, path.stat().st_size // 2),
        lambda path: (path.unlink(), os.mkfifo(path)),
        lambda path: (path.unlink(), path.mkdir()),
        lambda path: (path.unlink(), path.symlink_to("/dev/zero")),
    ],
    ids=["other words", "emptied", "cut", "a pipe", "a folder", "a device"],
)
def test_a_transcript_that_changes_before_it_is_learned_from(
    folder: Folder, run: Hook, swap: Callable[[Path], object]
) -> None:
    path = Path(_transcript(folder, _claude(BEES)))
    run("UserPromptSubmit", transcript_path=str(path), prompt=BEES, prompt_id="key-0")
    with state.opened(folder) as store:
        assert sessions.ingest(store, wait_for_quiet=False) == 1
        assert _pending_turns(store) == [BEES]
        swap(path)
        assert _pending_turns(store) == []


def test_a_turn_that_waits_is_read_again_while_its_transcript_grows(
    folder: Folder, run: Hook
) -> None:
    path = Path(_transcript(folder, _claude(BEES)))
    run("UserPromptSubmit", transcript_path=str(path), prompt=BEES, prompt_id="key-0")
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        path.write_text(_claude(BEES, "I also keep wasps") + '{"type": "user", "mess')
        assert _pending_turns(store) == [BEES]
        [conversation] = ledger.pending(store.db, 0)
        ledger.resolve(store.db, conversation.turn_ids, "learned", "", 1)
        assert not ledger.digests(store.db, conversation.turn_ids), "it is of no more use"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_transcript_of_another_user_is_not_learned_from(folder: Folder, run: Hook) -> None:
    path = _transcript(folder, _claude(BEES))
    run("UserPromptSubmit", transcript_path=path, prompt=BEES, prompt_id="key-0")
    os.chown(path, 65534, 65534)
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert _outcomes(store) == {("skipped", sessions.UNREADABLE)}


@pytest.mark.parametrize("key", ["key-0", ""], ids=["by its id", "by its words"])
def test_a_transcript_that_changes_before_it_is_read(folder: Folder, run: Hook, key: str) -> None:
    path = Path(_transcript(folder, _claude(BEES, **({} if key else {"promptId": ""}))))
    run("UserPromptSubmit", transcript_path=str(path), prompt=BEES, prompt_id=key)
    path.write_text(path.read_text().replace("bees", "wasps"))
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        reason = sessions.OTHER_WORDS if key else sessions.NOT_TYPED
        assert _outcomes(store) == {("skipped", reason)}


# What a client gives its hook, and what of it the transcript's reader takes for typed.
_LONG = f"{BEES}. What is this?\n\n```\n" + "12 34\n" * 40_000 + "```"
WRITTEN = {
    "a tag": (f"{BEES} <system-reminder>x</system-reminder> here", f"{BEES}  here"),
    "longer than what is kept": (_LONG, _LONG[:200_000]),
    "white space": (f"  {BEES}\n\n\n{CAT} ", f"{BEES}\n\n\n{CAT}"),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_prompt_is_known_by_its_words_as_the_client_has_them(
    folder: Folder, run: Hook, name: str
) -> None:
    said, kept = WRITTEN[name]
    path = _transcript(folder, _claude(said))
    run("UserPromptSubmit", transcript_path=path, prompt=said, prompt_id="key-0")
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert _pending_turns(store) == [kept]


@pytest.mark.parametrize("is_apart", [True, False])
def test_a_prompt_is_known_by_its_words_without_what_an_editor_added(
    folder: Folder, run: Hook, is_apart: bool
) -> None:
    added = "<ide_opened_file>x.py</ide_opened_file>"
    pieces = [added, BEES] if is_apart else [added + BEES]
    content = [{"type": "text", "text": piece} for piece in pieces]
    path = _transcript(folder, _claude(BEES, message={"role": "user", "content": content}))
    run("UserPromptSubmit", transcript_path=path, prompt=BEES, prompt_id="key-0")
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert _pending_turns(store) == [BEES]


@pytest.mark.parametrize("given", ["whole", "request"])
def test_a_request_of_an_editor_to_codex_is_known_by_its_words(
    folder: Folder, run: Hook, given: str
) -> None:
    whole = f"# Context from my IDE setup:\n\n## My request for Codex:\n{BEES}"
    said = whole if given == "whole" else BEES
    path = _transcript(folder, codex([(whole, "Nice")]), "rollout-1.jsonl")
    run("UserPromptSubmit", "codex", transcript_path=path, prompt=said, turn_id="turn-0")
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert _pending_turns(store) == [BEES]


def test_the_id_is_that_of_an_import(folder: Folder, run: Hook) -> None:
    path = _transcript(folder, _claude(BEES))
    run("UserPromptSubmit", transcript_path=path, prompt=BEES, prompt_id="key-0")
    found = transcripts.read("claude-code", Path(path))
    assert found
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert ledger.has_turn(store.db, found.turns[0].id)
        # What was learned is not imported again, and what was imported is not learned again.
        store.db.execute("update turns set outcome = 'learned'")
        run("UserPromptSubmit", transcript_path=path, prompt=BEES, prompt_id="key-0")
        assert sessions.ingest(store, wait_for_quiet=False) == 0
        assert _outcomes(store) == {("learned", "")}


def test_an_imported_turn_is_not_learned_again(folder: Folder, run: Hook) -> None:
    path = _transcript(folder, _claude(BEES))
    run("UserPromptSubmit", transcript_path=path, prompt=BEES, prompt_id="key-0")
    found = transcripts.read("claude-code", Path(path))
    assert found
    with state.opened(folder) as store:
        store.db.execute("insert into updates (id, thread_id, model, form, started, status, "
                         "failures) values (1, 't', 'm', 'lines', 1, 'done', 0)")  # fmt: skip
        store.db.execute(
            "insert into past values (?, 't', 'claude-code', 1, 1, '')", (found.turns[0].id,)
        )
        sessions.ingest(store, wait_for_quiet=False)
        assert _outcomes(store) == {("skipped", sessions.IMPORTED)}


@pytest.mark.parametrize(
    ("client", "content", "key"),
    [
        ("claude-code", claude_code([(BEES, "Nice")]), ""),  # versions without ids of prompts
        ("codex", codex([(BEES, "Nice")]), ""),
        ("codex", codex([(BEES, "Nice")]), "a turn that the file does not name"),
    ],
)
def test_older_versions_are_matched_by_the_words(
    folder: Folder, run: Hook, client: str, content: str, key: str
) -> None:
    path = _transcript(folder, content, "rollout-1.jsonl")
    said = f"  {BEES}\n"
    run("UserPromptSubmit", client, transcript_path=path, prompt=said, turn_id=key)
    run("UserPromptSubmit", client, transcript_path=path, prompt="something else", turn_id="2")
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert _outcomes(store) == {("pending", ""), ("skipped", sessions.NOT_TYPED)}


def test_two_prompts_of_one_turn_have_a_receipt_each(folder: Folder, run: Hook) -> None:
    """The second was typed while the model worked."""
    lines = [codex([(BEES, "Nice")]), codex([(CAT, "Miso?")]).splitlines()[-3:]]
    path = _transcript(folder, lines[0] + "\n".join(lines[1]), "rollout-1.jsonl")
    for words in (BEES, CAT):
        run("UserPromptSubmit", "codex", transcript_path=path, prompt=words, turn_id="turn-0")
    assert len(list(folder.spool.iterdir())) == 2
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert _pending_turns(store) == [BEES, CAT]


def test_a_receipt_tells_whether_the_user_marked_the_prompt(folder: Folder, run: Hook) -> None:
    for number, words in enumerate((BEES, f"{BEES} #local")):
        run("UserPromptSubmit", transcript_path="/s.jsonl", prompt=words, prompt_id=f"key-{number}")
    [session] = receipts.sessions(folder, time.time())
    assert [receipt.stays for receipt in session.receipts] == [False, True]


def test_of_a_session_that_an_earlier_version_read_the_marked_prompt_counts(
    folder: Folder, run: Hook
) -> None:
    words = (f"{BEES} #local", CAT)
    path = _transcript(folder, _claude(*words))
    for number, each in enumerate(words):
        run("UserPromptSubmit", transcript_path=path, prompt=each, prompt_id=f"key-{number}")
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        store.db.execute("update turns set stays = 0")
        session = transcripts.session_of(store.db, f"claude-code:{stable_id('session')}")
        found = repeated.answers_in_session(store, Settings(), session, session, Forgotten())
        assert found == {session[1].id}


@pytest.mark.parametrize("with_receipt", [0, 1, 2])
def test_of_turns_with_the_same_words_the_one_of_the_receipt_is_learned_from(
    folder: Folder, run: Hook, monkeypatch: pytest.MonkeyPatch, with_receipt: int
) -> None:
    """In versions without ids of prompts. The others were typed with memory off."""
    lines = [claude_code_record("user", BEES, START + 60 * n, uuid=f"turn-{n}") for n in range(3)]
    path = _transcript(folder, json_lines(*lines))
    monkeypatch.setattr(hook.time, "time", lambda: START + 60 * with_receipt + 1)
    run("UserPromptSubmit", transcript_path=path, prompt=BEES)
    monkeypatch.undo()
    monkeypatch.setenv("LLM_USER_PATH", str(folder.path.parent))
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        [conversation] = ledger.pending(store.db, 0)
        assert conversation.turn_ids == (f"claude-code:turn-{with_receipt}",)


def test_a_turn_without_a_receipt_is_not_learned_from(folder: Folder, run: Hook) -> None:
    path = _transcript(folder, _claude(BEES, CAT))
    run("UserPromptSubmit", transcript_path=path, prompt=CAT, prompt_id="key-1")
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert _pending_turns(store) == [CAT]


_RUN = f"You are an autonomous agent. {BEES}"
_PASTED = f"```\n{BEES}\n```"
# What a person has not typed, or to no use: (the prompt, its transcript, the reason).
NOT_LEARNED = {
    "claude -p": (
        BEES,
        _claude(BEES, promptSource="sdk", entrypoint="sdk-cli"),
        sessions.NOT_TYPED,
    ),
    "another agent": (BEES, _claude(BEES, isSidechain=True), sessions.NOT_TYPED),
    "an agent's brief": (_RUN, _claude(_RUN), eligibility.AGENT),
    "nothing to learn": ("ok", _claude("ok"), ledger.NOTHING_TO_LEARN),
    "only pasted": (_PASTED, _claude(_PASTED), ledger.ONLY_PASTED),
    "another format": (BEES, "%PDF", sessions.UNREADABLE),
}


@pytest.mark.parametrize("name", NOT_LEARNED)
def test_what_nobody_typed_is_not_learned_from(folder: Folder, run: Hook, name: str) -> None:
    said, content, reason = NOT_LEARNED[name]
    path = _transcript(folder, content)
    run("UserPromptSubmit", transcript_path=path, prompt=said, prompt_id="key-0")
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert _outcomes(store) == {("skipped", reason)}
    assert not list(folder.spool.iterdir())


LETTER = f"{BEES}\nYours"

# What the hooks are told of two prompts, and which are in doubt then.
GIVEN: dict[str, tuple[tuple[bool | None, bool | None], list[str]]] = {
    "typed": ((False, False), []),
    "an argument": ((True, False), [BEES]),
    "an argument of a resumed session": ((False, True), [CAT]),
    "not known, of one line": ((None, None), []),
}


@pytest.fixture(params=GIVEN.values(), ids=GIVEN)
def typed(
    request: pytest.FixtureRequest, folder: Folder, run: Hook, monkeypatch: pytest.MonkeyPatch
) -> tuple[Path, list[str]]:
    """The transcript of two prompts of which the hooks were told so, and which are in doubt."""
    told, doubted = request.param
    path = Path(_transcript(folder, _claude(BEES, CAT)))
    for number, (words, answer) in enumerate(zip((BEES, CAT), told, strict=True)):
        monkeypatch.setattr(hook.invocation, "was_given", lambda *_, answer=answer, **__: answer)
        key = f"key-{number}"
        run("UserPromptSubmit", transcript_path=str(path), prompt=words, prompt_id=key)
    return path, doubted


def test_a_prompt_with_which_the_program_was_started_is_in_doubt(
    folder: Folder, typed: tuple[Path, list[str]]
) -> None:
    path, doubted = typed
    with state.opened(folder) as store:
        for number, words in enumerate((BEES, CAT)):
            _propose(store, f"Fact {number}", words)
        sessions.ingest(store, wait_for_quiet=False)
        [conversation] = ledger.pending(store.db, 0)
        material = take_pending(store, Settings(), conversation)
        assert _doubted(material) == doubted
        proven = [words for words, is_typed in _proven(store).items() if is_typed]
        assert proven == [words for words in (BEES, CAT) if words not in doubted]
        assert _doubted_in_an_import(store, path) == doubted


def test_an_import_knows_of_receipts_that_no_daemon_has_read_what_was_given(
    folder: Folder, typed: tuple[Path, list[str]]
) -> None:
    path, doubted = typed
    with state.opened(folder) as store:
        assert _doubted_in_an_import(store, path) == doubted


def test_an_import_leaves_the_receipts_of_an_open_session(folder: Folder, run: Hook) -> None:
    """The turn of one of them may not be in the transcript yet."""
    path = Path(_transcript(folder, _claude(BEES)))
    for number, words in enumerate((BEES, CAT)):
        key = f"key-{number}"
        run("UserPromptSubmit", transcript_path=str(path), prompt=words, prompt_id=key)
    with state.opened(folder) as store:
        assert _import(store, path)[1] == [BEES]
        path.write_text(_claude(BEES, CAT))
        assert sessions.ingest(store, wait_for_quiet=False) == 1
        assert _outcomes(store) == {("pending", "")}
        assert _import(store, path)[1] == [BEES, CAT]


@pytest.mark.parametrize("words", [(BEES, CAT), (LETTER, CAT), (CAT, LETTER)])
def test_a_prompt_of_several_lines_that_no_hook_has_seen_is_in_doubt(
    folder: Folder, words: tuple[str, str]
) -> None:
    """An old session is continued with a prompt, too: `claude --continue "$(cat letter)"`."""
    path = Path(_transcript(folder, _claude(*words)))
    with state.opened(folder) as store:
        assert _doubted_in_an_import(store, path) == [each for each in words if each == LETTER]


def _doubted(material: Material) -> list[str]:
    return [each.text for each in typed_texts(redacted(material)) if each.in_doubt]


def _doubted_in_an_import(store: Store, path: Path) -> list[str]:
    [found] = imports.read(path, "claude-code")
    assert isinstance(found, imports.Conversation)
    with closing(Staging()) as staged:
        _stage(staged, store, found, path)
        return [each.prompt for each in staged.turns(found.id) if each.in_doubt]


@pytest.mark.parametrize(("typed_after", "is_learned"), [(20, False), (400, True)])
def test_a_prompt_that_waited_over_a_pause_is_not_learned_from(
    folder: Folder, run: Hook, typed_after: int, is_learned: bool
) -> None:
    begun = time.time() - 1000

    def event(at: float, **payload: Any) -> Json:
        return codex_line("event_msg", payload, begun + at)

    def prompted(at: float, words: str) -> Json:
        item = {"type": "UserMessage", "id": words, "content": [{"type": "text", "text": words}]}
        return event(at, type="item_completed", turn_id="turn", item=item)

    lines = [event(0, type="task_started"), prompted(1, CAT)]
    if is_learned:
        lines += [event(300, type="task_complete"), event(typed_after, type="task_started")]
    content = codex([]) + json_lines(*lines, prompted(typed_after, BEES))
    path = _transcript(folder, content, "rollout-1.jsonl")
    run("UserPromptSubmit", "codex", transcript_path=path, prompt=BEES, turn_id="turn")
    with state.opened(folder) as store:
        consent.pause(store.db, None, begun + 10)
        consent.resume(store.db, begun + 15)
        sessions.ingest(store, wait_for_quiet=False)
        assert _outcomes(store) == {("pending", "") if is_learned else ("skipped", consent.PAUSED)}


@pytest.mark.parametrize("command", ["", "resume", "exec", "e", "mcp-server"])
def test_a_script_in_a_session_of_codex_leaves_no_receipt(
    folder: Folder, run: Hook, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(hook.invocation, "command", lambda *_: command)
    path = _transcript(folder, codex([(BEES, "Good.")]))
    run("UserPromptSubmit", "codex", transcript_path=path, prompt=BEES, turn_id="key-1")
    assert any(folder.spool.glob("*.json")) == (command in ("", "resume"))


def test_what_a_hook_took_for_an_agent_s_no_import_learns(folder: Folder, run: Hook) -> None:
    path = Path(_transcript(folder, _claude(_RUN, CAT)))
    run("UserPromptSubmit", transcript_path=str(path), prompt=CAT, prompt_id="key-1")
    with state.opened(folder) as store, closing(Staging()) as staged:
        sessions.ingest(store, wait_for_quiet=False)
        # Compacted since, or continued in another file, it begins with other words.
        path.write_text(path.read_text().splitlines()[1])
        [found] = imports.read(path, "claude-code")
        assert isinstance(found, imports.Conversation)
        _stage(staged, store, found, path)
        [thread] = staged
        assert thread.refusals == (eligibility.AGENT,) and not thread.prompts


def _import(store: Store, path: Path) -> tuple[Thread, list[str]]:
    """What an import has of a transcript, and the prompts that it may learn from."""
    with closing(Staging()) as staged:
        [found] = imports.read(path, "claude-code")
        assert isinstance(found, imports.Conversation)
        _stage(staged, store, found, path)
        [thread] = staged
        return thread, [each.prompt for each in staged.turns(thread.id)]


def _stage(staged: Staging, store: Store, conversation: imports.Conversation, path: Path) -> None:
    rules, having = eligibility.Eligibility(store.db), Receipts(store)
    from_files.stage(staged, rules, having, conversation, path)


def test_of_a_connected_program_an_import_takes_what_has_a_receipt(
    folder: Folder, run: Hook
) -> None:
    said = [BEES, CAT, "I moved to Oslo in May"]
    path = Path(_transcript(folder, _claude(*said)))
    with state.opened(folder) as store:
        clients.record(store.db, "claude-code", now=START + 0.5)
        run("UserPromptSubmit", transcript_path=str(path), prompt=said[2], prompt_id="key-2")
        for _ in ("not read yet", "in the ledger"):
            thread, taken = _import(store, path)
            assert taken == [BEES, said[2]], "before it was connected, and with a receipt"
            assert thread.refusals == (consent.UNMARKED,)
            sessions.ingest(store, wait_for_quiet=False)


@pytest.mark.parametrize(
    ("begun", "ended", "taken"),
    [(-1, None, []), (1, None, [0]), (-1, 1, [1]), (0.5, 0.6, [0, 1]), (3, None, [0, 1])],
)
def test_an_import_takes_all_that_was_typed_while_a_program_was_not_connected(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, begun: float, ended: float | None,
    taken: list[int],
) -> None:  # fmt: skip
    said = [BEES, CAT]
    path = Path(_transcript(folder, _claude(*said)))
    with state.opened(folder) as store:
        clients.record(store.db, "claude-code", now=START + begun)
        if ended is not None:
            monkeypatch.setattr(clients.time, "time", lambda: START + ended)
            clients.disconnect(store.db, "claude-code")
            monkeypatch.undo()
            clients.record(store.db, "claude-code")
        assert _import(store, path)[1] == [said[number] for number in taken]


@pytest.mark.parametrize("is_read", [True, False])
def test_what_was_said_for_another_profile_no_import_learns(
    folder: Folder, run: Hook, monkeypatch: pytest.MonkeyPatch, is_read: bool
) -> None:
    work = Folder(folder.path, "work")
    work.create()
    path = Path(_transcript(folder, _claude(BEES, CAT)))
    with state.opened(folder) as store, state.opened(work) as other:
        clients.record(store.db, "claude-code")
        monkeypatch.setenv("LLM_MEMORY_PROFILE", "work")
        run("UserPromptSubmit", transcript_path=str(path), prompt=BEES, prompt_id="key-0")
        if is_read:
            sessions.ingest(other, wait_for_quiet=False)
        thread, taken = _import(store, path)
        assert taken == [CAT] and thread.refusals == (consent.OTHER_PROFILE,)
        assert _import(other, path)[1] == [BEES, CAT]


def test_a_profile_is_created_when_a_connected_program_uses_it_first(
    folder: Folder, run: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(_transcript(folder, _claude(BEES, CAT)))
    monkeypatch.setenv("LLM_MEMORY_PROFILE", "work")
    work = Folder(folder.path, "work")
    assert not work.state.exists()
    run("UserPromptSubmit", transcript_path=str(path), prompt=BEES, prompt_id="key-0")
    with state.opened(work) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert _import(store, path)[1] == [BEES]


def test_the_first_receipt_tells_that_a_program_was_connected(folder: Folder, run: Hook) -> None:
    """The record of the connection may be lost with a damaged state.db."""
    path = Path(_transcript(folder, _claude(BEES, CAT, "I moved to Oslo in May")))
    run("UserPromptSubmit", transcript_path=str(path), prompt=CAT, prompt_id="key-1")
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert _import(store, path)[1] == [BEES, CAT]


def test_an_import_takes_no_words_that_replaced_those_of_a_receipt(
    folder: Folder, run: Hook
) -> None:
    path = Path(_transcript(folder, _claude(BEES)))
    with state.opened(folder) as store:
        clients.record(store.db, "claude-code", now=START - 1)
        run("UserPromptSubmit", transcript_path=str(path), prompt=BEES, prompt_id="key-0")
        sessions.ingest(store, wait_for_quiet=False)
        assert _import(store, path)[1] == [BEES]
        path.write_text(path.read_text().replace("bees", "wasps"))
        assert _import(store, path)[1] == []


@pytest.mark.parametrize("is_read", [True, False])
@pytest.mark.parametrize("is_local", [True, False])
def test_an_import_sends_no_model_elsewhere_what_was_said_here(
    folder: Folder, run: Hook, monkeypatch: pytest.MonkeyPatch, is_local: bool, is_read: bool
) -> None:
    """A hook has seen where it was said; of the second turn nothing is known."""
    path = Path(_transcript(folder, _told("I see.", _REPEATED)))
    with state.opened(folder) as store, closing(Staging()) as staged:
        clients.record(store.db, "claude-code", is_local=is_local)
        run("UserPromptSubmit", transcript_path=str(path), prompt=_EARN, prompt_id="key-0")
        if is_read:
            sessions.ingest(store, wait_for_quiet=False)
        [found] = imports.read(path, "claude-code")
        assert isinstance(found, imports.Conversation)
        _stage(staged, store, found, path)
        turns = [each.turn for each in staged.turns(found.id)]
        assert [turn.response for turn in turns] == ["I see.", "" if is_local else _REPEATED]
        monkeypatch.setattr(update.location, "destination", lambda *_: CLOUD)
        asked = list[list[str]]()
        monkeypatch.setattr(
            update, "redacted", lambda material: asked.append([t.prompt for t in material.turns])
        )
        prompts = {turn.id: turn.prompt for turn in turns}
        for part in (turns[:1], turns):
            update.learn_from(
                store, Settings(), Material(found.id, part, prompts, {}, "claude-code"), "m"
            )
        assert asked == ([[_ASKED]] if is_local else [[_EARN], [_EARN, _ASKED]])


def test_codex_exec_is_not_learned_from(folder: Folder, run: Hook) -> None:
    path = _transcript(folder, codex([(BEES, "")], source="exec"), "rollout-1.jsonl")
    run("UserPromptSubmit", "codex", transcript_path=path, prompt=BEES, turn_id="1")
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert _outcomes(store) == {("skipped", sessions.NOT_TYPED)}


@pytest.mark.parametrize(
    "env",
    [
        {"LLM_MEMORY_DISABLED": "true"},
        {"LLM_MEMORY_UPDATES": "false"},
        {"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"},
    ],
)
def test_with_memory_off_there_is_no_receipt(
    folder: Folder, run: Hook, env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _transcript(folder, _claude(BEES))
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    run("UserPromptSubmit", transcript_path=path, prompt=BEES, prompt_id="key-0")
    assert not folder.spool.exists()


def test_during_a_pause_nothing_is_given_and_nothing_kept(folder: Folder, run: Hook) -> None:
    _write_profile(folder, "- Keeps bees\n")
    path = _transcript(folder, _claude(BEES))
    with state.opened(folder) as store:
        consent.pause(store.db, None, time.time())
    assert not run("SessionStart", transcript_path=path)
    assert not run("UserPromptSubmit", transcript_path=path, prompt=BEES, prompt_id="key-0")
    assert not folder.spool.exists()


def test_a_turn_of_a_pause_or_forgotten_is_skipped(folder: Folder, run: Hook) -> None:
    path = _transcript(folder, _claude(BEES))
    run("UserPromptSubmit", transcript_path=path, prompt=BEES, prompt_id="key-0")
    with state.opened(folder) as store:
        turn = f"claude-code:{json.loads(Path(path).read_text())['uuid']}"
        forgotten.block(store.db, "Keeps bees", BEES, turn, time.time())
        sessions.ingest(store, wait_for_quiet=False)
        [(outcome, _reason)] = _outcomes(store)
        assert outcome == "skipped"


def _write_profile(folder: Folder, facts: str) -> None:
    with state.opened(folder) as store, versions.current(store) as before:
        versions.save(store, before, NewVersion(f"# User Profile\n\n## Interests\n{facts}", "edit"))


def _context(printed: str) -> str:
    found: str = json.loads(printed)["hookSpecificOutput"]["additionalContext"]
    return found


def test_a_session_that_was_open_when_its_program_was_disconnected(
    folder: Folder, run: Hook
) -> None:
    """It still runs the hooks that it read of its files when it began."""
    _write_profile(folder, "- Keeps bees\n")
    path = _transcript(folder, _claude(BEES))
    given = {"transcript_path": path, "prompt": BEES, "prompt_id": "key-0"}
    with state.opened(folder) as store:
        clients.record(store.db, "claude-code")
        clients.disconnect(store.db, "claude-code")
    assert not run("SessionStart", **given)
    assert not run("UserPromptSubmit", **given)
    assert not folder.spool.exists()
    with state.opened(folder) as store:
        clients.record(store.db, "claude-code")
    assert "Keeps bees" in run("SessionStart", **given)
    run("UserPromptSubmit", **given)
    assert list(folder.spool.iterdir())


def test_a_session_begins_with_the_profile_as_far_as_it_may_go(folder: Folder, run: Hook) -> None:
    assert run("SessionStart") == ""
    _write_profile(folder, "- Keeps bees\n- Takes insulin #local\n\n## Archive\n- Had hens\n")
    given = _context(run("SessionStart", source="compact"))
    assert "- Keeps bees" in given and given.startswith("<user_memory>")
    assert "insulin" not in given and "hens" not in given
    with state.opened(folder) as store:
        clients.record(store.db, "codex", is_local=True)
    assert "insulin" in _context(run("SessionStart", "codex"))
    assert "insulin" not in _context(run("SessionStart", "claude-code"))


def test_what_is_said_to_a_local_client_is_local(folder: Folder, run: Hook) -> None:
    path = _transcript(folder, _claude(BEES, CAT))
    run("UserPromptSubmit", transcript_path=path, prompt=BEES, prompt_id="key-0")
    with state.opened(folder) as store:
        clients.record(store.db, "claude-code", is_local=True)
        run("UserPromptSubmit", transcript_path=path, prompt=CAT, prompt_id="key-1")
        sessions.ingest(store, wait_for_quiet=False)
        rows = store.db.execute("select place from turns order by started").fetchall()
        assert [row["place"] for row in rows] == ["elsewhere", "here"]


def test_each_profile_has_its_own_receipts(
    folder: Folder, run: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Folder(folder.path, "work")
    work.create()
    with state.opened(work):
        pass
    monkeypatch.setenv("LLM_MEMORY_PROFILE", "work")
    path = _transcript(folder, _claude(BEES))
    run("UserPromptSubmit", transcript_path=path, prompt=BEES, prompt_id="key-0")
    assert list(work.spool.iterdir()) and not folder.spool.exists()


def _propose(store: Store, fact: str, quote: str, client: str = "claude-code") -> None:
    edit = Edit("add", "Interests", new=fact)
    said = proposing.propose(
        store, edit, asked_by=CLOUD, model=client, thread="", client=client, quote=quote
    )
    assert not said


def _proven(store: Store) -> dict[str, bool | None]:
    """Whether each quote of Claude Code's proposals was typed, as far as is known."""
    found = proposals.every(store.db).values()
    return {each.quote: each.is_typed for each in found if each.client == "claude-code"}


@pytest.mark.parametrize("outcome", ["pending", "learned", "skipped"])
def test_a_quote_is_also_looked_up_in_what_was_read_of_the_session_before(
    folder: Folder, run: Hook, outcome: str
) -> None:
    later = ("Please remember that", "I live in Rome")
    path = Path(_transcript(folder, _claude(BEES)))
    run("UserPromptSubmit", transcript_path=str(path), prompt=BEES, prompt_id="key-0")
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        [conversation] = ledger.pending(store.db, 0)
        if outcome == "learned":
            _learned(store, conversation)
        elif outcome == "skipped":  # nothing tells any more what its words were
            ledger.resolve(store.db, conversation.turn_ids, outcome, "x", 1)
        for number, words in enumerate(later, 1):
            key = f"key-{number}"
            run("UserPromptSubmit", transcript_path=str(path), prompt=words, prompt_id=key)
        path.write_text(_claude(BEES, *later))
        for fact, quote in (("Has bees", "I keep bees"), ("Is a king", "I am a king")):
            _propose(store, fact, quote)
        sessions.ingest(store, wait_for_quiet=False)
        expected = None if outcome == "skipped" else True
        assert _proven(store) == {"I keep bees": expected, "I am a king": False}


def _learned(store: Store, conversation: ledger.Conversation) -> None:
    """Record an update that learned from the words of a conversation's turn."""
    number = updates.begin(store.db, conversation.thread_id, "m", "lines", time.time())
    edit = Edit("add", "Interests", new="Keeps bees", quote=BEES)
    verdict = Verdict(edit, turn_id=conversation.turn_ids[0])
    with state.transaction(store.db):
        updates.finish(store.db, number, conversation.turn_ids, [verdict], time.time())


@pytest.mark.parametrize("is_read", [True, False])
def test_of_another_session_s_words_nobody_says_that_they_were_not_typed(
    folder: Folder, run: Hook, is_read: bool
) -> None:
    """Two sessions of one program: nothing tells in which of them its model proposed."""
    today = {"timestamp": iso_date(time.time())}
    one = _transcript(folder, _claude(BEES, **today))
    other = _transcript(folder, _claude(CAT, sessionId="b", **today), "b.jsonl")
    run("UserPromptSubmit", transcript_path=one, prompt=BEES, prompt_id="key-0")
    with state.opened(folder) as store:
        if is_read:
            sessions.ingest(store, wait_for_quiet=False)
        about = {"session_id": "b", "transcript_path": other}
        run("UserPromptSubmit", prompt=CAT, prompt_id="key-0", **about)
        for fact, quote in (("Has bees", BEES), ("Has a cat", CAT), ("Is a king", "I am one")):
            _propose(store, fact, quote)
        run("SessionEnd", **about)
        sessions.ingest(store)
        assert _proven(store) == {BEES: None, CAT: True, "I am one": None}
        run("UserPromptSubmit", transcript_path=one, prompt=BEES, prompt_id="key-0")
        sessions.ingest(store, wait_for_quiet=False)
        assert _proven(store) == {BEES: True, CAT: True, "I am one": None}


@pytest.mark.parametrize("content", ["", None], ids=["emptied", "of another format"])
def test_what_cannot_be_read_proves_nothing(folder: Folder, run: Hook, content: str | None) -> None:
    path = Path(_transcript(folder, _claude(BEES)))
    run("UserPromptSubmit", transcript_path=str(path), prompt=BEES, prompt_id="key-0")
    path.write_text("%PDF" if content is None else content)
    with state.opened(folder) as store:
        _propose(store, "Has bees", BEES)
        sessions.ingest(store, wait_for_quiet=False)
        assert _proven(store) == {BEES: None}


def test_a_quote_of_a_proposal_is_looked_up_in_what_was_typed(folder: Folder, run: Hook) -> None:
    path = _transcript(folder, _claude(BEES, CAT))
    run("UserPromptSubmit", transcript_path=path, prompt=BEES, prompt_id="key-0")
    with state.opened(folder) as store:
        for client, fact, quote in (
            ("claude-code", "Keeps bees", "I keep bees"),
            ("claude-code", "Has a cat", "my cat is called Miso"),  # typed without a receipt
            ("claude-code", "Lives in Rome", "I live in Rome"),
            ("cursor", "Has bees", "I keep bees"),
        ):
            _propose(store, fact, quote, client)
        sessions.ingest(store, wait_for_quiet=False)
        assert _proven(store) == {
            "I keep bees": True, "my cat is called Miso": False, "I live in Rome": False,
        }  # fmt: skip
        [other] = [one for one in proposals.every(store.db).values() if one.client == "cursor"]
        assert other.is_typed is None


HENS = "Which breed were my hens in Lisbon?"
QUEEN = "Where does the hive of queen Albatross stand?"


@pytest.fixture
def known(folder: Folder) -> Folder:
    """A memory with an archived fact, and a passage that is indexed."""
    _write_profile(folder, "- Likes tea\n\n## Archive: Interests\n- Had hens in Lisbon\n")
    notes.add(folder, "The hive of queen Albatross stands behind the barn")
    with state.opened(folder) as store:
        archived.sync(store.db, versions.read(store).text)
        list(lookup.update_index(store))
    return folder


@pytest.mark.usefixtures("known")
def test_a_prompt_is_given_what_bears_on_it(run: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Archived facts are given as by `llm`, passages only with recall on."""
    given = {"prompt": f"{HENS} {QUEEN}", "transcript_path": "/nowhere"}
    told = _context(run("UserPromptSubmit", session_id="a", **given))
    assert "Had hens in Lisbon" in told and "Albatross" not in told
    with monkeypatch.context() as patch:
        patch.setenv("LLM_MEMORY_ARCHIVE", "false")
        assert run("UserPromptSubmit", session_id="c", **given) == ""
    monkeypatch.setenv("LLM_MEMORY_RECALL", "true")
    told = _context(run("UserPromptSubmit", session_id="b", **given))
    assert "Had hens in Lisbon" in told and "behind the barn" in told
    monkeypatch.setenv("LLM_MEMORY_LEARN_ONLY", "true")
    assert run("UserPromptSubmit", **given) == "" and run("SessionStart") == ""


def test_what_a_session_was_given_is_not_given_again(
    known: Folder, run: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LLM_MEMORY_RECALL", "true")

    def told(session: str = "a", prompt: str = f"{HENS} {QUEEN}") -> tuple[bool, bool]:
        path = "/nowhere"
        said = run("UserPromptSubmit", session_id=session, prompt=prompt, transcript_path=path)
        return "Had hens in Lisbon" in said, "behind the barn" in said

    assert told(prompt=HENS) == (True, False)
    assert told() == (False, True)
    assert told() == (False, False)
    assert told("b") == (True, True)
    [*_, kept] = sorted(known.spool.glob("*.given"))
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert "hens" not in kept.read_text() and "barn" not in kept.read_text()
    with state.opened(known) as store:
        sessions.ingest(store, wait_for_quiet=False)
    assert told() == (False, False), "the session goes on after it was read"
    run("SessionStart", session_id="a", source="resume")
    assert told() == (False, False)
    run("SessionStart", session_id="a", source="compact")
    assert told() == (True, True)
    os.utime(kept, (time.time() - 2 * 86400,) * 2)
    assert told("c") == (True, True) and not kept.exists()


@pytest.mark.parametrize("event", ["SessionEnd", "Stop"])
@pytest.mark.parametrize("off", ["paused", "LLM_MEMORY_DISABLED", "LLM_MEMORY_UPDATES"])
def test_with_memory_off_the_end_of_a_session_wakes_nobody(
    folder: Folder, run: Hook, event: str, off: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, woken = _transcript(folder, _claude(BEES)), list[Any]()
    monkeypatch.setattr(hook.daemon, "wake", lambda *given, **_: woken.append(given))
    run("UserPromptSubmit", transcript_path=path, prompt=BEES, prompt_id="key-0")
    assert len(woken) == 1
    before = set(folder.spool.iterdir())
    if off == "paused":
        with state.opened(folder) as store:
            consent.pause(store.db, None, time.time())
    else:
        monkeypatch.setenv(off, "false" if off.endswith("UPDATES") else "true")
    run(event, transcript_path=path)
    assert len(woken) == 1 and set(folder.spool.iterdir()) == before


# What may be wrong when a hook runs; the session must not notice.
BROKEN: dict[str, Callable[[Folder], object]] = {
    "state.db is damaged": lambda f: f.state.write_bytes(b"nonsense" * 1000),
    "state.db is missing": lambda f: f.state.unlink(),
    "the spool is a file": lambda f: f.spool.write_text("x"),
    "the folder is gone": lambda f: f.path.rename(f.path.with_name("gone")),
    "the profile is not text": lambda f: f.profile.write_bytes(b"\xff\xfe\x00" * 9),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_folder_is_not_the_session_s_problem(folder: Folder, run: Hook, name: str) -> None:
    path = _transcript(folder, _claude(BEES))
    BROKEN[name](folder)
    for event in hook.EVENTS:
        assert run(event, transcript_path=path, prompt=BEES, prompt_id="key-0") == ""


@pytest.mark.parametrize(
    "given",
    [
        {"session_id": 5, "prompt": ["x"], "cwd": 7, "transcript_path": {}},
        {"session_id": "../../x", "prompt": BEES, "transcript_path": "\0", "cwd": "/nowhere"},
        {"session_id": "s" * 3000, "prompt": "\ud800" + BEES, "transcript_path": "/dev/null"},
        {"session_id": "s", "prompt": BEES, "prompt_id": "../../../tmp/x", "transcript_path": "/"},
    ],
)
def test_odd_input_does_no_harm(folder: Folder, run: Hook, given: dict[str, Any]) -> None:
    for event in (*hook.EVENTS, "PreToolUse", ""):
        assert run(event, **given) == ""
    assert {path.parent for path in folder.path.rglob("*.json")} <= {folder.spool}
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert not ledger.pending(store.db, 0)


def test_old_receipts_are_deleted(folder: Folder, run: Hook) -> None:
    path = _transcript(folder, _claude(BEES))
    run("UserPromptSubmit", transcript_path=path, prompt=BEES, prompt_id="key-0")
    [receipt] = folder.spool.iterdir()
    left = write_file(folder.spool / ".half-written", "{")
    os.utime(left, (time.time() - 2 * receipts.KEPT,) * 2)
    with state.opened(folder) as store:
        sessions.ingest(store)
    assert list(folder.spool.iterdir()) == [receipt]


def test_a_session_that_is_in_use_is_not_read(folder: Folder, run: Hook) -> None:
    path = _transcript(folder, _claude(BEES))
    run("UserPromptSubmit", transcript_path=path, prompt=BEES, prompt_id="key-0")
    now = time.time()
    [session] = receipts.sessions(folder, now)
    assert session.ready_at > now
    os.utime(path, (now + 100, now + 100))
    [session] = receipts.sessions(folder, now + 200)
    assert session.ready_at == pytest.approx(now + 100 + receipts.QUIET, abs=1)
    # If the clock was set back since, the session counts as quiet.
    [session] = receipts.sessions(folder, now - 5000)
    assert session.ready_at <= now - 5000


@pytest.mark.parametrize(
    ("opening", "is_run"),
    [
        ("You are an autonomous agent that keeps a vault of notes.", True),
        ("# Role\nYou are a monitoring worker. Check the queue.", True),
        ("<task>Fix the failing tests</task>", True),
        ("Run the nightly report. Do not ask the user for anything.", True),
        ("This is an automated run. Summarise the log.", True),
        ("I am building an autonomous agent for my garden", False),
        ("My agent sold the house. What do I sign?", False),
        ("Fix the failing tests in parser.py, I work on it since May", False),
        ("you are wrong about the worker pool, it is the lock", False),
        ("Hi, you are my planner today", False),
        ("Can you write an agent that reads mail?", False),
    ],
)
def test_what_begins_as_an_agent_s_run(opening: str, is_run: bool) -> None:
    assert begins_a_run(opening) is is_run


_EARN = "I earn 91,234 at the mill"
_ASKED = "I keep bees behind my house. What do I earn?"
_REPEATED = "You earn 91,234 at the mill."


def _told(*answers: str, at: float = START) -> str:
    """A session of Claude Code with `_EARN`, then `_ASKED`, then `CAT`, and these answers."""
    lines = []
    for number, (said, answered) in enumerate(zip((_EARN, _ASKED, CAT), answers, strict=False)):
        # Ids that are not in the order of the turns, as the program's own are random.
        own = {"promptId": f"key-{number}", "uuid": f"{9 - number}-of-a-turn"}
        now = at + 10 * number
        lines += [
            claude_code_record("user", said, now, origin={"kind": "human"}, **own),
            claude_code_record("assistant", answered, now + 1),
        ]
    return json_lines(*lines)


@pytest.mark.parametrize("how", ["memory off", "a pause", "another profile", "a local model"])
def test_an_answer_that_may_repeat_what_stays_is_in_no_request(
    folder: Folder, run: Hook, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The program sends its model the whole session with each prompt."""
    path = _transcript(folder, _told("I see.", _REPEATED, "Nice.", at=time.time()))
    with monkeypatch.context() as here, state.opened(folder) as store:
        if how == "a pause":
            consent.pause(store.db, None, time.time())
        elif how == "a local model":
            clients.record(store.db, "claude-code", is_local=True)
        elif how == "another profile":
            here.setenv("LLM_MEMORY_PROFILE", "work")
        else:
            here.setenv("LLM_MEMORY_DISABLED", "true")
        run("UserPromptSubmit", transcript_path=path, prompt=_EARN, prompt_id="key-0")
        consent.resume(store.db, time.time())
        clients.record(store.db, "claude-code", is_local=False)
    for number, words in ((1, _ASKED), (2, CAT)):
        key = f"key-{number}"
        run("UserPromptSubmit", transcript_path=path, prompt=words, prompt_id=key)
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert _REPEATED not in _answers(store).values()
        assert len(_answers(store)) == (1 if how == "a local model" else 0)


@pytest.mark.parametrize("when", ["before it is read", "while it waits"])
def test_what_is_forgotten_before_it_is_learned_from_is_in_no_request(
    folder: Folder, run: Hook, when: str
) -> None:
    now = time.time()
    path = Path(_transcript(folder, _told("I see.", _REPEATED, at=now - 60)))
    with state.opened(folder) as store:
        manual.add(store, [("Personal Information", "Earns 91,234 at the mill")])
        for number, words in ((0, _EARN), (1, _ASKED)):
            key = f"key-{number}"
            run("UserPromptSubmit", transcript_path=str(path), prompt=words, prompt_id=key)
        if when == "while it waits":
            sessions.ingest(store, wait_for_quiet=False)
        manual.forget(store, ["Earns 91,234 at the mill"])
        sessions.ingest(store, wait_for_quiet=False)
        [conversation] = ledger.pending(store.db, 0)
        material = take_pending(store, Settings(), conversation)
        assert [turn.prompt for turn in material.turns] == [_ASKED] and not material.replies
        assert ("skipped", consent.FORGOTTEN) in _outcomes(store)


def test_an_answer_after_a_learned_turn_that_was_forgotten_since_is_in_no_request(
    folder: Folder, run: Hook
) -> None:
    path = Path(_transcript(folder, _told("I see.", "Nice.", _REPEATED, at=time.time() - 90)))
    with state.opened(folder) as store:
        manual.add(store, [("Personal Information", "Earns 91,234 at the mill")])
        for number, words in ((0, _EARN), (1, _ASKED), (2, CAT)):
            key = f"key-{number}"
            run("UserPromptSubmit", transcript_path=str(path), prompt=words, prompt_id=key)
        sessions.ingest(store, wait_for_quiet=False)
        learned = [f"claude-code:{number}-of-a-turn" for number in (9, 8)]
        ledger.resolve(store.db, learned, "learned", "", 0)
        [conversation] = ledger.pending(store.db, 0)
        assert _REPEATED in take_pending(store, Settings(), conversation).replies.values()
        manual.forget(store, ["Earns 91,234 at the mill"])
        material = take_pending(store, Settings(), conversation)
        assert [turn.prompt for turn in material.turns] == [CAT] and not material.replies


def test_what_is_said_again_after_it_was_forgotten_is_asked_about(
    folder: Folder, run: Hook
) -> None:
    path = _transcript(folder, _told("I see.", at=time.time() + 60))
    with state.opened(folder) as store:
        manual.add(store, [("Personal Information", "Earns 91,234 at the mill")])
        manual.forget(store, ["Earns 91,234 at the mill"])
        run("UserPromptSubmit", transcript_path=path, prompt=_EARN, prompt_id="key-0")
        sessions.ingest(store, wait_for_quiet=False)
        assert _pending_turns(store) == [_EARN]


def test_the_answers_of_a_session_with_memory_on_are_in_the_request(
    folder: Folder, run: Hook
) -> None:
    path = _transcript(folder, _told("I see.", _REPEATED))
    for number, words in ((0, _EARN), (1, _ASKED)):
        key = f"key-{number}"
        run("UserPromptSubmit", transcript_path=path, prompt=words, prompt_id=key)
    with state.opened(folder) as store:
        sessions.ingest(store, wait_for_quiet=False)
        assert _answers(store) == {_EARN: "I see.", _ASKED: _REPEATED}


def _answers(store: Store) -> dict[str, str]:
    """The answers that a request about the session's pending turns has, by their prompts."""
    [conversation] = ledger.pending(store.db, 0)
    material = take_pending(store, Settings(), conversation)
    return {
        turn.prompt: material.replies[turn.id]
        for turn in material.turns
        if turn.id in material.replies
    }


@pytest.mark.product
def test_many_hooks_at_once_lose_nothing(product: Product) -> None:
    product.answer({"hive": 'ADD Interests | Keeps bees | "I keep bees"'})
    product.run("memory", "add", "Lives in Oslo")
    said = [f"I keep bees in hive {number}" for number in range(12)]
    path = write_file(product.home / "s.jsonl", _claude(*said))
    given = {"session_id": "s", "transcript_path": str(path), "cwd": str(product.home)}
    with ThreadPoolExecutor(6) as pool:
        for number, words in enumerate(said):
            prompt = {**given, "prompt": words, "prompt_id": f"key-{number}"}
            pool.submit(product.hook, "UserPromptSubmit", prompt)
    assert len(list(product.folder.spool.iterdir())) == 12
    assert len([line for line in running_processes(product.folder.path) if "watcher" in line]) == 1
    product.hook("SessionEnd", given)
    product.wait_for_fact("Keeps bees")
    assert product.wait_until_settled()["turns"]["learned"] == 12
    assert len(product.requests()) == 1


@pytest.mark.product
def test_the_daemon_learns_what_a_hook_saw(product: Product) -> None:
    product.answer({"bees": 'ADD Interests | Keeps bees | "I keep bees"'})
    product.run("memory", "add", "Lives in Oslo")
    path = write_file(product.home / "s.jsonl", _claude(BEES))
    given = {"session_id": "s", "transcript_path": str(path), "cwd": str(product.home)}
    product.hook("UserPromptSubmit", {**given, "prompt": BEES, "prompt_id": "key-0"})
    product.hook("SessionEnd", given)
    product.wait_for_fact("Keeps bees")
    assert "claude-code:" in product.run("memory", "why", "bees").out
    assert "Keeps bees" in product.hook("SessionStart", given)
    product.wait_until_settled()
    assert len(product.requests()) == 1
    assert "claude-code" in product.run("memory", "cost").out
