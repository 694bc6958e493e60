"""The screens of `status` and of `llm memory` alone: short, whole words, and what to do next."""

import re
import time
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from llm.cli import cli as root

from llm_user_memory.cli import output, overview, status
from llm_user_memory.clients import PROGRAMS
from llm_user_memory.settings import Settings

pytestmark = pytest.mark.once


def a_report(**other: Any) -> dict[str, Any]:
    """The report of a memory in which much is going on."""
    settings = Settings()._asdict()
    del settings["problems"]
    return {
        "healthy": True,
        "problems": [],
        "notes": ["2 things wait for you to decide: `llm memory review`."],
        "learning": {"on": True, "reason": "", "until": 0, "retry_at": None},
        "shell": {"active": True, "installed": {"bash": ["/home/somebody/.bashrc"]}},
        "daemon": {
            "running": True, "suspended": False, "started": 0.0, "pid": 4242, "version": "0.2.0",
            "watching": "/home/somebody/.config/io.datasette.llm/logs.db",
        },
        "turns": {
            "logged": 1000, "learned": 800, "skipped": 150, "pending": 40, "given_up": 10,
            "skipped_because": {"memory was off": 100, "by a script": 50},
            "given_up_because": {"the model failed": 10}, "ready_at": 0.0, "withheld": 0,
        },
        "waiting": 2,
        "last_update": {
            "ended": 1e9, "model": "gpt-4o-mini", "conversation": "x", "input_tokens": 900,
            "output_tokens": 80, "edits": {"add": 2, "replace": 1},
        },
        "last_error": {"ended": 1e9, "model": "gpt-4o-mini", "error": "no key", "retry_at": None},
        "default_model": {
            "name": "gpt-4o-mini", "place": "elsewhere", "told_local_facts": False,
        },
        "profile": {
            "name": "work", "chosen_by": "LLM_MEMORY_PROFILE", "version": 321, "facts": 75,
            "archived": 300, "tokens": 1480, "characters": 5000,
            "path": "/home/somebody/.config/io.datasette.llm/memory/profiles/work/profile.md",
        },
        "index": {
            "passages": 120000, "behind": 3, "embedder": "memory-local", "without_meaning": 12,
        },
        "clients": [{"name": "claude-code"}, {"name": "zed"}],
        "settings": settings | {"daily_limit": 50, "embedder": None},
        **other,
    }  # fmt: skip


PROBLEMS = [f"Problem {n}: something that takes some words to say is wrong. Run `llm memory doctor`." for n in range(9)]  # fmt: skip # noqa: E501
STATES: dict[str, dict[str, Any]] = {
    "works": {},
    "problems": {"healthy": False, "problems": PROBLEMS, "notes": PROBLEMS[:4]},
    "paused": {"learning": {"on": False, "reason": "paused", "until": 2e9, "retry_at": None}},
    "failed": {"learning": {"on": True, "reason": "", "until": 0, "retry_at": 2e9}},
    "not installed": {"shell": {"active": False, "installed": {}}},
    "stopped": {"daemon": {"running": False}, "index": None, "clients": []},
    "much set": {
        "settings": dict.fromkeys(a_report()["settings"], "other"),
        "notes": PROBLEMS,
    },
    "much of all": {
        "healthy": False,
        "problems": PROBLEMS[:1],
        "settings": dict.fromkeys(a_report()["settings"], "other"),
        "shell": {
            "active": False,
            "installed": {
                "bash": ["/home/somebody/.bash_profile", "/home/somebody/.bashrc"],
                "zsh": ["/home/somebody/.zshrc"],
                "fish": ["/home/somebody/.config/fish/conf.d/llm-memory.fish"],
            },
        },
        "clients": [{"name": name} for name in PROGRAMS],
    },
    "words only": {"settings": a_report()["settings"] | {"embedder": "none"}},
}


def screen(
    found: dict[str, Any], columns: int, monkeypatch: pytest.MonkeyPatch, everything: bool = False
) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))

    @click.command()
    def shown() -> None:
        status._print(found, everything)

    result = CliRunner().invoke(shown)
    assert result.exception is None, result
    return result.output.splitlines()


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("state", STATES)
def test_status_is_at_most_24_lines_of_whole_words(
    state: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = a_report(**STATES[state])
    lines = screen(found, columns, monkeypatch)
    assert len(lines) <= 24, "\n".join(lines)
    path = found["profile"]["path"]
    assert all(len(line) < columns or path in line for line in lines), "\n".join(lines)
    everything = screen(found, columns, monkeypatch, everything=True)
    assert len(everything) > len(lines)
    words = " ".join(" ".join(everything).split())
    for word in (found["profile"]["path"], *found["problems"], *found["notes"]):
        assert word in words, word


def test_status_says_what_is_so_in_its_first_line(monkeypatch: pytest.MonkeyPatch) -> None:
    first = {name: screen(a_report(**state), 80, monkeypatch)[0] for name, state in STATES.items()}
    assert first["works"] == "Memory is on and works."
    assert first["problems"] == "Memory does not work: 9 problems."
    assert first["paused"].startswith("Memory works, and learns nothing: learning is paused until ")
    assert "install-shell" in first["not installed"]
    then = time.strftime("%Y-%m-%d %H:%M", time.localtime(2e9))
    assert first["failed"] == (
        f"The last update failed and is tried again at {then}; nothing is lost."
    )


def test_the_day_of_the_next_attempt_is_told_unless_it_is_today() -> None:
    now = time.time()
    assert status._when(now - 1) == "soon"
    midnight = time.mktime((*time.localtime(now)[:3], 23, 59, 59, 0, 0, -1))
    assert status._when(midnight) == "at 23:59"
    assert re.fullmatch(r"at \d{4}-\d\d-\d\d 23:59", status._when(midnight + 86400))


def test_only_settings_that_differ_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = screen(a_report(), 80, monkeypatch)
    assert [line.split()[-1] for line in lines if "LLM_MEMORY_DAILY" in line] == [
        "LLM_MEMORY_DAILY_LIMIT=50"
    ]
    assert not any("LLM_MEMORY_NEWS" in line for line in lines)
    assert any("LLM_MEMORY_NEWS" in line for line in screen(a_report(), 80, monkeypatch, True))


def test_status_tells_of_a_search_by_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = screen(a_report(**STATES["words only"]), 80, monkeypatch)
    assert any("words alone" in line for line in lines)
    assert not any("memory-local" in line for line in lines)


def test_status_tells_what_the_default_model_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def said(place: str, told_local_facts: bool) -> str:
        model = {"name": "m", "place": place, "told_local_facts": told_local_facts}
        return " ".join(" ".join(screen(a_report(default_model=model), 80, monkeypatch)).split())

    assert "not on this machine, so it is told no local facts" in said("elsewhere", False)
    assert "on this machine, so it is told local facts, too" in said("here", True)
    for place in ("elsewhere", "unknown"):
        assert "it is told local facts, too (LLM_MEMORY_LEARNED_LOCALLY=any)" in said(place, True)


NEXT: list[tuple[dict[str, Any], bool, str]] = [
    ({}, False, "review"),
    ({"waiting": 0}, False, "show"),
    (STATES["not installed"], True, "install-shell"),
    (STATES["problems"], False, "doctor"),
    (STATES["paused"], False, "resume"),
    (STATES["failed"], False, "update"),
    ({"waiting": 0}, True, "backfill"),
]


@pytest.mark.parametrize(("state", "is_empty", "first"), NEXT)
def test_the_next_command_is_the_most_urgent_one(
    state: dict[str, Any], is_empty: bool, first: str
) -> None:
    found = [command for command, _ in overview._next(a_report(**state), is_empty=is_empty)]
    assert found[0] == f"llm memory {first}" and len(set(found)) >= 3
    for command in found:
        name = command.split()[2]
        assert CliRunner().invoke(root, ["memory", name, "--help"]).exit_code == 0


def test_alone_it_shows_what_it_knows_on_a_terminal_and_else_the_help(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path / "llm"))
    ran = CliRunner().invoke(root, ["memory"])
    assert ran.exit_code == 0 and "Most used:" in ran.output
    for n in range(7):
        assert CliRunner().invoke(root, ["memory", "add", f"Keeps bee {n}"]).exit_code == 0
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    ran = CliRunner().invoke(root, ["memory"])
    assert ran.exit_code == 0 and "Most used" not in ran.output
    assert "It knows 7 facts" in ran.output and "- Keeps bee 6" in ran.output
    assert len([line for line in ran.output.splitlines() if line.startswith("  llm memory")]) == 3
    monkeypatch.setenv("EDITOR", "true")
    assert CliRunner().invoke(root, ["memory", "--profile", "work", "edit"]).exit_code == 0
    other = CliRunner().invoke(root, ["memory", "--profile", "work"])
    assert other.exit_code == 0 and "It knows nothing about you yet" in other.output
