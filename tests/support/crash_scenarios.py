"""The processes that write to the memory folder, each with a prepared home: to kill and to trace.

A scenario is one process of the product. Within `without_daemon` nothing else runs in its home.
"""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import llm
import pytest
from llm.plugins import pm
from support import index_content, torture
from support.export_files import claude_code, write_file
from support.product import LIMIT, PLUGINS, Product
from support.session_folder import session_folder

from llm_user_memory.clients import jsonc
from llm_user_memory.daemon.worker import work
from llm_user_memory.inject import context
from llm_user_memory.profile.document import facts
from llm_user_memory.settings import read_settings
from llm_user_memory.store import clients, kept_conversations, sources, state
from llm_user_memory.store.locks import locked
from llm_user_memory.store.profile import history

OSLO, BEES, CHESS = "Lives in Oslo", "Keeps bees", "Plays chess"
PROMPTS_OF = {OSLO: "I live in Oslo", BEES: "I keep bees", CHESS: "I play chess"}
CHANGED = "I keep wasps instead of bees, gave up chess and bought a Tesla"
ANSWERS = {
    # The line about the car is the user's own, so the model's change of it waits.
    CHANGED: "REPLACE Interests | Keeps bees | Keeps wasps | “I keep wasps instead of bees”\n"
    "REMOVE Interests | Plays chess | “gave up chess”\n"
    "REPLACE Interests | Drives a Volvo | Owns a Tesla | “bought a Tesla”",
    **{said: f"ADD Interests | {fact} | “{said}”" for fact, said in PROMPTS_OF.items()},
}
OLD_PROFILE = "# User Profile\n\n## Interests\n- Name: Ada\n- Location: [Not specified]\n"
TYPED_IN_FILE = {"Drives a Volvo", "Rows", "Name: Ada"}
"""Facts that the user wrote in the file."""

ZED = (
    b'{\n    // mine\n    "theme": "dark",\n    "context_servers": {},\n    "vim_mode": true,\n}\n'
)
"""The settings of Zed before they are changed."""

ENVIRONMENT = {
    "LLM_MEMORY_UPDATE_INTERVAL": "0",
    "EDITOR": 'sh -c \'echo "- Rows" >> "$1"\' sh',
}


LITTLE_ROOM = {"LLM_MEMORY_PROFILE_TOKENS": "28"}
"""Room for one fact; the others are archived."""


def nothing_more(_home: Product) -> None:
    """Assert nothing."""


@dataclass(frozen=True)
class Scenario:
    """One process: `llm WORDS`, or the module `daemon.MODULE` if there are no words.

    However the process ends, after recovery `facts` are in the profile and `gone` are not,
    `waiting` edits are in the review queue, and `saved_versions` versions have what the user saved
    in the file. A process that `resumes` has to be run again by the user to finish its work.

    `first` is a command that is run before, in every home; `afterwards` is a command that the user
    runs in place of running the same again. `writes_to` are further folders in the home, before
    each change of which the process is killed, too. `env` is its environment, and that of recovery.
    `check_left` asserts what must hold right after the process was killed, and `check_done` what
    must hold after recovery.
    """

    name: str
    prepare: Callable[[Product], None]
    words: tuple[str, ...] = ()
    module: str = "worker"
    at_terminal: bool = False
    facts: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    waiting: int = 0
    saved_versions: int = 0
    resumes: bool = False
    first: tuple[str, ...] = ()
    afterwards: tuple[str, ...] = ()
    writes_to: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    check_left: Callable[[Product], None] = nothing_more
    check_done: Callable[[Product], None] = nothing_more

    def __str__(self) -> str:
        return self.name


def check_outcome(
    scenario: Scenario, home: Product, name: str, before: str, left: str, **counts: int
) -> None:
    """Assert what must hold after the process was interrupted and the home has recovered.

    `before` is the profile before the process ran, `left` the profile right after it ended. The
    result is tallied under `name`.
    """
    torture.check_invariants(home, name, scenario.facts, **counts)
    with closing(sqlite3.connect(home.folder.state)) as db:
        db.row_factory = sqlite3.Row
        versions = history.newest(db, -1)
        [waiting] = db.execute("select count(*) from waiting").fetchone()
        learned = {row[0] for row in db.execute("select new from edits where refusal = ''")}
    assert left in {before, *(version.text for version in versions)}
    assert not {fact.text for fact in facts(home.profile())} & set(scenario.gone)
    assert set(scenario.facts) - learned <= TYPED_IN_FILE, "each of the others has its quote"
    assert waiting == scenario.waiting
    assert sum(version.note == "saved" for version in versions) == scenario.saved_versions
    scenario.check_done(home)
    if home.folder.index_db.exists():
        _check_index(home)


def _check_index(home: Product) -> None:
    """Assert that the refreshed index equals a new one."""
    with state.opened(home.folder) as store:
        index_content.refresh_index(store)
        drifted = index_content.read_index(home.folder, "oslo", "bees")
        index_content.refresh_index(store, force=True)
    assert index_content.read_index(home.folder, "oslo", "bees") == drifted


def run(
    scenario: Scenario, home: Product, prefix: Sequence[str] = (), env: Mapping[str, str] = {}
) -> int:
    """Run the process, under the command `prefix` if there is one; return its exit code."""
    words = [*prefix, *command(scenario, home)]
    if scenario.module == "watcher":
        env = {**env, "LLM_MEMORY_IDLE_TIMEOUT": "0.5"}
    if scenario.at_terminal:
        typed = {"LLM_MEMORY_INJECT": "auto", "LLM_MEMORY_NEWS": "false", **env}
        with home.terminal(*words[1:], command=words[0], env=typed) as screen:
            screen.send(f"{PROMPTS_OF[CHESS]}\nquit\n")  # for a chat; a prompt does not read it
            return screen.end().code
    ended = subprocess.run(
        words, env={**home.env, **env}, cwd=home.home, timeout=LIMIT, capture_output=True
    )
    return ended.returncode


def command(scenario: Scenario, home: Product) -> list[str]:
    """Return the command of the process."""
    if scenario.words:
        return [home.llm_path, *scenario.words]
    return [
        sys.executable,
        "-m",
        f"llm_user_memory.daemon.{scenario.module}",
        str(home.folder.path),
    ]


@contextmanager
def home_for(scenario: Scenario, base: Path) -> Iterator[Product]:
    """Make a home in which the process can run; it is deleted after the block."""
    made = Product(base)
    for name in ("home", "llm", "scripted"):
        shutil.copytree(_prepared(scenario.prepare) / name, base / name, dirs_exist_ok=True)
    made.env |= {**ENVIRONMENT, **scenario.env}
    try:
        if scenario.first:
            _done(made, *scenario.first)
        yield made
    finally:
        made.end()
    shutil.rmtree(base)


def recover(home: Product) -> None:
    """Do the work of the next prompt and the next worker; in this process, as that is quicker."""
    with _inside(home), state.opened(home.folder) as store:
        assert context.inject("auto", None).lines == ()
        if home.folder.logs.exists():
            done = list(work(store, read_settings(), wait_for_quiet=False))
            assert not any(result.error for _, result in done), done


@contextmanager
def without_daemon(home: Product) -> Iterator[None]:
    """Hold the start-up lock of the daemon, so that no prompt starts one."""
    home.folder.create()
    with locked(home.folder.start_lock, LIMIT, "A prompt"):
        yield


@contextmanager
def _inside(home: Product) -> Iterator[None]:
    """Give this process the environment of the home, and the scripted models."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("SCRIPTED", "LLM_USER_PATH", *ENVIRONMENT, *LITTLE_ROOM):
            if name in home.env:
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
    home = Product(session_folder() / "base")
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
        said = home.run(
            f"{PROMPTS_OF[fact]}, and what I wonder is how the winter will be over there"
        )
        assert said.code == 0, said


def _of_the_ancestor(home: Product) -> None:
    _fresh(home)
    home.folder.create()
    home.folder.profile.write_text(OLD_PROFILE)


def _said(home: Product) -> None:
    _fresh(home)
    with without_daemon(home):
        for fact in (OSLO, BEES):
            _type(home, PROMPTS_OF[fact])


def _said_with_little_room(home: Product) -> None:
    home.env |= LITTLE_ROOM
    _said(home)


def _learned_with_little_room(home: Product) -> None:
    _said_with_little_room(home)
    with without_daemon(home):
        _update(home)
    _has_archive(home)


def _saved_with_little_room(home: Product) -> None:
    """The user typed a line below the archived ones."""
    _learned_with_little_room(home)
    home.folder.profile.write_text(home.profile() + "- Rows\n")


def _has_archive(home: Product) -> None:
    assert "\n## Archive: " in home.profile()


def _said_and_saved(home: Product) -> None:
    _learned(home)
    with without_daemon(home):
        _type(home, PROMPTS_OF[CHESS])
    home.folder.profile.write_text(home.profile() + "- Rows\n")


def _learned(home: Product) -> None:
    _said(home)
    with without_daemon(home):
        _update(home)


def _said_and_noted(home: Product) -> None:
    _said(home)
    with without_daemon(home):
        noted = home.run("memory", "note", "Bees in Oslo")
        assert noted.code == 0, noted


def _indexed(home: Product) -> None:
    _learned(home)
    with without_daemon(home):
        for words in (["note", "Bees in Oslo"], ["reindex"], ["note", "and wasps"]):
            _done(home, "memory", *words)


def _contradicted(home: Product) -> None:
    _learned(home)
    with without_daemon(home):
        _type(home, PROMPTS_OF[CHESS])
        _update(home)
        home.folder.profile.write_text(home.profile() + "- Drives a Volvo\n")
        assert home.run("memory", "show").code == 0
        _type(home, CHANGED)


def _type(home: Product, words: str) -> None:
    typed = home.type(words, env={"LLM_MEMORY_NEWS": "false"})
    assert (typed.code, typed.out) == (0, "ok\n"), typed


def _update(home: Product) -> None:
    _done(home, "memory", "update")


def _done(home: Product, *words: str) -> None:
    done = home.run(*words)
    assert done.code == 0, done


def _with_zed(home: Product) -> None:
    _learned(home)
    _zed_settings(home).parent.mkdir(parents=True)
    _zed_settings(home).write_bytes(ZED)


def _zed_settings(home: Product) -> Path:
    return home.home / ".config" / "zed" / "settings.json"


def _zed_is_whole(home: Product) -> None:
    """Assert that the file is unchanged, except perhaps for our entry."""
    text = _zed_settings(home).read_bytes()
    if text != ZED:
        value = jsonc.parsed(text.decode()).plain()
        [(name, server)] = value.pop("context_servers").items()
        assert (name, value) == ("llm-memory", {"theme": "dark", "vim_mode": True})
        assert "llm_user_memory.mcp" in " ".join(server["args"]) and b"// mine" in text


def _zed_is_connected(home: Product) -> None:
    assert _zed_settings(home).read_bytes() != ZED
    _zed_is_whole(home)
    _done(home, "memory", "connect", "zed", "--remove", "-y")
    _zed_is_as_before(home)


def _zed_is_as_before(home: Product) -> None:
    folder = _zed_settings(home).parent
    assert _zed_settings(home).read_bytes() == ZED
    assert [file.name for file in folder.iterdir()] == ["settings.json"], "nothing is left over"
    with state.opened(home.folder) as store:
        assert not clients.every(store.db)


def _with_a_text(home: Product) -> None:
    _learned(home)
    (home.home / "said.txt").write_text(f"{PROMPTS_OF[CHESS]} on Sundays")


def _text_is_kept(home: Product) -> None:
    with state.opened(home.folder) as store:
        names = kept_conversations.threads(store.db)
        [turn] = [turn for name in names for turn in kept_conversations.turns(store.db, name)]
    assert turn.prompt == f"{PROMPTS_OF[CHESS]} on Sundays"
    found = home.run("memory", "search", "Sundays", "--json")
    assert found.code == 0 and "on Sundays" in found.out, found


def _with_sessions(home: Product) -> None:
    _indexed(home)
    for number in range(2):
        talk = [(f"Which hive number {number} for Oslo?", "A wooden one.")]
        session = claude_code(talk, f"session-{number}")
        write_file(home.home / "projects" / f"{number}.jsonl", session)


def _source_is_searched(home: Product) -> None:
    with state.opened(home.folder) as store:
        [source] = sources.of_kinds(store.db)
    assert source == (home.home / "projects", "claude-code", "any")
    for number in range(2):
        found = home.run("memory", "search", f"hive number {number}", "--json")
        assert f"hive number {number}" in found.out, found


LEARNING = (
    Scenario("learning what is new", _said, facts=(OSLO, BEES)),
    Scenario(
        "changing what is known",
        _contradicted,
        facts=(OSLO, "Keeps wasps", "Drives a Volvo", "Owns a Tesla"),
        gone=(BEES, CHESS),
        waiting=1,
        saved_versions=1,
    ),
    Scenario(
        "learning after a save",
        _said_and_saved,
        facts=(OSLO, BEES, CHESS, "Rows"),
        saved_versions=1,
    ),
    Scenario(
        "learning with little room",
        _said_with_little_room,
        facts=(OSLO, BEES),
        env=LITTLE_ROOM,
        check_done=_has_archive,
    ),
    Scenario("learning and indexing", _said_and_noted, facts=(OSLO, BEES)),
    Scenario("the worker's first use", _of_the_ancestor, facts=("Name: Ada",)),
)
_CONNECT = ("memory", "connect", "zed", "-y")
_REMOVE = ("memory", "connect", "zed", "--remove", "-y")
DAEMON = Scenario("the daemon", _said, module="watcher", facts=(OSLO, BEES))
COMMANDS = (
    Scenario("edit", _learned, ("memory", "edit"), facts=(OSLO, BEES)),
    Scenario("undo", _learned, ("memory", "undo"), facts=(OSLO,)),
    Scenario("forget", _learned, ("memory", "forget", "bees", "--yes"), facts=(OSLO,)),
    Scenario("mark", _learned, ("memory", "mark", "bees", "--pin"), facts=(OSLO, BEES)),
    Scenario("undo with an archive", _learned_with_little_room, ("memory", "undo"), facts=(OSLO,)),
    Scenario(
        "forget with an archive",
        _learned_with_little_room,
        ("memory", "forget", "bees", "--yes"),
        facts=(OSLO,),
    ),
    Scenario(
        "mark with an archive",
        _learned_with_little_room,
        ("memory", "mark", "oslo", "--pin"),
        facts=(OSLO, BEES),
    ),
    Scenario(
        "edit with an archive",
        _learned_with_little_room,
        ("memory", "edit"),
        facts=(OSLO, BEES),
        env=LITTLE_ROOM,
        check_done=_has_archive,
    ),
    Scenario(
        "history after a line was typed into the archive",
        _saved_with_little_room,
        ("memory", "history"),
        facts=(OSLO, BEES, "Rows"),
        saved_versions=1,
        env=LITTLE_ROOM,
        check_done=_has_archive,
    ),
    Scenario("pause", _learned, ("memory", "pause"), facts=(OSLO, BEES)),
    Scenario("note", _indexed, ("memory", "note", "Rows"), facts=(OSLO, BEES)),
    Scenario(
        "connect",
        _with_zed,
        _CONNECT,
        facts=(OSLO, BEES),
        resumes=True,
        writes_to=(".config",),
        check_left=_zed_is_whole,
        check_done=_zed_is_connected,
    ),
    Scenario(
        "connect, taken back",
        _with_zed,
        _CONNECT,
        facts=(OSLO, BEES),
        resumes=True,
        afterwards=_REMOVE,
        writes_to=(".config",),
        check_done=_zed_is_as_before,
    ),
    Scenario(
        "connect --remove",
        _with_zed,
        _REMOVE,
        facts=(OSLO, BEES),
        resumes=True,
        first=_CONNECT,
        writes_to=(".config",),
        check_left=_zed_is_whole,
        check_done=_zed_is_as_before,
    ),
    Scenario(
        "learn --keep",
        _with_a_text,
        ("memory", "learn", "--role", "user", "--keep", "said.txt"),
        facts=(OSLO, BEES, CHESS),
        resumes=True,
        check_done=_text_is_kept,
    ),
    Scenario(
        "sources add --format",
        _with_sessions,
        ("memory", "sources", "add", "--format", "claude-code", "--any", "projects"),
        facts=(OSLO, BEES),
        resumes=True,
        check_done=_source_is_searched,
    ),
    Scenario("reindex", _indexed, ("memory", "reindex"), facts=(OSLO, BEES)),
    Scenario("reindex --force", _indexed, ("memory", "reindex", "--force"), facts=(OSLO, BEES)),
)
BACKFILL = Scenario(
    "backfill",
    _used_without_memory,
    ("memory", "backfill", "--yes"),
    facts=(OSLO, BEES),
    resumes=True,
)
BACKFILL_WITH_LITTLE_ROOM = replace(
    BACKFILL, name="backfill with little room", env=LITTLE_ROOM, check_done=_has_archive
)
PROMPTS = (
    Scenario(
        "the first prompt",
        _of_the_ancestor,
        (PROMPTS_OF[OSLO],),
        at_terminal=True,
        facts=(OSLO, "Name: Ada"),
    ),
    Scenario(
        "a later prompt",
        _learned,
        (PROMPTS_OF[CHESS],),
        at_terminal=True,
        facts=(OSLO, BEES, CHESS),
    ),
    Scenario("a chat", _learned, ("chat",), at_terminal=True, facts=(OSLO, BEES, CHESS)),
)
