"""The page in a real browser: each page and action, accessible, by keyboard, small, and closed to
everybody else."""

import http.server
import re
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import llm
import pytest
from llm.plugins import load_plugins, pm
from playwright.sync_api import Browser, Page, Request, sync_playwright
from support import page_home
from support.learning import addition, learn
from support.web import Site, served

from llm_user_memory import notes
from llm_user_memory.profile.document import facts
from llm_user_memory.settings import Folder
from llm_user_memory.store import review_queue, sources, state
from llm_user_memory.store.profile import versions
from llm_user_memory.store.sources import Source
from llm_user_memory.web import frame, leaves, render
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
OLD = ("Swims in the lake", "Bakes rye bread", "Grows tomatoes")
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


class Model(llm.Model):
    """Answers a question about a boat shed from the record that tells of it."""

    model_id = "gpt-4o-mini"
    api_base = "https://models.example.com"

    def execute(self, prompt: Any, *_: Any, **__: Any) -> Iterator[str]:
        assert "behind the house" not in prompt.prompt, "it is marked local, and this is a service"
        found = re.search(r"^\[(\d+)\].*I'm building a boat shed", prompt.prompt, re.M)
        quote = '"this month I\'m building a boat shed"'
        yield f"ANSWER: A boat shed.\nFROM {found[1]}: {quote}" if found else "NOT FOUND"


class Plugin:
    @llm.hookimpl(trylast=True)
    def register_models(self, register: Any) -> None:
        register(Model())


@pytest.fixture(autouse=True)
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The model that `ask` asks."""
    monkeypatch.setenv("LLM_MODEL", Model.model_id)
    load_plugins()
    plugin = Plugin()
    pm.register(plugin)
    yield
    pm.unregister(plugin)


@pytest.fixture(autouse=True)
def no_daemon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it runs on after the test."""
    monkeypatch.setattr(frame.daemon, "wake", lambda _folder: None)
    monkeypatch.setattr(leaves, "_wake", lambda _call: None)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A memory folder with something on every page, and three facts of more than a year ago."""
    folder = page_home.fill(tmp_path / "llm" / "memory", HOSTILE)
    with state.opened(folder) as store:
        for number, text in enumerate(OLD):
            edit = addition(text, f"I say: {text}")
            at = time.time() - (500 - number) * page_home.DAY
            learn(store, f"I say: {text}", edit, turn=f"old{number}", at=at)
    return folder


@pytest.fixture
def site(browser: Browser, folder: Folder) -> Iterator[Site]:
    with served(folder) as site:
        site.enter()
        yield site
        _close_all(browser)


@contextmanager
def opened(
    browser: Browser, site: Site, *, is_broken: bool = False, **options: Any
) -> Iterator[Page]:
    """A tab that has the cookie; at the end nothing ran, was blocked, or went elsewhere.

    With `is_broken` pages may say that something cannot be read, which the browser remarks on.
    """
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
    assert not [said for said in odd if not (is_broken and "status of 500" in said)]
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


def screens(page: Page, site: Site, folder: Folder) -> Iterator[str]:
    """Show every page in turn, then what forms lead to, and what fails; the name of each."""
    for name in addresses(site):
        show(page, site, name)
        yield name
    show(page, site, "find")
    page.get_by_label("Search conversations").fill("bees")
    page.get_by_role("button", name="Search").click()
    page.get_by_text("Found:").wait_for()
    yield "found"
    ask(page, "What am I building this month?")
    page.get_by_text("A boat shed.").wait_for()
    yield "answered"
    show(page, site, "facts")
    page.get_by_label("Fact").fill("...")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("alert").wait_for()
    yield "a refusal"
    show(page, site, "facts")
    page.locator("summary").first.click()
    page.get_by_role("button", name="Erase").first.click()
    yield "erase"
    page.get_by_label("Type “erase” to confirm").fill("erase")
    page.get_by_role("button", name="Erase for good").click()
    page.get_by_role("link", name="What it knows now").wait_for()
    yield "erased"
    folder.profile.write_bytes(b"\xff\xfe broken")
    show(page, site, "facts")
    page.get_by_text("is not UTF-8 text").wait_for()
    yield "failed"
    enter = render.page("enter.html", {"path": "/x"})  # without what leads on at once
    page.set_content(re.sub('<meta http-equiv="refresh"[^>]*>', "", enter))
    page.get_by_role("link", name="Go on").wait_for()
    yield "enter"


def ask(page: Page, question: str) -> None:
    page.get_by_label("Question").fill(question)
    page.get_by_role("button", name="Ask", exact=True).click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_fault_that_axe_finds(
    browser: Browser, site: Site, folder: Folder, scheme: Any, programs: Path
) -> None:
    axe = (programs.parent / "axe-core" / "axe.min.js").read_text()
    with opened(browser, site, is_broken=True, color_scheme=scheme) as page:
        for name in screens(page, site, folder):
            page.wait_for_load_state()
            _check_with_axe(page, axe, name)


def _check_with_axe(page: Page, axe: str, name: str) -> None:
    page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
    page.evaluate(axe)
    found = page.evaluate("async () => (await axe.run()).violations")
    assert not [(name, one["id"], one["nodes"][0]["html"]) for one in found]


@pytest.mark.parametrize("width", [320, 900])
def test_nothing_is_wider_than_the_window(
    browser: Browser, site: Site, folder: Folder, width: int
) -> None:
    viewport: Any = {"width": width, "height": 640}
    with opened(browser, site, is_broken=True, viewport=viewport) as page:
        for name in screens(page, site, folder):
            page.wait_for_load_state()  # what a form leads to may lack its style sheet yet
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
        page.get_by_label("Section", exact=True).select_option("Interests")
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


def test_many_proposals_are_accepted_at_once_and_notes_dropped(
    browser: Browser, site: Site, folder: Folder
) -> None:
    with opened(browser, site) as page:
        show(page, site, "waiting")
        for words in ("Likes winter swimming", "Wants tests before code"):
            page.get_by_role("checkbox", name=re.compile(words)).check()
        page.get_by_role("group", name="Of all that are ticked").get_by_text("Accept").click()
        assert "2 proposals accepted." in page.get_by_role("status").inner_text()
        assert {"Likes winter swimming", "Wants tests before code"} <= set(texts(folder))
        assert "Collects stamps" not in texts(folder)
        before = len(notes.waiting(folder))
        page.get_by_role("button", name=re.compile("Drop note of")).first.click()
        assert "The note was dropped." in page.get_by_role("status").inner_text()
        assert len(notes.waiting(folder)) == before - 1


def test_the_claim_of_a_tools_model_is_shown(browser: Browser, site: Site) -> None:
    with opened(browser, site) as page:
        show(page, site, "waiting")
        item = page.locator("li", has=page.get_by_text("Wants tests before code", exact=True))
        shown = item.inner_text()
        assert "asked for in zed" in shown
        claim = "nobody knows whether you typed there what the model quotes: "
        assert f"{claim}“always write the test first”" in shown


def test_what_can_be_done_with_facts_that_may_be_out_of_date(
    browser: Browser, site: Site, folder: Folder
) -> None:
    swims, bakes, grows = OLD
    with opened(browser, site) as page:
        show(page, site, "old")
        page.get_by_role("button", name=f"It is so {swims}").click()
        assert "It is kept." in page.get_by_role("status").inner_text()
        page.get_by_role("button", name=f"Forget {bakes}").click()
        page.get_by_role("status").wait_for()
        page.get_by_text(f"It is otherwise now {grows}").click()
        field = page.locator("details[open]").get_by_label("It should say")
        field.fill("Grows cucumbers")
        field.press("Enter")
        page.get_by_role("status").wait_for()
        assert {swims, "Grows cucumbers"} <= set(texts(folder))
        assert not {bakes, grows} & set(texts(folder))
        left = page.locator("main").inner_text()
        assert not [text for text in OLD if text in left]


def test_a_question_is_answered(browser: Browser, site: Site) -> None:
    with opened(browser, site) as page:
        show(page, site, "find")
        ask(page, "What am I building this month?")
        assert page.get_by_role("heading", name="Answer").is_visible()
        assert page.locator("q", has_text="I'm building a boat shed").is_visible()
        ask(page, "Where do I keep bees behind the house?")
        assert not page.get_by_role("heading", name="Answer").is_visible()


def test_files_are_added_and_removed(
    browser: Browser, site: Site, folder: Folder, tmp_path: Path
) -> None:
    def known() -> list[Source]:
        with state.opened(folder) as store:
            return sources.of_kinds(store.db)

    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "a.md").write_text("# A\n")
    with opened(browser, site) as page:
        show(page, site, "leaves")
        page.get_by_label("File or folder of Markdown").fill(str(tmp_path / "more"))
        page.get_by_label("It has").select_option("what is detected")
        page.get_by_role("button", name="Search it", exact=True).click()
        assert "1 file of Markdown" in page.get_by_role("status").inner_text()
        assert known() == [Source(tmp_path / "more")]
        page.get_by_role("button", name="Search it no more").click()
        page.get_by_role("status").wait_for()
        assert not known()


def test_the_other_actions(browser: Browser, site: Site, folder: Folder) -> None:
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


def test_where_the_profile_cannot_be_read_learning_can_be_paused(
    browser: Browser, site: Site, folder: Folder
) -> None:
    folder.profile.write_bytes(b"\xff\xfe broken")
    with opened(browser, site, is_broken=True) as page:
        show(page, site, "facts")
        page.get_by_role("button", name="Pause").click()
        page.get_by_text("Learning is paused.").wait_for()


def tab_to(page: Page, words: str) -> None:
    """Press Tab until what has the focus has this name, and check that the focus is seen.

    After a "=" it is the whole name.
    """
    name = """() => { const one = document.activeElement;
        return (one.labels && one.labels.length ? one.labels[0] : one).textContent; }"""
    for _ in range(300):
        page.keyboard.press("Tab")
        ring = "getComputedStyle(document.activeElement).outlineStyle"
        assert page.evaluate(ring) != "none"
        found = " ".join(page.evaluate(name).split())
        if found == words[1:] if words.startswith("=") else words in found:
            return
    raise AssertionError(f"Tab does not lead to {words!r}")


# What is done on each page: [what Tab leads to, what is typed or pressed there], and what is said.
KEYS: dict[str, tuple[list[tuple[str, str]], str]] = {
    "facts": ([("Change Plays the oboe", "Enter"), ("It should say", "*er"), ("Save", "Enter")],
              "1 line added, 1 line removed"),
    "facts?part=archive": ([("In every prompt", "Enter")], ""),
    "history": ([("Undo the last change", "Enter")], "Version"),
    "diff?version=2": ([("Pause", "Enter")], "Learning is paused"),
    "timeline": ([("History", "Enter")], ""),
    "waiting": ([("Wants tests before code", "Space"), ("Collects stamps", "Space"),
                 ("=Accept", "Enter")], "2 proposals accepted."),
    "old": ([("It is so", "Enter")], "It is kept."),
    "document": ([("Profile", "*- By keys"), ("Save", "Enter")], "1 line added"),
    "find": ([("Search conversations", "*bees"), ("Search", "Enter")], ""),
    "activity": ([("By day, model and program", "Enter"), ("Day", "ArrowDown")], ""),
    "leaves": ([("File or folder of Markdown", "*{more}"), ("Search it", "Enter")],
               "1 file of Markdown"),
}  # fmt: skip
SHOWS = {
    "facts?part=archive": ("heading", "What it knows"),
    "timeline": ("heading", "History"),
    "find": ("heading", "Found:"),
    "activity": ("table", ""),
}


def test_every_page_has_its_keys() -> None:
    pages = {name.partition("?")[0] for name in KEYS}
    assert pages == set(PAGES) - {"fact"}, "the page of a fact has the forms of `facts`"


@pytest.mark.parametrize("name", KEYS)
def test_each_page_is_used_with_the_keyboard_alone(
    browser: Browser, site: Site, tmp_path: Path, name: str
) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "a.md").write_text("# A\n")
    steps, says = KEYS[name]
    with opened(browser, site) as page:
        show(page, site, name)
        for words, pressed in steps:
            tab_to(page, words)
            if pressed.startswith("*"):
                page.keyboard.press("End")
                page.keyboard.type(pressed[1:].format(more=tmp_path / "more"))
            else:
                page.keyboard.press(pressed)
        if says:
            assert says in page.get_by_role("status").inner_text()
        else:
            role, heading = SHOWS[name]
            page.get_by_role(role, name=re.compile(heading)).first.wait_for()  # type: ignore[arg-type]


def test_a_fact_is_erased_with_the_keyboard_alone(
    browser: Browser, site: Site, folder: Folder
) -> None:
    with opened(browser, site) as page:
        show(page, site, "facts")
        tab_to(page, "Change Plays the oboe")
        page.keyboard.press("Enter")
        tab_to(page, "Erase… Plays the oboe")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Erase for good?").wait_for()
        tab_to(page, "Type “erase” to confirm")
        page.keyboard.type("erase")
        page.keyboard.press("Enter")
        page.get_by_role("link", name="What it knows now").wait_for()
        assert "Plays the oboe" not in texts(folder)


def test_the_keyboard_skips_to_the_content(browser: Browser, site: Site, folder: Folder) -> None:
    with opened(browser, site) as page:
        show(page, site, "facts")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        tab_to(page, "Fact")
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
