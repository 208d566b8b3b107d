"""Small tasks whose cheapest plans can be proven by trying everything.

Shipped domains, where a step costs 1; some of them with prices; toll roads, where the cheapest
plan is seldom the shortest; and random tasks in which conditions, effects, goals and prices are of
any kind. Not all of them can be solved.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count, islice

import introplan as ip
from introplan.relational.action import ActionSchema
from introplan.relational.domain import Signature
from introplan.relational.formula import Variable
from introplan.relational.numbers import FunctionTerm
from peers.classical import classical_task
from peers.handout import handout
from peers.instances import Instance, bins, blocks_world, drawers
from peers.roads import roads

SMALL = (
    *blocks_world(2, 3, 4, 5, 6),
    *drawers((1, 2), (2, 2), (2, 3), (3, 2), (3, 3)),
    *bins("small bins", (1, 2), (2, 2), (2, 3), (3, 3), (3, 4)),
)
SEEDS, PRICED_SEEDS = range(1, 8), range(1, 4)
ROADS, RANDOM_TASKS = 60, 100
TOLL = Signature("toll", (Variable("x"),))


@dataclass(frozen=True, slots=True)
class Case:
    """The same task for us, for the peer, and for the judge of the peer's plans."""

    name: str
    ours: ip.Task
    theirs: ip.Task


def cases(draw: Callable[[int], ip.Task]) -> Iterator[Case]:
    """All of them; `draw` gives the random task of a number, of any kind."""
    yield from (shipped_case(replace(each, seed=seed)) for seed in SEEDS for each in SMALL)
    yield from (priced_case(replace(each, seed=seed)) for seed in PRICED_SEEDS for each in SMALL)
    yield from map(roads_case, range(ROADS))
    yield from islice(random_cases(draw), RANDOM_TASKS)


def shipped_case(instance: Instance) -> Case:
    """A shipped task as it is."""
    return _case(f"{instance.name} seed {instance.seed}", instance.task())


def priced_case(instance: Instance) -> Case:
    """A shipped task in which actions and objects have prices."""
    name = f"{instance.name} seed {instance.seed} priced"
    return _case(name, priced(instance.task(), random.Random(name)))


def roads_case(seed: int) -> Case:
    """Parcels on toll roads."""
    task = roads(seed)
    return Case(task.name, task, task)


def random_cases(draw: Callable[[int], ip.Task]) -> Iterator[Case]:
    """Random tasks that are plain PDDL."""
    for seed in count():
        task = draw(seed)
        if task.domain.reward is None and task.horizon is None:
            yield Case(task.name, task, task)


def priced(task: ip.Task, rng: random.Random) -> ip.Task:
    """The task with a price on every action, or a toll on one of the objects that it takes."""
    actions = tuple(_priced_action(action, rng) for action in task.domain.actions)
    domain = replace(task.domain, actions=actions, functions=(TOLL,))
    objects = [constant for constant, _ in task.start.objects.declared]
    tolls = {FunctionTerm(TOLL.name, (x,)): float(rng.randint(0, 5)) for x in objects}
    return replace(task, domain=domain, costs=tolls)


def _case(name: str, task: ip.Task) -> Case:
    plain = classical_task(task)
    # A reward is paid for a step: where everything is in order from the start, it takes one more.
    ours = plain if plain.starts_at_goal else task
    return Case(name, ours, handout(task))


def _priced_action(action: ActionSchema, rng: random.Random) -> ActionSchema:
    """The action with one price: of several increases Fast Downward counts a single one."""
    if not action.parameters or rng.random() < 0.3:
        return replace(action, cost=(float(rng.randint(0, 6)),))
    return replace(action, cost=(FunctionTerm(TOLL.name, (rng.choice(action.parameters),)),))
