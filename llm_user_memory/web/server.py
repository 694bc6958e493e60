"""Serves the page on 127.0.0.1 until it has not been used for a while.

The link that opens the page works once. `handover` passes it to the browser.
"""

import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from ..settings import Folder
from .app import application
from .handover import Handover, remove_stale
from .session import Session

IDLE = 600.0
"""Seconds without a request after which the server stops."""


class _Server(uvicorn.Server):
    """A server that stops when its page has not been used for `patience` seconds."""

    def __init__(self, config: uvicorn.Config, session: Session, patience: float) -> None:
        super().__init__(config)
        self._session = session
        self._patience = patience

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - uvicorn's
        """Stop the server. Unlike uvicorn's own method, this does not raise the signal again.

        So `serve` can remove the handover file.
        """
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or self._session.idle() > self._patience


def serve(
    folder: Folder, opened: Callable[[Handover, str], None], idle: float = IDLE, port: int = 0
) -> None:
    """Serve until the page has not been used for `idle` seconds, or until a signal to stop.

    The page opens with the profile of `folder`. `opened` is called once, when connections are
    accepted, with the handover and the link. Port 0 stands for any free port. Raises OSError if
    the port cannot be used.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.bind(("127.0.0.1", port))
        listening.listen(64)
        session = Session(listening.getsockname()[1])
        handover = Handover(folder, session.link)
        try:
            folder.create()
            remove_stale(folder, IDLE)
            app = application(folder, session, entered=handover.remove)
            opened(handover, session.link)
            _Server(_config(app), session, idle).run(sockets=[listening])
        finally:
            handover.remove()


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
