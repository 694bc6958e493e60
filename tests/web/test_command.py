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

pytestmark = [pytest.mark.product, pytest.mark.once]

LINK = re.compile(r"http://127\.0\.0\.1:\d+/[\w-]+/enter\?ticket=[\w-]+")


def test_the_link_leads_to_the_page_and_ctrl_c_ends_it(product: Product) -> None:
    product.run("memory", "add", "Plays the oboe")
    with product.terminal("memory", "web") as screen:
        link = LINK.search(screen.wait_for("ticket=") + screen.wait_for("\n"))
        assert link, screen.shown
        [handover] = product.folder.path.glob("web-*.html")
        assert stat.S_IMODE(handover.stat().st_mode) == 0o600
        assert link[0] in handover.read_text()
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        with browser.open(link[0], timeout=60) as entered:
            entered.read()
        assert not handover.exists(), "the link is used"
        with browser.open(link[0].partition("enter")[0], timeout=60) as page:
            assert "Plays the oboe" in page.read().decode()
        with pytest.raises(urllib.error.HTTPError) as refused:
            browser.open(link[0], timeout=60)
        with refused.value:
            assert refused.value.code == 403
        screen.send("\x03")
        ended = screen.end()
    assert ended.code == 0 and "The page is closed." in ended.out


def test_the_browser_is_given_a_file_and_no_secret(product: Product, tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf "%s" "$*" > {tmp_path}/asked\n')
    browser.chmod(0o755)
    with product.terminal("memory", "web", env={"BROWSER": str(browser)}) as screen:
        screen.wait_for("open in your browser")
        asked = until(lambda: (tmp_path / "asked").exists() and (tmp_path / "asked").read_text())
        [handover] = product.folder.path.glob("web-*.html")
        assert asked == handover.as_uri()
        assert "ticket" not in screen.shown


def test_it_ends_when_nobody_uses_it(product: Product) -> None:
    code = (
        "from pathlib import Path\n"
        "from llm_user_memory.settings import Folder\n"
        "from llm_user_memory.web.server import serve\n"
        f"serve(Folder(Path({str(product.folder.path)!r})), lambda *_: None, idle=0.5)\n"
    )
    env = {**os.environ, **product.env}
    assert subprocess.run([sys.executable, "-c", code], env=env, timeout=120).returncode == 0
    assert not list(product.folder.path.glob("web-*.html"))


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
