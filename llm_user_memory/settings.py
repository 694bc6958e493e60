"""The environment's settings and the memory folder's paths, typed, in one place.

Standard library only: the plugin, the daemon and the worker all read it. What a prompt loads has
no dataclasses: it would spend more on making those than on all else that it does for us.
"""

import os
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

Placement = Literal["auto", "prompt", "system"]
Backend = Literal["sqlite", "markdown", "none"]

_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})


class Settings(NamedTuple):
    """What the LLM_MEMORY_* variables say; the README's table explains each.

    `problems` names every value that could not be understood, as (variable, value, what was
    expected); its setting then has the default.
    """

    disabled: bool = False
    updates: bool = True
    update_interval: float = 10.0
    model: str | None = None
    profile: str | None = None
    daily_limit: int = 100
    news: bool = True
    profile_tokens: int = 1500
    placement: Placement = "auto"
    idle_timeout: float = 3600.0
    recall: bool = False
    recall_tokens: int = 600
    recall_local: bool = False
    embedder: str | None = None
    search: Backend = "sqlite"
    problems: tuple[tuple[str, str, str], ...] = ()

    @property
    def full_at(self) -> int:
        """How many tokens the profile may grow to; above `profile_tokens` it is to be merged."""
        return 2 * self.profile_tokens


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings in force. Never raises: see `Settings.problems`.

    An empty value counts as unset, as shells make it hard to tell them apart.
    """
    values: dict[str, Any] = {}
    problems: list[tuple[str, str, str]] = []
    for variable, (field, parse, expected) in _VARIABLES.items():
        text = environ.get(variable, "").strip()
        if not text:
            continue
        try:
            values[field] = parse(text)
        except ValueError:
            problems.append((variable, text, expected))
    return Settings(**values, problems=tuple(problems))


def fingerprint(environ: Mapping[str, str] = os.environ) -> str:
    """Return a short digest of the variables that decide how the daemon learns.

    When a prompt's differs from the daemon's, the daemon is replaced by one with the prompt's
    environment, so that a key exported later is found. It tells no value.
    """
    # Brings OpenSSL, 4 MB of it, which the daemon has no other use for.
    from hashlib import sha256

    relevant = sorted(
        (name, value)
        for name, value in environ.items()
        if (name.startswith("LLM_") and name not in _OF_ONE_CALL)
        or name.upper().endswith(("_API_KEY", "_PROXY"))
    )
    return sha256(repr(relevant).encode(errors="surrogateescape")).hexdigest()[:16]


class Folder(NamedTuple):
    """The memory folder, by absolute path, and everything that lives in it for one profile.

    `name` is "" for the default profile. A named one has a folder of its own within, so that
    nothing learned for one can turn up in another; the daemon is everybody's.
    """

    path: Path
    name: str = ""

    @property
    def own(self) -> Path:
        """Where the profile, its history and its locks are."""
        return self.profiles / self.name if self.name else self.path

    @property
    def profiles(self) -> Path:
        return self.path / "profiles"

    @property
    def profile(self) -> Path:
        return self.own / "profile.md"

    @property
    def edited(self) -> Path:
        """The copy of the profile while the user edits it."""
        return self.own / "profile.edit.md"

    @property
    def state(self) -> Path:
        return self.own / "state.db"

    @property
    def profile_lock(self) -> Path:
        return self.own / "profile.lock"

    @property
    def daemon_lock(self) -> Path:
        return self.path / "daemon.lock"

    @property
    def start_lock(self) -> Path:
        return self.path / "start.lock"

    @property
    def worker_lock(self) -> Path:
        return self.own / "worker.lock"

    @property
    def index_lock(self) -> Path:
        return self.own / "index.lock"

    @property
    def notes(self) -> Path:
        return self.own / "notes"

    @property
    def notes_lock(self) -> Path:
        return self.own / "notes.lock"

    @property
    def index_db(self) -> Path:
        return self.own / "index.db"

    @property
    def chats_lock(self) -> Path:
        return self.own / "chats.lock"

    @property
    def edit_lock(self) -> Path:
        return self.own / "edit.lock"

    @property
    def daemon_log(self) -> Path:
        return self.path / "daemon.log"

    @property
    def log_copy(self) -> Path:
        """The copy of LLM's log while we write to it."""
        return self.own / "logs.db.copy"

    @property
    def shell(self) -> Path:
        return self.path / "shell"

    @property
    def logs(self) -> Path:
        """LLM's log database, where LLM itself looks for it, links followed when first asked."""
        return _followed(self.path.parent / "logs.db")

    def open_log(self) -> int:
        """Open daemon.log to append to it; a daemon without a log is better than none.

        Returns a descriptor, of nowhere when the file cannot be written.
        """
        how = os.O_WRONLY | os.O_APPEND
        try:  # a pipe that nobody reads would keep us waiting
            return os.open(self.daemon_log, how | os.O_CREAT | os.O_NONBLOCK, 0o600)
        except OSError:
            return os.open(os.devnull, how)

    def create(self) -> None:
        """Make the folder, readable by its owner alone."""
        self.own.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.path.stat().st_mode & 0o077:
            self.path.chmod(0o700)


@lru_cache(maxsize=8)
def _followed(path: Path) -> Path:
    # Not Path.resolve, which raises in a circle of links before Python 3.13.
    return Path(os.path.realpath(path))


def _boolean(text: str) -> bool:
    if text.lower() in _TRUE:
        return True
    if text.lower() in _FALSE:
        return False
    raise ValueError(text)


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value < float("inf"):
        raise ValueError(text)
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 0:
        raise ValueError(text)
    return value


def _one_of(choices: object) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text.lower() not in get_args(choices):
            raise ValueError(text)
        return text.lower()

    return parse


# What a prompt says of itself alone, and where the memory folder is, which the daemon was told.
_OF_ONE_CALL = frozenset(
    {
        "LLM_MODEL",
        "LLM_USER_PATH",
        "LLM_MEMORY_DISABLED",
        "LLM_MEMORY_INJECT",
        "LLM_MEMORY_NEWS",
        "LLM_MEMORY_PLACEMENT",
        "LLM_MEMORY_PROFILE",
        "LLM_MEMORY_RECALL",
        "LLM_MEMORY_RECALL_TOKENS",
        "LLM_MEMORY_UPDATES",
    }
)

_YES_NO = "true or false"
_SECONDS = "a number of seconds"

_VARIABLES: dict[str, tuple[str, Callable[[str], Any], str]] = {
    "LLM_MEMORY_DISABLED": ("disabled", _boolean, _YES_NO),
    "LLM_MEMORY_UPDATES": ("updates", _boolean, _YES_NO),
    "LLM_MEMORY_UPDATE_INTERVAL": ("update_interval", _seconds, _SECONDS),
    "LLM_MEMORY_MODEL": ("model", str, "the name of a model"),
    "LLM_MEMORY_PROFILE": ("profile", str, "the name of a profile"),
    "LLM_MEMORY_DAILY_LIMIT": ("daily_limit", _count, "a whole number"),
    "LLM_MEMORY_PROFILE_TOKENS": ("profile_tokens", _count, "a whole number"),
    "LLM_MEMORY_NEWS": ("news", _boolean, _YES_NO),
    "LLM_MEMORY_PLACEMENT": ("placement", _one_of(Placement), "auto, prompt or system"),
    "LLM_MEMORY_IDLE_TIMEOUT": ("idle_timeout", _seconds, _SECONDS),
    "LLM_MEMORY_RECALL": ("recall", _boolean, _YES_NO),
    "LLM_MEMORY_RECALL_TOKENS": ("recall_tokens", _count, "a whole number"),
    "LLM_MEMORY_RECALL_LOCAL": ("recall_local", _boolean, _YES_NO),
    "LLM_MEMORY_EMBEDDER": ("embedder", str, "the name of an embedding model"),
    "LLM_MEMORY_SEARCH": ("search", _one_of(Backend), "sqlite, markdown or none"),
}
