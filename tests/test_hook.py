"""The process of a hook: whatever is wrong, it exits with 0 and prints nothing about it."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from support.mounts import fill, on_small_disk, read_only

from llm_user_memory import Memory, hook
from llm_user_memory.clients import PROGRAMS, Place
from llm_user_memory.settings import Folder
from llm_user_memory.store import consent, state
from llm_user_memory.store.locks import try_lock

pytestmark = [pytest.mark.once, pytest.mark.slow]

GIVEN = {"session_id": "s", "transcript_path": "/nowhere/s.jsonl", "prompt": "How are the bees?"}
LIMIT = 60

HOOK = "{python} -m llm_user_memory.hook {event} claude-code "


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """A memory with a fact, in which no daemon is started."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path / "llm"))
    monkeypatch.setenv("LLM_MEMORY_UPDATES", "false")
    folder = Folder(tmp_path / "llm" / "memory")
    Memory(folder.path).add("Keeps bees")
    return folder


def _run(script: str, event: str = "SessionStart", given: bytes = b"") -> str:
    """Run a line of the shell with a hook in it, which has to succeed in silence."""
    whole = script.format(python=shlex.quote(sys.executable), event=event)
    ran = subprocess.run(
        ["sh", "-c", whole], input=given, capture_output=True, timeout=LIMIT, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, b""), (whole, given[:80])
    return ran.stdout.decode()


@pytest.mark.parametrize(
    "redirection", [">/dev/full", ">&-", "<&-", "<&- >&-", "2>&-", "</dev/null"]
)
@pytest.mark.usefixtures("folder")
def test_streams_that_are_closed_or_full(redirection: str) -> None:
    for event in hook.EVENTS:
        _run(HOOK + redirection, event, json.dumps(GIVEN).encode())


@pytest.mark.usefixtures("folder")
def test_a_program_that_does_not_read_is_no_error() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    command = [sys.executable, "-m", "llm_user_memory.hook", "SessionStart", "claude-code"]
    ran = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.PIPE, timeout=LIMIT
    )
    os.close(theirs)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize(
    "given",
    [
        b"\xff\xfe\x00{",
        b'{"session_id": "\xff"}',
        b"[" * 200_000,
        b"9" * 6_000,
        b'{"session_id": "s"',
        json.dumps({**GIVEN, "cwd": "\0", "session_id": 5}).encode(),
        json.dumps({**GIVEN, "prompt": "word " * 5_000_000}).encode(),
    ],
)
@pytest.mark.usefixtures("folder")
def test_odd_input(given: bytes) -> None:
    """The last is larger than what a pipe holds: the program that writes it sees no error."""
    for event in (*hook.EVENTS, "Unknown", "''"):
        assert _run(HOOK, event, given) == ""


@pytest.mark.parametrize("disk", ["read-only", "full", "full but for a page"])
def test_a_folder_that_cannot_be_written(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, disk: str
) -> None:
    """With updates on, so that receipts are written, or would be."""
    monkeypatch.setenv("LLM_MEMORY_UPDATES", "true")
    given = {**GIVEN, "cwd": str(folder.path.parent)}
    with _daemon_in(folder):
        _run(HOOK, "UserPromptSubmit", json.dumps(given).encode())
        assert list(folder.spool.glob("*.json"))
    with ExitStack() as stack:
        if disk == "read-only":
            stack.enter_context(_daemon_in(folder))
            stack.enter_context(read_only(folder.path))
        else:
            stack.enter_context(on_small_disk(folder.path, kilobytes=4_000))
            stack.enter_context(_daemon_in(folder))
            fill(folder.path, leaving=4096 if disk == "full but for a page" else 0)
        for number, event in enumerate(hook.EVENTS):
            whole = {**given, "session_id": f"new-{number}", "prompt_id": str(number)}
            _run(HOOK, event, json.dumps(whole).encode())
            _run(HOOK, event, json.dumps(given).encode())
        for receipt in folder.spool.glob("*.json"):
            assert json.loads(receipt.read_text()), "a receipt is whole, or is not there"


@contextmanager
def _daemon_in(folder: Folder) -> Iterator[None]:
    """What looks to a hook like a running daemon, so that it starts none."""
    lock = try_lock(folder.daemon_lock)
    assert lock is not None
    try:
        yield
    finally:
        os.close(lock)


def test_what_is_given_ends_with_a_pause(folder: Folder) -> None:
    assert "Keeps bees" in _run(HOOK)
    with state.opened(folder) as store:
        consent.pause(store.db, None, 1.0)
    for event in hook.EVENTS:
        assert _run(HOOK, event, json.dumps(GIVEN).encode()) == ""


@pytest.mark.parametrize("gone", ["hook.py", "settings.py", "store", "store/receipts.py"])
@pytest.mark.usefixtures("folder")
def test_a_package_of_which_a_part_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    """As while it is installed anew, by the command that `connect` writes."""
    package = Path(hook.__file__).parent
    copy = shutil.copytree(package, tmp_path / "site" / package.name)
    monkeypatch.setenv("PYTHONPATH", str(copy.parent))
    place = Place({"PATH": "/nowhere"}, tmp_path)
    entries = PROGRAMS["claude-code"].entries(place)
    commands = [entry.value["hooks"][0]["command"] for entry in entries if entry.is_item]
    assert len(commands) == 3 and "Keeps bees" in _run(commands[0])
    part = copy / gone
    if part.is_dir():
        shutil.rmtree(part)
    else:
        part.unlink()
    for command in commands:
        assert _run(command, given=json.dumps(GIVEN).encode()) == ""
