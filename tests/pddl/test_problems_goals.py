"""Which goals count beside a reward, and problems that belong to another domain."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.errors import ModelError
from introplan.mdp import Status

PLAIN = """(define (domain lamps) (:predicates (on ?x))
  (:action switch :parameters (?x) :effect (on ?x)))"""
REWARDED = PLAIN[:-1] + "(:reward (if (exists (?x) (on ?x)) 1)))"
PROBLEM = "(define (problem p) (:domain lamps) (:objects a) (:init) {})"


@pytest.mark.parametrize(
    "goal", ["()", "(and)", "(and (and))", "(and (and) (and (and)))", "(forall (?x) (and))"]
)
def test_beside_a_reward_a_goal_that_demands_nothing_is_no_goal(goal: str) -> None:
    """Success is then what the reward says, not what always holds."""
    domain = ip.parse_domain(REWARDED)
    task = ip.parse_problem(domain, PROBLEM.format(f"(:goal {goal})"))

    assert task.goal is None
    assert task == ip.parse_problem(domain, PROBLEM.format(""))


def test_beside_a_reward_without_a_success_row_a_goal_is_success() -> None:
    """Reaching the goal ends the episode with success."""
    task = ip.parse_problem(ip.parse_domain(REWARDED), PROBLEM.format("(:goal (on a))"))
    result = ip.plan(task)

    assert str(task.goal) == "(on a)"
    assert [rule.value for rule in task.termination.rules] == [Status.SUCCESS]
    assert [str(action) for action in result.plan or ()] == ["(switch a)"]


def test_a_plain_goal_that_demands_nothing_holds_at_the_start() -> None:
    """Without a reward it is the goal all the same."""
    task = ip.parse_problem(ip.parse_domain(PLAIN), PROBLEM.format("(:goal (and (and)))"))

    assert task.goal is not None
    assert ip.plan(task).plan == ()


def test_a_problem_of_another_domain_is_refused_where_it_says_so() -> None:
    """The message names both domains and stands at the name."""
    text = PROBLEM.replace("(:domain lamps)", "(:domain gripper)").format("(:goal (on a))")
    with pytest.raises(ModelError, match=r":30: .*'gripper', read with 'lamps'"):
        ip.parse_problem(ip.parse_domain(PLAIN), text)


def test_names_of_domains_are_compared_without_case() -> None:
    """PDDL does not tell upper from lower case."""
    text = PROBLEM.replace("(:domain lamps)", "(:domain LAMPS)").format("(:goal (on a))")

    assert ip.parse_problem(ip.parse_domain(PLAIN), text).domain.name == "lamps"
