"""The random worlds that other tests rely on: varied, repeatable, and mostly worth solving."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from introplan.mdp import Status
from introplan.pddl import parse_domain, parse_problem, print_domain, print_problem
from introplan.relational.action import ActionSchema
from introplan.relational.domain import Domain, Task
from introplan.relational.formula import Constant, Exists, Forall, Predicate, Variable
from introplan.relational.rewards import DecisionList, Reward, Rule
from introplan.relational.state import Objects, State
from random_tasks import chosen, kept, oracle, random_task

ON, OFF = Predicate("on", 1), Predicate("off", 1)
X = Variable("x")


def switches(count: int, *, horizon: int | None = None) -> Task:
    """Switches that go on and off; each step costs 1, all on is success and pays 10."""
    domain = Domain(
        "switches",
        (
            ActionSchema("up", (X,), OFF(X), adds=(ON(X),), deletes=(OFF(X),)),
            ActionSchema("down", (X,), ON(X), adds=(OFF(X),), deletes=(ON(X),)),
        ),
        reward=Reward(DecisionList((Rule(Forall(X, ON(X)), 10.0),), -1.0)),
        termination=DecisionList((Rule(Forall(X, ON(X)), Status.SUCCESS),), Status.CONTINUE),
    )
    names = [Constant(f"s{i}") for i in range(count)]
    objects = Objects.build([(name, ("object",)) for name in names], {})
    return Task(domain, State(objects, frozenset(map(OFF, names))), horizon)


def test_the_oracle_counts_the_states_and_the_steps_of_a_known_world() -> None:
    """Three switches have eight states, and all are on after three steps."""
    truth = oracle(switches(3))

    assert (truth.solvable, truth.steps, truth.states) == (True, 3, 8)
    assert truth.is_complete
    assert truth.best_score is None


def test_the_oracle_respects_the_horizon() -> None:
    """Two steps are not enough, and both are paid for; three are, and pay 8."""
    short, enough = oracle(switches(3, horizon=2)), oracle(switches(3, horizon=3))

    assert (short.solvable, short.horizon_cut, short.states) == (False, True, 7)
    assert (short.best_score, short.best_success_score) == (-2.0, None)
    assert (enough.solvable, enough.best_score, enough.best_success_score) == (True, 8.0, 8.0)


def test_the_oracle_tells_when_its_limit_was_too_small() -> None:
    """Then it knows nothing for sure."""
    assert not oracle(switches(6), limit=20).is_complete


def test_an_exhausted_space_is_not_cut_by_the_horizon() -> None:
    """Where every state is known before the horizon, its answer is final."""
    task = switches(2, horizon=6)
    never = DecisionList((Rule(Exists(X, ON(X)), Status.FAILURE),), Status.CONTINUE)

    truth = oracle(replace(task, domain=replace(task.domain, termination=never)))
    assert (truth.solvable, truth.horizon_cut, truth.states) == (False, False, 3)


def test_the_same_seed_gives_the_same_task() -> None:
    """Tasks are values: equal seeds, equal tasks, equal text."""
    for seed in range(20):
        assert random_task(seed) == random_task(seed)
        assert repr(random_task(seed)) == repr(random_task(seed))
    assert len({random_task(seed).domain for seed in range(20)}) > 15


@pytest.mark.parametrize("seed", [*range(10), 5_000, 9_999])
def test_the_table_of_kept_candidates_is_up_to_date(seed: int) -> None:
    """What stands there is what choosing anew comes to."""
    assert len(kept()) == 10_000
    assert kept()[seed] == chosen(seed)


def test_a_random_task_survives_being_written_and_read() -> None:
    """Random tasks are ordinary models: the language has words for all of them."""
    for seed in range(100):
        task = random_task(seed)
        domain = parse_domain(print_domain(task.domain))
        again = parse_problem(domain, print_problem(task))

        assert (domain.actions, domain.derived) == (task.domain.actions, task.domain.derived)
        assert (again.reward, again.termination) == (task.reward, task.termination)
        assert (again.start, again.horizon) == (task.start, task.horizon)
        assert (again.goal, again.costs) == (task.goal, task.costs)


def test_at_least_thirty_percent_are_solvable_but_not_in_one_step() -> None:
    """And there are some of every other kind."""
    kinds: Counter[str] = Counter()
    for seed in range(300):
        task = random_task(seed)
        truth = oracle(task)
        assert truth.is_complete
        kinds["long"] += truth.steps is not None and truth.steps >= 2
        kinds["trivial"] += truth.steps is not None and truth.steps < 2
        kinds["hopeless"] += truth.steps is None
        kinds["classical"] += task.is_classical
        kinds["horizon"] += task.horizon is not None
        kinds["cut"] += truth.horizon_cut
        kinds["derived"] += bool(task.domain.derived)
        kinds["costs"] += bool(task.costs)
        kinds["no success row"] += not task.can_succeed
        kinds["effects"] += any(schema.conditional for schema in task.domain.actions)

    assert kinds["long"] >= 90
    assert all(count >= 3 for count in kinds.values()), kinds
    assert len(kinds) == 10
