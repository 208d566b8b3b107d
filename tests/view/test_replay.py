"""A plan gone through again: which steps are drawn, and what is true and paid there."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.view.replay import PlanReplay, drawn_steps, program_states, relational_rewards


@pytest.mark.parametrize(("length", "size"), [(0, 1), (5, 10), (9_000, 20), (30_000, 50_000)])
def test_steps_are_thinned_out_where_there_are_too_many(length: int, size: int) -> None:
    """Start, end and milestones stay; the rest is bounded, in number and in work."""
    marks = {length // 3}
    steps = drawn_steps(length, size, marks)

    assert list(steps) == sorted(set(steps))
    assert {0, length, *marks} <= set(steps)
    assert (length // 3 - 1 in steps) or length < 3
    assert len(steps) <= 5_010
    assert (len(steps) - 8) * size <= 2_000_000
    if length * size < 1_000_000 and length < 5_000:
        assert steps == tuple(range(length + 1))


def test_thousands_of_milestones_do_not_bring_all_steps_back() -> None:
    """Of so many only some are kept."""
    assert len(drawn_steps(60_000, 60_000, set(range(60_000)))) < 1_000


def test_situations_are_the_plan_replayed_as_often_as_it_is_asked_for() -> None:
    """Each situation with the one that is drawn before it."""
    task = ip.sample("bins", bins=2, items=2, seed=4)
    plan = ip.plan(task).plan or ()
    situations = PlanReplay(task, plan, (0, 2, len(plan)))

    first, second, last = situations
    assert [first, second, last] == list(situations)
    assert first.before is None
    assert second.before == first.facts
    assert last.before == second.facts
    assert first.facts == {(f.predicate.name, *map(str, f.terms)) for f in task.start.facts}


def test_rewards_and_status_are_those_of_the_plan() -> None:
    """The same score as the planner says, for both kinds of worlds."""
    bins = ip.sample("bins", bins=2, items=2, seed=4)
    found = ip.plan(bins)
    passed = relational_rewards(bins, found.plan or ())
    assert sum(passed.rewards) == found.score
    assert str(passed.status) == "success"

    maze = ip.sample("maze", width=7, height=7, goals=1, seed=1)
    walked = ip.plan(maze)
    states, paid = program_states(maze, walked.plan or ())
    assert len(states) == len(walked.plan or ()) + 1
    assert states[0] == maze.start
    assert sum(paid.rewards) == walked.score
