"""Results that are done, on their way here from the worker that has them."""

from __future__ import annotations

import asyncio
import concurrent.futures
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from distributed import Client, Future


class Fetching:
    """A result on its way here: who waits for it can look up now and then, and it goes on coming.

    A `Future.result` that runs out of time lets go of what has come so far.
    """

    def __init__(self, client: Client, future: Future) -> None:
        self._coming = asyncio.run_coroutine_threadsafe(_gathered(client, future), client.loop.asyncio_loop)

    def is_here(self, seconds: float) -> bool:
        """Wait so long at most, and say whether the result, or an error, is here."""
        return bool(concurrent.futures.wait([self._coming], timeout=seconds).done)

    def result(self) -> Any:
        """Return the result, or raise the error."""
        return self._coming.result()

    def give_up(self) -> None:
        """Let go of what has not come: a client fetches only a few results at once."""
        self._coming.cancel()


def holders(client: Client, future: Future) -> list[str]:
    """Return the workers that have a result."""
    return [worker for having in client.who_has([future]).values() for worker in having]


async def _gathered(client: Client, future: Future) -> Any:
    return await client.gather(future, asynchronous=True)
