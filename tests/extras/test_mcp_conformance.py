"""The official conformance suite of MCP, on what of it a server like ours has.

The suite speaks HTTP, so that a bridge stands between. Most of its other scenarios want tools of
their own (images, sampling, tasks), which a fixture server would have and our memory has not.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.mcp_over_http import served

pytestmark = pytest.mark.timeout(600)

SCENARIOS = {
    "2025-06-18": ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"],
    "2025-11-25": ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"],
    "2026-07-28": [
        *("server-stateless", "tools-list", "resources-list", "prompts-list", "caching"),
        *("sep-2164-resource-not-found", "input-required-result-unsupported-methods"),
    ],
}

_HEADERS = "headers repeat the message in HTTP alone; there are none on standard input"
_FIXTURE = "the check wants a tool of the suite's own"
_STREAMS = "the bridge has no streams; test_protocol.py tries subscriptions on standard input"
EXPECTED = {
    "sep-2575-server-sends-subscription-ack": _STREAMS,
    "sep-2575-server-tags-subscription-id": _STREAMS,
    "sep-2575-server-honors-notification-filter": _STREAMS,
    "sep-2575-http-server-no-independent-requests-on-stream": _FIXTURE,
    "sep-2575-server-no-log-without-loglevel": _FIXTURE,
    "sep-2575-http-server-header-mismatch-400": _HEADERS,
    "sep-2575-server-rejects-undeclared-capability": _FIXTURE,
    "sep-2575-missing-capability-http-400": _FIXTURE,
}
"""The checks that fail, and why they may. A check that begins to pass is to be taken out."""

_CHECK = re.compile(r"\[([\w-]+) *\] (?:\x1b\[\d+m)?(FAILURE|SUCCESS|WARNING)")


def _checks(programs: Path, url: str, scenario: str, version: str) -> dict[str, set[str]]:
    """The outcomes of the checks of a scenario, by their names."""
    command = [programs / "conformance", "server", "--url", url]
    command += ["--scenario", scenario, "--spec-version", version]
    env = {**os.environ, "FORCE_COLOR": "0"}
    ran = subprocess.run(command, capture_output=True, text=True, timeout=200, env=env)
    found: dict[str, set[str]] = {}
    for name, outcome in _CHECK.findall(ran.stdout):
        found.setdefault(name, set()).add(outcome)
    assert found, (scenario, ran.stdout[-2000:], ran.stderr[-2000:])
    return found


def test_the_official_suite(programs: Path, tmp_path: Path) -> None:
    failed: set[str] = set()
    passed = 0
    for version, scenarios in SCENARIOS.items():
        with served(tmp_path / version) as url:
            for scenario in scenarios:
                for name, outcomes in _checks(programs, url, scenario, version).items():
                    failed |= {name} if "FAILURE" in outcomes else set()
                    passed += outcomes == {"SUCCESS"}
    assert failed == EXPECTED.keys()
    assert passed > 40


def test_the_inspector(programs: Path, tmp_path: Path) -> None:
    def inspect(*words: str) -> dict[str, object]:
        command = [programs / "mcp-inspector", "--cli", sys.executable, "-m", "llm_user_memory.mcp"]
        env = {**os.environ, "LLM_USER_PATH": str(tmp_path / "llm")}
        done = [*command, "-e", f"LLM_USER_PATH={tmp_path / 'llm'}", *words]
        ran = subprocess.run(done, capture_output=True, text=True, timeout=200, env=env)
        assert ran.returncode == 0, ran.stderr
        result: dict[str, object] = json.loads(ran.stdout)
        return result

    listed = inspect("--method", "tools/list", "--strict")["tools"]
    assert isinstance(listed, list)
    assert {"search", "profile", "remember"} <= {tool["name"] for tool in listed}
    noted = inspect("--method", "tools/call", "--tool-name", "note", "--tool-arg", "text=Bees hum")
    assert "Noted" in json.dumps(noted)
    assert "profile" in json.dumps(inspect("--method", "resources/list"))
    recall = ("--method", "prompts/get", "--prompt-name", "recall", "--prompt-args", "topic=bees")
    assert "messages" in inspect(*recall)
