"""Programs are connected, and their files given back byte for byte."""

import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from llm.cli import cli
from support.export_files import write_file
from support.mounts import read_only
from support.product import Product
from support.quiet_home import memory_without_daemon

from llm_user_memory import clients
from llm_user_memory.cli import connect as connect_command
from llm_user_memory.clients import PROGRAMS, Place, programs, toml
from llm_user_memory.clients.programs import launch
from llm_user_memory.doctor import clients as checked
from llm_user_memory.errors import ClientError
from llm_user_memory.settings import Folder
from llm_user_memory.shell import write
from llm_user_memory.store import clients as store
from llm_user_memory.store import state

JSON_BEFORE = '{\n    // mine\n    "theme": "dark",\n    "hooks": {"Stop": []},\n}'
TOML_BEFORE = '# mine\nmodel = "gpt-5" # best\n\n[mcp_servers.other]\ncommand = "x"'
BEFORE = {
    ".json": [
        None,
        "",
        "{}",
        JSON_BEFORE,
        JSON_BEFORE.replace("\n", "\r\n"),
        "// Settings\n/* of mine */",
        "\ufeff// Settings\n\n",
        "\ufeff",
    ],
    ".toml": [
        None,
        "",
        TOML_BEFORE,
        TOML_BEFORE.replace("\n", "\r\n"),
        "# Settings",
        "\n",
        'mcp_servers = { other = { command = "x" } }\nmcp = { servers = [] }',
        'mcp_servers.other.command = "x"\nmcp.servers = [\n  {name = "a"}, # mine\n]\n[b]\n',
    ],
}


_REAL = sys.executable


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place({"PATH": "/nowhere", "LLM_USER_PATH": str(tmp_path / "llm")}, tmp_path, "linux")


def _files(place: Place, name: str) -> list[Path]:
    return list(dict.fromkeys(entry.file for entry in PROGRAMS[name].entries(place)))


def _connect(place: Place, name: str, record: dict[str, Any] | None = None) -> dict[str, Any]:
    plan = clients.plan_connect(PROGRAMS[name], place, record or {})
    clients.carry_out(plan, place)
    return json.loads(json.dumps(plan.record))


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("variant", range(8))
def test_the_files_are_given_back(place: Place, name: str, variant: int) -> None:
    files = _files(place, name)
    before: dict[Path, bytes | None] = {}
    for file in files:
        texts = BEFORE[file.suffix]
        text = texts[variant % len(texts)]
        before[file] = None if text is None else text.encode()
        if text is not None:
            write_file(file, "").write_bytes(text.encode())
    record = _connect(place, name)
    assert clients.look(PROGRAMS[name], place).kind == "ok"
    after = {file: file.read_bytes() for file in files}
    assert all(after[file] != before[file] for file in files)
    # Twice is once.
    plan = clients.plan_connect(PROGRAMS[name], place, record)
    assert plan.is_empty and plan.record["files"] == record["files"]
    clients.carry_out(clients.plan_remove(PROGRAMS[name], place, record), place)
    for file in files:
        assert (file.read_bytes() if file.exists() else None) == before[file]
    assert clients.look(PROGRAMS[name], place).kind == "missing"
    assert clients.plan_remove(PROGRAMS[name], place, {}).is_empty


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_the_user_wrote_since_stays(place: Place, name: str) -> None:
    """Also where the record of the connection is lost."""
    for record_is_lost in (False, True):
        for file in _files(place, name):
            write_file(file, JSON_BEFORE if file.suffix == ".json" else TOML_BEFORE)
        record = _connect(place, name)
        for file in _files(place, name):
            text = file.read_text()
            text = text.replace('"theme": "dark"', '"theme": "light"').replace("gpt-5", "gpt-6")
            file.write_text(text + "\n")
        clients.carry_out(
            clients.plan_remove(PROGRAMS[name], place, {} if record_is_lost else record), place
        )
        for file in _files(place, name):
            text = file.read_text()
            assert "llm_user_memory" not in text and "mine" in text
            if not record_is_lost:
                old = JSON_BEFORE if file.suffix == ".json" else TOML_BEFORE
                assert text == old.replace('"dark"', '"light"').replace("gpt-5", "gpt-6") + "\n"


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_python_that_moved_is_mended(
    place: Place, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = sys.executable
    gone = write_file(tmp_path / "my venv" / "bin" / "python3", "")
    monkeypatch.setattr(programs.sys, "executable", str(gone))
    record = _connect(place, name)
    assert clients.look(PROGRAMS[name], place).kind == "ok"
    gone.unlink()
    assert clients.look(PROGRAMS[name], place).kind == "moved"
    monkeypatch.setattr(programs.sys, "executable", real)
    _connect(place, name, record)
    assert clients.look(PROGRAMS[name], place).kind == "ok"
    for file in _files(place, name):
        text = file.read_text()
        assert str(gone) not in text and real in text
        assert text.count("llm_user_memory.mcp") <= 1


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("folder", ["llm", 'my "own" folder\'s'])
def test_a_folder_of_llm_that_moved_is_told(place: Place, name: str, folder: str) -> None:
    old, new = (
        Place({**place.environ, "LLM_USER_PATH": str(place.home / each)}, place.home, "linux")
        for each in (folder, "new")
    )
    (place.home / folder).mkdir()
    record = _connect(old, name)
    assert clients.look(PROGRAMS[name], new).kind == "ok", "there may be several homes"
    (place.home / folder).rename(place.home / "new")
    found = clients.look(PROGRAMS[name], new)
    assert found.kind == "moved" and str(place.home / folder) in found.what
    _connect(new, name, record)
    assert clients.look(PROGRAMS[name], new).kind == "ok"


@pytest.mark.parametrize("name", PROGRAMS)
def test_another_python_has_to_have_the_package(
    place: Place, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = sys.executable
    other = write_file(tmp_path / "old venv" / "bin" / "python3", "")
    other.chmod(0o700)
    monkeypatch.setattr(programs.sys, "executable", str(other))
    record = _connect(place, name)
    monkeypatch.setattr(programs.sys, "executable", real)
    for script, kind in ((f'exec {shlex.quote(real)} "$@"', "ok"), ("exit 1", "moved")):
        other.write_text(f"#!/bin/sh\n{script}\n")
        found = clients.look(PROGRAMS[name], place)
        assert found.kind == kind and ("another Python" in found.what) == (kind != "ok"), script
    _connect(place, name, record)
    assert clients.look(PROGRAMS[name], place).kind == "ok"


# What a user may add to our entry: to the text of a file, by its format.
ADDED: dict[str, Callable[[str], str]] = {
    ".json": lambda text: re.sub(
        r'("args": \[[^\]]*\],?)', r'"disabled": true, // for now\n \1', text.replace(
            '"env": {', '"env": {"MINE": "1", "N": 1e3, '
        ), count=1,
    ),
    ".toml": lambda text: re.sub(
        r"(?m)(^args = [^\n]*\r?\n)", r"\1startup_timeout_sec = 9 # mine\n", text.replace(
            "env = { ", "env = { MINE = '1', N = 1e3, "
        ), count=1,
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("variant", range(8))
@pytest.mark.parametrize("is_known", [True, False], ids=["recorded", "record lost"])
def test_what_the_user_added_to_our_entry_stays_when_it_is_brought_up_to_date(
    place: Place, name: str, variant: int, is_known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in _files(place, name):
        texts = BEFORE[file.suffix]
        if (text := texts[variant % len(texts)]) is not None:
            write_file(file, "").write_bytes(text.encode())
    record = _connect(place, name)
    server = next(entry for entry in PROGRAMS[name].entries(place) if entry.mark.endswith("mcp"))
    text = ADDED[server.file.suffix](server.file.read_bytes().decode())
    server.file.write_bytes(text.encode())
    assert clients.plan_connect(PROGRAMS[name], place, record).is_empty
    monkeypatch.setattr(programs.sys, "executable", "/elsewhere/python3")
    moved = Place({**place.environ, "LLM_USER_PATH": "/elsewhere/llm"}, place.home, "linux")
    record = _connect(moved, name, record if is_known else {})
    wanted = text.replace(_REAL, "/elsewhere/python3")
    wanted = wanted.replace(place.environ["LLM_USER_PATH"], "/elsewhere/llm")
    assert server.file.read_bytes().decode() == wanted
    assert clients.plan_connect(PROGRAMS[name], moved, record).is_empty
    clients.carry_out(clients.plan_remove(PROGRAMS[name], moved, record), moved)
    for file in _files(place, name):
        left = file.read_text() if file.exists() else ""
        assert "llm_user_memory" not in left and "MINE" not in left and "elsewhere" not in left


@pytest.mark.parametrize("name", ["claude-code", "codex"])
@pytest.mark.parametrize("place_of_mine", [0, 1], ids=["before", "after"])
@pytest.mark.parametrize("is_known", [True, False], ids=["recorded", "record lost"])
def test_a_hook_of_the_user_s_in_one_group_with_ours_stays(
    place: Place, name: str, place_of_mine: int, is_known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`/hooks` of Claude Code puts a new hook there."""
    record = _connect(place, name)
    file, mine = _files(place, name)[1], {"type": "command", "command": "echo mine"}
    settings = json.loads(file.read_text())
    [group] = settings["hooks"]["UserPromptSubmit"]
    group["hooks"].insert(place_of_mine, mine)
    write_file(file, settings)
    assert clients.look(PROGRAMS[name], place).kind == "ok"
    assert clients.plan_connect(PROGRAMS[name], place, record).is_empty
    gone = "/elsewhere/python3"
    monkeypatch.setattr(programs.sys, "executable", gone)
    record = _connect(place, name, record if is_known else {})
    assert clients.look(PROGRAMS[name], place).kind == "moved"
    text = file.read_text()
    assert _REAL not in text and text.count(gone) == 3
    [group] = json.loads(text)["hooks"]["UserPromptSubmit"]
    assert len(group["hooks"]) == 2 and group["hooks"][place_of_mine] == mine
    clients.carry_out(clients.plan_remove(PROGRAMS[name], place, record), place)
    assert json.loads(file.read_text())["hooks"]["UserPromptSubmit"] == [{"hooks": [mine]}]
    assert gone not in file.read_text()


@pytest.mark.parametrize("group", [
    {"hooks": []}, {"hooks": {}}, {"hooks": [5]},
    {"hooks": [{"type": "command", "command": "'"}]}, {}, [], 5,
])  # fmt: skip
def test_what_a_file_has_in_the_place_of_a_hook_ends_nothing(place: Place, group: Any) -> None:
    _connect(place, "codex")
    file = _files(place, "codex")[1]
    if isinstance(group, dict):
        group["matcher"] = "llm_user_memory.hook"
    write_file(file, {"hooks": {"SessionStart": [group]}})
    assert clients.look(PROGRAMS["codex"], place).kind in ("ok", "missing")


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_variable_of_ours_comes_and_goes_beside_the_user_s(place: Place, name: str) -> None:
    without = Place({"PATH": "/nowhere"}, place.home, "linux")
    record = _connect(place, name)
    server = next(entry for entry in PROGRAMS[name].entries(place) if entry.mark.endswith("mcp"))
    server.file.write_text(ADDED[server.file.suffix](server.file.read_text()))
    for where, count in ((without, 0), (place, 1)):
        record = _connect(where, name, record)
        text = server.file.read_text()
        assert text.count("LLM_USER_PATH") == count and "MINE" in text
        assert clients.plan_connect(PROGRAMS[name], where, record).is_empty
    server.file.write_text(re.sub(r'(,\s*)?"?env"?( =|:) \{[^}]*\}', "", server.file.read_text()))
    record = _connect(place, name, record)
    assert server.file.read_text().count("LLM_USER_PATH") == 1
    assert clients.plan_connect(PROGRAMS[name], place, record).is_empty


def test_a_variable_of_ours_goes_into_the_user_s_table(place: Place) -> None:
    record = _connect(Place({"PATH": "/nowhere"}, place.home, "linux"), "codex")
    file = place.home / ".codex" / "config.toml"
    file.write_text(f'{file.read_text()}\n[mcp_servers.llm-memory.env]\nMINE = "1"\n')
    record = _connect(place, "codex", record)
    server = PROGRAMS["codex"].entries(place)[0]
    node = toml.at(toml.parsed(file.read_text()), server.path)
    assert node and node.plain()["env"] == {**server.value["env"], "MINE": "1"}


@pytest.mark.parametrize("before", ["", "[mcp]\nenabled = true\nauto_start = true\n",
    '[[mcp.servers]]\nname = "a"\n', '[mcp]\nenabled = true\n[[mcp.servers]]\nname = "a"\n',
    "[mcp]\nauto_start = true\n", "mcp.auto_start = true\n", "mcp = {auto_start = true}\n"],
)  # fmt: skip
def test_gptme_is_switched_on_for_servers(place: Place, before: str) -> None:
    file = write_file(place.home / ".config" / "gptme" / "config.toml", before)
    record = _connect(place, "gptme")
    found = toml.parsed(file.read_text()).plain()
    assert found["mcp"]["enabled"] is True
    assert [server["name"] for server in found["mcp"]["servers"]][-1] == "llm-memory"
    clients.carry_out(clients.plan_remove(PROGRAMS["gptme"], place, record), place)
    assert file.read_text() == before


def test_a_hook_hides_that_it_cannot_run(place: Place) -> None:
    _connect(place, "codex")
    hooks = json.loads((place.home / ".codex" / "hooks.json").read_text())["hooks"]
    assert set(hooks) == {"SessionStart", "UserPromptSubmit", "SessionEnd"}
    [[group]] = [hooks["SessionStart"]]
    command = group["hooks"][0]["command"]
    assert command.startswith("env LLM_USER_PATH=") and command.endswith(" || true")
    assert shlex.join(launch("llm_user_memory.hook", "SessionStart", "codex")) in command


@pytest.mark.parametrize(
    ("name", "file", "text"),
    [
        ("gemini", ".gemini/settings.json", "{"),
        ("gemini", ".gemini/settings.json", '{"mcpServers": 5}'),
        ("gemini", ".gemini/settings.json", '{"mcpServers": {"llm-memory": {"command": "mine"}}}'),
        ("claude-code", ".claude/settings.json", '{"hooks": {"SessionEnd": {}}}'),
        ("codex", ".codex/hooks.json", "[]"),
        ("gptme", ".config/gptme/config.toml", "[mcp]\nenabled = false\n"),
        ("codex", ".codex/config.toml", "a = \n"),
        ("codex", ".codex/config.toml", "[[mcp_servers]]\nname = 'a'\n"),
        ("codex", ".codex/config.toml", "mcp_servers.llm-memory = { command = 'mine' }\n"),
        ("gptme", ".config/gptme/config.toml", "mcp.servers = 'mine'\n"),
    ],
)
def test_what_cannot_be_changed_is_left_and_told(
    place: Place, name: str, file: str, text: str
) -> None:
    path = write_file(place.home / file, text)
    with pytest.raises(ClientError) as told:
        _connect(place, name)
    assert "Nothing was changed" in str(told.value) and str(path) in str(told.value)
    assert "add this manually" in str(told.value)
    assert path.read_text() == text
    others = [other for other in _files(place, name) if other != path]
    assert not any(other.exists() for other in others)


def test_what_to_add_by_hand_is_toml(place: Place) -> None:
    file = write_file(place.home / ".codex" / "config.toml", "[[mcp_servers]]\n")
    with pytest.raises(ClientError, match="at its end") as told:
        _connect(place, "codex")
    pasted = str(told.value).partition("at its end:\n")[2]
    [server] = [each for each in PROGRAMS["codex"].entries(place) if each.file == file]
    found = toml.at(toml.parsed(pasted), server.path)
    assert found and found.plain() == server.value


def test_what_follows_our_table_is_not_given_to_another(place: Place) -> None:
    """Keys that the user wrote below our lines, and the table that Codex adds for each tool."""
    before = '[mcp_servers.other]\ncommand = "x"\n'
    file = write_file(place.home / ".codex" / "config.toml", before)
    record = _connect(place, "codex")
    tools = '[mcp_servers.llm-memory.tools.recall]\napproval_mode = "approve"\n'
    file.write_text(f"{file.read_text()}startup_timeout_sec = 9\n\n{tools}\n[later]\n")
    assert clients.plan_connect(PROGRAMS["codex"], place, record).is_empty
    clients.carry_out(clients.plan_remove(PROGRAMS["codex"], place, record), place)
    assert file.read_text().split() == f"{before}[later]\n".split()


def test_what_a_program_added_to_our_table_stays_when_python_moved(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = place.home / ".codex" / "config.toml"
    record = _connect(place, "codex")
    tools = '\n[mcp_servers.llm-memory.tools.recall]\napproval_mode = "approve"\n'
    file.write_text(file.read_text() + tools)
    monkeypatch.setattr(programs.sys, "executable", "/elsewhere/python3")
    record = _connect(place, "codex", record)
    assert "/elsewhere/python3" in file.read_text() and tools in file.read_text()
    clients.carry_out(clients.plan_remove(PROGRAMS["codex"], place, record), place)
    assert not file.exists() or not file.read_text().strip()


@pytest.mark.slow
@pytest.mark.parametrize("is_removed", [False, True])
def test_all_files_are_changed_or_none(place: Place, tmp_path: Path, is_removed: bool) -> None:
    """The second one is linked into a folder that is mounted read-only."""
    [config, hooks] = _files(place, "codex")
    write_file(config, TOML_BEFORE)
    hooks.symlink_to(write_file(tmp_path / "dotfiles" / "hooks.json", "{}"))
    codex, record = PROGRAMS["codex"], _connect(place, "codex") if is_removed else {}
    before = config.read_bytes()
    plan = (clients.plan_remove if is_removed else clients.plan_connect)(codex, place, record)
    with read_only(tmp_path / "dotfiles"), pytest.raises(ClientError, match="Read-only"):
        clients.carry_out(plan, place)
    assert config.read_bytes() == before
    clients.carry_out(plan, place)
    assert config.read_bytes() != before


def test_the_command_of_claude_code_is_used(place: Place, tmp_path: Path) -> None:
    claude = write_file(
        tmp_path / "bin" / "claude", '#!/bin/sh\nprintf "%s\\n" "$*" >> "$HOME/called"\n'
    )
    claude.chmod(0o755)
    place = Place({**place.environ, "PATH": str(claude.parent), "HOME": str(tmp_path)}, tmp_path)
    record = _connect(place, "claude-code")
    assert not (tmp_path / ".claude.json").exists()
    [line] = (tmp_path / "called").read_text().splitlines()
    assert line.startswith("mcp add --scope user llm-memory --env=LLM_USER_PATH=")
    assert line.endswith(" ".join(launch("llm_user_memory.mcp", "--client", "claude-code")))
    server = PROGRAMS["claude-code"].entries(place)[0]
    write_file(server.file, {"mcpServers": {"llm-memory": server.value}})  # as claude would
    assert clients.plan_connect(PROGRAMS["claude-code"], place, record).is_empty
    clients.carry_out(clients.plan_remove(PROGRAMS["claude-code"], place, record), place)
    assert (tmp_path / "called").read_text().splitlines()[1:] == [
        "mcp remove --scope user llm-memory"
    ]
    claude.write_text("#!/bin/sh\necho broken >&2\nexit 3\n")
    server.file.unlink()
    with pytest.raises(ClientError, match="broken"):
        _connect(place, "claude-code")
    assert not (tmp_path / ".claude" / "settings.json").exists(), "the hooks are taken back"


def test_what_was_added_to_the_entry_of_claude_code_s_own_command_stays(
    place: Place, tmp_path: Path
) -> None:
    claude = write_file(tmp_path / "bin" / "claude", '#!/bin/sh\necho "$*" >> "$HOME/called"\n')
    claude.chmod(0o755)
    place = Place({**place.environ, "PATH": str(claude.parent), "HOME": str(tmp_path)}, tmp_path)
    server = PROGRAMS["claude-code"].entries(place)[0]
    old = {**server.value, "command": "/gone/python3", "timeout": 9}
    write_file(server.file, {"mcpServers": {"llm-memory": old}, "x": 1})
    record = _connect(place, "claude-code")
    found = json.loads(server.file.read_text())
    assert found == {"mcpServers": {"llm-memory": {**server.value, "timeout": 9}}, "x": 1}
    assert not (tmp_path / "called").exists()
    clients.carry_out(clients.plan_remove(PROGRAMS["claude-code"], place, record), place)
    assert json.loads(server.file.read_text()) == {"mcpServers": {}, "x": 1}


@pytest.mark.parametrize("left", ['{"mcpServers": {}, "x": 1}', "{}", ""])
def test_what_the_command_of_claude_code_takes_out_is_put_back_if_it_fails_then(
    place: Place, tmp_path: Path, left: str
) -> None:
    script = f"""#!/bin/sh
case "$2" in
remove) printf '%s' '{left}' > "$HOME/.claude.json" ;;
add) echo broken >&2; exit 3 ;;
esac
"""
    claude = write_file(tmp_path / "bin" / "claude", script)
    claude.chmod(0o755)
    place = Place({**place.environ, "PATH": str(claude.parent), "HOME": str(tmp_path)}, tmp_path)
    server = PROGRAMS["claude-code"].entries(place)[0]
    old = {**server.value, "command": "/gone/python3"}
    write_file(server.file, {"mcpServers": {"llm-memory": old}, "x": 1})
    with pytest.raises(ClientError, match="broken"):
        _connect(place, "claude-code")
    assert json.loads(server.file.read_text())["mcpServers"] == {"llm-memory": old}
    assert not (tmp_path / ".claude" / "settings.json").exists()


def test_a_linked_file_stays_a_link(place: Place, tmp_path: Path) -> None:
    target = write_file(tmp_path / "dotfiles" / "gemini.json", "{}\n")
    link = tmp_path / ".gemini" / "settings.json"
    link.parent.mkdir()
    link.symlink_to(target)
    record = _connect(place, "gemini")
    assert link.is_symlink() and "llm-memory" in target.read_text()
    clients.carry_out(clients.plan_remove(PROGRAMS["gemini"], place, record), place)
    assert link.is_symlink() and target.read_text() == "{}\n"


def test_status_and_doctor_tell(place: Place, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "llm" / "memory")
    folder.create()
    assert checked.report(folder, place.environ, place.home) == ([], [])
    record = _connect(place, "cursor")
    with state.opened(folder) as opened:
        store.record(opened.db, "cursor", settings=record)
    [found], wrong = checked.report(folder, place.environ, place.home)
    assert found["name"] == "cursor" and found["state"] == "ok" and not wrong
    (tmp_path / ".cursor" / "mcp.json").write_text("{}")
    [found], [(name, what, remedy)] = checked.report(folder, place.environ, place.home)
    assert found["state"] == "missing" and name == "cursor"
    assert "Cursor" in what and "llm memory connect cursor" in remedy
    checked.connect_again(folder, "cursor", place.environ, place.home)
    assert checked.report(folder, place.environ, place.home)[1] == []


def test_what_a_program_saves_at_the_last_moment_stays(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the file was compared for the last time, before it is replaced."""
    [file] = _files(place, "cursor")
    write_file(file, JSON_BEFORE)
    saved = JSON_BEFORE.replace("dark", "light")
    put = write._put

    def saves(change: Any, temporary: Path) -> None:
        file.with_name("new").write_text(saved)
        file.with_name("new").replace(file)
        put(change, temporary)

    monkeypatch.setattr(write, "_put", saves)
    with pytest.raises(ClientError, match="changed by another program"):
        _connect(place, "cursor")
    assert file.read_text() == saved
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_the_last_of_several_saves_during_an_exchange_stays(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the file is replaced, before the first save is put back, and before the second is."""
    [file] = _files(place, "cursor")
    write_file(file, JSON_BEFORE)
    saves = [JSON_BEFORE.replace("dark", colour) for colour in ("light", "blue", "green")]
    left, exchange = list(saves), write.exchanged

    def exchanged(new: Path, old: Path) -> bool:
        if left:
            file.with_name("new").write_text(left.pop(0))
            file.with_name("new").replace(file)
        return exchange(new, old)

    monkeypatch.setattr(write, "exchanged", exchanged)
    with pytest.raises(ClientError, match="changed by another program"):
        _connect(place, "cursor")
    assert not left and file.read_text() == saves[-1]
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_a_file_that_a_program_has_emptied_to_write_it_is_not_taken_for_empty(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    [file] = _files(place, "cursor")
    write_file(file, "")
    monkeypatch.setattr("time.sleep", lambda _seconds: file.write_text(JSON_BEFORE))
    _connect(place, "cursor")
    assert "// mine" in file.read_text()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    with memory_without_daemon(tmp_path, monkeypatch) as folder:
        write_file(tmp_path / ".cursor" / "mcp.json", "{}")
        yield folder


def _run(*arguments: str, said: str = "") -> Result:
    whole = ["memory", "connect", "cursor", *arguments]
    return CliRunner().invoke(cli, whole, input=said, catch_exceptions=False)


def _is_connected(folder: Folder) -> tuple[bool, bool]:
    """Whether the program is recorded as connected, and whether its file has our server."""
    with state.opened(folder) as opened:
        is_recorded = store.find(opened.db, "cursor") is not None
    return is_recorded, "llm_user_memory" in (
        folder.path.parents[1] / ".cursor/mcp.json"
    ).read_text()


@pytest.mark.parametrize("is_asked", [True, False])
@pytest.mark.parametrize(
    ("first", "other", "at_the_end"),
    [((), (), True), (("--remove",), ("--remove",), False), ((), ("--remove",), True)],
    ids=["both connect", "both disconnect", "one of each"],
)
def test_another_command_does_the_same_meanwhile(
    home: Folder,
    monkeypatch: pytest.MonkeyPatch,
    is_asked: bool,
    first: tuple[str, ...],
    other: tuple[str, ...],
    at_the_end: bool,
) -> None:
    """After the changes were shown. What is recorded is what the files have."""
    if other:
        _run("-y")
    show = connect_command._ask

    def shown(*given: Any, **options: Any) -> None:
        monkeypatch.setattr(connect_command, "_ask", show)
        show(*given, **options)
        assert _run(*other, "-y").exit_code == 0

    monkeypatch.setattr(connect_command, "_ask", shown)
    done = _run(*first, *(() if is_asked else ("-y",)), said="y\n")
    if is_asked:
        assert done.exit_code == 1 and "were changed meanwhile" in " ".join(done.output.split())
        assert _is_connected(home) == ((not other,) * 2)
    else:
        assert done.exit_code == 0
        assert _is_connected(home) == (at_the_end, at_the_end)


def test_one_command_at_a_time_changes_the_files(
    home: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("llm_user_memory.clients.connect._LOCK_LIMIT", 0.1)
    with clients.alone(home):
        busy = CliRunner().invoke(cli, ["memory", "connect", "cursor", "-y"])
    assert busy.exit_code == 1 and "clients.lock" in str(busy.output)
    assert _is_connected(home) == (False, False)


def test_a_program_that_was_disconnected_is_not_connected_by_a_repair(
    home: Folder, place: Place
) -> None:
    said = checked.connect_again(home, "cursor", place.environ, place.home)
    assert "not connected any more" in said and _is_connected(home) == (False, False)


@pytest.mark.product
@pytest.mark.once
def test_of_a_settings_file_on_one_line_only_the_change_is_shown(product: Product) -> None:
    before = json.dumps({"theme": "dark", "told": {f"tip {n}": n for n in range(20_000)}})
    settings = write_file(product.home / ".gemini" / "settings.json", before)
    done = product.run("memory", "connect", "gemini", "-y")
    assert done.code == 0 and "mcpServers" in done.err
    assert len(done.err) < 5_000 and "tip 7000" not in done.err
    assert product.run("memory", "connect", "gemini", "-y", "--remove").code == 0
    assert json.loads(settings.read_text()) == json.loads(before)


@pytest.mark.product
def test_the_command(product: Product) -> None:
    product.env["PATH"] = product.env["PATH"].replace("/npm/", "/-/")
    settings = write_file(product.home / ".gemini" / "settings.json", JSON_BEFORE)
    listed = product.run("memory", "connect").out
    assert "gemini          not connected" in listed and "zed             not found" in listed
    asked = product.run("memory", "connect", "gemini")  # nobody is there to answer
    assert asked.code and settings.read_text() == JSON_BEFORE
    done = product.run("memory", "connect", "gemini", "-y")
    assert done.code == 0 and "Gemini CLI is connected" in done.err
    assert "`llm memory connect gemini --remove` takes it back." in " ".join(done.err.split())
    assert "settings.json (changed)" in done.err and "+ " in done.err
    assert "not learned from" in done.err
    assert product.status()["clients"][0]["name"] == "gemini"
    assert "gemini" in product.run("memory", "doctor").out
    again = product.run("memory", "connect", "gemini", "-y", "--local", "--json")
    found = json.loads(again.out)
    assert (found["name"], found["connected"], found["files"]) == ("gemini", True, [])
    assert (found["changed"], found["take_back"]) == (True, "llm memory connect gemini")
    assert product.status()["clients"][0]["local"]
    assert product.run("memory", "connect", "gemini", "-y", "--remove").code == 0
    assert settings.read_text() == JSON_BEFORE
    assert product.status()["clients"] == []
