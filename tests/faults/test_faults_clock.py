"""A clock that jumps, a laptop that sleeps: nothing is lost, and in doubt nothing is learned."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import torture
from support.processes import wait_for_daemon, worker_pids
from support.product import Product, until

pytestmark = [pytest.mark.product, pytest.mark.once, pytest.mark.torture]

BEES = 'ADD Interests | Keeps bees | "I keep bees"'
ROWS = 'ADD Interests | Rows | "I love rowing"'
ANSWERS = {"bees": BEES, "rowing": ROWS}

HOUR, DAY, YEAR = 3600.0, 86400.0, 365 * 86400.0


class Clock:
    """The clock of all processes of a product, this one included."""

    def __init__(self, product: Product) -> None:
        self.path = product.base / "clock"
        self.shift = 0.0
        self.jump(0)
        folder = str(Path(__file__).parents[1] / "support" / "clock")
        product.env["CLOCK"] = str(self.path)
        product.env["PYTHONPATH"] = f"{folder}:{product.env['PYTHONPATH']}"

    def jump(self, seconds: float) -> None:
        self.shift += seconds
        new = self.path.with_name("clock.new")
        new.write_text(str(self.shift))
        new.replace(self.path)


@pytest.fixture
def clock(product: Product, monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    real = time.time
    made = Clock(product)
    monkeypatch.setattr(time, "time", lambda: real() + made.shift)
    product.answer(ANSWERS)
    yield made
    product.end()


def _says(product: Product, said: str) -> None:
    typed = product.type(said, env={"LLM_MEMORY_NEWS": "false"})
    assert (typed.code, typed.out) == (0, "ok\n")


def _jumps(seconds: float) -> Callable[[Product, Clock], list[str]]:
    def jumps(product: Product, clock: Clock) -> list[str]:
        _says(product, "I keep bees")
        product.wait_for_fact("Keeps bees")
        clock.jump(seconds)
        _says(product, "I love rowing")
        product.wait_for_fact("- Rows")
        return ["Keeps bees", "Rows"]

    return jumps


def _jumps_before_learning(seconds: float) -> Callable[[Product, Clock], list[str]]:
    def jumps(product: Product, clock: Clock) -> list[str]:
        product.answer(ANSWERS)
        product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "5"
        _says(product, "I keep bees")
        until(lambda: product.report()["turns"]["pending"] == 1)
        clock.jump(seconds)
        product.wait_for_fact("Keeps bees")
        return ["Keeps bees"]

    return jumps


def _back_while_an_update_waits(product: Product, clock: Clock) -> list[str]:
    product.answer({"bees": "!raise Connection"})
    _says(product, "I keep bees")
    until(lambda: product.report()["last_error"])
    clock.jump(-HOUR)
    product.answer(ANSWERS)
    product.wait_for_fact("Keeps bees")
    return ["Keeps bees"]


def _back_under_a_pause(*length: str) -> Callable[[Product, Clock], list[str]]:
    def back(product: Product, clock: Clock) -> list[str]:
        with product.terminal("chat", env={"LLM_MEMORY_INJECT": "auto"}) as screen:
            screen.wait_for("> ")
            screen.send("Hello there, model\n")
            screen.wait_for("ok")
            product.run("memory", "pause", *length)
            clock.jump(-DAY)
            _says(product, "I keep bees")
            screen.send("I keep bees\n")
            screen.wait_for("ok")
            until(lambda: len(product.logged()) == 3)
            assert not product.report()["learning"]["on"]
            product.run("memory", "resume")
            screen.send("quit\n")
            screen.end()
        _says(product, "I love rowing")
        product.wait_for_fact("- Rows")
        assert not any("bees" in asked["prompt"] for asked in product.requests())
        return ["Rows"]

    return back


def _forward_past_a_pause(product: Product, clock: Clock) -> list[str]:
    _says(product, "Hello there, model")
    product.run("memory", "pause", "--for", "1h")
    clock.jump(-HOUR / 2)
    _says(product, "I keep bees")
    assert not product.report()["learning"]["on"]
    clock.jump(2 * HOUR)
    _says(product, "I love rowing")
    product.wait_for_fact("- Rows")
    assert "bees" not in product.profile()
    return ["Rows"]


def _in_a_chat(seconds: float) -> Callable[[Product, Clock], list[str]]:
    def across(product: Product, clock: Clock) -> list[str]:
        with product.terminal("chat", env={"LLM_MEMORY_INJECT": "auto"}) as screen:
            screen.wait_for("> ")
            screen.send("I keep bees\n")
            screen.wait_for("ok")
            until(lambda: product.report()["turns"]["logged"] == 1)
            clock.jump(seconds)
            screen.send("I love rowing\n")
            screen.wait_for("ok")
            until(lambda: product.report()["turns"]["logged"] == 2)
            screen.send("quit\n")
            screen.end()
        product.answer({"bees": f"{BEES}\n{ROWS}", "rowing": ROWS})
        product.wait_for_fact("Keeps bees")
        product.wait_for_fact("- Rows")
        return ["Keeps bees", "Rows"]

    return across


def _sleeps(product: Product, clock: Clock) -> list[str]:
    gate = product.base / "gate"
    product.answer({"bees": f"!wait {gate}", "rowing": ROWS})
    _says(product, "I keep bees")
    [worker] = until(lambda: product.requests() and worker_pids(product))
    both = [wait_for_daemon(product), worker]
    for process in both:
        os.kill(process, signal.SIGSTOP)
    clock.jump(8 * HOUR)
    for process in both:
        os.kill(process, signal.SIGCONT)
    _says(product, "I love rowing")
    gate.write_text(BEES)
    product.wait_for_fact("Keeps bees")
    product.wait_for_fact("- Rows")
    assert len(product.requests()) == 2, "who only slept is not asked again"
    return ["Keeps bees", "Rows"]


def _the_daily_limit(product: Product, clock: Clock) -> list[str]:
    product.env["LLM_MEMORY_DAILY_LIMIT"] = "1"
    _says(product, "I keep bees")
    product.wait_for_fact("Keeps bees")
    clock.jump(-YEAR)
    _says(product, "I love rowing")
    product.wait_for_fact("- Rows")
    product.env["LLM_MEMORY_DAILY_LIMIT"] = "100"
    return ["Keeps bees", "Rows"]


ORDEALS: dict[str, Callable[[Product, Clock], list[str]]] = {
    "the clock forward a year": _jumps(YEAR),
    "the clock back an hour": _jumps(-HOUR),
    "the clock back a day": _jumps(-DAY),
    "the clock back a year": _jumps(-YEAR),
    "the clock back a day before a turn is learned": _jumps_before_learning(-DAY),
    "the clock forward a day before a turn is learned": _jumps_before_learning(DAY),
    "the clock back an hour while an update waits": _back_while_an_update_waits,
    "the clock back a day under a pause": _back_under_a_pause(),
    "the clock back a day under a pause with an end": _back_under_a_pause("--for", "1h"),
    "the clock forward past the end of a pause": _forward_past_a_pause,
    "the clock forward a day in a chat": _in_a_chat(DAY),
    "the clock back a day in a chat": _in_a_chat(-DAY),
    "the clock back a year at the daily limit": _the_daily_limit,
    "a laptop's sleep": _sleeps,
}


@pytest.mark.parametrize("name", torture.sample(list(ORDEALS), 2))
def test_a_clock_that_jumps(product: Product, clock: Clock, name: str) -> None:
    learned = ORDEALS[name](product, clock)
    torture.heal(product)
    torture.check_invariants(product, name, learned)
