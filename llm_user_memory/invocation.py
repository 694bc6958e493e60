"""How the program that runs a hook was called: whether it was given a prompt, and its command.

`claude "$(cat letter)"` and `cat letter | claude` open a session whose first prompt nobody typed.
Neither what the program tells its hooks nor its transcript says so; its process does. Where a
server that all sessions share runs the hooks, the user's own processes of that program tell, also
with which environment variables they were started. Linux has the processes in /proc. On other
systems `ps` and `lsof` are run.
"""

import os
import re
import unicodedata
from binascii import a2b_base64
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")
_HOOK = "llm_user_memory.hook"
_TERMINALS = ("/dev/pts/", "/dev/tty", "/dev/console")

# The hook's own shell and what starts it; then the program, and a launcher that has its arguments.
_MOST_ANCESTORS = 8
_PROGRAMS = 2

# Characters. `ps` writes others than printable ASCII in various ways.
_SHORTEST_RUN = 3
_RUN = re.compile(r"[ -~]+")

# A shorter prompt, or line of one, may be a part of any argument.
_FEWEST_LETTERS = 8
_FEWEST_OF_A_LINE = 24
_COLOURS = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)", re.S)

# Maybe after the name of an option and "=".
_BASE64 = re.compile(r"(?:-[-\w]*=)?([A-Za-z0-9+/_-]{12,})={0,2}")
_URL_SAFE = str.maketrans("-_", "+/")

_PATIENCE = 1.0  # seconds for `ps` and `lsof`

# Seconds after its start in which a program sends the prompt that it was given, if it asks first
# whether the folder can be trusted.
_LONGEST_START = 300.0


class Process(NamedTuple):
    """A process: its parent, and its words from the program on, None if they are unknown.

    `is_exact` tells whether the words are the arguments, as they were given. Otherwise they are
    what blanks separate, and characters beyond ASCII may differ.
    """

    id: int
    parent: int
    words: tuple[str, ...] | None
    is_exact: bool = True

    @property
    def name(self) -> str:
        """The name of its program's file, "" if it is unknown."""
        return Path(self.words[0]).name if self.words else ""

    @property
    def line(self) -> str:
        """The words in one line, with single blanks, "" if they are unknown."""
        return " ".join(" ".join(self.words or ()).split())


def programs(pid: int | None = None) -> list[Process]:
    """Return the program that runs this process, if it is found, and then its launcher.

    `pid` is the parent of this process, unless it is given.
    """
    return list(_programs(os.getppid() if pid is None else pid))


def of_user(name: str) -> list[Process]:
    """Return the user's processes of the program with this file name."""
    return [each for each in _of_user() if each.name == name]


def variables(process: Process) -> dict[str, str] | None:
    """Return the environment variables with which a process was started, None if unknown."""
    with suppress(OSError):
        held = (_PROC / str(process.id) / "environ").read_bytes() if _has_proc() else b""
        pairs = [os.fsdecode(each).partition("=") for each in held.split(b"\0") if each]
        return {name: value for name, _, value in pairs} or None
    return None


def folder(process: Process) -> str:
    """Return the folder in which a process works, "" if that is unknown."""
    with suppress(OSError):
        if _has_proc():
            return str((_PROC / str(process.id) / "cwd").readlink())
        return _named_by_lsof(process.id, "cwd")
    return ""


def was_given(prompt: str, programs: Sequence[Process], *, may_be_piped: bool) -> bool | None:
    """Tell whether a prompt was given to the first of the `programs` when it was started.

    Such a prompt is in the program's arguments or, if it `may_be_piped`, the program's input is no
    terminal. None if that is unknown, and the program was started so lately that it may be.
    """
    if may_be_piped and programs and not _has_terminal(programs[0].id):
        return True
    held = [_holds(each, prompt) for each in programs]
    if True in held:
        return True
    if held and held[0] is None and _age(programs[0].id) > _LONGEST_START:
        return False
    return held[0] if held else None


def command(programs: Sequence[Process], with_value: Collection[str]) -> str:
    """Return the command of the first of the `programs`, such as "exec" of `codex exec`.

    That is its first argument, after options and the values of those `with_value`; "" if there is
    none, or if the arguments are unknown.
    """
    words = programs[0].words if programs else None
    before = ""
    for word in (words or ())[1:]:
        if not word.startswith("-") and before not in with_value:
            return word
        before = word
    return ""


def _programs(pid: int) -> Iterator[Process]:
    """The program that runs a hook, whose shell may have this id, and then its launcher."""
    number = 0
    for _ in range(_MOST_ANCESTORS):
        found = _process(pid)
        if found is None or number == _PROGRAMS:
            return
        if number or _HOOK not in found.line:
            number += 1
            yield found
        pid = found.parent


def _holds(process: Process, prompt: str) -> bool | None:
    """Whether a prompt is in the arguments of a process; None if that cannot be told."""
    if not process.is_exact:
        prompt = max(_RUN.findall(prompt), key=len, default="")
    wanted = " ".join(prompt.split())
    if process.words is None or len(wanted) < (1 if process.is_exact else _SHORTEST_RUN):
        return None
    given = " ".join(" ".join([process.line, *map(_decoded, process.words)]).split())
    if f" {wanted} " in f" {given} ":
        return True
    held, lines = _letters(given), map(_letters, prompt.splitlines())
    letters = _letters(prompt)
    return (len(letters) >= _FEWEST_LETTERS and letters in held) or any(
        len(line) >= _FEWEST_OF_A_LINE and line in held for line in lines
    )


def _letters(text: str) -> str:
    """The letters and digits of a text.

    Claude Code 2.1.330 drops what nobody sees of an argument before a hook has it; others may
    change more, but hardly each line.
    """
    plain = unicodedata.normalize("NFKD", _COLOURS.sub("", text))
    return "".join(filter(str.isalnum, plain))


def _decoded(argument: str) -> str:
    """The text of an argument in base64 or of a URL, "" for others.

    Claude Code 2.1.330 gets the prompt of a link (`claude-cli://open?q=...`) in base64.
    """
    if "%" in argument or "+" in argument:
        from urllib.parse import unquote_plus  # imported here because few arguments are encoded

        decoded = unquote_plus(argument)
    else:
        decoded = ""
    if found := _BASE64.fullmatch(argument):
        with suppress(ValueError):
            text = found[1].translate(_URL_SAFE)
            decoded += a2b_base64(text + "=" * (-len(text) % 4)).decode(errors="replace")
    return decoded


def _of_user() -> Iterator[Process]:
    """The processes of this user."""
    if _has_proc():
        for about in _PROC.iterdir():
            with suppress(OSError, ValueError, IndexError):
                if about.name.isdigit() and about.stat().st_uid == os.getuid():
                    yield _of_proc(int(about.name))
        return
    fields = ("-o", "pid=", "-o", "ppid=", "-o", "args=")
    for line in _output("ps", "-ww", *fields, "-U", str(os.getuid())).splitlines():
        with suppress(ValueError, IndexError):
            number, parent, *words = line.split()
            yield Process(int(number), int(parent), tuple(words) or None, is_exact=False)


def _process(pid: int) -> Process | None:
    if pid < 1:
        return None
    with suppress(OSError, ValueError, IndexError):
        return _of_proc(pid) if _has_proc() else _of_ps(pid)
    return None


def _has_proc() -> bool:
    return (_PROC / "self" / "stat").exists()


def _of_proc(pid: int) -> Process:
    about = _PROC / str(pid)
    parent = int((about / "stat").read_bytes().rpartition(b")")[2].split()[1])
    line = (about / "cmdline").read_bytes()
    # Node.js writes a title over the arguments, and fills up what is left of them with zeros.
    if not line or line.endswith(b"\0\0"):
        return Process(pid, parent, None)
    return Process(pid, parent, tuple(line.decode(errors="replace").split("\0")))


def _of_ps(pid: int) -> Process:
    words = _output("ps", "-ww", "-o", "ppid=", "-o", "args=", "-p", str(pid)).split()
    return Process(pid, int(words[0]), tuple(words[1:]) or None, is_exact=False)


def _age(pid: int) -> float:
    """How many seconds ago a process was started, 0 if that is unknown."""
    with suppress(OSError, ValueError, IndexError):
        if _has_proc():
            since_boot = float((_PROC / "uptime").read_text().split()[0])
            fields = (_PROC / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
            return since_boot - int(fields[19]) / os.sysconf("SC_CLK_TCK")
        days, _, clock = _output("ps", "-o", "etime=", "-p", str(pid)).strip().rpartition("-")
        parts = [int(days or 0), *(int(part) for part in f"0:{clock}".split(":")[-3:])]
        return float(sum(n * unit for n, unit in zip(parts, (86400, 3600, 60, 1), strict=True)))
    return 0.0


def _has_terminal(pid: int) -> bool:
    """Whether the standard input of a process is a terminal, also if that is unknown."""
    with suppress(OSError):
        if _has_proc():
            return str((_PROC / str(pid) / "fd" / "0").readlink()).startswith(_TERMINALS)
        name = _named_by_lsof(pid, "0")
        return not name or name.startswith(_TERMINALS)
    return True


def _named_by_lsof(pid: int, descriptor: str) -> str:
    """The name of an open file of a process, "" if that is unknown."""
    lines = _output("lsof", "-wnP", "-a", "-p", str(pid), "-d", descriptor, "-Fn").splitlines()
    return next((line[1:] for line in lines if line.startswith("n")), "")


def _output(*command: str) -> str:
    import subprocess  # not on Linux, where no hook has to load it

    with suppress(subprocess.TimeoutExpired):
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE,
            check=False,
        ).stdout
    return ""
