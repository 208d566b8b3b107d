"""The folder of things that were worked out before."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from introplan import cache
from introplan.cache import Cache, Usage, default_folder, key_of

KEY = key_of("a", "b")
needs_users = pytest.mark.skipif(not hasattr(os, "getuid"), reason="files here have no owners")


def entry(folder: Path, key: str = KEY) -> Path:
    """The file of a key."""
    return folder / f"{key}.entry"


def test_what_was_put_is_there(tmp_path: Path) -> None:
    """In this process and in another one, which has an object of its own; other keys are not."""
    Cache(tmp_path / "new" / "folder").put(KEY, b"some bytes \x00\n")
    assert Cache(tmp_path / "new" / "folder").get(KEY) == b"some bytes \x00\n"
    assert Cache(tmp_path / "new" / "folder").get(key_of("ab")) is None
    assert Cache(tmp_path / "new" / "folder").usage().entries == 1


def test_keys_tell_their_parts_apart() -> None:
    """Where one part ends and the next begins matters."""
    assert len({key_of("a", "b"), key_of("ab"), key_of("", "ab"), key_of("b", "a")}) == 4


def test_without_a_folder_nothing_is_kept_and_nothing_fails() -> None:
    """That is what an empty variable asks for."""
    Cache(None).put(KEY, b"x")
    assert Cache(None).get(KEY) is None
    assert Cache(None).clear() == Usage(0, 0)


@pytest.mark.parametrize("size", [0, 5, 40, 60])
def test_a_file_that_was_cut_or_changed_is_not_there(tmp_path: Path, size: int) -> None:
    """Cut anywhere, or with one other bit."""
    store = Cache(tmp_path)
    store.put(KEY, b"0123456789" * 10)
    whole = entry(tmp_path).read_bytes()
    entry(tmp_path).write_bytes(whole[:size])
    assert store.get(KEY) is None
    changed = bytearray(whole)
    changed[size] ^= 1
    entry(tmp_path).write_bytes(changed)
    assert store.get(KEY) is None
    entry(tmp_path).write_bytes(whole)
    assert store.get(KEY) is not None


def test_an_entry_under_another_name_is_not_there(tmp_path: Path) -> None:
    """Files that were renamed do not answer for others."""
    store = Cache(tmp_path)
    store.put(KEY, b"x")
    entry(tmp_path).rename(entry(tmp_path, key_of("other")))
    assert store.get(key_of("other")) is None


@needs_users
def test_links_and_what_others_can_write_are_not_believed(tmp_path: Path) -> None:
    """A link to a good file, a file and a folder that all can write, a pipe instead of a file."""
    store, elsewhere = Cache(tmp_path / "cache"), tmp_path / "file"
    store.put(KEY, b"x")
    os.chmod(entry(tmp_path / "cache"), 0o666)
    assert store.get(KEY) is None
    os.chmod(entry(tmp_path / "cache"), 0o600)
    assert store.get(KEY) == b"x"
    entry(tmp_path / "cache").rename(elsewhere)
    entry(tmp_path / "cache").symlink_to(elsewhere)
    assert store.get(KEY) is None
    entry(tmp_path / "cache").unlink()
    os.mkfifo(entry(tmp_path / "cache"))
    assert store.get(KEY) is None
    entry(tmp_path / "cache").unlink()
    elsewhere.rename(entry(tmp_path / "cache"))
    os.chmod(tmp_path / "cache", 0o777)
    assert store.get(KEY) is None
    os.chmod(tmp_path / "cache", 0o700)
    assert store.get(KEY) == b"x"


@needs_users
def test_what_belongs_to_somebody_else_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """We are somebody else from one line to the next."""
    store = Cache(tmp_path)
    store.put(KEY, b"x")
    user = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: user + 1)
    assert store.get(KEY) is None
    store.put(KEY, b"y")
    monkeypatch.setattr(os, "getuid", lambda: user)
    assert store.get(KEY) == b"x"


def test_a_folder_that_cannot_be_is_silently_fine(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "file").write_text("x")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        store = Cache(folder)
        store.put(KEY, b"x")
        assert store.get(KEY) is None
        assert store.usage() == store.clear() == Usage(0, 0)


def test_the_oldest_entries_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that was asked for is not old; what is too large is not kept at all."""
    store = Cache(tmp_path)
    monkeypatch.setattr(cache, "MAX_BYTES", 1000)
    monkeypatch.setattr(cache, "MAX_FILE_BYTES", 400)
    keys = [key_of(str(number)) for number in range(4)]
    for age, key in enumerate(keys[:3]):
        store.put(key, bytes(250))
        os.utime(entry(tmp_path, key), (time.time() - 100 + age,) * 2)
    assert store.get(keys[0]) is not None
    store.put(keys[3], bytes(250))
    assert [store.get(key) is not None for key in keys] == [True, False, True, True]
    store.put(KEY, bytes(401))
    assert store.get(KEY) is None
    assert store.usage().bytes <= 1000


def test_clearing_deletes_our_files_and_no_others(tmp_path: Path) -> None:
    """Also what a process left unfinished."""
    store = Cache(tmp_path)
    store.put(KEY, b"x")
    (tmp_path / f"{KEY}.0123456789abcdef.part").write_bytes(b"x")
    (tmp_path / "notes.entry").write_text("mine")
    assert store.clear().entries == 1
    assert [path.name for path in tmp_path.iterdir()] == ["notes.entry"]


def test_what_was_left_unfinished_goes(tmp_path: Path) -> None:
    """Once it is so old that nobody can be writing it."""
    old, new = (tmp_path / f"{KEY}.{number:016x}.part" for number in (1, 2))
    for path in (old, new):
        path.write_bytes(b"x")
    os.utime(old, (time.time() - 5000,) * 2)
    Cache(tmp_path).put(KEY, b"x")
    assert not old.exists()
    assert new.exists()


def test_many_writers_and_readers_at_once(tmp_path: Path) -> None:
    """Whoever reads gets one of the things that were put, whole, or nothing."""
    bodies = {bytes([number]) * 50_000 for number in range(8)}
    seen: set[bytes | None] = set()

    def work(body: bytes) -> None:
        for _ in range(20):
            Cache(tmp_path).put(KEY, body)
            seen.add(Cache(tmp_path).get(KEY))

    threads = [threading.Thread(target=work, args=(body,)) for body in bodies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen <= bodies | {None}
    assert [path.suffix for path in tmp_path.iterdir()] == [".entry"]


def test_where_the_folder_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The variable says, else the platform; a relative XDG folder is none, as its text says."""
    monkeypatch.setenv("INTROPLAN_CACHE", str(tmp_path))
    assert default_folder() == tmp_path
    monkeypatch.setenv("INTROPLAN_CACHE", "")
    assert default_folder() is None
    monkeypatch.delenv("INTROPLAN_CACHE")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert default_folder() == tmp_path / "xdg" / "introplan"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert default_folder() == tmp_path / ".cache" / "introplan"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert default_folder() == tmp_path / "Library" / "Caches" / "introplan"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert default_folder() == tmp_path / "introplan" / "Cache"
    monkeypatch.delenv("LOCALAPPDATA")
    assert default_folder() is None


def test_without_a_home_there_is_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container whose user has no entry."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("INTROPLAN_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(Path, "home", homeless)
    assert default_folder() is None
