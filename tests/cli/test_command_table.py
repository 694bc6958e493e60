"""The table of commands in `cli/__init__`: it agrees with the commands, and click lists by it."""

from importlib import import_module
from pkgutil import iter_modules

import click
import pytest
from click.testing import CliRunner
from llm.cli import cli as root

from llm_user_memory import cli

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def imported() -> click.Group:
    """The group that every command has joined."""
    for module in iter_modules(cli.__path__):
        import_module(f"{cli.__name__}.{module.name}")
    memory: click.Group = import_module(f"{cli.__name__}.base").memory
    return memory


def test_every_command_is_in_the_table(imported: click.Group) -> None:
    assert list(cli.COMMANDS) == sorted(imported.commands)


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_the_table_says_what_the_command_says(name: str) -> None:
    module, line = cli.COMMANDS[name]
    command = cli.load(name)
    assert command and command.callback and not command.hidden
    assert command.name == name
    assert command.callback.__module__ == f"{cli.__name__}.{module}"
    assert command.get_short_help_str(1000) == line


def test_what_is_no_command_is_none() -> None:
    assert cli.load("base") is None
    ran = CliRunner().invoke(root, ["memory", "base"])
    assert ran.exit_code == 2 and "No such command 'base'" in ran.output


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_the_list_is_what_click_prints_of_the_commands(imported: click.Group, width: int) -> None:
    ctx = click.Context(imported)
    ours, clicks = click.HelpFormatter(width=width), click.HelpFormatter(width=width)
    root.commands["memory"].format_commands(ctx, ours)  # type: ignore[attr-defined]
    imported.format_commands(ctx, clicks)
    assert ours.getvalue() == clicks.getvalue() != ""


@pytest.mark.parametrize("incomplete", ["", "s", "un", "x", "--", "--p"])
def test_names_and_options_are_completed_as_click_does(
    imported: click.Group, incomplete: str
) -> None:
    memory = root.commands["memory"]
    ctx = click.Context(memory, info_name="memory")
    ours = [vars(item) for item in memory.shell_complete(ctx, incomplete)]
    clicks = [vars(item) for item in click.Group.shell_complete(memory, ctx, incomplete)]  # type: ignore[arg-type]
    assert ours == clicks
    assert bool(ours) == (incomplete != "x")
    assert imported.commands  # all of which click asks for
