"""`introplan states`: counts, lists and drawings of the reachable space."""

from __future__ import annotations

import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]

SVG = "{http://www.w3.org/2000/svg}"


def test_the_bins_example_has_the_numbers_of_the_paper(run: Run, two_bins: Path) -> None:
    """Appendix D: 36 states, of which 18 are dead ends, and 16 rewarding transitions."""
    record = run("states", "bins", two_bins, "--json").record

    assert (record["states"], record["edges"], record["complete"]) == (36, 84, True)
    assert (len(record["dead_ends"]), len(record["success"])) == (18, 1)
    assert len(record["rewarding"]) == 16
    assert all(
        action.startswith("(close-bin") and reward == 1
        for _, action, _, reward in record["rewarding"]
    )


def test_a_limit_leaves_the_space_incomplete(run: Run, two_bins: Path) -> None:
    """No more states than asked for, and the answer says that there are more."""
    answer = run("states", "bins", two_bins, "--limit", 10)

    assert "10 states" in answer.out
    assert "there are more" in answer.out


def test_states_are_listed_in_the_model_language(run: Run, two_bins: Path) -> None:
    """The first one is the start."""
    out = run("states", "bins", two_bins, "--list").out

    assert "1      (:init (in-bin i1 d1) (in-bin i2 d2) (open d1) (open d2))" in out


def test_the_drawing_has_a_circle_for_each_state(run: Run, two_bins: Path, tmp_path: Path) -> None:
    """Success has two; dead ends are marked; what pays, and where, is bold."""
    file = tmp_path / "space.svg"

    assert run("states", "bins", two_bins, "--svg", file).code == 0
    drawing = ElementTree.parse(file).getroot()
    groups = [(group.get("class") or "").split() for group in drawing.iter(f"{SVG}g")]

    assert len(list(drawing.iter(f"{SVG}circle"))) == 36 + 1
    assert sum("state" in group for group in groups) == 36
    assert sum("dead-end" in group for group in groups) == 18
    assert sum("milestone" in group for group in groups) == 15
    assert sum("rewarding" in group for group in groups) == 16


def test_the_graphviz_file_names_actions_and_marks_rewards(
    run: Run, two_bins: Path, tmp_path: Path
) -> None:
    """One line for each state and each transition."""
    file = tmp_path / "space.dot"

    assert run("states", "bins", two_bins, "--dot", file).code == 0
    lines = file.read_text(encoding="utf-8").splitlines()

    assert sum(" -> " in line for line in lines) == 84
    assert sum("style=bold" in line for line in lines) == 16
    assert sum("doublecircle" in line for line in lines) == 1


def test_a_world_of_one_state_can_be_drawn(run: Run, switch: Path, tmp_path: Path) -> None:
    """Nothing can be done: one circle, no arrows but the one that comes in."""
    problem, file = tmp_path / "stuck.pddl", tmp_path / "stuck.svg"
    text = "(define (problem stuck) (:domain switch) (:init (on)) (:goal (broken)))"
    problem.write_text(text, encoding="utf-8")

    answer = run("states", switch, problem, "--svg", file, "--json")

    assert (answer.code, answer.record["states"]) == (0, 1)
    assert len(list(ElementTree.parse(file).getroot().iter(f"{SVG}circle"))) == 1


def test_lists_are_cut_to_a_screenful(run: Run) -> None:
    """Also in a pipe; `--json` has everything, `--rows` shows more."""
    words = ("states", "bins", "--items", "3")
    answer = run(*words)

    assert len(answer.out.splitlines()) < 30
    assert "342 dead ends: 2, 3," in answer.out
    assert "... and 304 more; --json has all, --rows N shows more" in answer.out
    assert len(run(*words, "--json").record["rewarding"]) == 324
    assert "more" not in run(*words, "--rows", "1000").out


def test_numbers_for_people_have_no_rounding_errors(run: Run, tmp_path: Path) -> None:
    """0.1 + 0.2 is 0.3 in a table, and what it is in JSON."""
    world = tmp_path / "world.py"
    world.write_text(
        "ACTIONS = [1]\nSTART = 0\n"
        "def transition(s, a): return min(s + a, 2)\n"
        "def reward(s, a, after): return 0.1 + 0.2 if after == 1 else 0\n"
        "def terminal(s, a, after): return after == 2\n",
        encoding="utf-8",
    )

    assert "0.3\n" in run("states", world).out
    assert run("states", world, "--json").record["rewarding"][0][3] == 0.1 + 0.2


def test_time_is_kept_and_what_was_explored_is_printed(run: Run) -> None:
    """Exit code 23, within a tenth or a quarter of a second of the limit."""
    for form in ((), ("--json",)):
        started = time.monotonic()
        answer = run("states", "blocks-world", "--blocks", "12", "--time", "1", *form)

        assert time.monotonic() - started < 1.25
        assert answer.code == 23
        assert "stopped by the limit on time" in answer.err
        explored = answer.record["states"] if form else int(answer.out.split("\n")[1].split()[0])
        assert explored > 10
    assert answer.record["complete"] is False


def test_time_is_kept_in_code_that_does_not_return(run: Run, tmp_path: Path) -> None:
    """The states before the endless call are there."""
    world = tmp_path / "world.py"
    world.write_text(
        "ACTIONS = [1]\nSTART = 0\n"
        "def transition(s, a):\n    while s == 3: pass\n    return s + a\n"
        "def reward(s, a, after): return 0\n",
        encoding="utf-8",
    )
    answer = run("states", world, "--time", "1", "--json")

    assert (answer.code, answer.record["states"], answer.record["complete"]) == (23, 4, False)


def test_a_world_with_chance_has_choices_and_outcomes(run: Run, tmp_path: Path) -> None:
    """Counted, listed with probabilities, drawn."""
    folder = Path(__file__).parents[2] / "examples" / "chance"
    picture = tmp_path / "space.svg"
    files = folder / "tireworld.pddl", folder / "tireworld-1.pddl"
    answer = run("states", *files, "--svg", picture, "--rows", 2)

    assert "42 states, 36 choices with 58 outcomes" in answer.out
    assert "16 success" in answer.out
    assert "probability" in answer.out
    assert picture.read_text(encoding="utf-8").count(">0.5</text>") == 44
