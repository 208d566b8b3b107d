"""`introplan cache`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

WORLD = Path(__file__).parents[2] / "examples" / "fifteen_puzzle.py"


def test_what_is_kept_is_counted_and_deleted(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing at first, then what was read, then nothing again."""
    monkeypatch.setenv("INTROPLAN_CACHE", str(tmp_path / "kept"))
    assert run("cache", "--json").record == {
        "folder": str(tmp_path / "kept"), "entries": 0, "bytes": 0, "cleared": False
    }  # fmt: skip
    first = run("plan", WORLD, "--json").record
    kept = run("cache", "--json").record
    assert kept["entries"] >= 1
    assert kept["bytes"] > 1000
    assert f"{kept['entries']} entries" in run("cache").out
    again = run("plan", WORLD, "--json").record
    assert all(again[name] == first[name] for name in first if "seconds" not in name)
    assert run("cache", "--clear", "--json").record["entries"] == kept["entries"]
    assert run("cache", "--json").record["entries"] == 0


def test_an_empty_variable_switches_it_off(run: Run) -> None:
    """As the tests do (`conftest.py`)."""
    assert "nothing is kept" in run("cache").out
    assert run("cache", "--clear", "--json").record["folder"] is None
