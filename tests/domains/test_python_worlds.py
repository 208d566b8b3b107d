"""The shipped worlds in Python: seeded, the size asked for, and writable as a file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import introplan as ip
from introplan.domains.catalogue import (
    SHIPPED,
    domain,
    domain_path,
    generate,
    normalized_score,
    sample,
)

PYTHON = [name for name, shipped in SHIPPED.items() if shipped.is_python]


@pytest.mark.parametrize("name", PYTHON)
def test_the_same_seed_gives_the_same_world_and_another_seed_another(name: str) -> None:
    """Generators draw from the seed alone."""
    texts = [generate(name, seed=seed) for seed in range(10)]

    assert texts == [generate(name, seed=seed) for seed in range(10)]
    assert len(set(texts)) > 7


@pytest.mark.parametrize("name", PYTHON)
def test_a_world_written_to_a_file_is_the_world_that_is_sampled(name: str, tmp_path: Path) -> None:
    """The same start, the same horizon, the same space."""
    path = tmp_path / "world.py"
    for seed in range(5):
        path.write_text(generate(name, seed=seed), encoding="utf-8")
        task, read = sample(name, seed=seed), ip.read_program(path)
        assert task.horizon == read.horizon
        assert str(task.start) == str(read.start)
        spaces = [ip.reachable(t, 300) for t in (task, read)]
        assert spaces[0].edges == spaces[1].edges


def test_every_start_of_the_grid_at_a_distance_is_drawn_and_no_other() -> None:
    """Four times the distance many, about equally often."""
    found = Counter(sample("grid", distance=3, seed=seed).start for seed in range(1200))

    assert len(found) == 12
    assert {abs(x) + abs(y) for x, y in found} == {3}
    assert min(found.values()) > 50


@pytest.mark.parametrize("distance", [0, 1, 2, 5, 20])
def test_the_grid_has_the_horizon_of_the_paper(distance: int) -> None:
    """H = 2(d - 1), and d is there for budgets."""
    task = sample("grid", distance=distance)
    assert task.horizon == max(0, 2 * (distance - 1))
    assert task.distance == distance


def test_the_functions_of_a_sampled_world_are_those_of_its_file() -> None:
    """So that reading their source finds it."""
    for name in PYTHON:
        code = sample(name, seed=3).program.transition.__code__
        line = domain_path(name).read_text("utf-8").splitlines()[code.co_firstlineno - 1]
        assert code.co_filename == str(domain_path(name))
        assert line.startswith("def transition")


@pytest.mark.parametrize(("width", "height", "goals"), [(5, 5, 1), (6, 9, 2), (21, 11, 3)])
def test_a_maze_has_the_size_asked_for_and_ways_to_all_destinations(
    width: int, height: int, goals: int
) -> None:
    """Walls all around; every free cell can be reached."""
    for seed in range(20):
        task = sample("maze", width=width, height=height, goals=goals, seed=seed)
        names = task.program.transition.__globals__
        rows = names["ROWS"]
        assert (len(rows), {len(row) for row in rows}) == (height, {width})
        assert len(names["DESTINATIONS"]) == goals
        assert {row[0] + row[-1] for row in rows} == {"##"}
        assert set(rows[0] + rows[-1]) == {"#"}
        ended = ip.reachable(task)
        assert len(ended.success) == goals or len(ended.states) < width * height
        walked = ip.program(
            actions=task.program.actions,
            transition=task.program.transition,
            reward=lambda s, a, s2: 0,
            terminal=lambda s, a, s2: False,
        )
        free = sum(row.count(mark) for row in rows for mark in ".*@")
        assert len(ip.reachable(walked.task(task.start)).states) == free


def test_a_maze_too_small_for_its_destinations_is_refused() -> None:
    """With what would fit."""
    with pytest.raises(ip.UsageError, match="has room for"):
        sample("maze", width=5, height=5, goals=20)


def test_worlds_in_python_have_no_problem_files() -> None:
    """And the message says so."""
    with pytest.raises(ip.UsageError, match="world in Python"):
        domain("grid")


@pytest.mark.parametrize("distance", range(8))
def test_scores_of_the_grid_are_scaled_between_the_worst_and_the_best(distance: int) -> None:
    """0 for an episode that never arrives, 1 for the optimum that looking at everything gives."""
    for seed in range(4):
        task = sample("grid", distance=distance, seed=seed)
        best = ip.plan(task, "value-iteration").score
        assert normalized_score("grid", task, best) == 1
        if distance > 1:
            assert normalized_score("grid", task, -float(task.horizon or 0)) == 0


def test_nobody_knows_the_bounds_of_a_maze() -> None:
    """Asked for, that is an error and not a guess."""
    with pytest.raises(ip.UsageError, match="lowest and the highest"):
        normalized_score("maze", sample("maze"), 1.0)
