"""Runs Mimir on two files: `python run_mimir.py DOMAIN PROBLEM PLAN goalcount|ff`.

A program of its own, started with the Python of the peers' environment, since Mimir comes as a
library. Mimir has no goal counting of its own: here it is set arithmetic on the integers of a
state, while successors, states and queue stay native. Counting goes with eager search, as in the
other planners; the relaxed plan with lazy search, where it does better than with eager search.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from pymimir.advanced import search

SOLVED, UNSOLVED = 0, 12


class GoalCount(search.IHeuristic):  # type: ignore[misc]
    """The number of goal literals that do not hold."""

    def __init__(self, problem: Any) -> None:
        search.IHeuristic.__init__(self)
        literals = list(problem.get_fluent_goal_literals())
        self.wanted = {x.get_atom().get_index() for x in literals if x.get_polarity()}
        self.unwanted = {x.get_atom().get_index() for x in literals if not x.get_polarity()}

    def compute_heuristic(self, state: Any, goal: Any = None) -> float:
        """What is wanted and missing, and what is there and unwanted."""
        facts = set(state.get_fluent_atoms())
        return len(self.wanted - facts) + len(self.unwanted & facts)


def lifted_context(domain: str, problem: str) -> Any:
    """The task, with successors found by joins instead of from all ground actions."""
    joins = search.LiftedKPKCOptions(search.SymmetryPruning.OFF)
    options = search.SearchContextOptions(search.LiftedOptions(joins))
    return search.SearchContext.create(domain, problem, options)


def solve(task: Any, heuristic: str) -> Any:
    """The result of greedy best-first search."""
    problem = task.get_problem()
    if heuristic == "goalcount":
        options = search.GBFSEagerOptions()
        return search.find_solution_gbfs_eager(task, GoalCount(problem), options)
    guide = search.FFHeuristic.create(search.LiftedGrounder(problem))
    return search.find_solution_gbfs_lazy(task, guide, search.GBFSLazyOptions())


def main(domain: str, problem: str, plan: str, heuristic: str) -> int:
    """Write the plan; the exit code says whether there is one."""
    task = lifted_context(domain, problem)
    result = solve(task, heuristic)
    if result.plan is None:
        return UNSOLVED
    actions = result.plan.get_actions()
    lines = [f"{action.to_string_for_plan(task.get_problem())}\n" for action in actions]
    Path(plan).write_text("".join(lines), encoding="utf-8")
    return SOLVED


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
