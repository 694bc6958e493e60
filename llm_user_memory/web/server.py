"""Serves the page on 127.0.0.1 until nobody has used it for a while.

The link that opens it works once. It is handed to the browser in a file that only the user may
read, because every user of the machine can read the arguments of a command.
"""

import html
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

import uvicorn

from ..settings import Folder
from ..store.profile import file as profile_file
from .app import application
from .session import Session

IDLE = 600.0
"""Seconds without a request after which the server stops."""

_HANDOVER = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={link}">
<title>Memory</title>
<p><a href="{link}">Open what llm remembers</a></p>
</html>
"""


class _Server(uvicorn.Server):
    """A server that ends by itself when its page is not used."""

    def __init__(self, config: uvicorn.Config, session: Session, patience: float) -> None:
        super().__init__(config)
        self._session = session
        self._patience = patience

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - uvicorn's
        """Stop. The signal is not sent again afterwards, so that the handover is removed."""
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or self._session.idle() > self._patience


def serve(
    folder: Folder, opened: Callable[[Path, str], None], idle: float = IDLE, port: int = 0
) -> None:
    """Serve until nobody used the page for `idle` seconds, or until a signal to stop.

    `folder` is that of the profile to begin with. `opened` is called once, when connections are
    accepted, with the file that leads to the page, and with the link in it. Raises OSError if the
    port cannot be used.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.bind(("127.0.0.1", port))
        listening.listen(64)
        number = listening.getsockname()[1]
        session = Session(number)
        handover = folder.path / f"web-{number}.html"
        try:
            folder.create()
            _remove_stale(folder)
            link = html.escape(session.link)
            profile_file.write_private(handover, _HANDOVER.format(link=link).encode())
            app = application(folder, session, entered=lambda: handover.unlink(missing_ok=True))
            opened(handover, session.link)
            _Server(_config(app), session, idle).run(sockets=[listening])
        finally:
            with suppress(OSError):
                handover.unlink(missing_ok=True)


def _remove_stale(folder: Folder) -> None:
    """Remove the handovers of servers that were killed: their links lead nowhere."""
    for left in folder.path.glob("web-*.html"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > IDLE:
                left.unlink()


def _config(app: object) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # its own type allows any callable
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )
