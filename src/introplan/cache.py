"""A folder of things that were worked out before, kept between runs of the program.

Everything in it can be worked out again, so whatever is wrong with the folder or with a file in
it means one thing: it is not there. A file is believed to be ours only if it is a plain file of
the same user that no other user can write, and if its content has the checksum that stands in it.
Nothing that is read from it is ever run. Files appear whole or not at all (written beside, then
renamed), so processes need no locks; the folder keeps below `MAX_BYTES`, and the files that were
used last stay.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "INTROPLAN_CACHE"
"""The environment variable that names another folder; empty: nothing is kept."""

MAX_BYTES = 64 << 20
"""What the folder may hold: some thousand readings, which are 5 to 50 kB each."""

MAX_FILE_BYTES = 4 << 20
"""What is larger takes longer to read back than most of it takes to be worked out."""

MAX_UNFINISHED_SECONDS = 3600
"""A file that is being written for so long was left behind by a process that ended."""

_HEAD = b"introplan cache 1\n"
_CHECKSUM_BYTES = hashlib.sha256().digest_size
_ENTRY = re.compile(r"[0-9a-f]{64}\.entry")
_UNFINISHED = re.compile(r"[0-9a-f]{64}\.[0-9a-f]{16}\.part")


def default_folder() -> Path | None:
    """Where this platform keeps what can be worked out again; None if there is no such place."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return Path(given) if given else None
    try:
        if sys.platform == "win32":
            local = os.environ.get("LOCALAPPDATA")
            return Path(local) / "introplan" / "Cache" if local else None
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "introplan"
        base = os.environ.get("XDG_CACHE_HOME", "")
        return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "introplan"
    except RuntimeError:  # there is no home
        return None


def key_of(*parts: str) -> str:
    """The name under which something is kept that depends on all of these and on nothing else."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Usage:
    """How much there is in a folder."""

    entries: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Cache:
    """What is kept in one folder; without a folder nothing is."""

    folder: Path | None

    @classmethod
    def default(cls) -> Cache:
        """The cache that the environment and the platform say."""
        return cls(default_folder())

    def get(self, key: str) -> bytes | None:
        """What is kept under a key; None if that is nothing, or nothing to be trusted."""
        folder = self._folder()
        if folder is None:
            return None
        try:
            data = _read(folder / f"{key}.entry")
        except OSError:
            return None
        body = data[len(_HEAD) + _CHECKSUM_BYTES :]
        if not data.startswith(_HEAD + _checksum(key, body)):
            return None
        with contextlib.suppress(OSError):  # what was used last goes last
            os.utime(folder / f"{key}.entry")
        return body

    def put(self, key: str, body: bytes) -> None:
        """Keep something under a key, if the folder allows it."""
        if self.folder is None or len(body) > MAX_FILE_BYTES:
            return
        with contextlib.suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder = self._folder()
            if folder is not None:
                _write(folder, key, _HEAD + _checksum(key, body) + body)
                self._shrink(MAX_BYTES)

    def usage(self) -> Usage:
        """How many entries there are, and how large they are together."""
        sizes = [size for _, size, path in self._files() if _ENTRY.fullmatch(path.name)]
        return Usage(len(sizes), sum(sizes))

    def clear(self) -> Usage:
        """Delete all entries, and nothing that is not ours; says how much that was."""
        usage = self.usage()
        for _, _, path in self._files():
            with contextlib.suppress(OSError):
                path.unlink()
        return usage

    def _folder(self) -> Path | None:
        """The folder, if it is there and no other user can write into it."""
        try:
            if self.folder is None or not _is_own(os.stat(self.folder), stat.S_ISDIR):
                return None
        except (OSError, ValueError):
            return None
        return self.folder

    def _files(self) -> Iterator[tuple[float, int, Path]]:
        """Time, size and path of each file of ours."""
        folder = self._folder()
        if folder is None:
            return
        with contextlib.suppress(OSError), os.scandir(folder) as found:
            for entry in found:
                if _ENTRY.fullmatch(entry.name) or _UNFINISHED.fullmatch(entry.name):
                    with contextlib.suppress(OSError):
                        about = entry.stat(follow_symlinks=False)
                        yield about.st_mtime, about.st_size, Path(entry.path)

    def _shrink(self, most: int) -> None:
        """Delete what was not used for longest until the rest is not too large."""
        files = sorted(self._files(), reverse=True)
        total = 0
        for used, size, path in files:
            total += size
            is_left = path.suffix == ".part" and time.time() - used > MAX_UNFINISHED_SECONDS
            if is_left or (total > most and path.suffix == ".entry"):
                with contextlib.suppress(OSError):
                    path.unlink()


def _checksum(key: str, body: bytes) -> bytes:
    return hashlib.sha256(key.encode() + body).digest()


def _is_own(about: os.stat_result, is_kind: object) -> bool:
    """Is it of this kind, of this user, and not writable by other users?"""
    assert callable(is_kind)
    if not is_kind(about.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    return about.st_uid == os.getuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _read(path: Path) -> bytes:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
        about = os.fstat(file.fileno())
        is_whole = about.st_size <= MAX_FILE_BYTES + len(_HEAD) + _CHECKSUM_BYTES
        if not is_whole or not _is_own(about, stat.S_ISREG):
            raise PermissionError(path)
        return file.read()


def _write(folder: Path, key: str, data: bytes) -> None:
    part = folder / f"{key}.{os.urandom(8).hex()}.part"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(part, flags | getattr(os, "O_NOFOLLOW", 0), 0o600), "wb") as file:
            file.write(data)
        os.replace(part, folder / f"{key}.entry")
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
