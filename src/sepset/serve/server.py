"""The server: a socket on loopback, the web server in a thread, and the work in the main thread.

Nothing but loopback is listened on, and no option changes that: from elsewhere the way leads through an SSH
tunnel, which knows who comes.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
from typing import TYPE_CHECKING

import uvicorn

from sepset.errors import OptionError
from sepset.serve.app import Live
from sepset.serve.guard import Gate
from sepset.serve.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from sepset.serve.tables import Table

LOOPBACK = "127.0.0.1"
#: connections at once, seconds that idle ones stay open, and that ending waits for those at work
_MOST_CONNECTIONS, _IDLE, _LAST_WORDS = 128, 5, 2


def serve(given: Table | None, *, port: int = 0, most_uploaded: int, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; `ready` hears the address when the server listens."""
    listening = _listen(port)
    with listening:
        gate = Gate(secrets.token_urlsafe(24), listening.getsockname()[1])
        worker = Worker()
        live = Live(worker, most_uploaded=most_uploaded, given=given)
        server = uvicorn.Server(
            uvicorn.Config(
                live.app(gate),
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                limit_concurrency=_MOST_CONNECTIONS,
                timeout_keep_alive=_IDLE,
                timeout_graceful_shutdown=_LAST_WORDS,
            )
        )
        web = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        web.start()
        try:
            ready(f"http://{LOOPBACK}:{gate.port}/{gate.token}/")
            worker.work()
        finally:
            # Whoever is still being answered is cut off, which is no error now.
            logging.getLogger("uvicorn.error").disabled = True
            live.ending.set()
            server.should_exit = True
            web.join(_LAST_WORDS + 1)


def _listen(port: int) -> socket.socket:
    try:
        return socket.create_server((LOOPBACK, port), backlog=_MOST_CONNECTIONS)
    except OSError as error:
        reason = (error.strerror or os.strerror(error.errno or 0)).lower()
        raise OptionError(f"port {port} cannot be listened on: {reason}; take another, or none") from None
