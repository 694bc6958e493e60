"""The commands with which users see and control what is learned: why, forget, undo, review, log."""

import json
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from llm.cli import cli
from support.product import Product, Ran, Terminal, until

from llm_user_memory.cli.base import ADD_ONE
from llm_user_memory.store import ledger

pytestmark = [pytest.mark.product, pytest.mark.once]

BEES = 'ADD Interests | Keeps bees | "I keep bees"'
ROWS = 'ADD Interests | Rows | "I love rowing"'
BONN = 'ADD Personal Information | Lives in Bonn | "I live in Bonn"'


@pytest.fixture
def product(product: Product) -> Product:
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"  # each test says when
    product.env["COLUMNS"] = "80"
    return product


def learn(product: Product, said: str, answer: str, env: Mapping[str, str] = {}) -> Ran:
    """Say something, and let the model answer so when it is asked about it."""
    product.answer({said: answer})
    product.type(said)
    return product.run("memory", "update", env=env)


def memory(product: Product, *words: str, code: int = 0) -> str:
    """Run a command, in this process as that is ten times as quick; return what it printed."""
    ran = CliRunner(env=product.env).invoke(cli, ["memory", *words])
    assert ran.exit_code == code, (words, ran.output, ran.exception)
    return ran.stdout


def update(product: Product, *words: str) -> Ran:
    return product.run("memory", "update", *words)


def run_json(product: Product, *words: str) -> Any:
    ran = CliRunner(env=product.env).invoke(cli, ["memory", *words, "--json"])
    return json.loads(ran.stdout)


def turns(product: Product) -> Any:
    return run_json(product, "status")["turns"]


def why(product: Product, text: str) -> Any:
    [found] = run_json(product, "why", text)
    return found


def forgotten_rows(product: Product) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(product.folder.state)) as db:
        return db.execute("select * from forgotten").fetchall()


def is_accounted_for(product: Product) -> bool:
    found = turns(product)
    outcomes = sum(found[name] for name in ("learned", "skipped", "pending", "given_up"))
    because = sum(found["skipped_because"].values())
    return bool(
        found["logged"] == outcomes == len(product.logged()) and because == found["skipped"]
    )


# why


def test_why_tells_quote_time_conversation_and_model(product: Product) -> None:
    learn(product, "Hello! I keep bees. You?", BEES)
    [turn] = product.logged()
    found = why(product, "bees")
    assert (found["fact"], found["section"], found["learned"]) == ("Keeps bees", "Interests", True)
    [origin] = found["origins"]
    assert (origin["quote"], origin["model"]) == ("I keep bees", "scripted")
    assert (origin["turn"], origin["conversation"]) == (turn["id"], turn["thread_id"])
    assert origin["said"] <= origin["learned"]
    shown = memory(product, "why", "bees")
    assert "“I keep bees”" in shown
    command = next(line for line in shown.splitlines() if "llm logs" in line)
    assert "I keep bees. You?" in product.run(*command.split()[1:]).out, "the command it names"
    assert is_accounted_for(product)


def test_why_goes_back_through_everything_that_was_replaced(product: Product) -> None:
    memory(product, "add", "Lives in Bonn")
    for old, new in (("Bonn", "Rome"), ("Rome", "Oslo"), ("Oslo", "Faro")):
        said = f"I left {old} and moved to {new}"
        learn(
            product,
            said,
            f'REPLACE Personal Information | Lives in {old} | Lives in {new} | "{said}"',
        )
    assert [origin["fact"] for origin in why(product, "Faro")["origins"]] == [
        "Lives in Faro",
        "Lives in Oslo",
        "Lives in Rome",
    ]
    shown = memory(product, "why", "Faro").splitlines()
    assert [line.strip() for line in shown if "Lives" in line or "yours" in line] == [
        "Lives in Faro",
        "it replaced: Lives in Oslo",
        "it replaced: Lives in Rome",
        "it replaced: Lives in Bonn",
        "a line of yours",
    ]
    assert all(len(line) <= 80 for line in shown)


def test_why_of_ones_own_line_tells_the_version(product: Product) -> None:
    memory(product, "add", "Rows")
    memory(product, "add", "Sails")
    memory(product, "add", "Rows far")
    assert "a line of yours, since version 2 (20" in memory(product, "why", "rows")
    assert why(product, "Sails") == {
        "fact": "Sails",
        "section": "Personal Information",
        "learned": False,
        "since_version": 3,
        "origins": [],
    }
    memory(product, "undo")
    memory(product, "undo")
    memory(product, "add", "Sails")
    assert why(product, "Sails")["since_version"] == 7, "it was gone in between"


def test_why_without_words_tells_of_every_fact(product: Product) -> None:
    ran = product.run("memory", "why")
    assert (ran.code, ran.out, ran.err) == (0, "", f"The profile has no facts yet. {ADD_ONE}\n")
    memory(product, "add", "Rows")
    learn(product, "I keep bees", BEES)
    assert [found["fact"] for found in run_json(product, "why")] == ["Rows", "Keeps bees"]


def test_why_of_nothing_there_says_so(product: Product) -> None:
    ran = product.run("memory", "why", "golf")
    assert ran.code == 1 and "No fact of the profile matches “golf”" in ran.err


# forget, remember


def test_what_was_forgotten_never_comes_back_by_itself(product: Product) -> None:
    learn(product, "I keep bees", BEES)
    memory(product, "forget", "bees", "-y")
    assert "bees" not in product.profile()
    retold = "# User Profile\n\n## Interests\n- Keeps bees\n"
    for said, answer in (
        ("I keep bees, and rowing?", BEES),
        ("My black bees? I keep bees", 'ADD Interests | Keeps black bees | "I keep bees"'),
        ("I keep bees", retold),
    ):
        learn(product, said, answer)
        assert "bees" not in product.profile()
    assert len(run_json(product, "review")["waiting"]) == 2, "said anew: once each"
    assert not any(b"ees" in bytes(str(row), "utf-8") for row in forgotten_rows(product))


def test_forgetting_asks_and_no_is_no(product: Product) -> None:
    memory(product, "add", "Keeps bees")
    with product.terminal("memory", "forget", "bees") as screen:
        screen.wait_for("[y/N]")
        screen.send("n\n")
        assert screen.end().code == 1
    assert "bees" in product.profile() and not forgotten_rows(product)


def test_what_is_forgotten_while_the_model_is_asked_is_not_brought_back(product: Product) -> None:
    learn(product, "I keep bees", BEES)
    gate = product.base / "gate"
    product.answer({"and hens": f"!wait {gate}"})
    product.type("-c", "I keep bees and hens")
    asked = len(product.requests())
    with product.terminal("memory", "update") as screen:
        until(lambda: len(product.requests()) > asked)
        memory(product, "forget", "bees", "-y")
        answer = gate.with_name("answer")
        answer.write_text(
            'ADD Interests | Keeps bees | "I keep bees and hens"\n'
            'REPLACE Interests | Keeps bees | Keeps bees, black ones | "I keep bees and hens"\n'
            'ADD Interests | Keeps hens | "I keep bees and hens"\n'
        )
        answer.replace(gate)
        ran = screen.end()
    assert ran.code == 0
    assert "bees" not in product.profile() and "- Keeps hens\n" in product.profile()
    assert not run_json(product, "review")["waiting"], "it was said before the forgetting"


def test_a_turn_that_waits_is_not_asked_about_once_its_fact_is_forgotten(product: Product) -> None:
    product.answer({"rowing": f"{ROWS}\n{BEES}"})
    product.type("I love rowing, and I keep bees")
    update(product)
    memory(product, "forget", "bees", "-y")
    with closing(sqlite3.connect(product.folder.state)) as db, db:
        db.execute("update turns set outcome = 'pending', reason = ''")  # as a backfill would
    asked = len(product.requests())
    update(product)
    assert len(product.requests()) == asked
    assert turns(product)["skipped_because"] == {"you had a fact of it forgotten": 1}
    assert is_accounted_for(product)


def test_remember_lifts_a_forgetting(product: Product) -> None:
    learn(product, "I keep bees", BEES)
    memory(product, "forget", "bees", "-y")
    ran = product.run("memory", "forget", "--undo", "golf")
    assert ran.code == 1 and "Nothing like “golf” was forgotten" in ran.err
    ran = product.run("memory", "forget", "--undo", "bees")
    back = "`llm memory forget 'Keeps bees'` takes it back."
    told = " ".join(ran.err.split())
    assert (ran.code, told) == (0, f"May be learned again: “Keeps bees”. {back}")
    assert not forgotten_rows(product)
    learn(product, "I keep bees", BEES)
    assert "- Keeps bees\n" in product.profile()


def test_undo_takes_a_forgetting_back(product: Product) -> None:
    learn(product, "I keep bees", BEES)
    memory(product, "forget", "bees", "-y")
    memory(product, "undo")
    assert "- Keeps bees\n" in product.profile() and not forgotten_rows(product)
    assert why(product, "bees")["learned"]


def test_a_line_deleted_by_hand_while_the_daemon_runs_is_forgotten(product: Product) -> None:
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "0.3"
    product.answer({"bees": f"{BEES}\n{ROWS}"})
    product.type("I keep bees, and I love rowing")
    product.wait_for_fact("- Keeps bees")
    text = product.profile()
    product.folder.profile.write_text(text.replace("- Keeps bees\n", ""))
    product.type("-m", "other", "I keep bees, as I said")
    product.wait_until_settled()
    assert "bees" not in product.profile() and "- Rows\n" in product.profile()
    [waits] = run_json(product, "review")["waiting"]
    assert waits["new"] == "Keeps bees"


@pytest.mark.parametrize(
    "changed",
    ["- Keeps black bees\n- Rows\n", "- Rows\n- Keeps bees\n", "- Rows\n\n## Mine\n- Keeps bees\n"],
    ids=["edited", "moved", "in another section"],
)
def test_a_line_that_is_only_changed_by_hand_is_not_forgotten(
    product: Product, changed: str
) -> None:
    learn(product, "I keep bees, and I love rowing", f"{BEES}\n{ROWS}")
    text = product.profile()
    product.folder.profile.write_text(text.replace("- Keeps bees\n- Rows\n", changed))
    memory(product, "show")
    assert not forgotten_rows(product)


# review


def _contradict(product: Product) -> Ran:
    memory(product, "add", "Works at Acme", "--section", "Interests")
    return learn(
        product,
        "I retired early, you know",
        'REPLACE Interests | Works at Acme | Retired early | "I retired early"',
    )


def _answers(screen: Terminal, *answers: str) -> Ran:
    for answer in answers:
        screen.wait_for("[q]uit")
        screen.send(f"{answer}\n")
    return screen.end()


def test_what_contradicts_ones_own_line_stands_beside_it_and_waits(product: Product) -> None:
    told = _contradict(product).out
    assert "? Works at Acme -> Retired early  (for you to decide: you wrote that line" in told
    assert "- Works at Acme\n" in product.profile() and "- Retired early\n" in product.profile()
    ran = product.run("memory", "review")
    assert ran.code == 0
    assert "Replace your line “Works at Acme” by “Retired early”?" in ran.out
    assert "1 thing to decide: run this in a terminal." in ran.out
    [waits] = run_json(product, "review")["waiting"]
    assert (waits["op"], waits["old"], waits["quote"]) == (
        "replace",
        "Works at Acme",
        "I retired early",
    )
    assert any("1 thing waits for you" in note for note in run_json(product, "status")["notes"])


REVIEWED = {
    "y": (["- Retired early\n"], ["Acme"], 0, "Version 4. `llm memory undo` goes back."),
    "n": (["- Retired early\n", "- Works at Acme\n"], [], 0, "`llm memory edit` does it after all"),
    "s": (["- Retired early\n", "- Works at Acme\n"], [], 1, "That was the last."),
    "q": (["- Retired early\n", "- Works at Acme\n"], [], 1, ""),
    "?\ny": (["- Retired early\n"], ["Acme"], 0, "- Works at Acme"),
}


@pytest.mark.parametrize(("answer", "expected"), REVIEWED.items(), ids=["y", "n", "s", "q", "?y"])
def test_the_user_decides(
    product: Product, answer: str, expected: tuple[list[str], list[str], int, str]
) -> None:
    there, gone, still_waiting, told = expected
    _contradict(product)
    with product.terminal("memory", "review") as screen:
        ended = _answers(screen, *answer.split("\n"))
    assert ended.code == 0 and told in " ".join(ended.out.split())
    assert all(line in product.profile() for line in there)
    assert not any(line in product.profile() for line in gone)
    assert len(run_json(product, "review")["waiting"]) == still_waiting
    if not still_waiting:
        assert memory(product, "review") == "Nothing waits for you.\n"


def test_what_waits_may_be_put_in_other_words(product: Product) -> None:
    _contradict(product)
    with product.terminal("memory", "review") as screen:
        screen.wait_for("[y]es, [n]o, [e]dit, [s]kip, [q]uit")
        screen.send("e\n")
        screen.wait_for("It should say [Retired early]:")
        screen.send("Retired at 50\n")
        ended = screen.end()
    assert ended.code == 0 and "`llm memory undo` goes back." in ended.out
    assert "- Retired at 50\n" in product.profile() and "Acme" not in product.profile()
    assert not run_json(product, "review")["waiting"]


def test_what_is_taken_can_be_undone_and_has_its_reason(product: Product) -> None:
    learn(product, "I keep bees", BEES)
    memory(product, "forget", "bees", "-y")
    learn(product, "I keep bees, I said", 'ADD Interests | Keeps bees | "I keep bees, I said"')
    with product.terminal("memory", "review") as screen:
        _answers(screen, "y")
    assert why(product, "bees")["origins"][0]["quote"] == "I keep bees, I said"
    assert run_json(product, "history")[0]["note"] == "review"
    memory(product, "undo")
    assert "bees" not in product.profile()


def test_what_is_dropped_stays_forgotten(product: Product) -> None:
    learn(product, "I keep bees", BEES)
    memory(product, "forget", "bees", "-y")
    learn(product, "I keep bees, I said", BEES)
    with product.terminal("memory", "review") as screen:
        told = " ".join(_answers(screen, "n").out.split())
    assert "`llm memory add 'Keeps bees' --section Interests` does it after all." in told
    assert not run_json(product, "review")["waiting"]
    update(product, "--retry")
    assert "bees" not in product.profile() and not run_json(product, "review")["waiting"]


def test_old_facts_are_gone_through_one_by_one(product: Product) -> None:
    for fact, said in (
        ("Keeps bees", "I keep bees"),
        ("Rows", "I love rowing"),
        ("Codes", "I code a lot"),
    ):
        learn(product, said, f'ADD Interests | {fact} | "{said}"')
    memory(product, "add", "A line of mine")
    assert memory(product, "review") == "Nothing waits for you.\n", "they are new"
    assert [old["fact"] for old in run_json(product, "review", "--days", "0")["old"]] == [
        "Keeps bees",
        "Rows",
        "Codes",
    ]
    with product.terminal("memory", "review", "--days", "0") as screen:
        screen.wait_for("Still so: “Keeps bees”?")
        screen.wait_for("[q]uit")
        screen.send("e\n")
        screen.wait_for("It should say")
        screen.send("Keeps black bees\n")
        assert "`llm memory undo` goes back." in screen.wait_for("Still so: “Rows”?")
        screen.wait_for("[q]uit")
        screen.send("f\n")
        screen.wait_for("- Rows")
        screen.wait_for("`llm memory undo` goes back.")
        ended = _answers(screen, "k")
        assert ended.code == 0 and "counts as known to be so today" in ended.out
    profile = product.profile()
    assert "- Keeps black bees\n" in profile and "- Codes\n" in profile and "Rows" not in profile
    learn(product, "I love rowing", ROWS)
    assert "Rows" not in product.profile(), "it is forgotten"
    ages = {
        old["fact"]: old["learned"] for old in run_json(product, "review", "--days", "0")["old"]
    }
    assert set(ages) == {"Codes"}, "the edited line is the user's own now"


@pytest.mark.parametrize(("end", "code"), [("\x03", 130), ("\x04", 1)], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_a_review_decides_nothing(product: Product, end: str, code: int) -> None:
    _contradict(product)
    text = product.profile()
    with product.terminal("memory", "review") as screen:
        screen.wait_for("[q]uit: ")
        # A signal in the very moment before Python waits for input is noticed after it: a person
        # would press the key again.
        until(lambda: screen.send(end) or screen.ends_soon(), "that it is left")
        assert screen.end().code == code
    assert product.profile() == text and len(run_json(product, "review")["waiting"]) == 1


# history, diff, undo, restore


def _four_versions(product: Product) -> None:
    for fact in ("Rows", "Sails"):
        memory(product, "add", fact)
    learn(product, "I keep bees", BEES)


def test_history_tells_what_each_version_changed(product: Product) -> None:
    _four_versions(product)
    shown = memory(product, "history")
    assert [line.split("  ")[-1] for line in shown.splitlines() if line[0:5].strip()] == [
        "learned, update 1",
        "add",
        "add",
        "created",
    ]
    assert "         + Keeps bees\n" in shown
    newest, *_ = run_json(product, "history", "-n", "1")
    assert (newest["version"], newest["origin"], newest["update"]) == (4, "update", 1)
    assert (newest["added"], newest["removed"]) == (["- Keeps bees"], [])
    assert product.run("memory", "history", "-n", "0").code == 2


def test_diff_shows_lines_and_tells_whether_there_are_any(product: Product) -> None:
    _four_versions(product)
    assert "+- Keeps bees" in memory(product, "diff").splitlines()
    shown = memory(product, "diff", "1", "3").splitlines()
    assert shown[:2] == ["--- version 1", "+++ version 3"]
    assert [line for line in shown if line[:2] in ("+-", "--")][1:] == ["+- Rows", "+- Sails"]
    assert "-- Rows" in memory(product, "diff", "3", "1").splitlines()
    ran = product.run("memory", "diff", "4")
    assert (ran.code, ran.out, ran.err) == (1, "", "No difference.\n")
    for unknown in (("9",), ("1", "9")):
        ran = product.run("memory", "diff", *unknown)
        assert ran.code == 1 and "There is no version 9" in ran.err
    assert product.run("memory", "diff", "x").code == 2


def test_diff_shows_what_was_just_saved(product: Product) -> None:
    memory(product, "add", "Rows")
    product.folder.profile.write_text(product.profile().replace("Rows", "Rows far"))
    shown = memory(product, "diff")
    assert "-- Rows\n" in shown and "+- Rows far\n" in shown


def test_undo_of_an_undo_goes_back_further_and_of_a_restore_forward(product: Product) -> None:
    _four_versions(product)
    newest = product.profile()
    memory(product, "undo")
    assert "bees" not in product.profile() and "Sails" in product.profile()
    memory(product, "undo")
    assert "Sails" not in product.profile()
    memory(product, "undo", "--to", "4")
    assert product.profile() == newest
    before = product.profile()
    memory(product, "undo", "--to", "1")
    ran = product.run("memory", "undo")
    assert product.profile() == before, "undoing a restore is what was there before it"
    assert ran.code == 0 and "as version 7 was" in ran.err
    ran = product.run("memory", "undo", "--to", "99")
    assert ran.code == 1 and "There is no version 99" in ran.err
    assert product.profile() == before


def test_the_daemon_never_undoes_an_undo(product: Product) -> None:
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "0.3"
    product.answer({"bees": BEES, "rowing": ROWS})
    product.type("I keep bees")
    product.wait_for_fact("- Keeps bees")
    memory(product, "undo")
    product.type("-m", "other", "I love rowing")
    product.wait_for_fact("- Rows")
    assert "bees" not in product.profile()


# log, cost


def test_log_tells_what_was_refused_what_waits_and_what_failed(product: Product) -> None:
    assert product.run("memory", "log").err == "No model has been asked yet.\n"
    _contradict(product)
    learn(product, "I keep bees", BEES + '\nADD Interests | Plays golf | "I play golf"')
    learn(product, "Who painted the Mona Lisa?", "NO_UPDATE")
    learn(product, "And the Kiss?", "!raise Status429")
    shown = memory(product, "log")
    assert "+ Keeps bees  (“I keep bees”)" in shown
    assert "! Plays golf  (refused: its quote is not in what you typed)" in shown
    assert "? Works at Acme -> Retired early  (for you to decide:" in shown
    assert "nothing to remember" in shown
    assert "failed, scripted\n" in shown and "the server said 429" in shown
    failed, nothing, bees, _ = run_json(product, "log")
    assert (failed["status"], failed["input_tokens"], failed["edits"]) == ("failed", None, [])
    assert nothing["status"] == "done" and nothing["input_tokens"] > 0
    assert [edit["refusal"] for edit in bees["edits"]] == [
        "",
        "its quote is not in what you typed",
    ]
    assert len(run_json(product, "log", "-n", "2")) == 2


def test_cost_adds_up_by_day_and_model(product: Product) -> None:
    assert product.run("memory", "cost").err == "No model was asked in 30 days.\n"
    learn(product, "Who painted the Mona Lisa?", "NO_UPDATE")
    learn(product, "And who painted Guernica?", "NO_UPDATE")
    learn(product, "And the Scream?", "NO_UPDATE", {"LLM_MEMORY_MODEL": "other"})
    learn(product, "And the Kiss?", "!raise Status429", {"LLM_MEMORY_MODEL": "both"})
    with closing(sqlite3.connect(product.folder.state)) as db, db:
        db.execute("update updates set started = started - 3 * 86400 where id = 1")
        db.execute("update updates set started = started - 40 * 86400 where id = 2")
    rows = run_json(product, "cost")
    sent = {asked["model"]: sum(len(m["text"]) for m in asked["messages"]) // 4
            for asked in product.requests()}  # fmt: skip
    assert [(row["model"], row["requests"]) for row in rows] == [
        ("both", 1),
        ("other", 1),
        ("scripted", 1),
    ]
    assert rows[0]["input_tokens"] is None
    assert (rows[1]["input_tokens"], rows[1]["output_tokens"]) == (sent["other"], 5)
    assert rows[2]["day"] < rows[1]["day"] == rows[0]["day"]
    ran = product.run("memory", "cost")
    lines = ran.out.splitlines()
    assert lines[1].split()[1:] == ["1", "?", "?", "both"]
    total = rows[1]["input_tokens"] + rows[2]["input_tokens"]
    assert lines[-1].split() == ["all", "3", f"{total:,}", "10"]
    assert "?: the model did not answer" in ran.err
    assert len(run_json(product, "cost", "--days", "1")) == 2
    assert len(run_json(product, "cost", "--days", "50")) == 4


# private


def test_a_private_call_is_off_the_record(product: Product) -> None:
    memory(product, "add", "Rows")
    product.answer({"bees": BEES})
    ran = product.type("memory", "private", "I keep bees")
    assert (ran.code, ran.out) == (0, "ok\n")
    assert product.prompts()[-1]["prompt"] == "I keep bees" and not product.prompts()[-1]["system"]
    update(product)
    assert not product.requests() and "bees" not in product.profile()
    assert turns(product)["skipped_because"] == {"not typed with memory on": 1}
    assert len(product.logged()) == 1, "LLM still logs it"
    product.type("memory", "private", "--no-log", "-m", "other", "I keep bees")
    assert len(product.logged()) == 1 and product.prompts()[-1]["model"] == "other"


def test_options_standard_input_and_exit_code_pass_through_a_private_call(
    product: Product,
) -> None:
    ran = product.run("memory", "private", "-s", "be brief", "-o", "x", "1", "hello")
    assert ran.code != 0, "scripted has no options, and says so itself"
    ran = product.run("memory", "private", "-s", "be brief", "and?", stdin="a page of text")
    assert ran.code == 0
    assert "a page of text" in product.prompts()[-1]["prompt"]
    assert product.prompts()[-1]["system"] == "be brief"
    assert product.run("memory", "private", "models").out == product.run("models").out
    assert product.run("memory", "private", "no-such-option", "--nope").code == 2
    product.answer(prompts={"fail": "!raise Surprise"})
    assert product.run("memory", "private", "fail").code == product.run("fail").code == 1


def test_the_llm_that_runs_is_the_one_that_is_run(product: Product) -> None:
    other = product.base / "bin" / "llm"
    other.parent.mkdir()
    other.write_text("#!/bin/sh\necho another llm\n")
    other.chmod(0o755)
    env = {"PATH": f"{other.parent}:{product.env['PATH']}"}
    assert product.run("memory", "private", "hello", env=env).out == "ok\n"


def test_a_private_chat_is_never_learned(product: Product) -> None:
    memory(product, "show")
    with product.terminal("memory", "private", "chat", env={"LLM_MEMORY_INJECT": "auto"}) as screen:
        screen.wait_for("> ")
        screen.send("I keep bees\n")
        screen.wait_for("ok")
        screen.send("quit\n")
        assert screen.end().code == 0
    update(product)
    assert not product.requests()
    assert is_accounted_for(product)


# Every turn is accounted for, and what was only shown costs nothing

SHOWN = {
    "a fence": "```\nI keep bees\n```",
    "a quoted mail": "> I keep bees\n> Ada",
}


def test_a_turn_that_only_shows_text_costs_nothing(product: Product) -> None:
    for text in SHOWN.values():
        product.type(text)
    update(product)
    assert not product.requests()
    assert turns(product)["skipped_because"] == {ledger.ONLY_PASTED: len(SHOWN)}
    assert is_accounted_for(product)


def test_what_is_shown_beside_what_is_said_is_not_sent(product: Product) -> None:
    text = "I love rowing. Fix this:\n```\nI live in Zanzibar\n```"
    told = f'{ROWS}\nADD Interests | Lives in Zanzibar | "I live in Zanzibar"'
    product.answer({"I love rowing": told})
    product.type(text)
    update(product)
    assert "Zanzibar" not in product.requests()[0]["prompt"]
    assert "pasted text left out" in product.requests()[0]["prompt"]
    assert "- Rows\n" in product.profile() and "Zanzibar" not in product.profile()


def test_after_a_day_of_everything_every_turn_is_accounted_for(product: Product) -> None:
    product.answer({"bees": BEES, "golf": "gibberish", "bad": "!raise Status429"})
    product.type("I keep bees")
    product.type("thanks!")
    product.run("a script's words")
    product.type("```\nonly shown\n```")
    product.type("memory", "private", "a secret")
    product.type("I love golf", env={"LLM_MEMORY_UPDATES": "false"})
    memory(product, "pause")
    product.type("said while paused")
    memory(product, "resume")
    product.type("golf, golf, golf")
    product.type("a bad day for models")
    product.type("-n", "not logged at all")
    for _ in range(4):
        product.run("memory", "update")
    memory(product, "forget", "bees", "-y")
    found = turns(product)
    assert is_accounted_for(product)
    assert (found["learned"], found["given_up"], found["pending"]) == (1, 1, 1)
    assert found["skipped_because"] == {
        ledger.NOTHING_TO_LEARN: 1,
        ledger.ONLY_PASTED: 1,
        "not typed with memory on": 3,  # while paused, with no profile, nothing was added to it
        "said with learning off": 1,
    }


# Consent: what was said so is in no request, not as context either, not after resume


def _cron(product: Product, *words: str) -> None:
    """Run llm as cron does: with no terminal, and even with the variable of the function."""
    product.run(*words, env={"LLM_MEMORY_INJECT": "auto"})


def _piped(product: Product, *words: str) -> None:
    page = product.base / "page.txt"
    page.write_text("SECRET-WORDS stand in this page. ")
    with (
        page.open() as stdin,
        product.terminal(*words, env={"LLM_MEMORY_INJECT": "auto"}, stdin=stdin) as screen,
    ):
        screen.end()


NEVER_SENT = {
    "paused": lambda p: (
        memory(p, "pause"), p.type("-c", "SECRET-WORDS I keep bees"), memory(p, "resume"),
    ),
    "disabled": lambda p: p.type("-c", "SECRET-WORDS", env={"LLM_MEMORY_DISABLED": "1"}),
    "updates off": lambda p: p.type("-c", "SECRET-WORDS", env={"LLM_MEMORY_UPDATES": "0"}),
    "private": lambda p: p.type("memory", "private", "-c", "SECRET-WORDS"),
    "piped": lambda p: _piped(p, "-c", "Sum this up for me, I am Ada"),
    "a template": lambda p: (
        p.run("-s", "SECRET-WORDS", "--save", "t"), p.type("-c", "-t", "t", "SECRET-WORDS"),
    ),
    "not logged": lambda p: p.type("-n", "-c", "SECRET-WORDS"),
    "a script": lambda p: p.run("-c", "SECRET-WORDS"),
    "a cron job": lambda p: _cron(p, "-c", "SECRET-WORDS"),
    "a fragment": lambda p: (
        (p.home / "f.txt").write_text("SECRET-WORDS"), p.type("-c", "-f", "f.txt", "and this?"),
    ),
    "a system prompt": lambda p: p.type("-c", "-s", "SECRET-WORDS", "and this?"),
}  # fmt: skip


def test_what_was_said_off_the_record_is_in_no_request(product: Product) -> None:
    """In the middle of a conversation that is learned from, before and after."""
    product.answer({"rowing": ROWS})
    memory(product, "path")  # from here on every turn is accounted for
    product.type("invoker")  # a command of another program's
    product.type("Hello there, model")
    for say in NEVER_SENT.values():
        say(product)
    product.type("-c", "I love rowing")
    update(product)
    memory(product, "pause")
    memory(product, "resume")
    update(product, "--retry")
    assert "- Rows\n" in product.profile()
    [asked] = product.requests()
    assert "Hello there, model" in asked["prompt"] and "I love rowing" in asked["prompt"]
    for words in ("SECRET-WORDS", "invoked"):
        assert words not in json.dumps(asked)
    assert is_accounted_for(product)
    with closing(sqlite3.connect(product.user_path / "logs.db")) as db:
        logged = db.execute("select count(*) from turns group by thread_id order by 1").fetchall()
    assert logged[-1][0] == 2 + len(NEVER_SENT) - 1, (
        "all of one conversation but what is not logged"
    )


def test_a_script_that_goes_on_with_a_chat_is_in_no_request(product: Product) -> None:
    with product.terminal("chat", env={"LLM_MEMORY_INJECT": "auto"}) as screen:
        screen.wait_for("> ")
        screen.send("I love rowing\n")
        screen.wait_for("ok")
        screen.send("quit\n")
        screen.end()
    product.run("-c", "SECRET-WORDS")
    product.answer({"rowing": ROWS})
    update(product)
    assert "- Rows\n" in product.profile()
    assert not any("SECRET-WORDS" in json.dumps(asked) for asked in product.requests())
    assert is_accounted_for(product)


SHELLS = {"bash": ["--noediting", "-i"], "zsh": ["-i"], "fish": ["-i"]}


@pytest.mark.shell
@pytest.mark.parametrize("shell", SHELLS)
def test_one_call_off_the_record_in_a_shell_with_the_function(
    product: Product, shell: str, tmp_path: Path
) -> None:
    path = shutil.which(shell)
    if path is None:
        pytest.skip(f"{shell} is not installed")
    memory(product, "add", "Rows")
    assert product.run("memory", "install-shell", "--shell", shell).code == 0
    product.answer(prompts={"fail": "!raise Surprise"})
    (tmp_path / "page").write_text("a page")
    status = "$status" if shell == "fish" else "$?"
    lines = [
        "llm memory private 'I keep bees'",
        "LLM_MEMORY_DISABLED=1 llm 'I keep hens'",
        "env LLM_MEMORY_DISABLED=1 llm 'I keep cats'",
        f"llm memory private -m other 'and this' < {tmp_path}/page",
        f"llm memory private fail; echo code={status}",
        "llm 'I love rowing'",
    ]
    env = {"SHELL": path, "PS1": "$ ", "fish_greeting": "", "TERM": "dumb"}
    with product.terminal(*SHELLS[shell], command=path, env=env) as screen:
        for number, line in enumerate(lines):
            screen.send(f"{line}; printf '%s%s\\n' en d-{number}\n")
            shown = screen.wait_for(f"end-{number}")
            assert "fail" not in line or "code=1" in shown
    *private, last = product.prompts()
    assert [asked["prompt"] for asked in private[:3]] == [
        "I keep bees",
        "I keep hens",
        "I keep cats",
    ]
    assert "a page" in private[3]["prompt"] and private[3]["model"] == "other"
    assert not any("user_memory" in json.dumps(asked) for asked in private)
    assert "Rows" in json.dumps(last) and "learning=" in json.dumps(last)
    update(product)
    [asked] = product.requests()
    assert "I love rowing" in asked["prompt"] and "I keep" not in asked["prompt"]
