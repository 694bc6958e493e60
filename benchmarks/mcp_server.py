"""Measures the MCP server: from its start to the list of its tools, and to what a search finds.

    python benchmarks/mcp_server.py [RUNS]

Prints medians, each also as a multiple of starting Python alone, and the memory of the process.
The bars are 150 ms and 30 MB up to the list of tools, and 300 ms for a search in the folder of
LLM_USER_PATH, or in an empty one.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
SEARCH = {"name": "search", "arguments": {"query": "which database did we choose"}}


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as empty:
        env = {"LLM_USER_PATH": str(Path(empty, "llm")), **os.environ}
        python = median(
            _timed(lambda: subprocess.run([sys.executable, "-c", ""])) for _ in range(runs)
        )
        found = [_session(env) for _ in range(runs)]
    print(f"{'':<24}{'ms':>8}  {'x python':>8}")
    print(f"{'python alone':<24}{python * 1000:>8.0f}  {1:>8.1f}")
    names = ("start to tools/list", "first search", "second search")
    for name, values in zip(names, zip(*(times for times, _ in found), strict=True), strict=True):
        value = median(values)
        print(f"{name:<24}{value * 1000:>8.0f}  {value / python:>8.1f}")
    print(f"memory at tools/list    {median(size for _, size in found) / 1024:>8.1f} MB")


def _session(env: dict[str, str]) -> tuple[tuple[float, float, float], int]:
    """The seconds to the list, and of two searches; and the kB in use at the list."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "llm_user_memory.mcp"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=env) as server:
        _ask(server, "tools/list", {})
        listed = time.perf_counter() - began
        size = _resident(server.pid)
        searches = [_timed(lambda: _ask(server, "tools/call", SEARCH)) for _ in range(2)]
        assert server.stdin
        server.stdin.close()
    return (listed, searches[0], searches[1]), size


def _ask(server: "subprocess.Popen[bytes]", method: str, params: dict[str, Any]) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": META}}
    assert server.stdin and server.stdout
    server.stdin.write(json.dumps(request).encode() + b"\n")
    server.stdin.flush()
    answer = json.loads(server.stdout.readline())
    assert "result" in answer, answer


def _timed(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def _resident(pid: int) -> int:
    shown = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, check=True)
    return int(shown.stdout)


if __name__ == "__main__":
    main()
