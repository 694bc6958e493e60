"""`llm memory serve` where the extra is not installed."""

from importlib import util

import pytest
from click.testing import CliRunner
from llm.cli import cli


def test_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    found = util.find_spec
    monkeypatch.setattr(util, "find_spec", lambda name: None if name == "psycopg" else found(name))
    for words in ([], ["check"], ["key", "list"]):
        run = CliRunner().invoke(cli, ["memory", "serve", *words], prog_name="llm")
        assert run.exit_code == 1
        assert "llm install 'llm-user-memory[server]'" in run.output


def test_its_help_needs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(util, "find_spec", lambda _name: None)
    for words in ([], ["init"], ["check"], ["key"], ["key", "add"]):
        run = CliRunner().invoke(cli, ["memory", "serve", *words, "--help"], prog_name="llm")
        assert run.exit_code == 0 and "Usage:" in run.output
