"""NO_COLOR and TERM=dumb: no command, notice or bar sends an escape sequence."""

import io
import re
import sys
from pathlib import Path

import click
import pytest
from support.product import Product

from llm_user_memory import plugin
from llm_user_memory.cli import output
from llm_user_memory.cli.changes import tell_versions
from llm_user_memory.cli.shell import _print_change
from llm_user_memory.settings import is_plain
from llm_user_memory.shell import Change
from llm_user_memory.store.profile.history import Version

pytestmark = pytest.mark.once

PLAIN = [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"NO_COLOR": "1", "TERM": "dumb"}]
COLOURED = [{}, {"NO_COLOR": ""}, {"TERM": "xterm"}]


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown_on_a_screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    made = Screen()
    monkeypatch.setattr(sys, "stdout", made)
    monkeypatch.setattr(sys, "stderr", made)
    return made


def _print_in_each_way() -> None:
    output.echo("bold", bold=True)
    output.echo(output.styled("part", fg="red"), " and more")
    output.say("prose", dim=True)
    plugin._print_notice("memory: a notice")


@pytest.mark.parametrize("env", PLAIN)
def test_nothing_is_styled_if_it_is_not_wanted(
    env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    screen = shown_on_a_screen(monkeypatch)
    assert is_plain() and not output.has_styles()
    _print_in_each_way()
    assert "\x1b" not in screen.getvalue() and "part and more\n" in screen.getvalue()
    if env.get("TERM") == "dumb":
        with output.progress([1, 2, 3], label="Reading") as bar:
            list(bar)
        assert not {"\x1b", "\r"} & set(screen.getvalue())
        assert screen.getvalue().count("Reading") == 1


@pytest.mark.parametrize("env", COLOURED)
def test_a_terminal_is_given_colours_otherwise(
    env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    screen = shown_on_a_screen(monkeypatch)
    assert output.has_styles()
    _print_in_each_way()
    assert screen.getvalue().count("\x1b[0m") == 4
    assert click.unstyle(screen.getvalue()).endswith("prose\nmemory: a notice\n")


@pytest.mark.product
def test_every_screen_is_plain_if_that_is_wanted(product: Product) -> None:
    product.run("memory", "note", "bees and honey")
    product.run("memory", "add", "Keeps bees")
    screens = ["why", "diff", "status", "doctor", "search bees", "timeline"]
    for number, words in enumerate(screens):
        env = PLAIN[number % 2]
        shown = product.type("memory", *words.split(), env={"TERM": "xterm", **env}).out
        assert "\x1b" not in shown, (words, env, shown)
    assert "\x1b[" in product.type("memory", "why", env={"TERM": "xterm"}).out


def test_the_lines_of_a_start_up_file_break_between_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    path = '"$HOME"/llm/memory/shell/llm-memory.bash'
    line = f"case $- in *i*) if [ -r {path} ]; then . {path}; fi ;; esac # llm-user-memory"
    change = Change(Path(".bashrc"), Path(".bashrc"), None, f"{line}\n".encode())
    screen = shown_on_a_screen(monkeypatch)
    _print_change(change)
    shown = click.unstyle(screen.getvalue()).splitlines()[1:]
    assert max(map(len, shown)) < 80
    assert " ".join(part.strip() for part in shown) == f"+ {line}"


def test_the_lines_of_a_change_break_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    fact = "Works on the boats of the harbour, where old ones are repaired by hand in winter"
    screen = shown_on_a_screen(monkeypatch)
    before, after = (
        Version(n, 0, "user", "add", None, None, text)
        for n, text in ((1, ""), (2, f"## A\n- {fact}\n"))
    )
    tell_versions(before, after)
    shown = click.unstyle(screen.getvalue()).splitlines()
    assert max(map(len, shown)) < 80 and shown[0].startswith("  + Works")
    assert " ".join(part.strip() for part in shown).startswith(f"+ {fact} Version 2.")


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_prose_breaks_between_words_and_not_in_commands(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    path = "/home/somebody/a-path-that-is-longer-than-forty-columns/memory/profile.md"
    text = f"A sentence of some words, {path}, and so `llm memory undo --to 12` goes back."
    lines = output.wrapped(text, 4)
    assert " ".join(line.strip() for line in lines) == text
    assert all(len(line) < columns or path in line for line in lines)
    assert any("`llm memory undo --to 12`" in line for line in lines)


@pytest.mark.product
def test_what_is_listed_breaks_between_words(product: Product) -> None:
    fact = f"Works on the boats of the harbour, where old ones are repaired by {'hand' * 5}"
    assert product.run("memory", "add", fact).code == 0
    heading = "# A meeting with everybody of the harbour about the boats and the winter\n\n"
    assert product.run("memory", "note", f"{heading}Ana brings rope.").code == 0
    for words in (["history"], ["search", "rope"]):
        shown = product.type("memory", *words).out
        assert max(map(len, shown.splitlines())) < 80, shown
        plain = product.run("memory", *words).out
        assert any(len(line) > 80 for line in plain.splitlines()), "to a program it is one line"


YELLOW_OR_BRIGHT = re.compile(r"\x1b\[(?:\d+;)*(?:33|37|9\d)m")


@pytest.mark.product
def test_no_colour_is_unreadable_on_a_light_background(product: Product) -> None:
    assert product.run("memory", "note", "Ana brings rope.").code == 0
    shown = []
    for words in (["search", "rope"], ["doctor"], ["status"], ["diff"], []):
        with product.terminal("memory", *words, env={"TERM": "xterm"}) as screen:
            shown.append(screen.end().out)
    assert "\x1b[35m" in shown[0] and "\x1b[35m!" in shown[1]
    for text in shown:
        assert "\x1b" in text and not YELLOW_OR_BRIGHT.search(text), text


@pytest.mark.product
def test_what_connect_changes_breaks_between_words(product: Product) -> None:
    ran = product.type("memory", "connect", "claude-code", "--yes")
    shown = click.unstyle(ran.out).splitlines()
    assert any(line.startswith('  +             "command": "env') for line in shown), ran.out
    long = [line for line in shown if len(line) >= 80]
    assert not [line for line in long if len(line.split()) > 2], "only a path may be longer"
