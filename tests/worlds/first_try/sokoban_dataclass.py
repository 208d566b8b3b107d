"""Sokoban with a dataclass that holds lists; step says what happened."""

from dataclasses import dataclass, field

import introplan as ip

WIDTH, HEIGHT = 5, 4
WALLS = [(2, 0)]
TARGETS = [(4, 0), (0, 3)]


@dataclass
class State:
    player: tuple = (0, 0)
    boxes: list = field(default_factory=lambda: [(1, 1), (3, 2)])
    moves: int = 0


def free(pos):
    return 0 <= pos[0] < WIDTH and 0 <= pos[1] < HEIGHT and pos not in WALLS


def step(state, action):
    dx, dy = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[action]
    new = (state.player[0] + dx, state.player[1] + dy)
    boxes = list(state.boxes)
    if not free(new):
        return state, -1, False
    if new in boxes:
        behind = (new[0] + dx, new[1] + dy)
        if not free(behind) or behind in boxes:
            return state, -1, False
        boxes[boxes.index(new)] = behind
    after = State(new, boxes, state.moves + 1)
    done = all(box in TARGETS for box in boxes)
    return after, 50 if done else -1, done


def make():
    return ip.program(actions=["up", "down", "left", "right"], step=step).task(State(), horizon=40)
