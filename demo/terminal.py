"""A real interactive shell on a pseudo-terminal, and the screen it draws, shown as it happens."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

START_SECONDS = 30.0
COMMAND_SECONDS = 180.0
END_SECONDS = 3.0
ROWS, COLUMNS = 24, 80

# Seconds between two keys.
TYPING = 0.015

PROMPT = "$ "

# Before each prompt the shell sends this mark, which terminals do not show, with the exit code
# of the last command: that is how we know that the command has ended.
_MARK = r"\033]demo;%s\007"
START_UP_FILES = {
    "bash": (".bashrc", f"PS1='{PROMPT}'\nPROMPT_COMMAND='printf \"{_MARK}\" \"$?\"'\n"),
    "zsh": (
        ".zshrc",
        f"PROMPT='{PROMPT}'\nunsetopt prompt_sp prompt_cr\n"
        f"precmd() {{ printf '{_MARK}' \"$?\" }}\n",
    ),
    "fish": (
        ".config/fish/config.fish",
        f"set -g fish_greeting\nset -g fish_autosuggestion_enabled 0\n"
        f"function fish_prompt; echo -n '{PROMPT}'; end\n"
        f"function demo_mark --on-event fish_prompt; printf '{_MARK}' $status; end\n",
    ),
}

_CONTROL = re.compile(
    r"\x1b\]demo;(?P<code>\d+)\x07"
    r"|(?P<colour>\x1b\[[\d;]*m)"
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-Z\\^-~]"
    r"|⏎ *\r⏎ \r"  # fish, to begin on a new line whatever was printed
)
# What may still become one of these.
_BEGUN = re.compile(r"(?:\x1b|⏎)[^\x07\n]*\Z")


class Screen:
    """Shows what a shell draws, its repaints of a line left out; `text` holds all of it.

    A prompt is shown with the first key of the next command.
    """

    def __init__(self) -> None:
        self.text = ""
        self.ended: list[int] = []
        self._line = ""
        self._column = 0
        self._prompt = ""
        self._rest = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ

    def draw(self, data: bytes) -> None:
        """Take what the shell wrote; `ended` gains the exit code of each command that ended."""
        text = self._rest + self._decoder.decode(data)
        at = 0
        for control in _CONTROL.finditer(text):
            self._put(text[at : control.start()])
            at = control.end()
            if control["code"]:
                self._end_command(int(control["code"]))
            elif control["colour"] and self._coloured:
                sys.stdout.write(control["colour"])
        begun = _BEGUN.search(text, at)
        until = begun.start() if begun else len(text)
        self._put(text[at:until])
        self._rest = text[until:]
        sys.stdout.flush()

    def at_prompt(self) -> bool:
        """Tell whether the shell waits for a command."""
        return self._line == self._prompt == PROMPT

    def _end_command(self, code: int) -> None:
        if self._line and not self._prompt:
            self._put("\n")
        self._line, self._column, self._prompt = "", 0, ""
        self.ended.append(code)

    def _put(self, text: str) -> None:
        for letter in text:
            if letter == "\r":
                self._column = 0
            elif letter == "\n":
                self._show("\n")
                self._line, self._column = "", 0
            elif letter.isprintable() or letter == "\t":
                self._put_letter(letter)

    def _put_letter(self, letter: str) -> None:
        if self._line[self._column : self._column + 1] != letter:
            if self._column < len(self._line):  # something else stood here: begin the line anew
                self._line = self._line[: self._column]
                self._show(f"\n{self._line}")
            self._line += letter
            if self._line == PROMPT[: len(self._line)]:
                self._prompt = self._line
            else:
                self._show(letter)
        self._column += 1

    def _show(self, text: str) -> None:
        text, self._prompt = self._prompt + text, ""
        self.text += text
        sys.stdout.write(text)


class Shell:
    """A shell at which commands are typed."""

    def __init__(self, terminal: int) -> None:
        self.screen = Screen()
        self._terminal = terminal
        self._wait(0, START_SECONDS, "The shell did not start")

    def type(self, command: str) -> str:
        """Type a command, wait for the next prompt, and return what was printed.

        Raises TimeoutError when the prompt does not come back, EOFError when the shell is gone.
        """
        commands, shown = len(self.screen.ended), len(self.screen.text)
        for key in command:
            os.write(self._terminal, key.encode())
            self._pass(TYPING)
        os.write(self._terminal, b"\r")
        self._wait(commands, COMMAND_SECONDS, f"The shell did not come back from `{command}`")
        return self.screen.text[shown:].partition("\n")[2]

    def exit_code(self) -> int:
        """Return that of the last command."""
        return self.screen.ended[-1]

    def _wait(self, commands: int, seconds: float, problem: str) -> None:
        deadline = time.monotonic() + seconds
        while len(self.screen.ended) <= commands or not self.screen.at_prompt():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{problem} within {seconds:.0f} seconds.")
            self._pass(0.1)

    def _pass(self, seconds: float) -> None:
        """Let so much time pass, or less when the shell writes something, which is shown."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return
        try:
            data = os.read(self._terminal, 65_536)
        except OSError:  # how Linux tells that the other side is closed
            data = b""
        if not data:
            raise EOFError("The shell ended.")
        self.screen.draw(data)


@contextmanager
def opened_shell(program: str, environ: Mapping[str, str], cwd: Path) -> Iterator[Shell]:
    """Start the shell, interactive; afterwards neither it nor what it runs is left."""
    pid, terminal = pty.fork()
    if not pid:
        try:
            os.chdir(cwd)
            os.execve(program, [program, "-i"], dict(environ))
        finally:
            os._exit(127)
    try:
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        yield Shell(terminal)
    finally:
        os.close(terminal)  # hangs up, as closing the window does
        _end(pid)


def _end(pid: int) -> None:
    deadline = time.monotonic() + END_SECONDS
    while os.waitpid(pid, os.WNOHANG) == (0, 0):
        if time.monotonic() > deadline:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
        time.sleep(0.02)
