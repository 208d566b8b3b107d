"""The introspector on worlds in Python: which planner is asked, and what comes back."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import introplan as ip
from introplan.limits import Limits, Meter
from introplan.planners.program_introspector import plan_program

ROOT = Path(__file__).parents[2]


def test_a_horizon_asks_for_a_score_and_an_end_for_a_goal() -> None:
    """Statuses and milestones are those of the task that was asked."""
    grid = ip.sample("grid", distance=5, seed=0)
    scored = plan_program(grid, Meter())
    assert (scored.status, scored.method) == ("horizon", "milestones")
    assert [m.reward for m in scored.milestones] == [
        max(m.reward for m in scored.milestones)
    ] * len(scored.milestones)
    world = ip.read_program(ROOT / "examples" / "taxi.py")
    reached = plan_program(world, Meter())
    assert (reached.status, reached.method, reached.proved_optimal) == ("success", "sweep", True)
    assert reached.milestones[-1].step == len(reached.plan or ())


def test_a_limit_leaves_what_there_is() -> None:
    """Nodes spent: the answer names the limit, and counts what was used."""
    world = ip.read_program(ROOT / "examples" / "taxi.py")
    result = plan_program(world, Meter(Limits(nodes=5)))
    assert (result.status, result.plan, result.expanded) == ("out-of-nodes", None, 5)
    assert result.method == "breadth-first"


def test_planning_on_relations_does_not_load_what_reads_code() -> None:
    """Some fifty modules that a relational task does not need."""
    script = (
        "import sys, introplan as ip; ip.plan(ip.sample('bins', bins=2, items=2)); "
        "print([m for m in sys.modules if m.startswith('introplan.symbolic')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert ast.literal_eval(done.stdout) == []
