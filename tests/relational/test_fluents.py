"""Which numbers change, and which tasks the native engine may have."""

from __future__ import annotations

import pytest

from introplan.pddl import parse_domain, parse_problem
from introplan.relational.domain import RelationalTask

DOMAIN = (
    "(define (domain d) (:functions (f) (g) (total-cost))"
    " (:action go :precondition (> (f) {bound}) :effect (and (decrease (f) (g)){cost}))"
    " (:reward (if {reward} 1)))"
)


def task(
    bound: str = "0", cost: str = "", reward: str = "(did (go))", start: str = "3"
) -> RelationalTask:
    """A task with a number that an action lowers."""
    domain = parse_domain(DOMAIN.format(bound=bound, cost=cost, reward=reward))
    problem = f"(define (problem p) (:domain d) (:init (= (f) {start}) (= (g) 1)))"
    return parse_problem(domain, problem)


def test_a_function_changes_if_an_effect_says_so() -> None:
    """What is only read is fixed."""
    own = task()

    assert own.domain.changing_functions == {"f"}
    assert own.is_numeric
    assert [str(t) for t in own.start.numbers.changing] == ["(f)"]
    assert [str(t) for t in own.costs] == ["(g)"]


@pytest.mark.parametrize(
    ("changes", "engines"),
    [
        ({}, ("native", "python")),
        ({"reward": "(< (f) (before (f)))"}, ("python",)),
        ({"reward": "(before (< (f) 2))"}, ("native", "python")),
        ({"bound": "9007199254740993"}, ("python",)),
        ({"start": "9007199254740993"}, ("python",)),
        ({"cost": " (increase (total-cost) (f))"}, ("python",)),
        ({"cost": " (increase (total-cost) (* 2 (g)))"}, ("python",)),
        ({"cost": " (increase (total-cost) (g))"}, ("native", "python")),
    ],
)
def test_what_the_native_engine_cannot_have_is_left_to_python(
    changes: dict[str, str], engines: tuple[str, ...]
) -> None:
    """Numbers that doubles round, two moments in one comparison, costs that must be worked out."""
    assert task(**changes).engines == engines
