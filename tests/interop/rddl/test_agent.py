"""Our policies as agents of pyRDDLGym."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyRDDLGym
import pytest
from pyRDDLGym.core.policy import BaseAgent

import introplan as ip
import rddl_texts
from introplan.errors import UsageError
from introplan.interop import rddl
from introplan.interop.rddl.agent import gym_name

EXAMPLES = Path(__file__).parents[3] / "examples/rddl"
SYSADMIN = str(EXAMPLES / "sysadmin.rddl"), str(EXAMPLES / "sysadmin-1.rddl")


def test_an_agent_scores_in_pyrddlgym_what_its_policy_is_worth() -> None:
    """`evaluate` is pyRDDLGym's own; the exact value lies within four standard errors."""
    env = pyRDDLGym.make(*SYSADMIN)
    agent = rddl.Agent(env)
    episodes = 150
    found = agent.evaluate(env, episodes=episodes, seed=1)

    assert isinstance(agent, BaseAgent)
    assert agent.result is not None
    assert agent.result.proved_optimal
    assert abs(found["mean"] - agent.result.value) < 4 * found["std"] / episodes**0.5


def test_an_agent_takes_and_gives_dictionaries() -> None:
    """Names and values as pyRDDLGym has them; a state that no policy knew is planned for."""
    env = pyRDDLGym.make(*SYSADMIN)
    agent = rddl.Agent(env, step_time=None)
    state: dict[str, Any] = {"running___c1": False, "running___c2": True, "running___c3": False}

    assert agent.sample_action(state) in ({"reboot___c1": True}, {"reboot___c3": True})
    assert agent.sample_action(dict.fromkeys(state, True)) == {}


def test_the_moves_that_are_left_are_counted() -> None:
    """In the last of 40 a reboot no longer pays; `reset` begins anew."""
    env = pyRDDLGym.make(*SYSADMIN)
    agent = rddl.Agent(env, step_time=None)
    down: dict[str, Any] = {f"running___c{n}": False for n in (1, 2, 3)}
    done = [agent.sample_action(down) for _ in range(40)]
    agent.reset()

    assert all(done[:30])
    assert done[-1] == {}
    assert agent.sample_action(down) == done[0]


def test_numbers_and_names_are_actions_too(tmp_path: Path) -> None:
    """Whole numbers, enumerated values, several at once."""
    files = rddl_texts.written(
        tmp_path,
        types="node : object; hue : { @red, @blue };",
        variables="""count(node) : { state-fluent, int, default = 0 };
            last : { state-fluent, hue, default = @red };
            add(node) : { action-fluent, int, default = 0 };
            tune : { action-fluent, hue, default = @red };""",
        cpfs="count'(?n) = count(?n) + add(?n); last' = tune;",
        reward="(sum_{?n : node} add(?n)) + (tune == @blue)",
        sections="action-preconditions { forall_{?n : node} (add(?n) >= 0 ^ add(?n) <= 2); };",
        concurrency="3",
        horizon=2,
    )
    env = pyRDDLGym.make(*files)
    agent = rddl.Agent(env)

    assert agent.evaluate(env, episodes=1)["mean"] == 10.0
    agent.reset()
    assert agent.sample_action(env.reset()[0]) == {"add___a": 2, "add___b": 2, "tune": "blue"}


def test_an_agent_looks_ahead_where_a_world_is_large() -> None:
    """By sampling, and no longer than it may."""
    files = rddl_texts.files("SysAdmin_MDP_ippc2011", "5")
    env = pyRDDLGym.make(*files)
    agent = rddl.Agent(env, step_time=0.01, limits=ip.Limits(seconds=0.5))
    action = agent.sample_action(env.reset(seed=0)[0])

    assert agent.result is not None
    assert not agent.result.proved_optimal
    assert len(action) <= 1


def test_tasks_are_made_of_environments_and_of_nothing_else() -> None:
    """The same task as from the files."""
    env = pyRDDLGym.make(*SYSADMIN)
    task = rddl.task(env)

    assert task.model == rddl.read(*SYSADMIN).model
    with pytest.raises(UsageError, match=r"an environment of pyRDDLGym .* got int"):
        rddl.task(3)
    with pytest.raises(UsageError, match="vectorized=False"):
        rddl.Agent(pyRDDLGym.make(*SYSADMIN, vectorized=True))


def test_names_are_those_of_pyrddlgym() -> None:
    """For every ground fluent of an environment."""
    env = pyRDDLGym.make(*SYSADMIN)
    task = rddl.task(env)

    assert sorted(map(gym_name, task.start)) == sorted(env.reset()[0])
    assert {gym_name(info.name) for info in task.model.actions} == set(env.action_space)
