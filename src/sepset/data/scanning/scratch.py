"""Room for the values of a scan: memory, or a scratch file that is mapped."""

from __future__ import annotations

import errno
import mmap
import os
import tempfile
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from sepset.errors import Advice, DataError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    import numpy.typing as npt

_ZEROS = 1 << 20
#: What a filesystem answers that cannot reserve room, though it may have some.
_CANNOT_RESERVE = {errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP}


class Space(ExitStack):
    """Room for so many bytes: memory, or a file that has no name and so is gone when nobody maps it.

    The room in the file is reserved before it is mapped: where a disk is full, writing into a mapped file
    ends the process without a word.
    """

    def __init__(self, size: int, *, mapped: bool) -> None:
        super().__init__()
        self._size, self._end = size, 0
        self._file: Any = None
        if mapped:
            with _told_of_room(size):
                # The stack closes it.
                self._file = self.enter_context(tempfile.TemporaryFile())  # noqa: SIM115

    def array(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
        """Return an array whose values are still open."""
        size = int(np.prod(shape)) * dtype.itemsize
        if self._file is None or size == 0:
            return np.empty(shape, dtype=dtype, order="F")
        start, whole = self._end, -(-size // mmap.ALLOCATIONGRANULARITY)
        self._end += whole * mmap.ALLOCATIONGRANULARITY
        with _told_of_room(self._size):
            _reserve(self._file, start, self._end)
            return np.memmap(self._file, dtype=dtype, mode="r+", offset=start, shape=shape, order="F")


def _reserve(file: BinaryIO, start: int, stop: int) -> None:
    """Make a file longer, by bytes that the disk has room for."""
    if hasattr(os, "posix_fallocate"):
        try:
            os.posix_fallocate(file.fileno(), start, stop - start)
        except OSError as error:
            if error.errno not in _CANNOT_RESERVE:
                raise
        else:
            return
    file.seek(start)
    file.writelines(bytes(min(_ZEROS, stop - first)) for first in range(start, stop, _ZEROS))
    file.flush()


@contextmanager
def _told_of_room(size: int) -> Iterator[None]:
    """Say how much room is needed, and where, when there is too little."""
    try:
        yield
    except OSError as error:
        raise DataError(
            f"the values need a scratch file of {-(-size // 10**6):,} MB in {_folder()}, and it cannot be "
            f"had ({error.strerror or error}); set the environment variable TMPDIR to a folder with more "
            "room, or let the values stay in memory with a larger ",
            Advice("memory"),
        ) from None


def _folder() -> str:
    try:
        return repr(tempfile.gettempdir())
    except OSError:
        return "the folder for temporary files"
