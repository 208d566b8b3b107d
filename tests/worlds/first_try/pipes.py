"""Turn pieces of pipe until water flows from the top left to the bottom right."""

import introplan as ip

# Sides are numbered 0 north, 1 east, 2 south, 3 west.
SHAPES = {"I": (0, 2), "L": (0, 1)}
GRID = ["LIL", "LLI", "ILL"]
STEP = {0: (-1, 0), 1: (0, 1), 2: (1, 0), 3: (0, -1)}


def sides(kind, turn):
    return {(side + turn) % 4 for side in SHAPES[kind]}


def flows(turns):
    """Follows the water from the north of the first piece."""
    r = c = 0
    entry = 3
    while True:
        open_sides = sides(GRID[r][c], turns[r * 3 + c])
        if entry not in open_sides:
            return False
        (leave,) = open_sides - {entry}
        if (r, c) == (2, 2):
            return leave == 1
        dr, dc = STEP[leave]
        r, c = r + dr, c + dc
        if not (0 <= r < 3 and 0 <= c < 3):
            return False
        entry = (leave + 2) % 4


def transition(turns, piece):
    return turns[:piece] + ((turns[piece] + 1) % 4,) + turns[piece + 1:]


def make():
    world = ip.program(
        actions=[0, 1, 2, 5, 8],
        transition=transition,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: flows(s2),
    )
    return world.task((0,) * 9)
