"""Which machine takes the next job? Weighted lateness."""

from itertools import product
from typing import NamedTuple

import introplan as ip


class Job(NamedTuple):
    name: str
    length: int
    due: int
    weight: float


class Shop(NamedTuple):
    busy_until: tuple
    waiting: frozenset


JOBS = {
    j.name: j
    for j in [
        Job("cut", 3, 4, 2),
        Job("drill", 2, 3, 3),
        Job("paint", 4, 9, 1),
        Job("pack", 1, 2, 5),
        Job("weld", 5, 8, 2),
        Job("test", 2, 10, 4),
        Job("ship", 3, 7, 1.5),
    ]
}
SPEED = [1, 2]  # machine 1 needs twice the time
START = Shop((0, 0), frozenset(JOBS))


def actions(shop):
    return [(m, j) for m, j in product(range(len(SPEED)), sorted(shop.waiting))]


def transition(shop, action):
    machine, name = action
    busy = list(shop.busy_until)
    busy[machine] += JOBS[name].length * SPEED[machine]
    return Shop(tuple(busy), shop.waiting - {name})


def reward(shop, action, after):
    machine, name = action
    job = JOBS[name]
    late = max(0, after.busy_until[machine] - job.due)
    bonus = 3 if late == 0 else 0
    return bonus - job.weight * late


def make():
    return ip.program(actions=actions, transition=transition, reward=reward).task(
        START, horizon=len(JOBS)
    )
