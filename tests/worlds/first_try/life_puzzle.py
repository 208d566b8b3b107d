"""Game of life: before each generation one cell may be flipped; kill them all."""

from collections import Counter
from itertools import product

import introplan as ip

SIZE = 3


def neighbours(cell):
    r, c = cell
    for dr, dc in product((-1, 0, 1), repeat=2):
        if (dr, dc) != (0, 0) and 0 <= r + dr < SIZE and 0 <= c + dc < SIZE:
            yield r + dr, c + dc


def generation(alive):
    counts = Counter(n for cell in alive for n in neighbours(cell))
    return frozenset(c for c, k in counts.items() if k == 3 or (k == 2 and c in alive))


def transition(alive, cell):
    if cell != "pass":
        alive = alive ^ {cell}
    return generation(alive)


def reward(alive, cell, after):
    return 10 - 1 if not after else (-1 if cell == "pass" else -2)


def terminal(alive, cell, after):
    return len(after) == 0


def make():
    cells = list(product(range(SIZE), range(SIZE)))
    return ip.program(
        actions=cells + ["pass"], transition=transition, reward=reward, terminal=terminal
    ).task(frozenset({(0, 0), (0, 1), (1, 0), (1, 1), (2, 2)}))
