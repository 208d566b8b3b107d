"""Files that a command writes: whole or not at all, each under a name of its own.

A file is written beside its place and then renamed over it (POSIX `rename` is atomic), so that a
reader sees the old content or the new one, and an interruption leaves the old one.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from introplan.deferred import deferred
from introplan.errors import UsageError, visible

if TYPE_CHECKING:
    import pathlib
else:  # it takes longer to load than a small task takes to plan; most commands write no file
    pathlib = deferred("pathlib")

STANDARD_OUTPUT = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
"""Names of descriptor 1, which belongs to user code (`process.py`): answers have their stream."""

MAX_NAME_CHARACTERS = 200
"""Of the name of the file beside it: file systems allow 255 bytes, prefix and suffix included."""


def check_outputs(outputs: Mapping[str, str | None], read: Iterable[str] = ()) -> None:
    """Raise `UsageError`, before any work is done, if a file cannot be written.

    `outputs` are the names by option, None where it is not given; `read` are the files that the
    command reads, which it does not write over, under whatever name. Two outputs may not be one
    file, under whatever names: the second would replace the first.
    """
    given = {option: file for option, file in outputs.items() if file is not None}
    inputs = list(read)
    for file in given.values():
        try:
            _check_place(file, pathlib.Path(file))
            _check_not_an_input(file, inputs)
        except (OSError, ValueError) as problem:  # a name that is too long, or has a NUL byte
            if isinstance(problem, UsageError):
                raise
            raise _cannot_write(file[:80], problem) from None
    _check_distinct(given)


def _check_place(file: str, path: pathlib.Path) -> None:
    if not file:
        raise UsageError("cannot write to a file without a name")
    if file == "-":
        raise UsageError("cannot write '-'; write /dev/stdout, or ./- for a file of that name")
    if is_standard_output(file):
        return
    name, folder = visible(file), visible(str(path.parent))
    if path.is_dir():
        raise UsageError(f"cannot write {name}: it is a folder")
    if not path.parent.is_dir():
        raise UsageError(f"cannot write {name}: there is no folder {folder}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"cannot write {name}: permission denied")


def check_folder(folder: str) -> None:
    """Raise `UsageError` if files can neither be written to `folder` nor to one made there."""
    there = os.path.abspath(folder)
    while not os.path.lexists(there):
        there = os.path.dirname(there)
    if not os.path.isdir(there):
        raise UsageError(f"cannot write to {visible(folder)}: {visible(there)} is not a folder")
    if not os.access(there, os.W_OK):
        raise UsageError(f"cannot write to {visible(folder)}: permission denied")


def make_folder(folder: str) -> None:
    """Make `folder`, and those above it, if there is none; raises `UsageError` if that fails."""
    try:
        os.makedirs(folder, exist_ok=True)
    except (OSError, ValueError) as problem:
        raise _cannot_write(folder[:80], problem) from None


def _check_not_an_input(file: str, inputs: Iterable[str]) -> None:
    for other in inputs:
        if all(map(os.path.isfile, (file, other))) and os.path.samefile(file, other):
            raise UsageError(f"cannot write {visible(file)}: it is a file that this command reads")


def _check_distinct(given: Mapping[str, str]) -> None:
    """Two names of one file: the same path once links are followed, or the same inode."""
    seen: dict[object, str] = {}
    for option, file in given.items():
        if is_standard_output(file) or _is_device(file):
            continue  # both texts go there, one behind the other
        keys: list[object] = [os.path.realpath(file)]
        if os.path.exists(file):
            status = os.stat(file)
            keys.append((status.st_dev, status.st_ino))
        for key in keys:
            if (other := seen.setdefault(key, option)) != option:
                raise UsageError(
                    f"{other} and {option} are the same file, {visible(file)}; give them two names"
                )


def is_standard_output(file: str) -> bool:
    """Is this a name of standard output?"""
    return os.path.normpath(file) in STANDARD_OUTPUT


def write_text(file: str, text: str) -> None:
    """Put `text` into a file, as UTF-8; raises `UsageError` if it cannot be written."""
    write_bytes(file, text.encode("utf-8"))


def write_bytes(file: str, content: bytes) -> None:
    """Put `content` into a file; raises `UsageError` if it cannot be written."""
    if is_standard_output(file):
        _print_bytes(content)
        return
    try:
        if _is_device(file):
            _write_to_device(file, content)
        else:
            _replace(pathlib.Path(os.path.realpath(file)), content)
    except OSError as problem:
        raise _cannot_write(file, problem) from None


def _is_device(file: str) -> bool:
    """Is it a pipe, or something like /dev/null, which cannot be replaced by a new file?"""
    return os.path.exists(file) and not os.path.isfile(file)


def _replace(path: pathlib.Path, content: bytes) -> None:
    written = path.with_name(f".{path.name[:MAX_NAME_CHARACTERS]}.{os.getpid()}.part")
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
    try:
        # An existing file keeps its mode; until it has it, the new one is for its owner only.
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        descriptor = os.open(written, flags, 0o666 if mode is None else 0o600)
        with open(descriptor, "wb") as part:
            if mode is not None:
                os.chmod(written, mode)
            part.write(content)
        os.replace(written, path)
    finally:  # an interruption leaves no half of a file either
        with suppress(OSError):
            written.unlink(missing_ok=True)


def _write_to_device(file: str, content: bytes) -> None:
    """Write to a pipe or a device; a pipe that has no reader is an error instead of a wait."""
    # To open a FIFO for writing waits for a reader unless O_NONBLOCK is given (Windows: no FIFOs).
    descriptor = os.open(file, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    with open(descriptor, "wb") as device:
        if hasattr(os, "set_blocking"):
            os.set_blocking(descriptor, True)
        device.write(content)


def _print_bytes(content: bytes) -> None:
    """Put `content` where answers are printed, behind what was printed before."""
    sys.stdout.flush()
    if hasattr(sys.stdout, "buffer"):
        sys.stdout.buffer.write(content)
    else:
        sys.stdout.write(content.decode("utf-8"))
    sys.stdout.flush()


def _cannot_write(file: str, problem: Exception) -> UsageError:
    reason = (getattr(problem, "strerror", None) or str(problem)).lower()
    if getattr(problem, "errno", None) == errno.ENXIO:
        reason = "it is a pipe that no process reads from"
    return UsageError(f"cannot write {visible(file)}: {reason}")
