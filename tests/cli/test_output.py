"""No command prints a control character of stored text: all of them, through every command."""

# ruff: noqa: E501 - tables, a row a line

import ast
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import llm
import pytest
from click.testing import CliRunner, Result
from llm.cli import cli as root
from llm.plugins import load_plugins, pm
from support.learning import addition, learn
from support.llm_log import START, Log
from support.product import Product
from support.quiet_home import memory_without_daemon
from support.rows import for_each

from llm_user_memory import cli, plugin
from llm_user_memory.cli import output
from llm_user_memory.mcp import stdio
from llm_user_memory.profile.edits import Edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import state
from llm_user_memory.text.controls import escaped_in_json, visible

pytestmark = pytest.mark.once

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
CONTROLS = [*map(chr, range(32)), *map(chr, range(0x7F, 0xA0)), *BIDI, "\u2028", "\u2029"]
ACTING = frozenset(CONTROLS) - {"\n", "\t"}
SEQUENCES = "\x1b[31mred\x1b[2J\x1b]0;title\x07\x1b]52;c;aGk=\x1b\\\x9b5n\x9d0;t\x9c\x1bPq\x1b\\"
ODD = "".join(f"{control}w" for control in CONTROLS if control not in "\0\n") + SEQUENCES
# A line of Markdown ends at these.
ODD_LINE = re.sub("[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", "", ODD)
# In the name of a file, a slash cannot stand.
ODD_NAME = ODD.replace("/", "")[:90]

OWN_COLOURS = re.compile(r"\x1b\[(?:0|1|2|3[0-7]|9[0-7])m")


UNSEEN = "\u034f\u115f\u1160\u180e\u200b\u2060\u3164\uffa0"


@pytest.mark.parametrize("letter", UNSEEN)
def test_letters_that_nobody_sees_are_shown(letter: str) -> None:
    assert visible(f"a{letter}b") == f"a\\u{ord(letter):04x}b"


@for_each("control", sorted(ACTING))
def test_every_control_is_made_visible_or_removed(control: str) -> None:
    assert visible(f"a{control}b") in {"ab", f"a\\x{ord(control):02x}b", f"a\\u{ord(control):04x}b"}
    written = escaped_in_json(json.dumps([f"a{control}b"], ensure_ascii=False))
    assert not ACTING & set(written)
    assert json.loads(written) == [f"a{control}b"]


ORDINARY = [
    "naïve café — “quoted”\n\tindented", "می‌خواهم", "👩‍👩‍👧 ❤️ 🏴", "我喜欢吃苹果", "a\xa0b\u3000c\xad", "\U0010fffd",
]  # fmt: skip


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_is_printed_as_it_is(text: str) -> None:
    assert visible(text) == text == escaped_in_json(text)


def test_lines_of_windows_are_lines_and_broken_letters_are_shown() -> None:
    assert visible("one\r\ntwo\rthree\udc80\U000e0041") == "one\ntwo\\x0dthree\\udc80\\U000e0041"
    astral = json.dumps("\U000e0041\udc80", ensure_ascii=False)
    assert json.loads(escaped_in_json(astral)) == "\U000e0041\udc80"


# What prints beside `cli.output`: JSON for another program, or a line that is made visible there.
PRINTS = {
    "cli/output.py", "doctor/rehearsal.py", "hook.py", "mcp/asking.py", "mcp/stdio.py", "plugin.py",
}  # fmt: skip


def _dotted(called: ast.expr) -> str:
    """The name that is called, as `sys.stdout.write`; what it is of, if that is no name, is ""."""
    if isinstance(called, ast.Attribute):
        return f"{_dotted(called.value)}.{called.attr}"
    return called.id if isinstance(called, ast.Name) else ""


@pytest.mark.slow
def test_only_one_module_prints() -> None:
    """The others call its functions, so that what they print is made visible."""
    printing = {"echo", "secho", "style", "confirm", "prompt", "progressbar", "print", "getchar"}
    root = Path(cli.__path__[0]).parent
    found = set()
    for path in root.rglob("*.py"):
        text = path.read_text()
        is_free_of_them = not any(name in text for name in (*printing, "stdout", "stderr"))
        for node in () if is_free_of_them else ast.walk(ast.parse(text)):
            called = _dotted(node.func) if isinstance(node, ast.Call) else ""
            if (called.startswith("click.") and called[6:] in printing) or called in {
                "print", "sys.stdout.write", "sys.stderr.write",
            }:  # fmt: skip
                found.add(path.relative_to(root).as_posix())
    assert found == PRINTS


def test_what_a_tool_fails_with_is_made_visible(capfd: pytest.CaptureFixture[str]) -> None:
    class Failing:
        def answer(self, *_: object) -> None:
            raise RuntimeError(ODD)

    connection = stdio.Connection.__new__(stdio.Connection)
    connection.server = Failing()  # type: ignore[assignment]
    connection._answer(SimpleNamespace(request=SimpleNamespace(id=1, method="tools/call")))  # type: ignore[arg-type]
    err = capfd.readouterr().err
    assert "RuntimeError" in err and not ACTING & set(err)


def test_a_notice_in_a_prompt_is_made_visible(capsys: pytest.CaptureFixture[str]) -> None:
    plugin._print_notice(f"memory: {ODD} \udcff")
    assert not ACTING & set(capsys.readouterr().err)


class Odd(llm.Model):
    """Answers an update, a question and anything else in odd bytes, or fails with them."""

    model_id = "odd"

    def execute(self, prompt: Any, *_: Any, **__: Any) -> Iterator[str]:
        if "fails" in prompt.prompt:
            raise RuntimeError(f"no {ODD}")
        quote = re.search(r"I (?:keep|sail)[^\n]*", prompt.prompt)
        said = quote[0] if quote else ""
        yield f'ANSWER: bees {ODD_LINE}\nFROM 1: "{said[:12]}"\n'
        yield f'ADD Interests | Keeps bees {ODD_LINE} | "{said}"\nADD Interests | Sails | "{said}"'


class Plugin:
    @llm.hookimpl
    def register_models(self, register: Any) -> None:
        register(Odd())


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A memory in which every text that somebody else may have written holds all controls."""
    monkeypatch.setenv("LLM_MODEL", "odd")
    monkeypatch.setenv("LLM_MEMORY_PROFILE_TOKENS", f"{ODD}")
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.setenv("SHELL", "/bin/bash")
    monkeypatch.chdir(tmp_path)
    with memory_without_daemon(tmp_path, monkeypatch) as folder:
        _say(Log(folder.logs))
        _remember(folder)
        _write_files(folder, tmp_path)
        load_plugins()
        made = Plugin()
        pm.register(made)
        yield tmp_path
        pm.unregister(made)


def _say(log: Log) -> None:
    for number, text in enumerate(("I keep bees", "It fails", "I sail boats", "about bees")):
        log.say(
            f"{text} {ODD}\0", START + 60 + number, thread=f"t{number}{ODD}", model=f"odd{ODD}",
            response=f"Well, bees {ODD}", markers=() if number == 3 else ('<user_memory learning="on"/>',),
        )  # fmt: skip


def _remember(folder: Folder) -> None:
    with state.opened(folder) as store:
        state.put(store.db, "activated", START)
        learn(store, "I keep bees", addition("Keeps bees", "I keep bees"))
        learn(
            store,
            "I play chess now",
            Edit("replace", "Interests", "Keeps bees", "Plays chess now", "I play chess now"),
            turn="two",
        )
        learn(store, "I like tea", addition("Likes tea", "I like tea"), turn="three", waits=True)
        learn(store, "I like ale", addition("Likes beer daily", "I like ale"), turn="four")
        db = store.db
        for column in ("quote", "turn_id", "refusal"):
            db.execute(f"update edits set {column} = {column} || ? where {column} != ''", (ODD,))
        db.execute("update edits set old = old || ? where op = 'replace'", (ODD_LINE,))
        for column in ("thread_id", "model", "error"):
            db.execute(f"update updates set {column} = {column} || ?", (ODD,))
        db.execute(
            "update updates set status = 'given up' where id = (select max(id) from updates)"
        )
    text = folder.profile.read_text()
    text = text.replace(
        "## Preferences",
        f"- Rows {ODD_LINE}\n\n## Odd{ODD_LINE}\n- Own line {ODD_LINE}\n\n## Preferences",
    )
    folder.profile.write_text(f"{text}\n## Archive: Interests\n\n- Sang {ODD_LINE} in 2020\n")


def _write_files(folder: Folder, home: Path) -> None:
    folder.daemon_log.write_text(f"Traceback {ODD}\n")
    files = home / f"files{ODD_NAME}"
    files.mkdir()
    (files / f"bees{ODD_NAME}.md").write_text(f"# Odd {ODD}\n\nbees {ODD}\n")
    Path(os.fsdecode(bytes(files) + b"/\xff\xfe.md")).write_text("bees, too\n")
    (home / f"facts{ODD_NAME}.md").write_text(
        f"# User Profile\n\n## X{ODD_LINE}\n- Fact {ODD_LINE}\n- Swims\n"
    )
    turn = {"role": "user", "content": f"I keep bees {ODD}"}
    answer = {"role": "assistant", "content": f"ok {ODD}"}
    (home / f"chat{ODD_NAME}.json").write_text(
        json.dumps([{"id": f"c{ODD}", "title": f"T {ODD}", "messages": [turn, answer]}])
    )
    (home / ".llm-memory").write_text(f"w{ODD_LINE}\n")
    (home / ".bashrc").write_text(f"# odd {ODD}\n")


def rows(home: Path) -> list[tuple[list[str], str]]:
    """Each command with arguments, and what it is given as standard input."""
    files, listed = str(home / f"files{ODD_NAME}"), str(home / f"facts{ODD_NAME}.md")
    chat, gone = str(home / f"chat{ODD_NAME}.json"), str(home / f"gone{ODD_NAME}")
    given: list[list[str]] = [
        ["status"], ["status", "--json"], ["doctor"], ["doctor", "--json"], ["path"], ["connect"],
        ["profiles"], ["profiles", "--json"], ["profiles", "allow"], ["profiles", "deny"], ["--profile", f"x{ODD}", "show"],
        ["show", "--json"], ["export"], ["export", "--format", "json"], ["export", "--format", "facts"],
        ["history"], ["history", "--json"], ["diff"], ["diff", "1", "3"], ["diff", "1", "99"],
        ["log"], ["log", "--json"], ["cost"], ["cost", "--days", "9999", "--json"],
        ["why"], ["why", "--json"], ["why", f"nothing{ODD}"], ["timeline"], ["timeline", "--json"],
        ["timeline", f"nothing{ODD}"], ["archive"], ["archive", "--json"], ["context", f"bees{ODD}"], ["context", "--json"], ["archive", f"none{ODD}"],
        ["review"], ["review", "--days", "0"], ["review", "--days", "0", "--json"],
        ["sources", "add", files], ["sources"], ["sources", "list", "--json"],
        ["note", f"bees {ODD}"], ["reindex"],
        ["search", "bees", "--full", "--context", "3"], ["search", "bees"], ["search", "bees", "--json"],
        ["search", f"none{ODD}"], ["search", "bees", "--since", f"none{ODD}"],
        ["ask", "Do I keep bees?"], ["ask", "Do I keep bees?", "--json"],
        ["ask", "-m", f"none{ODD}", "Do I keep bees?"],
        ["note", "--undo"], ["sources", "remove", gone], ["sources", "remove", files],
        ["add", f"Odd {ODD}"], ["add", "Runs", "--section", f"S{ODD_LINE}"],
        ["mark", "Own line", "--pin"], ["mark", f"none{ODD}", "--pin"],
        ["backfill", "--dry-run"], ["backfill", "-m", f"none{ODD}"], ["backfill", "-d", gone],
        ["backfill", "--conversation", f"t0{ODD}", "--yes"],
        ["import", chat, "--dry-run"], ["import", chat, "--yes"], ["import", listed, "--yes"],
        ["import", listed, "--dry-run", "--json"], ["import", gone], ["import", files, "--dry-run"],
        ["learn", chat], ["learn", gone], ["update"], ["update", "--retry"], ["log"], ["status"],
        ["edit"], ["load", gone], ["load", listed], ["undo"], ["undo", "--to", "2"],
        ["forget", f"none{ODD}"], ["forget", "Swims", "--yes"], ["forget", "--undo", f"none{ODD}"], ["forget", "--undo", "Swims"],
        ["forget", "chess", "--purge", "--yes"], ["forget", "tea", "--purge", "--yes", "--json"],
        ["install-shell", "--dry-run"], ["install-shell"], ["uninstall-shell"],
        ["daemon", "log"], ["daemon", "stop"], ["pause"], ["resume"], ["pause", "--for", f"x{ODD}"],
        ["search", "bees", "-m", f"odd{ODD}"], ["clear"], ["clear", "--history", "--yes"],
    ]  # fmt: skip
    said = {"learn": f"I sail boats {ODD}", "forget": "y\n"}
    return [(words, said.get(words[0], "")) for words in given] + [
        (["learn", "--role", "user"], f"I sail boats {ODD}"),
        (["learn", "--role", "user", "--json"], f"I sail boats and keep bees {ODD}"),
        (["note"], f"piped {ODD}"),
    ]


# `private` and `mcp` become other programs, which print what they print; two are extras.
ELSEWHERE = {"mcp", "private", "serve", "web"}


@pytest.mark.slow
def test_no_command_prints_a_control_character(home: Path) -> None:
    ran: dict[str, list[Result]] = {}
    for words, said in rows(home):
        result = CliRunner().invoke(root, ["memory", *words], input=said, color=True)
        assert result.exception is None or isinstance(result.exception, SystemExit), words
        _check(words, result)
        ran.setdefault(words[0], []).append(result)
    assert set(cli.COMMANDS) - ELSEWHERE <= set(ran)
    # What it tests is there: each of these has printed such text.
    shown = {name: "".join(result.output for result in results) for name, results in ran.items()}
    for name in (
        "search", "log", "why", "ask", "history", "diff", "review", "timeline", "archive", "export",
        "daemon", "sources", "status", "doctor", "forget", "import", "backfill", "show",
        "note", "learn", "load", "mark",
    ):  # fmt: skip
        assert "\\x1b" in shown[name] or "\\u001b" in shown[name], (name, shown[name])


def _check(words: list[str], result: Result) -> None:
    plain = OWN_COLOURS.sub("", result.output)
    left = ACTING & set(plain)
    assert not left, (words, sorted(left), plain)
    assert "--json" not in words or not result.stdout or json.loads(result.stdout) is not None


def test_show_gives_a_program_the_file_as_it_is_and_a_person_what_can_be_read(
    home: Path,
) -> None:
    content = Folder(home / "llm" / "memory").profile.read_bytes()
    assert CliRunner().invoke(root, ["memory", "show"], color=True).stdout_bytes == content


@pytest.mark.product
@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "koi8-r"])
def test_letters_that_the_locale_lacks_are_escaped(product: Product, encoding: str) -> None:
    product.run("memory", "add", "Likes 北京 →")
    product.run("memory", "note", "In 北京")
    env = {"PYTHONIOENCODING": encoding}
    for words in (["history"], ["note", "--list"], ["status"], ["doctor"], ["export"], ["show"]):
        ran = product.run("memory", *words, env=env)
        assert "Traceback" not in ran.err and ran.out, words
    told = json.loads(product.run("memory", "note", "--list", "--json", env=env).out)
    assert told[0]["text"] == "In 北京"


def test_on_a_terminal_only_our_own_colours_are_sent(product: Product) -> None:
    product.folder.create()
    _say(Log(product.folder.logs))
    _remember(product.folder)
    product.run("memory", "reindex")  # else a bar shows the progress of that
    for words in (["search", "bees"], ["why"], ["diff", "1"], ["status"], ["show"]):
        shown = product.type("memory", *words, env={"TERM": "xterm"}).out.replace("\r\n", "\n")
        plain = OWN_COLOURS.sub("", shown)
        assert not ACTING & set(plain), (words, plain)
        assert "\\x07" in plain or words == ["status"], words
        assert words in (["status"], ["show"]) or plain != shown, "the colours are there"


# Calls whose message is longer than a line of 80 columns, with their exit code.
LONG = {
    "an error": (["mark", "e", "--pin"], 1),
    "a wrong call": (["search", "x", "--since", "nonsense"], 2),
    "an error of click": (["connect", "emacs"], 2),
    "an error that begins with a long word": (["load", "/" + "long" * 30], 2),
}


@pytest.mark.product
def test_on_a_terminal_errors_and_questions_break_between_words(product: Product) -> None:
    for fact in ("Keeps bees behind the house", "Plays the oboe every Thursday evening"):
        product.run("memory", "add", fact)
    for what, (words, code) in LONG.items():
        plain = product.run("memory", *words)
        shown = product.type("memory", *words)
        assert (shown.code, plain.code) == (code, code), what
        assert shown.out.split() == (plain.out + plain.err).split(), what
        _assert_short_lines(shown.out)
    with product.terminal("memory", "sources", "add", ".") as screen:  # the home folder
        asked = screen.wait_for("[y/N]: ")
        screen.send("n\n")
        assert screen.end().code == 1
    _assert_short_lines(asked)
    assert "That is more than your notes." in " ".join(asked.split())


def _assert_short_lines(shown: str) -> None:
    lines = [line for line in shown.splitlines() if not line.startswith(("Error: /long", "/"))]
    assert lines and max(map(len, lines)) < 80


def test_a_terminal_that_does_not_tell_its_size_has_eighty_columns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patched:  # pytest asks for the size, too
        patched.setattr(output.shutil, "get_terminal_size", lambda: os.terminal_size((0, 0)))
        assert output.width() == 79, "as Python 3.10 has it"
