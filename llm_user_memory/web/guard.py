"""Access control: every request is checked here before anything else is loaded or read.

Three things have to be kept out. Other sites can make the browser send requests to 127.0.0.1
(cross-site request forgery), other users of the machine can connect, and a foreign host name can
resolve to this address (DNS rebinding). So a request needs the right `Host`, the random path and
the cookie. A POST must also come from one of our own pages.
"""

from collections.abc import Iterable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .session import Session

LARGEST = 7_000_000
"""The most bytes of a form: a profile has at most a million, and each takes at most six here."""

# "same-origin" keeps the secret path from other sites. With "no-referrer", browsers would send
# "Origin: null" with our own forms.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

CLOSED = "This page is closed. Run `llm memory web` to open it again.\n"


class Guard:
    """ASGI middleware that refuses forbidden requests, and adds `HEADERS` to every response."""

    def __init__(self, app: ASGIApp, session: Session) -> None:
        self._app = app
        self._session = session

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        refusal = self._refusal(request)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *_encoded(HEADERS.items())]}
            await send(message)

        if refusal is None:
            self._session.touch()
        await (refusal or self._app)(scope, receive, send_with_headers)

    def _refusal(self, request: Request) -> Response | None:
        session, headers = self._session, request.headers
        if headers.getlist("host") not in [[host] for host in session.hosts]:
            return PlainTextResponse("This is another site.\n", 421)
        if not request.url.path.startswith(f"{session.path}/"):
            return PlainTextResponse("There is nothing here.\n", 404)
        if request.method not in ("GET", "HEAD", "POST"):
            return PlainTextResponse("That is not understood here.\n", 405)
        if request.method == "GET" and request.url.path == f"{session.path}/enter":
            return None  # the page checks the ticket itself
        if not any(map(session.knows, _cookies(request, session.cookie_name))):
            return PlainTextResponse(CLOSED, 403)
        return self._refusal_of_origin(request)

    def _refusal_of_origin(self, request: Request) -> Response | None:
        site = request.headers.get("sec-fetch-site")
        own = f"http://{request.headers['host']}"
        if request.method != "POST":
            foreign = site not in (None, "none", "same-origin")
            return PlainTextResponse("Another site asked for this.\n", 403) if foreign else None
        if site not in (None, "same-origin") or request.headers.getlist("origin") != [own]:
            return PlainTextResponse("Another site sent this form.\n", 403)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/x-www-form-urlencoded":
            return PlainTextResponse("That is no form of this page.\n", 415)
        length = request.headers.get("content-length", "")
        if "transfer-encoding" in request.headers or not length.isascii() or not length.isdigit():
            return PlainTextResponse("The form does not tell its length.\n", 411)
        return PlainTextResponse("The form is too large.\n", 413) if int(length) > LARGEST else None


def _cookies(request: Request, name: str) -> list[str]:
    """All cookies with a name: a site on another port of this machine can set one, too."""
    every = (
        each.strip().partition("=")
        for header in request.headers.getlist("cookie")
        for each in header.split(";")
    )
    return [value for found, _, value in every if found == name]


def _encoded(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers]
