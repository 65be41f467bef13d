"""The server: a socket on loopback, the web server in a thread, and the work in the main thread.

It listens on loopback only, and no option changes that: from elsewhere, use an SSH tunnel, which checks who
connects.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import sys
import threading
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from sepset.errors import Advice, OptionError
from sepset.serve.app import Live
from sepset.serve.guard import Gate
from sepset.serve.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from sepset.serve.guard import App
    from sepset.serve.tables import Table

LOOPBACK = "127.0.0.1"
#: connections at once; seconds for which idle ones stay open, and for which the end waits for those at work
_MOST_CONNECTIONS, _IDLE, _LAST_WORDS = 128, 5, 2
#: seconds after which one thread lets another go on; Python's own 5 ms would add up
_TURN = 0.0005
#: seconds in which a new connection must have asked for something
FIRST_WORDS = 10.0


class Impatient(H11Protocol):  # type: ignore[misc]  # uvicorn's types are not checked
    """A connection that is closed if it asks for nothing: many silent ones would keep all others out."""

    def connection_made(self, transport: Any) -> None:
        """Begin to wait."""
        super().connection_made(transport)
        self.loop.call_later(FIRST_WORDS, self._give_up)

    def _give_up(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()


def serve(given: Table | None, *, port: int = 0, most_uploaded: int, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; `ready` hears the address when the server listens."""
    with _listen(port) as listening:
        gate = Gate(secrets.token_urlsafe(24), listening.getsockname()[1])
        worker = Worker()
        # The web server gets its turn within a moment, also while a report is being made.
        sys.setswitchinterval(_TURN)
        live = Live(worker, most_uploaded=most_uploaded, given=given)
        server = web_server(live.app(gate))
        web = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        web.start()
        try:
            ready(f"http://{LOOPBACK}:{gate.port}/{gate.token}/")
            worker.work()
        finally:
            # Requests that are still being answered are cut off, which is not an error now.
            logging.getLogger("uvicorn.error").disabled = True
            live.ending.set()
            server.should_exit = True
            web.join(_LAST_WORDS + 1)


def web_server(app: App) -> Any:
    """Return uvicorn's server for an application, with the limits that hold here."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=Impatient,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=_MOST_CONNECTIONS,
            timeout_keep_alive=_IDLE,
            timeout_graceful_shutdown=_LAST_WORDS,
        )
    )


def _listen(port: int) -> socket.socket:
    try:
        return socket.create_server((LOOPBACK, port), backlog=_MOST_CONNECTIONS)
    except OSError as error:
        reason = (error.strerror or os.strerror(error.errno or 0)).lower()
        raise OptionError(
            f"cannot listen on port {port}: {reason}; choose another, or leave ", Advice("port"), " out"
        ) from None
