"""Starts `llm` quickly: a process that has imported `llm` waits, and each run is a fork of it.

More than nine tenths of the time of a short `llm` command are imports. A fork runs the same code as
the program `llm`, in a process of its own with its own arguments, environment, folder, streams and
terminal, and ends as Python ends. Only the modules that `llm --version` imports, the library that
knows secrets and, for `llm memory ...`, this package are loaded already. What is decided before
those imports, such as the encoding of the streams or a preloaded library, cannot be changed for a
fork. So with such an environment, with a `sitecustomize.py`, or with another `llm`, the program
itself is started.

Plugins are loaded before the fork. A plugin that examines its process when it is loaded needs the
program itself: put an empty `sitecustomize.py` on PYTHONPATH.

The watcher that a fork starts is a normal program. Its workers are forks again, through
`warm/sitecustomize.py`. They are not its children, but it can wait for them and end them.
"""

import atexit
import ctypes
import functools
import gc
import importlib
import io
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, Protocol

_EARLY = ("PYTHON", "LD_", "DYLD_", "LC_", "LANG", "MALLOC_")
"""Prefixes of the environment variables that take effect before a fork could set them."""
WARM = Path(__file__).parent / "warm"
"""The folder that must be on PYTHONPATH so that workers are forks, too."""
ADDRESS = "TESTS_LAUNCHER"
"""The environment variable with the address at which the watcher can have workers forked."""
_EARLY_NAMES = ("LLM_LOAD_PLUGINS", "LLM_MEMORY_INJECT", "FAKETIME")


class Process(Protocol):
    """The part of the interface of `subprocess.Popen` that all started processes have."""

    pid: int
    returncode: int | None

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def kill(self) -> None: ...
    def terminate(self) -> None: ...
    def send_signal(self, sig: int) -> None: ...


def start(
    command: Sequence[str],
    env: Mapping[str, str],
    cwd: Path,
    streams: tuple[int, int, int],
    terminal: bool = False,
) -> Process:
    """Start a program with these descriptors as its standard streams.

    With `terminal` it leads a new session; the first stream that is a terminal becomes its
    controlling terminal.
    """
    early = {name: value for name, value in env.items() if _is_early(name)}
    is_ours = command[0] == str(Path(sys.executable).parent / "llm")
    if is_ours and not _is_customized(env) and (waiting := _waiting_with(command[0], early)):
        return waiting.fork(command, env, cwd, streams, terminal)
    return subprocess.Popen(
        command,
        stdin=streams[0],
        stdout=streams[1],
        stderr=streams[2],
        env=dict(env),
        cwd=cwd,
        start_new_session=terminal,
        preexec_fn=_take_terminal if terminal else None,
    )


def start_module(address: str, command: Sequence[str]) -> "Fork":
    """Start `python -m MODULE ...` as a fork in the root folder, with no input and no output.

    Its standard error is that of this process. It leads a session of its own.
    """
    told = socket.socket(socket.AF_UNIX)
    told.connect(address)
    nothing = os.open(os.devnull, os.O_RDWR)
    try:
        socket.send_fds(told, [b"f"], [nothing, nothing, 2])
    finally:
        os.close(nothing)
    return Fork(told, {"argv": list(command), "env": dict(os.environ), "cwd": "/", "module": True})


def run(
    command: Sequence[str], env: Mapping[str, str], cwd: Path, given: str, timeout: float
) -> tuple[int, str, str]:
    """Run a program to its end; return its exit code, its output and its errors.

    After `timeout` seconds the program is ended, and TimeoutExpired raised.
    """
    pipes = [os.pipe() for _ in range(3)]
    theirs = (pipes[0][0], pipes[1][1], pipes[2][1])
    with (
        os.fdopen(pipes[0][1], "wb", buffering=0) as stdin,
        os.fdopen(pipes[1][0], "rb") as stdout,
        os.fdopen(pipes[2][0], "rb") as stderr,
        ThreadPoolExecutor(3) as pool,
    ):
        try:
            process = start(command, env, cwd, theirs)
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        written = pool.submit(_write, stdin, given.encode())
        read = [pool.submit(stream.read) for stream in (stdout, stderr)]
        try:
            code = process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        written.result()
        out, err = (each.result().decode().replace("\r\n", "\n") for each in read)
    return code, out, err


def _write(stdin: io.FileIO, given: bytes) -> None:
    with stdin, suppress(BrokenPipeError):
        while given:
            given = given[stdin.write(given) :]


def _waiting_with(llm: str, early: Mapping[str, str]) -> "_Waiting | None":
    key = tuple(sorted(early.items()))
    with _lock:
        if key not in _waiting and len(_waiting) < _MOST:
            _waiting[key] = _Waiting(llm, early)
        return _waiting.get(key)


def _is_early(name: str) -> bool:
    return name.startswith(_EARLY) or name in _EARLY_NAMES


def _is_customized(env: Mapping[str, str]) -> bool:
    """Whether Python would load a `sitecustomize.py`, which may read any variable."""
    folders = env.get("PYTHONPATH", "").split(os.pathsep)
    return any(
        Path(folder, "sitecustomize.py").exists()
        for folder in folders
        if folder and folder != str(WARM)
    )


class Fork:
    """A running fork, of which another process is the parent."""

    def __init__(self, told: socket.socket, asked: Mapping[str, Any]) -> None:
        self.returncode: int | None = None
        self._told = told
        told.sendall(json.dumps(asked).encode())
        told.shutdown(socket.SHUT_WR)
        self._unread = b""
        self.pid = int(self._line(None) or -1)
        assert self.pid > 0, "no process was forked"

    def poll(self) -> int | None:
        """Return the exit code, negative for a signal; None while it runs."""
        with suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code. Raises TimeoutExpired."""
        if self.returncode is None:
            self.returncode = int(self._line(timeout))
            self._told.close()
        return self.returncode

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _line(self, timeout: float | None) -> bytes:
        deadline = None if timeout is None else time.monotonic() + timeout
        while b"\n" not in self._unread:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not select.select([self._told], [], [], left)[0]:
                raise subprocess.TimeoutExpired("llm", timeout or 0)
            read = self._told.recv(100)
            assert read, "the process that llm is forked from has ended"
            self._unread += read
        line, _, self._unread = self._unread.partition(b"\n")
        return line


class _Waiting:
    """The process that `llm` is forked from. It ends with this process."""

    def __init__(self, llm: str, early: Mapping[str, str]) -> None:
        self._lock = threading.Lock()
        self._commands, theirs = socket.socketpair()
        self._folder = tempfile.TemporaryDirectory(prefix="llm-launcher-")
        self._address = f"{self._folder.name}/socket"
        with theirs, socket.socket(socket.AF_UNIX) as listening:
            listening.bind(self._address)
            listening.listen(64)
            given = [str(each.fileno()) for each in (theirs, listening)]
            self._process = subprocess.Popen(
                [sys.executable, __file__, *given, llm, _ROOM],
                stdin=subprocess.DEVNULL,
                env={"PATH": os.environ["PATH"], "HOME": os.devnull, **early},
                pass_fds=[theirs.fileno(), listening.fileno()],
                start_new_session=True,
            )
        atexit.register(self.end)

    def fork(
        self,
        command: Sequence[str],
        env: Mapping[str, str],
        cwd: Path,
        streams: tuple[int, int, int],
        terminal: bool,
    ) -> Fork:
        told, theirs = socket.socketpair()
        with theirs, self._lock:
            socket.send_fds(self._commands, [b"f"], [theirs.fileno(), *streams])
        return Fork(
            told,
            {
                "argv": list(command),
                "env": {**env, ADDRESS: self._address},
                "cwd": str(cwd),
                "terminal": terminal,
            },
        )

    def end(self) -> None:
        self._commands.close()
        self._process.wait(60)
        self._folder.cleanup()


_lock = threading.Lock()
_waiting: dict[tuple[tuple[str, str], ...], _Waiting] = {}
_MOST = 4
"""The most processes that wait: an environment of few tests is not worth one."""
_PATIENCE = 20.0
"""Seconds within which a caller has to send its request."""
_ROOM = " " * 4000
"""An argument that makes room for the command line of a fork."""


def _take_terminal() -> None:
    import fcntl
    import termios

    for descriptor in (0, 1):
        with suppress(OSError):
            fcntl.ioctl(descriptor, termios.TIOCSCTTY, 0)
            return


def _wait_and_fork(commands: socket.socket, listening: socket.socket) -> dict[str, Any] | None:
    """Fork for each command and each caller, and report how each fork ended.

    Returns the request in a fork, and None in the parent when no more commands can come.
    """
    wakes, woken = os.pipe()
    for end in (wakes, woken):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    running: dict[int, socket.socket] = {}
    watched: list[Any] = [commands, wakes, listening]
    while True:
        ready, _, _ = select.select(watched, [], [])
        if wakes in ready:
            os.read(wakes, 1000)
            for pid in list(running):
                ended, status = os.waitpid(pid, os.WNOHANG)
                if ended:
                    with running.pop(pid) as told, suppress(OSError):
                        told.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
        if commands in ready:
            message, streams, _, _ = socket.recv_fds(commands, 1, 4)
            if not message:
                return None
            told = socket.socket(fileno=streams.pop(0))
        elif listening in ready:
            told, _ = listening.accept()
            told.settimeout(_PATIENCE)
            streams = []
            with suppress(OSError):
                _, streams, _, _ = socket.recv_fds(told, 1, 3)
        else:
            continue
        asked: dict[str, Any] = {}
        with suppress(ValueError, OSError), told.makefile("rb") as stream:
            asked = json.load(stream)
        told.settimeout(None)
        if not asked or len(streams) < 3:  # who asks was killed or suspended meanwhile
            for descriptor in (told.detach(), *streams):
                os.close(descriptor)
            continue
        if "memory" in asked["argv"] or "module" in asked:
            _load_all_that_commands_need()
        begun, begins = os.pipe()
        pid = os.fork()
        if not pid:
            if asked.get("terminal") or asked.get("module"):
                os.setsid()
            os.close(begun)
            os.close(begins)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for other in (*running.values(), told, commands, listening):
                other.close()
            for end in (wakes, woken):
                os.close(end)
            return {**asked, "streams": streams}
        os.close(begins)
        os.read(begun, 1)  # a signal to its group must not come before it has one
        os.close(begun)
        with suppress(OSError):
            told.sendall(b"%d\n" % pid)
        running[pid] = told
        for descriptor in streams:
            os.close(descriptor)


@functools.cache
def _load_all_that_commands_need() -> None:
    """Import the package and compile its regular expressions, which takes most of the time."""
    import llm_user_memory
    from llm_user_memory.text.patterns import regex

    prefix = f"{llm_user_memory.__name__}."
    for module in walk_packages(llm_user_memory.__path__, prefix):
        if not module.name.removeprefix(prefix).startswith(("server", "web", "recall.local")):
            importlib.import_module(module.name)
    gc.unfreeze()
    for expression in gc.get_objects():
        if isinstance(expression, type(regex(""))):
            assert expression.pattern is not None
    gc.freeze()


def _make_classes_once() -> None:
    """Let forks share the classes of options that LLM makes of flags, as newer ones do themselves.

    LLM 0.33 makes 120 of them whenever it lists its models, which takes a tenth of a second.
    """
    from llm.default_plugins import openai_models

    openai_models.build_options_class = functools.cache(openai_models.build_options_class)
    with suppress(OSError):  # it looks for the user's own models last
        openai_models.register_models(lambda *_args, **_named: None)


def _become(asked: Mapping[str, Any]) -> None:
    """Take the arguments, the environment, the folder, the streams and the terminal."""
    for number, descriptor in enumerate(asked["streams"]):
        os.dup2(descriptor, number)
        os.close(descriptor)
    if asked.get("terminal"):
        _take_terminal()
    os.environ.clear()
    os.environ.update(
        (name, value) for name, value in asked["env"].items() if name not in asked["taken"]
    )
    time.tzset()
    os.chdir(asked["cwd"])
    sys.argv = [*asked["argv"]]
    made = {
        name: os.fdopen(  # as long as the process lives
            number,
            mode,
            encoding=stream.encoding,
            errors=stream.errors,
            buffering=1 if mode == "w" and (number == 2 or os.isatty(number)) else -1,
            closefd=False,
        )
        for number, (name, mode, stream) in enumerate(
            [("stdin", "r", sys.stdin), ("stdout", "w", sys.stdout), ("stderr", "w", sys.stderr)]
        )
    }
    for name, stream in made.items():
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _show(command: Sequence[str]) -> None:
    """Let `ps` show this command line: it overwrites the one that this process was started with."""
    line = "\0".join(command).encode() + b"\0"
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    start, end = int(fields[45]), int(fields[46])
    assert len(line) <= end - start, "more room is needed"
    ctypes.memmove(start, line.ljust(end - start, b"\0"), end - start)


def _main() -> None:
    number, listening, llm, _ = sys.argv[1:]
    sys.path[0] = str(Path(llm).parent)  # as for the program itself
    before = set(os.environ)
    from detect_secrets.plugins import keyword  # noqa: F401
    from llm.cli import cli

    taken = before - set(os.environ)  # by the import, which a fork does not repeat
    _make_classes_once()
    gc.freeze()  # or the end of each fork would look through all that was imported
    sockets = [socket.socket(fileno=int(each)) for each in (number, listening)]
    asked = _wait_and_fork(*sockets)
    if asked is None:
        return
    _become({**asked, "taken": taken})
    if "module" not in asked:
        sys.exit(cli())
    _show(asked["argv"])
    _, _, module, *sys.argv[1:] = asked["argv"]
    sys.modules.pop(module, None)
    sys.path[0] = ""
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()
