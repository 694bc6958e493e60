"""The ASGI application: routes each request to a page or an action.

`GET` shows a page. `POST` carries out an action, then redirects to a page. If an action raises a
MemoryPluginError, it redirects to the page that the form is on, which shows the error and keeps
what the user typed.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp

from ..errors import MemoryPluginError
from ..settings import Folder, read_settings
from ..store import profiles, state
from . import activity, facts, find, frame, history, leaves, render, waiting
from .call import Call, Done, Form, Page
from .guard import Guard
from .session import Said, Session

PAGES: dict[str, Callable[[Call], Page]] = {
    **facts.PAGES,
    **history.PAGES,
    **waiting.PAGES,
    **find.PAGES,
    **activity.PAGES,
    **leaves.PAGES,
}
"""The function that shows each page, by the page's name in the URL."""

ACTIONS: dict[str, Callable[[Call], Page | Done]] = {
    **facts.ACTIONS,
    **history.ACTIONS,
    **waiting.ACTIONS,
    **find.ACTIONS,
    **leaves.ACTIONS,
    **frame.ACTIONS,
}
"""The function that carries out each action, by the action's name in the URL of a form."""

# The form field "back": the page that the form is on, with its query and fragment.
_BACK = re.compile(r"[a-z]+(?:\?[A-Za-z0-9_=&-]*)?(?:#[a-z0-9-]*)?")
_MOST_FIELDS = 2_000


def application(folder: Folder, session: Session, entered: Callable[[], None]) -> ASGIApp:
    """Return the application for all profiles of a memory folder; it opens with that of `folder`.

    `entered` is called once the link has been used.
    """
    answers = _Answers(folder, session, entered)
    routes = [
        Route("/enter", answers.enter),
        Route("/style.css", answers.style),
        Route("/icon.svg", answers.icon),
        Route("/", answers.first),
        Route("/{profile}/{name}", answers.page, methods=["GET"]),
        Route("/{profile}/{name}", answers.action, methods=["POST"]),
    ]
    return Guard(Router([Mount(session.path, routes=routes)], redirect_slashes=False), session)


class _Answers:
    """The answers to requests that the guard let pass."""

    def __init__(self, folder: Folder, session: Session, entered: Callable[[], None]) -> None:
        self._folder = folder
        self._session = session
        self._entered = entered

    async def enter(self, request: Request) -> Response:
        """Exchange the ticket for the cookie, and answer with a page that opens the first one.

        This cannot be a redirect: the cookie is SameSite=Strict, so that the browser would not
        send it with a redirected request that began elsewhere, such as in a local file.
        """
        if not self._session.redeem(request.query_params.get("ticket", "")):
            return PlainTextResponse("This link was used. Run `llm memory web` again.\n", 403)
        self._entered()
        answer = HTMLResponse(render.page("enter.html", {"path": self._session.path}))
        answer.set_cookie(
            self._session.cookie_name,
            self._session.cookie,
            path=f"{self._session.path}/",
            httponly=True,
            samesite="strict",
        )
        return answer

    async def style(self, _request: Request) -> Response:
        return Response(render.static("style.css"), media_type="text/css")

    async def icon(self, _request: Request) -> Response:
        return Response(render.static("icon.svg"), media_type="image/svg+xml")

    async def first(self, _request: Request) -> Response:
        return self._to(self._folder, "facts")

    async def page(self, request: Request) -> Response:
        show = PAGES.get(request.path_params["name"])
        folder = self._profile(request)
        if folder is None or show is None:
            return _missing()
        self._session.show(request.path_params["name"])
        return await run_in_threadpool(self._show, folder, show, dict(request.query_params))

    async def action(self, request: Request) -> Response:
        body = (await request.body()).decode(errors="replace")
        try:
            form = parse_qs(body, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
        except ValueError:
            return PlainTextResponse("The form has too many fields.\n", 413)
        if not self._session.is_form_of_ours((form.get("key") or [""])[0]):
            return PlainTextResponse("That is no form of this page. Load it again.\n", 403)
        act, folder = ACTIONS.get(request.path_params["name"]), self._profile(request)
        if folder is None or act is None:
            return _missing()
        name = request.path_params["name"]
        return await run_in_threadpool(self._act, folder, name, act, form)

    def _show(
        self, folder: Folder, show: Callable[[Call], Page], query: Mapping[str, str]
    ) -> Response:
        said = self._session.said(query.get("said", ""))
        try:
            with state.opened(folder) as store:
                call = Call(store, read_settings(), query)
                return self._answer(call, show(call), said)
        except MemoryPluginError as error:
            return self._failed(folder, error, said)

    def _act(
        self, folder: Folder, action: str, act: Callable[[Call], Page | Done], form: Form
    ) -> Response:
        back = (form.get("back") or [""])[0]
        back = back if _BACK.fullmatch(back) else "facts"
        try:
            with state.opened(folder) as store:
                call = Call(store, read_settings(), {}, form)
                done = act(call)
                if isinstance(done, Page):
                    return self._answer(call, done, None)
            return self._to(folder, done.to or back, Said(done.text))
        except MemoryPluginError as error:
            typed = {name: values[0] for name, values in form.items() if name != "key"}
            typed["action"] = action
            return self._to(folder, back, Said(str(error), refused=True, typed=typed))

    def _answer(self, call: Call, page: Page, said: Said | None) -> Response:
        around = frame.around(call, self._session, self._folder, page.template)
        typed = defaultdict(str, said.typed if said else {})  # a template asks for any field
        values = {**around, "said": said, "typed": typed, **page.values}
        return HTMLResponse(render.page(page.template, values))

    def _failed(self, folder: Folder, error: MemoryPluginError, said: Said | None) -> Response:
        """The error page for a profile that cannot be read."""
        values = {"error": str(error), **frame.bare(folder, self._session), "said": said}
        with suppress(MemoryPluginError), state.opened(folder) as store:
            values |= frame.learning(store, read_settings())
        return HTMLResponse(render.page("failed.html", values), 500)

    def _to(self, folder: Folder, page: str, said: Said | None = None) -> Response:
        if said:
            page, _, place = page.partition("#")
            name, _, query = page.partition("?")
            kept = [part for part in query.split("&") if part and not part.startswith("said=")]
            page = f"{name}?{'&'.join([*kept, f'said={self._session.say(said)}'])}"
            page += f"#{place}" * bool(place)
        base = f"{self._session.path}/{folder.name or profiles.DEFAULT}"
        return RedirectResponse(f"{base}/{page}", 303)

    def _profile(self, request: Request) -> Folder | None:
        """The folder of the profile in the address, if there is one; none is created here."""
        name = request.path_params["profile"]
        known = {self._folder, *profiles.every(self._folder.path)}
        return next((one for one in known if (one.name or profiles.DEFAULT) == name), None)


def _missing() -> Response:
    return PlainTextResponse("There is no such page.\n", 404)
