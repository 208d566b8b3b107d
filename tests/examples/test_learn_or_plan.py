"""The example that learns and plans in the same environments, in a short form."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from foreign_models import example


@pytest.mark.filterwarnings("error")
def test_who_plans_is_there_before_who_learns(tmp_path: Path) -> None:
    """The learner improves and stays below the plan; the plot is a picture."""
    module, file = example("learn_or_plan"), tmp_path / "plot.png"
    results = module.main(["--episodes", "60", "--learners", "2", "--out", str(file)])
    assert file.read_bytes().startswith(b"\x89PNG")
    assert len(results) == 5
    for title, (returns, planned) in results.items():
        assert returns.shape == (2, 60)
        assert returns.mean() < planned, title
    bins, _ = results["bins, 2 bins and 3 items"]
    assert bins[:, -20:].mean() > bins[:, :20].mean()


def test_a_q_learner_finds_the_short_way_in_the_end() -> None:
    """It is a real learner: in a tiny world its greedy policy becomes optimal."""
    module = example("learn_or_plan")
    options = {"width": 7, "height": 5, "goals": 1, "seed": 3}
    returns, planned = module.compared("introplan/Maze-v0", options, episodes=150, learners=1)
    assert np.isclose(returns[:, -30:].max(), planned)
