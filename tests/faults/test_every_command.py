"""Every command on a full disk, on a read-only one, and while others run: it says why it fails."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from support import faults, mounts, torture
from support.faults import BEFORE
from support.product import Product

from llm_user_memory.cli import COMMANDS

pytestmark = [
    pytest.mark.product,
    pytest.mark.torture,
    pytest.mark.once,
]
can_mount = pytest.mark.skipif(not mounts.can_mount(), reason="needs the right to mount")

PROMPT = ("I like tea",)
TERMINALS = 8 if torture.TORTURE else 3

# How each command is called, a list for each way that touches other files; and whether it works
# without state.db, or says that its disk is full or read-only.
CALLS: dict[str, list[list[str]]] = {
    "add": [["Likes tea"]],
    "archive": [[]],
    "ask": [["What do I keep?"]],
    "backfill": [["--yes"]],
    "clear": [["--yes"], ["--history", "--yes"]],
    "connect": [[], ["gptme"]],
    "context": [["bees"]],
    "cost": [[]],
    "daemon": [["start"], ["stop"], ["log"]],
    "diff": [[]],
    "doctor": [[]],
    "edit": [[]],
    "export": [[]],
    "forget": [["bees", "--yes"], ["bees", "--purge", "--yes"], ["bees", "--undo"]],
    "history": [[]],
    "import": [["facts.md"]],
    "install-shell": [[]],
    "learn": [["-", "--role", "user"]],
    "load": [["-"]],
    "log": [[]],
    "mark": [["bees", "--pin"], ["bees", "--local"]],
    "mcp": [[]],
    "note": [["Ana recommends the Rioja"], ["--undo"]],
    "path": [[]],
    "pause": [[]],
    "private": [["say"]],
    "profiles": [[], ["allow"], ["deny"]],
    "reindex": [[]],
    "resume": [[]],
    "review": [[]],
    "search": [["bees"]],
    "serve": [],  # of a folder of its own: tests/extras/server
    "show": [[]],
    "sources": [[], ["add", "."]],
    "status": [[]],
    "timeline": [[]],
    "undo": [[], ["--to", "1"]],
    "uninstall-shell": [[]],
    "update": [[]],
    "web": [],  # a server, which lives on: tests/web
    "why": [["bees"]],
}
ROWS = [(name, *words) for name, calls in CALLS.items() for words in calls]

# The server of MCP lives on: its tools tell of the disk.
WORKS = {"mcp", "path", "private", "profiles", "show", "uninstall-shell"}
REPORTS = {"status", "doctor", "daemon"}


@pytest.fixture
def small(product: Product) -> Iterator[Product]:
    """A home in which a fact was learned, with the memory folder on a small disk of its own."""
    faults.set_up_home(product)
    product.run("memory", "reindex")
    (product.home / "facts.md").write_text("- Likes tea\n")
    with mounts.on_small_disk(product.folder.path, kilobytes=4000):
        yield product
        product.end()


def test_every_command_is_tried() -> None:
    assert set(CALLS) == set(COMMANDS)


@can_mount
@pytest.mark.timeout(1800)
def test_on_a_full_disk(small: Product) -> None:
    ballast = mounts.fill(small.folder.path)
    ballast.chmod(0o600)
    _run_all(small)
    ballast.unlink()
    faults.check_recovery(small, "every command on a full disk", [BEFORE])


@can_mount
@pytest.mark.timeout(1800)
def test_on_a_read_only_disk(small: Product) -> None:
    with mounts.read_only(small.folder.path):
        _run_all(small)
    faults.check_recovery(small, "every command on a read-only disk", [BEFORE])


@pytest.mark.timeout(1800)
def test_many_at_once(product: Product) -> None:
    """In several terminals all commands run, each in another order, and prompts between them."""
    faults.set_up_home(product)
    (product.home / "facts.md").write_text("- Likes tea\n")
    rows = [("memory", *row) for row in ROWS] + [("memory", "doctor", "--fix"), PROMPT]

    def use_terminal(number: int) -> None:
        drawn = random.Random(number)
        for row in drawn.sample(rows, len(rows) if torture.TORTURE else 12):
            ran = product.run(*row, stdin="" if row == PROMPT else "I like tea\n")
            # LLM's own logging may fail when several processes write at once.
            is_llms = row in (PROMPT, ("memory", "private", "say")) and "is locked" in ran.err
            assert "Traceback" not in ran.out + ran.err or is_llms, (row, ran)
            assert ran.code in (0, 1, 2), (row, ran)

    with ThreadPoolExecutor(TERMINALS) as pool:
        list(pool.map(use_terminal, range(TERMINALS)))
    assert product.run("memory", "resume").code == 0
    torture.heal(product, "I live in Oslo")
    assert product.report()["problems"] == []
    torture.tally("every command at once", runs=1, terminals=TERMINALS)


def _run_all(small: Product) -> None:
    """Run the commands, in a sample some of them; none may change the profile, or be at a loss."""
    before = small.profile()
    for row in torture.sample(ROWS, 8):
        ran = small.run("memory", *row, stdin="I like tea\n")
        assert "Traceback" not in ran.out + ran.err, (row, ran)
        assert small.profile() == before, row
        if row[1:] in (("allow",), ("deny",)):  # no project chooses a profile here
            assert ran.code == 1, (row, ran)
        elif row[0] in WORKS:
            assert ran.code == 0, (row, ran)
        elif row[0] not in REPORTS:
            assert ran.code == 1 and "`df" in ran.err, (row, ran)
