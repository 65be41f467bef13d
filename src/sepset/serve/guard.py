"""Who may ask: only those who know the address with its token, by its own host, from its own page.

- The **host** must be the loopback address that was listened on: a name that somebody made to point there
  (DNS rebinding) is refused.
- The **token**, 32 random letters, is the first part of every path. Without it there is nothing to see.
- The **origin** of a request that a page sends must be ours: what another site has its visitors' browsers
  ask is refused, even if it knew the token.

>>> allowed = Gate("s3cret", 8000)
>>> allowed.refusal("/s3cret/", {"host": "127.0.0.1:8000"}) is None
True
>>> allowed.refusal("/s3cret/", {"host": "evil.example:8000"}).words
'this server answers to http://127.0.0.1:8000 only'
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, MutableMapping
    from typing import Any, TypeAlias

    Scope: TypeAlias = MutableMapping[str, Any]
    Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
    App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

#: Sent with every answer; pages add their own policy.
HEADERS = (
    (b"cache-control", b"no-store"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)
_NOTHING_ELSE = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")


class Refusal(NamedTuple):
    """The status of an answer that refuses, and why."""

    status: int
    words: str


class Gate(NamedTuple):
    """The token and the port by which requests are let in."""

    token: str
    port: int

    @property
    def hosts(self) -> tuple[str, ...]:
        """What a browser on this machine calls the server."""
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    def refusal(self, path: str, headers: Mapping[str, str]) -> Refusal | None:
        """Return why a request is refused, or None."""
        host = headers.get("host", "").lower()
        if host not in self.hosts:
            return Refusal(421, f"this server answers to http://{self.hosts[0]} only")
        first = path.partition("/")[2].partition("/")[0]
        if not hmac.compare_digest(first.encode("utf-8", "replace"), self.token.encode()):
            return Refusal(404, "there is nothing here; use the whole address that sepset serve printed")
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return Refusal(403, "requests from pages of other origins are refused")
        # A link that leads here from elsewhere opens the page; nothing else is given to other sites.
        opened = headers.get("sec-fetch-dest") == "document" and path == f"/{self.token}/"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not opened:
            return Refusal(403, "requests from pages of other origins are refused")
        return None


class Guard:
    """Lets requests through a gate to an application, which sees the path behind the token."""

    def __init__(self, app: App, gate: Gate) -> None:
        self.app, self.gate = app, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refused = self.gate.refusal(scope["path"], headers)
        if refused is not None:
            await _refuse(refused, send)
            return
        behind = "/" + scope["path"].partition("/")[2].partition("/")[2]

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_missing(message.get("headers", ()))]
            await send(message)

        await self.app({**scope, "path": behind, "raw_path": behind.encode()}, receive, send_guarded)


def _missing(headers: Any) -> list[tuple[bytes, bytes]]:
    there = {name.lower() for name, _ in headers}
    return [header for header in (*HEADERS, _NOTHING_ELSE) if header[0] not in there]


async def _refuse(refused: Refusal, send: Send) -> None:
    body = f"{refused.words}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *HEADERS,
        _NOTHING_ELSE,
    ]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
