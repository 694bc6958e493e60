"""`ask_memory` asks in a child process, which lasts no longer than somebody waits for it."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.export_files import write_file
from support.mcp_client import CAPABILITIES, VERSION, Client, connected
from support.product import LIMIT, Product, until

from llm_user_memory.clients.programs import server_command
from llm_user_memory.learn import manual
from llm_user_memory.store import state

pytestmark = [pytest.mark.once, pytest.mark.slow, pytest.mark.product]

QUESTION = "Where do I live?"
ANSWER = 'ANSWER: In Oslo.\nFROM 1: "Lives in Oslo"'

# The model: as a plugin may, it starts a program of its own, and leaves that to itself.
_STARTS = """
import os, subprocess, sys
other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open({pids!r} + ".new", "w") as file:
    file.write(f"{{os.getpid()}} {{other.pid}}")
os.rename({pids!r} + ".new", {pids!r})
"""
_HANGS = "import time; time.sleep(600)"

# Uses the tool as the server does, and prints what was answered and what that has loaded.
_SCRIPT = f"""
import sys
from pathlib import Path
from llm_user_memory.mcp import stdio
from llm_user_memory.mcp.memory import Caller
from llm_user_memory.mcp.tools import Tools
found = Tools(Path(sys.argv[1])).call("ask_memory", {{"question": {QUESTION!r}}}, Caller())
print(found.structured["answer"])
print(sorted({{"llm", "click", "pydantic", "openai", "asyncio"}} & set(sys.modules)))
"""


@pytest.fixture
def asked(product: Product) -> Product:
    """A memory that knows where the user lives, and a model for questions."""
    product.env |= {"LLM_MEMORY_ASK_MODEL": "scripted", "LLM_LOAD_PLUGINS": "llm_scripted"}
    with state.opened(product.folder) as store:
        manual.add(store, [("Personal Information", "Lives in Oslo")])
    product.answer(prompts={QUESTION: ANSWER})
    return product


@contextmanager
def _connected(product: Product) -> Iterator[Client]:
    with connected(product.user_path, **product.env) as client:
        yield client


def test_an_answer_quotes_the_memory(asked: Product) -> None:
    with _connected(asked) as client:
        result = client.call("ask_memory", question=QUESTION)
    assert result["structuredContent"]["answer"] == "In Oslo."
    assert [each["quote"] for each in result["structuredContent"]["cited"]] == ["Lives in Oslo"]


def test_the_server_does_not_load_llm_to_ask(asked: Product) -> None:
    command = [sys.executable, "-c", _SCRIPT, str(asked.folder.path)]
    ran = subprocess.run(command, env=asked.env, stdout=-1, text=True, check=True, timeout=LIMIT)
    assert ran.stdout == "In Oslo.\n[]\n"


@pytest.mark.parametrize(
    ("deed", "said"),
    [("!raise Surprise", "could not be asked"), ("!exit", "ended without an answer")],
)
def test_a_model_that_fails_is_told_of(asked: Product, deed: str, said: str) -> None:
    asked.answer(prompts={QUESTION: deed})
    with _connected(asked) as client:
        result = client.call("ask_memory", question=QUESTION)
        assert result["isError"] is True and said in result["content"][0]["text"]
        assert "Oslo" in client.said("profile")


def test_what_the_model_started_does_not_outlast_its_answer(asked: Product) -> None:
    pids = _starting(asked, f"answer = [{ANSWER!r}]")
    with _connected(asked) as client:
        assert client.call("ask_memory", question=QUESTION)["structuredContent"]["answer"]
        _wait_until_gone(pids)


def test_a_cancelled_question_is_asked_no_longer(asked: Product) -> None:
    pids = _starting(asked, _HANGS)
    with _connected(asked) as client:
        id = client.begin("tools/call", {"name": "ask_memory", "arguments": {"question": QUESTION}})
        until(pids.exists, "that the model is asked")
        assert len(_alive(pids)) == 2
        params = {"requestId": id, "reason": "enough"}
        client.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
        _wait_until_gone(pids)
        assert "Oslo" in client.said("profile"), "the next answer is of the next request"
        assert client.end() == 0


def test_a_cancelled_id_that_is_used_again_is_answered_once(asked: Product) -> None:
    pids = _starting(asked, _HANGS)
    with _connected(asked) as client:
        id = client.begin("tools/call", {"name": "ask_memory", "arguments": {"question": QUESTION}})
        until(pids.exists, "that the model is asked")
        client.write(
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}
        )
        client.write(_request(id, "profile", {}))
        assert "Oslo" in json.dumps(client.read())
        _wait_until_gone(pids)
        assert "Oslo" in client.said("profile")
        assert client.end() == 0


def _hang_up(server: "subprocess.Popen[bytes]") -> None:
    assert server.stdin and server.stdout
    server.stdin.close()
    server.stdout.close()


@pytest.mark.parametrize("go", [_hang_up, subprocess.Popen.terminate, subprocess.Popen.kill])
def test_nothing_is_left_when_the_client_or_the_server_goes(
    asked: Product, go: Callable[["subprocess.Popen[bytes]"], None]
) -> None:
    pids = _starting(asked, _HANGS)
    command = [sys.executable, "-m", "llm_user_memory.mcp"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=asked.env) as server:
        assert server.stdin
        request = _request(1, "ask_memory", {"question": QUESTION})
        server.stdin.write(json.dumps(request).encode() + b"\n")
        server.stdin.flush()
        until(pids.exists, "that the model is asked")
        assert len(_alive(pids)) == 2
        go(server)
        _wait_until_gone(pids)
        server.wait(LIMIT)


@pytest.mark.parametrize("command", [server_command("any"), ["llm", "memory", "mcp"]])
def test_nothing_of_the_folder_in_which_a_client_runs_is_loaded(
    asked: Product, command: list[str]
) -> None:
    """It may be somebody else's repository."""
    repository = asked.base / "repository"
    for name in ("argparse.py", "json.py", "llm.py", "llm_user_memory/__init__.py"):
        write_file(repository / name, f"open({str(asked.base / 'loaded')!r}, 'a').write({name!r})")
    command = [shutil.which(command[0], path=asked.env["PATH"]) or "", *command[1:]]
    del asked.env["LLM_LOAD_PLUGINS"]  # the command is one
    given = json.dumps(_request(1, "ask_memory", {"question": QUESTION})).encode()
    ran = subprocess.run(
        command, input=given, stdout=-1, env=asked.env, cwd=repository, timeout=LIMIT
    )
    assert not (asked.base / "loaded").exists()
    assert json.loads(ran.stdout)["result"]["structuredContent"]["answer"] == "In Oslo."


def _request(id: int, tool: str, given: dict[str, Any]) -> dict[str, Any]:
    meta = {VERSION: "2026-07-28", CAPABILITIES: {}}
    params = {"name": tool, "arguments": given, "_meta": meta}
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}


def _starting(product: Product, code: str) -> Path:
    """Have the model start a program, then do the rest; returns the file of both pids."""
    pids = product.base / "pids"
    starts = _STARTS.format(pids=str(pids))
    product.answer(prompts={QUESTION: f"!do {starts}\n{code}"})
    return pids


def _alive(pids: Path) -> list[str]:
    """The states of the processes that have not ended."""
    command = ["ps", "-o", "stat=", "-p", pids.read_text().replace(" ", ",")]
    shown = subprocess.run(command, capture_output=True, text=True).stdout.split()
    return [found for found in shown if not found.startswith("Z")]  # nobody waited for it yet


def _wait_until_gone(pids: Path) -> None:
    until(lambda: not _alive(pids), "that no process is left", 60)
