"""Files that are too large for a model, or have no end."""

from __future__ import annotations

from pathlib import Path

import pytest

import introplan as ip
from introplan.pddl import reader as source


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom"])
def test_a_device_without_end_is_not_read_to_its_end(device: str) -> None:
    """The first piece says that it is no text."""
    with pytest.raises(ip.ModelError, match=r"NUL byte|not UTF-8"):
        source.load(device)


def test_a_file_that_is_too_large_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message has the limit; a file at the limit is read."""
    monkeypatch.setattr(source, "MAX_FILE_BYTES", 2**20)
    file = tmp_path / "large.pddl"
    file.write_bytes(b" " * 2**20)
    assert len(source.load(file).text) == 2**20

    file.write_bytes(b" " * (2**20 + 1))
    with pytest.raises(ip.ModelError, match=r"too large; model files have at most 1 MB"):
        source.load(file)
