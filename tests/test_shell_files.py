"""The three shell files in the real shells, and what `shell` installs, read by new shells."""

import contextlib
import fcntl
import os
import pty
import select
import shutil
import signal
import subprocess
import termios
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from llm_user_memory import shell
from llm_user_memory.settings import Folder

pytestmark = [pytest.mark.shell, pytest.mark.once]

SECONDS = 180.0
FILES = Path(__file__).parents[1] / "shell"
STRICT = {
    "bash": ["bash", "--noprofile", "--norc", "-euo", "pipefail"],
    "zsh": ["zsh", "-euf", "-o", "pipefail"],
    "fish": ["fish", "--no-config"],
    "dash": ["dash", "-eu"],
}
# Lax and strict, and what people set in their rc files that changes how a file is read.
VARIANTS = [
    *((name, command) for name, command in STRICT.items() if name != "dash"),
    ("bash", ["bash", "--noprofile", "--norc"]),
    ("bash", ["bash", "--posix", "--noprofile", "--norc", "-eu"]),
    *(
        ("zsh", ["zsh", "-f", "-o", option])
        for option in ("ksharrays", "shwordsplit", "ignorebraces", "posixbuiltins", "rcquotes")
    ),
]
SOURCE = {"bash": '. "$0"', "zsh": '. "$0"', "fish": "source $argv[1]"}
# The file is the first argument; the rest is handed on to llm.
CALL = {
    "bash": '. "$0"; llm "$@"',
    "zsh": '. "$0"; llm "$@"',
    "fish": "source $argv[1]; llm $argv[2..-1]",
}
# What `llm` here is: it tells what it was given, in files, and ends as it is told to.
FAKE_LLM = r"""#!/bin/sh
printf '%s\0' "$@" > "$FAKE/argv"
printf '%s' "${LLM_MEMORY_INJECT-unset}" > "$FAKE/inject"
[ -z "${FAKE_STDIN-}" ] || cat > "$FAKE/stdin"
exit "${FAKE_EXIT-0}"
"""

# A login shell may set the PATH anew, in /etc/profile.
PATH_AGAIN = 'export PATH="$FAKE/bin:$PATH"'

every_shell = pytest.mark.parametrize("name", shell.SHELLS)


def require(name: str) -> None:
    if not shutil.which(name):
        if os.environ.get("CI") == "true":
            pytest.fail(f"{name} is not installed, and CI must not pass without it")
        pytest.skip(f"{name} is not installed")


@dataclass(frozen=True)
class Machine:
    """A home of its own, with a fake `llm` first on the PATH."""

    root: Path

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def folder(self) -> Folder:
        return Folder(self.root / r"""LLM's $HOME; "x" \' \\ ünï""" / "memory")

    @property
    def env(self) -> dict[str, str]:
        return {
            "HOME": str(self.home),
            "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}",
            "FAKE": str(self.root),
            "LANG": "C.UTF-8",
            "TERM": "xterm",
        }

    def run(
        self, *command: str | bytes, env: dict[str, str] | None = None, stdin: bytes = b""
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            command,
            env=self.env | (env or {}),
            cwd=self.home,
            input=stdin,
            capture_output=True,
            timeout=SECONDS,
        )

    def told(self, name: str) -> bytes:
        return (self.root / name).read_bytes()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    machine = Machine(tmp_path)
    # fish makes completions of all manual pages, in the background, unless it has some.
    (machine.home / ".local/share/fish/generated_completions").mkdir(parents=True)
    llm = tmp_path / "bin" / "llm"
    llm.parent.mkdir()
    llm.write_text(FAKE_LLM)
    llm.chmod(0o755)
    return machine


# Loading


@pytest.mark.parametrize(("name", "command"), VARIANTS)
def test_loading_is_silent_and_defines_the_function(
    machine: Machine, name: str, command: list[str]
) -> None:
    require(name)
    file = str(FILES / f"llm-memory.{name}")
    silent = machine.run(*command, "-c", SOURCE[name], file)
    assert (silent.stdout, silent.stderr, silent.returncode) == (b"", b"", 0)
    typed = machine.run(*command, "-c", f"{SOURCE[name]}; type llm", file)
    assert b"function" in typed.stdout.splitlines()[0]
    assert (typed.stderr, typed.returncode) == (b"", 0)


@pytest.mark.parametrize(
    ("reader", "name"), [("dash", "bash"), ("dash", "zsh"), ("zsh", "bash"), ("bash", "zsh")]
)
def test_in_another_shell_the_file_does_nothing(machine: Machine, reader: str, name: str) -> None:
    require(reader)
    file = str(FILES / f"llm-memory.{name}")
    done = machine.run(*STRICT[reader], "-c", '. "$0"; command -v llm', file)
    assert (done.stdout.strip(), done.stderr) == (os.fsencode(machine.root / "bin/llm"), b"")


@pytest.mark.parametrize("name", ["bash", "zsh"])
def test_an_alias_of_that_name_does_not_hinder_loading(machine: Machine, name: str) -> None:
    require(name)
    rc = machine.root / "rc"
    rc.write_text(f"alias llm='llm -m alias'\n. {FILES / f'llm-memory.{name}'}\nllm hello\n")
    done = machine.run(*STRICT[name], "-ic" if name == "zsh" else "-c", _aliases(name, rc))
    assert (done.stderr, done.returncode) == (b"", 0)
    assert machine.told("argv") == b"-m\0alias\0hello\0"
    assert machine.told("inject") == b"auto"


def _aliases(name: str, rc: Path) -> str:
    return f"shopt -s expand_aliases; . {rc}" if name == "bash" else f". {rc}"


def test_an_alias_in_fish_is_kept(machine: Machine) -> None:
    require("fish")
    # Read twice, as a shell does that is open while the function is installed anew.
    code = "alias llm 'command llm -m alias'; source $argv[1]; source $argv[1]; llm hello"
    done = machine.run(*STRICT["fish"], "-c", code, str(FILES / "llm-memory.fish"))
    assert (done.stderr, done.returncode) == (b"", 0)
    assert (machine.told("argv"), machine.told("inject")) == (b"-m\0alias\0hello\0", b"auto")


@pytest.mark.parametrize("end", ["false", "true"])
def test_a_failure_is_told_once_where_functions_inherit_the_trap(
    machine: Machine, end: str
) -> None:
    code = f'. "$0"; set -E; trap "echo failed" ERR; llm || true; llm; {end}'
    done = machine.run(
        "bash", "--norc", "-c", code, str(FILES / "llm-memory.bash"), env={"FAKE_EXIT": "3"}
    )
    assert done.stdout.splitlines() == [b"failed"] * (2 if end == "false" else 1)


# Calling


@pytest.mark.parametrize(("name", "command"), VARIANTS)
@pytest.mark.parametrize(
    "arguments",
    [
        [b"hello"],
        [b""],
        [b"two words", b"", b" -x ", b"--", b"-f", b"memory:auto"],
        [
            b"new\nline\n",
            b"tab\t",
            b"\\n \\0 \\",
            b"'\"`$HOME`\"'",
            b"$(exit 1)",
            b"!!",
            b"*",
            b"~",
        ],
        ["naïve 日本語 🙂".encode(), b"{a,b}", b"a=b", b"[x]", b"#no", b"^", b"=ls"],
    ],
)
def test_arguments_arrive_byte_for_byte(
    machine: Machine, name: str, command: list[str], arguments: list[bytes]
) -> None:
    require(name)
    done = machine.run(*command, "-c", CALL[name], str(FILES / f"llm-memory.{name}"), *arguments)
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 0)
    assert machine.told("argv") == b"".join(argument + b"\0" for argument in arguments)
    assert machine.told("inject") == b"auto"


@every_shell
def test_bytes_that_are_no_text_arrive(machine: Machine, name: str) -> None:
    require(name)
    machine.run(*STRICT[name], "-c", CALL[name], str(FILES / f"llm-memory.{name}"), b"\xff\xc3")
    assert machine.told("argv") == b"\xff\xc3\0"


@every_shell
@pytest.mark.parametrize("code", [0, 1, 2, 42, 130])
def test_the_exit_code_is_llms(machine: Machine, name: str, code: int) -> None:
    require(name)
    file = str(FILES / f"llm-memory.{name}")
    done = machine.run(*STRICT[name], "-c", CALL[name], file, env={"FAKE_EXIT": str(code)})
    assert (done.returncode, done.stderr) == (code, b"")


@every_shell
def test_standard_input_arrives(machine: Machine, name: str) -> None:
    require(name)
    code = f"{SOURCE[name]}; cat | llm"
    stdin = b"piped\0\xff" * 100_000
    file = str(FILES / f"llm-memory.{name}")
    machine.run(*STRICT[name], "-c", code, file, env={"FAKE_STDIN": "1"}, stdin=stdin)
    assert machine.told("stdin") == stdin


@every_shell
@pytest.mark.parametrize("value", ["", "off", "two words"])
def test_a_value_that_is_set_wins(machine: Machine, name: str, value: str) -> None:
    require(name)
    file = str(FILES / f"llm-memory.{name}")
    machine.run(*STRICT[name], "-c", CALL[name], file, env={"LLM_MEMORY_INJECT": value})
    assert machine.told("inject").decode() == value


@pytest.mark.parametrize(
    ("name", "setting"),
    [("bash", "LLM_MEMORY_INJECT="), ("zsh", "LLM_MEMORY_INJECT="),
     ("fish", "set -g LLM_MEMORY_INJECT ''")],
)  # fmt: skip
def test_a_value_that_is_set_but_not_exported_wins(
    machine: Machine, name: str, setting: str
) -> None:
    require(name)
    file = str(FILES / f"llm-memory.{name}")
    machine.run(*STRICT[name], "-c", f"{setting}; {CALL[name]}", file)
    assert machine.told("inject") == b""


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("bash", 'echo "${LLM_MEMORY_INJECT-unset}"'),
        ("zsh", 'echo "${LLM_MEMORY_INJECT-unset}"'),
        ("fish", "set -q LLM_MEMORY_INJECT; or echo unset"),
    ],
)
def test_the_variable_does_not_leak(machine: Machine, name: str, after: str) -> None:
    require(name)
    file = str(FILES / f"llm-memory.{name}")
    done = machine.run(*STRICT[name], "-c", f"{CALL[name]}; {after}; env", file)
    assert done.stdout.splitlines()[0] == b"unset"
    assert b"LLM_MEMORY_INJECT=" not in done.stdout


def test_a_function_exported_to_subshells_works(machine: Machine) -> None:
    code = '. "$0"; export -f llm; bash -euc "llm from a child"'
    done = machine.run(*STRICT["bash"], "-c", code, str(FILES / "llm-memory.bash"))
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 0)
    assert machine.told("argv") == b"from\0a\0child\0"
    assert machine.told("inject") == b"auto"


@every_shell
def test_without_llm_the_shell_says_so(machine: Machine, name: str) -> None:
    require(name)
    program = shutil.which(name)
    assert program
    (machine.root / "bin" / "llm").unlink()
    file = str(FILES / f"llm-memory.{name}")
    env = {"PATH": str(machine.root / "bin")}
    done = machine.run(program, *STRICT[name][1:], "-c", CALL[name], file, env=env)
    assert done.returncode == 127
    assert b"llm" in done.stderr


# Completions


def test_completions_in_fish(machine: Machine) -> None:
    require("fish")
    code = "complete -c llm -f -a memory-of-mine; source $argv[1]; complete -C 'llm memory-'"
    done = machine.run(*STRICT["fish"], "-c", code, str(FILES / "llm-memory.fish"))
    assert done.stdout.split() == [b"memory-of-mine"]


def test_completions_in_bash(machine: Machine) -> None:
    code = 'complete -W "a b" llm; . "$0"; complete -p llm'
    done = machine.run(*STRICT["bash"], "-c", code, str(FILES / "llm-memory.bash"))
    assert done.stdout == b"complete -W 'a b' llm\n"


@pytest.mark.parametrize("name", ["bash", "zsh"])
def test_a_completion_script_that_calls_llm_reaches_it(machine: Machine, name: str) -> None:
    """The scripts that click makes run llm with a variable before it."""
    require(name)
    llm = machine.root / "bin" / "llm"
    llm.write_text('#!/bin/sh\necho "$_LLM_COMPLETE"\n')
    code = '. "$0"; _LLM_COMPLETE=complete llm; echo "${_LLM_COMPLETE-unset}"'
    done = machine.run(*STRICT[name], "-c", code, str(FILES / f"llm-memory.{name}"))
    assert done.stdout == b"complete\nunset\n"


# Installed: new shells under a pseudo-terminal


def on_terminal(machine: Machine, *command: str, env: dict[str, str] | None = None) -> str:
    """What `command` shows on a terminal of its own, until it ends."""
    leader, follower = pty.openpty()
    child = subprocess.Popen(
        command,
        env=machine.env | (env or {}),
        cwd=machine.home,
        stdin=follower,
        stdout=follower,
        stderr=follower,
        start_new_session=True,
        preexec_fn=_take_terminal,
    )
    os.close(follower)
    output = b""
    deadline = time.monotonic() + SECONDS
    try:
        while select.select([leader], [], [], max(0.0, deadline - time.monotonic()))[0]:
            # Linux says that the last writer is gone by an error, macOS by an empty read.
            with contextlib.suppress(OSError):
                if chunk := os.read(leader, 65536):
                    output += chunk
                    continue
            child.wait(max(0.0, deadline - time.monotonic()))
            return output.decode(errors="replace")
        pytest.fail(f"{command} did not end within {SECONDS} s and showed {output!r}")
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        os.close(leader)


def _take_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def install(machine: Machine, name: shell.Shell, **planned: object) -> list[shell.Change]:
    environ = {**machine.env, **{key: str(value) for key, value in planned.items()}}
    platform = environ.pop("platform", "linux")
    changes = shell.plan_install(machine.folder, [name], environ, machine.home, platform)
    for change in changes:
        shell.apply(change)
    return changes


def uninstall(machine: Machine, name: shell.Shell) -> None:
    for change in shell.plan_uninstall(machine.folder, [name], machine.env, machine.home):
        shell.apply(change)


@every_shell
def test_a_new_shell_has_the_function_and_after_uninstalling_not(
    machine: Machine, name: shell.Shell
) -> None:
    require(name)
    (machine.home / ".zshrc").write_text("# a file, or zsh asks new users questions\n")
    install(machine, name)
    shown = on_terminal(machine, name, "-i", "-c", "type llm; llm hello")
    assert "function" in shown
    assert machine.told("argv") == b"hello\0"
    assert machine.told("inject") == b"auto"
    uninstall(machine, name)
    shown = on_terminal(machine, name, "-i", "-c", "type llm; llm hello")
    assert "function" not in shown and str(machine.root / "bin/llm") in shown
    assert machine.told("inject") == b"unset"


@every_shell
def test_the_shell_that_is_open_gets_it_by_reading_its_file(
    machine: Machine, name: shell.Shell
) -> None:
    require(name)
    (machine.home / ".zshrc").write_text("# mine\n")
    rc = install(machine, name)[1].file
    shown = on_terminal(machine, *STRICT[name], "-i", "-c", f"source '{rc}'; type llm")
    assert "function" in shown


@every_shell
def test_the_line_is_silent_also_when_its_file_is_gone(machine: Machine, name: shell.Shell) -> None:
    require(name)
    (machine.home / ".zshrc").write_text("# mine\n")
    copy, rc = install(machine, name)
    copy.target.unlink()
    source = {"fish": f"source '{rc.file}'"}.get(name, f". '{rc.file}'")
    done = machine.run(*STRICT[name], "-c", f"{source}; echo here")
    assert (done.stdout, done.stderr, done.returncode) == (b"here\n", b"", 0)
    shown = on_terminal(machine, name, "-i", "-c", "type llm")
    assert str(machine.root / "bin/llm") in shown and "No such file" not in shown


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("fish", ["fish", "-c"]),
        ("fish", ["fish", "--login", "-c"]),
        ("bash", ["bash", "--login", "-c"]),
        ("zsh", ["zsh", "-c"]),
        ("zsh", ["zsh", "--login", "-c"]),
    ],
)
def test_scripts_keep_their_plain_llm(
    machine: Machine, name: shell.Shell, command: list[str]
) -> None:
    require(name)
    install(machine, name, platform="darwin")
    machine.run(*command, f"{PATH_AGAIN}; llm hello")
    assert machine.told("inject") == b"unset"


@pytest.mark.parametrize("existing", [None, ".profile", ".bash_login"])
def test_a_login_shell_of_macos(machine: Machine, existing: str | None) -> None:
    if existing:
        (machine.home / existing).write_text("true\n")
    install(machine, "bash", platform="darwin")
    assert "function" in on_terminal(machine, "bash", "--login", "-i", "-c", "type llm")
    uninstall(machine, "bash")
    assert "function" not in on_terminal(machine, "bash", "--login", "-i", "-c", "type llm")
    assert not existing or (machine.home / existing).read_text() == "true\n"


def test_dash_reads_a_profile_with_the_line(machine: Machine) -> None:
    require("dash")
    (machine.home / ".profile").write_text("true\n")
    install(machine, "bash", platform="darwin")
    done = machine.run(*STRICT["dash"], "-c", '. "$HOME/.profile"; llm hello')
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 0)
    shown = on_terminal(machine, "dash", "-l", "-i", "-c", f"{PATH_AGAIN}; llm hello; echo done")
    assert shown.splitlines()[-1] == "done" and "not found" not in shown
    assert machine.told("inject") == b"unset"


def test_zsh_is_asked_where_its_files_are(machine: Machine) -> None:
    require("zsh")
    (machine.home / ".zshenv").write_text('echo noise; ZDOTDIR="$HOME/my dots"\n')
    (machine.home / "my dots").mkdir()
    (machine.home / "my dots" / ".zshrc").write_text("# mine\n")
    assert install(machine, "zsh")[1].file == machine.home / "my dots" / ".zshrc"
    assert "function" in on_terminal(machine, "zsh", "-i", "-c", "type llm")
    uninstall(machine, "zsh")
    assert (machine.home / "my dots" / ".zshrc").read_text() == "# mine\n"


def test_a_line_after_a_continued_one_is_read(machine: Machine) -> None:
    (machine.home / ".bashrc").write_bytes(b"export WORDS=kept \\")
    install(machine, "bash")
    shown = on_terminal(machine, "bash", "-i", "-c", 'type llm; echo "$WORDS"')
    assert "function" in shown and "kept" in shown


def test_the_ancestors_function_is_replaced(machine: Machine) -> None:
    block = """
# LLM Memory Plugin Integration
# This function automatically injects memory context into all llm commands
llm() {
    command llm -f memory:auto "$@"
}
"""
    (machine.home / ".bashrc").write_text("true\n" + block)
    on_terminal(machine, "bash", "-i", "-c", "llm logs")
    assert machine.told("argv") == b"-f\0memory:auto\0logs\0"
    install(machine, "bash")
    on_terminal(machine, "bash", "-i", "-c", "llm logs")
    assert machine.told("argv") == b"logs\0"


# Tools


def test_the_files_are_clean() -> None:
    """By the shells' own checkers; shellcheck and shfmt run in `make check`."""
    bash, zsh, fish = (FILES / f"llm-memory.{name}" for name in shell.SHELLS)
    for name, command in (
        ("bash", ["bash", "-n", str(bash)]),
        ("zsh", ["zsh", "-n", str(zsh)]),
        ("fish", ["fish", "--no-execute", str(fish)]),
        ("fish_indent", ["fish_indent", "--check", str(fish)]),
    ):
        require(name)
        done = subprocess.run(command, capture_output=True, timeout=SECONDS)
        assert (done.stdout + done.stderr, done.returncode) == (b"", 0), command


def test_the_files_have_the_same_sections() -> None:
    texts = [(FILES / f"llm-memory.{name}").read_text() for name in shell.SHELLS]
    assert len({text.count("# ====") for text in texts}) == 1
