"""`experiment` and `figures`: the runs, the folder they leave, and what goes wrong."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from children import hears_ctrl_c
from introplan.experiments.records import FILE, read_records

Run = Callable[..., Any]

SMALL = """
[[experiment]]
domain = "bins"
bins = 2
items = [1, 2]
planners = ["introspector", "greedy"]
"""

BOTH = """
planners = ["greedy"]

[[experiment]]
domain = "grid"
distance = 3

[[experiment]]
domain = "blocks-world"
blocks = 3
"""

LONG = """
[[experiment]]
domain = "grid"
distance = 30
planners = ["mcts[3000]"]
seeds = 100
"""


def written(file: Path, text: str) -> Path:
    """The file, with the text in it."""
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.process
def test_a_suite_leaves_records_tables_figures_and_a_readme(run: Run, tmp_path: Path) -> None:
    """And says what it did; `figures` makes the same again, from the records alone."""
    pytest.importorskip("matplotlib")
    suite, out = written(tmp_path / "small.toml", SMALL), tmp_path / "out"

    answer = run("experiment", suite, "--out", out)

    assert answer.code == 0
    assert "4 runs, 0 of them on record" in answer.out
    assert answer.err == ""
    assert len(read_records(out)) == 4
    names = {file.name for file in out.iterdir()}
    assert {"appendix-f-bins-2.png", "appendix-f-bins-2.svg", "figure-5.png"} <= names
    assert {"README.md", "slopes.csv", "summary.csv", "reach.md"} & names >= {"README.md"}
    for file in out.iterdir():
        if file.name != FILE:
            file.unlink()
    assert run("figures", out).code == 0
    assert {file.name for file in out.iterdir()} == names


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("experiment", "papr", "--out", "x"), 33, "did you mean 'paper'?"),
        (("experiment",), 33, "give one suite, got none"),
        (("experiment",), 33, "  k-sweep "),
        (("experiment", "paper"), 33, "say where to: --out DIR"),
        (("experiment", "paper", "--out", "x", "--jobs", "0"), 33, "at least 1"),
        (("experiment", "paper", "--out", "x", "--jobs", "-1"), 33, "negative"),
        (("experiment", "paper", "--out", "x", "--jobs", "1", "--cluster", "y"), 33, "--jobs"),
        (("experiment", "none.toml", "--out", "x"), 33, "cannot read none.toml"),
        (("figures",), 33, "give the folder"),
        (("figures", "/nowhere"), 33, "there are no records in /nowhere"),
    ],
)
def test_a_mistake_is_told(run: Run, words: tuple[str, ...], code: int, message: str) -> None:
    """Before anything is run or written."""
    answer = run(*words)

    assert answer.code == code
    assert message in answer.err


@pytest.mark.process
def test_without_matplotlib_there_is_all_but_figures(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a word about what would bring them."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    suite, out = written(tmp_path / "small.toml", SMALL), tmp_path / "out"

    answer = run("experiment", suite, "--out", out)
    again = run("figures", out)

    assert answer.code == 0
    assert "pip install 'introplan[plot]'; then: introplan figures" in answer.err
    assert (out / "README.md").exists()
    assert not list(out.glob("*.png"))
    assert again.code == 33
    assert "pip install 'introplan[plot]'" in again.err


@pytest.mark.process
def test_the_paper_has_its_drawings_of_states(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Figures 1 and 4 and appendix D stand beside the plots, also without matplotlib."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr("introplan.view.paper.is_available", lambda: False)
    suite, out = written(tmp_path / "both.toml", BOTH), tmp_path / "out"

    assert run("experiment", suite, "--out", out).code == 0

    names = {file.name for file in out.glob("*.svg")}
    assert {"figure-1-maze.svg", "figure-4-blocks-world.svg", "appendix-d-states.svg"} <= names
    assert "![figure-1-maze](figure-1-maze.svg)" in (out / "README.md").read_text("utf-8")


def test_without_dask_there_is_a_hint(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which package is missing, and how to get it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    suite = written(tmp_path / "small.toml", SMALL)

    answer = run("experiment", suite, "--out", tmp_path / "out", "--cluster", "tcp://x:1")

    assert answer.code == 33
    assert "pip install 'introplan[cluster]'" in answer.err


def test_a_broken_suite_is_bad_input(run: Run, tmp_path: Path) -> None:
    """31, with the file."""
    suite = written(tmp_path / "bad.toml", SMALL.replace("items", "itmes"))

    answer = run("experiment", suite, "--out", tmp_path / "out")

    assert answer.code == 31
    assert answer.err.startswith(f"{suite}: experiment 1: unknown key 'itmes'")
    assert not (tmp_path / "out").exists()


@pytest.mark.process
def test_ctrl_c_leaves_what_was_made(tmp_path: Path) -> None:
    """130 at once; the same command would go on."""
    suite, out = written(tmp_path / "long.toml", LONG), tmp_path / "out"
    words = [sys.executable, "-m", "introplan", "experiment", str(suite), "--out", str(out)]
    with subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=hears_ctrl_c
    ) as runner:
        deadline = time.monotonic() + 60
        while not (out / FILE).exists() or not (out / FILE).read_bytes():
            assert runner.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        runner.send_signal(signal.SIGINT)
        message = runner.communicate(timeout=30)[1].decode()

    assert runner.returncode == 130
    assert message == "introplan: interrupted\n"
    assert 0 < len(read_records(out)) < 100
