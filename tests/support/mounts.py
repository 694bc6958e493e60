"""Small or read-only file systems for a test.

Root may mount them. For another user, the tests that need one are run again in a user namespace,
in which that user may mount, where the system allows it.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

NAMESPACE = ("unshare", "--user", "--map-root-user", "--mount")


@contextmanager
def small_file_system(path: Path, *, kilobytes: int) -> Iterator[Path]:
    """Mount an empty file system of that size at `path` for the duration of the block."""
    path.mkdir(exist_ok=True)
    _run("mount", "-t", "tmpfs", "-o", f"size={kilobytes}k,mode=700", "tmpfs", str(path))
    try:
        yield path
    finally:
        _run("umount", "--lazy", str(path))


@contextmanager
def on_small_disk(folder: Path, *, kilobytes: int) -> Iterator[None]:
    """Put a folder, with what is in it, on a disk of its own for the duration of the block."""
    kept = folder.rename(folder.with_name(f"{folder.name}.kept"))
    with small_file_system(folder, kilobytes=kilobytes):
        shutil.copytree(kept, folder, dirs_exist_ok=True)
        folder.chmod(0o700)
        yield


@contextmanager
def read_only(path: Path) -> Iterator[None]:
    """Make everything below `path` read-only for the duration of the block, for root too."""
    _run("mount", "--bind", str(path), str(path))
    try:
        _run("mount", "-o", "remount,bind,ro", str(path))
        yield
    finally:
        _run("umount", "--lazy", str(path))


def fill(disk: Path, leaving: int = 0) -> Path:
    """Fill a file system until only `leaving` bytes are free; return the file that fills it."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        with suppress(OSError):
            while file.write(bytes(4096)):
                pass
        os.truncate(ballast, max(0, ballast.stat().st_size - leaving))
    return ballast


@cache
def can_mount() -> bool:
    """Tell whether this process may mount file systems."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    with TemporaryDirectory() as folder:
        try:
            with small_file_system(Path(folder) / "disk", kilobytes=64):
                return True
        except subprocess.CalledProcessError:
            return False


@cache
def can_mount_in_namespace() -> bool:
    """Tell whether a process in a new user namespace may mount file systems."""
    command = [*NAMESPACE, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
