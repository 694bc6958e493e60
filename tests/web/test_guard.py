"""Who may ask: the link works once, and nobody but this browser, from this page, gets anything."""

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from urllib.parse import urlencode

import pytest
from support.web import Site, served

pytest.importorskip("starlette")

from llm_user_memory.settings import Folder
from llm_user_memory.store import state
from llm_user_memory.store.profile import history, versions
from llm_user_memory.store.state import Store
from llm_user_memory.web.app import ACTIONS, PAGES
from llm_user_memory.web.handover import Handover

pytestmark = [pytest.mark.once, pytest.mark.slow]


@pytest.fixture(scope="module")
def entered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Store]]:
    """A page that was entered by its link, for all tests: a server takes a moment to end."""
    folder = Folder(tmp_path_factory.mktemp("entered") / "memory")
    with state.opened(folder) as store, served(folder) as site:
        site.enter()
        yield site, store


@pytest.fixture
def site(entered: tuple[Site, Store]) -> Site:
    """A browser that entered, with a cookie of its own to change."""
    return copy(entered[0])


@pytest.fixture
def store(entered: tuple[Site, Store]) -> Store:
    """The store of `site`."""
    return entered[1]


@pytest.fixture
def stranger(folder: Folder) -> Iterator[Site]:
    with state.opened(folder), served(folder) as site:
        yield site


def test_the_link_works_once(stranger: Site) -> None:
    link = stranger.session.link.partition(str(stranger.port))[2]
    first = stranger.ask(link)
    assert first.status == 200
    cookie = first.headers["set-cookie"]
    assert cookie.startswith(f"llm_memory_{stranger.port}=")
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie
    assert f"Path={stranger.session.path}/" in cookie
    again = stranger.ask(link)
    assert again.status == 403 and "set-cookie" not in again.headers


@pytest.mark.parametrize("ticket", ["", "wrong", "None", "é"])
def test_another_ticket_opens_nothing(stranger: Site, ticket: str) -> None:
    query = urlencode({"ticket": ticket})
    found = stranger.ask(f"{stranger.session.path}/enter?{query}")
    assert found.status == 403 and "set-cookie" not in found.headers
    assert stranger.enter().status == 200, "and the link still works"


def test_before_the_link_was_used_no_cookie_is_good(stranger: Site) -> None:
    stranger.cookie = f"{stranger.session.cookie_name}={stranger.session.cookie}"
    assert stranger.ask(f"{stranger.base}/facts").status == 403


@pytest.mark.parametrize("name", PAGES)
def test_without_the_cookie_there_is_no_page(site: Site, name: str) -> None:
    site.cookie = ""
    assert site.ask(f"{site.base}/{name}").status == 403
    site.cookie = f"{site.session.cookie_name}=guessed"
    assert site.ask(f"{site.base}/{name}").status == 403


@pytest.mark.parametrize("path", ["/", "/facts", "/default/facts", "/favicon.ico", "/x/enter"])
def test_without_the_path_there_is_nothing(site: Site, path: str) -> None:
    assert site.ask(path).status == 404


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}", None,
     "127.0.0.1:{port}.evil.example", "localhost.:{port}"],
)  # fmt: skip
def test_a_foreign_host_is_refused(site: Site, host: str | None) -> None:
    named = host and host.format(port=site.port)
    assert site.ask(f"{site.base}/facts", headers={"Host": named}).status in (400, 421)


def test_both_names_of_this_machine_are_ours(site: Site) -> None:
    host = {"Host": f"localhost:{site.port}"}
    assert site.ask(f"{site.base}/facts", headers=host).status == 200
    own = {**host, "Origin": f"http://localhost:{site.port}"}
    body = urlencode({"key": site.session.form_key})
    assert site.ask(f"{site.base}/pause", "POST", body, own).status == 303


@pytest.mark.parametrize("is_last", [True, False])
def test_a_cookie_that_another_port_of_this_machine_has_set_closes_nothing(
    site: Site, is_last: bool
) -> None:
    site.page("facts")
    planted = f"{site.session.cookie_name}=planted"
    both = [site.cookie, planted] if is_last else [planted, site.cookie]
    assert site.ask(f"{site.base}/facts", headers={"Cookie": "; ".join(both)}).status == 200
    assert site.ask(f"{site.base}/facts", headers={"Cookie": planted}).status == 403


FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": None},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "https://127.0.0.1:{port}"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_form_of_another_site_is_refused(
    site: Site, store: Store, headers: dict[str, str | None]
) -> None:
    sent = {name: value and value.format(port=site.port) for name, value in headers.items()}
    site.page("facts")
    body = urlencode({"key": site.session.form_key, "section": "Interests", "text": "Not mine"})
    assert site.ask(f"{site.base}/add", "POST", body, sent).status == 403
    assert "Not mine" not in store.folder.profile.read_text()


@pytest.mark.parametrize("key", ["", "wrong", None])
@pytest.mark.parametrize("action", ACTIONS)
def test_a_form_without_our_key_is_refused(site: Site, action: str, key: str | None) -> None:
    fields = {} if key is None else {"key": key}
    assert site.ask(f"{site.base}/{action}", "POST", urlencode(fields)).status == 403


@pytest.mark.parametrize("fetched", ["cross-site", "same-site"])
def test_another_site_cannot_have_a_page_loaded(site: Site, fetched: str) -> None:
    headers = {"Sec-Fetch-Site": fetched}
    assert site.ask(f"{site.base}/facts", headers=headers).status == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "multipart/form-data; boundary=x"}, 415),
        ({"Content-Type": "application/json"}, 415),
        ({"Content-Length": "8000000"}, 413),
        ({"Transfer-Encoding": "chunked"}, 411),
        ({"Content-Length": "5", "Transfer-Encoding": "chunked"}, 411),
    ],
)
def test_what_is_no_form_of_ours_is_not_read(
    site: Site, headers: dict[str, str], status: int
) -> None:
    assert site.ask(f"{site.base}/add", "POST", "key=x", headers).status == status


def test_a_form_of_too_many_fields_is_refused(site: Site) -> None:
    body = "&".join(f"edit={number}" for number in range(5_000))
    assert site.ask(f"{site.base}/decide", "POST", body).status == 413


@pytest.mark.parametrize("action", ["addsource", "dropsource"])
@pytest.mark.parametrize(
    "path", ["~nosuchuser/x", "~\0", "/a\0b", "\ud800", "/" + "a" * 5_000, "/etc/passwd/x"]
)
def test_an_odd_path_is_refused_in_words(site: Site, action: str, path: str) -> None:
    body = urlencode(
        {"key": site.session.form_key, "back": "leaves", "path": path}, errors="surrogatepass"
    )
    found = site.ask(f"{site.base}/{action}", "POST", body)
    assert found.status == 303 and "/leaves?said=" in found.headers["location"]


@pytest.mark.parametrize("before", ["0", "1", "999999999999999", "-1", "x"])
def test_the_history_before_any_version_is_a_page(site: Site, before: str) -> None:
    assert site.ask(f"{site.base}/history?before={before}").status == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(site: Site, method: str) -> None:
    assert site.ask(f"{site.base}/facts", method).status == 405


POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
)


@pytest.mark.parametrize("name", [*PAGES, "../enter", "missing", ""])
def test_every_answer_has_the_headers(site: Site, name: str) -> None:
    found = site.ask(f"{site.base}/{name}")
    assert found.headers["content-security-policy"] == POLICY
    assert found.headers["cache-control"] == "no-store"
    assert found.headers["referrer-policy"] == "same-origin", "to other sites nothing is told"
    assert found.headers["x-content-type-options"] == "nosniff"
    assert found.headers["x-frame-options"] == "DENY"
    assert found.headers["cross-origin-opener-policy"] == "same-origin"
    assert found.headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in found.headers and "access-control-allow-origin" not in found.headers


def everything(store: Store) -> tuple[object, ...]:
    """The file of the profile, and all rows of state.db."""
    query = "select name from sqlite_master where type = 'table' order by name"
    tables = [row["name"] for row in store.db.execute(query)]
    rows = {
        name: [tuple(row) for row in store.db.execute(f"select * from {name}")] for name in tables
    }
    return store.folder.profile.read_bytes(), rows


def get_all(site: Site) -> None:
    """Ask for every page and every action with GET, with all that a form would have."""
    for name in {*PAGES, *ACTIONS}:
        site.ask(f"{site.base}/{name}?key={site.session.form_key}&text=x&section=Interests&n=1")


def test_getting_pages_changes_nothing(site: Site, store: Store) -> None:
    site.page("facts")
    before = everything(store)
    get_all(site)
    assert everything(store) == before
    assert history.count(store.db) == 1


def test_getting_pages_records_what_was_saved_in_an_editor_and_changes_nothing(
    stranger: Site, folder: Folder
) -> None:
    """The user's own save becomes a version, as by every command; a request never makes one."""
    stranger.enter()
    with state.opened(folder) as store:
        stranger.page("facts")
        saved = folder.profile.read_text().replace("## Interests\n", "## Interests\n- Rows\n")
        folder.profile.write_text(saved)
        stranger.page("facts")
        assert [version.text for version in history.newest(store.db, 1)] == [saved]
        assert history.count(store.db) == 2
        before = everything(store)
        get_all(stranger)
        assert everything(store) == before and folder.profile.read_text() == saved


@pytest.fixture
def open_base() -> Iterator[Path]:
    """A folder that every user of the machine may enter and list, as homes are on many systems."""
    with tempfile.TemporaryDirectory(dir="/tmp") as base:
        Path(base).chmod(0o755)
        yield Path(base)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="becomes another user")
def test_another_user_of_the_machine_gets_nothing(
    open_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They can connect. They read no link and no address, and an address is not enough."""
    monkeypatch.setenv("HOME", str(open_base))
    folder = Folder(open_base / "memory")
    with state.opened(folder) as store, served(folder) as site:
        versions.read(store)
        handover = Handover(folder, site.session.link).write()
        paths = ("/", "/default/facts", f"{site.base}/facts", f"{site.session.path}/enter")
        form = urlencode({"key": site.session.form_key})
        told = _as_nobody(
            lambda: [
                *(site.ask(path).status for path in paths),
                site.ask(f"{site.base}/pause", "POST", form).status,
                _refused(lambda: list(open_base.iterdir())),
                _refused(lambda: list(handover.parent.iterdir())),
                _refused(handover.read_text),
                _refused(folder.profile.read_text),
            ]
        )
        assert told == [404, 404, 403, 403, 403, "allowed", "refused", "refused", "refused"]
        assert site.enter().status == 200, "and the link still works"


def _refused(act: Callable[[], object]) -> str:
    try:
        act()
    except PermissionError:
        return "refused"
    return "allowed"


def _as_nobody(act: Callable[[], list[object]]) -> list[object]:
    """Return what another user gets, in a process of theirs."""
    reader, writer = os.pipe()
    if not (child := os.fork()):
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            os.write(writer, json.dumps(act()).encode())
        finally:
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as told:
        found: list[object] = json.loads(told.read())
    return found
