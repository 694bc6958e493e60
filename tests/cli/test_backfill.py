"""`llm memory backfill` by the whole product, with scripted models."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from support import launcher, torture
from support.llm_log import Log, sealed
from support.product import LIMIT, Product, Ran, until

from llm_user_memory.store import state

pytestmark = [pytest.mark.product]

DAY = 86400.0
MADE_OF = ("bees", "goats", "geese", "ducks", "sheep", "llamas", "yaks", "mules", "cats", "dogs")


def said(animal: str) -> str:
    return f"I keep {animal} behind my house, and they need a lot of care in spring"


@pytest.fixture
def log(product: Product) -> Log:
    """A log of ten conversations, held on the ten days before today, each with one fact."""
    facts = {animal: f'ADD Interests | Keeps {animal} | "I keep {animal}"' for animal in MADE_OF}
    product.answer(facts)
    made = Log(product.user_path / "logs.db")
    for n, animal in enumerate(MADE_OF):
        made.say(said(animal), time.time() - (10 - n) * DAY, markers=(), model="scripted")
    return made


def backfill(product: Product, *options: str) -> Ran:
    return product.run("memory", "backfill", *options)


def profile_facts(product: Product) -> list[str]:
    return [line[2:] for line in product.profile().splitlines() if line.startswith("- ")]


def everything(path: Path) -> dict[Path, bytes]:
    """All files but state.db, whose content `tables` returns."""
    files = (file for file in path.rglob("*") if file.is_file())
    return {file: file.read_bytes() for file in files if not file.name.startswith("state.db")}


def tables(product: Product) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of every table of state.db."""
    with state.opened(product.folder) as store:
        names = [
            row[0]
            for row in store.db.execute(
                "select name from sqlite_master where rootpage and type = 'table'"
            )
        ]
        return {name: list(map(tuple, store.db.execute(f"select * from {name}"))) for name in names}


def assert_only_the_cost_is_new(
    product: Product, before: dict[str, list[tuple[Any, ...]]], requests: int
) -> None:
    after = tables(product)
    known = len(before["updates"])
    assert after["updates"][:known] == before["updates"]
    assert len(after.pop("updates")) == known + requests
    assert after == {name: rows for name, rows in before.items() if name != "updates"}


@pytest.mark.once
def test_it_says_what_it_would_do_and_then_does_it(product: Product, log: Log) -> None:
    log.say("hm", time.time() - 3 * DAY, markers=())
    shown = backfill(product, "--dry-run")
    assert shown.code == 0 and not product.folder.path.exists()
    assert "11 conversations" in shown.out and "10  to learn from" in shown.out
    assert "1  skipped: under 50 characters typed" in shown.out
    assert "about 10 requests" in shown.out and "to scripted (10)" in shown.out
    assert said("goats")[:60] in shown.out
    done = backfill(product, "-y")
    assert done.code == 0 and "10 requests answered: 10 added." in done.out, done
    assert profile_facts(product) == [f"Keeps {animal}" for animal in MADE_OF]
    # Each with the date on which it was said.
    [fact] = json.loads(product.run("memory", "why", "Keeps geese", "--json").out)
    assert abs(fact["origins"][0]["said"] - (time.time() - 8 * DAY)) < 3600
    # And never twice.
    again = backfill(product, "-y")
    assert "10  skipped: learned from already" in again.out
    assert len(product.requests()) == 10
    forced = backfill(product, "-y", "--force", "--limit", "2")
    assert "8  more than asked for" in forced.out and len(product.requests()) == 12
    assert profile_facts(product) == [f"Keeps {animal}" for animal in MADE_OF]
    # All of it can be taken back at once, and the turns that memory accounts for are others.
    version = done.err.split("undo --to ")[1].split("`")[0]
    assert product.run("memory", "undo", "--to", version).code == 0
    assert profile_facts(product) == []
    assert product.status()["turns"]["logged"] == 0


@pytest.mark.once
@pytest.mark.usefixtures("log")
def test_a_dry_run_asks_nobody_and_a_preview_shows_the_edits(product: Product) -> None:
    assert product.run("memory", "add", "Plays the oboe").code == 0
    before, recorded = everything(product.user_path), tables(product)
    with product.terminal("memory", "backfill", "--dry-run") as screen:
        ended = screen.end()
    assert ended.code == 0 and "[y/N]" not in ended.out and product.requests() == []
    assert backfill(product, "--dry-run", "-y").code == 0 and product.requests() == []
    assert backfill(product, "--dry-run", "--preview", "1").code == 2
    shown = backfill(product, "--preview", "5", "--days", "6")
    assert shown.code == 0 and "+ Keeps dogs  (“I keep dogs”)" in shown.out
    assert "Keeps bees" not in shown.out and "Nothing was kept." in shown.out
    assert "5  skipped: not in the time asked for" in shown.out
    assert everything(product.user_path) == before
    assert_only_the_cost_is_new(product, recorded, 5)


@pytest.mark.once
@pytest.mark.usefixtures("log")
def test_the_profile_that_comes_of_it_can_go_elsewhere(product: Product) -> None:
    recorded = tables(product)
    before = everything(product.user_path)
    done = backfill(product, "-y", "--output", "there.md", "--limit", "3")
    assert done.code == 0 and "there.md; yours is as it was" in done.out, done
    written = (product.home / "there.md").read_text()
    assert "- Keeps bees\n" in written and "Keeps ducks" not in written
    assert everything(product.user_path) == before
    printed = backfill(product, "-y", "--output", "-", "--limit", "3")
    assert printed.code == 0 and not (product.home / "-").exists()
    assert written.startswith(f"{printed.out}<!-- llm memory --output ")
    assert "3 requests answered: 3 added." in printed.err
    # It is replaced; loaded, it is the profile alone.
    again = backfill(product, "-y", "--output", "there.md", "--limit", "4")
    assert again.code == 0 and "Keeps ducks" in (product.home / "there.md").read_text()
    assert everything(product.user_path) == before
    assert_only_the_cost_is_new(product, recorded, 3 + 3 + 4)
    assert product.run("memory", "load", "there.md").code == 0
    assert len(profile_facts(product)) == 4 and "--output" not in product.profile()


@pytest.mark.once
@pytest.mark.usefixtures("log")
def test_requests_of_which_nothing_is_kept_are_counted_as_cost(product: Product) -> None:
    assert backfill(product, "--dry-run").code == 0 and not product.folder.path.exists()
    assert backfill(product, "--preview", "2").code == 0
    assert backfill(product, "-y", "--output", "there.md", "--limit", "3").code == 0
    [row] = json.loads(product.run("memory", "cost", "--json").out)
    assert row["requests"] == 5 == len(product.requests()) and row["model"] == "scripted"
    assert row["input_tokens"] > 0 < row["output_tokens"]
    listed = product.run("memory", "log").out
    assert listed.count("not kept, scripted") == 5 and "none of its edits was kept" in listed
    assert "Keeps" not in listed, "edits that were not kept are not stored"
    # No turn counts as learned from.
    assert product.status()["last_update"] is None
    assert "5 added" in backfill(product, "-y", "--limit", "5").out


@pytest.mark.once
@pytest.mark.usefixtures("log")
def test_a_request_of_a_preview_counts_that_failed_or_was_stopped(product: Product) -> None:
    product.answer({"bees": "!raise Status400", "goats": "!hang"})
    with running(product, "--preview", "2", "--json") as process:
        until(lambda: len(product.requests()) == 2)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=LIMIT)
    logged = json.loads(product.run("memory", "log", "--json").out)
    assert [update["status"] for update in logged] == ["stopped", "failed"]
    [row] = json.loads(product.run("memory", "cost", "--json").out)
    assert row["requests"] == 2


@pytest.mark.once
@pytest.mark.usefixtures("log")
def test_a_file_that_it_wrote_is_replaced_unless_somebody_changed_it(product: Product) -> None:
    assert product.run("memory", "add", "Plays the oboe").code == 0
    there = product.home / "there.md"
    for limit in ("1", "2"):
        assert backfill(product, "-y", "--output", "there.md", "--limit", limit).code == 0
    assert there.read_text().count("- Keeps ") == 2
    ours = there.read_text()
    for changed in (ours + "- Mine\n", ours.replace("bees", "hens"), "- Mine\n", ""):
        there.write_text(changed)
        refused = backfill(product, "-y", "--output", "there.md")
        assert refused.code == 1 and "is there already, and `--output` did not write" in refused.err
        assert there.read_text() == changed


@pytest.mark.once
def test_what_came_of_every_answer_is_counted(product: Product) -> None:
    product.answer(
        {
            "bees": 'ADD Interests | Keeps bees | "I keep bees"',
            "hives": 'ADD Interests | Keeps bees | "I keep bees"',
            "goats": 'ADD Interests | Rows | "never said"',
        }
    )
    made = Log(product.user_path / "logs.db")
    hives = f"{said('bees')}, in hives of wood"
    for n, words in enumerate([said("bees"), hives, said("goats"), said("yaks"), said("ducks")]):
        made.say(words, time.time() - (9 - n) * DAY, markers=(), model="scripted")
    done = " ".join(backfill(product, "-y").out.split())
    told = "5 requests answered: 1 added, 1 known, 1 refused; 2 answers had nothing to remember."
    assert told in done and "`llm memory log` says why." in done, done


@pytest.mark.once
@pytest.mark.usefixtures("log")
def test_it_asks_and_without_an_answer_learns_nothing(product: Product) -> None:
    assert backfill(product).code == 1
    assert product.requests() == [] and profile_facts(product) == []
    with product.terminal("memory", "backfill", "--limit", "1") as screen:
        screen.wait_for("Learn from them now? [y/N]: ")
        screen.send("n\n")
        assert screen.end().code == 1
    assert product.requests() == []
    with product.terminal("memory", "backfill", "--limit", "1") as screen:
        screen.wait_for("Learn from them now? [y/N]: ")
        screen.send("y\n")
        ended = screen.end()
    assert ended.code == 0 and "1 request answered: 1 added." in ended.out
    assert profile_facts(product) == ["Keeps bees"]


@pytest.mark.once
def test_what_was_said_with_memory_off_is_taken_only_by_name(product: Product, log: Log) -> None:
    assert product.run("memory", "status").code == 0
    assert product.run("-m", "scripted", said("zebras")).code == 0
    product.answer({"zebras": 'ADD Interests | Keeps zebras | "I keep zebras"'})
    thread = log.ids()[-1]
    with closing(sqlite3.connect(log.path)) as db:
        [[thread]] = db.execute("select thread_id from turns where id = ?", (thread,)).fetchall()
    plain = backfill(product, "-y")
    assert "1  skipped: not typed with memory on" in plain.out and "zebras" not in product.profile()
    named = backfill(product, "-y", "--conversation", thread)
    assert "1 conversation was held with memory off." in named.out
    assert "Keeps zebras" in profile_facts(product)


@pytest.mark.once
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-m", "nonsense"], "There is no model “nonsense”. Nothing was changed. `llm models`"),
        (["--days", "3", "--since", "2024-01-01"], "say the same thing"),
        (["--since", "yesterday"], "'yesterday' is no date: write one such as 2026-11-01."),
        (["-d", "nowhere.db"], "does not exist"),
        (["--output", "nowhere/there.md"], "nowhere is no folder. Nothing was learned."),
        (["--conversation", "nonsense"], "LLM's log has no conversation nonsense."),
    ],
)
@pytest.mark.usefixtures("log")
def test_what_cannot_be_done_is_said_and_nothing_happens(
    product: Product, arguments: list[str], message: str
) -> None:
    ended = backfill(product, "-y", *arguments)
    assert ended.code in (1, 2) and message in " ".join(ended.err.split())
    assert product.requests() == [] and profile_facts(product) == []


@pytest.mark.once
@pytest.mark.usefixtures("log")
def test_days_at_the_ends_of_the_calendar_are_days(product: Product) -> None:
    whole = ("--since", "0001-01-01", "--until", "9999-12-31")
    for options in (whole, ("--days", "9" * 400)):
        shown = backfill(product, "--dry-run", *options)
        assert shown.code == 0 and "10  to learn from" in shown.out, shown
    assert "not in the time" in backfill(product, "--dry-run", "--until", "0001-01-01").out


@pytest.mark.once
def test_of_a_conversation_only_the_time_asked_for_is_taken(product: Product, log: Log) -> None:
    """It goes on for years: what was said later, or before, is not what the user named."""
    for year, animal in zip((2021, 2022, 2023), MADE_OF, strict=False):
        at = datetime(year, 6, 1).timestamp()
        log.say(said(animal), at, thread="long", markers=(), model="scripted")
    wanted = ("--since", "2022-01-01", "--until", "2022-12-31")
    shown = backfill(product, "--dry-run", *wanted)
    assert "1  to learn from" in shown.out and "10  skipped: not in the time" in shown.out
    assert backfill(product, "-y", *wanted).code == 0
    assert profile_facts(product) == ["Keeps goats"]
    [asked] = product.requests()
    assert "goats" in asked["prompt"] and "bees" not in asked["prompt"].rpartition("<profile>")[2]
    backfill(product, "-y", "--until", "2022-12-31")
    assert profile_facts(product) == ["Keeps goats", "Keeps bees"]


@pytest.mark.once
def test_the_daemons_own_log_is_no_other_one(product: Product) -> None:
    log = Log(product.user_path / "logs.db")
    assert product.run("memory", "status").code == 0
    with state.opened(product.folder) as store:
        marker = sealed(store.db)
    log.say(said("bees"), time.time() + 1, markers=(marker,))
    shown = backfill(product, "--dry-run", "-d", str(log.path))
    assert "1  skipped: the daemon learns from it" in shown.out, shown


@pytest.mark.once
@pytest.mark.usefixtures("log")
def test_a_pause_counts_while_a_preview_asks(product: Product) -> None:
    command = [product.llm_path, "memory", "pause"]
    pause = f"import subprocess; subprocess.run({command}, check=True)"
    product.answer({"bees": f"!do {pause}; answer = ['NO_UPDATE']"})
    assert product.run("memory", "add", "Plays the oboe").code == 0
    ran = backfill(product, "--preview", "3")
    assert ran.code == 1 and "Learning is paused." in ran.err
    assert len(product.requests()) == 1


@pytest.mark.once
@pytest.mark.usefixtures("log")
def test_a_pause_counts_while_it_learns(product: Product) -> None:
    go = product.base / "go"
    product.answer({"bees": f"!wait {go}"})
    with running(product, "-y", "--json") as process:
        until(product.requests)
        assert product.run("memory", "pause").code == 0
        go.write_text("NO_UPDATE")
        out, err = process.communicate(timeout=LIMIT)
    assert process.returncode == 1 and "Learning is paused. What was learned is kept." in err
    assert json.loads(out)["outcome"]["requests"] == 1 == len(product.requests())


@pytest.mark.once
@pytest.mark.parametrize("options", [("-y",), ("--preview", "20")], ids=["learn", "preview"])
@pytest.mark.parametrize("how", ["forget", "deleted"])
def test_what_is_forgotten_while_it_learns_is_in_no_later_request(
    product: Product, log: Log, how: str, options: tuple[str, ...]
) -> None:
    """Nor is what another conversation says of it, nor an answer to something else."""
    log.say(f"Well, {said('goats')}", time.time() - DAY / 2, markers=(), model="scripted")
    log.say(
        "What suits my house, which has a garden with a stream and a shed behind it?",
        time.time() - DAY / 3,
        response="As you keep goats, a fence would.",
        markers=(),
        model="scripted",
    )
    command = [product.llm_path, "memory", "forget", "-y", "goats"]
    forget = f"import subprocess; subprocess.run({command}, check=True)"
    if how == "deleted":
        forget = (
            f"import pathlib; file = pathlib.Path({str(product.folder.profile)!r}); "
            "file.write_text(file.read_text().replace('- Keeps goats\\n', ''))"
        )
    product.answer({"dogs": f"!do {forget}; answer = ['NO_UPDATE']", "goats": "NO_UPDATE"})
    assert product.run("memory", "add", "Keeps goats").code == 0
    assert backfill(product, *options).code == 0
    asked = [each["prompt"].rpartition("<conversation>")[2] for each in product.requests()]
    last = next(number for number, each in enumerate(asked) if "dogs" in each)
    assert any("goats" in each for each in asked[:last]), "which was before"
    assert len(asked) == last + 2 and "a stream" in asked[-1]
    assert "goats" not in asked[-1] and "Keeps goats" not in product.profile()


@pytest.mark.once
@pytest.mark.usefixtures("log")
def test_ctrl_c_is_told_by_the_exit_code_also_with_json(product: Product) -> None:
    product.answer({"bees": "!hang"})
    with running(product, "-y", "--json") as process:
        until(product.requests)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=LIMIT)
    assert process.returncode == 130 and json.loads(out)["outcome"]["interrupted"]


@pytest.mark.once
@pytest.mark.usefixtures("log")
def test_two_at_once_ask_about_nothing_twice(product: Product) -> None:
    go = product.base / "go"
    product.answer({"bees": f"!wait {go}"})
    with running(product, "-y", "--limit", "2") as first:
        until(product.requests)
        with product.terminal("memory", "backfill", "-y", "--limit", "2") as screen:
            screen.wait_for("That is about 2 requests")
            go.write_text("NO_UPDATE")
            assert first.wait(LIMIT) == 0 and screen.end().code == 0
    assert len(product.requests()) == 2


@pytest.mark.once
def test_the_daemon_goes_on_learning_in_between(product: Product) -> None:
    assert product.run("memory", "status").code == 0
    slow = '!do import time; time.sleep(0.3); answer = ["NO_UPDATE"]'
    said_now = "I keep zebras, believe it or not"
    product.answer({"zebras": 'ADD Interests | Keeps zebras | "I keep zebras"', "care": slow})
    assert product.type(said_now).code == 0
    product.wait_for_fact("Keeps zebras")
    log = Log(product.base / "old.db")
    animals = [a + b for a in "bcdfg" for b in ("ears", "oars", "ulls", "ibbons")]
    for animal in animals:
        log.say(said(animal), time.time() - DAY, markers=(), model="scripted")
    product.answer({"yaks": 'ADD Interests | Keeps yaks | "I keep yaks"', "care": slow})
    with running(product, "-y", "-d", str(log.path)) as process:
        until(lambda: len(product.requests()) > 1)
        assert product.type("I keep yaks, believe it or not").code == 0
        product.wait_for_fact("Keeps yaks")
        assert process.poll() is None
        assert len(product.requests()) < len(animals)


@contextmanager
def running(product: Product, *options: str) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [product.llm_path, "memory", "backfill", *options],
        env=product.env,
        cwd=product.home,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.once
def test_without_a_log_and_while_learning_is_paused(product: Product) -> None:
    product.folder.logs.unlink()
    ended = backfill(product, "-y")
    assert ended.code == 1 and "There is no log at" in ended.err
    product.answer({"bees": 'ADD Interests | Keeps bees | "I keep bees"'})
    Log(product.user_path / "logs.db").say(said("bees"), time.time() - DAY, model="scripted")
    assert product.run("memory", "pause").code == 0
    paused = backfill(product, "-y")
    assert paused.code == 1 and "Learning is paused. Nothing was learned." in paused.err
    assert product.requests() == []


@pytest.mark.once
def test_a_model_that_is_gone_is_named_and_one_that_fails_ends_it(
    product: Product, log: Log
) -> None:
    log.say(said("rats"), time.time() - 20 * DAY, markers=(), model="gone-1")
    found = backfill(product, "--dry-run")
    assert "1  skipped: its model gone-1 is not installed; -m asks another" in found.out
    answers: dict[str, str] = {"bees": "!raise NeedsKey"}
    product.answer(answers)
    failed = backfill(product, "-y")
    assert failed.code == 1 and "goes on from there" in failed.err, failed
    assert product.status()["last_error"] is None, "it was told at once"
    assert len(product.requests()) == 1
    # One that no model can answer holds up nobody; three in a row do.
    product.answer({"bees": "!raise Surprise", "goats": "!raise Surprise"})
    passed = backfill(product, "-y", "--limit", "3")
    assert "1 request answered" in passed.out and "2 requests failed" in passed.out, passed
    assert passed.code == 1 and "2 requests failed, the last one so:" in passed.err, passed


@pytest.mark.once
@pytest.mark.torture
def test_stopped_at_any_moment_it_comes_to_the_same(product: Product, log: Log) -> None:
    """By Ctrl-C and by SIGKILL, at moments that nobody chose."""
    with closing(sqlite3.connect(log.path)) as db:
        db.execute("vacuum")
    apart = Product(product.base / "apart")
    try:
        (apart.user_path / "logs.db").write_bytes(log.path.read_bytes())
        (apart.scripted / "answers.json").write_text(
            (product.scripted / "answers.json").read_text()
        )
        whole = backfill(apart, "-y")
        assert whole.code == 0
        chosen = random.Random(20)
        for _ in range(20 if torture.TORTURE else 8):
            with Path(os.devnull).open("r+") as nowhere:
                process = launcher.start(
                    [product.llm_path, "memory", "backfill", "-y"],
                    product.env,
                    product.home,
                    (nowhere.fileno(),) * 3,
                )
            how = chosen.choice([signal.SIGINT, signal.SIGKILL])
            asked = len(product.requests())
            # In the middle of learning, or somewhere before.
            if chosen.random() < 0.5:
                until(lambda at=asked, run=process: len(product.requests()) > at or run.poll() == 0)
            try:
                process.wait(chosen.random() * 0.4)
            except subprocess.TimeoutExpired:
                process.send_signal(how)
            process.wait(LIMIT)
        assert backfill(product, "-y").code == 0
        assert product.profile() == apart.profile()
        assert record(product) == record(apart)
    finally:
        apart.end()


def record(product: Product) -> list[tuple[Any, ...]]:
    """What is on record of the facts: each with its words, and the turn they are from."""
    query = """
        select e.op, e.section, e.old, e.new, e.quote, e.turn_id, p.started
        from edits e join past p on p.id = e.turn_id where e.refusal = '' order by e.id
    """
    with closing(sqlite3.connect(product.folder.state)) as db:
        return db.execute(query).fetchall()
