"""What writes to the memory folder, each in a home prepared for it: to be killed, and traced.

A deed is one process of the product. Nothing else runs in its home while it is `alone`.
"""

import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import llm
import pytest
from llm.plugins import pm
from support import index_content, torture
from support.product import LIMIT, PLUGINS, Product

from llm_user_memory.daemon.worker import work
from llm_user_memory.inject import context
from llm_user_memory.profile.document import facts
from llm_user_memory.settings import read_settings
from llm_user_memory.store import state
from llm_user_memory.store.locks import locked

OSLO, BEES, CHESS = "Lives in Oslo", "Keeps bees", "Plays chess"
SAID = {OSLO: "I live in Oslo", BEES: "I keep bees", CHESS: "I play chess"}
CHANGED = "I keep wasps instead of bees, gave up chess and bought a Tesla"
ANSWERS = {
    # The line about the car is the user's own, so the model's waits beside it.
    CHANGED: "REPLACE Interests | Keeps bees | Keeps wasps | “I keep wasps instead of bees”\n"
    "REMOVE Interests | Plays chess | “gave up chess”\n"
    "REPLACE Interests | Drives a Volvo | Owns a Tesla | “bought a Tesla”",
    **{said: f"ADD Interests | {fact} | “{said}”" for fact, said in SAID.items()},
}
ANCESTORS = "# User Profile\n\n## Interests\n- Name: Ada\n- Location: [Not specified]\n"
OWN = {"Drives a Volvo", "Rows", "Name: Ada"}
"""Facts that the user wrote in the file."""

ENVIRONMENT = {
    "LLM_MEMORY_UPDATE_INTERVAL": "0",
    "EDITOR": 'sh -c \'echo "- Rows" >> "$1"\' sh',
}


@dataclass(frozen=True)
class Deed:
    """One process: `llm WORDS`, typed at a terminal or not, or `module` if there are no words.

    Whatever befalls it, in the end `facts` are in the profile and `gone` are not, `waiting` edits
    wait for the user, and `saves` versions are what the user saved in the file. What is to be
    done `again` is finished by who began it.
    """

    name: str
    prepare: Callable[[Product], None]
    words: tuple[str, ...] = ()
    module: str = "worker"
    typed: bool = False
    facts: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    waiting: int = 0
    saves: int = 0
    again: bool = False

    def __str__(self) -> str:
        return self.name


def check(deed: Deed, home: Product, name: str, before: str, left: str, **counts: int) -> None:
    """Assert what must hold once the deed was struck and the home healed; tally it as `name`.

    `before` is what the profile was before the deed, and `left` what it was found as after it.
    """
    torture.check(home, name, deed.facts, **counts)
    with closing(sqlite3.connect(home.folder.state)) as db:
        versions = db.execute("select text, note from versions").fetchall()
        [waiting] = db.execute("select count(*) from waiting").fetchone()
        learned = {row[0] for row in db.execute("select new from edits where refusal = ''")}
    assert left in {before, *(text for text, _ in versions)}
    assert not {fact.text for fact in facts(home.profile())} & set(deed.gone)
    assert set(deed.facts) - learned <= OWN, "each of the others has its quote"
    assert waiting == deed.waiting
    assert sum(note == "saved" for _, note in versions) == deed.saves
    if home.folder.index_db.exists():
        _check_index(home)


def _check_index(home: Product) -> None:
    """Assert that the index, once refreshed, is what one made anew would be."""
    with state.opened(home.folder) as store:
        index_content.fresh(store)
        drifted = index_content.held(home.folder, "oslo", "bees")
        index_content.fresh(store, force=True)
    assert index_content.held(home.folder, "oslo", "bees") == drifted


def do(deed: Deed, home: Product, prefix: Sequence[str] = (), env: Mapping[str, str] = {}) -> int:
    """Do the deed, by the command `prefix` if there is one; returns the exit code."""
    words = [*prefix, *command(deed, home)]
    if deed.module == "watcher":
        env = {**env, "LLM_MEMORY_IDLE_TIMEOUT": "0.5"}
    if deed.typed:
        typed = {"LLM_MEMORY_INJECT": "auto", "LLM_MEMORY_NEWS": "false", **env}
        with home.terminal(*words[1:], command=words[0], env=typed) as screen:
            screen.send(f"{SAID[CHESS]}\nquit\n")  # for a chat; a prompt does not read it
            return screen.end().code
    ended = subprocess.run(
        words, env={**home.env, **env}, cwd=home.home, timeout=LIMIT, capture_output=True
    )
    return ended.returncode


def command(deed: Deed, home: Product) -> list[str]:
    """Return the command that does the deed."""
    if deed.words:
        return [home.llm_path, *deed.words]
    return [sys.executable, "-m", f"llm_user_memory.{deed.module}", str(home.folder.path)]


@contextmanager
def home_for(deed: Deed, base: Path) -> Iterator[Product]:
    """Make a home in which the deed can be done; nothing of it is left afterwards."""
    made = Product(base)
    for name in ("home", "llm", "scripted"):
        shutil.copytree(_prepared(deed.prepare) / name, base / name, dirs_exist_ok=True)
    made.env |= ENVIRONMENT
    try:
        yield made
    finally:
        made.end()
    shutil.rmtree(base)


def mend(home: Product) -> None:
    """Do what the next prompt and the next worker do, in this very process: that is quicker."""
    with _inside(home), state.opened(home.folder) as store:
        assert context.inject("auto", None).lines == ()
        if home.folder.logs.exists():
            done = list(work(store, read_settings(), wait_for_quiet=False))
            assert not any(result.error for _, result in done), done


@contextmanager
def alone(home: Product) -> Iterator[None]:
    """Let no prompt start a daemon: as far as it can see, another one is just doing so."""
    home.folder.create()
    with locked(home.folder.start_lock, LIMIT, "A prompt"):
        yield


@contextmanager
def _inside(home: Product) -> Iterator[None]:
    """Let this process be one of the home's, with its environment and the scripted models."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("SCRIPTED", "LLM_USER_PATH", *ENVIRONMENT):
            patch.setenv(name, home.env[name])
        patch.syspath_prepend(str(PLUGINS))
        import llm_scripted

        llm.get_models()  # or llm would load its plugins later, and this one twice
        loaded = not pm.is_registered(llm_scripted)
        if loaded:
            pm.register(llm_scripted)
        try:
            yield
        finally:
            if loaded:
                pm.unregister(llm_scripted)


@cache
def _prepared(prepare: Callable[[Product], None]) -> Path:
    home = Product(Path(tempfile.mkdtemp(dir=Path.home().parent)) / "base")  # of this session
    try:
        prepare(home)
    finally:
        home.end()
    return home.base


def _fresh(home: Product) -> None:
    home.env |= ENVIRONMENT
    home.answer(ANSWERS)


def _used_without_memory(home: Product) -> None:
    _fresh(home)
    for fact in (OSLO, BEES):
        said = home.run(f"{SAID[fact]}, and what I wonder is how the winter will be over there")
        assert said.code == 0, said


def _of_the_ancestor(home: Product) -> None:
    _fresh(home)
    home.folder.create()
    home.folder.profile.write_text(ANCESTORS)


def _said(home: Product) -> None:
    _fresh(home)
    with alone(home):
        for fact in (OSLO, BEES):
            _type(home, SAID[fact])


def _said_and_saved(home: Product) -> None:
    _learned(home)
    with alone(home):
        _type(home, SAID[CHESS])
    home.folder.profile.write_text(home.profile() + "- Rows\n")


def _learned(home: Product) -> None:
    _said(home)
    with alone(home):
        _update(home)


def _said_and_noted(home: Product) -> None:
    _said(home)
    with alone(home):
        noted = home.run("memory", "note", "Bees in Oslo")
        assert noted.code == 0, noted


def _indexed(home: Product) -> None:
    _learned(home)
    with alone(home):
        for words in (["note", "Bees in Oslo"], ["reindex"], ["note", "and wasps"]):
            done = home.run("memory", *words)
            assert done.code == 0, done


def _contradicted(home: Product) -> None:
    _learned(home)
    with alone(home):
        _type(home, SAID[CHESS])
        _update(home)
        home.folder.profile.write_text(home.profile() + "- Drives a Volvo\n")
        assert home.run("memory", "show").code == 0
        _type(home, CHANGED)


def _type(home: Product, words: str) -> None:
    typed = home.type(words, env={"LLM_MEMORY_NEWS": "false"})
    assert (typed.code, typed.out) == (0, "ok\n"), typed


def _update(home: Product) -> None:
    updated = home.run("memory", "update")
    assert updated.code == 0, updated


LEARNING = (
    Deed("learning what is new", _said, facts=(OSLO, BEES)),
    Deed(
        "changing what is known",
        _contradicted,
        facts=(OSLO, "Keeps wasps", "Drives a Volvo", "Owns a Tesla"),
        gone=(BEES, CHESS),
        waiting=1,
        saves=1,
    ),
    Deed("learning after a save", _said_and_saved, facts=(OSLO, BEES, CHESS, "Rows"), saves=1),
    Deed("learning and indexing", _said_and_noted, facts=(OSLO, BEES)),
    Deed("the worker's first use", _of_the_ancestor, facts=("Name: Ada",)),
)
DAEMON = Deed("the daemon", _said, module="watcher", facts=(OSLO, BEES))
COMMANDS = (
    Deed("edit", _learned, ("memory", "edit"), facts=(OSLO, BEES)),
    Deed("undo", _learned, ("memory", "undo"), facts=(OSLO,)),
    Deed("forget", _learned, ("memory", "forget", "bees", "--yes"), facts=(OSLO,)),
    Deed("pause", _learned, ("memory", "pause"), facts=(OSLO, BEES)),
    Deed("note", _indexed, ("memory", "note", "Rows"), facts=(OSLO, BEES)),
    Deed("reindex", _indexed, ("memory", "reindex"), facts=(OSLO, BEES)),
    Deed("reindex --force", _indexed, ("memory", "reindex", "--force"), facts=(OSLO, BEES)),
)
BACKFILL = Deed(
    "backfill",
    _used_without_memory,
    ("memory", "backfill", "--yes"),
    facts=(OSLO, BEES),
    again=True,
)
PROMPTS = (
    Deed(
        "the first prompt",
        _of_the_ancestor,
        (SAID[OSLO],),
        typed=True,
        facts=(OSLO, "Name: Ada"),
    ),
    Deed("a later prompt", _learned, (SAID[CHESS],), typed=True, facts=(OSLO, BEES, CHESS)),
    Deed("a chat", _learned, ("chat",), typed=True, facts=(OSLO, BEES, CHESS)),
)
