"""pyRDDLGym's simulator as an oracle: all outcomes of a step, and single draws.

Its own evaluation of the lifted model, in which each draw goes every way it can, one after the
other. Nothing of ours has a part in it but the names of variables.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from pyRDDLGym.core.simulator import RDDLSimulator

from introplan.factored.model import FactoredModel
from introplan.factored.states import JointAction, joint_action, shown_value
from introplan.factored.task import FactoredTask
from introplan.mdp import Status

MAX_WAYS = 50_000


class Oracle(RDDLSimulator):  # type: ignore[misc]
    """A simulator whose draws follow a script, and which tells the probability of that."""

    script: list[int]
    taken: int = 0
    probability: float = 1.0

    def follow(self, script: list[int]) -> None:
        """Begin a step whose draws are those of the script, and 0 beyond it."""
        self.script, self.taken, self.probability = script, 0, 1.0
        self.options: list[int] = []

    def _chosen(self, weights: list[float]) -> int:
        possible = [value for value, weight in enumerate(weights) if weight > 0]
        number = self.script[self.taken] if self.taken < len(self.script) else 0
        if len(possible) > 1:
            self.taken += 1
            self.options.append(len(possible))
        value = possible[number if len(possible) > 1 else 0]
        self.probability *= weights[value]
        return value

    def _sample_bernoulli(self, expr: Any, subs: Any) -> Any:
        (asked,) = expr.args
        probability = np.asarray(self._sample(asked, subs), dtype=float)
        drawn = [bool(self._chosen([1 - p, p])) for p in probability.ravel()]
        return np.array(drawn, dtype=bool).reshape(probability.shape)

    def _sample_discrete_helper(self, pdf: Any, unnorm: Any, expr: Any) -> Any:
        weights = np.asarray(pdf, dtype=float)
        if unnorm:
            weights = weights / weights.sum(axis=-1, keepdims=True)
        rows = weights.reshape(-1, weights.shape[-1])
        drawn = [self._chosen(list(row)) for row in rows]
        return np.array(drawn).reshape(weights.shape[:-1])


def gym_name(name: str) -> str:
    """A ground name as pyRDDLGym writes it: `at(a, b)` is `at___a__b`."""
    head, bracket, rest = name.removesuffix(")").partition("(")
    return f"{head}___{'__'.join(rest.split(', '))}" if bracket else head


def gym_action(model: FactoredModel, action: JointAction) -> dict[str, Any]:
    """A joint action as pyRDDLGym takes it."""
    return {
        gym_name(model.actions[c.place].name): shown_value(model.actions[c.place], c.value)
        for c in action.choices
    }


def put(simulator: RDDLSimulator, state: Mapping[str, Any]) -> None:
    """Put the simulator into a state."""
    model = simulator.rddl
    for name, kind in model.state_ranges.items():
        grounded = list(model.ground_var_with_value(name, None))
        values = [state[one] for one, _ in grounded]
        if kind in model.type_to_objects:
            values = [model.object_to_index[value] for value in values]
        old = np.asarray(simulator.init_values[name])
        simulator.subs[name] = np.array(values, dtype=old.dtype).reshape(old.shape)
        if old.shape == ():
            simulator.subs[name] = old.dtype.type(values[0])


Found = tuple[tuple[tuple[str, Any], ...], float, bool]


def outcomes(
    oracle: Oracle, state: Mapping[str, Any], action: Mapping[str, Any]
) -> dict[Found, float]:
    """Every state after a step, the reward and whether the episode is over, with probabilities."""
    found: dict[Found, float] = {}
    scripts: list[list[int]] = [[]]
    for _ in range(MAX_WAYS):
        if not scripts:
            return found
        script = scripts.pop()
        put(oracle, state)
        oracle.follow(script)
        after, reward, over = oracle.step(oracle.prepare_actions_for_sim(dict(action)))
        over = bool(over or not oracle.check_state_invariants(silent=True))
        key = (tuple(sorted(after.items())), round(float(reward), 9), over)
        found[key] = found.get(key, 0.0) + oracle.probability
        for place in range(len(script), oracle.taken):
            head = script + [0] * (place - len(script))
            scripts += [[*head, other] for other in range(1, oracle.options[place])]
    raise AssertionError("too many ways")


def random_action(rng: random.Random, actions: Any, most: int = 3) -> JointAction:
    """A joint action of few choices, drawn evenly by their number."""
    size = rng.randint(0, min(most, actions.most))
    chosen = sorted(rng.sample(range(len(actions.groups)), size))
    return joint_action(actions.layout, [rng.choice(actions.groups[group]) for group in chosen])


def as_found(task: FactoredTask, state: Any, action: Any) -> dict[Found, float]:
    """Our outcomes in the oracle's words."""
    found: dict[Found, float] = {}
    for probability, outcome in task.outcomes(state, action):
        values = tuple(sorted((gym_name(name), v) for name, v in outcome.state.items()))
        over = outcome.status is not Status.CONTINUE
        key = (values, round(float(outcome.reward), 9), over)
        found[key] = found.get(key, 0.0) + probability
    return found


def assert_same_steps(task: FactoredTask, oracle: Oracle, *, steps: int, seed: int = 0) -> int:
    """Random steps have the same outcomes, and the same are allowed; gives how many are."""
    rng = random.Random(seed)
    state, allowed = task.start, 0
    for _ in range(steps):
        action = random_action(rng, task.world.actions)
        named = {gym_name(name): value for name, value in state.items()}
        given = gym_action(task.model, action)
        put(oracle, named)
        may = oracle.check_action_preconditions(oracle.prepare_actions_for_sim(given), silent=True)
        refused = task.world.simulator.refused(state.values_by_place, action.choices)
        assert may is (refused is None), f"{action} in {state}"
        if not may:
            continue
        allowed += 1
        expected, found = outcomes(oracle, named, given), as_found(task, state, action)
        assert expected.keys() == found.keys(), f"{action} in {state}"
        for key, probability in expected.items():
            assert found[key] == pytest.approx(probability, abs=1e-9)
        outcome = task.sample(state, action, rng)
        state = outcome.state if outcome.status is Status.CONTINUE else task.start
    return allowed
