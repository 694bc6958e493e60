"""`llm memory serve` as a process: two commands, and the first request is answered."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from support.product import until

from llm_user_memory.errors import ServerError
from llm_user_memory.server import run
from llm_user_memory.server.embedded import Server
from llm_user_memory.server.settings import variables

from .conftest import open_folder

LLM = Path(sys.prefix) / "bin" / "llm"
ROOT = Path(__file__).parents[3]
KEY = r"lum_\w{12}_[\w-]{43}"


PLUGIN = """
import os
import llm

class Fixed(llm.Model):
    model_id = "fixed"

    def execute(self, prompt, *args, **kwargs):
        if "Oslo" in prompt.prompt:
            yield 'ADD Personal Information | Lives in Oslo | "I live in Oslo"\\n'
            yield "SUMMARY: About Oslo."

        elif "one word" in prompt.prompt:
            yield "Yes"
        elif waits := os.environ.get("WAITS_AT"):
            with open(waits) as gate:
                gate.read()  # until the test closes it
            yield "NOT FOUND"

class Broken(llm.Model):
    model_id = "broken"

    def execute(self, prompt, *args, **kwargs):
        raise OSError("no route")

class Letters(llm.EmbeddingModel):
    model_id = "letters"

    def embed_batch(self, items):
        yield from ([float(len(each)), 1.0] for each in items)

class BrokenLetters(llm.EmbeddingModel):
    model_id = "broken"

    def embed_batch(self, items):
        raise OSError("no route")

@llm.hookimpl
def register_models(register):
    register(Fixed())
    register(Broken())

@llm.hookimpl
def register_embedding_models(register):
    register(Letters())
    register(BrokenLetters())
"""


def install_model(folder: Path, code: str = PLUGIN) -> dict[str, str]:
    """Install a plugin into a folder; returns the variables with which the server uses it."""
    plugin = folder / "plugin"
    plugin.mkdir()
    (plugin / "fixed_model.py").write_text(code)
    information = plugin / "fixed_model-1.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: fixed-model\nVersion: 1\n")
    (information / "entry_points.txt").write_text("[llm]\nfixed_model = fixed_model\n")
    paths = os.pathsep.join(filter(None, [str(plugin), os.environ.get("PYTHONPATH")]))
    return {"PYTHONPATH": paths, "LLM_MEMORY_SERVER_MODEL": "fixed"}


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

    def launch(self, *options: str, cwd: Path | None = None, **env: str) -> None:
        """Start it, and do not wait."""
        command = [LLM, "memory", "serve", "--folder", self.folder, "--port", str(self.port)]
        with self.output.open("w") as file:
            self.process = subprocess.Popen(
                [*command, *options], stderr=file, env={**os.environ, **env}, cwd=cwd
            )

    def start(self, *options: str, cwd: Path | None = None, **env: str) -> str:
        """Start it and wait until it says that it answers; returns what it printed."""
        self.launch(*options, cwd=cwd, **env)
        while "Listening" not in (printed := self.output.read_text()):
            assert self.process.poll() is None, printed
            time.sleep(0.05)
        httpx.get(f"http://127.0.0.1:{self.port}/docs").raise_for_status()
        return printed

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(60)

    def learners(self) -> list[int]:
        """The processes that learn on its database."""
        listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True).stdout
        found = [line.split()[0] for line in listed.splitlines() if "server.worker" in line]
        return [pid for pid in map(int, found) if self._is_started_for_it(pid)]

    def _is_started_for_it(self, pid: int) -> bool:
        try:
            return os.fsencode(self.folder) in Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            return False

    def get(self, key: str) -> Any:
        headers = {"Authorization": f"Bearer {key}", "X-Memory-User": "ada"}
        address = f"http://127.0.0.1:{self.port}/v1/messages"
        return httpx.get(address, headers=headers, timeout=60)  # what is given up is counted, too


@pytest.fixture
def process() -> Iterator[Process]:
    folder = open_folder()
    made = Process(folder / "db")
    yield made
    if hasattr(made, "process") and made.process.poll() is None:
        made.stop()
    for pid in made.learners():  # which should have ended with it
        os.kill(pid, signal.SIGKILL)
    server = Server(made.folder)
    if server.is_running():  # as after SIGKILL
        server.start()
        server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_one_command_serves_and_ends_gracefully(process: Process, workers: str) -> None:
    printed = process.start("--workers", workers)
    assert f"Listening on http://127.0.0.1:{process.port}," in printed
    second = process.run("--port", "1")
    assert second.returncode == 1 and "Another server uses" in second.stderr
    assert "Listening" not in second.stderr
    [key] = re.findall(KEY, printed)
    assert process.get(key).json() == {"messages": [], "next": None}
    # While it runs, the other commands use the database beside it.
    added = process.run("key", "add", "another", "--user", "ada", "--scope", "read", "--days", "2")
    assert process.get(added.stdout.strip()).status_code == 200
    listed = process.run("key", "list").stdout
    assert (
        "another  read  for ada" in listed
        and "first  admin metrics read write  for any user" in listed
    )
    assert f"key revoke {added.stdout.split('_')[1]}` revokes it." in " ".join(added.stderr.split())
    found = json.loads(process.run("key", "list", "--json").stdout)
    assert [(each["name"], each["for_user"], each["revoked"]) for each in found] == [
        ("another", "ada", None),
        ("first", None, None),
    ]
    again = process.run("key", "add", "another")
    assert again.returncode == 1 and "There is a key “another” already." in again.stderr
    assert process.run("key", "add", "x", "--user", "ada", "--scope", "metrics").returncode == 2
    assert process.run("key", "revoke", "another").stdout == "Revoked 1 key.\n"
    assert process.get(added.stdout.strip()).status_code == 401
    assert process.run("key", "revoke", "another").returncode == 1
    checked = process.run("check")
    assert checked.returncode == 0 and "Users are apart from each other." in checked.stdout
    found = json.loads(process.run("check", "--json").stdout)
    assert found["healthy"] and found["facts"] == checked.stdout.splitlines()
    made = json.loads(process.run("key", "add", "third", "--json").stdout)
    assert made["changed"] and process.get(made["key"]).status_code == 200
    back = made["take_back"].split()
    assert json.loads(process.run(*back[back.index("key") :], "--json").stdout)["changed"]
    assert process.get(made["key"]).status_code == 401
    assert process.run("migrate").stdout == "The database is up to date.\n"
    assert process.stop() == 0
    assert not Server(process.folder).is_running()
    assert "lum_" not in process.start(), "the key is shown once"
    assert process.get(key).status_code == 200


@pytest.mark.parametrize("workers", ["1", "2"])
def test_no_code_of_the_current_folder_is_run(
    process: Process, tmp_path: Path, workers: str
) -> None:
    """It may be a cloned repository."""
    ran = tmp_path / "ran"
    for name in ("secrets", "multiprocessing", "pickle", "psycopg", "llm_user_memory"):
        code = f"open({str(ran)!r}, 'a').write({name!r})\nraise ImportError"
        (tmp_path / f"{name}.py").write_text(code)
    process.start("--workers", workers, cwd=tmp_path)
    until(process.learners, "that a process learns")
    assert process.stop() == 0
    assert not ran.exists(), ran.read_text()


def test_a_request_in_flight_is_answered_before_the_server_ends(
    process: Process, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    env = install_model(tmp_path) | {"WAITS_AT": os.fspath(gate)}
    [key] = re.findall(KEY, process.start(**env))
    headers = {"Authorization": f"Bearer {key}", "X-Memory-User": "ada"}
    address = f"http://127.0.0.1:{process.port}"
    with httpx.Client(base_url=address, headers=headers, timeout=60) as client:
        client.post("/v1/facts", json={"text": "Keeps bees"})
        with ThreadPoolExecutor(1) as thread:
            asked = thread.submit(client.post, "/v1/answer", json={"question": "Who keeps bees?"})
            with gate.open("w"):  # the model is being asked
                process.process.send_signal(signal.SIGTERM)
                until(lambda: is_refused(process.port), "that no more requests are taken")
            assert (asked.result().status_code, asked.result().json()["answer"]) == (200, None)
    assert process.process.wait(60) == 0


def is_refused(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) != 0


def test_a_killed_server_leaves_its_database_to_the_next(process: Process) -> None:
    [key] = re.findall(r"lum_\w{12}_[\w-]{43}", process.start())
    process.stop(signal.SIGKILL)
    assert Server(process.folder).is_running()
    process.start()
    assert process.get(key).status_code == 200


@pytest.mark.parametrize("workers", ["1", "2"])
def test_no_process_of_a_killed_server_keeps_the_port(process: Process, workers: str) -> None:
    [key] = re.findall(KEY, process.start("--workers", workers))
    process.stop(signal.SIGKILL)
    until(lambda: is_refused(process.port), "that nothing listens any more")
    process.start("--workers", workers)
    assert process.get(key).status_code == 200


def test_a_process_that_learns_ends_if_the_server_was_killed_while_it_was_starting(
    process: Process,
) -> None:
    process.start()
    process.stop()
    process.launch()
    [learner] = until(process.learners, "that it is started")
    os.kill(learner, signal.SIGSTOP)  # long before it has loaded anything
    process.stop(signal.SIGKILL)
    os.kill(learner, signal.SIGCONT)
    until(lambda: not process.learners(), "that it ends")


def test_it_waits_for_a_port_that_becomes_free(process: Process) -> None:
    """As after a kill, where processes that still load the application have the port."""
    with socket.create_server(("127.0.0.1", process.port)) as taken:

        def free() -> None:
            until(lambda: "is in use; waiting" in process.output.read_text(), "that it waits")
            taken.close()

        process.output.touch()
        thread = threading.Thread(target=free)
        thread.start()
        printed = process.start("--workers", "2")
        thread.join()
    [key] = re.findall(KEY, printed)
    assert process.get(key).status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "203.0.113.1", "no.such.host.invalid"])
def test_an_address_that_cannot_be_had_is_named(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServerError, match=f"{host}, port {port}: [A-Z]"):
            run.wait_for_port(host, port, patience=0.1)


def test_a_killed_database_is_started_again(process: Process) -> None:
    [key] = re.findall(r"lum_\w{12}_[\w-]{43}", process.start())
    named = process.folder / "postgres" / "postmaster.pid"
    os.kill(int(named.read_text().split()[0]), signal.SIGKILL)
    end = time.monotonic() + 60
    while process.get(key).status_code != 200:
        assert time.monotonic() < end
        time.sleep(0.2)


def test_the_process_that_learns_runs_beside_it(process: Process, tmp_path: Path) -> None:
    """A session that another one follows is learned from, by a real plugin's model."""
    printed = process.start(**install_model(tmp_path))
    [key] = re.findall(r"lum_\w{12}_[\w-]{43}", printed)
    headers = {"Authorization": f"Bearer {key}", "X-Memory-User": "ada"}
    with httpx.Client(base_url=f"http://127.0.0.1:{process.port}", headers=headers) as client:
        for session, content in (("s1", "I live in Oslo."), ("s2", "Hello")):
            message = {"session": session, "role": "user", "typed": True, "content": content}
            assert client.post("/v1/messages", json={"messages": [message]}).status_code == 201
        end = time.monotonic() + 60
        while not (facts := client.get("/v1/facts").json()["facts"]):
            assert time.monotonic() < end, process.output.read_text()
            time.sleep(0.2)
        assert [fact["text"] for fact in facts] == ["Lives in Oslo"]
    assert process.stop() == 0


@pytest.mark.parametrize("port", ["0", "-1", "65536", "http"])
def test_a_port_that_is_none_is_a_wrong_call(process: Process, port: str) -> None:
    refused = process.run("--port", port)
    assert refused.returncode == 2 and "--port" in refused.stderr
    assert not process.folder.exists()


def test_without_a_url_for_administration_nothing_is_administered() -> None:
    env = {**os.environ, "LLM_MEMORY_SERVER_DATABASE": "postgresql://x@127.0.0.1:1/none"}
    for words in (["migrate"], ["init"], ["key", "list"], ["check"], []):
        run = subprocess.run(
            [LLM, "memory", "serve", *words], env=env, capture_output=True, text=True, timeout=60
        )
        assert run.returncode == 1
        assert re.search("LLM_MEMORY_SERVER_ADMIN|cannot be reached", run.stderr), run.stderr
        assert "Traceback" not in run.stderr and "Listening" not in run.stderr


@pytest.mark.parametrize(
    ("setting", "value"),
    [("CONNECTIONS", "0"), ("BODY_BYTES", "0"), ("QUIET", "9" * 20), ("REQUESTS", "-1")],
)
def test_settings_that_make_no_sense_are_refused(tmp_path: Path, setting: str, value: str) -> None:
    env = {**os.environ, f"LLM_MEMORY_SERVER_{setting}": value}
    command = [LLM, "memory", "serve", "--folder", tmp_path / "db", "check"]
    run = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert f"LLM_MEMORY_SERVER_{setting} must be" in run.stderr and "Traceback" not in run.stderr


@pytest.fixture
def checked(postgres: Any, tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run `check` on the database of `postgres`, with a plugin's models."""
    env = {
        **os.environ,
        **install_model(tmp_path),
        "LLM_MEMORY_SERVER_DATABASE": postgres.urls().application,
    }

    def run(*options: str, **settings: str) -> subprocess.CompletedProcess[str]:
        given = {f"LLM_MEMORY_SERVER_{name}": value for name, value in settings.items()}
        command = [LLM, "memory", "serve", "check", *options]
        return subprocess.run(
            command, env={**env, **given}, capture_output=True, text=True, timeout=120
        )

    return run


def test_check_looks_for_the_models_and_asks_them_only_if_told(checked: Any) -> None:
    found = checked(EMBEDDER="letters")
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.count("check --try-models` asks it.") == 2
    asked = checked("--try-models", EMBEDDER="letters")
    assert (asked.returncode, asked.stderr) == (0, "")
    assert asked.stdout.splitlines()[-2:] == [
        "The model fixed answers.",
        "The embedding model letters answers, with 2 numbers.",
    ]
    none = checked("--try-models", MODEL="")
    assert none.returncode == 0
    assert "MODEL is not set" in none.stdout and "EMBEDDER is not set" in none.stdout


def test_check_says_which_model_is_missing_and_what_to_run(checked: Any) -> None:
    missing = checked(MODEL="no-such", EMBEDDER="nor-this")
    assert missing.returncode == 1 and "Users are apart" in missing.stdout
    model, embedder = missing.stderr.splitlines()
    assert "“no-such”" in model and "`llm models`" in model and "SERVER_MODEL" in model
    assert "“nor-this”" in embedder and "`llm embed-models`" in embedder
    assert "SERVER_EMBEDDER" in embedder
    for options in ((), ("--try-models",)):
        silent = checked(*options, MODEL="broken", EMBEDDER="broken")
        assert silent.returncode == (1 if options else 0), "a request is made only if it is told"
    assert [("no route" in line, "`llm keys" in line) for line in silent.stderr.splitlines()] == [
        (True, True)
    ] * 2
    assert "Traceback" not in silent.stderr


def test_every_setting_is_in_the_docs_with_its_default() -> None:
    page = (ROOT / "docs" / "server.md").read_text()
    for variable, default in variables().items():
        assert f"| `{variable}` | {f'`{default}`' if default else ''}".rstrip() in page


def docs_block(language: str, begins: str) -> str:
    docs = (Path(__file__).parents[3] / "docs" / "server.md").read_text()
    [found] = [
        b for b in re.findall(rf"```{language}\n(.*?)```", docs, re.S) if b.startswith(begins)
    ]
    return found


def test_the_unit_of_the_docs_is_one(tmp_path: Path) -> None:
    unit = docs_block("ini", "[Unit]")
    [command] = re.findall(r"^ExecStart=/opt/llm-memory/bin/(llm .*)$", unit, re.M)
    require_options(command)
    if (verify := shutil.which("systemd-analyze")) is None:
        pytest.skip("no systemd-analyze")
    file = tmp_path / "llm-memory.service"
    file.write_text(unit.replace("/opt/llm-memory/bin/llm", str(LLM)))
    done = subprocess.run([verify, "verify", file], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_compose_file_of_the_docs_is_one() -> None:
    services = yaml.safe_load(docs_block("yaml", "services:"))["services"]
    [command] = re.findall(r"exec (llm .*)\"", services["memory"]["command"])
    require_options(command)
    assert services["proxy"]["command"].endswith("memory:8377")


def require_options(command: str) -> None:
    """Assert that the command has the options that are given to it."""
    program, *words = command.split()
    shown = subprocess.run([LLM, "memory", "serve", "--help"], capture_output=True, text=True)
    assert program == "llm" and words[:2] == ["memory", "serve"]
    for word in words:
        assert not word.startswith("--") or word in shown.stdout
