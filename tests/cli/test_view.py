"""`introplan view`: a page for any task, written whole, and drawings of the start."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_page_is_written_for_two_files(run: Run, two_bins: Path, tmp_path: Path) -> None:
    """The paper's example."""
    out = tmp_path / "page.html"
    answer = run("view", "bins", two_bins, "--out", out)

    assert answer.code == 0
    assert str(out) in answer.out
    assert "A plan was found." in answer.out
    assert "(close-bin d1)" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ("blocks-world", "--blocks", 20, "--seed", 1),
        ("grid", "--distance", 5),
        ("maze", "--planner", "greedy"),
        (EXAMPLES / "taxi.py",),
        (EXAMPLES / "light.pddl", EXAMPLES / "light-3.pddl", "--engine", "python"),
        ("drawers", "--planner", "beam[20]", "--nodes", 300),
    ],
)
def test_pages_for_every_kind_of_task(run: Run, tmp_path: Path, words: tuple[Any, ...]) -> None:
    """Shipped names with parameters, worlds in Python, options of `plan`."""
    out = tmp_path / "page.html"

    assert run("view", *words, "--out", out).code == 0
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert list(tmp_path.iterdir()) == [out]


def test_without_a_plan_the_page_says_so(
    run: Run, switch: Path, unsolvable: Path, tmp_path: Path
) -> None:
    """It is written all the same, and the command succeeded in writing it."""
    out = tmp_path / "page.html"
    answer = run("view", switch, unsolvable, "--out", out)

    assert answer.code == 0
    assert "Proven: there is no plan." in answer.out
    assert "Proven: there is no plan." in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_a_drawing_of_the_start_by_the_name_of_the_file(
    run: Run, tmp_path: Path, suffix: str
) -> None:
    """Without planning."""
    out = tmp_path / f"start.{suffix}"

    assert run("view", "drawers", "--seed", 3, "--out", out).code == 0
    assert out.read_bytes().startswith({"svg": b"<svg", "png": b"\x89PNG"}[suffix])


@pytest.mark.parametrize("name", ["x.gif", "page.html.gz", "plan.txt", "x.pdf"])
def test_an_ending_that_view_cannot_write_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    """A page under the name of a picture cannot be opened; the message names what there is."""
    answer = run("view", "bins", "--out", tmp_path / name)

    assert answer.code == 33
    assert ".html or .htm for the page, .svg or .png" in answer.err
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("name", ["page", "page.HTM", ".hidden"])
def test_a_page_may_have_other_names(run: Run, tmp_path: Path, name: str) -> None:
    """No ending, or the short one."""
    assert run("view", "bins", "--out", tmp_path / name).code == 0
    assert "</html>" in (tmp_path / name).read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_told_before_planning(run: Run, tmp_path: Path) -> None:
    """A missing folder, a folder, and no file at all."""
    for words, complaint in (
        (("--out", tmp_path / "no" / "page.html"), "there is no folder"),
        (("--out", tmp_path), "it is a folder"),
        ((), "view needs --out F"),
    ):
        answer = run("view", "blocks-world", "--blocks", 100_000, *words)
        assert answer.code == 33
        assert complaint in answer.err
        assert "Traceback" not in answer.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_without_permission_is_told(run: Run, tmp_path: Path) -> None:
    """The old content stays."""
    out = tmp_path / "page.html"
    out.write_text("old", encoding="utf-8")
    out.chmod(0o400)

    assert run("view", "grid", "--out", out).code == 33
    assert out.read_text(encoding="utf-8") == "old"


def test_mistakes_are_told_as_by_the_other_commands(run: Run, tmp_path: Path) -> None:
    """Unknown planners, unknown options, broken worlds; nothing is written."""
    out = tmp_path / "page.html"
    broken = tmp_path / "world.py"
    source = "ACTIONS = [1]\nSTART = 0\ndef transition(s, a): return s + a\n"
    source += "def reward(s, a, t): return t == 2\ndef draw(s): return 1 / 0\n"
    broken.write_text(source, encoding="utf-8")

    for words, code, complaint in (
        (("grid", "--planner", "gredy"), 33, "greedy"),
        (("grid", "--bolcks", 3), 33, "did you mean"),
        ((broken,), 31, "world.py:5"),
    ):
        answer = run("view", *words, "--out", out)
        assert (answer.code, complaint in answer.err) == (code, True), answer
        assert not out.exists()


def test_plan_shows_pictures_in_letters(run: Run, two_bins: Path) -> None:
    """The start, each milestone, the end."""
    out = run("plan", "bins", two_bins, "--show").out

    assert "the start" in out
    assert "after 2 steps" in out
    assert out.count("shelf:") == 3


def test_a_world_with_chance_gets_a_page_about_its_policy(run: Run, tmp_path: Path) -> None:
    """What is for plans is refused."""
    world = Path(__file__).parents[2] / "examples" / "chance" / "windy.py"
    page = tmp_path / "page.html"
    answer = run("view", world, "--out", page)

    assert "value -8.89, proved optimal" in answer.out
    assert "What may happen now" in page.read_text(encoding="utf-8")
    assert "--optimal is for plans" in run("view", world, "--optimal", "--out", page).err
