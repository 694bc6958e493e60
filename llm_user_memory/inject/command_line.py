"""How much of a prompt the user typed into the shell, by the command line that they typed.

`llm "$(cat letter.txt)"` has a letter as its prompt, and a loop or a function of the shell may have
any text. The shell function of `install-shell` passes on the typed line, as it was before the
shell replaced anything in it. Only what stands there as an argument of `llm` itself counts: a line
has words for other programs, too, as the search term in `llm "$(grep 'I keep bees' letter.txt)"`.
Each prompt loads this module.
"""

from bisect import bisect_left
from typing import NamedTuple

import click

KEY = "llm_user_memory.command_line"
"""The key of the entry in click's context with the line, which is absent if none was given."""

FISH = "#!fish\n"
"""What the function for fish puts before the line, as fish quotes differently."""

_QUOTING = str.maketrans("", "", "\"'\\")

# What may stand before the name of a command, beside assignments, in bash, zsh or fish.
_BEFORE_A_COMMAND = frozenset(
    "! { and begin command do elif else if noglob nocorrect not or then time until while".split()
)


class _Argument(NamedTuple):
    """An argument of `llm`: its typed text, and the end of it that follows what the shell put in.

    `end` is None if the shell put nothing in.
    """

    text: str
    end: str | None


def typed_characters(ctx: click.Context) -> int | None:
    """Return how many characters at the end of the prompt the user typed; None for all of it.

    It is also None if that is unknown: without a line, or if the prompt is no argument. A sentence
    that the typed end only completes does not count: see `consent.typed_from`.
    """
    prompt, line = ctx.params.get("prompt"), ctx.meta.get(KEY)
    if line is None or not prompt:
        return None
    whole, most = _unquoted(prompt), 0
    for argument in _arguments(line):
        if _unquoted(argument.text) == whole:
            return None
        end = _unquoted(argument.end or "")
        if end and whole.endswith(end):
            most = max(most, _length_of(end, prompt))
    return most


def _length_of(end: str, prompt: str) -> int:
    """The number of characters of the prompt's words that are whole within its unquoted end."""
    words = prompt.split()

    def is_within(first: int) -> bool:
        return end.endswith(_unquoted(" ".join(words[first:])))

    first = bisect_left(range(len(words)), True, key=is_within)
    return len(prompt.split(None, first)[first]) if first < len(words) else 0


def _unquoted(text: str) -> str:
    """The text without the signs by which shells quote, and with single spaces."""
    return " ".join(text.translate(_QUOTING).split())


def _arguments(line: str) -> list[_Argument]:
    """The arguments of each command `llm` of the line, also within substitutions."""
    if line.startswith(FISH):
        return _Scan(line[len(FISH) :], is_fish=True).arguments()
    number, _, rest = line.lstrip().partition(" ")  # of bash's history
    return _Scan(rest if number.rstrip("*").isdigit() else line, is_fish=False).arguments()


class _Command:
    """A command while it is read, and its present word, of which `pieces` were typed."""

    def __init__(self) -> None:
        self.has_name = self.is_llm = self.is_redirected = False
        self.begin_word()

    def begin_word(self) -> None:
        self.pieces: list[str] = []
        self.is_word = False
        self.end: int | None = None  # the piece after what the shell puts in

    def type(self, text: str) -> None:
        self.pieces.append(text)
        self.is_word = True

    def put_in(self) -> None:
        """Note that the shell puts something into the word here."""
        self.end = len(self.pieces)
        self.is_word = True


class _Scan:
    """Reads a line once, from left to right: quotes, substitutions, separators, no more of a shell.

    What is not understood is taken for something that the shell puts in, or ends the reading.
    """

    def __init__(self, line: str, *, is_fish: bool) -> None:
        self.line, self.is_fish, self.at = line, is_fish, 0
        self.found: list[_Argument] = []
        # The command being read and those around its substitution; the signs that end each of
        # these substitutions and quotations.
        self.commands, self.closers = [_Command()], [""]
        self.has_document = False

    def arguments(self) -> list[_Argument]:
        while self.at < len(self.line):
            sign = self.line[self.at]
            self.at += 1
            if sign == "\\":
                self._escape()
            elif sign == "$":
                self._dollar()
            elif sign == "`" and not self.is_fish:
                self._backtick()
            elif self.closers[-1] != '"':
                self._unquoted(sign)
            elif sign == '"':
                self.closers.pop()
            else:
                self.commands[-1].type(sign)
        if len(self.closers) == 1:
            self._end_command()
        return self.found

    def _unquoted(self, sign: str) -> None:
        command = self.commands[-1]
        if sign in ";&|\n":
            self._end_command()
            if sign == "\n" and self.has_document:
                self._stop()
        elif sign.isspace():
            self._end_word()
        elif sign == '"':
            command.type("")
            self.closers.append(sign)
        elif sign == "'":
            self._single_quotes()
        elif sign == "(":
            self._open(")")
        elif sign == self.closers[-1]:
            self._close()
        elif sign == ")":
            self._end_command()  # of a pattern of `case`
        elif sign in "<>":
            self._redirect(sign)
        elif sign == "#" and not command.is_word and self.closers[-1] != "}":
            end = self.line.find("\n", self.at)
            self.at = len(self.line) if end < 0 else end
        else:
            command.type(sign)
            if sign in "*?[~{":
                command.put_in()

    def _escape(self) -> None:
        sign = self._next()
        is_quoted = self.closers[-1] == '"'
        if self.is_fish and not is_quoted and sign.isalnum():
            self._coded(sign)
        elif sign != "\n":
            self.commands[-1].type(sign)

    def _coded(self, sign: str) -> None:
        """Read the letter after a backslash where it stands for another sign."""
        if sign in "nrt":
            self.commands[-1].type(" ")
        else:
            self.commands[-1].put_in()

    def _dollar(self) -> None:
        sign, is_quoted = self.line[self.at : self.at + 1], self.closers[-1] == '"'
        if sign and sign in "({":
            self.at += 1
            self._open(")" if sign == "(" else "}")
        elif sign == "'" and not is_quoted:
            self.at += 1
            self._coded_quotes()
        elif sign.isalnum() or sign == "_":
            while self.at < len(self.line) and (
                self.line[self.at].isalnum() or self.line[self.at] == "_"
            ):
                self.at += 1
            self.commands[-1].put_in()
        elif sign and sign in "@*#?$!-":
            self.at += 1
            self.commands[-1].put_in()
        elif sign != '"' or is_quoted:
            self.commands[-1].type("$")

    def _backtick(self) -> None:
        if self.closers[-1] == "`":
            self._close()
        else:
            self._open("`")

    def _single_quotes(self) -> None:
        end = self.line.find("'", self.at)
        while self.is_fish and end > 0 and self._is_escaped(end):
            end = self.line.find("'", end + 1)
        if end < 0:
            self._stop()
            return
        self.commands[-1].type(self.line[self.at : end])
        self.at = end + 1

    def _is_escaped(self, at: int) -> bool:
        first = at
        while first > self.at and self.line[first - 1] == "\\":
            first -= 1
        return (at - first) % 2 == 1

    def _coded_quotes(self) -> None:
        """Read on after `$'` of bash and zsh."""
        self.commands[-1].type("")
        while (sign := self._next()) != "'":
            if not sign:
                self._stop()
                return
            if sign != "\\":
                self.commands[-1].type(sign)
            elif (sign := self._next()).isalnum():
                self._coded(sign)
            else:
                self.commands[-1].type(sign)

    def _redirect(self, sign: str) -> None:
        """The next word is a file, or text for standard input, and no argument."""
        self._end_word()
        first = self.at - 1
        while self.line.startswith(sign, self.at):
            self.at += 1
        if sign == "<" and self.at - first == 2:
            self.has_document = True
        if self.line.startswith(("&", "|", "!"), self.at):
            self.at += 1
        self.commands[-1].is_redirected = True

    def _open(self, closer: str) -> None:
        self.commands[-1].put_in()
        self.commands.append(_Command())
        self.closers.append(closer)

    def _close(self) -> None:
        self._end_command()
        self.commands.pop()
        self.closers.pop()

    def _end_command(self) -> None:
        self._end_word()
        self.commands[-1] = _Command()

    def _end_word(self) -> None:
        command = self.commands[-1]
        if not command.is_word:
            return
        text, end = "".join(command.pieces), command.end
        if command.is_redirected:
            command.is_redirected = False
        elif command.is_llm:
            typed_end = None if end is None else "".join(command.pieces[end:])
            self.found.append(_Argument(text, typed_end))
        elif not command.has_name and not _stands_before_a_command(text):
            command.has_name = True
            command.is_llm = text == "llm" and end is None
            if text == "case" and len(self.closers) > 1:
                self._stop()  # a ")" of its patterns would end the substitution
        command.begin_word()

    def _next(self) -> str:
        """The next sign, "" at the end of the line."""
        self.at += 1
        return self.line[self.at - 1 : self.at]

    def _stop(self) -> None:
        """Read no further, and take the present word for unfinished."""
        self.at = len(self.line)
        self.closers.append("")


def _stands_before_a_command(word: str) -> bool:
    name, is_assignment, _ = word.partition("=")
    return word in _BEFORE_A_COMMAND or bool(is_assignment and name.isidentifier())
