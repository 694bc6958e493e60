"""The table of commands in `cli/__init__`: it agrees with the commands, and click lists by it."""

from importlib import import_module
from pkgutil import iter_modules

import click
import pytest
from click.testing import CliRunner
from llm.cli import cli as root
from support.rows import for_each

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
    assert sorted(cli.COMMANDS) == sorted(imported.commands)
    assert len(cli.COMMANDS) == sum(map(len, cli.GROUPS.values())), "each in one group"


@for_each("name", cli.COMMANDS)
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


def test_the_list_is_in_groups_and_no_line_is_cut_or_wrapped_at_80_columns() -> None:
    shown = CliRunner().invoke(root, ["memory", "--help"], terminal_width=80).output
    lines = [line.rstrip() for line in shown.splitlines()]
    for title, commands in cli.GROUPS.items():
        begins = lines.index(f"{title}:")
        for number, (name, (_, said)) in enumerate(commands.items(), begins + 1):
            assert lines[number].split(maxsplit=1) == [name, said]
    assert len(next(iter(cli.GROUPS.values()))) == 5, "those that matter first"
    assert "..." not in shown.partition("Options:")[2]
    assert max(map(len, lines)) < 80


def test_no_help_cuts_the_line_of_a_command_or_breaks_what_is_to_be_typed(
    imported: click.Group,
) -> None:
    groups = [name for name, each in imported.commands.items() if isinstance(each, click.Group)]
    for words in ([], *([name] for name in groups)):
        shown = CliRunner().invoke(root, ["memory", *words, "--help"], terminal_width=80).output
        assert "..." not in shown.partition("Commands:")[2], words
    for name in imported.commands:
        shown = CliRunner().invoke(root, ["memory", name, "--help"], terminal_width=80).output
        assert "llm-\n" not in shown, f"{name}: the name of the package is broken"


MEANT = {
    "reveiw": "`review`", "histroy": "`history`", "statsu": "`status`", "serach": "`search`",
    "remove": "`llm memory forget`", "restore": "`llm memory undo --to N`",
    "ls": "`llm memory show`",
    "allow": "`llm memory profiles allow`", "shell-status": "`llm memory status`",
}  # fmt: skip


@pytest.mark.parametrize(("typed", "meant"), MEANT.items())
def test_what_may_have_been_meant_is_named(typed: str, meant: str) -> None:
    ran = CliRunner().invoke(root, ["memory", typed])
    assert ran.exit_code == 2 and meant in ran.output


@pytest.mark.parametrize("instead", cli._INSTEAD.values())
def test_what_is_named_instead_exists(instead: str) -> None:
    words = instead.removesuffix(" N").split()
    if words[-1] == "--to":
        words.append("1")
    ran = CliRunner().invoke(root, ["memory", *words, "--help"])
    assert ran.exit_code == 0, ran.output


@pytest.mark.parametrize("incomplete", ["", "s", "un", "x", "--", "--p"])
def test_names_and_options_are_completed_as_click_does(
    imported: click.Group, incomplete: str
) -> None:
    memory = root.commands["memory"]
    ctx = click.Context(memory, info_name="memory")
    ours = {item.value for item in memory.shell_complete(ctx, incomplete)}
    clicks = {item.value for item in click.Group.shell_complete(memory, ctx, incomplete)}  # type: ignore[arg-type]
    assert ours == clicks
    assert bool(ours) == (incomplete != "x")
    assert imported.commands  # all of which click asks for
