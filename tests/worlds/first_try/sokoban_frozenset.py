"""Sokoban with a frozenset of boxes."""

import introplan as ip

LEVEL = [
    "########",
    "#  .   #",
    "# $  $ #",
    "#  @  .#",
    "########",
]
WALLS = {(r, c) for r, row in enumerate(LEVEL) for c, ch in enumerate(row) if ch == "#"}
GOALS = frozenset((r, c) for r, row in enumerate(LEVEL) for c, ch in enumerate(row) if ch == ".")
BOXES = frozenset((r, c) for r, row in enumerate(LEVEL) for c, ch in enumerate(row) if ch == "$")
PLAYER = next((r, c) for r, row in enumerate(LEVEL) for c, ch in enumerate(row) if ch == "@")
DIRS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def transition(state, action):
    (r, c), boxes = state
    dr, dc = DIRS[action]
    new = (r + dr, c + dc)
    if new in WALLS:
        return None
    if new in boxes:
        pushed = (r + 2 * dr, c + 2 * dc)
        if pushed in WALLS or pushed in boxes:
            return None
        boxes = (boxes - {new}) | {pushed}
    return new, boxes


def reward(state, action, after):
    return 1 if after[1] == GOALS else 0


def terminal(state, action, after):
    return after[1] == GOALS


def make():
    world = ip.program(actions=list(DIRS), transition=transition, reward=reward, terminal=terminal)
    return world.task((PLAYER, BOXES))
