"""What is said beside an open chat, in its thread, is not said in the chat."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from support.product import Product, Terminal, until

from llm_user_memory.checks.refusals import MAYBE_PASTED
from llm_user_memory.store import consent, state

pytestmark = pytest.mark.product

INJECTING = {"LLM_MEMORY_INJECT": "auto"}
BEES = 'ADD Interests | Keeps bees | "I keep bees"'
SECRET = "SECRET-WORDS I keep hens"


def _piped(product: Product) -> None:
    product.run("-c", stdin=SECRET)


def _template(product: Product) -> None:
    product.run("-s", "Be kind", "--save", "t")
    product.run("-t", "t", "-c", SECRET)


# A program that logs with LLM's own API. Our plugin is not loaded there.
_OTHER_WRITER = """
import sys, llm, sqlite_utils
from llm.cli import load_conversation, logs_db_path
class Other(llm.Model):
    model_id = "scripted"
    def execute(self, prompt, stream, response, conversation):
        yield "ok"
conversation = load_conversation(None)
conversation.model = Other()
response = conversation.prompt(sys.argv[1])
response.text()
response.log_to_db(sqlite_utils.Database(logs_db_path()))
"""


def _other_writer(product: Product) -> None:
    subprocess.run(
        [sys.executable, "-c", _OTHER_WRITER, SECRET],
        env={**product.env, "LLM_LOAD_PLUGINS": "llm-scripted"},
        check=True,
    )


BESIDE: dict[str, Callable[[Product], object]] = {
    "private": lambda p: p.type("memory", "private", "-c", SECRET),
    "not injecting": lambda p: p.type("-c", SECRET, env={"LLM_MEMORY_INJECT": ""}),
    "disabled": lambda p: p.type("-c", SECRET, env={"LLM_MEMORY_DISABLED": "true"}),
    "piped": _piped,
    "a script with a template": _template,
    "a private chat": lambda p: _private_chat(p),
    "a program without the plugin": _other_writer,
}


def _private_chat(product: Product) -> None:
    env = {**INJECTING, "LLM_MEMORY_DISABLED": "1"}
    with product.terminal("chat", "-c", env=env) as screen:
        screen.wait_for("> ")
        _say(screen, SECRET)
        screen.send("quit\n")
        screen.end()


def _say(screen: Terminal, text: str) -> None:
    screen.send(f"{text}\n")
    screen.wait_for("ok")
    screen.wait_for("> ")


@contextmanager
def _chat(product: Product, *words: str) -> Iterator[Terminal]:
    with product.terminal("chat", *words, env=INJECTING) as screen:
        screen.wait_for("> ")
        yield screen


def _pending(product: Product) -> int:
    return int(product.report()["turns"]["pending"])


def _close(product: Product, screen: Terminal) -> None:
    screen.send("quit\n")
    screen.end()
    product.wait_until_settled()


def _sent(product: Product) -> str:
    """Everything that models were sent for updates, and for a prompt that asks for it."""
    said = json.dumps(product.requests())
    for query in ("SECRET-WORDS", "hens"):
        product.run("-f", f"memory:search:{query}", "What did I say?")
        said += json.dumps(product.prompts()[-1])
    return said


def test_what_is_said_beside_an_open_chat_is_not_said_in_it(product: Product) -> None:
    product.answer({"bees": BEES})
    with _chat(product) as screen:
        _say(screen, "Hello there, model")
        until(lambda: _pending(product) == 1)
        for beside in BESIDE.values():
            beside(product)
        _say(screen, "I keep bees")
        until(lambda: product.report()["turns"]["logged"] == 2 + len(BESIDE))
        assert _pending(product) == 2
        assert "SECRET-WORDS" in product.run("memory", "search", "hens").out, "the user finds all"
        _close(product, screen)
    assert "- Keeps bees\n" in product.profile()
    assert product.report()["turns"]["skipped_because"] == {consent.UNMARKED: len(BESIDE)}
    assert "SECRET-WORDS" not in _sent(product)
    with sqlite3.connect(product.user_path / "logs.db") as db:
        threads = db.execute("select count(*) from turns group by thread_id order by 1").fetchall()
    assert threads[-1] == (2 + len(BESIDE),), "all in one thread"


@pytest.mark.once
def test_what_is_said_in_a_chat_is_recalled(product: Product) -> None:
    with _chat(product) as screen:
        _say(screen, "Hello there, model")
        _say(screen, "My sailing boat is called Albatross")
        until(lambda: _pending(product) == 2)
        assert product.run("memory", "search", "boat").code == 0
        product.run("-f", "memory:search:boat", "Its name?")
        assert "Albatross" in json.dumps(product.prompts()[-1])


def test_two_chats_in_one_thread_are_each_learned_from(product: Product) -> None:
    product.answer({"bees": BEES})
    with _chat(product) as first:
        _say(first, "Hello there, model")
        with _chat(product, "-c") as second:
            _say(second, "And hello from here")
            product.type("memory", "private", "-c", SECRET)
            _say(second, "I keep bees")
            _say(first, "What a fine day")
            second.send("quit\n")
            second.end()
        _say(first, "It is still fine")
        until(lambda: _pending(product) == 5)
        _close(product, first)
    assert "- Keeps bees\n" in product.profile()
    assert "SECRET-WORDS" not in _sent(product)


@pytest.mark.once
def test_a_turn_logged_when_state_db_is_busy_costs_the_chat_nothing(product: Product) -> None:
    with _chat(product) as screen:
        _say(screen, "Hello there, model")
        until(lambda: _pending(product) == 1)
        db = sqlite3.connect(product.folder.state, isolation_level=None)
        db.execute("begin exclusive")
        _say(screen, "I keep bees")
        db.execute("rollback")
        db.close()
        _close(product, screen)
    assert product.report()["turns"]["skipped_because"] == {consent.UNMARKED: 1}


def test_a_round_of_tools_is_of_the_chat_that_called_them(product: Product) -> None:
    product.answer({"bees": BEES}, {"HELLO": "ok HELLO"})
    with _chat(product, "-T", "upper") as screen:
        _say(screen, "use the tool")
        _say(screen, "I keep bees")
        until(lambda: _pending(product) == 2)
        _close(product, screen)
    [asked] = product.requests()
    assert "<assistant>\nok" in asked["prompt"].split("use the tool")[1]


_WAIT = """
import pathlib, time
def wait(gate: str) -> str:
    "Wait"
    pathlib.Path(gate + "-begun").touch()
    while not pathlib.Path(gate).exists():
        time.sleep(0.02)
    return gate
"""


def test_an_answer_to_another_process_is_no_answer_in_the_chat(product: Product) -> None:
    """Both have a loop of tools in one thread. That of the private call begins and ends before."""

    def waiting(gate: str) -> str:
        return f'use wait {{"gate": "{product.base}/{gate}"}}'

    def begun(gate: str) -> bool:
        return (product.base / f"{gate}-begun").exists()

    private = ["memory", "private", "-c", "--functions", _WAIT]
    with _chat(product, "--functions", _WAIT) as screen:
        _say(screen, "Hello there, model")
        with product.terminal(*private, f"{SECRET}, {waiting('one')}") as other:
            until(lambda: begun("one"))
            screen.send(f"My boat, {waiting('two')}\n")
            until(lambda: begun("two"))
            product.answer({}, {"": "SECRET-ANSWER"})
            (product.base / "one").touch()
            other.end()
        product.answer()
        (product.base / "two").touch()
        screen.wait_for("ok")
        screen.wait_for("> ")
        until(lambda: _pending(product) == 2)
        _close(product, screen)
    assert "SECRET" not in json.dumps(product.requests())
    product.run("-f", "memory:search:answer boat", "What did I say?")
    assert "SECRET" not in json.dumps(product.prompts()[-1])
    # The worker may be at the index just then.
    until(lambda: "SECRET-**ANSWER" in product.run("memory", "search", "answer").out)


@pytest.mark.parametrize("is_paused", [True, False])
def test_a_line_typed_ahead_in_a_pause_is_not_learned_from(
    product: Product, is_paused: bool
) -> None:
    """The pause ends before the answer does, while which the line was typed."""
    product.answer({"bees": BEES})
    gate = product.base / "gate"
    with _chat(product, "--functions", _WAIT) as screen:
        _say(screen, "Hello there, model")
        screen.send(f'use wait {{"gate": "{gate}"}}\n')
        until((product.base / "gate-begun").exists)
        if is_paused:
            product.run("memory", "pause")
        screen.send("I keep bees\n")
        screen.wait_for("I keep bees")
        product.run("memory", "resume")
        gate.touch()
        until(lambda: "I keep bees" in json.dumps(product.prompts()[-1]))
        _close(product, screen)
    assert ("- Keeps bees\n" in product.profile()) != is_paused
    assert ("bees" in json.dumps(product.requests())) != is_paused


LETTER = ["Hi Tom, it was lovely to see you.", "I keep bees, and I row.", "Love, Ann"]


@pytest.mark.parametrize("end", ["\n", ""], ids=["whole lines", "a last line without an end"])
def test_each_line_of_a_paste_is_in_doubt(product: Product, end: str) -> None:
    """Without bracketed paste, each line of it is a prompt."""
    product.answer({"keep": f'{BEES}\nADD Interests | Skis | "I ski"'})
    with _chat(product) as screen:
        _say(screen, "Hello")
        screen.send("\n".join([*LETTER, "I keep geese, too"]) + end)
        for _ in LETTER:
            screen.wait_for("ok")
        if not end:
            screen.wait_for("> ")
            screen.send("\n")
        screen.wait_for("ok")
        screen.wait_for("> ")
        _say(screen, "Thanks")
        _say(screen, "Now, I ski every winter")
        screen.send("quit\n")
        screen.end()
    product.wait_until_settled()
    assert "Skis" in product.profile() and "bees" not in product.profile()
    waiting = json.loads(product.run("memory", "review", "--json").out)["waiting"]
    assert [(each["new"], each["reason"]) for each in waiting] == [("Keeps bees", MAYBE_PASTED)]
    with state.opened(product.folder) as store:
        ids = [turn["id"] for turn in product.logged()]
        assert consent.pasted_turns(store.db, ids) >= set(ids[1:5]), "all lines of it"
        assert not consent.pasted_turns(store.db, [ids[0], ids[-1]])


def test_what_is_typed_line_by_line_is_learned(product: Product) -> None:
    product.answer({"keep": BEES})
    with _chat(product) as screen:
        for line in LETTER:
            _say(screen, line)
        screen.send("quit\n")
        screen.end()
    product.wait_for_fact("Keeps bees")


def test_a_paste_in_one_prompt_is_judged_by_how_it_looks(product: Product) -> None:
    product.answer({"keep": BEES})
    with _chat(product) as screen:
        _say(screen, "Hello")
        for end in ("", " now"):  # LLM keeps the words that end it
            _say(screen, f"!multi{end}\nI keep bees\nI row\n!end{end}")
        _say(screen, "!multi\nI row, too\n!end now")
        screen.send("quit\n")
        screen.end()
    product.wait_for_fact("Keeps bees")
    with state.opened(product.folder) as store:
        assert not consent.pasted_turns(store.db, [turn["id"] for turn in product.logged()])


def test_a_paste_that_the_terminal_marks_is_in_doubt(product: Product) -> None:
    """The line editor returns it as one line, in which it may look like typed words."""
    with _chat(product) as screen:
        _say(screen, "Hello")
        _say(screen, "\x1b[200~I keep bees and they keep me\nI row on Mondays\x1b[201~")
        _say(screen, "Thanks")
        screen.send("quit\n")
        screen.end()
    product.wait_until_settled()
    with state.opened(product.folder) as store:
        hello, *pasted, _thanks = [turn["id"] for turn in product.logged()]
        assert pasted and consent.pasted_turns(store.db, pasted) == set(pasted)
        assert not consent.pasted_turns(store.db, [hello])
