"""A warehouse robot with enum actions; what it carries may be None."""

from dataclasses import dataclass, replace
from enum import Enum, auto

import introplan as ip


class Action(Enum):
    NORTH = auto()
    SOUTH = auto()
    EAST = auto()
    WEST = auto()
    PICK = auto()
    DROP = auto()


OFFSETS = {Action.NORTH: (0, -1), Action.SOUTH: (0, 1), Action.EAST: (1, 0),
           Action.WEST: (-1, 0)}
SHELVES = {"box": (0, 3), "crate": (3, 0)}
DOCK = (3, 3)


@dataclass(frozen=True)
class State:
    position: tuple[int, int] = (1, 1)
    carrying: str | None = None
    delivered: frozenset[str] = frozenset()


def transition(state, action):
    if action in OFFSETS:
        dx, dy = OFFSETS[action]
        x, y = state.position[0] + dx, state.position[1] + dy
        if not (0 <= x < 4 and 0 <= y < 4):
            return state
        return replace(state, position=(x, y))
    if action is Action.PICK and state.carrying is None:
        for item, place in SHELVES.items():
            if place == state.position and item not in state.delivered:
                return replace(state, carrying=item)
    if action is Action.DROP and state.carrying is not None and state.position == DOCK:
        return replace(state, carrying=None, delivered=state.delivered | {state.carrying})
    return state


def reward(state, action, after):
    return 10 * (len(after.delivered) - len(state.delivered)) - 1


def terminal(state, action, after):
    return after.delivered == set(SHELVES)


def make():
    world = ip.program(actions=list(Action), transition=transition, reward=reward,
                       terminal=terminal)
    return world.task(State())
