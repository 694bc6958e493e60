"""`locks`: a process holds a lock on a file until it ends, and a deleted file loses its locks."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from llm_user_memory.errors import BusyError
from llm_user_memory.store.locks import (
    is_locked,
    is_same_file,
    locked,
    read_holder,
    try_lock,
    write_holder,
)

pytestmark = pytest.mark.once

_HOLD = """
import sys
from pathlib import Path
from llm_user_memory.store.locks import try_lock
print(try_lock(Path(sys.argv[1])) is not None, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.lock"


@pytest.fixture
def holder(path: Path) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout and process.stdout.readline() == "True\n"
    yield process
    process.kill()
    process.communicate()


def test_what_another_process_holds_is_not_to_be_had(
    path: Path, holder: "subprocess.Popen[str]"
) -> None:
    assert holder.poll() is None
    assert try_lock(path) is None
    assert is_locked(path)


def test_the_holders_death_frees_the_lock(path: Path, holder: "subprocess.Popen[str]") -> None:
    holder.kill()
    holder.wait()
    assert not is_locked(path)
    descriptor = try_lock(path)
    assert descriptor is not None
    os.close(descriptor)


def test_a_deleted_lock_file_is_no_lock_and_its_holder_can_tell(path: Path) -> None:
    first = try_lock(path)
    assert first is not None and is_same_file(path, first)
    path.unlink()
    assert not is_same_file(path, first) and not is_locked(path)
    second = try_lock(path)
    assert second is not None and is_same_file(path, second)
    assert not is_same_file(path, first), "another file of the same name is not ours"
    for descriptor in (first, second):
        os.close(descriptor)


def test_a_lock_is_let_go_with_the_block(path: Path) -> None:
    with locked(path, 0, "A test") as descriptor:
        assert is_locked(path) and is_same_file(path, descriptor)
    assert not is_locked(path)


def test_who_waits_in_vain_is_told_for_whom(path: Path, holder: "subprocess.Popen[str]") -> None:
    assert holder.poll() is None
    with (
        pytest.raises(BusyError, match=r"A worker has held a\.lock"),
        locked(path, 0.05, "A worker"),
    ):
        raise AssertionError("never here")


def test_asking_makes_no_file(path: Path) -> None:
    assert not is_locked(path) and not path.exists()


def test_a_lock_file_is_private(path: Path) -> None:
    with locked(path, 0, "A test"):
        assert path.stat().st_mode & 0o777 == 0o600


def test_a_folder_that_refuses_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        try_lock(tmp_path / "gone" / "a.lock")


def test_a_lock_is_not_inherited(path: Path) -> None:
    with locked(path, 0, "A test"):
        child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert not is_locked(path)
    child.communicate(b"\n")


def test_a_shorter_signature_replaces_a_longer_one(path: Path) -> None:
    with locked(path, 0, "A test") as descriptor:
        write_holder(descriptor, {"pid": 1, "version": "x" * 100})
        write_holder(descriptor, {"pid": 2})
    assert read_holder(path) == {"pid": 2}


GARBAGE = {
    "nothing": b"",
    "half of it": b'{"pid": 1',
    "binary": b"\xff\xfe\0",
    "a number": b"7",
    "a list": b"[1]",
    "nesting": b"[" * 100_000,
}


@pytest.mark.parametrize("content", GARBAGE.values(), ids=GARBAGE)
def test_garbage_is_no_signature(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert read_holder(path) == {}


def test_a_missing_file_has_no_signature(path: Path) -> None:
    assert read_holder(path) == {}


def test_a_signature_is_one_line_for_people(path: Path) -> None:
    with locked(path, 0, "A test") as descriptor:
        write_holder(descriptor, {"pid": 1})
    assert json.loads(path.read_text()) == {"pid": 1} and path.read_text().endswith("}\n")
