"""The official conformance suite of MCP: on the memory, and on a fixture on our server.

The suite speaks HTTP, so that a bridge stands between. `support.mcp_fixture` has the tools,
resources and prompts that most scenarios want. `LEFT_OUT` has the others, and why.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.mcp_over_http import FixtureClient, served

pytestmark = pytest.mark.timeout(600)

VERSIONS = ("2025-06-18", "2025-11-25", "2026-07-28")

SCENARIOS = {
    "2025-06-18": ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"],
    "2025-11-25": ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"],
    "2026-07-28": [
        *("server-stateless", "tools-list", "resources-list", "prompts-list", "caching"),
        *("sep-2164-resource-not-found", "input-required-result-unsupported-methods"),
    ],
}
"""What is run on the memory itself, by the revision."""

ON_THE_FIXTURE = [
    *("tools-list", "resources-list", "prompts-list"),
    *("tools-call-simple-text", "tools-call-image", "tools-call-audio"),
    *("tools-call-embedded-resource", "tools-call-mixed-content", "tools-call-error"),
    *("resources-read-text", "resources-read-binary", "resources-templates-read"),
    *("prompts-get-simple", "prompts-get-with-args", "prompts-get-embedded-resource"),
    *("prompts-get-with-image", "json-schema-2020-12"),
]
"""What is run on the fixture, in each revision that has it."""

_NOT_OURS = "the server has no such part of the protocol: it asks the user one thing, and no more"
_HTTP = "it is about HTTP, and the server speaks on standard input and output"
LEFT_OUT = {
    **dict.fromkeys(
        ["server-session-lifecycle", "server-sse-polling", "server-sse-multiple-streams"], _HTTP
    ),
    **dict.fromkeys(
        ["dns-rebinding-protection", "http-header-validation"],
        _HTTP,
    ),
    "http-custom-header-server-validation": _HTTP,
    **dict.fromkeys(
        ["logging-set-level", "completion-complete", "tools-call-with-logging"], _NOT_OURS
    ),
    **dict.fromkeys(["tools-call-with-progress", "tools-call-sampling"], _NOT_OURS),
    **dict.fromkeys(["resources-subscribe", "resources-unsubscribe"], _NOT_OURS),
    **dict.fromkeys(
        ["tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums"],
        "the bridge has no streams, on which the server would ask; test_protocol.py tries that",
    ),
    **dict.fromkeys(
        [f"input-required-result-{name}" for name in (
            "basic-elicitation", "basic-sampling", "basic-list-roots", "request-state",
            "multiple-input-requests", "multi-round", "missing-input-response",
            "non-tool-request", "result-type", "tampered-state", "capability-check",
            "ignore-extra-params", "validate-input",
        )],
        "the memory asks whether a proposal is right, once: test_protocol.py tries that",
    ),
}  # fmt: skip
"""The scenarios of a server that are not run, and why."""

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


def test_the_suite_on_a_fixture(programs: Path, tmp_path: Path) -> None:
    known = _server_scenarios(programs)
    failed, passed = list[tuple[str, str]](), 0
    for version in VERSIONS:
        with served(tmp_path / version, FixtureClient) as url:
            for scenario in ON_THE_FIXTURE:
                if version not in known[scenario]:
                    continue
                for name, outcomes in _checks(programs, url, scenario, version).items():
                    failed += [(version, name)] if "FAILURE" in outcomes else []
                    passed += outcomes == {"SUCCESS"}
    assert not failed
    assert passed > 50


def test_each_scenario_is_run_or_left_out_with_a_reason(programs: Path) -> None:
    on_memory = {name for names in SCENARIOS.values() for name in names}
    assert _server_scenarios(programs).keys() == {*on_memory, *ON_THE_FIXTURE, *LEFT_OUT}
    assert not {*on_memory, *ON_THE_FIXTURE} & LEFT_OUT.keys()


def _server_scenarios(programs: Path) -> dict[str, str]:
    """The suite's scenarios for servers, each with its revisions, but those of extensions."""
    command = [programs / "conformance", "list"]
    env = {**os.environ, "FORCE_COLOR": "0"}
    listed = subprocess.run(command, capture_output=True, text=True, timeout=200, env=env).stdout
    ours = listed.partition("Server scenarios")[2].partition("Client scenarios")[0]
    found = dict(re.findall(r"- ([\w-]+) \[([^\]]+)\]", ours))
    return {name: versions for name, versions in found.items() if versions != "extension"}


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
