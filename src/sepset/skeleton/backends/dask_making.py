"""What all pieces of work need, pickled here and made on a worker, by the same version of sepset.

It is loaded by functions of Python's own library: a worker without sepset then says what it lacks, where it
would otherwise end.
"""

from __future__ import annotations

import pickle
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sepset.errors import ClusterError, InPython, OptionError, SepsetError

if TYPE_CHECKING:
    from typing import TypeAlias

    from distributed import Client, Future

    #: what a worker loads: a check that it may, and the thing
    Loaded: TypeAlias = "tuple[object, Any]"

_CHUNK = 1 << 23
#: How long scheduler and workers may take to say what they lack, in seconds.
_ASKED_SECONDS = 10.0
_SAME = "install the same version of sepset on the scheduler and on all workers as here"


def have_made(client: Client, raw: bytes, workers: list[str] | None) -> Future:
    """Have a worker load what was `pickled`, from chunks that the scheduler keeps with their tasks."""
    chunks = [
        client.submit(bytes, raw[start : start + _CHUNK], pure=False, workers=workers)
        for start in range(0, len(raw), _CHUNK)
    ]
    whole = client.submit(b"".join, chunks, pure=False, workers=workers)
    return client.submit(pickle.loads, whole, pure=False, workers=workers)


def pickled(thing: object) -> bytes:
    """Return a thing as bytes, which become it as the second of a pair where they are loaded."""
    import cloudpickle

    try:
        raw: bytes = cloudpickle.dumps((_SameVersion(), thing))
    except Exception as error:  # whatever the class of the thing raises
        raise OptionError(
            f"{type(thing).__name__} cannot be sent to the workers of a cluster: {error}; "
            "make it picklable, or run this without the cluster",
            InPython(", that is without backend"),
        ) from error
    return raw


class _SameVersion:
    """It can only be loaded by the version of sepset that pickled it; so what comes after it is safe."""

    def __reduce__(self) -> tuple[object, ...]:
        return _check_version, (version(),)


def _check_version(there: str) -> None:
    if there != version():
        raise ClusterError(f"a worker has sepset {version()}, and this process has {there}; {_SAME}")


def version() -> str:
    """Return the version of sepset in this process."""
    from importlib.metadata import version as version_of

    return version_of("sepset")


# ---- what a cluster lacks --------------------------------------------------------------------------------


def check_loaded(client: Client, thing: Future, error: BaseException) -> None:
    """Raise an error if a piece failed since the cluster lacks sepset or what else it takes to begin."""
    if isinstance(error, SepsetError):
        return
    if thing.status == "error" and not isinstance(error, MemoryError):
        raise ClusterError(
            f"a worker cannot load the data and the test: {_told(error)}; {_SAME}, and the modules of a test "
            "of your own"
        ) from error
    with suppress(ValueError):  # a scheduler that is told not to run functions of others
        _check_scheduler(client)
    probe = client.submit(version, pure=False)
    with suppress(TimeoutError):
        if lacking := probe.exception(timeout=_ASKED_SECONDS):
            raise ClusterError(
                f"the scheduler or a worker cannot load sepset: {_told(lacking)}; {_SAME}"
            ) from error


def _check_scheduler(client: Client) -> None:
    from importlib import metadata

    try:
        there = client.run_on_scheduler(metadata.version, "sepset")
    except metadata.PackageNotFoundError:
        raise ClusterError(f"the scheduler has no sepset; {_SAME}") from None
    if there != version():
        raise ClusterError(f"the scheduler has sepset {there}, and this process has {version()}; {_SAME}")


def _told(error: BaseException) -> str:
    cause = error.__cause__ or error
    return f"{type(cause).__name__}: {cause}"
