"""The processes of the server: the embedded database, and those that answer requests."""

import errno
import logging
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple

from ..clients.programs import launch
from ..errors import ServerError
from . import database, embedded, examine, keys, migrations, shared_counters
from .background import repeated
from .embedded import Urls
from .settings import ServerSettings

log = logging.getLogger("memory.server")

# Seconds between two looks at the embedded database.
_LOOK = 2.0

# Seconds that requests, and what the worker does, may take to end when the server is stopped.
_GRACE = 20

# Seconds that a port may still be in use when the server starts. The processes of a server that was
# killed keep its port until each has loaded the application, which on a busy machine takes long.
_PORT_PATIENCE = 30.0

# Seconds between two tries to connect while it starts, and for each.
_STARTING, _PROBE = 0.05, 1.0

# Seconds that one of several processes may be silent before it is replaced: it is while it starts.
_SILENCE = 60


class ChosenDatabase(NamedTuple):
    """Which database: that of the URLs, or the embedded one of a folder."""

    urls: Urls
    folder: Path | None


def chosen_database(settings: ServerSettings, folder: Path | None) -> ChosenDatabase:
    """Return which database the settings and the folder name. Raises ServerError."""
    if folder is None and (settings.database or settings.admin):
        return ChosenDatabase(Urls(settings.database, settings.admin), None)
    return ChosenDatabase(Urls("", ""), folder or embedded.default_folder())


@contextmanager
def opened(chosen: ChosenDatabase) -> Iterator[Urls]:
    """Yield the URLs of the database; an embedded one runs at least for the block."""
    if chosen.folder is None:
        yield chosen.urls
        return
    server = embedded.Server(chosen.folder)
    try:
        yield server.attach()
    finally:
        server.stop()


def administrator(urls: Urls) -> str:
    """Return the URL of the role that may create tables and keys. Raises ServerError."""
    if not urls.admin:
        raise ServerError(
            "Nothing says how to reach the database as a role that may create tables and keys.",
            untouched="Nothing was changed.",
            remedy="Set LLM_MEMORY_SERVER_ADMIN to its URL.",
        )
    return urls.admin


def init(urls: Urls) -> str:
    """Create everything in a database, and return the application's URL with a new password."""
    import secrets

    from psycopg import sql
    from psycopg.conninfo import make_conninfo

    password = secrets.token_urlsafe(24)
    with database.connect(administrator(urls)) as admin:
        migrations.migrate(admin)
        admin.execute(
            sql.SQL("alter role {} password {}").format(
                sql.Identifier(migrations.APPLICATION), sql.Literal(password)
            )
        )
    return str(make_conninfo(administrator(urls), user=migrations.APPLICATION, password=password))


def serve(
    chosen: ChosenDatabase,
    *,
    host: str,
    port: int,
    workers: int,
    first_key: Callable[[str], None],
    begins: Callable[[], None],
) -> None:
    """Answer requests until the process is told to end.

    `first_key` is called with a key where the embedded database has none, and `begins`, from
    another thread, once requests are answered. Raises ServerError if the database must not be used.
    """
    if chosen.folder is None:
        if not chosen.urls.application:
            raise ServerError(
                "LLM_MEMORY_SERVER_DATABASE is not set.",
                untouched="Nothing was started.",
                remedy="`llm memory serve init` prints it.",
            )
        _run(chosen.urls.application, host, port, workers, begins)
        return
    server = embedded.Server(chosen.folder)
    urls = server.start()
    try:
        with database.connect(urls.admin) as admin:
            if not keys.any_is_valid(admin):
                first_key(keys.add(admin, "first"))
        with _kept_running(server):
            _run(urls.application, host, port, workers, begins)
    finally:
        server.stop()


def _run(url: str, host: str, port: int, workers: int, begins: Callable[[], None]) -> None:
    """Answer requests, and run the worker beside that, which learns and embeds."""
    with database.connect(url) as connection:
        examine.require(connection)
        is_replica = database.is_read_only(connection)
    wait_for_port(host, port)
    os.environ["LLM_MEMORY_SERVER_DATABASE"] = url  # for the processes that are started
    # Or those of --workers would look for modules in the current folder first: see `launch`.
    os.environ["PYTHONSAFEPATH"] = "1"
    working = nullcontext() if is_replica else _working()
    with shared_counters.shared(), working, _told_once_answered(host, port, begins):
        _answer(host, port, workers)


def _told_once_answered(
    host: str, port: int, begins: Callable[[], None]
) -> AbstractContextManager[None]:
    """Call `begins` as soon as somebody listens at this address, while the block runs."""

    def is_starting() -> bool:
        try:
            socket.create_connection((host, port), _PROBE).close()
        except OSError:
            return True
        begins()
        return False

    return repeated(is_starting, _STARTING)


def wait_for_port(host: str, port: int, patience: float = _PORT_PATIENCE) -> None:
    """Wait until the server can listen at this address.

    Raises ServerError if another program does for `patience` seconds, or nobody can.
    """
    deadline = time.monotonic() + patience
    is_told = False
    while True:
        try:
            with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as tried:
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                tried.bind((host, port))
                tried.listen()
            return
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() >= deadline:
                raise ServerError(
                    f"The server cannot listen at {host}, port {port}: {error.strerror}.",
                    untouched="Nothing was changed.",
                    remedy="Stop the program that uses it, or choose another one with --port.",
                ) from error
        if not is_told:
            log.warning("Port %s is in use; waiting up to %.0f s for it.", port, patience)
            is_told = True
        time.sleep(0.2)


@contextmanager
def _working() -> Iterator[None]:
    """Run the `worker` for the block, and start it again if it ends."""
    ended = threading.Event()
    command = launch(f"{__package__}.worker")

    def run() -> None:
        while not ended.is_set():
            with subprocess.Popen(
                command, stdin=subprocess.PIPE, start_new_session=True
            ) as process:
                while process.poll() is None and not ended.wait(0.2):
                    pass
                if is_stopped := process.poll() is None:
                    process.terminate()
                    try:
                        process.wait(_GRACE)
                    except subprocess.TimeoutExpired:
                        process.kill()  # its claims end by themselves
            if not is_stopped:
                log.error("The worker ended with %s.", process.returncode)
                ended.wait(_LOOK)

    keeper = threading.Thread(target=run)
    keeper.start()
    try:
        yield
    finally:
        ended.set()
        keeper.join()


def _end(*_signal: object) -> None:
    raise SystemExit(0)


def _answer(host: str, port: int, workers: int) -> None:
    import uvicorn

    # uvicorn raises the signal again when the last request is answered: what follows must be done.
    signal.signal(signal.SIGTERM, _end)
    uvicorn.run(
        f"{__package__}.app:create",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
        timeout_worker_healthcheck=_SILENCE,
        log_level="warning",
    )


def _kept_running(server: embedded.Server) -> AbstractContextManager[None]:
    """Start the embedded database again if it ends while the block runs."""

    def look() -> bool:
        try:
            server.ensure_running()
        except ServerError as error:
            log.error(error)
        return True

    return repeated(look, _LOOK)
