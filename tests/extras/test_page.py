"""The page in a real browser: each page and action, accessible, by keyboard, small, and closed to
everybody else."""

import http.server
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, sync_playwright
from support import page_home
from support.web import Site, served

from llm_user_memory.profile.document import facts
from llm_user_memory.settings import Folder
from llm_user_memory.store import review_queue, state
from llm_user_memory.store.profile import versions
from llm_user_memory.web import frame
from llm_user_memory.web.app import PAGES
from llm_user_memory.web.handover import Handover

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium: .ci/run installs it")

HOSTILE = [
    "<script>document.title = 'taken'; alert(1)</script> is a line",
    "<img src=x onerror=alert(2)> \" ' onfocus=alert(3) autofocus x='",
    "{{ 7 * 7 }} [link](javascript:alert(4)) </textarea></title><svg onload=alert(5)>",
    "\u202eevil\u2066 \u05e2\u05d1\u05e8\u05d9\u05ea " + "unbroken" * 40,
]
NAMES = sorted(set(PAGES) - {"fact"})
# What has to be scrolled sideways to be read.
_CUT = """[...document.querySelectorAll(".scroll, .diff")]
    .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.outerHTML)"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--host-resolver-rules=MAP evil.example 127.0.0.1"]
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield started
        started.close()


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return page_home.fill(tmp_path / "llm" / "memory", HOSTILE)


@pytest.fixture
def site(browser: Browser, folder: Folder) -> Iterator[Site]:
    with served(folder) as site:
        site.enter()
        yield site
        _close_all(browser)


@contextmanager
def opened(browser: Browser, site: Site, **options: Any) -> Iterator[Page]:
    """A tab that has the cookie; at the end nothing ran, was blocked, or went elsewhere."""
    context = browser.new_context(**options)
    name, _, value = site.cookie.partition("=")
    context.add_cookies(
        [{"name": name, "value": value, "domain": "127.0.0.1", "path": f"{site.session.path}/"}]
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    odd: list[str] = []
    page.on("dialog", lambda dialog: (odd.append(dialog.message), dialog.dismiss()))
    page.on("console", lambda message: odd.append(message.text))
    page.on("pageerror", lambda error: odd.append(str(error)))
    page.on("request", lambda asked: odd.extend(_elsewhere(asked.url, site)))
    yield page
    assert not odd
    context.close()


def stranger(browser: Browser) -> Page:
    """A tab without the cookie."""
    return browser.new_context().new_page()


def _close_all(browser: Browser) -> None:
    """Close what a test opened, and its connections, before the server ends."""
    for context in browser.contexts:
        context.close()


def _elsewhere(url: str, site: Site) -> list[str]:
    return [] if url.startswith(f"http://127.0.0.1:{site.port}{site.session.path}/") else [url]


def show(page: Page, site: Site, name: str) -> None:
    page.goto(f"http://127.0.0.1:{site.port}{site.base}/{name}")


def addresses(site: Site) -> list[str]:
    """The address of every page that can be loaded."""
    fact = re.search(r"fact\?fact=\w+", site.page("facts"))
    assert fact
    return [*NAMES, fact[0], "facts?part=archive", "diff?version=2&with=now", "activity?before=9"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_fault_that_axe_finds(
    browser: Browser, site: Site, scheme: Any, programs: Path
) -> None:
    axe = (programs.parent / "axe-core" / "axe.min.js").read_text()
    with opened(browser, site, color_scheme=scheme) as page:
        for name in addresses(site):
            show(page, site, name)
            _check_with_axe(page, axe, name)
        show(page, site, "facts")
        page.locator("summary").first.click()
        page.get_by_role("button", name="Erase").first.click()
        _check_with_axe(page, axe, "erase")
        show(page, site, "find")
        page.get_by_label("Search conversations").fill("bees")
        page.get_by_role("button", name="Search").click()
        page.get_by_text("Found:").wait_for()
        _check_with_axe(page, axe, "found")
        show(page, site, "facts")
        page.get_by_label("Fact").fill("...")
        page.get_by_role("button", name="Add", exact=True).click()
        page.get_by_role("alert").wait_for()
        _check_with_axe(page, axe, "a refusal")


def _check_with_axe(page: Page, axe: str, name: str) -> None:
    page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
    page.evaluate(axe)
    found = page.evaluate("async () => (await axe.run()).violations")
    assert not [(name, one["id"], one["nodes"][0]["html"]) for one in found]


@pytest.mark.parametrize("width", [320, 900])
def test_nothing_is_wider_than_the_window(browser: Browser, site: Site, width: int) -> None:
    with opened(browser, site, viewport={"width": width, "height": 640}) as page:
        for name in addresses(site):
            show(page, site, name)
            page.evaluate("() => document.querySelectorAll('details').forEach(d => d.open = true)")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
            assert not page.evaluate(_CUT), f"part of it is out of sight on {name}"


def test_hostile_text_is_text(browser: Browser, site: Site) -> None:
    with opened(browser, site) as page:
        for name in addresses(site):
            show(page, site, name)
            assert "what llm remembers" in page.title()
            assert page.evaluate("document.scripts.length") == 0
        show(page, site, "facts")
        assert page.get_by_text("<script>document.title = 'taken'").count()


def test_printed_it_has_no_controls(browser: Browser, site: Site) -> None:
    with opened(browser, site) as page:
        page.emulate_media(media="print")
        for name in NAMES:
            show(page, site, name)
            assert page.locator("h1").is_visible()
            for one in page.locator("button, nav, summary").all():
                assert not one.is_visible(), name
            for heading in ("Add a fact", "Ask"):
                assert not page.get_by_role("heading", name=heading, exact=True).count(), name


def test_the_file_leads_to_the_page_once(browser: Browser, folder: Folder) -> None:
    with served(folder) as site:
        handover = Handover(folder, site.session.link)
        page = stranger(browser)
        page.goto(handover.write().as_uri())
        handover.remove()
        page.wait_for_url("**/default/facts")
        assert page.get_by_role("heading", name="What it knows").is_visible()
        page.reload()
        assert page.get_by_role("heading", name="What it knows").is_visible()
        other = stranger(browser)
        other.goto(site.session.link)
        assert "This link was used" in other.content()
        _close_all(browser)


def texts(folder: Folder) -> list[str]:
    return [fact.text for fact in facts(folder.profile.read_text())]


def test_what_can_be_done_with_a_fact(browser: Browser, site: Site, folder: Folder) -> None:
    with opened(browser, site) as page:
        show(page, site, "facts")

        def change(text: str, button: str) -> None:
            item = page.locator("li", has=page.get_by_text(text, exact=True)).last
            if item.locator("details:not([open])").count():
                item.locator("summary").click()
            item.get_by_role("button", name=re.compile(f"^{button}")).click()
            page.get_by_role("status").wait_for()

        page.get_by_label("Fact").fill("Rows on Sundays")
        page.get_by_label("Section").select_option("Interests")
        page.get_by_role("button", name="Add", exact=True).click()
        page.get_by_role("status").wait_for()
        assert "Rows on Sundays" in texts(folder)
        for button, line in (
            ("Pin", "Rows on Sundays #pin\n"),
            ("Keep on this machine", "Rows on Sundays #pin #local\n"),
            ("Unpin", "Rows on Sundays #local\n"),
            ("Share with any model", "Rows on Sundays\n"),
        ):
            change("Rows on Sundays", button)
            assert line in folder.profile.read_text()
        item = page.locator("li", has=page.get_by_text("Rows on Sundays", exact=True)).last
        item.locator("summary").click()
        item.get_by_label("It should say").fill("Rows on Mondays")
        item.get_by_role("button", name="Save").click()
        page.get_by_role("status").wait_for()
        assert "Rows on Mondays" in texts(folder) and "Rows on Sundays" not in texts(folder)
        change("Rows on Mondays", "Forget")
        assert "Rows on Mondays" not in texts(folder)
        show(page, site, "history")
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("status").wait_for()
        assert "Rows on Mondays" in texts(folder)
        show(page, site, "facts")
        item = page.locator("li", has=page.get_by_text("Rows on Mondays", exact=True)).last
        item.locator("summary").click()
        item.get_by_role("button", name=re.compile("^Erase")).click()
        page.get_by_label("Type “erase” to confirm").fill("erase")
        page.get_by_role("button", name="Erase for good").click()
        page.get_by_role("link", name="What it knows now").wait_for()
        assert "Rows on Mondays" not in texts(folder)


def test_what_can_be_done_with_what_waits(browser: Browser, site: Site, folder: Folder) -> None:
    def left() -> list[str]:
        with state.opened(folder) as store:
            edits = review_queue.open_edits(store.db, versions.read(store).text)
        return [edit.new for edit in edits]

    with opened(browser, site) as page:
        show(page, site, "waiting")
        page.get_by_role("button", name="Accept Likes winter swimming").click()
        page.get_by_role("status").wait_for()
        assert "Likes winter swimming" in texts(folder)
        page.get_by_text("Edit, then accept Collects stamps").click()
        field = page.locator("details[open]").get_by_label("It should say")
        field.fill("Collects old stamps")
        field.press("Enter")
        page.get_by_role("status").wait_for()
        assert "Collects old stamps" in texts(folder)
        page.get_by_role("button", name="Reject Is a nurse").click()
        page.get_by_role("status").wait_for()
        for box in page.get_by_role("checkbox").all():
            box.check()
        page.get_by_role("group", name="Of all that are ticked").get_by_text("Reject").click()
        page.get_by_role("status").wait_for()
        assert not left()
        page.get_by_role("button", name=re.compile("Accept note of")).first.click()
        page.get_by_role("status").wait_for()


def test_the_other_actions(
    browser: Browser, site: Site, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame.daemon, "wake", lambda _folder: None)  # else it runs on after this
    with opened(browser, site) as page:
        show(page, site, "history")
        page.get_by_role("button", name="Go back to this version 3", exact=True).click()
        assert "as version 3 was" in page.get_by_role("status").inner_text()
        page.get_by_role("button", name="Pause").click()
        page.get_by_text("Learning is paused.").wait_for()
        page.get_by_role("button", name="Resume").click()
        page.get_by_text("Learning is on.").wait_for()
        show(page, site, "document")
        text = page.get_by_label("Profile", exact=True)
        text.fill(text.input_value() + "- Typed here\n")
        page.get_by_role("button", name="Save").click()
        page.get_by_role("status").wait_for()
        assert "Typed here" in texts(folder)
        page.get_by_role("link", name="work", exact=True).click()
        page.get_by_text("Ships the billing service in May").first.wait_for()
        assert not page.get_by_text("Keeps bees").count()


def test_the_keyboard_is_enough(browser: Browser, site: Site, folder: Folder) -> None:
    with opened(browser, site) as page:
        show(page, site, "facts")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        seen = set()
        while page.evaluate("document.activeElement.id") != "add-text":
            page.keyboard.press("Tab")
            seen.add(page.evaluate("document.activeElement.tagName"))
            ring = "getComputedStyle(document.activeElement).outlineStyle"
            assert page.evaluate(ring) != "none"
        assert {"SUMMARY"} <= seen
        page.keyboard.type("Typed with keys")
        page.keyboard.press("Enter")
        page.get_by_role("status").wait_for()
        assert "Typed with keys" in texts(folder)


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def another_site(folder: Path, content: str) -> Iterator[str]:
    """Serve a page of somebody else's, from another port."""
    folder.mkdir()
    (folder / "index.html").write_text(content)
    handler = partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}/"
        serving.shutdown()


FORM = """<form method="post" action="{target}/add"><input name="key" value="{key}">
<input name="section" value="Interests"><input name="text" value="Planted"></form>
<script>document.forms[0].submit()</script>"""
FRAME = '<iframe id="frame" src="{target}/facts"></iframe>'
FETCH = """<script>fetch("{target}/add", {{method: "POST", credentials: "include", mode: "no-cors",
body: new URLSearchParams({{key: "{key}", section: "Interests", text: "Planted"}})}})
.finally(() => document.title = "sent")</script>"""


@pytest.mark.parametrize("attack", [FORM, FRAME, FETCH], ids=["form", "frame", "fetch"])
def test_another_site_gets_nothing_done(
    browser: Browser, site: Site, folder: Folder, tmp_path: Path, attack: str
) -> None:
    """Even if it knew the address, the key, and were of the same host with another port."""
    target = f"http://127.0.0.1:{site.port}{site.base}"
    content = attack.format(target=target, key=site.session.form_key)
    context = browser.new_context()
    name, _, value = site.cookie.partition("=")
    context.add_cookies(
        [{"name": name, "value": value, "domain": "127.0.0.1", "path": f"{site.session.path}/"}]
    )
    page = context.new_page()

    def asks(request: Request) -> bool:
        return urlsplit(request.url).port == site.port

    with another_site(tmp_path / "evil", content) as address:
        with page.expect_event("requestfinished" if attack is FORM else "requestfailed", asks):
            page.goto(address)
        if attack is FORM:
            assert "Another site sent this form." in page.content()
        assert not page.get_by_text("Keeps bees").count()
        assert all(urlsplit(one.url).port != site.port for one in page.frames[1:])
    assert "Planted" not in texts(folder)


def test_a_name_that_leads_here_is_not_ours(browser: Browser, site: Site) -> None:
    page = stranger(browser)
    for path in ("/", f"{site.base}/facts"):
        answer = page.goto(f"http://evil.example:{site.port}{path}")
        assert answer and answer.status == 421
