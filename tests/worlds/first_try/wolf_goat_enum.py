"""Wolf, goat and cabbage with enums in frozensets."""

from enum import Enum
from typing import FrozenSet, NamedTuple

import introplan as ip


class Thing(Enum):
    FARMER = "farmer"
    WOLF = "wolf"
    GOAT = "goat"
    CABBAGE = "cabbage"


class River(NamedTuple):
    left: FrozenSet[Thing]
    right: FrozenSet[Thing]


FORBIDDEN = [{Thing.WOLF, Thing.GOAT}, {Thing.GOAT, Thing.CABBAGE}]


def safe(bank):
    if Thing.FARMER in bank:
        return True
    return not any(pair <= bank for pair in FORBIDDEN)


def transition(state, passenger):
    crew = {Thing.FARMER}
    if passenger is not None:
        crew.add(passenger)
    if Thing.FARMER in state.left:
        source, target = state.left, state.right
    else:
        source, target = state.right, state.left
    if not crew <= source:
        raise ValueError("not on this bank")
    source = source - crew
    target = target | crew
    if not safe(source):
        raise ValueError("somebody gets eaten")
    if Thing.FARMER in state.left:
        return River(source, target)
    return River(target, source)


def reward(state, action, after):
    return -1


def terminal(state, action, after):
    return ip.Status.SUCCESS if not after.left else False


def make():
    world = ip.program(
        actions=[None, Thing.WOLF, Thing.GOAT, Thing.CABBAGE],
        transition=transition,
        reward=reward,
        terminal=terminal,
    )
    return world.task(River(frozenset(Thing), frozenset()))
