"""Every command that changes something says what, and how to take it back; as JSON, too."""

import json
import shlex
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import click
import llm
import pytest
from click.testing import CliRunner
from llm.cli import cli
from llm.plugins import load_plugins, pm
from support.export_files import claude_code_record, json_lines, write_file
from support.llm_log import Log, sealed
from support.quiet_home import memory_without_daemon

from llm_user_memory.cli import COMMANDS, load
from llm_user_memory.model import prices
from llm_user_memory.settings import Folder
from llm_user_memory.store import state

pytestmark = pytest.mark.once


ANA = {"type": "entity", "name": "Ana", "observations": ["Rows"]}

SAID = "I keep hens behind my house, and they need a lot of care in spring"


class Learner(llm.Model):
    """Learns one fact from what was said."""

    model_id = "learner"

    def execute(self, *_: Any, **__: Any) -> Iterator[str]:
        yield 'ADD Interests | Keeps hens | "I keep hens"'


class Plugin:
    @llm.hookimpl(trylast=True)
    def register_models(self, register: Any) -> None:
        register(Learner())


@pytest.fixture
def learner(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """LLM's default model is one that learns."""
    monkeypatch.setenv("LLM_MODEL", "learner")
    load_plugins()
    plugin = Plugin()
    pm.register(plugin)
    yield
    pm.unregister(plugin)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    """The memory of a home in which no daemon starts."""
    monkeypatch.setenv("EDITOR", 'sh -c \'echo "- Rows" >> "$1"\' sh')
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".llm-memory").write_text("work\n")
    (tmp_path / "profile.md").write_text("# User Profile\n\n## Interests\n- Sails\n")
    (tmp_path / "facts.md").write_text("- Likes tea\n")
    (tmp_path / "memory.jsonl").write_text(json.dumps(ANA))
    (tmp_path / "notes").mkdir()
    with memory_without_daemon(tmp_path, monkeypatch) as made:
        run("--profile", "default", "add", "Keeps bees")
        yield made


def run(*words: str) -> click.testing.Result:
    result = CliRunner().invoke(cli, ["memory", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), words
    return result


# Each command that changes the memory, and the command that takes it back ("" for none).
CHANGES = [
    ("add Rows", "llm memory undo"),
    ("add Rows --section Health", "llm memory undo"),
    ("edit", "llm memory undo"),
    ("load profile.md", "llm memory undo"),
    ("clear", "llm memory undo"),
    ("forget bees --yes", "llm memory undo"),
    ("mark bees --pin", "llm memory undo"),
    ("mark 'Takes insulin' --any", "llm memory mark 'Takes insulin' --local"),
    ("mark insulin --local", "llm memory mark 'Takes insulin' --any"),
    ("import facts.md --yes", "llm memory undo"),
    ("import memory.jsonl --yes", "llm memory review"),
    ("forget 'Keeps wasps' --undo", "llm memory forget 'Keeps wasps'"),
    ("connect zed --yes", "llm memory connect zed --remove"),
    ("connect zed --yes --local", "llm memory connect zed --remove"),
    ("connect zed --remove --yes", "llm memory connect zed --local"),
    ("undo", "llm memory undo --to 2"),
    ("undo --to 1", "llm memory undo --to 2"),
    ("pause", "llm memory resume"),
    ("pause --for 2h", "llm memory resume"),
    ("note 'Ana recommends the Rioja'", "llm memory note --undo"),
    ("sources add notes", "llm memory sources remove {here}/notes"),
    ("profiles allow", "llm memory profiles deny {here}"),
    ("install-shell --shell bash", "llm memory uninstall-shell --shell bash"),
    ("clear --history --yes", ""),
    ("forget bees --purge --yes", ""),
    ("note --edit 2026-11-01", ""),
    ("note --undo", "llm memory note --date {today} 'Ana called'"),
    ("sources remove notes", "llm memory sources add {here}/notes"),
    ("profiles deny", "llm memory profiles allow {here}"),
    ("resume", "llm memory pause"),
    ("uninstall-shell --shell bash", "llm memory install-shell --shell bash"),
]

# What is run before the command of a row.
PREPARED = {
    "forget 'Keeps wasps' --undo": ["add 'Keeps wasps'", "forget wasps --yes"],
    "mark 'Takes insulin' --any": ["add 'Takes insulin #local'", "clear", "add 'Keeps bees'"],
    "mark insulin --local": ["add 'Takes insulin'", "clear", "add 'Keeps bees'"],
    "connect zed --remove --yes": ["connect zed --yes --local"],
    "note --undo": ["note 'Ana called'"],
    "sources remove notes": ["sources add notes"],
    "profiles deny": ["profiles allow"],
    "resume": ["pause"],
    "uninstall-shell --shell bash": ["install-shell --shell bash"],
}


def prepare(line: str) -> None:
    for before in PREPARED.get(line, []):
        assert run(*shlex.split(before)).exit_code == 0, before


@pytest.mark.slow
@pytest.mark.parametrize(("line", "back"), CHANGES)
def test_a_change_says_how_to_take_it_back(line: str, back: str, folder: Folder) -> None:
    back = back.format(here=folder.path.parents[1], today=date.today())
    prepare(line)
    before = folder.profile.read_text()
    ran = run(*shlex.split(line))
    assert ran.exit_code == 0 and ran.output.strip()
    assert f"`{back}`" in " ".join(ran.stderr.split()) or not back, ran.stderr
    if back.startswith("llm memory undo"):
        assert folder.profile.read_text() != before
        assert run(*shlex.split(back)[2:]).exit_code == 0
        assert folder.profile.read_text() == before
    elif back:
        assert run(*shlex.split(back)[2:], *["--yes"] * ("connect" in back)).exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize(("line", "back"), CHANGES)
def test_a_change_as_json(line: str, back: str, folder: Folder) -> None:
    back = back.format(here=folder.path.parents[1], today=date.today())
    prepare(line)
    found: dict[str, Any] = json.loads(run(*shlex.split(line), "--json").stdout)
    assert found["changed"] is True and found["what"]
    assert found["take_back"] == (back or None)


# Commands that ask a model, and change the profile by what it answers.
LEARNING = {
    "learn --role user said.txt": "1 edit made.",
    "update": "1 conversation learned from.",
    "backfill --yes": "1 request answered: 1 added.",
    "import session.jsonl --yes": "1 request answered: 1 added.",
}


@pytest.fixture
def told(folder: Folder, tmp_path: Path, learner: None) -> None:  # noqa: ARG001
    """Of each command of LEARNING one conversation that it can learn from."""
    (tmp_path / "said.txt").write_text(SAID)
    talk = json_lines(claude_code_record("user", SAID), claude_code_record("assistant", "ok"))
    write_file(tmp_path / "session.jsonl", talk)
    log = Log(folder.path.parent / "logs.db")
    log.say(SAID, time.time() - 86_400, markers=(), model="learner")
    with state.opened(folder) as store:
        log.say(SAID, time.time() + 1, model="learner", markers=(sealed(store.db),))


@pytest.mark.slow
@pytest.mark.usefixtures("told")
@pytest.mark.parametrize("line", LEARNING)
def test_what_was_learned_says_how_to_take_it_back(line: str, folder: Folder) -> None:
    before = folder.profile.read_text()
    ran = run(*shlex.split(line))
    assert ran.exit_code == 0 and "- Keeps hens" in folder.profile.read_text(), ran.output
    assert "`llm memory undo --to 2` takes all of it back." in " ".join(ran.stderr.split())
    assert run("undo", "--to", "2").exit_code == 0 and folder.profile.read_text() == before


@pytest.mark.slow
@pytest.mark.usefixtures("told")
@pytest.mark.parametrize(("line", "what"), LEARNING.items())
def test_what_was_learned_as_json(line: str, what: str) -> None:
    found: dict[str, Any] = json.loads(run(*shlex.split(line), "--json").stdout)
    assert (found["changed"], found["what"], found["version"]) == (True, what, 3)
    assert found["take_back"] == "llm memory undo --to 2"
    again = run(*shlex.split(line), "--json")
    found = json.loads(again.stdout)
    assert (found["changed"], found["take_back"]) == (False, None) and found["what"]


@pytest.mark.usefixtures("told")
def test_backfill_estimates_the_money(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each price alone tells that both sides are counted, and that the tokens are a million's."""
    plan = json.loads(run("backfill", "--dry-run", "--json").stdout)
    assert plan["dollars"] is None and "$" not in run("backfill", "--dry-run").stdout
    for table, tokens in (("learner=100/0", "input_tokens"), ("lear*=0/100", "output_tokens")):
        monkeypatch.setenv("LLM_MEMORY_PRICES", table)
        dollars = plan[tokens] * 100 / 1_000_000
        found = json.loads(run("backfill", "--dry-run", "--json").stdout)
        assert found["dollars"] == pytest.approx(dollars)
        shown = " ".join(run("backfill", "--dry-run").stdout.split())
        assert f"to learner (1): about {prices.shown(dollars)}" in shown, shown
    monkeypatch.setenv("LLM_MEMORY_PRICES", "other=1/1")
    assert "$" not in run("backfill", "--dry-run").stdout


def test_memories_of_several_files_are_one_document_and_one_question(tmp_path: Path) -> None:
    bo = {"type": "entity", "name": "Bo", "observations": ["Sings"]}
    (tmp_path / "more.jsonl").write_text(json_lines(bo, ANA))
    found = json.loads(run("import", "memory.jsonl", "more.jsonl", "--yes", "--json").stdout)
    assert [fact["text"] for fact in found["facts"]] == ["Ana: Rows", "Bo: Sings"]
    assert found["changed"] and len(json.loads(run("review", "--json").stdout)["waiting"]) == 2
    listed = run("log").stdout
    assert "imported from memory.jsonl" in listed and "llm logs" not in listed
    found = json.loads(run("import", "memory.jsonl", "more.jsonl", "--yes", "--json").stdout)
    assert (found["changed"], found["facts"], found["known"]) == (False, [], 2)


def test_a_fact_of_the_history_is_forgotten_again(folder: Folder) -> None:
    run("add", "Keeps wasps")
    run("undo")
    profile = folder.profile.read_text()
    assert run("forget", "wasps").exit_code == 1, "it is not the whole fact"
    ran = run("forget", "keeps wasps")
    assert ran.exit_code == 0 and "“Keeps wasps” is not in the profile" in ran.stderr
    assert folder.profile.read_text() == profile
    assert "Keeps wasps" in run("forget", "wasps", "--undo").stderr


UNCHANGED = [
    *("add 'keeps BEES'", "mark bees --no-pin", "resume", "profiles deny", "load same.md"),
    *("note --edit 2026-11-02", "update", "connect zed --remove", "learn --role user said.txt"),
]


@pytest.mark.parametrize("line", UNCHANGED)
def test_what_changes_nothing_says_so(
    line: str, folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "same.md").write_bytes(folder.profile.read_bytes())
    (tmp_path / "said.txt").write_text("")
    monkeypatch.setenv("EDITOR", "true")
    ran = run(*shlex.split(line))
    assert ran.exit_code == 0 and ran.output.strip() and "`llm memory undo`" not in ran.output
    found = json.loads(run(*shlex.split(line), "--json").stdout)
    assert found["changed"] is False and found["take_back"] is None


# `private` is llm itself, `export` has --format json, `show --json` the path, and the rest serve.
WITHOUT_JSON = {"private", "export", "path", "mcp", "serve", "web"}


def _with_nested(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    nested = getattr(command, "commands", {})
    if not nested or command.invoke_without_command:  # type: ignore[attr-defined]
        yield name, command
    for under, found in nested.items():
        yield from _with_nested(f"{name} {under}", found)


def _every_command() -> Iterator[tuple[str, click.Command]]:
    for name in COMMANDS:
        command = load(name)
        assert command is not None
        yield from _with_nested(name, command)


# Commands that change nothing that is known, or that have their own tests of what they say.
READ_ONLY = {
    *("show", "status", "why", "timeline", "archive", "export", "path", "history", "diff"),
    *("search", "ask", "log", "cost", "context", "doctor", "web", "mcp", "serve", "private"),
}
TESTED_ELSEWHERE = {"review", "daemon", "reindex"}


def test_every_command_that_changes_something_has_a_row() -> None:
    lines = [*(line for line, _ in CHANGES), *LEARNING]
    rows = {shlex.split(line)[0] for line in lines}
    assert rows | READ_ONLY | TESTED_ELSEWHERE == set(COMMANDS)
    assert not rows & (READ_ONLY | TESTED_ELSEWHERE)


def test_every_command_has_json() -> None:
    lacking = {
        name
        for name, command in _every_command()
        if not any("--json" in param.opts for param in command.params)
    }
    assert lacking == WITHOUT_JSON


def test_the_log_of_the_daemon_as_json(folder: Folder) -> None:
    found = json.loads(run("daemon", "log", "--json").stdout)
    assert found == {"path": str(folder.daemon_log), "lines": []}
    assert "There is no log" in run("daemon", "log").stderr
    folder.daemon_log.write_text("one\ntwo\nthree\n")
    assert json.loads(run("daemon", "log", "-n", "2", "--json").stdout)["lines"] == ["two", "three"]
    assert run("daemon", "log", "-n", "1").stdout == "three\n"


def test_forget_shows_no_empty_section(folder: Folder) -> None:
    folder.profile.write_text("- Sails\n\n" + folder.profile.read_text())
    ran = run("forget", "sails", "--yes")
    assert ran.exit_code == 0 and "  Sails\n" in ran.stderr
    ran = run("forget", "bees", "--yes")
    assert "  Keeps bees  (" in ran.stderr


def test_purge_finds_what_was_just_typed_and_shows_no_empty_section(folder: Folder) -> None:
    folder.profile.write_text("- Sails\n\n" + folder.profile.read_text())
    ran = run("forget", "sails", "--purge", "--yes")
    assert ran.exit_code == 0 and "  Sails\n" in ran.stderr
    assert "Sails" not in folder.profile.read_text()


HEADINGS = ["# Health", "###### x", "#", "``` code", "<!-- x -->"]


@pytest.mark.parametrize("text", HEADINGS)
def test_a_heading_is_no_fact(text: str, folder: Folder) -> None:
    before = folder.profile.read_text()
    assert run("add", text).exit_code == 1
    assert folder.profile.read_text() == before


@pytest.mark.parametrize("text", ["- Rows", "* Rows", "- - Rows", "+ Rows"])
def test_the_mark_of_a_list_is_no_part_of_a_fact(text: str, folder: Folder) -> None:
    assert run("add", "--section", "## Health", "--", text).exit_code == 0
    assert "\n## Health\n- Rows\n" in folder.profile.read_text()
    assert run("add", "#1 fan of Ana").exit_code == 0


def test_an_empty_profile_says_how_to_fill_it() -> None:
    run("clear")
    ran = run("show")
    assert "llm memory add" in ran.stderr and ran.stdout.startswith("# User Profile")


def test_clear_asks_nothing_so_that_pasted_lines_are_not_eaten(folder: Folder) -> None:
    ran = CliRunner().invoke(cli, ["memory", "clear"], input="llm memory uninstall-shell\n")
    assert ran.exit_code == 0 and "[y/N]" not in ran.output
    assert "Keeps bees" not in folder.profile.read_text()
    assert run("undo").exit_code == 0 and "Keeps bees" in folder.profile.read_text()


def test_what_was_edited_in_a_note_is_counted_and_opened_again() -> None:
    said = " ".join(run("note", "--edit", "2026-11-01").stderr.split())
    assert ": 1 line added, 0 lines removed. `llm memory note --edit 2026-11-01` opens" in said


def test_a_note_that_cannot_be_noted_again_in_one_line_is_printed_alone() -> None:
    run("note", "Buy\nvarnish")
    ran = run("note", "--undo")
    assert ran.stdout == "Buy\nvarnish\n" and "llm memory note" not in ran.stderr


def test_export_to_a_file_says_what_was_written(tmp_path: Path) -> None:
    out = tmp_path / "out.md"
    for said in (f"1 fact written to {out}.", f"{out} has them already."):
        ran = run("export", "-o", str(out))
        assert (ran.exit_code, ran.stdout, ran.stderr.split()) == (0, "", said.split())


def test_clearing_the_history_says_that_the_profile_is_empty(folder: Folder) -> None:
    assert "The profile is empty." in run("clear", "--history", "--yes").stderr
    assert "bees" not in folder.profile.read_text()


@pytest.mark.usefixtures("told")
def test_a_conversation_that_is_kept_says_how_to_erase_it() -> None:
    ran = run("learn", "--role", "user", "--keep", "said.txt")
    said = " ".join(ran.stderr.split())
    assert "Kept: 1 turn. `llm memory forget --purge TEXT` erases those that say TEXT." in said


def test_a_former_local_fact_says_that_what_says_it_stays_here_and_how_to_end_that() -> None:
    end = "llm memory mark 'Takes insulin' --any"
    for line in ("add 'Takes insulin #local'", "clear", "add 'Takes insulin pens to work #local'"):
        assert run(*shlex.split(line)).exit_code == 0
        said = " ".join(run("why", "Takes insulin").stderr.split())
        assert (f"`{end}` ends it" in said) == (line == "clear")
    for _ in range(2):
        ran = run(*shlex.split(end)[2:])
        said = " ".join(ran.stderr.split())
        assert "What says it may go to every model" in said
        assert "For “Takes insulin pens to work”, which the profile has, give more words" in said
    assert "insulin pens to work #local" in run("show").stdout


def test_what_was_forgotten_is_not_said_to_go_anywhere() -> None:
    for line in ("add 'Takes insulin #local'", "forget insulin --yes"):
        assert run(*shlex.split(line)).exit_code == 0
    assert run("mark", "Takes insulin", "--any").exit_code == 1
    assert "stays on this machine" not in run("why", "insulin").stderr


@pytest.mark.parametrize("command", ["edit", "note --edit 2026-11-01"])
def test_what_was_written_and_never_saved_is_not_overwritten(command: str, folder: Folder) -> None:
    """As when the terminal was closed with the editor in it."""
    copy = folder.path / ("profile.edit.md" if command == "edit" else "note-2026-11-01.edit.md")
    copy.write_text("- Sings in a choir\n")
    ran = run(*command.split())
    assert ran.exit_code == 0 and "was not saved: it is in" in " ".join(ran.stderr.split())
    [aside] = folder.path.glob(f"{copy.name}.unsaved-*")
    assert aside.read_text() == "- Sings in a choir\n" and not copy.exists()


def saved(folder: Folder) -> tuple[str, str]:
    """Return the text of the profile and of the note."""
    return folder.profile.read_text(), (folder.notes / "2026-11-01.md").read_text()


EDITORS = [("edit", "profile.edit.md"), ("note --edit 2026-11-01", "note-2026-11-01.edit.md")]


@pytest.mark.parametrize(("command", "copy"), EDITORS)
@pytest.mark.parametrize("end", ["exit 1", "kill -SEGV $$"])
def test_what_was_saved_before_the_editor_failed_is_kept(
    command: str, copy: str, end: str, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("note", "--date", "2026-11-01", "Ana called")
    before = saved(folder)
    monkeypatch.setenv("EDITOR", f"""sh -c 'echo "- Sings" >> "$1"; {end}' sh""")
    ran = run(*command.split())
    [aside] = folder.path.glob(f"{copy}.unsaved-*")
    told = " ".join(ran.stderr.split())
    assert ran.exit_code == 1 and f"What you wrote is in {aside}" in told
    assert ("`llm memory load" if command == "edit" else f"`llm memory {command}`") in told
    assert aside.read_text().endswith("- Sings\n") and not (folder.path / copy).exists()
    assert saved(folder) == before
    if command == "edit":
        assert run("load", str(aside)).exit_code == 0
        assert "- Sings" in folder.profile.read_text()


@pytest.mark.slow
@pytest.mark.parametrize(("command", "copy"), EDITORS)
@pytest.mark.parametrize(
    ("editor", "left"),
    [
        ("exit 1", False),
        (': > "$1"; exit 1', False),
        ('rm "$1"', False),
        ('rm "$1"; exit 1', False),
        ('rm "$1"; mkdir "$1"', True),
        ('rm "$1"; mkfifo "$1"', True),
    ],
)
def test_an_editor_that_leaves_nothing_new_changes_nothing(
    command: str,
    copy: str,
    editor: str,
    left: bool,
    folder: Folder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run("note", "--date", "2026-11-01", "Ana called")
    before = saved(folder)
    monkeypatch.setenv("EDITOR", f"sh -c {shlex.quote(editor)} sh")
    ran = run(*command.split())
    assert ran.exit_code == 1
    assert "as it was" in " ".join(ran.stderr.split()) or "as they were" in ran.stderr
    assert (folder.path / copy).exists() == left
    assert saved(folder) == before and not list(folder.path.glob("*.unsaved-*"))
    if (folder.path / copy).is_dir():
        again = run(*command.split())
        assert again.exit_code == 1 and "cannot be written" in " ".join(again.stderr.split())


def test_an_edit_that_was_left_unchanged_is_dropped(folder: Folder) -> None:
    (folder.path / "profile.edit.md").write_text(folder.profile.read_text())
    run("add", "Rows in spring")
    assert "not saved" not in run("edit").stderr
    assert not list(folder.path.glob("*.edit.md*"))


def test_export_to_a_dash_prints(tmp_path: Path) -> None:
    assert run("export", "-o", "-").stdout == run("export").stdout != ""
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize("env", [{}, {"LLM_MEMORY_PROFILE": "work"}])
def test_a_fresh_home_has_profiles(
    env: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path / "fresh"))
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    ran = run("profiles")
    assert ran.exit_code == 0 and "0 facts" in ran.output


@pytest.mark.parametrize(("line", "back"), CHANGES[:5])
def test_what_takes_it_back_is_of_the_same_profile(line: str, back: str, folder: Folder) -> None:
    run("--profile", "work", "add", "Sings")
    before = run("--profile", "work", "show").stdout
    ran = run("--profile", "work", *shlex.split(line))
    back = back.replace("llm memory", "llm memory --profile work")
    assert f"`{back}`" in " ".join(ran.stderr.split()), ran.stderr
    default = folder.profile.read_text()
    assert run(*shlex.split(back)[2:]).exit_code == 0
    assert run("--profile", "work", "show").stdout == before
    assert folder.profile.read_text() == default


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("show", "llm memory backfill"),
        ("status", "llm memory review"),
        ("status --json", "llm memory review"),
        ("import memory.jsonl --yes", "llm memory review"),
        ("undo --to 99", "llm memory history"),
        ("mark wasps --pin", "llm memory show"),
        ("why wasps", "llm memory timeline"),
        ("note --edit 2026-11-01", "llm memory note --edit 2026-11-01"),
        ("sources", "llm memory sources add PATH"),
        ("learn --role user said.txt", "llm memory resume"),
        ("search Rioja --json", "llm memory note --edit 2026-11-02"),
    ],
)
def test_what_to_run_next_is_of_the_same_profile(
    line: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = {"type": "entity", "name": "Ana", "observations": ["Rows"]}
    (tmp_path / "memory.jsonl").write_text(json.dumps(memory))
    (tmp_path / "said.txt").write_text("I keep hens")
    (tmp_path / "more.jsonl").write_text(json.dumps({**memory, "name": "Bo"}))
    monkeypatch.setenv("EDITOR", 'sh -c \'echo "My password is hunter2-XyZ-99" >> "$1"\' sh')
    run("--profile", "work", "import", "more.jsonl", "--yes")
    run("--profile", "work", "note", "--date", "2026-11-02", "Ana recommends the Rioja")
    run("pause")
    ran = run("--profile", "work", *shlex.split(line))
    expected = named.replace("llm memory", "llm memory --profile work")
    assert expected in " ".join(ran.output.split())


def test_a_source_comes_back_as_it_was(tmp_path: Path) -> None:
    run("sources", "add", "notes", "--format", "codex", "--any")
    before = run("sources", "--json").stdout
    told = " ".join(run("sources", "remove", "notes").output.split())
    back = f"llm memory sources add {tmp_path}/notes --format codex --any"
    assert f"`{back}`" in told
    assert run(*shlex.split(back)[2:]).exit_code == 0
    assert run("sources", "--json").stdout == before


def test_a_folder_that_is_still_empty_is_taken_for_what_it_has_later(tmp_path: Path) -> None:
    told = " ".join(run("sources", "add", "notes").output.split())
    assert "0 files of Markdown" in told and "Nothing to search is there yet" in told
    talk = json_lines([claude_code_record("user", "I keep bees")])
    write_file(tmp_path / "notes" / "session.jsonl", talk)
    assert json.loads(run("sources", "add", "notes", "--json").stdout)["format"] == "claude-code"


@pytest.mark.parametrize(
    ("line", "broken", "copy"),
    [
        ("edit", "profile.md", "profile.edit.md"),
        ("note --edit 2026-11-01", "notes/2026-11-01.md", "note-2026-11-01.edit.md"),
    ],
)
def test_what_was_edited_is_kept_where_it_cannot_be_saved(
    line: str, broken: str, copy: str, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the editor is open, another program makes a folder of the file."""
    run("note", "--date", "2026-11-01", "Ana called")
    file = shlex.quote(str(folder.path / broken))
    script = f'echo "- Rows" >> "$1"; mv {file} {file}.old; mkdir {file}'
    monkeypatch.setenv("EDITOR", f"sh -c {shlex.quote(script)} sh")
    ran = run(*shlex.split(line))
    kept = folder.path / copy
    assert ran.exit_code == 1 and f"What you wrote is in {kept}" in " ".join(ran.stderr.split())
    assert kept.read_text().endswith("- Rows\n")
    (folder.path / broken).rmdir()
    (folder.path / f"{broken}.old").rename(folder.path / broken)
    monkeypatch.setenv("EDITOR", "true")
    assert run(*shlex.split(line)).exit_code == 0 and not kept.exists()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("undo --to 99999999999999999999", 1),
        ("diff 99999999999999999999", 1),
        ("history -n 99999999999999999999", 0),
        ("log -n 99999999999999999999", 0),
        ("note --list -n 99999999999999999999", 0),
        ("pause --for 99999999999999999999d", 2),
        ("review --days " + "9" * 400, 0),
        ("cost --days " + "9" * 400, 0),
    ],
)
def test_a_number_that_is_too_large_ends_without_a_traceback(line: str, code: int) -> None:
    assert run(*shlex.split(line)).exit_code == code


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-8", "utf-8-sig"])
def test_a_note_keeps_its_letters_or_is_refused(folder: Folder, encoding: str) -> None:
    told = CliRunner().invoke(cli, ["memory", "note"], input="Im Café Müller".encode(encoding))
    if encoding.startswith("utf-8"):
        assert told.exit_code == 0 and "Im Café Müller" in run("note", "--list").output
    else:
        assert told.exit_code == 1 and "That is not UTF-8 text." in told.output
        assert not folder.notes.exists()
    assert run("note", "caf\udce9").exit_code == 1


def test_editing_a_note_leaves_its_other_bytes(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("note", "--date", "2026-11-01", "Ana called")
    file = folder.notes / "2026-11-01.md"
    latin = file.read_bytes() + b"\nAt the caf\xe9\n"
    file.write_bytes(latin)
    monkeypatch.setenv("EDITOR", 'sh -c \'echo "Rows" >> "$1"\' sh')
    assert run("note", "--edit", "2026-11-01").exit_code == 0
    assert file.read_bytes() == latin + b"Rows\n"


def test_what_is_changed_without_a_question_is_listed_once(tmp_path: Path) -> None:
    (tmp_path / "list.md").write_text("- Rows\n- Sails\n")
    for words in (["import", "list.md", "--yes"], ["forget", "Rows", "--yes"]):
        ran = run(*words)
        assert ran.exit_code == 0 and ran.output.count("Rows") == 1, ran.output
        assert "1 fact" in ran.output or "2 facts added: version 3." in ran.output
    (tmp_path / "more.md").write_text("".join(f"- Knows word{n}\n" for n in range(7)))
    for words in (["import", "more.md", "--yes"], ["forget", "Knows", "--yes"]):
        ran = run(*words)
        assert ran.exit_code == 0 and ran.output.count("Knows word") == 7, ran.output
    assert run("import", "more.md", "--dry-run", "--yes").output.count("Knows word") == 7


@pytest.mark.parametrize(("shell", "said"), [("fish", "functions -e llm"), ("zsh", "unset -f llm")])
def test_a_shell_is_told_how_it_is_rid_of_the_function_at_once(shell: str, said: str) -> None:
    run("install-shell", "--shell", shell)
    told = " ".join(run("uninstall-shell", "--shell", shell).output.split())
    assert f"A {shell} that is open keeps it until you run `{said}` there." in told
    assert told.count("`") == 4
