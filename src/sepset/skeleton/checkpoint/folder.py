"""The folder of a checkpoint: whose run it is, one run at a time, and the files of its blocks.

``run.json`` says which data, settings and version the blocks belong to. A run of others is refused, with the
difference. ``lock`` is held while a run is at work; the system lets go of it when the process ends, however
it ends.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import re
import sys
import warnings
from typing import TYPE_CHECKING, Any, TypeAlias

from sepset.checks import check_path
from sepset.errors import CheckpointError, OptionError, Remark
from sepset.files import write_bytes, write_text
from sepset.skeleton.checkpoint.block_file import BrokenBlockError, from_bytes, run_of, to_bytes
from sepset.wording import counted, cut, some

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sepset.skeleton.level import BlockAnswer, Level

#: What makes a run: JSON values by name, such as the fingerprint of the data, alpha, k.
Identity: TypeAlias = "Mapping[str, Any]"

FORMAT = "sepset checkpoint 1"
_RUN, _LOCK = "run.json", "lock"
_BLOCK = re.compile(r"level-(\d{1,6})-\d+-\d+-\d+\.block")
_OWN = re.compile(rf"{re.escape(_RUN)}|{_LOCK}|\..*\.draft|{_BLOCK.pattern}")
#: What the system answers where another process holds the lock, and where a filesystem has none: some
#: shared ones, such as Lustre, are set up so.
_HELD = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}
_WITHOUT_LOCKS = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL}
_ABOUT = (
    "What a run of sepset has found so far. The same call goes on from here; once its result is saved, this "
    "folder may be deleted."
)


class Folder:
    """A folder that this process has to itself."""

    def __init__(self, path: Path, mark: str) -> None:
        self.path, self._mark = path, mark

    def answers(self, level: Level) -> list[BlockAnswer]:
        """Return what is kept of a level, in order and without overlaps; broken files are removed."""
        found: list[BlockAnswer] = []
        for path in self._blocks(level.size):
            with _usable(path, "read"):
                raw = path.read_bytes()
            try:
                found.append(from_bytes(self._mark, level, raw))
            except BrokenBlockError:
                with _usable(path, "removed"):
                    path.unlink(missing_ok=True)
        kept: list[BlockAnswer] = []
        for answer in sorted(found, key=lambda answer: answer.block):
            last = kept[-1].block if kept else None
            if last is None or last.question < answer.block.question or last.stop <= answer.block.start:
                kept.append(answer)
        return kept

    def write(self, level: Level, answer: BlockAnswer) -> None:
        """Keep the answer of a block: it is on the disk, whole, when this returns."""
        name = "-".join(map(str, (level.size, *answer.block)))
        write_bytes(self.path / f"level-{name}.block", to_bytes(self._mark, level, answer))
        _sync_folder(self.path)

    def _blocks(self, size: int) -> Iterator[Path]:
        for name in sorted(os.listdir(self.path)):
            matched = _BLOCK.fullmatch(name)
            if matched and int(matched[1]) == size:
                yield self.path / name


@contextlib.contextmanager
def opened(path: object, identity: Identity) -> Iterator[Folder]:
    """Give the folder of a run, made if it is not there, to this process alone.

    `identity` is what makes the run: a folder of another one is refused, with what differs.
    """
    folder = _made(path)
    canonical = json.dumps(identity, sort_keys=True).encode("utf-8")
    mark = hashlib.sha256(canonical).hexdigest()
    with _locked(folder):
        there = _read(folder / _RUN)
        if there is None:
            _check_blocks(folder, mark)
            content = {"format": FORMAT, "about": _ABOUT, "run": identity}
            with _usable(folder / _RUN, "written"):
                write_text(folder / _RUN, json.dumps(content, indent=1, sort_keys=True))
            _sync_folder(folder)
        else:
            _check_same(folder, there, json.loads(json.dumps(identity)))
        yield Folder(folder, mark)


@contextlib.contextmanager
def _usable(file: Path, verb: str) -> Iterator[None]:
    """Say which file of the folder is in the way, and what to do, where the system only says why."""
    try:
        yield
    except OptionError as error:
        raise CheckpointError(*error.parts) from None
    except OSError as error:
        advice = "remove it" if isinstance(error, IsADirectoryError) else "give this process access to it"
        raise CheckpointError(
            f"{file.name!r} in {str(file.parent)!r} cannot be {verb}: {_reason(error)}; {advice}, or choose "
            "another folder for the checkpoint"
        ) from None


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def check_usable(path: object) -> Path:
    """Return the folder for a checkpoint, which need not be there; one with other files in it is refused."""
    folder = check_path(path)
    try:
        there = os.listdir(folder) if os.path.lexists(folder) else []
    except (OSError, ValueError) as error:
        raise _no_folder(folder, error) from None
    others = sorted(name for name in there if not _OWN.fullmatch(name))
    if others:
        raise CheckpointError(
            f"{str(folder)!r} holds other files, such as {some(others, 3)}; choose an empty or a new folder "
            "for the checkpoint"
        )
    return folder


def _made(path: object) -> Path:
    folder = check_usable(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _no_folder(folder, error) from None
    return folder


def _no_folder(folder: Path, error: Exception) -> CheckpointError:
    return CheckpointError(
        f"{str(folder)!r} cannot be a folder for a checkpoint: {_reason(error)}; choose another"
    )


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder; no wait, since the other run may take hours."""
    with contextlib.ExitStack() as stack:
        with _usable(folder / _LOCK, "written"):
            file = stack.enter_context((folder / _LOCK).open("a+"))
        with _usable(folder / _LOCK, "locked"):
            is_free = _lock(file.fileno(), folder)
        if not is_free:
            raise CheckpointError(
                f"another run is using {str(folder)!r}; wait until it finishes, or choose another folder for "
                "the checkpoint"
            )
        yield


def _lock(descriptor: int, folder: Path) -> bool:
    """Say whether the lock could be taken; where there are none, the run goes on without, and says so."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _HELD:
            return False
        if error.errno not in _WITHOUT_LOCKS:
            raise
        warnings.warn(
            Remark(
                f"{str(folder)!r} is on a filesystem without locks ({_reason(error)}); the checkpoint is "
                "used all the same, but a second run would not be refused: let no other run use this folder"
            ),
            stacklevel=3,
        )
    return True


def _sync_folder(folder: Path) -> None:
    """Have new names on the disk, too; some systems cannot."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _read(file: Path) -> dict[str, Any] | None:
    """Return whose run it is; None: not known, but each block says it, too."""
    with _usable(file, "read"):
        raw = file.read_bytes() if file.exists() else b""
    try:
        content = json.loads(raw)
        form, run = content["format"], dict(content["run"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if form != FORMAT:
        raise CheckpointError(
            f"{str(file.parent)!r} is a checkpoint of the form {cut(str(form))!r}, and this version of "
            f"sepset reads {FORMAT!r}; choose another folder"
        )
    return run


def _check_blocks(folder: Path, mark: str) -> None:
    """Refuse a folder that does not say whose run it is, where a block is of another one."""
    for name in sorted(filter(_BLOCK.fullmatch, os.listdir(folder))):
        with _usable(folder / name, "read"):
            run = run_of((folder / name).read_bytes())
        if run not in (None, mark):
            raise CheckpointError(
                f"{str(folder)!r} holds the checkpoint of another run, and its {_RUN}, which says of which, "
                "is missing or damaged; choose another folder, or delete this one if you do not need it"
            )


def _check_same(folder: Path, there: dict[str, Any], here: dict[str, Any]) -> None:
    """Refuse another run's checkpoint, with every difference."""
    names = sorted(name for name in {*there, *here} if there.get(name) != here.get(name))
    if names:
        differences = "; ".join(_difference(name, there.get(name), here.get(name)) for name in names)
        raise CheckpointError(
            f"{str(folder)!r} is the checkpoint of another run: {differences}. Run it with the same data and "
            "options to go on, or choose another folder"
        )


def _difference(name: str, there: object, here: object) -> str:
    if isinstance(there, list) and isinstance(here, list):
        if sorted(map(str, there)) == sorted(map(str, here)):
            return f"{name} are in a different order"
        only = [one for one in there if one not in here], [one for one in here if one not in there]
        return f"{name} are {counted(len(there), 'name')} there and {len(here):,} here" + "".join(
            f", {some(names, 3)} only {where}"
            for names, where in zip(only, ("there", "here"), strict=True)
            if names
        )
    return f"{name} is {_shown(there)} there and {_shown(here)} here"


def _shown(value: object) -> str:
    return "not set" if value is None else cut(repr(value), 40)
