"""Learning by the whole product: from which turns, when and at what cost, and from which never."""

import os
import signal
import subprocess
import time
from collections.abc import Callable

import pytest
from support.product import Product, until

from llm_user_memory.store import ledger

pytestmark = pytest.mark.product

RUST = 'ADD Interests | Switched from JavaScript to Rust | "I switched from JavaScript to Rust"'
BEES = 'ADD Interests | Keeps bees | "I keep bees"'


def test_what_i_say_in_one_conversation_the_next_one_knows(product: Product) -> None:
    product.answer({"Rust": RUST})
    product.type("I switched from JavaScript to Rust")
    product.wait_for_fact("- Switched from JavaScript to Rust")
    product.type("What should I read?")
    assert "Switched from JavaScript to Rust" in product.prompts()[-1]["prompt"]


def test_nothing_of_it_is_logged(product: Product) -> None:
    product.answer({"Rust": RUST})
    product.type("I switched from JavaScript to Rust")
    product.wait_for_fact("Rust")
    product.wait_until_settled()
    assert len(product.logged()) == 1


def test_one_conversation_costs_one_request(product: Product) -> None:
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "4"
    product.answer({"bees": BEES})
    product.type("I keep bees")
    product.type("-c", "How do they winter?")
    product.type("-c", "And in the mountains?")
    product.wait_for_fact("Keeps bees")
    assert product.wait_until_settled()["turns"]["learned"] == 3
    [asked] = product.requests()
    for words in ("I keep bees", "How do they winter?", "And in the mountains?"):
        assert words in asked["prompt"]


def test_the_request_goes_to_the_model_of_the_conversation(product: Product) -> None:
    product.type("-m", "other", "I keep bees")
    until(product.requests)
    assert product.requests()[0]["model"] == "other"


@pytest.mark.once
def test_the_user_may_choose_another_model(product: Product) -> None:
    product.type("I keep bees", env={"LLM_MEMORY_MODEL": "other"})
    until(product.requests)
    assert product.requests()[0]["model"] == "other"


def test_a_model_with_schemas_is_asked_for_json(product: Product) -> None:
    product.answer(
        {
            "bees": '{"edits": [{"op": "add", "section": "Interests", "old": "", '
            '"new": "Keeps bees", "quote": "I keep bees"}]}'
        }
    )
    product.type("-m", "with-schema", "I keep bees")
    product.wait_for_fact("Keeps bees")
    assert product.requests()[0]["schema"] is True


def test_an_asynchronous_prompt_is_learned_from(product: Product) -> None:
    product.answer({"bees": BEES})
    product.type("-m", "both", "--async", "I keep bees")
    product.wait_for_fact("Keeps bees")


def test_schema_and_tool_loop_prompts_are_learned_from(product: Product) -> None:
    product.answer(
        {"bees": BEES, "Ljubljana": 'ADD Interests | Moved to Ljubljana | "I moved to Ljubljana"'}
    )
    product.type("-m", "with-schema", "--schema", "name, age int", "I keep bees")
    product.type("-T", "upper", "I moved to Ljubljana, use the tool")
    product.wait_for_fact("Keeps bees")
    product.wait_for_fact("Moved to Ljubljana")
    found = product.wait_until_settled()["turns"]
    assert found["skipped_because"] == {ledger.NOTHING_TYPED: 1}, "the tool loop's second round"
    asked = next(a for a in product.requests() if "Ljubljana" in a["prompt"])
    assert "<assistant>\nok\n</assistant>" in asked["prompt"], (
        "the loop's answer is its last round's"
    )


@pytest.mark.once
def test_a_chat_of_many_turns_costs_one_request(product: Product) -> None:
    product.answer({"bees": BEES})
    with product.terminal("chat", env={"LLM_MEMORY_INJECT": "auto"}) as screen:
        screen.wait_for("> ")
        for number in range(10):
            screen.send("I keep bees\n" if number == 4 else f"Question number {number}?\n")
            screen.wait_for("ok")
            screen.wait_for("> ")
        until(lambda: product.report()["turns"]["pending"] == 10)
        assert not product.requests(), "a live chat is left in peace"
        screen.send("quit\n")
        screen.end()
    product.wait_for_fact("Keeps bees")
    assert product.wait_until_settled()["turns"]["learned"] == 10
    assert len(product.requests()) == 1


def test_a_chat_whose_terminal_is_closed_is_learned_from(product: Product) -> None:
    product.answer({"bees": BEES})
    with product.terminal("chat", env={"LLM_MEMORY_INJECT": "auto"}) as screen:
        screen.wait_for("> ")
        screen.send("Hello there, model\n")
        screen.wait_for("ok")
        screen.wait_for("> ")
        screen.send("I keep bees\n")
        screen.wait_for("ok")
        screen.wait_for("> ")
        until(lambda: product.report()["turns"]["pending"] == 2)
        screen.hang_up()
    product.wait_for_fact("Keeps bees")


def test_what_is_said_in_a_thread_after_its_chat_is_not_learned(product: Product) -> None:
    with product.terminal("chat", env={"LLM_MEMORY_INJECT": "auto"}) as screen:
        screen.wait_for("> ")
        screen.send("Hello there, model\n")
        screen.wait_for("ok")
        screen.send("quit\n")
        screen.end()
    product.wait_until_settled()
    assert product.run("-c", "I keep bees, says a script").code == 0
    found = until(lambda: (s := product.report()["turns"])["logged"] == 2 and s)
    assert found["skipped"] == 1
    assert not any("says a script" in asked["prompt"] for asked in product.requests())


def test_piped_text_is_neither_learned_nor_quoted(product: Product) -> None:
    product.answer(
        {
            "Summarise": 'ADD Personal Information | Lives in Rome | "I live in Rome"\n'
            'ADD Preferences | Prefers short summaries | "I prefer short summaries"'
        },
        {"Summarise": "They live in Rome."},
    )
    page = product.home / "page.txt"
    page.write_text("I live in Rome. I love pasta. ")
    with (
        page.open() as piped,
        product.terminal(
            "Summarise this. I prefer short summaries.",
            env={"LLM_MEMORY_INJECT": "auto"},
            stdin=piped,
        ) as screen,
    ):
        screen.end()
    product.wait_for_fact("Prefers short summaries")
    assert "Rome" not in product.profile()
    assert "Rome" not in product.requests()[0]["prompt"], "not in the answer that repeats it either"


def test_a_fragment_cut_out_of_the_argument_lets_no_piped_text_in(product: Product) -> None:
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
    (product.home / "e.txt").write_text("e")
    (product.home / "page.txt").write_text("I ADORE ROMA AND I LIVE IN ROMA")
    with (
        (product.home / "page.txt").open() as piped,
        product.terminal(
            "-f", "e.txt", "See the three trees here, please summarise",
            env={"LLM_MEMORY_INJECT": "auto"}, stdin=piped,
        ) as screen,
    ):  # fmt: skip
        screen.end()
    assert product.run("memory", "update").code == 0
    assert not any("ROMA" in asked["prompt"] for asked in product.requests())


NEVER_LEARNED: dict[str, Callable[[Product, str], object]] = {
    "a script": lambda p, said: p.run(said),
    "no log": lambda p, said: p.type("-n", said),
    "updates off": lambda p, said: p.type(said, env={"LLM_MEMORY_UPDATES": "false"}),
    "disabled": lambda p, said: p.type(said, env={"LLM_MEMORY_DISABLED": "1"}),
    "a template": lambda p, said: (p.run("--save", "t", "-s", "x"), p.type("-t", "t", said)),
    "another database": lambda p, said: p.type("-d", "mine.db", said),
    "logging off": lambda p, said: (p.run("logs", "off"), p.type(said), p.run("logs", "on")),
    "paused": lambda p, said: (
        p.run("memory", "pause"),
        p.type(said),
        p.run("memory", "resume"),
    ),
}


@pytest.mark.once
def test_some_things_are_never_learned_not_later_either(product: Product) -> None:
    answers = {f"bee {n}": f'ADD Interests | Has bee {n} | "I have bee {n}"' for n in range(99)}
    product.answer({**answers, "rowing": 'ADD Interests | Rows | "I love rowing"'})
    product.run("memory", "path")  # from here on memory is in use, and every turn counted
    for number, (name, say) in enumerate(NEVER_LEARNED.items()):
        assert say(product, f"I have bee {number}"), name
    product.type("I love rowing")
    product.wait_for_fact("- Rows")
    assert product.run("memory", "update").code == 0
    learned = {name for n, name in enumerate(NEVER_LEARNED) if f"bee {n}" in product.profile()}
    asked = "".join(request["prompt"] for request in product.requests())
    assert not learned | {name for n, name in enumerate(NEVER_LEARNED) if f"bee {n}" in asked}
    found = product.status()["turns"]
    unlogged = 3  # no log, another database, logging off
    assert found["logged"] == found["learned"] + found["skipped"]
    assert found["skipped"] == len(NEVER_LEARNED) - unlogged


@pytest.mark.once
def test_what_certainly_holds_nothing_costs_nothing(product: Product) -> None:
    product.type("thanks!")
    product.type("Continue.")
    found = product.wait_until_settled()["turns"]
    assert found["skipped_because"] == {ledger.NOTHING_TO_LEARN: 2}
    assert not product.requests()


def test_a_slow_answer_logged_after_a_quick_one_is_learned(product: Product) -> None:
    gate = product.base / "gate"
    product.answer(
        {"bees": BEES, "rowing": 'ADD Interests | Rows | "I love rowing"'},
        {"bees": f"!wait {gate}"},
    )
    with product.terminal("I keep bees", env={"LLM_MEMORY_INJECT": "auto"}) as slow:
        until(product.prompts)
        product.type("I love rowing")
        product.wait_for_fact("- Rows")
        product.wait_until_settled()
        gate.touch()
        slow.end()
    product.wait_for_fact("Keeps bees")
    first, second = product.logged()
    assert first["id"] > second["id"], "the slow one's id is lower, its row later"


@pytest.mark.once
def test_the_terminal_may_be_closed_at_once(product: Product) -> None:
    product.answer({"bees": BEES})
    gate = product.base / "gate"
    product.answer({"bees": BEES}, {"never": f"!wait {gate}"})
    with product.terminal("I keep bees", env={"LLM_MEMORY_INJECT": "auto"}) as screen:
        screen.wait_for("ok")
        until(product.logged)
        screen.hang_up()
    product.wait_for_fact("Keeps bees")


@pytest.mark.once
def test_the_daily_limit_holds(product: Product) -> None:
    product.env["LLM_MEMORY_DAILY_LIMIT"] = "1"
    product.type("I keep bees")
    until(product.requests)
    product.type("I love rowing")
    found = until(lambda: (s := product.report())["turns"]["pending"] == 1 and s)
    assert found["learning"]["reason"] == "the daily limit is reached"
    told = product.run("memory", "update").out
    assert "the daily limit is reached" in told and "learning is the" not in told
    assert len(product.requests()) == 1


DOES_NOT_CHANGE_THE_PROFILE = {
    "nothing": "",
    "space": "  \n\n ",
    "no update": "NO_UPDATE.",
    "a refusal": "I'm sorry, but I can't help with that.",
    "an error page": "<html><body><h1>502 Bad Gateway</h1></body></html>",
    "an emptied profile": "# User Profile\n",
    "a fenced other profile": "```markdown\n# User Profile\n\n## Interests\n- Plays golf\n```",
    "a truncated profile": "# User Profile\n\n## Personal Inf",
    "a flood": "- word " * 20000,
    "made up": 'ADD Interests | Plays golf | "I play golf"',
    "the assistant's words": 'ADD Interests | Says ok | "ok"',
    "removal without a word of it": 'REMOVE Interests | Rows | "I keep bees"',
    "an old fact that is not there": 'REMOVE Interests | Flies | "I keep bees"',
}


@pytest.mark.once
def test_an_odd_answer_leaves_the_profile_as_it_was(product: Product) -> None:
    profile = "# User Profile\n\nSome *prose* of mine.\n\n## Interests\n- Rows\n- Sails\n"
    product.run("memory", "load", "-", stdin=profile)
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
    said = {f"bees number {n}": odd for n, odd in enumerate(DOES_NOT_CHANGE_THE_PROFILE.values())}
    product.answer({f"{text}\n": odd for text, odd in said.items()})
    for text in said:
        product.type(f"I keep {text}")
    product.run("memory", "update")
    assert len(product.requests()) == len(said)
    assert product.profile() == profile


# Errors after which the request is made again; and whether the user has to do something before.
TRANSIENT = [("NeedsKey", True), ("Connection", False), ("Status429", False)]


@pytest.mark.once
@pytest.mark.parametrize(("error", "needs_user"), TRANSIENT)
def test_what_waiting_may_cure_is_tried_again(
    product: Product, error: str, *, needs_user: bool
) -> None:
    product.answer({"bees": f"!raise {error}"})
    before = time.time()
    product.type("I keep bees")
    found = until(lambda: (s := product.report())["last_error"] and s)
    assert found["healthy"] is not needs_user
    assert found["turns"]["pending"] == 1
    assert found["last_error"]["retry_at"] > before + 30
    told = found["problems" if needs_user else "notes"]
    assert any(remark.endswith("; `llm memory update` tries now.") for remark in told)
    ran = product.run("memory", "status")
    first = ran.out.partition("\n")[0]
    if needs_user:
        assert (ran.code, first) == (1, "Memory does not work: 1 problem.")
    else:
        clock = time.strftime("%H:%M", time.localtime(found["last_error"]["retry_at"]))
        assert ran.code == 0 and f" {clock}; nothing is lost." in first
    product.answer({"bees": BEES})
    assert product.run("memory", "update").code == 0
    assert "Keeps bees" in product.profile()
    assert product.status()["healthy"] is True


@pytest.mark.once
@pytest.mark.parametrize("answer", ["!raise Status400", "!raise Surprise", "gibberish"])
def test_what_fails_three_times_is_given_up_and_blocks_nobody(
    product: Product, answer: str
) -> None:
    product.answer({"bees": answer, "rowing": 'ADD Interests | Rows | "I love rowing"'})
    product.type("I keep bees")
    until(lambda: product.report()["last_error"])
    product.type("-m", "other", "I love rowing")
    product.wait_for_fact("- Rows")
    for _ in range(2):
        assert product.run("memory", "update").code == 1
    found = product.status()
    assert found["turns"]["given_up"] == 1 and found["turns"]["pending"] == 0
    assert any("`llm memory update --retry` tries again" in told for told in found["problems"])
    assert answer != "gibberish" or any("set LLM_MEMORY_MODEL" in t for t in found["problems"])
    assert len([a for a in product.requests() if "bees" in a["prompt"]]) == 3
    product.answer({"bees": BEES})
    env = {"LLM_MEMORY_MODEL": "other"}
    assert product.run("memory", "update", "--retry", env=env).code == 0
    assert "Keeps bees" in product.profile()


@pytest.mark.once
def test_a_model_that_is_gone_is_named(product: Product) -> None:
    product.env["LLM_MEMORY_MODEL"] = "gone"
    product.type("I keep bees")
    until(lambda: product.report()["last_error"])
    ran = product.run("memory", "update")
    assert ran.code == 1
    assert "There is no model “gone” here" in ran.out + ran.err
    assert "LLM_MEMORY_MODEL" in ran.out + ran.err


@pytest.mark.once
def test_a_model_that_ends_the_process_harms_nobody(product: Product) -> None:
    product.answer({"bees": "!exit"})
    product.type("I keep bees")
    until(product.requests)
    found = until(lambda: (s := product.report())["daemon"]["running"] and s)
    pid = found["daemon"]["pid"]
    product.answer({"rowing": 'ADD Interests | Rows | "I love rowing"'})
    product.type("I love rowing")
    product.wait_for_fact("- Rows")
    assert product.status()["daemon"]["pid"] == pid


@pytest.mark.once
def test_a_form_that_a_model_cannot_answer_is_not_asked_for_again(product: Product) -> None:
    product.answer({"bees": "gibberish"})
    product.type("-m", "with-schema", "I keep bees")
    until(lambda: product.report()["last_error"])
    product.run("memory", "update")
    product.answer({"bees": BEES})
    product.run("memory", "update")
    assert [asked["schema"] for asked in product.requests()] == [True, True, False]
    assert "Keeps bees" in product.profile()


@pytest.mark.once
def test_the_users_edit_during_an_update_survives(product: Product) -> None:
    gate = product.base / "gate"
    product.answer({"bees": f"!wait {gate}"})
    product.type("I keep bees")
    until(product.requests)
    edited = product.profile().replace("## Interests\n", "## Interests\n- Edited by hand\n")
    product.folder.profile.write_text(edited)
    gate.touch()
    product.answer({"bees": BEES})
    until(lambda: product.report()["last_error"])
    product.run("memory", "update")
    assert "- Edited by hand" in product.profile() and "- Keeps bees" in product.profile()


@pytest.mark.once
def test_update_in_the_foreground_says_what_it_does(product: Product) -> None:
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
    product.answer({"bees": BEES + '\nADD Interests | Plays golf | "I play golf"'})
    product.type("I keep bees")
    ran = product.run("memory", "update")
    assert ran.code == 0
    assert "+ Keeps bees  (“I keep bees”)" in ran.out
    assert "! Plays golf  (refused: its quote is not in what you typed)" in ran.out
    assert product.run("memory", "update").out == "Nothing is pending.\n"


@pytest.mark.once
def test_pausing_for_a_while_ends_by_itself(product: Product) -> None:
    assert "Learning is paused until 20" in product.run("memory", "pause", "--for", "1s").err
    until(lambda: product.report()["learning"]["on"])
    product.answer({"bees": BEES})
    product.type("I keep bees")
    product.wait_for_fact("Keeps bees")


@pytest.mark.once
def test_a_pause_holds_in_every_process_and_after_a_restart(product: Product) -> None:
    product.type("Hello there, model")
    product.run("memory", "pause")
    product.run("memory", "daemon", "restart")
    product.type("I keep bees")
    status = product.status()
    assert status["healthy"] is True
    assert status["learning"] == {
        "on": False, "reason": "paused", "until": None, "retry_at": None,
    }  # fmt: skip
    assert "Keeps bees" not in product.profile()


@pytest.mark.once
def test_an_update_cut_short_by_a_signal_is_taken_up_again(product: Product) -> None:
    product.answer({"bees": "!hang"})
    product.type("I keep bees")
    until(product.requests)
    product.run("memory", "daemon", "stop")
    product.answer({"bees": BEES})
    product.run("memory", "daemon", "start")
    product.wait_for_fact("Keeps bees")


@pytest.mark.once
def test_a_killed_worker_loses_nothing(product: Product) -> None:
    product.answer({"bees": "!hang"})
    product.type("I keep bees")
    until(product.requests)
    listed = subprocess.run(
        ["ps", "-ww", "-eo", "pid=,args="], capture_output=True, text=True
    ).stdout
    worker = next(
        int(line.split()[0])
        for line in listed.splitlines()
        if "llm_user_memory.daemon.worker" in line and str(product.folder.path) in line
    )
    os.kill(worker, signal.SIGKILL)
    product.answer({"bees": BEES})
    until(lambda: product.run("memory", "update").code == 0)
    product.wait_for_fact("Keeps bees")


@pytest.mark.once
def test_what_is_typed_after_a_long_paste_is_learned_and_nothing_of_the_paste(
    product: Product,
) -> None:
    paste = "I live in Zanzibar and I sell octopus to the boats of the west.\n" * 600
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "4"
    product.answer(
        {
            "thinkpad": 'ADD Interests | Uses a ThinkPad | "i run this on my thinkpad"\n'
            'ADD Personal Information | Lives in Zanzibar | "I live in Zanzibar"'
        }
    )
    product.type(f"can you look at this?\n\n{paste}so i run this on my thinkpad, what is wrong?")
    product.wait_for_fact("- Uses a ThinkPad")
    assert "Zanzibar" not in product.run("memory", "show").out
    assert "Zanzibar" not in product.requests()[0]["prompt"]
