"""Reward machines: what is compiled into a domain does what the automaton does."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import introplan as ip
from introplan.limits import Meter
from introplan.mdp import Outcome, add
from introplan.relational.action import GroundAction, did
from introplan.relational.domain import Task
from introplan.relational.dynamics import closed
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Moment
from introplan.relational.machines import Edge, Machine, with_machine
from introplan.search.native.engine import KernelEngine, is_available
from introplan.search.python_engine import PythonEngine
from introplan.search.requests import Engine
from random_formulas import random_formula
from random_sums import vocabulary_of
from random_tasks import random_task
from random_walks import random_walk

STATES = ("u0", "u1", "u2", "u3")


def random_machine(rng: random.Random, task: Task) -> Machine:
    """Edges between random states on random conditions over transitions."""
    vocabulary = vocabulary_of(task)
    if task.domain.derived:  # which edges may read before the action only
        vocabulary = replace(vocabulary, moments=(Moment.BEFORE, Moment.DID))
    states = STATES[: rng.randint(2, 4)]
    edges = tuple(
        Edge(
            rng.choice(states),
            rng.choice(states),
            random_formula(rng, vocabulary, depth=rng.choice((0, 1, 2))),
            rng.choice((0.0, 1.0, -2.0, 0.5)),
        )
        for _ in range(rng.randint(1, 6))
    )
    return Machine("m", states, rng.choice(states), edges)


class Automaton:
    """A machine that is simulated beside an episode, by its definition."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.state = machine.initial

    def step(self, moments: Moments) -> float:
        """Take the first edge that fits; returns what it pays."""
        for edge in self.machine.edges:
            if edge.source == self.state and holds(edge.condition, moments):
                self.state = edge.target
                return edge.reward
        return 0.0


def moments_of(
    task: Task, state: ip.State, action: GroundAction, outcome: Outcome[ip.State]
) -> Moments:
    """The transition as formulas see it."""
    before, after = closed(task.domain, state), closed(task.domain, outcome.state)
    return Moments(after.objects, after.facts, before.facts, did(action))


def is_in(task: Task, machine: Machine, state: ip.State) -> list[str]:
    """The states in which the compiled machine is: one."""
    moments = Moments(task.start.objects, state.facts)
    return [name for name in machine.states if holds(machine.is_in(name), moments)]


@pytest.mark.parametrize("seed", range(150))
def test_a_compiled_machine_does_what_the_automaton_does(seed: int) -> None:
    """Random worlds, random machines, random walks; both engines."""
    plain, rng = random_task(seed), random.Random(f"machine {seed}")
    machine = random_machine(rng, plain)
    base = replace(plain.domain, reward=plain.reward)
    plain = replace(plain, domain=base)
    task = replace(plain, domain=with_machine(base, machine))
    plan, rewards = random_walk(task, rng)

    automaton, expected = Automaton(machine), []
    state, own = plain.start, task.start
    for action in plan:
        outcome = plain.step(state, action)
        paid = automaton.step(moments_of(plain, state, action, outcome))
        expected.append(add(outcome.reward, paid))
        state, own = outcome.state, task.step(own, action).state
        assert is_in(task, machine, own) == [automaton.state]
    assert rewards == pytest.approx(expected)
    assert ip.verify(task, plan).rewards == pytest.approx(tuple(expected))
    engines: list[Engine] = [PythonEngine(task, Meter())]
    engines += [KernelEngine(task, Meter())] if is_available() else []
    for engine in engines:
        path = engine.path(engine.follow(engine.root, plan).node)
        assert [step.reward for step in path] == rewards


def test_a_machine_is_a_table_in_the_state_of_a_world_in_python() -> None:
    """No support is needed: the automaton is one more part of the state."""
    edges = {("empty", "kitchen"): ("carrying", 0), ("carrying", "office"): ("empty", 1)}

    def transition(s: tuple[str, str], a: str) -> tuple[str, str]:
        return a, edges.get((s[1], a), (s[1], 0))[0]

    def reward(s: tuple[str, str], a: str, s2: tuple[str, str]) -> float:
        return edges.get((s[1], a), (s[1], 0))[1]

    model = ip.program(actions=["kitchen", "office", "hall"], transition=transition, reward=reward)
    result = ip.plan(model.task(("hall", "empty"), horizon=4))
    assert result.plan is not None
    assert (list(result.plan), result.score) == (["kitchen", "office"] * 2, 2)
