"""Problems of unified-planning as tasks, and plans in both directions."""

from __future__ import annotations

import pytest

import introplan as ip
from interop.foreign_problems import EXAMPLES, is_valid, rooms
from introplan.interop.unified_planning import translated


def test_a_problem_becomes_a_task_with_its_objects_facts_and_goal() -> None:
    """Which prints as PDDL that reads back."""
    task = translated(rooms()).task
    domain = ip.parse_domain(ip.print_domain(task.domain))

    assert [str(c) for c, _ in task.start.objects.declared] == ["r0", "r1", "r2", "r3", "r4"]
    assert {str(fact) for fact in task.start.facts} >= {"(at r0)", "(door r0 r4)"}
    assert ip.parse_problem(domain, ip.print_problem(task)).start == task.start


@pytest.mark.parametrize("name", ["basic", "robot", "hierarchical_blocks_world"])
def test_plans_go_there_and_back(name: str) -> None:
    """What we find is a plan for them, and theirs is the same plan for us."""
    if name not in EXAMPLES:
        pytest.skip("another kind of problem")
    problem = EXAMPLES[name].problem
    translation = translated(problem)
    plan = ip.plan(translation.task).plan
    assert plan is not None
    theirs = translation.plan_back(plan)

    assert is_valid(problem, theirs)
    assert translation.plan_over(theirs) == plan
