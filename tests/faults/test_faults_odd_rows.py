"""Rows of another writer in LLM's log, of both schemas: none of them stops memory."""

import shlex
import sqlite3
import traceback
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import llm
import pytest

pytest.importorskip("starlette")

from click.testing import CliRunner, Result
from hypothesis import Phase, given, settings
from llm.cli import cli
from llm.plugins import load_plugins, pm
from support import faults
from support.llm_log import START
from support.odd_rows import SAID, Odd, OddLog, writings
from support.product import Product
from support.torture import example_count
from support.web import served, text_of

from llm_user_memory.doctor.finding import Finding
from llm_user_memory.inject.toolbox import Memory
from llm_user_memory.logs import UNREADABLE_ID, UNREADABLE_PROMPT
from llm_user_memory.mcp.server import Caller
from llm_user_memory.mcp.tools import Tools
from llm_user_memory.profile.document import facts
from llm_user_memory.settings import Folder
from llm_user_memory.store import ledger, state
from llm_user_memory.store.profile import versions
from llm_user_memory.web.app import PAGES
from llm_user_memory.web.call import key_of

pytestmark = [pytest.mark.once, pytest.mark.slow]

ANSWERS = {
    SAID[0]: 'ADD Interests | Keeps bees | "I keep bees"',
    SAID[1]: 'ADD Personal Information | Moved to Oslo in May | "I moved to Oslo in May"',
    SAID[2]: 'ADD Interests | Rows on Sundays | "I row on the lake on Sundays"',
}

COMMANDS = (
    "status",
    "update",
    "search garden --json",
    "search garden --context 3 --full",
    "search --about bees",
    "ask 'Where do I keep bees?'",
    "context 'bees in the garden'",
    "log --json",
    "history --json",
    "timeline --json",
    "review --days 0 --json",
    "cost --json",
    "export --format json",
    "export --shareable",
    "why",
    "backfill --dry-run",
    "doctor",
    "reindex",
    "forget bees --purge --yes",
    "reindex --force",
    "status",
)


class Answering(llm.Model):
    model_id = "echo"

    def execute(self, prompt: Any, *_: Any, **__: Any) -> Iterator[str]:
        said = prompt.prompt.partition("<conversation>")[2]
        yield next((a for text, a in ANSWERS.items() if text in said), "NO_UPDATE")


class Models:
    @llm.hookimpl(trylast=True)
    def register_models(self, register: Any) -> None:
        register(Answering())


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run commands in this process, with a model, and without what they start besides."""
    load_plugins()
    plugin = Models()
    pm.register(plugin)
    rehearsed = Finding("round trip", "ok", "left out")
    monkeypatch.setattr("llm_user_memory.cli.doctor.round_trip", lambda: rehearsed)
    monkeypatch.setattr("llm_user_memory.daemon.control.wake", lambda _folder: None)
    yield
    pm.unregister(plugin)


def run(folder: Folder, words: str) -> Result:
    """Run a command, which must end with an exit code and without a traceback."""
    home = str(folder.path.parent)
    env = {"LLM_USER_PATH": home, "LLM_MODEL": "echo", "LLM_MEMORY_UPDATE_INTERVAL": "0"}
    ran = CliRunner(env=env).invoke(cli, ["memory", *shlex.split(words)])
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise AssertionError(words) from ran.exception
    assert "Traceback" not in ran.output and "Unexpected" not in ran.output, (words, ran.output)
    return ran


PROMPTS: tuple[tuple[str, ...], ...] = (
    ("Where is my garden?",),
    ("-c", "And the bees?"),
    ("-f", "memory:recall", "Tell me of the garden"),
    ("-f", "memory:search:garden", "Which?"),
)


def run_prompt(folder: Folder, words: tuple[str, ...]) -> None:
    """Run a prompt that is not logged. What LLM itself makes of an odd row is its own affair."""
    home = str(folder.path.parent)
    env = {"LLM_USER_PATH": home, "LLM_MODEL": "echo", "LLM_MEMORY_INJECT": "auto"}
    ran = CliRunner(env=env).invoke(cli, ["prompt", "-n", *words])
    frames = traceback.extract_tb(ran.exc_info[2]) if ran.exc_info else []
    is_ours = any("llm_user_memory" in frame.filename for frame in frames[-1:])
    assert ran.exit_code == 0 or not is_ours, (words, ran.exc_info)
    assert "goes without it" not in ran.output, (words, ran.output)


def use_tools(folder: Folder) -> None:
    """Use all tools of the MCP server but `ask_memory`, whose model is in another process."""
    tools, client = Tools(folder.path), Caller()
    search = {"query": "garden", "limit": 8, "since": "", "until": ""}
    for name, arguments in (
        ("profile", {}),
        ("search", search),
        ("search", {**search, "query": "when did I move", "since": "2020", "until": "today"}),
        ("why", {"fact": "bees"}),
        ("timeline", {"words": ""}),
        ("note", {"text": "The garden needs water"}),
        ("remember", {"fact": "Has a garden", "quote": "my garden"}),
        ("forget", {"fact": "Keeps bees"}),
    ):
        outcome = tools.call(name, arguments, client)
        assert not outcome.is_error, (name, outcome)
    assert not tools.profile(client).is_error
    assert SAID[0] in tools.recall("bees in the garden", client).text


def use_toolbox() -> None:
    """Use the tools of `llm -T Memory`, each of which must answer."""
    tools = Memory()
    assert SAID[0] in tools.search("bees in the garden")
    assert "Keeps bees" in tools.profile()
    assert "Noted" in tools.note("The garden needs a fence")
    assert "waits for the user" in tools.remember("Has a large garden")
    assert "waits for the user" in tools.forget("Rows on Sundays")


def use_page(folder: Folder) -> None:
    """Open every page of `llm memory web`, and search and ask there."""
    with state.opened(folder) as store:
        known = facts(versions.read(store).text)
        numbers = [row[0] for row in store.db.execute("select n from versions")]
    assert known and numbers
    wanted = [name for name in PAGES if name not in ("fact", "diff")]
    wanted += [f"fact?fact={key_of(fact)}" for fact in known]
    wanted += [f"diff?version={number}" for number in numbers] + ["diff?with=now&version=1"]
    with served(folder) as site:
        site.enter()
        for name in wanted:
            assert "</html>" in site.page(name), name
        found = site.post("find", {"text": "garden", "context": "3", "newest": "1"})
        assert found.status == 200 and SAID[0] in text_of(found.text), found.text
        asked = site.post("ask", {"question": "Where do I keep bees?"})
        assert asked.status == 200, asked.text


def outcomes(folder: Folder) -> dict[str, tuple[str, str]]:
    with state.opened(folder) as store:
        rows = store.db.execute("select id, outcome, reason from turns").fetchall()
    return {row["id"]: (row["outcome"], row["reason"]) for row in rows}


@pytest.fixture
def home(tmp_path: Path) -> Folder:
    return _home(tmp_path)


def _home(base: Path) -> Folder:
    folder = Folder(base / "memory")
    folder.create()
    with state.opened(folder) as store:
        state.put(store.db, "activated", START)
    return folder


SCHEMAS = ("new", "old")


@pytest.mark.parametrize("schema", SCHEMAS)
def test_any_value_in_any_column_stops_nothing(schema: str, tmp_path: Path) -> None:
    log = OddLog(tmp_path / "made.db", schema)
    whole, sound = log.path.read_bytes(), log.sound

    # To shrink an example would take minutes, and its first traceback tells what is wrong.
    @settings(max_examples=example_count(2), phases=[Phase.generate])
    @given(writings(log))
    def attempt(odd: list[Odd]) -> None:
        with TemporaryDirectory() as base:
            folder = _home(Path(base))
            log.path = folder.logs
            log.path.write_bytes(whole)
            log.write(*odd)
            number = log.count()
            shown = {words: run(folder, words).output for words in COMMANDS[:-4]}
            for prompt in PROMPTS:
                run_prompt(folder, prompt)
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("LLM_USER_PATH", base)
                patch.setenv("LLM_MODEL", "echo")
                # Nobody knows where the model of the sound turns runs.
                patch.setenv("LLM_MEMORY_LEARNED_LOCALLY", "any")
                use_page(folder)
                use_toolbox()
                use_tools(folder)
            shown |= {words: run(folder, words).output for words in COMMANDS[-4:]}
            assert SAID[0] in shown["search garden --json"]
            after = outcomes(folder)
            assert {turn: after[turn][0] for turn in sound} == dict.fromkeys(sound, "learned")
            assert len(after) <= number
            with state.opened(folder) as store:
                assert ledger.totals(store.db)["logged"] == len(after)
                assert ledger.ingest(store) == 0
                state.put(store.db, "position", "")  # as after a VACUUM
                ledger.ingest(store)
            assert outcomes(folder) == after

    attempt()


# Each is logged as typed with memory on. The last are in the midst of what the daemon reads.
ODD_ROWS = (
    "insert into turns (id, duration_ms) values (x'00ff', 'soon')",
    "insert into turns (id, thread_id, model) values (null, x'01', x'02')",
    "insert into turns (id) values ('a' || char(0) || 'b')",
    "insert into turns (id) values (cast(x'ff' as text))",
    "insert into turns (id, duration_ms, datetime_utc) values ('zz', 9e999, '0001-01-01')",
    "insert into turn_search (turn_id, prompt) values ('zz', x'00')",
)


@pytest.mark.product
def test_the_daemon_learns_beside_rows_of_another_writer(product: Product) -> None:
    faults.set_up_home(product)
    faults.start_daemon(product)
    with closing(sqlite3.connect(product.user_path / "logs.db", timeout=30)) as db, db:
        for statement in ODD_ROWS:
            db.execute(statement)
        db.execute("update turns set duration_ms = x'ff', resolved_model = 1e999")
    assert faults.type_prompt(product, "I love rowing") == ""
    product.wait_for_fact(faults.DURING)
    found = product.wait_until_settled()
    skipped = {UNREADABLE_ID: 4, UNREADABLE_PROMPT: 1}
    assert {why: found["turns"]["skipped_because"][why] for why in skipped} == skipped
    assert found["problems"] == []
    assert "Traceback" not in product.run("memory", "daemon", "log").out
    assert "rowing" in product.run("memory", "search", "rowing").out


OLD_ROWS = (
    "insert into responses (id, duration_ms) values (x'00ff', 'soon')",
    "insert into responses (id, conversation_id, model) values (null, x'01', x'02')",
    "insert into responses (id) values ('a' || char(0) || 'b')",
    "insert into responses (id, duration_ms, datetime_utc) values ('zz', 9e999, '0001-01-01')",
    "insert into responses (id, prompt, datetime_utc) values ('zy', x'00', 7)",
    "update responses set duration_ms = x'ff'",
    "update responses set model = 'service'",
)


@pytest.mark.product
def test_the_daemon_learns_beside_them_in_a_log_of_the_old_schema(product: Product) -> None:
    log = OddLog(product.folder.logs, "old", number=5)
    with closing(log.opened()) as db, db:
        for statement in OLD_ROWS:
            db.execute(statement)
    with state.opened(product.folder) as store:
        state.put(store.db, "activated", START - 1000)
    product.env["SERVICE_KEY"] = "k"
    product.answer(ANSWERS)
    assert product.run("memory", "daemon", "start").code == 0
    product.wait_for_fact("Keeps bees")
    product.wait_for_fact("Rows on Sundays")
    found = product.wait_until_settled()
    assert found["problems"] == []
    assert found["turns"]["skipped_because"].keys() >= {UNREADABLE_ID, UNREADABLE_PROMPT}
    assert "Traceback" not in product.run("memory", "daemon", "log").out
