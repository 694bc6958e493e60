"""Tests cannot reach the real home, imports run down the layers, and hot paths import little."""

import ast
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import llm
import pytest
from support.rows import for_each

import llm_user_memory

PACKAGE = Path(llm_user_memory.__file__).parent

# From the top to the ground: a module may import what stands below it.
LAYERS = [
    {"plugin"},
    {"cli", "hook"},
    {"server", "web"},
    {"api", "doctor", "inject", "mcp", "purge"},
    {"clients", "codex_session", "context"},
    {"daemon", "shell"},
    {"learn", "recall"},
    {"notes"},
    {"store"},
    {"checks", "imports", "model"},
    {"logs", "profile"},
    {"text"},
    {"settings"},
    {"egress", "errors", "invocation", "signature", "sqlite"},
]


def test_the_map_has_every_room_in_this_order() -> None:
    rows = re.findall(r"^\| (`.+?) \|", (PACKAGE.parent / "AGENTS.md").read_text(), re.MULTILINE)
    rooms = [room for row in rows for room in re.findall(r"`(\w+)/?`", row)]
    level = {name: number for number, names in enumerate(LAYERS) for name in names}
    last = LAYERS[-1] | {"settings"}
    assert sorted(rooms) == sorted(level) and set(rooms[-len(last) :]) == last
    assert [level[room] for room in rooms] == sorted(level[room] for room in rooms)


def test_the_real_home_is_out_of_reach() -> None:
    assert "llm-user-memory-tests-" in os.environ["HOME"]
    assert "llm-user-memory-tests-" in str(Path.home())
    assert "llm-user-memory-tests-" in str(llm.user_dir())


def _module_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def _imported(path: Path) -> set[str]:
    """The modules of the package that a file imports, wherever in it, not only for types."""
    package = ("llm_user_memory", *path.relative_to(PACKAGE).parts[:-1])
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        base = package[: len(package) - node.level + 1]
        full = [*base, *(node.module.split(".") if node.module else [])]
        names = [full[1]] if len(full) > 1 else [alias.name for alias in node.names]
        found |= {name for name in names if not name.startswith("__")}
    return found


@for_each("path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: p.name)
def test_imports_run_downwards(path: Path) -> None:
    if path == PACKAGE / "__init__.py":  # lazily: test_api shows that
        return
    level = {name: number for number, names in enumerate(LAYERS) for name in names}
    here = _module_of(path)
    for name in _imported(path) - {here}:
        assert level[name] > level[here], f"{here} imports {name}"


def _loaded(code: str, **env: str) -> set[str]:
    script = f"import sys\n{code}\nprint('\\n'.join(sys.modules))"
    # Else llm loads its plugins by itself, us among them.
    env = {**os.environ, "LLM_LOAD_PLUGINS": "", **env}
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    return set(run.stdout.split())


@pytest.mark.slow
def test_the_watcher_never_loads_anything_large() -> None:
    loaded = _loaded(
        "import llm_user_memory.daemon.watcher\n"
        "from llm_user_memory.store import keyed_hash, ledger, receipts, seals\n"
        "assert not ledger.skip_reason('Translate this:\\n\\nIch wohne in Leeds und backe.')\n"
        "digest, seal = receipts.digest_of('hello', b'salt'), seals.of('key', 'said')\n"
        "assert keyed_hash.is_same(seal, seals.of('key', 'said', seal[:8])) and digest"
    )
    assert not loaded & {"llm", "click", "sqlite_utils", "pydantic", "openai", "asyncio", "ssl"}
    assert not loaded & {"hashlib", "_hashlib", "hmac"}, "OpenSSL is 5 MB"
    assert not loaded & {
        f"llm_user_memory.{name}"
        for name in ("checks.guard", "model", "daemon.worker", "text.vocabulary")
    }


@pytest.mark.slow
def test_a_hook_of_another_program_loads_no_llm() -> None:
    loaded = _loaded("import llm_user_memory.hook, llm_user_memory.recall.for_prompts")
    assert not loaded & {"llm", "click", "sqlite_utils", "pydantic", "openai", "asyncio", "ssl"}
    ours = {name.removeprefix("llm_user_memory.") for name in loaded if "llm_user" in name}
    assert not {name.partition(".")[0] for name in ours} & {"checks", "cli", "imports"}
    assert not ours & {"text.pasted", "text.redact", "learn.update", "daemon.watcher"}


@pytest.mark.slow
def test_the_worker_starts_without_llm() -> None:
    loaded = {name.partition(".")[0] for name in _loaded("import llm_user_memory.daemon.worker")}
    assert not loaded & {"llm", "click", "sqlite_utils"}


@pytest.mark.slow
def test_the_mcp_server_lists_its_tools_without_loading_the_memory() -> None:
    loaded = _loaded(
        "import io, os; from llm_user_memory.mcp import __main__, messages, server\n"
        "client, profile = __main__._given(['--client', 'zed'])\n"
        "memory = __main__.Tools(__main__.user_folder().path, client, profile)\n"
        "meta = {server._VERSION: server.MODERN[0], server._CAPABILITIES: {}}\n"
        "server.Server(memory).answer(messages.Request(1, 'tools/list', {'_meta': meta}))"
    )
    roots = {name.partition(".")[0] for name in loaded}
    assert not roots & {"llm", "click", "sqlite3", "sqlite_utils", "pydantic", "asyncio", "mcp"}
    assert not roots & {"argparse", "shutil", "subprocess", "datetime"}
    ours = {name.split(".")[1] for name in loaded if name.startswith("llm_user_memory.")}
    assert ours == {"errors", "mcp", "settings"}


@pytest.mark.slow
def test_the_mcp_server_creates_a_memory_on_the_standard_library_alone(tmp_path: Path) -> None:
    loaded = _loaded(
        "from pathlib import Path\n"
        "from llm_user_memory.mcp import server, tools\n"
        f"folder = Path({str(tmp_path / 'memory')!r})\n"
        "memory, client = tools.Tools(folder, 'zed'), server.Caller()\n"
        "search = {'query': 'boat', 'limit': 8, 'since': '', 'until': ''}\n"
        "propose = {'fact': 'Keeps bees', 'quote': 'I keep bees'}\n"
        "for name, given in (\n"
        "    ('profile', {}), ('search', search), ('why', {'fact': 'bees'}),\n"
        "    ('timeline', {'words': ''}), ('note', {'text': 'boat'}), ('remember', propose)):\n"
        "    assert not memory.call(name, given, client).is_error, name"
    )
    roots = {name.partition(".")[0] for name in loaded}
    assert not roots & {"llm", "click", "sqlite_utils", "numpy", "pydantic", "asyncio", "mcp"}


@pytest.mark.slow
def test_loading_the_plugin_loads_nothing_that_llm_had_not() -> None:
    before = _loaded("import llm.cli")
    added = _loaded("import llm.cli, llm_user_memory.plugin") - before
    assert added == {"llm_user_memory", "llm_user_memory.plugin"}


@pytest.mark.once
@pytest.mark.slow
def test_a_prompt_loads_no_module_of_learning() -> None:
    added = _loaded("import llm.cli, llm_user_memory.inject.context") - _loaded("import llm.cli")
    ours = {name.removeprefix("llm_user_memory.") for name in added if "llm_user" in name}
    modules = {"learn.update", "daemon.worker", "daemon.watcher", "profile.comparison"}
    assert not ours & {"checks", "model", "cli", *modules}
    assert not {name.partition(".")[0] for name in added} & {"ctypes", "difflib", "watchdog"}
    # To make a dataclass takes half a millisecond.
    files = (importlib.import_module(name).__file__ for name in added if "llm_user" in name)
    assert not [file for file in files if file and "dataclass(" in Path(file).read_text()]


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.parametrize("module", ["context", "recalled", "destination"])
def test_a_prompt_loads_nothing_that_reads_the_log(module: str) -> None:
    loaded = _loaded(f"import llm.cli, llm_user_memory.inject.{module}")
    found = {name.removeprefix("llm_user_memory.") for name in loaded if "llm_user" in name}
    assert {name for name in found if name.startswith("logs.")} <= {"logs.sources"}


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.parametrize(("prompt", "is_searched"), [("Thanks!", False), ("my boat", True)])
def test_a_prompt_that_says_nothing_loads_nothing_of_recall(
    tmp_path: Path, prompt: str, is_searched: bool
) -> None:
    code = f"""
import click, llm.cli
from llm_user_memory.inject import context
ctx = click.Context(llm.cli.cli.commands["prompt"], info_name="prompt")
ctx.params = {{"prompt": {prompt!r}}}
assert not context.inject("recall", ctx).fragments
"""
    env = {"LLM_USER_PATH": str(tmp_path), "LLM_MEMORY_UPDATES": "false"}
    loaded = _loaded(code, LLM_MEMORY_RECALL="true", **env)
    assert any(name.startswith("llm_user_memory.recall") for name in loaded) == is_searched


@pytest.mark.once
@pytest.mark.slow
def test_a_prompt_that_recalls_loads_nothing_of_indexing() -> None:
    loaded = _loaded("import llm_user_memory.inject.recalled")
    found = {name.removeprefix("llm_user_memory.") for name in loaded if "llm_user" in name}
    indexing = {"conversations", "documents", "files", "passages", "refresh", "repeated"}
    assert not found & {f"recall.index.{name}" for name in indexing}


@pytest.mark.once
@pytest.mark.slow
def test_a_prompt_that_recalls_loads_no_parser_of_the_profile() -> None:
    loaded = _loaded("import llm_user_memory.inject.recalled")
    found = {name.removeprefix("llm_user_memory.") for name in loaded if "llm_user" in name}
    assert not found & {"profile.document", "profile.split", "profile.shareable"}
    assert not found & {"recall.index.vectors", "store.error_hints", "text.entries"}


@pytest.mark.once
@pytest.mark.slow
def test_a_prompt_of_a_long_archive_loads_no_tables_of_meanings() -> None:
    loaded = _loaded("import llm_user_memory.inject.archived")
    assert "llm_user_memory.text.vocabulary" not in loaded


# What a command that only reads the profile loads of ours, beside its own module.
READING = {
    "cli", "cli.base", "cli.exits", "cli.output", "errors", "inject", "inject.folders",
    "profile", "profile.comparison", "profile.document", "profile.edits", "profile.fact_merge",
    "profile.line_marks", "profile.merge", "profile.split", "settings", "sqlite", "store",
    "store.forgotten", "store.locks", "store.profile", "store.profile.commit",
    "store.profile.conflicts", "store.profile.file", "store.profile.history",
    "store.profile.merge_base", "store.profile.parts", "store.profile.texts",
    "store.profile.versions", "store.profiles", "store.schema", "store.state", "text",
    "text.controls", "text.fingerprints", "text.languages", "text.patterns", "text.words",
}  # fmt: skip


def _loaded_by(tmp_path: Path, *words: str, **env: str) -> set[str]:
    """The modules of ours that `llm WORDS` loads, beside the plugin, once memory is in use."""
    code = f"""
import llm.cli, llm_user_memory.plugin
llm_user_memory.plugin.register_commands(llm.cli.cli)
try:
    llm.cli.cli({list(words)}, prog_name="llm")
except SystemExit as end:
    assert not end.code, end.code
"""
    user = tmp_path / "llm"
    user.mkdir(exist_ok=True)
    loaded = _loaded(code, LLM_USER_PATH=str(user), HOME=str(tmp_path), **env)
    ours = {name.removeprefix("llm_user_memory.") for name in loaded if "llm_user_memory" in name}
    return ours - {"llm_user_memory", "plugin"}


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.parametrize("words", [["memory", "--help"], ["--help"], ["--version"]])
def test_listing_commands_imports_none(tmp_path: Path, words: list[str]) -> None:
    assert _loaded_by(tmp_path, *words) == ({"cli"} if "memory" in words else set())


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.parametrize("typed", ["llm memory ", "llm memory s", "llm memory --p", "llm mem"])
def test_completing_a_command_imports_none(tmp_path: Path, typed: str) -> None:
    number = len(typed.split()) - (not typed.endswith(" "))
    env = {"COMP_WORDS": typed, "COMP_CWORD": str(number), "_LLM_COMPLETE": "bash_complete"}
    assert _loaded_by(tmp_path, **env) == ({"cli"} if "memory" in typed else set())


@pytest.mark.once
@pytest.mark.slow
def test_the_options_of_a_command_are_completed_by_its_module_alone(tmp_path: Path) -> None:
    typed = {"COMP_WORDS": "llm memory show --", "COMP_CWORD": "3"}
    assert "cli.show" in (loaded := _loaded_by(tmp_path, _LLM_COMPLETE="bash_complete", **typed))
    assert {name for name in loaded if name.startswith("cli.")} == {
        "cli.base", "cli.exits", "cli.output", "cli.show",
    }  # fmt: skip


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.parametrize("words", [["path"], ["show"], ["show", "--json"], ["show", "--help"]])
def test_reading_the_profile_loads_little(tmp_path: Path, words: list[str]) -> None:
    _loaded_by(tmp_path, "memory", "path")  # the first time, the profile is made
    assert _loaded_by(tmp_path, "memory", *words) == READING | {"cli.show"}


@pytest.mark.once
@pytest.mark.slow
def test_status_loads_no_module_of_learning(tmp_path: Path) -> None:
    _loaded_by(tmp_path, "memory", "path")
    loaded = _loaded_by(tmp_path, "memory", "status")
    assert {name for name in loaded if name.startswith("cli")} == {
        "cli", "cli.base", "cli.exits", "cli.output", "cli.status",
    }  # fmt: skip
    roots = {name.partition(".")[0] for name in loaded}
    assert not roots & {"api", "checks", "imports", "purge"}
    asking = {name for name in loaded if name.startswith("model")}
    assert asking == {"model", "model.installed", "model.location"}
    assert not loaded & {"learn.update", "daemon.worker", "daemon.watcher", "recall.search"}
