"""Measures the MCP server: the time from its start to the list of its tools, and of a search.

    python benchmarks/mcp_server.py [RUNS] [TURNS]

With TURNS, the searches are in a log of that many turns, which is made and indexed first (100,000
take minutes); otherwise in the folder of LLM_USER_PATH, or in an empty one. Prints for each the
median and the minimum of wall and CPU time in milliseconds, and the ratio to the start of Python
alone. The runs of both alternate, so that a busy machine slows both down. The limits are 150 ms and
30 MB up to the list of tools, and 300 ms for a search.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import large_log
from recall_scale import Prose

from llm_user_memory.recall.index import refresh
from llm_user_memory.settings import Folder
from llm_user_memory.store import state

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
PYTHON, LISTED, FIRST, LATER = "python alone", "start to tools/list", "first search", "later search"
LATER_SEARCHES = 5


class Taken(NamedTuple):
    """Milliseconds of wall time, and of CPU time."""

    wall: float
    cpu: float


def main(arguments: Sequence[str]) -> None:
    runs, turns = (*map(int, arguments), *(15, 0)[len(arguments) :])
    with tempfile.TemporaryDirectory() as empty:
        env = {"LLM_USER_PATH": str(Path(empty, "llm")), **os.environ}
        if turns:
            env["LLM_USER_PATH"] = str(Path(empty, "llm"))
            _make(Folder(Path(empty, "llm", "memory")), turns)
        found: dict[str, list[Taken]] = {PYTHON: [], LISTED: [], FIRST: [], LATER: []}
        sizes = [_one_run(env, found, number, turns) for number in range(runs)]
    print(f"{runs} runs, in a log of {turns:,} turns" if turns else f"{runs} runs")
    print(f"{'':<20}{'wall: ms':>9}{'least':>7}{'x python':>10}{'cpu: ms':>10}{'x python':>10}")
    for name, taken in found.items():
        print(_row(name, taken, found[PYTHON]))
    print(f"memory at tools/list{median(sizes) / 1024:>9.1f} MB")


def _row(name: str, taken: Sequence[Taken], python: Sequence[Taken]) -> str:
    wall, cpu = (median(each) for each in zip(*taken, strict=True))
    of_wall, of_cpu = (median(each) for each in zip(*python, strict=True))
    least = min(each.wall for each in taken)
    return (
        f"{name:<20}{wall:>9.0f}{least:>7.0f}{wall / of_wall:>10.1f}"
        f"{cpu:>10.0f}{cpu / of_cpu:>10.1f}"
    )


def _make(folder: Folder, turns: int) -> None:
    """Write a log of prose, and index it."""
    folder.create()
    first = time.time() - turns * 60 - 7 * 86400
    large_log.write(folder.logs, turns, first, Prose().turn)
    large_log.account(folder, first)
    with refresh.writing(folder) as db, state.opened(folder) as store:
        sum(refresh.update_text(db, store))


def _one_run(env: dict[str, str], found: dict[str, list[Taken]], number: int, turns: int) -> int:
    """Start Python alone and a server; return the server's kB after it has listed its tools."""
    found[PYTHON].append(_alone())
    began = time.perf_counter()
    command = [sys.executable, "-m", "llm_user_memory.mcp"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=env) as server:
        _ask(server, "tools/list", {})
        wall = time.perf_counter() - began
        found[LISTED].append(Taken(1000 * wall, _cpu(server.pid)))
        size = _resident(server.pid)
        for search in range(1 + LATER_SEARCHES):
            question = _question(number * 10 + search, turns)
            taken = _timed(server, lambda asked=question: _search(server, asked))
            found[LATER if search else FIRST].append(taken)
        assert server.stdin
        server.stdin.close()
    return size


def _alone() -> Taken:
    before, began = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    wall, after = time.perf_counter() - began, os.times()
    cpu = after.children_user + after.children_system
    return Taken(1000 * wall, 1000 * (cpu - before.children_user - before.children_system))


_prose = Prose()


def _question(number: int, turns: int) -> str:
    """A question with words of the log, a different one for each number."""
    return _prose.question(number * 997 % turns) if turns else f"which database {number}"


def _search(server: "subprocess.Popen[bytes]", query: str) -> None:
    _ask(server, "tools/call", {"name": "search", "arguments": {"query": query}})


def _timed(server: "subprocess.Popen[bytes]", act: Callable[[], object]) -> Taken:
    before, began = _cpu(server.pid), time.perf_counter()
    act()
    wall = time.perf_counter() - began
    return Taken(1000 * wall, _cpu(server.pid) - before)


def _ask(server: "subprocess.Popen[bytes]", method: str, params: dict[str, Any]) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": META}}
    assert server.stdin and server.stdout
    server.stdin.write(json.dumps(request).encode() + b"\n")
    server.stdin.flush()
    answer = json.loads(server.stdout.readline())
    assert "result" in answer and not answer["result"].get("isError"), answer


def _cpu(pid: int) -> float:
    """Milliseconds of CPU time that the threads of a process have used so far (Linux)."""
    ran = [Path(one, "schedstat").read_text() for one in Path(f"/proc/{pid}/task").iterdir()]
    return sum(int(each.split()[0]) for each in ran) / 1e6


def _resident(pid: int) -> int:
    shown = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, check=True)
    return int(shown.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
