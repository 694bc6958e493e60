"""The exit codes that docs/commands.md promises, and output that cannot be written."""

import errno
import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from llm.cli import cli
from support.product import Product, until
from support.quiet_home import memory_without_daemon
from support.rows import for_each

from llm_user_memory.cli import exits, output
from llm_user_memory.errors import MemoryPluginError, OutputError, ProfileError, WrongCallError

pytestmark = pytest.mark.once


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home with one fact, in which no daemon starts."""
    monkeypatch.chdir(tmp_path)
    with memory_without_daemon(tmp_path, monkeypatch):
        ran("add", "Keeps bees")
        (tmp_path / "given").write_text("")
        yield tmp_path


def ran(*words: str, said: str = "") -> click.testing.Result:
    result = CliRunner().invoke(cli, ["memory", *words], input=said)
    assert result.exception is None or isinstance(result.exception, SystemExit), words
    return result


ROWS = {
    # Done, or found.
    0: ["show", "diff", "why bees", "history", "log", "--help"],
    # No, or nothing.
    1: [
        "diff 2 2", "why wasps", "timeline wasps", "archive wasps", "undo --to 99", "forget wasps",
        "add ...", "search zeppelins", "forget bees", "backfill", "load given", "import given",
        "sources add given", "sources remove nowhere", "profiles allow .",
        "backfill --output given",
    ],
    # A wrong call.
    2: [
        "search bees --since nonsense", "search bees --until 2026-13-45", "note --edit nonsense",
        "note text --undo", "show --nonsense", "nonsense", "pause --for nonsense", "forget ",
        "--profile a/b show", "backfill --since nonsense", "sources nonsense", "cost --days 0",
        "backfill --days 3 --since 2026-01-01", "learn --when nonsense", "mark bees",
        "search ", "ask ", "forget x --purge --undo", "undo --to x",
        # A file or folder that is not there, or is a folder where a file is wanted.
        "load nowhere", "load .", "learn nowhere", "learn .", "import nowhere",
        "backfill -d nowhere", "backfill -d .", "backfill --output nowhere/file",
        "backfill --output .",
        "import --output nowhere/file .", "export -o nowhere/file", "export -o .",
        "sources add nowhere", "profiles allow nowhere", "profiles deny nowhere",
        "serve --folder given check", f"export -o {'x' * 300}",
    ],
}  # fmt: skip


@pytest.mark.usefixtures("home")
@for_each("code, line", [(code, line) for code, lines in ROWS.items() for line in lines])
def test_the_table_of_exit_codes(code: int, line: str) -> None:
    result = ran(*line.split(" "))
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", ["status", "show", "add x", "search x", "doctor", "pause", "daemon start"]
)
@pytest.mark.parametrize("path", ["given", "given/below", "dangling", "x" * 300])
def test_a_folder_that_llm_cannot_make_is_told(
    home: Path, monkeypatch: pytest.MonkeyPatch, line: str, path: str
) -> None:
    (home / "dangling").symlink_to(home / "nowhere")
    monkeypatch.setenv("LLM_USER_PATH", str(home / path))
    result = ran(*line.split(" "))
    assert result.exit_code == 1
    assert "LLM's own folder cannot be made" in " ".join(result.output.split())
    assert not (home / "nowhere").exists() and (home / "given").read_text() == ""


# What a person reads who gave something that cannot be used.
SAID = {
    "learn --when 2026-02-30": "'2026-02-30' is no date: write one such as 2026-11-01.",
    "backfill --until 2026-02-30": "'2026-02-30' is no date: write one such as 2026-11-01.",
    "import given": "nothing that can be imported. Nothing was imported. Expected is",
    "export -o nowhere/file": "No such file or directory. Nothing was exported.",
    "search ": "Say what to search for: QUERY, or --about FACT.",
    "ask ": "Say what to ask: `llm memory ask 'When did I move to Lisbon?'`.",
    "add ": "TEXT is empty. Nothing was done.",
    "undo --to x": "'x' is not a whole number from 1 on.",
    "undo --to 0": "'0' is not a whole number from 1 on.",
    "search bees --context 21": "'21' is not a whole number from 0 to 20.",
}


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("line", "said"), SAID.items())
def test_what_cannot_be_used_is_said_in_plain_words(line: str, said: str) -> None:
    assert said in " ".join(ran(*line.split(" ")).output.split())


def _with_arguments(group: click.Group, *names: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Each command of a group that has arguments of its own, and how many it has."""
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        arguments = [one for one in command.params if isinstance(one, click.Argument)]
        if arguments and all(one.type is not click.UNPROCESSED for one in arguments):
            yield (*names, name), len(arguments)
        if isinstance(command, click.Group):
            yield from _with_arguments(command, *names, name)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("empty", ["", " \n"])
def test_an_empty_argument_is_a_wrong_call_of_every_command(empty: str) -> None:
    """A variable that is not set must not stand for all facts, or for the folder one is in."""
    group = cli.commands["memory"]
    assert isinstance(group, click.Group)
    commands = dict(_with_arguments(group))
    assert {("add",), ("sources", "add"), ("serve", "key", "add")} <= commands.keys()
    for words, number in commands.items():
        result = ran(*words, *[empty] * number)
        assert result.exit_code == 2 and "Traceback" not in result.output, (words, result.output)
        assert "empty" in result.output or "Say w" in result.output, (words, result.output)
        assert f"Usage: cli memory {' '.join(words)} " in result.output, result.output
    assert "Keeps bees" in ran("show").output


# What is typed, and what is suggested for it.
NEAR = {
    "ad": "`add`", "hist": "`history`", "shwo": "`show`", "forgett": "`forget`",
    "stauts": "`status`", "serch": "`search`", "re": "`reindex` or `review` or `resume`",
}  # fmt: skip


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("typed", "suggested"), NEAR.items())
def test_only_what_is_near_is_suggested(typed: str, suggested: str) -> None:
    assert ran(typed).output.rstrip().endswith(f"Did you mean {suggested}?")
    assert "Did you mean" not in ran("zzz").output


READS = [
    "show", "show --json", "path", "status", "status --all", "history", "diff", "undo", "log",
    "cost", "why bees", "timeline", "archive", "mark bees --pin", "forget bees -y",
    "forget bees --undo", "clear", "export", "search bees", "ask bees", "note --list",
    "note --undo", "sources", "sources remove given", "reindex", "review", "update",
    "context Hello", "doctor --fix", "web --no-browser",
]  # fmt: skip
WRITES = [
    "add Sings", "note Sings", "load own.md", "edit", "learn --role user said.txt",
    "import facts.md -y", "sources add .",
]  # fmt: skip
# A profile that was never used, and what is said of the ones that there are.
UNUSED = {
    "wrk": "Did you mean “work”?",
    "hom": "Did you mean “home”?",
    "zzz": "You have default, home and work.",
}


@pytest.fixture
def with_profiles(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the profiles, of which there are two."""
    for name in ("home", "work"):
        assert ran("--profile", name, "add", "Sings").exit_code == 0
    (home / "own.md").write_text("# User Profile\n\n## Interests\n\n- Sings\n")
    (home / "facts.md").write_text("- Sings\n")
    (home / "said.txt").write_text("I sing")
    monkeypatch.setenv("EDITOR", "true")
    [found] = home.rglob("profiles")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("line", READS)
def test_reading_a_profile_that_was_never_used_creates_none(
    line: str, with_profiles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, named in UNUSED.items():
        result = ran("--profile", name, *line.split())
        said = " ".join(result.output.split())
        assert result.exit_code == 2 and f"There is no profile “{name}”. Nothing was" in said, said
        assert named in said and f"`llm memory --profile {name} add`" in said
    monkeypatch.setenv("LLM_MEMORY_PROFILE", "wrk")
    said = " ".join(ran(*line.split()).output.split())
    assert "no profile “wrk”, which LLM_MEMORY_PROFILE names. Nothing was created." in said
    assert sorted(each.name for each in with_profiles.iterdir()) == ["home", "work"]


def test_alone_or_in_the_list_a_profile_that_was_never_used_is_said_to_be_none(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    result = ran("--profile", "work")
    assert result.exit_code == 2 and "There is no profile “work”." in result.output
    listed = ran("--profile", "work", "profiles").output
    assert "* work                0 facts  --profile, not used yet" in listed
    for line in ("pause", "resume", "backfill --dry-run"):
        ran("--profile", "work", *line.split())
    assert not list(home.rglob("profiles"))


@pytest.mark.slow
@pytest.mark.parametrize("line", WRITES)
def test_writing_to_a_profile_creates_it(line: str, with_profiles: Path) -> None:
    result = ran("--profile", "new", *line.split())
    assert (with_profiles / "new").is_dir(), result.output
    assert ran("--profile", "new", "show").exit_code == 0


@pytest.mark.usefixtures("home")
def test_a_profile_without_facts_is_told_what_is_about_it() -> None:
    """What is about all profiles is named without one."""
    assert ran("--profile", "work", "note", "Hello").exit_code == 0
    said = " ".join(ran("--profile", "work", "show").output.split())
    assert "install-shell" not in said
    assert "`llm -f memory:work ...`" in said and "LLM_MEMORY_PROFILE=work" in said
    assert "`llm memory --profile work add 'Lives in Oslo'`" in said


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("line", ["forget bees", "forget bees --purge", "clear --history"])
def test_a_question_that_nobody_answers_names_yes_and_changes_nothing(line: str) -> None:
    result = ran(*line.split())
    assert result.exit_code == 1
    assert "Nobody answered" in result.output and "`--yes`" in result.output
    assert "Keeps bees" in ran("show").output
    assert ran(*line.split(), said="n\n").exit_code == 1
    assert "Keeps bees" in ran("show").output


def test_each_error_has_its_code() -> None:
    given: list[tuple[BaseException, int]] = [
        (MemoryPluginError("no"), 1),
        (ProfileError("no"), 1),
        (WrongCallError("no"), 2),
        (KeyboardInterrupt(), 130),
    ]
    for error, code in given:
        with pytest.raises((click.ClickException, click.exceptions.Exit)) as ended, exits.told():
            raise error
        assert ended.value.exit_code == code
    for other in (
        ValueError(),
        FileNotFoundError(errno.ENOENT, "no", "file"),
        OSError(errno.EPERM, "x"),
    ):
        with pytest.raises(type(other)), exits.told():
            raise other


def test_an_output_that_fails_is_no_error_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sys, "stdout", Full())
    with pytest.raises(OutputError):
        output.echo("text")


# Where standard output may lead, as a shell writes it.
OUTPUTS = {">/dev/full": "No space left", ">&-": "", "| true": ""}


@pytest.mark.product
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has it")
@pytest.mark.parametrize("where", OUTPUTS)
def test_an_output_that_is_full_or_closed_ends_without_a_traceback(
    product: Product, where: str
) -> None:
    for words in ("show", "--help", "show --help", "path"):
        ended = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {product.llm_path} memory {words} {where}"],
            capture_output=True, text=True, env=product.env, cwd=product.home, timeout=60,
        )  # fmt: skip
        assert "Traceback" not in ended.stderr and "Exception" not in ended.stderr, words
        assert ended.returncode in (0, 1), words
        assert OUTPUTS[where] in ended.stderr
        if where == ">/dev/full":
            assert ended.returncode == 1


@pytest.mark.product
def test_ctrl_c_at_a_question_is_130_and_changes_nothing(product: Product) -> None:
    product.run("memory", "add", "Keeps bees")
    for words in (["forget", "bees"], ["clear", "--history"]):
        with product.terminal("memory", *words) as screen:
            screen.wait_for("[y/N]")
            # A signal in the very moment before Python waits for input is noticed after it: a
            # person would press the key again.
            until(lambda screen=screen: screen.send("\x03") or screen.ends_soon(), "that it ends")
            ended = screen.end()
        assert ended.code == 130 and "Stopped." in ended.out and "Traceback" not in ended.out
    assert "Keeps bees" in product.profile()
