"""Editing the user's rc files: real files in a throw-away home, and properties for any bytes."""

import contextlib
import os
import pwd
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.product import LIMIT
from support.torture import example_count

from llm_user_memory import shell
from llm_user_memory.errors import ShellFileError
from llm_user_memory.settings import Folder
from llm_user_memory.shell import lines, rc_paths, running, write

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]

# What 0.1.1 appended, byte for byte.
ANCESTOR = b"""
# LLM Memory Plugin Integration
# This function automatically injects memory context into all llm commands
llm() {
    command llm -f memory:auto "$@"
}
"""
OWN_FUNCTION = b'greet() {\n    echo "hello"\n}\nexport AFTER=1\n'
RC = {"bash": ".bashrc", "zsh": ".zshrc", "fish": ".config/fish/conf.d/llm-memory.fish"}
CODE = {
    "bash": "case $- in *i*) if [ -r {0} ]; then . {0}; fi ;; esac # llm-user-memory",
    "zsh": "if [ -r {0} ]; then . {0}; fi # llm-user-memory",
    "fish": "if status is-interactive; and test -r '{0}'; source '{0}'; end # llm-user-memory",
}


class Machine:
    """A home, a memory folder in it, an environment and a platform."""

    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.home.mkdir()
        self.folder = Folder(root / "llm" / "memory")
        self.environ: dict[str, str] = {"PATH": os.environ["PATH"]}
        self.platform = "linux"

    def plan_install(self, *shells: shell.Shell) -> list[shell.Change]:
        return shell.plan_install(self.folder, shells, self.environ, self.home, self.platform)

    def plan_uninstall(self, *shells: shell.Shell) -> list[shell.Change]:
        return shell.plan_uninstall(self.folder, shells, self.environ, self.home)

    def install(self, *shells: shell.Shell) -> list[shell.Change]:
        changes = self.plan_install(*shells)
        for change in changes:
            shell.apply(change)
        return changes

    def uninstall(self, *shells: shell.Shell) -> list[shell.Change]:
        changes = self.plan_uninstall(*shells)
        for change in changes:
            shell.apply(change)
        return changes

    def report(self, name: shell.Shell) -> shell.Installed:
        reports = shell.installed(self.folder, self.environ, self.home)
        return {report.shell: report for report in reports}[name]

    def is_installed(self, name: shell.Shell) -> bool:
        """Whether a new shell has the function, as this version ships it."""
        report = self.report(name)
        return bool(report.files) and report.copy == "current"

    def rc(self, name: shell.Shell, content: bytes | None = None) -> Path:
        file = self.home / RC[name]
        if content is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        return file

    def line(self, name: shell.Shell) -> bytes:
        return CODE[name].format(self.folder.shell / f"llm-memory.{name}").encode()

    def files(self) -> dict[str, bytes]:
        """Every file of the home, so that nothing else can appear or change unnoticed."""
        found = (file for file in self.home.rglob("*") if file.is_file())
        return {str(file.relative_to(self.home)): file.read_bytes() for file in found}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@contextlib.contextmanager
def not_root() -> Iterator[None]:
    """os.access answers for the real user: let that be somebody for whom modes count."""
    if os.getuid():
        yield
        return
    os.setreuid(pwd.getpwnam("nobody").pw_uid, -1)
    try:
        yield
    finally:
        os.setreuid(0, 0)


every_shell = pytest.mark.parametrize("name", shell.SHELLS)


# The life of the line


@every_shell
@pytest.mark.parametrize(
    ("content", "appended"),
    [
        (b"", b"%s\n"),
        (b"export A=1\n", b"%s\n"),
        (b"export A=1\r\n", b"%s\n"),
        (b"\n\n", b"%s\n"),
        (b"export A=1", b"\n%s (after 1 added newline)\n"),
        (b"export A=1\r", b"\n%s (after 1 added newline)\n"),
        (b"export A=1 \\\n", b"\n%s (after 1 added newline)\n"),
        (b"export A=1 \\", b"\n\n%s (after 2 added newlines)\n"),
        (b"\xff\xfe latin: \xe9\x00", b"\n%s (after 1 added newline)\n"),
    ],
)
def test_one_line_is_appended_and_goes_without_a_trace(
    machine: Machine, name: shell.Shell, content: bytes, appended: bytes
) -> None:
    rc = machine.rc(name, content)
    machine.install(name)
    assert rc.read_bytes() == content + appended % machine.line(name)
    machine.uninstall(name)
    assert machine.files() == {RC[name]: content}
    assert not (machine.folder.shell / f"llm-memory.{name}").exists()


@every_shell
def test_a_missing_file_is_created_and_removed_again(machine: Machine, name: shell.Shell) -> None:
    copy, rc = machine.install(name)
    assert (copy.kind, rc.kind) == ("created", "created")
    assert machine.files() == {RC[name]: machine.line(name) + b" (file created)\n"}
    assert [change.kind for change in machine.uninstall(name)] == ["deleted", "deleted"]
    assert machine.files() == {}


@every_shell
def test_a_created_file_stays_once_it_holds_something_of_the_user(
    machine: Machine, name: shell.Shell
) -> None:
    machine.install(name)
    with machine.rc(name).open("ab") as rc:
        rc.write(b"export B=2\n")
    machine.uninstall(name)
    assert machine.files() == {RC[name]: b"export B=2\n"}


@every_shell
def test_an_empty_file_of_the_user_stays(machine: Machine, name: shell.Shell) -> None:
    machine.rc(name, b"")
    machine.install(name)
    machine.uninstall(name)
    assert machine.files() == {RC[name]: b""}


@every_shell
def test_twice_is_once(machine: Machine, name: shell.Shell) -> None:
    machine.rc(name, b"export A=1")
    machine.install(name)
    before = machine.files()
    changes = machine.install(name)
    assert [change.kind for change in changes] == ["unchanged", "unchanged"]
    assert changes[1].lines == (f"{machine.line(name).decode()} (after 1 added newline)",)
    assert machine.files() == before
    machine.uninstall(name)
    assert machine.uninstall(name) == []
    assert machine.files() == {RC[name]: b"export A=1"}


@every_shell
def test_a_plan_says_what_it_does_and_does_nothing(machine: Machine, name: shell.Shell) -> None:
    rc = machine.rc(name, b"export A=1\n")
    copy_change, rc_change = machine.plan_install(name)
    assert copy_change.file == machine.folder.shell / f"llm-memory.{name}"
    assert (copy_change.kind, copy_change.added) == ("created", ())
    assert (rc_change.file, rc_change.target, rc_change.kind) == (rc, rc, "changed")
    assert (rc_change.added, rc_change.removed) == ((machine.line(name).decode(),), ())
    assert machine.files() == {RC[name]: b"export A=1\n"}
    assert not machine.folder.path.exists()
    machine.install(name)
    rc_change, copy_change = machine.plan_uninstall(name)
    assert (rc_change.added, rc_change.removed) == ((), (machine.line(name).decode(),))
    assert (copy_change.kind, copy_change.after) == ("deleted", None)
    assert rc.read_bytes() != b"export A=1\n"


@every_shell
def test_a_line_with_another_path_is_corrected_where_it_stands(
    machine: Machine, name: shell.Shell
) -> None:
    machine.rc(name, b"first")
    machine.install(name)
    with machine.rc(name).open("ab") as rc:
        rc.write(b"last\n")
    old, machine.folder = machine.line(name), Folder(machine.home.parent / "moved" / "memory")
    change = machine.install(name)[1]
    note = b" (after 1 added newline)"
    assert change.removed == ((old + note).decode(),)
    assert change.added == ((machine.line(name) + note).decode(),)
    assert machine.rc(name).read_bytes() == b"first\n" + machine.line(name) + note + b"\nlast\n"


def test_an_old_line_in_another_file_of_the_shell_is_corrected_too(machine: Machine) -> None:
    profile = machine.home / ".bash_profile"
    profile.write_bytes(b"a\n" + machine.line("bash") + b"\nb\n")
    machine.folder = Folder(machine.home.parent / "moved" / "memory")
    machine.install("bash")
    assert profile.read_bytes() == b"a\n" + machine.line("bash") + b"\nb\n"
    assert machine.report("bash").files == (machine.rc("bash"), profile)


@every_shell
def test_lines_that_multiplied_become_one(machine: Machine, name: shell.Shell) -> None:
    line = machine.line(name)
    rc = machine.rc(name, b"a\n" + line + b"\nb\n" + line + b" (after 1 added newline)\nc\n" + line)
    machine.install(name)
    assert rc.read_bytes() == b"a\n" + line + b"\nb\nc\n"
    machine.uninstall(name)
    assert rc.read_bytes() == b"a\nb\nc\n"


@every_shell
def test_an_outdated_copy_is_refreshed(machine: Machine, name: shell.Shell) -> None:
    machine.install(name)
    copy = machine.folder.shell / f"llm-memory.{name}"
    copy.write_bytes(b"# of an older version\n")
    assert machine.report(name).copy == "outdated"
    assert [change.kind for change in machine.install(name)] == ["changed", "unchanged"]
    assert copy.read_bytes() == (ROOT / "shell" / f"llm-memory.{name}").read_bytes()


@every_shell
@pytest.mark.parametrize(
    "edit",
    [b"# %s", b"  %s", b"%s # and more", b"%s\x0b", b"x; %s"],
    ids=["commented out", "indented", "continued", "with a control character", "prefixed"],
)
def test_a_line_changed_by_hand_is_not_ours(
    machine: Machine, name: shell.Shell, edit: bytes
) -> None:
    content = edit % machine.line(name) + b"\n"
    machine.rc(name, content)
    machine.uninstall(name)
    assert machine.files() == {RC[name]: content}


def test_uninstalling_finds_lines_in_every_file_of_the_shell(machine: Machine) -> None:
    names = (".bashrc", ".bash_profile", ".bash_login", ".profile")
    for file in names:
        (machine.home / file).write_bytes(b"x\n" + machine.line("bash") + b"\ny\n")
    machine.uninstall("bash")
    assert machine.files() == dict.fromkeys(names, b"x\ny\n")


def test_one_shell_leaves_the_lines_of_the_others(machine: Machine) -> None:
    machine.install(*shell.SHELLS)
    machine.uninstall("bash")
    assert sorted(machine.files()) == sorted([RC["zsh"], RC["fish"]])
    assert not machine.report("bash").files
    assert machine.is_installed("zsh") and machine.is_installed("fish")


def test_the_memory_folder_stays_private(machine: Machine) -> None:
    machine.install("bash")
    assert stat.S_IMODE(machine.folder.path.stat().st_mode) == 0o700


# Any bytes

pieces = st.sampled_from(
    [
        b"\n", b"\r\n", b"\r", b"\\", b"\\\n", b"a", b"export A=1\n", b"}\n", b"\x00", b"\xff",
        b" # llm-user-memory", b" (file created)", b" (after 1 added newline)", b"\n# ",
        lines.our_line("bash", Path("/m/shell/llm-memory.bash")),
        lines.our_line("bash", Path("/an other/llm-memory.bash")),
        lines.our_line("zsh", Path("/m/shell/llm-memory.zsh")),
        ANCESTOR, ANCESTOR[1:], ANCESTOR[:-1], ANCESTOR[1:40], OWN_FUNCTION,
    ]
)  # fmt: skip
contents = st.one_of(st.binary(max_size=80), st.lists(pieces, max_size=8).map(b"".join))
paths = st.text(
    st.characters(exclude_characters="\0\n\r/", exclude_categories=["Cs"]), min_size=1
).map(lambda name: Path("/memory") / name / "llm-memory.bash")


@given(content=contents, path=paths)
def test_whatever_the_bytes_install_then_uninstall_gives_them_back(
    content: bytes, path: Path
) -> None:
    assume(not lines.our_lines(content, "bash"))
    added = lines.with_line(content, "bash", path)
    assert added.startswith(content)
    assert len(lines.our_lines(added, "bash")) == 1
    assert lines.reads(lines.our_lines(added, "bash")[0], "bash", path)
    assert lines.without_line(added, "bash") == content


@given(content=contents, path=paths)
def test_whatever_is_there_already_one_line_is_left_and_twice_is_once(
    content: bytes, path: Path
) -> None:
    once = lines.with_line(content, "bash", path)
    assert lines.with_line(once, "bash", path) == once
    (line,) = lines.our_lines(once, "bash")
    assert lines.reads(line, "bash", path)
    gone = lines.without_line(once, "bash")
    assert not lines.our_lines(gone or b"", "bash")


@given(before=contents, after=contents, path=paths)
def test_what_came_later_is_never_glued_to_what_was_there(
    before: bytes, after: bytes, path: Path
) -> None:
    assume(after and not lines.our_lines(before, "bash") and not lines.our_lines(after, "bash"))
    rest = lines.without_line(lines.with_line(before, "bash", path) + after, "bash")
    newlines = b"" if not before or before.endswith(b"\n") else b"\n"
    assert rest is not None and rest.startswith(before + newlines) and rest.endswith(after)
    assert set(rest[len(before) : len(rest) - len(after)]) <= set(b"\n")


@given(content=contents)
def test_whatever_the_bytes_the_ancestors_block_goes_exactly(content: bytes) -> None:
    assume(lines.without_legacy(content) == content)
    assume(not content.endswith(ANCESTOR[1:-1]))
    assert lines.without_legacy(content + ANCESTOR) == content


@settings(max_examples=example_count(25))
@given(content=st.binary(max_size=200), name=st.sampled_from(shell.SHELLS))
def test_real_files_come_back_byte_for_byte(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, name: shell.Shell
) -> None:
    machine = Machine(tmp_path_factory.mktemp("machine"))
    machine.rc(name, content + ANCESTOR if name != "fish" else content)
    machine.install(name)
    machine.uninstall(name)
    assert machine.files() == {RC[name]: content}


# The ancestor

ANCESTOR_FILES = [
    ("bash", ".bashrc"),
    ("bash", ".bash_profile"),
    ("bash", ".profile"),
    ("zsh", ".zshrc"),
    ("zsh", ".zprofile"),
    ("zsh", ".profile"),
    ("fish", ".config/fish/config.fish"),
]


@pytest.mark.parametrize(("name", "file"), ANCESTOR_FILES)
@pytest.mark.parametrize("content", [b"", b"\n", b"export A=1\n", b"export A=1", b"\xff\r\n\n\n"])
def test_the_ancestors_block_is_replaced_exactly(
    machine: Machine, name: shell.Shell, file: str, content: bytes
) -> None:
    path = machine.home / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content + ANCESTOR)
    assert machine.report(name).legacy == ((path, content.count(b"\n") + 2),)
    changes = {change.file: change for change in machine.install(name)}
    assert changes[path].legacy_removed and changes[path].legacy_left is None
    assert b"memory:auto" not in path.read_bytes()
    assert machine.is_installed(name)
    machine.uninstall(name)
    assert machine.files() == {file: content}


def test_uninstalling_takes_the_ancestors_block_too(machine: Machine) -> None:
    machine.rc("zsh", b"a\n" + ANCESTOR + b"b\n")
    (change,) = machine.uninstall("zsh")
    assert change.legacy_removed
    assert machine.files() == {".zshrc": b"a\nb\n"}


def test_a_function_of_the_users_own_after_the_block_stays(machine: Machine) -> None:
    """The ancestor's own uninstall deleted the lines after it."""
    machine.rc("bash", b"a\n" + ANCESTOR + OWN_FUNCTION)
    machine.install("bash")
    machine.uninstall("bash")
    assert machine.files() == {".bashrc": b"a\n" + OWN_FUNCTION}


def test_a_file_that_the_ancestor_created_keeps_what_came_later(machine: Machine) -> None:
    machine.rc("bash", ANCESTOR + b"later\n")
    machine.uninstall("bash")
    assert machine.files() == {".bashrc": b"later\n"}


@pytest.mark.parametrize(
    "block",
    [
        ANCESTOR.replace(b'"$@"', b'-m gpt-4o "$@"'),
        ANCESTOR.replace(b"}\n", b"    echo done\n}\n"),
        ANCESTOR.replace(b"\n", b"\r\n"),
        ANCESTOR.replace(b"    command", b"\tcommand"),
        b"# LLM Memory Plugin Integration\n" + OWN_FUNCTION,
    ],
    ids=["other arguments", "a line more", "crlf", "a tab", "only the heading"],
)
def test_a_block_changed_by_hand_is_left_alone_and_named(machine: Machine, block: bytes) -> None:
    content = b"a\n" + block + OWN_FUNCTION
    rc = machine.rc("bash", content)
    line = content[: content.index(b"# LLM")].count(b"\n") + 1
    change = machine.install("bash")[1]
    assert (change.legacy_removed, change.legacy_left) == (False, line)
    assert rc.read_bytes() == content + machine.line("bash") + b"\n"
    (change,) = [change for change in machine.uninstall("bash") if not change.memory]
    assert (change.legacy_removed, change.legacy_left) == (False, line)
    assert rc.read_bytes() == content
    assert machine.report("bash").legacy == ((rc, line),)
    assert [change.kind for change in machine.plan_uninstall("bash")] == ["unchanged"]


# Which files


@pytest.mark.parametrize(
    ("existing", "expected"),
    [
        ([], [".bash_profile"]),
        ([".bashrc"], [".bash_profile", ".bashrc"]),
        ([".profile"], [".profile"]),
        ([".profile", ".bash_login"], [".bash_login"]),
        ([".profile", ".bash_login", ".bash_profile"], [".bash_profile"]),
        ([".profile", ".bashrc"], [".profile", ".bashrc"]),
    ],
)
def test_bash_on_macos_reads_its_first_login_file(
    machine: Machine, existing: list[str], expected: list[str]
) -> None:
    machine.platform = "darwin"
    for name in existing:
        (machine.home / name).write_bytes(b"# mine\n")
    changes = machine.install("bash")[1:]
    assert [change.file for change in changes] == [machine.home / name for name in expected]
    machine.uninstall("bash")
    assert machine.files() == dict.fromkeys(existing, b"# mine\n")


def test_a_login_file_that_is_a_link_to_bashrc_gets_one_line(machine: Machine) -> None:
    machine.platform = "darwin"
    rc = machine.rc("bash", b"a")
    (machine.home / ".bash_profile").symlink_to(".bashrc")
    _, change = machine.install("bash")
    assert (change.file.name, change.target.name) == (".bash_profile", ".bashrc")
    assert rc.read_bytes().count(b"llm-user-memory") == 1
    machine.uninstall("bash")
    assert rc.read_bytes() == b"a"


def test_one_file_for_two_shells_gets_a_line_for_each(machine: Machine) -> None:
    rc = machine.rc("bash", b"a\n")
    machine.rc("zsh").symlink_to(rc)
    _, _, change = machine.install("bash", "zsh")
    assert len(change.added) == 2
    assert rc.read_bytes() == b"a\n%s\n%s\n" % (machine.line("bash"), machine.line("zsh"))
    machine.uninstall("bash", "zsh")
    assert rc.read_bytes() == b"a\n"


def test_profile_is_looked_into_once_for_two_shells(machine: Machine) -> None:
    (machine.home / ".profile").write_bytes(b"a\n" + ANCESTOR)
    machine.install("bash", "zsh")
    assert (machine.home / ".profile").read_bytes() == b"a\n"


def test_zdotdir_says_where_zshrc_is(machine: Machine) -> None:
    folder = machine.home / "dots" / "zsh"
    machine.environ["ZDOTDIR"] = str(folder)
    machine.rc("zsh", b"# not read\n")
    assert machine.install("zsh")[1].file == folder / ".zshrc"
    assert machine.rc("zsh").read_bytes() == b"# not read\n"
    machine.uninstall("zsh")
    assert machine.files() == {".zshrc": b"# not read\n"}


def test_an_old_line_in_the_home_is_found_although_zdotdir_is_elsewhere(machine: Machine) -> None:
    machine.rc("zsh", b"a\n")
    machine.install("zsh")
    machine.environ["ZDOTDIR"] = str(machine.home / "dots")
    machine.install("zsh")
    machine.uninstall("zsh")
    assert machine.files() == {".zshrc": b"a\n"}


def test_zsh_is_not_asked_what_the_environment_says(machine: Machine) -> None:
    (machine.home / ".zshenv").write_text("export ZDOTDIR=$HOME/dots\n")
    machine.environ = {"PATH": "/nowhere", "ZDOTDIR": str(machine.home / "dots")}
    assert machine.install("zsh")[1].file == machine.home / "dots" / ".zshrc"


def test_an_unanswered_question_to_zsh_is_an_error(machine: Machine) -> None:
    (machine.home / ".zshenv").write_text("export ZDOTDIR=$HOME/dots\n")
    machine.environ["PATH"] = str(machine.home / "empty")
    with pytest.raises(ShellFileError, match="ZDOTDIR") as error:
        machine.plan_install("zsh")
    assert error.value.untouched == "Nothing was changed."
    assert machine.plan_uninstall("zsh") == []
    assert not machine.is_installed("zsh")


def test_zsh_has_some_seconds_to_answer(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (machine.home / ".zshenv").write_text("ZDOTDIR=$HOME/dots\n")
    slow = tmp_path / "bin" / "zsh"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    machine.environ["PATH"] = f"{slow.parent}:{machine.environ['PATH']}"
    monkeypatch.setattr(rc_paths, "_ZSH_SECONDS", 0.1)
    with pytest.raises(ShellFileError, match="timed out"):
        machine.plan_install("zsh")


@pytest.mark.parametrize(
    ("config", "expected"),
    [("{home}/xdg", "xdg"), ("", ".config"), ("not/absolute", ".config")],
)
def test_fish_reads_conf_d(machine: Machine, config: str, expected: str) -> None:
    machine.environ["XDG_CONFIG_HOME"] = config.format(home=machine.home)
    machine.install("fish")
    assert list(machine.files()) == [f"{expected}/fish/conf.d/llm-memory.fish"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [("/bin/bash", "bash"), ("/opt/homebrew/bin/fish", "fish"), ("zsh", "zsh")],
)
def test_the_login_shell(value: str, expected: str) -> None:
    assert shell.login_shell({"SHELL": value}) == expected


@pytest.mark.parametrize("environ", [{}, {"SHELL": ""}])
def test_the_login_shell_of_the_account(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str]
) -> None:
    monkeypatch.setattr(pwd, "getpwuid", lambda _uid: SimpleNamespace(pw_shell="/usr/bin/fish"))
    assert shell.login_shell(environ) == "fish"


@pytest.mark.parametrize("value", ["/bin/dash", "/usr/bin/nu", "/bin/tcsh", "/x/bash.old"])
def test_another_login_shell_is_an_error_with_a_remedy(value: str) -> None:
    with pytest.raises(ShellFileError, match=value) as error:
        shell.login_shell({"SHELL": value})
    assert "--shell bash|zsh|fish" in error.value.remedy


def test_an_account_without_a_shell_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def getpwuid(uid: int) -> None:
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", getpwuid)
    with pytest.raises(ShellFileError, match="SHELL is not set"):
        shell.login_shell({})


def _processes(*above: tuple[str, int, int]) -> Callable[[int], running.Process | None]:
    """This process in group 7 of session 1, and those above it: (name, group, session)."""
    chain = [running.Process(101, 7, 1, "python3")]
    chain += [
        running.Process(102 + number, *each[1:], each[0]) for number, each in enumerate(above)
    ]
    return lambda pid: chain[0] if pid == os.getpid() else dict(enumerate(chain, 100)).get(pid)


ABOVE: list[tuple[list[tuple[str, int, int]], str | None]] = [
    ([("zsh", 5, 1), ("bash", 1, 1)], "zsh"),
    ([("fish", 5, 1), ("zsh", 3, 1), ("bash", 1, 1)], "fish"),
    ([("-zsh", 1, 1)], "zsh"),
    ([("/opt/homebrew/bin/fish", 1, 1)], "fish"),
    ([("uv", 7, 1), ("zsh", 1, 1)], "zsh"),
    # A script of bash, which has the group of what it runs, in a zsh.
    ([("bash", 7, 1), ("zsh", 1, 1)], "zsh"),
    ([("bash", 7, 1)], None),
    # Another terminal's, and none of ours.
    ([("zsh", 1, 2)], None),
    ([("nu", 1, 1), ("sshd", 1, 9)], None),
    ([("dash", 5, 1), ("bash", 1, 1)], "bash"),
    ([], None),
]


@pytest.mark.parametrize(("above", "expected"), ABOVE)
def test_the_shell_that_somebody_types_in(
    above: list[tuple[str, int, int]], expected: str | None
) -> None:
    assert running.interactive_shell(_processes(*above)) == expected


WITHOUT: list[tuple[list[tuple[str, int, int]], str]] = [
    ([("nu", 5, 1), ("bash", 1, 1)], "nu"),
    ([("-tcsh", 1, 1)], "tcsh"),
    ([("uv", 7, 1), ("xonsh", 5, 1), ("bash", 1, 1)], "xonsh"),
    ([("bash", 5, 1), ("nu", 1, 1)], ""),
    ([("nu", 7, 1), ("zsh", 1, 1)], ""),
    ([("nu", 1, 2)], ""),
    ([("tmux", 5, 1), ("zsh", 1, 1)], ""),
]


@pytest.mark.parametrize(("above", "expected"), WITHOUT)
def test_a_shell_without_a_function_is_noticed(
    above: list[tuple[str, int, int]], expected: str
) -> None:
    assert running.other_shell(_processes(*above)) == expected


def test_the_shells_without_a_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "other_shell", lambda: "nu")
    assert shell.shells_without({"SHELL": "/bin/bash"}, at_terminal=True) == ["nu"]
    assert shell.shells_without({"SHELL": "/usr/bin/nu"}, at_terminal=True) == ["nu"]
    assert shell.shells_without({"SHELL": "/bin/tcsh"}, at_terminal=True) == ["nu", "tcsh"]
    assert shell.shells_without({"SHELL": "/bin/bash"}, at_terminal=False) == []


def test_both_shells_are_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "interactive_shell", lambda: "zsh")
    bash = {"SHELL": "/bin/bash"}
    assert shell.shells_in_use(bash, at_terminal=True) == ["zsh", "bash"]
    assert shell.shells_in_use({"SHELL": "/bin/zsh"}, at_terminal=True) == ["zsh"]
    assert shell.shells_in_use({"SHELL": "/bin/dash"}, at_terminal=True) == ["zsh"]
    assert shell.shells_in_use(bash, at_terminal=False) == ["bash"]
    monkeypatch.setattr(running, "interactive_shell", lambda: None)
    assert shell.shells_in_use(bash, at_terminal=True) == ["bash"]
    with pytest.raises(ShellFileError, match="dash"):
        shell.shells_in_use({"SHELL": "/bin/dash"}, at_terminal=True)


BARE = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}


@every_shell
@pytest.mark.parametrize("folder", ["memory", "a b'c/$memory", ".config/io.datasette.llm/memory"])
def test_the_line_names_the_home_by_its_variable(
    machine: Machine, name: shell.Shell, folder: str
) -> None:
    """Dotfiles that several machines share say nothing where the memory folder is not there."""
    machine.folder = Folder(machine.home / folder)
    machine.install(name)
    content = machine.rc(name).read_bytes()
    assert b'"$HOME"/' in content and os.fsencode(machine.home) not in content
    assert machine.is_installed(name)
    assert [change.kind for change in machine.plan_install(name)] == ["unchanged"] * 2
    for home in (machine.home, machine.home.parent / "other") if shutil.which(name) else ():
        ran = subprocess.run(
            [name, *BARE[name], "-i", "-c", f"source '{machine.rc(name)}'; type llm"],
            env={**os.environ, "HOME": str(home)},
            capture_output=True,
            text=True,
            timeout=LIMIT,
        )
        assert ("function" in ran.stdout) == (home == machine.home), ran
        assert "llm-memory" not in ran.stderr
    machine.uninstall(name)
    assert machine.files() == {}


@every_shell
def test_an_absolute_line_of_ours_still_counts_and_is_corrected(
    machine: Machine, name: shell.Shell
) -> None:
    machine.folder = Folder(machine.home / "memory")
    path = machine.folder.shell / f"llm-memory.{name}"
    machine.install(name)
    machine.rc(name, lines.our_line(name, path) + b"\n")
    assert machine.is_installed(name)
    machine.install(name)
    assert machine.rc(name).read_bytes() == lines.our_line(name, path, machine.home) + b"\n"


# Links, modes, and files that cannot be written


@pytest.mark.parametrize("absolute", [True, False])
def test_a_link_stays_a_link_and_its_target_keeps_its_mode(
    machine: Machine, absolute: bool
) -> None:
    target = machine.home / "dotfiles" / "bashrc"
    target.parent.mkdir()
    target.write_bytes(b"secret=1")
    target.chmod(0o640)
    link = machine.home / ".bashrc"
    link.symlink_to(target if absolute else "dotfiles/bashrc")
    change = machine.install("bash")[1]
    assert (change.file, change.target) == (link, target)
    assert link.is_symlink()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert b"llm-user-memory" in target.read_bytes()
    machine.uninstall("bash")
    assert link.is_symlink()
    assert target.read_bytes() == b"secret=1"


def test_a_link_to_a_file_that_is_not_there_yet(machine: Machine) -> None:
    link = machine.home / ".zshrc"
    link.symlink_to("zshrc")
    machine.install("zsh")
    assert link.is_symlink() and link.is_file()
    machine.uninstall("zsh")
    assert link.is_symlink() and not link.exists()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file away")
def test_the_owner_stays(machine: Machine) -> None:
    rc = machine.rc("bash", b"a\n")
    os.chown(rc, 12345, 23456)
    machine.install("bash")
    assert (rc.stat().st_uid, rc.stat().st_gid) == (12345, 23456)


def test_a_file_with_a_second_name_is_not_replaced(machine: Machine) -> None:
    """The other name would keep the old contents: a repository of dotfiles may use hard links."""
    rc = machine.rc("bash", b"a\n")
    other = machine.home / "dotfiles"
    other.hardlink_to(rc)
    with pytest.raises(ShellFileError, match="hard link") as error:
        machine.install("bash")
    assert "add the line" in error.value.remedy
    assert rc.samefile(other) and rc.read_bytes() == b"a\n"
    assert not machine.folder.path.exists()


def test_a_file_that_is_given_a_second_name_meanwhile(machine: Machine) -> None:
    rc = machine.rc("bash", b"a\n")
    change = machine.plan_install("bash")[1]
    (machine.home / "dotfiles").hardlink_to(rc)
    with pytest.raises(ShellFileError, match="hard link"):
        shell.apply(change)
    assert machine.files() == {".bashrc": b"a\n", "dotfiles": b"a\n"}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as somebody else")
def test_a_file_of_another_user_is_not_replaced() -> None:
    # pytest's own folders are closed to everyone else.
    with tempfile.TemporaryDirectory() as root:
        Path(root).chmod(0o755)
        machine = Machine(Path(root))
        machine.home.chmod(0o777)
        theirs = machine.rc("bash", b"a\n")
        theirs.chmod(0o666)
        os.seteuid(65534)
        try:
            with pytest.raises(ShellFileError, match="another user's"):
                machine.plan_install("bash")
        finally:
            os.seteuid(0)
        assert theirs.stat().st_uid == 0 and theirs.read_bytes() == b"a\n"


def test_nothing_is_installed_where_others_could_change_it(machine: Machine) -> None:
    """What the line in the rc file reads is run by each new shell."""
    machine.rc("bash", b"a\n")
    shared = machine.folder.path.parent
    shared.mkdir()
    shared.chmod(0o777)
    with pytest.raises(ShellFileError, match="Other users may write") as error:
        machine.plan_install("bash")
    assert str(shared) in error.value.what
    machine.plan_uninstall("bash")
    assert machine.files() == {".bashrc": b"a\n"} and not machine.folder.path.exists()


def test_a_file_in_the_place_of_the_folder_is_told_before_anything_is_changed(
    machine: Machine,
) -> None:
    machine.environ["ZDOTDIR"] = str(machine.rc("bash", b"a\n"))
    with pytest.raises(ShellFileError, match="is no folder") as error:
        machine.plan_install("bash", "zsh")
    assert error.value.untouched == "Nothing was changed."
    assert machine.plan_uninstall("zsh") == []
    assert machine.files() == {".bashrc": b"a\n"} and not machine.folder.path.exists()


def test_a_huge_file_is_left_alone(machine: Machine) -> None:
    rc = machine.rc("bash", b"a\n")
    os.truncate(rc, 30_000_000)
    with pytest.raises(ShellFileError, match="larger than 20 MB"):
        machine.plan_install("bash")
    assert rc.stat().st_size == 30_000_000


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="no extended attributes here")
def test_attributes_stay(machine: Machine) -> None:
    rc = machine.rc("bash", b"a\n")
    try:
        os.setxattr(rc, "user.test", b"kept")
    except OSError:
        pytest.skip("no extended attributes on this file system")
    machine.install("bash")
    assert os.getxattr(rc, "user.test") == b"kept"


def _directory(home: Path) -> None:
    (home / ".bashrc").mkdir()


def _loop(home: Path) -> None:
    (home / ".bashrc").symlink_to(".bashrc")


def _nowhere(home: Path) -> None:
    (home / ".bashrc").symlink_to("no/such/folder/bashrc")


def _device(home: Path) -> None:
    (home / ".bashrc").symlink_to("/dev/null")


def _read_only(home: Path) -> None:
    (home / ".bashrc").write_bytes(b"a\n")
    (home / ".bashrc").chmod(0o444)


@pytest.mark.parametrize("make", [_directory, _loop, _nowhere, _device, _read_only])
def test_a_file_that_cannot_be_changed_is_named_with_the_line_to_add(
    machine: Machine, make: Callable[[Path], None]
) -> None:
    make(machine.home)
    before = machine.files()
    with pytest.raises(ShellFileError) as error:
        machine.plan_install("zsh", "bash")
    assert str(machine.home / ".bashrc") in error.value.what
    assert error.value.untouched == "Nothing was changed."
    assert f"add the line  {machine.line('bash').decode()}" in error.value.remedy.split("\n  ")
    assert machine.files() == before and not machine.folder.path.exists()
    machine.uninstall("bash")
    assert not machine.is_installed("bash")


@every_shell
def test_a_read_only_folder(name: shell.Shell) -> None:
    # pytest's own folders are closed to everyone else, which would hide the reason.
    with tempfile.TemporaryDirectory() as root:
        Path(root).chmod(0o755)
        machine = Machine(Path(root))
        machine.home.chmod(0o555)
        with not_root(), pytest.raises(ShellFileError, match="is read-only") as error:
            machine.plan_install(name)
        machine.home.chmod(0o755)
    assert str(machine.home / RC[name]) in error.value.what
    assert machine.line(name).decode() in error.value.remedy


def test_a_read_only_file_is_refused_on_the_way_out_too(machine: Machine) -> None:
    rc = machine.rc("bash", b"a\n")
    machine.install("bash")
    rc.chmod(0o444)
    with pytest.raises(ShellFileError) as error:
        machine.plan_uninstall("bash")
    assert f"remove the line  {machine.line('bash').decode()}" in error.value.remedy
    assert machine.is_installed("bash")


def test_a_read_only_file_without_a_line_of_ours_hinders_nothing(machine: Machine) -> None:
    machine.rc("bash", b"a\n")
    machine.install("bash")
    (machine.home / ".profile").write_bytes(b"x\n")
    (machine.home / ".profile").chmod(0o444)
    machine.uninstall("bash")
    assert machine.files() == {".bashrc": b"a\n", ".profile": b"x\n"}


def test_a_folder_that_cannot_be_made_leaves_no_trace(machine: Machine) -> None:
    change = machine.plan_install("fish")[1]
    (machine.home / ".config").write_bytes(b"a file where a folder should be")
    with pytest.raises(ShellFileError) as error:
        shell.apply(change)
    assert str(change.file) in error.value.what and "as it was" in error.value.untouched
    assert machine.line("fish").decode() in error.value.remedy


@pytest.mark.parametrize("later", [b"", b"b\n", None])
def test_a_file_changed_meanwhile_is_left_as_it_is(machine: Machine, later: bytes | None) -> None:
    rc = machine.rc("bash", b"a\n")
    change = machine.plan_install("bash")[1]
    if later is None:
        rc.unlink()
    else:
        rc.write_bytes(later)
    with pytest.raises(ShellFileError, match="changed by another program"):
        shell.apply(change)
    assert machine.files() == ({} if later is None else {".bashrc": later})


def test_a_file_changed_while_its_new_version_is_written(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    rc = machine.rc("bash", b"a\n")
    change = machine.plan_install("bash")[1]
    monkeypatch.setattr(write, "_copy_metadata", lambda old, _new: old.write_bytes(b"b\n"))
    with pytest.raises(ShellFileError, match="changed by another program"):
        shell.apply(change)
    assert rc.read_bytes() == b"b\n"
    assert list(machine.home.iterdir()) == [rc]


def test_a_file_created_meanwhile_is_left_as_it_is(machine: Machine) -> None:
    change = machine.plan_install("bash")[1]
    machine.rc("bash", b"b\n")
    with pytest.raises(ShellFileError):
        shell.apply(change)
    assert machine.files() == {".bashrc": b"b\n"}


def test_a_file_that_got_something_meanwhile_is_not_deleted(machine: Machine) -> None:
    machine.install("bash")
    change = machine.plan_uninstall("bash")[0]
    with machine.rc("bash").open("ab") as rc:
        rc.write(b"b\n")
    with pytest.raises(ShellFileError):
        shell.apply(change)
    assert machine.rc("bash").read_bytes().endswith(b"b\n")


def test_a_memory_folder_that_no_line_can_name(machine: Machine) -> None:
    machine.folder = Folder(machine.home / "two\nlines" / "memory")
    with pytest.raises(ShellFileError, match="one line"):
        machine.plan_install("bash")


# What is installed


@every_shell
def test_the_report(machine: Machine, name: shell.Shell) -> None:
    report = machine.report(name)
    assert (report.files, report.elsewhere, report.copy) == ((), (), "missing")
    machine.install(name)
    report = machine.report(name)
    assert (report.files, report.elsewhere) == ((machine.rc(name),), ())
    assert (report.copy, report.legacy, report.unreadable) == ("current", (), ())
    machine.folder = Folder(machine.home.parent / "other" / "memory")
    report = machine.report(name)
    assert (report.files, report.elsewhere) == ((), (machine.rc(name),))
    assert report.copy == "missing"


def test_the_report_names_what_it_could_not_read(machine: Machine) -> None:
    (machine.home / ".bashrc").mkdir()
    assert machine.report("bash").unreadable == (machine.home / ".bashrc",)


def test_the_shipped_files_of_a_checkout() -> None:
    for name in shell.SHELLS:
        assert rc_paths.shipped_file(name) == ROOT / "shell" / f"llm-memory.{name}"


def test_the_shipped_files_of_a_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "llm_user_memory"
    (package / "shell_files").mkdir(parents=True)
    monkeypatch.setattr(rc_paths, "__file__", str(package / "shell" / "rc_paths.py"))
    assert rc_paths.shipped_file("zsh") == package / "shell_files" / "llm-memory.zsh"


def test_an_installation_without_the_shipped_files(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rc_paths, "__file__", str(tmp_path / "package" / "shell" / "rc_paths.py"))
    with pytest.raises(ShellFileError, match="part of llm-user-memory") as error:
        machine.plan_install("zsh")
    assert "again" in error.value.remedy
    assert machine.report("zsh").copy == "missing"


def test_it_imports_neither_llm_nor_click() -> None:
    code = "import sys, llm_user_memory.shell; sys.exit(bool({'llm', 'click'} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=LIMIT)
