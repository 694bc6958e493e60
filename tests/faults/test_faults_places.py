"""LLM's folder at unusual paths, and a missing HOME or TMPDIR: memory works there too."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support import faults, torture
from support.faults import BEFORE
from support.product import Product

from llm_user_memory.settings import Folder

pytestmark = [pytest.mark.product, pytest.mark.torture, pytest.mark.once]


def _at(place: str) -> Callable[[Product], None]:
    """Let LLM's folder have that name."""

    def make(product: Product) -> None:
        product.user_path = product.base / place
        product.env["LLM_USER_PATH"] = str(product.user_path)

    return make


def _relative(product: Product) -> None:
    product.user_path = product.home / "mine"
    product.env["LLM_USER_PATH"] = "mine"


def _behind_a_link(product: Product) -> None:
    (product.base / "link").symlink_to(product.user_path)
    product.env["LLM_USER_PATH"] = str(product.base / "link")
    product.user_path = product.base / "link"


def _unset(product: Product) -> None:
    del product.env["LLM_USER_PATH"]
    product.env["XDG_CONFIG_HOME"] = str(product.home / "configuration")
    shown = product.run("logs", "path").out.strip()
    product.user_path = Path(shown).parent
    assert product.user_path.is_relative_to(product.home)


def _no_home(product: Product) -> None:
    product.env["HOME"] = "/nonexistent/home"


def _no_tmpdir(product: Product) -> None:
    product.env |= dict.fromkeys(("TMPDIR", "TEMP", "TMP", "SQLITE_TMPDIR"), "/nonexistent")


PLACES: dict[str, Callable[[Product], None]] = {
    "LLM_USER_PATH has spaces and quotes": _at("my 'own' \"llm\" $HOME"),
    "LLM_USER_PATH has a line break": _at("two\nlines"),
    "LLM_USER_PATH is not ASCII": _at("ünïcödé-日本語-🐝"),
    "LLM_USER_PATH looks like a URL": _at("a?mode=rw#b%20c&d"),
    "LLM_USER_PATH is relative": _relative,
    "LLM_USER_PATH is behind a link": _behind_a_link,
    "LLM_USER_PATH is not set": _unset,
    "HOME is not there": _no_home,
    "TMPDIR is not there": _no_tmpdir,
}


@pytest.mark.parametrize("name", torture.sample(list(PLACES), 2))
def test_a_place(product: Product, name: str) -> None:
    PLACES[name](product)
    product.folder = Folder(product.user_path / "memory")
    product.answer(faults.ANSWERS)
    product.env["LLM_MEMORY_NEWS"] = "false"
    typed, bare = product.type("I keep bees"), faults.run_bare_llm(product, "I keep bees")
    assert typed == bare and typed.code == 0
    product.wait_for_fact(BEFORE)

    assert faults.status_problems(product) == []
    faults.check_recovery(product, name, [BEFORE])


def test_a_message_names_a_place_in_one_line(product: Product) -> None:
    """And the command in it works there."""
    _at("my 'own'\nllm")(product)
    product.folder = Folder(product.user_path / "memory")
    faults.set_up_home(product)
    product.folder.profile.write_bytes(b"\xff")
    assert "`mkdir" in faults.type_prompt(product, "I love rowing")
    told = faults.status_problems(product)
    faults.run_suggested_command(product, told[-1])
    faults.check_recovery(
        product, "a message names a place with a line break", [BEFORE, faults.DURING]
    )


@torture.full_run_only
def test_home_disappears_under_the_daemon(product: Product) -> None:
    """All of it: LLM's folder, memory, and where the daemon was started."""
    product.user_path = product.home / "llm"
    product.folder = Folder(product.user_path / "memory")
    product.env["LLM_USER_PATH"] = str(product.user_path)
    faults.set_up_home(product)
    assert faults.type_prompt(product, "I love rowing") == ""
    product.wait_for_fact(faults.DURING)
    product.wait_until_settled()
    pid = product.report()["daemon"]["pid"]
    away = product.home.rename(product.base / "away")
    faults.wait_until_gone(pid)
    away.rename(product.home)
    faults.check_recovery(product, "HOME disappears and comes back", [BEFORE, faults.DURING])


@torture.full_run_only
def test_the_working_folder_is_gone(product: Product) -> None:
    faults.set_up_home(product)
    here = product.home / "here"
    here.mkdir()
    script = f'rmdir "{here}" && exec "{product.llm_path}" "I love rowing"'
    shown = []
    for env in ({"LLM_LOAD_PLUGINS": "llm-scripted"}, {"LLM_MEMORY_INJECT": "auto"}):
        here.mkdir(exist_ok=True)
        with product.terminal("-c", script, command="/bin/sh", env=env, cwd=here) as screen:
            shown.append(screen.end())
    assert shown[0] == shown[1] and shown[0].code == 0
    product.wait_for_fact(faults.DURING)
    faults.check_recovery(product, "the working folder is gone", [BEFORE, faults.DURING])
