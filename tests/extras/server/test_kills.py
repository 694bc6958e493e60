"""SIGKILL of the server, the process that learns, and the database, at random, under load."""

import os
import random
import re
import signal
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from support.product import until

from .test_serve import KEY, Process, install_model, process

__all__ = ["process"]

# For so long, by the clock, one after the other is killed: KILLS_MINUTES=10 are ten minutes.
_MINUTES = os.environ.get("KILLS_MINUTES") or ("2" if "TORTURE" in os.environ else "0.2")
SECONDS = 60 * float(_MINUTES)
WRITERS = 3
THINGS = ("bees", "stamps", "coins", "boats", "kites")
PER_SESSION = len(THINGS)
MOST_WAITING = 150  # sessions, of which a minute's kills hold up some for as long as a claim lasts
WRONG = ("lost", "stored twice", "not learned from", "learned from twice")

# It proposes a fact for each message that it is shown.
MODEL = """
import re
import llm

class EachMessage(llm.Model):
    model_id = "each"

    def execute(self, prompt, *args, **kwargs):
        for thing in re.findall(r"I collect (\\w+) these days", prompt.prompt):
            yield f'ADD Interests | Collects {thing} | "I collect {thing} these days"\\n'
        yield "SUMMARY: About a collection."

@llm.hookimpl
def register_models(register):
    register(EachMessage())
"""


def kill_database(process: Process) -> None:
    """Kill PostgreSQL; one that was killed before is started again first."""
    named = process.folder / "postgres" / "postmaster.pid"

    def is_killed() -> bool:
        with suppress(OSError, ValueError, IndexError):
            os.kill(int(named.read_text().split()[0]), signal.SIGKILL)
            return True
        return False

    until(is_killed, "that PostgreSQL runs")


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.timeout(600 + 3 * SECONDS)
def test_no_accepted_message_is_lost_and_each_is_learned_from_once(
    process: Process, tmp_path: Path, workers: str
) -> None:
    env = install_model(tmp_path, MODEL) | {"LLM_MEMORY_SERVER_MODEL": "each"}
    # As many tokens as they need: with those of a day a user's sessions wait until tomorrow.
    env |= {"LLM_MEMORY_SERVER_QUIET": "1", "LLM_MEMORY_SERVER_DAILY_TOKENS": "0"}
    options = ("--workers", workers)
    [key] = re.findall(KEY, process.start(*options, **env))
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
                if at % PER_SESSION == 0 and waiting(http) > MOST_WAITING:
                    time.sleep(0.1)
                    continue
                content = f"I collect {THINGS[at % PER_SESSION]} these days."
                message = {"id": f"m{at}", "session": f"s{at // PER_SESSION}", "role": "user",
                           "typed": True, "content": content}  # fmt: skip
                try:
                    answer = http.post("/v1/messages", json={"messages": [message]})
                except httpx.TransportError:
                    time.sleep(0.1)
                    continue
                assert answer.status_code in (201, 503), answer.text
                if answer.status_code == 201:
                    accepted[number].append(message["id"])
                    at += 1

    writers = [
        threading.Thread(target=write, args=(number,), daemon=True)  # a test that fails ends
        for number in range(WRITERS)
    ]
    for each in writers:
        each.start()
    chance = random.Random(os.environ.get("TORTURE", "1"))
    end, kills = time.monotonic() + SECONDS, Counter[str]()
    while time.monotonic() < end:
        time.sleep(chance.uniform(0.5, 2.5))
        target = chance.choice(["server", "database", "learner"])
        if target == "server":
            process.stop(signal.SIGKILL)
            process.start(*options, **env)
        elif target == "database":
            kill_database(process)
        else:
            for pid in process.learners()[:1]:
                os.kill(pid, signal.SIGKILL)
        kills[target] += 1
    time.sleep(3)
    ended.set()
    for each in writers:
        each.join()
    counts = Counter({"accepted": sum(map(len, accepted))})
    for number in range(WRITERS):
        with client(number) as http:
            lines = learned(http, accepted[number])
            left = waiting(http)
        sent = Counter(accepted[number])
        stored = Counter(re.findall(r'^{"kind": "message", "id": "(\w+)"', "\n".join(lines), re.M))
        known = Counter(events(lines))
        counts["lost"] += (sent - stored).total()
        counts["stored twice"] += (stored - sent).total()
        counts["not learned from"] += (sent - known).total()
        counts["learned from twice"] += (known - sent).total()
        counts["sessions learned from"] += len({int(name[1:]) // PER_SESSION for name in known})
    done = f"{dict(counts)}, {left:g} waiting"
    print(f"{workers} workers, {SECONDS:.0f} s, kills {dict(kills)}: {done}")
    assert counts["accepted"] > kills.total() > 0
    assert not any(counts[wrong] for wrong in WRONG), counts


def waiting(http: httpx.Client) -> float:
    """How many sessions of all users wait to be learned from; infinitely many without an answer."""
    with suppress(httpx.TransportError):
        if found := re.search(r"^\w*jobs_waiting (\S+)$", http.get("/metrics").text, re.M):
            return float(found[1])
    return float("inf")


def learned(http: httpx.Client, messages: list[str]) -> list[str]:
    """The lines of the user's export, when each message was learned from, or in the end.

    What is missing then is told by whoever compares.
    """
    end = time.monotonic() + 240 + SECONDS
    lines: list[str] = []
    while True:
        answer = http.get("/v1/export")
        if answer.status_code == 200:
            lines = answer.text.splitlines()
        if not set(messages) - set(events(lines)) or time.monotonic() > end:
            return lines
        time.sleep(1)


def events(lines: list[str]) -> list[str]:
    """The messages of all that happened to facts."""
    found = [line for line in lines if line.startswith('{"kind": "event"')]
    return re.findall(r'"message": "(\w+)"', "\n".join(found))
