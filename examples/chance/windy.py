"""A windy cliff: walk from the left end to the right one; the wind may push you over the edge.

Below the lowest row is the cliff. The wind blows with one chance in five, one cell down.
"""

WIDTH, HEIGHT = 7, 4
ACTIONS = {"right": (1, 0), "up": (0, -1), "down": (0, 1), "left": (-1, 0)}
GOAL = (WIDTH - 1, HEIGHT - 1)
START = (0, HEIGHT - 1)
ARROWS = {"right": "→", "up": "↑", "down": "↓", "left": "←"}


def transition(s, a, rng):
    dx, dy = ACTIONS[a]
    x, y = s[0] + dx, s[1] + dy
    if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
        x, y = s
    if (x, y) != GOAL and rng.random() < 0.2:
        y += 1
    return x, y


def reward(s, a, s2):
    return -100 if s2[1] == HEIGHT else -1


def terminal(s, a, s2):
    return s2 == GOAL or s2[1] == HEIGHT


def arrows(policy):
    """A policy as a picture."""
    cells = [[(x, y) for x in range(WIDTH)] for y in range(HEIGHT)]
    return "\n".join(
        " ".join("*" if cell == GOAL else ARROWS[policy(cell)] for cell in row) for row in cells
    )
