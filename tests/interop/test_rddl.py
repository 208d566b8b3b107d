"""RDDL against pyRDDLGym: the same transitions with the same probabilities."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyRDDLGym.core.simulator import RDDLSimulator

import rddl_texts
from children import finished
from introplan.errors import TooManyOutcomesError
from introplan.factored.task import FactoredTask
from introplan.interop import rddl
from introplan.interop.rddl.loading import model_of
from introplan.mdp import Status
from rddl_simulator import Oracle, assert_same_steps, gym_action, random_action

LINE = "node : { a, b, c };"

WORLDS: Mapping[str, dict[str, Any]] = {
    "a noisy ring": {
        "objects": LINE,
        "variables": """
            NEXT(node, node) : { non-fluent, bool, default = false };
            RATE(node) : { non-fluent, real, default = 0.25 };
            on(node) : { state-fluent, bool, default = false };
            push(node) : { action-fluent, bool, default = false };""",
        "non_fluents": "NEXT(a, b); NEXT(b, c); NEXT(c, a); RATE(b) = 0.5;",
        "cpfs": """on'(?n) = if (push(?n)) then ~on(?n)
            else if (exists_{?m : node} [NEXT(?m, ?n) ^ on(?m)])
                then Bernoulli(RATE(?n) * (1 + on(?n)))
            else KronDelta(on(?n) ^ (forall_{?m : node} [NEXT(?n, ?m) => ~push(?m)]));""",
        "reward": "(sum_{?n : node} [2 * on'(?n) - push(?n)]) - (exists_{?n : node} on(?n))",
        "init": "on(a);",
        "concurrency": "2",
    },
    "products, sums and shares": {
        "objects": LINE,
        "variables": """
            EDGE(node, node) : { non-fluent, bool, default = false };
            wet(node) : { state-fluent, bool, default = false };
            dry(node) : { action-fluent, bool, default = false };""",
        "non_fluents": "EDGE(a, b); EDGE(b, a); EDGE(b, c);",
        "cpfs": """wet'(?n) = if (dry(?n)) then false else
            Bernoulli(1.0 - [prod_{?m : node} [if (EDGE(?m, ?n) ^ wet(?m)) then 0.5 else 1.0]]
                * [prod_{?m : node} [1.0 - 0.25 * (EDGE(?n, ?m) ^ (?m ~= ?n) ^ wet(?m))]]
                * 0.9);""",
        "reward": """[avg_{?n : node} wet(?n)] + [max_{?n : node} (2 * wet(?n))]
            - [min_{?n : node} wet'(?n)] / 3""",
        "concurrency": "pos-inf",
    },
    "numbers": {
        "variables": """
            LIMIT : { non-fluent, int, default = 3 };
            count(node) : { state-fluent, int, default = 1 };
            depth : { state-fluent, real, default = 0.5 };
            add(node) : { action-fluent, int, default = 0 };""",
        "cpfs": """count'(?n) = min[LIMIT, max[-2, count(?n) + add(?n) - Bernoulli(0.5)]];
            depth' = abs[depth - 0.25 * (sum_{?n : node} count(?n))] / 2
                + (sum_{?n : node} [pow[2.0, count(?n)] + (count(?n) < 2) + mod[count(?n), 3]])
                - floor[depth];""",
        "reward": """depth' - sgn[(sum_{?n : node} count(?n)) - 1] * exp[0.5] + round[depth]
            - sqrt[depth] + ceil[depth]""",
        "sections": """action-preconditions {
            forall_{?n : node} [add(?n) >= -1]; forall_{?n : node} [add(?n) <= 2];
            (sum_{?n : node} add(?n)) <= 2; };""",
        "concurrency": "2",
    },
    "colours and what is drawn on the way": {
        "types": "node : object; hue : { @red, @green, @blue };",
        "variables": """
            PAINT(node) : { non-fluent, hue, default = @green };
            FADE(hue) : { non-fluent, real, default = 0.5 };
            rolled(node) : { interm-fluent, hue };
            lucky : { interm-fluent, bool };
            hue-of(node) : { state-fluent, hue, default = @red };
            seen(hue) : { state-fluent, bool, default = false };
            at : { state-fluent, hue, default = @red };
            spray(node) : { action-fluent, bool, default = false };
            tune : { action-fluent, hue, default = @red };""",
        "non_fluents": "PAINT(b) = @blue; FADE(@blue) = 0.25;",
        "cpfs": """
            rolled(?n) = if (spray(?n)) then Discrete(hue, @red : 0.5, @green : 0.25, @blue : 0.25)
                else Discrete_{?h : hue}[if (?h == PAINT(?n)) then 0.75 else 0.125];
            lucky = Bernoulli(FADE(at));
            hue-of'(?n) = switch (tune) {
                case @red : hue-of(?n), case @green : PAINT(?n), default : rolled(?n) };
            seen'(?h) = seen(?h) | (exists_{?n : node} [rolled(?n) == ?h]) ^ lucky;
            at' = if (lucky) then (argmax_{?h : hue} [seen(?h)]) else at;""",
        "reward": """(sum_{?h : hue} seen(?h)) + (sum_{?n : node} FADE(hue-of(?n)))
            - lucky + (tune == @blue)""",
        "concurrency": "2",
    },
    "objects that are drawn": {
        "types": "node : object; hue : { @red, @green };",
        "variables": """
            SIZE(hue) : { non-fluent, int, default = 1 };
            P(hue) : { non-fluent, real, default = 0.25 };
            last : { state-fluent, int, default = 0 };
            both : { state-fluent, int, default = 0 };
            go : { action-fluent, bool, default = false };""",
        "non_fluents": "SIZE(@green) = 3; P(@green) = 0.75;",
        "cpfs": """last' = SIZE(Discrete_{?h : hue}[P(?h)]);
            both' = if (go) then SIZE(Discrete_{?h : hue}[P(?h)]) * SIZE(
                Discrete_{?h : hue}[1 - P(?h)]) else last;""",
        "reward": "both - go + (sum_{?n : node} SIZE(Discrete_{?h : hue}[P(?h)]))",
    },
    "what is next depends on what is next": {
        "objects": LINE,
        "variables": """
            NEXT(node, node) : { non-fluent, bool, default = false };
            fire(node) : { state-fluent, bool, default = true };
            smoke : { state-fluent, bool, default = false };
            stop : { action-fluent, bool, default = false };""",
        "non_fluents": "NEXT(a, b); NEXT(b, c);",
        "cpfs": """fire'(?n) = fire(?n) ^ Bernoulli(0.5);
            smoke' = if (stop) then false else exists_{?n : node, ?m : node}
                [NEXT(?n, ?m) ^ fire'(?n) ^ fire(?m)];""",
        "reward": "smoke' - stop",
        "sections": """action-preconditions { stop => smoke; };
            termination { forall_{?n : node} ~fire(?n); };
            state-invariants {
                exists_{?n : node, ?m : node} [NEXT(?n, ?m) ^ (fire(?n) | ~fire(?m))]; };""",
    },
}


@pytest.mark.parametrize("name", WORLDS)
def test_every_outcome_is_that_of_pyrddlgym(name: str, tmp_path: Path) -> None:
    """All outcomes of random steps, with probabilities, rewards and ends, by exact enumeration."""
    model = model_of(*rddl_texts.written(tmp_path, **WORLDS[name]))

    assert assert_same_steps(rddl.task(model), Oracle(model), steps=60) > 10


SMALL = [
    ("SysAdmin_MDP_ippc2011", "1"),
    ("Navigation_MDP_ippc2011", "1"),
    ("SkillTeaching_MDP_ippc2011", "1"),
    ("Elevators_MDP_ippc2011", "1"),
    ("TriangleTireworld_MDP_ippc2014", "1"),
    ("AcademicAdvising_MDP_ippc2014", "1"),
    ("PushYourLuck_ippc2018", "1"),
]


@pytest.mark.parametrize(("domain", "instance"), SMALL)
def test_drawn_steps_of_competitions_are_possible_and_paid_alike(
    domain: str, instance: str
) -> None:
    """What pyRDDLGym draws is among our outcomes, with the same reward and end."""
    compare_episode(domain, instance, steps=10)


def compare_episode(domain: str, instance: str, *, steps: int) -> int:
    """Steps drawn by pyRDDLGym, looked up among ours; gives how many could be."""
    model = model_of(*rddl_texts.files(domain, instance))
    task, rng = rddl.task(model), random.Random(1)
    simulator = RDDLSimulator(model, rng=np.random.default_rng(1))
    seen, over = simulator.reset()
    compared = 0
    for _ in range(steps):
        state = task.start.changed(seen)
        action = allowed_action(task, state, rng)
        if action is None or over:
            break
        given = simulator.prepare_actions_for_sim(gym_action(task.model, action))
        assert simulator.check_action_preconditions(given, silent=True)
        seen, reward, over = simulator.step(given)
        after = task.start.changed(seen)
        try:
            found = [o for _, o in task.outcomes(state, action) if o.state == after]
        except TooManyOutcomesError:
            continue
        compared += 1
        assert any(o.reward == pytest.approx(reward) for o in found), f"{action} in {state}"
        assert all((o.status is not Status.CONTINUE) is over for o in found)
    return compared


def allowed_action(task: FactoredTask, state: Any, rng: random.Random) -> Any:
    """A joint action that is allowed; None if none was found in many tries."""
    for _ in range(500):
        action = random_action(rng, task.world.actions)
        if task.world.simulator.refused(state.values_by_place, action.choices) is None:
            return action
    return None


@pytest.mark.parametrize(
    ("domain", "variables", "choices"),
    [
        ("Tamarisk_MDP_ippc2014", 16, 8),
        ("TriangleTireworld_MDP_ippc2014", 15, 43),
        ("Wildfire_MDP_ippc2014", 18, 18),
    ],
)
def test_the_first_instances_have_the_sizes_they_should(
    domain: str, variables: int, choices: int
) -> None:
    """Two of them are more than pyRDDLGym's own grounder can do."""
    model = rddl.read(*rddl_texts.files(domain, "1")).model

    assert (len(model.state), len(model.choices)) == (variables, choices)


@pytest.mark.parametrize("domain", rddl_texts.BOOLEAN)
def test_all_instances_of_a_domain_are_ground(domain: str) -> None:
    """Every instance of the Boolean domains with chance is read, and a step can be taken."""
    for instance in rddl_texts.instances(domain):
        task = rddl.read(*rddl_texts.files(domain, instance))
        rng = random.Random(0)
        action = allowed_action(task, task.start, rng)

        assert action is not None
        assert task.sample(task.start, action, rng).state != {}


WITHOUT = """
import sys
sys.modules["pyRDDLGym"] = None
import introplan as ip
try:
    ip.read("a.rddl", "b.rddl")
except ip.UsageError as error:
    print(isinstance(error, ImportError), error)
"""


@pytest.mark.process
def test_without_pyrddlgym_the_error_names_the_extra() -> None:
    """Whatever is imported first."""
    done = finished([sys.executable, "-c", WITHOUT], env=dict(os.environ))

    assert done.stdout == (
        "True pyRDDLGym is not installed; it comes with: pip install introplan[rddl]\n"
    )


@pytest.mark.process
def test_reading_prints_nothing() -> None:
    """Neither the parser's warnings nor the greeting of pygame."""
    examples = Path(__file__).parents[2] / "examples/rddl"
    files = [str(examples / name) for name in ("sysadmin.rddl", "sysadmin-1.rddl")]
    code = f"import introplan; introplan.read(*{files!r})"
    done = finished([sys.executable, "-c", code], env=dict(os.environ))

    assert (done.stdout, done.stderr) == ("", "")
