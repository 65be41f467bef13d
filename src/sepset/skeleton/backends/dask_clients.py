"""Clients of a Dask cluster: connected, checked, and closed where they cannot connect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sepset.checks import came
from sepset.errors import ClusterError, InPython, OptionError

if TYPE_CHECKING:
    from distributed import Client

#: How long a scheduler may take to answer the first call, in seconds.
CONNECT_SECONDS = 10


def check_client(client: object) -> Client:
    """Return a client of Dask's that is connected and can be waited for."""
    if isinstance(client, _client_class()) and not client.asynchronous:
        return check_open(client)
    raise OptionError(
        "client is a dask.distributed.Client that is not asynchronous; got "
        f"{type(client).__name__}; Client('tcp://address:8786') makes one"
    )


def check_open(client: Client) -> Client:
    """Return a client that was not closed; one that lost its scheduler is another matter."""
    if client.status == "closed":
        raise ClusterError(
            "the client of the Dask cluster is closed; make a new one, as in Client('tcp://address:8786'), "
            "and keep it open until the result is there"
        )
    return client


def connected(address: str) -> Client:
    """Return a client of the scheduler at an address; TLS and the like come from Dask's own configuration."""
    if not isinstance(address, str) or not address.strip():
        raise OptionError(f"an address is text such as 'tcp://10.0.0.5:8786'; got {came(address)}")
    try:
        return _opened(address)
    except TypeError as error:  # TLS without certificates; the address itself is text
        raise ClusterError(
            f"the Dask scheduler at {address!r} cannot be reached: {error}; name the certificates in Dask's "
            "configuration, under distributed.comm.tls",
            InPython(", or pass DaskBackend a Client(address, security=...)"),
        ) from None
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterError(
            f"there is no Dask scheduler at {address!r}: {error}; start it, or check the address"
        ) from None


def _opened(address: str) -> Client:
    """Return a new client; one that cannot connect is closed before its error goes on.

    Dask would close it whenever Python collects it. That may be while the next client takes the lock which
    closing needs, too: both would wait for ever.
    """
    kind = _client_class()
    client: Client = kind.__new__(kind)
    try:
        kind.__init__(client, address, timeout=CONNECT_SECONDS)
    except BaseException:
        if getattr(client, "status", None) == "connecting":
            client.close()
        raise
    return client


def _client_class() -> Any:
    """Return Dask's own class, if it is installed."""
    try:
        from distributed import Client as DaskClient
    except ImportError:
        raise OptionError("a Dask cluster needs the extra 'dask': pip install 'sepset[dask]'") from None
    return DaskClient
