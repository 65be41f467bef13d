"""The addresses of the server, behind the guard, and what each of them answers.

==========================  ===============================================================================
``GET /``                   the page
``POST /tables?name=...``   a file, as the body of the request; the number under which it is kept
``POST /answers``           what is asked for as JSON; what happens as lines of JSON, the answer last
``GET /answers/N/page``     the report of an answer, for the frame beside the settings
``GET /answers/N/FILE``     ``run.html``, ``run.json``, ``knowledge.txt``, ``run.py``, ``run.sh``
==========================  ===============================================================================

No address names a file of this machine, so none can be asked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
from typing import TYPE_CHECKING, Any, TypeAlias

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from sepset.errors import OptionError, SepsetError
from sepset.serve.answers import answer
from sepset.serve.asked import asked_for
from sepset.serve.guard import Guard
from sepset.serve.page import page
from sepset.serve.shelf import Shelf
from sepset.serve.tables import uploaded
from sepset.serve.words import problem_of, too_large
from sepset.serve.worker import QueuedJob

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request

    from sepset.serve.answers import LearnedResult
    from sepset.serve.asked import PageSettings
    from sepset.serve.guard import Gate
    from sepset.serve.tables import Table
    from sepset.serve.worker import Worker

TABLES_KEPT, ANSWERS_KEPT = 64, 64
#: bytes of the JSON that asks for something: names of columns, mostly
MOST_ASKED = 2**23
#: seconds in which some of a body that was announced must arrive
PATIENCE = 20.0
#: seconds for which the rest of a body that is too large is thrown away
_DRAINED = 3.0
#: seconds between two checks that the page is still waiting
_GLANCE = 0.25
#: A page in the frame: on its own, without our origin, and in no other page than ours.
_FRAMED = "sandbox allow-scripts allow-downloads allow-modals; frame-ancestors 'self'"
#: What happens on the way to an answer: a word and what goes with it.
Event: TypeAlias = dict[str, object]
_log = logging.getLogger(__name__)


class NotTaken(Exception):  # noqa: N818 - an event
    """What was sent is too much, or came too slowly, or not at all."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status, self.words = status, words


class Live:
    """The application: tables and answers that are kept, and who does the work."""

    def __init__(self, worker: Worker, *, most_uploaded: int, given: Table | None = None) -> None:
        self.worker, self.most_uploaded = worker, most_uploaded
        self.tables: Shelf[Table] = Shelf("table", most=TABLES_KEPT, weight=2 * most_uploaded)
        self.answers: Shelf[LearnedResult] = Shelf("answer", most=ANSWERS_KEPT)
        self.given = given
        self.given_number: str | None = None
        self.ending = threading.Event()

    def app(self, gate: Gate) -> Guard:
        """Return what answers requests."""
        routes = [
            Route("/", self.show),
            Route("/tables", self.take, methods=["POST"]),
            Route("/answers", self.ask, methods=["POST"]),
            Route("/answers/{number}/{file}", self.give),
        ]
        return Guard(Starlette(routes=routes, exception_handlers={NotTaken: _not_taken}), gate)

    def show(self, request: Request) -> Response:
        """Return the page; a table that was named at the start is loaded at once."""
        given = None
        if self.given is not None:
            self.given_number = self.tables.put(self.given, number=self.given_number)
            given = self.given_number, self.given.name
        made = page(given, self.most_uploaded)
        return Response(made.html, media_type="text/html", headers={"content-security-policy": made.policy})

    async def take(self, request: Request) -> Response:
        """Keep an uploaded table in memory."""
        raw = await _body(request, self.most_uploaded, "this file")
        try:
            table = uploaded(request.query_params.get("name", ""), raw)
        except SepsetError as error:
            return JSONResponse({"problem": problem_of(error)}, status_code=422)
        return JSONResponse({"table": self.tables.put(table, weight=len(raw)), "name": table.name})

    async def ask(self, request: Request) -> Response:
        """Begin to work on an answer, and tell what happens until it is there."""
        raw = await _body(request, MOST_ASKED, "what is asked for")
        try:
            asked = asked_for(_json(raw))
            table = self.tables.get(asked.table)
        except SepsetError as error:
            return JSONResponse({"problem": problem_of(error)}, status_code=422)
        return StreamingResponse(self._told(asked, table, request), media_type="application/x-ndjson")

    async def _told(self, asked: PageSettings, table: Table, request: Request) -> AsyncIterator[bytes]:
        loop, happened = asyncio.get_running_loop(), asyncio.Queue[Event]()

        def tell(what: str, value: object) -> None:
            loop.call_soon_threadsafe(happened.put_nowait, {what: value})

        job = QueuedJob(lambda: self._answer(asked, table, tell), lambda: tell("gone", True))
        self.worker.submit(job)
        try:
            while (event := await self._next(happened, request)) is not None:
                yield (json.dumps(event) + "\n").encode()
                if not event.keys().isdisjoint(("answer", "problem", "gone")):
                    return
        finally:
            self.worker.cancel(job)

    async def _next(self, happened: asyncio.Queue[Event], request: Request) -> Event | None:
        """Return what happens next, or None if nobody waits for it any more."""
        while not self.ending.is_set():
            try:
                return await asyncio.wait_for(happened.get(), _GLANCE)
            except TimeoutError:
                if await request.is_disconnected():
                    return None
        return None

    def _answer(self, asked: PageSettings, table: Table, tell: Callable[[str, object], None]) -> None:
        """Do the work; every way in which it can end is told."""
        try:
            found = answer(asked, table, tell)
        except SepsetError as error:
            tell("problem", problem_of(error))
        except MemoryError:
            tell("problem", "there is not enough memory for this; leave out columns, or choose a smaller k")
        except Exception as error:
            _log.exception("an answer failed")
            tell("problem", f"this is a bug in sepset ({type(error).__name__}); please report it")
        else:
            same = {"python": found.same.in_python(), "shell": found.same.in_shell()}
            tell("answer", {"number": self.answers.put(found), **same})

    def give(self, request: Request) -> Response:
        """Return a file of an answer."""
        number, file = request.path_params["number"], request.path_params["file"]
        try:
            kept = self.answers.get(number)
        except OptionError as error:
            return Response(f"{problem_of(error)}\n", status_code=404, media_type="text/plain")
        if file == "page":
            return Response(kept.page, media_type="text/html", headers={"content-security-policy": _FRAMED})
        makers = kept.files()
        if file not in makers:
            return Response(
                f"the files of an answer are {', '.join(makers)}\n", status_code=404, media_type="text/plain"
            )
        make, kind = makers[file]
        headers = {"content-disposition": f'attachment; filename="{file}"'}
        return Response(make(), media_type=kind, headers=headers)


async def _body(request: Request, most: int, what: str) -> bytes:
    """Return the body of a request; one that is too large is refused as soon as that is known."""
    announced = request.headers.get("content-length", "0")
    too_much = announced.isascii() and announced.isdigit() and int(announced) > most
    parts, size, stream = [], 0, request.stream()
    try:
        while not too_much and (part := await asyncio.wait_for(anext(stream, b""), PATIENCE)):
            size += len(part)
            too_much = size > most
            parts.append(part)
    except TimeoutError:
        raise NotTaken(408, f"no more of {what} arrived for {PATIENCE:g} s; send it again") from None
    except ClientDisconnect:
        raise NotTaken(400, f"the rest of {what} did not arrive") from None
    if too_much:
        parts.clear()
        await _drain(stream)
        raise NotTaken(413, too_large(what, most))
    return b"".join(parts)


async def _drain(stream: AsyncIterator[bytes]) -> None:
    """Throw away what still comes, for a while: a client that is still sending hears no answer."""
    with contextlib.suppress(TimeoutError, ClientDisconnect):
        async with asyncio.timeout(_DRAINED):
            async for _ in stream:
                pass


def _not_taken(request: Request, error: Any) -> Response:
    # There may be more of the body.
    return JSONResponse({"problem": error.words}, status_code=error.status, headers={"connection": "close"})


def _json(raw: bytes) -> object:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        raise OptionError("a request must be a JSON object") from None
