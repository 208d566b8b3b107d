"""Files that a command writes: whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from introplan.errors import UsageError, visible

STANDARD_OUTPUT = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
"""Names of descriptor 1, which belongs to guests (`cli/process.py`): answers have their stream."""


def check_writable(file: str | None, read: Iterable[str] = ()) -> None:
    """Complain before the work is done rather than after it; `read` are files to be read."""
    if file is None:
        return
    try:
        _check_place(file, Path(file))
        _check_apart(file, read)
    except UsageError:
        raise
    except (OSError, ValueError) as problem:  # a name that is too long, or has a NUL byte in it
        reason = (getattr(problem, "strerror", None) or str(problem)).lower()
        raise UsageError(f"cannot write {visible(file[:80])}: {reason}") from None


def _check_place(file: str, path: Path) -> None:
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


def _check_apart(file: str, read: Iterable[str]) -> None:
    """What a command reads it does not write over, under whatever name."""
    for other in read:
        if all(map(os.path.isfile, (file, other))) and os.path.samefile(file, other):
            raise UsageError(f"cannot write {visible(file)}: it is a file that this command reads")


def write_whole(file: str, text: str) -> None:
    """Put `text` into a file; whoever reads it sees the old text or the new one."""
    write_bytes(file, text.encode("utf-8"))


def is_standard_output(file: str) -> bool:
    """Is this a name of standard output?"""
    return os.path.normpath(file) in STANDARD_OUTPUT


def write_bytes(file: str, content: bytes) -> None:
    """The same for what is not text."""
    if is_standard_output(file):
        _print_bytes(content)
        return
    is_device = os.path.exists(file) and not os.path.isfile(file)  # a pipe, or /dev/null
    path = Path(file if is_device else os.path.realpath(file))
    written = path if is_device else path.with_name(f".{path.name[:200]}.{os.getpid()}.part")
    try:
        written.write_bytes(content)
        if not is_device:
            os.replace(written, path)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise UsageError(f"cannot write {visible(file)}: {reason}") from None
    finally:  # an interruption leaves no half of a file either
        if not is_device:
            with suppress(OSError):
                written.unlink(missing_ok=True)


def _print_bytes(content: bytes) -> None:
    """Put `content` where answers are printed, behind what was printed before."""
    sys.stdout.flush()
    if hasattr(sys.stdout, "buffer"):
        sys.stdout.buffer.write(content)
    else:
        sys.stdout.write(content.decode("utf-8"))
    sys.stdout.flush()
