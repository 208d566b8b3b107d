"""A knight's tour on 3x4 squares; the squares that were visited are a frozenset."""

import introplan as ip

ROWS, COLS = 3, 4
JUMPS = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)]


def actions(state):
    (r, c), visited = state
    targets = [(r + dr, c + dc) for dr, dc in JUMPS]
    return [t for t in targets
            if 0 <= t[0] < ROWS and 0 <= t[1] < COLS and t not in visited]


def transition(state, target):
    position, visited = state
    return target, visited | {target}


def reward(state, action, after):
    return 1


def terminal(state, action, after):
    return len(after[1]) == ROWS * COLS


def make():
    world = ip.program(actions=actions, transition=transition, reward=reward, terminal=terminal)
    return world.task(((0, 0), frozenset([(0, 0)])))
