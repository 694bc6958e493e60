"""What every test stands on: no test ever sees the real home folder.

The session's environment points HOME, LLM_USER_PATH and the XDG folders into a folder of the
session's own before anything is imported; `test_isolation.py` proves it.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_NOWHERE = Path(tempfile.mkdtemp(prefix="llm-user-memory-tests-"))
_KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR", "PYTHONPATH", "CI", "TERM", "VIRTUAL_ENV")

for _name in set(os.environ) - {*_KEPT, *(n for n in os.environ if n.startswith("PYTEST_"))}:
    del os.environ[_name]
os.environ["HOME"] = str(_NOWHERE / "home")
os.environ["LLM_USER_PATH"] = str(_NOWHERE / "llm")
(_NOWHERE / "home").mkdir()

from product import Product  # noqa: E402 - it imports the package, which must not see the real home


def pytest_sessionfinish() -> None:
    shutil.rmtree(_NOWHERE, ignore_errors=True)


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Product]:
    """A fresh home with the real `llm`, the scripted models, and the daemon when it is woken."""
    made = Product(tmp_path)
    yield made
    made.end()
