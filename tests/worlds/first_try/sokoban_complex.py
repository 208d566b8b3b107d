"""Sokoban with complex numbers as positions."""

import introplan as ip

LEVEL = """
#######
#.    #
# $#  #
# $ @ #
#.    #
#######
""".strip().splitlines()

WALLS, GOALS, BOXES = set(), set(), set()
PLAYER = 0j
for y, line in enumerate(LEVEL):
    for x, char in enumerate(line):
        here = complex(x, y)
        if char == "#":
            WALLS.add(here)
        if char in ".*+":
            GOALS.add(here)
        if char in "$*":
            BOXES.add(here)
        if char in "@+":
            PLAYER = here

DIRECTIONS = {"up": -1j, "down": 1j, "left": -1, "right": 1}


def transition(state, action):
    player, boxes = state
    step = DIRECTIONS[action]
    target = player + step
    if target in WALLS:
        raise ValueError("a wall")
    if target in boxes:
        behind = target + step
        if behind in WALLS or behind in boxes:
            raise ValueError("the box does not move")
        boxes = (boxes - {target}) | {behind}
    return target, boxes


def reward(state, action, after):
    return -1


def terminal(state, action, after):
    return ip.Status.SUCCESS if after[1] == GOALS else False


def make():
    world = ip.program(
        actions=list(DIRECTIONS), transition=transition, reward=reward, terminal=terminal
    )
    return world.task((PLAYER, frozenset(BOXES)))
