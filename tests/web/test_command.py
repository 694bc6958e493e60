"""The command `web`, as a process: the link, its file, and how it ends."""

import os
import re
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from support.product import Product, until

from llm_user_memory.cli import web
from llm_user_memory.settings import Folder
from llm_user_memory.web import handover as handover_module
from llm_user_memory.web.handover import Handover

pytestmark = [pytest.mark.product, pytest.mark.once]

LINK = re.compile(r"http://127\.0\.0\.1:\d+/[\w-]+/enter\?ticket=[\w-]+")


@pytest.fixture
def browser(tmp_path: Path) -> Path:
    """A browser that writes down what it was asked to open."""
    found = tmp_path / "browser"
    told = f'printf "%s" "$*" > {found}.new && mv {found}.new {found}.asked'
    found.write_text(f"#!/bin/sh\n{told}\n")
    found.chmod(0o755)
    return found


def asked(browser: Path) -> str:
    """What a browser was asked to open."""
    told = browser.with_suffix(".asked")
    until(told.exists, "that the browser was asked")
    return told.read_text()


def test_the_link_leads_to_the_page_and_ctrl_c_ends_it(product: Product) -> None:
    product.run("memory", "add", "Plays the oboe")
    with product.terminal("memory", "web") as screen:
        link = LINK.search(screen.wait_for("ticket=") + screen.wait_for("\n"))
        assert link, screen.shown
        assert not handovers(product), "no browser is to read it"
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        with browser.open(link[0], timeout=60) as entered:
            entered.read()
        with browser.open(link[0].partition("enter")[0], timeout=60) as page:
            assert "Plays the oboe" in page.read().decode()
        with pytest.raises(urllib.error.HTTPError) as refused:
            browser.open(link[0], timeout=60)
        with refused.value:
            assert refused.value.code == 403
        screen.send("\x03")
        ended = screen.end()
    assert ended.code == 0 and "The page is closed." in ended.out


def handovers(product: Product) -> list[Path]:
    """What is in the home, or in the memory folder, to hand the link over."""
    return [found for base in (product.home, product.folder.path) for found in base.glob("*page*")]


def test_the_browser_is_given_a_file_that_it_can_read_and_no_secret(
    product: Product, browser: Path
) -> None:
    with product.terminal("memory", "web", env={"BROWSER": str(browser)}) as screen:
        told = screen.wait_for("ticket=") + screen.wait_for("\n")
        assert "Your browser opens the page" in told
        link = LINK.search(told)
        assert link, told
        [made] = handovers(product)
        handover = made / "open.html"
        assert asked(browser) == handover.as_uri()
        assert stat.S_IMODE(handover.stat().st_mode) == 0o600
        assert stat.S_IMODE(made.stat().st_mode) == 0o700
        assert link[0] in handover.read_text()
        assert made.parent == product.home and not made.name.startswith("."), "for a snap"
        with urllib.request.urlopen(link[0], timeout=60) as entered:
            entered.read()
        assert not made.exists(), "the link is used"


def test_the_link_is_on_no_output_that_is_not_the_users_terminal(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(web.webbrowser, "open", lambda _url: True)
    handover = Handover(folder, "http://127.0.0.1:1/x/enter?ticket=secret")
    web._opener(opens=True)(handover, "http://127.0.0.1:1/x/enter?ticket=secret")
    told = capsys.readouterr()
    assert "secret" not in told.out + told.err and "llm-memory-page-" in told.err
    handover.remove()


@pytest.mark.parametrize("failing", ["the browser", "the disk"])
def test_the_link_is_printed_if_the_browser_cannot_be_given_it(
    folder: Folder,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    failing: str,
) -> None:
    monkeypatch.setattr(web.webbrowser, "open", lambda _url: failing == "the disk")
    if failing == "the disk":
        monkeypatch.setenv("HOME", str(folder.path / "missing"))
    handover = Handover(folder, "http://127.0.0.1:1/x/enter?ticket=secret")
    web._opener(opens=True)(handover, "http://127.0.0.1:1/x/enter?ticket=secret")
    assert "ticket=secret" in capsys.readouterr().out
    handover.remove()


@pytest.mark.parametrize("home", ["visible", ".hidden/home", "missing"])
def test_where_the_file_is(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    folder.create()
    where = tmp_path / home
    if home != "missing":
        where.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(where))
    handover = Handover(folder, "http://127.0.0.1:1/x/enter?ticket=y")
    made = handover.write()
    in_home = home == "visible" and sys.platform == "linux"
    assert made.parent.parent == (where if in_home else folder.path)
    handover.remove()
    assert not made.parent.exists()
    handover.remove()


def test_what_a_killed_server_left_is_removed_and_nothing_else(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.create()
    monkeypatch.setenv("HOME", str(tmp_path))
    left = Handover(folder, "http://127.0.0.1:1/x/enter?ticket=y").write()
    theirs = handover_module.base(folder) / "llm-memory-page-of-mine" / "open.html"
    theirs.parent.mkdir()
    theirs.write_text("<p>mine</p>")
    handover_module.remove_stale(folder, 3600)
    assert left.exists(), "it may be in use"
    handover_module.remove_stale(folder, -1)
    assert not left.parent.exists() and theirs.exists()


def test_it_ends_when_nobody_uses_it(product: Product) -> None:
    code = (
        "from pathlib import Path\n"
        "from llm_user_memory.settings import Folder\n"
        "from llm_user_memory.web.server import serve\n"
        f"serve(Folder(Path({str(product.folder.path)!r})), lambda *_: None, idle=0.5)\n"
    )
    env = {**os.environ, **product.env}
    assert subprocess.run([sys.executable, "-c", code], env=env, timeout=120).returncode == 0
    assert not handovers(product)


def test_without_the_extra_it_says_what_installs_it(
    product: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "_NEEDED", ("starlette", "not_installed_anywhere"))
    from click.testing import CliRunner

    ran = CliRunner().invoke(web.web, [], env=product.env)
    assert ran.exit_code == 1 and "llm install 'llm-user-memory[web]'" in ran.output


def test_a_port_that_is_taken_is_told(product: Product) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ran = product.run("memory", "web", "--no-browser", "--port", str(taken.getsockname()[1]))
    assert ran.code == 1 and "The page cannot be served: Address already in use." in ran.err
