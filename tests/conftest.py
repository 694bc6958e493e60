"""Fixtures of all tests, and an environment in which no test sees the real home folder.

Before anything is imported, HOME and LLM_USER_PATH are pointed into a temporary folder of the
session; `test_isolation.py` proves it. No outcome depends on chance: the examples of Hypothesis,
the order of sets and the time of day are the same in every run.
"""

import gc
import importlib
import os
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from pkgutil import walk_packages

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants


def _is_roomy(folder: Path) -> bool:
    """Tell whether a file system has room for what the tests write, and may run programs."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return False
    return found.f_bavail * found.f_frsize > 4 * 2**30 and not found.f_flag & os.ST_NOEXEC


# A commit waits for the disk for longer than it works: temporary files go into memory if it is big.
if "TMPDIR" not in os.environ and sys.platform == "linux" and _is_roomy(Path("/dev/shm")):
    os.environ["TMPDIR"] = tempfile.tempdir = "/dev/shm"

_NOWHERE = Path(tempfile.mkdtemp(prefix="llm-user-memory-tests-"))
_KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR", "PYTHONPATH", "CI", "TERM", "VIRTUAL_ENV")
_KEPT += ("TORTURE", "TALLY", "KILLS_MINUTES")

for _name in set(os.environ) - {*_KEPT, *(n for n in os.environ if n.startswith("PYTEST_"))}:
    del os.environ[_name]
os.environ["HOME"] = str(_NOWHERE / "home")
os.environ["LLM_USER_PATH"] = str(_NOWHERE / "llm")
(_NOWHERE / "home").mkdir()

# The date must not change during a run, which may take hours: late in the day, a time zone six
# hours behind is used.
os.environ["TZ"] = "UTC0" if time.gmtime().tm_hour < 18 else "EARLIER6"
time.tzset()

# The worker processes of pytest inherit this, and so do the processes that they start.
if "TORTURE" not in os.environ:
    os.environ["PYTHONHASHSEED"] = "0"

# `make test` tries the same examples each time. `make torture` tries many more, at random, and
# prints how to repeat them. There is no deadline, as the machine may be busy.
settings.register_profile(
    "same",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "random", settings.get_profile("same"), derandomize=False, max_examples=2000, print_blob=True
)
settings.load_profile("random" if "TORTURE" in os.environ else "same")
if "TORTURE" not in os.environ:
    # Hypothesis also draws constants of the modules that are loaded by then, and which these are
    # depends on the tests that the process ran before.
    providers._get_local_constants = Constants

# In the background or under nohup these signals are ignored; the llm of a person gets them.
for _signal in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM):
    if signal.getsignal(_signal) is signal.SIG_IGN:
        signal.signal(_signal, signal.SIG_DFL)

# The package must not see the real home.
from support.llm_log import START, Log, empty_log  # noqa: E402
from support.plugins.lazy_module import LazyModule  # noqa: E402
from support.product import Product  # noqa: E402

import llm_user_memory  # noqa: E402
from llm_user_memory.settings import Folder  # noqa: E402
from llm_user_memory.store import state  # noqa: E402
from llm_user_memory.store.state import Store  # noqa: E402

sys.modules.setdefault("openai", LazyModule("openai"))


def pytest_xdist_auto_num_workers() -> int:
    """The number of processes of `-n auto`: two per processor, as a product test mostly waits."""
    return min(8, 2 * (os.cpu_count() or 1))


_LONGEST = {
    "test_clients.py",
    "test_demo.py",
    "test_install_package.py",
    "test_kills.py",
    "test_readers.py",
}


# The folders about packages that know no `llm`: see AGENTS.md.
_PURE = {"checks", "clients", "imports", "profile", "text"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes minutes, so that others run beside it; mark what knows no `llm`."""
    items.sort(key=lambda item: item.path.name not in _LONGEST)
    for item in items:
        if item.path.relative_to(Path(__file__).parent).parts[0] in _PURE:
            item.add_marker(pytest.mark.once)


def pytest_collection_finish() -> None:
    """Load the package, and keep the collector from looking through thousands of tests.

    Hypothesis draws from the constants of the modules that are loaded: those that a test loads
    would change the examples of what the same process runs after it.
    """
    for module in walk_packages(llm_user_memory.__path__, "llm_user_memory."):
        with suppress(ImportError):  # of what only some environments have
            importlib.import_module(module.name)
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    shutil.rmtree(_NOWHERE, ignore_errors=True)


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Product]:
    """A fresh home with the real `llm` and the scripted models; a prompt starts the daemon.

    LLM's log is there, and empty. Delete it for a home in which nothing was ever asked.
    """
    made = Product(tmp_path)
    shutil.copy(empty_log(), made.folder.logs)
    yield made
    made.end()


@pytest.fixture(scope="module")
def home_after_talk(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """A home in which the test module's `talk(product)` was run once, for `after_talk` to copy."""
    made = Product(tmp_path_factory.mktemp("after_talk"))
    shutil.copy(empty_log(), made.folder.logs)
    made.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
    try:
        request.module.talk(made)
    finally:
        made.end()
    yield made.base


@pytest.fixture
def after_talk(product: Product, home_after_talk: Path) -> Product:
    """A product whose home is a copy of `home_after_talk`."""
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
    for name in ("llm", "scripted"):
        shutil.copytree(home_after_talk / name, product.base / name, dirs_exist_ok=True)
    return product


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A memory folder that does not exist yet."""
    return Folder(tmp_path / "memory")


@pytest.fixture(scope="session")
def new_state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state.db of a memory that was activated at START, to copy: making one takes a while."""
    folder = Folder(tmp_path_factory.mktemp("new_state") / "memory")
    with state.opened(folder) as store:
        state.put(store.db, "activated", START)
    return folder.state


@pytest.fixture
def store(folder: Folder, new_state: Path) -> Iterator[Store]:
    """The store of `folder`, whose memory was activated at START."""
    folder.create()
    shutil.copy(new_state, folder.state)
    with state.opened(folder) as store:
        yield store


@pytest.fixture
def db(store: Store) -> sqlite3.Connection:
    """The connection to the state.db of `store`."""
    return store.db


@pytest.fixture
def log(folder: Folder) -> Log:
    """An empty log of LLM beside `folder`."""
    folder.create()
    return Log(folder.logs)
