"""The web page, served in this process, and a client that keeps its cookie."""

import gc
import http.client
import re
import socket
import threading
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urlsplit

from support.product import until

from llm_user_memory.settings import Folder
from llm_user_memory.web import server
from llm_user_memory.web.app import application
from llm_user_memory.web.session import Session


class Answer:
    """An HTTP response: the status, the headers by lower-case name, and the text."""

    def __init__(self, found: http.client.HTTPResponse) -> None:
        self.status = found.status
        self.headers = {name.lower(): value for name, value in found.getheaders()}
        self.text = found.read().decode()


class Site:
    """A served page. `cookie` is sent with each request, once `enter` was called."""

    def __init__(self, session: Session, port: int) -> None:
        self.session = session
        self.port = port
        self.cookie = ""
        self.base = f"{session.path}/default"

    def ask(
        self,
        path: str,
        method: str = "GET",
        body: str | None = None,
        headers: Mapping[str, str | None] = {},
    ) -> Answer:
        """Send a request; `headers` replace ours, and None leaves one out."""
        sent: dict[str, str | None] = {"Host": f"127.0.0.1:{self.port}", "Cookie": self.cookie}
        if method == "POST":
            sent |= {
                "Origin": f"http://127.0.0.1:{self.port}",
                "Content-Type": "application/x-www-form-urlencoded",
                "Sec-Fetch-Site": "same-origin",
            }
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.putrequest(method, path, skip_host=True)
            for name, value in {**sent, **headers}.items():
                if value:
                    connection.putheader(name, value)
            content = None if body is None else body.encode()
            if content is not None and "Content-Length" not in headers:
                connection.putheader("Content-Length", str(len(content)))
            connection.endheaders(content)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def enter(self) -> Answer:
        """Use the link, and keep the cookie."""
        found = self.ask(urlsplit(self.session.link).path + "?" + urlsplit(self.session.link).query)
        self.cookie = found.headers.get("set-cookie", "").partition(";")[0]
        return found

    def page(self, name: str, base: str = "") -> str:
        """Return the HTML of a page; asserts that it exists."""
        found = self.ask(f"{base or self.base}/{name}")
        assert found.status == 200, found.text
        return found.text

    def post(self, action: str, fields: Mapping[str, str | Sequence[str]] = {}) -> Answer:
        """Send a form as the browser does from our page."""
        fields = {"key": self.session.form_key, **fields}
        return self.ask(f"{self.base}/{action}", "POST", urlencode(fields, doseq=True))

    def do(self, action: str, fields: Mapping[str, str | Sequence[str]] = {}) -> str:
        """Send a form, and return the message on the page after it."""
        found = self.post(action, fields)
        assert found.status == 303, found.text
        return said(self.ask(found.headers["location"].partition("#")[0]).text)


@contextmanager
def served(folder: Folder, idle: float = 3600.0) -> Iterator[Site]:
    """Serve the page of a memory folder in a thread."""
    gc.freeze()  # so that the collector below looks at what was made in the block alone
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(16)
        port = listening.getsockname()[1]
        session = Session(port)
        app = application(folder, session, entered=lambda: None)
        config = server._config(app)
        config.log_level = "error"  # what no test expects is printed
        running = server._Server(config, session, idle)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            until(lambda: running.started, "that the page is served")
            yield Site(session, port)
        finally:
            running.should_exit = True
            thread.join(60)
            with warnings.catch_warnings():
                # asyncio leaves a connection that was just closed to the collector. Warned of
                # later, it would fail the test that runs then.
                warnings.simplefilter("ignore", ResourceWarning)
                gc.collect()
            gc.unfreeze()


class _Read(HTMLParser):
    """The visible text and the elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.forms: list[dict[str, Any]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        if tag == "form":
            self.forms.append({"action": found.get("action"), "fields": {}})
        elif tag in ("input", "textarea", "select", "button") and self.forms and "name" in found:
            self.forms[-1]["fields"][found["name"]] = found.get("value") or ""

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(page: str) -> _Read:
    """Parse a page."""
    found = _Read()
    found.feed(page)
    return found


def text_of(page: str) -> str:
    """Return the text of a page, on one line."""
    return " ".join("".join(read(page).text).split())


def said(page: str) -> str:
    """Return the message of a page about a finished or refused action, "" for none."""
    match = re.search(r'<div class="said[^>]*>(.*?)</div>', page, re.S)
    return text_of(match[1]) if match else ""


def form_of(page: str, action: str, **having: str) -> dict[str, str]:
    """Return the fields of the first form for an action that has these values."""
    for form in read(page).forms:
        fields: dict[str, str] = form["fields"]
        if str(form["action"]).endswith(f"/{action}") and having.items() <= fields.items():
            return fields
    raise AssertionError(f"there is no form {action} with {having}")
