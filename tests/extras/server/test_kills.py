"""SIGKILL of the server, the process that learns, and the database, at random, under load."""

import os
import random
import re
import signal
import subprocess
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx
from support.product import until

from .test_serve import Process, install_model, process

__all__ = ["process"]

KILLS = 60 if "TORTURE" in os.environ else 6
WRITERS = 3


def learners(process: Process) -> list[int]:
    """The processes that learn on this database."""
    listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True).stdout
    found = [line.split()[0] for line in listed.splitlines() if "server.worker" in line]
    return [pid for pid in map(int, found) if belongs(pid, process)]


def kill_database(process: Process) -> None:
    """Kill PostgreSQL; one that was killed before is started again first."""
    named = process.folder / "postgres" / "postmaster.pid"

    def is_killed() -> bool:
        with suppress(OSError, ValueError, IndexError):
            os.kill(int(named.read_text().split()[0]), signal.SIGKILL)
            return True
        return False

    until(is_killed, "that PostgreSQL runs")


def belongs(pid: int, process: Process) -> bool:
    try:
        return os.fsencode(process.folder) in Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return False


def test_no_accepted_message_is_lost_and_each_is_learned_from_once(
    process: Process, tmp_path: Path
) -> None:
    env = install_model(tmp_path) | {"LLM_MEMORY_SERVER_QUIET": "1"}
    [key] = re.findall(r"lum_\w{12}_[\w-]{43}", process.start(**env))
    ended = threading.Event()
    accepted: list[list[str]] = [[] for _ in range(WRITERS)]

    def client(number: int) -> httpx.Client:
        headers = {"Authorization": f"Bearer {key}", "X-Memory-User": f"user-{number}"}
        return httpx.Client(
            base_url=f"http://127.0.0.1:{process.port}", headers=headers, timeout=20
        )

    def write(number: int) -> None:
        at = 0
        with client(number) as http:
            while not ended.is_set():
                message = {"id": f"m{at}", "session": f"s{at // 5}", "role": "user",
                           "typed": True, "content": f"I live in Oslo, {at}."}  # fmt: skip
                try:
                    answer = http.post("/v1/messages", json={"messages": [message]})
                except httpx.TransportError:
                    time.sleep(0.1)
                    continue
                assert answer.status_code in (201, 503), answer.text
                if answer.status_code == 201:
                    accepted[number].append(message["id"])
                    at += 1

    writers = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    for each in writers:
        each.start()
    chance = random.Random(os.environ.get("TORTURE", "1"))
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.5, 2.5))
        target = chance.choice(["server", "database", "learner"])
        if target == "server":
            process.stop(signal.SIGKILL)
            process.start(**env)
        elif target == "database":
            kill_database(process)
        else:
            for pid in learners(process)[:1]:
                os.kill(pid, signal.SIGKILL)
    time.sleep(3)
    ended.set()
    for each in writers:
        each.join()
    assert sum(map(len, accepted)) > KILLS
    for number in range(WRITERS):
        with client(number) as http:
            wait_until_learned(http, len(accepted[number]))
            lines = http.get("/v1/export").text.splitlines()
        stored = Counter(re.findall(r'^{"kind": "message", "id": "(\w+)"', "\n".join(lines), re.M))
        assert stored == Counter(accepted[number])
        events = [line for line in lines if line.startswith('{"kind": "event"')]
        said = Counter(re.findall(r'"message": "(\w+)"', "\n".join(events)))
        # The model quotes the first message of what it is asked about.
        assert set(said.values()) == {1}, "learned from twice"


def wait_until_learned(http: httpx.Client, messages: int) -> None:
    """Wait until each session has a summary, as after its last messages were learned from."""
    end = time.monotonic() + 240
    while True:
        sessions = http.get("/v1/sessions", params={"limit": 500}).json().get("sessions", [])
        if sum(each["messages"] for each in sessions) == messages and all(
            each["summary"] for each in sessions
        ):
            return
        assert time.monotonic() < end, sessions
        time.sleep(0.5)
