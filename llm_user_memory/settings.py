"""The settings from the environment, and the paths in the memory folder.

Every prompt, the daemon and the worker load this module, so it imports the standard library
only. Like all modules that a prompt loads it defines no dataclasses, because creating those
classes would take longer than the rest of the plugin's work in a prompt.
"""

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from io import BufferedReader
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

Placement = Literal["auto", "prompt", "system"]
Backend = Literal["sqlite", "markdown", "none"]
Reach = Literal["local", "any"]

_TRUE = frozenset({"1", "true", "yes", "on"})
# The format that `model.prices` reads; prompts do not load that module.
_PRICE = r"[^\s,=]+=\d+(?:\.\d+)?/\d+(?:\.\d+)?"

_FALSE = frozenset({"0", "false", "no", "off"})

# What holds if a value cannot be understood: in doubt nothing is learned, and nothing given. Each
# switch has its value then, and what that means.
_IN_DOUBT = {
    "disabled": (True, "memory is off"),
    "updates": (False, "nothing is learned"),
    "learn_only": (True, "prompts are given nothing"),
}
_BY_DEFAULT = "the default is used"

BACKGROUND_SESSION = "CLAUDE_JOB_DIR"
"""The variable that Claude Code sets for hooks and servers of a background session: see `hook`."""


class Settings(NamedTuple):
    """The values of the LLM_MEMORY_* variables; the README's table explains each.

    `problems` lists the values that could not be parsed, as (variable, value, expected form, what
    holds instead). Their settings have the defaults, and those of `_IN_DOUBT` the values there.
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
    learned_locally: Reach = "local"
    archive: bool = True
    embedder: str | None = None
    search: Backend = "sqlite"
    notes: str | None = None
    learn_only: bool = False
    ask_model: str | None = None
    client_questions: bool = True
    prices: str | None = None
    problems: tuple[tuple[str, str, str, str], ...] = ()


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Return the current settings. Invalid values do not raise: see `Settings.problems`.

    An empty value counts as unset, because shells make it hard to distinguish the two.
    """
    values: dict[str, Any] = {}
    problems: list[tuple[str, str, str, str]] = []
    for variable, (field, parse, expected) in _VARIABLES.items():
        text = _storable(environ.get(variable, "")).strip()
        if not text:
            continue
        try:
            values[field] = parse(text)
        except ValueError:
            instead = _BY_DEFAULT
            if field in _IN_DOUBT:
                values[field], instead = _IN_DOUBT[field]
            problems.append((variable, text, expected, instead))
    problems += [
        (variable, text, f"read any more: see {successor}", _BY_DEFAULT)
        for variable, successor in _RETIRED.items()
        if (text := environ.get(variable, "").strip())
    ]
    return Settings(**values, problems=tuple(problems))


def is_plain(environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether output must have no colours and not move the cursor."""
    return bool(environ.get("NO_COLOR")) or environ.get("TERM") == "dumb"


def is_address(variable: str) -> bool:
    """Return whether an environment variable tells the address of a service's models."""
    return variable == "OLLAMA_HOST" or variable.endswith("_BASE_URL")


def is_proxy(variable: str) -> bool:
    """Return whether an environment variable names a proxy, or what is asked without one."""
    return variable.upper().endswith("_PROXY")


def asked_model(model: str | None, environ: Mapping[str, str] = os.environ) -> str:
    """Return a key that identifies LLM_MEMORY_MODEL together with the addresses of models.

    The addresses, and the proxies before them, are those in variables, and are hashed. Without any,
    the key is `model` itself, "" for None.
    """
    addresses = sorted(
        each for each in environ.items() if (is_address(each[0]) or is_proxy(each[0])) and each[1]
    )
    if not addresses:
        return model or ""
    from zlib import crc32  # few have such a variable

    return f"{model or ''} {crc32(repr(addresses).encode(errors='surrogateescape')):08x}"


def fingerprint(environ: Mapping[str, str] = os.environ) -> str:
    """Return a hash of the variables that decide how the daemon learns, as 16 hexadecimal digits.

    When the fingerprint of a prompt differs from the daemon's, the daemon is restarted with the
    prompt's environment, so that it has API keys that were exported later, and the same addresses
    of models. The hash does not reveal the values.
    """
    # Imported here because it loads OpenSSL (4 MB), which the daemon does not need otherwise.
    from hashlib import sha256

    relevant = sorted(
        (name, value)
        for name, value in environ.items()
        if (name.startswith("LLM_") and name not in _PROMPT_ONLY)
        or name.upper().endswith("_API_KEY")
        or is_proxy(name)
        or is_address(name)
    )
    return sha256(repr(relevant).encode(errors="surrogateescape")).hexdigest()[:16]


class Folder(NamedTuple):
    """The absolute path of the memory folder, and the paths of one profile's files in it.

    `name` is "" for the default profile. A named profile has a subfolder with its own files, so
    that facts cannot get into another profile. All profiles share one daemon.
    """

    path: Path
    name: str = ""

    @property
    def profile_folder(self) -> Path:
        """The folder of this profile's files: the memory folder, or its subfolder."""
        return self.profiles / self.name if self.name else self.path

    @property
    def profiles(self) -> Path:
        return self.path / "profiles"

    @property
    def profile(self) -> Path:
        return self.profile_folder / "profile.md"

    @property
    def edited(self) -> Path:
        """The copy of the profile that the user edits in `llm memory edit`."""
        return self.profile_folder / "profile.edit.md"

    @property
    def state(self) -> Path:
        return self.profile_folder / "state.db"

    @property
    def profile_lock(self) -> Path:
        return self.profile_folder / "profile.lock"

    @property
    def daemon_lock(self) -> Path:
        return self.path / "daemon.lock"

    @property
    def start_lock(self) -> Path:
        return self.path / "start.lock"

    @property
    def clients_lock(self) -> Path:
        """Held while the files of another program are changed."""
        return self.path / "clients.lock"

    @property
    def worker_lock(self) -> Path:
        return self.profile_folder / "worker.lock"

    @property
    def index_lock(self) -> Path:
        return self.profile_folder / "index.lock"

    @property
    def notes(self) -> Path:
        return self.profile_folder / "notes"

    @property
    def notes_lock(self) -> Path:
        return self.profile_folder / "notes.lock"

    @property
    def index_db(self) -> Path:
        return self.profile_folder / "index.db"

    @property
    def spool(self) -> Path:
        """The folder with the receipts of prompts in other programs: see `store.receipts`."""
        return self.profile_folder / "spool"

    @property
    def chats_lock(self) -> Path:
        return self.profile_folder / "chats.lock"

    @property
    def edit_lock(self) -> Path:
        return self.profile_folder / "edit.lock"

    @property
    def daemon_log(self) -> Path:
        return self.path / "daemon.log"

    @property
    def log_copy(self) -> Path:
        """The backup of LLM's log, while a purge writes to the log."""
        return self.profile_folder / "logs.db.copy"

    @property
    def shell(self) -> Path:
        return self.path / "shell"

    @property
    def logs(self) -> Path:
        """LLM's log database. Symbolic links are resolved once per process."""
        return _resolved(self.path.parent / "logs.db")

    def open_log(self) -> int:
        """Open daemon.log for appending; return the file descriptor.

        If the file cannot be written, or belongs to another user, the descriptor is that of
        /dev/null, and the daemon runs without a log.
        """
        how = os.O_WRONLY | os.O_APPEND
        try:
            refuse_foreign(self.daemon_log)
            # O_NONBLOCK: opening a named pipe without a reader would wait forever
            return os.open(self.daemon_log, how | os.O_CREAT | os.O_NONBLOCK, 0o600)
        except OSError:
            return os.open(os.devnull, how)

    def create(self) -> None:
        """Create the folder of the profile, readable by its owner only. Raises OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        for folder in (self.path, *((self.profiles, self.profile_folder) if self.name else ())):
            make_private(folder)


def user_folder(environ: Mapping[str, str] = os.environ) -> Folder:
    """Return the memory folder in LLM's user directory, found without `llm` and `click`."""
    if given := environ.get("LLM_USER_PATH"):
        return Folder(Path(given).absolute() / "memory")
    if sys.platform == "darwin":
        base = Path("~/Library/Application Support").expanduser()
    else:
        base = Path(environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser()
    return Folder(base.absolute() / "io.datasette.llm" / "memory")


def make_private(folder: Path) -> None:
    """Create a folder if it is missing, and let only its owner enter it.

    Raises OSError, also if it belongs to another user. A umask can only remove permissions, so a
    new folder never has more than these.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    refuse_foreign(folder)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)


def foreign(*paths: Path) -> Path | None:
    """Return the first of the paths that belongs to another user, None if none does.

    Both a link and its target must belong to the user. Missing paths are accepted. Root is trusted,
    because root can change everything anyway, and on some mounts every file is root's.
    """
    trusted = (0, os.geteuid())
    for path in paths:
        with suppress(OSError):
            if path.lstat().st_uid not in trusted or path.stat().st_uid not in trusted:
                return path
    return None


def refuse_foreign(path: Path) -> None:
    """Raise OSError if the file belongs to another user."""
    if foreign(path):
        raise OSError(errno.EPERM, "it is another user's")


def plain_file(path: Path) -> BufferedReader:
    """Open a regular file to read it. Raises OSError for other kinds of file.

    O_NONBLOCK is set because opening a named pipe would wait for a writer.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    raise OSError(errno.EINVAL, "it is no file")


def refuse_odd(descriptor: int) -> None:
    """Raise OSError unless an open file is a regular file that belongs to the user or root."""
    about = os.fstat(descriptor)
    if not stat.S_ISREG(about.st_mode):
        raise OSError(errno.EINVAL, "it is no file")
    if about.st_uid not in (0, os.geteuid()):
        raise OSError(errno.EPERM, "it is another user's")


def _storable(value: str) -> str:
    """A variable's value with "?" for bytes that are not UTF-8, which no database can hold."""
    return value if value.isascii() else value.encode(errors="replace").decode()


@lru_cache(maxsize=8)
def _resolved(path: Path) -> Path:
    # Not Path.resolve, which raises for circular links before Python 3.13.
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


def _days(text: str) -> str:
    """The days of notes in the format of `notes.parse_span`, "" for none."""
    number, unit = text[:-1].strip(), text[-1:].lower()
    if text.lower() in ("none", "today", "yesterday"):
        return text.lower().replace("none", "")
    if unit not in ("d", "w") or not number.isdecimal() or not 0 < int(number[:5]) < 10_000:
        raise ValueError(text)
    return text


def _prices(text: str) -> str:
    if not re.fullmatch(rf"{_PRICE}(?:[\s,]+{_PRICE})*,?", text):
        raise ValueError(text)
    return text


def _one_of(choices: object) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text.lower() not in get_args(choices):
            raise ValueError(text)
        return text.lower()

    return parse


# Not part of the fingerprint: variables that only concern the prompt, and LLM_USER_PATH, which is
# an argument of the daemon.
_PROMPT_ONLY = frozenset(
    {
        "LLM_MODEL",
        "LLM_USER_PATH",
        "LLM_MEMORY_DISABLED",
        "LLM_MEMORY_COMMAND_LINE",
        "LLM_MEMORY_INJECT",
        "LLM_MEMORY_NEWS",
        "LLM_MEMORY_NOTES",
        "LLM_MEMORY_PLACEMENT",
        "LLM_MEMORY_PRICES",
        "LLM_MEMORY_PROFILE",
        "LLM_MEMORY_RECALL",
        "LLM_MEMORY_RECALL_TOKENS",
        "LLM_MEMORY_UPDATES",
        "LLM_MEMORY_ARCHIVE",
        "LLM_MEMORY_ASK_MODEL",
        "LLM_MEMORY_CLIENT_QUESTIONS",
        "LLM_MEMORY_LEARN_ONLY",
    }
)

# Variables of earlier versions, and those that replace them.
_RETIRED = {"LLM_MEMORY_RECALL_LOCAL": "LLM_MEMORY_LEARNED_LOCALLY"}

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
    "LLM_MEMORY_LEARNED_LOCALLY": ("learned_locally", _one_of(Reach), "local or any"),
    "LLM_MEMORY_ARCHIVE": ("archive", _boolean, _YES_NO),
    "LLM_MEMORY_NOTES": ("notes", _days, "a number of days such as 7d, or none"),
    "LLM_MEMORY_EMBEDDER": ("embedder", str, "the name of an embedding model"),
    "LLM_MEMORY_SEARCH": ("search", _one_of(Backend), "sqlite, markdown or none"),
    "LLM_MEMORY_LEARN_ONLY": ("learn_only", _boolean, _YES_NO),
    "LLM_MEMORY_CLIENT_QUESTIONS": ("client_questions", _boolean, _YES_NO),
    "LLM_MEMORY_ASK_MODEL": ("ask_model", str, "the name of a model"),
    "LLM_MEMORY_PRICES": ("prices", _prices, "a list such as gpt-4o-mini=0.15/0.60"),
}
