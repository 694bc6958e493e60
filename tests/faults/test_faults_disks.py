"""Full and read-only disks: llm answers as it would, and no logged turn is lost."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import faults, learning, mounts, torture
from support.faults import BEFORE, DURING
from support.learning import addition
from support.product import Product

from llm_user_memory.errors import MemoryPluginError
from llm_user_memory.settings import Folder
from llm_user_memory.store import state
from llm_user_memory.store.profile import history

pytestmark = [pytest.mark.product, pytest.mark.torture, pytest.mark.once]

mounting = pytest.mark.skipif(
    not mounts.can_mount(), reason="needs the right to mount: see test_in_a_namespace"
)


@pytest.mark.skipif(mounts.can_mount(), reason="the tests run as they are")
@pytest.mark.skipif(not mounts.can_mount_in_namespace(), reason="nobody lets us mount anything")
@pytest.mark.timeout(900)
def test_in_a_namespace(pytestconfig: pytest.Config) -> None:
    """The tests below, where this process may not mount and one in a namespace may."""
    command = [*mounts.NAMESPACE, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    ran = subprocess.run([*command, __file__], cwd=pytestconfig.rootpath)
    assert ran.returncode == 0


@pytest.fixture
def home(product: Product) -> Product:
    """A home in which a fact was learned."""
    faults.set_up_home(product)
    return product


@pytest.fixture
def small(home: Product) -> Iterator[Product]:
    """That home, with the memory folder on a disk of its own, of one megabyte."""
    with mounts.on_small_disk(home.folder.path, kilobytes=1000):
        yield home
        home.end()


# Bytes: from nothing at all to what an update needs.
ROOM = [0, 4096, 8192, 16384, 32768, 49152, 65536, 98304, 131072, 196608]


@mounting
@pytest.mark.parametrize("room", torture.sample(ROOM, 1))
def test_the_memory_folders_disk_is_full(small: Product, room: int) -> None:
    ballast = mounts.fill(small.folder.path, leaving=room)
    said = faults.type_prompt(small, "I love rowing")
    refused = "nothing is learned from this prompt" in said
    assert refused or said == "", said
    small.run("memory", "update")
    told = faults.status_problems(small)
    assert not refused or any("Make room" in problem and "`df" in problem for problem in told)
    ballast.unlink()
    faults.check_recovery(small, "a full disk", [BEFORE] if refused else [BEFORE, DURING])


@torture.full_run_only
@mounting
def test_the_first_prompt_ever_finds_a_full_disk(product: Product) -> None:
    with mounts.small_file_system(product.folder.path, kilobytes=1000):
        ballast = mounts.fill(product.folder.path)
        product.answer(faults.ANSWERS)
        product.env["LLM_MEMORY_NEWS"] = "false"
        assert "nothing is learned" in faults.type_prompt(product, "I love rowing")
        assert any("Make room" in problem for problem in faults.status_problems(product))
        ballast.unlink()
        faults.check_recovery(product, "a full disk at the first prompt", [])
        product.end()


@mounting
def test_the_disk_of_a_profile_that_is_kept_elsewhere_is_full(home: Product) -> None:
    """There is room for everything but the file that is to become the profile."""
    with mounts.small_file_system(home.base / "disk", kilobytes=64) as disk:
        shutil.move(home.folder.profile, disk / "me.md")
        home.folder.profile.symlink_to(disk / "me.md")
        ballast = mounts.fill(disk)
        before = home.profile()
        assert faults.type_prompt(home, "I love rowing") == ""
        home.run("memory", "update")
        assert any("`df -h" in problem for problem in faults.status_problems(home))
        assert home.profile() == before
        ballast.unlink()
        faults.check_recovery(home, "a full disk for profile.md", [BEFORE, DURING])
        home.end()


@torture.full_run_only
@mounting
def test_llms_whole_folder_is_on_a_full_disk(home: Product) -> None:
    """LLM answers and then cannot log, as without us: that turn never was."""
    kept = home.user_path.rename(home.base / "kept")
    with mounts.small_file_system(home.user_path, kilobytes=1500):
        shutil.copytree(kept, home.user_path, dirs_exist_ok=True)
        home.folder.path.chmod(0o700)
        ballast = mounts.fill(home.user_path)
        faults.type_prompt(home, "I love rowing", apart=False)
        assert any("`df -h" in problem for problem in faults.status_problems(home))
        ballast.unlink()
        faults.check_recovery(home, "a full disk for all of llm", [BEFORE])
        home.end()


@mounting
@pytest.mark.parametrize("daemon_runs", torture.sample([True, False], 1))
def test_the_memory_folder_is_read_only(home: Product, daemon_runs: bool) -> None:
    if daemon_runs:
        faults.start_daemon(home)
    with mounts.read_only(home.folder.path):
        said = faults.type_prompt(home, "I love rowing")
        assert "nothing is learned from this prompt" in said and "`df" in said
        assert BEFORE in home.prompts()[-1]["prompt"], "the profile can be read"
        told = faults.status_problems(home)
        assert any("read-only" in problem and "`df" in problem for problem in told), told
    faults.check_recovery(home, "a read-only memory folder", [BEFORE])


@torture.full_run_only
@mounting
def test_llms_whole_folder_is_read_only(home: Product) -> None:
    with mounts.read_only(home.user_path):
        faults.type_prompt(home, "I love rowing", apart=False)
        assert faults.status_problems(home)
    faults.check_recovery(home, "a read-only folder of llm's", [BEFORE])


@mounting
def test_a_disk_that_fills_up_at_any_moment(tmp_path: Path) -> None:
    """However little room there is, a fact is learned or not, and nothing in between."""
    runs = learned = 0
    for room in torture.sample(range(0, 260_000, 2048), 8):
        with mounts.small_file_system(tmp_path / "disk", kilobytes=1000) as disk:
            folder = Folder(disk / "memory")
            with state.opened(folder) as store:
                learning.learn(store, "I keep bees", addition(BEFORE, "I keep bees"))
            before = folder.profile.read_text()
            ballast = mounts.fill(disk, leaving=room)
            try:
                with state.opened(folder) as store:
                    learning.learn(
                        store, "I love rowing", addition(DURING, "I love rowing"), turn="other"
                    )
            except (MemoryPluginError, sqlite3.Error):
                assert folder.profile.read_text() == before, room
            ballast.unlink()
            with state.opened(folder) as store:
                text = learning.current_profile(store)
                [row] = store.db.execute(
                    "select outcome from turns where id = 'other'"
                ).fetchall() or [["pending"]]
                assert [v.text for v in history.newest(store.db, 1)] == [text]
            assert (f"- {DURING}\n" in text) == (row[0] == "learned"), room
            assert f"- {BEFORE}\n" in text and folder.profile.read_text() == text
            assert not list(folder.path.glob(".*.next-*"))
            runs, learned = runs + 1, learned + (row[0] == "learned")
    assert 0 < learned < runs
    torture.tally("a disk that fills up at any moment", runs=runs, lost=0, twice=0)
