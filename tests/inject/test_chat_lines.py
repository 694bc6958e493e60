"""Which of the lines that a chat reads may be pasted."""

import os
import sys
import threading
from collections.abc import Iterator

import click
import pytest

from llm_user_memory.inject import chats


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Standard input is a pipe, to whose other end tests write what comes next."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as read_from:
        monkeypatch.setattr(sys, "stdin", read_from)
        yield writing
        os.close(writing)


def doubtful(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[bool]:
    """Let a chat read the lines; return for each of them whether it may be pasted then."""
    given = iter(lines)
    monkeypatch.setattr(click, "prompt", lambda *_words, **_options: next(given))
    seen = chats._Lines()
    undo = seen.watch()
    try:
        return [bool(click.prompt("")) and seen.is_pasted for _line in lines]
    finally:
        undo()


ROWS = [
    (["Hello", "I row"], [False, False]),
    (["Hello", "I keep bees\nI row", "Thanks"], [False, True, False]),
    (["I keep bees\n"], [True]),
    (["!multi", "I row", "!end"], [False, False, False]),
    (["!multi", "I keep bees\nI row", "x", "!end", "Thanks"], [False, False, False, True, False]),
    (["!multi now\nx", "!end", "!end now x", "Thanks"], [False, False, True, False]),
]


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(("lines", "expected"), ROWS)
def test_several_lines_at_once_are_pasted(
    lines: list[str], expected: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line editor returns what stands between the terminal's marks of a paste at once."""
    monkeypatch.setattr(chats, "_SOON", 0)
    assert doubtful(monkeypatch, *lines) == expected


def test_a_line_that_waited_may_be_as_old_as_the_answer(
    terminal: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line is asked for at its number; "2" and "3" are typed while "1" is answered."""
    asked = iter("1234")

    def read(_words: str) -> str:
        now = next(asked)
        monkeypatch.setattr("time.time", lambda: float(now))
        if now in "14":
            os.write(terminal, now.encode())
        return os.read(sys.stdin.fileno(), 1).decode()

    monkeypatch.setattr(click, "prompt", read)
    monkeypatch.setattr(chats, "_SOON", 0)
    lines, found = chats._Lines(), []
    undo = lines.watch()
    for _line in range(4):
        if click.prompt("> ") == "1":
            os.write(terminal, b"23")
        found.append(lines.since)
    undo()
    assert found == [None, 1.0, 1.0, None]


@pytest.mark.usefixtures("terminal")
def test_what_is_written_in_an_editor_may_be_as_old_as_the_editor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("time.time", lambda: 5.0)
    monkeypatch.setattr(chats, "_SOON", 0)
    given = iter(["Hello", "!edit", "Thanks"])
    monkeypatch.setattr(click, "prompt", lambda *_words, **_options: next(given))
    lines = chats._Lines()
    undo = lines.watch()
    found = [(click.prompt("> "), lines.since) for _line in range(3)]
    undo()
    assert found == [("Hello", None), ("!edit", 5.0), ("Thanks", None)]


def test_a_line_that_comes_before_one_can_be_typed_is_of_a_paste(
    terminal: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A paste may come in pieces, as over a network."""
    monkeypatch.setattr(chats, "_SOON", 20.0)  # as the other thread may be late
    later = threading.Timer(0.05, os.write, (terminal, b"I row\n"))
    later.start()
    assert doubtful(monkeypatch, "I keep bees") == [True]
    later.join()
