"""Coins with a horizon: twelve moves on a five by five board, not enough for all of them."""

COINS = {(0, 3): 2, (2, 1): 3, (4, 4): 9, (4, 0): 4, (1, 4): 2, (3, 3): 1}
SIZE = 5

ACTIONS = ["N", "S", "E", "W"]

START = ((0, 0), frozenset(COINS))

HORIZON = 12


def transition(state, action):
    (x, y), coins = state
    dx, dy = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}[action]
    x, y = x + dx, y + dy
    if not (0 <= x < SIZE and 0 <= y < SIZE):
        raise IndexError("over the edge")
    return ((x, y), coins - {(x, y)})


def reward(before, action, after):
    return sum(COINS[c] for c in before[1] - after[1])
