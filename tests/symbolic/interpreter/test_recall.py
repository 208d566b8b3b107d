"""Pieces that were merged, or could not be, on earlier paths."""

from __future__ import annotations

from typing import Any

from introplan.symbolic.budget import Budget
from introplan.symbolic.constraints.interval import Range
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.execution import Context
from introplan.symbolic.interpreter.interpreter import paths_of
from introplan.symbolic.interpreter.values import Items, is_term
from introplan.symbolic.terms.evaluate import value_of
from introplan.symbolic.terms.term import Sort, Var

X = Var("x", Sort.INT)


def _weighed(x: int) -> int:
    total = 0
    for part in range(12):
        total += part if x == part else 1
    return total


def _merged_first(x: int) -> Any:
    total = _weighed(x)
    return (total, x < 3, [x if x > 5 else -x][0], "a" if x == 1 else "b" if x == 2 else "c")


def _forking(x: int) -> Any:
    total = _weighed(x)
    for limit in (2, 4, 6, 8):
        if x < limit:
            return [total, limit]
    return [total]


def _never_merged(x: int) -> Any:
    def listed(y: int) -> Any:
        return (_weighed(y), y)

    kept = [listed(x)]
    for limit in (2, 4, 6, 8):
        if x < limit:
            return (kept[0][0], limit)
    return kept[0]


def _paths(function: Any) -> tuple[list[Any], float]:
    budget = Budget.of(10.0)
    before = budget.steps
    start = PathCondition.of({X: Range(0, 9)})
    return paths_of(Context(budget), start, function, lambda run: [X]), before - budget.steps


def test_paths_mean_what_the_program_does() -> None:
    """Whatever is recalled: each input takes one path, and its result is that of the program."""
    for function in (_merged_first, _forking, _never_merged):
        paths, _ = _paths(function)
        for x in range(10):
            taken = [
                path
                for path in paths
                if all(bool(value_of(c, {X: x})) is choice for c, choice in path.conditions)
            ]
            assert len(taken) == 1
            assert _at(taken[0].result, x) == list(function(x))


def _at(result: Any, x: int) -> list[Any]:
    """The parts of a result where the variable has this value."""
    parts = result.items if isinstance(result, Items) else list(result)
    return [value_of(part, {X: x}) if is_term(part) else part for part in parts]


def test_what_was_merged_is_not_run_again_on_each_path() -> None:
    """Five paths cost little more than one: the loop before the forks is run once."""
    _, alone = _paths(_weighed)
    for function in (_forking, _never_merged):
        paths, steps = _paths(function)
        assert len(paths) == 5
        assert steps < 4 * alone
