"""How long the consent to learn may wait for state.db."""

import sqlite3
from pathlib import Path

import click
import pytest
from llm.cli import cli

from llm_user_memory.inject import folders, permission
from llm_user_memory.settings import read_settings
from llm_user_memory.store import state
from llm_user_memory.store.consent import LEARNING_OFF
from llm_user_memory.store.profiles import Choice
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once


@pytest.mark.parametrize(("command", "waits"), [("prompt", 0.05), ("chat", 1.0)])
def test_a_chat_waits_longer_as_all_of_it_depends_on_it(
    command: str, waits: float, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited = []
    connect = sqlite3.connect

    def connected(path: Path, timeout: float = 5.0, **named: object) -> sqlite3.Connection:
        waited.append(timeout)
        return connect(path, timeout=timeout, **named)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr(state.sqlite3, "connect", connected)
    with click.Context(cli.commands[command]) as ctx:
        permission.of_prompt(ctx, read_settings({}), Choice(store.folder))
    assert waited == [waits]
    assert folders.PATIENCE <= 0.05, "a prompt goes on at once"


@pytest.mark.parametrize("command", ["prompt", "chat"])
def test_a_command_of_another_plugin_with_the_name_of_llms_is_no_consent(
    command: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it asks a model, the user may not have typed: `llm agent chat`."""
    monkeypatch.setattr(permission, "_is_terminal", lambda _stream: True)
    with click.Context(click.Command(command)) as ctx:
        given, _key, _lines = permission.of_prompt(ctx, read_settings({}), Choice(store.folder))
    assert given.refusal == LEARNING_OFF
