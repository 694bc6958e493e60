"""What every test stands on: no test ever sees the real home folder.

The session's environment points HOME, LLM_USER_PATH and the XDG folders into a folder of the
session's own before anything is imported; `test_isolation.py` proves it. Nor does any outcome hang
on chance: what hypothesis tries, the order of sets and the time of day are the same in every run.
"""

import os
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings


def _is_roomy(folder: Path) -> bool:
    """Tell whether all that the tests leave has room there, and can be run."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return False
    return found.f_bavail * found.f_frsize > 4 * 2**30 and not found.f_flag & os.ST_NOEXEC


# In memory, where there is plenty: every commit waits for a disk, for longer than it works.
if "TMPDIR" not in os.environ and sys.platform == "linux" and _is_roomy(Path("/dev/shm")):
    os.environ["TMPDIR"] = tempfile.tempdir = "/dev/shm"

_NOWHERE = Path(tempfile.mkdtemp(prefix="llm-user-memory-tests-"))
_KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR", "PYTHONPATH", "CI", "TERM", "VIRTUAL_ENV")
_KEPT += ("TORTURE", "TALLY")

for _name in set(os.environ) - {*_KEPT, *(n for n in os.environ if n.startswith("PYTEST_"))}:
    del os.environ[_name]
os.environ["HOME"] = str(_NOWHERE / "home")
os.environ["LLM_USER_PATH"] = str(_NOWHERE / "llm")
(_NOWHERE / "home").mkdir()

# Which day it is must not change during a run: near midnight, the day is six hours younger.
os.environ["TZ"] = "UTC0" if time.gmtime().tm_hour < 22 else "EARLIER6"
time.tzset()

# The processes that run the tests inherit this, and so does what they start.
if "TORTURE" not in os.environ:
    os.environ["PYTHONHASHSEED"] = "0"

# `make test` tries the same each time; `make torture` much more, and says how to try it again. How
# long anything takes is the machine's affair.
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

# What runs in the background, or under nohup, ignores keys and hang-ups; a person's llm does not.
for _signal in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM):
    if signal.getsignal(_signal) is signal.SIG_IGN:
        signal.signal(_signal, signal.SIG_DFL)

# The package must not see the real home.
from support.llm_log import START, Log  # noqa: E402
from support.plugins.lazy_module import LazyModule  # noqa: E402
from support.product import Product  # noqa: E402

from llm_user_memory.settings import Folder  # noqa: E402
from llm_user_memory.store import state  # noqa: E402
from llm_user_memory.store.state import Store  # noqa: E402

sys.modules.setdefault("openai", LazyModule("openai"))


def pytest_xdist_auto_num_workers() -> int:
    """How many processes `-n auto` is: two a processor, as a test of the product mostly waits."""
    return min(8, 2 * (os.cpu_count() or 1))


def pytest_sessionfinish() -> None:
    shutil.rmtree(_NOWHERE, ignore_errors=True)


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Product]:
    """A fresh home with the real `llm`, the scripted models, and the daemon when it is woken."""
    made = Product(tmp_path)
    yield made
    made.end()


@pytest.fixture(scope="module")
def home_after_talk(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """A home in which the module's `talk(product)` was held, to be copied by each test."""
    made = Product(tmp_path_factory.mktemp("after_talk"))
    made.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
    try:
        request.module.talk(made)
    finally:
        made.end()
    yield made.base


@pytest.fixture
def after_talk(product: Product, home_after_talk: Path) -> Product:
    """A copy of that home, of the test's own."""
    product.env["LLM_MEMORY_UPDATE_INTERVAL"] = "3600"
    for name in ("llm", "scripted"):
        shutil.copytree(home_after_talk / name, product.base / name, dirs_exist_ok=True)
    return product


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A memory folder that is still to be made."""
    return Folder(tmp_path / "memory")


@pytest.fixture
def store(folder: Folder) -> Iterator[Store]:
    """That folder opened, of a memory that was first in use at START."""
    with state.opened(folder) as store:
        state.put(store.db, "activated", START)
        yield store


@pytest.fixture
def db(store: Store) -> sqlite3.Connection:
    """The connection to that folder's state.db."""
    return store.db


@pytest.fixture
def log(folder: Folder) -> Log:
    """LLM's log beside that folder."""
    folder.create()
    return Log(folder.logs)
