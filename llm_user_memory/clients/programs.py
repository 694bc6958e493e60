"""The programs that can be connected: their configuration files, and our entries in them."""

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from . import toml

SERVER = "llm-memory"
"""The name of the MCP server in every configuration."""

OWN_VARIABLES = frozenset({"LLM_USER_PATH"})
"""The environment variables in a server's entry that we write. Any others are the user's."""

SERVER_MODULE, HOOK_MODULE = "llm_user_memory.mcp", "llm_user_memory.hook"

# The events of the hooks, each with the seconds after which the program stops waiting for ours.
_EVENTS = {"SessionStart": 10, "UserPromptSubmit": 10, "SessionEnd": 5}


@dataclass(frozen=True)
class Entry:
    """A value that we write into a configuration file.

    `path` is the key path of a member or, with `is_item`, of the list to which `value` is added.
    A value that contains the text `mark` is ours. A `shared` member may be the user's own: it is
    added only if it is missing.
    """

    file: Path
    format: Literal["json", "toml"]
    path: tuple[str | int, ...]
    value: Any
    mark: str
    is_item: bool = False
    shared: bool = False

    @property
    def place(self) -> str:
        """Its place in the file, for display."""
        if self.format == "json":
            return ".".join(map(str, self.path))
        return toml.header(self.path[:-1] if self.shared else self.path, is_item=self.is_item)


@dataclass(frozen=True)
class Place:
    """What the places of configurations depend on: the environment, home folder and platform."""

    environ: Mapping[str, str]
    home: Path
    platform: str = sys.platform

    def config(self, name: str) -> Path:
        """Return the folder of a program that follows the platform's convention."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support" / name
        return Path(self.environ.get("XDG_CONFIG_HOME") or self.home / ".config") / name

    def xdg(self, name: str) -> Path:
        """Return the folder of a program that uses ~/.config on every platform."""
        return Path(self.environ.get("XDG_CONFIG_HOME") or self.home / ".config") / name

    def own(self, variable: str, name: str) -> Path:
        """Return the folder that an environment variable names, or else one in the home folder."""
        given = self.environ.get(variable)
        return Path(given) if given else self.home / name


@dataclass(frozen=True)
class Program:
    """A program that can be connected, with its configuration folder and our entries.

    `name` is the one that commands take. `learns` tells whether we learn from what is typed into
    it. `own` is the program's own command for adding an MCP server, "" if it has none; where it is
    installed, it normally replaces the first entry. `advice` is what the user has to do next.
    """

    name: str
    title: str
    folder: Callable[[Place], Path]
    entries: Callable[[Place], list[Entry]]
    learns: bool = False
    own: str = ""
    advice: str = "Restart it if it is running."


def launch(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of this package, safe in any current folder.

    Python would otherwise look for modules in the current folder first, which may be an untrusted
    repository.
    """
    if sys.version_info >= (3, 11):
        return [sys.executable, "-P", "-m", module, *arguments]
    run = (
        f"import sys; sys.path.pop(0); import runpy; runpy.run_module({module!r}, None, '__main__')"
    )
    return [sys.executable, "-c", run, *arguments]


def server_command(client: str) -> list[str]:
    """Return the command that starts the MCP server for a program."""
    return launch(SERVER_MODULE, "--client", client)


def server_environment(place: Place) -> dict[str, str]:
    """Return the environment variables that the server needs, as programs may not pass them on."""
    given = place.environ.get("LLM_USER_PATH")
    return {"LLM_USER_PATH": str(Path(given).absolute())} if given else {}


def _server(place: Place, client: str, **more: Any) -> dict[str, Any]:
    command, *arguments = server_command(client)
    found = {**more, "command": command, "args": arguments}
    if env := server_environment(place):
        found["env"] = env
    return found


def _hooks(place: Place, file: Path, client: str) -> list[Entry]:
    """The hooks of a program, in the form that Claude Code and Codex share."""
    found = []
    for event, timeout in _EVENTS.items():
        words = [f"{name}={value}" for name, value in server_environment(place).items()]
        command = shlex.join(
            [*(["env", *words] if words else []), *launch(HOOK_MODULE, event, client)]
        )
        # The session must not see an error, even if this Python was removed.
        hook = {"type": "command", "command": f"{command} 2>/dev/null || true", "timeout": timeout}
        item = {"hooks": [hook]}
        found.append(Entry(file, "json", ("hooks", event), item, HOOK_MODULE, is_item=True))
    return found


def _member(
    file: Callable[[Place], Path], key: str, client: str, **more: Any
) -> Callable[[Place], list[Entry]]:
    def entries(place: Place) -> list[Entry]:
        value = _server(place, client, **more)
        return [Entry(file(place), "json", (key, SERVER), value, SERVER_MODULE)]

    return entries


def _claude_code(place: Place) -> Path:
    return place.own("CLAUDE_CONFIG_DIR", ".claude")


def _claude_code_entries(place: Place) -> list[Entry]:
    base = _claude_code(place) if place.environ.get("CLAUDE_CONFIG_DIR") else place.home
    server = _server(place, "claude-code", type="stdio")
    return [
        Entry(base / ".claude.json", "json", ("mcpServers", SERVER), server, SERVER_MODULE),
        *_hooks(place, _claude_code(place) / "settings.json", "claude-code"),
    ]


def _codex(place: Place) -> Path:
    return place.own("CODEX_HOME", ".codex")


def _codex_entries(place: Place) -> list[Entry]:
    server, file = _server(place, "codex"), _codex(place) / "config.toml"
    found = Entry(file, "toml", ("mcp_servers", SERVER), server, SERVER_MODULE)
    return [found, *_hooks(place, _codex(place) / "hooks.json", "codex")]


def _gptme_entries(place: Place) -> list[Entry]:
    server = {"name": SERVER, "enabled": True, **_server(place, "gptme")}
    file = place.xdg("gptme") / "config.toml"
    return [
        Entry(file, "toml", ("mcp", "enabled"), True, "enabled", shared=True),
        Entry(file, "toml", ("mcp", "servers"), server, SERVER_MODULE, is_item=True),
    ]


PROGRAMS = {
    program.name: program
    for program in (
        Program(
            "claude-code",
            "Claude Code",
            _claude_code,
            _claude_code_entries,
            learns=True,
            own="claude",
        ),
        Program(
            "claude-desktop",
            "Claude Desktop",
            lambda place: place.config("Claude"),
            _member(
                lambda place: place.config("Claude") / "claude_desktop_config.json",
                "mcpServers",
                "claude-desktop",
            ),
        ),
        Program(
            "cursor",
            "Cursor",
            lambda place: place.home / ".cursor",
            _member(lambda place: place.home / ".cursor" / "mcp.json", "mcpServers", "cursor"),
        ),
        Program(
            "vscode",
            "Visual Studio Code",
            lambda place: place.config("Code"),
            _member(
                lambda place: place.config("Code") / "User" / "mcp.json",
                "servers",
                "vscode",
                type="stdio",
            ),
        ),
        Program(
            "codex",
            "Codex",
            _codex,
            _codex_entries,
            learns=True,
            advice="When it starts, Codex asks you to review the new hooks: trust them there.",
        ),
        Program(
            "gemini",
            "Gemini CLI",
            lambda place: place.own("GEMINI_CLI_HOME", "") / ".gemini",
            _member(
                lambda place: place.own("GEMINI_CLI_HOME", "") / ".gemini" / "settings.json",
                "mcpServers",
                "gemini",
            ),
        ),
        Program(
            "zed",
            "Zed",
            lambda place: place.xdg("zed"),
            _member(
                lambda place: place.xdg("zed") / "settings.json",
                "context_servers",
                "zed",
                source="custom",
            ),
        ),
        Program("gptme", "gptme", lambda place: place.xdg("gptme"), _gptme_entries),
    )
}
"""All programs by name, in the order in which commands list them."""


def there(place: Place) -> list[Program]:
    """Return the programs that have a configuration on this machine."""
    return [program for program in PROGRAMS.values() if program.folder(place).is_dir()]


def shown(command: Sequence[str]) -> str:
    """Return a command quoted for a shell."""
    return shlex.join(command)
