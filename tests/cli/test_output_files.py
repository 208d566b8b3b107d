"""Files that commands write: never one that they read, and standard output if it is asked for."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.mark.parametrize(
    "words",
    [
        ("plan", "--plan-file"),
        ("plan", "--certificate"),
        ("view", "--out"),
        ("states", "--svg"),
        ("states", "--dot"),
        ("export", "--domain-out"),
        ("export", "--problem-out"),
    ],
)
def test_a_file_that_is_read_is_not_written(
    run: Run, two_bins: Path, tmp_path: Path, words: tuple[str, str]
) -> None:
    """Neither under its own name nor under another."""
    text = two_bins.read_text(encoding="utf-8")
    command, option = words
    for kind, make in (("link", os.symlink), ("twin", os.link)):
        make(two_bins, tmp_path / kind)

    for name in (two_bins, tmp_path / "link", tmp_path / "twin"):
        answer = run(command, "bins", two_bins, option, name)

        assert answer.code == 33
        assert answer.err == (
            f"introplan: cannot write {name}: it is a file that this command reads\n"
        )
    assert two_bins.read_text(encoding="utf-8") == text


def test_a_file_that_has_the_name_of_a_shipped_domain_may_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The domain is not read from there."""
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert run("plan", "bins", "--plan-file", "bins").code == 0
