"""`llm memory serve` as a process: two commands, and the first request is answered."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from llm_user_memory.server.embedded import Server
from llm_user_memory.server.settings import variables

from .conftest import open_folder

LLM = Path(sys.prefix) / "bin" / "llm"
ROOT = Path(__file__).parents[3]


class Process:
    """`llm memory serve` in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.output = folder.parent / "output"
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [LLM, "memory", "serve", "--folder", self.folder, *words]
        return subprocess.run(command, capture_output=True, text=True, timeout=120)

    def start(self, *options: str) -> str:
        """Start it and wait until it answers; returns what it printed."""
        command = [LLM, "memory", "serve", "--folder", self.folder, "--port", str(self.port)]
        with self.output.open("w") as file:
            self.process = subprocess.Popen([*command, *options], stderr=file)
        while True:
            assert self.process.poll() is None, self.output.read_text()
            try:
                httpx.get(f"http://127.0.0.1:{self.port}/docs")
                return self.output.read_text()
            except httpx.TransportError:
                time.sleep(0.1)

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(60)

    def get(self, key: str) -> Any:
        headers = {"Authorization": f"Bearer {key}", "X-Memory-User": "ada"}
        return httpx.get(f"http://127.0.0.1:{self.port}/v1/messages", headers=headers)


@pytest.fixture
def process() -> Iterator[Process]:
    folder = open_folder()
    made = Process(folder / "db")
    yield made
    if hasattr(made, "process") and made.process.poll() is None:
        made.stop()
    server = Server(made.folder)
    if server.is_running():  # as after SIGKILL
        server.start()
        server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_one_command_serves_and_ends_gracefully(process: Process, workers: str) -> None:
    printed = process.start("--workers", workers)
    [key] = re.findall(r"lum_\w{12}_[\w-]{43}", printed)
    assert process.get(key).json() == {"messages": [], "next": None}
    # While it runs, the other commands use the database beside it.
    added = process.run("key", "add", "another", "--user", "ada", "--scope", "read", "--days", "2")
    assert process.get(added.stdout.strip()).status_code == 200
    listed = process.run("key", "list").stdout
    assert "another  read  for ada" in listed and "first  admin read write  for any user" in listed
    assert process.run("key", "revoke", "another").stdout == "Revoked 1 key.\n"
    assert process.get(added.stdout.strip()).status_code == 401
    assert process.run("key", "revoke", "another").returncode == 1
    checked = process.run("check")
    assert checked.returncode == 0 and "Users are apart from each other." in checked.stdout
    assert process.run("migrate").stdout == "The database is up to date.\n"
    assert process.stop() == 0
    assert not Server(process.folder).is_running()
    assert "lum_" not in process.start(), "the key is shown once"
    assert process.get(key).status_code == 200


def test_a_killed_server_leaves_its_database_to_the_next(process: Process) -> None:
    [key] = re.findall(r"lum_\w{12}_[\w-]{43}", process.start())
    process.stop(signal.SIGKILL)
    assert Server(process.folder).is_running()
    process.start()
    assert process.get(key).status_code == 200


def test_a_killed_database_is_started_again(process: Process) -> None:
    [key] = re.findall(r"lum_\w{12}_[\w-]{43}", process.start())
    named = process.folder / "postgres" / "postmaster.pid"
    os.kill(int(named.read_text().split()[0]), signal.SIGKILL)
    end = time.monotonic() + 60
    while process.get(key).status_code != 200:
        assert time.monotonic() < end
        time.sleep(0.2)


def test_without_a_url_for_administration_nothing_is_administered() -> None:
    env = {**os.environ, "LLM_MEMORY_SERVER_DATABASE": "postgresql://x@127.0.0.1:1/none"}
    for words in (["migrate"], ["init"], ["key", "list"], ["check"], []):
        run = subprocess.run(
            [LLM, "memory", "serve", *words], env=env, capture_output=True, text=True, timeout=60
        )
        assert run.returncode == 1
        assert re.search("LLM_MEMORY_SERVER_ADMIN|cannot be reached", run.stderr), run.stderr
        assert "Traceback" not in run.stderr


def test_every_setting_is_in_the_docs_with_its_default() -> None:
    page = (ROOT / "docs" / "server.md").read_text()
    for variable, default in variables().items():
        assert f"| `{variable}` | {f'`{default}`' if default else ''}".rstrip() in page
